/** Opens links of Reader in another tab, and Reader there, if the site is permitted. */

import { closest } from "../../ui/nodes.ts";
import { share, shared } from "../../shared/state.ts";
import { send, notify } from "../../shared/requests.ts";

/** Matches the start of URLs of permitted sites. */
let permitted: RegExp | null = null;

/**
 * Converts the origin of a permission, such as `https://example.org/*` or `*://*.example.org/*`, to a regular
 * expression.
 */
function expressionOf(origin: string): string {
  const [, scheme = "*", host = "*"] = /^([^:]+):\/\/([^/]*)/.exec(origin) ?? [];
  const name = host.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replace(/^\*(?:\\\.)?/, "(?:[^/:]*\\.)?");
  return `${scheme === "*" ? "https?" : scheme}://${host === "*" ? "[^/]*" : name}(?::\\d+)?/`;
}

async function refresh(): Promise<void> {
  const origins = (await send("permitted").catch(() => undefined)) ?? [];
  permitted = origins.length > 0 ? new RegExp(`^(?:${origins.map(expressionOf).join("|")})`) : null;
}

function follow(event: MouseEvent): void {
  const { type, button, ctrlKey, metaKey, shiftKey, isTrusted, target } = event;
  const opensInNewTab = !shiftKey && (type === "auxclick" ? button === 1 : ctrlKey || metaKey);
  const link =
    opensInNewTab && isTrusted && target instanceof Element ? closest(target, "[data-pith=reader] a[href]") : null;
  if (link instanceof HTMLAnchorElement && permitted?.test(link.href)) {
    event.preventDefault();
    event.stopPropagation();
    notify("open-link", { url: link.href });
  }
}

if (!shared("pithLinks")) {
  window.addEventListener("click", follow, { capture: true });
  window.addEventListener("auxclick", follow, { capture: true });
  share("pithLinks", () => void refresh());
}
shared("pithLinks")?.();
