/** What the shell and the views have to do with each other. */

import type { Settings } from "../../shared/settings/settings.ts";
import type { Core, Detection, Pager, Summary } from "../../shared/core.ts";
import type { Scope } from "../../ui/nodes.ts";
import type { ToolName, ViewName } from "../../parts.ts";
import type {
  FurtherPage,
  Gathered,
  GatherRequest,
  Outcome,
  Request,
  Shortcuts,
  StraightOutcome,
  TakeRequest,
  Thread,
  Threads,
} from "../../shared/messages.ts";
import type { Effect } from "../dom/page-state.ts";
import type { Blocks, Extent, ReadingPosition } from "../dom/reading-position.ts";
import type { Remembered } from "../../shared/site-rules/site-rules.ts";
import type { WishKind, Wishes } from "../panels/removed/overrides.ts";

/** A detection, be there an article or not. */
export interface FoundDetection {
  kind: "found";
  detection: Detection;
  /** Read once: the core goes through the whole page for it. */
  summary: Summary;
  blocks: Blocks;
  /** What a person has wished on it; undefined until the tray is first used. */
  wishes?: Wishes;
  /** Further pages of the article that were put below it; undefined until they are asked for. */
  further?: FurtherPage[];
  /** The page as a discussion, where it is one; undefined until that is known. */
  thread?: Thread;
  /** What is said beside the article, as HTML, while that is unfolded. */
  beside?: string;
  /** Returns the HTML of a page of it with what it was translated into in the reader; undefined until it was translated. */
  translated?: (html: string) => string;
  /** What is remembered for the site, and what became of it; undefined until it is known. */
  remembered?: Remembered;
}

/** The contents of a view: the detection, or the sentence that says why there is none. */
export type Finding = FoundDetection | { kind: "failed"; failure: string };

/** The shell's services to a view. */
export interface Session {
  /** The one element that the view puts into the page. The shell takes it away. */
  host: HTMLElement;
  /** Its closed shadow tree. */
  shadow: ShadowRoot;
  /** Aborted when the view is left, or could not be opened: ends what the view has begun. */
  signal: AbortSignal;
  /** Resolves once the view is whole. */
  whole: Promise<void>;
  finding: Finding;
  settings: Settings;
  shortcuts: Shortcuts;
  /** Trees to which the view itself gives the look of marks, in the reader for its article; null where the page had none when it was opened. */
  dressed: Set<Scope> | null;
  /** The paragraph that is being read on the page; null at its beginning. */
  place: ReadingPosition | null;
  /** Closes the view and gives the page back. */
  leave(): void;
  /** Does the same, and says on the toolbar button that the page does not leave the view alone. */
  giveUp(): void;
  /** Hears that the page has another address: once nothing of what is shown is there any more, reads what
   * there is instead and shows it at its beginning. */
  moved(): void;
  /** Looks at the page anew and opens the view on what is found now. */
  renew(): void;
  /** Returns whether the page has changed since it was looked at. */
  hasChanged(): boolean;
  /**
   * Looks at the page anew while the view stays. Where `isWanted` says so, the finding becomes what is found now. Resolves
   * with whether it did.
   */
  lookAgain(isWanted: (now: FoundDetection) => Promise<boolean>): Promise<boolean>;
  /** Opens the view anew on what is known of the page: there is an article now, or none any more. */
  reopen(): void;
  /** Opens another view on the same detection. */
  show(view: ViewName, how?: Partial<Pick<Session, "notice" | "errand">>): void;
  /** Marks what is selected; where nothing is, goes to the next mark. */
  mark(): void;
  /** Asks which pages of the site are to open in this view by themselves. */
  always(): void;
  /** Opens the panel in which the article is taken along; null where there is no article. */
  takeAlong: (() => void) | null;
  /** Reads the article aloud, in a view over the page itself; null where there is none. */
  readAloud: (() => void) | null;
  /** The reason why this view is open and not the one that was asked for; null where it is. */
  notice: string | null;
  /** The part that the view is opened for; null where it is for none. */
  errand: Errand | null;
}

/** A part that one view shows for another, which is gone back to. */
export interface Errand {
  /** A leaf of it. */
  leaf: number;
  from: ViewName;
}

/** An open view. */
export interface View {
  /** The paragraph that is being read in it. Absent where the view does not move the page's text. */
  place?(): ReadingPosition | null;
  /** Resolves once the view is whole, or was left before. Absent where it is at once. */
  whole?: Promise<unknown>;
  /** Returns whether somebody has begun to use the page before the view was whole. Absent where it is at once. */
  isInUse?(): boolean;
}

export interface Opener {
  open(session: Session): View;
  /** Effect on the page. */
  page: Effect;
}

export interface Shell {
  register(name: ViewName, opener: Opener): void;
  handle(request: Request): Promise<Outcome>;
  /** What the open view has to do with the shell; undefined where none is open. */
  readonly session: Session | undefined;
  /** The type of a document that cannot be read; null where it is a page. */
  readonly unreadable: string | null;
  /** Looks at the page while no view is open, and resolves with what `take` makes of the finding; null where the core is no
   * use. */
  look<Result>(core: Core, take: (finding: Finding) => Result): Promise<Result | null>;
}

/** Marks in one view. */
export interface Marking {
  /** Marks what is selected; where nothing is, goes to the next mark. */
  mark(): void;
  /** Hears that a key went down. It goes no further where it meant something. */
  press(event: KeyboardEvent): void;
}

/** Marks in the page while no view is open. */
export interface MarksAtRest {
  show(): void;
  hide(): void;
}

/** What is being read in a view. */
export interface Reading {
  readonly place: ReadingPosition | null;
  /** True where the view shows the page's text in places of its own. */
  readonly movesText: boolean;
}

/** Where one left off on an earlier visit. */
export interface LeftOff {
  place: ReadingPosition;
  /** True where the page itself is scrolled to where it was then. */
  isUnmoved: boolean;
}

/** The script for marks, and for the paragraph read last. */
export interface Marks {
  /** Shows the page's marks in a view and lets more be made, until it is left. */
  attach(session: Session): Marking;
  /** Returns where one left off on this page; null where that is not known, or there no more. */
  leftOff(finding: Finding, signal: AbortSignal): Promise<LeftOff | null>;
  /**
   * Keeps the paragraph read in a view that is about to be opened, where that is switched on. `isResumed`: the view
   * opens where one left off, which is said.
   */
  keepPlace(session: Session, reading: Reading, isResumed: boolean): void;
}

/** A child of the article's body as the core wrote it, and its elements before anything of ours stands among them. */
export interface ArticleChild {
  node: ChildNode;
  elements: HTMLElement[];
}

/** The article's body. */
export interface ArticleBody {
  readonly node: HTMLElement;
  /** What it was made of; the tray keeps both up to date. */
  html: string;
  children: ArticleChild[];
  /** The elements that the core wrote, in order. */
  readonly elements: HTMLElement[];
  /** Makes children of some nodes of sanitised markup, in an element of their own. */
  add(markup: DocumentFragment, nodes: readonly ChildNode[]): { children: ArticleChild[]; room: HTMLElement };
}

/** The controls of a view over the page itself. */
export interface Controls {
  readonly view: ViewName;
  /** Goes back to what this is open for: another view, or out of a mode. Returns whether there is any. */
  back(): boolean;
}

/** An article whose parts are pointed at. */
export interface PointedArticle {
  /** The element around all of them. */
  whole: HTMLElement;
  /** Returns the element of each content block, by its number; null where none begins with it. */
  blocks(): (HTMLElement | null)[];
}

/** The view that the tray stands in. */
export interface TrayHost {
  session: Session;
  finding: FoundDetection;
  /** The line, which holds the tray. */
  details: HTMLDetailsElement;
  /** Null in the reader. */
  dock: Controls | null;
  /** The article of the reader, to be pointed at; null in the other views, in which the page is. */
  article: PointedArticle | null;
  /** The body of the reader's article; null where there is none. */
  body: ArticleBody | null;
  /**
   * Called before something is decided anew. What it returns calls `change`, which shows that: what `held` returns, or
   * else the paragraph that is read, stays where it is on the screen. Null where the view has to be opened anew.
   */
  hold: ((held: () => Element | null) => (change: () => void) => void) | null;
  /** Goes to the part with a leaf on the page. Absent where Highlight is opened for that. */
  reach?(leaf: number): void;
}

/** The tray as its view sees it. */
export interface Tray {
  /** Returns whether there was anything to be undone, or done again. */
  undo(): boolean;
  redo(): boolean;
  /** Goes to the part with a leaf. */
  reach(leaf: number): void;
  /** Begins the mode in which parts are pointed at. */
  point(): void;
}

/** Fills the line with what was left out. */
export type OpenTray = (host: TrayHost) => Tray;

/** What the mode in which parts of the page are pointed at needs of the tray that begins it. */
export interface PointingHost {
  session: Session;
  finding: FoundDetection;
  /** As `TrayHost` has them: one of them is there. */
  dock: Controls | null;
  article: PointedArticle | null;
  wishes: Wishes;
  /** Says what nodes are. Resolves with whether that could be. */
  wish(nodes: readonly number[], kind: WishKind): Promise<boolean>;
  undo(): boolean;
  redo(): boolean;
  /** Hears that the mode has ended. */
  ended(): void;
}

/** Begins the mode, which ends by itself. */
export type OpenPointing = (host: PointingHost) => void;

/** What a report of the page needs. */
export interface ReportHost {
  session: Session;
  finding: FoundDetection;
  view: ViewName;
  /** Hears that the panel is closed. */
  closed(): void;
}

/** Opens the panel for a report. */
export type OpenReport = (host: ReportHost) => void;

/** Opens the panel in which the article is taken along. */
export type OpenTakeAlong = (session: Session, finding: FoundDetection) => void;

/** Reads the article aloud in a view over the page itself. */
export type ReadAloud = (session: Session, finding: FoundDetection) => void;

/** Takes the article along without a panel. */
export type TakeStraight = (request: TakeRequest) => Promise<StraightOutcome>;

/** Hands the article of a tab over to the page for several. */
export type Gather = (request: GatherRequest) => Promise<Gathered>;

/** A note whose mark was pressed. */
export interface NoteAsked {
  mark: HTMLElement;
  /** The block that says it. */
  note: HTMLElement;
  /** Moves to the note. */
  go(): void;
  /** Does what a press of a copy of a link of the article stands for. */
  follow(link: Element): void;
}

/** Shows a note beside its mark. */
export type ShowNote = (session: Session, asked: NoteAsked) => void;

/** Shows pictures of the article. */
export interface ShowPictures {
  /** Shows a picture large. */
  large(session: Session, picture: HTMLImageElement): void;
  /** Puts descriptions in the place of pictures, or takes them away. */
  describe(article: HTMLElement, isWanted: boolean): void;
}

/** The way on which one goes through the article, along its blocks. Lengths are in px of the window. */
export interface Flow {
  /** How far the edge at which one reads is from the beginning; of no other use than to be compared. */
  readonly at: number;
  /** How much of the article is seen at once. */
  readonly seen: number;
  /** Returns where something begins, from that edge, and how long it is; of no length where it is not laid out. */
  extent(target: Element | Range): Extent;
  /** Goes on, back where the distance is negative. Returns how far it went: pages are turned as wholes. */
  move(distance: number): number;
  /** Goes to where something begins, with a share of what is seen before it where that can be. */
  reach(target: Element | Range, before?: number): void;
  /** The boxes in which lines stand, in their order, where the text is not scrolled but its pages are turned. */
  readonly columns?: DOMRect[];
}
/** How a picture looks on a ground of another colour: classes for article.css. */
export type Tone = "pith-drawing" | "pith-bright" | "pith-pale" | "pith-clear" | "pith-foreign";

/** Shows the keys that act in a view. */
export type ListKeys = (session: Session, view: ViewName, settings: Settings) => void;

/** The open reader as its aids see it. */
export interface AidHost {
  session: Session;
  finding: FoundDetection;
  dialog: HTMLDialogElement;
  scroller: HTMLElement;
  article: HTMLElement;
  /** The bodies of the article and of its further pages. */
  bodies: readonly ArticleBody[];
  /** As `TrayHost` has it. */
  hold: NonNullable<TrayHost["hold"]>;
  settings(): Settings;
  change(change: Partial<Settings>): void;
  /** Says something to those who do not see it. */
  say(sentence: string): void;
  /** The element of the article that was pressed last, for the aid that is about such. */
  pressed: Element | null;
  /** Brings another aid and uses it. */
  use(name: ToolName): void;
  /** The reader itself, in which the flow can be another one. */
  reader: { flow: Flow; moved(): void; settle(): void };
}

/** An open view as reading aloud sees it: the reader, or one over the page itself, of which there is less. */
export type ReadHost = Pick<AidHost, "session" | "finding"> & Partial<AidHost>;

/** To what comes next, or to what was before; 0 for neither. */
export type Step = -1 | 0 | 1;

/** An aid to reading that was brought into the page. */
export interface Aid {
  /**
   * Does what the button and the key of the aid stand for: begins it, or ends it. With a step, what the keys for the next
   * and the one before stand for. `typed` is what was typed into it before it was there.
   */
  use(step: Step, typed?: string): void;
  /** Hears that the settings have changed. Absent where it goes by none. */
  follow?(settings: Settings): void;
}

/** Makes an aid for an open reader. */
export type OpenAid = (host: AidHost) => Aid;

/** An entry of the menu that is there for some articles. */
export interface Offered {
  label: string;
  act(): void;
}

/** The place in a view for what people say about the article. */
export interface DiscussionHost {
  session: Session;
  finding: FoundDetection;
  line: HTMLElement;
  /** The view; null where it is the reader. */
  view: Exclude<ViewName, "reader"> | null;
  threads: Threads;
  /** The article, where it is the discussion; else null. */
  thread: HTMLElement | null;
  /** Makes nodes of HTML of the core. */
  bodyOf(html: string): HTMLElement;
}

/** Fills the place. What is told there ends with the view, or when `signal` is aborted. */
export type OpenDiscussion = (host: DiscussionHost, signal: AbortSignal) => void;

/** The end of the reader's article, below which its further pages go. */
export interface PagesHost {
  session: Session;
  finding: FoundDetection;
  pager: Pager;
  /** The line that offers them; they go before it. */
  line: HTMLElement;
  /** Makes the body of a page. */
  bodyOf(html: string): HTMLElement;
}

/** Shows the further pages there are, and reads the next ones. */
export type OpenPages = (host: PagesHost) => void;
