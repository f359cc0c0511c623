/** What people say about the article, below it or in its place: threads that are folded and unfolded, in the order of the page. */

import { element } from "../build.ts";
import { ourLanguage, t } from "../ext.ts";
import { counted, number } from "../numbers.ts";
import type { DiscussionHost } from "../session.ts";
import { share, shared } from "../state.ts";
import { date } from "../times.ts";

/** Characters of mark-up that are put in at once, at least one thread: some screens. */
const batch = 40_000;

class DiscussionSection {
  readonly #host: DiscussionHost;
  readonly #list = element("ol", { class: "pith-thread" });
  /** Where the next threads go once it comes near. */
  readonly #end = element("div");
  /** Threads that are there. */
  #shown = 0;

  constructor(host: DiscussionHost) {
    this.#host = host;
    const { finding, line, threads, thread } = host;
    if (thread) {
      localise(thread);
      for (const item of thread.querySelectorAll<HTMLElement>(".pith-thread > li")) {
        fold(item);
      }
    }
    if (threads.count === 0) {
      return;
    }
    const count = element("summary", ourLanguage(), counted("discussionCount", threads.count));
    const section = element("details", {}, count, this.#list, this.#end);
    line.append(section);
    const near = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) {
          this.#more();
          near.unobserve(this.#end);
          if (this.#shown < threads.threads.length) {
            near.observe(this.#end);
          }
        }
      },
      { rootMargin: "800px" },
    );
    // Nothing of it is made before somebody wants to read it.
    section.addEventListener("toggle", () => near.observe(this.#end), { once: true });
    // What is unfolded is taken along.
    section.addEventListener("toggle", () => {
      if (section.open) {
        finding.beside = `<ol class="pith-thread">${threads.threads.join("")}</ol>\n`;
      } else {
        delete finding.beside;
      }
    });
  }

  /** Adds the next threads. */
  #more(): void {
    const { threads } = this.#host.threads;
    let html = "";
    do {
      html += threads[this.#shown] ?? "";
      this.#shown += 1;
    } while (html.length < batch && this.#shown < threads.length);
    const made = this.#host.bodyOf(`<ol class="pith-thread">${html}</ol>`);
    localise(made);
    for (const item of made.querySelectorAll<HTMLElement>(".pith-thread > li")) {
      fold(item);
    }
    this.#list.append(...(made.querySelector(".pith-thread")?.children ?? []));
  }
}

/** Says times as dates in our language, those on the line of who says something. */
function localise(within: HTMLElement): void {
  for (const time of within.querySelectorAll(".pith-says time")) {
    time.setAttribute("title", time.textContent);
    time.replaceChildren(element("span", ourLanguage(), date(time.getAttribute("datetime") ?? "")));
  }
}

/** Makes a contribution one that is folded and unfolded, with all that answers it. */
function fold(item: HTMLElement): void {
  const answers = item.querySelectorAll(".pith-thread > li").length;
  const place = [...(item.parentElement?.children ?? [])].indexOf(item) + 1;
  // Where nobody is named something has to be there to be pressed.
  const who = item.querySelector(":scope > .pith-says > b") ?? element("b", {}, number(place));
  const summary = element("summary", { class: "pith-who" }, who);
  if (who.classList.contains("pith-by-author")) {
    summary.append(element("span", { ...ourLanguage(), class: "pith-badge" }, t("discussionAuthor")));
  }
  if (answers > 0) {
    summary.append(element("span", { ...ourLanguage(), class: "pith-answers" }, counted("discussionAnswers", answers)));
  }
  item.replaceChildren(element("details", { open: "" }, summary, ...item.childNodes));
}

if (!shared("pithDiscussion")) {
  share("pithDiscussion", (host) => void new DiscussionSection(host));
}
