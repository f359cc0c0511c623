//! The confidence that kept blocks are an article.

use std::ops::Range;

use super::blocks::Block;
use super::reason::{Confidence, Reason};

/// Minimum characters of a block, not counting links, that counts as a sentence without
/// punctuation.
const MIN_PARAGRAPH_CHARS: f32 = 150.0;

/// Minimum characters of a block with final punctuation that counts as a sentence.
const MIN_SENTENCE_CHARS: f32 = 40.0;

/// Minimum number of teasers on a list page, and their minimum share of the kept text.
const MIN_TEASERS: usize = 4;
const MIN_TEASER_SHARE: f32 = 0.6;

/// In characters: the minimum length of an article; the length below which a text isn't an article
/// without a sentence, and only a weak one with few; and the length below which it's a weak one
/// with a single sentence.
const MIN_LENGTH: f32 = 140.0;
const SHORT_CHARS: f32 = 500.0;
const ONE_SENTENCE_CHARS: f32 = 1000.0;

/// Minimum sentences of a short article.
const MIN_SENTENCES: u32 = 3;

/// Minimum share of the page's text that is in the article.
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
            // Not every script has punctuation at the end of sentences, so the length of a
            // paragraph is enough.
            let sentence = block.ends_sentence && block.length >= MIN_SENTENCE_CHARS;
            sentences += u32::from(sentence || length >= MIN_PARAGRAPH_CHARS);
            if teases[i] {
                teased += length;
            }
        }
    }
    if teasers.len() >= MIN_TEASERS && teased > MIN_TEASER_SHARE * kept {
        return Confidence::None;
    }
    if kept < MIN_LENGTH || (sentences == 0 && kept < SHORT_CHARS) {
        Confidence::None
    } else if (kept < SHORT_CHARS && sentences < MIN_SENTENCES)
        || (sentences < 2 && kept < ONE_SENTENCE_CHARS)
        || kept < MIN_PAGE_SHARE * all
    {
        Confidence::Weak
    } else {
        Confidence::Strong
    }
}
