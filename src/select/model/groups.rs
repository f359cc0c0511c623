//! The blocks that are asked, in groups of neighbours.

use std::cell::{Ref, RefCell};

use super::cuts::{self, GROUP, Members};
use super::features::{COLUMNS, Features};
use super::forest::UNKNOWN;
use super::pass::{KINDS, Pass};
use super::passes::{ALL, MORE, Passes};
use super::second_pass::Asked;

/// The most groups that are held at a time.
const PART: usize = 128;

/// The blocks that are asked, in groups, made for a part of them at a time. A smaller page is one
/// part, whose groups are made once.
pub(super) struct Groups<'a> {
    pub(super) features: &'a Features<'a>,
    /// The place of each block in the page.
    places: Vec<usize>,
    pub(super) passes: &'a Passes,
    /// The number of the part that is held, and its groups.
    part: RefCell<(usize, Vec<Group>)>,
}

/// Neighbouring blocks, at most [`GROUP`].
struct Group {
    members: Members,
    /// Per comparison: the blocks that it leads to the left.
    left: Vec<Members>,
    /// True once the columns that the second pass has beside the evidence are in it.
    is_whole: bool,
}

impl<'a> Groups<'a> {
    pub(super) fn new(features: &'a Features<'a>, blocks: &[Asked], passes: &'a Passes) -> Self {
        Self {
            features,
            places: blocks.iter().map(|block| block.place).collect(),
            passes,
            part: RefCell::new((usize::MAX, Vec::new())),
        }
    }

    /// Returns the odds of the blocks in the first pass.
    pub(super) fn first_odds(&self) -> Vec<f32> {
        self.odds(&self.passes.first, |number| self.group(number))
    }

    /// Returns the odds of the blocks in the second pass, given what each has beside the evidence.
    pub(super) fn second_odds(&self, more: impl Fn(usize) -> [f32; MORE]) -> Vec<f32> {
        self.odds(&self.passes.second, |number| self.whole(number, &more))
    }

    fn odds<'s>(&self, pass: &Pass, group: impl Fn(usize) -> Ref<'s, Group>) -> Vec<f32> {
        let mut odds = Vec::with_capacity(self.places.len());
        for (number, blocks) in self.places.chunks(GROUP).enumerate() {
            let group = group(number);
            odds.extend(&pass.scores(&group.left, group.members)[..blocks.len()]);
        }
        odds
    }

    /// Returns what each kind of evidence adds to the odds of some blocks of a group, in both passes
    /// together, in units of 2^-12 logits.
    pub(super) fn weigh(
        &self,
        number: usize,
        blocks: Members,
        more: impl Fn(usize) -> [f32; MORE],
    ) -> [[i32; KINDS]; GROUP] {
        let group = self.whole(number, more);
        let mut sums = [[0; KINDS]; GROUP];
        for pass in self.passes.both() {
            pass.weigh(&group.left, blocks, &mut sums);
        }
        sums
    }

    /// Returns a group with its evidence.
    fn group(&self, number: usize) -> Ref<'_, Group> {
        if self.part.borrow().0 != number / PART {
            let start = number / PART * PART;
            let groups = self.places.chunks(GROUP).skip(start).take(PART);
            let groups = groups.map(|blocks| self.read(blocks)).collect();
            self.part.replace((number / PART, groups));
        }
        Ref::map(self.part.borrow(), |(_, groups)| &groups[number % PART])
    }

    /// Makes a group of blocks.
    fn read(&self, blocks: &[usize]) -> Group {
        let mut left = vec![0; self.passes.cuts.len()];
        let mut values = [UNKNOWN; GROUP];
        let values = &mut values[..blocks.len()];
        let cuts = &self.passes.cuts;
        // Of a column that is not there nothing is known.
        cuts.part(ALL, values, &mut left);
        for (place, column) in COLUMNS.iter().enumerate() {
            if cuts.ask(place) {
                self.features.fill(column, blocks, values);
                cuts.part(place, values, &mut left);
            }
        }
        Group {
            members: cuts::first(blocks.len()),
            left,
            is_whole: false,
        }
    }

    /// Returns a group with its evidence and what each block has beside it.
    fn whole(&self, number: usize, more: impl Fn(usize) -> [f32; MORE]) -> Ref<'_, Group> {
        if !self.group(number).is_whole {
            let blocks = number * GROUP..self.places.len().min((number + 1) * GROUP);
            let rows: Vec<[f32; MORE]> = blocks.map(more).collect();
            let group = &mut self.part.borrow_mut().1[number % PART];
            for column in 0..MORE {
                let values: Vec<f32> = rows.iter().map(|row| row[column]).collect();
                let place = COLUMNS.len() + column;
                self.passes.cuts.part(place, &values, &mut group.left);
            }
            group.is_whole = true;
        }
        self.group(number)
    }
}
