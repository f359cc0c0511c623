/**
 * Reports a problem: a panel over the view in which the user describes it, and a file saved on this device. Nothing is
 * sent.
 */

import { element, styleElement } from "../../../ui/build.ts";
import { button, addStyles, sheet } from "../../../ui/components.ts";
import { Download } from "../../../ui/icons.ts";
import type { ProblemReport } from "../../../shared/core.ts";
import { t } from "../../../shared/ext.ts";
import { issuesUrl } from "../../../shared/project.ts";
import { hideTypingFromPage } from "../../session/guard.ts";
import choices from "../../../ui/choices.css";
import note from "../../../ui/note.css";
import { ask } from "../../../shared/requests.ts";
import { errorMessage } from "../../../shared/reason.ts";
import { save } from "../../../ui/save-file.ts";
import { fileName, formatReport, type Statement, problemKinds } from "./file.ts";
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
  onClose(): void;
}

/** Opens the panel for a report. */
type OpenReport = (host: ReportHost) => void;

class Report {
  readonly #host: ReportHost;
  readonly #problems = new Map(problemKinds.map((wrong) => [wrong, createCheckbox()]));
  readonly #note = element("textarea", { rows: 3, maxlength: 10_000, dir: "auto" });
  readonly #anonymize = createCheckbox();
  readonly #omitUrl = createCheckbox();
  readonly #contents = element("p", { class: "description" });
  readonly #save = button(
    { variant: "primary", name: "save", icon: Download, text: t("reportSave") },
    () => void this.#saveFile(),
  );
  readonly #status = element("p", { role: "status" });
  readonly #issues = element(
    "p",
    { class: "issues", hidden: true },
    element("a", { href: issuesUrl, target: "_blank", rel: "noreferrer", dir: "ltr" }, issuesUrl),
  );
  readonly #panel: HTMLElement;

  constructor(host: ReportHost) {
    this.#host = host;
    const problemChoices = [...this.#problems].map(([wrong, box]) => createChoice(box, t(`wrong_${wrong}`)));
    this.#anonymize.checked = true;
    this.#anonymize.addEventListener("change", () => this.#show());
    this.#omitUrl.addEventListener("change", () => this.#show());
    this.#panel = sheet({
      title: t("reportTitle"),
      placement: "middle",
      name: "report",
      body: [
        element("p", {}, t("reportHow")),
        element("fieldset", {}, element("legend", {}, t("reportWrong")), ...problemChoices),
        element("label", { class: "note" }, t("reportNote"), this.#note),
        createChoice(this.#anonymize, t("reportAnonymize")),
        createChoice(this.#omitUrl, t("reportWithoutUrl")),
        element("details", {}, element("summary", {}, t("reportInFile")), this.#contents),
        this.#status,
        ...(issuesUrl ? [this.#issues] : []),
      ],
      footer: [this.#save],
      attributes: { autofocus: true },
    }).node;
    this.#panel.addEventListener("toggle", ({ newState }) => {
      if (newState === "closed" && !host.session.signal.aborted) {
        host.onClose();
      }
    });
    hideTypingFromPage(host.session);
    addStyles(host.session.shadow, host.session.signal);
    host.session.shadow.append(styleElement(note + choices + styles));
    host.session.shadow.querySelector("dialog")?.append(this.#panel);
    this.#show();
  }

  open(): void {
    this.#status.textContent = "";
    this.#issues.hidden = true;
    this.#panel.showPopover();
  }

  /** Shows what the file will contain. If it contains the page's texts, it contains the URL too. */
  #show(): void {
    const isAnonymized = this.#anonymize.checked;
    this.#omitUrl.disabled = !isAnonymized;
    this.#omitUrl.checked &&= isAnonymized;
    const urlMessage = this.#omitUrl.checked ? "reportUrlOmitted" : "reportUrlIncluded";
    const messages = [t("reportHolds"), t(isAnonymized ? "reportReplaced" : "reportTexts"), t(urlMessage)];
    this.#contents.textContent = messages.join(" ");
  }

  async #saveFile(): Promise<void> {
    const { detection } = this.#host.finding;
    // Not `disabled`: the button keeps the focus.
    if (this.#save.ariaDisabled === "true") {
      return;
    }
    this.#save.ariaDisabled = "true";
    try {
      const saved = new Date().toISOString();
      const report = await detection.problemReport();
      const page = this.#anonymize.checked ? await anonymize(report) : report;
      const name = fileName(saved);
      save(name, "application/json", formatReport(page, this.#statement(saved)));
      // Browsers don't report whether a sandboxed page may save files. Most may not.
      this.#status.textContent = t(origin === "null" ? "reportMaySave" : "reportSaved", name);
      this.#issues.hidden = false;
    } catch (error) {
      this.#status.textContent = errorMessage(error);
    } finally {
      this.#save.ariaDisabled = "false";
      this.#status.scrollIntoView({ block: "nearest" });
    }
  }

  #statement(saved: string): Statement {
    const wrong = [...this.#problems].filter(([, box]) => box.checked).map(([name]) => name);
    return {
      wrong,
      note: this.#note.value.trim(),
      address: this.#omitUrl.checked ? null : location.href,
      view: this.#host.view,
      browser: navigator.userAgent,
      saved,
    };
  }
}

/** Returns the report with the page's texts and URLs anonymized. Throws an error with a message for the user. */
async function anonymize(report: ProblemReport): Promise<ProblemReport> {
  const response = await ask("anonymize", { report }).catch(() => undefined);
  if (!response) {
    throw new Error(t("reportFailed"));
  }
  if ("failure" in response) {
    throw new Error(response.failure);
  }
  return response;
}

function createCheckbox(): HTMLInputElement {
  return element("input", { type: "checkbox" });
}

function createChoice(box: HTMLInputElement, text: string): HTMLElement {
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
