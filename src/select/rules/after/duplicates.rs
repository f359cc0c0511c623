//! Removes pull quotes: sentences that are also in a longer block nearby, word for word.

use std::collections::VecDeque;

use crate::compact::lower_case;
use crate::page::{Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::ANCESTORS;
use crate::select::signals::Signals;

pub(in crate::select) const ID: RuleId = RuleId::new("duplicates");

/// Maximum distance in blocks between a sentence and its copy. With more, a refrain is removed;
/// with less, a copy far from its place is kept.
const MAX_DISTANCE: usize = 6;

/// Minimum tokens and maximum characters of these sentences. With fewer tokens, headings that the
/// text repeats are removed; with more characters, whole paragraphs are compared.
const MIN_TOKENS: u32 = 5;
const MAX_SENTENCE_CHARS: f32 = 200.0;

/// Minimum length of these sentences, and minimum excess length of the other block, in bytes
/// without punctuation. With less, phrases that any paragraph may contain are removed.
const MIN_BYTES: usize = 25;
const MIN_EXCESS_BYTES: usize = 25;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let repeated = repeated(page, signals, decisions);
    let mut counts = vec![0; signals.len()];
    for &(_, other) in &repeated {
        counts[other] += 1;
    }
    for (i, other) in repeated {
        // A block that contains several others word for word is itself the copy.
        if counts[other] == 1 {
            decisions.set(i, Some(Reason::Duplicate), ID);
        }
    }
}

/// Returns the short blocks that another block contains, each with the first such block.
fn repeated(page: &Page, signals: &Signals, decisions: &Decisions) -> Vec<(usize, usize)> {
    let len = signals.len();
    let plain = |i: usize| decisions.keeps(i) && is_plain(page, signals, i);
    let short = |i: usize| {
        let block = &signals.blocks[i];
        block.tokens >= MIN_TOKENS && block.length <= MAX_SENTENCE_CHARS
    };
    let near = |i: usize| i.saturating_sub(MAX_DISTANCE)..(i + MAX_DISTANCE + 1).min(len);
    // Most texts are far from any text that could contain them.
    let mut compared = vec![false; len];
    for i in (0..len).filter(|&i| short(i) && plain(i)) {
        compared[near(i)].fill(true);
    }
    let mut words_of =
        (0..len).map(|i| (compared[i] && plain(i)).then(|| words(&signals.texts[i])));
    // The words of the blocks near the current one, from `start` on.
    let mut texts: VecDeque<Option<String>> = VecDeque::new();
    let mut start = 0;
    let mut found = Vec::new();
    for i in 0..len {
        texts.drain(..near(i).start - start);
        start = near(i).start;
        texts.extend(words_of.by_ref().take(near(i).end - start - texts.len()));
        let own = texts[i - start].as_deref();
        let Some(own) = own.filter(|own| short(i) && own.len() >= MIN_BYTES) else {
            continue;
        };
        let holds =
            |other: &str| other.len() >= own.len() + MIN_EXCESS_BYTES && other.contains(own);
        let again = near(i).find(|&j| texts[j - start].as_deref().is_some_and(holds));
        found.extend(again.map(|j| (i, j)));
    }
    found
}

/// Returns whether a block is a paragraph instead of a heading, list item, cell, caption, or
/// preformatted text.
fn is_plain(page: &Page, signals: &Signals, i: usize) -> bool {
    let container = signals.blocks[i].container;
    let mut around = page.inclusive_ancestors(container).take(ANCESTORS);
    !page.style(container).preformatted
        && page.tag(container).heading_level().is_none()
        && !around.any(|a| {
            matches!(
                page.tag(a),
                Tag::Li | Tag::Table | Tag::Dl | Tag::Figcaption | Tag::Pre
            )
        })
}

/// Returns a text without the punctuation that a quotation may omit.
fn words(text: &str) -> String {
    let mut words = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            words.push(c.to_ascii_lowercase());
        } else if c.is_alphanumeric() {
            words.extend(lower_case::each(c));
        } else if !words.ends_with(' ') {
            words.push(' ');
        }
    }
    words.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    #[test]
    fn a_sentence_shown_twice_is_kept_once() {
        let quote = "<div>“who has waited for it since March”</div>";
        assert_eq!(
            kept_texts(decide, &format!("{quote}{LONG}<ul><li>{quote}</ul>"), &[]),
            ["The ferry sa", "The ferry sa", "“who has wai"]
        );
    }

    #[test]
    fn blocks_are_kept_if_one_block_repeats_several_of_them() {
        let [one, two] = [
            "The mill turns on Thursdays alone",
            "the weir was mended in the spring",
        ];
        let both = format!("<p>{one}, and {two}, as is told in every house along the river.</p>");
        let page = format!("<div>{one}</div><div>{two}</div>{both}{LONG}");
        assert_eq!(kept_texts(decide, &page, &[]).len(), 5);
        let page = format!("<div>{one}</div>{both}{LONG}");
        assert_eq!(kept_texts(decide, &page, &[]).len(), 3);
    }

    #[test]
    fn a_distant_copy_is_kept() {
        let quote = "The mill turns on Thursdays alone";
        let paragraph = format!("<p>{quote}, as is told in every house along the river.</p>");
        let left = |between: usize| {
            let page = format!("<div>{quote}</div>{}{paragraph}", LONG.repeat(between));
            kept_texts(decide, &page, &[]).len() - between
        };
        assert_eq!((left(5), left(6)), (2, 3));
    }
}
