//! The words and beginnings of all lists that are matched with texts of a page. They stay when
//! texts are anonymized ([`problem_report`](crate::problem_report)), because decisions depend on
//! them.

use std::sync::LazyLock;

use super::announcements::{ANNOUNCEMENTS, begins_comments};
use super::clutter::CLUTTER;
use super::kinds::KINDS;
use super::lists::{List, month_names};
use super::{Index, entries, start_of};
use crate::text;

/// The metadata lists that are matched with texts and URLs, not with class names. Lists of the most
/// frequent words of all texts, such as `visible-name-end`, aren't included.
const LISTS: [List; 38] = [
    List::BylinePrefix,
    List::VisiblePrefix,
    List::TextCredit,
    List::BesideText,
    List::CreditEnd,
    List::Nobody,
    List::Role,
    List::RoleAfterName,
    List::Degree,
    List::Group,
    List::Particle,
    List::AfterName,
    List::BetweenNames,
    List::NameEnd,
    List::BylineLabel,
    List::InnerLabel,
    List::Credit,
    List::ImageCredit,
    List::AuthorLabel,
    List::AuthorPath,
    List::BylineWord,
    List::ReadingTime,
    List::Control,
    List::OtherCredit,
    List::Agency,
    List::PlaceWord,
    List::OrganizationWord,
    List::LastPost,
    List::Asker,
    List::SourceLabel,
    List::PublishedLabel,
    List::ModifiedLabel,
    List::OthersLabel,
    List::Age,
    List::InsideDate,
    List::Ordinal,
    List::Weekday,
    List::Documentation,
];

/// Whole words and phrases.
static INDEX: LazyLock<Index<()>> = LazyLock::new(|| {
    let mut words = Vec::new();
    let mut add = |word: &'static str| {
        let bare = word.trim_matches(|c: char| !c.is_alphabetic());
        if !bare.is_empty() {
            words.push(((), bare));
        }
    };
    for file in [ANNOUNCEMENTS, CLUTTER, KINDS] {
        entries(file).for_each(|(_, word)| add(word));
    }
    for list in LISTS {
        list.words().for_each(&mut add);
    }
    month_names().for_each(|(_, name)| add(name));
    Index::new(words.into_iter())
});

/// Returns the number of bytes of a text in lower case, at the beginning of a word, that match the
/// lists: the longest match, 0 if there is none.
pub(crate) fn listed_len(text: &str) -> usize {
    let fits = |word: &str| {
        text.strip_prefix(word).is_some_and(|rest| {
            word.ends_with(text::is_cjk) || !rest.starts_with(char::is_alphabetic)
        })
    };
    let mut longest = begins_comments(text).map_or(0, str::len);
    for entry in INDEX.candidates(start_of(text.as_bytes())) {
        if entry.word.len() > longest && fits(entry.word) {
            longest = entry.word.len();
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_words_phrases_and_comment_prefixes_are_found() {
        let found = |text: &'static str| &text[..listed_len(text)];
        assert_eq!(found("read more about it"), "read more");
        assert_eq!(found("march 3"), "march");
        assert_eq!(found("marching"), "");
        assert_eq!(found("kommentarfeld"), "kommentar");
        assert_eq!(found("相关阅读文章"), "相关阅读");
        assert_eq!(found("ferry"), "");
        assert_eq!(found(""), "");
    }
}
