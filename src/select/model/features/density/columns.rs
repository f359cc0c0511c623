//! The columns.

use super::*;
use crate::select::model::features::value::Value;

/// Defines the columns for the ancestor at a level, counted from 0, with a name as prefix.
macro_rules! level {
    ($name:literal, $level:literal) => {
        columns![
            (concat!($name, "_length"), |c, i| {
                Some(c.density.level(i, $level)?.length)
            }),
            (concat!($name, "_link"), |c, i| {
                Some(c.density.level(i, $level)?.link)
            }),
            (concat!($name, "_count"), |c, i| {
                Some(c.density.level(i, $level)?.count)
            }),
            (concat!($name, "_gain"), |c, i| {
                Some(c.density.level(i, $level)?.gain)
            }),
            (concat!($name, "_share"), |c, i| {
                Some(c.density.level(i, $level)?.share)
            }),
            (concat!($name, "_density"), |c, i| {
                Some(c.density.level(i, $level)?.rank)
            }),
        ]
    };
}

/// Densities of the block's container.
pub(in super::super) const OWN: &[(&str, Value)] = columns![
    ("text_density", |c, i| {
        Some(log(c.signals.density.get(c.block(i).container)))
    }),
    ("composite", |c, i| {
        Some(log(c.signals.composite.get(c.block(i).container)))
    }),
    ("density_rank", |c, i| {
        Some(c.density.rank[c.block(i).container.index()])
    }),
];

/// Densities of the block's ancestors, the innermost first.
pub(in super::super) const UP: [&[(&str, Value)]; LEVELS] = [
    level!("up1", 0),
    level!("up2", 1),
    level!("up3", 2),
    level!("up4", 3),
];
