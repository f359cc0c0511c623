//! Dates: from machine-readable values here, and from text in many languages in [`text`].
//!
//! A date is kept as it was written: the day is never moved to another time zone.

mod text;

use std::fmt;
use std::ops::RangeInclusive;

pub(super) use text::{all_in, beside, first_in};

/// Valid years, from the Gregorian calendar's first century in most of Europe to the web's next:
/// other numbers aren't years.
const YEARS: RangeInclusive<u16> = 1600..=LAST_YEAR;

/// The last year of a date.
pub(super) const LAST_YEAR: u16 = 2100;

/// The first year of the web; no page is older.
pub(super) const FIRST_OF_THE_WEB: u16 = 1990;

/// The Unix epoch.
const EPOCH: (u16, u8, u8) = (1970, 1, 1);

/// Maximum hours of time zones behind and ahead of UTC.
const MAX_HOURS_BEHIND: u8 = 12;
const MAX_HOURS_AHEAD: u8 = 14;

/// The last hour of a day, the last minute of an hour, and the leap second.
const LAST_HOUR: u8 = 23;
const LAST_MINUTE: u8 = 59;
const LEAP_SECOND: u8 = 60;

/// Digits of timestamps in seconds and milliseconds since 1970, from 2001 to 2286.
const SECONDS_DIGITS: usize = 10;
const MILLISECONDS_DIGITS: usize = 13;

/// A calendar day, with the time of day and the UTC offset if known.
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
    /// Writes the date in ISO 8601: `2024-05-03`, `2024-05-03T10:00:00`,
    /// `2024-05-03T10:00:00+02:00`.
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

/// Order of day and month in a numeric date if both are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// Day, month, year: nearly everywhere.
    DayFirst,
    /// Month, day, year: the United States.
    MonthFirst,
}

impl Order {
    /// Returns the opposite order.
    pub(super) fn other(self) -> Self {
        match self {
            Self::DayFirst => Self::MonthFirst,
            Self::MonthFirst => Self::DayFirst,
        }
    }

    /// Returns the order used with slashes in a language (BCP 47); plain `en` counts as American,
    /// like most pages in it.
    pub(super) fn of_language(lang: Option<&str>) -> Self {
        match lang.map(str::to_ascii_lowercase).as_deref() {
            None | Some("en" | "en-us" | "es-us" | "fil" | "en-ph") => Self::MonthFirst,
            Some(_) => Self::DayFirst,
        }
    }

    /// Returns the order used in a language on a host. For plain English it's that of the
    /// English-speaking country in the host's domain, if any.
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

impl Date {
    /// Returns a day of the calendar if valid and in [`YEARS`]. The first day of the epoch isn't
    /// valid, because it means "unknown".
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
        let possible =
            YEARS.contains(&year) && (1..=days).contains(&day) && (year, month, day) != EPOCH;
        possible.then_some(Self {
            year,
            month,
            day,
            time: None,
            offset: None,
        })
    }

    /// Returns a day of the Solar Hijri calendar, whose year begins in March; months from 1 to 12.
    /// Leap years follow a cycle of 33 years, which is correct from 1925 to 2088.
    fn from_solar_hijri(year: u32, month: u32, day: u32) -> Option<Self> {
        // The first six months have 31 days.
        let before = 30 * month.checked_sub(1)? + (month - 1).min(6);
        let (cycles, of_cycle) = ((year + 1595) / 33, (year + 1595) % 33);
        let days = 365 * (year + 1595) + 8 * cycles + of_cycle.div_ceil(4) + before + day;
        if !(1..=31).contains(&day) || month > 12 {
            return None;
        }
        let (year, month, day) = civil(u64::from(days.checked_sub(BEFORE_SOLAR_HIJRI)?));
        Self::new(
            u16::try_from(year).ok()?,
            u8::try_from(month).ok()?,
            u8::try_from(day).ok()?,
        )
    }

    /// Returns whether a web page may have been written on this day.
    pub(super) fn is_of_the_web(&self) -> bool {
        self.year >= FIRST_OF_THE_WEB
    }

    /// Returns year, month and day, for comparing.
    pub(super) fn day(&self) -> (u16, u8, u8) {
        (self.year, self.month, self.day)
    }

    /// Returns whether `local` may be the local day of this instant in UTC: the day before or
    /// after, at most half a day away.
    pub(super) fn falls_on(&self, local: &Self) -> bool {
        let (Some(time), Some(0)) = (self.time, self.offset) else {
            return false;
        };
        // Exactly midnight means a day, not an instant.
        let (hour, _, _) = time;
        time != (0, 0, 0)
            && match local.day_number() - self.day_number() {
                -1 => hour < MAX_HOURS_BEHIND,
                1 => hour >= 24 - MAX_HOURS_AHEAD,
                _ => false,
            }
    }

    /// Returns whether it is an instant in a zone other than UTC.
    pub(super) fn is_local_instant(&self) -> bool {
        self.has_time() && self.offset.is_some_and(|offset| offset != 0)
    }

    /// Returns the days since March 1 of the year 0 (Hinnant, as in `from_epoch`).
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

    /// Returns whether the time of day is known.
    pub(super) fn has_time(&self) -> bool {
        self.time.is_some()
    }

    /// Reads ISO 8601, extended or basic; `/` and `.` may also separate the parts.
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

    /// Reads seconds (10 digits) or milliseconds (13 digits) since 1970, in UTC.
    fn from_epoch(value: &str) -> Option<Self> {
        if !matches!(value.len(), SECONDS_DIGITS | MILLISECONDS_DIGITS)
            || !value.bytes().all(|b| b.is_ascii_digit())
        {
            return None;
        }
        let mut seconds: u64 = value.parse().ok()?;
        if value.len() == MILLISECONDS_DIGITS {
            seconds /= 1000;
        }
        let days = seconds / SECONDS_OF_DAY + DAYS_TO_EPOCH;
        let (year, month, day) = civil(days);
        let mut date = Self::new(
            u16::try_from(year).ok()?,
            u8::try_from(month).ok()?,
            u8::try_from(day).ok()?,
        )?;
        let of_day = seconds % SECONDS_OF_DAY;
        date.time = Some((
            u8::try_from(of_day / 3600).ok()?,
            u8::try_from(of_day / 60 % 60).ok()?,
            u8::try_from(of_day % 60).ok()?,
        ));
        date.offset = Some(0);
        Some(date)
    }

    /// Returns the date with the time at the beginning of `rest`, the text after it, if there is
    /// one.
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
        if hour > LAST_HOUR.into() || minute > LAST_MINUTE.into() || second > LEAP_SECOND.into() {
            return self;
        }
        let small = |n: u16| u8::try_from(n).unwrap_or(0);
        self.time = Some((small(hour), small(minute), small(second)));
        self.offset = offset(after);
        self
    }
}

/// Number of days from the day 0 of [`Date::from_solar_hijri`] to that of [`civil`].
const BEFORE_SOLAR_HIJRI: u32 = 355_728;

const SECONDS_OF_DAY: u64 = 86_400;

/// Days from March 1 of the year 0 to the epoch.
const DAYS_TO_EPOCH: u64 = 719_468;

/// Days of 4, 100 and 400 years of the Gregorian calendar.
const DAYS_OF_4: u64 = 1_461;
const DAYS_OF_100: u64 = 36_524;
const DAYS_OF_400: u64 = 146_097;

/// Returns year, month and day for a number of days since March 1 of the year 0 (Hinnant,
/// "chrono-compatible low-level date algorithms", `civil_from_days`). A year begins in March, so
/// that it ends with the leap day, and five months from there have 153 days.
fn civil(days: u64) -> (u64, u64, u64) {
    let (era, of_era) = (days / DAYS_OF_400, days % DAYS_OF_400);
    let leap_days = of_era / (DAYS_OF_4 - 1) - of_era / DAYS_OF_100 + of_era / (DAYS_OF_400 - 1);
    let year_of_era = (of_era - leap_days) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let since_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * since_march + 2) / 5 + 1;
    let month = if since_march < 10 {
        since_march + 3
    } else {
        since_march - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    (year, month, day)
}

/// Returns the UTC offset a text begins with: `Z`, `UTC`, `GMT`, `+02:00`, `+0200`, `+02`.
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
    (hours <= u16::from(MAX_HOURS_AHEAD) && minutes < 60).then_some(sign * total)
}

/// Returns the number of `min` to `max` digits at the beginning of a text, and the rest.
fn number(text: &str, min: usize, max: usize) -> Option<(u16, &str)> {
    let len = text
        .bytes()
        .take(max)
        .take_while(u8::is_ascii_digit)
        .count();
    (len >= min).then(|| Some((text[..len].parse().ok()?, &text[len..])))?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> String {
        Date::from_value(text, Order::MonthFirst)
            .map(|d| d.to_string())
            .unwrap_or_default()
    }

    #[test]
    fn machine_readable_dates_are_parsed_or_rejected() {
        for (given, expected) in [
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
            assert_eq!(value(given), expected, "{given}");
        }
    }

    #[test]
    fn utc_instant_may_fall_on_an_adjacent_local_day() {
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
}
