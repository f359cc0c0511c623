/** The popups of the toolbar: the menu and the panel of the text settings. Loaded on first use. */

import { ask, notify } from "../../shared/requests.ts";
import { linesFor, patternsIn, viewFor, withLines } from "../../shared/auto-open/patterns.ts";
import { loadList } from "../../shared/auto-open/store.ts";
import { loadSite } from "../../shared/site-rules/site-rules.ts";
import { type ShortcutName, keyName, keysOf } from "../../shared/settings/shortcuts.ts";
import { styleElement } from "../../ui/build.ts";
import {
  addStyles,
  type MenuGroup,
  type MenuItem,
  menuGroups,
  moveInMenu,
  type Sheet,
  sheet,
  toast,
} from "../../ui/components.ts";
import {
  AlignVerticalSpaceAround,
  BookOpen,
  BookOpenCheck,
  Check,
  ChevronsDown,
  Files,
  Flag,
  Headphones,
  Highlighter,
  Keyboard,
  Languages,
  Library,
  ListChecks,
  ListX,
  MousePointerClick,
  Printer,
  Quote,
  Search,
  Settings as Gear,
  SlidersHorizontal,
} from "../../ui/icons.ts";
import { ext, type MessageKey, t } from "../../shared/ext.ts";
import { type Part, parts, type ToolName } from "../../parts.ts";
import { formatNumber } from "../../shared/i18n/numbers.ts";
import { isCountedPart } from "../panels/removed/removed-line.ts";
import { provide, loadPart } from "../session/parts.ts";
import { showShortcutList } from "../session/shortcut-list.ts";
import { canTranslate } from "../tools/translation/browser.ts";
import { TextPanel } from "./text-panel.ts";
import type { Popup, ToolbarHost, ToolbarPanels } from "./toolbar.ts";
import choices from "../../ui/choices.css";
import styles from "./text-panel.css";

/** The tools in the menu, in two groups, each with its label and icon. */
const tools = {
  article: [
    ["find", "find", Search],
    ["translation", "translation", Languages],
    ["citation", "cite", Quote],
  ],
  reading: [
    ["paged-view", "paged", BookOpen],
    ["line-focus", "lineFocus", AlignVerticalSpaceAround],
    ["auto-scroll", "autoScroll", ChevronsDown],
  ],
} as const satisfies { readonly [group: string]: readonly (readonly [ToolName, MessageKey, string])[] };

/** Auto-open for this page: the saved list, and whether its pattern covers the whole site or only the page. */
interface AutoOpen {
  list: string;
  extent: "site" | "page" | "other" | null;
}

class Panels implements ToolbarPanels {
  readonly #host: ToolbarHost;
  readonly #buttons: Record<Popup, HTMLElement>;
  readonly #menu: Sheet;
  readonly #text: TextPanel;
  #canTranslate = false;
  /** The popup that was open when its button was clicked. As a click outside of it, the click has already closed it. */
  #openAtPointerDown: HTMLElement | null = null;

  constructor(host: ToolbarHost, buttons: Record<Popup, HTMLElement>) {
    this.#host = host;
    this.#buttons = buttons;
    const { session, dialog } = host;
    addStyles(session.shadow, session.signal);
    this.#menu = sheet({ title: t("moreSettings"), placement: "end", name: "menu-sheet", bare: true, body: [] });
    this.#menu.body.classList.add("menu");
    this.#menu.body.role = "menu";
    this.#menu.body.ariaLabel = t("moreSettings");
    moveInMenu(this.#menu.body, session.signal, () => this.#menu.node.hidePopover());
    this.#text = new TextPanel(host, (message, undo) => this.showMessage(message, undo));
    session.shadow.append(styleElement(choices + styles));
    dialog.append(this.#menu.node, this.#text.node);
    this.#connect(buttons.views, this.#menu.node);
    this.#connect(buttons.text, this.#text.node);
    if (host.useTool && session.finding.kind === "found") {
      void canTranslate(session.finding.summary.lang ?? "").then((isSupported) => {
        this.#canTranslate = isSupported;
      });
    }
  }

  toggle(popup: Popup): void {
    const node = popup === "views" ? this.#menu.node : this.#text.node;
    const isOpen = node.matches(":popover-open");
    if (isOpen) {
      node.hidePopover();
    }
    const wasOpen = isOpen || this.#openAtPointerDown === node;
    this.#openAtPointerDown = null;
    if (wasOpen) {
      return;
    }
    if (popup === "text") {
      node.showPopover();
      node.focus();
      return;
    }
    void this.#fill().then(() => {
      if (!this.#host.session.signal.aborted) {
        node.showPopover();
        this.#menu.body.querySelector<HTMLElement>(".menu-item")?.focus();
      }
    });
  }

  show(): void {
    this.#text.show();
  }

  showMessage(message: string, undo: (() => void) | null): void {
    toast(this.#host.session.shadow, message, undo && { text: t("undo"), act: undo });
  }

  /** Connects a popup to its button, so that clicking the button again closes the popup. */
  #connect(button: HTMLElement, popup: HTMLElement): void {
    button.ariaHasPopup = popup === this.#menu.node ? "menu" : "dialog";
    button.ariaExpanded = "false";
    popup.addEventListener("beforetoggle", ({ newState }) => {
      button.ariaExpanded = String(newState === "open");
    });
    button.addEventListener("pointerdown", () => {
      this.#openAtPointerDown = popup.matches(":popover-open") ? popup : null;
    });
  }

  async #fill(): Promise<void> {
    const [auto, rules] = await Promise.all([this.#autoOpen(), this.#rules()]);
    this.#show(auto, rules);
  }

  #show(auto: AutoOpen | null, rules: number): void {
    const focused = (this.#host.session.shadow.activeElement as HTMLElement | null)?.className;
    const groups = [this.#articleGroup(), this.#readingGroup(), this.#siteGroup(auto, rules), this.#generalGroup()];
    this.#menu.body.replaceChildren(...menuGroups(groups, () => this.#menu.node.hidePopover()));
    if (focused && this.#menu.node.matches(":popover-open")) {
      this.#menu.body.querySelector<HTMLElement>(`[class="${focused}"]`)?.focus();
    }
  }

  #key(name: ShortcutName): string | undefined {
    const { view, preferences } = this.#host;
    const { keys, bindings } = preferences.current;
    const key = view === "reader" && keys ? keysOf(name, bindings)[0] : undefined;
    return key && keyName(key);
  }

  #tool(name: ToolName, label: MessageKey, icon: string): MenuItem[] {
    const { useTool } = this.#host;
    const { keys = {} } = parts[name] as Part;
    const [key] = Object.keys(keys) as ShortcutName[];
    return useTool ? [{ name, label: t(label), icon, key: key && this.#key(key), act: () => useTool(name) }] : [];
  }

  #articleGroup(): MenuGroup {
    const { menuActions, actions, nextPagesItem, session, useTool } = this.#host;
    const { finding } = session;
    const items: MenuItem[] = [];
    if (menuActions.pick) {
      items.push({
        name: "pick-on-page",
        label: t("pick"),
        icon: MousePointerClick,
        key: this.#key("pickToRemove"),
        act: menuActions.pick,
      });
    }
    const toggleRemovedParts = menuActions.removedParts ?? actions.removedParts;
    if (toggleRemovedParts && finding.kind === "found") {
      const count = finding.detection.removed().filter(isCountedPart).length;
      const [value, key] = [formatNumber(count), this.#key("removedParts")];
      items.push({
        name: "removed-parts",
        label: t("removedParts"),
        icon: ListX,
        flip: true,
        value,
        key,
        act: toggleRemovedParts,
      });
    }
    if (menuActions.highlights) {
      items.push({ name: "highlights", label: t("highlights"), icon: Highlighter, act: menuActions.highlights });
    }
    for (const [name, label, icon] of tools.article) {
      if (name !== "translation" || this.#canTranslate) {
        items.push(...this.#tool(name, label, icon));
      }
    }
    if (useTool) {
      // Waits until the menu is gone. Prints the page's own window, whose document contains the article.
      const act = (): void => void setTimeout(() => window.print());
      items.push({ name: "print", label: t("savingPrint"), icon: Printer, key: "Ctrl+P", act });
    }
    const nextPages = nextPagesItem?.();
    if (nextPages) {
      items.push({ name: "next-pages", label: nextPages.label, icon: Files, act: nextPages.act });
    }
    return { title: t("popupArticle"), items };
  }

  #readingGroup(): MenuGroup {
    const { menuActions } = this.#host;
    const items = tools.reading.flatMap(([name, label, icon]) => this.#tool(name, label, icon));
    if (menuActions.listen) {
      items.unshift({ name: "listen", label: t("listen"), icon: Headphones, act: menuActions.listen });
    }
    return { title: t("popupReading"), items };
  }

  #siteGroup(auto: AutoOpen | null, rules: number): MenuGroup {
    const { view, settings, preferences } = this.#host;
    const items: MenuItem[] = [];
    if (auto) {
      const name = t(`view_${view}`);
      const isOn = auto.extent !== null;
      const act = (): void => void this.#setAutoOpen(auto, isOn ? null : "site");
      items.push({ name: "auto-open", label: t("popupAutoOpen", name), icon: BookOpenCheck, checked: isOn, act });
      for (const extent of isOn ? (["site", "page"] as const) : []) {
        const [label, checked] = [t(extent === "site" ? "extent_site" : "popupOnlyPage"), auto.extent === extent];
        const choose = (): void => void this.#setAutoOpen(auto, extent);
        items.push({ name: `auto-open-${extent}`, label, icon: Check, checked, choice: true, act: choose });
      }
    }
    if (settings.length > 0 && !ext.extension.inIncognitoContext) {
      const checked = preferences.current.site !== undefined;
      const act = (): void => {
        preferences.setSiteSpecific(!checked);
        void this.#fill();
      };
      items.push({ name: "site-only", label: t("popupTextOnSite"), icon: SlidersHorizontal, checked, act });
    }
    if (rules > 0) {
      const act = (): void => notify("open-own", { page: "options", section: "sites" });
      items.push({
        name: "rules",
        label: t("siteRules"),
        icon: ListChecks,
        flip: true,
        value: formatNumber(rules),
        act,
      });
    }
    return { title: location.hostname, items };
  }

  #generalGroup(): MenuGroup {
    const { session, view, preferences } = this.#host;
    const { finding } = session;
    const open = (page: "options" | "highlights") => (): void => notify("open-own", { page });
    const items: MenuItem[] = [
      { name: "all-highlights", label: t("highlightsOfAllPages"), icon: Library, act: open("highlights") },
      { name: "settings", label: t("popupSettings"), icon: Gear, act: open("options") },
    ];
    const keys = (): void => void showShortcutList(session, view, preferences.current);
    items.push({ name: "shortcuts", label: t("keys"), icon: Keyboard, key: this.#key("keys"), act: keys });
    if (finding.kind === "found") {
      const act = async (): Promise<void> => {
        const report = await loadPart("report");
        const onClose = (): void => this.#buttons.views.focus({ preventScroll: true });
        report?.({ session, finding, view, onClose });
      };
      items.push({ name: "report", label: t("reportTitle"), icon: Flag, act: () => void act() });
    }
    return { title: "Pith", items };
  }

  /** Returns the number of rules for the site. */
  async #rules(): Promise<number> {
    const site = await loadSite(location.href).catch(() => null);
    return site && site !== "newer" ? site.rules.length : 0;
  }

  /** Returns null if auto-open isn't available. */
  async #autoOpen(): Promise<AutoOpen | null> {
    const { view } = this.#host;
    const list = ext.extension.inIncognitoContext ? null : await loadList().catch(() => null);
    if (list === null || linesFor(location.href, "site", view).length === 0) {
      return null;
    }
    const isOn = viewFor(patternsIn(list), location.href) === view;
    const lines = list.split("\n").map((line) => line.trim());
    const has = (extent: "site" | "page"): boolean =>
      linesFor(location.href, extent, view).every((line) => lines.includes(line));
    return { list, extent: !isOn ? null : has("site") ? "site" : has("page") ? "page" : "other" };
  }

  /** Turns auto-open in this view on or off, for the site or only the page. */
  async #setAutoOpen({ list }: AutoOpen, extent: "site" | "page" | null): Promise<void> {
    const { view } = this.#host;
    const href = location.href;
    // Comes before any other wait: the browser only asks for a permission as long as the click counts as a user
    // gesture.
    const isAllowed = extent === null || (await ask("allow-site", { url: href, view }).catch(() => false));
    if (isAllowed !== true) {
      // Otherwise the settings page asks.
      if (isAllowed === false) {
        this.showMessage(t("autoOpenRefused"), null);
      }
      return;
    }
    const pageLines = (["site", "page", "part"] as const).flatMap((kind) => linesFor(href, kind, view));
    const [, exclusion = ""] = linesFor(href, "except", view);
    const otherLines = list.split("\n").filter((line) => ![...pageLines, exclusion].includes(line.trim()));
    const remainingList = otherLines.join("\n");
    // A pattern written by the user may still match the page.
    const isStillOn = viewFor(patternsIn(remainingList), href) === view;
    const lines = extent ? linesFor(href, extent, view) : isStillOn ? [exclusion] : [];
    const isDone = await this.#changeList(list, withLines(remainingList, lines));
    if (isDone) {
      const site = location.hostname;
      const name = t(`view_${view}`);
      const message = extent ? t("popupAutoOpenOn", site, name) : t("popupAutoOpenOff", site);
      const undo = async (): Promise<void> => {
        const currentList = await loadList();
        if (currentList !== null) {
          await this.#changeList(currentList, list);
        }
      };
      this.showMessage(message, () => void undo());
    }
  }

  async #changeList(before: string, after: string): Promise<boolean> {
    const refusal = await ask("change-list", { before, after }).catch(() => "full" as const);
    const keys: { readonly [refusal: string]: MessageKey } = {
      full: "storageFull",
      newer: "autoOpenNewer",
      huge: "autoOpenHuge",
    };
    if (refusal) {
      this.showMessage(t((keys[refusal] ?? "storageFull") as "storageFull"), null);
    }
    if (this.#menu.node.matches(":popover-open")) {
      await this.#fill();
    }
    return refusal === null;
  }
}

provide("toolbar-panels", (host, buttons) => new Panels(host, buttons));
