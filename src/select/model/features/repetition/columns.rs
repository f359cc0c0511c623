//! The columns.

use super::*;
use crate::select::model::features::value::Value;

/// Similarity of the blocks with the same signature.
pub(in super::super) const COLUMNS: &[(&str, Value)] = columns![
    ("path_count", |c, i| {
        Some(c.repetition.paths.of(i).count)
    }),
    ("path_length", |c, i| {
        Some(c.repetition.paths.of(i).length / c.total)
    }),
    ("path_link", |c, i| Some(c.repetition.paths.of(i).link)),
    ("path_mean", |c, i| Some(c.repetition.paths.of(i).mean)),
    ("path_gain", |c, i| Some(c.repetition.paths.of(i).gain)),
    ("class_count", |c, i| {
        Some(c.repetition.patterns.of(i).count)
    }),
    ("class_length", |c, i| {
        Some(c.repetition.patterns.of(i).length / c.total)
    }),
    ("class_link", |c, i| {
        Some(c.repetition.patterns.of(i).link)
    }),
    ("class_mean", |c, i| {
        Some(c.repetition.patterns.of(i).mean)
    }),
    ("class_gain", |c, i| {
        Some(c.repetition.patterns.of(i).gain)
    }),
    ("item_count", |c, i| Some(log(c.repetition.items[i].count))),
    ("item_text", |c, i| Some(log(c.repetition.items[i].length))),
    ("item_link", |c, i| Some(c.repetition.items[i].link)),
    ("item_level", |c, i| Some(c.repetition.items[i].up)),
];
