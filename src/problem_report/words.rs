//! Replaces words and numbers by others of the same shape.
//!
//! A random replacement is chosen when a word first occurs, depending only on the classes of its
//! characters and with the same seed for every page. So the original can't be computed from it.
//! Equality, length and case of words are preserved.

use crate::compact::hash::Hash64;
use crate::compact::interner::Interned;
use crate::compact::lower_case;
use crate::steps::Progress;
use crate::text::is_cjk;
use crate::vocabulary::listed_len;

/// The maximum number that may be a month, or an hour with "am" or "pm": it's kept.
const MONTHS: u32 = 12;

/// Ranges of numbers that replace each other, so that days, hours, minutes and years stay valid:
/// minimum and maximum number of digits, the first and the last number, and the greatest
/// replacement. Days after the 28th become at most the 28th, which every month has.
const CLASSES: [(usize, usize, u32, u32, u32); 6] = [
    (1, 2, 13, 23, 23),
    (1, 2, 24, 31, 28),
    (1, 2, 32, 59, 59),
    (1, 2, 60, 99, 99),
    (4, 4, 1990, 2099, 2024),
    (4, 4, 1900, 1989, 1989),
];

/// Zero digits of the decimal systems in which dates are recognized.
const DIGITS: [char; 5] = ['0', '٠', '۰', '०', '０'];

/// Characters for year, month and day, which are kept after a number.
const DATE_SIGNS: [char; 6] = ['年', '月', '日', '년', '월', '일'];

/// Ranges of code points from which replacements of letters are chosen; for other letters it's the
/// block of 128.
const ALPHABETS: [(u32, u32); 6] = [
    (0x61, 0x7a),
    (0xc0, 0xff),
    (0x3041, 0x3096),
    (0x30a1, 0x30fa),
    (0x4e00, 0x9fa5),
    (0xac00, 0xd7a3),
];

/// Replacements used so far.
pub(super) struct Words {
    letters: Interned<Box<[char]>>,
    /// Replacements of numbers, as digits.
    numbers: Interned<Box<[u32]>>,
    draws: Draws,
}

impl Words {
    pub(super) fn new() -> Self {
        Self {
            letters: Interned::new(),
            numbers: Interned::new(),
            draws: Draws(1),
        }
    }

    /// Returns a text with its words and numbers replaced, except for those of the vocabulary.
    pub(super) fn text(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        self.push(text, &mut out);
        out
    }

    /// Appends a text with the replacements of [`Words::text`].
    pub(super) fn push(&mut self, text: &str, out: &mut String) {
        let chars: Vec<char> = text.chars().collect();
        let line = Line::new(&chars);
        let mut at = 0;
        let mut progress = Progress::new();
        while at < chars.len() {
            progress.check(chars.len() - at);
            let end = line.end(at);
            let piece = &chars[at..end];
            match line.kind(at) {
                Kind::Other => out.extend(piece),
                Kind::Number(base) => self.number(piece, base, out),
                Kind::Word if line.stays(at, end) => out.extend(piece),
                Kind::Word => self.word(piece, &line.lower[at..end], out),
            }
            at = end;
        }
    }

    fn word(&mut self, word: &[char], lower: &[char], out: &mut String) {
        let hash = lower.iter().fold(Hash64::EMPTY, |hash, &c| {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes).bytes().fold(hash, Hash64::byte)
        });
        let draws = &mut self.draws;
        let letters = self.letters.get_or(hash.value(), || {
            lower.iter().map(|&c| draws.letter(c)).collect()
        });
        for ((&c, &was), &letter) in word.iter().zip(lower).zip(&**letters) {
            out.push(if c == was { letter } else { capital(letter) });
        }
    }

    fn number(&mut self, digits: &[char], base: u32, out: &mut String) {
        let values: Vec<u32> = digits.iter().map(|&c| u32::from(c) - base).collect();
        for part in parts(&values) {
            let hash = part
                .iter()
                .fold(Hash64::EMPTY, |hash, &value| hash.byte(value as u8));
            let draws = &mut self.draws;
            let replacement = self
                .numbers
                .get_or(hash.value(), || draws.number(part).into());
            out.extend(
                replacement
                    .iter()
                    .filter_map(|value| char::from_u32(base + value)),
            );
        }
    }
}

/// Splits digits without separators into numbers: year, month, day, hour and so on if the digits
/// can be a date, otherwise all digits together.
fn parts(digits: &[u32]) -> impl Iterator<Item = &[u32]> {
    let is_date = matches!(digits.len(), 6 | 8 | 12 | 14)
        && matches!(value(&digits[..4]), 1900..=2099)
        && (1..=MONTHS).contains(&value(&digits[4..6]));
    let (first, rest) = digits.split_at(if is_date { 4 } else { digits.len() });
    std::iter::once(first).chain(rest.chunks(2))
}

fn value(digits: &[u32]) -> u32 {
    let add = |value: u32, &digit: &u32| value.saturating_mul(10).saturating_add(digit);
    digits.iter().fold(0, add)
}

/// Returns a letter's capital; the letter itself if its alphabet has none.
fn capital(lower: char) -> char {
    if lower.is_ascii() {
        return lower.to_ascii_uppercase();
    }
    let (first, last) = alphabet(lower);
    for code in first..=last {
        if let Some(c) = char::from_u32(code)
            && c != lower
            && lower_of(c) == lower
        {
            return c;
        }
    }
    lower
}

fn is_written_like(c: char, like: char) -> bool {
    c.is_alphabetic()
        && lower_of(c) == c
        && c.len_utf8() == like.len_utf8()
        && is_cjk(c) == is_cjk(like)
        && (is_cjk(like) || (capital(c) == c) == (capital(like) == like))
}

/// Returns the first and last code point for the replacement of a letter.
fn alphabet(letter: char) -> (u32, u32) {
    let code = u32::from(letter);
    let known = ALPHABETS
        .iter()
        .find(|(first, last)| (*first..=*last).contains(&code));
    known.copied().unwrap_or((code & !127, code | 127))
}

fn lower_of(c: char) -> char {
    lower_case::each(c).next().unwrap_or(c)
}

/// The kind of token at a position in a line.
enum Kind {
    Word,
    /// Digits, with the code point of their 0.
    Number(u32),
    Other,
}

/// Characters, each with its lower case.
struct Line<'a> {
    chars: &'a [char],
    lower: Vec<char>,
    /// The lower case as a string, and the start of each character in it.
    text: String,
    starts: Vec<usize>,
}

impl<'a> Line<'a> {
    fn new(chars: &'a [char]) -> Self {
        let lower: Vec<char> = chars.iter().map(|&c| lower_of(c)).collect();
        let (mut text, mut starts) = (String::new(), Vec::with_capacity(lower.len()));
        for &c in &lower {
            starts.push(text.len());
            text.push(c);
        }
        Self {
            chars,
            lower,
            text,
            starts,
        }
    }

    fn kind(&self, at: usize) -> Kind {
        let c = self.chars[at];
        match base(c) {
            Some(base) => Kind::Number(base),
            None if c.is_alphabetic() => Kind::Word,
            None => Kind::Other,
        }
    }

    /// Returns the end of the token at a position. In scripts without spaces, a word of the
    /// vocabulary ends the token before it.
    fn end(&self, at: usize) -> usize {
        let known = self.known(at);
        if known > 0 {
            return at + known;
        }
        let c = self.chars[at];
        let goes_on = |next: usize| match (self.kind(at), self.kind(next)) {
            (Kind::Number(base), Kind::Number(other)) => base == other,
            (Kind::Other, Kind::Other) => true,
            (Kind::Word, Kind::Word) if is_cjk(c) => {
                is_cjk(self.chars[next]) && self.known(next) == 0
            }
            (Kind::Word, Kind::Word) => !is_cjk(self.chars[next]),
            _ => false,
        };
        let mut end = at + 1;
        while end < self.chars.len() && goes_on(end) {
            end += 1;
        }
        end
    }

    /// Returns the number of characters at a position that are words of the vocabulary, or
    /// characters of a date.
    fn known(&self, at: usize) -> usize {
        let c = self.chars[at];
        let before = at.checked_sub(1).map(|before| self.chars[before]);
        if DATE_SIGNS.contains(&c) && before.and_then(base).is_some() {
            return 1;
        }
        let begins =
            before.is_none_or(|before| !before.is_alphabetic() || is_cjk(c) || is_cjk(before));
        if !begins || !c.is_alphabetic() {
            return 0;
        }
        let start = self.starts[at];
        let end = start + listed_len(&self.text[start..]);
        self.starts[at..].partition_point(|&start| start < end)
    }

    /// Returns whether a word is kept: if it's in the vocabulary, or a single letter of a
    /// machine-readable date (`2024-05-03T10:00Z`).
    fn stays(&self, at: usize, end: usize) -> bool {
        let follows_digit = || at > 0 && base(self.chars[at - 1]).is_some();
        self.known(at) > 0 || (end == at + 1 && self.chars[at].is_ascii() && follows_digit())
    }
}

/// Returns the code point of the 0 in a digit's script; `None` for other characters.
fn base(c: char) -> Option<u32> {
    let bases = DIGITS.iter().map(|&zero| u32::from(zero));
    bases
        .into_iter()
        .find(|&zero| (zero..zero + 10).contains(&u32::from(c)))
}

/// A stream of pseudorandom numbers (Steele, Lea and Flood: *Fast splittable pseudorandom number
/// generators*, OOPSLA 2014).
struct Draws(u64);

impl Draws {
    /// Returns a number from `first` to `last`.
    fn between(&mut self, first: u32, last: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        first + ((bits ^ bits >> 31) % u64::from(last - first + 1)) as u32
    }

    /// Returns a letter of the same kind as a lower-case one: of its alphabet, of the same length
    /// in UTF-8, and with a capital if that has one.
    fn letter(&mut self, like: char) -> char {
        let (first, last) = alphabet(like);
        let letters = last - first + 1;
        let start = self.between(0, letters - 1);
        for step in 0..letters {
            let code = first + (start + step) % letters;
            if let Some(c) = char::from_u32(code)
                && is_written_like(c, like)
            {
                return c;
            }
        }
        like
    }

    fn number(&mut self, like: &[u32]) -> Vec<u32> {
        let value = value(like);
        if like.len() <= 2 && value <= MONTHS {
            return like.to_vec();
        }
        let holds = |&&(least, most, first, last, _): &&(usize, usize, u32, u32, u32)| {
            (least..=most).contains(&like.len()) && (first..=last).contains(&value)
        };
        match CLASSES.iter().find(holds) {
            Some(&(_, _, first, _, greatest)) => {
                last_digits(self.between(first, greatest), like.len())
            }
            None => self.digits(like),
        }
    }

    /// Chooses each digit separately, except for leading zeros. Seconds and milliseconds since 1970
    /// stay valid timestamps.
    fn digits(&mut self, like: &[u32]) -> Vec<u32> {
        let is_instant = matches!(like.len(), 10 | 13) && like[0] == 1;
        let zeros = like.iter().take_while(|&&digit| digit == 0).count();
        let digit_at = |at: usize| match at {
            0 if is_instant => 1,
            1 if is_instant => self.between(0, 6),
            _ if at < zeros => 0,
            _ => self.between(u32::from(at == zeros), 9),
        };
        (0..like.len()).map(digit_at).collect()
    }
}

/// Returns the last digits of a number, as many as given.
fn last_digits(mut number: u32, digits: usize) -> Vec<u32> {
    let mut out = vec![0; digits];
    for digit in out.iter_mut().rev() {
        *digit = number % 10;
        number /= 10;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(text: &str) -> String {
        Words::new().text(text)
    }

    fn shape(text: &str) -> String {
        let class = |c: char| match c {
            _ if is_cjk(c) => '字',
            _ if base(c).is_some() => '0',
            _ if !c.is_alphabetic() => c,
            _ if lower_of(c) == c => 'a',
            _ => 'A',
        };
        text.chars().map(class).collect()
    }

    #[test]
    fn words_keep_their_shape_and_equal_words_stay_equal() {
        for text in [
            "The Ferry’s captain, 47, LEFT the ferry at 1,250 m.",
            "Ähnlich groß wie Öl; ÄHNLICH nicht.",
            "Паром ушёл, паром вернулся.",
            "Ο πλοίαρχος έφυγε.",
            "渡し船は港を出た。",
            "배가 항구를 떠났다.",
            "سفينة ١٢٣٤٥",
            "नाव चली",
        ] {
            let out = replaced(text);
            assert_eq!(shape(&out), shape(text), "{out}");
            assert_eq!(out.len(), text.len(), "{out}");
        }
        let out = replaced("The Ferry and the ferry, FERRY");
        let words: Vec<&str> = out.split(' ').collect();
        assert_eq!(words[0].to_lowercase(), words[3]);
        assert_eq!(words[1].to_lowercase(), words[4].trim_end_matches(','));
        assert_eq!(words[1].to_uppercase(), words[5]);
        assert_ne!(words[1], "Ferry");
        let russian = replaced("Паром паром");
        let (first, second) = russian.split_once(' ').unwrap_or_default();
        assert_eq!(lower_case::of(first), second);
    }

    #[test]
    fn replacements_depend_only_on_shapes() {
        assert_eq!(replaced("Ada drowned 1987"), replaced("Bob slipped 1962"));
        assert_eq!(replaced("秘密の港"), replaced("古城の町"));
        assert_ne!(replaced("ada ada"), replaced("ada bob"));
    }

    #[test]
    fn vocabulary_words_are_kept() {
        let text = "Read more: Kommentare (13)";
        let out = replaced(text);
        assert!(out.starts_with("Read more: Kommentar"), "{out}");
        assert!(
            !out.contains("(13)") || !out.contains("Kommentare"),
            "{out}"
        );
        let out = replaced("作者：王小明 相关阅读港口");
        assert!(
            out.starts_with("作者：") && out.contains("相关阅读"),
            "{out}"
        );
        assert!(!out.contains("王小明") && !out.contains("港口"), "{out}");
    }

    #[test]
    fn dates_stay_dates() {
        for (text, month) in [
            ("2023-05-17T14:45:33+02:00", "-05-"),
            ("17 May 2023", " May 20"),
            ("20230517", "05"),
            ("2023年5月17日", "年5月"),
        ] {
            let out = replaced(text);
            assert_ne!(out, text);
            assert!(out.contains(month) && out.starts_with(['1', '2']), "{out}");
        }
        assert!(replaced("2023-05-17T14:45Z").ends_with('Z'));
        assert_eq!(replaced("Page 3 of 12").split(' ').nth(1), Some("3"));
        assert_eq!(replaced("1714730400").len(), 10);
    }
}
