//! Lines of visible text around the title, where authors and dates are stated.

use std::borrow::Cow;

use crate::page::{NodeId, Page, Tag};
use crate::text::Joined;

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

/// A line that may go on.
struct Open<'a> {
    block: NodeId,
    first: NodeId,
    last: NodeId,
    text: Joined<'a>,
}

/// Returns the visible lines of the body, in order, each cut at `max_bytes` (the rest of a long
/// paragraph states nothing). O(text).
#[inline(never)]
pub(super) fn lines(page: &Page, max_bytes: usize) -> Vec<VisibleLine<'_>> {
    let mut lines = Vec::new();
    let containers = page.containers();
    let mut open: Option<Open<'_>> = None;
    for id in page.subtree(page.body()) {
        if page.tag(id) == Tag::Br {
            finish(open.take(), &mut lines);
        }
        if !page.is_text(id) || page.is_hidden(id) {
            continue;
        }
        let block = containers[id.index()];
        match &mut open {
            Some(line) if line.block == block && !crosses_block(page, line.last, id) => {
                if line.text.len() < max_bytes {
                    line.text.push(page.text(id), page.counts(id));
                }
                line.last = id;
            }
            _ => {
                finish(open.take(), &mut lines);
                open = Some(Open {
                    block,
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
