//! Times of comments.

use crate::page::{Attr, NodeId, Page};
use crate::vocabulary::names_edit;

/// Maximum length of a time, in characters. With more, sentences would be mistaken for times.
pub(super) const MAX_TIME_CHARS: usize = 60;

/// Maximum length of a text that begins with a time, in characters.
const MAX_LINE_CHARS: usize = 2 * MAX_TIME_CHARS;

/// Maximum length of the name of a day, in bytes.
const MAX_DAY_BYTES: usize = 15;

/// Maximum nodes of an element that are searched for a machine-readable time.
const MAX_VISITS: usize = 8;

/// Maximum nodes before a text that are searched for the name of the day.
const MAX_DAY_DISTANCE: u32 = 2;

/// Returns the time of an element: a machine-readable value if there's one, otherwise the text. The
/// text must contain a digit, unless `is_certain`.
pub(super) fn time(page: &Page, node: NodeId, is_certain: bool) -> Option<String> {
    let inner = page.subtree(node).take(MAX_VISITS);
    let mut inner = inner.filter(|&inner| page.is_element(inner));
    let declared = inner.find_map(|inner| {
        let all = [Attr::Datetime, Attr::Content, Attr::Title];
        let mut values = all.into_iter().filter_map(|attr| page.attr(inner, attr));
        values.find(|value| begins_with_year(value))
    });
    if let Some(declared) = declared {
        return Some(without_addition(declared).to_owned());
    }
    let text = page.visible_text(node);
    let is_short = !text.is_empty() && text.chars().count() <= MAX_TIME_CHARS;
    (is_short && (is_certain || text.chars().any(char::is_numeric))).then_some(text)
}

/// Returns whether a value begins like an ISO 8601 date.
fn begins_with_year(value: &str) -> bool {
    let digits = value.bytes().take(4).filter(u8::is_ascii_digit).count();
    digits == 4 && value.as_bytes().get(4) == Some(&b'-')
}

/// Returns a machine-readable time without additions: the license on Stack Exchange, or the
/// timestamp in seconds on Hacker News.
fn without_addition(value: &str) -> &str {
    let time = match value.split_once(", ") {
        Some((time, rest)) if rest.starts_with(char::is_alphabetic) => time,
        _ => value,
    };
    let first = time.split_ascii_whitespace().next().unwrap_or_default();
    if first.contains('T') { first } else { time }
}

/// Returns a text without surrounding punctuation if it's a time: either hours and minutes or a
/// year, with another number.
pub(super) fn read_time(text: &str) -> Option<String> {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    if text.chars().count() > MAX_LINE_CHARS {
        return None;
    }
    let text = before_label(text);
    if text.is_empty() || text.chars().count() > MAX_TIME_CHARS {
        return None;
    }
    let numbers: Vec<&str> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|number| !number.is_empty())
        .collect();
    let is_year =
        |number: &&str| number.len() == 4 && (number.starts_with("19") || number.starts_with("20"));
    let is_date = numbers.len() > 1 && numbers.iter().any(is_year);
    let is_clock = text.split_ascii_whitespace().any(is_clock) && numbers.len() > 2;
    (is_date || is_clock).then(|| text.to_owned())
}

/// Returns a text up to the first word that labels another value, such as the author's ID.
fn before_label(text: &str) -> &str {
    let has_label = |word: &str| {
        let label = word.split_once(':').map_or("", |(label, _)| label);
        !label.is_empty() && label.chars().all(char::is_alphabetic)
    };
    let mut ends = text.match_indices(' ').map(|(end, _)| end);
    let end = ends.find(|&end| {
        let next = text[end..].split_ascii_whitespace().next();
        next.is_some_and(has_label)
    });
    &text[..end.unwrap_or(text.len())]
}

/// Returns whether a word consists of hours and minutes, such as `9:15`.
fn is_clock(word: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    word.split_once(':').is_some_and(|(hours, minutes)| {
        (1..=2).contains(&hours.len()) && digits(hours) == hours.len() && digits(minutes) == 2
    })
}

/// Adds the name of the day to a time if it's in an element before it: **Yesterday** at 9:15.
pub(super) fn with_day(page: &Page, node: NodeId, time: String) -> String {
    let before = (1..=MAX_DAY_DISTANCE).filter_map(|back| node.0.checked_sub(back).map(NodeId));
    let mut words =
        before.filter(|&leaf| page.is_text(leaf) && page.parent(leaf) != page.parent(node));
    let day = words.next().map(|leaf| page.text(leaf).trim());
    let is_day = |day: &&str| {
        !day.is_empty() && day.chars().all(char::is_alphabetic) && day.len() <= MAX_DAY_BYTES
    };
    let continues = page.text(node).trim_start().starts_with(char::is_lowercase);
    match day.filter(is_day) {
        Some(day) if continues => format!("{day} {time}"),
        _ => time,
    }
}

/// Returns whether a time is that of an edit, according to its text or the text before it.
pub(super) fn is_edit(page: &Page, node: NodeId) -> bool {
    let before = node.0.checked_sub(1).map(NodeId);
    let before = before.filter(|&before| page.is_text(before));
    let before = before.map(|before| page.text(before).trim().to_owned());
    before.is_some_and(|text| names_edit(text.split_ascii_whitespace().rev()))
        || names_edit(page.visible_text(node).split_ascii_whitespace())
}
