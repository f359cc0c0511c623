/** Formats numbers and lists in the language of the messages, without `Intl`: see forms.mjs. */

import { type MessageKey, locale, t } from "../ext.ts";

/** The formats of a language, with placeholders in braces. */
interface NumberForms {
  percent: string;
  decimal: string;
  group: string;
  /** Digits of every group except the last, which has three. */
  groupDigits: number;
  /** Minimum digits of a number with groups. */
  groupedFrom: number;
  /** Separator of list items. */
  list: string;
}

function numberForms(): NumberForms {
  return JSON.parse(t("numberForms")) as NumberForms;
}

/** Formats a non-negative number, with its digits in groups. */
export function formatNumber(value: number): string {
  const { decimal, group, groupDigits, groupedFrom } = numberForms();
  const [integer = "", fraction] = String(value).split(".");
  const groupEnds = new RegExp(`\\B(?=(\\d{${groupDigits}})*\\d{3}$)`, "g");
  const grouped = integer.length < groupedFrom ? integer : integer.replace(groupEnds, group);
  return fraction === undefined ? grouped : grouped + decimal + fraction;
}

/** Returns the plural category of a number. `PluralRules` is the one part of `Intl` that costs nothing. */
export function pluralCategory(value: number): Intl.LDMLPluralRule {
  return new Intl.PluralRules(locale()).select(value);
}

/** Returns a message in the plural form of a number: it has one per category, as `one{…} other{…}`. */
export function counted(key: MessageKey, value: number): string {
  const forms = new Map(
    [...t(key, formatNumber(value)).matchAll(/(\w+)\{(.*?)\}/g)].map(([, name, form]) => [name, form]),
  );
  return forms.get(pluralCategory(value)) ?? forms.get("other") ?? "";
}

/** Joins texts to a list. */
export function formatList(items: readonly string[]): string {
  return items.join(numberForms().list);
}

/** Formats a share of 1 in whole percent. */
export function formatPercent(share: number): string {
  return numberForms().percent.replace("{n}", formatNumber(Math.round(100 * share)));
}
