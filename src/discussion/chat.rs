//! Chats with a model: turns without times, by two speakers in alternation.
//!
//! 1. The turns, or pairs of them, are the children with text of one element. Elements with less
//!    than half of the page's text aren't visited.
//! 2. The speakers are identified by the first of these that distinguishes two (`sides`): labels at
//!    the beginning ("You said:"), words in class names and other attributes, or classes that only
//!    the turns of one speaker have. If not both are named, answers must have buttons and prompts
//!    only text, because interviews otherwise have the same structure.
//! 3. The name of a speaker is the label, otherwise the word in the class names.
//!
//! Cost: O(nodes + text). Elements are visited until a multiple of that is spent.

mod sides;
#[cfg(test)]
mod tests;
mod unit;

use super::candidate::{Candidate, Details};
use super::share::Share;
use super::text_lengths::TextLengths;
use crate::page::{NodeId, NodeSet, Page, Tag};
use crate::vocabulary::{Roles, speaker};
use sides::sides;
use unit::{Side, Unit, roles, unit};

/// Maximum number of nodes to visit, as a multiple of those of the page.
const MAX_VISITS: usize = 24;

/// Returns the turns of a chat with at least half of the text of the page and of its article, whose
/// leaves are `kept`; empty if there's no chat.
pub(super) fn turns(page: &Page, lengths: &TextLengths, kept: &NodeSet) -> Vec<Candidate> {
    let turns = innermost(page, lengths);
    let bytes = |leaf: NodeId| page.text(leaf).trim().len();
    let all: usize = kept.iter().map(bytes).sum();
    let is_in = |leaf: NodeId| {
        let before = turns
            .partition_point(|turn| turn.node <= leaf)
            .checked_sub(1);
        before.is_some_and(|turn| leaf < turns[turn].end)
    };
    let in_turns: usize = kept.iter().filter(|&leaf| is_in(leaf)).map(bytes).sum();
    if Share::HALF.is_reached(in_turns, all) {
        turns
    } else {
        Vec::new()
    }
}

/// Returns the turns in the innermost element with half of the text of the page.
fn innermost(page: &Page, lengths: &TextLengths) -> Vec<Candidate> {
    let whole = lengths.of(page, page.body());
    let roles: Vec<Roles> = page.nodes().map(|node| roles(page, node)).collect();
    let mut left = MAX_VISITS * page.len();
    let mut found = Vec::new();
    let mut next = page.body().0;
    while next < page.end(page.body()).0 {
        let around = NodeId(next);
        let text = lengths.of(page, around);
        // An element with half of the text is in elements with half of the text.
        if !page.is_element(around) || text == 0 || !Share::HALF.is_reached(text, whole) {
            next = page.end(around).0;
            continue;
        }
        next += 1;
        let parts = parts(page, lengths, around);
        let size = page.subtree(around).len();
        if parts.len() < 2 {
            continue;
        }
        if left < size {
            break;
        }
        left -= size;
        let assigned = |nodes: &[NodeId], is_paired: bool| {
            let units = nodes.iter().map(|&node| unit(page, lengths, &roles, node));
            let units: Vec<Unit> = units.collect();
            let sides = sides(page, &units, is_paired)?;
            let assigned = units.iter().zip(&sides).filter(|(_, side)| side.is_some());
            let text: u32 = assigned.map(|(unit, _)| unit.text).sum();
            let is_chat = Share::HALF.is_reached(text, whole);
            is_chat.then(|| turns_of(page, lengths, &units, &sides))
        };
        let turns = assigned(&parts, false);
        let turns = turns.or_else(|| assigned(&pairs(page, lengths, &parts), true));
        found = turns.unwrap_or(found);
    }
    found
}

/// Returns the children with text.
fn parts(page: &Page, lengths: &TextLengths, around: NodeId) -> Vec<NodeId> {
    let all = page.children(around);
    all.filter(|&node| page.is_element(node) && lengths.of(page, node) > 0)
        .collect()
}

/// Returns the turns in elements that contain two each; empty if one contains another number.
fn pairs(page: &Page, lengths: &TextLengths, around: &[NodeId]) -> Vec<NodeId> {
    let mut all = Vec::new();
    for &pair in around {
        let mut inner = parts(page, lengths, pair);
        while let [one] = inner[..] {
            inner = parts(page, lengths, one);
        }
        if inner.len() != 2 {
            return Vec::new();
        }
        all.extend(inner);
    }
    all
}

/// Returns the turns among units as comments without replies, because a chat has no branches.
fn turns_of(
    page: &Page,
    lengths: &TextLengths,
    units: &[Unit],
    sides: &[Option<Side>],
) -> Vec<Candidate> {
    let text = |unit: &Unit| unit.label.map(|label| page.text(label).trim());
    let of = |side: Side| {
        let all = units.iter().zip(sides);
        all.filter(move |&(_, own)| *own == Some(side))
            .map(|(unit, _)| unit)
    };
    let names = [Side::Prompt, Side::Answer].map(|side| {
        let first = of(side).next().and_then(text);
        let is_label = of(side).all(|unit| text(unit) == first);
        first.filter(|_| is_label)
    });
    // A label shared by both sides names neither.
    let names = if names[0] == names[1] {
        [None; 2]
    } else {
        names
    };
    let words = [Side::Prompt, Side::Answer].map(|side| word(of(side), side));
    let all = units.iter().zip(sides).filter_map(|(unit, side)| {
        let place = usize::from((*side)? == Side::Answer);
        let name = names[place];
        let label = unit.label.filter(|_| name.is_some());
        let is_sole = label.is_some_and(|label| lengths.of(page, label) == unit.text);
        let author = name
            .map(|label| speaker(label).0)
            .filter(|name| !name.is_empty());
        let author = author.map(str::to_owned).or_else(|| words[place].clone());
        let head = label.unwrap_or(unit.node);
        (!is_sole).then(|| Candidate {
            body: body(page, lengths, unit.node, label),
            details: Details {
                author: author.map(|author| (head, author)),
                ..Details::default()
            },
            ..Candidate::new(unit.node, page.end(unit.node), head)
        })
    });
    all.collect()
}

/// Returns the word that all turns of a side share, as a name: "User".
fn word<'a>(turns: impl Iterator<Item = &'a Unit>, side: Side) -> Option<String> {
    let roles = turns.map(|unit| unit.roles).reduce(Roles::and)?;
    let word = roles.name(side == Side::Answer)?;
    Some(word[..1].to_uppercase() + &word[1..])
}

/// Returns the innermost box with all text of a turn; `None` if its label is in it.
fn body(page: &Page, lengths: &TextLengths, turn: NodeId, label: Option<NodeId>) -> Option<NodeId> {
    let own = |node: NodeId| {
        let label = label.filter(|&label| page.contains(node, label));
        lengths.of(page, node) - label.map_or(0, |label| lengths.of(page, label))
    };
    let mut body = turn;
    let is_box = |node: NodeId| {
        matches!(
            page.tag(node),
            Tag::Div | Tag::Section | Tag::Article | Tag::Span | Tag::Other
        )
    };
    while let Some(inner) = page
        .children(body)
        .find(|&inner| own(inner) == own(turn) && is_box(inner))
    {
        body = inner;
    }
    Some(body).filter(|&body| label.is_none_or(|label| !page.contains(body, label)))
}
