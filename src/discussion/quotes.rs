//! Quotations of earlier comments.

use std::collections::BTreeSet;
use std::iter;

use super::hints::Hints;
use super::share::Share;
use crate::compact::hash::Hash64;
use crate::page::{NodeId, Page, Tag};

/// Number of words in the sequences that are compared.
const SEQUENCE_WORDS: usize = 3;

/// Maximum length of the attribution in a quotation, and of the beginning that summarizes a folded
/// one, in characters.
const MAX_SUMMARY_CHARS: usize = 80;

/// Maximum length of an attribution before a quotation, in characters.
const MAX_ATTRIBUTION_CHARS: usize = 160;

/// Maximum nodes before a quotation that may be its attribution.
const MAX_ATTRIBUTION_DISTANCE: usize = 16;

/// The words and authors of earlier comments.
pub(super) struct Earlier {
    sequences: BTreeSet<u64>,
    authors: BTreeSet<String>,
}

impl Earlier {
    pub(super) fn new() -> Self {
        Self {
            sequences: BTreeSet::new(),
            authors: BTreeSet::new(),
        }
    }

    /// Adds a comment.
    pub(super) fn add(&mut self, author: Option<&str>, text: &str) {
        self.sequences.extend(sequences(text));
        self.authors.extend(author.map(str::to_owned));
    }

    /// Returns how many word sequences of a text occur in earlier comments, and their total number.
    fn known(&self, text: &str) -> (usize, usize) {
        let (mut all, mut known) = (0, 0);
        for sequence in sequences(text) {
            all += 1;
            known += usize::from(self.sequences.contains(&sequence));
        }
        (known, all)
    }

    /// Returns whether a text begins with the name of an earlier author.
    fn names_author(&self, text: &str) -> bool {
        let end = text
            .char_indices()
            .nth(MAX_SUMMARY_CHARS)
            .map_or(text.len(), |(end, _)| end);
        let head = &text[..end];
        // Names begin and end at word boundaries.
        let is_inner = |c: char| c.is_alphanumeric();
        let before = iter::once(' ').chain(head.chars());
        let pairs = before.zip(head.char_indices());
        let starts = pairs.filter(|&(before, (_, c))| !c.is_whitespace() && !is_inner(before));
        starts.map(|(_, (start, _))| start).any(|start| {
            let mut rest = head[start..].char_indices().peekable();
            let ends = iter::from_fn(|| {
                let (at, c) = rest.next()?;
                let continues = rest.peek().is_some_and(|&(_, next)| is_inner(next));
                Some((start + at + c.len_utf8(), !continues))
            });
            let mut ends = ends.filter(|&(_, is_end)| is_end);
            ends.any(|(end, _)| self.authors.contains(&head[start..end]))
        })
    }
}

/// Returns the outermost quotations of earlier comments among the nodes of a comment. They are
/// recognized by their words, or by some words and the name of an author.
pub(super) fn quotes(page: &Page, hints: &Hints, own: &[NodeId], earlier: &Earlier) -> Vec<NodeId> {
    let mut quotes: Vec<NodeId> = Vec::new();
    for &node in own {
        if quotes.last().is_some_and(|&last| page.contains(last, node)) {
            continue;
        }
        let is_one = match page.tag(node) {
            _ if hints.of(node).names.quote && page.is_block(node) => {
                !page.raw_text(node).trim().is_empty()
            }
            // Some systems use `blockquote` for the body of a comment.
            Tag::Blockquote if !hints.of(node).is_any_body() => {
                let text = page.visible_text(node);
                let (known, all) = earlier.known(&text);
                known > 0 && (Share::HALF.is_reached(known, all) || earlier.names_author(&text))
            }
            // Old forums use tables.
            Tag::Table => {
                let text = page.visible_text(node);
                earlier.known(&text).0 > 0 && earlier.names_author(&text)
            }
            // A line before paragraphs. If it begins with `>>`, it's a link to an earlier post.
            Tag::Text => {
                let text = page.text(node).trim_start();
                let next = page.end(node);
                text.starts_with('>')
                    && !text.starts_with(">>")
                    && next.index() < page.len()
                    && page.parent(next) == page.parent(node)
                    && page.is_block(next)
            }
            // Mailing lists.
            Tag::P => page.visible_text(node).starts_with('>'),
            _ => false,
        };
        if is_one {
            quotes.push(node);
        }
    }
    quotes
}

/// Returns the leaves of the attributions before quotations, such as "Ann wrote:". They aren't part
/// of the comment's text. `own` contains the nodes of the comment.
pub(super) fn attributions(
    page: &Page,
    quotes: &[NodeId],
    own: &[NodeId],
    earlier: &Earlier,
) -> Vec<NodeId> {
    let mut lines = Vec::new();
    for &quote in quotes {
        let start = own.partition_point(|&node| node < quote);
        let before = own[start.saturating_sub(MAX_ATTRIBUTION_DISTANCE)..start]
            .iter()
            .rev();
        // The quotation may begin with an ellipsis.
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
            && text.chars().count() <= MAX_ATTRIBUTION_CHARS
            && earlier.names_author(&text)
        {
            let is_head = |&&node: &&NodeId| page.is_text(node) && node >= line;
            lines.extend(
                own[..start]
                    .iter()
                    .rev()
                    .take(MAX_ATTRIBUTION_DISTANCE)
                    .filter(is_head),
            );
        }
    }
    lines.sort_unstable();
    lines
}

/// Returns the attribution at the beginning of a quotation: its element and its text.
pub(super) fn attribution(page: &Page, quote: NodeId) -> Option<(NodeId, String)> {
    let mut leaves = page.descendants(quote);
    let first = leaves.find(|&leaf| page.is_text(leaf) && !page.text(leaf).trim().is_empty())?;
    let mut around = page.inclusive_ancestors(first);
    let is_line =
        |&node: &NodeId| node <= quote || page.is_block(node) || page.tag(node) == Tag::Cite;
    let line = around.find(is_line).filter(|&line| line > quote)?;
    let head = page.visible_text(line);
    let is_head = page.tag(line) == Tag::Cite || head.ends_with([':', '：', '↑']);
    (is_head && head.chars().count() <= MAX_SUMMARY_CHARS).then_some((line, head))
}

/// Returns the beginning of a quotation, which summarizes a folded one without an attribution.
pub(super) fn beginning(page: &Page, quote: NodeId) -> String {
    let text = page.visible_text(quote);
    match text.char_indices().nth(MAX_SUMMARY_CHARS) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text,
    }
}

/// Returns the hashes of all word sequences in a text.
fn sequences(text: &str) -> impl Iterator<Item = u64> {
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
    let size = SEQUENCE_WORDS.min(words.len()).max(1);
    let sequences: Vec<u64> = words
        .windows(size)
        .map(|sequence| {
            let bytes = sequence.iter().flat_map(|word| word.to_le_bytes());
            bytes.fold(Hash64::EMPTY, Hash64::byte).value()
        })
        .collect();
    sequences.into_iter()
}
