/** The page that opens once, when the extension is installed: the three views, and a page to try them on. */

import { element, vector } from "../../ui/build.ts";
import { ext, t } from "../../shared/ext.ts";
import { type ViewName, viewNames } from "../../parts.ts";
import { describePage } from "../own-page.ts";

/** What is drawn of a page, by what becomes of it: its frame, its text, what stands around that, and what was found. */
type Drawn = Partial<Record<"sheet" | "text" | "around" | "found", string>>;

const sheet = "M4 4h112v72H4z";
const column = "M14 26h62M14 34h62M14 42h50M14 54h62M14 62h62M14 70h40";
const around = "M12 14h96M86 26h22v16H86zM86 50h22v16H86z";

const drawings: Record<ViewName, Drawn> = {
  reader: { sheet, text: "M30 16h44M30 28h60M30 37h60M30 46h60M30 55h60M30 64h36" },
  simplify: { sheet: "M36 4h48v72H36z", text: "M43 14h34M43 24h34M43 32h34M43 40h26M43 52h34M43 60h34M43 68h20" },
  highlight: { sheet, text: column, around, found: "M9 20h72v54H9z" },
};

function image(view: ViewName): SVGElement {
  const svg = vector("svg", { viewBox: "0 0 120 80", "aria-hidden": "true", focusable: "false" });
  svg.append(...Object.entries(drawings[view]).map(([name, d]) => vector("path", { class: name, d })));
  return svg;
}

/** Returns a card of a view: what it is, its keys, and the way to try it. */
function card(view: ViewName, keys: string | undefined): HTMLElement {
  const name = t(`view_${view}`);
  const says = { reader: t("welcomeReader"), simplify: t("welcomeSimplify"), highlight: t("welcomeHighlight") }[view];
  return element(
    "section",
    { class: "card" },
    image(view),
    element("h2", {}, name),
    element("p", {}, says),
    element("p", {}, ...(keys ? [element("kbd", { dir: "ltr" }, keys)] : [])),
    element("a", { class: "try", href: `trial.html?view=${view}` }, t("welcomeTry", name)),
  );
}

async function show(): Promise<void> {
  // Firefox for Android has none.
  const commands = (await ext.commands?.getAll()) ?? [];
  const keysOf = (view: ViewName): string | undefined =>
    commands.find(({ name }) => name === (view === "reader" ? "_execute_action" : view))?.shortcut;
  document.body.append(
    element(
      "main",
      {},
      element("h1", {}, t("welcomeTitle")),
      element("p", {}, t("welcomeHow")),
      element("div", { class: "cards" }, ...viewNames.map((view) => card(view, keysOf(view)))),
      element("p", {}, t("optionsPrivacy")),
      element("p", {}, element("a", { href: "options.html" }, t("options"))),
    ),
  );
}

describePage(t("welcomeTitle"));
void show();
