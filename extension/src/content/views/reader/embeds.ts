/** Embedded videos and posts of other sites: nothing is requested from them until the user asks for it. */

import { element, onActivate } from "../../../ui/build.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";

/** Permissions of a frame of another site: what players need, and no access to the page around it. */
const sandbox = "allow-scripts allow-same-origin allow-popups allow-forms allow-presentation";

/** Adds the host and, where it can be loaded in place, a button for that to every card. */
export function prepareEmbeds(body: HTMLElement): void {
  for (const card of body.querySelectorAll<HTMLElement>(".pith-embed")) {
    const link = card.querySelector("a");
    const player = card.dataset.src ?? "";
    const address = URL.canParse(player) ? new URL(player) : null;
    if (!link) {
      continue;
    }
    const { host } = link;
    if (host !== link.textContent.trim()) {
      card.append(element("bdi", { class: "pith-host" }, host));
    }
    if (address?.protocol === "https:" || address?.protocol === "http:") {
      const load = element("button", { type: "button", lang: locale(), dir: messageDirection() }, t("loadEmbed"));
      onActivate(load, () => {
        // The link stays: the page's policy may forbid the frame.
        const frame = frameOf(address.href, link.textContent);
        card.before(frame);
        load.remove();
        frame.focus({ preventScroll: true });
      });
      card.append(load);
    }
  }
}

function frameOf(src: string, title: string): HTMLElement {
  return element("iframe", {
    class: "pith-player",
    src,
    title,
    sandbox,
    allow: "autoplay; fullscreen; encrypted-media; picture-in-picture",
    referrerpolicy: "strict-origin-when-cross-origin",
  });
}
