//! The columns.

use super::*;
use crate::select::model::features::value::Value;

/// Defines the columns for a neighbor at an offset before (negative) or after, with a name as
/// prefix.
macro_rules! neighbor {
    ($name:literal, $step:literal) => {
        columns![
            (concat!($name, "_length"), |c, i| {
                Some(c.text.lengths[c.beside(i, $step)?])
            }),
            (concat!($name, "_link"), |c, i| {
                Some(c.block(c.beside(i, $step)?).link_density())
            }),
            (concat!($name, "_sentence"), |c, i| {
                flag(c.block(c.beside(i, $step)?).ends_sentence)
            }),
            (concat!($name, "_heading"), |c, i| {
                flag(c.tag(c.beside(i, $step)?).heading_level().is_some())
            }),
            (concat!($name, "_same"), |c, i| {
                flag(c.parent(c.beside(i, $step)?) == c.parent(i))
            }),
            (concat!($name, "_gain"), |c, i| {
                Some(c.signals.gains[c.beside(i, $step)?])
            }),
        ]
    };
}

/// The block before.
pub(in super::super) const PREVIOUS: &[(&str, Value)] = neighbor!("prev", -1);

/// The block after.
pub(in super::super) const NEXT: &[(&str, Value)] = neighbor!("next", 1);

/// The second block before.
pub(in super::super) const SECOND_PREVIOUS: &[(&str, Value)] = neighbor!("prev2", -2);

/// The second block after.
pub(in super::super) const SECOND_NEXT: &[(&str, Value)] = neighbor!("next2", 2);

/// The distance to the neighbors, and the windows.
pub(in super::super) const AROUND: &[(&str, Value)] = columns![
    ("prev_up", |c, i| c.steps(i, c.beside(i, -1)?)),
    ("next_up", |c, i| c.steps(i, c.beside(i, 1)?)),
    ("win5_gain", |c, i| {
        Some(signed_log(c.surroundings.narrow[i].gain))
    }),
    ("win5_link", |c, i| {
        Some(c.surroundings.narrow[i].link_share())
    }),
    ("win15_gain", |c, i| {
        Some(signed_log(c.surroundings.wide[i].gain))
    }),
    ("win15_link", |c, i| {
        Some(c.surroundings.wide[i].link_share())
    }),
];
