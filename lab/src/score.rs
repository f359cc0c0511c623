//! Scores an output against the truth, with the definitions of the common scorer.
//!
//! | part | compares |
//! | --- | --- |
//! | [`text`] | words by longest common subsequence (Song, Sun, Liao 2013, Eqs. 6, 7, 9), and as a bag |
//! | [`metadata`] | title, author, calendar day |
//! | [`snippet`] | sentences that must and must not be in the result |
//! | [`structure`] | headings, code blocks, formulas, notes, and the like, as bags |
//!
//! The definitions, except for structure, are those of a scorer written in Python, which measured
//! the other extractors; `tests` contains values from it.

pub(crate) mod metadata;
pub(crate) mod snippet;
pub(crate) mod structure;
pub(crate) mod summary;
#[cfg(test)]
mod tests;
pub(crate) mod text;
#[cfg(test)]
pub(crate) mod textbook;
pub(crate) mod token;

/// Returns the harmonic mean; 0 if both are.
pub(crate) fn f1(precision: f64, recall: f64) -> f64 {
    if precision + recall > 0.0 {
        2.0 * precision * recall / (precision + recall)
    } else {
        0.0
    }
}

/// Returns whether a character is white space to Python's `\s`: Unicode's and the four separators
/// of ASCII.
fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// Returns a text with one space for each run of white space, and none at the ends.
pub(crate) fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}
