/** Formats numbers and lists in the language of the messages, without `Intl`: see forms.mjs. */

import { type MessageKey, locale, t } from "../ext.ts";

/** The forms of a language; in braces what is filled in. */
interface NumberForms {
  percent: string;
  decimal: string;
  group: string;
  /** The digits of every group but the last, which has three. */
  groupDigits: number;
  /** The number of digits from which on they are divided into groups. */
  groupedFrom: number;
  /** What stands between the items of a list. */
  list: string;
}

function own(): NumberForms {
  return JSON.parse(t("numberForms")) as NumberForms;
}

/** Returns a number that is not negative, with its digits in groups. */
export function number(value: number): string {
  const { decimal, group, groupDigits, groupedFrom } = own();
  const [whole = "", fraction] = String(value).split(".");
  const ends = new RegExp(`\\B(?=(\\d{${groupDigits}})*\\d{3}$)`, "g");
  const grouped = whole.length < groupedFrom ? whole : whole.replace(ends, group);
  return fraction === undefined ? grouped : grouped + decimal + fraction;
}

/** Returns the plural category of a number. Its rules are the one part of `Intl` that costs nothing. */
export function pluralCategory(value: number): Intl.LDMLPluralRule {
  return new Intl.PluralRules(locale()).select(value);
}

/** Returns a message in the form that goes with a number: it has one by plural category, as `one{…} other{…}`. */
export function counted(key: MessageKey, value: number): string {
  const forms = new Map([...t(key, number(value)).matchAll(/(\w+)\{(.*?)\}/g)].map(([, name, form]) => [name, form]));
  return forms.get(pluralCategory(value)) ?? forms.get("other") ?? "";
}

/** Returns a list of texts as one. */
export function listed(items: readonly string[]): string {
  return items.join(own().list);
}

/** Returns a share of 1 in whole percent. */
export function percent(share: number): string {
  return own().percent.replace("{n}", number(Math.round(100 * share)));
}
