/** Formats dates and reading times in the language of the messages, without `Intl`: see forms.mjs. */

import { locale, t } from "../ext.ts";
import { formatNumber, pluralCategory } from "./numbers.ts";

/** The formats of a language, with placeholders in braces. */
interface TimeForms {
  isGregorian: boolean;
  date: string;
  months: string[];
  /** By plural category. */
  minute: Partial<Record<Intl.LDMLPluralRule, string>>;
  hour: Partial<Record<Intl.LDMLPluralRule, string>>;
}

function timeForms(): TimeForms {
  return JSON.parse(t("timeForms")) as TimeForms;
}

/** Minutes from which a time is given in hours, rounded to halves. */
const minMinutesForHours = 90;

/** Returns "8 minutes" or "2.5 hours" with the language's plural forms, so the messages don't need any. */
export function formatDuration(minutes: number): string {
  const [unit, count] =
    minutes >= minMinutesForHours
      ? (["hour", Math.round(minutes / 30) / 2] as const)
      : (["minute", Math.round(minutes)] as const);
  const { [unit]: forms } = timeForms();
  const form = forms[pluralCategory(count)] ?? forms.other;
  return (form ?? "{n}").replace("{n}", formatNumber(count));
}

/** Formats a day in words; returns text that isn't a date unchanged. */
export function formatDate(value: string): string {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) {
    return value;
  }
  // A day without a time is the same day everywhere.
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const { isGregorian, date: form, months } = timeForms();
  if (!isGregorian) {
    const zone = isDay ? { timeZone: "UTC" } : {};
    return new Intl.DateTimeFormat(`${locale()}-u-nu-latn`, { dateStyle: "long", ...zone }).format(time);
  }
  const [year, month, day] = isDay
    ? [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()]
    : [time.getFullYear(), time.getMonth(), time.getDate()];
  const parts: Record<string, string> = { year: String(year), month: months[month] ?? "", day: String(day) };
  return form.replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? "");
}
