//! Conditions: further requirements for an element with the same signature as the corrected one.

use serde::Serialize;

use super::name::{short, without_digits};
use super::outline::Outline;
use super::signature::Signatures;
use crate::compact::hash::Hash32;
use crate::compact::lower_case;
use crate::page::{NodeId, Page};
use crate::text;

/// Properties that conditions compare, in the order in which conditions are tried. The numbers are
/// part of the binary format of rules.
///
/// ```
/// use pith::select::ConditionKind;
///
/// assert_eq!(serde_json::to_value(ConditionKind::FirstWords)?, "first-words");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConditionKind {
    /// The first three words.
    FirstWords = 0,
    /// The signature of the element before it.
    Previous = 1,
    /// The signature of the element after it.
    Next = 2,
    /// 1 if the element is the last one in its parent.
    Last = 3,
    /// 1 if the element is the first one in its parent.
    First = 4,
    /// The number of kept blocks before it, in three classes: none, up to three, more.
    Before = 5,
    /// The number of kept blocks after it, in the same classes.
    After = 6,
    /// The share of its characters in links, in three classes.
    Links = 7,
    /// The number of its words, in four classes.
    Words = 8,
}

/// Number of words that are compared.
const FIRST_WORDS: usize = 3;

/// Maximum levels from a node up to the sibling that ends with it, and from a text up to its link.
const MAX_LEVELS: usize = 32;

impl ConditionKind {
    pub(super) const ALL: [Self; 9] = [
        Self::FirstWords,
        Self::Previous,
        Self::Next,
        Self::Last,
        Self::First,
        Self::Before,
        Self::After,
        Self::Links,
        Self::Words,
    ];

    /// Returns the value of a property for an element; 0 for missing words or siblings.
    pub(super) fn value(
        self,
        outline: &Outline<'_>,
        signatures: &mut Signatures<'_>,
        node: NodeId,
    ) -> u16 {
        let page = outline.page;
        let range = outline.blocks_in(node);
        let signature = |sibling: Option<NodeId>, signatures: &mut Signatures<'_>| {
            sibling.map_or(0, |sibling| signatures.of(sibling).short_digest())
        };
        match self {
            Self::FirstWords => first_words(outline, node),
            Self::Previous => signature(previous(page, node), signatures),
            Self::Next => signature(next(page, node), signatures),
            Self::Last => next(page, node).is_none().into(),
            Self::First => previous(page, node).is_none().into(),
            Self::Before => step(outline.kept(&(0..range.start)) as f32, &[0.0, 3.0]),
            Self::After => step(
                outline.kept(&(range.end..outline.blocks.len())) as f32,
                &[0.0, 3.0],
            ),
            Self::Links => step(link_share(outline, node), &[0.15, 0.6]),
            Self::Words => step(outline.words(&range) as f32, &[5.0, 20.0, 80.0]),
        }
    }
}

/// A condition of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    pub(super) kind: ConditionKind,
    pub(super) value: u16,
}

impl Condition {
    pub(super) fn holds(
        &self,
        outline: &Outline<'_>,
        signatures: &mut Signatures<'_>,
        node: NodeId,
    ) -> bool {
        self.kind.value(outline, signatures, node) == self.value
    }
}

/// Returns how many of the class limits a value exceeds.
fn step(value: f32, borders: &[f32]) -> u16 {
    borders
        .iter()
        .map(|&border| u16::from(value > border))
        .sum()
}

/// Returns a hash of an element's first words, ignoring the digits in them.
fn first_words(outline: &Outline<'_>, node: NodeId) -> u16 {
    let blocks = &outline.blocks[outline.blocks_in(node)];
    let leaves = blocks.iter().flat_map(|block| &block.leaves);
    let words = leaves.flat_map(|&leaf| text::tokens(outline.page.text(leaf)));
    let mut hash = Hash32::EMPTY;
    let mut count = 0;
    for word in words.take(FIRST_WORDS) {
        hash = hash.number(without_digits(&lower_case::of(word)).value());
        count += 1;
    }
    if count == 0 { 0 } else { short(hash.value()) }
}

fn link_share(outline: &Outline<'_>, node: NodeId) -> f32 {
    let page = outline.page;
    let (mut all, mut linked) = (0, 0);
    for block in &outline.blocks[outline.blocks_in(node)] {
        for &leaf in &block.leaves {
            let chars = page.counts(leaf).chars;
            all += chars;
            if page
                .ancestors(leaf)
                .take(MAX_LEVELS)
                .any(|a| page.tag(a).is_link())
            {
                linked += chars;
            }
        }
    }
    linked as f32 / all.max(1) as f32
}

/// Returns the next sibling element.
fn next(page: &Page, node: NodeId) -> Option<NodeId> {
    let end = page.end(page.parent(node)?);
    let mut after = page.end(node);
    while after < end && page.is_text(after) {
        after = page.end(after);
    }
    (after < end).then_some(after)
}

/// Returns the previous sibling element.
fn previous(page: &Page, node: NodeId) -> Option<NodeId> {
    let parent = page.parent(node)?;
    let mut last = NodeId(node.0 - 1);
    while last > parent {
        let mut around = page.inclusive_ancestors(last).take(MAX_LEVELS);
        let sibling = around.find(|&a| page.parent(a) == Some(parent))?;
        if page.is_element(sibling) {
            return Some(sibling);
        }
        last = NodeId(sibling.0 - 1);
    }
    None
}
