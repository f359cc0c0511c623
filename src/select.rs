//! The one place that weighs methods against each other.
//!
//! For every block: kept, or removed and why; and how sure of it.

mod blocks;
mod evidence;
mod prune;
mod root;
pub(crate) mod vocabulary;

use serde::Serialize;

use crate::metadata::Metadata;
use crate::page::{NodeId, NodeSet, Page, Tag};
use blocks::Block;
use evidence::Evidence;

/// Why a block is not part of the article. The list is closed: views translate each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The article's own title; shown apart.
    Title,
    /// Author, date and the like; shown apart.
    Byline,
    /// Menus, breadcrumbs, pagers, tables of contents of a site.
    Navigation,
    /// Nearly all of it is links.
    Links,
    /// Not painted.
    Hidden,
    /// Fixed over the page: cookie dialogs, banners, sticky bars.
    Overlay,
    /// Advertising and promotion of the site itself: newsletters, subscriptions, apps.
    Advert,
    /// Links to other articles.
    Related,
    /// What readers wrote below the article.
    Comments,
    /// Buttons and links to share, print, follow.
    Sharing,
    /// Input fields and their labels.
    Form,
    /// The page's head or foot: site name, copyright, legal notices.
    Frame,
    /// Stands beside the column that holds the article.
    OtherColumn,
    /// The same text stands in the article already.
    Duplicate,
    /// Too little text, or too thinly spread, to be told from the rest of the page.
    BelowThreshold,
}

/// How sure the selection is that the page holds an article and that this is it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// No article was found.
    None,
    /// Something was found, but it is short or hardly stands out from the rest.
    Weak,
    /// An article was found.
    Strong,
}

/// A block that is not part of the article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removed {
    /// The root of the subtree that is left out; parts of it may have been kept.
    pub node: NodeId,
    /// Why.
    pub reason: Reason,
}

/// What is kept of a page, what is removed and why, and how sure that is.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// The leaves that are kept: text nodes and replaced elements (pictures, media, rules,
    /// `math` …). An element is part of the article where one of its leaves is.
    pub kept: NodeSet,
    /// What is removed, in document order. Together with `kept` it covers all visible text.
    pub removed: Vec<Removed>,
    /// How sure.
    pub confidence: Confidence,
}

/// Decides for every block of a page whether it belongs to the article.
///
/// 1. [`blocks`] divides what is painted into runs between block breaks.
/// 2. [`evidence`] gives every block a gain: positive where it reads like running text,
///    negative where it looks like a menu. Hybrid text density (Song, Sun and Liao, Eq. 4) and
///    the similarity with the title (qRead, Sect. 3.2) weigh it.
/// 3. [`root`] takes the subtree with the largest sum of gains, which is DensitySum (Eq. 5)
///    with signed densities, and whatever else stands in the same column and reads alike.
/// 4. [`prune`] leaves out, inside the root, only what shows a reason.
///
/// Linear in nodes but for sorting; ties go to the node that comes first.
pub fn select(page: &Page, metadata: &Metadata) -> Selection {
    let mut evidence = Evidence::new(page, metadata);
    root::choose(page, metadata, &mut evidence);
    prune::prune(page, metadata, &mut evidence);
    let mut kept = NodeSet::new(page);
    for (block, decision) in evidence.blocks.iter().zip(&evidence.decisions) {
        if decision.is_none() {
            for &leaf in &block.leaves {
                kept.insert(leaf);
            }
        }
    }
    // A rule is no block: it is kept where it parts what is kept.
    let pairs = evidence.blocks.iter().zip(&evidence.decisions);
    for ((above, _), (below, _)) in pairs
        .clone()
        .zip(pairs.skip(1))
        .filter(|((_, above), (_, below))| above.is_none() && below.is_none())
    {
        if let (Some(&last), Some(&first)) = (above.leaves.last(), below.leaves.first()) {
            for id in (last.0..first.0).map(NodeId) {
                if page.tag(id) == Tag::Hr && !page.is_hidden(id) {
                    kept.insert(id);
                }
            }
        }
    }
    Selection {
        removed: removed(page, &evidence.blocks, &evidence.decisions),
        confidence: evidence::confidence(&evidence.blocks, &evidence.decisions),
        kept,
    }
}

impl Selection {
    /// The selection of a method that keeps leaves and gives no reasons: every block without a
    /// kept leaf is below its threshold.
    pub fn from_kept(page: &Page, kept: NodeSet) -> Self {
        let blocks = blocks::blocks(page);
        let decisions: Vec<_> = blocks
            .iter()
            .map(|b| {
                let any = b.leaves.iter().any(|&leaf| kept.contains(leaf));
                (!any).then_some(Reason::BelowThreshold)
            })
            .collect();
        Self {
            removed: removed(page, &blocks, &decisions),
            confidence: evidence::confidence(&blocks, &decisions),
            kept,
        }
    }
}

/// The largest subtrees of which nothing is kept and whose blocks share one reason.
fn removed(page: &Page, blocks: &[Block], decisions: &[Option<Reason>]) -> Vec<Removed> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < blocks.len() {
        let Some(reason) = decisions[at] else {
            at += 1;
            continue;
        };
        let first = blocks[at].leaves[0];
        let same = |node: NodeId| {
            let end = page.end(node);
            blocks[at..]
                .iter()
                .zip(&decisions[at..])
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
        out.push(Removed { node, reason });
        let end = page.end(node);
        at += blocks[at..]
            .iter()
            .take_while(|b| b.leaves[0] < end)
            .count()
            .max(1);
    }
    out
}
