//! Counts below every node, for CETD (Sect. 3.2 and 3.3).

use crate::page::{NodeId, Page, Tag};

/// Characters and tags below every node, in columns indexed by [`NodeId::index`]. Nodes outside
/// `body` have 0 throughout.
#[derive(Clone, Debug, PartialEq)]
pub struct Counts {
    /// CharNumber, `C_i`: Unicode scalar values of all shown text in the subtree, each text node
    /// trimmed and with every run of white space as one.
    pub chars: Vec<u32>,
    /// TagNumber, `T_i`: shown elements below the node, itself excluded.
    pub tags: Vec<u32>,
    /// LinkCharNumber, `LC_i`: the part of `chars` inside an `a`, `button` or `select`, which may
    /// be above or below the node.
    pub link_chars: Vec<u32>,
    /// LinkTagNumber, `LT_i`: the number of these link elements among `tags`.
    pub link_tags: Vec<u32>,
}

impl Counts {
    /// Counts a page: one sweep down for the contribution of each node, one up for the sums.
    pub fn new(page: &Page) -> Self {
        let shown = page.shown();
        let len = page.len();
        let mut counts = Self {
            chars: vec![0; len],
            tags: vec![0; len],
            link_chars: vec![0; len],
            link_tags: vec![0; len],
        };
        let mut in_link = vec![false; len];
        let body = page.body();
        for id in page.subtree(body) {
            let i = id.index();
            let tag = page.tag(id);
            let parent = page.parent(id).filter(|_| id != body);
            in_link[i] = tag.is_link() || parent.is_some_and(|p| in_link[p.index()]);
            if !shown.contains(id) {
                continue;
            }
            if tag == Tag::Text {
                // Example 3.1 counts the spaces between words and not those between nodes.
                counts.chars[i] = page.counts(id).collapsed();
                counts.link_chars[i] = if in_link[i] { counts.chars[i] } else { 0 };
            } else if !tag.is_mathml() || tag == Tag::Math {
                counts.tags[i] = 1;
                counts.link_tags[i] = u32::from(tag.is_link());
            }
        }
        counts.chars = page.subtree_sums(&counts.chars);
        counts.link_chars = page.subtree_sums(&counts.link_chars);
        counts.tags = sums_below(page, &counts.tags);
        counts.link_tags = sums_below(page, &counts.link_tags);
        if body != page.root() {
            for above in page.ancestors(body).map(NodeId::index) {
                counts.chars[above] = 0;
                counts.link_chars[above] = 0;
                counts.tags[above] = 0;
                counts.link_tags[above] = 0;
            }
        }
        counts
    }
}

/// Sums over every subtree without its root.
fn sums_below(page: &Page, own: &[u32]) -> Vec<u32> {
    let mut sums = page.subtree_sums(own);
    for (sum, own) in sums.iter_mut().zip(own) {
        *sum -= own;
    }
    sums
}
