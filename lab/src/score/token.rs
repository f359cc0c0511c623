//! Words as the scorer counts them.
//!
//! After NFC, removal of soft hyphens and zero-width characters, and lowercasing: runs of letters,
//! numbers, and underscores, with each Han, Kana, or Hangul character as a separate token.
//! Combining marks that remain after NFC separate words, as in Python's `\w`.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// Returns the tokens of a text, in order.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    let lower = text
        .nfc()
        .filter(|&c| !is_dropped(c))
        .collect::<String>()
        .to_lowercase();
    let mut tokens = Vec::new();
    let mut word = String::new();
    for c in lower.chars() {
        let alone = is_cjk(c);
        if !alone && is_word(c) {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            tokens.push(std::mem::take(&mut word));
        }
        if alone {
            tokens.push(c.to_string());
        }
    }
    if !word.is_empty() {
        tokens.push(word);
    }
    tokens
}

/// Returns the number of occurrences of each token.
pub(crate) fn bag(tokens: &[String]) -> BTreeMap<&str, usize> {
    let mut bag = BTreeMap::new();
    for token in tokens {
        *bag.entry(token.as_str()).or_default() += 1;
    }
    bag
}

/// Returns the number of tokens that two bags share.
pub(crate) fn overlap(a: &BTreeMap<&str, usize>, b: &BTreeMap<&str, usize>) -> usize {
    a.iter()
        .filter_map(|(token, count)| b.get(token).map(|other| count.min(other)))
        .sum()
}

/// Returns whether a character is invisible: soft hyphen, zero-width character, direction mark, or
/// byte order mark.
pub(super) fn is_dropped(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'
    )
}

/// Returns whether a character is a token of its own: any code point of these blocks, including
/// symbols and unassigned ones.
pub(crate) fn is_cjk(c: char) -> bool {
    matches!(
        c,
        '\u{3040}'..='\u{30ff}'
            | '\u{31f0}'..='\u{31ff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{ac00}'..='\u{d7af}'
            | '\u{ff66}'..='\u{ff9f}'
            | '\u{20000}'..='\u{3ffff}'
    )
}

/// Returns whether a character is in Python's `\w`: letters and numbers of every kind, and the
/// underscore.
fn is_word(c: char) -> bool {
    c == '_'
        || matches!(
            c.general_category_group(),
            GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(tokens(text), expected, "{text}");
    }

    #[test]
    fn words_are_lower_cased_and_split_at_punctuation() {
        check(
            "The Quick_Brown fox-trot, №5!",
            &["the", "quick_brown", "fox", "trot", "5"],
        );
        check("", &[]);
        check("½ x² Ⅷ", &["½", "x²", "ⅷ"]);
    }

    #[test]
    fn han_kana_and_hangul_characters_are_single_tokens() {
        check(
            "東京tower2024年・カー",
            &["東", "京", "tower2024", "年", "・", "カ", "ー"],
        );
        check("한국", &["한", "국"]);
    }

    #[test]
    fn text_is_composed_before_splitting() {
        check(
            "cafe\u{301} na\u{ad}ive zero\u{200b}width",
            &["café", "naive", "zerowidth"],
        );
        // There's no composed form, so the mark separates, as a vowel sign of Devanagari does.
        check("x\u{301}y हिन", &["x", "y", "ह", "न"]);
    }

    #[test]
    fn lower_casing_handles_final_sigma_and_dotted_i() {
        check("ΟΔΟΣ İx", &["οδος", "i", "x"]);
    }
}
