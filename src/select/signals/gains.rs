//! Gains: how much each block reads like running text.
//!
//! A gain is about the length of the block in characters if it reads like running text, negative if
//! it looks like a menu, otherwise 0. The numbers were set by hand on the development sets.

use crate::page::{Page, Tag};
use crate::select::blocks::Block;
use crate::select::reason::Reason;

/// Minimum length of running text with sentence punctuation, in characters.
const MIN_SENTENCE_CHARS: f32 = 40.0;

/// Minimum length of any other running text, in characters.
const MIN_PASSAGE_CHARS: f32 = 80.0;

/// Minimum punctuation marks in a block that counts as a sentence.
const MIN_PUNCTUATION: u32 = 2;

/// Maximum gain of a sentence, a passage, and preformatted text, in characters, so that one long
/// block doesn't outweigh a column.
const MAX_SENTENCE: f32 = 1200.0;
const MAX_PASSAGE: f32 = 600.0;
const MAX_PREFORMATTED: f32 = 1000.0;

/// Gain of a character in a passage or in preformatted text, relative to one in a sentence.
const PASSAGE_FACTOR: f32 = 0.5;

/// Minimum share of links in a menu, 0 to 1.
const MIN_MENU_LINKS: f32 = 0.5;

/// Negative gain of a menu: the base, the amount per link, and the maximum.
const MENU_LOSS: f32 = 8.0;
const LINK_LOSS: f32 = 4.0;
const MAX_LOSS: f32 = 60.0;

/// Negative gain of a short block: in a list or table, and elsewhere.
const ITEM_LOSS: f32 = 2.0;
const SHORT_LOSS: f32 = 5.0;

/// Reduction of the gain's factor per share of links, and the minimum factor.
const LINK_FACTOR: f32 = 1.5;
const MIN_FACTOR: f32 = 0.1;

/// Returns the gain of a block by itself.
pub(super) fn gain(page: &Page, block: &Block) -> f32 {
    let tag = page.tag(block.container);
    let density = block.link_density();
    let length = block.length * (1.0 - density);
    if block.chars == 0 {
        return 0.0;
    }
    if tag.heading_level().is_some() || tag == Tag::Figcaption || tag == Tag::Caption {
        return 0.0;
    }
    if page.style(block.container).preformatted {
        return PASSAGE_FACTOR * length.min(MAX_PREFORMATTED);
    }
    if density > MIN_MENU_LINKS {
        return -(MENU_LOSS + LINK_LOSS * block.links as f32).min(MAX_LOSS);
    }
    let sentence = block.ends_sentence || block.punctuation >= MIN_PUNCTUATION;
    if sentence && length >= MIN_SENTENCE_CHARS {
        length.min(MAX_SENTENCE) * (1.0 - LINK_FACTOR * density).max(MIN_FACTOR)
    } else if length >= MIN_PASSAGE_CHARS {
        PASSAGE_FACTOR * length.min(MAX_PASSAGE) * (1.0 - LINK_FACTOR * density).max(MIN_FACTOR)
    } else if tag == Tag::Li || tag == Tag::Td || tag == Tag::Dd || tag == Tag::Dt {
        -ITEM_LOSS
    } else {
        -SHORT_LOSS
    }
}

/// Factor for text with a density below the page's average.
const THIN_FACTOR: f32 = 0.7;

/// Factor for text without visual importance, and the addition for maximum importance (CETD, Sect.
/// 4.2).
const UNSEEN_FACTOR: f32 = 0.3;
const SEEN_ADDITION: f32 = 0.7;

/// Minimum density of the body, so that it isn't 0 on an empty page.
const MIN_DENSITY: f32 = 1e-6;

/// Weighs the gains by scores of the methods for the containers: hybrid text density and visual
/// importance (CETD), and similarity to the title (qRead).
pub(super) fn weigh(
    blocks: &[Block],
    mut gains: Vec<f32>,
    excluded: &[Option<Reason>],
    similarity: impl Fn(usize) -> f32,
    density: &[f32],
    body_density: f32,
    visual: &[f32],
) -> Vec<f32> {
    let body_density = body_density.max(MIN_DENSITY);
    let widest = blocks
        .iter()
        .zip(&gains)
        .filter(|(_, g)| **g > 0.0)
        .map(|(b, _)| visual[b.container.index()])
        .fold(0.0f32, f32::max);
    for (k, (block, gain)) in blocks.iter().zip(&mut gains).enumerate() {
        let i = block.container.index();
        if excluded[i].is_some() {
            // Excluded content can still be evidence against its surroundings.
            *gain = gain.min(0.0);
            continue;
        }
        if *gain <= 0.0 {
            continue;
        }
        if density[k] < body_density {
            *gain *= THIN_FACTOR;
        }
        if widest > 0.0 {
            *gain *= UNSEEN_FACTOR + SEEN_ADDITION * visual[i] / widest;
        }
        *gain *= 1.0 + similarity(k);
    }
    gains
}
