//! First words of short texts, mostly headings, that introduce content outside the article.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::{Index, Purpose, start_of, words};
use crate::compact::lower_case;
use crate::text;

/// Beginnings of headings and lead-ins, by the content they introduce.
pub(super) const ANNOUNCEMENTS: &str = uncommented!("announcements.txt");

/// Beginnings of words for comments.
pub(super) const COMMENT_WORDS: &str = uncommented!("comment_words.txt");

static INDEX: LazyLock<Index<Purpose>> = LazyLock::new(|| {
    Index::new(words(ANNOUNCEMENTS).filter_map(|(purpose, word)| Some((purpose?, word))))
});

/// Maximum characters at the start of a text that are checked: more than the longest entry has.
const START: usize = 48;

/// Maximum characters of an advert's label: longer ones are sentences that begin like a label.
const MAX_LABEL_CHARS: usize = 20;

/// Maximum bytes of a number of comments, and maximum words of a line with one.
const MAX_NUMBER_BYTES: usize = 6;
const MAX_WORDS: usize = 6;

static COMMENTS: LazyLock<Index<()>> =
    LazyLock::new(|| Index::new(words(COMMENT_WORDS).map(|(_, word)| ((), word))));

/// Returns whether a short text is only a number of comments: `Comments (12)`.
pub(crate) fn counts_comments(line: &str) -> bool {
    if line.split_whitespace().nth(MAX_WORDS).is_some() || !line.contains(char::is_numeric) {
        return false;
    }
    let line = lower_case::of(line);
    let number = line
        .split(|c: char| !c.is_numeric())
        .any(|n| !n.is_empty() && n.len() <= MAX_NUMBER_BYTES);
    let mut before = None;
    number
        && line.char_indices().any(|(at, c)| {
            let before = before.replace(c);
            let begins_word = before.is_none_or(|c| !c.is_alphabetic() || text::is_cjk(c));
            begins_word && begins_comments(&line[at..]).is_some()
        })
}

/// Returns the word for comments (or its beginning) with which a text in lower case begins.
pub(super) fn begins_comments(text: &str) -> Option<&'static str> {
    let mut candidates = COMMENTS.candidates(start_of(text.as_bytes()));
    candidates
        .find(|entry| text.starts_with(entry.word))
        .map(|entry| entry.word)
}

/// Returns whether a character may precede the first words of a text.
fn is_before(c: char) -> bool {
    !c.is_alphanumeric() && c != '©'
}

/// Returns whether no entry has the text's first bytes, ignoring case; a quick pre-check on ASCII.
fn begins_otherwise(text: &str) -> bool {
    let start = start_of(text.as_bytes());
    let lower = start.map(|byte| byte.to_ascii_lowercase());
    start.is_ascii() && INDEX.candidates(lower).next().is_none()
}

/// Returns the purpose introduced by a short text, judged by its beginning.
pub(crate) fn announcement(text: &str) -> Option<Purpose> {
    // A few bytes exclude most texts without converting them to lower case.
    if begins_otherwise(text.trim_start_matches(is_before)) {
        return None;
    }
    let end = text
        .char_indices()
        .nth(START)
        .map_or(text.len(), |(at, _)| at);
    let start = lower_case::of(&text[..end]);
    let start = start.trim_start_matches(is_before);
    let start = if start.contains('’') {
        Cow::Owned(start.replace('’', "'"))
    } else {
        Cow::Borrowed(start)
    };
    let announces = |beginning: &str, purpose: Purpose| {
        start.strip_prefix(beginning).is_some_and(|rest| {
            // "tags" matches, "tagsüber" doesn't. In scripts without spaces this can't be checked,
            // and there texts about adverts are more frequent than labels followed by other text.
            !rest.starts_with(char::is_alphabetic)
                || purpose != Purpose::Advert
                    && beginning.ends_with(|c: char| !c.is_alphabetic() || text::is_cjk(c))
        })
    };
    let mut candidates = INDEX.candidates(start_of(start.as_bytes()));
    let found = candidates.find(|entry| announces(entry.word, entry.value));
    found.map(|entry| entry.value)
}

/// Returns whether a text labels its surroundings as an advert: `Sponsored`.
pub(crate) fn labels_advert(text: &str) -> bool {
    text.trim().chars().nth(MAX_LABEL_CHARS).is_none()
        && announcement(text) == Some(Purpose::Advert)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announcements_are_recognized() {
        assert_eq!(announcement("Read more: the story"), Some(Purpose::Related));
        assert_eq!(announcement("» Lesen Sie auch"), Some(Purpose::Related));
        assert_eq!(announcement("相关阅读：…"), Some(Purpose::Related));
        assert_eq!(announcement("Commentsense is rare"), None);
        assert_eq!(announcement("The related work"), None);
        assert_eq!(announcement("Leggi: la luna"), Some(Purpose::Related));
        assert_eq!(announcement("Leggi della fisica"), None);
        assert_eq!(announcement("広告：文具"), Some(Purpose::Advert));
        assert_eq!(announcement("広告の歴史"), None);
    }

    #[test]
    fn advert_labels_are_recognized() {
        for text in [
            "Sponsored",
            " ANZEIGE ",
            "– Advertisement –",
            "広告",
            "광고",
        ] {
            assert!(labels_advert(text), "{text}");
        }
        for text in ["Advertising in the age of steam", "広告の歴史", "Sponsors"] {
            assert!(!labels_advert(text), "{text}");
        }
    }

    #[test]
    fn comment_counts_are_recognized() {
        for text in [
            "Leserbriefe und Kommentare (6)",
            "12 comments",
            "评论（3）",
            "3 Комментария",
        ] {
            assert!(counts_comments(text), "{text}");
        }
        for text in ["Comments", "6 recommendations", "2019 in review"] {
            assert!(!counts_comments(text), "{text}");
        }
    }
}
