//! Numbers of list items: each keeps its number from the page, even if previous items are removed.
//!
//! The walk stores the number of every item. Once the tree is complete, [`settle`] keeps those that
//! differ from plain counting.

use std::ops::RangeInclusive;

use super::tree::Tree;
use crate::page::{Attr, NodeId, Page, Tag};

/// Valid numbers of a list item.
const NUMBERS: RangeInclusive<i32> = -1_000_000..=1_000_000_000;

/// Attribute that stores the number of an item until [`settle`]. Items otherwise don't have this
/// attribute.
pub(super) const NOTED: Attr = Attr::Start;

/// Counter for the items of a list on the page, including removed ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    /// The next child of the list to count.
    next: NodeId,
    /// The number of the next item.
    number: i32,
    step: i32,
}

impl Count {
    /// Starts counting a list.
    pub(super) fn new(page: &Page, list: NodeId) -> Self {
        let reversed = page.attr(list, Attr::Reversed).is_some();
        let first = || match reversed {
            true => {
                let items = page.children(list).filter(|&child| is_item(page, child));
                i32::try_from(items.count()).unwrap_or(i32::MAX)
            }
            false => 1,
        };
        Self {
            next: NodeId(list.0 + 1),
            number: number(page, list, Attr::Start).unwrap_or_else(first),
            step: if reversed { -1 } else { 1 },
        }
    }

    /// Returns the number of an item; `None` if a later item was requested before, because the
    /// reading order differs.
    pub(super) fn of(&mut self, page: &Page, item: NodeId) -> Option<i32> {
        while self.next < item {
            if is_item(page, self.next) {
                self.pass(page, self.next);
            }
            self.next = page.end(self.next);
        }
        (self.next == item).then(|| {
            self.next = page.end(item);
            self.pass(page, item)
        })
    }

    /// Counts an item and returns its number.
    fn pass(&mut self, page: &Page, item: NodeId) -> i32 {
        let number = number(page, item, Attr::Value).unwrap_or(self.number);
        self.number = number.saturating_add(self.step);
        number
    }
}

/// Returns whether browsers number a child of a list.
fn is_item(page: &Page, child: NodeId) -> bool {
    page.tag(child) == Tag::Li && !page.is_hidden(child)
}

/// Maximum elements between an item and the number in it.
const LEVELS: usize = 3;

/// Returns whether an element repeats the number that the list already shows for its item: `1.`.
pub(super) fn is_repeated(page: &Page, node: NodeId) -> bool {
    let text = page.raw_text(node).trim();
    let digits = text.trim_end_matches(['.', ')', ':', '．', '、']);
    // Rejects most elements, which aren't numbers.
    if digits.len() > 4 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return false;
    }
    let Ok(shown) = digits.parse::<i32>() else {
        return false;
    };
    let item = page
        .ancestors(node)
        .take(LEVELS)
        .find(|&n| page.tag(n) == Tag::Li);
    let Some((item, list)) = item.and_then(|item| Some((item, page.parent(item)?))) else {
        return false;
    };
    let is_first = page
        .subtree(item)
        .take_while(|&n| n < node)
        .all(|n| !page.is_text(n) || page.text(n).trim().is_empty());
    let says_more = page.raw_text(item).trim().len() > text.len();
    page.tag(list) == Tag::Ol
        && is_first
        && says_more
        && Count::new(page, list).of(page, item) == Some(shown)
}

/// Returns the number from an attribute of a list or an item.
pub(super) fn number(page: &Page, node: NodeId, attr: Attr) -> Option<i32> {
    let number: i32 = page.attr(node, attr)?.trim().parse().ok()?;
    NUMBERS.contains(&number).then_some(number)
}

/// Returns the items of a list in the tree, each with its number. The list isn't reversed.
pub(super) fn numbered(tree: &Tree, list: usize) -> impl Iterator<Item = (i64, usize)> {
    let number_in = |node, attr| number_in(tree, node, attr).map(i64::from);
    let mut next = number_in(list, Attr::Start).unwrap_or(1);
    tree.children(list).map(move |item| {
        let number = number_in(item, Attr::Value).unwrap_or(next);
        next = number + 1;
        (number, item)
    })
}

/// Returns the number from an attribute of a node in the tree.
fn number_in(tree: &Tree, node: usize, attr: Attr) -> Option<i32> {
    tree.attr(node, attr)?.parse().ok()
}

/// Applies the stored numbers. If a number differs from plain counting, it's written to `value`, or
/// for the first item to `start` of its list. Numbers declared by the page are kept.
pub(super) fn settle(tree: &mut Tree) {
    for list in 1..tree.len() {
        // Happens if an `ol` isn't allowed at its place.
        if tree.tag(list) == Tag::Li && tree.tag(tree.node(list).parent) != Tag::Ol {
            take(tree, list);
        }
        if tree.tag(list) != Tag::Ol {
            continue;
        }
        let items: Vec<usize> = tree.children(list).collect();
        let reversed = tree.attr(list, Attr::Reversed).is_some();
        let counted = if reversed { items.len() } else { 1 };
        let start = number_in(tree, list, Attr::Start);
        let mut next = start.unwrap_or(i32::try_from(counted).unwrap_or(i32::MAX));
        for (at, &item) in items.iter().enumerate() {
            let noted_number = take(tree, item);
            let number = number_in(tree, item, Attr::Value)
                .or(noted_number)
                .unwrap_or(next);
            if number != next && tree.attr(item, Attr::Value).is_none() {
                let (node, attr) = match at {
                    0 => (list, Attr::Start),
                    _ => (item, Attr::Value),
                };
                let attrs = &mut tree.node_mut(node).attrs;
                attrs.retain(|(name, _)| *name != attr);
                attrs.insert(0, (attr, number.to_string()));
            }
            next = number.saturating_add(if reversed { -1 } else { 1 });
        }
    }
}

/// Removes and returns the stored number of an item.
fn take(tree: &mut Tree, item: usize) -> Option<i32> {
    let noted_number = number_in(tree, item, NOTED);
    if noted_number.is_some() {
        let attrs = &mut tree.node_mut(item).attrs;
        attrs.retain(|(name, _)| *name != NOTED);
    }
    noted_number
}
