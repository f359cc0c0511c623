//! Grouping of what is left over (Fig. 8) and folding of what repeats (Fig. 10).

use super::sequence::Sequence;
use crate::compact::hash::Hash32;
use crate::page::{Page, Tag};

/// Siblings that were left over by the sequence matching, with what is below them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    /// The siblings, as indices into the sequence; never empty.
    pub(super) members: Vec<usize>,
    /// Hash of the path to the siblings.
    pub(super) path: u32,
    /// Hash of the siblings' patterns, repeated neighbours folded.
    pub(super) pattern: u32,
}

/// Returns a hash of every element's pattern: its name, what its content holds, and the patterns of
/// what is below it, repeated neighbours folded into one. The text decides nothing.
pub(super) fn patterns(page: &Page, sequence: &Sequence) -> Vec<u32> {
    let elements = sequence.elements();
    let own = |k: usize| {
        let element = &elements[k];
        Hash32::EMPTY
            .bytes(page.tag(element.node).name().as_bytes())
            .bytes(&[element.kinds])
    };
    let mut patterns: Vec<Hash32> = (0..elements.len()).map(own).collect();
    // Children come last to first, which is an order as good as any.
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

/// Returns whether an element divides a page rather than its text: among paragraphs it stands for
/// itself, where a list or a heading belongs to the text.
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
/// `left` says what was left over by the sequence matching, `long` what of it holds long running
/// text. An element with such text somewhere below it is in no group, what is below it makes
/// groups of its own; and where such text stands among siblings, so do those siblings that are
/// text as well.
pub(super) fn groups(
    page: &Page,
    sequence: &Sequence,
    patterns: &[u32],
    left: &[bool],
    long: &[bool],
) -> Vec<Group> {
    let elements = sequence.elements();
    let mut holds_long = long.to_vec();
    for k in (1..elements.len()).rev() {
        holds_long[elements[k].above] |= holds_long[k];
    }
    let mut groups = Vec::new();
    // What is in a group already, or belongs to running text.
    let mut taken = vec![false; elements.len()];
    for k in 0..elements.len() {
        if taken[k] {
            continue;
        }
        let among_text = long[k] || sequence.children(k).any(|c| long[c]);
        let mut members = Vec::new();
        for c in sequence.children(k) {
            let of_text = among_text && !divides(page.tag(elements[c].node));
            if of_text || (left[c] && !holds_long[c]) {
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
