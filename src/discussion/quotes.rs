//! Quotations of what was said earlier.

use std::collections::BTreeSet;
use std::iter;

use super::signs::Signs;
use crate::compact::hash::Hash64;
use crate::page::{NodeId, Page, Tag};

/// Words in a row that are compared.
const ROW: usize = 3;

/// The longest line that is taken for the head of a quotation, and the longest beginning of one that is
/// shown while it is folded, in characters.
const LONGEST: usize = 80;

/// The longest line before a quotation that is taken for its head, in characters.
const LONGEST_HEAD: usize = 160;

/// Nodes before a quotation among which its head is looked for.
const MOST_BEFORE: usize = 16;

/// What was said so far, and by whom.
pub(super) struct Earlier {
    rows: BTreeSet<u64>,
    authors: BTreeSet<String>,
}

impl Earlier {
    pub(super) fn new() -> Self {
        Self {
            rows: BTreeSet::new(),
            authors: BTreeSet::new(),
        }
    }

    /// Adds what somebody says.
    pub(super) fn add(&mut self, author: Option<&str>, text: &str) {
        self.rows.extend(rows(text));
        self.authors.extend(author.map(str::to_owned));
    }

    /// Returns how many rows of a text were said so far, and how many there are.
    fn known(&self, text: &str) -> (usize, usize) {
        let (mut all, mut known) = (0, 0);
        for row in rows(text) {
            all += 1;
            known += usize::from(self.rows.contains(&row));
        }
        (known, all)
    }

    /// Returns whether a text says first who said it.
    fn names_author(&self, text: &str) -> bool {
        let end = text
            .char_indices()
            .nth(LONGEST)
            .map_or(text.len(), |(end, _)| end);
        let head = &text[..end];
        // Names begin and end where words do.
        let is_inner = |c: char| c.is_alphanumeric();
        let before = iter::once(' ').chain(head.chars());
        let pairs = before.zip(head.char_indices());
        let starts = pairs.filter(|&(before, (_, c))| !c.is_whitespace() && !is_inner(before));
        starts.map(|(_, (start, _))| start).any(|start| {
            let mut rest = head[start..].char_indices().peekable();
            let ends = iter::from_fn(|| {
                let (at, c) = rest.next()?;
                let goes_on = rest.peek().is_some_and(|&(_, next)| is_inner(next));
                Some((start + at + c.len_utf8(), !goes_on))
            });
            let mut ends = ends.filter(|&(_, is_end)| is_end);
            ends.any(|(end, _)| self.authors.contains(&head[start..end]))
        })
    }
}

/// Returns the outermost quotations among the nodes of a contribution that quote what was said earlier: by
/// their names, or because their words were said.
pub(super) fn quotes(page: &Page, signs: &Signs, own: &[NodeId], earlier: &Earlier) -> Vec<NodeId> {
    let mut quotes: Vec<NodeId> = Vec::new();
    for &node in own {
        if quotes.last().is_some_and(|&last| page.contains(last, node)) {
            continue;
        }
        let is_one = match page.tag(node) {
            _ if signs.of(node).names.quote && page.is_block(node) => {
                !page.raw_text(node).trim().is_empty()
            }
            // Some systems have one for what is said.
            Tag::Blockquote if !signs.of(node).says_text() => {
                let text = page.visible_text(node);
                let (known, all) = earlier.known(&text);
                known > 0 && (2 * known >= all || earlier.names_author(&text))
            }
            // Old boards have tables for them.
            Tag::Table => {
                let text = page.visible_text(node);
                earlier.known(&text).0 > 0 && earlier.names_author(&text)
            }
            // A line before paragraphs; one that begins with two of the sign leads to an earlier post.
            Tag::Text => {
                let text = page.text(node).trim_start();
                let next = page.end(node);
                text.starts_with('>')
                    && !text.starts_with(">>")
                    && next.index() < page.len()
                    && page.parent(next) == page.parent(node)
                    && page.is_block(next)
            }
            // So have mails.
            Tag::P => page.visible_text(node).starts_with('>'),
            _ => false,
        };
        if is_one {
            quotes.push(node);
        }
    }
    quotes
}

/// Returns the leaves of the lines before quotations that say who said it, "Ann wrote:". They are no words
/// of the contribution, whose nodes are `own`.
pub(super) fn lines_before(
    page: &Page,
    quotes: &[NodeId],
    own: &[NodeId],
    earlier: &Earlier,
) -> Vec<NodeId> {
    let mut lines = Vec::new();
    for &quote in quotes {
        let start = own.partition_point(|&node| node < quote);
        let before = own[start.saturating_sub(MOST_BEFORE)..start].iter().rev();
        // The dots that open a quotation may stand between.
        let mut leaves = before.copied().filter(|&node| {
            page.text(node)
                .contains(|c: char| c.is_alphanumeric() || c == ':')
        });
        let Some(last) = leaves.next() else { continue };
        let mut around = page.inclusive_ancestors(last);
        let line = around.find(|&node| page.is_block(node) || page.contains(node, quote));
        let line = line
            .filter(|&line| !page.contains(line, quote))
            .unwrap_or(last);
        let text = page.visible_text(line);
        if text.ends_with([':', '：'])
            && text.chars().count() <= LONGEST_HEAD
            && earlier.names_author(&text)
        {
            let is_head = |&&node: &&NodeId| page.is_text(node) && node >= line;
            lines.extend(own[..start].iter().rev().take(MOST_BEFORE).filter(is_head));
        }
    }
    lines.sort_unstable();
    lines
}

/// Returns the line at the head of a quotation that says whose words they are, as its element and its text.
pub(super) fn head(page: &Page, quote: NodeId) -> Option<(NodeId, String)> {
    let mut leaves = page.descendants(quote);
    let first = leaves.find(|&leaf| page.is_text(leaf) && !page.text(leaf).trim().is_empty())?;
    let mut around = page.inclusive_ancestors(first);
    let is_line =
        |&node: &NodeId| node <= quote || page.is_block(node) || page.tag(node) == Tag::Cite;
    let line = around.find(is_line).filter(|&line| line > quote)?;
    let head = page.visible_text(line);
    let is_head = page.tag(line) == Tag::Cite || head.ends_with([':', '：', '↑']);
    (is_head && head.chars().count() <= LONGEST).then_some((line, head))
}

/// Returns the beginning of a quotation, which is shown while it is folded where it has no head.
pub(super) fn beginning(page: &Page, quote: NodeId) -> String {
    let text = page.visible_text(quote);
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
            let byte =
                |hash: Hash64, c: char| c.encode_utf8(&mut bytes).bytes().fold(hash, Hash64::byte);
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
