//! Page numbers in URLs: in a query (`?page=2`), as the last part of the path (`/2/`, `/page/2`) or
//! at its end (`-2.html`, `_page_2.htm`). Forums may use an item offset instead (`?start=20`).

use crate::compact::lower_case;
use crate::vocabulary::List;

/// Maximum number of digits of a page number. Longer numbers are ids of articles, or years.
const DIGITS: usize = 3;

/// Maximum number of digits of an item offset.
const COUNT_DIGITS: usize = 5;

/// Query keys of item offsets.
const OFFSET_KEYS: [&str; 3] = ["offset", "st", "start"];

/// The page number in a URL.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Slot<'a> {
    address: &'a str,
    digits: std::ops::Range<usize>,
    pub(crate) number: u32,
    /// The URL without the number.
    pub(crate) stem: String,
    pub(crate) kind: Kind,
}

/// Evidence that a number is that of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A key of the query.
    Query,
    /// A word in a separate part of the path (`/page/2`), as in blogs' lists.
    Folder,
    /// A word before the number (`-page-2`).
    Word,
    /// Only the position of the number.
    Bare,
    /// A key of an item offset in the query, as in forums.
    Offset,
}

impl Slot<'_> {
    /// Returns the URL with another number.
    pub(crate) fn with(&self, number: u32) -> String {
        let (before, after) = self.address.split_at(self.digits.start);
        format!("{before}{number}{}", &after[self.digits.len()..])
    }
}

/// Finds the page number in the query, or else at the end of the path.
pub(crate) fn slot(address: &str) -> Option<Slot<'_>> {
    let page = |key: &str, value: &str| {
        let is_page = List::PageKey.has(&lower_case::of(key));
        number(value)
            .filter(|_| is_page)
            .map(|number| (number, key.len() + 1 + value.len(), value.len()))
    };
    query_slot(address, Kind::Query, page).or_else(|| path_slot(address))
}

/// Finds the item offset: the value of a query key (`?start=20`), or the end of a value after a dot
/// (`?topic=7.20`).
pub(crate) fn offset(address: &str) -> Option<Slot<'_>> {
    query_slot(address, Kind::Offset, |key, value| {
        if let Some((id, count)) = value.split_once('.') {
            digits(id, usize::MAX)?;
            return Some((digits(count, COUNT_DIGITS)?, count.len() + 1, count.len()));
        }
        let is_offset = OFFSET_KEYS.contains(&key);
        let count = digits(value, COUNT_DIGITS).filter(|_| is_offset)?;
        Some((count, key.len() + 1 + value.len(), value.len()))
    })
}

/// Finds a number in the query. `read` is called with each key and value. It returns the number,
/// the bytes at the end of the pair that belong to it, and how many of these are digits.
fn query_slot(
    address: &str,
    kind: Kind,
    read: impl Fn(&str, &str) -> Option<(u32, usize, usize)>,
) -> Option<Slot<'_>> {
    let mut at = address.find('?')?;
    for part in address[at..].split_inclusive(['?', '&']) {
        let part = part.trim_end_matches('&');
        let end = at + part.len();
        let pair = part.split_once('=');
        if let Some((number, length, digits)) = pair.and_then(|(key, value)| read(key, value)) {
            return Some(Slot {
                address,
                digits: end - digits..end,
                number,
                stem: stem(address, end - length..end),
                kind,
            });
        }
        at = end + usize::from(address[end..].starts_with('&'));
    }
    None
}

/// Finds the page number at the end of the path.
fn path_slot(address: &str) -> Option<Slot<'_>> {
    let query = address.find('?').unwrap_or(address.len());
    let path = address[origin(address).len()..query].trim_end_matches('/');
    let start = origin(address).len();
    let segment = path.rfind('/')?;
    let name = &path[segment + 1..];
    let extension = name.rfind('.').filter(|&dot| name.len() - dot <= 6);
    let name = &name[..extension.filter(|&dot| dot > 0).unwrap_or(name.len())];
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = number(&name[bare.len()..])?;
    let end = start + segment + 1 + name.len();
    let digits = end - (name.len() - bare.len())..end;
    let separators = ['-', '_', ',', '.'];
    // The word before the number, and what precedes it.
    let worded = |text: &str| {
        let text = text.trim_end_matches(separators);
        let at = text.rfind(separators).map_or(0, |at| at + 1);
        let word = &text[at..];
        let is_word = !word.is_empty() && List::PageKey.has(&lower_case::of(word));
        is_word.then_some(at)
    };
    let before = &path[..segment];
    let (cut, kind) = if bare.is_empty() {
        // A separate segment, after one with a word if there is one.
        let last = before.rfind('/').map_or(0, |at| at + 1);
        if List::PageKey.has(&lower_case::of(&before[last..])) {
            (last, Kind::Folder)
        } else {
            (segment, Kind::Bare)
        }
    } else if let Some(at) = worded(bare) {
        (segment + 1 + at, Kind::Word)
    } else if bare.ends_with(separators) {
        (segment + bare.len(), Kind::Bare)
    } else {
        return None;
    };
    let cut = path[..cut].trim_end_matches(separators).len();
    Some(Slot {
        address,
        digits,
        number,
        stem: stem(address, start + cut..end),
        kind,
    })
}

/// Returns a URL without a part of it, without referrer parameters, and without the separators left
/// over.
pub(crate) fn stem(address: &str, without: std::ops::Range<usize>) -> String {
    let rest = [&address[..without.start], &address[without.end..]].concat();
    let (path, query) = rest.split_once('?').unwrap_or((&rest, ""));
    let mut stem = path.trim_end_matches('/').to_owned();
    let is_own = |part: &&str| {
        let from = ["utm_", "fbclid=", "gclid="];
        !part.is_empty() && !from.iter().any(|name| part.starts_with(name))
    };
    for (place, part) in query.split(['?', '&']).filter(is_own).enumerate() {
        stem.push(if place == 0 { '?' } else { '&' });
        stem.push_str(part);
    }
    stem
}

pub(super) fn origin(address: &str) -> &str {
    let start = address.find("://").map_or(address.len(), |at| at + 3);
    let end = address[start..].find(['/', '?']);
    &address[..end.map_or(address.len(), |at| start + at)]
}

/// Returns a page number; `None` if the text isn't one.
pub(super) fn number(text: &str) -> Option<u32> {
    digits(text, DIGITS)
}

/// Parses a number with a maximum number of digits.
fn digits(text: &str, most: usize) -> Option<u32> {
    let is_short = (1..=most).contains(&text.len());
    let is_number = is_short && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}
