//! Finds the bodies of comments by their most common signature.
//!
//! The body is the signature that occurs in most comments of a group, with the most text, and
//! outside author and time. Microdata takes precedence over names, and names over elements without
//! evidence. Of nested boxes, the innermost is the body, which excludes titles.

use std::cmp::Reverse;

use super::candidate::{Candidate, elements, end_of};
use super::decisions::Rejected;
use super::group::Group;
use super::hints::{Hint, Hints};
use super::share::Share;
use super::text_lengths::TextLengths;
use crate::page::{NodeId, Page, Tag};

/// Minimum mean text of comments without other evidence, in bytes outside links. With less, rows of
/// a topic list would be mistaken for comments.
const MIN_MEAN_TEXT: u32 = 40;

/// Minimum share of a group's comments that contain the body's signature.
const MIN_SHARE_WITH_BODY: Share = Share(3, 5);

/// Minimum share of the outermost body's text in an inner one, if no body is explicit.
const MIN_INNER_SHARE: Share = Share(4, 5);

/// Bytes of a comment per byte of its author, time, and buttons, if its body is unknown.
const TEXT_PER_HEAD: u32 = 8;

/// Finds the bodies of a group, and drops comments without one: notes on events, ads, forms.
///
/// # Errors
///
/// The reason why the group has no comments.
pub(super) fn with_bodies(
    page: &Page,
    hints: &Hints,
    lengths: &TextLengths,
    mut group: Group,
) -> Result<Group, Rejected> {
    let parts = parts(page, hints, &group.comments);
    let whole = text_of(lengths, &group.comments);
    let choices = choices(page, lengths, &parts, group.comments.len(), whole);
    match best(page, &choices) {
        Some(&Choice { text, parts, .. }) => {
            for part in parts {
                group.comments[part.place].body = Some(part.node);
            }
            group.comments.retain(|comment| comment.body.is_some());
            group.text = text;
        }
        None if group.claims.are_explicit() => group.text = whole - whole / TEXT_PER_HEAD,
        None => return Err(Rejected::NoBody),
    }
    if let [one] = &group.comments[..]
        && !group.claims.is_declared
        && (one.time.is_none() || !hints.of(one.node).names.never_article)
    {
        return Err(Rejected::Single);
    }
    let count = group.comments.len() as u32;
    if count == 0 {
        return Err(Rejected::NoBody);
    }
    if group.claims.are_explicit() || group.text >= MIN_MEAN_TEXT * count {
        Ok(group)
    } else {
        Err(Rejected::ShortText)
    }
}

/// An element of a comment that may be its body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    signature: u64,
    /// Index of the comment in its group.
    place: usize,
    node: NodeId,
    certainty: Certainty,
}

/// Evidence that an element is a body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Certainty {
    Unknown,
    Named,
    Declared,
}

impl Certainty {
    fn of(hint: &Hint) -> Self {
        if hint.is_body {
            Self::Declared
        } else if hint.names.body {
            Self::Named
        } else {
            Self::Unknown
        }
    }
}

/// Returns, per signature and comment, the first element with the signature that may be the body,
/// sorted by signature.
fn parts(page: &Page, hints: &Hints, comments: &[Candidate]) -> Vec<Part> {
    let begins = elements(page, comments);
    let mut all = Vec::new();
    for (place, comment) in comments.iter().enumerate() {
        let heads = [Some(comment.head), comment.time];
        let mut next = comment.node.0 + 1;
        while next < comment.end.0 {
            let node = NodeId(next);
            next += 1;
            if begins.contains(node) || is_around(page, hints, node) {
                next = end_of(page, node).0;
                continue;
            }
            let after = comments.partition_point(|one| one.node <= node);
            let mut apart = heads.into_iter().flatten().collect::<Vec<_>>();
            apart.extend(comments.get(after).map(|one| one.node));
            let signature = hints.signature(node);
            let holds_apart = apart.iter().any(|&apart| page.contains(node, apart));
            if holds_apart || signature == 0 || !page.is_element(node) {
                continue;
            }
            all.push(Part {
                signature,
                place,
                node,
                certainty: Certainty::of(hints.of(node)),
            });
        }
    }
    all.sort_unstable();
    all.dedup_by_key(|part| (part.signature, part.place));
    all
}

/// Returns whether an element is a user's signature, a badge, a control, or a form beside bodies.
fn is_around(page: &Page, hints: &Hints, node: NodeId) -> bool {
    let is_body = |node: NodeId| hints.of(node).is_any_body();
    hints.of(node).names.around
        || matches!(page.tag(node), Tag::Form | Tag::Button | Tag::Nav)
            && !page.descendants(node).any(is_body)
}

/// Returns the text of comments, in bytes. Nested comments count once.
fn text_of(lengths: &TextLengths, comments: &[Candidate]) -> u32 {
    let mut end = NodeId(0);
    let mut text = 0;
    for comment in comments {
        if comment.node >= end {
            end = comment.end;
            text += lengths.between(comment.node, comment.end);
        }
    }
    text
}

/// Elements with the same signature that may be the bodies of a group.
struct Choice<'a> {
    certainty: Certainty,
    /// Bytes of text in all of them.
    text: u32,
    parts: &'a [Part],
}

/// Returns the signatures that occur in enough of the `count` comments, which have `whole` bytes of
/// text.
fn choices<'a>(
    page: &Page,
    lengths: &TextLengths,
    parts: &'a [Part],
    count: usize,
    whole: u32,
) -> Vec<Choice<'a>> {
    let alike = parts.chunk_by(|a, b| a.signature == b.signature);
    let choices = alike.map(|parts| {
        let certainty = parts.iter().map(|part| part.certainty).min();
        Choice {
            certainty: certainty.unwrap_or(Certainty::Unknown),
            text: parts.iter().map(|part| lengths.of(page, part.node)).sum(),
            parts,
        }
    });
    // Explicit bodies may consist of links; others must have at least half of the text.
    let is_body = |choice: &Choice<'_>| {
        let is_explicit = choice.certainty > Certainty::Unknown;
        MIN_SHARE_WITH_BODY.is_reached(choice.parts.len(), count)
            && choice.text > 0
            && (is_explicit || Share::HALF.is_reached(choice.text, whole))
    };
    choices.filter(is_body).collect()
}

/// Returns the most certain choice with the most text, or the innermost one within it that has most
/// of its text. The rest of a comment isn't its body.
fn best<'a, 'p>(page: &Page, choices: &'a [Choice<'p>]) -> Option<&'a Choice<'p>> {
    let rank = |choice: &Choice<'_>| (choice.certainty, choice.text);
    let most = choices.iter().map(rank).max()?;
    let outer = choices.iter().find(|choice| rank(choice) == most)?;
    let is_inside = |part: &Part| {
        let mut around = outer.parts.iter();
        around.any(|outer| page.contains(outer.node, part.node))
    };
    let inner = choices.iter().filter(|choice| {
        // Explicit bodies exclude titles, which may be longer than the rest.
        let is_explicit = outer.certainty > Certainty::Unknown;
        let share = if is_explicit && choice.certainty == outer.certainty {
            Share::HALF
        } else {
            MIN_INNER_SHARE
        };
        share.is_reached(choice.text, outer.text) && choice.parts.first().is_some_and(is_inside)
    });
    inner.max_by_key(|choice| {
        let first = choice.parts[0].node;
        (page.level(first), Reverse(first))
    })
}
