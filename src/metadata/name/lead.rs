//! Words before names in bylines, and between names and dates.

use super::form::is_person;
use crate::compact::lower_case;
use crate::steps::Progress;
use crate::text::{is_cjk, tokens};
use crate::vocabulary::List;

/// Returns whether a word in lower case introduces names in bylines.
pub(in crate::metadata) fn announces(word: &str) -> bool {
    List::BylinePrefix.has_token(word) || List::VisiblePrefix.has_token(word)
}

/// Returns whether a word in lower case occurs in bylines besides names and dates.
pub(in crate::metadata) fn is_byline_word(word: &str) -> bool {
    List::BylineWord.has(word)
        || List::Weekday.has(word)
        || announces(word)
        || List::PublishedLabel.has_token(word)
        || List::ModifiedLabel.has_token(word)
}

/// Maximum prefixes before one name: "Written by" and then "By".
const MAX_PREFIXES: usize = 2;

/// Returns a text without the prefix of a byline. Prefixes that can also be parts of names are
/// removed only in visible text, or if a person's name follows.
pub(in crate::metadata) fn without_prefix(text: &str, visible: bool) -> &str {
    let mut text = text.trim();
    for _ in 0..MAX_PREFIXES {
        let of_visible = List::VisiblePrefix.words().filter_map(|prefix| {
            let rest = strip_word(text, prefix)?;
            (visible || is_followed_by_person(prefix, rest)).then_some(rest)
        });
        let longest = List::BylinePrefix
            .words()
            .filter_map(|prefix| strip_word(text, prefix))
            .chain(of_visible)
            .chain(without_credit(text))
            .min_by_key(|rest| rest.len());
        match longest {
            Some(rest) => text = rest,
            None => break,
        }
    }
    text
}

/// Returns whether a prefix that can also be part of a name is followed by a person's name that
/// doesn't begin with a particle: "Von Jana Kern", not "Von der Leyen". Prefixes that begin Italian
/// and Scandinavian names are ambiguous.
fn is_followed_by_person(prefix: &str, rest: &str) -> bool {
    let name = rest.split([',', '/', '|', ';']).next().unwrap_or_default();
    let first = name.split(' ').next().unwrap_or_default();
    let is_particle = List::Particle.has(&lower_case::of(first));
    let begins_names = matches!(prefix, "di" | "da" | "af" | "od" | "vom");
    is_person(name.trim()) && !is_particle && !begins_names
}

/// Maximum words of a credit: "Text, photos and video: …".
const MAX_CREDIT_WORDS: usize = 4;

/// The kinds of work named in a credit.
#[derive(Clone, Copy, Default)]
struct Credited {
    text: bool,
    other: bool,
}

/// Returns the text after a credit for words, with or without images: "Text und Fotos: Jane Doe".
fn without_credit(text: &str) -> Option<&str> {
    let (credited, rest) = credit(text)?;
    credited.text.then_some(rest)
}

/// Image agencies as written in credits.
const IMAGE_AGENCIES: [&str; 8] = [
    "©",
    "Getty Images",
    "/Getty",
    "Shutterstock",
    "iStock",
    "Alamy",
    "Unsplash",
    "Pixabay",
];

/// Returns whether a text is a credit for images, a translation or the like, but not for words.
pub(in crate::metadata) fn is_other_credit(text: &str) -> bool {
    IMAGE_AGENCIES.iter().any(|name| text.contains(name))
        || credit(text).is_some_and(|(credited, _)| credited.other && !credited.text)
}

/// Returns whether a label introduces people who did work other than writing: "Edited by",
/// "Photo:".
pub(in crate::metadata) fn labels_other_work(label: &str) -> bool {
    is_other_credit(&format!("{}: X", label.trim_end_matches([':', '：', ' '])))
}

/// Returns whether a text is about an image or a video: "Video der Sendung".
pub(super) fn names_image(text: &str) -> bool {
    text.split_once(' ').is_some_and(|(first, rest)| {
        rest.starts_with(char::is_lowercase) && List::OtherCredit.has(&lower_case::of(first))
    })
}

/// Returns the kinds of work in a credit, and the text after it.
fn credit(text: &str) -> Option<(Credited, &str)> {
    let stripped = |list: List, rest| {
        let mut words = list.words();
        words.find_map(|word| strip_word(rest, word))
    };
    let mut credited = Credited::default();
    let mut rest = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let start = rest;
    for at in 0..=MAX_CREDIT_WORDS {
        // A colon is stripped together with the word before it; an abbreviation ends by itself.
        let label = start[..start.len() - rest.len()].trim_end();
        let ended = label.contains([':', '：']) || label.ends_with('.');
        if at > 0 && ended {
            return Some((credited, rest));
        }
        if at > 0
            && let Some(name) = stripped(List::CreditEnd, rest)
        {
            return Some((credited, name));
        }
        if let Some(after) = stripped(List::TextCredit, rest) {
            credited.text = true;
            rest = after;
        } else if let Some(after) = stripped(List::OtherCredit, rest) {
            credited.other = true;
            rest = after;
        } else if let Some(after) = stripped(List::BesideText, rest).filter(|_| at > 0) {
            rest = after;
        } else {
            // The language of the original: "Aus dem Französischen von".
            let (_, after) = rest.split_once(' ').filter(|_| credited.other)?;
            return stripped(List::CreditEnd, after).map(|name| (credited, name));
        }
    }
    None
}

/// Returns `:`, `/` or `|` for their Chinese and Japanese forms, and other characters unchanged.
fn narrow(c: char) -> char {
    match c {
        '：' => ':',
        '／' => '/',
        '｜' | '丨' => '|',
        c => c,
    }
}

/// Returns the text after `prefix` at the start of `text`, ignoring case; `prefix` is in lower
/// case. `None` if no word ends there, or nothing follows.
pub(in crate::metadata) fn strip_word<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    // Fast path: most texts begin with an ASCII letter, and most prefixes with a different one.
    let (first, expected) = (text.bytes().next()?, prefix.bytes().next()?);
    if first.is_ascii() && !first.eq_ignore_ascii_case(&expected) {
        return None;
    }
    let mut rest = text.chars();
    for expected in prefix.chars() {
        let (c, expected) = (narrow(rest.next()?), narrow(expected));
        if c != expected && !lower_case::each(c).eq(std::iter::once(expected)) {
            return None;
        }
    }
    let after = rest.as_str();
    let ends_in_word = prefix.ends_with(|c: char| c.is_alphanumeric() && !is_cjk(c));
    if ends_in_word && !after.starts_with(|c: char| c.is_whitespace() || c == ':') {
        return None;
    }
    let after = after.trim_start_matches(|c: char| c.is_whitespace() || c == ':' || c == '：');
    (!after.is_empty()).then_some(after)
}

/// Returns whether the text before a date only introduces it.
pub(super) fn says_nothing(before: &str) -> bool {
    tokens(&lower_case::of(before)).all(is_byline_word)
}

/// Returns the text before a date without the words that introduce the date: "Anna Berg" from "Anna
/// Berg op".
pub(in crate::metadata) fn before_date(before: &str) -> &str {
    let mut rest = before.trim_end_matches(|c: char| c.is_whitespace() || c == ',');
    while let Some(shorter) = List::BeforeDate
        .words()
        .filter_map(|word| strip_last_word(rest, word))
        .min_by_key(|rest| rest.len())
    {
        rest = shorter.trim_end_matches(|c: char| c.is_whitespace() || c == ',');
    }
    rest
}

/// Returns the text before `word`, in lower case, at the end of a text; `None` if there is no white
/// space before the word.
fn strip_last_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let start = text.len().checked_sub(word.len())?;
    let end = text.get(start..)?;
    let before = &text[..start];
    (before.ends_with(char::is_whitespace) && lower_case::of(end) == word).then_some(before)
}

/// Returns the text after a date without a time, a time zone and dividers: "by Ada Park" from
/// "10:05 am PDT by Ada Park".
pub(in crate::metadata) fn after_time(after: &str) -> &str {
    let is_between = |c: char| !c.is_alphanumeric() && !matches!(c, '(' | '[' | '@');
    let mut rest = after.trim_start_matches(is_between);
    let mut progress = Progress::new();
    loop {
        progress.check(rest.len());
        let end = rest
            .find(|c: char| c.is_whitespace() || matches!(c, ',' | '|' | '/'))
            .unwrap_or(rest.len());
        let word = lower_case::of(rest[..end].trim_end_matches(['.', ':', ';', ')']));
        let is_hour = word.starts_with(|c: char| c.is_ascii_digit())
            && word
                .chars()
                .all(|c| c.is_ascii_digit() || ":.hapm".contains(c));
        let is_word = List::BylineWord.has(&word) && !List::InnerBy.has(&word);
        if word.is_empty() || !(is_hour || is_word) {
            return rest;
        }
        rest = rest[end..].trim_start_matches(is_between);
    }
}

/// Returns the text after "by" or a similar word within a text.
pub(in crate::metadata) fn after_inner_by(text: &str) -> Option<&str> {
    let starts = text.match_indices(char::is_whitespace);
    let mut after = starts.map(|(at, space)| &text[at + space.len()..]);
    after.find_map(|rest| {
        let mut words = List::InnerBy.words();
        words.find_map(|by| strip_word(rest, by))
    })
}
