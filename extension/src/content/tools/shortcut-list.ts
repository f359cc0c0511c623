/** The list of a view's shortcuts, loaded on first use. */

import { type ShortcutName, shortcutNames, keyName, keysOf } from "../../shared/settings/shortcuts.ts";
import { element, styleElement } from "../../ui/build.ts";
import { addStyles, sheet } from "../../ui/components.ts";
import { type MessageKey, t } from "../../shared/ext.ts";
import styles from "./shortcut-list.css";
import { viewNames } from "../../parts.ts";
import { provide } from "../session/parts.ts";
import type { Session } from "../session/session.ts";
import type { ViewName } from "../../parts.ts";
import type { Settings } from "../../shared/settings/settings.ts";

/** Shows the shortcuts of a view. */
type ShowShortcutList = (session: Session, view: ViewName, settings: Settings) => void;

/** Single-key shortcuts in views over the page itself. Other keys are left to the page. */
const overPageShortcuts: readonly ShortcutName[] = ["highlightSelection", "keys"];

/** Shortcuts of open tools, by the class of their bar. Left and right are swapped for right-to-left text. */
const toolShortcuts: readonly (readonly [string, readonly [string, MessageKey][]])[] = [
  [
    "read-aloud",
    [
      ["→", "readAloudSentenceOn"],
      ["←", "readAloudSentenceBack"],
      ["Shift+→", "readAloudParagraphOn"],
      ["Shift+←", "readAloudParagraphBack"],
    ],
  ],
  [
    "paged-bar",
    [
      ["PageDown", "pageNext"],
      ["PageUp", "pagePrevious"],
    ],
  ],
  ["line-focus-frame", [["↑ ↓", "lineFocusMove"]]],
];

/** Shows the list. The popup handles Escape itself, closing the topmost layer. */
const showList: ShowShortcutList = ({ host, shadow, shortcuts }, view, { keys, bindings }) => {
  const dialog = shadow.querySelector("dialog");
  const listed = view === "reader" ? shortcutNames : overPageShortcuts;
  const singleKeys = (keys ? listed : []).map((name): [string, MessageKey] => [keysOf(name, bindings)[0] ?? "", name]);
  const isOpen = (name: string): boolean => dialog?.querySelector(`.${name}`)?.checkVisibility() ?? false;
  const text = host.querySelector(":scope > article") ?? dialog;
  const isRtl = text !== null && getComputedStyle(text).direction === "rtl";
  const mirrored = (key: string): string => (isRtl ? key.replace(/[←→]/, (arrow) => (arrow === "←" ? "→" : "←")) : key);
  const openToolKeys = toolShortcuts.flatMap(([name, shortcuts]) => (keys && isOpen(name) ? shortcuts : []));
  const views = viewNames.map((name): [string, MessageKey] => [shortcuts[name] ?? "", `view_${name}`]);
  const rows: [string, MessageKey][] = [
    ["Esc", "back"],
    ...openToolKeys.map(([key, label]): [string, MessageKey] => [mirrored(key), label]),
    ...singleKeys,
    ["Ctrl+Z", "undo"],
    ["Ctrl+Shift+Z", "redo"],
    ...views,
  ];
  const list = rows
    .filter(([key]) => key !== "")
    .map(([key, label]) =>
      element("div", {}, element("dt", {}, element("kbd", {}, keyName(key))), element("dd", {}, t(label))),
    );
  addStyles(shadow);
  const { node: panel, body } = sheet({
    title: t("keys"),
    placement: "middle",
    name: "shortcut-list",
    body: [styleElement(styles), element("dl", {}, ...list)],
    attributes: { autofocus: true },
  });
  // A list longer than the screen must be reachable by Tab, so that keys can scroll it.
  body.tabIndex = 0;
  panel.addEventListener("toggle", () => {
    if (!panel.matches(":popover-open")) {
      panel.remove();
    }
  });
  dialog?.append(panel);
  panel.showPopover();
};

declare module "../session/parts.ts" {
  interface Provided {
    "shortcut-list": ShowShortcutList;
  }
}

provide("shortcut-list", showList);
