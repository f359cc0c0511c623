/** The page that requests permission for the sites of some images, because that takes a click on an extension page. */

import { element } from "../../ui/build.ts";
import { textButton } from "../../ui/controls.ts";
import { ext, t } from "../../shared/ext.ts";
import type { SitesAnswer } from "../../shared/messages.ts";
import { describePage } from "../own-page.ts";

const parameters = new URLSearchParams(location.search);
const isSite = (site: string): boolean => /^https?:\/\/[^/*\s]+\/\*$/.test(site);
const origins = (parameters.get("sites") ?? "").split(" ").filter(isSite);
const tab = Number(parameters.get("tab"));

/** Sends the answer to the tab, and activates it. */
async function answer(): Promise<void> {
  const answered: SitesAnswer = { kind: "sites-answered", token: parameters.get("token") ?? "" };
  await ext.tabs.sendMessage(tab, answered).catch(() => {});
  await ext.tabs.update(tab, { active: true }).catch(() => {});
  const own = await ext.tabs.getCurrent();
  if (own?.id !== undefined) {
    await ext.tabs.remove(own.id);
  }
}

function button(text: string, act: () => Promise<unknown>): HTMLButtonElement {
  return textButton(text, () => void act().finally(answer));
}

describePage(t("sitesAsk"));
const sites = origins.map((site) => element("li", {}, element("bdi", {}, site.replace(/\/\*$/, ""))));
document.body.append(
  element(
    "main",
    {},
    element("h1", {}, t("sitesAsk")),
    element("p", {}, t("sitesAskHow")),
    element("ul", { class: "waiting" }, ...sites),
    element(
      "div",
      { class: "acts" },
      button(t("imagesAllow"), () => ext.permissions.request({ origins }).catch(() => false)),
      button(t("imagesWithout"), async () => {}),
    ),
  ),
);
