//! What a model says of the blocks of a page, and why.

use std::collections::BTreeMap;

use super::features::{COLUMNS, Features};
use super::forest::{Forest, UNKNOWN};
use super::hashed::{self, Names};
use super::second_pass::{self, Asked};
use super::{Model, SCORES};
use crate::page::Page;
use crate::select::Grounds;
use crate::select::signals::Signals;

/// The columns that the second pass has beside the evidence.
const MORE: usize = second_pass::COLUMNS.len() + SCORES.len();

/// Returns the blocks of a page as the passes see them.
pub(crate) fn blocks(page: &Page, signals: &Signals) -> Vec<Asked> {
    let mut makes: BTreeMap<&str, u32> = BTreeMap::new();
    let mut blocks = Vec::with_capacity(signals.blocks.len());
    for (place, (block, make)) in signals.blocks.iter().zip(&signals.patterns).enumerate() {
        let next = u32::try_from(makes.len()).unwrap_or(u32::MAX);
        blocks.push(Asked {
            place,
            tokens: block.tokens,
            make: *makes.entry(make).or_insert(next),
            parent: page.parent(block.container).unwrap_or(block.container).0,
        });
    }
    blocks
}

/// What a model says of the blocks that are asked.
pub(crate) struct Opinion<'a> {
    /// The blocks, in document order.
    pub(crate) blocks: Vec<Asked>,
    /// Their odds, as logarithms.
    pub(crate) odds: Vec<f32>,
    /// What the second pass has beside the evidence, per block.
    more: Vec<[f32; MORE]>,
    features: &'a Features,
    /// Both forests, each with where its columns stand.
    first: (&'a Forest, Columns),
    second: (&'a Forest, Columns),
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
        let first = (&model.first, Columns::new(&model.first));
        let second = (&model.second, Columns::new(&model.second));
        let odds: Vec<f32> = blocks
            .iter()
            .map(|block| first.0.score(&first.1.row(features, block.place, &[])))
            .collect();
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
        let score = |(block, more): (&Asked, &[f32; MORE])| {
            second.0.score(&second.1.row(features, block.place, more))
        };
        Self {
            odds: blocks.iter().zip(&more).map(score).collect(),
            blocks,
            more,
            features,
            first,
            second,
        }
    }

    /// Returns what each column adds to the odds of the block at a place of the page, in logits, in
    /// both passes together; nothing where the model was not asked.
    pub(crate) fn shares(&self, place: usize) -> Vec<(usize, f32)> {
        let Ok(at) = self.blocks.binary_search_by_key(&place, |b| b.place) else {
            return Vec::new();
        };
        let mut all = Vec::new();
        for ((forest, columns), more) in [(&self.first, &[][..]), (&self.second, &self.more[at])] {
            let mut shares = vec![0.0; columns.0.len()];
            forest.explain(&columns.row(self.features, place, more), &mut shares);
            let known = columns.0.iter().zip(shares);
            all.extend(known.filter_map(|(column, share)| Some(((*column)?, share))));
        }
        all
    }

    /// Returns the kind of evidence that weighs most against the block at a place of the page, in
    /// both passes together; `None` where none does.
    pub(crate) fn against(&self, place: usize) -> Option<Grounds> {
        let mut sums: BTreeMap<Grounds, f32> = BTreeMap::new();
        for (column, share) in self.shares(place) {
            if let Some(grounds) = grounds(column) {
                *sums.entry(grounds).or_default() += share;
            }
        }
        let least = sums.into_iter().min_by(|a, b| a.1.total_cmp(&b.1));
        least
            .filter(|(_, sum)| *sum < 0.0)
            .map(|(grounds, _)| grounds)
    }

    /// Returns the columns that moved the odds of a block most, by name, with what each added to
    /// them in logits, the largest first.
    pub(crate) fn strongest(&self, place: usize) -> Vec<(&'static str, f32)> {
        let mut sums: BTreeMap<usize, f32> = BTreeMap::new();
        for (column, share) in self.shares(place) {
            *sums.entry(column).or_default() += share;
        }
        let named = sums.into_iter().filter_map(|(column, share)| {
            let own = COLUMNS.get(column).map(|c| c.name);
            let name = own.or_else(|| more().nth(column.checked_sub(COLUMNS.len())?))?;
            Some((name, share))
        });
        let mut named: Vec<_> = named.collect();
        named.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        named
    }
}

/// Where each column that a forest asks stands: in [`COLUMNS`], or after it in those that the
/// second pass has beside them.
struct Columns(Vec<Option<usize>>);

impl Columns {
    fn new(forest: &Forest) -> Self {
        let place = |name: &String| {
            let own = COLUMNS.iter().position(|c| c.name == name);
            let more = || more().position(|c| c == name).map(|k| COLUMNS.len() + k);
            own.or_else(more)
        };
        Self(forest.columns().iter().map(place).collect())
    }

    /// The row of a block in the forest's order; unknown where there is no such column.
    fn row(&self, features: &Features, i: usize, more: &[f32]) -> Vec<f32> {
        let row = features.row(i);
        let value = |place: &Option<usize>| match *place {
            Some(place) if place < row.len() => row[place],
            Some(place) => more.get(place - row.len()).copied().unwrap_or(UNKNOWN),
            None => UNKNOWN,
        };
        self.0.iter().map(value).collect()
    }
}

/// The columns that the second pass has beside the evidence.
fn more() -> impl Iterator<Item = &'static str> {
    second_pass::COLUMNS.into_iter().chain(SCORES)
}

/// What kind of evidence a column is; `None` for what the first pass says of the block itself,
/// whose kinds the first forest tells.
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
