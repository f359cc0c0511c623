/**
 * Site rules on the settings page: a description of each rule, by site, with buttons to disable and delete it, and
 * files.
 */

import { element } from "../../ui/build.ts";
import { textButton } from "../../ui/controls.ts";
import type { Description } from "../../shared/core.ts";
import { ext, t } from "../../shared/ext.ts";
import { type ResponseTo, ask } from "../../shared/requests.ts";
import { formatList, formatNumber } from "../../shared/i18n/numbers.ts";
import { underscored } from "../../shared/removal-reasons.ts";
import { save } from "../../ui/save-file.ts";
import { formatDate } from "../../shared/i18n/times.ts";
import { importButton } from "../import-file.ts";
import { group } from "../own-page.ts";
import { fromFile, maxFileBytes, type SiteRulesFileProblem, toFile } from "./site-rules-file.ts";
import { refusalMessage } from "../../shared/site-rules/refusal.ts";
import { siteKey, type StoredRule, type StoredSite } from "../../shared/site-rules/site-rules.ts";
import { loadSiteRules, type SiteRulesChange } from "../../shared/site-rules/stored.ts";

const statusElement = element("p", { role: "status" });
const ruleList = element("div");
/** Where to show the last message: a site's section, or null for below the list. */
let messageSite: string | null = null;
const undoButton = textButton(
  t("undo"),
  () => undoChanges && void changeRules(undoChanges, messageSite, t("ruleRestored")),
);
const messageBox = element("div", { class: "message" }, statusElement, undoButton);
const deleteAllButton = textButton(t("siteRulesDeleteAll"), () => {
  void showOutcome(ask("forget-sites"), null, t("deleted"), [...sites].map(restoreChange));
});
const files = element("div", { class: "files" });
let sites: ReadonlyMap<string, StoredSite> = new Map();
/** The changes that undo the last deletion. */
let undoChanges: SiteRulesChange[] | null = null;
/** The sites in the order of the list, including the one just deleted. */
let listedSites: string[] = [];
/** Descriptions of rules, by their bytes. */
const descriptions = new Map<string, Description | null>();

type ChangeOutcome = ResponseTo<"change-sites">;

/** Waits for the background and shows the result. `undoing`: the changes that undo a deletion. */
async function showOutcome(
  outcome: Promise<ChangeOutcome>,
  siteName: string | null,
  successMessage: string,
  undoing: SiteRulesChange[] | null = null,
): Promise<void> {
  const { refusal } = await outcome.catch((): ChangeOutcome => ({ refusal: "full" }));
  messageSite = siteName;
  if (!refusal) {
    undoChanges = undoing;
    undoButton.hidden = undoing === null;
  }
  statusElement.textContent = refusal ? refusalMessage(refusal) : successMessage;
  await loadRules();
  if (!refusal && undoing !== null) {
    undoButton.focus();
  }
}

function changeRules(
  changes: SiteRulesChange[],
  siteName: string | null,
  successMessage: string,
  undoing: SiteRulesChange[] | null = null,
): Promise<void> {
  return showOutcome(ask("change-sites", { changes }), siteName, successMessage, undoing);
}

/** Returns the change that restores the rules of a site. */
function restoreChange([site, { rules, bylines }]: readonly [string, StoredSite]): SiteRulesChange {
  return { site, put: rules, bylines };
}

function createSection(entry: readonly [string, StoredSite]): HTMLElement {
  const [site, { rules, bylines }] = entry;
  const box = element("input", { type: "checkbox", checked: bylines });
  box.addEventListener("change", () => void changeRules([{ site, bylines: box.checked }], site, t("ruleSaved")));
  const deletion: SiteRulesChange = { site, remove: rules.map(({ bytes }) => bytes), bylines: false };
  return element(
    "section",
    {},
    element("h3", {}, element("bdi", {}, site)),
    element("ul", {}, ...rules.map((rule) => ruleItem(site, rule))),
    element("label", {}, box, t("bylinesAreText")),
    element(
      "p",
      { class: "actions" },
      textButton(t("siteRulesDelete"), () => void changeRules([deletion], site, t("deleted"), [restoreChange(entry)])),
    ),
  );
}

function ruleItem(site: string, rule: StoredRule): HTMLElement {
  const { bytes, made, isOff } = rule;
  const box = element("input", { type: "checkbox", checked: !isOff });
  box.addEventListener("change", () => {
    void changeRules([{ site, turn: { bytes, isOff: !box.checked } }], site, t("ruleSaved"));
  });
  const deleteButton = textButton(t("delete"), () => {
    void changeRules([{ site, remove: [bytes] }], site, t("deleted"), [{ site, put: [rule] }]);
  });
  const description = descriptions.get(bytes) ?? null;
  return element(
    "li",
    {},
    element("p", { dir: "auto" }, ruleSummary(rule, description)),
    element(
      "details",
      { class: "disclosure" },
      element("summary", {}, t("settingsRuleDetails")),
      ...detailTexts(description).map((text) => element("p", {}, text)),
      ...(made > "1971" ? [element("p", { class: "facts" }, formatDate(made))] : []),
    ),
    element("p", { class: "actions" }, element("label", {}, box, t("ruleOn")), deleteButton),
  );
}

/** Returns a sentence about the effect of a rule, with the first words of the part from which it was made. */
function ruleSummary({ words: excerpt }: StoredRule, description: Description | null): string {
  if (!description) {
    return excerpt;
  }
  return excerpt.trim() === ""
    ? (detailTexts(description)[0] ?? "")
    : t(description.keeps ? "settingsRuleRestores" : "settingsRuleRemoves", excerpt);
}

/** Returns the details of a rule's description. */
function detailTexts(description: Description | null): string[] {
  if (!description) {
    return [t("ruleUnknown")];
  }
  const { keeps, part, isNamed, conditions } = description;
  const partName = t(`part_${part}`);
  const effect = t(keeps ? "ruleRestores" : "ruleRemoves", isNamed ? t("ruleNamed", partName) : partName);
  const conditionsText = formatList(conditions.map((condition) => t(`condition_${underscored(condition)}`)));
  return conditionsText ? [effect, t("ruleOnly", conditionsText)] : [effect];
}

/** Requests descriptions of rules that have none yet from the core. Returns whether all of them are valid rules. */
async function loadDescriptions(rules: readonly string[]): Promise<boolean> {
  const unknown = rules.filter((rule) => !descriptions.has(rule));
  if (unknown.length > 0) {
    const responses = await ask("describe-rules", { rules: unknown }).catch(() => []);
    for (const [i, rule] of unknown.entries()) {
      descriptions.set(rule, responses[i] ?? null);
    }
  }
  return rules.every((rule) => descriptions.get(rule));
}

async function loadRules(): Promise<void> {
  const stored = await loadSiteRules();
  const rules = [...stored.sites.values()].flatMap((site) => site.rules.map(({ bytes }) => bytes));
  await loadDescriptions(rules);
  sites = stored.sites;
  if (stored.newer > 0) {
    statusElement.textContent = t("siteRulesNewer");
  }
  const emptyMessage = element("p", {}, t("siteRulesNone"));
  const parts = [...sites].map(createSection);
  deleteAllButton.hidden = parts.length === 0;
  const hadFocus = messageBox.contains(document.activeElement);
  const messageIndex = listedSites.indexOf(messageSite ?? "");
  const messageSection = parts[[...sites.keys()].indexOf(messageSite ?? "")];
  ruleList.replaceChildren(...(parts.length > 0 ? parts : [emptyMessage]));
  if (messageSection) {
    messageSection.append(messageBox);
  } else if (messageIndex < 0) {
    files.append(messageBox);
  } else {
    // The site's section is gone, so the message takes its place.
    ruleList.insertBefore(messageBox, ruleList.children[messageIndex] ?? null);
  }
  if (messageSection || messageIndex < 0) {
    listedSites = [...sites.keys()];
  }
  if (hadFocus && undoButton.checkVisibility()) {
    undoButton.focus();
  }
}

async function importRules(text: string | null): Promise<void> {
  const imported = text === null ? "huge" : fromFile(text);
  if (typeof imported === "string") {
    statusElement.textContent = t(problems[imported]);
    return;
  }
  const rules = imported.flatMap(({ put }) => put?.map(({ bytes }) => bytes) ?? []);
  if (await loadDescriptions(rules)) {
    await changeRules(imported, null, t("siteRulesImported", formatNumber(imported.length)));
  } else {
    statusElement.textContent = t("siteRulesFaulty");
  }
}

const problems = {
  broken: "import_broken",
  foreign: "siteRulesForeign",
  newer: "import_newer",
  huge: "import_huge",
  faulty: "siteRulesFaulty",
} as const satisfies Record<SiteRulesFileProblem, string>;

/** Returns the section of the settings page. */
export function siteRulesPanel(): HTMLElement {
  undoButton.hidden = true;
  const importChooser = importButton(".json,application/json", maxFileBytes, importRules);
  void loadRules();
  ext.storage.local.onChanged.addListener((changes) => {
    if (Object.keys(changes).some((key) => key.startsWith(siteKey("")))) {
      void loadRules();
    }
  });
  files.append(
    textButton(t("export"), () => save("pith-site-rules.json", "application/json", toFile(sites))),
    importChooser.button,
    deleteAllButton,
    importChooser.input,
    messageBox,
  );
  return group("site-rules", t("siteRules"), element("div", {}, element("p", {}, t("siteRulesText")), ruleList, files));
}
