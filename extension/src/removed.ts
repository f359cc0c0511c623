/** The parts that are not in the article, each with its reason: nothing is dropped in silence. */

import type { Reason, Removed } from "./core.ts";
import { locale, t } from "./ext.ts";
import { number } from "./numbers.ts";
import { element } from "./build.ts";

/** Returns the folded list, built when it is first opened: it can be longer than the article. */
export function removedList(removed: readonly Removed[], open: boolean): HTMLElement | null {
  const withText = removed.filter(({ text }) => text.trim() !== "");
  if (withText.length === 0) {
    return null;
  }
  const summary = element("summary", {}, t("removed", number(withText.length)));
  const details = element("details", { class: "pith-removed" }, summary);
  const fill = (): void => {
    if (details.open && !details.querySelector("ul")) {
      details.append(countReasons(withText), element("ul", {}, ...withText.map(item)));
    }
  };
  details.addEventListener("toggle", fill);
  details.open = open;
  fill();
  return details;
}

/** Returns "navigation 3, advertising 2", the most frequent reason first. */
function countReasons(removed: readonly Removed[]): HTMLElement {
  const counts = new Map<Reason, number>();
  for (const { reason } of removed) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const parts = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${reasonName(reason)} ${number(count)}`);
  return element("p", {}, new Intl.ListFormat(locale(), { type: "unit" }).format(parts));
}

function item(part: Removed): HTMLElement {
  const { text } = part;
  return element(
    "li",
    {},
    element("strong", {}, reasonName(part.reason)),
    groundsOf(part),
    " ",
    element("span", { class: "pith-text", dir: "auto" }, text.trim()),
  );
}

/** Returns the evidence that decided. */
function groundsOf({ grounds }: Removed): string {
  return grounds ? ` (${t("decided", t(`grounds_${grounds}`))})` : "";
}

/** Returns the message of a reason; its name has no hyphen, which names of messages may not have. */
export function reasonName(reason: Reason): string {
  return t(`reason_${underscored(reason)}`);
}

type Underscored<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}_${Underscored<Tail>}`
  : Name;

function underscored<Name extends string>(name: Name): Underscored<Name> {
  return name.replaceAll("-", "_") as Underscored<Name>;
}
