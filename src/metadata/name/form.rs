//! Forms of names, and of texts that aren't names.

use std::ops::RangeInclusive;

use crate::compact::lower_case;
use crate::text::{is_cjk, tokens};
use crate::vocabulary::List;

/// Maximum characters and words of a name: longer texts are sentences.
const MAX_NAME: usize = 70;
const MAX_NAME_WORDS: usize = 9;

/// Minimum and maximum words of a person's name: with one, places and sections would be people;
/// with more, headlines.
const PERSON_WORDS: RangeInclusive<usize> = 2..=5;

/// Characters of a person's name in scripts without spaces, which have no other distinguishing
/// form.
const CJK_PERSON: RangeInclusive<usize> = 2..=12;

/// Minimum characters of a name.
pub(super) const MIN_NAME: usize = 2;

/// Returns whether a name is an account's: lower-case ASCII letters, digits and `_-.`.
pub(in crate::metadata) fn is_account(name: &str) -> bool {
    !name.contains(' ')
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-.".contains(c))
}

/// Maximum words of a group's name: longer ones are sentences.
const GROUP_WORDS: usize = 4;

/// Returns whether a name is a group's, by its first or last word.
pub(in crate::metadata) fn is_group(name: &str) -> bool {
    let lower = lower_case::of(name);
    let words: Vec<&str> = lower.split_whitespace().collect();
    let ends = [words.first(), words.last()];
    words.len() <= GROUP_WORDS && ends.into_iter().flatten().any(|word| List::Group.has(word))
}

/// Returns whether a name looks like a person's: two to five words without a digit, each a particle
/// or beginning with a capital (or a letter of a script without case). If it contains characters of
/// a script without spaces, its length decides: 2 to 12 characters.
pub(in crate::metadata) fn is_person(name: &str) -> bool {
    if name.chars().any(is_cjk) {
        return CJK_PERSON.contains(&name.chars().count());
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    PERSON_WORDS.contains(&words.len())
        && words.iter().all(|w| {
            w.starts_with(|c: char| c.is_uppercase() || (c.is_alphabetic() && !c.is_lowercase()))
                || List::Particle.has(w)
        })
        && !name.contains(|c: char| c.is_ascii_digit())
}

/// Returns whether a text contains a role.
pub(super) fn is_role(text: &str) -> bool {
    text.split(|c: char| c.is_whitespace() || matches!(c, '/' | ','))
        .any(|w| List::Role.has(&lower_case::of(w)))
}

/// Maximum words of a job title: longer texts are names with a role.
const JOB_WORDS: usize = 4;

/// Returns whether a text is a job title and not a name: "Contributing Reporter", "Redactora jefe".
/// Names of groups may also contain such words.
pub(in crate::metadata) fn is_job(text: &str) -> bool {
    let lower = lower_case::of(text);
    let words = lower.split_whitespace();
    let words: Vec<&str> = words.map(|word| word.trim_matches(',')).collect();
    let names_job = |word: &&str| List::Role.has(word) && !List::Group.has(word);
    // A job title of several people ends in a plural: "Guest Columnists".
    let last = words.last().and_then(|last| last.strip_suffix('s'));
    let ends = [words.first().copied(), words.last().copied(), last];
    (1..=JOB_WORDS).contains(&words.len())
        && ends.iter().flatten().any(names_job)
        && !is_group(text)
}

/// Maximum words of a control's label.
const CONTROL_WORDS: usize = 6;

/// Returns whether a visible text is, or begins like, the label of a control.
pub(in crate::metadata) fn is_control(text: &str) -> bool {
    let lower = lower_case::of(text).replace('’', "'");
    let lower = lower.trim_matches(|c: char| !c.is_alphanumeric());
    // In German and Dutch the verb comes last: "Artikel kommentieren".
    let last = text.split_whitespace().next_back().unwrap_or_default();
    if last.starts_with(char::is_lowercase) && List::Control.has(last) {
        return true;
    }
    lower.split_whitespace().count() <= CONTROL_WORDS
        && List::Control.words().any(|label| {
            lower.strip_prefix(label).is_some_and(|rest| {
                rest.is_empty() || rest.starts_with(' ') || label.ends_with(is_cjk)
            })
        })
}

/// Returns whether a text consists of one or more agencies, with or without "with" before them.
pub(super) fn is_agency(text: &str) -> bool {
    let lower = lower_case::of(text);
    let lower = lower.trim_matches(|c: char| !c.is_alphanumeric());
    let bare = List::With
        .words()
        .filter_map(|with| lower.strip_prefix(with)?.strip_prefix(' '))
        .min_by_key(|rest| rest.len())
        .unwrap_or(lower);
    !bare.is_empty() && bare.split('/').all(|one| List::Agency.has(one.trim()))
}

/// Maximum letters of a desk's code.
const MAX_DESK_LETTERS: usize = 5;

/// Returns whether a text is the code of a news desk: capitals and hyphens.
pub(super) fn is_desk(text: &str) -> bool {
    text.len() <= MAX_DESK_LETTERS && text.chars().all(|c| c.is_uppercase() || c == '-')
}

/// Returns whether a text in the form of a person's name may be a place: its first or last word is
/// typical of place names.
pub(in crate::metadata) fn is_place(text: &str) -> bool {
    let lower = lower_case::of(text);
    let mut words = lower.split([' ', '-']);
    let ends = [words.next(), words.next_back()];
    ends.iter()
        .flatten()
        .any(|word| List::PlaceWord.has(word.trim_end_matches('.')) || List::PlaceWord.has(word))
}

/// Returns whether a text may be a name: short, mostly letters, and not a known non-name.
pub(in crate::metadata) fn is_name(text: &str) -> bool {
    let lower = lower_case::of(text);
    let count = text.chars().count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    (MIN_NAME..=MAX_NAME).contains(&count)
        && letters * 2 > count
        && !List::Nobody.has(&lower)
        && !List::Weekday.has(&lower)
        && !List::BylinePrefix.has(&lower)
        && !List::VisiblePrefix.has(&lower)
        && !List::BylineLabel.has(&lower)
        && !is_address(text)
        && !has_only_byline_words(&lower)
        && !text.contains("{{")
        && !is_sentence(text)
        && !announces_another(&lower)
        && text.split_whitespace().count() <= MAX_NAME_WORDS
}

/// Maximum characters of a name in scripts without spaces: longer texts are sentences.
const MAX_CJK_CHARS: usize = 24;

/// Returns whether a text looks like a question or a sentence.
fn is_sentence(text: &str) -> bool {
    text.ends_with(['?', '？'])
        || (text.chars().any(is_cjk)
            && (text.chars().count() > MAX_CJK_CHARS
                || text.contains(['。', '，', '！', '“', '”'])))
}

/// Returns whether a text in lower case introduces the name of someone other than the author:
/// "Researched by", "Revised edition edited by Ada Park".
fn announces_another(lower: &str) -> bool {
    let words: Vec<&str> = lower.split_whitespace().collect();
    let last = words.last().copied().unwrap_or_default();
    let credits = |pair: &[&str]| List::OtherCredit.has(pair[0]) && List::InnerBy.has(pair[1]);
    matches!(last, "by" | "from") || words.windows(2).any(credits)
}

/// Returns whether a text in lower case consists of numbers and words that appear next to names in
/// bylines: "ca. 8 min".
fn has_only_byline_words(text: &str) -> bool {
    let is_beside =
        |word: &str| List::BylineWord.has(word) || word.bytes().all(|b| b.is_ascii_digit());
    tokens(text).all(is_beside)
}

/// Returns whether a text is an address: a URL with or without scheme, an email address, or a
/// handle.
fn is_address(text: &str) -> bool {
    let has_path = || {
        let host = text.split('/').next().unwrap_or_default();
        host.len() < text.len() && host.contains('.') && !text.contains(char::is_whitespace)
    };
    text.contains("://")
        || text.contains("www.")
        || ["[at]", "(at)"].iter().any(|at| text.contains(at))
        || text.starts_with('@')
        || (text.contains('@') && text.contains('.'))
        || has_path()
}
