//! The blocks before and after.

use super::{Value, flag, signed_log};
use crate::select::signals::Signals;

/// Blocks to either side that the narrow and the wide window take in.
const NARROW: usize = 5;
const WIDE: usize = 15;

/// Values that the columns of surroundings share: sums over windows around each block.
pub(super) struct Surroundings {
    narrow: Vec<Window>,
    wide: Vec<Window>,
}

/// Sums over a window.
struct Window {
    gain: f32,
    length: f32,
    link: f32,
}

impl Surroundings {
    pub(super) fn new(signals: &Signals) -> Self {
        let blocks = signals.blocks.iter().zip(&signals.gains);
        let own: Vec<[f32; 3]> = blocks
            .map(|(block, &gain)| [gain, block.length, block.length * block.link_density()])
            .collect();
        let windows = |reach: usize| {
            let around = |i: usize| i.saturating_sub(reach)..(i + reach + 1).min(own.len());
            (0..own.len())
                .map(|i| Window::new(&own[around(i)]))
                .collect()
        };
        Self {
            narrow: windows(NARROW),
            wide: windows(WIDE),
        }
    }
}

impl Window {
    /// Sums up gains, lengths and link characters of blocks.
    fn new(blocks: &[[f32; 3]]) -> Self {
        let (mut gain, mut length, mut link) = (0.0, 0.0, 0.0);
        for own in blocks {
            gain += own[0];
            length += own[1];
            link += own[2];
        }
        Self { gain, length, link }
    }

    fn link_share(&self) -> f32 {
        self.link / self.length.max(1.0)
    }
}

/// Makes the columns of a neighbour, so many blocks before (negative) or after, named after it.
macro_rules! neighbour {
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
pub(super) const PREVIOUS: &[(&str, Value)] = neighbour!("prev", -1);

/// The block after.
pub(super) const NEXT: &[(&str, Value)] = neighbour!("next", 1);

/// The last block but one before.
pub(super) const SECOND_PREVIOUS: &[(&str, Value)] = neighbour!("prev2", -2);

/// The second block after.
pub(super) const SECOND_NEXT: &[(&str, Value)] = neighbour!("next2", 2);

/// The way to the neighbours, and what stands around.
pub(super) const AROUND: &[(&str, Value)] = columns![
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
