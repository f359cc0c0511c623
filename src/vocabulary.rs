//! Words in class names, ids, roles and short texts that hint at the purpose of a part of a page,
//! and words that identify metadata.
//!
//! Only a weak prior: a word decides nothing about a part with much of the article. The lists are
//! text files with one word or beginning per line, below a name in brackets: a [`Purpose`] or a
//! list's own name. Lines that begin with `#` are comments. Words with white space at the ends are
//! in quotation marks.

/// Reads a word file without its comments, so that only the words are compiled into the core.
macro_rules! uncommented {
    ($name:literal) => {{
        const READ: &str = include_str!($name);
        const LENGTH: usize = $crate::vocabulary::uncommented::<0>(READ).1;
        const LEFT: [u8; LENGTH] = $crate::vocabulary::uncommented(READ).0;
        match str::from_utf8(&LEFT) {
            Ok(text) => text,
            Err(_) => READ,
        }
    }};
}

mod abbreviations;
mod announcements;
mod by_class;
mod callouts;
mod chrome;
mod class_names;
mod clutter;
mod discussions;
mod index;
mod kinds;
mod lists;
mod names;
mod notes;
mod posts;
mod remarks;
mod sections;
mod spoken;

pub(crate) use abbreviations::is_abbreviation;
pub(crate) use announcements::{announcement, counts_comments, labels_advert};
pub(crate) use by_class::ByClass;
pub(crate) use callouts::is_callout;
pub(crate) use chrome::is_chrome;
pub(crate) use class_names::{MAX_NAMES, ends_with, words_of_name};
pub(crate) use clutter::{Clutter, clutter, is_code_action, is_labeled};
pub(crate) use discussions::{
    DiscussionNames, Roles, discussion_names, leads_to_discussion, leads_to_profile, names_asker,
    names_edit, speaker,
};
use index::{Index, start_of};
pub(crate) use kinds::is_kind;
pub(crate) use lists::{List, month_names, stop_words};
pub(crate) use names::{Hints, hints_of_all};
pub(crate) use notes::{is_named_notes, names_notes};
pub(crate) use posts::is_post;
pub(crate) use remarks::{Controls, Remark, Remarks, controls, remarks};
pub(crate) use sections::Purpose;
use sections::{entries, words};
pub(crate) use spoken::listed_len;

use crate::compact::hash::Hash32;

/// Returns the bytes of a file's lines without comments, and their number.
const fn uncommented<const LENGTH: usize>(file: &str) -> ([u8; LENGTH], usize) {
    let bytes = file.as_bytes();
    let (mut left, mut length) = ([0; LENGTH], 0);
    let (mut at, mut is_comment) = (0, false);
    while at < bytes.len() {
        if at == 0 || bytes[at - 1] == b'\n' {
            is_comment = bytes[at] == b'#';
        }
        if !is_comment {
            if length < LENGTH {
                left[length] = bytes[at];
            }
            length += 1;
        }
        at += 1;
    }
    (left, length)
}

/// Returns a hash of the lists that the model's columns use. Models trained with other lists are
/// out of date.
pub(crate) fn digest() -> Hash32 {
    let lists = [
        names::NAMES,
        names::ARTICLE_NAMES,
        announcements::ANNOUNCEMENTS,
        announcements::COMMENT_WORDS,
    ];
    let mut digest = Hash32::EMPTY;
    for list in lists {
        for (purpose, word) in words(list) {
            digest = digest
                .bytes(purpose.map_or("", Purpose::name).as_bytes())
                .bytes(b":")
                .bytes(word.as_bytes())
                .bytes(b"\n");
        }
        digest = digest.bytes(b"\n");
    }
    digest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compact::lower_case;

    #[test]
    fn only_comments_are_removed() {
        for (file, left) in [
            ("", ""),
            ("# a\n# b\n", ""),
            (
                "# é\n[one]\na # b\n\n \"#c\"\n#d\ne",
                "[one]\na # b\n\n \"#c\"\ne",
            ),
        ] {
            let (bytes, length) = uncommented::<40>(file);
            assert_eq!(&bytes[..length], left.as_bytes());
            assert_eq!(uncommented::<0>(file).1, length);
        }
        let (whole, left) = (include_str!("vocabulary/clutter.txt"), clutter::CLUTTER);
        assert!(whole.starts_with('#') && !left.contains('#'));
        assert!(entries(whole).eq(entries(left)));
    }

    #[test]
    fn words_are_lower_case_and_have_a_purpose() {
        for list in [names::NAMES, announcements::ANNOUNCEMENTS] {
            assert!(words(list).count() > 100);
            for (purpose, word) in words(list) {
                assert!(purpose.is_some(), "{word}");
                assert_eq!(word, word.trim());
                assert_eq!(word, lower_case::of(word));
            }
        }
        for list in [names::ARTICLE_NAMES, announcements::COMMENT_WORDS] {
            assert!(words(list).count() > 20);
            assert!(words(list).all(|(purpose, _)| purpose.is_none()));
        }
    }
}
