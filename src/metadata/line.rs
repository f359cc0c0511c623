//! Lines of visible text around the title, where authors and dates are stated.

use std::borrow::Cow;

use crate::page::{NodeId, Page, Tag};
use crate::text::collapse_from;

/// Text that stands on one line: what lies between two block borders or line breaks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct VisibleLine<'a> {
    /// The nearest block around the text.
    pub(super) block: NodeId,
    /// The first text node.
    pub(super) first: NodeId,
    /// The last text node.
    pub(super) last: NodeId,
    /// White space collapsed.
    pub(super) text: Cow<'a, str>,
}

/// Returns the visible lines of the body, in order, each cut at `max_bytes` (the rest of a long
/// paragraph states nothing). O(text).
#[inline(never)]
pub(super) fn lines(page: &Page, max_bytes: usize) -> Vec<VisibleLine<'_>> {
    let mut lines = Vec::new();
    // Whether the white space of the open line is single spaces alone.
    let mut is_even = true;
    let containers = page.containers();
    let mut open: Option<VisibleLine> = None;
    for id in page.subtree(page.body()) {
        if page.tag(id) == Tag::Br {
            finish(open.take(), is_even, &mut lines);
        }
        if !page.is_text(id) || page.is_hidden(id) {
            continue;
        }
        let block = containers[id.index()];
        match &mut open {
            Some(line) if line.block == block && !crosses_block(page, line.last, id) => {
                if line.text.len() < max_bytes {
                    let text = page.text(id);
                    is_even &= has_single_spaces(page, id)
                        && !(text.starts_with(' ') && line.text.ends_with(' '));
                    line.text.to_mut().push_str(text);
                }
                line.last = id;
            }
            _ => {
                finish(open.take(), is_even, &mut lines);
                is_even = has_single_spaces(page, id);
                open = Some(VisibleLine {
                    block,
                    first: id,
                    last: id,
                    text: Cow::Borrowed(page.text(id)),
                });
            }
        }
    }
    finish(open, is_even, &mut lines);
    lines
}

/// Returns the lines around the title: `before` and `after` it; the first ones where there is none.
pub(super) fn near<'l, 'a>(
    lines: &'l [VisibleLine<'a>],
    title: Option<NodeId>,
    before: usize,
    after: usize,
) -> &'l [VisibleLine<'a>] {
    let at = title.map_or(0, |t| lines.partition_point(|l| l.first < t));
    let end = (at + after + 1).min(lines.len());
    &lines[at.saturating_sub(before).min(end)..end]
}

/// Returns whether a block without text (a picture's, a rule) stands between two text nodes of one
/// block. Looks at the nodes between them, which no other call does.
fn crosses_block(page: &Page, left: NodeId, right: NodeId) -> bool {
    (left.0 + 1..right.0).any(|n| page.is_block(NodeId(n)))
}

/// Returns whether the white space of a node's text is known to be single spaces: where characters
/// were counted, so was white space.
fn has_single_spaces(page: &Page, id: NodeId) -> bool {
    let counts = page.counts(id);
    !counts.is_uneven && counts.chars > 0
}

fn finish<'a>(line: Option<VisibleLine<'a>>, is_even: bool, lines: &mut Vec<VisibleLine<'a>>) {
    let Some(mut line) = line else { return };
    match &mut line.text {
        Cow::Borrowed(text) if is_even => *text = text.trim_matches(' '),
        Cow::Owned(text) if is_even && text.trim_matches(' ').len() == text.len() => {}
        text => collapse_from(text.to_mut(), 0),
    }
    if !line.text.is_empty() {
        lines.push(line);
    }
}
