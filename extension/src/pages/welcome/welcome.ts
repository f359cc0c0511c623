/** The welcome page, opened once after installation: where the button is, a page to try it on, and other features. */

import { element, svgElement } from "../../ui/build.ts";
import { icon } from "../../ui/components.ts";
import * as icons from "../../ui/icons.ts";
import { t } from "../../shared/ext.ts";
import { guideUrl } from "../../shared/project.ts";
import type { ViewName } from "../../parts.ts";
import { isFirefox, loadShortcutElements } from "../keys.ts";
import { describePage } from "../own-page.ts";

const logo = (): HTMLElement => element("img", { src: "icons/pith-96.png", alt: "" });

/** Returns numbered steps. `name`: the pointer that they are for. */
function steps(name: string, texts: readonly string[]): HTMLElement {
  return element(
    "ol",
    { class: `steps ${name}`, "aria-label": t("welcomeWhere") },
    ...texts.map((text) => element("li", {}, text)),
  );
}

/** Returns the number of a step, for the drawing. */
const stepNumber = (step: number): HTMLElement => element("b", { class: "step-number" }, String(step));

/** Returns a drawing of the browser with an article in Reader, and of the menu with Pith's button. */
function illustration(): HTMLElement {
  const rows = [
    element(
      "div",
      { class: "own-row" },
      logo(),
      "Pith",
      stepNumber(2),
      icon(isFirefox ? icons.Settings : icons.Pin, "small"),
    ),
    ...(isFirefox ? [element("div", { class: "sub" }, icon(icons.Pin, "small"), stepNumber(3))] : []),
    element(
      "div",
      {},
      element("i"),
      element("i", { class: "bar" }),
      icon(isFirefox ? icons.Settings : icons.Pin, "small"),
    ),
  ];
  return element(
    "div",
    { class: "illustration", "aria-hidden": "true" },
    element(
      "div",
      { class: "window" },
      element(
        "div",
        { class: "address-bar not-touch" },
        element("i", { class: "field" }),
        logo(),
        element("span", { class: "puzzle" }, icon(icons.Puzzle, "small"), stepNumber(1)),
      ),
      element(
        "div",
        { class: "paper" },
        element("p", { class: "headline" }, t("welcomeSample")),
        element("p", {}, t("welcomeSample1")),
        element("p", {}, element("mark", {}, t("welcomeSample2"))),
      ),
    ),
    element("div", { class: "puzzle-menu not-touch" }, ...rows),
  );
}

function featureCard(path: string, title: string, text: string): HTMLElement {
  return element(
    "a",
    { class: "feature", href: "trial.html?view=reader" },
    icon(path),
    element("b", {}, title),
    element("span", {}, text),
  );
}

/** Paths of the drawings: the page, its text, the detected article, and the parts around it. */
const svgPaths = {
  simplify: { sheet: "M1 1h94v62H1z", text: "M22 20h38M22 31h52M22 41h52M22 51h34" },
  inspect: {
    sheet: "M1 1h94v62H1z",
    detected: "M8 10h54v46H8z",
    text: "M15 22h36M15 32h40M15 42h40",
    around: "M70 10h18v18H70zM70 38h18v18H70z",
  },
};

/** Returns the box of another view: a drawing, a description, its shortcut, and the button to try it. */
function viewCard(view: "simplify" | "inspect", keys: (view: ViewName) => HTMLElement[]): HTMLElement {
  const svg = svgElement("svg", { viewBox: "0 0 96 64", "aria-hidden": "true", focusable: "false" });
  svg.append(...Object.entries(svgPaths[view]).map(([name, d]) => svgElement("path", { class: name, d })));
  const name = t(`view_${view}`);
  const description = view === "simplify" ? t("welcomeSimplify") : t("welcomeInspect");
  return element(
    "section",
    { class: "view-card" },
    svg,
    element(
      "div",
      {},
      element(
        "h2",
        {},
        element("a", { class: "try", href: `trial.html?view=${view}`, title: t("welcomeTry", name) }, name),
      ),
      element("p", {}, description),
    ),
    ...keys(view),
  );
}

async function show(): Promise<void> {
  const keys = await loadShortcutElements();
  const reader = t("view_reader");
  document.body.append(
    element(
      "main",
      {},
      element(
        "section",
        { class: "hero" },
        element(
          "div",
          {},
          element("p", { class: "ready" }, logo(), t("welcomeTitle")),
          element(
            "h1",
            {},
            element("span", { class: "not-touch" }, t("welcomeClick")),
            element("span", { class: "only-touch" }, t("welcomeTap")),
          ),
          element(
            "p",
            { class: "actions" },
            element(
              "a",
              { class: "btn primary try", href: "trial.html?view=reader" },
              icon(icons.BookOpenText),
              t("welcomeTry", reader),
            ),
            ...keys("reader"),
          ),
          steps(
            "not-touch",
            isFirefox
              ? [t("welcomePuzzle"), t("welcomeGear"), t("welcomePinFirefox")]
              : [t("welcomePuzzle"), t("welcomePin"), t("welcomeUse")],
          ),
          steps("only-touch", [t("welcomeTapMenu"), t("welcomeTapPith"), t("welcomeTapAgain")]),
        ),
        illustration(),
      ),
      element(
        "section",
        { "aria-label": t("welcomeDo") },
        element(
          "div",
          { class: "features" },
          featureCard(icons.Highlighter, t("highlightLabel"), t("welcomeDoHighlight")),
          featureCard(icons.Headphones, t("readAloud"), t("welcomeDoListen")),
          featureCard(icons.Share, t("saveOrShare"), t("welcomeDoSave")),
          featureCard(icons.ListX, t("restore"), t("welcomeDoRestore")),
        ),
      ),
      element("div", { class: "view-cards" }, viewCard("simplify", keys), viewCard("inspect", keys)),
      element(
        "div",
        { class: "foot" },
        element("p", {}, icon(icons.ShieldCheck, "small"), t("optionsPrivacy")),
        element(
          "a",
          { class: "btn plain not-touch", href: "options.html#shortcuts" },
          icon(icons.Keyboard, "small"),
          t("keys"),
        ),
        element("a", { class: "btn plain", href: "options.html" }, icon(icons.Settings, "small"), t("options")),
        ...(guideUrl
          ? [element("a", { class: "btn plain guide", href: guideUrl }, icon(icons.Book, "small"), t("welcomeGuide"))]
          : []),
      ),
    ),
  );
}

describePage(t("welcomeTitle"));
void show();
