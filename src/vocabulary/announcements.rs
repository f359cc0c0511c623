//! Words that short texts, headings above all, begin with where they announce something foreign.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::{Index, Purpose, words};
use crate::text;

/// Beginnings of headings and lead-ins, by what they announce.
pub(super) const ANNOUNCEMENTS: &str = include_str!("announcements.txt");

/// Beginnings of words for comments.
pub(super) const COMMENT_WORDS: &str = include_str!("comment_words.txt");

static INDEX: LazyLock<Index<Purpose>> = LazyLock::new(|| {
    Index::new(words(ANNOUNCEMENTS).filter_map(|(purpose, word)| Some((purpose?, word))))
});

/// Characters at the start of a text that are looked at: more than the longest beginning.
const START: usize = 48;

/// The longest number of comments, in bytes, and the most words that a line with one has.
const LONGEST_NUMBER: usize = 6;
const MOST_WORDS: usize = 6;

/// Returns whether a short text is a number of comments, with little else: `Comments (12)`.
pub(crate) fn counts_comments(line: &str) -> bool {
    if line.split_whitespace().nth(MOST_WORDS).is_some() {
        return false;
    }
    let line = line.to_lowercase();
    let number = line
        .split(|c: char| !c.is_numeric())
        .any(|n| !n.is_empty() && n.len() <= LONGEST_NUMBER);
    let begins_comments = |at| words(COMMENT_WORDS).any(|(_, word)| line[at..].starts_with(word));
    let mut before = None;
    number
        && line.char_indices().any(|(at, c)| {
            let before = before.replace(c);
            let begins_word = before.is_none_or(|c| !c.is_alphabetic() || text::is_cjk(c));
            begins_word && begins_comments(at)
        })
}

/// Returns the purpose that a short text announces, judged by its beginning.
pub(crate) fn announcement(text: &str) -> Option<Purpose> {
    let end = text
        .char_indices()
        .nth(START)
        .map_or(text.len(), |(at, _)| at);
    let start = text[..end].to_lowercase();
    let start = start.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '©');
    let start = if start.contains('’') {
        Cow::Owned(start.replace('’', "'"))
    } else {
        Cow::Borrowed(start)
    };
    let announces = |beginning: &str| {
        start.strip_prefix(beginning).is_some_and(|rest| {
            // "tags" announces, "tagsüber" does not.
            !rest.starts_with(char::is_alphabetic)
                || beginning.ends_with(|c: char| !c.is_alphabetic() || text::is_cjk(c))
        })
    };
    let mut alike = INDEX.alike(&start).iter();
    let found = alike.find(|(beginning, _)| announces(beginning));
    found.map(|&(_, purpose)| purpose)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn announcements() {
        assert_eq!(announcement("Read more: the story"), Some(Purpose::Related));
        assert_eq!(announcement("» Lesen Sie auch"), Some(Purpose::Related));
        assert_eq!(announcement("相关阅读：…"), Some(Purpose::Related));
        assert_eq!(announcement("Commentsense is rare"), None);
        assert_eq!(announcement("The related work"), None);
        assert_eq!(announcement("Leggi: la luna"), Some(Purpose::Related));
        assert_eq!(announcement("Leggi della fisica"), None);
    }

    #[test]
    fn comments_are_counted() {
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
