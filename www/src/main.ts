/** Entry point of the demonstration page: connects the controls to the panels. */

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
  /** URL of the page; empty if it has none. */
  url: string;
  /** Key of TSReC's digest, shared by all pages of a site. */
  site: string;
  about: string;
  /** Name of the sample; empty for a visitor's own page. */
  sample: string;
  /** Loads another page of the site for TSReC to compare with. */
  beside?: () => Promise<Source>;
}

const PAINTS: [Paint, string][] = [
  ["scores", "Scores"],
  ["selection", "Kept"],
  ["nothing", "None"],
];

function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

if (!Element.prototype.setHTML) {
  await import("../../extension/src/content/dom/sanitizer.ts");
}

const width = byId<HTMLInputElement>("width");
// On phones, the page is laid out at a phone's width.
if (matchMedia("(max-width: 700px)").matches) {
  width.value = "400";
}
byId("width-shown").textContent = `${width.value} px`;
const stage = new Stage(byId("stage"), Number(width.value), acceptDrops);
const methods = new Methods(byId("methods"), () => showMethod());
const scores = new Scores(byId("scores"), byId("scores-meaning"));
const segments = new Segments(byId("segments"));
const importance = new Importance(byId("importance"), stage);
const selection = new Selection(byId("selection"));

/** TSReC's digests by site, each a few kilobytes of hashes. */
const digests = new Map<string, Uint8Array>();
let source: Source | null = null;
let reading: Reading | null = null;
let paint: Paint = "scores";
/** Incremented for every page, so that work for an earlier page is dropped. */
let generation = 0;

// --- choosing a page -------------------------------------------------------------------------------------------------

const picker = byId<HTMLSelectElement>("sample");
picker.append(
  element("option", { value: "", hidden: true }, "Your page"),
  ...samples.map(({ name, title }) => element("option", { value: name }, title)),
);
picker.value = samples[0]?.name ?? "";
picker.addEventListener("change", () => void open(() => loadSample(picker.value)));

async function loadSample(name: string): Promise<Source> {
  const row = samples.find((row) => row.name === name) ?? samples[0];
  if (!row) {
    throw new Error("No samples found.");
  }
  const url = new URL(row.file, location.href).href;
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`Couldn't load the sample “${row.title}” (${response.status}). Build this page again.`);
  }
  const other = samples.find(({ file }) => file === row.beside);
  return {
    html: prepared(await response.text(), url),
    url,
    site: other ? [row.file, other.file].sort().join() : row.file,
    about: row.about,
    sample: row.name,
    ...(other && { beside: () => loadSample(other.name) }),
  };
}

/** Returns a visitor's own page; all of one visit count as one site. Throws if `html` is empty. */
const ownPage = (html: string, name: string): Source => {
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

byId("open-file").addEventListener("click", () => byId<HTMLInputElement>("file").click());
byId<HTMLInputElement>("file").addEventListener("change", (event) => {
  const input = event.target as HTMLInputElement;
  openFile(input.files?.[0]);
  input.value = "";
});

function openFile(file: File | undefined): void {
  if (file) {
    void open(async () => ownPage(await textOf(file), file.name));
  }
}

const pasteButton = byId("open-paste");
const pasteForm = byId<HTMLFormElement>("paste");
pasteButton.addEventListener("click", () => {
  pasteForm.hidden = !pasteForm.hidden;
  pasteButton.setAttribute("aria-expanded", String(!pasteForm.hidden));
  if (!pasteForm.hidden) {
    byId("paste-text").focus();
  }
});
pasteForm.addEventListener("submit", (event) => {
  event.preventDefault();
  void open(async () => ownPage(byId<HTMLTextAreaElement>("paste-text").value, "Pasted HTML"));
});

/** Opens files dropped on `target`: the page or the frame. */
function acceptDrops(target: EventTarget): void {
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

acceptDrops(window);

// --- width and colors ------------------------------------------------------------------------------------------------

let resizeTimer = 0;
width.addEventListener("input", () => {
  byId("width-shown").textContent = `${width.value} px`;
  clearTimeout(resizeTimer);
  resizeTimer = window.setTimeout(() => {
    stage.resize(Number(width.value));
    read();
  }, 150);
});

for (const [value, label] of PAINTS) {
  const input = element("input", { type: "radio", name: "paint", value, checked: value === paint });
  byId("paint").append(element("label", {}, input, element("span", {}, label)));
}
byId("paint").addEventListener("change", (event) => {
  paint = (event.target as HTMLInputElement).value as Paint;
  repaint();
});

// --- showing a page --------------------------------------------------------------------------------------------------

/** Loads a page into the frame, analyzes it, and updates all panels. */
async function open(get: () => Promise<Source>): Promise<void> {
  generation += 1;
  const mine = generation;
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
    if (mine !== generation) {
      return;
    }
    await stage.load(next.html);
    if (mine === generation) {
      source = next;
      picker.value = next.sample;
      byId("about").textContent = next.about;
      showProblem("");
      read();
      byId("status").textContent = `Page analyzed. ${next.about}`;
    }
  } catch (error) {
    if (mine === generation) {
      showProblem(sentence(error));
    }
  } finally {
    if (mine === generation) {
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
    showLabels(byId("labels"), next);
    showMethod();
    mark(null);
  } catch (error) {
    showProblem(sentence(error));
  }
}

function chosenAnswer(): Answer | undefined {
  const chosen = document.querySelector<HTMLInputElement>('input[name="method"]:checked')?.value;
  return reading?.answers.find(({ method }) => method.name === chosen);
}

/** Returns a node's name and its score by the chosen method. */
function label(node: number): string {
  const score = chosenAnswer()?.account?.scores[node];
  const name = reading?.name(node) ?? "";
  return score === undefined ? name : `${name} ${short(score)}`;
}

function showMethod(): void {
  const chosen = chosenAnswer();
  if (!reading || !chosen) {
    return;
  }
  byId("scores-title").textContent = `${chosen.method.title} scores`;
  scores.show(reading, chosen);
  repaint();
  if (!chosen.account) {
    selection.say(chosen.silence);
    byId("article").replaceChildren();
    byId("article-note").textContent = chosen.silence;
    return;
  }
  reading.by(chosen.method, (detection, isWhole) => {
    showArticle(byId("article"), byId("article-note"), detection, isWhole);
    selection.show(detection);
  });
}

function repaint(): void {
  const account = chosenAnswer()?.account ?? null;
  stage.paint(account, paint);
  const legend = byId("legend");
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

/** Shows an error message; hides the alert if `text` is empty. */
function showProblem(text: string): void {
  byId("problem").textContent = text;
  byId("problem").hidden = text === "";
}

addEventListener("unhandledrejection", ({ reason }) => showProblem(sentence(reason)));

void open(() => loadSample(picker.value));
