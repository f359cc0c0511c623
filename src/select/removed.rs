//! Removed parts: the largest subtrees whose blocks share a reason.

use super::decisions::RuleId;
use super::reason::{Grounds, Reason};
use crate::page::{NodeId, Page};

/// A part of the page that isn't part of the article.
///
/// ```
/// use pith::metadata::metadata;
/// use pith::select::{Reason, select};
/// use pith::{Limits, source};
///
/// let html = "<nav><a href=/>Home</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "https://example.org/", Limits::default())?;
/// let selection = select(&page, &metadata(&page));
/// let menu = &selection.removed[0];
/// assert_eq!(menu.reason, Reason::Navigation);
/// assert_eq!(page.tag(menu.node).name(), "nav");
/// assert_eq!(menu.end, page.end(menu.node));
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removed {
    /// The root of the removed subtree, or the first leaf of loose text. Content inside may have
    /// been kept, or removed for another reason.
    pub node: NodeId,
    /// The first node after it in document order. If text that began in the subtree continues after
    /// it, this is after that text.
    pub end: NodeId,
    /// The reason for its removal.
    pub reason: Reason,
    /// The rule that decided about its first block; `None` for methods without rules.
    pub by: Option<RuleId>,
    /// The evidence with the most weight against its first block; `None` if there is none.
    pub grounds: Option<Grounds>,
}

/// Returns the largest subtrees without kept content whose blocks share one reason, and for each
/// block the index of its subtree. Their grounds aren't set yet. `starts` and `ends` are the first
/// and the last leaf of each block, `by` returns the rule that removed a block.
pub(super) fn removed(
    page: &Page,
    starts: &[NodeId],
    ends: &[NodeId],
    outcomes: &[Option<Reason>],
    by: &dyn Fn(usize) -> Option<RuleId>,
) -> (Vec<Removed>, Vec<Option<usize>>) {
    let mut out = Vec::new();
    let mut parts = vec![None; starts.len()];
    let mut at = 0;
    while at < starts.len() {
        let Some(reason) = outcomes[at] else {
            at += 1;
            continue;
        };
        let first = starts[at];
        let same = |node: NodeId| {
            let end = page.end(node);
            starts[at..]
                .iter()
                .zip(&outcomes[at..])
                .take_while(|(start, _)| **start < end)
                .all(|(_, d)| *d == Some(reason))
        };
        let mut node = first;
        for ancestor in page.ancestors(first) {
            // The block that begins here must be the first one in the ancestor.
            let starts_here = at == 0 || starts[at - 1] < ancestor;
            if ancestor < page.body() || !starts_here || !same(ancestor) {
                break;
            }
            node = ancestor;
        }
        let by = by(at);
        let end = page.end(node);
        let inside = starts[at..].iter().take_while(|start| **start < end);
        let count = inside.count().max(1);
        parts[at..at + count].fill(Some(out.len()));
        at += count;
        let last = page.end(ends[at - 1]);
        out.push(Removed {
            node,
            end: last.max(end),
            reason,
            by,
            grounds: None,
        });
    }
    (out, parts)
}
