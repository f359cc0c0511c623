//! The title in the words of its heading, corrected by the titles in the head.

use super::declared::{DeclaredTitle, lower_tokens, parts};
use super::heading::{Heading, heading_text, kicker};
use crate::metadata::clean::without_invisible;
use crate::metadata::site_names::SiteNames;
use crate::page::Page;

/// Returns the declared title of a front page if the heading is only the slogan after the name.
pub(super) fn named_slogan(
    heading: &Heading,
    heads: &[DeclaredTitle],
    sites: &SiteNames,
) -> Option<String> {
    let named = |h: &&DeclaredTitle| {
        h.bare_tokens.len() > heading.tokens.len()
            && h.bare_tokens.ends_with(&heading.tokens)
            && parts(&h.bare)
                .first()
                .is_some_and(|first| sites.is_site(first.text))
    };
    let found = heads.iter().filter(|_| sites.front).find(named)?;
    Some(found.bare.clone())
}

/// Minimum words of a title in a heading with other text: with fewer, a part of the title that a
/// section repeats is taken for the whole title.
const INNER: usize = 3;

/// Maximum words of a badge or counter after a title.
const AFTER_TITLE: usize = 3;

/// Returns the heading's words. If it contains more than the title in separate elements (a kicker,
/// a date), returns only the title's words. Text that a declared title also contains belongs to the
/// title.
pub(super) fn worded(page: &Page, heading: &Heading, heads: &[DeclaredTitle]) -> String {
    let squeezed = |text: &str| -> String { text.split_whitespace().collect() };
    let text = squeezed(&heading.text);
    // There may be no white space between the elements of a heading.
    let texts = page.descendants(heading.node);
    let texts = texts.filter(|&n| page.is_text(n) && !page.is_hidden(n));
    let words: Vec<&str> = texts
        .flat_map(|n| page.text(n).split_whitespace())
        .collect();
    let apart = words.join(" ");
    let same = heads
        .iter()
        .flat_map(|h| [&h.bare, &h.full])
        .find(|declared| squeezed(declared) == text);
    if let Some(declared) = same {
        let touches = heading.text.split_whitespace().count() < words.len();
        let are_words = words
            .iter()
            .all(|word| !word.starts_with(['\'', '’', ',', '.', ':', ';']));
        if touches && are_words && apart == *declared {
            return apart;
        }
    } else {
        let runs: Vec<Vec<String>> = page
            .descendants(heading.node)
            .filter(|&n| page.is_text(n) && !page.is_hidden(n))
            .map(|n| lower_tokens(&without_invisible(page.text(n).to_owned())))
            .filter(|t| !t.is_empty())
            .collect();
        let inner = heads.iter().find(|h| {
            (INNER..heading.tokens.len()).contains(&h.bare_tokens.len())
                && (0..runs.len()).any(|from| begins_with(&runs[from..], &h.bare_tokens))
        });
        if let Some(inner) = inner {
            return inner.bare.clone();
        }
        if let Some(title) = before_badge(heading, &runs, heads) {
            return title;
        }
        if let Some(declared) = with_colon(page, heading, &apart, heads) {
            return declared;
        }
        let below = kicker(page, heading.node)
            .map(|kicker| heading_text(page, heading.node, &[kicker]))
            .filter(|text| !text.is_empty());
        if let Some(below) = below {
            return below;
        }
    }
    kicker_and_title(heading, heads).unwrap_or_else(|| heading.text.clone())
}

/// Returns the beginning of a title in the head, if a heading with the texts `runs` consists of it
/// and a badge or a counter after it that isn't in any title.
fn before_badge(
    heading: &Heading,
    runs: &[Vec<String>],
    heads: &[DeclaredTitle],
) -> Option<String> {
    let mut beginnings = heads.iter().flat_map(DeclaredTitle::beginnings);
    let (_, title) = beginnings.find(|(words, _)| {
        let rest = heading.tokens.get(words.len()..).unwrap_or_default();
        words.len() >= INNER
            && (1..=AFTER_TITLE).contains(&rest.len())
            && begins_with(runs, words)
            && !heads.iter().any(|head| head.says(rest))
    })?;
    Some(title.to_owned())
}

/// Returns the declared title with the heading's words, with a colon where the heading only has the
/// end of an element, such as a kicker. `apart` is the heading's text with its elements separated.
fn with_colon(
    page: &Page,
    heading: &Heading,
    apart: &str,
    heads: &[DeclaredTitle],
) -> Option<String> {
    let colons = |text: &str| text.as_bytes().windows(2).filter(|w| w == b": ").count();
    let words = lower_tokens(apart);
    let declared = heads
        .iter()
        .find(|h| h.bare_tokens == words && colons(&h.bare) == colons(apart) + 1)?;
    let (above, below) = declared.bare.split_once(": ")?;
    let mut elements = page
        .descendants(heading.node)
        .filter(|&n| page.is_element(n));
    elements
        .any(|n| [above, below].contains(&page.visible_text(n).as_str()))
        .then(|| declared.bare.clone())
}

/// Returns whether the first few of `runs` together are exactly `words`.
fn begins_with(runs: &[Vec<String>], words: &[String]) -> bool {
    let mut rest = words;
    for run in runs {
        match rest.strip_prefix(run.as_slice()) {
            Some(after) => rest = after,
            None => return false,
        }
        if rest.is_empty() {
            return true;
        }
    }
    false
}

/// Minimum titles in the head that agree on a kicker and the words of the heading: with one, a
/// template that puts the section before every title would determine the title.
const AGREEING: usize = 2;

/// Minimum words of a heading after a kicker: with one, any title that ends with the heading's word
/// would match.
const AFTER_KICKER: usize = 2;

/// Returns the declared title if it consists of a kicker, a colon and the heading, and two titles
/// in the head agree: then the kicker is on the page, but not in the heading.
fn kicker_and_title(heading: &Heading, heads: &[DeclaredTitle]) -> Option<String> {
    let longer = |h: &&DeclaredTitle| {
        h.bare_tokens.len() > heading.tokens.len()
            && h.bare_tokens.ends_with(&heading.tokens)
            && h.bare.contains(": ")
    };
    let first = heads.iter().find(longer)?;
    let agreeing = heads
        .iter()
        .filter(|h| h.bare_tokens == first.bare_tokens)
        .count();
    (agreeing >= AGREEING && heading.tokens.len() >= AFTER_KICKER).then(|| first.bare.clone())
}
