//! Grouping of remaining elements (Fig. 8) and folding of repetitions (Fig. 10).

use super::sequence::Sequence;
use crate::compact::hash::Hash32;
use crate::page::{Page, Tag};

/// Siblings without a match in the other sequence, with everything below them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    /// The siblings, as indices into the sequence; never empty.
    pub(super) members: Vec<usize>,
    /// Hash of the path to the siblings.
    pub(super) path: u32,
    /// Hash of the siblings' patterns, with repeated neighbors folded.
    pub(super) pattern: u32,
}

/// Returns a hash of every element's pattern: its name, the kinds of its content, and the patterns
/// below it, with repeated neighbors folded into one. The text has no effect.
pub(super) fn patterns(page: &Page, sequence: &Sequence) -> Vec<u32> {
    let elements = sequence.elements();
    let own = |k: usize| {
        let element = &elements[k];
        Hash32::EMPTY
            .bytes(page.tag(element.node).name().as_bytes())
            .bytes(&[element.kinds])
    };
    let mut patterns: Vec<Hash32> = (0..elements.len()).map(own).collect();
    // Children come last to first; any fixed order would do.
    let mut before: Vec<Option<u32>> = vec![None; elements.len()];
    for k in (1..elements.len()).rev() {
        let above = elements[k].above;
        let pattern = patterns[k].value();
        if before[above] != Some(pattern) {
            patterns[above] = patterns[above].number(pattern);
            before[above] = Some(pattern);
        }
    }
    patterns.into_iter().map(Hash32::value).collect()
}

/// Returns whether an element divides a page rather than its text: among paragraphs such an element
/// isn't part of the text, whereas a list or a heading is.
fn divides(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Aside
            | Tag::Div
            | Tag::Footer
            | Tag::Form
            | Tag::Header
            | Tag::Main
            | Tag::Menu
            | Tag::Nav
            | Tag::Search
            | Tag::Section
    )
}

/// Returns the groups of a sequence, in document order.
///
/// `left` marks elements without a match, `long` those of them with long running text. An element
/// with such text somewhere below it is in no group, but its descendants form groups. Siblings of
/// long running text that belong to the text are in no group either.
pub(super) fn groups(
    page: &Page,
    sequence: &Sequence,
    patterns: &[u32],
    left: &[bool],
    long: &[bool],
) -> Vec<Group> {
    let elements = sequence.elements();
    let mut contains_long = long.to_vec();
    for k in (1..elements.len()).rev() {
        contains_long[elements[k].above] |= contains_long[k];
    }
    let mut groups = Vec::new();
    // Elements that are already in a group, or belong to running text.
    let mut taken = vec![false; elements.len()];
    for k in 0..elements.len() {
        if taken[k] {
            continue;
        }
        let among_text = long[k] || sequence.children(k).any(|c| long[c]);
        let mut members = Vec::new();
        for c in sequence.children(k) {
            let of_text = among_text && !divides(page.tag(elements[c].node));
            if of_text || (left[c] && !contains_long[c]) {
                taken[c..elements[c].below].fill(true);
                if !of_text {
                    members.push(c);
                }
            }
        }
        let Some(&first) = members.first() else {
            continue;
        };
        let mut folded: Vec<_> = members.iter().map(|&c| patterns[c]).collect();
        folded.dedup();
        groups.push(Group {
            pattern: folded
                .into_iter()
                .fold(Hash32::EMPTY, Hash32::number)
                .value(),
            path: elements[elements[first].above].path,
            members,
        });
    }
    groups
}
