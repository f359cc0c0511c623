//! Quotations of what was said earlier.

use std::collections::BTreeSet;

use super::signs::Signs;
use crate::compact::hash::Hash64;
use crate::page::{NodeId, Page, Tag};

/// Words in a row that are compared.
const ROW: usize = 3;

/// The longest line that is taken for the head of a quotation, and the longest beginning of one that is
/// shown while it is folded, in characters.
const LONGEST: usize = 80;

/// What was said so far.
pub(super) struct Earlier {
    rows: BTreeSet<u64>,
    /// Whether the page quotes anything.
    is_asked: bool,
}

impl Earlier {
    pub(super) fn new(page: &Page) -> Self {
        let is_quotation = |node| page.tag(node) == Tag::Blockquote;
        Self {
            rows: BTreeSet::new(),
            is_asked: page.nodes().any(is_quotation),
        }
    }

    /// Adds what somebody says.
    pub(super) fn add(&mut self, text: &str) {
        if self.is_asked {
            self.rows.extend(rows(text));
        }
    }

    /// Returns whether at least half of a text was said so far.
    fn has(&self, text: &str) -> bool {
        let (mut all, mut known) = (0, 0);
        for row in rows(text) {
            all += 1;
            known += usize::from(self.rows.contains(&row));
        }
        all > 0 && 2 * known >= all
    }
}

/// Returns the outermost quotations among the nodes of a contribution that quote what was said earlier:
/// by their names, or because their words were said.
pub(super) fn quotes(page: &Page, signs: &Signs, own: &[NodeId], earlier: &Earlier) -> Vec<NodeId> {
    let mut quotes: Vec<NodeId> = Vec::new();
    for &node in own {
        if quotes.last().is_some_and(|&last| page.contains(last, node)) {
            continue;
        }
        let is_named = signs.of(node).names.quote && page.is_block(node);
        let is_one = is_named && !page.raw_text(node).trim().is_empty()
            || page.tag(node) == Tag::Blockquote && earlier.has(&page.visible_text(node));
        if is_one {
            quotes.push(node);
        }
    }
    quotes
}

/// Returns what is shown of a quotation while it is folded: its head where it has one, else its beginning.
pub(super) fn summary(page: &Page, quote: NodeId) -> String {
    let text = page.visible_text(quote);
    let mut leaves = page.descendants(quote);
    let first = leaves.find(|&leaf| page.is_text(leaf) && !page.text(leaf).trim().is_empty());
    let line = first.and_then(|first| {
        let mut around = page.inclusive_ancestors(first);
        around.find(|&around| around <= quote || page.is_block(around) || page.tag(around) == Tag::Cite)
    });
    let line = line.filter(|&line| line > quote).map(|line| (line, page.visible_text(line)));
    let head = line.filter(|(line, head)| {
        let is_head = page.tag(*line) == Tag::Cite || head.ends_with([':', '：', '↑']);
        is_head && head.chars().count() <= LONGEST
    });
    if let Some((_, head)) = head {
        return head;
    }
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text,
    }
}

/// Returns a hash of every row of words.
fn rows(text: &str) -> impl Iterator<Item = u64> {
    let words: Vec<u64> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| {
            let lower = word.chars().flat_map(char::to_lowercase);
            let mut bytes = [0; 4];
            let byte = |hash: Hash64, c: char| {
                c.encode_utf8(&mut bytes).bytes().fold(hash, Hash64::byte)
            };
            lower.fold(Hash64::EMPTY, byte).value()
        })
        .collect();
    let size = ROW.min(words.len()).max(1);
    let rows: Vec<u64> = words
        .windows(size)
        .map(|row| {
            let bytes = row.iter().flat_map(|word| word.to_le_bytes());
            bytes.fold(Hash64::EMPTY, Hash64::byte).value()
        })
        .collect();
    rows.into_iter()
}
