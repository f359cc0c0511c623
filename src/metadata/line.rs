//! Lines of visible text. Authors and dates are found in those around the title.

use std::borrow::Cow;

use crate::page::{NodeId, Page};
use crate::text::Joined;

/// Text on one line: between two block or line breaks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct VisibleLine<'a> {
    /// The nearest block around the text.
    pub(super) block: NodeId,
    /// The first text node.
    pub(super) first: NodeId,
    /// The last text node.
    pub(super) last: NodeId,
    /// The text with white space collapsed.
    pub(super) text: Cow<'a, str>,
}

/// A line that may continue.
struct Open<'a> {
    block: NodeId,
    first: NodeId,
    last: NodeId,
    text: Joined<'a>,
}

/// Returns the visible lines of the body in order, each truncated at `max_bytes`, because facts
/// aren't further on in long paragraphs. O(nodes + text).
#[inline(never)]
pub(super) fn lines(page: &Page, max_bytes: usize) -> Vec<VisibleLine<'_>> {
    let mut lines = Vec::new();
    let mut open: Option<Open<'_>> = None;
    for leaf in page.leaves() {
        if leaf.after_block_break || leaf.line_breaks > 0 {
            finish(open.take(), &mut lines);
        }
        let id = leaf.node;
        if !page.is_text(id) {
            continue;
        }
        match &mut open {
            Some(line) => {
                if line.text.len() < max_bytes {
                    line.text.push(page.text(id), page.counts(id));
                }
                line.last = id;
            }
            None => {
                open = Some(Open {
                    block: leaf.container,
                    first: id,
                    last: id,
                    text: Joined::new(page.text(id), page.counts(id)),
                });
            }
        }
    }
    finish(open, &mut lines);
    lines
}

/// Returns the lines around the title: `before` before it and `after` after it; the first lines if
/// there is no title.
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

/// Adds a line that has ended, unless it is empty.
fn finish<'a>(open: Option<Open<'a>>, lines: &mut Vec<VisibleLine<'a>>) {
    let Some(open) = open else { return };
    let text = open.text.finish();
    if !text.is_empty() {
        lines.push(VisibleLine {
            block: open.block,
            first: open.first,
            last: open.last,
            text,
        });
    }
}
