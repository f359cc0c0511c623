/** The page that requests permission for the sites of some images, because that takes a click on an extension page. */

import { element } from "../../ui/build.ts";
import { textButton } from "../../ui/controls.ts";
import { ext, t } from "../../shared/ext.ts";
import type { SitesResponse } from "../../shared/messages.ts";
import { describePage } from "../own-page.ts";

const parameters = new URLSearchParams(location.search);
const isSite = (site: string): boolean => /^https?:\/\/[^/*\s]+\/\*$/.test(site);
const origins = (parameters.get("sites") ?? "").split(" ").filter(isSite);
const tab = Number(parameters.get("tab"));

/** Sends the answer to the tab, and activates it. */
async function respond(): Promise<void> {
  const response: SitesResponse = { kind: "sites-answered", token: parameters.get("token") ?? "" };
  await ext.tabs.sendMessage(tab, response).catch(() => {});
  await ext.tabs.update(tab, { active: true }).catch(() => {});
  const currentTab = await ext.tabs.getCurrent();
  if (currentTab?.id !== undefined) {
    await ext.tabs.remove(currentTab.id);
  }
}

function button(text: string, action: () => Promise<unknown>): HTMLButtonElement {
  return textButton(text, () => void action().finally(respond));
}

describePage(t("sitesAsk"));
const sites = origins.map((site) => element("li", {}, element("bdi", {}, site.replace(/\/\*$/, ""))));
document.body.append(
  element(
    "main",
    {},
    element("h1", {}, t("sitesAsk")),
    element("p", {}, t("sitesAskHow")),
    element("ul", { class: "site-list" }, ...sites),
    element(
      "div",
      { class: "actions" },
      button(t("imagesAllow"), () => ext.permissions.request({ origins }).catch(() => false)),
      button(t("imagesWithout"), async () => {}),
    ),
  ),
);
