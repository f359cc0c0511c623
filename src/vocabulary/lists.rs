//! Lists of words and of named values by which metadata is told.
//!
//! The model's columns do not read them, so they are no part of [`digest`](super::digest).

use super::entries;
use crate::text::tokens;

/// A file with its words in order, divided into its lists.
struct File {
    #[cfg(test)]
    text: &'static str,
    words: &'static [&'static str],
    /// Per list: the place of its first word.
    starts: &'static [usize],
}

/// Reads a file at compile time: at run time it would be done anew for every page that is read in a
/// browser.
macro_rules! file {
    ($name:literal) => {{
        const READ: &str = include_str!($name);
        const BARE: [u8; bare_length(READ)] = bare(READ);
        const TEXT: &str = match str::from_utf8(&BARE) {
            Ok(text) => text,
            Err(_) => "",
        };
        const COUNTS: (usize, usize) = counts(TEXT);
        const DIVIDED: ([&str; COUNTS.0], [usize; COUNTS.1]) = divided(TEXT);
        File {
            #[cfg(test)]
            text: READ,
            words: &DIVIDED.0,
            starts: &DIVIDED.1,
        }
    }};
}

const BYLINES: File = file!("bylines.txt");
const DATES: File = file!("dates.txt");
const WEEKDAYS: File = file!("weekdays.txt");
const TITLES: File = file!("titles.txt");
const CHROME: File = file!("chrome.txt");
const PAGERS: File = file!("pagers.txt");
const WALLS: File = file!("walls.txt");
const NAMED_VALUES: File = file!("named_values.txt");

/// Declares the lists of each file, in its order, with their names in brackets.
macro_rules! lists {
    ($($file:ident from $first:ident: $($list:ident $name:literal,)+;)+) => {
        /// A list of words; the files say what each holds.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum List {
            $($($list,)+)+
        }

        /// The words of each list.
        static LISTS: &[&[&str]] = &[
            $($($file.list(List::$list as usize - List::$first as usize),)+)+
        ];

        /// Every list with its file and its name in brackets.
        #[cfg(test)]
        const ALL: &[(List, File, &str)] = &[$($((List::$list, $file, $name),)+)+];
    };
}

lists! {
    BYLINES from BylinePrefix:
        BylinePrefix "byline-prefix",
        VisiblePrefix "visible-prefix",
        TextCredit "text-credit",
        BesideText "beside-text",
        CreditEnd "credit-end",
        Nobody "nobody",
        Role "role",
        RoleAfterName "role-after-name",
        Degree "degree",
        Group "group",
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
    DATES from PublishedLabel:
        PublishedLabel "published-label",
        ModifiedLabel "modified-label",
        PersonsLabel "persons-label",
        PublishedClass "published-class",
        ModifiedClass "modified-class",
        DateClass "date-class",
        InsideDate "inside-date",
        Ordinal "ordinal",
    ;
    WEEKDAYS from Weekday:
        Weekday "weekday",
    ;
    TITLES from Kicker:
        Kicker "kicker",
        Titled "titled",
        Documentation "documentation",
        DefaultTitle "default-title",
    ;
    CHROME from Chrome:
        Chrome "chrome",
        Own "own",
    ;
    PAGERS from PageKey:
        PageKey "page-key",
        NextPage "next-page",
        Onward "onward",
        NoArticlePath "no-article-path",
    ;
    WALLS from Wall:
        Wall "wall",
    ;
    NAMED_VALUES from NamedTitle:
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
        NamedDoi "named-doi",
    ;
}

impl File {
    /// Returns the words of one of its lists.
    const fn list(&self, at: usize) -> &'static [&'static str] {
        let end = if at + 1 < self.starts.len() {
            self.starts[at + 1]
        } else {
            self.words.len()
        };
        self.words.split_at(end).0.split_at(self.starts[at]).1
    }
}

/// Returns a file's lines but for what only its readers need: comments, and the names of lists
/// besides a bracket. What is left goes into the core.
const fn bare<const LENGTH: usize>(file: &str) -> [u8; LENGTH] {
    let mut lines = Lines { rest: file };
    let (mut bare, mut at) = ([0; LENGTH], 0);
    while let Some(line) = lines.next() {
        let left = line.left().as_bytes();
        let mut byte = 0;
        while byte < left.len() {
            bare[at] = left[byte];
            (at, byte) = (at + 1, byte + 1);
        }
        if !left.is_empty() {
            bare[at] = b'\n';
            at += 1;
        }
    }
    bare
}

/// Returns the bytes of [`bare`].
const fn bare_length(file: &str) -> usize {
    let mut lines = Lines { rest: file };
    let mut length = 0;
    while let Some(line) = lines.next() {
        let left = line.left();
        if !left.is_empty() {
            length += left.len() + 1;
        }
    }
    length
}

/// Returns how many words and lists a file has.
const fn counts(file: &str) -> (usize, usize) {
    let mut lines = Lines { rest: file };
    let (mut words, mut lists) = (0, 0);
    while let Some(line) = lines.next() {
        match line {
            Line::Name => lists += 1,
            Line::Word(_) => words += 1,
            Line::Other => {}
        }
    }
    (words, lists)
}

/// Returns the words of a file, and where each list begins among them.
const fn divided<const WORDS: usize, const LISTS: usize>(
    file: &'static str,
) -> ([&'static str; WORDS], [usize; LISTS]) {
    let mut lines = Lines { rest: file };
    let (mut words, mut starts) = ([""; WORDS], [0; LISTS]);
    let (mut word, mut list) = (0, 0);
    while let Some(line) = lines.next() {
        match line {
            Line::Name => {
                starts[list] = word;
                list += 1;
            }
            Line::Word(text) => {
                words[word] = text;
                word += 1;
            }
            Line::Other => {}
        }
    }
    (words, starts)
}

/// A line of a file.
enum Line<'a> {
    /// A list's name in brackets.
    Name,
    Word(&'a str),
    /// A comment, or nothing.
    Other,
}

impl<'a> Line<'a> {
    /// Returns what is left of the line without what only readers of the file need.
    const fn left(&self) -> &'a str {
        match self {
            Self::Name => "[",
            Self::Word(word) => word,
            Self::Other => "",
        }
    }
}

/// The lines of a file. Iterators cannot be used at compile time.
struct Lines<'a> {
    rest: &'a str,
}

impl<'a> Lines<'a> {
    const fn next(&mut self) -> Option<Line<'a>> {
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
        Some(match line.as_bytes() {
            [] | [b'#', ..] => Line::Other,
            [b'[', ..] => Line::Name,
            [b'"', word @ .., b'"'] => Line::Word(line.split_at(1).1.split_at(word.len()).0),
            _ => Line::Word(line),
        })
    }
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

const MONTHS: File = file!("months.txt");

/// Returns the names of the months in lower case, each with the number of its month, 1 to 12.
pub(crate) fn month_names() -> impl Iterator<Item = (u8, &'static str)> {
    let lists = (0..MONTHS.starts.len()).map(|at| MONTHS.list(at));
    (1..)
        .zip(lists)
        .flat_map(|(month, names)| names.iter().map(move |name| (month, *name)))
}

/// Returns the frequent words of languages, each with the code of its language.
pub(crate) fn stop_words() -> impl Iterator<Item = (&'static str, &'static str)> {
    entries(uncommented!("stop_words.txt"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compact::lower_case;

    #[test]
    fn every_list_has_the_words_of_its_file() {
        for (list, file, name) in ALL {
            let wanted = entries(file.text).filter(|(under, _)| under == name);
            let wanted: Vec<&str> = wanted.map(|(_, word)| word).collect();
            assert!(!wanted.is_empty(), "{name}");
            assert_eq!(list.words(), wanted, "{name}");
        }
        for file in [
            BYLINES,
            DATES,
            WEEKDAYS,
            TITLES,
            CHROME,
            PAGERS,
            WALLS,
            NAMED_VALUES,
        ] {
            let of_file = ALL.iter().filter(|(_, f, _)| f.text == file.text);
            assert_eq!(of_file.count(), file.starts.len());
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
