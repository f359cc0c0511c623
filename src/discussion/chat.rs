//! A chat with a model: turns without a time, of two sides that take turns.
//!
//! 1. The children of an element that hold text are the turns, or pairs of them. Elements with less than
//!    half of what the page says are not looked at.
//! 2. Who speaks in them is told by the first of these that tells two sides (`sides`): labels at their
//!    beginning ("You said:"), words in the names of their parts, or classes that the turns of one side have
//!    and those of the other have not. Where less than both sides are named, buttons stand at every answer,
//!    and nothing but text in what is asked: interviews are made alike otherwise.
//! 3. A side is named by its label, else by the word in its names.
//!
//! Cost: O(nodes + text); elements are looked at until a multiple of that is spent.

mod sides;
#[cfg(all(test, feature = "html"))]
mod tests;

use super::plain::{Plain, is_button};
use crate::page::{Attr, NodeId, NodeSet, Page, Tag};
use crate::vocabulary::{Roles, speaker};
use sides::sides;

/// Nodes that are looked at, as a multiple of those of the page.
const MOST_LOOKS: usize = 24;

/// The longest label, in characters: with more, sentences are taken for one.
const LONGEST_LABEL: usize = 40;

/// One turn of a chat.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    pub(super) node: NodeId,
    /// The node after it.
    pub(super) end: NodeId,
    /// The text that names who speaks.
    pub(super) label: Option<NodeId>,
    pub(super) author: Option<String>,
    /// The element of what is said; `None` where the label stands in it.
    pub(super) body: Option<NodeId>,
}

/// An element that may be a turn.
#[derive(Clone, Copy, Debug)]
struct Unit {
    node: NodeId,
    /// Bytes of what is said in it.
    text: u32,
    /// What the names of its parts say.
    roles: Roles,
    /// Its first text, where that is short and stands alone.
    label: Option<NodeId>,
    buttons: u32,
    /// True where it has headings or leads away: nobody asks so.
    is_rich: bool,
}

/// Who speaks in a unit; `None` where it is no turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Asks,
    Answers,
}

/// Returns the turns of a chat that says at least half of what the page says, and of its article, whose leaves
/// are `kept`; none where it is no chat.
pub(super) fn turns(page: &Page, plain: &Plain, kept: &NodeSet) -> Vec<Turn> {
    let turns = most_said(page, plain);
    let bytes = |leaf: NodeId| page.text(leaf).trim().len();
    let all: usize = kept.iter().map(bytes).sum();
    let is_in = |leaf: NodeId| {
        let before = turns
            .partition_point(|turn| turn.node <= leaf)
            .checked_sub(1);
        before.is_some_and(|turn| leaf < turns[turn].end)
    };
    let said: usize = kept.iter().filter(|&leaf| is_in(leaf)).map(bytes).sum();
    if 2 * said >= all { turns } else { Vec::new() }
}

fn most_said(page: &Page, plain: &Plain) -> Vec<Turn> {
    let whole = plain.of(page, page.body());
    let roles: Vec<Roles> = page.nodes().map(|node| roles(page, node)).collect();
    let mut left = MOST_LOOKS * page.len();
    let mut found = Vec::new();
    let mut next = page.body().0;
    while next < page.end(page.body()).0 {
        let around = NodeId(next);
        let text = plain.of(page, around);
        // What holds half of the text stands in what does.
        if !page.is_element(around) || text == 0 || 2 * text < whole {
            next = page.end(around).0;
            continue;
        }
        next += 1;
        let parts = parts(page, plain, around);
        let size = page.subtree(around).len();
        if parts.len() < 2 {
            continue;
        }
        if left < size {
            break;
        }
        left -= size;
        let units = |nodes: &[NodeId]| -> Vec<Unit> {
            let units = nodes.iter().map(|&node| unit(page, plain, &roles, node));
            units.collect()
        };
        let told = |units: &[Unit], is_paired: bool| {
            let sides = sides(page, units, is_paired)?;
            let told = units.iter().zip(&sides).filter(|(_, side)| side.is_some());
            let text: u32 = told.map(|(unit, _)| unit.text).sum();
            (2 * text >= whole).then(|| turns_of(page, plain, units, &sides))
        };
        let turns = told(&units(&parts), false);
        let turns = turns.or_else(|| told(&units(&pairs(page, plain, &parts)), true));
        // The innermost: what is around it has parts of the page for turns.
        found = turns.unwrap_or(found);
    }
    found
}

/// Returns what the names of an element say; those of a button say what it does.
fn roles(page: &Page, node: NodeId) -> Roles {
    let names = [Attr::Class, Attr::Id, Attr::AriaLabel, Attr::Alt];
    let names = names.into_iter().filter_map(|attr| page.attr(node, attr));
    names.map(Roles::of).fold(Roles::default(), Roles::or)
}

/// Returns the children that hold text.
fn parts(page: &Page, plain: &Plain, around: NodeId) -> Vec<NodeId> {
    let all = page.children(around);
    all.filter(|&node| page.is_element(node) && plain.of(page, node) > 0)
        .collect()
}

/// Returns the turns in elements that hold two of them each; none where they do not.
fn pairs(page: &Page, plain: &Plain, around: &[NodeId]) -> Vec<NodeId> {
    let mut all = Vec::new();
    for &pair in around {
        let mut inner = parts(page, plain, pair);
        while let [one] = inner[..] {
            inner = parts(page, plain, one);
        }
        if inner.len() != 2 {
            return Vec::new();
        }
        all.extend(inner);
    }
    all
}

fn unit(page: &Page, plain: &Plain, roles: &[Roles], node: NodeId) -> Unit {
    let text = plain.of(page, node);
    let mut unit = Unit {
        node,
        text,
        roles: Roles::default(),
        label: label(page, node),
        buttons: 0,
        is_rich: false,
    };
    let mut end = node;
    for inner in page.subtree(node).filter(|&inner| page.is_element(inner)) {
        if is_button(page, inner) && inner >= end {
            end = page.end(inner);
            unit.buttons += 1;
        }
        if inner < end {
            continue;
        }
        unit.roles = unit.roles.or(roles[inner.index()]);
        unit.is_rich |= match page.tag(inner) {
            Tag::A => page
                .attr(inner, Attr::Href)
                .is_some_and(|href| !href.starts_with('#')),
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 => unit
                .label
                .is_none_or(|label| !page.contains(inner, label) || plain.of(page, label) == text),
            _ => false,
        };
    }
    unit
}

/// Returns the text with which something begins where it is short and all of an element.
fn label(page: &Page, node: NodeId) -> Option<NodeId> {
    let mut next = node.0 + 1;
    while next < page.end(node).0 {
        let inner = NodeId(next);
        let is_passed = is_button(page, inner)
            || matches!(page.tag(inner), Tag::Script | Tag::Style | Tag::Svg);
        next = if is_passed {
            page.end(inner).0
        } else {
            next + 1
        };
        let text = page.text(inner).trim();
        if is_passed || !text.chars().any(char::is_alphanumeric) {
            continue;
        }
        let is_short = text.chars().count() <= LONGEST_LABEL;
        let around = page.parent(inner).filter(|&around| around > node)?;
        return (is_short && page.raw_text(around).trim() == text).then_some(inner);
    }
    None
}

/// Returns the turns among units, with who speaks in them.
fn turns_of(page: &Page, plain: &Plain, units: &[Unit], sides: &[Option<Side>]) -> Vec<Turn> {
    let text = |unit: &Unit| unit.label.map(|label| page.text(label).trim());
    let of = |side: Side| {
        let all = units.iter().zip(sides);
        all.filter(move |&(_, own)| *own == Some(side))
            .map(|(unit, _)| unit)
    };
    let names = [Side::Asks, Side::Answers].map(|side| {
        let first = of(side).next().and_then(text);
        let is_label = of(side).all(|unit| text(unit) == first);
        first.filter(|_| is_label)
    });
    // What both begin with names neither.
    let names = if names[0] == names[1] {
        [None; 2]
    } else {
        names
    };
    let words = [Side::Asks, Side::Answers].map(|side| word(of(side), side));
    let all = units.iter().zip(sides).filter_map(|(unit, side)| {
        let place = usize::from((*side)? == Side::Answers);
        let name = names[place];
        let label = unit.label.filter(|_| name.is_some());
        let is_sole = label.is_some_and(|label| plain.of(page, label) == unit.text);
        let author = name
            .map(|label| speaker(label).0)
            .filter(|name| !name.is_empty());
        (!is_sole).then(|| Turn {
            node: unit.node,
            end: page.end(unit.node),
            label,
            author: author.map(str::to_owned).or_else(|| words[place].clone()),
            body: body(page, plain, unit.node, label),
        })
    });
    all.collect()
}

/// Returns the word that names a side in all its turns, as a name: "User".
fn word<'a>(turns: impl Iterator<Item = &'a Unit>, side: Side) -> Option<String> {
    let roles = turns.map(|unit| unit.roles).reduce(Roles::and)?;
    let word = roles.name(side == Side::Answers)?;
    Some(word[..1].to_uppercase() + &word[1..])
}

/// Returns the innermost box with all that is said in a turn; `None` where its label stands in it.
fn body(page: &Page, plain: &Plain, turn: NodeId, label: Option<NodeId>) -> Option<NodeId> {
    let own = |node: NodeId| {
        let label = label.filter(|&label| page.contains(node, label));
        plain.of(page, node) - label.map_or(0, |label| plain.of(page, label))
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
