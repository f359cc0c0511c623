//! Dates: reading them from machine-readable values and from text in many languages.
//!
//! A date is kept as it was written: the day is never moved to another time zone.

use std::fmt;

use super::month;

/// A calendar day, with the time of day and the offset where they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Date {
    year: u16,
    month: u8,
    day: u8,
    /// Hour, minute, second.
    time: Option<(u8, u8, u8)>,
    /// Minutes east of UTC.
    offset: Option<i16>,
}

impl fmt::Display for Date {
    /// ISO 8601: `2024-05-03`, `2024-05-03T10:00:00`, `2024-05-03T10:00:00+02:00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)?;
        let Some((hour, minute, second)) = self.time else {
            return Ok(());
        };
        write!(f, "T{hour:02}:{minute:02}:{second:02}")?;
        match self.offset {
            None => Ok(()),
            Some(0) => f.write_str("Z"),
            Some(offset) => {
                let sign = if offset < 0 { '-' } else { '+' };
                let minutes = offset.unsigned_abs();
                write!(f, "{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }
}

/// In which order a numeric date names day and month where both are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Day, month, year: nearly everywhere.
    DayFirst,
    /// Month, day, year: the United States.
    MonthFirst,
}

impl Order {
    /// The order used with slashes in a language (BCP 47); plain `en` counts as American, as
    /// most pages in it are.
    pub(super) fn of_language(lang: Option<&str>) -> Self {
        match lang.map(str::to_ascii_lowercase).as_deref() {
            None | Some("en" | "en-us" | "es-us" | "fil" | "en-ph") => Self::MonthFirst,
            Some(_) => Self::DayFirst,
        }
    }

    /// The order used in a language on a host: in plain English the country's that the host
    /// names, as far as it speaks English.
    pub(super) fn of_page(lang: Option<&str>, host: &str) -> Self {
        let country = host.rsplit('.').next().unwrap_or_default();
        let day_first = matches!(
            country,
            "uk" | "ie" | "au" | "nz" | "in" | "za" | "sg" | "my" | "hk" | "ng" | "ke" | "eu"
        );
        match Self::of_language(lang) {
            Self::MonthFirst if day_first && lang.is_none_or(|l| !l.contains('-')) => {
                Self::DayFirst
            }
            order => order,
        }
    }
}

/// A date found in text, and which bytes of the text state it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The date.
    pub(super) date: Date,
    /// Where its first token begins.
    pub(super) start: usize,
    /// Where its last token ends.
    pub(super) end: usize,
}

impl Date {
    /// A day of the calendar; years from 1600 to 2100, and not the first day of the epoch,
    /// which stands for "unknown".
    pub(super) fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let days = match month {
            2 if leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        let possible = (1600..=2100).contains(&year)
            && (1..=days).contains(&day)
            && (year, month, day) != (1970, 1, 1);
        possible.then_some(Self {
            year,
            month,
            day,
            time: None,
            offset: None,
        })
    }

    /// Whether the day is one on which a web page may have been written.
    pub(super) fn is_of_the_web(&self) -> bool {
        self.year >= 1990
    }

    /// Year, month and day, for comparing.
    pub(super) fn day(&self) -> (u16, u8, u8) {
        (self.year, self.month, self.day)
    }

    /// Whether `local` may be the day on which this instant, known in UTC, fell where it was
    /// written: the day before or after, no more than half a day away.
    pub(super) fn falls_on(&self, local: &Self) -> bool {
        let (Some(time), Some(0)) = (self.time, self.offset) else {
            return false;
        };
        // Midnight to the second is a day and no instant.
        let (hour, _, _) = time;
        time != (0, 0, 0)
            && match local.day_number() - self.day_number() {
                -1 => hour < 12,
                1 => hour >= 10,
                _ => false,
            }
    }

    /// Days since the beginning of March of the year 0 (Hinnant, as in `from_epoch`).
    fn day_number(&self) -> i32 {
        let (year, month, day) = (
            i32::from(self.year),
            i32::from(self.month),
            i32::from(self.day),
        );
        let year = if month <= 2 { year - 1 } else { year };
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        365 * year + year / 4 - year / 100 + year / 400 + of_year
    }

    /// Whether the time of day is known.
    pub(super) fn has_time(&self) -> bool {
        self.time.is_some()
    }

    /// From a value meant for machines: ISO 8601 in its variants, RFC 2822, seconds or
    /// milliseconds since 1970; else the first date in it read as text.
    pub(super) fn from_value(value: &str, order: Order) -> Option<Self> {
        let value = value.trim();
        // Longer values are prose, and the date may be any.
        if value.len() > 120 {
            return None;
        }
        Self::from_iso(value)
            .or_else(|| Self::from_epoch(value))
            .or_else(|| {
                let found = first_in(value, order)?;
                Some(found.date.with_time_in(&value[found.end..]))
            })
    }

    /// From ISO 8601, extended or basic, with `/` or `.` also taken between the parts.
    fn from_iso(value: &str) -> Option<Self> {
        let (year, rest) = number(value, 4, 4)?;
        let separator = rest.chars().next()?;
        let (month, rest, day) = if separator.is_ascii_digit() {
            let (month, rest) = number(rest, 2, 2)?;
            let (day, rest) = number(rest, 2, 2)?;
            (month, rest, day)
        } else if matches!(separator, '-' | '/' | '.') {
            let (month, rest) = number(&rest[1..], 1, 2)?;
            let (day, rest) = number(rest.strip_prefix(separator)?, 1, 2)?;
            (month, rest, day)
        } else {
            return None;
        };
        if rest.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let date = Self::new(year, u8::try_from(month).ok()?, u8::try_from(day).ok()?)?;
        Some(date.with_time_in(rest))
    }

    /// From seconds (10 digits) or milliseconds (13 digits) since 1970, in UTC.
    fn from_epoch(value: &str) -> Option<Self> {
        if !matches!(value.len(), 10 | 13) || !value.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let mut seconds: u64 = value.parse().ok()?;
        if value.len() == 13 {
            seconds /= 1000;
        }
        // Days to a civil date (Hinnant, "chrono-compatible low-level date algorithms"); the
        // era starts on 0000-03-01.
        let days = seconds / 86_400 + 719_468;
        let (era, of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted = (5 * of_year + 2) / 153;
        let day = of_year - (153 * shifted + 2) / 5 + 1;
        let month = if shifted < 10 {
            shifted + 3
        } else {
            shifted - 9
        };
        let year = year_of_era + era * 400 + u64::from(month <= 2);
        let mut date = Self::new(
            u16::try_from(year).ok()?,
            u8::try_from(month).ok()?,
            u8::try_from(day).ok()?,
        )?;
        let of_day = seconds % 86_400;
        date.time = Some((
            u8::try_from(of_day / 3600).ok()?,
            u8::try_from(of_day / 60 % 60).ok()?,
            u8::try_from(of_day % 60).ok()?,
        ));
        date.offset = Some(0);
        Some(date)
    }

    /// The date with the time that `rest`, what follows it, begins with, if it does.
    fn with_time_in(mut self, rest: &str) -> Self {
        let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || "T,t".contains(c));
        let Some((hour, rest)) = number(rest, 1, 2) else {
            return self;
        };
        let compact = rest.starts_with(|c: char| c.is_ascii_digit());
        let Some(rest) = rest.strip_prefix(':').or(compact.then_some(rest)) else {
            return self;
        };
        let Some((minute, mut rest)) = number(rest, 2, 2) else {
            return self;
        };
        let mut second = 0;
        if let Some((s, after)) = rest
            .strip_prefix(':')
            .or(compact.then_some(rest))
            .and_then(|r| number(r, 2, 2))
        {
            second = s;
            rest = after;
        }
        if let Some(fraction) = rest.strip_prefix(['.', ',']) {
            rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
        }
        let after = rest.trim_start();
        let half = after.get(..2).map(str::to_ascii_lowercase);
        let hour = match half.as_deref() {
            Some("pm") if hour < 12 => hour + 12,
            Some("am") if hour == 12 => 0,
            _ => hour,
        };
        if hour > 23 || minute > 59 || second > 60 {
            return self;
        }
        let small = |n: u16| u8::try_from(n).unwrap_or(0);
        self.time = Some((small(hour), small(minute), small(second)));
        self.offset = offset(after);
        self
    }
}

/// The UTC offset a text begins with: `Z`, `UTC`, `GMT`, `+02:00`, `+0200`, `+02`.
fn offset(text: &str) -> Option<i16> {
    let upper = text.get(..3).unwrap_or(text).to_ascii_uppercase();
    if let Some(rest) = ["UTC", "GMT"]
        .iter()
        .find_map(|zone| upper.starts_with(zone).then(|| &text[zone.len()..]))
    {
        return offset(rest).or(Some(0));
    }
    if upper.starts_with('Z') {
        return Some(0);
    }
    let sign = match text.chars().next()? {
        '+' => 1,
        '-' | '−' => -1,
        _ => return None,
    };
    let rest = text.trim_start_matches(['+', '-', '−']);
    let (hours, rest) = number(rest, 2, 2)?;
    let minutes = number(rest.strip_prefix(':').unwrap_or(rest), 2, 2).map_or(0, |(m, _)| m);
    let total = i16::try_from(hours * 60 + minutes).ok()?;
    (hours <= 14 && minutes < 60).then_some(sign * total)
}

/// The number of `min` to `max` digits that a text begins with, and what follows it.
fn number(text: &str, min: usize, max: usize) -> Option<(u16, &str)> {
    let len = text
        .bytes()
        .take(max)
        .take_while(u8::is_ascii_digit)
        .count();
    (len >= min).then(|| Some((text[..len].parse().ok()?, &text[len..])))?
}

/// A word or number of a text.
#[derive(Debug)]
struct Token {
    /// The number's value, where it is one of at most eight digits.
    number: Option<u32>,
    /// How many digits.
    digits: usize,
    /// The month it names.
    month: Option<u8>,
    /// A word that may stand inside a date: "de", "of", "den".
    link: bool,
    /// An ordinal ending ("3rd" is read as the number 3 and this).
    ordinal: bool,
    start: usize,
    end: usize,
}

/// The first date in a text.
pub(super) fn first_in(text: &str, order: Order) -> Option<Found> {
    all_in(text, order).into_iter().next()
}

/// Every date in a text, in order. Only complete dates count: day, month and year.
pub(super) fn all_in(text: &str, order: Order) -> Vec<Found> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match date_at(text, &tokens, at, order) {
            Some((date, len)) => {
                found.push(Found {
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
            tokens.push(Token {
                number: (digits <= 8).then_some(value),
                digits,
                month: None,
                link: false,
                ordinal: false,
                start,
                end,
            });
        } else if first.is_alphabetic() {
            // CJK characters are words of their own, so that 年 is found between numbers.
            if !crate::text::is_cjk(first) {
                while let Some(&(at, c)) = chars.peek() {
                    if !(c.is_alphabetic() || is_mark(c)) || crate::text::is_cjk(c) {
                        break;
                    }
                    end = at + c.len_utf8();
                    chars.next();
                }
            }
            let word = text[start..end].to_lowercase();
            let touches = tokens
                .last()
                .is_some_and(|t: &Token| t.end == start && t.number.is_some());
            tokens.push(Token {
                number: None,
                digits: 0,
                month: month::from_name(&word),
                link: matches!(
                    word.as_str(),
                    "de" | "del" | "of" | "den" | "d" | "г" | "року" | "tháng" | "năm" | "the"
                ),
                ordinal: touches
                    && matches!(
                        word.as_str(),
                        "st" | "nd" | "rd" | "th" | "er" | "ère" | "º" | "ª" | "o" | "e"
                    ),
                start,
                end,
            });
        }
    }
    tokens
}

/// Combining marks inside words (Arabic vowels, decomposed accents).
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}' | '\u{93a}'..='\u{94f}')
}

/// The value of a decimal digit: ASCII, Arabic, Persian, Devanagari or full-width.
fn digit(c: char) -> Option<u32> {
    let base = match c {
        '0'..='9' => '0',
        '٠'..='٩' => '٠',
        '۰'..='۹' => '۰',
        '०'..='९' => '०',
        '０'..='９' => '０',
        _ => return None,
    };
    Some(u32::from(c) - u32::from(base))
}

/// The date that begins at token `at`, and how many tokens it takes.
fn date_at(text: &str, tokens: &[Token], at: usize, order: Order) -> Option<(Date, usize)> {
    numeric(text, tokens, at, order)
        .or_else(|| cjk(text, tokens, at))
        .or_else(|| with_time_inside(text, tokens, at))
        .or_else(|| named(text, tokens, at))
}

/// What stands between two tokens.
fn gap<'a>(text: &'a str, left: &Token, right: &Token) -> &'a str {
    text[left.end..right.start].trim()
}

/// Two digits of a year: 70 to 99 are of the last century.
fn full_year(token: &Token) -> Option<u32> {
    let value = token.number?;
    match token.digits {
        4 => Some(value),
        2 if value >= 70 => Some(1900 + value),
        2 => Some(2000 + value),
        _ => None,
    }
}

fn make(year: u32, month: u32, day: u32) -> Option<Date> {
    Date::new(
        u16::try_from(year).ok()?,
        u8::try_from(month).ok()?,
        u8::try_from(day).ok()?,
    )
    .filter(Date::is_of_the_web)
}

/// `2024-05-03`, `03.05.2024`, `5/3/24`.
fn numeric(text: &str, tokens: &[Token], at: usize, order: Order) -> Option<(Date, usize)> {
    let [a, b, c] = tokens.get(at..at + 3)? else {
        return None;
    };
    let (x, y, z) = (a.number?, b.number?, c.number?);
    let separator = gap(text, a, b);
    if separator != gap(text, b, c) || !matches!(separator, "-" | "/" | "." | "‑" | "–") {
        return None;
    }
    // A longer row of numbers is a version, an address or a phone number.
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
    if b.digits > 2 {
        return None;
    }
    let date = if a.digits == 4 && c.digits <= 2 {
        make(x, y, z)?
    } else if a.digits <= 2 {
        // Two digits for the year only where the date cannot be read as a range or a fraction.
        if c.digits != 4 && !(c.digits == 2 && b.digits == 2 && separator != "–") {
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

/// `2024年5月3日`, `2024년 5월 3일`, `令和6年5月3日`.
fn cjk(text: &str, tokens: &[Token], at: usize) -> Option<(Date, usize)> {
    let word = |i: usize| tokens.get(at + i).map(|t| &text[t.start..t.end]);
    let number = |i: usize| tokens.get(at + i).and_then(|t| t.number);
    let era = match (word(0)?, word(1)) {
        ("令", Some("和")) => Some(2018),
        ("平", Some("成")) => Some(1988),
        _ => None,
    };
    let first = if era.is_some() { 2 } else { 0 };
    let is = |i: usize, wanted: [&str; 2]| word(first + i).is_some_and(|w| wanted.contains(&w));
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

/// `3 May 2024`, `3. Mai 2024`, `3 de mayo de 2024`, `May 3rd, 2024`, `2024 m. gegužės`-like
/// forms with the year first.
fn named(text: &str, tokens: &[Token], at: usize) -> Option<(Date, usize)> {
    // Neighbours in a date are divided by little: white space, a comma, a full stop, a dash.
    let near = |i: usize| {
        let (Some(a), Some(b)) = (tokens.get(i.wrapping_sub(1)), tokens.get(i)) else {
            return false;
        };
        matches!(
            gap(text, a, b),
            "" | "," | "." | "-" | "/" | ".," | "،" | "'" | "’" | "·"
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
        if token.number.is_some() || token.month.is_some() {
            parts[count] = i;
            count += 1;
        } else if i == at || !(token.link || token.ordinal) || i > at + 7 {
            return None;
        }
        i += 1;
    }
    let [a, b, c] = parts.map(|p| &tokens[p]);
    let day = |t: &Token| t.number.filter(|_| t.digits <= 2);
    let date = match (a.month, b.month, c.month) {
        (None, Some(month), None) if a.digits <= 2 => make(year_of(c)?, u32::from(month), day(a)?)?,
        (None, Some(month), None) => make(year_of(a)?, u32::from(month), day(c)?)?,
        // What a colon follows is an hour, were it great enough for a year.
        (Some(_), None, None) if text[c.end..].starts_with(':') => return None,
        (Some(month), None, None) => make(year_of(c)?, u32::from(month), day(b)?)?,
        _ => return None,
    };
    Some((date, i - at))
}

/// `May 3 10:00:00 CEST 2024`: the form of C's `asctime` and Java's `Date.toString`.
fn with_time_inside(text: &str, tokens: &[Token], at: usize) -> Option<(Date, usize)> {
    let [month, day, hour, minute, second, rest @ ..] = tokens.get(at..)? else {
        return None;
    };
    let colon = |a: &Token, b: &Token| gap(text, a, b) == ":";
    if !colon(hour, minute) || !colon(minute, second) || !gap(text, day, hour).is_empty() {
        return None;
    }
    let zones = rest.iter().take_while(|t| t.number.is_none()).count();
    let year = rest.get(zones).filter(|t| zones <= 1 && t.digits == 4)?;
    let mut date = make(year.number?, u32::from(month.month?), day.number?)?;
    let small = |t: &Token, limit: u32| {
        let value = t.number.filter(|&n| n < limit)?;
        u8::try_from(value).ok()
    };
    date.time = Some((small(hour, 24)?, small(minute, 60)?, small(second, 61)?));
    Some((date, 6 + zones))
}

/// The year of a date with a month's name: four digits, or two that no hour can be.
fn year_of(token: &Token) -> Option<u32> {
    full_year(token).filter(|_| token.digits == 4 || token.number.is_some_and(|n| n > 12))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> String {
        Date::from_value(text, Order::MonthFirst)
            .map(|d| d.to_string())
            .unwrap_or_default()
    }

    fn text(text: &str, lang: &str) -> String {
        first_in(text, Order::of_language(Some(lang)))
            .map(|f| f.date.to_string())
            .unwrap_or_default()
    }

    #[test]
    fn machine_readable_values() {
        for (given, wanted) in [
            ("2024-05-03", "2024-05-03"),
            ("2024-05-03T10:00:00+02:00", "2024-05-03T10:00:00+02:00"),
            ("2024-05-03T23:59:59.123Z", "2024-05-03T23:59:59Z"),
            ("2024-05-03T10:00-0330", "2024-05-03T10:00:00-03:30"),
            ("2024-05-03 10:00:00", "2024-05-03T10:00:00"),
            ("2024-05-03 10:00:00 UTC", "2024-05-03T10:00:00Z"),
            ("2024/5/3 9:05", "2024-05-03T09:05:00"),
            ("20240503T100000Z", "2024-05-03T10:00:00Z"),
            ("20240503", "2024-05-03"),
            (
                "Fri, 03 May 2024 10:00:00 +0200",
                "2024-05-03T10:00:00+02:00",
            ),
            ("1714730400", "2024-05-03T10:00:00Z"),
            ("1714730400000", "2024-05-03T10:00:00Z"),
            ("951782400", ""),
            ("951782400000", ""),
            ("1709164800", "2024-02-29T00:00:00Z"),
            ("May 3, 2024, 1:05 pm", "2024-05-03T13:05:00"),
            ("Fri May 03 15:28:56 CEST 2024", "2024-05-03T15:28:56"),
            ("Fri May  3 15:28:56 2024", "2024-05-03T15:28:56"),
            ("May 3 15:28", ""),
            ("2024-13-03", ""),
            ("2023-02-29", ""),
            ("0001-01-01T00:00:00Z", ""),
            ("1970-01-01T00:00:00Z", ""),
            ("1851-09-18", "1851-09-18"),
            ("2024-05-03T99:99", "2024-05-03"),
            ("P3D", ""),
            ("", ""),
        ] {
            assert_eq!(value(given), wanted, "{given}");
        }
    }

    #[test]
    fn dates_in_text_of_many_languages() {
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
            ("2024년 5월 3일", "ko"),
            ("2024. 5. 3. 10:00", "ko"),
            ("5/3/2024", "en-US"),
            ("3/5/2024", "en-GB"),
            ("03/05/24", "fr"),
            ("3-May-2024", "en"),
            ("May 3 '24", "en"),
        ] {
            assert_eq!(text(given, lang), "2024-05-03", "{given}");
        }
        // A number above twelve can only be the day.
        assert_eq!(text("25/12/2024", "en-US"), "2024-12-25");
        assert_eq!(text("12/25/2024", "de"), "2024-12-25");
    }

    #[test]
    fn what_is_no_date() {
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
        ] {
            assert_eq!(text(given, "en"), "", "{given}");
        }
        assert_eq!(
            all_in("3 May 2024 and 4 June 2025", Order::DayFirst).len(),
            2
        );
    }

    #[test]
    fn an_instant_and_the_day_where_it_was_written() {
        let falls = |utc: &str, local: &str| {
            let [utc, local] = [utc, local].map(|d| Date::from_value(d, Order::DayFirst).unwrap());
            utc.falls_on(&local)
        };
        assert!(falls("2024-03-01T02:25:00Z", "2024-02-29"));
        assert!(falls("2023-12-31T22:00:00Z", "2024-01-01"));
        assert!(!falls("2024-03-01T18:00:00Z", "2024-02-29"));
        assert!(!falls("2024-03-01T02:25:00+01:00", "2024-02-29"));
        assert!(!falls("2024-03-01T02:25:00Z", "2024-02-28"));
        assert!(!falls("2024-03-01T00:00:00Z", "2024-02-29"));
        assert!(!falls("2024-03-01", "2024-02-29"));
    }

    #[test]
    fn where_it_stands() {
        let line = "By Jane, 3 May 2024 at noon";
        let found = first_in(line, Order::DayFirst).unwrap();
        assert_eq!(&line[found.start..found.end], "3 May 2024");
    }
}
