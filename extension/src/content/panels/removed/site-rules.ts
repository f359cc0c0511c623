/**
 * The rules of the page's site: their effects on this page, corrections to save as rules, and the switch for bylines.
 */

import { element } from "../../../ui/build.ts";
import { contains } from "../../../ui/nodes.ts";
import type { Application, Correction } from "../../../shared/core.ts";
import { ext, t } from "../../../shared/ext.ts";
import { ask } from "../../../shared/requests.ts";
import {
  encodeSiteRules,
  excerpt,
  type AppliedSiteRules,
  rulesInUse,
  siteOf,
  type StoredRule,
} from "../../../shared/site-rules/site-rules.ts";
import { refusalMessage } from "../../../shared/site-rules/refusal.ts";
import type { SiteRulesChange } from "../../../shared/site-rules/stored.ts";
import { underscored } from "../../../shared/removal-reasons.ts";
import type { RemovedHost } from "./host.ts";
import type { FoundDetection } from "../../session/finding.ts";
import { type RemovedPart, textOfNodes } from "./parts.ts";
import type { SiteAction } from "./item.ts";
import type { Overrides } from "./overrides.ts";

interface SiteRuleActions {
  /** Saves the corrections of these nodes as site rules, and no other corrections of this page. */
  saveForSite(nodes: readonly number[]): void;
  /** Sets whether bylines and dates are part of the text on this site. */
  setBylines(are: boolean): void;
}

/** Result of a storage update: a status message, or an empty string if nothing changed. */
interface UpdateResult {
  message: string;
  isRefused: boolean;
}

const noChange: UpdateResult = { message: "", isRefused: false };

export class SiteRulesSection {
  readonly node = element("details", { class: "rules" });
  readonly #finding: FoundDetection;
  readonly #overrides: Overrides;
  readonly #site = siteOf(location.href);
  readonly #isPrivate = ext.extension.inIncognitoContext;
  readonly #applied = element("ul");
  readonly #bylines = element("input", { type: "checkbox", class: "switch", role: "switch" });
  readonly #bylinesStatus = element("span", { class: "muted" });
  readonly #saveForSite: SiteRuleActions["saveForSite"];
  readonly #isReadOnly: boolean;
  #corrections: readonly Correction[] = [];

  constructor({ finding }: RemovedHost, overrides: Overrides, { saveForSite, setBylines }: SiteRuleActions) {
    this.#finding = finding;
    this.#overrides = overrides;
    this.#saveForSite = saveForSite;
    this.#bylines.addEventListener("change", () => setBylines(this.#bylines.checked));
    const label = element("label", { class: "choice" }, element("span", {}, t("bylinesAreText")), this.#bylines);
    const { problem } = this.#siteRules;
    const problemMessage = problem ? t(problem === "newer" ? "siteRulesNewer" : "siteRulesBroken") : "";
    const blockedMessage = this.#isPrivate ? t("highlightFailed_private") : problemMessage;
    this.#isReadOnly = this.#isPrivate || problem === "newer";
    this.node.append(
      element("summary", {}, t("siteRulesFor", this.#site)),
      ...(blockedMessage ? [element("p", { class: "blocked" }, blockedMessage)] : []),
      this.#applied,
      ...(this.#isReadOnly ? [] : [label, this.#bylinesStatus]),
    );
    this.node.open = blockedMessage !== "";
  }

  get #siteRules(): AppliedSiteRules {
    const { siteRules } = this.#finding;
    if (!siteRules) {
      throw new Error("a view was opened before its site rules were applied");
    }
    return siteRules;
  }

  /** Shows the current state. */
  fill(): void {
    const { site, applied } = this.#siteRules;
    this.#corrections = this.#finding.detection.corrections();
    const rules = rulesInUse(site);
    const rows = rules.flatMap((rule, i) => {
      const outcome = applied[i];
      return outcome ? [this.#row(rule, outcome)] : [];
    });
    this.#applied.replaceChildren(...rows);
    this.#bylines.checked = site.bylines;
    const bylinesFailure = site.bylines ? applied[rules.length]?.gaveUp : null;
    this.#bylinesStatus.textContent = bylinesFailure ? t(`notApplied_${underscored(bylinesFailure)}`) : "";
  }

  /** Returns the site action for the correction of a part; null if there is none. */
  actionOf({ leaves }: Pick<RemovedPart, "leaves">): SiteAction | null {
    const correction = this.#corrections.find(({ nodes }) => nodes.some((node) => this.#includesLeaf(node, leaves)));
    if (!correction || this.#isReadOnly) {
      return null;
    }
    const { nodes, refusal } = correction;
    if (refusal) {
      return { text: t(`notForSite_${underscored(refusal)}`), act: null };
    }
    const isSaved = this.#isSaved(nodes);
    const saved = this.#overrides.now.saved;
    const act = (): void =>
      this.#saveForSite(isSaved ? [...saved].filter((node) => !nodes.includes(node)) : [...saved, ...nodes]);
    return { text: t(isSaved ? "deleteForSite" : "saveForSite", this.#site), act };
  }

  /** Returns whether a node is or contains one of some leaves. */
  #includesLeaf(node: number, leaves: readonly number[]): boolean {
    const { detection } = this.#finding;
    const container = detection.node(node);
    return leaves.some((leaf) => {
      const leafNode = leaf === node ? null : detection.node(leaf);
      return leaf === node || (container !== null && leafNode !== null && contains(container, leafNode));
    });
  }

  /** Saves this page's corrections as site rules, and deletes rules that were undone here. */
  async store(): Promise<UpdateResult> {
    if (this.#isPrivate) {
      return noChange;
    }
    const siteRules = this.#siteRules;
    const saved = this.#savedRules();
    const undoneRules = this.#undoneRules();
    const toSave = [...difference(saved, siteRules.savedFromPage), ...difference(siteRules.undone, undoneRules)];
    const toDelete = [...difference(siteRules.savedFromPage, saved), ...difference(undoneRules, siteRules.undone)];
    if (toSave.length === 0 && toDelete.length === 0) {
      return noChange;
    }
    const outcome = await this.#change({ put: toSave, remove: toDelete.map(({ bytes }) => bytes) });
    if (!outcome.isRefused) {
      siteRules.savedFromPage = saved;
      siteRules.undone = undoneRules;
    }
    return outcome.isRefused
      ? outcome
      : { ...outcome, message: t(toSave.length > 0 ? "siteRuleSaved" : "siteRuleDeleted") };
  }

  /** Saves the switch and decides again. Returns an error message if that fails. */
  async storeBylines(bylines: boolean): Promise<UpdateResult> {
    const siteRules = this.#siteRules;
    const outcome = await this.#change({ bylines });
    if (!outcome.isRefused) {
      siteRules.site = { ...siteRules.site, bylines };
      siteRules.applied = await this.#finding.detection.applySiteRules(encodeSiteRules(siteRules.site));
    }
    return outcome;
  }

  async #change(change: Omit<SiteRulesChange, "site">): Promise<UpdateResult> {
    const changes: SiteRulesChange[] = [{ site: this.#site, ...change }];
    const response = await ask("change-sites", { changes }).catch(() => undefined);
    if (response?.refusal === null) {
      return noChange;
    }
    const message = response ? refusalMessage(response.refusal) : t("extensionGone");
    return { message, isRefused: true };
  }

  /** Returns the site rules made from this page's corrections, by their bytes. */
  #savedRules(): Map<string, StoredRule> {
    const isAccepted = ({ nodes, rule }: Correction): boolean => rule.length > 0 && this.#isSaved(nodes);
    const rules = this.#finding.detection.corrections().filter(isAccepted);
    return new Map(
      rules.map(({ nodes, rule }) => {
        const bytes = new Uint8Array(rule).toBase64();
        const excerptText = excerpt(textOfNodes(this.#finding, nodes));
        return [bytes, { bytes, words: excerptText, made: new Date().toISOString(), isOff: false }];
      }),
    );
  }

  /** Returns the rules that were undone on this page, by their bytes. */
  #undoneRules(): Map<string, StoredRule> {
    const rules = rulesInUse(this.#siteRules.site);
    const rulesAt = Array.from(this.#finding.detection.undone(), (index) => rules[index]);
    return new Map(rulesAt.filter((rule) => rule !== undefined).map((rule) => [rule.bytes, rule]));
  }

  #isSaved(nodes: readonly number[]): boolean {
    return nodes.every((node) => this.#overrides.now.saved.has(node));
  }

  #row(rule: StoredRule, outcome: Application): HTMLElement {
    const outcomeText = this.#siteRules.undone.has(rule.bytes) ? t("applied_deleted") : outcomeMessage(outcome);
    const excerptElement = element("span", { class: "row-text", dir: "auto" }, rule.words);
    return element("li", {}, excerptElement, " ", element("strong", {}, outcomeText));
  }
}

/** Describes a rule's effect on the page. */
function outcomeMessage({ gaveUp, keeps, leaves }: Application): string {
  if (gaveUp) {
    return t(`notApplied_${underscored(gaveUp)}`);
  }
  return t(leaves.length === 0 ? "applied_same" : keeps ? "applied_restored" : "applied_removed");
}

function difference(rules: ReadonlyMap<string, StoredRule>, others: ReadonlyMap<string, StoredRule>): StoredRule[] {
  return [...rules.values()].filter(({ bytes }) => !others.has(bytes));
}
