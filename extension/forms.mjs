/**
 * Gets formats of dates, numbers, and times from `Intl` at build time. In a page, the first use of `Intl` in a process
 * takes at least 13 ms in Chromium, a tenth of the main thread's time for a click. So src/shared/i18n/numbers.ts and
 * src/shared/i18n/times.ts fill in these formats instead. Braces mark placeholders; languages are BCP 47 tags.
 */

/** Returns the number formats and the list separator of a language. */
export function numberForms(language) {
  const locale = localeOf(language);
  const number = new Intl.NumberFormat(locale);
  const groups = number.formatToParts(12_345_678).filter(({ type }) => type === "integer");
  return {
    percent: counted(new Intl.NumberFormat(locale, { style: "percent" }).formatToParts(0.5)),
    decimal: textOf(number.formatToParts(0.5), "decimal"),
    group: textOf(number.formatToParts(1_000_000), "group"),
    // Indian languages group digits in twos before the last three.
    groupDigits: groups.at(-2).value.length,
    // Some languages don't separate four digits.
    groupedFrom: number.formatToParts(1000).some(({ type }) => type === "group") ? 4 : 5,
    list: between(locale),
  };
}

/** Returns the formats of dates, and of durations in minutes and hours. */
export function timeForms(language) {
  const locale = localeOf(language);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const months = Array.from({ length: 12 }, (_, month) => date.formatToParts(Date.UTC(2001, month, 1)));
  return {
    // Other calendars are left to `Intl`, because their dates need conversion.
    isGregorian: date.resolvedOptions().calendar === "gregory",
    date: date.formatToParts(0).map(filled).join(""),
    months: months.map((parts) => textOf(parts, "month")),
    minute: unit(locale, "minute"),
    hour: unit(locale, "hour"),
  };
}

/** Returns the list separator. Arabic conjunction lists have a word, so its separator comes from lists of units. */
function between(locale) {
  const signs = [{ type: "conjunction" }, { type: "unit", style: "short" }].map((form) => {
    const parts = new Intl.ListFormat(locale, form).formatToParts(["a", "b", "c"]);
    return parts.find(({ type }) => type === "literal")?.value.replaceAll(/\p{L}/gu, "");
  });
  return signs.find((sign) => /\p{P}/u.test(sign)) ?? ", ";
}

/** Returns a locale with Latin digits, as in all messages. */
function localeOf(language) {
  return new Intl.Locale(language, { numberingSystem: "latn" });
}

/** Returns the format of each plural category that occurs with half hours or minutes. */
function unit(locale, name) {
  const plural = new Intl.PluralRules(locale);
  const format = new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "long" });
  const found = {};
  for (let halves = 2; halves <= 400; halves += 1) {
    found[plural.select(halves / 2)] ??= counted(format.formatToParts(halves / 2));
  }
  return found;
}

/** Returns the text of parts with `{n}` in place of the number, if they contain one. */
function counted(parts) {
  const digits = ["integer", "decimal", "fraction"];
  return parts.map(({ type, value }) => (type === "integer" ? "{n}" : digits.includes(type) ? "" : value)).join("");
}

function filled({ type, value }) {
  return type === "literal" ? value : `{${type}}`;
}

function textOf(parts, wanted) {
  return parts.find(({ type }) => type === wanted).value;
}
