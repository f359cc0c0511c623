//! The confidence that kept blocks are an article.

use std::ops::Range;

use super::blocks::Block;
use super::reason::{Confidence, Reason};

/// Minimum characters of a block, without links, that counts as a sentence without an end mark.
const PARAGRAPH: f32 = 150.0;

/// Minimum characters of a block with an end mark that counts as a sentence.
const SENTENCE: f32 = 40.0;

/// Minimum teasers of a page that is a list of them, and their share of the kept text.
const FRONT: usize = 4;
const TEASED: f32 = 0.6;

/// Minimum length of an article; maximum length of a text without a sentence, or with few, that is
/// too short; and the same with one sentence. In characters.
const MIN_LENGTH: f32 = 140.0;
const SHORT: f32 = 500.0;
const ONE_SENTENCE: f32 = 1000.0;

/// Minimum sentences of a short text that is an article.
const SENTENCES: u32 = 3;

/// Minimum share of the page's text in an article.
const MIN_PAGE_SHARE: f32 = 0.1;

/// Returns the confidence that the blocks without a reason are an article. Teasers aren't one,
/// regardless of their length.
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
            // Not every script marks the end of a sentence; a paragraph's length is equivalent.
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
    if kept < MIN_LENGTH || (sentences == 0 && kept < SHORT) {
        Confidence::None
    } else if (kept < SHORT && sentences < SENTENCES)
        || (sentences < 2 && kept < ONE_SENTENCE)
        || kept < MIN_PAGE_SHARE * all
    {
        Confidence::Weak
    } else {
        Confidence::Strong
    }
}
