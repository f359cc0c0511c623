//! Gains: how much each block reads like running text.
//!
//! A gain is about the block's length in characters if it reads like running text, negative if it
//! looks like a menu and 0 if it is neither. The numbers were set by hand on the development sets.

use crate::page::{Page, Tag};
use crate::select::blocks::Block;
use crate::select::reason::Reason;

/// Minimum length of running text that ends or divides a sentence, in characters.
const SENTENCE: f32 = 40.0;

/// Minimum length of any other running text, in characters.
const PASSAGE: f32 = 80.0;

/// Minimum punctuation marks of a block with a sentence.
const MARKS: u32 = 2;

/// The most that a sentence, a passage and preformatted text gain, in characters, so that one
/// long block does not outweigh a column.
const MAX_SENTENCE: f32 = 1200.0;
const MAX_PASSAGE: f32 = 600.0;
const MAX_PREFORMATTED: f32 = 1000.0;

/// Value of a character in a passage or in preformatted text, relative to one in a sentence.
const HALF: f32 = 0.5;

/// Minimum share of links in a menu, 0 to 1.
const MENU: f32 = 0.5;

/// Loss of a menu: the base, the loss per link, and the maximum.
const MENU_LOSS: f32 = 8.0;
const LINK_LOSS: f32 = 4.0;
const MAX_LOSS: f32 = 60.0;

/// Loss of a short block: in a list or table, and elsewhere.
const ITEM_LOSS: f32 = 2.0;
const SHORT_LOSS: f32 = 5.0;

/// Factor that a gain loses per share of links, and the minimum factor.
const PER_LINKS: f32 = 1.5;
const LEFT: f32 = 0.1;

/// Returns how much a block itself reads like running text.
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
        return HALF * length.min(MAX_PREFORMATTED);
    }
    if density > MENU {
        return -(MENU_LOSS + LINK_LOSS * block.links as f32).min(MAX_LOSS);
    }
    let sentence = block.ends_sentence || block.punctuation >= MARKS;
    if sentence && length >= SENTENCE {
        length.min(MAX_SENTENCE) * (1.0 - PER_LINKS * density).max(LEFT)
    } else if length >= PASSAGE {
        HALF * length.min(MAX_PASSAGE) * (1.0 - PER_LINKS * density).max(LEFT)
    } else if tag == Tag::Li || tag == Tag::Td || tag == Tag::Dd || tag == Tag::Dt {
        -ITEM_LOSS
    } else {
        -SHORT_LOSS
    }
}

/// Factor for text that is thinner than the page's average.
const THIN: f32 = 0.7;

/// Factor for text without visual importance, and the addition for full importance (CETD, Sect.
/// 4.2).
const UNSEEN: f32 = 0.3;
const SEEN: f32 = 0.7;

/// Minimum density of the body, so that an empty page has one.
const MIN_DENSITY: f32 = 1e-6;

/// Weighs the gains by the methods' scores of the containers: hybrid text density and visual
/// importance (CETD) and the similarity with the title (qRead).
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
            // Excluded content still shows that its surroundings aren't the article.
            *gain = gain.min(0.0);
            continue;
        }
        if *gain <= 0.0 {
            continue;
        }
        if density[k] < body_density {
            *gain *= THIN;
        }
        if widest > 0.0 {
            *gain *= UNSEEN + SEEN * visual[i] / widest;
        }
        *gain *= 1.0 + similarity(k);
    }
    gains
}
