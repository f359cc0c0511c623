/**
 * The forms of dates, numbers and times in a language, taken from `Intl` when the extension is
 * built. In the page the first use of `Intl` in a process takes Chromium 13 ms and more, a tenth
 * of what the page is busy with one click; src/formats.ts fills these forms instead.
 */

const sample = Date.UTC(2001, 0, 1);

/** Returns the forms in the language of a BCP 47 tag; in braces what is filled in. */
export function forms(language) {
  // The digits of all messages.
  const locale = new Intl.Locale(language, { numberingSystem: "latn" });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const months = Array.from({ length: 12 }, (_, month) =>
    textOf(date.formatToParts(Date.UTC(2001, month, 1)), "month"),
  );
  const number = new Intl.NumberFormat(locale);
  return {
    date: date.formatToParts(sample).map(filled).join(""),
    months,
    minute: unit(locale, "minute"),
    hour: unit(locale, "hour"),
    percent: counted(new Intl.NumberFormat(locale, { style: "percent" }).formatToParts(0.5)),
    decimal: textOf(number.formatToParts(0.5), "decimal"),
    group: textOf(number.formatToParts(1_000_000), "group"),
    // Some languages do not divide four digits.
    groupedFrom: number.formatToParts(1000).some(({ type }) => type === "group") ? 4 : 5,
  };
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
