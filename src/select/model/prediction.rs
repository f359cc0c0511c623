//! The model's prediction of the blocks of a page, and the reasons for it.

use std::collections::BTreeMap;

use super::cuts::{GROUP, Mask, places};
use super::features::{COLUMNS, Features};
use super::forest::{self, UNIT, UNKNOWN};
use super::groups::Groups;
use super::hashed::{self, NameScores};
use super::pass::Pass;
use super::passes::{STACKED, stacked_columns};
use super::second_pass::{self, FirstPass, ModelBlock};
use super::{Model, SCORES};
use crate::page::Page;
use crate::select::blocks::Block;
use crate::select::reason::Grounds;
use crate::select::signals::Signals;

/// Returns the blocks of a page as input of the passes.
pub(crate) fn blocks(page: &Page, signals: &Signals) -> Vec<ModelBlock> {
    let blocks = signals.blocks.iter().zip(&signals.patterns).enumerate();
    let model_block = |(place, (block, &pattern)): (usize, (&Block, &u32))| ModelBlock {
        place,
        tokens: block.tokens,
        pattern,
        parent: page.parent(block.container).unwrap_or(block.container).0,
    };
    blocks.map(model_block).collect()
}

/// The model's prediction for the blocks that it scores.
pub(crate) struct Prediction<'a> {
    /// The blocks, in document order.
    pub(crate) blocks: Vec<ModelBlock>,
    /// Their logits.
    pub(crate) logits: Vec<f32>,
    /// Values derived from the first pass.
    view: FirstPass,
    /// Per block: the linear scores of the names around it, and of its words.
    scores: Vec<[f32; SCORES.len()]>,
    groups: Groups<'a>,
}

impl<'a> Prediction<'a> {
    /// Runs both passes. `scored` contains, for each block of the page, whether the model scores
    /// it.
    pub(crate) fn new(
        page: &Page,
        signals: &Signals,
        features: &'a Features<'a>,
        scored: &[bool],
        model: &'a Model,
    ) -> Self {
        let mut blocks = blocks(page, signals);
        blocks.retain(|block| scored[block.place]);
        blocks.shrink_to_fit();
        let mut names = NameScores::new(page, &model.names);
        let scores = |block: &ModelBlock| {
            let container = signals.blocks[block.place].container;
            let text = &signals.texts[block.place];
            let hashes = signals.terms.hashes(block.place);
            [
                names.of(page, container),
                hashed::word_score(&model.words, text, hashes),
            ]
        };
        let scores = blocks.iter().map(scores).collect();
        let groups = Groups::new(features, &blocks, &model.passes);
        let logits = groups.first_logits();
        let mut prediction = Self {
            logits: Vec::new(),
            view: FirstPass::new(&blocks, logits),
            scores,
            blocks,
            groups,
        };
        prediction.logits = prediction.groups.second_logits(|at| prediction.stacked(at));
        prediction
    }

    /// Returns the columns of the second pass besides the evidence.
    fn stacked(&self, at: usize) -> [f32; STACKED] {
        let mut row = [UNKNOWN; STACKED];
        let (own, scores) = row.split_at_mut(second_pass::COLUMNS.len());
        own.copy_from_slice(&self.view.columns(at, &self.blocks[at]));
        scores.copy_from_slice(&self.scores[at]);
        row
    }

    /// Emits the contributions of columns to the logit of a block, over both passes: the index of
    /// the column, and its share in units of 2^-12 logits. Emits nothing if the model didn't run on
    /// the block.
    fn explain(&self, place: usize, mut emit: impl FnMut(usize, i32)) {
        let Ok(at) = self.blocks.binary_search_by_key(&place, |b| b.place) else {
            return;
        };
        let own: Vec<f32> = self.groups.features.row(place).collect();
        let stacked = self.stacked(at);
        for Pass { forest, places, .. } in self.groups.passes.both() {
            let mut row = [UNKNOWN; forest::COLUMNS];
            for (value, &place) in row.iter_mut().zip(places) {
                let mut values = own.iter().chain(&stacked);
                *value = values.nth(place.into()).copied().unwrap_or(UNKNOWN);
            }
            let shares = forest.explain(&row);
            for (&place, share) in places.iter().zip(shares) {
                if share != 0 {
                    emit(place.into(), share);
                }
            }
        }
    }

    /// Returns the kind of evidence that speaks most against each of some blocks, over both passes;
    /// `None` if there's none. `scored` contains, for each block of the page, whether it's
    /// requested.
    pub(crate) fn against(&self, scored: &[bool]) -> Vec<Option<Grounds>> {
        let mut against = vec![None; scored.len()];
        for (number, blocks) in self.blocks.chunks(GROUP).enumerate() {
            let bit = |(at, block): (usize, &ModelBlock)| Mask::from(scored[block.place]) << at;
            let mask = blocks.iter().enumerate().map(bit).sum();
            if mask == 0 {
                continue;
            }
            let weights = self.groups.weigh(number, mask, |at| self.stacked(at));
            for at in places(mask) {
                let weight = |kind: Grounds| weights[at][kind as usize];
                let least = Grounds::ALL.into_iter().min_by_key(|&kind| weight(kind));
                against[blocks[at].place] = least.filter(|&kind| weight(kind) < 0);
            }
        }
        against
    }

    /// Returns the columns with the largest effect on the logit of a block, each with its name and
    /// contribution, the largest first.
    pub(crate) fn strongest(&self, place: usize) -> Vec<(&'static str, f32)> {
        let mut sums: BTreeMap<usize, i32> = BTreeMap::new();
        self.explain(place, |column, share| {
            *sums.entry(column).or_default() += share;
        });
        let named = sums.into_iter().filter_map(|(column, share)| {
            let own = COLUMNS.get(column).map(|c| c.name);
            let name = own.or_else(|| stacked_columns().nth(column.checked_sub(COLUMNS.len())?))?;
            Some((name, share as f32 * UNIT))
        });
        let mut named: Vec<_> = named.collect();
        named.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        named
    }
}
