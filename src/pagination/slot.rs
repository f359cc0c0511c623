//! The place of a page's number in an address: in a query (`?page=2`), as the last part of the path (`/2/`,
//! `/page/2`) or at its end (`-2.html`, `_page_2.htm`).

use crate::compact::lower_case;
use crate::vocabulary::List;

/// Digits of the largest number of a page. Longer numbers name articles and years.
const DIGITS: usize = 3;

/// The place of a page's number in an address.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Slot<'a> {
    address: &'a str,
    digits: std::ops::Range<usize>,
    pub(crate) number: u32,
    /// What the address is without it.
    pub(crate) stem: String,
    pub(crate) kind: Kind,
}

/// What makes a number that of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A key of the query.
    Query,
    /// A word in a part of the path of its own (`/page/2`): blogs number their lists in this way.
    Folder,
    /// A word before the number (`-page-2`).
    Word,
    /// Nothing but its place.
    Bare,
}

impl Slot<'_> {
    /// Returns the address of the page with another number.
    pub(super) fn with(&self, number: u32) -> String {
        let (before, after) = self.address.split_at(self.digits.start);
        format!("{before}{number}{}", &after[self.digits.len()..])
    }
}

/// Finds the place of a page's number: in the query, else at the end of the path.
pub(crate) fn slot(address: &str) -> Option<Slot<'_>> {
    let query = address.find('?').unwrap_or(address.len());
    let mut at = query;
    for part in address[query..].split_inclusive(['?', '&']) {
        let part = part.trim_end_matches('&');
        if let Some((key, value)) = part.split_once('=')
            && let Some(number) = number(value)
            && List::PageKey.has(&lower_case::of(key))
        {
            let end = at + part.len();
            return Some(Slot {
                address,
                digits: end - value.len()..end,
                number,
                stem: stem(address, at..end),
                kind: Kind::Query,
            });
        }
        at += part.len() + usize::from(address[at + part.len()..].starts_with('&'));
    }
    path_slot(address, query)
}

/// Finds the number of a page at the end of the path, which ends at `query`.
fn path_slot(address: &str, query: usize) -> Option<Slot<'_>> {
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
    // The word before the number, and what stands before that.
    let worded = |text: &str| {
        let text = text.trim_end_matches(separators);
        let at = text.rfind(separators).map_or(0, |at| at + 1);
        let word = &text[at..];
        let is_word = !word.is_empty() && List::PageKey.has(&lower_case::of(word));
        is_word.then_some(at)
    };
    let before = &path[..segment];
    let (cut, kind) = if bare.is_empty() {
        // A segment of its own, after one with a word where there is one.
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

/// Returns an address without a part of it, without what tells where a reader came from, and without
/// the signs that are left over.
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

pub(super) fn number(text: &str) -> Option<u32> {
    let is_short = (1..=DIGITS).contains(&text.len());
    let is_number = is_short && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}
