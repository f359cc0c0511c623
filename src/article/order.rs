//! Determines the reading order of a page, if it differs from document order.
//!
//! A style sheet can rearrange siblings with `order`, grid areas, and reversed boxes. Siblings are
//! read from top to bottom only if they form one column, where each begins at the end of the
//! previous one. For siblings beside each other, or overlapping like the parts of a multi-column
//! box, document order is the better guess.

use super::survey::Survey;
use super::tree::is_heading;
use crate::compact::argsort;
use crate::page::geometry::Rect;
use crate::page::{NodeId, Page, Tag};

/// Maximum overlap of two boxes in one column, in CSS px, because of rounding and negative margins.
const MAX_OVERLAP: f32 = 4.0;

/// Returns the elements whose children aren't read in document order, and all their children in
/// reading order. The elements are in document order. Cost: O(nodes log nodes), but O(nodes) if
/// everything is in order.
pub(super) fn moved(page: &Page, survey: &Survey) -> Vec<(NodeId, Vec<NodeId>)> {
    if !page.has_layout() {
        return Vec::new();
    }
    page.subtree(page.body())
        .filter(|&n| survey.kept(page, n) > 1 && is_plain_box(page, n))
        .filter_map(|n| Some((n, sorted_children(page, survey, n)?)))
        .collect()
}

/// Returns all nodes in reading order, each subtree contiguous; `None` if that's document order.
/// Cost: that of [`moved`].
pub(super) fn reading_order(page: &Page, survey: &Survey) -> Option<Vec<NodeId>> {
    let mut moved = moved(page, survey);
    if moved.is_empty() {
        return None;
    }
    let mut out = Vec::with_capacity(page.len());
    let mut open = vec![page.root()];
    while let Some(node) = open.pop() {
        out.push(node);
        let from = open.len();
        match moved.binary_search_by_key(&node, |m| m.0) {
            Ok(at) => open.append(&mut moved[at].1),
            Err(_) => open.extend(page.children(node)),
        }
        open[from..].reverse();
    }
    Some(out)
}

/// Returns whether the order of an element's children only affects their placement.
fn is_plain_box(page: &Page, node: NodeId) -> bool {
    let tag = page.tag(node);
    page.is_block(node)
        && !is_heading(tag)
        && !matches!(
            tag,
            Tag::Table
                | Tag::Thead
                | Tag::Tbody
                | Tag::Tfoot
                | Tag::Tr
                | Tag::Pre
                | Tag::Ul
                | Tag::Ol
                | Tag::Dl
                | Tag::P
        )
}

/// A child with kept content: its index among the children, and its painted rectangle.
#[derive(Clone, Copy)]
struct Placed {
    place: usize,
    node: NodeId,
    rect: Rect,
}

/// Returns the children in reading order; `None` if that's document order.
fn sorted_children(page: &Page, survey: &Survey, node: NodeId) -> Option<Vec<NodeId>> {
    let mut boxes: Vec<Placed> = Vec::new();
    for (place, child) in page.children(node).enumerate() {
        if survey.kept(page, child) == 0 {
            continue;
        }
        // Loose text has no separate box to sort by.
        if !page.is_block(child) {
            return None;
        }
        let rect = page.rect(child)?;
        if rect.width > 0.0 && rect.height > 0.0 {
            boxes.push(Placed {
                place,
                node: child,
                rect,
            });
        }
    }
    if boxes.is_sorted_by(|a, b| a.rect.y <= b.rect.y) {
        return None;
    }
    let main = boxes
        .iter()
        .max_by_key(|b| (survey.chars(page, b.node), usize::MAX - b.place))?
        .rect;
    boxes.retain(|b| b.rect.horizontal_overlap(main) >= 0.5 * b.rect.width.min(main.width));
    let places: Vec<usize> = boxes.iter().map(|b| b.place).collect();
    let order = argsort::ascending(boxes.iter().map(|b| argsort::key(b.rect.y)));
    let boxes: Vec<Placed> = order.into_iter().map(|at| boxes[at]).collect();
    let moved = boxes
        .iter()
        .zip(&places)
        .any(|(b, &place)| b.place != place);
    let stacked = boxes
        .windows(2)
        .all(|pair| pair[1].rect.y >= pair[0].rect.bottom() - MAX_OVERLAP);
    if !moved || !stacked {
        return None;
    }
    let mut children: Vec<NodeId> = page.children(node).collect();
    for (place, b) in places.into_iter().zip(boxes) {
        children[place] = b.node;
    }
    Some(children)
}
