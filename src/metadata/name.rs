//! Names of people in a text: what precedes, follows and joins them goes.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::clean::clean;
use super::date::{self, Order};
use crate::compact::lower_case;
use crate::text::is_cjk;
use crate::vocabulary::List;

/// A name longer than this (in characters), or of more words, is a sentence.
const MAX_NAME: usize = 70;
const MAX_NAME_WORDS: usize = 9;

/// A text longer than this (in characters) is not read for names: it is a paragraph, or hostile.
const MAX_TEXT: usize = 600;

/// Words of a person's name: with one, places and sections are people; with more, headlines are.
const PERSON_WORDS: RangeInclusive<usize> = 2..=5;

/// Characters of a person's name in scripts without spaces, which show no form of one.
const CJK_PERSON: RangeInclusive<usize> = 2..=12;

/// Characters of the shortest name.
const MIN_NAME: usize = 2;

/// Returns whether a name is an account's: letters of ASCII in lower case, digits and a few signs.
pub(super) fn is_account(name: &str) -> bool {
    !name.contains(' ')
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-.".contains(c))
}

/// Words of a group's name, at most: longer ones are sentences.
const GROUP_WORDS: usize = 4;

/// Returns whether a name is a group's: its first or last word says so.
pub(super) fn is_group(name: &str) -> bool {
    let lower = lower_case::of(name);
    let words: Vec<&str> = lower.split_whitespace().collect();
    let ends = [words.first(), words.last()];
    words.len() <= GROUP_WORDS && ends.into_iter().flatten().any(|word| List::Group.has(word))
}

/// Returns whether a name looks like a person's: two to five words without a digit, each a particle
/// or with a capital at its start (a letter of a script without case counts as one). With a
/// character of a script without spaces in it, its length decides: 2 to 12 characters.
pub(super) fn is_person(name: &str) -> bool {
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

/// Returns whether a word in lower case stands before the names in bylines.
pub(super) fn announces(word: &str) -> bool {
    List::BylinePrefix.has_token(word) || List::VisiblePrefix.has_token(word)
}

/// Returns the names a text states. `visible` texts are lines of the page, the others values given
/// as authors.
pub(super) fn names(text: &str, visible: bool) -> Vec<String> {
    let Some(text) = clean(text) else {
        return Vec::new();
    };
    if text.chars().count() > MAX_TEXT {
        return Vec::new();
    }
    let mut text = without_prefix(&text, visible).to_owned();
    if let Some(found) = date::first_in(&text, Order::DayFirst) {
        text.truncate(found.start);
    }
    let text = until_separator(&text, visible);
    let mut out = Vec::new();
    for part in split(text) {
        let part =
            part.trim_matches(|c: char| c.is_whitespace() || ",;:|·•-–—/\\*\"“”".contains(c));
        let part = without_prefix(part, visible);
        let part = without_possession(without_role(without_brackets(part)));
        let part = without_degrees(part);
        if is_name(part) {
            out.push(part.to_owned());
        }
    }
    out
}

/// Beginnings of bylines that stand before one name at most: "Written by" and then "By".
const MOST_PREFIXES: usize = 2;

/// Returns a text without what bylines begin with. Words that are also parts of names count only
/// where the line is visible text, not where a name was asked for.
pub(super) fn without_prefix(text: &str, visible: bool) -> &str {
    let mut text = text.trim();
    for _ in 0..MOST_PREFIXES {
        let longest = with_visible(List::BylinePrefix, List::VisiblePrefix, visible)
            .filter_map(|prefix| strip_word(text, prefix))
            .chain(without_credit(text))
            .min_by_key(|rest| rest.len());
        match longest {
            Some(rest) => text = rest,
            None => break,
        }
    }
    text
}

/// Returns the words of a list, and those of another where a text is visible.
fn with_visible(
    list: List,
    of_visible: List,
    visible: bool,
) -> impl Iterator<Item = &'static &'static str> {
    let more = if visible { of_visible.words() } else { &[] };
    list.words().iter().chain(more)
}

/// Words of the longest credit: "Text, photos and video: …".
const MOST_CREDIT_WORDS: usize = 4;

/// Returns the text after a credit for words and perhaps pictures: "Text und Fotos: Jane Doe".
fn without_credit(text: &str) -> Option<&str> {
    let stripped = |list: List, rest| {
        let mut words = list.words().iter();
        words.find_map(|word| strip_word(rest, word))
    };
    // A colon is stripped with the word before it.
    let ended = |rest: &str| text[..text.len() - rest.len()].contains([':', '：']);
    let mut rest = stripped(List::TextCredit, text)?;
    for _ in 0..MOST_CREDIT_WORDS {
        if ended(rest) {
            return Some(rest);
        }
        if let Some(name) = stripped(List::CreditEnd, rest) {
            return Some(name);
        }
        rest = stripped(List::BesideText, rest)?;
    }
    None
}

/// Returns `:`, `/` or `|` for the signs that Chinese and Japanese have for them, other characters
/// as they are.
fn narrow(c: char) -> char {
    match c {
        '：' => ':',
        '／' => '/',
        '｜' | '丨' => '|',
        c => c,
    }
}

/// Returns what follows `prefix`, which is in lower case, at the start of `text`, whatever the case
/// there. `None` where no word ends after it, or nothing follows.
fn strip_word<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for wanted in prefix.chars() {
        let (c, wanted) = (narrow(rest.next()?), narrow(wanted));
        if c != wanted && !lower_case::each(c).eq(std::iter::once(wanted)) {
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

/// Returns the text up to what divides an author from other statements.
fn until_separator(text: &str, visible: bool) -> &str {
    let end = with_visible(List::NameEnd, List::VisibleNameEnd, visible)
        .filter_map(|e| text.find(e))
        .chain(address_in(text).filter(|_| visible))
        .filter(|&at| at > 0)
        .min()
        .unwrap_or(text.len());
    &text[..end]
}

/// Returns where a text ends before an e-mail address.
fn address_in(text: &str) -> Option<usize> {
    let at = text.find('@')?;
    let end = text[..at].rfind(char::is_whitespace)?;
    text[at..].contains('.').then_some(end)
}

/// Returns a name in the order in which it is read: libraries write "Doe, Jane".
pub(super) fn in_reading_order(text: &str) -> Cow<'_, str> {
    let Some((last, first)) = text.split_once(',') else {
        return Cow::Borrowed(text);
    };
    let (last, first) = (last.trim(), first.trim());
    let after = lower_case::of(first.trim_end_matches('.'));
    let whole = format!("{first} {last}");
    let initials = first
        .split_whitespace()
        .any(|word| word.trim_end_matches('.').len() == 1);
    let particle = last
        .split(' ')
        .next()
        .is_some_and(|word| List::Particle.has(word));
    let are_two = is_person(first) && is_person(last) && !initials && !particle;
    if are_two
        || first.contains(',')
        || is_role(first)
        || List::AfterName.has(&after)
        || !is_person(&whole)
    {
        return Cow::Borrowed(text);
    }
    Cow::Owned(whole)
}

fn split(text: &str) -> Vec<&str> {
    let mut parts = vec![text];
    for separator in [";", "、", "，", " / ", "|"] {
        parts = parts.into_iter().flat_map(|p| p.split(separator)).collect();
    }
    for and in List::BetweenNames.words() {
        parts = parts
            .into_iter()
            .flat_map(|part| {
                let pieces: Vec<&str> = part.split(and).collect();
                // "Food and Drug Administration" is one.
                let people = pieces.iter().all(|p| {
                    p.split(',').any(|n| is_person(n.trim())) || p.split_whitespace().count() == 1
                });
                let office = text.contains(" for ") || text.contains(" of ");
                if people && !office {
                    pieces
                } else {
                    vec![part]
                }
            })
            .collect();
    }
    parts
        .into_iter()
        .flat_map(|part| {
            let pieces: Vec<&str> = part
                .split(',')
                .map(str::trim)
                .filter(|p| !p.is_empty())
                .collect();
            // "Jane Doe, John Roe" are two; "Doe, Jane" and "Jane Doe, PhD" are one.
            let people = pieces.len() > 1 && pieces.iter().all(|p| is_person(p) || is_role(p));
            if people {
                pieces.into_iter().filter(|p| !is_role(p)).collect()
            } else {
                vec![part]
            }
        })
        .collect()
}

/// Returns a text without brackets at its end: "Jane Doe" of "Jane Doe (Berlin)".
fn without_brackets(text: &str) -> &str {
    match text.find(['(', '[', '（']) {
        Some(at) if at > 0 && text.ends_with([')', ']', '）']) => text[..at].trim_end(),
        _ => text,
    }
}

/// Returns the name of whose things a text names: "Jane Doe" of "Jane Doe's posts". Other texts
/// stay, without full stops at their end.
fn without_possession(text: &str) -> &str {
    let text = text.trim_end_matches('.');
    List::Possession
        .words()
        .iter()
        .find_map(|things| {
            let owner = text.strip_suffix(things)?;
            owner
                .strip_suffix("'s")
                .or_else(|| owner.strip_suffix("’s"))
                .or_else(|| owner.strip_suffix(['\'', '’']))
        })
        .unwrap_or(text)
}

fn is_role(text: &str) -> bool {
    text.split(|c: char| c.is_whitespace() || matches!(c, '/' | ','))
        .any(|w| List::Role.has(&lower_case::of(w)))
}

/// Returns a name without the degrees before it: "Jane Doe" of "Prof. Dr. Jane Doe". What would not
/// read as a person's name without them stays as it is.
fn without_degrees(text: &str) -> &str {
    let mut rest = text;
    while let Some((word, after)) = rest.split_once(' ')
        && List::Degree.has(&lower_case::of(word))
    {
        rest = after.trim_start();
    }
    if is_person(rest) { rest } else { text }
}

/// Returns a name without the role after it: "Jane Doe" of "Jane Doe, Staff Writer". A role that is
/// all of the text stays.
fn without_role(text: &str) -> &str {
    let text = List::RoleAfterName
        .words()
        .iter()
        .find_map(|role| text.strip_suffix(role))
        .map(str::trim_end)
        .filter(|name| name.chars().count() >= MIN_NAME)
        .unwrap_or(text);
    match text.split_once(',') {
        Some((name, rest)) if is_role(rest) && !name.trim().is_empty() => name.trim(),
        _ => text,
    }
}

/// Returns whether a text may be a name: short, mostly letters, and nobody's that is known.
pub(super) fn is_name(text: &str) -> bool {
    let lower = lower_case::of(text);
    let count = text.chars().count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    (MIN_NAME..=MAX_NAME).contains(&count)
        && letters * 2 > count
        && !List::Nobody.has(&lower)
        && !List::Weekday.has(&lower)
        && !List::BylinePrefix.has(&lower)
        && !text.contains("://")
        && !text.starts_with("www.")
        && !text.starts_with('@')
        && !text.contains("{{")
        && !(text.contains('@') && text.contains('.'))
        && text.split_whitespace().count() <= MAX_NAME_WORDS
}
