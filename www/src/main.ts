/** Entry point of the demonstration page: connects the controls to the panels. */

import samples from "../samples.json";
import { element } from "../../extension/src/ui/build.ts";
import { Importance } from "./importance.ts";
import { setHovered } from "./mark.ts";
import { Methods } from "./methods.ts";
import { type MethodOutcome, Reading, errorText } from "./reading.ts";
import { Scores } from "./scores.ts";
import { Segments } from "./segments.ts";
import { Selection, showArticle, showFspLabels } from "./selection.ts";
import { prepareHtml, decodeFile } from "./source.ts";
import { scoreRange, type Paint, Stage } from "./stage.ts";
import { core } from "./core.ts";
import { formatNumber } from "./track.ts";

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
  otherPage?: () => Promise<Source>;
}

const PAINT_OPTIONS: [Paint, string][] = [
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
    html: prepareHtml(await response.text(), url),
    url,
    site: other ? [row.file, other.file].sort().join() : row.file,
    about: row.about,
    sample: row.name,
    ...(other && { otherPage: () => loadSample(other.name) }),
  };
}

/** Returns a visitor's own page; all of one visit count as one site. Throws if `html` is empty. */
const visitorPage = (html: string, name: string): Source => {
  if (html.trim() === "") {
    throw new Error("No content. Enter a page's HTML source, including its tags.");
  }
  return {
    html: prepareHtml(html),
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
    void open(async () => visitorPage(await decodeFile(file), file.name));
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
  void open(async () => visitorPage(byId<HTMLTextAreaElement>("paste-text").value, "Pasted HTML"));
});

/** Opens files dropped on `target`: the page or the frame. */
function acceptDrops(target: EventTarget): void {
  target.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("drag-over");
  });
  target.addEventListener("dragleave", () => document.body.classList.remove("drag-over"));
  target.addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("drag-over");
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
    analyze();
  }, 150);
});

for (const [value, label] of PAINT_OPTIONS) {
  const input = element("input", { type: "radio", name: "paint", value, checked: value === paint });
  byId("paint").append(element("label", {}, input, element("span", {}, label)));
}
byId("paint").addEventListener("change", (event) => {
  paint = (event.target as HTMLInputElement).value as Paint;
  repaint();
});

// --- showing a page --------------------------------------------------------------------------------------------------

/** Loads a page into the frame, analyzes it, and updates all panels. */
async function open(getSource: () => Promise<Source>): Promise<void> {
  generation += 1;
  const currentGeneration = generation;
  document.body.setAttribute("aria-busy", "true");
  try {
    const next = await getSource();
    if (next.otherPage && !digests.has(next.site)) {
      const other = await next.otherPage();
      const digest = await stage.withHiddenFrame(other.html, (window) => {
        const detection = core().detectIn(window, other.url);
        try {
          return detection.digest();
        } finally {
          detection.free();
        }
      });
      digests.set(next.site, digest);
    }
    if (currentGeneration !== generation) {
      return;
    }
    await stage.load(next.html);
    if (currentGeneration === generation) {
      source = next;
      picker.value = next.sample;
      byId("about").textContent = next.about;
      showProblem("");
      analyze();
      byId("status").textContent = `Page analyzed. ${next.about}`;
    }
  } catch (error) {
    if (currentGeneration === generation) {
      showProblem(errorText(error));
    }
  } finally {
    if (currentGeneration === generation) {
      document.body.removeAttribute("aria-busy");
    }
  }
}

function analyze(): void {
  if (!source) {
    return;
  }
  try {
    reading?.free();
    reading = null;
    const siteDigest = digests.get(source.site);
    const next = new Reading(stage.window, source.url, siteDigest);
    reading = next;
    const digest = next.detection.digest();
    digests.set(source.site, siteDigest ? core().mergeDigests(siteDigest, digest) : digest);
    methods.show(next);
    stage.show(next, label);
    importance.show(next);
    segments.show(next);
    showFspLabels(byId("labels"), next);
    showMethod();
    setHovered(null);
  } catch (error) {
    showProblem(errorText(error));
  }
}

function chosenOutcome(): MethodOutcome | undefined {
  const outcome = document.querySelector<HTMLInputElement>('input[name="method"]:checked')?.value;
  return reading?.outcomes.find(({ method }) => method.name === outcome);
}

/** Returns a node's name and its score by the chosen method. */
function label(node: number): string {
  const score = chosenOutcome()?.result?.scores[node];
  const name = reading?.name(node) ?? "";
  return score === undefined ? name : `${name} ${formatNumber(score)}`;
}

function showMethod(): void {
  const outcome = chosenOutcome();
  if (!reading || !outcome) {
    return;
  }
  byId("scores-title").textContent = `${outcome.method.title} scores`;
  scores.show(reading, outcome);
  repaint();
  if (!outcome.result) {
    selection.showMessage(outcome.failure);
    byId("article").replaceChildren();
    byId("article-note").textContent = outcome.failure;
    return;
  }
  reading.withDetection(outcome.method, (detection, isWhole) => {
    showArticle(byId("article"), byId("article-note"), detection, isWhole);
    selection.show(detection);
  });
}

function repaint(): void {
  const account = chosenOutcome()?.result ?? null;
  stage.paint(account, paint);
  const legend = byId("legend");
  if (!reading || !account || paint === "nothing") {
    legend.replaceChildren();
  } else if (paint === "scores") {
    const [, maxScore] = scoreRange(account.scores, reading.body);
    legend.replaceChildren(
      element("span", {}, "0"),
      element("span", { class: "ramp" }),
      element("span", {}, formatNumber(Math.max(0, maxScore))),
      element("span", { class: "legend-title" }, "text score"),
    );
  } else {
    const legendKey = (name: string, text: string) =>
      element("span", { class: "key" }, element("span", { class: `swatch ${name}` }), text);
    legend.replaceChildren(legendKey("kept", "kept"), legendKey("removed", "removed"));
  }
}

/** Shows an error message; hides the alert if `text` is empty. */
function showProblem(text: string): void {
  byId("problem").textContent = text;
  byId("problem").hidden = text === "";
}

addEventListener("unhandledrejection", ({ reason }) => showProblem(errorText(reason)));

void open(() => loadSample(picker.value));
