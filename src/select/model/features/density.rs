//! Densities around the block (CETD), level by level.

mod columns;

pub(super) use columns::{OWN, UP};

use super::{log, ranks, signed_log};
use crate::page::{NodeId, Page};
use crate::select::signals::Signals;

/// Maximum ancestors of a block that are used.
const LEVELS: usize = 4;

/// Values shared by the columns about density.
pub(super) struct Density {
    /// DensitySum of the composite text density.
    rank: Vec<f32>,
    /// Per block: the nearest ancestors that each contain more blocks than the previous one, as
    /// indexes into `elements`. There may be fewer.
    levels: Vec<[Option<u32>; LEVELS]>,
    elements: Vec<Level>,
}

/// Values of an element around blocks.
struct Level {
    length: f32,
    link: f32,
    count: f32,
    gain: f32,
    share: f32,
    rank: f32,
}

/// Sums over the blocks in each subtree, and over all.
pub(super) struct Sums<'a> {
    /// Per node: length, link characters, and number of the blocks in its subtree.
    pub(super) length: &'a [f32],
    pub(super) link: &'a [f32],
    pub(super) count: &'a [f32],
    /// The length of all blocks, at least 1.
    pub(super) total: f32,
}

impl Density {
    pub(super) fn new(page: &Page, signals: &Signals, sums: &Sums<'_>) -> Self {
        let &Sums { count, .. } = sums;
        let rank = ranks(page, &signals.composite);
        let mut elements = Vec::new();
        // Per node: its index among the elements plus one; 0 if it has none.
        let mut places = vec![0; page.len()];
        let mut place = |node: NodeId| {
            let place = &mut places[node.index()];
            if *place == 0 {
                elements.push(Level::new(signals, sums, &rank, node.index()));
                *place = elements.len() as u32;
            }
            *place - 1
        };
        let levels = signals.blocks.iter().map(|block| {
            let mut up = Some(block.container);
            let mut size = count[block.container.index()];
            let mut levels = [None; LEVELS];
            for level in &mut levels {
                while let Some(a) = up.filter(|a| count[a.index()] <= size) {
                    up = page.parent(a);
                }
                *level = up.map(&mut place);
                size = up.map_or(size, |a| count[a.index()]);
            }
            levels
        });
        Self {
            levels: levels.collect(),
            elements,
            rank,
        }
    }

    fn level(&self, block: usize, level: usize) -> Option<&Level> {
        Some(&self.elements[self.levels[block][level]? as usize])
    }
}

impl Level {
    fn new(signals: &Signals, sums: &Sums<'_>, rank: &[f32], node: usize) -> Self {
        let &Sums {
            length,
            link,
            count,
            total,
        } = sums;
        Self {
            length: log(length[node] / count[node].max(1.0)),
            link: link[node] / length[node].max(1.0),
            count: log(count[node]),
            gain: signed_log(signals.sums[node]),
            share: length[node] / total,
            rank: rank[node],
        }
    }
}
