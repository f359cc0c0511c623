//! Lines of visible text around the title, where authors and dates are stated.

use crate::page::{NodeId, Page, Tag};
use crate::text::collapse_from;

/// Text that stands on one line: what lies between two block borders or line breaks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct VisibleLine {
    /// The nearest block around the text.
    pub(super) block: NodeId,
    /// The first text node.
    pub(super) first: NodeId,
    /// The last text node.
    pub(super) last: NodeId,
    /// White space collapsed.
    pub(super) text: String,
}

/// Returns the visible lines of the body, in order, each cut at `max_bytes` (the rest of a long
/// paragraph states nothing). O(text).
pub(super) fn lines(page: &Page, max_bytes: usize) -> Vec<VisibleLine> {
    let mut lines: Vec<VisibleLine> = Vec::new();
    let mut blocks: Vec<NodeId> = Vec::with_capacity(page.len());
    let mut open: Option<VisibleLine> = None;
    let body = page.body();
    for id in page.nodes() {
        let above = page.parent(id).map_or(id, |p| blocks[p.index()]);
        let block = if page.is_block(id) { id } else { above };
        blocks.push(block);
        if !page.contains(body, id) {
            continue;
        }
        if page.tag(id) == Tag::Br {
            finish(open.take(), &mut lines);
        }
        if !page.is_text(id) || page.is_hidden(id) {
            continue;
        }
        match &mut open {
            Some(line) if line.block == block && !crosses_block(page, line.last, id) => {
                if line.text.len() < max_bytes {
                    line.text.push_str(page.text(id));
                }
                line.last = id;
            }
            _ => {
                finish(open.take(), &mut lines);
                open = Some(VisibleLine {
                    block,
                    first: id,
                    last: id,
                    text: page.text(id).to_owned(),
                });
            }
        }
    }
    finish(open, &mut lines);
    lines
}

/// Returns whether a block without text (a picture's, a rule) stands between two text nodes of one
/// block. Looks at the nodes between them, which no other call does.
fn crosses_block(page: &Page, left: NodeId, right: NodeId) -> bool {
    (left.0 + 1..right.0).any(|n| page.is_block(NodeId(n)))
}

fn finish(line: Option<VisibleLine>, lines: &mut Vec<VisibleLine>) {
    if let Some(mut line) = line {
        collapse_from(&mut line.text, 0);
        if !line.text.is_empty() {
            lines.push(line);
        }
    }
}
