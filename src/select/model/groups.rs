//! The blocks that the model scores, in groups of neighbors.

use std::cell::{Ref, RefCell};

use super::cuts::{self, GROUP, Mask};
use super::features::{COLUMNS, Features};
use super::forest::UNKNOWN;
use super::pass::{KINDS, Pass};
use super::passes::{ALL_COLUMNS, Passes, STACKED};
use super::second_pass::ModelBlock;

/// Maximum groups in memory at a time.
const PART: usize = 128;

/// The blocks that the model scores, in groups that are built for one part of the page at a time.
/// On a smaller page there's one part, whose groups are built only once.
pub(super) struct Groups<'a> {
    pub(super) features: &'a Features<'a>,
    /// Index of each scored block in the page.
    places: Vec<usize>,
    pub(super) passes: &'a Passes,
    /// The number of the part in memory, with its groups.
    part: RefCell<(usize, Vec<Group>)>,
}

/// Neighboring blocks, at most [`GROUP`].
struct Group {
    /// The mask of all its blocks.
    mask: Mask,
    /// Per comparison: the blocks that go left.
    masks: Vec<Mask>,
    /// True after the additional columns of the second pass were added.
    is_whole: bool,
}

impl<'a> Groups<'a> {
    pub(super) fn new(
        features: &'a Features<'a>,
        blocks: &[ModelBlock],
        passes: &'a Passes,
    ) -> Self {
        Self {
            features,
            places: blocks.iter().map(|block| block.place).collect(),
            passes,
            part: RefCell::new((usize::MAX, Vec::new())),
        }
    }

    /// Returns the logits of the blocks in the first pass.
    pub(super) fn first_logits(&self) -> Vec<f32> {
        self.logits(&self.passes.first, |number| self.group(number))
    }

    /// Returns the logits of the blocks in the second pass, given the additional columns of each.
    pub(super) fn second_logits(&self, stacked: impl Fn(usize) -> [f32; STACKED]) -> Vec<f32> {
        self.logits(&self.passes.second, |number| self.whole(number, &stacked))
    }

    fn logits<'s>(&self, pass: &Pass, group: impl Fn(usize) -> Ref<'s, Group>) -> Vec<f32> {
        let mut logits = Vec::with_capacity(self.places.len());
        for (number, blocks) in self.places.chunks(GROUP).enumerate() {
            let group = group(number);
            logits.extend(&pass.scores(&group.masks, group.mask)[..blocks.len()]);
        }
        logits
    }

    /// Returns the contribution of each kind of evidence to the logits of some blocks in a group,
    /// over both passes, in units of 2^-12 logits.
    pub(super) fn weigh(
        &self,
        number: usize,
        blocks: Mask,
        stacked: impl Fn(usize) -> [f32; STACKED],
    ) -> [[i32; KINDS]; GROUP] {
        let group = self.whole(number, stacked);
        let mut sums = [[0; KINDS]; GROUP];
        for pass in self.passes.both() {
            pass.weigh(&group.masks, blocks, &mut sums);
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

    /// Builds a group of blocks.
    fn read(&self, blocks: &[usize]) -> Group {
        let mut masks = vec![0; self.passes.cuts.len()];
        let mut values = [UNKNOWN; GROUP];
        let values = &mut values[..blocks.len()];
        let cuts = &self.passes.cuts;
        // A missing column counts as unknown.
        cuts.split(ALL_COLUMNS, values, &mut masks);
        for (place, column) in COLUMNS.iter().enumerate() {
            if cuts.uses(place) {
                self.features.fill(column, blocks, values);
                cuts.split(place, values, &mut masks);
            }
        }
        Group {
            mask: cuts::first_blocks(blocks.len()),
            masks,
            is_whole: false,
        }
    }

    /// Returns a group with its evidence and the additional columns of each block.
    fn whole(&self, number: usize, stacked: impl Fn(usize) -> [f32; STACKED]) -> Ref<'_, Group> {
        if !self.group(number).is_whole {
            let blocks = number * GROUP..self.places.len().min((number + 1) * GROUP);
            let rows: Vec<[f32; STACKED]> = blocks.map(stacked).collect();
            let group = &mut self.part.borrow_mut().1[number % PART];
            for column in 0..STACKED {
                let values: Vec<f32> = rows.iter().map(|row| row[column]).collect();
                let place = COLUMNS.len() + column;
                self.passes.cuts.split(place, &values, &mut group.masks);
            }
            group.is_whole = true;
        }
        self.group(number)
    }
}
