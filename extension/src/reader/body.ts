/** The article's body, which can be brought up to date without touching what stays. */

import { element } from "../build.ts";
import { sanitize } from "../sanitize.ts";
import { prepareEmbeds } from "./embeds.ts";
import { divide } from "./parts.ts";
import { loadLate, preparePictures, watchPictures } from "./pictures.ts";

/** A child of the body as the core wrote it, and its elements before anything of ours stands among them. */
interface Child {
  node: ChildNode;
  elements: HTMLElement[];
}

export class Body {
  readonly node: HTMLElement;
  /** The text as it was at first. */
  readonly text: string;
  #html: string;
  #children: Child[];

  constructor(html: string) {
    const body = sanitize(html);
    loadLate(body);
    this.#html = html;
    this.text = body.textContent;
    this.#children = [...body.childNodes].map(child);
    divide(body, this.text.length);
    this.node = element("div", { class: "pith-body" }, body);
    watchPictures(this.node);
    prepare(this.node);
  }

  /** The elements that the core wrote, in order. */
  get elements(): HTMLElement[] {
    return this.#children.flatMap(({ elements }) => elements);
  }

  /** Shows other markup of the same page: only what differs is made anew. */
  update(html: string): void {
    const before = [...sanitize(this.#html).childNodes];
    const body = sanitize(html);
    const after = [...body.childNodes];
    const isSame = (i: number, j: number): boolean => before[i]?.isEqualNode(after[j] ?? null) === true;
    let start = 0;
    while (isSame(start, start)) {
      start += 1;
    }
    let end = 0;
    while (
      end < Math.min(before.length, after.length) - start &&
      isSame(before.length - 1 - end, after.length - 1 - end)
    ) {
      end += 1;
    }
    loadLate(body);
    const made = after.slice(start, after.length - end);
    const changed = made.map(child);
    const room = element("div", {}, ...made);
    prepare(room);
    const gone = this.#children.splice(start, before.length - end - start, ...changed).map(standing);
    const next = this.#children
      .slice(start + changed.length)
      .map(standing)
      .find((node) => node.isConnected);
    const last = this.#children
      .slice(0, start)
      .map(standing)
      .findLast((node) => node.isConnected);
    if (last) {
      last.after(...room.childNodes);
    } else if (next) {
      next.before(...room.childNodes);
    } else {
      this.node.append(...room.childNodes);
    }
    for (const node of gone) {
      node.remove();
    }
    this.#html = html;
  }
}

function child(node: ChildNode): Child {
  return { node, elements: node instanceof HTMLElement ? [node, ...node.querySelectorAll<HTMLElement>("*")] : [] };
}

/** Returns what stands in the body for a child: a table is framed. */
function standing({ node }: Child): ChildNode {
  const { parentElement } = node;
  return parentElement?.className === "pith-table" ? parentElement : node;
}

/** Types of lists: under `all: revert` in article.css, `ol type` has no effect by itself, like `width` and others. */
const markers: Record<string, string> = { a: "lower-alpha", A: "upper-alpha", i: "lower-roman", I: "upper-roman" };

/** Sets what the markup cannot express: pictures, markers of lists, scrolling for wide tables. */
function prepare(body: HTMLElement): void {
  preparePictures(body);
  prepareEmbeds(body);
  for (const list of body.querySelectorAll<HTMLOListElement>("ol[type]")) {
    const marker = markers[list.type];
    if (marker) {
      list.style.setProperty("--pith-marker", marker);
    }
  }
  for (const table of body.querySelectorAll("table")) {
    if (table.parentElement?.closest("table")) {
      continue;
    }
    const frame = element("div", { class: "pith-table" });
    table.replaceWith(frame);
    frame.append(table);
  }
  // An element that scrolls inside itself must be reachable by keyboard; one that does not is no tab stop.
  const resized = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) {
        target.setAttribute("tabindex", "0");
      } else {
        target.removeAttribute("tabindex");
      }
    }
  });
  for (const scroller of body.querySelectorAll(".pith-table, pre")) {
    resized.observe(scroller);
  }
}
