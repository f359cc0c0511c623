//! Characters, tokens and similarity of text, the same for every script.
//!
//! Scripts that put spaces between words give one token per word; Han, Kana and Hangul give
//! one token per character, because words there have no visible border.

use std::collections::BTreeMap;

/// Characters of `text` that are not white space, as Unicode scalar values.
pub fn char_count(text: &str) -> u32 {
    let count = text.chars().filter(|c| !c.is_whitespace()).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Whether a character belongs to a script that writes words without spaces between them and
/// is therefore a token of its own: Han, Hiragana, Katakana, Hangul syllables.
pub fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ac00}'..='\u{d7af}'
        | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
}

/// The tokens of `text` in order: runs of letters, digits and marks, or single CJK characters.
pub fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = rest.find(|c: char| is_word(c))?;
        rest = &rest[start..];
        let first = rest.chars().next()?;
        let end = if is_cjk(first) {
            first.len_utf8()
        } else {
            rest.find(|c: char| !is_word(c) || is_cjk(c))
                .unwrap_or(rest.len())
        };
        let (token, after) = rest.split_at(end);
        rest = after;
        Some(token)
    })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || is_mark(c)
}

/// Combining marks that are part of a word: the ranges that scripts in use on the web need.
fn is_mark(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5c7}'
        | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}'
        | '\u{900}'..='\u{903}' | '\u{93a}'..='\u{94f}' | '\u{981}'..='\u{983}'
        | '\u{9bc}'..='\u{9cd}' | '\u{a3c}'..='\u{a4d}' | '\u{abc}'..='\u{acd}'
        | '\u{b3c}'..='\u{b4d}' | '\u{bbe}'..='\u{bcd}' | '\u{c3e}'..='\u{c4d}'
        | '\u{cbc}'..='\u{ccd}' | '\u{d3e}'..='\u{d4d}' | '\u{e31}' | '\u{e34}'..='\u{e3a}'
        | '\u{e47}'..='\u{e4e}' | '\u{102b}'..='\u{103e}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Number of [`tokens`].
pub fn token_count(text: &str) -> u32 {
    u32::try_from(tokens(text).count()).unwrap_or(u32::MAX)
}

/// Words a person reads in a minute, silently: the mean over 190 studies of reading
/// non-fiction in English (Brysbaert, J. Mem. Lang. 109, 2019, 10.1016/j.jml.2019.104047).
const WORDS_PER_MINUTE: u32 = 238;

/// Characters of scripts without spaces between words that a person reads in a minute: 1.5 to a
/// word, which is about what Chinese has, at the same rate of words.
const CJK_PER_MINUTE: u32 = 357;

/// Minutes it takes to read `text`, rounded up; 0 only where there is nothing to read.
pub fn reading_minutes(text: &str) -> u32 {
    let (mut words, mut cjk) = (0u64, 0u64);
    for token in tokens(text) {
        match token.starts_with(is_cjk) {
            true => cjk += 1,
            false => words += 1,
        }
    }
    let (per_word, per_cjk) = (u64::from(CJK_PER_MINUTE), u64::from(WORDS_PER_MINUTE));
    let minutes = (words * per_word + cjk * per_cjk).div_ceil(per_word * per_cjk);
    u32::try_from(minutes).unwrap_or(u32::MAX)
}

/// How often each token occurs, case folded to lower case.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TermVector {
    counts: BTreeMap<String, u32>,
}

impl TermVector {
    /// The term vector of a text.
    pub fn new(text: &str) -> Self {
        let mut counts = BTreeMap::new();
        for token in tokens(text) {
            *counts.entry(token.to_lowercase()).or_insert(0) += 1;
        }
        Self { counts }
    }

    /// Cosine of the angle between two term vectors, 0 to 1; 0 where either is empty.
    pub fn cosine(&self, other: &Self) -> f32 {
        let (small, large) = if self.counts.len() <= other.counts.len() {
            (self, other)
        } else {
            (other, self)
        };
        let dot: f64 = small
            .counts
            .iter()
            .filter_map(|(token, &a)| {
                let &b = large.counts.get(token)?;
                Some(f64::from(a) * f64::from(b))
            })
            .sum();
        let norms = self.squared_norm() * other.squared_norm();
        if norms == 0.0 {
            0.0
        } else {
            (dot / norms.sqrt()) as f32
        }
    }

    /// Whether the text had no token.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    fn squared_norm(&self) -> f64 {
        self.counts
            .values()
            .map(|&c| f64::from(c) * f64::from(c))
            .sum()
    }
}

/// `text` with every run of white space as one space, trimmed.
pub fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_of_every_script() {
        let all = |s| tokens(s).collect::<Vec<_>>();
        assert_eq!(all("Don't stop, v2.0!"), ["Don", "t", "stop", "v2", "0"]);
        assert_eq!(all("世界abc 水"), ["世", "界", "abc", "水"]);
        assert_eq!(all("كِتَاب"), ["كِتَاب"]);
        assert_eq!(all(" … "), Vec::<&str>::new());
        assert_eq!(char_count(" a b\n水 "), 3);
    }

    #[test]
    fn minutes_are_rounded_up_and_scripts_add_up() {
        assert_eq!(reading_minutes(" … "), 0);
        assert_eq!(reading_minutes("word"), 1);
        assert_eq!(reading_minutes(&"word ".repeat(238)), 1);
        assert_eq!(reading_minutes(&"word ".repeat(239)), 2);
        assert_eq!(reading_minutes(&"水".repeat(357)), 1);
        let mixed = "word ".repeat(119) + &"水".repeat(179);
        assert_eq!(reading_minutes(&mixed), 2);
    }

    #[test]
    fn cosine_is_one_for_the_same_and_zero_for_nothing_shared() {
        let a = TermVector::new("Rust in the browser");
        assert!((a.cosine(&TermVector::new("the BROWSER in rust")) - 1.0).abs() < 1e-6);
        assert_eq!(a.cosine(&TermVector::new("水")), 0.0);
        assert_eq!(a.cosine(&TermVector::default()), 0.0);
        // Two of four tokens shared with a two-token text: 2 / (2 * sqrt 2).
        let half = a.cosine(&TermVector::new("rust browser"));
        assert!((half - 0.707_106_77).abs() < 1e-6);
    }
}
