//! Speakers of the turns.

use std::collections::BTreeSet;

use super::super::share::Share;
use super::unit::{Side, Unit};
use crate::compact::hash::Hash64;
use crate::page::{Attr, NodeId, Page};
use crate::vocabulary::{Roles, names_asker, speaker};

/// Minimum number of turns of each side, unless labels name both.
const MIN_TURNS: usize = 2;

/// Maximum number of other units before the turns, and after them.
const MAX_BESIDE: usize = 2;

/// Minimum number of buttons in an answer if only they and classes distinguish the sides. Typical
/// are buttons for copying and rating it.
const MIN_BUTTONS: u32 = 2;

/// Minimum share of turns whose speaker differs from that of the previous turn.
const MIN_ALTERNATING_SHARE: Share = Share(2, 3);

/// Maximum text between the turns, as a share of the text in them.
const MAX_TEXT_BETWEEN: Share = Share(1, 10);

/// Maximum share of prompts with headings or links.
const MAX_RICH_PROMPTS: Share = Share(1, 3);

type Sides = Vec<Option<Side>>;

/// Returns the speakers of the units; `None` if they aren't a chat. In pairs, both sides must be
/// named, because the header and the body of a card are a pair too.
pub(super) fn sides(page: &Page, units: &[Unit], is_paired: bool) -> Option<Sides> {
    by_labels(page, units)
        .or_else(|| by_both_names(units))
        .or_else(|| by_one_name(units).filter(|_| !is_paired))
        .or_else(|| by_classes(page, units).filter(|_| !is_paired))
        .filter(|sides| have_uniform_tags(page, units, sides))
}

/// Distinguishes the sides by the labels of turns: one that names the user, and another.
fn by_labels(page: &Page, units: &[Unit]) -> Option<Sides> {
    let label = |unit: &Unit| unit.label.map(|label| page.text(label).trim());
    let user = units
        .iter()
        .filter_map(label)
        .find(|label| names_asker(label))?;
    let first = units.iter().position(|unit| label(unit) == Some(user))?;
    let other = units[first..]
        .iter()
        .filter_map(label)
        .find(|&label| label != user)?;
    let side = |unit: &Unit| match label(unit) {
        Some(label) if label == user => Some(Side::Prompt),
        Some(label) if label == other => Some(Side::Answer),
        _ => None,
    };
    let sides: Sides = units.iter().map(side).collect();
    let count = sides.iter().flatten().count();
    let have_verbs = [user, other].iter().all(|label| speaker(label).1);
    (alternate(units, &sides) && (count > MIN_TURNS || have_verbs && count == MIN_TURNS))
        .then_some(sides)
}

/// Distinguishes the sides by words in attributes, if these name both.
fn by_both_names(units: &[Unit]) -> Option<Sides> {
    let sides = named(units);
    let is_one = |side: Side| sides.iter().filter(|&&own| own == Some(side)).count() >= MIN_TURNS;
    (is_one(Side::Prompt) && is_one(Side::Answer) && alternate(units, &sides)).then_some(sides)
}

/// Distinguishes the sides by such words if they name only one: the units between its turns belong
/// to the other.
fn by_one_name(units: &[Unit]) -> Option<Sides> {
    let mut sides = named(units);
    let first = sides.iter().position(Option::is_some)?;
    let last = sides.iter().rposition(Option::is_some)?;
    let side = sides[first]?;
    let mut named = sides.iter().flatten();
    if named.any(|&other| other != side) {
        return None;
    }
    let (range, other) = match side {
        Side::Prompt => (first..(last + 2).min(units.len()), Side::Answer),
        Side::Answer => (first.saturating_sub(1)..last + 1, Side::Prompt),
    };
    for own in &mut sides[range] {
        own.get_or_insert(other);
    }
    (alternate(units, &sides) && is_chatbot(units, &sides, 1)).then_some(sides)
}

/// Distinguishes the sides by classes that only every second unit has.
fn by_classes(page: &Page, units: &[Unit]) -> Option<Sides> {
    let is_answer = |unit: &&Unit| unit.buttons >= MIN_BUTTONS;
    if units.iter().filter(is_answer).count() < MIN_TURNS {
        return None;
    }
    let classes: Vec<BTreeSet<u64>> = units.iter().map(|unit| classes(page, unit.node)).collect();
    let ends =
        (0..=MAX_BESIDE).flat_map(|before| (0..=MAX_BESIDE).map(move |after| (before, after)));
    let mut found = ends.filter_map(|(before, after)| {
        let range = before..units.len().checked_sub(after)?;
        let window = classes
            .get(range.clone())
            .filter(|all| all.len() >= 2 * MIN_TURNS)?;
        if !are_distinct(window) {
            return None;
        }
        let text = |odd: usize| {
            let own = units[range.clone()].iter().skip(odd).step_by(2);
            own.map(|unit| unit.text).sum::<u32>()
        };
        // Answers are the longer side.
        let answers = usize::from(text(1) > text(0));
        let side = |at: usize| match at % 2 == answers {
            true => Side::Answer,
            false => Side::Prompt,
        };
        let own = |at: usize| range.contains(&at).then(|| side(at - before));
        let sides: Sides = (0..units.len()).map(own).collect();
        is_chatbot(units, &sides, MIN_BUTTONS).then_some(sides)
    });
    found.next()
}

/// Returns whether every second unit has a class that the others don't have, and vice versa.
fn are_distinct(classes: &[BTreeSet<u64>]) -> bool {
    let of = |odd: usize| classes.iter().skip(odd).step_by(2);
    let has_own = |odd: usize| {
        let mut first = of(odd).next().into_iter().flatten();
        first.any(|class| {
            of(odd).all(|all| all.contains(class)) && !of(1 - odd).any(|all| all.contains(class))
        })
    };
    has_own(0) && has_own(1)
}

/// Returns the speakers by the words in names. Words that all units share, from the first to the
/// last with any, aren't evidence.
fn named(units: &[Unit]) -> Sides {
    let has_any = |unit: &Unit| unit.roles.speak().contains(&true);
    let first = units.iter().position(has_any).unwrap_or_default();
    let last = units
        .iter()
        .rposition(has_any)
        .map_or(first, |last| last + 1);
    let mut roles = units[first..last].iter().map(|unit| unit.roles);
    let common = roles
        .next()
        .map_or(Roles::default(), |one| roles.fold(one, Roles::and));
    let side = |unit: &Unit| match unit.roles.without(common).speak() {
        [true, false] => Some(Side::Prompt),
        [false, true] => Some(Side::Answer),
        _ => None,
    };
    units.iter().map(side).collect()
}

/// Returns whether both sides alternate, with little text between the turns.
fn alternate(units: &[Unit], sides: &[Option<Side>]) -> bool {
    let mut known_sides: Vec<Side> = sides.iter().flatten().copied().collect();
    let count = known_sides.len();
    known_sides.dedup();
    let first = sides.iter().position(Option::is_some).unwrap_or_default();
    let last = sides.iter().rposition(Option::is_some).unwrap_or_default();
    let inner = units.iter().zip(sides).skip(first).take(last + 1 - first);
    let (mut own, mut others) = (0, 0);
    for (unit, side) in inner {
        *(if side.is_some() {
            &mut own
        } else {
            &mut others
        }) += unit.text;
    }
    known_sides.len() >= 2
        && MIN_ALTERNATING_SHARE.is_reached(known_sides.len(), count)
        && !MAX_TEXT_BETWEEN.is_exceeded(others, own)
}

/// Returns whether every answer has enough buttons, and most prompts have only text.
fn is_chatbot(units: &[Unit], sides: &[Option<Side>], buttons: u32) -> bool {
    let of = |side: Side| {
        let all = units.iter().zip(sides);
        all.filter(move |&(_, own)| *own == Some(side))
            .map(|(unit, _)| unit)
    };
    of(Side::Answer).count() >= MIN_TURNS
        && of(Side::Answer).all(|unit| unit.buttons >= buttons)
        && !MAX_RICH_PROMPTS.is_exceeded(
            of(Side::Prompt).filter(|unit| unit.is_rich).count(),
            of(Side::Prompt).count(),
        )
}

/// Returns whether the turns of each side have the same tag.
fn have_uniform_tags(page: &Page, units: &[Unit], sides: &[Option<Side>]) -> bool {
    let is_one = |side: Side| {
        let all = units.iter().zip(sides);
        let mut tags = all
            .filter(|&(_, own)| *own == Some(side))
            .map(|(unit, _)| page.tag(unit.node));
        let first = tags.next();
        tags.all(|tag| Some(tag) == first)
    };
    is_one(Side::Prompt) && is_one(Side::Answer)
}

/// Returns the hashes of all classes in a unit.
fn classes(page: &Page, node: NodeId) -> BTreeSet<u64> {
    let all = page
        .subtree(node)
        .filter_map(|inner| page.attr(inner, Attr::Class));
    let names = all.flat_map(str::split_ascii_whitespace);
    names
        .map(|name| Hash64::EMPTY.bytes(name.as_bytes()).value())
        .collect()
}
