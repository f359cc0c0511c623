//! The blocks before and after.

use super::{Context, Value, flag, nearest_of_both, signed_log};
use crate::page::NodeId;
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

/// Returns the block so many before (negative) or after another; `None` where the page ends.
fn beside(c: &Context<'_>, i: usize, step: isize) -> Option<usize> {
    let other = i.checked_add_signed(step)?;
    (other < c.signals.blocks.len()).then_some(other)
}

fn heading(c: &Context<'_>, i: usize) -> Option<f32> {
    flag(c.page.tag(c.block(i).container).heading_level().is_some())
}

fn parent(c: &Context<'_>, i: usize) -> Option<NodeId> {
    c.page.parent(c.block(i).container)
}

/// Returns the number of steps in the tree from one block's container to another's.
fn steps(c: &Context<'_>, i: usize, other: usize) -> Option<f32> {
    let (own, other) = (c.block(i).container, c.block(other).container);
    let both = nearest_of_both(c.page, own, other);
    let level = |id| c.page.level(id);
    Some((level(own) + level(other) - 2 * level(both)) as f32)
}

/// The blocks before and after.
pub(super) const COLUMNS: &[(&str, Value)] = columns![
    ("prev_length", |c, i| {
        Some(c.text.lengths[beside(c, i, -1)?])
    }),
    ("prev_link", |c, i| {
        Some(c.block(beside(c, i, -1)?).link_density())
    }),
    ("prev_sentence", |c, i| {
        flag(c.block(beside(c, i, -1)?).ends_sentence)
    }),
    ("prev_heading", |c, i| heading(c, beside(c, i, -1)?)),
    ("prev_same", |c, i| {
        flag(parent(c, beside(c, i, -1)?) == parent(c, i))
    }),
    ("prev_gain", |c, i| Some(c.signals.gains[beside(c, i, -1)?])),
    ("next_length", |c, i| {
        Some(c.text.lengths[beside(c, i, 1)?])
    }),
    ("next_link", |c, i| {
        Some(c.block(beside(c, i, 1)?).link_density())
    }),
    ("next_sentence", |c, i| {
        flag(c.block(beside(c, i, 1)?).ends_sentence)
    }),
    ("next_heading", |c, i| heading(c, beside(c, i, 1)?)),
    ("next_same", |c, i| {
        flag(parent(c, beside(c, i, 1)?) == parent(c, i))
    }),
    ("next_gain", |c, i| Some(c.signals.gains[beside(c, i, 1)?])),
    ("prev2_length", |c, i| {
        Some(c.text.lengths[beside(c, i, -2)?])
    }),
    ("prev2_link", |c, i| {
        Some(c.block(beside(c, i, -2)?).link_density())
    }),
    ("prev2_sentence", |c, i| {
        flag(c.block(beside(c, i, -2)?).ends_sentence)
    }),
    ("prev2_heading", |c, i| heading(c, beside(c, i, -2)?)),
    ("prev2_same", |c, i| {
        flag(parent(c, beside(c, i, -2)?) == parent(c, i))
    }),
    ("prev2_gain", |c, i| {
        Some(c.signals.gains[beside(c, i, -2)?])
    }),
    ("next2_length", |c, i| {
        Some(c.text.lengths[beside(c, i, 2)?])
    }),
    ("next2_link", |c, i| {
        Some(c.block(beside(c, i, 2)?).link_density())
    }),
    ("next2_sentence", |c, i| {
        flag(c.block(beside(c, i, 2)?).ends_sentence)
    }),
    ("next2_heading", |c, i| heading(c, beside(c, i, 2)?)),
    ("next2_same", |c, i| {
        flag(parent(c, beside(c, i, 2)?) == parent(c, i))
    }),
    ("next2_gain", |c, i| Some(c.signals.gains[beside(c, i, 2)?])),
    ("prev_up", |c, i| steps(c, i, beside(c, i, -1)?)),
    ("next_up", |c, i| steps(c, i, beside(c, i, 1)?)),
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
