//! Dates in elements that are marked as stating them.

use crate::metadata::date::{self, Date, Order};
use crate::metadata::regions::Regions;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::vocabulary::{ByClass, List, MOST_NAMES, words_of_name};

/// The most nodes below an element that names a date, and the most bytes of its text. A larger
/// element is a part of the page, or hostile.
const MAX_NODES: usize = 60;
const MAX_BYTES: usize = 200;

/// The kind of date that an element's marking names.
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
/// Where `chrome` is set, those in menus, footers and the like are returned; else all others.
pub(super) fn marked(page: &Page, regions: &Regions, order: Order, chrome: bool) -> Vec<Marked> {
    let mut found = Vec::new();
    let mut named = ByClass::new();
    for node in page.subtree(page.body()) {
        if !page.is_element(node) || regions.is_chrome(node) != chrome {
            continue;
        }
        let Some(mark) = mark(page, node, &mut named) else {
            continue;
        };
        if let Some(date) = date_of(page, node, order) {
            found.push(Marked { node, mark, date });
        }
    }
    found
}

/// Returns the date that a marked element states: in an attribute, else in its text.
fn date_of(page: &Page, node: NodeId, order: Order) -> Option<Date> {
    let value = [Attr::Datetime, Attr::Content, Attr::Title]
        .iter()
        .filter_map(|&a| page.attr(node, a))
        .find_map(|v| Date::from_value(v, order));
    let date = value.or_else(|| {
        let is_long = page.raw_text(node).len() > MAX_BYTES || page.subtree(node).len() > MAX_NODES;
        if is_long || page.is_hidden(node) {
            return None;
        }
        date::first_in(&page.visible_text(node), order).map(|f| f.date)
    });
    date.filter(Date::is_of_the_web)
}

/// Returns the kind of date that an element is marked as; `named` has what lists of names say that
/// have been read.
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

/// Words of the longest class name that may name a date: a longer name says where an element stands.
const MOST_WORDS: usize = 5;

/// Returns the kind of date that one of several class names or ids names.
fn named_mark(names: &str) -> Option<Mark> {
    let mut mark = None;
    for name in names.split_ascii_whitespace().take(MOST_NAMES) {
        let words: Vec<_> = words_of_name(name).collect();
        if words.len() > MOST_WORDS {
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
