//! Lists of words and of named values by which metadata is told.
//!
//! The model's columns do not read them, so they are no part of [`digest`](super::digest).

use super::entries;
use crate::text::tokens;

const BYLINES: &str = include_str!("bylines.txt");
const DATES: &str = include_str!("dates.txt");
const WEEKDAYS: &str = include_str!("weekdays.txt");
const TITLES: &str = include_str!("titles.txt");
const CHROME: &str = include_str!("chrome.txt");
const NAMED_VALUES: &str = include_str!("named_values.txt");

/// Declares the lists of each file. They are divided into words at compile time: at run time it would
/// be done anew for every page that is read in a browser.
macro_rules! lists {
    ($($file:ident: $($list:ident $name:literal,)+;)+) => {
        /// A list, by its name in brackets; the files say what each holds.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum List {
            $($($list,)+)+
        }

        /// The words of each list.
        static LISTS: &[&[&str]] = &[
            $($({
                const WORDS: [&str; count($file, $name)] = words($file, $name);
                &WORDS
            },)+)+
        ];

        /// Every list with its file and its name in brackets.
        #[cfg(test)]
        const ALL: &[(List, &str, &str)] = &[$($((List::$list, $file, $name),)+)+];
    };
}

lists! {
    BYLINES:
        BylinePrefix "byline-prefix",
        VisiblePrefix "visible-prefix",
        TextCredit "text-credit",
        BesideText "beside-text",
        CreditEnd "credit-end",
        Nobody "nobody",
        Role "role",
        RoleAfterName "role-after-name",
        Degree "degree",
        Particle "particle",
        AfterName "after-name",
        BetweenNames "between-names",
        NameEnd "name-end",
        VisibleNameEnd "visible-name-end",
        Possession "possession",
        BylineLabel "byline-label",
        InnerLabel "inner-label",
        Credit "credit",
        Divider "divider",
        PictureCredit "picture-credit",
        AuthorLabel "author-label",
        AuthorPath "author-path",
        AuthorClass "author-class",
        BesideAuthorClass "beside-author-class",
        NeutralClass "neutral-class",
        BylineWord "byline-word",
        ReadingTime "reading-time",
;
    DATES:
        PublishedLabel "published-label",
        ModifiedLabel "modified-label",
        PersonsLabel "persons-label",
        PublishedClass "published-class",
        ModifiedClass "modified-class",
        DateClass "date-class",
        InsideDate "inside-date",
        Ordinal "ordinal",
;
    WEEKDAYS:
        Weekday "weekday",
;
    TITLES:
        Kicker "kicker",
        Titled "titled",
        Documentation "documentation",
        DefaultTitle "default-title",
;
    CHROME:
        Chrome "chrome",
        Own "own",
;
    NAMED_VALUES:
        NamedTitle "named-title",
        NamedAuthor "named-author",
        LibraryAuthor "library-author",
        NamedPublished "named-published",
        NamedModified "named-modified",
        NamedSite "named-site",
        NamedAddress "named-address",
        NamedExcerpt "named-excerpt",
        SharedPicture "shared-picture",
        NamedPicture "named-picture",
        NamedLanguage "named-language",
        TemplateLanguage "template-language",
;
}

/// Returns the number of words of a list.
const fn count(file: &str, name: &str) -> usize {
    let mut lines = Lines::of(file, name);
    let mut count = 0;
    while lines.next_word().is_some() {
        count += 1;
    }
    count
}

/// Returns the words of a list, [`count`] of them.
const fn words<const COUNT: usize>(file: &'static str, name: &str) -> [&'static str; COUNT] {
    let mut lines = Lines::of(file, name);
    let mut words = [""; COUNT];
    let mut at = 0;
    while let Some(word) = lines.next_word() {
        words[at] = word;
        at += 1;
    }
    words
}

/// The lines of a list. Iterators cannot be used at compile time.
struct Lines<'a> {
    rest: &'a str,
}

impl<'a> Lines<'a> {
    /// Returns the lines below a name in brackets; none where the file does not have it.
    const fn of(file: &'a str, name: &str) -> Self {
        let mut lines = Self { rest: file };
        while let Some(line) = lines.next_line() {
            if is_headed(line.as_bytes(), name.as_bytes()) {
                break;
            }
        }
        lines
    }

    const fn next_line(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let bytes = self.rest.as_bytes();
        let mut end = 0;
        while end < bytes.len() && bytes[end] != b'\n' {
            end += 1;
        }
        let (line, rest) = self.rest.split_at(end);
        self.rest = if rest.is_empty() {
            rest
        } else {
            rest.split_at(1).1
        };
        Some(line)
    }

    /// Returns the next word before the next name in brackets.
    const fn next_word(&mut self) -> Option<&'a str> {
        while let Some(line) = self.next_line() {
            match line.as_bytes() {
                [] | [b'#', ..] => {}
                [b'[', ..] => return None,
                [b'"', word @ .., b'"'] => return Some(line.split_at(1).1.split_at(word.len()).0),
                _ => return Some(line),
            }
        }
        None
    }
}

/// Returns whether a line is a name in brackets.
const fn is_headed(line: &[u8], name: &[u8]) -> bool {
    if line.len() != name.len() + 2 || line[0] != b'[' {
        return false;
    }
    let mut at = 0;
    while at < name.len() {
        if line[at + 1] != name[at] {
            return false;
        }
        at += 1;
    }
    true
}

impl List {
    /// Returns the words, in the order of the file.
    pub(crate) fn words(self) -> &'static [&'static str] {
        LISTS[self as usize]
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

    #[test]
    fn every_list_has_the_words_of_its_file() {
        for &(list, file, name) in ALL {
            let wanted = entries(file).filter(|(under, _)| *under == name);
            let wanted: Vec<&str> = wanted.map(|(_, word)| word).collect();
            assert!(!wanted.is_empty(), "{name}");
            assert_eq!(list.words(), wanted, "{name}");
        }
        let mut files: Vec<&str> = ALL.iter().map(|&(_, file, _)| file).collect();
        files.dedup();
        for file in files {
            for (name, _) in entries(file) {
                assert!(
                    ALL.iter().any(|&(_, f, n)| (f, n) == (file, name)),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn no_word_stands_twice_in_a_list() {
        for (list, ..) in ALL {
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
        for (list, ..) in ALL.iter().filter(|(list, ..)| !written.contains(list)) {
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
