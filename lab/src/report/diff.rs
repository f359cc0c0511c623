//! Shows the words of the truth that an output lost and the words that it keeps wrongly.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use crate::score::text::numbered;
use crate::score::token::{is_cjk, tokens};
use crate::tabular::escape;

/// Time limit of the comparison; the rest then counts as different.
const TIMEOUT: Duration = Duration::from_secs(2);
/// Words shown at each end of a run that both texts have.
const EDGE_WORDS: usize = 8;
/// Maximum words of a lost or wrong run that is shown whole.
const MAX_WHOLE_WORDS: usize = 120;
/// Maximum words shown of one page.
const MAX_WORDS: usize = 2_500;

/// Renders the words of a truth and an output as HTML: lost ones in `del`, wrongly kept ones in
/// `ins`. The middle of equal runs is omitted.
pub(crate) fn html(truth: &str, output: &str) -> String {
    let (a, b) = (tokens(truth), tokens(output));
    let mut numbers = BTreeMap::new();
    let (x, y) = (numbered(&a, &mut numbers), numbered(&b, &mut numbers));
    let deadline = Instant::now() + TIMEOUT;
    let operations = capture_diff_slices_deadline(Algorithm::Myers, &x, &y, Some(deadline));
    let mut out = String::new();
    let mut shown = 0;
    for operation in operations {
        if shown > MAX_WORDS {
            out.push_str("<i>… and more</i>");
            break;
        }
        let (old, new) = (&a[operation.old_range()], &b[operation.new_range()]);
        if let DiffOp::Equal { .. } = operation {
            out.push_str(&excerpt(old, 2 * EDGE_WORDS));
            shown += old.len().min(2 * EDGE_WORDS);
        } else {
            for (tag, words) in [("del", old), ("ins", new)] {
                if !words.is_empty() {
                    out.push_str(&format!(
                        "<{tag}>{}</{tag}> ",
                        excerpt(words, MAX_WHOLE_WORDS).trim_end()
                    ));
                    shown += words.len().min(MAX_WHOLE_WORDS);
                }
            }
        }
    }
    out
}

/// Returns words as HTML; if there are more than `whole`, only the first and last `whole / 2`.
fn excerpt(words: &[String], whole: usize) -> String {
    if words.len() <= whole {
        return joined(words);
    }
    let edge = whole / 2;
    format!(
        "{}<i>… {} words …</i> {}",
        joined(&words[..edge]),
        words.len() - 2 * edge,
        joined(&words[words.len() - edge..])
    )
}

/// Joins words with spaces, but without one between two characters of scripts without spaces.
fn joined(words: &[String]) -> String {
    let mut out = String::new();
    for (index, word) in words.iter().enumerate() {
        out.push_str(&escape(word));
        let alone = |word: &String| word.chars().any(is_cjk);
        if !(alone(word) && words.get(index + 1).is_some_and(alone)) {
            out.push(' ');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_and_wrong_words_are_marked() {
        assert_eq!(
            html("Snow fell on the pass.", "Home. Snow fell on <b> pass"),
            "<ins>home</ins> snow fell on <del>the</del> <ins>b</ins> pass "
        );
    }

    #[test]
    fn middle_of_a_long_match_is_omitted() {
        let words: Vec<String> = (0..100).map(|n| format!("w{n}")).collect();
        let text = words.join(" ");
        let shown = html(&text, &text);
        assert!(shown.contains("w7 <i>… 84 words …</i> w92"), "{shown}");
    }

    #[test]
    fn no_spaces_are_added_between_cjk_characters() {
        assert_eq!(
            html("东京塔 tower", "东京 tower"),
            "东京 <del>塔</del> tower "
        );
    }
}
