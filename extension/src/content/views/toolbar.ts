/** The toolbar of every view: back to the page, other views, and text style. */

import { type Bound, keyName, keysOf } from "../../shared/settings/shortcuts.ts";
import { drawing, element } from "../../ui/build.ts";
import type { PanelSetting, Settings } from "../../shared/settings/settings.ts";
import type { LiveSettings } from "../../ui/live-settings.ts";
import { drawnButton } from "../../ui/controls.ts";
import { t } from "../../shared/ext.ts";
import type { ViewName } from "../../parts.ts";
import { settingsPanel } from "../../ui/settings-panel.ts";
import { opens } from "../../ui/popover.ts";
import type { Session } from "../session/session.ts";
import { viewButtons } from "./switcher.ts";

/** An entry of the menu that is there for some articles. */
export interface Offered {
  label: string;
  act(): void;
}

export interface Toolbar {
  node: HTMLElement;
  /** Brings labels and states up to date. */
  show(settings: Settings): void;
  /** Opens the menu of the views or the panel of the settings, or closes it. */
  toggle(popup: "views" | "look"): void;
  /** Closes what is open in its tree. Returns whether anything was. */
  dismiss(): boolean;
}

interface ToolbarHost {
  view: ViewName;
  session: Pick<Session, "leave" | "show" | "shortcuts" | "always" | "openExport">;
  /** The settings that the view can apply. */
  settings: readonly PanelSetting[];
  preferences: LiveSettings;
  /** Begins the picker; absent where the view has its own control for it. */
  takeOut?: (() => void) | undefined;
  /** Returns what there is for this article alone, the further pages; absent in views that have none. */
  offered?: () => Offered | null;
  /** Reads the article aloud; null where there is none. */
  aloud: (() => void) | null;
  /** Shows the contents and the reading tools; absent where there are none. */
  guide?: (() => void) | undefined;
}

const drawings = {
  leave: "M6 6l12 12M18 6L6 18",
  views: "M3 5h8v14H3zM13 5h8v14h-8zM6 9h2M6 12h2M16 9h2M16 12h2",
  guide: "M4 6h1M9 6h11M4 12h1M9 12h11M4 18h1M9 18h11",
};

export function toolbar(controls: ToolbarHost): Toolbar {
  const { view, session, settings, preferences, takeOut, offered, aloud, guide } = controls;
  const leave = drawnButton("leave", t("back"), drawings.leave, session.leave);
  const views = button("views", t("views"), drawing(drawings.views));
  keepSelection(views);
  const menu = element("div", { class: "menu", role: "group", "aria-label": t("views") });
  opens(views, menu, () => {
    const entries = viewButtons(view, session.shortcuts, session.show);
    const more = offered?.();
    const acts = (
      [
        ["take-out", t("takeOut"), takeOut],
        ["take-along", t("takeAlong"), session.openExport],
        ["aloud", t("aloud"), aloud],
        ["further", more?.label ?? "", more?.act],
        ["always", t("always"), session.always],
      ] as const
    ).flatMap(([name, label, act]) => {
      const chosen = (): void => {
        menu.hidePopover();
        act?.();
      };
      return act ? [entry(name, label, chosen)] : [];
    });
    menu.replaceChildren(...entries, ...acts);
    return entries.find(({ ariaPressed }) => ariaPressed === "true") ?? menu;
  });
  const look = button("look", t("look"), element("span", { "aria-hidden": "true" }, "Aa"));
  const panel = settingsPanel(settings, preferences);
  const box = element("div", { class: "panel", role: "dialog", "aria-label": t("look"), tabindex: -1 }, ...panel.nodes);
  opens(look, box, () => box);
  // Where it is a popup, the browser itself opens and closes it.
  const tools = drawnButton("guide", t("guide"), drawings.guide, () => tools.popoverTargetElement ?? guide?.());
  const node = element("div", { class: "bar", role: "group", "aria-label": t("toolbar") }, leave, views, menu);
  if (settings.length > 0) {
    node.append(look, box);
  }
  if (guide) {
    node.append(tools);
  }
  const popups = { views: menu, look: box };
  return {
    node,
    show: (current) => {
      panel.show(current);
      // Only the reader knows these keys; Escape leaves every view.
      const known = (name: Bound): string[] =>
        view === "reader" && current.keys ? keysOf(name, current.bindings).slice(0, 1) : [];
      for (const [keys, label, at] of [
        [["Esc"], t("back"), leave],
        [known("views"), t("views"), views],
        [known("look"), t("look"), look],
        [known("guide"), t("guide"), tools],
      ] as const) {
        at.title = [label, ...keys.map((key) => `(${keyName(key)})`)].join(" ");
      }
    },
    toggle: (popup) => void popups[popup].togglePopover(),
    dismiss: () => {
      const root = node.getRootNode() as ShadowRoot;
      const open = root.querySelectorAll<HTMLElement>("[popover=auto]:popover-open");
      for (const popup of open) {
        popup.hidePopover();
      }
      return open.length > 0;
    },
  };
}

/** Leaves what is selected as it is when the control is pressed: a part of the article is exported by it. */
function keepSelection(control: HTMLElement): void {
  control.addEventListener("mousedown", (event) => {
    // Firefox takes a control whose press is prevented for not pressed; see clicks.ts.
    if (getSelection()?.isCollapsed === false) {
      event.preventDefault();
    }
  });
}

/** Returns an entry of the menu that is no view. */
function entry(name: string, label: string, act: () => void): HTMLButtonElement {
  const made = element(
    "button",
    { type: "button", class: `view ${name}` },
    element("span"),
    element("span", { class: "name" }, label),
  );
  keepSelection(made);
  made.addEventListener("click", act);
  return made;
}

function button(name: string, label: string, face: Node): HTMLButtonElement {
  return element("button", { type: "button", class: name, "aria-label": label }, face);
}
