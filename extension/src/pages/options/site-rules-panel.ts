/**
 * Site rules on the settings page: a description of each rule, by site, with buttons to disable and delete it, and
 * files.
 */

import { element } from "../../ui/build.ts";
import { textButton } from "../../ui/controls.ts";
import type { Description } from "../../shared/core.ts";
import { ext, t } from "../../shared/ext.ts";
import { type AnswerTo, ask } from "../../shared/requests.ts";
import { listed, number } from "../../shared/i18n/numbers.ts";
import { underscored } from "../../shared/removal-reasons.ts";
import { save } from "../../ui/save-file.ts";
import { date } from "../../shared/i18n/times.ts";
import { importButton } from "../import-file.ts";
import { group } from "../own-page.ts";
import { fromFile, largestFile, type SiteRulesFileProblem, toFile } from "./site-rules-file.ts";
import { sentenceOf } from "../../shared/site-rules/refusal.ts";
import { siteKey, type StoredRule, type StoredSite } from "../../shared/site-rules/site-rules.ts";
import { loadSiteRules, type SiteRulesChange } from "../../shared/site-rules/stored.ts";

const status = element("p", { role: "status" });
const list = element("div");
/** Where to show the last message: a site's section, or null for below the list. */
let place: string | null = null;
const undo = textButton(t("undo"), () => deleted && void change(deleted, place, t("ruleRestored")));
const message = element("div", { class: "said" }, status, undo);
const forget = textButton(t("siteRulesDeleteAll"), () => {
  void showOutcome(ask("forget-sites"), null, t("deleted"), [...sites].map(whole));
});
const files = element("div", { class: "files" });
let sites: ReadonlyMap<string, StoredSite> = new Map();
/** The changes that undo the last deletion. */
let deleted: SiteRulesChange[] | null = null;
/** The sites in the order of the list, including the one just deleted. */
let shown: string[] = [];
/** Descriptions of rules, by their bytes. */
const words = new Map<string, Description | null>();

type Changed = AnswerTo<"change-sites">;

/** Waits for the background and shows the result. `back`: the changes that undo a deletion. */
async function showOutcome(
  outcome: Promise<Changed>,
  at: string | null,
  done: string,
  back: SiteRulesChange[] | null = null,
): Promise<void> {
  const { refusal } = await outcome.catch((): Changed => ({ refusal: "full" }));
  place = at;
  if (!refusal) {
    deleted = back;
    undo.hidden = back === null;
  }
  status.textContent = refusal ? sentenceOf(refusal) : done;
  await load();
  if (!refusal && back !== null) {
    undo.focus();
  }
}

function change(
  changes: SiteRulesChange[],
  at: string | null,
  done: string,
  back: SiteRulesChange[] | null = null,
): Promise<void> {
  return showOutcome(ask("change-sites", { changes }), at, done, back);
}

/** Returns the change that restores the rules of a site. */
function whole([site, { rules, bylines }]: readonly [string, StoredSite]): SiteRulesChange {
  return { site, put: rules, bylines };
}

function section(entry: readonly [string, StoredSite]): HTMLElement {
  const [site, { rules, bylines }] = entry;
  const box = element("input", { type: "checkbox", checked: bylines });
  box.addEventListener("change", () => void change([{ site, bylines: box.checked }], site, t("ruleSaved")));
  const gone: SiteRulesChange = { site, remove: rules.map(({ bytes }) => bytes), bylines: false };
  return element(
    "section",
    {},
    element("h3", {}, element("bdi", {}, site)),
    element("ul", {}, ...rules.map((rule) => item(site, rule))),
    element("label", {}, box, t("bylinesAreText")),
    element(
      "p",
      { class: "acts" },
      textButton(t("siteRulesDelete"), () => void change([gone], site, t("deleted"), [whole(entry)])),
    ),
  );
}

function item(site: string, rule: StoredRule): HTMLElement {
  const { bytes, made, isOff } = rule;
  const box = element("input", { type: "checkbox", checked: !isOff });
  box.addEventListener("change", () => {
    void change([{ site, turn: { bytes, isOff: !box.checked } }], site, t("ruleSaved"));
  });
  const remove = textButton(t("delete"), () => {
    void change([{ site, remove: [bytes] }], site, t("deleted"), [{ site, put: [rule] }]);
  });
  const description = words.get(bytes) ?? null;
  return element(
    "li",
    {},
    element("p", { dir: "auto" }, sentenceFor(rule, description)),
    element(
      "details",
      { class: "fold" },
      element("summary", {}, t("settingsRuleDetails")),
      ...detailsOf(description).map((sentence) => element("p", {}, sentence)),
      ...(made > "1971" ? [element("p", { class: "facts" }, date(made))] : []),
    ),
    element("p", { class: "acts" }, element("label", {}, box, t("ruleOn")), remove),
  );
}

/** Returns a sentence about the effect of a rule, with the first words of the part from which it was made. */
function sentenceFor({ words: first }: StoredRule, description: Description | null): string {
  if (!description) {
    return first;
  }
  return first.trim() === ""
    ? (detailsOf(description)[0] ?? "")
    : t(description.keeps ? "settingsRuleRestores" : "settingsRuleRemoves", first);
}

/** Returns the details of a rule's description. */
function detailsOf(description: Description | null): string[] {
  if (!description) {
    return [t("ruleUnknown")];
  }
  const { keeps, part, isNamed, conditions } = description;
  const own = t(`part_${part}`);
  const what = t(keeps ? "ruleRestores" : "ruleRemoves", isNamed ? t("ruleNamed", own) : own);
  const only = listed(conditions.map((condition) => t(`condition_${underscored(condition)}`)));
  return only ? [what, t("ruleOnly", only)] : [what];
}

/** Requests descriptions of rules that have none yet from the core. Returns whether all of them are valid rules. */
async function describe(rules: readonly string[]): Promise<boolean> {
  const unknown = rules.filter((rule) => !words.has(rule));
  if (unknown.length > 0) {
    const answers = await ask("describe-rules", { rules: unknown }).catch(() => []);
    for (const [i, rule] of unknown.entries()) {
      words.set(rule, answers[i] ?? null);
    }
  }
  return rules.every((rule) => words.get(rule));
}

async function load(): Promise<void> {
  const stored = await loadSiteRules();
  const rules = [...stored.sites.values()].flatMap((site) => site.rules.map(({ bytes }) => bytes));
  await describe(rules);
  sites = stored.sites;
  if (stored.newer > 0) {
    status.textContent = t("siteRulesNewer");
  }
  const nothing = element("p", {}, t("siteRulesNone"));
  const parts = [...sites].map(section);
  forget.hidden = parts.length === 0;
  const hadFocus = message.contains(document.activeElement);
  const at = shown.indexOf(place ?? "");
  const own = parts[[...sites.keys()].indexOf(place ?? "")];
  list.replaceChildren(...(parts.length > 0 ? parts : [nothing]));
  if (own) {
    own.append(message);
  } else if (at < 0) {
    files.append(message);
  } else {
    // The site's section is gone, so the message takes its place.
    list.insertBefore(message, list.children[at] ?? null);
  }
  if (own || at < 0) {
    shown = [...sites.keys()];
  }
  if (hadFocus && undo.checkVisibility()) {
    undo.focus();
  }
}

async function importRules(text: string | null): Promise<void> {
  const read = text === null ? "huge" : fromFile(text);
  if (typeof read === "string") {
    status.textContent = t(problems[read]);
    return;
  }
  const rules = read.flatMap(({ put }) => put?.map(({ bytes }) => bytes) ?? []);
  if (await describe(rules)) {
    await change(read, null, t("siteRulesImported", number(read.length)));
  } else {
    status.textContent = t("siteRulesFaulty");
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
  undo.hidden = true;
  const chooser = importButton(".json,application/json", largestFile, importRules);
  void load();
  ext.storage.local.onChanged.addListener((changes) => {
    if (Object.keys(changes).some((key) => key.startsWith(siteKey("")))) {
      void load();
    }
  });
  files.append(
    textButton(t("export"), () => save("pith-site-rules.json", "application/json", toFile(sites))),
    chooser.button,
    forget,
    chooser.input,
    message,
  );
  return group("site-rules", t("siteRules"), element("div", {}, element("p", {}, t("siteRulesText")), list, files));
}
