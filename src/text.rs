//! Characters, tokens and similarity of text, the same for every script.
//!
//! Scripts with spaces between words have one token per word; Han, Kana and Hangul have one token
//! per character, because word boundaries aren't visible there.

mod counts;
mod joined;
mod marks;
mod scan;

use crate::compact::hash::Hash64;
pub use counts::TextCounts;
pub(crate) use joined::Joined;
pub(crate) use marks::Marks;
pub use scan::is_cjk;
use scan::{BEYOND, CLASSES, SPACE, next_token};

/// Returns the number of Unicode scalar values in `text` that are not white space.
pub(crate) fn char_count(text: &str) -> u32 {
    let count = if text.is_ascii() {
        text.bytes()
            .filter(|&b| CLASSES[usize::from(b)] != SPACE)
            .count()
    } else {
        text.chars().filter(|c| !c.is_whitespace()).count()
    };
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Returns whether a text may contain CJK characters, judged by its bytes only: `false` is certain.
pub(crate) fn may_hold_cjk(text: &str) -> bool {
    // Without branches, the compiler vectorizes this.
    text.bytes()
        .fold(false, |found, byte| found | (byte >= 0xe3))
}

/// Returns the tokens of `text` in order: runs of letters, digits and marks, or single CJK
/// characters.
///
/// ```
/// let tokens: Vec<&str> = pith::text::tokens("Don't stop, 世界!").collect();
/// assert_eq!(tokens, ["Don", "t", "stop", "世", "界"]);
/// ```
pub fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut next = 0;
    std::iter::from_fn(move || {
        let (token, ()) = next_token(text, next)?;
        next = token.end;
        Some(&text[token])
    })
}

/// Calls `emit` with each of the [`tokens`] of a text and the hash of its lower case.
pub(crate) fn terms<'t>(text: &'t str, mut emit: impl FnMut(&'t str, u64)) {
    let mut next = 0;
    while let Some((token, hash)) = next_token::<Hash64>(text, next) {
        next = token.end;
        emit(&text[token], hash.value());
    }
}

/// Returns the number of [`tokens`].
///
/// ```
/// assert_eq!(pith::text::token_count("Don't stop, 世界!"), 5);
/// ```
pub fn token_count(text: &str) -> u32 {
    TextCounts::of(text).tokens
}

/// Words per minute in silent reading: the mean over 190 studies of reading non-fiction in English
/// (Brysbaert, J. Mem. Lang. 109, 2019, 10.1016/j.jml.2019.104047).
const WORDS_PER_MINUTE: u32 = 238;

/// Characters per minute in scripts without spaces between words: 1.5 per word, about the ratio in
/// Chinese, at the same words per minute.
const CJK_PER_MINUTE: u32 = 357;

/// The length of a text for readers.
///
/// ```
/// use pith::text::Length;
///
/// let length = Length::of("The harbour 港口");
/// assert_eq!((length.words, length.cjk, length.tokens(), length.minutes()), (2, 2, 4, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Length {
    /// [`tokens`] that are words.
    pub words: u32,
    /// [`tokens`] that are single CJK characters.
    pub cjk: u32,
}

impl Length {
    /// Returns the length of a text.
    pub fn of(text: &str) -> Self {
        let mut length = Self::default();
        for token in tokens(text) {
            match token.starts_with(is_cjk) {
                true => length.cjk += 1,
                false => length.words += 1,
            }
        }
        length
    }

    /// Returns the number of [`tokens`].
    pub fn tokens(self) -> u32 {
        self.words + self.cjk
    }

    /// Returns the reading time in minutes, rounded up; 0 only if there is nothing to read.
    pub fn minutes(self) -> u32 {
        let (per_word, per_cjk) = (u64::from(CJK_PER_MINUTE), u64::from(WORDS_PER_MINUTE));
        let minutes = u64::from(self.words) * per_word + u64::from(self.cjk) * per_cjk;
        u32::try_from(minutes.div_ceil(per_word * per_cjk)).unwrap_or(u32::MAX)
    }
}

/// The tokens of a text in lower case, with their counts.
///
/// Tokens are identified by a 64-bit hash, which sorts many times faster than text.
#[derive(Clone, Debug, Default)]
pub(crate) struct TermVector {
    /// The distinct tokens' hashes in ascending order, with the count of each.
    counts: Vec<(u64, u32)>,
}

impl TermVector {
    /// Returns the term vector of a text.
    pub(crate) fn new(text: &str) -> Self {
        let mut terms = Vec::new();
        self::terms(text, |_, term| terms.push(term));
        terms.sort_unstable();
        let alike = terms.chunk_by(|a, b| a == b);
        Self {
            counts: alike.map(|run| (run[0], count_of(run))).collect(),
        }
    }

    /// Returns the hashes of the distinct tokens, with the count of each.
    pub(crate) fn counts(&self) -> &[(u64, u32)] {
        &self.counts
    }

    /// Returns the count of a token, if it occurs.
    fn count(&self, term: u64) -> Option<u32> {
        let at = self.counts.binary_search_by_key(&term, |&(t, _)| t).ok()?;
        Some(self.counts[at].1)
    }

    /// Returns the cosine of the angle between two term vectors, 0 to 1; 0 if either is empty.
    pub(crate) fn cosine(&self, other: &Self) -> f32 {
        let (small, large) = if self.counts.len() <= other.counts.len() {
            (self, other)
        } else {
            (other, self)
        };
        let dot: f64 = small
            .counts
            .iter()
            .filter_map(|&(term, a)| Some(f64::from(a) * f64::from(large.count(term)?)))
            .sum();
        // Most texts have no words in common with a title.
        if dot == 0.0 {
            return 0.0;
        }
        (dot / (self.squared_norm() * other.squared_norm()).sqrt()) as f32
    }

    /// Returns the [`cosine`](Self::cosine) with the term vector of a text. Most texts have no
    /// token in common with a title, and no vector is built for them.
    pub(crate) fn cosine_with(&self, text: &str) -> f32 {
        self.cosines([text]).1
    }

    /// Returns the [`cosine_with`](Self::cosine_with) each of several texts, and with all of them
    /// together.
    pub(crate) fn cosines<'a>(&self, texts: impl IntoIterator<Item = &'a str>) -> (Vec<f32>, f32) {
        let mut terms = Vec::new();
        let mut each = Vec::new();
        for text in texts {
            let start = terms.len();
            self::terms(text, |_, term| terms.push(term));
            each.push(self.cosine_of(&mut terms[start..]));
        }
        (each, self.cosine_of(&mut terms))
    }

    /// Returns the cosine with terms in any order.
    fn cosine_of(&self, terms: &mut [u64]) -> f32 {
        if terms.iter().all(|&term| self.count(term).is_none()) {
            return 0.0;
        }
        terms.sort_unstable();
        let (mut dot, mut squared_norm) = (0.0, 0.0);
        for run in terms.chunk_by(|a, b| a == b) {
            let count = f64::from(count_of(run));
            dot += count * f64::from(self.count(run[0]).unwrap_or(0));
            squared_norm += count * count;
        }
        (dot / (squared_norm * self.squared_norm()).sqrt()) as f32
    }

    /// Returns the square of the Euclidean norm.
    pub(crate) fn squared_norm(&self) -> f64 {
        self.counts
            .iter()
            .map(|&(_, c)| f64::from(c) * f64::from(c))
            .sum()
    }
}

fn count_of(run: &[u64]) -> u32 {
    u32::try_from(run.len()).unwrap_or(u32::MAX)
}

/// Returns the words between white space, in order. Like `split_whitespace`, but that decodes every
/// character.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut next = 0;
    std::iter::from_fn(move || {
        let start = past(text, next, true);
        next = past(text, start, false);
        (start < next).then(|| &text[start..next])
    })
}

/// Returns the end of the run of white space, or of other characters, that begins at a byte offset.
fn past(text: &str, mut at: usize, space: bool) -> usize {
    while let Some(&byte) = text.as_bytes().get(at) {
        let class = CLASSES[usize::from(byte)];
        if class != BEYOND {
            if (class == SPACE) != space {
                break;
            }
            at += 1;
            continue;
        }
        let (c, width) = scan::char_at(text, at);
        if c.is_whitespace() != space {
            break;
        }
        at += width;
    }
    at
}

/// Returns whether the only ASCII white space of a text is single spaces.
pub(crate) fn has_single_spaces(text: &str) -> bool {
    let bytes = text.as_bytes();
    let next = bytes.get(1..).unwrap_or_default();
    // Without branches, the compiler vectorizes this.
    let is_other = |byte: u8| u8::from(byte.wrapping_sub(b'\t') <= b'\r' - b'\t');
    let is_space = |byte: u8| u8::from(byte == b' ');
    let other = bytes.iter().fold(0, |found, &byte| found | is_other(byte));
    let pairs = bytes.iter().zip(next);
    let double = pairs.fold(0, |found, (&a, &b)| found | is_space(a) & is_space(b));
    other | double == 0
}

/// Returns whether the only white space of a trimmed text is single spaces.
fn is_collapsed(text: &str) -> bool {
    has_single_spaces(text)
        && (text.is_ascii() || !text.contains(|c: char| !c.is_ascii() && c.is_whitespace()))
}

/// Collapses every run of white space in `text` after a byte offset to one space, and trims that
/// part.
pub(crate) fn collapse_from(text: &mut String, start: usize) {
    let raw = &text[start..];
    if raw.trim().len() < raw.len() || !is_collapsed(raw) {
        let collapsed = collapse(raw);
        text.truncate(start);
        text.push_str(&collapsed);
    }
}

/// Returns `text` trimmed and with every run of white space collapsed to one space.
///
/// ```
/// assert_eq!(pith::text::collapse("  The\n ferry "), "The ferry");
/// ```
pub fn collapse(text: &str) -> String {
    let text = text.trim();
    // Most text was already collapsed when it was added to the page.
    if is_collapsed(text) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for word in words(text) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::scan::is_word;
    use super::*;
    use crate::compact::lower_case;

    #[test]
    fn tokens_are_split_in_every_script() {
        let all = |s| tokens(s).collect::<Vec<_>>();
        assert_eq!(all("Don't stop, v2.0!"), ["Don", "t", "stop", "v2", "0"]);
        assert_eq!(all("世界abc 水"), ["世", "界", "abc", "水"]);
        assert_eq!(all("كِتَاب"), ["كِتَاب"]);
        assert_eq!(all(" … "), Vec::<&str>::new());
        assert_eq!(char_count(" a b\n水 "), 3);
    }

    #[test]
    fn byte_check_finds_every_cjk_character() {
        for c in ('\0'..=char::MAX).filter(|&c| is_cjk(c)) {
            assert!(may_hold_cjk(c.encode_utf8(&mut [0; 4])), "{c:?}");
        }
        assert!(!may_hold_cjk("plain, “quoted”, é"));
    }

    #[test]
    fn byte_scanning_agrees_with_char_scanning() {
        let kept = |s: &str| s.split_whitespace().collect::<Vec<_>>().join(" ");
        arbtest::arbtest(|u| {
            const PIECES: [&str; 14] = [
                "a", "Z", "_", "7", " ", "\u{b}", "\n", "\u{1c}", "-", "\u{a0}", "é", "ِ", "水",
                "・",
            ];
            let mut text = String::new();
            for _ in 0..u.int_in_range(0..=12)? {
                text.push_str(u.choose(&PIECES)?);
            }
            assert_eq!(collapse(&text), kept(&text));
            let visible = text.chars().filter(|c| !c.is_whitespace()).count();
            assert_eq!(char_count(&text) as usize, visible);
            let word = |c: char| c == '_' || is_word(c);
            let runs = text.split(|c| !word(c)).flat_map(|run| {
                run.split_inclusive(is_cjk)
                    .flat_map(|part| match part.char_indices().next_back() {
                        Some((at, c)) if is_cjk(c) => [&part[..at], &part[at..]],
                        _ => [part, ""],
                    })
            });
            let expected: Vec<_> = runs.filter(|token| !token.is_empty()).collect();
            assert_eq!(tokens(&text).collect::<Vec<_>>(), expected, "{text:?}");
            let mut found = Vec::new();
            terms(&text, |token, hash| found.push((token, hash)));
            let expected = expected.into_iter().map(|token| {
                let hash = Hash64::of(&lower_case::of(token));
                (token, hash)
            });
            assert_eq!(found, expected.collect::<Vec<_>>());
            Ok(())
        });
    }

    #[test]
    fn minutes_are_rounded_up_and_scripts_add_up() {
        let minutes = |text: &str| Length::of(text).minutes();
        assert_eq!(minutes(" … "), 0);
        assert_eq!(minutes("word"), 1);
        assert_eq!(minutes(&"word ".repeat(238)), 1);
        assert_eq!(minutes(&"word ".repeat(239)), 2);
        assert_eq!(minutes(&"水".repeat(357)), 1);
        let mixed = "word ".repeat(119) + &"水".repeat(179);
        assert_eq!(minutes(&mixed), 2);
    }

    #[test]
    fn cosine_is_one_if_equal_and_zero_if_disjoint() {
        let a = TermVector::new("Rust in the browser");
        assert!((a.cosine(&TermVector::new("the BROWSER in rust")) - 1.0).abs() < 1e-6);
        assert_eq!(a.cosine(&TermVector::new("水")), 0.0);
        assert_eq!(a.cosine(&TermVector::default()), 0.0);
        // Two of four tokens shared with a two-token text: 2 / (2 * sqrt 2).
        let half = a.cosine(&TermVector::new("rust browser"));
        assert!((half - 0.707_106_77).abs() < 1e-6);
    }

    #[test]
    fn texts_are_compared_individually_and_combined() {
        let (each, all) = TermVector::new("rust").cosines(["sea", "Rust", "sea"]);
        assert_eq!(each, [0.0, 1.0, 0.0]);
        // One token of `rust`, two of `sea`: 1 / sqrt 5.
        assert!((all - 0.447_213_6).abs() < 1e-6);
    }
}
