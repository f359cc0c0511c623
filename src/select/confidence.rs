//! The confidence that what is kept is an article.

use std::ops::Range;

use super::blocks::Block;
use super::reason::{Confidence, Reason};

/// The length of a block, links not counted, that holds a sentence whether or not it says where it
/// ends, in characters.
const PARAGRAPH: f32 = 150.0;

/// The length from which a block that ends a sentence holds one, in characters.
const SENTENCE: f32 = 40.0;

/// Teasers from which a page is a list of them, and the share of what is kept that they say.
const FRONT: usize = 4;
const TEASED: f32 = 0.6;

/// Least length of an article, and most of a short one without a sentence or with few, and with
/// one, in characters.
const LEAST_LENGTH: f32 = 140.0;
const SHORT: f32 = 500.0;
const ONE_SENTENCE: f32 = 1000.0;

/// Sentences from which a short text is an article.
const SENTENCES: u32 = 3;

/// The least share of the page's text that an article is.
const SHARE: f32 = 0.1;

/// Returns how sure it is that the blocks without a reason are an article. Teasers are none,
/// however much they say.
pub(crate) fn confidence(
    teasers: &[Range<usize>],
    blocks: &[Block],
    outcomes: &[Option<Reason>],
) -> Confidence {
    let mut teases = vec![false; blocks.len()];
    for teaser in teasers {
        teases[teaser.clone()].fill(true);
    }
    let mut teased = 0.0;
    let mut kept = 0.0;
    let mut sentences = 0;
    let mut all = 0.0;
    for (i, (block, outcome)) in blocks.iter().zip(outcomes).enumerate() {
        let length = block.length * (1.0 - block.link_density());
        all += length;
        if outcome.is_none() {
            kept += length;
            // Not every script marks the end of a sentence; a paragraph's length says as much.
            let sentence = block.ends_sentence && block.length >= SENTENCE;
            sentences += u32::from(sentence || length >= PARAGRAPH);
            if teases[i] {
                teased += length;
            }
        }
    }
    if teasers.len() >= FRONT && teased > TEASED * kept {
        return Confidence::None;
    }
    if kept < LEAST_LENGTH || (sentences == 0 && kept < SHORT) {
        Confidence::None
    } else if (kept < SHORT && sentences < SENTENCES)
        || (sentences < 2 && kept < ONE_SENTENCE)
        || kept < SHARE * all
    {
        Confidence::Weak
    } else {
        Confidence::Strong
    }
}
