//! Dates in elements that are marked as dates.

use super::lines::{MAX_LABEL_CHARS, is_label};
use crate::compact::lower_case;
use crate::metadata::date::{self, Date, Order};
use crate::metadata::sources::Sources;
use crate::metadata::title::account_in_title;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::text::tokens;
use crate::vocabulary::{ByClass, List, MAX_NAMES, words_of_name};

/// Maximum nodes below an element with a date, and maximum bytes of its text. Larger elements are
/// parts of the page, or hostile.
const MAX_NODES: usize = 60;
const MAX_BYTES: usize = 200;

/// The kind of date that an element is marked as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Published,
    Modified,
    Plain,
}

/// A date in a marked element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marked {
    pub(super) node: NodeId,
    pub(super) mark: Mark,
    pub(super) date: Date,
}

/// Returns the dates in `time` elements, microdata and elements whose class names a date, in order.
/// If `chrome` is set, only those in menus, footers and the like; otherwise all others.
pub(super) fn marked(sources: &Sources<'_>, chrome: bool) -> Vec<Marked> {
    let (page, regions, order) = (sources.page, &sources.regions, sources.order);
    let mut found = Vec::new();
    let mut named = ByClass::new();
    for node in page.subtree(page.body()) {
        let is_other = regions.is_foreign(node) || regions.is_chrome(node) != chrome;
        if !page.is_element(node) || is_other {
            continue;
        }
        let marked = match mark(page, node, &mut named) {
            Some(mark) => date_of(page, node, order).map(|date| (mark, date)),
            None => None,
        };
        let unmarked = || {
            let date = exact_date(page, node, order).or_else(|| sheet(page, node, order))?;
            Some((Mark::Plain, date))
        };
        if let Some((mark, date)) = marked.or_else(unmarked) {
            let mark = match mark {
                Mark::Published if is_labeled_change(sources, node, false) => Mark::Modified,
                Mark::Plain if is_labeled_change(sources, node, true) => Mark::Modified,
                mark => mark,
            };
            found.push(Marked { node, mark, date });
        }
    }
    found
}

/// Maximum ancestors of a date that are searched for the name of the post's author.
const POST_LEVELS: usize = 6;

/// Returns the date of the first post by the account that the page's title names, as on social
/// sites. In a thread, all posts look like replies.
pub(super) fn of_account(sources: &Sources<'_>) -> Option<Date> {
    let page = sources.page;
    let mut titles = sources.tags.any(List::NamedTitle.words());
    let owner = titles.find_map(account_in_title)?;
    let is_owners = |&time: &NodeId| {
        let mut around = page.ancestors(time).take(POST_LEVELS);
        around.any(|n| page.raw_text(n).trim_start().starts_with(owner))
    };
    let mut times = page.subtree(page.body());
    let time = times.find(|n| page.tag(*n) == Tag::Time && is_owners(n))?;
    date_of(page, time, sources.order)
}

/// Returns whether the words before the date in a marked element label it as that of a change:
/// "Updated May 3", regardless of the class around both. If `before` is set, words before the
/// element on its line also count, as does a line above that is only a label.
fn is_labeled_change(sources: &Sources<'_>, node: NodeId, before: bool) -> bool {
    let page = sources.page;
    let mut texts = page.subtree(node).filter(|&n| page.is_text(n));
    let first = texts.find(|&n| !page.text(n).trim().is_empty());
    let Some(first) = first.filter(|_| !is_long(page, node)) else {
        return false;
    };
    let own = page.visible_text(node);
    let start = date::first_in(&own, sources.order).map(|found| found.start);
    let is_led = start
        .is_some_and(|start| is_change_label(&own[..start]) || !introduces_date(&own[..start]));
    if is_led || !before || is_change_label(&own) {
        return is_change_label(&own[..start.unwrap_or(own.len())]);
    }
    let at = sources.lines.partition_point(|line| line.first <= first);
    let Some(line) = at.checked_sub(1).map(|at| &sources.lines[at]) else {
        return false;
    };
    let lead = text_before(page, line.first, first);
    if lead.chars().any(char::is_alphabetic) {
        let end = date::all_in(&lead, sources.order)
            .last()
            .map_or(0, |d| d.end);
        return is_change_label(&lead[end..]);
    }
    let above = at.checked_sub(2).and_then(|at| sources.lines.get(at));
    above.is_some_and(|line| is_label(sources, line) && is_change_label(&line.text))
}

/// Returns whether a text consists of numbers and words such as "on".
fn introduces_date(text: &str) -> bool {
    tokens(&lower_case::of(text))
        .all(|word| List::BeforeDate.has(word) || word.bytes().all(|b| b.is_ascii_digit()))
}

/// Returns the text between two nodes, at least its last [`MAX_BYTES`] bytes or [`MAX_NODES`]
/// nodes.
fn text_before(page: &Page, from: NodeId, to: NodeId) -> String {
    let mut bytes = 0;
    let nodes = (from.0..to.0).rev().map(NodeId).take(MAX_NODES);
    let mut texts: Vec<&str> = nodes
        .filter(|&n| page.is_text(n))
        .map(|n| page.text(n))
        .take_while(|text| {
            let is_near = bytes <= MAX_BYTES;
            bytes += text.len();
            is_near
        })
        .collect();
    texts.reverse();
    texts.concat()
}

/// Returns whether a text before a date is a label of changes.
fn is_change_label(text: &str) -> bool {
    text.trim().chars().count() <= MAX_LABEL_CHARS
        && List::ModifiedLabel.begins_word_in(&lower_case::of(text))
}

/// Attributes with the exact date of an element whose text has an approximate one.
const DATE_ATTRS: [Attr; 8] = [
    Attr::Datetime,
    Attr::Title,
    Attr::AriaLabel,
    Attr::DataDatetime,
    Attr::DataDate,
    Attr::DataTime,
    Attr::DataTimestamp,
    Attr::DataUtime,
];

/// Maximum bytes of a text with a date or its age.
const MAX_AGE_BYTES: usize = 60;

/// Returns the exact date in an attribute of an element whose text is the date or its age.
fn exact_date(page: &Page, node: NodeId, order: Order) -> Option<Date> {
    let values = DATE_ATTRS.iter().filter_map(|&attr| page.attr(node, attr));
    let date = values
        .filter(|value| value.len() <= MAX_AGE_BYTES)
        .find_map(|value| Date::from_whole_value(value, order))?;
    let text = page.raw_text(node).trim();
    let says = text.len() <= MAX_AGE_BYTES
        && (List::Age.begins_word_in(&lower_case::of(text))
            || text.starts_with(|c: char| c.is_numeric())
            // Scripts write days without the year: "Mar 23".
            || page.tag(node) == Tag::Other && text.contains(char::is_numeric)
            || date::first_in(text, order).is_some());
    (says && !page.is_hidden(node))
        .then_some(date)
        .filter(Date::is_of_the_web)
}

/// Maximum nodes of a calendar sheet, and maximum bytes of its text.
const SHEET_NODES: usize = 12;
const SHEET_BYTES: usize = 40;

/// Number of texts of a calendar sheet: a month, a day and a year, two of which may be in one text.
const SHEET_TEXTS: std::ops::RangeInclusive<usize> = 2..=4;

/// Returns the date of a calendar sheet: an element whose texts are exactly the parts of a date,
/// none of which is a date itself, apart from separators and the time.
fn sheet(page: &Page, node: NodeId, order: Order) -> Option<Date> {
    let subtree = page.subtree(node);
    let text = page.raw_text(node);
    if subtree.len() > SHEET_NODES || text.len() > SHEET_BYTES || page.is_hidden(node) {
        return None;
    }
    // There's no year without a digit, and most small elements have none.
    if !text.bytes().any(|b| b.is_ascii_digit()) && text.is_ascii() {
        return None;
    }
    let texts = subtree
        .filter(|&n| page.is_text(n))
        .map(|n| page.text(n).trim());
    let is_part = |text: &&str| text.contains(char::is_alphanumeric) && !text.contains(':');
    let texts: Vec<&str> = texts.filter(is_part).collect();
    if !SHEET_TEXTS.contains(&texts.len()) {
        return None;
    }
    let whole = texts.join(" ");
    let found = date::first_in(&whole, order).or_else(|| {
        // In an archive's list a month and its number of posts are in separate elements.
        let are_numbers = texts.iter().all(|text| text.chars().all(char::is_numeric));
        date::first_in(&texts.join("/"), order)
            .filter(|_| are_numbers && texts.len() == SHEET_PARTS)
    })?;
    let beside = whole.len() - (found.end - found.start).min(whole.len());
    (beside <= SHEET_BESIDE).then_some(found.date)
}

/// Number of texts in a calendar sheet with only numbers.
const SHEET_PARTS: usize = 3;

/// Maximum bytes besides the date in a calendar sheet: a weekday.
const SHEET_BESIDE: usize = 12;

/// Returns the date of a marked element: from an attribute, or else from its text.
fn date_of(page: &Page, node: NodeId, order: Order) -> Option<Date> {
    let value = [Attr::Datetime, Attr::Content, Attr::Title]
        .iter()
        .filter_map(|&a| page.attr(node, a))
        .find_map(|v| Date::from_value(v, order));
    let in_text = || {
        if is_long(page, node) || page.is_hidden(node) {
            return None;
        }
        date::first_in(&page.visible_text(node), order).map(|f| f.date)
    };
    let date = match value {
        // The text has the day in the site's time zone.
        Some(value) if value.has_time() => in_text()
            .filter(|shown| value.falls_on(shown))
            .or(Some(value)),
        value => value.or_else(in_text),
    };
    date.filter(Date::is_of_the_web)
}

/// Returns whether an element is too large to be only a date.
fn is_long(page: &Page, node: NodeId) -> bool {
    page.raw_text(node).len() > MAX_BYTES || page.subtree(node).len() > MAX_NODES
}

/// Returns the kind of date that an element is marked as; `named` caches the kinds by class names
/// or ids.
fn mark(page: &Page, node: NodeId, named: &mut ByClass<Option<Mark>>) -> Option<Mark> {
    let itemprop = page.attr(node, Attr::Itemprop).unwrap_or_default();
    for prop in itemprop.split_ascii_whitespace() {
        match prop {
            "datePublished" | "dateCreated" | "uploadDate" => return Some(Mark::Published),
            "dateModified" => return Some(Mark::Modified),
            _ => {}
        }
    }
    let is_time = page.tag(node) == Tag::Time;
    if is_time && page.attr(node, Attr::Pubdate).is_some() {
        return Some(Mark::Published);
    }
    let mut mark = is_time.then_some(Mark::Plain);
    for attr in [Attr::Class, Attr::Id] {
        let Some(names) = page.attr(node, attr) else {
            continue;
        };
        match named.get_or(names, named_mark) {
            None => {}
            Some(Mark::Plain) => mark = Some(Mark::Plain),
            certain => return certain,
        }
    }
    mark
}

/// Maximum words of a class name for a date: longer names describe an element's surroundings.
const MAX_WORDS: usize = 5;

/// Returns the kind of date named by class names or ids.
fn named_mark(names: &str) -> Option<Mark> {
    let mut mark = None;
    for name in names.split_ascii_whitespace().take(MAX_NAMES) {
        let words: Vec<_> = words_of_name(name).collect();
        if words.len() > MAX_WORDS {
            continue;
        }
        for word in &words {
            if List::PublishedClass.has(word) {
                return Some(Mark::Published);
            } else if List::ModifiedClass.has(word) {
                return Some(Mark::Modified);
            } else if List::DateClass.has(word) {
                mark = Some(Mark::Plain);
            }
        }
    }
    mark
}
