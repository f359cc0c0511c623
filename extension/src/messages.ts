/** What the background and the content scripts say to each other. */

/** The views there are. A view is one content script, loaded when it is first asked for. */
export const viewNames = ["reader", "simplify", "highlight"] as const;

export type ViewName = (typeof viewNames)[number];

/** What a view needs in the page before it can open; each is one injected file. */
export type Part = "shell" | "core" | "sanitizer" | ViewName;

/** The keys that open a view, as the browser writes them; none where nobody has given any. */
export type Shortcuts = Partial<Record<ViewName, string>>;

/** From the background to the page: open this view. */
export interface Request {
  view: ViewName;
  /** Which open view is to be left instead: whichever it is, this one, or none. */
  leave: "any" | "same" | "none";
  /** When the click was, as of `Date.now()`. A page still loading may hear of it much later. */
  clicked: number;
  shortcuts: Shortcuts;
}

/** The page's answer. */
export type Outcome =
  | { kind: "opened" }
  | { kind: "left" }
  | { kind: "missing"; parts: Part[] }
  | { kind: "unreadable"; type: string };

/** From the page to the background: a view was left, or another one is asked for. */
export type Message = { kind: "left" } | { kind: "show"; view: ViewName };
