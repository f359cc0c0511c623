//! Short texts around an article that aren't part of it: date of the last change, reading time,
//! texts of players, images and embeds.
//!
//! Only rules after the model use this list, so it isn't part of [`digest`](super::digest).

use std::cell::OnceCell;
use std::sync::LazyLock;

use super::entries;
use crate::compact::argsort;
use crate::compact::lower_case;
use crate::text;

pub(super) const CLUTTER: &str = uncommented!("clutter.txt");

/// Kinds of short texts that aren't part of the article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clutter {
    /// Date of the page's last change.
    Updated,
    /// Reading time.
    ReadingTime,
    /// Effect of a click on an image.
    Image,
    /// Text of a player.
    Player,
    /// Question before an embed is loaded.
    Consent,
}

/// Comparison of a text with the words of a kind.
#[derive(Clone, Copy)]
enum Compared {
    Whole,
    Beginning,
    Anywhere,
}

/// A kind of clutter.
struct Kind {
    /// Its name in the list.
    name: &'static str,
    clutter: Clutter,
    compared: Compared,
    /// Maximum characters of the text.
    longest: usize,
    /// True if the text has to contain a number.
    numbered: bool,
}

/// The kinds; the first match applies. Lengths are set by hand: about twice the observed ones and
/// less than a paragraph, except for consent, which includes explanations. If longer, sentences
/// with these words would be removed.
const KINDS: [Kind; 5] = [
    Kind {
        name: "updated",
        clutter: Clutter::Updated,
        compared: Compared::Beginning,
        longest: 80,
        numbered: true,
    },
    Kind {
        name: "reading-time",
        clutter: Clutter::ReadingTime,
        compared: Compared::Anywhere,
        longest: 40,
        numbered: true,
    },
    Kind {
        name: "picture",
        clutter: Clutter::Image,
        compared: Compared::Whole,
        longest: 40,
        numbered: false,
    },
    Kind {
        name: "player",
        clutter: Clutter::Player,
        compared: Compared::Anywhere,
        longest: 160,
        numbered: false,
    },
    Kind {
        name: "consent",
        clutter: Clutter::Consent,
        compared: Compared::Anywhere,
        longest: 500,
        numbered: false,
    },
];

/// Maximum characters of any clutter.
const MAX_LINE_CHARS: usize = 500;

/// Name of the list of labels in a box with facts about the article.
const LABELS: &str = "label";

/// Name of the list of actions on a code block.
const CODE_BLOCK: &str = "listing";

/// The lists by name.
static LISTS: LazyLock<Vec<(&str, Vec<&str>)>> = LazyLock::new(|| {
    let mut lists: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, word) in entries(CLUTTER) {
        match lists.last_mut() {
            Some((last, words)) if *last == name => words.push(word),
            _ => lists.push((name, vec![word])),
        }
    }
    lists
});

/// The words that can occur anywhere, with the number of their kind.
static ANYWHERE: LazyLock<Anywhere> = LazyLock::new(|| {
    let kinds = KINDS.iter().enumerate();
    let anywhere = kinds.filter(|(_, kind)| matches!(kind.compared, Compared::Anywhere));
    Anywhere::new(
        anywhere.flat_map(|(number, kind)| words(kind.name).iter().map(move |w| (*w, number))),
    )
});

/// Words for a search that reads few bytes of a text (Wu, Manber: *A fast algorithm for
/// multi-pattern searching*, TR-94-17, 1994): the last bytes of a window as long as the shortest
/// word determine how far the window can move without missing a word. Searching the vocabulary's
/// index at every byte would take 4 to 6% more instructions for a whole page.
struct Anywhere {
    /// The words with their numbers, sorted by key.
    words: Vec<(&'static str, usize)>,
    /// For each key, how far the window can move; 0 if a word may be in it.
    skips: Box<[u8; KEYS]>,
}

impl Anywhere {
    fn new(words: impl Iterator<Item = (&'static str, usize)>) -> Self {
        let words: Vec<_> = words.collect();
        let order =
            argsort::ascending(words.iter().map(|(word, _)| key_of(word.as_bytes()) as u32));
        let words: Vec<_> = order.into_iter().map(|at| words[at]).collect();
        let mut skips = Box::new([(WINDOW - LETTERS + 1) as u8; KEYS]);
        for (word, _) in &words {
            for end in LETTERS..=WINDOW {
                let skip = &mut skips[key(&word.as_bytes()[end - LETTERS..end])];
                *skip = (*skip).min((WINDOW - end) as u8);
            }
        }
        Self { words, skips }
    }

    /// Returns the numbers of the words in a text as bits, including words within others. ASCII
    /// letters are compared without case.
    fn numbers(&self, text: &str) -> u32 {
        let mut numbers = 0;
        let mut rest = text.as_bytes();
        while rest.len() >= WINDOW {
            let key = key_of(rest);
            let skip = self.skips[key];
            if skip == 0 {
                let first = self
                    .words
                    .partition_point(|(word, _)| key_of(word.as_bytes()) < key);
                let alike = self.words[first..].iter();
                for &(word, number) in alike.take_while(|(word, _)| key_of(word.as_bytes()) == key)
                {
                    let read = rest.get(..word.len());
                    if read.is_some_and(|read| read.eq_ignore_ascii_case(word.as_bytes())) {
                        numbers |= 1 << number;
                    }
                }
            }
            rest = &rest[usize::from(skip.max(1))..];
        }
        numbers
    }
}

/// Bytes of a window: the length of the shortest word.
const WINDOW: usize = 7;

/// Bytes of a key.
const LETTERS: usize = 3;

/// Number of keys: the low five bits of each byte, which are the same for both cases of a letter.
const KEYS: usize = 1 << (5 * LETTERS);

/// Returns the key of some bytes, less than [`KEYS`].
fn key(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .fold(0, |key, byte| (key << 5 | usize::from(byte & 31)) % KEYS)
}

/// Returns the key of the window at the beginning of a text, which must not be shorter.
fn key_of(text: &[u8]) -> usize {
    key(&text[WINDOW - LETTERS..WINDOW])
}

/// A block's text, prepared for comparison.
struct Line<'a> {
    text: &'a str,
    /// In lower case, computed on first use.
    lower: OnceCell<String>,
    /// The numbers of the kinds whose words it contains, computed on first use.
    numbers: OnceCell<u32>,
}

impl Line<'_> {
    fn lower(&self) -> &str {
        self.lower.get_or_init(|| plain(self.text))
    }

    /// Returns the text that is searched for words.
    fn read(&self) -> &str {
        if self.text.is_ascii() {
            self.text
        } else {
            self.lower()
        }
    }

    fn has_number(&self) -> bool {
        let line = self.read();
        match line.is_ascii() {
            // Without branches, the compiler vectorizes this.
            true => line
                .bytes()
                .fold(false, |found, byte| found | byte.is_ascii_digit()),
            false => line.contains(char::is_numeric),
        }
    }

    fn is_of(&self, number: usize, kind: &Kind) -> bool {
        let mut words = words(kind.name).iter();
        match kind.compared {
            Compared::Whole => words.any(|w| *w == self.lower().trim_end_matches(['.', '…'])),
            Compared::Beginning => words.any(|w| begins(self.lower(), w).is_some()),
            Compared::Anywhere => {
                self.numbers.get_or_init(|| ANYWHERE.numbers(self.read())) & 1 << number != 0
            }
        }
    }
}

/// Returns the kind of clutter that a block's text is; `None` if it isn't clutter.
pub(crate) fn clutter(block: &str) -> Option<Clutter> {
    // In bytes, at most four per character.
    if block.len() > 4 * MAX_LINE_CHARS {
        return None;
    }
    let line = Line {
        text: from_first_word(block),
        lower: OnceCell::new(),
        numbers: OnceCell::new(),
    };
    let length = line.read().chars().count();
    let mut kinds = KINDS.iter().enumerate();
    let kind = kinds.find(|&(number, kind)| {
        length <= kind.longest && (!kind.numbered || line.has_number()) && line.is_of(number, kind)
    });
    kind.map(|(_, kind)| kind.clutter)
}

/// Returns whether a line is a labeled fact about the article: a label, a colon, and a value.
pub(crate) fn is_labeled(line: &str) -> bool {
    let line = plain(from_first_word(line));
    words(LABELS)
        .iter()
        .filter_map(|label| begins(&line, label))
        .any(|rest| rest.is_empty() || rest.trim_start().starts_with([':', '：']))
}

/// Returns whether a line next to a code block is an action on it. Elsewhere it may be text.
pub(crate) fn is_code_action(line: &str) -> bool {
    words(CODE_BLOCK).contains(&plain(from_first_word(line)).as_str())
}

/// Returns the words of the list with this name.
fn words(list: &str) -> &'static [&'static str] {
    let found = LISTS.iter().find(|(name, _)| *name == list);
    found.map_or(&[], |(_, words)| words)
}

/// Returns the text after a beginning that ends with a whole word of the line.
fn begins<'a>(line: &'a str, beginning: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(beginning)?;
    let ends_word = !rest.starts_with(char::is_alphabetic)
        || beginning.ends_with(|c: char| !c.is_alphabetic() || text::is_cjk(c));
    ends_word.then_some(rest)
}

/// Returns a text from its first letter or digit on, without white space at the end.
fn from_first_word(text: &str) -> &str {
    text.trim_start_matches(|c: char| !c.is_alphanumeric())
        .trim_end()
}

/// Returns a text in lower case, with straight apostrophes.
fn plain(text: &str) -> String {
    lower_case::of(&text.replace('’', "'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_known_and_lower_case() {
        let names = KINDS
            .iter()
            .map(|kind| kind.name)
            .chain([LABELS, CODE_BLOCK]);
        assert!(names.eq(LISTS.iter().map(|(name, _)| *name)));
        for word in LISTS.iter().flat_map(|(_, words)| words) {
            assert_eq!(*word, lower_case::of(word.trim()));
        }
        for (word, _) in &ANYWHERE.words {
            assert!(word.len() >= WINDOW, "{word}");
        }
        let longest = KINDS.iter().map(|kind| kind.longest).max();
        assert_eq!(longest, Some(MAX_LINE_CHARS));
    }

    #[test]
    fn clutter_is_distinguished_from_sentences() {
        for (text, kind) in [
            ("7 MIN READ", Clutter::ReadingTime),
            ("Last updated: 5 May 2026", Clutter::Updated),
            ("最后更新于 2026-05-05", Clutter::Updated),
            ("· 7 min read", Clutter::ReadingTime),
            ("Enlarge image", Clutter::Image),
            (
                "Your browser does not support the video tag.",
                Clutter::Player,
            ),
            ("Empfohlener redaktioneller Inhalt", Clutter::Consent),
        ] {
            assert_eq!(clutter(text), Some(kind), "{text}");
        }
        for text in [
            "Last updated when nobody looked",
            "Enlarge image of the town and it will burst",
            "A reading time is what the clerk of the harbour gives in 3 of 4 cases.",
        ] {
            assert_eq!(clutter(text), None, "{text}");
        }
    }

    #[test]
    fn labels_are_followed_by_a_colon() {
        assert!(is_labeled("Author: Ann Other") && is_labeled("本文作者：安"));
        assert!(!is_labeled("Author unknown") && !is_labeled("Authority: none"));
    }

    #[test]
    fn code_block_actions_are_recognized() {
        assert!(is_code_action("Copy code") && is_code_action(" 复制代码 "));
        assert!(!is_code_action("Copy the code below into a file"));
    }
}
