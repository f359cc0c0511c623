//! The parts that are left out: as large as share a reason, each with its own text.

use super::blocks::Block;
use super::{Grounds, Reason, RuleId, Selection};
use crate::page::{NodeId, Page, Tag};
use crate::text;

/// A part of the page that is not part of the article.
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

impl Selection {
    /// Returns the text of each part of [`Selection::removed`] on one line, in the same order:
    /// without what is kept inside it, what was left out for a reason of its own, and what is not
    /// painted.
    pub fn removed_texts(&self, page: &Page) -> Vec<String> {
        let mut starts = (0..).zip(&self.removed).peekable();
        let mut texts = vec![String::new(); self.removed.len()];
        let containers = page.containers();
        let mut open: Vec<usize> = Vec::new();
        // The container of the text before; a change of it or a `br` parts words.
        let mut last = None;
        for id in page.nodes() {
            while open.pop_if(|&mut i| self.removed[i].end <= id).is_some() {}
            let mut start = None;
            while let Some((i, _)) = starts.next_if(|(_, removed)| removed.node == id) {
                start = Some(i);
            }
            open.extend(start);
            let Some(&i) = open.last() else { continue };
            if page.tag(id) == Tag::Br {
                last = None;
            }
            if page.is_text(id) && !page.is_hidden(id) && !self.kept.contains(id) {
                let container = Some(containers[id.index()]);
                if last != container {
                    texts[i].push(' ');
                }
                texts[i].push_str(page.text(id));
                last = container;
            }
        }
        texts.iter().map(|text| text::collapse(text)).collect()
    }
}

#[cfg(all(test, feature = "html"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::super::blocks::blocks;
    use super::*;
    use crate::front::html;
    use crate::page::{Limits, NodeSet};

    /// Returns the texts that are left out where paragraphs are kept and nothing else.
    fn texts(html: &str) -> Vec<String> {
        let page = html::read(html, "", Limits::default()).unwrap();
        let mut kept = NodeSet::new(&page);
        for block in blocks(&page) {
            if page.tag(block.container) == Tag::P {
                block.leaves.iter().for_each(|&leaf| kept.insert(leaf));
            }
        }
        Selection::from_kept(&page, kept).removed_texts(&page)
    }

    #[test]
    fn loose_text_is_left_out_to_its_end() {
        assert_eq!(
            texts("<p>One.</p>Home | <a href=a>News</a> | <b>Boats <i>of</i></b> all<p>Two."),
            ["Home | News | Boats of all"]
        );
        assert_eq!(
            texts("<div><b>Home</b> and away</div><p>One.</p>"),
            ["Home and away"]
        );
    }

    #[test]
    fn a_part_holds_what_shares_its_reason_and_no_more() {
        assert_eq!(
            texts("<nav><ul><li>Home<li>News</ul></nav><div><p>One.</p><h2>Why<br>now</h2></div>"),
            ["Home News", "Why now"]
        );
        assert_eq!(texts("<p>One.<div>a<span hidden>b</span>c</div>"), ["ac"]);
    }
}
