/** What the background and the content scripts say to each other. */

/** The views there are. A view is one content script, loaded when it is first asked for. */
export type ViewName = "reader";

/** What a view needs in the page before it can open; each is one injected file. */
export type Part = "shell" | "core" | "sanitizer" | ViewName;

/** From the background to the page: open this view. */
export interface Request {
  view: ViewName;
  /** Whether to leave instead where a view is open. */
  toggle: boolean;
  /** When the click was, as of `Date.now()`. A page still loading may hear of it much later. */
  clicked: number;
}

/** The page's answer. */
export type Outcome =
  | { kind: "opened" }
  | { kind: "left" }
  | { kind: "missing"; parts: Part[] }
  | { kind: "unreadable"; type: string };

/** From the page to the background. */
export type Message = { kind: "left" };
