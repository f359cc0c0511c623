//! All counts of a text, in one pass.

use super::Marks;
use super::scan::{BEYOND, CAPITAL, CLASSES, DIGIT, SPACE, WORD, char_at, is_cjk, is_word};

/// Counts over a text.
///
/// ```
/// use pith::text::TextCounts;
///
/// let counts = TextCounts::of("He said: “No, never!”");
/// assert_eq!((counts.words, counts.punctuation, counts.ends_sentence), (4, 2, Some(true)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextCounts {
    /// Characters that are not white space, as Unicode scalar values.
    pub chars: u32,
    /// CJK characters ([`is_cjk`]) among them.
    pub cjk: u32,
    /// Runs of characters between white space.
    pub words: u32,
    /// Tokens ([`tokens`](super::tokens)).
    pub tokens: u32,
    /// Marks that end or divide sentences.
    pub punctuation: u32,
    /// True if the last character ends a sentence, ignoring closing punctuation; `None` if the text
    /// is blank.
    pub ends_sentence: Option<bool>,
    /// The characters that classify the text.
    pub(crate) marks: Marks,
    /// True if its white space is more than single spaces.
    pub(crate) is_uneven: bool,
}

impl TextCounts {
    /// Counts a text.
    pub fn of(text: &str) -> Self {
        let mut counts = Self::default();
        // True if the preceding character belongs to an unfinished word or token.
        let (mut in_word, mut in_token) = (false, false);
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let class = CLASSES[usize::from(byte)];
            if class & WORD != 0 {
                let start = at;
                at += 1;
                while bytes
                    .get(at)
                    .is_some_and(|&b| CLASSES[usize::from(b)] == WORD)
                {
                    at += 1;
                }
                if class != WORD {
                    counts.marks.capitals += u32::from(class & CAPITAL != 0);
                    counts.marks.digits += u32::from(class & DIGIT != 0);
                }
                counts.chars += (at - start) as u32;
                counts.words += u32::from(!in_word);
                counts.tokens += u32::from(!in_token);
                counts.ends_sentence = Some(false);
                (in_word, in_token) = (true, true);
                continue;
            }
            let (c, width) = match class {
                BEYOND => char_at(text, at),
                _ => (char::from(byte), 1),
            };
            at += width;
            if class == SPACE || class == BEYOND && c.is_whitespace() {
                counts.is_uneven |= c != ' ' || !in_word && at > 1;
                (in_word, in_token) = (false, false);
                continue;
            }
            if class != 0 {
                counts.marks.note(c);
            }
            counts.chars += 1;
            counts.words += u32::from(!in_word);
            in_word = true;
            let alone = is_cjk(c);
            let letter = class == BEYOND && is_word(c);
            counts.cjk += u32::from(alone);
            counts.tokens += u32::from(letter && (alone || !in_token));
            in_token = letter && !alone;
            let ends = ends_sentence(c);
            counts.punctuation += u32::from(ends || divides_sentence(c));
            if !closes_sentence(c) {
                counts.ends_sentence = Some(ends);
            }
        }
        counts
    }

    /// Returns the number of characters of the trimmed text with every run of white space collapsed
    /// to one.
    pub fn collapsed(&self) -> u32 {
        (self.chars + self.words).saturating_sub(1)
    }
}

/// Returns whether a punctuation mark ends a sentence, in any script that has such marks.
fn ends_sentence(c: char) -> bool {
    matches!(
        c,
        '.' | '!' | '?' | '…' | '。' | '！' | '？' | '؟' | '।' | '۔' | '։' | '።'
    )
}

/// Returns whether a mark divides a sentence.
fn divides_sentence(c: char) -> bool {
    matches!(c, ',' | ';' | '、' | '，' | '；' | '،' | '؛')
}

/// Returns whether a punctuation mark can follow the end of a sentence.
fn closes_sentence(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | ')' | ']' | '»' | '«' | '”' | '“' | '’' | '」' | '』' | '）' | ':' | '：'
    )
}

#[cfg(test)]
mod tests {
    use super::super::{char_count, tokens};
    use super::*;

    #[test]
    fn punctuation_is_counted_and_sentence_ends_detected() {
        let counts = TextCounts::of(" He said: “No, never!” ");
        assert_eq!(counts.punctuation, 2);
        assert_eq!(counts.ends_sentence, Some(true));
        assert_eq!([counts.words, counts.tokens], [4, 4]);
        assert_eq!(counts.collapsed(), 21);
        assert_eq!(TextCounts::of("到了。").cjk, 2);
        assert_eq!(TextCounts::of("A line").ends_sentence, Some(false));
        assert_eq!(TextCounts::of(" ”) ").ends_sentence, None);
        assert_eq!(TextCounts::of(" "), TextCounts::default());
    }

    #[test]
    fn single_pass_agrees_with_separate_counts() {
        arbtest::arbtest(|u| {
            const PIECES: [&str; 15] = [
                "a", "Z", "_", "7", " ", "\u{b}", "\n", "\u{1c}", "/", ".", "\u{a0}", "É", "ِ",
                "水", "・",
            ];
            let mut text = String::new();
            for _ in 0..u.int_in_range(0..=12)? {
                text.push_str(u.choose(&PIECES)?);
            }
            let counts = TextCounts::of(&text);
            assert_eq!(counts.chars, char_count(&text));
            assert_eq!(counts.tokens as usize, tokens(&text).count(), "{text:?}");
            assert_eq!(counts.words as usize, text.split_whitespace().count());
            assert_eq!(
                counts.cjk as usize,
                text.chars().filter(|&c| is_cjk(c)).count()
            );
            let collapsed = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(counts.collapsed() as usize, collapsed.chars().count());
            let is_even = text.trim_matches(' ') == collapsed && text.len() <= collapsed.len() + 2;
            assert!(counts.is_uneven || is_even, "{text:?}");
            let mut marks = Marks::default();
            text.chars().for_each(|c| marks.note(c));
            assert_eq!(counts.marks, marks);
            Ok(())
        });
    }
}
