/**
 * The panel of the text settings: for all sites or only this one, with Reset and the link to all settings always in
 * view.
 */

import { type Choice, defaults, type Settings, table } from "../../shared/settings/settings.ts";
import { element } from "../../ui/build.ts";
import { button, segmented, sheet } from "../../ui/components.ts";
import { ChevronRight, RotateCcw } from "../../ui/icons.ts";
import { ext, t } from "../../shared/ext.ts";
import { notify } from "../../shared/requests.ts";
import { settingRow } from "../../ui/settings-panel.ts";
import type { ToolbarHost } from "./toolbar.ts";

export class TextPanel {
  readonly node: HTMLElement;
  readonly #host: ToolbarHost;
  readonly #show: ((settings: Settings) => void)[] = [];

  constructor(host: ToolbarHost, say: (message: string, undo: () => void) => void) {
    this.#host = host;
    const { settings: names, preferences, view } = host;
    const rows = names.map((name) => ({ name, row: settingRow(name, (change) => preferences.change(change)) }));
    const isRare = (name: (typeof names)[number]): boolean => (table[name] as Partial<Choice>).rare === true;
    const common = rows.filter(({ name }) => !isRare(name)).flatMap(({ row }) => row.nodes);
    const rare = rows.filter(({ name }) => isRare(name)).flatMap(({ row }) => row.nodes);
    this.#show.push(...rows.map(({ row }) => row.show));
    if (view === "reader") {
      const layout = segmented(
        "layout",
        t("popupLayout"),
        [
          ["scroll", t("popupScroll")],
          ["pages", t("popupPages")],
        ],
        (value) => preferences.change({ paged: value === "pages" }),
      );
      this.#show.push(({ paged }) => layout.show(paged ? "pages" : "scroll"));
      common.push(
        element("div", { class: "line" }, element("span", { "aria-hidden": "true" }, t("popupLayout")), layout.node),
      );
    }
    const body: HTMLElement[] = [];
    // Names of sites aren't saved in private windows.
    if (!ext.extension.inIncognitoContext) {
      const extent = segmented(
        "alone",
        t("popupApplyTo"),
        [
          ["all", t("allSites")],
          ["site", t("popupThisSite")],
        ],
        (value) => preferences.keepForSite(value === "site"),
      );
      this.#show.push(({ site }) => extent.show(site ? "site" : "all"));
      body.push(extent.node);
    }
    body.push(...common);
    if (rare.length > 0) {
      body.push(element("details", { class: "rare" }, element("summary", {}, t("moreSettings")), ...rare));
    }
    const reset = button({ look: "quiet", small: true, name: "reset", icon: RotateCcw, text: t("reset") }, () => {
      const before = Object.fromEntries(names.map((name) => [name, preferences.now[name]]));
      preferences.change(Object.fromEntries(names.map((name) => [name, defaults[name]])));
      say(t("popupReset"), () => preferences.change(before));
    });
    const all = button(
      { look: "link", small: true, name: "all-settings", icon: ChevronRight, flip: true, text: t("popupAllSettings") },
      () => notify("open-own", { page: "options.html" }),
    );
    const made = sheet({
      title: t("toolText"),
      at: "end",
      name: "text-panel",
      bare: true,
      clear: true,
      body,
      foot: [reset, all],
    });
    this.node = made.node;
    this.show();
  }

  /** Updates the controls. Fonts and colors that aren't set up yet aren't offered. */
  show(): void {
    const { now } = this.#host.preferences;
    for (const show of this.#show) {
      show(now);
    }
    const isKnown = {
      named: now.face !== "" || now.font === "named",
      own: now.own !== defaults.own || now.theme === "own",
    };
    for (const [choice, isThere] of Object.entries(isKnown)) {
      this.node.querySelector(`[data-choice=${choice}]`)?.toggleAttribute("hidden", !isThere);
    }
  }
}
