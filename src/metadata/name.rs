//! Names of people in a text, without words before, after, or between them.
//!
//! 1. The part of the text that names authors is found: after "by" or a similar word, before a
//!    date, or after a date that "by" follows (`lead`).
//! 2. It's divided into names if all of them look like people's (`split`).
//! 3. Roles, places, agencies, degrees and other text around each name are removed.
//! 4. Texts without the form of a name, labels of controls, and image credits are removed (`form`).

mod form;
mod lead;
mod split;

use std::borrow::Cow;

use super::clean::clean;
use super::date::{self, Order};
use super::json::{self, Json};
use crate::compact::lower_case;
use crate::text::is_cjk;
use crate::vocabulary::List;
use form::{MIN_NAME, is_agency, is_role};
pub(super) use form::{is_account, is_control, is_group, is_job, is_name, is_person, is_place};
pub(super) use lead::{
    after_inner_by, after_time, before_date, is_byline_word, is_other_credit, labels_other_work,
    strip_word, without_prefix,
};
use lead::{names_image, says_nothing};
use split::{split, until_end};

/// Maximum characters of a text that is searched for names: longer ones are paragraphs, or hostile.
const MAX_TEXT: usize = 600;

/// Characters around names.
const AROUND: &str = ",;:|·•-–—/\\*\"“”«»‹›→←↗▸▶►+>…،؛、。";

/// Returns the names in a text. `visible` is true for lines of the page, false for values declared
/// as authors.
pub(super) fn names(text: &str, visible: bool) -> Vec<String> {
    let in_object = if visible { None } else { name_in_object(text) };
    let Some(text) = clean(in_object.as_deref().unwrap_or(text)) else {
        return Vec::new();
    };
    if text.chars().count() > MAX_TEXT || is_other_credit(&text) {
        return Vec::new();
    }
    let declared = until_separator(statement(&text, visible), visible);
    let mut out = Vec::new();
    for part in split(declared, visible) {
        let name = name_of(part, visible);
        let unfit = !is_name(name)
            || is_job(name)
            || is_other_credit(name)
            || names_image(name)
            || (visible && is_control(name));
        if !unfit {
            out.push(name.to_owned());
        }
    }
    // A single word after a person's name is a place.
    if visible && out.first().is_some_and(|name| is_person(name)) && !text.contains(is_cjk) {
        let mut is_first = true;
        out.retain(|name| std::mem::take(&mut is_first) || name.contains(' '));
    }
    // A person is the author rather than the agency.
    if out.iter().any(|name| is_person(name) && !is_agency(name)) {
        out.retain(|name| !is_agency(name));
    }
    out
}

/// Returns the name in a value that is an object as text, in JSON or another language's syntax:
/// "{'@type': 'Person', 'name': 'Ada Park'}".
fn name_in_object(text: &str) -> Option<String> {
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let values = json::read(text);
    let mut objects = values.iter().flat_map(Json::items);
    let read = objects.find_map(|object| object.get("name")?.as_text().map(str::to_owned));
    // In Java's syntax: "{@type=Person, name=Ada Park}".
    let written = || {
        let (before, after) = text.split_once("name=")?;
        let end = after.find([',', '}'])?;
        before
            .ends_with(['{', ' '])
            .then(|| after[..end].to_owned())
    };
    read.or_else(written)
}

/// Returns the part of a text that names authors: the text after "by" or a similar word, up to a
/// date; or the text after the date, if nothing else is before it.
fn statement(text: &str, visible: bool) -> &str {
    let bare = without_prefix(text, visible);
    let Some(found) = date::first_in(bare, Order::DayFirst) else {
        return bare;
    };
    let before = &bare[..found.start];
    if !says_nothing(before) {
        return before_date(before);
    }
    let after = after_time(&bare[found.end..]);
    let announced = without_prefix(after, visible);
    if announced.len() < after.len() {
        announced
    } else {
        ""
    }
}

/// Returns the text up to the separator between an author and other facts.
fn until_separator(text: &str, visible: bool) -> &str {
    let end = List::NameEnd
        .words()
        .filter_map(|end| text.find(end))
        .chain(address_in(text).filter(|_| visible))
        .filter(|&at| at > 0)
        .min()
        .unwrap_or(text.len());
    &text[..end]
}

/// Returns where a text ends before an email address.
fn address_in(text: &str) -> Option<usize> {
    let at = text.find('@')?;
    let end = text[..at].rfind(char::is_whitespace)?;
    text[at..].contains('.').then_some(end)
}

/// Returns the name in a part of a text.
fn name_of(part: &str, visible: bool) -> &str {
    let trimmed = |text| str::trim_matches(text, |c: char| c.is_whitespace() || AROUND.contains(c));
    let part = without_prefix(trimmed(part), visible);
    let part = if visible { without_label(part) } else { part };
    let part = until_end(part, visible);
    let part = without_possession(without_role(without_brackets(part)));
    trimmed(without_agency(without_compound_role(without_degrees(part))))
}

/// Maximum words of a label before a name.
const LABEL_WORDS: usize = 2;

/// Returns a person's name without a label before it: "Jana Nováková" from "Napsala: Jana
/// Nováková". An image credit isn't such a label.
fn without_label(text: &str) -> &str {
    let Some((label, name)) = text.split_once([':', '：']) else {
        return text;
    };
    let name = name.trim();
    let is_label = label.split_whitespace().count() <= LABEL_WORDS
        && label
            .chars()
            .all(|c| c.is_alphabetic() || c.is_whitespace());
    if is_label && is_person(name) && !is_other_credit(text) {
        name
    } else {
        text
    }
}

/// Returns a name in reading order: libraries write "Doe, Jane".
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

/// Returns a text without brackets at its end: "Jane Doe" from "Jane Doe (Berlin)".
fn without_brackets(text: &str) -> &str {
    match text.find(['(', '[', '（']) {
        Some(at) if at > 0 && text.ends_with([')', ']', '）']) => text[..at].trim_end(),
        _ => text,
    }
}

/// Returns the owner in a text about someone's things: "Jane Doe" from "Jane Doe's posts". Other
/// texts are returned without full stops at the end.
fn without_possession(text: &str) -> &str {
    let text = text.trim_end_matches('.');
    List::Possession
        .words()
        .find_map(|things| {
            let owner = text.strip_suffix(things)?;
            owner
                .strip_suffix("'s")
                .or_else(|| owner.strip_suffix("’s"))
                .or_else(|| owner.strip_suffix(['\'', '’']))
        })
        .unwrap_or(text)
}

/// Returns a name without the degrees before it: "Jane Doe" from "Prof. Dr. Jane Doe". If the rest
/// isn't a person's name, the text is returned unchanged.
fn without_degrees(text: &str) -> &str {
    let mut rest = text;
    while let Some((word, after)) = rest.split_once(' ')
        && List::Degree.has(&lower_case::of(word))
    {
        rest = after.trim_start();
    }
    if is_person(rest) { rest } else { text }
}

/// Returns a person's name without a role in a compound before it: "Jana Doe" from
/// "Sport-Redakteurin Jana Doe".
fn without_compound_role(text: &str) -> &str {
    let person = text.split_once(' ').filter(|(role, rest)| {
        let last = role.rsplit_once('-').map(|(_, last)| lower_case::of(last));
        is_person(rest) && last.is_some_and(|last| List::Role.has(&last))
    });
    person.map_or(text, |(_, name)| name)
}

/// Returns a name without the role after it: "Jane Doe" from "Jane Doe, Staff Writer". A text that
/// is only a role is returned unchanged.
fn without_role(text: &str) -> &str {
    let text = List::RoleAfterName
        .words()
        .find_map(|role| text.strip_suffix(role))
        .map(str::trim_end)
        .filter(|name| name.chars().count() >= MIN_NAME)
        .unwrap_or(text);
    match text.split_once(',') {
        Some((name, rest)) if is_role(rest) && !name.trim().is_empty() => name.trim(),
        _ => text,
    }
}

/// Returns a person's name without an agency's code after a space or a slash: "Jane Doe" from "Jane
/// Doe/dpa".
fn without_agency(text: &str) -> &str {
    let Some(at) = text.rfind(['/', ' ']) else {
        return text;
    };
    let (name, sign) = (text[..at].trim_end(), &text[at + 1..]);
    let is_stroke = text[at..].starts_with('/');
    let is_sign = is_agency(sign) && (is_stroke || !sign.starts_with(char::is_uppercase))
        || (is_stroke && form::is_desk(sign));
    if is_sign && is_person(name) {
        name
    } else {
        text
    }
}
