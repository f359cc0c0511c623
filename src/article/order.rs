//! The reading order of a page, if it differs from the document's.
//!
//! With `order`, grid areas, and reversed boxes, a style sheet can put siblings anywhere. Only
//! siblings in one column, each beginning at the end of the previous one, are read from top to
//! bottom. For siblings beside each other, or overlapping like the columns of a multi-column box,
//! the document's order is the better guess.

use super::survey::Survey;
use super::tree::is_heading;
use crate::compact::argsort;
use crate::page::geometry::Rect;
use crate::page::{NodeId, Page, Tag};

/// Maximum overlap of two boxes in one column, in CSS px: layouts round, and margins are sometimes
/// negative.
const OVERLAP: f32 = 4.0;

/// Returns the elements whose children are read in another order than in the document, in document
/// order, and all their children in reading order. Cost: O(nodes log nodes), and O(nodes) if
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

/// Returns all nodes in reading order, each subtree contiguous; `None` if it is the document's.
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

/// Returns whether the order of the children only affects placement.
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

/// A child with kept content: its place among the children, and its painted rectangle.
#[derive(Clone, Copy)]
struct Placed {
    place: usize,
    node: NodeId,
    rect: Rect,
}

/// Returns the children in reading order, if it isn't the document's.
fn sorted_children(page: &Page, survey: &Survey, node: NodeId) -> Option<Vec<NodeId>> {
    let mut boxes: Vec<Placed> = Vec::new();
    for (place, child) in page.children(node).enumerate() {
        if survey.kept(page, child) == 0 {
            continue;
        }
        // Loose text has no box of its own to sort by.
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
        .all(|pair| pair[1].rect.y >= pair[0].rect.bottom() - OVERLAP);
    if !moved || !stacked {
        return None;
    }
    let mut children: Vec<NodeId> = page.children(node).collect();
    for (place, b) in places.into_iter().zip(boxes) {
        children[place] = b.node;
    }
    Some(children)
}
