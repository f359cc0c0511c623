//! The forests of both passes, and their columns.

use super::cuts::Cuts;
use super::features::COLUMNS;
use super::forest::Forest;
use super::pass::{KINDS, Pass};
use super::second_pass;
use crate::select::reason::Grounds;

/// The columns of the second pass that are linear scores.
pub const SCORES: [&str; 2] = ["names_score", "words_score"];

/// Number of stacked columns, which the second pass has besides the evidence.
pub(super) const STACKED: usize = second_pass::COLUMNS.len() + SCORES.len();

/// Number of columns of both passes: [`COLUMNS`], followed by [`stacked_columns`].
pub(super) const ALL_COLUMNS: usize = COLUMNS.len() + STACKED;

// An unknown column of a forest gets the index after all of them.
const _: () = assert!(ALL_COLUMNS <= u8::MAX as usize);

/// The forests of both passes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Passes {
    pub(super) first: Pass,
    pub(super) second: Pass,
    /// The comparisons in both forests.
    pub(super) cuts: Cuts,
}

impl Passes {
    pub(super) fn new(first: Forest, second: Forest) -> Self {
        let [first_places, second_places] = [&first, &second].map(places);
        let mut branches = Vec::with_capacity(first.records.len() + second.records.len());
        for (forest, places) in [(&first, &first_places), (&second, &second_places)] {
            for &record in &forest.records {
                if record.skip != 0 {
                    branches.push((places[usize::from(record.column)], record));
                }
            }
        }
        let (cuts, numbers) = Cuts::new(&branches, ALL_COLUMNS + 1);
        let mut numbers = numbers.into_iter();
        let kind = |place: u8| grounds(place.into()).map_or(KINDS - 1, |kind| kind as usize);
        Self {
            first: Pass::new(first, first_places, &mut numbers, kind),
            second: Pass::new(second, second_places, &mut numbers, kind),
            cuts,
        }
    }

    /// Returns both passes in order.
    pub(super) fn both(&self) -> [&Pass; 2] {
        [&self.first, &self.second]
    }
}

/// Returns, per column of a forest, its index among all columns; [`ALL_COLUMNS`] for an unknown
/// one.
fn places(forest: &Forest) -> Vec<u8> {
    let names: Vec<&str> = COLUMNS
        .iter()
        .map(|c| c.name)
        .chain(stacked_columns())
        .collect();
    let mut next = 0;
    let place = |name: &String| {
        // Forests list columns in the order of the table.
        let (before, after) = names.split_at(next);
        let at = after.iter().chain(before).position(|n| n == name);
        let place = at.map_or(ALL_COLUMNS, |at| (next + at) % ALL_COLUMNS);
        next = (place + 1) % ALL_COLUMNS;
        place as u8
    };
    forest.columns().iter().map(place).collect()
}

/// Returns the names of the stacked columns: those of the first pass, and the linear scores.
pub(super) fn stacked_columns() -> impl Iterator<Item = &'static str> {
    second_pass::COLUMNS.into_iter().chain(SCORES)
}

/// Returns the kind of evidence of a column; `None` for the first pass's results for the block
/// itself, whose kinds are those of the first forest.
pub(super) fn grounds(place: usize) -> Option<Grounds> {
    if let Some(column) = COLUMNS.get(place) {
        return Some(column.grounds);
    }
    match stacked_columns().nth(place - COLUMNS.len())? {
        "names_score" => Some(Grounds::Names),
        "words_score" => Some(Grounds::Words),
        "first_pattern_mean" | "first_pattern_count" | "first_logit_alike" => {
            Some(Grounds::Repetition)
        }
        "first_logit" | "first_rank" | "first_kept" => None,
        _ => Some(Grounds::Surroundings),
    }
}
