//! The parts that are left out: as large as share a reason.

use super::blocks::Block;
use super::decisions::RuleId;
use super::reason::{Grounds, Reason};
use crate::page::{NodeId, Page};

/// A part of the page that is not part of the article.
///
/// ```
/// use pith::metadata::metadata;
/// use pith::select::{Reason, select};
/// use pith::{Limits, front};
///
/// let html = "<nav><a href=/>Home</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = front::html::read(html, "https://example.org/", Limits::default())?;
/// let selection = select(&page, &metadata(&page));
/// let menu = &selection.removed[0];
/// assert_eq!(menu.reason, Reason::Navigation);
/// assert_eq!(page.tag(menu.node).name(), "nav");
/// assert_eq!(menu.end, page.end(menu.node));
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removed {
    /// The root of the subtree that is left out, or the first leaf of loose text; what is inside
    /// may have been kept, or left out for a reason of its own.
    pub node: NodeId,
    /// The first node after it in document order. It lies beyond the subtree's end where text goes
    /// on that began in it.
    pub end: NodeId,
    /// The reason for its removal.
    pub reason: Reason,
    /// The rule that decided about its first block; `None` where a method without rules did.
    pub by: Option<RuleId>,
    /// The evidence that weighed most against its first block; `None` where none was weighed.
    pub grounds: Option<Grounds>,
}

/// Returns the largest subtrees of which nothing is kept and whose blocks share one reason, still
/// without grounds, and per block which of them it belongs to; `by` is the rule that removed a
/// block.
pub(super) fn removed(
    page: &Page,
    blocks: &[Block],
    outcomes: &[Option<Reason>],
    by: impl Fn(usize) -> Option<RuleId>,
) -> (Vec<Removed>, Vec<Option<usize>>) {
    let mut out = Vec::new();
    let mut parts = vec![None; blocks.len()];
    let mut at = 0;
    while at < blocks.len() {
        let Some(reason) = outcomes[at] else {
            at += 1;
            continue;
        };
        let first = blocks[at].leaves[0];
        let same = |node: NodeId| {
            let end = page.end(node);
            blocks[at..]
                .iter()
                .zip(&outcomes[at..])
                .take_while(|(b, _)| b.leaves[0] < end)
                .all(|(_, d)| *d == Some(reason))
        };
        let mut node = first;
        for ancestor in page.ancestors(first) {
            // The block's own start must be the ancestor's first block.
            let starts_here = at == 0 || blocks[at - 1].leaves[0] < ancestor;
            if ancestor < page.body() || !starts_here || !same(ancestor) {
                break;
            }
            node = ancestor;
        }
        let by = by(at);
        let end = page.end(node);
        let inside = blocks[at..].iter().take_while(|b| b.leaves[0] < end);
        let count = inside.count().max(1);
        parts[at..at + count].fill(Some(out.len()));
        at += count;
        let last = blocks[at - 1].leaves.last().map(|&leaf| page.end(leaf));
        out.push(Removed {
            node,
            end: last.map_or(end, |last| last.max(end)),
            reason,
            by,
            grounds: None,
        });
    }
    (out, parts)
}
