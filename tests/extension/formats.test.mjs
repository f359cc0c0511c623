// Dates, numbers, and times as text are the same as those of `Intl`, in every language of the messages.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { numberForms, timeForms } from '../../extension/forms.mjs';
import { built } from './sources.mjs';

const extension = fileURLToPath(new URL('../../extension', import.meta.url));
const languages = readdirSync(join(extension, '_locales')).map(
  (locale) => JSON.parse(readFileSync(join(extension, '_locales', locale, 'messages.json'), 'utf8')).locale.message,
);

let language;
const tables = new Map(
  readdirSync(join(extension, '_locales')).map((locale) => {
    const table = JSON.parse(readFileSync(join(extension, '_locales', locale, 'messages.json'), 'utf8'));
    return [table.locale.message, table];
  }),
);
const said = (key, [value]) => tables.get(language)[key].message.replaceAll('$VALUE$', value);
/** The language of the messages, and the forms that the build adds. */
const made = {
  locale: () => language,
  numberForms: () => JSON.stringify(numberForms(language)),
  timeForms: () => JSON.stringify(timeForms(language)),
};
// Everything that src/ext.ts needs from the browser.
globalThis.chrome = {
  runtime: { id: 'pith' },
  i18n: { getMessage: (key, parts) => (Object.hasOwn(made, key) ? made[key]() : said(key, parts)) },
};

const formats = await built(['shared/i18n/numbers', 'shared/i18n/times']);

const steps = (from, to, by) => Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, i) => from + i * by);

for (const tag of languages) {
  const locale = new Intl.Locale(tag, { numberingSystem: 'latn' });

  test(`${tag}: numbers and shares`, () => {
    language = tag;
    const number = new Intl.NumberFormat(locale);
    for (const value of [...steps(0, 30, 0.5), 999, 1000, 1234, 9999, 10_000, 123_456, 1_234_567, 12_345_678.5])
      assert.equal(formats.formatNumber(value), number.format(value));
    const percent = new Intl.NumberFormat(locale, { style: 'percent' });
    for (const share of [...steps(0, 3, 0.05), 1 / 3, 2 / 3, 0.999])
      assert.equal(formats.formatPercent(share), percent.format(share));
  });

  test(`${tag}: list items are joined by the language's separator`, () => {
    language = tag;
    const sign = { ar: '، ', fa: '،\u200f ', ja: '、', 'zh-CN': '、', 'zh-TW': '、' }[tag] ?? ', ';
    assert.equal(formats.formatList(['a', 'b', 'c']), ['a', 'b', 'c'].join(sign));
    assert.equal(formats.formatList(['a']), 'a');
  });

  test(`${tag}: minutes, and hours rounded to half hours`, () => {
    language = tag;
    const words = (unit, count) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
    for (const minutes of steps(1, 89, 1)) assert.equal(formats.formatDuration(minutes), words('minute', minutes));
    for (const halves of steps(3, 250, 1)) assert.equal(formats.formatDuration(30 * halves), words('hour', halves / 2));
    assert.equal(formats.formatDuration(104), words('hour', 1.5));
    assert.equal(formats.formatDuration(106), words('hour', 2));
  });

  test(`${tag}: days`, () => {
    language = tag;
    // V8's `format` has normal spaces instead of the narrow ones that keep a unit with its number. Its parts have them.
    const day = (time, timeZone) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
        .formatToParts(time)
        .map(({ value }) => value)
        .join('');
    for (const month of steps(1, 12, 1)) {
      const value = `2024-${String(month).padStart(2, '0')}-09`;
      assert.equal(formats.formatDate(value), day(new Date(value), 'UTC'));
      const moment = `${value}T23:30:00-05:00`;
      assert.equal(formats.formatDate(moment), day(new Date(moment)));
    }
    assert.equal(formats.formatDate('1899-12-31'), day(new Date('1899-12-31'), 'UTC'));
    assert.equal(formats.formatDate('last Tuesday'), 'last Tuesday');
  });
}

test('counts use the plural forms of the language', () => {
  for (const [tag, one, two, dozen] of [
    ['en', '1 part removed', '2 parts removed', '12 parts removed'],
    ['de', '1 Teil entfernt', '2 Teile entfernt', '12 Teile entfernt'],
    ['ar', 'أُزيل جزء واحد', 'أُزيل جزآن', 'أُزيل 12 جزءًا'],
    ['ru', 'Удалена 1 часть', 'Удалены 2 части', 'Удалено 12 частей'],
    ['pl', 'Usunięto 1 fragment', 'Usunięto 2 fragmenty', 'Usunięto 12 fragmentów'],
    ['he', 'הוסר חלק אחד', 'הוסרו שני חלקים', 'הוסרו 12 חלקים'],
    ['ja', '1 個の部分を除外', '2 個の部分を除外', '12 個の部分を除外'],
  ]) {
    language = tag;
    assert.deepEqual(
      [1, 2, 12].map((value) => formats.counted('removed', value)),
      [one, two, dozen],
    );
  }
  for (language of languages)
    for (const value of [...steps(0, 120, 1), 1_000, 1_000_000])
      assert.match(formats.counted('removed', value), /^[^${}]+$/, `${language} ${value}`);
});

test('digits are grouped by three, and in Hindi by two above the last three', () => {
  for (const [tag, text] of [
    ['hi', '1,23,45,678'],
    ['en', '12,345,678'],
    ['pl', '12\u00a0345\u00a0678'],
  ]) {
    language = tag;
    assert.equal(formats.formatNumber(12_345_678), text);
  }
});

test('Persian dates use the Persian calendar', () => {
  language = 'fa';
  assert.match(formats.formatDate('2024-03-20'), /^1 فروردین 1403$/);
});
