//! Dates as written by people, in many languages.

use super::{Date, LAST_HOUR, LAST_MINUTE, LEAP_SECOND, Order};
use crate::compact::lower_case;
use crate::metadata::month;
use crate::steps::Progress;
use crate::vocabulary::List;

/// A date found in text, with its byte range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::metadata) struct FoundDate {
    /// The date.
    pub(in crate::metadata) date: Date,
    /// Start of its first token.
    pub(in crate::metadata) start: usize,
    /// End of its last token.
    pub(in crate::metadata) end: usize,
}

/// Maximum digits of a number that may be part of a date.
const MAX_DIGITS: usize = 8;

/// Digits of a full year, and maximum digits of a day, a month, or a two-digit year.
const YEAR_DIGITS: usize = 4;
const DAY_DIGITS: usize = 2;

/// A word or number of a text.
#[derive(Debug)]
struct Token {
    /// The number's value, if it has no more than [`MAX_DIGITS`].
    number: Option<u32>,
    /// Number of digits.
    digits: usize,
    /// The month, if the word is the name of one.
    month: Option<u8>,
    /// True if the word may be part of a date: "de", "of", "den".
    link: bool,
    /// True for an ordinal ending ("3rd" is read as the number 3 and this).
    ordinal: bool,
    start: usize,
    end: usize,
}

impl Token {
    fn of_number(number: Option<u32>, digits: usize, at: std::ops::Range<usize>) -> Self {
        Self {
            number,
            digits,
            month: None,
            link: false,
            ordinal: false,
            start: at.start,
            end: at.end,
        }
    }
}

/// Returns the first date in a text.
pub(in crate::metadata) fn first_in(text: &str, order: Order) -> Option<FoundDate> {
    all_in(text, order).into_iter().next()
}

/// Returns every date in a text, in order. Only complete dates count: day, month and year.
pub(in crate::metadata) fn all_in(text: &str, order: Order) -> Vec<FoundDate> {
    let mut found = Vec::new();
    // Without a digit there is neither day nor year.
    if !text.chars().any(|c| digit(c).is_some() || c == '年') {
        return found;
    }
    let tokens = tokens(text);
    let mut at = 0;
    let mut progress = Progress::new();
    while at < tokens.len() {
        progress.check(tokens.len() - at);
        match date_at(text, &tokens, at, order) {
            Some((date, len)) => {
                found.push(FoundDate {
                    date,
                    start: tokens[at].start,
                    end: tokens[at + len - 1].end,
                });
                at += len;
            }
            None => at += 1,
        }
    }
    found
}

/// Returns the texts before, between and after dates of a text.
pub(in crate::metadata) fn beside<'a>(
    text: &'a str,
    dates: &[FoundDate],
) -> impl Iterator<Item = &'a str> {
    let starts = dates.iter().map(|date| date.start).chain([text.len()]);
    let ends = [0].into_iter().chain(dates.iter().map(|date| date.end));
    ends.zip(starts).map(|(from, to)| &text[from..to])
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, first)) = chars.next() {
        let mut end = start + first.len_utf8();
        if let Some(digit) = digit(first) {
            let (mut value, mut digits) = (digit, 1usize);
            while let Some(&(at, c)) = chars.peek() {
                let Some(d) = self::digit(c) else { break };
                value = value.saturating_mul(10).saturating_add(d);
                digits += 1;
                end = at + c.len_utf8();
                chars.next();
            }
            let value = (digits <= MAX_DIGITS).then_some(value);
            tokens.push(Token::of_number(value, digits, start..end));
        } else if first >= '〇'
            && let Some((value, length)) = written_number(&text[start..])
        {
            end = start + length;
            while chars.peek().is_some_and(|&(at, _)| at < end) {
                chars.next();
            }
            let digits = value.checked_ilog10().unwrap_or(0) as usize + 1;
            tokens.push(Token::of_number(Some(value), digits, start..end));
        } else if first.is_alphabetic() {
            end = word_end(text, start);
            while chars.peek().is_some_and(|&(at, _)| at < end) {
                chars.next();
            }
            let word = lower_case::of(&text[start..end]);
            let touches = tokens
                .last()
                .is_some_and(|t: &Token| t.end == start && t.number.is_some());
            tokens.push(Token {
                number: None,
                digits: 0,
                month: month::from_name(&word),
                link: List::InsideDate.has(&word),
                ordinal: touches && List::Ordinal.has(&word),
                start,
                end,
            });
        }
    }
    tokens
}

/// Returns the end of the word at `start`, or of the name of a month with two words.
fn word_end(text: &str, start: usize) -> usize {
    let mut chars = text[start..].char_indices();
    let first = chars.next().map_or(' ', |(_, first)| first);
    // CJK characters are separate words, so that 年 is found between numbers.
    if crate::text::is_cjk(first) {
        return start + first.len_utf8();
    }
    let is_end = |&(at, c): &(usize, char)| {
        // Thai month names are abbreviated with dots inside: "มี.ค.".
        let next = &text[start + at + c.len_utf8()..];
        let is_inside = c == '.' && is_thai(first) && next.starts_with(is_thai);
        !(c.is_alphabetic() || is_mark(c) || is_inside) || crate::text::is_cjk(c)
    };
    let end = chars.find(is_end).map_or(text.len(), |(at, _)| start + at);
    end + second_word(text, start, end).unwrap_or(0)
}

/// Returns the length of a space and the second word of a month's name, after the first word at
/// `start..end`: "تشرين الثاني".
fn second_word(text: &str, start: usize, end: usize) -> Option<usize> {
    let is_arabic = |c: char| matches!(c, '\u{600}'..='\u{6ff}');
    let rest = text[end..].strip_prefix(' ')?;
    if !text[start..].starts_with(is_arabic) {
        return None;
    }
    let length = rest.find(|c| !is_arabic(c)).unwrap_or(rest.len());
    month::from_name(&text[start..end + 1 + length]).map(|_| 1 + length)
}

fn is_thai(c: char) -> bool {
    matches!(c, '\u{e01}'..='\u{e4e}')
}

/// Digits in Chinese characters, in the order of their values.
const WRITTEN_DIGITS: &str = "〇一二三四五六七八九";

/// Returns the value and the byte length of a number in Chinese characters at the start of a text,
/// if the sign of a year, a month or a day follows: `二〇二四年`, `二十三日`.
fn written_number(text: &str) -> Option<(u32, usize)> {
    let digit = |c: char| match c {
        '零' => Some(0),
        _ => WRITTEN_DIGITS
            .chars()
            .position(|d| d == c)
            .map(|at| at as u32),
    };
    let mut value = 0u32;
    for (at, c) in text.char_indices() {
        value = match (c, digit(c)) {
            ('年' | '月' | '日' | '号' | '號', _) => return (at > 0).then_some((value, at)),
            ('十', _) => value.max(1).checked_mul(10)?,
            ('廿', _) => 20,
            // After "ten" the next digit is part of the number.
            (_, Some(digit))
                if matches!(value, 10 | 20 | 30) && text[..at].ends_with(['十', '廿']) =>
            {
                value + digit
            }
            (_, Some(digit)) => value.checked_mul(10)?.checked_add(digit)?,
            _ => return None,
        };
    }
    None
}

/// Returns whether a character is a combining mark within a word (Arabic vowels, decomposed
/// accents, vowels of Devanagari, Bengali, Tamil, Telugu and Thai).
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}' | '\u{93a}'..='\u{94f}')
        || matches!(c, '\u{bbe}'..='\u{bcd}' | '\u{c3e}'..='\u{c4d}')
        || matches!(c, '\u{9bc}'..='\u{9cd}' | '\u{e31}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}')
}

/// Returns the value of a decimal digit: ASCII, Arabic, Persian, Devanagari, Bengali, Thai or
/// full-width.
fn digit(c: char) -> Option<u32> {
    let base = match c {
        '0'..='9' => '0',
        '٠'..='٩' => '٠',
        '۰'..='۹' => '۰',
        '०'..='९' => '०',
        '০'..='৯' => '০',
        '๐'..='๙' => '๐',
        '０'..='９' => '０',
        _ => return None,
    };
    Some(u32::from(c) - u32::from(base))
}

/// Returns the date that begins at token `at`, with its number of tokens.
fn date_at(text: &str, tokens: &[Token], at: usize, order: Order) -> Option<(Date, usize)> {
    numeric(text, tokens, at, order)
        .or_else(|| cjk(text, tokens, at))
        .or_else(|| cjk_month_first(text, tokens, at))
        .or_else(|| with_time_inside(text, tokens, at))
        .or_else(|| named(text, tokens, at))
}

/// Returns the text between two tokens.
fn gap<'a>(text: &'a str, left: &Token, right: &Token) -> &'a str {
    text[left.end..right.start].trim()
}

/// Two-digit years from this one on are in the 20th century (POSIX, `strptime`, has 69).
const LAST_CENTURY: u32 = 70;

/// Returns the year for a number of four or two digits.
fn full_year(token: &Token) -> Option<u32> {
    let value = token.number?;
    match token.digits {
        YEAR_DIGITS => Some(value),
        DAY_DIGITS if value >= LAST_CENTURY => Some(1900 + value),
        DAY_DIGITS => Some(2000 + value),
        _ => None,
    }
}

/// Years that only occur in the Buddhist era, and its offset from ours.
const BUDDHIST: std::ops::Range<u32> = 2500..2700;
const BEFORE_BUDDHIST: u32 = 543;

/// Years of the Solar Hijri calendar that correspond to those of the web.
const SOLAR_HIJRI: std::ops::Range<u32> = 1360..1480;

/// Months of a calendar: the names of the Solar Hijri months have the numbers after those of ours.
const MONTHS: u32 = 12;

fn make(year: u32, month: u32, day: u32) -> Option<Date> {
    if let Some(month) = month.checked_sub(MONTHS).filter(|&month| month > 0) {
        let date = SOLAR_HIJRI
            .contains(&year)
            .then(|| Date::from_solar_hijri(year, month, day));
        return date.flatten().filter(Date::is_of_the_web);
    }
    let year = match BUDDHIST.contains(&year) {
        true => year - BEFORE_BUDDHIST,
        false => year,
    };
    Date::new(
        u16::try_from(year).ok()?,
        u8::try_from(month).ok()?,
        u8::try_from(day).ok()?,
    )
    .filter(Date::is_of_the_web)
}

/// Reads `2024-05-03`, `03.05.2024`, `5/3/2024`, `03/05/24`.
fn numeric(text: &str, tokens: &[Token], at: usize, order: Order) -> Option<(Date, usize)> {
    let [a, b, c] = tokens.get(at..at + 3)? else {
        return None;
    };
    let (x, y, z) = (a.number?, b.number?, c.number?);
    let separator = gap(text, a, b);
    if separator != gap(text, b, c) || !matches!(separator, "-" | "/" | "." | "‑" | "–") {
        return None;
    }
    // A longer sequence of numbers is a version, a network address or a phone number.
    let joined = |left: &Token, right: &Token| {
        left.end < right.start
            && right.number.is_some()
            && left.number.is_some()
            && &text[left.end..right.start] == separator
    };
    if at.checked_sub(1).is_some_and(|p| joined(&tokens[p], a))
        || tokens.get(at + 3).is_some_and(|next| joined(c, next))
    {
        return None;
    }
    if b.digits > DAY_DIGITS {
        return None;
    }
    let date = if a.digits == YEAR_DIGITS && c.digits <= DAY_DIGITS {
        let months = if SOLAR_HIJRI.contains(&x) { MONTHS } else { 0 };
        make(x, y + months, z)?
    } else if a.digits <= DAY_DIGITS {
        // A two-digit year counts only if the numbers can't be a range or a fraction.
        let is_padded = c.digits == DAY_DIGITS && b.digits == DAY_DIGITS;
        let is_short = is_padded && separator != "–"
            || (c.digits == DAY_DIGITS
                && is_separate(text, a, c)
                && matches!(separator, "." | "/"));
        if c.digits != YEAR_DIGITS && !is_short {
            return None;
        }
        let year = full_year(c)?;
        let month_first = order == Order::MonthFirst && separator != ".";
        let (day, month) = match (x, y) {
            (13.., _) => (x, y),
            (_, 13..) => (y, x),
            _ if month_first => (y, x),
            _ => (x, y),
        };
        make(year, month, day)?
    } else {
        return None;
    };
    Some((date, 3))
}

/// Returns whether a sequence of short numbers stands alone: after a word that introduces a date,
/// or between dividers or the ends. Versions come after names.
fn is_separate(text: &str, first: &Token, last: &Token) -> bool {
    let before = text[..first.start].trim_end();
    let after = text[last.end..].trim_start();
    let divides = |c: char| !c.is_alphanumeric() && !matches!(c, '.' | '-' | '_');
    let leads = before
        .rsplit(' ')
        .next()
        .is_some_and(|word| List::BeforeDate.has(&lower_case::of(word)));
    leads
        || (before.is_empty() || before.ends_with(divides))
            && (after.is_empty() || after.starts_with(divides))
}

/// The years before the first ones of the Japanese eras Reiwa and Heisei, and of the Republic of
/// China.
const BEFORE_REIWA: u32 = 2018;
const BEFORE_HEISEI: u32 = 1988;
const BEFORE_MINGUO: u32 = 1911;

/// Reads `2024年5月3日`, `2024년 5월 3일`, `令和6年5月3日`, `二〇二四年五月三日`.
fn cjk(text: &str, tokens: &[Token], at: usize) -> Option<(Date, usize)> {
    let word = |i: usize| tokens.get(at + i).map(|t| &text[t.start..t.end]);
    let number = |i: usize| tokens.get(at + i).and_then(|t| t.number);
    let era = match (word(0)?, word(1)) {
        ("令", Some("和")) => Some(BEFORE_REIWA),
        ("平", Some("成")) => Some(BEFORE_HEISEI),
        ("民", Some("國" | "国")) => Some(BEFORE_MINGUO),
        _ => None,
    };
    let first = if era.is_some() { 2 } else { 0 };
    let is = |i: usize, expected: [&str; 2]| word(first + i).is_some_and(|w| expected.contains(&w));
    if !is(1, ["年", "년"]) || !is(3, ["月", "월"]) {
        return None;
    }
    let year = match era {
        Some(base) => base + number(first)?,
        None => full_year(&tokens[at])?,
    };
    let date = make(year, number(first + 2)?, number(first + 4)?)?;
    let len = if is(5, ["日", "일"]) { 6 } else { 5 };
    Some((date, first + len))
}

/// Reads `5月 3, 2024`, `5月3日, 2024`, `5월 3, 2024`: translated month names in templates written for
/// English.
fn cjk_month_first(text: &str, tokens: &[Token], at: usize) -> Option<(Date, usize)> {
    let [month, sign, day, rest @ ..] = tokens.get(at..)? else {
        return None;
    };
    let word = |t: &Token| &text[t.start..t.end];
    if !matches!(word(sign), "月" | "월") || !gap(text, month, sign).is_empty() {
        return None;
    }
    let named = rest.first().is_some_and(|t| matches!(word(t), "日" | "일"));
    let year = rest
        .get(usize::from(named))
        .filter(|t| t.digits == YEAR_DIGITS)?;
    let before = if named { rest.first()? } else { day };
    if !matches!(gap(text, before, year), "" | "," | "，" | "、") {
        return None;
    }
    // A year followed by its month belongs to the next date.
    let own = rest
        .get(usize::from(named) + 1)
        .is_some_and(|t| matches!(word(t), "年" | "년"));
    let date = make(year.number?, month.number?, day.number?).filter(|_| !own)?;
    Some((date, 4 + usize::from(named)))
}

/// Maximum tokens after the first of a date among which words are allowed: with more, unrelated
/// numbers in a sentence become a date.
const MAX_TOKENS: usize = 7;

/// Reads `3 May 2024`, `3. Mai 2024`, `3 de mayo de 2024`, `May 3rd, 2024`, and forms with the year
/// first, such as `2024 m. gegužės 3`.
fn named(text: &str, tokens: &[Token], at: usize) -> Option<(Date, usize)> {
    // Little separates neighbors in a date: white space, a comma, a full stop, a dash.
    let near = |i: usize| {
        let (Some(a), Some(b)) = (tokens.get(i.wrapping_sub(1)), tokens.get(i)) else {
            return false;
        };
        matches!(
            gap(text, a, b),
            "" | "," | "." | "-" | "/" | ".," | "،" | "'" | "’" | "·" | "(" | ")"
        )
    };
    let mut parts: [usize; 3] = [0; 3];
    let mut count = 0;
    let mut i = at;
    while count < 3 {
        let token = tokens.get(i)?;
        if i > at && !near(i) {
            return None;
        }
        // Arabic pages may have both names of a month: "24 نيسان / أبريل 2020".
        let is_again = token.month.is_some()
            && i.checked_sub(1)
                .is_some_and(|before| i > at && tokens[before].month == token.month);
        if !is_again && (token.number.is_some() || token.month.is_some()) {
            parts[count] = i;
            count += 1;
        } else if !is_again && (i == at || !(token.link || token.ordinal) || i > at + MAX_TOKENS) {
            return None;
        }
        i += 1;
    }
    let [a, b, c] = parts.map(|p| &tokens[p]);
    let day = |t: &Token| t.number.filter(|_| t.digits <= DAY_DIGITS);
    let date = match (a.month, b.month, c.month) {
        (None, Some(month), None) if a.digits <= DAY_DIGITS => {
            make(year_of(c)?, u32::from(month), day(a)?)?
        }
        (None, Some(month), None) => make(year_of(a)?, u32::from(month), day(c)?)?,
        // A number before a colon is an hour, even if large enough for a year.
        (Some(_), None, None) if text[c.end..].starts_with(':') => return None,
        (Some(month), None, None) => make(year_of(c)?, u32::from(month), day(b)?)?,
        // Latvian dates end with the month: "2024. gada 3. maijs".
        (None, None, Some(month)) if a.digits == YEAR_DIGITS && tokens[parts[0] + 1].link => {
            make(year_of(a)?, u32::from(month), day(b)?)?
        }
        // Vietnamese months are numbers: "3 tháng 5, 2024".
        (None, None, None) if is_month_sign(text, &tokens[parts[1] - 1]) => {
            make(year_of(c)?, b.number?, day(a)?)?
        }
        _ => return None,
    };
    Some((date, i - at))
}

/// Returns whether a token is the Vietnamese word before a month's number.
fn is_month_sign(text: &str, token: &Token) -> bool {
    token.link && lower_case::of(&text[token.start..token.end]) == "tháng"
}

/// Reads `May 3 10:00:00 CEST 2024`: the format of C's `asctime` and Java's `Date.toString`.
fn with_time_inside(text: &str, tokens: &[Token], at: usize) -> Option<(Date, usize)> {
    let [month, day, hour, minute, second, rest @ ..] = tokens.get(at..)? else {
        return None;
    };
    let colon = |a: &Token, b: &Token| gap(text, a, b) == ":";
    if !colon(hour, minute) || !colon(minute, second) || !gap(text, day, hour).is_empty() {
        return None;
    }
    let zones = rest.iter().take_while(|t| t.number.is_none()).count();
    let year = rest
        .get(zones)
        .filter(|t| zones <= 1 && t.digits == YEAR_DIGITS)?;
    let mut date = make(year.number?, u32::from(month.month?), day.number?)?;
    let small = |t: &Token, most: u8| {
        let value = u8::try_from(t.number?).ok()?;
        (value <= most).then_some(value)
    };
    date.time = Some((
        small(hour, LAST_HOUR)?,
        small(minute, LAST_MINUTE)?,
        small(second, LEAP_SECOND)?,
    ));
    // The zone is between the five tokens and the year.
    Some((date, 5 + zones + 1))
}

/// The last hour written with "am" and "pm".
const LAST_HOUR_OF_HALF: u32 = 12;

/// Returns the year of a date with a month's name: four digits, or two that can't be an hour.
fn year_of(token: &Token) -> Option<u32> {
    full_year(token).filter(|_| {
        token.digits == YEAR_DIGITS || token.number.is_some_and(|n| n > LAST_HOUR_OF_HALF)
    })
}

/// Maximum bytes of a machine-readable value: longer ones are prose, and a date in it may be any.
const MAX_VALUE_BYTES: usize = 120;

/// Maximum letters before or after a date in a value with nothing else: those of a weekday, or of a
/// time zone and "at".
const BESIDE_VALUE: usize = 12;

impl Date {
    /// Reads a machine-readable value: ISO 8601 in its variants, or seconds or milliseconds since
    /// 1970; otherwise the first date in its text, including RFC 2822.
    pub(in crate::metadata) fn from_value(value: &str, order: Order) -> Option<Self> {
        let value = value.trim();
        if value.len() > MAX_VALUE_BYTES {
            return None;
        }
        Self::from_iso(value)
            .or_else(|| Self::from_epoch(value))
            .or_else(|| {
                let found = first_in(value, order)?;
                Some(found.date.with_time_in(&value[found.end..]))
            })
    }

    /// Reads a value that is only a date, with weekday and time if any.
    pub(in crate::metadata) fn from_whole_value(value: &str, order: Order) -> Option<Self> {
        let value = value.trim();
        let found = first_in(value, order);
        let beside = found.map_or(0, |found| {
            let rest = [&value[..found.start], &value[found.end..]];
            let letters = rest.map(|rest| rest.chars().filter(|c| c.is_alphabetic()).count());
            letters[0].max(letters[1])
        });
        Self::from_value(value, order).filter(|_| beside <= BESIDE_VALUE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str, lang: &str) -> String {
        first_in(text, Order::of_language(Some(lang)))
            .map(|f| f.date.to_string())
            .unwrap_or_default()
    }

    #[test]
    fn dates_are_found_in_many_languages() {
        for (given, lang) in [
            ("Published on May 3rd, 2024 by Jane", "en"),
            ("3 May 2024", "en-GB"),
            ("Fri May 3, 2024", "en"),
            ("3. Mai 2024, 10:00 Uhr", "de"),
            ("Veröffentlicht am 03.05.2024", "de"),
            ("Publié le 3 mai 2024 à 10h", "fr"),
            ("3 de mayo de 2024", "es"),
            ("3 de maio de 2024", "pt"),
            ("3 maggio 2024", "it"),
            ("3 mei 2024", "nl"),
            ("3 maja 2024 r.", "pl"),
            ("3 мая 2024 г.", "ru"),
            ("3 травня 2024", "uk"),
            ("3. května 2024", "cs"),
            ("3 maj 2024", "sv"),
            ("3. mai 2024", "nb"),
            ("3. toukokuuta 2024", "fi"),
            ("3 Mayıs 2024", "tr"),
            ("3 مايو 2024", "ar"),
            ("٣ مايو ٢٠٢٤", "ar"),
            ("2024年5月3日 10:00", "zh"),
            ("令和6年5月3日", "ja"),
            ("二〇二四年五月三日", "zh"),
            ("民國113年5月3日", "zh-TW"),
            ("۱۴ اردیبهشت ۱۴۰۳", "fa"),
            ("1403/02/14", "fa"),
            ("3 พ.ค. 2567", "th"),
            ("3 மே 2024", "ta"),
            ("2024년 5월 3일", "ko"),
            ("2024. 5. 3. 10:00", "ko"),
            ("5月 3, 2024", "zh"),
            ("发布于 5月3日, 2024", "zh"),
            ("5월 3, 2024", "ko"),
            ("5/3/2024", "en-US"),
            ("3/5/2024", "en-GB"),
            ("03/05/24", "fr"),
            ("3-May-2024", "en"),
            ("May 3 '24", "en"),
        ] {
            assert_eq!(text(given, lang), "2024-05-03", "{given}");
        }
        for (given, day) in [
            ("١٧ تشرين الثاني ٢٠١٩", "2019-11-17"),
            ("17 تشرين الثاني/نوفمبر 2019", "2019-11-17"),
            ("3 كانون الأول 2019", "2019-12-03"),
            ("3 كانون الثاني (يناير) 2019", "2019-01-03"),
        ] {
            assert_eq!(text(given, "ar"), day, "{given}");
        }
        // A number above twelve can only be a day.
        assert_eq!(text("25/12/2024", "en-US"), "2024-12-25");
        assert_eq!(text("12/25/2024", "de"), "2024-12-25");
    }

    #[test]
    fn invalid_dates_are_rejected() {
        for given in [
            "version 1.2.2024.5",
            "192.168.20.24",
            "May 2024",
            "3 May",
            "30 February 2024",
            "call 03-05-2024-555",
            "between 3 and 5, 2024",
            "12:30",
            "the 3 mayors of 2024",
            "5月3日 2024年",
            "3 May 1403",
            "二十三",
            "5月 32, 2024",
        ] {
            assert_eq!(text(given, "en"), "", "{given}");
        }
        assert_eq!(
            all_in("3 May 2024 and 4 June 2025", Order::DayFirst).len(),
            2
        );
    }

    #[test]
    fn position_of_the_date_is_returned() {
        let line = "By Jane, 3 May 2024 at noon";
        let found = first_in(line, Order::DayFirst).unwrap();
        assert_eq!(&line[found.start..found.end], "3 May 2024");
    }
}
