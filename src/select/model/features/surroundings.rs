//! The blocks before and after.

mod columns;

pub(super) use columns::{AROUND, NEXT, PREVIOUS, SECOND_NEXT, SECOND_PREVIOUS};

use super::{flag, signed_log};
use crate::select::signals::Signals;

/// Number of blocks on each side in the narrow and the wide window.
const NARROW: usize = 5;
const WIDE: usize = 15;

/// Values shared by the columns about surroundings: sums over windows around each block.
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
    /// Sums up gains, lengths, and link characters of blocks.
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
