/**
 * The toolbar of every view: back to the page, the views, and the actions of the open one. It is complete from the
 * first paint; the popups of its buttons load on first use (toolbar-panels.ts).
 */

import { svgIcon, element } from "../../ui/build.ts";
import {
  ArrowLeft,
  CaseSensitive,
  Ellipsis,
  Headphones,
  Highlighter,
  ListX,
  MousePointerClick,
  Share,
  TableOfContents,
} from "../../ui/icons.ts";
import type { PanelSetting } from "../../shared/settings/settings.ts";
import type { LiveSettings } from "../../ui/live-settings.ts";
import { trackViewport } from "../../ui/visual-viewport.ts";
import { ext, isAlive, t } from "../../shared/ext.ts";
import { pageUrl, highlightsKey } from "../../shared/highlights/page-url.ts";
import { formatNumber } from "../../shared/i18n/numbers.ts";
import { type ToolName, type ViewName, viewNames } from "../../parts.ts";
import { layoutScale } from "../dom/viewport.ts";
import type { Session } from "../session/session.ts";
import { loadPart } from "../session/parts.ts";

/** A menu item only some articles have. */
export interface OptionalMenuItem {
  label: string;
  act(): void;
}

/** Popups of the toolbar itself. */
export type Popup = "views" | "text";

export interface Toolbar {
  node: HTMLElement;
  /** Updates labels and states. */
  show(): void;
  /** Opens the menu or the panel of the text settings, or closes it. */
  toggle(popup: Popup): void;
  /** Shows a message for a while, with Undo. */
  showMessage(message: string, undo: (() => void) | null): void;
  /** Runs the action of a button or menu item, if available. */
  runAction(name: ActionName): void;
  /** Closes open popups in its tree. Returns whether there were any. */
  close(): boolean;
}

/** Buttons beside Back and the views; the names are those of their messages. */
export type ActionName = "contents" | "text" | "removedParts" | "pick" | "highlights" | "listen" | "export" | "views";

export interface ToolbarHost {
  view: ViewName;
  session: Session;
  dialog: HTMLDialogElement;
  /** The settings the view can apply. */
  settings: readonly PanelSetting[];
  preferences: LiveSettings;
  /** The view's actions for the buttons. A button without an action isn't shown. */
  actions: { readonly [Name in ActionName]?: (() => void) | undefined };
  /** Its actions for items of the menu only. */
  menuActions: { readonly [Name in ActionName]?: (() => void) | undefined };
  /** Returns the label of a button's shortcut; undefined in views without shortcuts. */
  shortcutLabel?: (name: ActionName) => string | undefined;
  /** Uses a reading tool; undefined if there are none. */
  useTool?: ((name: ToolName) => void) | undefined;
  /** Returns the menu item for next pages; undefined in views that don't load them. */
  nextPagesItem?: () => OptionalMenuItem | null;
}

/** The parts of the toolbar that load on first use. */
export interface ToolbarPanels {
  /** Opens or closes the popup of a button. */
  toggle(popup: Popup): void;
  /** Updates the controls. */
  show(): void;
  /** Shows a message for a while, with Undo. */
  showMessage(message: string, undo: (() => void) | null): void;
}

declare module "../session/parts.ts" {
  interface Provided {
    "toolbar-panels": (host: ToolbarHost, buttons: Record<Popup, HTMLElement>) => ToolbarPanels;
  }
}

/** A button. `text` is shown instead of the label, and `short` instead of both if there is little room. */
type ButtonSpec = readonly [
  name: string,
  label: () => string,
  icon: string,
  kind?: string,
  text?: (() => string) | undefined,
  short?: () => string,
];

const buttonSpecs: Record<ActionName, ButtonSpec> = {
  contents: ["contents", () => t("contentsLabel"), TableOfContents, "flip"],
  text: ["text", () => t("toolText"), CaseSensitive],
  removedParts: ["removed-parts", () => t("removedParts"), ListX, "flip", () => t("toolRemoved")],
  pick: ["pick-on-page", () => t("pick"), MousePointerClick],
  highlights: ["highlights", () => t("highlights"), Highlighter],
  listen: ["listen", () => t("listen"), Headphones],
  export: ["share", () => t("saveOrShare"), Share, "", undefined, () => t("toolSave")],
  views: ["overflow", () => t("moreSettings"), Ellipsis],
};

/** Px the labels need in the view with the widest ones, so that all views decide alike whether to show labels. */
let widest = 0;

export function createToolbar(host: ToolbarHost): Toolbar {
  const { view, session, dialog } = host;
  const { signal } = session;
  const back = toolButton("back", t("back"), ArrowLeft, "flip");
  back.addEventListener("click", session.closeView);
  const views = element("div", { class: "views", role: "group", "aria-label": t("toolView") });
  for (const name of viewNames) {
    const isCurrent = name === view;
    const label = t(`view_${name}`);
    const button = element(
      "button",
      { type: "button", class: `view ${name}`, "aria-pressed": String(isCurrent) },
      label,
    );
    button.title = [label, ...(session.shortcuts[name] ? [`(${session.shortcuts[name]})`] : [])].join(" ");
    button.addEventListener("click", () => isCurrent || session.show(name));
    views.append(button);
  }
  const buttons = new Map<ActionName, HTMLButtonElement>();
  for (const [name, [kind, label, icon, flip, text = label, short]] of Object.entries(buttonSpecs) as [
    ActionName,
    ButtonSpec,
  ][]) {
    const act = name === "views" || name === "text" ? (): void => toggle(name) : host.actions[name];
    if (act && !(name === "text" && host.settings.length === 0)) {
      const button = toolButton(kind, label(), icon, flip, text());
      if (short) {
        button.append(element("span", { class: "short", "aria-hidden": "true" }, short()));
      }
      // If the button has a `popoverTarget`, the browser opens and closes the popup.
      button.addEventListener("click", () => button.popoverTargetElement || act());
      keepSelection(button);
      buttons.set(name, button);
    }
  }
  const contents = buttons.get("contents");
  const startGroup = element("div", { class: "start-group" }, back, ...(contents ? [contents] : []));
  const actions = element(
    "div",
    { class: "actions" },
    ...[...buttons.values()].filter((button) => button !== contents),
  );
  const top = element("div", { class: "top" }, startGroup, views);
  const node = element("nav", { class: "bar", "aria-label": t("toolbar") }, top, actions);
  const goneStatus = element("p", { class: "error", role: "status" });
  node.append(goneStatus);
  trackViewport(dialog, signal, layoutScale);

  // On phones the contents button is beside the other actions, within reach of a thumb.
  const arrange = (): void => {
    const isNarrow = dialog.dataset.room === "narrow";
    if (contents && (contents.parentElement === startGroup) === isNarrow) {
      (isNarrow ? actions : startGroup)[isNarrow ? "prepend" : "append"](contents);
    }
  };
  arrange();
  // Shows labels if they fit. The views stay in the middle, so both sides have the same room.
  const updateLabels = (): void => {
    arrange();
    const availableWidth = (node.clientWidth - views.offsetWidth) / 2 - 20;
    if (!node.classList.contains("icons")) {
      widest = Math.max(widest, widthOf(actions), widthOf(startGroup));
    }
    node.classList.toggle("icons", widest > availableWidth);
  };
  const resized = new ResizeObserver(updateLabels);
  resized.observe(node);
  resized.observe(actions);
  signal.addEventListener("abort", () => resized.disconnect());
  const highlights = buttons.get("highlights");
  if (highlights) {
    void showCount(highlights, session).catch(console.error);
  }

  let loadedPanels: ToolbarPanels | undefined;
  let panels: Promise<ToolbarPanels | undefined> | undefined;
  const load = (): Promise<ToolbarPanels | undefined> => {
    panels ??= loadPart("toolbar-panels").then((open) => {
      const [views, text] = [buttons.get("views"), buttons.get("text")];
      loadedPanels = signal.aborted || !views ? undefined : open?.(host, { views, text: text ?? views });
      return loadedPanels;
    });
    return panels;
  };
  // Loads the popups before they are needed.
  for (const type of ["pointerover", "focusin"]) {
    node.addEventListener(type, () => void load(), { once: true, passive: true, signal });
  }
  const toggle = (popup: Popup): void =>
    void load().then((popups) => {
      if (popups) {
        popups.toggle(popup);
      } else if (!signal.aborted) {
        panels = undefined;
        goneStatus.textContent = t("extensionGone");
      }
    });
  return {
    node,
    show: () => {
      loadedPanels?.show();
      setTooltip(back, "Esc");
      for (const [name, button] of buttons) {
        setTooltip(button, host.shortcutLabel?.(name));
      }
    },
    toggle,
    showMessage: (message, undo) => void load().then((popups) => popups?.showMessage(message, undo)),
    runAction: (name) => (host.actions[name] ?? host.menuActions[name])?.(),
    close: () => {
      const root = node.getRootNode() as ShadowRoot;
      const open = root.querySelectorAll<HTMLElement>("[popover=auto]:popover-open");
      for (const popup of open) {
        popup.hidePopover();
      }
      return open.length > 0;
    },
  };
}

/** Returns the width of a row of buttons in px, regardless of the room. */
function widthOf(row: HTMLElement): number {
  const boxes = [...row.children].map((child) => child as HTMLElement);
  const ends = boxes.flatMap(({ offsetLeft, offsetWidth }) => [offsetLeft, offsetLeft + offsetWidth]);
  return Math.max(...ends) - Math.min(...ends);
}

/** Shows the number of highlights on the page. Room for it is reserved right away. */
async function showCount(button: HTMLElement, { signal, highlightRoots }: Session): Promise<void> {
  const badge = element("span", { class: "badge", "aria-hidden": "true", hidden: !highlightRoots });
  // The space separates label and number for screen readers.
  button.append(" ", badge);
  const key = highlightsKey(pageUrl(location.href));
  const update = async (): Promise<void> => {
    const { [key]: stored } = await ext.storage.local.get<{
      [name: string]: { marks?: unknown[] } | undefined;
    }>(key);
    const highlightCount = stored?.marks?.length ?? 0;
    badge.hidden = highlightCount === 0;
    badge.textContent = highlightCount > 0 ? formatNumber(highlightCount) : "";
    button.ariaLabel = [t("highlights"), badge.textContent].join(" ").trim();
  };
  await update();
  const onChanged = (changes: { [name: string]: unknown }): void => {
    if (key in changes) {
      void update();
    }
  };
  ext.storage.local.onChanged.addListener(onChanged);
  signal.addEventListener("abort", () => isAlive() && ext.storage.local.onChanged.removeListener(onChanged));
}

/** Returns a button with an icon and a label, which is hidden if there isn't room. */
function toolButton(name: string, label: string, icon: string, kind = "", text = label): HTMLButtonElement {
  const svg = svgIcon(icon);
  svg.setAttribute("class", kind);
  const created = element("button", { type: "button", class: `tool ${name}`, "aria-label": label }, svg);
  created.append(element("span", { class: "label", "aria-hidden": "true" }, text));
  return created;
}

/** Sets a button's tooltip: its label and its shortcut. */
function setTooltip(button: HTMLElement, key: string | undefined): void {
  const label = button.ariaLabel ?? "";
  button.title = key === undefined ? label : `${label} (${key})`;
}

/** Keeps the selection when the control is clicked, since its action may be about the selected text. */
function keepSelection(button: HTMLElement): void {
  button.addEventListener("mousedown", (event) => {
    // If the event is prevented, Firefox doesn't treat the control as pressed; see clicks.ts.
    if (getSelection()?.isCollapsed === false) {
      event.preventDefault();
    }
  });
}
