/**
 * Takes the forms of dates, numbers and times in a language from `Intl` when the extension is built.
 * In the page the first use of `Intl` in a process takes Chromium 13 ms and more, a tenth of the main
 * thread's time for one click. So src/shared/i18n/numbers.ts and src/shared/i18n/times.ts fill these forms instead. Braces
 * mark what is filled in; languages are BCP 47 tags.
 */

/** Returns the forms of numbers, and what stands between the items of a list. */
export function numberForms(language) {
  const locale = localeOf(language);
  const number = new Intl.NumberFormat(locale);
  const groups = number.formatToParts(12_345_678).filter(({ type }) => type === "integer");
  return {
    percent: counted(new Intl.NumberFormat(locale, { style: "percent" }).formatToParts(0.5)),
    decimal: textOf(number.formatToParts(0.5), "decimal"),
    group: textOf(number.formatToParts(1_000_000), "group"),
    // The languages of India have groups of two digits before the last three.
    groupDigits: groups.at(-2).value.length,
    // Some languages do not divide four digits.
    groupedFrom: number.formatToParts(1000).some(({ type }) => type === "group") ? 4 : 5,
    list: between(locale),
  };
}

/** Returns the forms of days, and of minutes and hours that something takes. */
export function timeForms(language) {
  const locale = localeOf(language);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const months = Array.from({ length: 12 }, (_, month) => date.formatToParts(Date.UTC(2001, month, 1)));
  return {
    // Another calendar is left to `Intl`: its days are no matter of words alone.
    isGregorian: date.resolvedOptions().calendar === "gregory",
    date: date.formatToParts(0).map(filled).join(""),
    months: months.map((parts) => textOf(parts, "month")),
    minute: unit(locale, "minute"),
    hour: unit(locale, "hour"),
  };
}

/** Returns the sign between the items of a list. Arabic has a word there, and between measures the sign as well. */
function between(locale) {
  const signs = [{ type: "conjunction" }, { type: "unit", style: "short" }].map((form) => {
    const parts = new Intl.ListFormat(locale, form).formatToParts(["a", "b", "c"]);
    return parts.find(({ type }) => type === "literal")?.value.replaceAll(/\p{L}/gu, "");
  });
  return signs.find((sign) => /\p{P}/u.test(sign)) ?? ", ";
}

/** Returns a locale with the digits of all messages. */
function localeOf(language) {
  return new Intl.Locale(language, { numberingSystem: "latn" });
}

/** Returns the form of each plural category that a number of half hours or of minutes falls into. */
function unit(locale, name) {
  const plural = new Intl.PluralRules(locale);
  const format = new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "long" });
  const found = {};
  for (let halves = 2; halves <= 400; halves += 1) {
    found[plural.select(halves / 2)] ??= counted(format.formatToParts(halves / 2));
  }
  return found;
}

/** Returns the text of parts with `{n}` in place of their number; some forms do not say it. */
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
