//! Splits text into sentences for reading aloud: the browser's sentences, but not split at
//! abbreviations and numbers, and in pieces short enough for every voice.
//!
//! A missing pause between two sentences is less noticeable than a pause within one. So an
//! abbreviation that may or may not end a sentence doesn't end it.

use crate::compact::lower_case;
use crate::vocabulary::{is_abbreviation, month_names};

/// Maximum length of a piece, in letters of an alphabet, because Chromium limits some voices to
/// about 15 seconds.
const MAX_PIECE_LETTERS: usize = 200;

/// Number of letters that take as long as one Chinese, Japanese, or Korean character.
const LETTERS_PER_CJK_CHAR: usize = 3;

/// Minimum letters of a piece that is cut at the end of a clause. If it would be shorter, it's cut
/// at a word.
const MIN_CLAUSE_LETTERS: usize = 60;

/// Maximum digits of an ordinal number, such as `3.` in German. Years, which are longer, may end a
/// sentence.
const DIGITS: usize = 2;

/// Languages that write ordinal numbers with a period.
const ORDINALS: [&str; 22] = [
    "bs", "cs", "da", "de", "et", "eu", "fi", "fo", "gsw", "hr", "hu", "is", "lb", "lv", "nb",
    "nn", "no", "pl", "sk", "sl", "sr", "tr",
];

/// Returns the ends of the pieces of a text that are spoken at once, in UTF-16 units, including the
/// end of the text. `breaks` are the browser's sentence ends, ascending; `lang` is the language as
/// a BCP 47 tag, empty if unknown.
///
/// Cost: O(text).
pub fn ends(text: &str, breaks: &[u32], lang: &str) -> Vec<u32> {
    let primary = lower_case::of(lang.split('-').next().unwrap_or_default());
    let mut letters: Vec<char> = Vec::with_capacity(text.len());
    let mut units: Vec<u32> = Vec::with_capacity(text.len() + 1);
    let mut unit = 0;
    for c in text.chars() {
        units.push(unit);
        letters.push(c);
        unit += u32::from(c > '\u{ffff}') + 1;
    }
    units.push(unit);
    let mut ends = Vec::new();
    let mut start = 0;
    let found = breaks.iter().filter(|&&end| end < unit);
    let places = found.filter_map(|end| units.binary_search(end).ok());
    for end in places.chain([letters.len()]) {
        if end <= start {
            continue;
        }
        let (sentence, after) = (&letters[start..end], &letters[end..]);
        if after.is_empty() || !is_continued(sentence, after, &primary) {
            cut(sentence, start, &mut ends);
            start = end;
        }
    }
    ends.into_iter().map(|end| units[end]).collect()
}

/// Returns whether an apparent sentence continues after its end.
fn is_continued(sentence: &[char], after: &[char], lang: &str) -> bool {
    if !sentence.iter().any(|c| c.is_alphanumeric()) {
        return true;
    }
    let first = after.iter().find(|c| !c.is_whitespace());
    if first.is_some_and(|c| c.is_lowercase() || matches!(c, ',' | ';' | ')' | ']')) {
        return true;
    }
    let end = sentence.iter().rposition(|c| !c.is_whitespace());
    let Some(end) = end.filter(|&end| sentence[end] == '.') else {
        return false;
    };
    let begins_word =
        |c: &char| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '“' | '„' | '«' | '‘' | '\'');
    let start = sentence[..end].iter().rposition(begins_word);
    let word: String = sentence[start.map_or(0, |at| at + 1)..end].iter().collect();
    let mut chars = word.chars();
    let is_initial = chars.next().is_some_and(char::is_alphabetic) && chars.next().is_none();
    if is_initial || is_abbreviation(lang, &lower_case::of(&word)) {
        return true;
    }
    if word.contains('.') && word.chars().all(|c| c.is_alphabetic() || c == '.') {
        // Letters with periods, such as p.m. and U.S., but not part of a URL.
        return word.split('.').all(|part| part.chars().count() < 3);
    }
    let is_number = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    is_number && (word.len() <= DIGITS && ORDINALS.contains(&lang) || is_month(after))
}

/// Returns whether a text begins with the name of a month.
fn is_month(text: &[char]) -> bool {
    let word = text.iter().skip_while(|c| c.is_whitespace());
    let word: String = word.take_while(|c| c.is_alphabetic()).collect();
    let word = lower_case::of(&word);
    !word.is_empty() && month_names().any(|(_, name)| name == word)
}

/// Adds the ends of the pieces of a sentence that begins at `start`. A long sentence has several.
fn cut(sentence: &[char], start: usize, ends: &mut Vec<usize>) {
    let mut from = 0;
    while let Some(piece) = piece(&sentence[from..]) {
        from += piece;
        ends.push(start + from);
    }
    ends.push(start + sentence.len());
}

/// Returns the length of the first piece of a long text; `None` if it needn't be cut.
fn piece(text: &[char]) -> Option<usize> {
    let mut length = 0;
    let mut clause = None;
    let mut word = None;
    for (at, &c) in text.iter().enumerate() {
        length += if crate::text::is_cjk(c) {
            LETTERS_PER_CJK_CHAR
        } else {
            1
        };
        if length > MAX_PIECE_LETTERS {
            return clause.or(word).or(Some(at)).filter(|&at| at > 0);
        }
        let is_space = c.is_whitespace();
        let ends_clause = matches!(c, '、' | '，' | '；' | '：')
            || is_space
                && at > 0
                && matches!(text[at - 1], ',' | ';' | ':' | '–' | '—' | '،' | '؛');
        if ends_clause && length >= MIN_CLAUSE_LETTERS {
            clause = Some(at + 1);
        } else if is_space {
            word = Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{MAX_PIECE_LETTERS, ends};

    /// Returns the sentences of a text in which `|` marks the browser's sentence ends.
    fn sentences(marked: &str, lang: &str) -> Vec<String> {
        let text: String = marked.replace('|', "");
        let units: Vec<u16> = text.encode_utf16().collect();
        let mut breaks = Vec::new();
        let mut at = 0;
        for piece in marked.split('|') {
            at += piece.encode_utf16().count() as u32;
            breaks.push(at);
        }
        let mut start = 0;
        let found = ends(&text, &breaks, lang).into_iter().map(|end| {
            let piece = String::from_utf16_lossy(&units[start..end as usize]);
            start = end as usize;
            piece.trim().to_owned()
        });
        found.collect()
    }

    #[test]
    fn abbreviations_and_ordinals_do_not_end_a_sentence() {
        for (marked, lang) in [
            ("Mr. |Hill met Dr. |Vane in St. |Ives.", "en"),
            ("See Fig. |3 and No. |12 of it.", "en-GB"),
            ("J. |K. |Hill wrote it.", "en"),
            ("It left at 5 p.m. |London time.", "en"),
            (
                "Die Fähre fährt z. |B. |Montags, d. |h. |Nicht heute.",
                "de",
            ),
            ("Am 3. |Oktober fährt Nr. |7 ab.", "de-AT"),
            ("Im 19. |Jahrhundert fuhr sie.", "de"),
            ("Le 3. |Mai.", "fr"),
            ("M. |Duval et Mme. |Leroy partent.", "fr"),
            ("El Sr. |Gil y la Sra. |Paz salen.", "es"),
            ("Она жила в г. |Москве.", "ru"),
            ("He asked, “Why?” |and left.", "en"),
        ] {
            let whole = marked.replace('|', "");
            assert_eq!(sentences(marked, lang), [whole], "{lang}");
        }
    }

    #[test]
    fn sentences_can_end_at_words_numbers_and_domains() {
        for (marked, lang) in [
            ("It sails. |It lands.", "en"),
            ("It was in 1912. |Nobody knew.", "en"),
            ("Das war 1912. |Niemand wusste es.", "de"),
            ("He paid 12. |She paid nothing.", "en"),
            ("Ask at example.org. |They know.", "en"),
            ("Why? |Because!", ""),
            ("船が出た。|彼は見ていた。", "ja"),
        ] {
            let expected: Vec<String> = marked.split('|').map(|s| s.trim().to_owned()).collect();
            assert_eq!(sentences(marked, lang), expected, "{lang}");
        }
    }

    #[test]
    fn pieces_without_letters_join_the_next_sentence() {
        assert_eq!(sentences("— |It sails. |***", "en"), ["— It sails.", "***"]);
    }

    #[test]
    fn long_sentences_split_at_clauses_then_words_then_anywhere() {
        let clause = "a boat that nobody had seen before came in with the tide, ";
        let all = sentences(&clause.repeat(8), "en");
        assert!(
            all.len() > 2
                && all
                    .iter()
                    .all(|piece| piece.len() <= MAX_PIECE_LETTERS && piece.ends_with(',')),
            "{all:?}"
        );
        let all = sentences(&"boat ".repeat(100), "en");
        assert!(
            all.iter()
                .all(|piece| piece.len() <= MAX_PIECE_LETTERS && piece.starts_with("boat")),
            "{all:?}"
        );
        let all = sentences(&"船".repeat(150), "ja");
        assert!(
            all.iter()
                .all(|piece| piece.chars().count() * 3 <= MAX_PIECE_LETTERS),
            "{all:?}"
        );
        assert_eq!(all.concat(), "船".repeat(150));
    }

    #[test]
    fn ends_are_utf_16_offsets_on_character_boundaries() {
        assert_eq!(ends("🚢 sails. It lands.", &[10, 19], "en"), [10, 19]);
        assert_eq!(ends("🚢 sails.", &[1, 9], "en"), [9], "within a letter");
        assert_eq!(ends("", &[0], "en"), [0; 0]);
        assert_eq!(ends("a", &[7, 3, 9], "en"), [1]);
    }
}
