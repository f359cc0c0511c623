//! The block itself: its text, its links, and what it announces.

mod columns;

pub(super) use columns::{LINKS, OWN, WORDS};

use super::{flag, log};
use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::metadata::{leads_away, leads_inside};
use crate::page::{Page, Tag};
use crate::select::blocks::Block;
use crate::select::reason::Reason;
use crate::select::signals::Texts;

/// Values shared by the columns about the block's text.
pub(super) struct Text {
    /// Per block: the logarithm of its length.
    pub(super) lengths: Vec<f32>,
    /// Per block: number of blocks with the same text.
    repeats: Vec<f32>,
    addresses: Vec<Addresses>,
}

impl Text {
    pub(super) fn new(page: &Page, blocks: &[Block], texts: &Texts) -> Self {
        Self {
            lengths: blocks.iter().map(|block| log(block.length)).collect(),
            repeats: repeats(texts),
            addresses: blocks.iter().map(|b| Addresses::new(page, b)).collect(),
        }
    }
}

/// Minimum weight of bold type, as in CSS (`semi-bold`).
const BOLD: u16 = 600;

fn chars(block: &Block) -> f32 {
    (block.chars as f32).max(1.0)
}

/// Targets of the links of a block.
#[derive(Clone, Copy, Debug, Default)]
struct Addresses {
    all: f32,
    /// Links to other sites.
    away: f32,
    /// Links to the same page.
    inside: f32,
}

impl Addresses {
    fn new(page: &Page, block: &Block) -> Self {
        let mut addresses = Self::default();
        for link in block.targets(page) {
            addresses.all += 1.0;
            if leads_inside(page.url(), link) {
                addresses.inside += 1.0;
            } else if leads_away(page.url(), link) {
                addresses.away += 1.0;
            }
        }
        addresses
    }

    /// Returns a number of links as a share of all; `None` without links.
    fn share(&self, part: fn(&Self) -> f32) -> Option<f32> {
        (self.all > 0.0).then(|| part(self) / self.all)
    }
}

fn repeats(texts: &Texts) -> Vec<f32> {
    let mut interner = Interner::new();
    let hash = |text: &str| Hash64::EMPTY.text(text).value();
    let numbers: Vec<u32> = texts.iter().map(|t| interner.intern(hash(t))).collect();
    let mut counts = vec![0.0; interner.len()];
    for &number in &numbers {
        counts[number as usize] += 1.0;
    }
    numbers.iter().map(|&n| counts[n as usize]).collect()
}
