//! The tokenizer: classes of bytes, and ranges of tokens.

use std::ops::Range;

use crate::compact::hash::Hash64;
use crate::compact::lower_case;

/// Classes of the bytes of characters, as bits; 0 for other ASCII characters. Most text is ASCII,
/// and looking up a byte is many times faster than decoding it and consulting Unicode's tables.
pub(super) const CLASSES: [u8; 256] = {
    let mut classes = [BEYOND; 256];
    let mut byte = 0;
    while byte < 128 {
        let c = byte as u8;
        classes[byte] = match c {
            b'A'..=b'Z' => WORD | CAPITAL,
            b'0'..=b'9' => WORD | DIGIT,
            b'a'..=b'z' | b'_' => WORD,
            // Vertical tab is white space in Unicode, but not in HTML.
            b' ' | b'\t'..=b'\r' => SPACE,
            b'|' | b'/' | b'@' | b'"' | b'$' => MARK,
            _ => 0,
        };
        byte += 1;
    }
    classes
};
/// Part of a token.
pub(super) const WORD: u8 = 1;
pub(super) const SPACE: u8 = 1 << 1;
/// Part of a character beyond ASCII.
pub(super) const BEYOND: u8 = 1 << 2;
pub(super) const DIGIT: u8 = 1 << 3;
/// A character that [`Marks`](super::Marks) counts.
pub(super) const MARK: u8 = 1 << 4;
/// An upper-case letter: the bit that converts it to lower case.
pub(super) const CAPITAL: u8 = b'a' - b'A';

/// Returns the character at a byte offset before the end, and its length in bytes.
pub(super) fn char_at(text: &str, at: usize) -> (char, usize) {
    let c = text[at..].chars().next().unwrap_or_default();
    (c, c.len_utf8())
}

/// Returns whether a character belongs to a script without spaces between words and is therefore a
/// separate token: Han, Hiragana, Katakana, Hangul syllables.
///
/// ```
/// assert!(pith::text::is_cjk('水') && !pith::text::is_cjk('é'));
/// ```
pub fn is_cjk(c: char) -> bool {
    matches!(c,
        '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ac00}'..='\u{d7af}'
        | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
}

/// Returns whether a non-ASCII character is part of a token.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || is_mark(c)
}

/// Returns whether a character is a combining mark that is part of a word, for the scripts in use
/// on the web.
#[inline(never)]
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

/// Value computed for a token while it is read.
pub(super) trait Reading: Copy {
    const INITIAL: Self;

    /// Adds an ASCII byte in lower case.
    #[must_use]
    fn add(self, lower: u8) -> Self;

    /// Returns the value of a token with non-ASCII characters.
    fn of(token: &str) -> Self;
}

/// No value: the range is enough.
impl Reading for () {
    const INITIAL: Self = ();

    fn add(self, _: u8) -> Self {}

    fn of(_: &str) -> Self {}
}

/// The hash of the token in lower case.
impl Reading for Hash64 {
    const INITIAL: Self = Self::EMPTY;

    fn add(self, lower: u8) -> Self {
        self.byte(lower)
    }

    fn of(token: &str) -> Self {
        Self::EMPTY.bytes(lower_case::of(token).as_bytes())
    }
}

/// Returns the range and the value of the first token at or after a byte offset.
pub(super) fn next_token<R: Reading>(text: &str, from: usize) -> Option<(Range<usize>, R)> {
    let bytes = text.as_bytes();
    let mut start = from;
    loop {
        let class = CLASSES[usize::from(*bytes.get(start)?)];
        if class & WORD != 0 {
            break;
        }
        if class != BEYOND {
            start += 1;
            continue;
        }
        let (c, width) = char_at(text, start);
        if !is_word(c) {
            start += width;
        } else if is_cjk(c) {
            let token = start..start + width;
            let reading = R::of(&text[token.clone()]);
            return Some((token, reading));
        } else {
            break;
        }
    }
    let mut end = start;
    let mut reading = R::INITIAL;
    for &byte in &bytes[start..] {
        let class = CLASSES[usize::from(byte)];
        if class & WORD == 0 {
            break;
        }
        reading = reading.add(byte | class & CAPITAL);
        end += 1;
    }
    if bytes.get(end).is_some_and(|byte| !byte.is_ascii()) {
        let ascii = end;
        end = end_beyond(text, end);
        if end > ascii {
            reading = R::of(&text[start..end]);
        }
    }
    debug_assert!(start < end, "a token has a character");
    Some((start..end, reading))
}

/// Returns the end of a token that may continue with non-ASCII characters.
#[inline(never)]
fn end_beyond(text: &str, mut end: usize) -> usize {
    while let Some(&byte) = text.as_bytes().get(end) {
        let class = CLASSES[usize::from(byte)];
        if class == BEYOND {
            let (c, width) = char_at(text, end);
            if !is_word(c) || is_cjk(c) {
                break;
            }
            end += width;
        } else if class & WORD != 0 {
            end += 1;
        } else {
            break;
        }
    }
    end
}
