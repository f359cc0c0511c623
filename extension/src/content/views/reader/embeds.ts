/** Embedded videos and posts of other sites. Nothing is requested from them until the user clicks a button. */

import { element, onActivate } from "../../../ui/build.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";

/** Permissions of another site's frame: the needs of players, without access to the page around it. */
const sandbox = "allow-scripts allow-same-origin allow-popups allow-forms allow-presentation";

/** Adds the host to every card, and a button that loads it in place if possible. */
export function prepareEmbeds(body: HTMLElement): void {
  for (const card of body.querySelectorAll<HTMLElement>(".pith-embed")) {
    const link = card.querySelector("a");
    const player = card.dataset.src ?? "";
    const playerUrl = URL.canParse(player) ? new URL(player) : null;
    if (!link) {
      continue;
    }
    const { host } = link;
    if (host !== link.textContent.trim()) {
      card.append(element("bdi", { class: "pith-host" }, host));
    }
    if (playerUrl?.protocol === "https:" || playerUrl?.protocol === "http:") {
      const loadButton = element("button", { type: "button", lang: locale(), dir: messageDirection() }, t("loadEmbed"));
      onActivate(loadButton, () => {
        // The link stays, because the page's policy may forbid the frame.
        const frame = frameOf(playerUrl.href, link.textContent);
        card.before(frame);
        loadButton.remove();
        frame.focus({ preventScroll: true });
      });
      card.append(loadButton);
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
