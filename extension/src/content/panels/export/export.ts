/** Exports the article: from a panel over the view, or from the browser's menu if no view is open. */

import { element, styleElement } from "../../../ui/build.ts";
import { addStyles, type MenuItem, menuGroups, moveInMenu, type Sheet, sheet, toast } from "../../../ui/components.ts";
import {
  Book,
  ClipboardType,
  Copy,
  FileCode2,
  Files,
  FileText,
  Link,
  Printer,
  Server,
  Share,
} from "../../../ui/icons.ts";
import { ext, type MessageKey, t, setTexts } from "../../../shared/ext.ts";
import { matches, showPopover } from "../../../ui/nodes.ts";
import { isReadable, type Message, noArticleMessage } from "../../session/no-article.ts";
import type {
  ArticlePart,
  Collected,
  CollectRequest,
  MenuOutcome,
  ExportRequest,
  ExportAction,
} from "../../../shared/messages.ts";
import { errorMessage } from "../../../shared/reason.ts";
import type { Finding, FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import { required, share } from "../../../shared/state.ts";
import { exportContent } from "./content.ts";
import { selectedPart } from "./part.ts";
import { copy } from "../../../ui/export/clipboard.ts";
import { loadImages } from "../../../ui/export/images.ts";
import { ExportStatus } from "../../../ui/export/status.ts";
import { notify } from "../../../shared/requests.ts";
import { loadServer } from "../../../shared/export/server-store.ts";
import { Notice } from "./from-menu.ts";
import styles from "./export.css";
import { askOrThrow, articleFacts, extractPart, type ExportedArticle, Exporter } from "../../../ui/export/exporter.ts";
import { provide } from "../../session/parts.ts";

/** Opens the export panel. */
type OpenExportPanel = (session: Session, finding: FoundDetection) => void;

/** Exports the article without a panel. */
export type ExportFromMenu = (request: ExportRequest) => Promise<MenuOutcome>;

/** Sends the article of a tab to the page that saves tabs as one file. */
export type Collect = (request: CollectRequest) => Promise<Collected>;

/** A row of the panel: an export action, or an action that only the panel has. */
type ExportRow = ExportAction | "copyLink" | "print";

interface RowContent {
  label: MessageKey;
  icon: string;
  value?: string;
}

const rows: Record<ExportRow, RowContent> = {
  copyMarkdown: { label: "copyMarkdown", icon: Copy },
  copyLook: { label: "copyLook", icon: ClipboardType },
  copyLink: { label: "savingLink", icon: Link },
  saveMarkdown: { label: "saveMarkdown", icon: FileText, value: ".md" },
  saveHtml: { label: "saveHtml", icon: FileCode2, value: ".html" },
  saveEpub: { label: "saveEpub", icon: Book, value: ".epub" },
  print: { label: "savingPrint", icon: Printer },
  share: { label: "share", icon: Share },
  send: { label: "send", icon: Server },
};

const groups: readonly { title: MessageKey; names: readonly ExportRow[] }[] = [
  { title: "savingCopy", names: ["copyMarkdown", "copyLook", "copyLink"] },
  { title: "savingDownload", names: ["saveMarkdown", "saveHtml", "saveEpub", "print"] },
  { title: "savingSend", names: ["share", "send"] },
];

/** The storage key of the last choice. */
const lastKey = "lastExport";

class ExportPanel {
  readonly #session: Session;
  readonly #finding: FoundDetection;
  readonly #status = new ExportStatus();
  /** The whole article, the selection, or a section. */
  readonly #parts = element("select", { id: "part" });
  readonly #menu = element("div", { role: "menu", "aria-label": t("saveOrShare") });
  readonly #sheet: Sheet;
  readonly #exporter: Exporter;
  /** The selection when the panel was opened. */
  #selected: ArticlePart | null = null;
  /**
   * True if the panel was open when its button was clicked. The browser has closed it by then, as for any click
   * outside.
   */
  #wasOpen = false;

  constructor(session: Session, finding: FoundDetection) {
    const { shadow, signal } = session;
    this.#session = session;
    this.#finding = finding;
    this.#exporter = new Exporter(
      () => this.#article(),
      (status, ...actions) => this.#status.show(status, ...actions),
      (status) => this.#finish(status),
    );
    this.#sheet = sheet({
      title: t("saveOrShare"),
      placement: "end",
      name: "exporter",
      bare: true,
      body: [
        this.#status.node,
        element("label", { class: "part" }, t("part"), this.#parts),
        this.#menu,
        element("p", { class: "description" }, t("saveOrShareText")),
      ],
    });
    this.#sheet.body.classList.add("menu");
    this.#sheet.node.addEventListener("toggle", ({ newState }) => {
      if (newState === "closed") {
        this.#exporter.stop();
      }
    });
    moveInMenu(this.#menu, signal);
    // Keeps the selection, so the user can switch back to it.
    this.#menu.addEventListener("mousedown", (event) => this.#selected && event.preventDefault());
    signal.addEventListener("abort", () => this.#exporter.stop());
    this.#connectButton(shadow.querySelector<HTMLElement>(".bar .share"));
    addStyles(shadow, signal);
    shadow.append(styleElement(styles));
    shadow.querySelector("dialog")?.append(this.#sheet.node);
  }

  /** Connects the panel to its button in the toolbar. */
  #connectButton(button: HTMLElement | null): void {
    const { node } = this.#sheet;
    if (button) {
      button.ariaHasPopup = "dialog";
      button.ariaExpanded = "false";
      node.addEventListener("beforetoggle", ({ newState }) => {
        button.ariaExpanded = String(newState === "open");
      });
      button.addEventListener("pointerdown", () => {
        this.#wasOpen = matches(node, ":popover-open");
      });
    }
  }

  /** Toggles the panel. `isPart`: preselects the selection. Resolves once the panel is open. */
  async open(isPart = false): Promise<void> {
    const { node } = this.#sheet;
    const wasOpen = this.#wasOpen;
    this.#wasOpen = false;
    if (wasOpen) {
      if (matches(node, ":popover-open")) {
        node.hidePopover();
      }
      return;
    }
    this.#selected = selectedPart();
    const selection = element("option", { value: "selection" }, t("partSelection"));
    this.#parts.replaceChildren(
      element("option", { value: "" }, t("partWhole")),
      ...(this.#selected || isPart ? [selection] : []),
    );
    this.#parts.value = isPart ? "selection" : "";
    this.#status.show("");
    const [stored, server] = await Promise.all([
      ext.storage.local.get<{ [lastKey]?: unknown }>(lastKey).catch(() => ({ [lastKey]: undefined })),
      loadServer().catch(() => null),
    ]);
    if (this.#session.signal.aborted) {
      return;
    }
    this.#fill(stored[lastKey], server !== null);
    showPopover(this.#sheet.node);
    void this.#listSections();
  }

  /** Shows the rows. The last choice comes first and gets the focus, so Enter repeats it. */
  #fill(lastChoice: unknown, hasServer: boolean): void {
    const isAvailable = (name: ExportRow): boolean => name !== "share" || canShare();
    const item = (name: ExportRow, classes: string = name): MenuItem => {
      const { label, icon, value } = rows[name];
      const isUnset = name === "send" && !hasServer;
      const act = (): void => (isUnset ? this.#openPage("set-up-server") : this.#choose(name));
      return { name: classes, label: t(label), icon, value: isUnset ? t("savingSetUp") : value, act };
    };
    const repeated = groups
      .flatMap(({ names }) => names)
      .find((name) => name === lastChoice && isAvailable(name) && (name !== "send" || hasServer));
    const tabs = { name: "tabs", label: t("tabs"), icon: Files, act: () => this.#openPage("save-tabs") };
    const allGroups = [
      { title: t("savingLast"), items: repeated ? [item(repeated, `${repeated} last-used`)] : [] },
      ...groups.map(({ title, names }) => ({
        title: t(title),
        items: names.filter(isAvailable).map((name) => item(name)),
      })),
      { title: t("tabsTitle"), items: [tabs] },
    ];
    this.#menu.replaceChildren(...menuGroups(allGroups, () => {}));
    const firstButton = this.#menu.querySelector("button");
    if (firstButton) {
      firstButton.autofocus = true;
      firstButton.tabIndex = 0;
    }
  }

  /** Lists the article's sections. */
  async #listSections(): Promise<void> {
    const { html } = exportContent(this.#finding);
    const { sections } = await askOrThrow("sections-of", { html }).catch(() => ({ sections: [] }));
    const topLevel = Math.min(...sections.map(({ level }) => level));
    const options = sections.map(({ level, text }, i) =>
      element("option", { value: i }, "\u2003".repeat(level - topLevel) + text),
    );
    for (const option of this.#parts.querySelectorAll("option[value]:not([value=''], [value=selection])")) {
      option.remove();
    }
    this.#parts.append(...options);
  }

  async #article(): Promise<ExportedArticle> {
    const article = exportContent(this.#finding);
    const { value } = this.#parts;
    if (value === "") {
      return article;
    }
    return extractPart(article, value === "selection" ? this.#selected : { section: Number(value) });
  }

  run(action: ExportAction): void {
    void this.#exporter.run(action);
  }

  /** Closes the panel, and shows a message over the view. */
  #finish(status: string): void {
    this.#sheet.node.hidePopover();
    toast(this.#session.shadow, status);
  }

  /** Closes the panel and opens a page of the extension. */
  #openPage(page: "save-tabs" | "set-up-server"): void {
    this.#sheet.node.hidePopover();
    notify(page);
  }

  #choose(name: ExportRow): void {
    if (!ext.extension.inIncognitoContext) {
      void ext.storage.local.set({ [lastKey]: name }).catch(() => {});
    }
    if (name === "print") {
      this.#sheet.node.hidePopover();
      print();
    } else if (name === "copyLink") {
      void this.#copyLink();
    } else {
      this.run(name);
    }
  }

  async #copyLink(): Promise<void> {
    if (await copy(this.#finding.summary.canonical ?? location.href, null)) {
      this.#finish(t("copied"));
    } else {
      this.#status.show(t("copyFailed"));
    }
  }
}

/** Returns whether the system can share and the page allows it. */
function canShare(): boolean {
  return typeof navigator.canShare === "function" && navigator.canShare({ text: "text" });
}

/** One panel per view. */
const panels = new WeakMap<ShadowRoot, ExportPanel>();

async function openPanel(session: Session, finding: FoundDetection, isPart = false): Promise<ExportPanel> {
  const panel = panels.get(session.shadow) ?? new ExportPanel(session, finding);
  panels.set(session.shadow, panel);
  await panel.open(isPart);
  return panel;
}

/** Returns the message for a page without an article. */
const failedMessage = (): Message => ({ title: t("failed"), text: t("failedNext") });

/** Returns the shown article, or the detected one if no view is open; a message if there is none. */
async function currentArticle(): Promise<ExportedArticle | Message> {
  const shell = required("pithShell");
  const finding = shell.session?.finding;
  const contentOf = (result: Finding): ExportedArticle | Message =>
    isReadable(result) ? exportContent(result) : noArticleMessage(result);
  if (finding) {
    return contentOf(finding);
  }
  return (await shell.detect(required("pithCore"), contentOf).catch(() => null)) ?? failedMessage();
}

/** Exports the article without a panel. If a view is open, its panel exports what it shows. */
async function fromMenu({ action, isPart, texts }: ExportRequest): Promise<MenuOutcome> {
  setTexts(texts);
  const { session, unreadable: type } = required("pithShell");
  if (type !== null) {
    return { kind: "unreadable", type };
  }
  if (session && isReadable(session.finding)) {
    const { finding } = session;
    void openPanel(session, finding, isPart).then((panel) => panel.run(action));
    return { kind: "begun" };
  }
  const part = selectedPart();
  const notice = await Notice.open(session?.shadow ?? null);
  void currentArticle().then((article) => {
    if ("html" in article) {
      notice.run(() => (isPart ? extractPart(article, part) : article), action);
    } else {
      notice.showStatus(`${article.title} ${article.text}`);
    }
  });
  return { kind: "begun" };
}

/** Sends the article to the page that saves tabs as one file. */
async function collect({ images, room, held, texts }: CollectRequest): Promise<Collected> {
  setTexts(texts);
  const { unreadable: type } = required("pithShell");
  if (type !== null) {
    return { kind: "failed", reason: t(type === "application/pdf" ? "notice_pdf" : "notice_document") };
  }
  const article = await currentArticle();
  if (!("html" in article)) {
    return { kind: "failed", reason: article.title };
  }
  const { html, summary } = article;
  const chapter = { html, facts: articleFacts(article), rtl: summary.dir === "rtl" };
  if (!images) {
    return { kind: "article", chapter, images: [], missing: [] };
  }
  const { addresses } = await askOrThrow("images-of", { html });
  const missing = addresses.filter((src) => !held.includes(src));
  const signal = new AbortController().signal;
  const collected = await loadImages(missing, () => {}, signal, { maxBytes: room });
  return { kind: "article", chapter, images: collected.loaded, missing: collected.missing };
}

declare module "../../session/parts.ts" {
  interface Provided {
    "export-panel": OpenExportPanel;
  }
}

provide("export-panel", (session, finding) => void openPanel(session, finding));
share("pithExportFromMenu", fromMenu);
share("pithCollect", (request) =>
  collect(request).catch((error: unknown) => ({
    kind: "failed",
    reason: errorMessage(error),
  })),
);
