//! The data declared by the page, and its URL.

mod columns;

pub(super) use columns::COLUMNS;

use super::{flag, log, signed_log};
use crate::metadata::{Metadata, compact};
use crate::page::Page;
use crate::select::signals::Signals;

/// Minimum length of a usable declared text, in letters and digits.
const MIN_DECLARED: usize = 100;

/// Minimum length of a block that is searched for in the declared text, in letters and digits.
const FOUND: usize = 12;

/// Minimum similarity to the declared summary for a block to be the summary.
const SUMMARY: f32 = 0.3;

/// Values shared by the columns about declared data.
pub(super) struct Declared {
    /// The largest similarity to the declared summary, and the first block that has it.
    most_summary: (f32, usize),
    /// The article's text from the declared data, only letters and digits.
    text: Option<String>,
    address: Address,
}

/// The path of the page's URL.
struct Address {
    /// Number of path segments.
    depth: usize,
    /// Length of the last segment in bytes, and its numbers of words and digits.
    last: usize,
    words: usize,
    digits: usize,
}

impl Address {
    fn new(url: &str) -> Self {
        let path = url.splitn(4, '/').nth(3).unwrap_or_default();
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let last = path.trim_end_matches('/').rsplit('/').next();
        let last = last.unwrap_or_default();
        Self {
            depth: path.split('/').filter(|s| !s.is_empty()).count(),
            last: last.len(),
            words: last.split(['-', '_']).count(),
            digits: last.bytes().filter(u8::is_ascii_digit).count(),
        }
    }
}

impl Declared {
    pub(super) fn new(page: &Page, metadata: &Metadata, signals: &Signals) -> Self {
        let most_summary = (0..)
            .zip(&signals.summary.blocks)
            .fold(
                (0.0, 0),
                |best, (i, &s)| {
                    if s > best.0 { (s, i) } else { best }
                },
            );
        Self {
            most_summary,
            text: metadata
                .stated_text
                .as_deref()
                .map(compact)
                .filter(|text| text.len() >= MIN_DECLARED),
            address: Address::new(page.url()),
        }
    }
}
