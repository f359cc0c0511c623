//! Splits the blocks that contain separately removed elements into output blocks.

use super::blocks::Block;
use super::decisions::Decisions;
use crate::page::{NodeId, Page};
use crate::text;

/// A block, or a part of one: a separately removed element, or the content before, between, or
/// after such elements.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    /// Index of its block in document order.
    pub(super) block: usize,
    /// The block-level element that contains it.
    pub(super) container: NodeId,
    /// Its leaves in document order, at least one.
    pub(super) leaves: Vec<NodeId>,
    /// Characters without white space.
    pub(super) chars: u32,
    /// Index in [`Decisions::elements`]; `None` if it isn't one of these.
    pub(super) element: Option<usize>,
}

impl Part {
    /// Returns the text on one line.
    pub(super) fn text(&self, page: &Page) -> String {
        let leaves = self.leaves.iter().map(|&leaf| page.text(leaf));
        text::collapse(&leaves.collect::<String>())
    }
}

/// Splits the blocks of a page and decides about the parts: separately removed elements are
/// removed, and all others inherit the decision about their block.
pub(super) fn divide(page: &Page, blocks: Vec<Block>, decisions: &mut Decisions) -> Vec<Part> {
    let elements = decisions.elements().to_vec();
    let element_of = |leaf: &NodeId| {
        let after = elements.partition_point(|element| element.node <= *leaf);
        let last = after.checked_sub(1)?;
        page.contains(elements[last].node, *leaf).then_some(last)
    };
    let mut parts = Vec::with_capacity(blocks.len());
    for (block, whole) in blocks.into_iter().enumerate() {
        let container = whole.container;
        let part = |leaves, chars, element| Part {
            block,
            container,
            leaves,
            chars,
            element,
        };
        let runs = whole.leaves.chunk_by(|a, b| element_of(a) == element_of(b));
        if runs.clone().nth(1).is_none() {
            let element = element_of(&whole.leaves[0]);
            parts.push(part(whole.leaves, whole.chars, element));
            continue;
        }
        for leaves in runs {
            let chars = leaves
                .iter()
                .map(|&leaf| text::char_count(page.raw_text(leaf)));
            parts.push(part(leaves.to_vec(), chars.sum(), element_of(&leaves[0])));
        }
    }
    if !elements.is_empty() {
        let whole: Vec<usize> = parts.iter().map(|part| part.block).collect();
        decisions.divide(&whole);
    }
    for (i, part) in parts.iter().enumerate() {
        if let Some(element) = part.element {
            let element = &elements[element];
            decisions.set(i, Some(element.reason), element.by);
        }
    }
    parts
}
