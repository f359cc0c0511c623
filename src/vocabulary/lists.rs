//! Lists of words and of named values by which metadata is told.
//!
//! The model's columns do not read them, so they are no part of [`digest`](super::digest).

use std::sync::LazyLock;

use super::entries;
use crate::text::tokens;

/// A list, by its name in brackets; the files say what each holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    BylinePrefix,
    VisiblePrefix,
    TextCredit,
    BesideText,
    CreditEnd,
    Nobody,
    Role,
    RoleAfterName,
    Degree,
    Particle,
    AfterName,
    BetweenNames,
    NameEnd,
    VisibleNameEnd,
    Possession,
    BylineLabel,
    InnerLabel,
    Credit,
    Divider,
    PictureCredit,
    AuthorLabel,
    AuthorPath,
    AuthorClass,
    BesideAuthorClass,
    NeutralClass,
    BylineWord,
    ReadingTime,
    PublishedLabel,
    ModifiedLabel,
    PersonsLabel,
    PublishedClass,
    ModifiedClass,
    DateClass,
    InsideDate,
    Ordinal,
    Weekday,
    Kicker,
    Titled,
    Documentation,
    DefaultTitle,
    Chrome,
    Own,
    NamedTitle,
    NamedAuthor,
    LibraryAuthor,
    NamedPublished,
    NamedModified,
    NamedSite,
    NamedAddress,
    NamedExcerpt,
    SharedPicture,
    NamedPicture,
    NamedLanguage,
    TemplateLanguage,
}

/// The files, in the order of the lists.
const FILES: [&str; 6] = [
    include_str!("bylines.txt"),
    include_str!("dates.txt"),
    include_str!("weekdays.txt"),
    include_str!("titles.txt"),
    include_str!("chrome.txt"),
    include_str!("named_values.txt"),
];

static LISTS: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| {
    let mut lists: Vec<Vec<&str>> = Vec::new();
    let mut last = "";
    for (name, word) in FILES.into_iter().flat_map(entries) {
        if name != last {
            lists.push(Vec::new());
            last = name;
        }
        if let Some(list) = lists.last_mut() {
            list.push(word);
        }
    }
    lists
});

impl List {
    /// Returns the words, in the order of the file.
    pub(crate) fn words(self) -> &'static [&'static str] {
        &LISTS[self as usize]
    }

    /// Returns whether a word is in the list.
    // The callers are many, and each would bring a loop of its own.
    #[inline(never)]
    pub(crate) fn has(self, word: &str) -> bool {
        self.words().contains(&word)
    }

    /// Returns whether any of the words stands in a text, inside others too.
    #[inline(never)]
    pub(crate) fn any_in(self, text: &str) -> bool {
        self.words().iter().any(|word| text.contains(word))
    }

    /// Returns whether a word is a token of any entry of the list.
    #[inline(never)]
    pub(crate) fn has_token(self, word: &str) -> bool {
        let mut entries = self.words().iter();
        entries.any(|entry| tokens(entry).any(|token| token == word))
    }
}

/// Returns the names of the months in lower case, January's first, each with the English one that it
/// stands under.
pub(crate) fn month_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    entries(include_str!("months.txt"))
}

/// Returns the frequent words of languages, each with the code of its language.
pub(crate) fn stop_words() -> impl Iterator<Item = (&'static str, &'static str)> {
    entries(include_str!("stop_words.txt"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower_case;

    /// Every list, in the order of the files.
    const ALL: [List; 54] = [
        List::BylinePrefix,
        List::VisiblePrefix,
        List::TextCredit,
        List::BesideText,
        List::CreditEnd,
        List::Nobody,
        List::Role,
        List::RoleAfterName,
        List::Degree,
        List::Particle,
        List::AfterName,
        List::BetweenNames,
        List::NameEnd,
        List::VisibleNameEnd,
        List::Possession,
        List::BylineLabel,
        List::InnerLabel,
        List::Credit,
        List::Divider,
        List::PictureCredit,
        List::AuthorLabel,
        List::AuthorPath,
        List::AuthorClass,
        List::BesideAuthorClass,
        List::NeutralClass,
        List::BylineWord,
        List::ReadingTime,
        List::PublishedLabel,
        List::ModifiedLabel,
        List::PersonsLabel,
        List::PublishedClass,
        List::ModifiedClass,
        List::DateClass,
        List::InsideDate,
        List::Ordinal,
        List::Weekday,
        List::Kicker,
        List::Titled,
        List::Documentation,
        List::DefaultTitle,
        List::Chrome,
        List::Own,
        List::NamedTitle,
        List::NamedAuthor,
        List::LibraryAuthor,
        List::NamedPublished,
        List::NamedModified,
        List::NamedSite,
        List::NamedAddress,
        List::NamedExcerpt,
        List::SharedPicture,
        List::NamedPicture,
        List::NamedLanguage,
        List::TemplateLanguage,
    ];

    #[test]
    fn every_list_stands_in_the_files_under_its_name() {
        let mut names: Vec<&str> = FILES
            .into_iter()
            .flat_map(entries)
            .map(|(name, _)| name)
            .collect();
        names.dedup();
        assert_eq!(names.len(), ALL.len());
        for (at, (name, list)) in names.into_iter().zip(ALL).enumerate() {
            let variant: String = name.split('-').map(capitalized).collect();
            assert_eq!((variant, list as usize), (format!("{list:?}"), at));
        }
    }

    fn capitalized(word: &str) -> String {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    }

    #[test]
    fn no_word_stands_twice_in_a_list() {
        for list in ALL {
            let mut words = list.words().to_vec();
            let count = words.len();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), count, "{list:?}");
        }
    }

    #[test]
    fn words_that_are_asked_for_in_lower_case_are() {
        // What divides names is looked for as it is written.
        let written = [List::BetweenNames, List::NameEnd, List::VisibleNameEnd];
        for list in ALL.into_iter().filter(|list| !written.contains(list)) {
            for word in list.words() {
                assert_eq!(*word, lower_case::of(word));
            }
        }
    }

    #[test]
    fn lists_are_asked() {
        assert!(List::Weekday.has("monday") && !List::Weekday.has("mon day"));
        assert!(List::ReadingTime.any_in("a 4 min read") && !List::ReadingTime.any_in("minread"));
        assert!(List::BylinePrefix.has_token("written") && !List::BylinePrefix.has_token("writ"));
        assert!(List::Divider.words().contains(&" · "));
    }
}
