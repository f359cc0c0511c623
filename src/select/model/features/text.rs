//! The block by itself: its text, its links, what it announces.

use super::{Value, flag, log};
use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::metadata::{leads_away, leads_inside};
use crate::page::{Page, Tag};
use crate::select::blocks::Block;
use crate::select::reason::Reason;
use crate::select::signals::Texts;

/// Values that the columns of a block's own text share.
pub(super) struct Text {
    /// Per block: the logarithm of its length.
    pub(super) lengths: Vec<f32>,
    /// Per block: how many blocks say the same.
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

/// The block by itself.
pub(super) const OWN: &[(&str, Value)] = columns![
    ("length", |c, i| Some(c.text.lengths[i])),
    ("tokens", |c, i| Some(log(c.block(i).tokens as f32))),
    ("punctuation", |c, i| {
        Some(100.0 * c.block(i).punctuation as f32 / chars(c.block(i)))
    }),
    ("ends_sentence", |c, i| flag(c.block(i).ends_sentence)),
    ("media", |c, i| Some(c.block(i).media as f32)),
    ("token_length", |c, i| {
        Some(chars(c.block(i)) / (c.block(i).tokens as f32).max(1.0))
    }),
    ("digits", |c, i| {
        Some(c.block(i).marks.digits as f32 / chars(c.block(i)))
    }),
    ("capitals", |c, i| {
        Some(c.block(i).marks.capitals as f32 / chars(c.block(i)))
    }),
    ("bar", |c, i| flag(c.block(i).marks.bar)),
    ("copyright", |c, i| flag(c.block(i).marks.copyright)),
    ("colon", |c, i| {
        flag(c.signals.texts[i].trim_end().ends_with([':', '：']))
    }),
    ("at", |c, i| flag(c.block(i).marks.at)),
    ("quote", |c, i| flag(c.block(i).marks.quote)),
    ("heading", |c, i| {
        Some(f32::from(c.tag(i).heading_level().unwrap_or(0)))
    }),
    ("p", |c, i| flag(c.tag(i) == Tag::P)),
    ("li", |c, i| flag(c.tag(i) == Tag::Li)),
    ("cell", |c, i| flag(matches!(c.tag(i), Tag::Td | Tag::Th))),
    ("definition", |c, i| {
        flag(matches!(c.tag(i), Tag::Dt | Tag::Dd))
    }),
    ("div", |c, i| {
        flag(matches!(
            c.tag(i),
            Tag::Div | Tag::Section | Tag::Article | Tag::Other
        ))
    }),
    ("caption", |c, i| {
        flag(matches!(c.tag(i), Tag::Figcaption | Tag::Caption))
    }),
    ("pre", |c, i| {
        flag(c.page.style(c.block(i).container).preformatted)
    }),
    ("bold", |c, i| {
        flag(c.page.style(c.block(i).leaves[0]).font_weight >= BOLD)
    }),
    ("repeats", |c, i| Some(c.text.repeats[i])),
    ("similarity", |c, i| Some(c.signals.title.blocks[i])),
    ("gain", |c, i| Some(c.signals.gains[i])),
];

/// Its links.
pub(super) const LINKS: &[(&str, Value)] = columns![
    ("link_density", |c, i| Some(c.block(i).link_density())),
    ("links", |c, i| Some(log(c.block(i).links as f32))),
    ("links_away", |c, i| c.text.addresses[i].share(|a| a.away)),
    ("links_inside", |c, i| {
        c.text.addresses[i].share(|a| a.inside)
    }),
];

/// Announcements in the block's words.
pub(super) const WORDS: &[(&str, Value)] = columns![
    ("says_comments", |c, i| flag(
        c.announces(i, Reason::Comments)
    )),
    ("says_sharing", |c, i| flag(c.announces(i, Reason::Sharing))),
    ("says_related", |c, i| flag(c.announces(i, Reason::Related))),
    ("says_advert", |c, i| flag(c.announces(i, Reason::Advert))),
    ("says_navigation", |c, i| flag(
        c.announces(i, Reason::Navigation)
    )),
    ("says_byline", |c, i| flag(c.announces(i, Reason::Byline))),
    ("says_overlay", |c, i| flag(c.announces(i, Reason::Overlay))),
    ("says_frame", |c, i| flag(c.announces(i, Reason::Frame))),
    ("says_column", |c, i| flag(
        c.announces(i, Reason::OtherColumn)
    )),
    ("says_form", |c, i| flag(c.announces(i, Reason::Form))),
];

/// The weight from which type is bold, as CSS has it (`semi-bold`).
const BOLD: u16 = 600;

fn chars(block: &Block) -> f32 {
    (block.chars as f32).max(1.0)
}

/// Targets of the links of a block.
#[derive(Clone, Copy, Debug, Default)]
struct Addresses {
    all: f32,
    /// To other sites.
    away: f32,
    /// To places on the page.
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

    /// Returns the share of all links that some are; `None` without links.
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
