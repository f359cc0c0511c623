//! Lists of words and of named values that identify metadata.
//!
//! The model's columns don't use them, so they aren't part of [`digest`](super::digest).

use super::entries;
use crate::text::tokens;

/// A word file, divided into its lists.
struct File {
    #[cfg(test)]
    text: &'static str,
    /// The lists' words in order, each preceded by a byte with its length.
    words: &'static str,
    /// The byte offset of each list.
    starts: &'static [usize],
}

/// Reads a file at compile time, because reading it at run time would be repeated for every page in
/// a browser. The words stay one string, because an array would take a pointer and a length per
/// word.
macro_rules! file {
    ($name:literal) => {{
        const READ: &str = include_str!($name);
        const COUNTS: (usize, usize) = counts(READ);
        const DIVIDED: ([u8; COUNTS.0], [usize; COUNTS.1]) = divided(READ);
        File {
            #[cfg(test)]
            text: READ,
            words: match str::from_utf8(&DIVIDED.0) {
                Ok(words) => words,
                Err(_) => "",
            },
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

/// Declares the lists of each file in order, with their names in brackets.
macro_rules! lists {
    ($($file:ident from $first:ident: $($list:ident $name:literal,)+;)+) => {
        /// A list of words; the files describe their contents.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum List {
            $($($list,)+)+
        }

        /// The words of each list.
        static LISTS: &[&str] = &[
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
        CompanyWord "company-word",
        LeadingArticle "leading-article",
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
        ImageCredit "picture-credit",
        AuthorLabel "author-label",
        AuthorPath "author-path",
        SectionPath "section-path",
        MemberPath "member-path",
        AuthorClass "author-class",
        BesideAuthorClass "beside-author-class",
        NeutralClass "neutral-class",
        BylineWord "byline-word",
        ReadingTime "reading-time",
        SectionLabel "section-label",
        Control "control",
        OtherCredit "other-credit",
        Agency "agency",
        With "with",
        PlaceWord "place-word",
        OrganizationWord "organization-word",
        BeforeDate "before-date",
        InnerBy "inner-by",
        LastPost "last-post",
        Asker "asker",
        Sender "sender",
        SourceLabel "source-label",
        SiteAfterName "site-after-name",
        Where "where",
        OnSite "on-site",
    ;
    DATES from PublishedLabel:
        PublishedLabel "published-label",
        ModifiedLabel "modified-label",
        OthersLabel "others-label",
        PublishedClass "published-class",
        ModifiedClass "modified-class",
        DateClass "date-class",
        InsideDate "inside-date",
        Ordinal "ordinal",
        Age "age",
    ;
    WEEKDAYS from Weekday:
        Weekday "weekday",
    ;
    TITLES from Kicker:
        Kicker "kicker",
        Titled "titled",
        Documentation "documentation",
        DefaultTitle "default-title",
        BadgeClass "badge-class",
    ;
    CHROME from Chrome:
        Chrome "chrome",
        Own "own",
        QuotedClass "quoted-class",
        EmbedClass "embed-class",
        CaptionClass "caption-class",
        OtherProperty "other-property",
        OtherType "other-type",
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
        SharedImage "shared-picture",
        NamedImage "named-picture",
        NamedLanguage "named-language",
        TemplateLanguage "template-language",
        NamedDoi "named-doi",
    ;
}

impl File {
    /// Returns the words of one of its lists.
    const fn list(&self, at: usize) -> &'static str {
        let end = if at + 1 < self.starts.len() {
            self.starts[at + 1]
        } else {
            self.words.len()
        };
        self.words.split_at(end).0.split_at(self.starts[at]).1
    }
}

/// Returns the number of bytes of the words of a file, including their lengths, and the number of
/// lists.
const fn counts(file: &str) -> (usize, usize) {
    let mut lines = Lines { rest: file };
    let (mut bytes, mut lists) = (0, 0);
    while let Some(line) = lines.next() {
        match line {
            Line::Name => lists += 1,
            Line::Word(word) => bytes += word.len() + 1,
            Line::Other => {}
        }
    }
    (bytes, lists)
}

/// Maximum bytes of a word: its length is an ASCII byte before it, so that the words can be one
/// string.
const MAX_WORD_BYTES: usize = 0x7f;

/// Returns the words of a file, each preceded by a byte with its length, and the offset of each
/// list.
const fn divided<const BYTES: usize, const LISTS: usize>(
    file: &str,
) -> ([u8; BYTES], [usize; LISTS]) {
    let mut lines = Lines { rest: file };
    let (mut words, mut starts) = ([0; BYTES], [0; LISTS]);
    let (mut at, mut list) = (0, 0);
    while let Some(line) = lines.next() {
        match line {
            Line::Name => {
                starts[list] = at;
                list += 1;
            }
            Line::Word(word) => {
                let word = word.as_bytes();
                assert!(word.len() <= MAX_WORD_BYTES);
                words[at] = word.len() as u8;
                at += 1;
                let mut byte = 0;
                while byte < word.len() {
                    words[at] = word[byte];
                    (at, byte) = (at + 1, byte + 1);
                }
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
    /// A comment or an empty line.
    Other,
}

/// The lines of a file. Iterators can't be used at compile time.
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
    pub(crate) fn words(self) -> impl Iterator<Item = &'static str> + Clone {
        Words(LISTS[self as usize])
    }

    /// Returns whether a word is in the list.
    // There are many callers, and inlining would copy the loop into each.
    #[inline(never)]
    pub(crate) fn has(self, word: &str) -> bool {
        self.words().any(|known| known == word)
    }

    /// Returns whether a word of a text begins with any of the list's words. In scripts without
    /// case, where words are joined or have prefixes, a match within a word also counts.
    pub(crate) fn begins_word_in(self, text: &str) -> bool {
        self.beginning_in(text).is_some()
    }

    /// Returns the first of the words at the first position in a text at which any occurs, as
    /// defined for [`begins_word_in`](Self::begins_word_in).
    #[inline(never)]
    pub(crate) fn beginning_in(self, text: &str) -> Option<&'static str> {
        let mut begins = [false; 256];
        self.words()
            .for_each(|word| begins[usize::from(word.as_bytes()[0])] = true);
        let mut is_inside = false;
        text.char_indices().find_map(|(at, c)| {
            let was_inside = std::mem::replace(&mut is_inside, c.is_alphabetic());
            // In scripts with case, words match only at the beginning of a word.
            if !begins[usize::from(text.as_bytes()[at])] || was_inside && c.is_lowercase() {
                return None;
            }
            self.beginnings(&text[at..]).next()
        })
    }

    /// Returns the words with which a text begins.
    pub(crate) fn beginnings(self, text: &str) -> impl Iterator<Item = &'static str> {
        let first = text.as_bytes().first();
        self.words()
            .filter(move |word| word.as_bytes().first() == first && text.starts_with(*word))
    }

    /// Returns whether a text contains any of the words, even within other words.
    #[inline(never)]
    pub(crate) fn any_in(self, text: &str) -> bool {
        self.words().any(|word| text.contains(word))
    }

    /// Returns whether a word is a token of any entry of the list.
    #[inline(never)]
    pub(crate) fn has_token(self, word: &str) -> bool {
        // Few entries contain the word's bytes, and tokenizing is slow.
        let may_have = |entry: &&str| {
            let entry = entry.as_bytes();
            let mut starts =
                (0..entry.len()).filter(|&at| word.as_bytes().first() == entry.get(at));
            starts.any(|at| entry[at..].starts_with(word.as_bytes()))
        };
        let mut entries = self.words().filter(may_have);
        entries.any(|entry| tokens(entry).any(|token| token == word))
    }
}

/// Iterates over words, each preceded by a byte with its length.
#[derive(Clone)]
struct Words(&'static str);

impl Iterator for Words {
    type Item = &'static str;

    fn next(&mut self) -> Option<&'static str> {
        let length = usize::from(*self.0.as_bytes().first()?);
        let (word, rest) = self.0[1..].split_at(length);
        self.0 = rest;
        Some(word)
    }
}

const MONTHS: File = file!("months.txt");

/// Returns the names of the months in lower case, each with the number of its month, 1 to 24.
pub(crate) fn month_names() -> impl Iterator<Item = (u8, &'static str)> {
    let lists = (0..MONTHS.starts.len()).map(|at| MONTHS.list(at));
    (1..)
        .zip(lists)
        .flat_map(|(month, names)| Words(names).map(move |name| (month, name)))
}

/// Returns frequent words, each with the code of its language.
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
            let expected = entries(file.text).filter(|(under, _)| under == name);
            let expected: Vec<&str> = expected.map(|(_, word)| word).collect();
            assert!(!expected.is_empty(), "{name}");
            assert_eq!(list.words().collect::<Vec<_>>(), expected, "{name}");
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
    fn no_list_has_a_duplicate_word() {
        for (list, ..) in ALL {
            let mut words: Vec<_> = list.words().collect();
            let count = words.len();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), count, "{list:?}");
        }
    }

    #[test]
    fn words_looked_up_in_lower_case_are_in_lower_case() {
        // Separators of names are matched with their case.
        let written = [
            List::BetweenNames,
            List::NameEnd,
            List::VisibleNameEnd,
            List::SiteAfterName,
        ];
        for (list, ..) in ALL.iter().filter(|(list, ..)| !written.contains(list)) {
            for word in list.words() {
                assert_eq!(word, lower_case::of(word));
            }
        }
    }

    #[test]
    fn words_are_looked_up_in_lists() {
        assert!(List::Weekday.has("monday") && !List::Weekday.has("mon day"));
        assert!(List::ReadingTime.any_in("a 4 min read") && !List::ReadingTime.any_in("minread"));
        assert!(List::BylinePrefix.has_token("written") && !List::BylinePrefix.has_token("writ"));
        assert!(List::Divider.words().any(|word| word == " · "));
    }
}
