//! The date that the path of a URL states.

use super::month;
use crate::compact::lower_case;
use crate::url;

/// Returns the date that the path of a URL states: `/2024/05/03/`, `/2024/may/3/`, `/2024-05-03-…`, `/20240503/`,
/// each between characters that are not digits, a day after a slash as a whole segment unless it begins with 0; as year,
/// month, day.
pub(super) fn path_date(url: &str) -> Option<(u16, u8, u8)> {
    let path = url::path(url);
    let bytes = path.as_bytes();
    let number = |from: usize, len: usize| -> Option<u16> {
        let digits = path.get(from..from + len)?;
        digits.bytes().all(|b| b.is_ascii_digit()).then_some(())?;
        digits.parse().ok()
    };
    let digit_at = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    for at in 0..bytes.len() {
        if !digit_at(at) || (at > 0 && digit_at(at - 1)) {
            continue;
        }
        let Some(year @ 1990..=2100) = number(at, 4) else {
            continue;
        };
        let separator = bytes.get(at + 4).copied();
        let named = path
            .get(at + 5..)
            .filter(|_| separator == Some(b'/'))
            .and_then(|rest| rest.split_once('/'))
            .and_then(|(name, rest)| Some((month::from_name(&lower_case::of(name))?, rest)));
        if let Some((month, rest)) = named {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if let Some(day @ 1..=31) = rest[..digits].parse().ok().filter(|_| digits <= 2) {
                return Some((year, month, day));
            }
            continue;
        }
        let (month, day, end) = match separator {
            Some(s @ (b'/' | b'-' | b'_' | b'.')) => {
                // Month and day may be written with one digit where slashes divide them.
                let month_len = if digit_at(at + 6) { 2 } else { 1 };
                let day_at = at + 5 + month_len + 1;
                if bytes.get(day_at - 1) != Some(&s) || (month_len == 1 && s != b'/') {
                    continue;
                }
                let day_len = if digit_at(day_at + 1) { 2 } else { 1 };
                (
                    number(at + 5, month_len),
                    number(day_at, day_len),
                    day_at + day_len,
                )
            }
            Some(b'0' | b'1') => (number(at + 4, 2), number(at + 6, 2), at + 8),
            _ => continue,
        };
        // After slashes a number may begin the page's name: `/2024/05/10-ways-to-cook`.
        let is_padded = bytes.get(end - 2) == Some(&b'0');
        let named = separator == Some(b'/') && matches!(bytes.get(end), Some(b'-' | b'_'));
        if digit_at(end) || (named && !is_padded) {
            continue;
        }
        if let (Some(month @ 1..=12), Some(day @ 1..=31)) = (month, day) {
            return Some((year, u8::try_from(month).ok()?, u8::try_from(day).ok()?));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_paths() {
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
