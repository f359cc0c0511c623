/**
 * The panel of the text settings: for all sites or only this one, with Reset and the link to all settings always in
 * view.
 */

import { type ChoiceSetting, defaults, type Settings, settingsTable } from "../../shared/settings/settings.ts";
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
  readonly #updates: ((settings: Settings) => void)[] = [];

  constructor(host: ToolbarHost, showMessage: (message: string, undo: () => void) => void) {
    this.#host = host;
    const { settings: names, preferences, view } = host;
    const rows = names.map((name) => ({ name, row: settingRow(name, (change) => preferences.change(change)) }));
    const isRare = (name: (typeof names)[number]): boolean =>
      (settingsTable[name] as Partial<ChoiceSetting>).rare === true;
    const common = rows.filter(({ name }) => !isRare(name)).flatMap(({ row }) => row.nodes);
    const rare = rows.filter(({ name }) => isRare(name)).flatMap(({ row }) => row.nodes);
    this.#updates.push(...rows.map(({ row }) => row.show));
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
      this.#updates.push(({ paged }) => layout.show(paged ? "pages" : "scroll"));
      common.push(
        element(
          "div",
          { class: "layout-row" },
          element("span", { "aria-hidden": "true" }, t("popupLayout")),
          layout.node,
        ),
      );
    }
    const body: HTMLElement[] = [];
    // Names of sites aren't saved in private windows.
    if (!ext.extension.inIncognitoContext) {
      const scope = segmented(
        "site-scope",
        t("popupApplyTo"),
        [
          ["all", t("allSites")],
          ["site", t("popupThisSite")],
        ],
        (value) => preferences.setSiteSpecific(value === "site"),
      );
      this.#updates.push(({ site }) => scope.show(site ? "site" : "all"));
      body.push(scope.node);
    }
    body.push(...common);
    if (rare.length > 0) {
      body.push(element("details", { class: "more-settings" }, element("summary", {}, t("moreSettings")), ...rare));
    }
    const reset = button({ variant: "quiet", small: true, name: "reset", icon: RotateCcw, text: t("reset") }, () => {
      const previous = Object.fromEntries(names.map((name) => [name, preferences.current[name]]));
      preferences.change(Object.fromEntries(names.map((name) => [name, defaults[name]])));
      showMessage(t("popupReset"), () => preferences.change(previous));
    });
    const allSettings = button(
      {
        variant: "link",
        small: true,
        name: "all-settings",
        icon: ChevronRight,
        flip: true,
        text: t("popupAllSettings"),
      },
      () => notify("open-own", { page: "options" }),
    );
    const panel = sheet({
      title: t("toolText"),
      placement: "end",
      name: "text-panel",
      bare: true,
      clear: true,
      body,
      footer: [reset, allSettings],
    });
    this.node = panel.node;
    this.show();
  }

  /** Updates the controls. Fonts and colors that aren't set up yet aren't offered. */
  show(): void {
    const { current: settings } = this.#host.preferences;
    for (const show of this.#updates) {
      show(settings);
    }
    const isAvailable = {
      named: settings.face !== "" || settings.font === "named",
      own: settings.own !== defaults.own || settings.theme === "own",
    };
    for (const [choice, isShown] of Object.entries(isAvailable)) {
      this.node.querySelector(`[data-choice=${choice}]`)?.toggleAttribute("hidden", !isShown);
    }
  }
}
