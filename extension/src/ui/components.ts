/**
 * The parts that panels share: icon buttons, sheets with a title and a close button, menus, tooltips, and toasts with Undo.
 * Their styles are in tokens.css and components.css, which `addStyles` adds to a tree once. In pages they are loaded after the
 * first paint: a part that uses them has `after: ["components"]`.
 */

import { type Attributes, svgIcon, element, styleElement } from "./build.ts";
import { locale, messageDirection, t } from "../shared/ext.ts";
import { messageTimeout, tooltipDelay } from "../shared/timeouts.ts";
import { X } from "./icons.ts";
import { moveTo, visualViewportBox } from "./popover.ts";
import { trackViewport } from "./visual-viewport.ts";
import tokens from "./tokens.css";
import styles from "./components.css";

const styled = new WeakSet<ShadowRoot>();

/** Adds the tokens and the components' styles to a tree, once, and shows its tooltips. */
export function addStyles(shadow: ShadowRoot, signal?: AbortSignal): void {
  if (!styled.has(shadow)) {
    styled.add(shadow);
    shadow.prepend(styleElement(tokens + styles));
    const dialog = shadow.querySelector("dialog");
    if (dialog) {
      trackViewport(dialog, signal);
    }
    new Tooltips(shadow, signal);
  }
}

/** Returns a decorative icon (icons.ts). `kind`: `small`, and `flip` to mirror it in right-to-left text. */
export function icon(path: string, kind = ""): SVGElement {
  const created = svgIcon(path);
  created.setAttribute("class", `icon ${kind}`.trimEnd());
  return created;
}

/** Kinds of buttons: one `primary` per surface, `plain` with a border, others without. */
const kinds = ["primary", "plain", "quiet", "link", "danger"] as const;

type ButtonKind = (typeof kinds)[number];

/** A button with an icon, a text, or both; one with only an icon has a `tip`. `name`: its classes. */
export interface ButtonParts {
  variant?: ButtonKind;
  small?: boolean;
  name?: string;
  icon?: string;
  flip?: boolean;
  text?: string;
  tip?: string;
  key?: string;
}

export function button(
  { variant, small, name, icon: path, flip, text, tip, key }: ButtonParts,
  act: () => void,
): HTMLButtonElement {
  const classes = ["btn", variant, small && "small", text === undefined && "square", name].filter((part) => part);
  const created = element("button", { type: "button", class: classes.join(" ") });
  if (path !== undefined) {
    created.append(icon(path, [small && "small", flip && "flip"].filter((part) => part).join(" ")));
  }
  created.append(...(text === undefined ? [] : [text]));
  if (tip !== undefined) {
    addTooltip(created, tip, key);
  }
  created.addEventListener("click", act);
  return created;
}

/** Returns a small label in a pill; with `act` it is a button. */
export function chip(text: string, act?: () => void): HTMLElement {
  const created = element(act ? "button" : "span", { class: "chip", type: act && "button" }, text);
  if (act) {
    created.addEventListener("click", act);
  }
  return created;
}

/** Returns a number in a pill. */
export function badge(count: string): HTMLElement {
  return element("span", { class: "badge" }, count);
}

/** Returns a segmented control of radio buttons. `choices`: value and text of each. */
export function segmented(
  name: string,
  label: string,
  choices: readonly (readonly [value: string, text: string])[],
  change: (value: string) => void,
): { node: HTMLElement; show: (value: string) => void } {
  const inputs = choices.map(([value]) => element("input", { type: "radio", name, value }));
  const labels = choices.map(([value, text], i) => {
    const input = inputs[i] as HTMLInputElement;
    input.addEventListener("change", () => change(value));
    return element("label", { "data-choice": value }, input, text);
  });
  return {
    node: element("div", { class: `seg ${name}`, role: "radiogroup", "aria-label": label }, ...labels),
    show: (current) => {
      for (const input of inputs) {
        input.checked = input.value === current;
      }
    },
  };
}

/** Adds a name and a tooltip with the shortcut to a control. */
export function addTooltip(control: HTMLElement, tip: string, key?: string): void {
  control.ariaLabel = tip;
  control.dataset.tip = tip;
  if (key === undefined) {
    delete control.dataset.key;
    control.removeAttribute("aria-keyshortcuts");
  } else {
    control.dataset.key = key;
    control.setAttribute("aria-keyshortcuts", key.length === 1 ? key : key.replace("Esc", "Escape"));
  }
}

/** Contents of a sheet. */
interface SheetParts {
  title: string;
  /** At the end of the toolbar, beside the text, or in the center. On phones all are at the bottom. */
  placement: "end" | "side" | "start" | "middle";
  /** Its classes. */
  name: string;
  /** True to show the title only on phones: elsewhere the pressed button has it. */
  bare?: boolean;
  /** True to leave the text undimmed, because the effect on it has to be visible. */
  clear?: boolean;
  body: readonly (Node | string)[];
  footer?: readonly (Node | string)[];
  /** Closes the sheet; by default hides its popover. */
  close?: () => void;
  attributes?: Attributes;
}

export interface Sheet {
  node: HTMLElement;
  body: HTMLElement;
}

/**
 * Returns a dialog with a title and a close button that is always visible. It has to be in the tree's `dialog`. At the side it
 * stays until it is closed (`popover=manual`); others close with a click outside.
 */
export function sheet({ title, placement, name, bare, clear, body, footer, close, attributes }: SheetParts): Sheet {
  const isPersistent = placement === "side" || placement === "start";
  const content = element("div", { class: "body" }, ...body);
  const heading = element("h2", {}, title);
  const closeButton = button({ variant: "quiet", name: "close", icon: X, tip: t("close"), key: "Esc" }, () =>
    close ? close() : node.hidePopover(),
  );
  const node = element(
    "section",
    {
      class: ["sheet", placement, name, bare && "bare", clear && "clear"].filter((part) => part).join(" "),
      popover: isPersistent ? "manual" : "auto",
      role: "dialog",
      "aria-label": title,
      tabindex: -1,
      lang: locale(),
      dir: messageDirection(),
      ...attributes,
    },
    element("div", { class: "head" }, heading, closeButton),
    content,
    ...(footer ? [element("div", { class: "foot" }, ...footer)] : []),
  );
  keepFocusInside(node);
  return { node, body: content };
}

/** Keeps Tab within a popover on phones, where it covers what is below. */
export function keepFocusInside(node: HTMLElement): void {
  let ended = new AbortController();
  node.addEventListener("beforetoggle", ({ newState }) => {
    ended.abort();
    if (newState === "open") {
      ended = new AbortController();
      const refocus = ({ target }: Event): void => {
        const isNarrow = node.closest("dialog")?.dataset.room === "narrow";
        if (isNarrow && (target as Element).matches(":focus-visible") && isBelow(target as Element, node)) {
          node.focus({ preventScroll: true });
        }
      };
      node.getRootNode().addEventListener("focusin", refocus, ended);
    }
  });
}

/** Returns whether an element is below a popover: outside of any, or covered. */
function isBelow(element: Element, popover: HTMLElement): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = (popover.getRootNode() as ShadowRoot).elementFromPoint(x + width / 2, y + height / 2);
  return !element.closest("[popover]:popover-open") || (popover.contains(top) && !popover.contains(element));
}

/** An item of a menu. */
export interface MenuItem {
  name: string;
  label: string;
  icon?: string;
  flip?: boolean;
  /** The label of its shortcut. */
  key?: string | undefined;
  /** Text after the label, such as a number. */
  value?: string | undefined;
  /** True or false for a switch, absent for an action. */
  checked?: boolean;
  /** True for one of several choices below a switch. */
  choice?: boolean;
  /** Runs the item. The menu closes first, except for a switch or a choice. */
  act: () => void;
}

export interface MenuGroup {
  title: string;
  items: readonly MenuItem[];
}

/** Returns the groups of a menu, after the ARIA pattern: arrow keys, Home, End, and letters move (`moveInMenu`). */
export function menuGroups(groups: readonly MenuGroup[], close: () => void): HTMLElement[] {
  return groups
    .filter(({ items }) => items.length > 0)
    .map(({ title, items }) =>
      element(
        "div",
        { class: "menu-group", role: "group", "aria-label": title },
        element("div", { class: "menu-title", "aria-hidden": "true" }, title),
        ...items.map((item) => menuItem(item, close)),
      ),
    );
}

function menuItem(
  { name, label, icon: path, flip, key, value, checked, choice, act }: MenuItem,
  close: () => void,
): Node {
  const isSwitch = checked !== undefined;
  const created = element("button", {
    type: "button",
    class: `menu-item ${name}${choice ? " choice" : ""}`,
    role: choice ? "menuitemradio" : isSwitch ? "menuitemcheckbox" : "menuitem",
    "aria-checked": isSwitch ? String(checked) : undefined,
    "aria-keyshortcuts": key?.length === 1 ? key : undefined,
    tabindex: -1,
  });
  if (path !== undefined && !choice) {
    created.append(icon(path, flip ? "flip" : ""));
  }
  created.append(element("span", { class: "label" }, label));
  if (value !== undefined) {
    // Isolated, for instance ".md" in Arabic.
    created.append(element("span", { class: "value", dir: "auto" }, value));
  }
  if (key !== undefined) {
    created.append(element("kbd", { class: "key", "aria-hidden": "true" }, key));
  }
  if (choice && path !== undefined) {
    created.append(icon(path, "small"));
  } else if (isSwitch) {
    created.append(element("span", { class: "switch" }));
  }
  created.addEventListener("click", () => {
    if (!isSwitch) {
      close();
    }
    act();
  });
  return created;
}

/**
 * Lets keys move the focus in a menu while it is shown; Tab calls `close`. On the window, because Reader stops keys before
 * everything below (guard.ts).
 */
export function moveInMenu(menu: HTMLElement, signal?: AbortSignal, close?: () => void): void {
  const move = (event: KeyboardEvent): void => {
    const root = menu.getRootNode() as ShadowRoot;
    const { key, isTrusted, ctrlKey, altKey, metaKey } = event;
    if (!isTrusted || ctrlKey || altKey || metaKey || !menu.contains(root.activeElement)) {
      return;
    }
    if (key === "Tab") {
      // The focus is then on the menu's button, and moves on from there.
      close?.();
      return;
    }
    const items = [...menu.querySelectorAll<HTMLElement>(".menu-item:not([hidden])")];
    const current = items.indexOf(root.activeElement as HTMLElement);
    const last = items.length - 1;
    const steps: { [key: string]: number } = {
      ArrowDown: current === last ? 0 : current + 1,
      ArrowUp: current <= 0 ? last : current - 1,
      Home: 0,
      End: last,
    };
    const start = key.toLocaleLowerCase();
    const following = [...items.slice(current + 1), ...items.slice(0, current + 1)];
    const startsWithKey = (item: HTMLElement): boolean =>
      item.querySelector(".label")?.textContent?.toLocaleLowerCase().startsWith(start) === true;
    const target =
      key in steps
        ? items[steps[key] as number]
        : [...key].length === 1 && key !== " "
          ? following.find(startsWithKey)
          : undefined;
    if (target) {
      target.focus();
    }
    if (target || key in steps) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  window.addEventListener("keydown", move, { capture: true, ...(signal && { signal }) });
}

/** The action of a message. */
interface ToastAction {
  text: string;
  act: () => void;
}

/** A temporary message. Its box has to be in a tree. */
export class Toast {
  readonly #message = element("p", { role: "status" });
  readonly #actionButton = element("button", { type: "button", class: "btn small" });
  readonly box: HTMLElement;
  #onAction: () => void = () => {};
  #timer = 0;

  constructor() {
    this.box = element(
      "div",
      { class: "toast", popover: "manual", lang: locale(), dir: messageDirection() },
      this.#message,
      this.#actionButton,
    );
    this.#actionButton.addEventListener("click", () => {
      this.box.hidePopover();
      this.#onAction();
    });
  }

  show(message: string, action: ToastAction | null): void {
    clearTimeout(this.#timer);
    this.#actionButton.hidden = action === null;
    this.#actionButton.textContent = action?.text ?? "";
    this.#actionButton.style.display = action ? "" : "none";
    this.#onAction = () => action?.act();
    // Above everything opened since.
    if (this.box.matches(":popover-open")) {
      this.box.hidePopover();
    }
    this.box.showPopover();
    // Screen readers announce text only if its region existed before.
    requestAnimationFrame(() => {
      this.#message.textContent = message;
    });
    const end = (): void => {
      if (this.box.matches(":hover, :focus-within")) {
        this.#timer = setTimeout(end, messageTimeout);
      } else if (this.box.matches(":popover-open")) {
        this.box.hidePopover();
      }
    };
    this.#timer = setTimeout(end, messageTimeout);
  }
}

const toasts = new WeakMap<ParentNode, Toast>();

/** Shows a temporary message at the bottom of a tree instead of the previous one, with one action such as Undo. */
export function toast(root: ShadowRoot | Document, message: string, action: ToastAction | null = null): void {
  if (root instanceof ShadowRoot) {
    addStyles(root);
  }
  let existing = toasts.get(root);
  if (!existing) {
    existing = new Toast();
    toasts.set(root, existing);
    (root.querySelector("dialog") ?? root.querySelector("body") ?? root).append(existing.box);
  }
  existing.show(message, action);
}

/** Shows the `data-tip` of controls with their shortcuts: after a moment of hovering, immediately on keyboard focus. */
class Tooltips {
  readonly #root: ShadowRoot;
  readonly #box = element("div", { class: "tooltip", popover: "manual", "aria-hidden": "true" });
  #timer = 0;

  constructor(root: ShadowRoot, signal: AbortSignal | undefined) {
    this.#root = root;
    this.#box.lang = locale();
    this.#box.dir = messageDirection();
    root.querySelector("dialog")?.append(this.#box);
    const on = (type: string, act: (event: Event) => void): void =>
      root.addEventListener(type, act, { capture: true, passive: true, ...(signal && { signal }) });
    on("pointerover", (event) => {
      if ((event as PointerEvent).pointerType !== "touch") {
        const control = tooltipControlAt(event.target);
        clearTimeout(this.#timer);
        this.#timer = control ? setTimeout(() => this.#show(control), tooltipDelay) : 0;
      }
    });
    on("pointerout", () => this.#hide());
    on("pointerdown", () => this.#hide());
    on("keydown", () => this.#hide());
    on("focusin", ({ target }) => {
      const control = tooltipControlAt(target);
      if (control?.matches(":focus-visible")) {
        this.#show(control);
      }
    });
    on("focusout", () => this.#hide());
  }

  #hide(): void {
    clearTimeout(this.#timer);
    if (this.#box.matches(":popover-open")) {
      this.#box.hidePopover();
    }
  }

  #show(control: HTMLElement): void {
    const { tip = "", key } = control.dataset;
    const label = control.querySelector<HTMLElement>(".label");
    // A control with a visible name needs none, unless it has a shortcut.
    const isNamed = (label?.offsetWidth ?? 0) > 1;
    if (!control.isConnected || control.ariaExpanded === "true" || (isNamed && key === undefined)) {
      return;
    }
    const parts: (Node | string)[] = [tip];
    if (key !== undefined) {
      parts.push(element("kbd", { class: "key" }, key));
    }
    this.#box.replaceChildren(...parts);
    this.#root.querySelector("dialog")?.append(this.#box);
    this.#box.showPopover();
    const rect = control.getBoundingClientRect();
    const { width, height } = this.#box.getBoundingClientRect();
    const isAbove = rect.bottom + height + 6 > visualViewportBox().bottom;
    const top = isAbove ? rect.top - height - 6 : rect.bottom + 6;
    moveTo(this.#box, rect.left + (rect.width - width) / 2, top, 4);
  }
}

/** Returns the control with a tooltip at an event's target. */
function tooltipControlAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
}
