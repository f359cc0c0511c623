/** The demonstration page: connects the choices to what is shown. */

import samples from "../samples.json";
import { element } from "../../extension/src/ui/build.ts";
import { Importance } from "./importance.ts";
import { mark } from "./mark.ts";
import { Methods } from "./methods.ts";
import { type Answer, Reading, sentence } from "./reading.ts";
import { Scores } from "./scores.ts";
import { Segments } from "./segments.ts";
import { Selection, showArticle, showLabels } from "./selection.ts";
import { prepared, textOf } from "./source.ts";
import { extent, type Paint, Stage } from "./stage.ts";
import { core } from "./core.ts";
import { short } from "./track.ts";

interface Source {
  html: string;
  /** Its own address; empty where it has none. */
  url: string;
  /** Pages of one site share what TSReC knows of it. */
  site: string;
  about: string;
  /** Name of the sample; empty for a page of the visitor's. */
  sample: string;
  /** Another page of the site, which TSReC reads first. */
  beside?: () => Promise<Source>;
}

const PAINTS: [Paint, string][] = [
  ["scores", "Scores"],
  ["selection", "Kept"],
  ["nothing", "None"],
];

function at<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

if (!Element.prototype.setHTML) {
  await import("../../extension/src/content/dom/sanitizer.ts");
}

const width = at<HTMLInputElement>("width");
// On a phone the page is laid out as on a phone.
if (matchMedia("(max-width: 700px)").matches) {
  width.value = "400";
}
at("width-shown").textContent = `${width.value} px`;
const stage = new Stage(at("stage"), Number(width.value), takeDrops);
const methods = new Methods(at("methods"), () => showMethod());
const scores = new Scores(at("scores"), at("scores-meaning"));
const segments = new Segments(at("segments"));
const importance = new Importance(at("importance"), stage);
const selection = new Selection(at("selection"));

/** TSReC's digest of each site: a few kilobytes of hashes. */
const digests = new Map<string, Uint8Array>();
let source: Source | null = null;
let reading: Reading | null = null;
let paint: Paint = "scores";
/** Rises with every page, so that work begun for an earlier page is dropped. */
let turn = 0;

// --- choosing a page -------------------------------------------------------------------------------------------------

const picker = at<HTMLSelectElement>("sample");
picker.append(
  element("option", { value: "", hidden: true }, "Your page"),
  ...samples.map(({ name, title }) => element("option", { value: name }, title)),
);
picker.value = samples[0]?.name ?? "";
picker.addEventListener("change", () => void open(() => sample(picker.value)));

async function sample(name: string): Promise<Source> {
  const row = samples.find((row) => row.name === name) ?? samples[0];
  if (!row) {
    throw new Error("No samples found.");
  }
  const url = new URL(row.file, location.href).href;
  const answer = await fetch(url);
  if (!answer.ok) {
    throw new Error(`Couldn't load the sample “${row.title}” (${answer.status}). Build this page again.`);
  }
  const other = samples.find(({ file }) => file === row.beside);
  return {
    html: prepared(await answer.text(), url),
    url,
    site: other ? [row.file, other.file].sort().join() : row.file,
    about: row.about,
    sample: row.name,
    ...(other && { beside: () => sample(other.name) }),
  };
}

/** Returns a page of the visitor's; all pages of one visit count as one site. */
const own = (html: string, name: string): Source => {
  if (html.trim() === "") {
    throw new Error("No content. Enter a page's HTML source, including its tags.");
  }
  return {
    html: prepared(html),
    url: "",
    site: "own",
    sample: "",
    about: `${name}. TSReC compares it with the pages you opened before.`,
  };
};

at("open-file").addEventListener("click", () => at<HTMLInputElement>("file").click());
at<HTMLInputElement>("file").addEventListener("change", (event) => {
  const input = event.target as HTMLInputElement;
  openFile(input.files?.[0]);
  input.value = "";
});

function openFile(file: File | undefined): void {
  if (file) {
    void open(async () => own(await textOf(file), file.name));
  }
}

const pasteButton = at("open-paste");
const pasteForm = at<HTMLFormElement>("paste");
pasteButton.addEventListener("click", () => {
  pasteForm.hidden = !pasteForm.hidden;
  pasteButton.setAttribute("aria-expanded", String(!pasteForm.hidden));
  if (!pasteForm.hidden) {
    at("paste-text").focus();
  }
});
pasteForm.addEventListener("submit", (event) => {
  event.preventDefault();
  void open(async () => own(at<HTMLTextAreaElement>("paste-text").value, "Pasted HTML"));
});

/** Accepts files that are dropped on the page or on the frame. */
function takeDrops(target: EventTarget): void {
  target.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  target.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  target.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    openFile((event as DragEvent).dataTransfer?.files[0]);
  });
}

takeDrops(window);

// --- how it is laid out and painted ----------------------------------------------------------------------------------

let waiting = 0;
width.addEventListener("input", () => {
  at("width-shown").textContent = `${width.value} px`;
  clearTimeout(waiting);
  waiting = window.setTimeout(() => {
    stage.resize(Number(width.value));
    read();
  }, 150);
});

for (const [value, label] of PAINTS) {
  const input = element("input", { type: "radio", name: "paint", value, checked: value === paint });
  at("paint").append(element("label", {}, input, element("span", {}, label)));
}
at("paint").addEventListener("change", (event) => {
  paint = (event.target as HTMLInputElement).value as Paint;
  repaint();
});

// --- showing ---------------------------------------------------------------------------------------------------------

/** Lays a page out, reads it and shows everything that is known of it. */
async function open(get: () => Promise<Source>): Promise<void> {
  turn += 1;
  const mine = turn;
  document.body.setAttribute("aria-busy", "true");
  try {
    const next = await get();
    if (next.beside && !digests.has(next.site)) {
      const other = await next.beside();
      const digest = await stage.aside(other.html, (window) => {
        const detection = core().detectIn(window, other.url);
        try {
          return detection.digest();
        } finally {
          detection.free();
        }
      });
      digests.set(next.site, digest);
    }
    if (mine !== turn) {
      return;
    }
    await stage.load(next.html);
    if (mine === turn) {
      source = next;
      picker.value = next.sample;
      at("about").textContent = next.about;
      complain("");
      read();
      at("status").textContent = `Page analyzed. ${next.about}`;
    }
  } catch (error) {
    if (mine === turn) {
      complain(sentence(error));
    }
  } finally {
    if (mine === turn) {
      document.body.removeAttribute("aria-busy");
    }
  }
}

function read(): void {
  if (!source) {
    return;
  }
  try {
    reading?.free();
    reading = null;
    const known = digests.get(source.site);
    const next = new Reading(stage.window, source.url, known);
    reading = next;
    const digest = next.detection.digest();
    digests.set(source.site, known ? core().mergeDigests(known, digest) : digest);
    methods.show(next);
    stage.show(next, label);
    importance.show(next);
    segments.show(next);
    showLabels(at("labels"), next);
    showMethod();
    mark(null);
  } catch (error) {
    complain(sentence(error));
  }
}

function answer(): Answer | undefined {
  const chosen = document.querySelector<HTMLInputElement>('input[name="method"]:checked')?.value;
  return reading?.answers.find(({ method }) => method.name === chosen);
}

/** Returns the name of a marked node and its score by the method that is chosen. */
function label(node: number): string {
  const score = answer()?.account?.scores[node];
  const name = reading?.name(node) ?? "";
  return score === undefined ? name : `${name} ${short(score)}`;
}

function showMethod(): void {
  const chosen = answer();
  if (!reading || !chosen) {
    return;
  }
  at("scores-title").textContent = `${chosen.method.title} scores`;
  scores.show(reading, chosen);
  repaint();
  if (!chosen.account) {
    selection.say(chosen.silence);
    at("article").replaceChildren();
    at("article-note").textContent = chosen.silence;
    return;
  }
  reading.by(chosen.method, (detection, isWhole) => {
    showArticle(at("article"), at("article-note"), detection, isWhole);
    selection.show(detection);
  });
}

function repaint(): void {
  const account = answer()?.account ?? null;
  stage.paint(account, paint);
  const legend = at("legend");
  if (!reading || !account || paint === "nothing") {
    legend.replaceChildren();
  } else if (paint === "scores") {
    const [, most] = extent(account.scores, reading.body);
    legend.replaceChildren(
      element("span", {}, "0"),
      element("span", { class: "ramp" }),
      element("span", {}, short(Math.max(0, most))),
      element("span", { class: "legend-title" }, "text score"),
    );
  } else {
    const key = (name: string, text: string) =>
      element("span", { class: "key" }, element("span", { class: `swatch ${name}` }), text);
    legend.replaceChildren(key("kept", "kept"), key("removed", "removed"));
  }
}

/** Shows a sentence in the place for problems; hides the place if the sentence is empty. */
function complain(text: string): void {
  at("problem").textContent = text;
  at("problem").hidden = text === "";
}

addEventListener("unhandledrejection", ({ reason }) => complain(sentence(reason)));

void open(() => sample(picker.value));
