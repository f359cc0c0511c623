// Times as systems show them, in the words of a language. Everything is told in UTC.

const words = {
  en: {
    months: 'January February March April May June July August September October November December',
    days: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday',
  },
  de: {
    months: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
    days: 'Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag',
  },
  fr: {
    months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    days: 'dimanche lundi mardi mercredi jeudi vendredi samedi',
    short: 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.',
  },
  ja: { months: '1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月', days: '日 月 火 水 木 金 土' },
  ar: {
    months: 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر',
    days: 'الأحد الاثنين الثلاثاء الأربعاء الخميس الجمعة السبت',
    whole: true,
  },
};

const two = (number) => String(number).padStart(2, '0');

/** A time by a pattern: YYYY MMMM MMM MM M DD Do D dddd ddd HH H hh h mm ss A a, [as it stands]. */
export function shown(time, pattern, language = 'en') {
  const date = new Date(time);
  const known = words[language] ?? words.en;
  const month = known.months.split(' ')[date.getUTCMonth()];
  const day = known.days.split(' ')[date.getUTCDay()];
  const hours = date.getUTCHours();
  const number = date.getUTCDate();
  const ordinal = ['th', 'st', 'nd', 'rd'][number % 10 < 4 && ![11, 12, 13].includes(number) ? number % 10 : 0];
  const parts = {
    YYYY: date.getUTCFullYear(),
    YY: two(date.getUTCFullYear() % 100),
    MMMM: month,
    MMM: known.short?.split(' ')[date.getUTCMonth()] ?? (known.whole ? month : month.slice(0, 3)),
    MM: two(date.getUTCMonth() + 1),
    M: date.getUTCMonth() + 1,
    DD: two(number),
    Do: `${number}${ordinal}`,
    D: number,
    dddd: day,
    ddd: known.whole ? day : day.slice(0, language === 'de' ? 2 : 3),
    HH: two(hours),
    H: hours,
    hh: two(hours % 12 || 12),
    h: hours % 12 || 12,
    mm: two(date.getUTCMinutes()),
    ss: two(date.getUTCSeconds()),
    A: hours < 12 ? 'AM' : 'PM',
    a: hours < 12 ? 'am' : 'pm',
  };
  return pattern.replace(
    /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|Do|D|dddd|ddd|HH|H|hh|h|mm|ss|A|a/g,
    (part, literal) => literal ?? parts[part],
  );
}

export const seconds = (time) => Math.floor(Date.parse(time) / 1000);

/** When the page of a conversation is looked at: some hours after its last comment. */
export const moment = (conversation, hours = 5) =>
  new Date(Math.max(...conversation.comments.map(({ time }) => Date.parse(time))) + hours * 3600_000).toISOString();

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const distance = (time, now) => {
  const between = seconds(now) - seconds(time);
  const [name, length] = steps.find(([, size]) => between >= size) ?? ['second', 1];
  return [Math.max(1, Math.floor(between / length)), name];
};

/** “3 hours ago” */
export const ago = (time, now) => {
  const [count, name] = distance(time, now);
  return `${count} ${name}${count === 1 ? '' : 's'} ago`;
};

/** “3h” */
export const brief = (time, now) => {
  const [count, name] = distance(time, now);
  return `${count}${name === 'month' ? 'mo' : name[0]}`;
};

/** “Yesterday, 10:12 AM”, or the pattern for what is longer ago. */
export const recent = (time, now, { day, hour, between = ', ', today = 'Today', yesterday = 'Yesterday' }) => {
  const days = Math.floor(seconds(now) / 86_400) - Math.floor(seconds(time) / 86_400);
  const first = days === 0 ? today : days === 1 ? yesterday : shown(time, day);
  return `${first}${between}${shown(time, hour)}`;
};
