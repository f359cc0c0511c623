//! The model's opinion of the blocks of a page, and the reasons for it.

use std::collections::BTreeMap;

use super::features::{COLUMNS, Features};
use super::forest::{Forest, UNIT, UNKNOWN};
use super::hashed::{self, Names};
use super::reach::{Reach, Reached, Row, WIDTH};
use super::second_pass::{self, Asked};
use super::{Model, SCORES};
use crate::page::Page;
use crate::select::Grounds;
use crate::select::blocks::Block;
use crate::select::signals::Signals;

/// The columns that the second pass has beside the evidence.
const MORE: usize = second_pass::COLUMNS.len() + SCORES.len();

/// Returns the blocks of a page as the passes see them.
pub(crate) fn blocks(page: &Page, signals: &Signals) -> Vec<Asked> {
    let blocks = signals.blocks.iter().zip(&signals.patterns).enumerate();
    let asked = |(place, (block, &make)): (usize, (&Block, &u32))| Asked {
        place,
        tokens: block.tokens,
        make,
        parent: page.parent(block.container).unwrap_or(block.container).0,
    };
    blocks.map(asked).collect()
}

/// The model's opinion of the blocks that are asked.
pub(crate) struct Opinion<'a> {
    /// The blocks, in document order.
    pub(crate) blocks: Vec<Asked>,
    /// Their odds, as logarithms.
    pub(crate) odds: Vec<f32>,
    /// Columns of the second pass beside the evidence, per block.
    more: Vec<[f32; MORE]>,
    features: &'a Features,
    first: PlacedForest<'a>,
    second: PlacedForest<'a>,
    /// The kind of evidence of each of all columns.
    grounds: Vec<Option<Grounds>>,
}

impl<'a> Opinion<'a> {
    /// Takes both passes; `asked` is per block of the page.
    pub(crate) fn new(
        page: &Page,
        signals: &Signals,
        features: &'a Features,
        asked: &[bool],
        model: &'a Model,
    ) -> Self {
        let mut blocks = blocks(page, signals);
        blocks.retain(|block| asked[block.place]);
        let first = PlacedForest::new(&model.first);
        let second = PlacedForest::new(&model.second);
        let odds = first.odds(features, &blocks, &vec![[]; blocks.len()]);
        let mut names = Names::new(page);
        let more: Vec<[f32; MORE]> = blocks
            .iter()
            .zip(second_pass::columns(&blocks, &odds))
            .map(|(block, columns)| {
                let container = signals.blocks[block.place].container;
                let words = hashed::words(&signals.texts[block.place]);
                let mut row = [UNKNOWN; MORE];
                let (own, scores) = row.split_at_mut(columns.len());
                own.copy_from_slice(&columns);
                scores.copy_from_slice(&[
                    model.names.score(&names.around(page, container)),
                    model.words.score(&words),
                ]);
                row
            })
            .collect();
        Self {
            odds: second.odds(features, &blocks, &more),
            blocks,
            more,
            features,
            first,
            second,
            grounds: (0..=ALL).map(grounds).collect(),
        }
    }

    /// Tells what the columns add to the odds of the block at a place of the page, in both passes
    /// together, each as a place among [`ALL`] and a share in units of 2^-12 logits; nothing where
    /// the model was not asked.
    fn explain(&self, place: usize, mut tell: impl FnMut(usize, i32)) {
        let Ok(at) = self.blocks.binary_search_by_key(&place, |b| b.place) else {
            return;
        };
        let own = self.features.row(place);
        for (PlacedForest { forest, places }, more) in
            [(&self.first, &[][..]), (&self.second, &self.more[at])]
        {
            let value = |column: usize| {
                let place = places[column];
                let beside = || more.get(place - own.len());
                own.get(place).or_else(beside).copied().unwrap_or(UNKNOWN)
            };
            forest.explain(value, |column, share| tell(places[column], share));
        }
    }

    /// Returns the kind of evidence that weighs most against the block at a place of the page, in
    /// both passes together; `None` where none does.
    pub(crate) fn against(&self, place: usize) -> Option<Grounds> {
        let mut shares = [0; ALL + 1];
        self.explain(place, |place, share| shares[place] += share);
        let mut sums = [0; Grounds::ALL.len()];
        for (grounds, share) in self.grounds.iter().zip(shares) {
            if let Some(grounds) = *grounds {
                sums[grounds as usize] += share;
            }
        }
        let least = Grounds::ALL.into_iter().min_by_key(|&g| sums[g as usize]);
        least.filter(|&grounds| sums[grounds as usize] < 0)
    }

    /// Returns the columns that moved the odds of a block most, by name, with what each added to
    /// them in logits, the largest first.
    pub(crate) fn strongest(&self, place: usize) -> Vec<(&'static str, f32)> {
        let mut sums: BTreeMap<usize, i32> = BTreeMap::new();
        self.explain(place, |column, share| {
            *sums.entry(column).or_default() += share;
        });
        let named = sums.into_iter().filter_map(|(column, share)| {
            let own = COLUMNS.get(column).map(|c| c.name);
            let name = own.or_else(|| more().nth(column.checked_sub(COLUMNS.len())?))?;
            Some((name, share as f32 * UNIT))
        });
        let mut named: Vec<_> = named.collect();
        named.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        named
    }
}

/// The columns of both passes: [`COLUMNS`], and after them [`more`].
const ALL: usize = COLUMNS.len() + MORE;

// A forest's column that is not there has the place after them.
const _: () = assert!(ALL < WIDTH);

/// A forest, and where its columns stand among all; [`ALL`] for one that is not there.
struct PlacedForest<'a> {
    forest: &'a Forest,
    places: Vec<usize>,
}

impl<'a> PlacedForest<'a> {
    fn new(forest: &'a Forest) -> Self {
        let names = || COLUMNS.iter().map(|c| c.name).chain(more());
        let place = |name: &String| names().position(|n| n == name).unwrap_or(ALL);
        Self {
            forest,
            places: forest.columns().iter().map(place).collect(),
        }
    }

    /// Returns the odds of blocks, given what each has beside the evidence.
    fn odds<const N: usize>(
        &self,
        features: &Features,
        blocks: &[Asked],
        more: &[[f32; N]],
    ) -> Vec<f32> {
        let mut row = Row::UNKNOWN;
        let fill = |row: &mut Row, (block, more): (&Asked, &[f32; N])| {
            row.set(0, features.row(block.place));
            row.set(COLUMNS.len(), more);
        };
        let mut reach = Reach::EMPTY;
        for block in blocks.iter().zip(more) {
            fill(&mut row, block);
            reach.add(&row);
        }
        let reached = Reached::new(self.forest, &self.places, &reach);
        let score = |block| {
            fill(&mut row, block);
            reached.score(&row)
        };
        blocks.iter().zip(more).map(score).collect()
    }
}

/// The columns that the second pass has beside the evidence.
fn more() -> impl Iterator<Item = &'static str> {
    second_pass::COLUMNS.into_iter().chain(SCORES)
}

/// Returns the kind of evidence of a column; `None` for what the first pass says of the block
/// itself, whose kinds the first forest tells.
fn grounds(place: usize) -> Option<Grounds> {
    if let Some(column) = COLUMNS.get(place) {
        return Some(column.grounds);
    }
    match more().nth(place - COLUMNS.len())? {
        "names_score" => Some(Grounds::Names),
        "words_score" => Some(Grounds::Words),
        "first_make_mean" | "first_make_count" | "first_odds_alike" => Some(Grounds::Repetition),
        "first_odds" | "first_rank" | "first_kept" => None,
        _ => Some(Grounds::Surroundings),
    }
}
