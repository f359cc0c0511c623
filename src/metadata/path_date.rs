//! The date in the path of a URL.

use super::date::{FIRST_OF_THE_WEB, LAST_YEAR};
use super::month;
use crate::compact::lower_case;
use crate::url;

/// Returns year, month, and day from the path of a URL: `/2024/05/03/`, `/2024/may/3/`,
/// `/2024-05-03-…`, `/20240503/`. The date can't be next to other digits. A day after a slash has
/// to be a whole segment unless it begins with 0.
pub(super) fn path_date(url: &str) -> Option<(u16, u8, u8)> {
    let path = Path(url::path(url));
    (0..path.0.len())
        .filter(|&at| path.is_digit(at) && !at.checked_sub(1).is_some_and(|b| path.is_digit(b)))
        .find_map(|at| path.date(at))
}

/// Digits of a year, and maximum digits of a day or month.
const YEAR: usize = 4;
const DAY: usize = 2;

/// The path of a URL.
struct Path<'a>(&'a str);

impl Path<'_> {
    fn is_digit(&self, at: usize) -> bool {
        self.byte(at).is_some_and(|b| b.is_ascii_digit())
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.0.as_bytes().get(at).copied()
    }

    /// Returns the number of exactly `digits` digits at `from`.
    fn number(&self, from: usize, digits: usize) -> Option<u16> {
        let digits = self.0.get(from..from + digits)?;
        digits.bytes().all(|b| b.is_ascii_digit()).then_some(())?;
        digits.parse().ok()
    }

    /// Returns the date whose year begins at byte `at`.
    fn date(&self, at: usize) -> Option<(u16, u8, u8)> {
        let year = self.number(at, YEAR)?;
        if !(FIRST_OF_THE_WEB..=LAST_YEAR).contains(&year) {
            return None;
        }
        let separator = self.byte(at + YEAR);
        let named = self
            .0
            .get(at + YEAR + 1..)
            .filter(|_| separator == Some(b'/'))
            .and_then(|rest| rest.split_once('/'))
            .and_then(|(name, rest)| Some((month::from_name(&lower_case::of(name))?, rest)));
        let (month, day) = match named {
            Some((month, rest)) => (month, leading_day(rest)?),
            None => self.numeric(at + YEAR, separator?)?,
        };
        (day <= LAST_DAY).then_some((year, month, day))
    }

    /// Returns numeric month and day after a year, with or without separators.
    fn numeric(&self, at: usize, separator: u8) -> Option<(u8, u8)> {
        let (month, day, end) = match separator {
            b'/' | b'-' | b'_' | b'.' => {
                // Between slashes, month and day may have one digit.
                let month_len = if self.is_digit(at + 2) { DAY } else { 1 };
                let day_at = at + 1 + month_len + 1;
                if self.byte(day_at - 1) != Some(separator) || (month_len == 1 && separator != b'/')
                {
                    return None;
                }
                let day_len = if self.is_digit(day_at + 1) { DAY } else { 1 };
                let month = self.number(at + 1, month_len)?;
                (month, self.number(day_at, day_len)?, day_at + day_len)
            }
            b'0' | b'1' => {
                let day_at = at + DAY;
                (
                    self.number(at, DAY)?,
                    self.number(day_at, DAY)?,
                    day_at + DAY,
                )
            }
            _ => return None,
        };
        // After a slash, a number may begin the page's name: `/2024/05/10-ways-to-cook`.
        let is_padded = self.byte(end - DAY) == Some(b'0');
        let is_name = separator == b'/' && matches!(self.byte(end), Some(b'-' | b'_'));
        if self.is_digit(end) || (is_name && !is_padded) {
            return None;
        }
        let (month, day) = (u8::try_from(month).ok()?, u8::try_from(day).ok()?);
        (matches!(month, 1..=12) && day >= 1).then_some((month, day))
    }
}

/// Returns the day at the beginning of a text.
fn leading_day(text: &str) -> Option<u8> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let day = text[..digits].parse().ok().filter(|_| digits <= DAY)?;
    (day >= 1).then_some(day)
}

const LAST_DAY: u8 = 31;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_from_paths() {
        let d = |path: &str| path_date(&format!("https://example.org{path}"));
        assert_eq!(d("/2024/05/03/title"), Some((2024, 5, 3)));
        assert_eq!(d("/2024/5/3/title"), Some((2024, 5, 3)));
        assert_eq!(d("/news/2024/may/03/title"), Some((2024, 5, 3)));
        assert_eq!(d("/news/2024/May/3"), Some((2024, 5, 3)));
        assert_eq!(d("/news/2024/may/title"), None);
        assert_eq!(d("/news/2024/may/345"), None);
        assert_eq!(d("/blog/2024-05-03-title"), Some((2024, 5, 3)));
        assert_eq!(d("/a/20240503/x"), Some((2024, 5, 3)));
        assert_eq!(d("/a/t20240503_12345.html"), Some((2024, 5, 3)));
        assert_eq!(d("/2024/05/03-title"), Some((2024, 5, 3)));
        assert_eq!(d("/2024/05/10-ways-to-cook"), None);
        assert_eq!(d("/2024/05/5-ways-to-cook"), None);
        assert_eq!(d("/2024/05/10.html"), Some((2024, 5, 10)));
        assert_eq!(d("/2024/05/title"), None);
        assert_eq!(d("/2024/13/03/x"), None);
        assert_eq!(d("/id/202405031234"), None);
        assert_eq!(d("/2024"), None);
        assert_eq!(d("/"), None);
    }
}
