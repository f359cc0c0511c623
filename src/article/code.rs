//! Code listings: what is one, and the line numbers beside it.

use super::survey::Survey;
use crate::compact::hash::Hash64;
use crate::compact::interner::Interned;
use crate::page::{Attr, NodeId, Page, Tag};

/// Returns whether an element is a code listing as a whole.
///
/// A listing is a `pre`, a block of fixed-width text whose white space is kept, a table of such
/// text (line numbers in one column, lines in the other), a `code` that is such a block or holds
/// lines as blocks, or a box of such lines.
pub(super) fn is_listing(page: &Page, survey: &Survey, node: NodeId) -> bool {
    let style = page.style(node);
    let whole = survey.code_chars(page, node) == survey.chars(page, node)
        && survey.chars(page, node) > 0
        && survey.prose(page, node) == 0;
    match page.tag(node) {
        Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext => survey.prose(page, node) == 0,
        Tag::Table => {
            whole
                && survey
                    .table(node)
                    .is_some_and(|t| !t.header && t.most_cells <= 3)
        }
        Tag::Td | Tag::Th | Tag::Tr | Tag::Tbody => false,
        Tag::Code => {
            whole && page.is_block(node) && style.preformatted
                || survey.blocks(page, node) > u32::from(page.is_block(node))
                    && survey.prose(page, node) == 0
        }
        _ => {
            whole
                && page.is_block(node)
                && (style.preformatted && style.monospace || holds_lines(page, survey, node))
        }
    }
}

/// Returns whether an element holds nothing but lines of code, each a block of its own.
fn holds_lines(page: &Page, survey: &Survey, node: NodeId) -> bool {
    let mut lines = 0;
    for child in page.children(node).filter(|&c| survey.kept(page, c) > 0) {
        let style = page.style(child);
        let is_line = page.is_block(child)
            && page.tag(child) != Tag::Pre
            && style.preformatted
            && survey.blocks(page, child) == 1
            && !page.raw_text(child).trim_end().contains('\n');
        if !is_line {
            return false;
        }
        lines += 1;
    }
    lines >= 2
}

/// Returns the elements of a listing that hold nothing but its line numbers: a column of them, or
/// one at the head of every line. Their order says nothing.
pub(super) fn gutters(page: &Page, survey: &Survey, listing: NodeId) -> Vec<NodeId> {
    let numeric = survey.numeric(page, listing);
    if numeric == 0 || numeric == survey.leaves(page, listing) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut single: Interned<Vec<LineNumber>> = Interned::new();
    let mut line_start = true;
    let mut node = NodeId(listing.0 + 1);
    while node < page.end(listing) {
        let only_numbers = survey.numeric(page, node) > 0
            && survey.numeric(page, node) == survey.leaves(page, node);
        if page.is_element(node) && only_numbers {
            let numbers = sequence(page, node);
            // A single number goes with the innermost element around it only: its line stays, even
            // where it holds nothing else.
            let inner = match numbers {
                Some((_, 1)) => around_text(page, node),
                _ => node,
            };
            line_start |= page
                .inclusive_ancestors(inner)
                .take_while(|&n| n >= node)
                .any(|n| page.is_block(n) && page.tag(n) != Tag::Td);
            match numbers {
                Some((_, 2..)) => found.push(node),
                Some((first, _)) => {
                    let class = page.attr(inner, Attr::Class).unwrap_or_default();
                    let kind = Hash64::EMPTY.byte(page.tag(inner) as u8);
                    let kind = kind.bytes(class.as_bytes()).value();
                    single.get_or(kind, Vec::new).push(LineNumber {
                        node: inner,
                        number: first,
                        line_start,
                    });
                }
                None => {}
            }
            line_start = page.raw_text(inner).ends_with('\n');
            node = page.end(inner);
            continue;
        }
        line_start = begins_line(page, node, line_start);
        node = NodeId(node.0 + 1);
    }
    for numbers in single.values() {
        let ascending = numbers.windows(2).all(|w| w[1].number == w[0].number + 1);
        if numbers.len() > 1 && ascending && numbers.iter().all(|n| n.line_start) {
            found.extend(numbers.iter().map(|n| n.node));
        }
    }
    found
}

/// Returns whether what comes after a text, or after the start tag of an element, begins a line of
/// a listing. `before` says whether the node itself begins one.
fn begins_line(page: &Page, node: NodeId, before: bool) -> bool {
    if page.is_text(node) {
        let text = page.text(node);
        return match text.rfind('\n') {
            Some(at) => text[at + 1..].trim().is_empty(),
            None => before && text.trim().is_empty(),
        };
    }
    let tag = page.tag(node);
    before || tag == Tag::Br || (page.is_block(node) && !matches!(tag, Tag::Td | Tag::Th))
}

/// Returns the innermost element around the first text below an element, and the element itself
/// where it holds no text.
fn around_text(page: &Page, node: NodeId) -> NodeId {
    let text = page
        .descendants(node)
        .find(|&n| page.is_text(n) && !page.text(n).trim().is_empty());
    text.and_then(|text| page.parent(text)).unwrap_or(node)
}

/// An element that may be the number of a line.
struct LineNumber {
    node: NodeId,
    number: u64,
    line_start: bool,
}

/// Returns whether a block beside a listing holds only its line numbers.
pub(super) fn is_gutter(page: &Page, survey: &Survey, node: NodeId) -> bool {
    let leaves = survey.leaves(page, node);
    let mixed = |n: NodeId| survey.numeric(page, n) < survey.leaves(page, n);
    // Only the outermost box of numbers is looked into, which keeps this linear.
    if leaves == 0 || mixed(node) || !page.parent(node).is_some_and(mixed) {
        return false;
    }
    let Some((_, 2..)) = sequence(page, node) else {
        return false;
    };
    let is_code = |n: NodeId| {
        survey.code_chars(page, n) > 0 && survey.code_chars(page, n) == survey.chars(page, n)
    };
    // The code stands right before the numbers, or comes next after them, in the next cell at most.
    let is_beside =
        |other: Option<NodeId>| other.is_some_and(|other| is_code(other) && mixed(other));
    let mut at = node;
    for _ in 0..3 {
        let Some(parent) = page.parent(at) else {
            return false;
        };
        let with_text = || page.children(parent).filter(|&c| survey.chars(page, c) > 0);
        if at == node && is_beside(with_text().take_while(|&c| c < at).last()) {
            return true;
        }
        let next = with_text().find(|&c| c > at);
        if next.is_some() {
            return is_beside(next);
        }
        at = parent;
    }
    false
}

/// Returns the first number below a node and how many there are, where each is one more than the
/// one before.
fn sequence(page: &Page, node: NodeId) -> Option<(u64, usize)> {
    let mut first = None;
    let mut count = 0;
    let texts = page.subtree(node).filter(|&n| page.is_text(n));
    for token in texts.flat_map(|n| page.text(n).split_whitespace()) {
        let number: u64 = token.parse().ok()?;
        let start = *first.get_or_insert(number);
        if number.checked_sub(start) != Some(count) {
            return None;
        }
        count += 1;
    }
    Some((first?, usize::try_from(count).ok()?))
}
