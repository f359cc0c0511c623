/** The reader's controls: what they say, do and look like, and the keys that do the same. */

import { defaults, next, resize, type Settings, themes, widths } from "../config.ts";
import { locale, t } from "../ext.ts";
import { drawing, element } from "../build.ts";

export interface Actions {
  leave(): void;
  change(change: Partial<Settings>): void;
  /** Offers the other views. */
  views(): void;
  help(): void;
}

interface Control {
  name: string;
  /** Keys as `KeyboardEvent.key`; the first is the one shown. */
  keys: string[];
  label(settings: Settings): string;
  /** Drawn as lines, or set as letters. */
  face(settings: Settings): { path: string } | { letters: string };
  pressed?(settings: Settings): boolean;
  disabled?(settings: Settings): boolean;
  act(settings: Settings, actions: Actions): void;
}

const themeFaces: Record<Settings["theme"], string> = {
  auto: "M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16zM12 4v16M12 8l5.5-2M12 12h8M12 16l5.5 2",
  light:
    "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  sepia: "M12 6c-2-1.5-5-2-8.5-1.5v13c3.5-.5 6.5 0 8.5 1.5c2-1.5 5-2 8.5-1.5v-13c-3.5-.5-6.5 0-8.5 1.5zM12 6v13",
  dark: "M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5z",
};

const widthFaces: Record<Settings["width"], string> = {
  narrow: "M9 5v14M15 5v14M2 12h4M4 10l2 2l-2 2M22 12h-4M20 10l-2 2l2 2",
  medium: "M6 5v14M18 5v14M9.5 9h5M9.5 12h5M9.5 15h5",
  wide: "M3 5v14M21 5v14M7 12h10M9 10l-2 2l2 2M15 10l2 2l-2 2",
};

export const controls: Control[] = [
  {
    name: "leave",
    keys: ["Escape"],
    label: () => t("back"),
    face: () => ({ path: "M6 6l12 12M18 6L6 18" }),
    act: (_settings, actions) => actions.leave(),
  },
  {
    name: "views",
    keys: ["v"],
    label: () => t("views"),
    face: () => ({ path: "M3 5h8v14H3zM13 5h8v14h-8zM6 9h2M6 12h2M16 9h2M16 12h2" }),
    act: (_settings, actions) => actions.views(),
  },
  {
    name: "theme",
    keys: ["t"],
    label: ({ theme }) => t("theme", t(`theme_${theme}`)),
    face: ({ theme }) => ({ path: themeFaces[theme] }),
    act: ({ theme }, actions) => actions.change({ theme: next(themes, theme) }),
  },
  {
    name: "font",
    keys: ["f"],
    label: () => t("sans"),
    face: () => ({ letters: "Aa" }),
    pressed: ({ font }) => font === "sans",
    act: ({ font }, actions) => actions.change({ font: font === "sans" ? "serif" : "sans" }),
  },
  {
    name: "smaller",
    keys: ["-"],
    label: () => t("smaller"),
    face: () => ({ path: "M4.5 17l4-10l4 10M6 13.5h5M16 12h5" }),
    disabled: ({ size }) => resize(size, -1) === size,
    act: ({ size }, actions) => actions.change({ size: resize(size, -1) }),
  },
  {
    name: "larger",
    keys: ["+", "="],
    label: () => t("larger"),
    face: () => ({ path: "M2 19L8.5 4L15 19M4.5 14h8M17 12h5.5M19.75 9.25v5.5" }),
    disabled: ({ size }) => resize(size, 1) === size,
    act: ({ size }, actions) => actions.change({ size: resize(size, 1) }),
  },
  {
    name: "width",
    keys: ["w"],
    label: ({ width }) => t("width", t(`width_${width}`)),
    face: ({ width }) => ({ path: widthFaces[width] }),
    act: ({ width }, actions) => actions.change({ width: next(widths, width) }),
  },
  {
    name: "help",
    keys: ["?"],
    label: () => t("keys"),
    face: () => ({ letters: "?" }),
    act: (_settings, actions) => actions.help(),
  },
];

/** What the control has made of the settings, for the live region: no label shows the size. */
export function spoken(change: Partial<Settings>, settings: Settings): string {
  const percent = new Intl.NumberFormat(locale(), { style: "percent" });
  if (change.size !== undefined) {
    return t("size", percent.format(settings.size / 100));
  }
  const control = controls.find(({ name }) => name in change && name !== "font");
  return control?.label(settings) ?? "";
}

export interface Toolbar {
  node: HTMLElement;
  /** Brings labels, faces and states up to date. */
  show(settings: Settings): void;
}

export function toolbar(settings: () => Settings, actions: Actions): Toolbar {
  const buttons = controls.map((control) => {
    const button = element("button", { type: "button", class: control.name });
    button.addEventListener("click", () => {
      if (!button.ariaDisabled || button.ariaDisabled === "false") {
        control.act(settings(), actions);
      }
    });
    return [control, button] as const;
  });
  const show = (now: Settings): void => {
    for (const [control, button] of buttons) {
      const label = control.label(now);
      button.ariaLabel = label;
      button.title = now.keys || control.name === "leave" ? `${label} (${keyName(control)})` : label;
      const face = control.face(now);
      const letters = (text: string): HTMLElement => element("span", { "aria-hidden": "true" }, text);
      button.replaceChildren("path" in face ? drawing(face.path) : letters(face.letters));
      if (control.pressed) {
        button.ariaPressed = String(control.pressed(now));
      }
      // Not `disabled`: a button that has the focus must keep it.
      if (control.disabled) {
        button.ariaDisabled = String(control.disabled(now));
      }
    }
  };
  const node = element("div", { class: "bar", role: "group", "aria-label": t("toolbar") });
  node.append(...buttons.map(([, button]) => button));
  return { node, show };
}

/** The list of keys, behind the button with the question mark. */
export function keyList(settings: Settings): HTMLElement {
  const list = element("dl");
  for (const control of controls.slice(0, -1)) {
    const label =
      control.name === "theme" || control.name === "width" ? t(`${control.name}_key`) : control.label(settings);
    list.append(element("div", {}, element("dt", {}, element("kbd", {}, keyName(control))), element("dd", {}, label)));
  }
  list.append(element("div", {}, element("dt", {}, element("kbd", {}, "0")), element("dd", {}, t("sizeReset"))));
  const heading = element("h2", { id: "keys" }, t("keys"));
  return element("div", { class: "keys", popover: "auto", role: "dialog", "aria-labelledby": "keys" }, heading, list);
}

function keyName({ keys: [key = ""] }: Control): string {
  return key === "Escape" ? "Esc" : key.toUpperCase();
}

/** Does what the pressed key stands for. Returns whether it stands for anything. */
export function pressKey(event: KeyboardEvent, settings: Settings, actions: Actions): boolean {
  if (!settings.keys || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
    return false;
  }
  if (event.key === "0") {
    actions.change({ size: defaults.size });
    return true;
  }
  // Escape is left to the dialog itself, which closes what is on top: the key list first.
  const control = controls.find(({ keys, name }) => name !== "leave" && keys.includes(event.key.toLowerCase()));
  control?.act(settings, actions);
  return control !== undefined;
}
