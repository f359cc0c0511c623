//! Short texts around an article that are no part of it: when it was changed, how long it takes to
//! read, what players, pictures and embeds say of themselves.
//!
//! Only rules after the model read this list, so it is no part of [`digest`](super::digest).

use std::sync::LazyLock;

use super::Index;
use crate::text;

const CLUTTER: &str = include_str!("clutter.txt");

/// Kinds of short texts that are no part of the article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clutter {
    /// Date of the page's last change.
    Updated,
    /// Time that it takes to read.
    ReadingTime,
    /// Effect of a click on a picture.
    Picture,
    /// Text of a player.
    Player,
    /// Question before an embed is loaded.
    Consent,
}

/// Way in which a text is compared with the words of a kind.
#[derive(Clone, Copy)]
enum Compared {
    Whole,
    Beginning,
    Anywhere,
}

/// The kinds, by their names in the list, with the way each is compared, the most characters of
/// such a text, and whether it has a number in it. Lengths are set by hand: about twice what was
/// seen, and less than a paragraph of text has, but for consent, which explains itself.
const KINDS: [(&str, Clutter, Compared, usize, bool); 5] = [
    ("updated", Clutter::Updated, Compared::Beginning, 80, true),
    (
        "reading-time",
        Clutter::ReadingTime,
        Compared::Anywhere,
        40,
        true,
    ),
    ("picture", Clutter::Picture, Compared::Whole, 40, false),
    ("player", Clutter::Player, Compared::Anywhere, 160, false),
    ("consent", Clutter::Consent, Compared::Anywhere, 500, false),
];

/// The name of the words that begin the lines of a box with facts about the article.
const LABELS: &str = "label";

/// The lists by name, with the words of each as they stand and by how they begin.
static LISTS: LazyLock<Vec<List>> = LazyLock::new(|| {
    let mut lists: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in CLUTTER
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
    {
        if let Some(name) = line.strip_prefix('[') {
            lists.push((name.trim_end_matches(']'), Vec::new()));
        } else if let Some((_, words)) = lists.last_mut() {
            words.push(line);
        }
    }
    let list = |(name, words): (&'static str, Vec<&'static str>)| List {
        name,
        index: Index::new(words.iter().map(|word| ((), *word))),
        words,
    };
    lists.into_iter().map(list).collect()
});

struct List {
    name: &'static str,
    words: Vec<&'static str>,
    index: Index<()>,
}

fn list(name: &str) -> Option<&'static List> {
    LISTS.iter().find(|list| list.name == name)
}

/// Returns what a block's text is if it is clutter.
pub(crate) fn clutter(block: &str) -> Option<Clutter> {
    let longest = KINDS.iter().map(|kind| kind.3).max().unwrap_or_default();
    // Bytes, four to a character at most.
    if block.len() > 4 * longest {
        return None;
    }
    let line = plain(block);
    let length = line.chars().count();
    let has_number = line.contains(char::is_numeric);
    let kind = KINDS.iter().find(|(name, _, compared, most, number)| {
        length <= *most
            && (has_number || !number)
            && list(name).is_some_and(|list| match compared {
                Compared::Whole => list.words.contains(&line.trim_end_matches(['.', '…'])),
                Compared::Beginning => list.words.iter().any(|w| begins(&line, w).is_some()),
                Compared::Anywhere => list.index.is_in(&line),
            })
    });
    kind.map(|kind| kind.1)
}

/// Returns whether a line names a fact about the article: a label, and what it says after a colon.
pub(crate) fn is_labelled(line: &str) -> bool {
    let line = plain(line);
    let labels = list(LABELS).map_or(&[][..], |list| &list.words);
    labels
        .iter()
        .filter_map(|label| begins(&line, label))
        .any(|rest| rest.is_empty() || rest.trim_start().starts_with([':', '：']))
}

/// Returns what follows a beginning that ends with a word of the line.
fn begins<'a>(line: &'a str, beginning: &str) -> Option<&'a str> {
    let rest = line.strip_prefix(beginning)?;
    let ends_word = !rest.starts_with(char::is_alphabetic)
        || beginning.ends_with(|c: char| !c.is_alphabetic() || text::is_cjk(c));
    ends_word.then_some(rest)
}

/// Returns a text in lower case, with plain apostrophes, from its first letter or digit on.
fn plain(text: &str) -> String {
    let text = text.to_lowercase().replace('’', "'");
    text.trim_start_matches(|c: char| !c.is_alphanumeric())
        .trim_end()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_known_and_in_lower_case() {
        let names = KINDS.iter().map(|kind| kind.0).chain([LABELS]);
        assert!(names.eq(LISTS.iter().map(|list| list.name)));
        for word in LISTS.iter().flat_map(|list| &list.words) {
            assert_eq!(*word, word.trim().to_lowercase());
        }
    }

    #[test]
    fn clutter_is_told_from_sentences() {
        for (text, kind) in [
            ("Last updated: 5 May 2026", Clutter::Updated),
            ("最后更新于 2026-05-05", Clutter::Updated),
            ("· 7 min read", Clutter::ReadingTime),
            ("Enlarge image", Clutter::Picture),
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
        assert!(is_labelled("Author: Ann Other") && is_labelled("本文作者：安"));
        assert!(!is_labelled("Author unknown") && !is_labelled("Authority: none"));
    }
}
