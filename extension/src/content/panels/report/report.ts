/**
 * Reports a problem: a panel over the view in which the user describes it, and a file saved on this device. Nothing is
 * sent.
 */

import { element, style } from "../../../ui/build.ts";
import { button, addStyles, sheet } from "../../../ui/components.ts";
import { Download } from "../../../ui/icons.ts";
import type { ProblemReport } from "../../../shared/core.ts";
import { t } from "../../../shared/ext.ts";
import { keepTyping } from "../../session/guard.ts";
import choices from "../../../ui/choices.css";
import note from "../../../ui/note.css";
import { ask } from "../../../shared/requests.ts";
import { reasonOf } from "../../../shared/reason.ts";
import { save } from "../../../ui/save-file.ts";
import { fileName, fileOf, type Statement, faultKinds } from "./file.ts";
import styles from "./report.css";
import { provide } from "../../session/parts.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import type { ViewName } from "../../../parts.ts";

/** Parameters of a problem report. */
interface ReportHost {
  session: Session;
  finding: FoundDetection;
  view: ViewName;
  /** Called when the panel closes. */
  closed(): void;
}

/** Opens the panel for a report. */
type OpenReport = (host: ReportHost) => void;

class Report {
  readonly #host: ReportHost;
  readonly #wrong = new Map(faultKinds.map((wrong) => [wrong, checkbox()]));
  readonly #note = element("textarea", { rows: 3, maxlength: 10_000, dir: "auto" });
  readonly #anonymize = checkbox();
  readonly #noAddress = checkbox();
  readonly #holds = element("p", { class: "holds" });
  readonly #save = button(
    { look: "primary", name: "save", icon: Download, text: t("reportSave") },
    () => void this.#give(),
  );
  readonly #status = element("p", { role: "status" });
  readonly #panel: HTMLElement;

  constructor(host: ReportHost) {
    this.#host = host;
    const kinds = [...this.#wrong].map(([wrong, box]) => choice(box, t(`wrong_${wrong}`)));
    this.#anonymize.checked = true;
    this.#anonymize.addEventListener("change", () => this.#show());
    this.#noAddress.addEventListener("change", () => this.#show());
    this.#panel = sheet({
      title: t("reportTitle"),
      at: "middle",
      name: "report",
      body: [
        element("p", {}, t("reportHow")),
        element("fieldset", {}, element("legend", {}, t("reportWrong")), ...kinds),
        element("label", { class: "note" }, t("reportNote"), this.#note),
        choice(this.#anonymize, t("reportAnonymize")),
        choice(this.#noAddress, t("reportWithoutUrl")),
        element("details", {}, element("summary", {}, t("reportInFile")), this.#holds),
        this.#status,
      ],
      foot: [this.#save],
      attributes: { autofocus: true },
    }).node;
    this.#panel.addEventListener("toggle", ({ newState }) => {
      if (newState === "closed" && !host.session.signal.aborted) {
        host.closed();
      }
    });
    keepTyping(host.session);
    addStyles(host.session.shadow, host.session.signal);
    host.session.shadow.append(style(note + choices + styles));
    host.session.shadow.querySelector("dialog")?.append(this.#panel);
    this.#show();
  }

  open(): void {
    this.#status.textContent = "";
    this.#panel.showPopover();
  }

  /** Shows what the file will contain. If it contains the page's texts, it contains the URL too. */
  #show(): void {
    const isAnonymized = this.#anonymize.checked;
    this.#noAddress.disabled = !isAnonymized;
    this.#noAddress.checked &&= isAnonymized;
    const address = this.#noAddress.checked ? "reportUrlOmitted" : "reportUrlIncluded";
    const sentences = [t("reportHolds"), t(isAnonymized ? "reportReplaced" : "reportTexts"), t(address)];
    this.#holds.textContent = sentences.join(" ");
  }

  async #give(): Promise<void> {
    const { detection } = this.#host.finding;
    // Not `disabled`: the button keeps the focus.
    if (this.#save.ariaDisabled === "true") {
      return;
    }
    this.#save.ariaDisabled = "true";
    try {
      const saved = new Date().toISOString();
      const report = await detection.problemReport();
      const page = this.#anonymize.checked ? await anonymized(report) : report;
      const name = fileName(saved);
      save(name, "application/json", fileOf(page, this.#statement(saved)));
      // Browsers don't report whether a sandboxed page may save files. Most may not.
      this.#status.textContent = t(origin === "null" ? "reportMaySave" : "reportSaved", name);
    } catch (error) {
      this.#status.textContent = reasonOf(error);
    } finally {
      this.#save.ariaDisabled = "false";
      this.#status.scrollIntoView({ block: "nearest" });
    }
  }

  #statement(saved: string): Statement {
    const wrong = [...this.#wrong].filter(([, box]) => box.checked).map(([name]) => name);
    return {
      wrong,
      note: this.#note.value.trim(),
      address: this.#noAddress.checked ? null : location.href,
      view: this.#host.view,
      browser: navigator.userAgent,
      saved,
    };
  }
}

/** Returns the report with the page's texts and URLs anonymized. Throws an error with a message for the user. */
async function anonymized(report: ProblemReport): Promise<ProblemReport> {
  const answer = await ask("anonymize", { report }).catch(() => undefined);
  if (!answer) {
    throw new Error(t("reportFailed"));
  }
  if ("failure" in answer) {
    throw new Error(answer.failure);
  }
  return answer;
}

function checkbox(): HTMLInputElement {
  return element("input", { type: "checkbox" });
}

function choice(box: HTMLInputElement, text: string): HTMLElement {
  return element("label", { class: "choice" }, box, element("span", {}, text));
}

/** One panel per view. It keeps its text while closed. */
const reports = new WeakMap<ShadowRoot, Report>();

declare module "../../session/parts.ts" {
  interface Provided {
    report: OpenReport;
  }
}

provide("report", (host) => {
  const { shadow } = host.session;
  const report = reports.get(shadow) ?? new Report(host);
  reports.set(shadow, report);
  report.open();
});
