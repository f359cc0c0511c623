//! The subtree the article stands in, and what else belongs to it.

use super::Reason;
use super::evidence::Evidence;
use crate::metadata::Metadata;
use crate::page::{NodeId, Page, Tag};

/// Chooses the root and decides for every block outside it.
pub(crate) fn choose(page: &Page, metadata: &Metadata, evidence: &mut Evidence) {
    evidence.root = largest_sum(page, evidence);
    let root = evidence.root;
    let inside = evidence.blocks_in(page, root);
    let root_gain = evidence.sums[root.index()].max(1.0);
    let mut also: Vec<NodeId> = Vec::new();
    let mut below = root;
    for ancestor in page.ancestors(root) {
        if ancestor < page.body() {
            break;
        }
        for sibling in page.children(ancestor) {
            if sibling != below
                && evidence.excluded[sibling.index()].is_none()
                && evidence.sums[sibling.index()] > 0.15 * root_gain
                && same_column(page, root, sibling)
            {
                also.push(sibling);
            }
        }
        below = ancestor;
    }
    let lead_from = metadata.title_node.filter(|&t| t < root);
    for i in 0..evidence.blocks.len() {
        if inside.contains(&i) {
            continue;
        }
        let block = &evidence.blocks[i];
        let first = block.leaves[0];
        let container = block.container;
        let joined = also.iter().any(|&s| page.contains(s, first));
        let lead = lead_from.is_some_and(|t| {
            first > t
                && first < root
                && evidence.excluded[container.index()].is_none()
                && (evidence.gains[i] >= 40.0
                    || (block.media > 0 && block.chars == 0)
                    || matches!(page.tag(container), Tag::Figcaption))
        });
        if joined || lead {
            continue;
        }
        let title_text = metadata.title_node == Some(container);
        evidence.decisions[i] = Some(if title_text {
            Reason::Title
        } else {
            outside(page, evidence, i)
        });
    }
}

/// The node whose subtree has the largest sum of gains; of a chain with the same sum the
/// deepest.
fn largest_sum(page: &Page, evidence: &Evidence) -> NodeId {
    let mut best = page.body();
    for id in page.subtree(page.body()) {
        if page.is_element(id)
            && evidence.excluded[id.index()].is_none()
            && evidence.sums[id.index()] >= evidence.sums[best.index()]
            && (page.contains(best, id) || evidence.sums[id.index()] > evidence.sums[best.index()])
        {
            best = id;
        }
    }
    // A single paragraph is no root: its container is.
    while matches!(
        page.tag(best),
        Tag::P
            | Tag::Span
            | Tag::Pre
            | Tag::Blockquote
            | Tag::Li
            | Tag::Td
            | Tag::Tr
            | Tag::Tbody
            | Tag::Ul
            | Tag::Ol
            | Tag::B
            | Tag::I
            | Tag::Em
            | Tag::Strong
            | Tag::Font
            | Tag::A
    ) || !page.is_block(best)
    {
        match page.parent(best) {
            Some(parent) if best != page.body() => best = parent,
            _ => break,
        }
    }
    best
}

/// Whether two subtrees stand in one column; true where no layout is known.
fn same_column(page: &Page, a: NodeId, b: NodeId) -> bool {
    match (page.rect(a), page.rect(b)) {
        (Some(a), Some(b)) => {
            a.horizontal_overlap(b) >= 0.5 * a.width.min(b.width) && b.width >= 0.5 * a.width
        }
        _ => true,
    }
}

/// Why a block outside the root is not part of the article.
fn outside(page: &Page, evidence: &Evidence, i: usize) -> Reason {
    let block = &evidence.blocks[i];
    if let Some(reason) = evidence.excluded[block.container.index()] {
        return reason;
    }
    if let (Some(column), Some(rect)) = (page.rect(evidence.root), page.rect(block.container))
        && rect.width > 0.0
        && column.horizontal_overlap(rect) < 0.2 * rect.width
    {
        return Reason::OtherColumn;
    }
    if block.link_density() > 0.5 {
        return Reason::Links;
    }
    Reason::BelowThreshold
}
