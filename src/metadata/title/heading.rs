//! The headings of a page, with their texts and ratings.

use super::MAX_CHARS;
use super::declared::{DeclaredTitle, lower_tokens, similarity, without_site_at_end};
use crate::metadata::clean::without_invisible;
use crate::metadata::name::{is_person, names, without_prefix};
use crate::metadata::regions::Regions;
use crate::metadata::site_names::SiteNames;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::text::collapse;
use crate::url;
use crate::vocabulary::{List, MAX_NAMES, ends_with, words_of_name};

/// Maximum nodes below a heading. Larger elements are parts of the page, or hostile.
const MAX_NODES: usize = 300;

/// Maximum headings that are rated; pages have dozens.
const MAX_HEADINGS: usize = 2_000;

/// Maximum bytes of a heading including its markup's white space, at four per character.
const MAX_BYTES: usize = 4 * MAX_CHARS;

/// A heading on the page.
#[derive(Debug)]
pub(super) struct Heading {
    pub(super) node: NodeId,
    pub(super) text: String,
    pub(super) tokens: Vec<String>,
    /// 1 to 6; 0 for an element that is a heading only by class or `itemprop`.
    pub(super) level: u8,
    pub(super) rating: f32,
    pub(super) support: f32,
    /// True if class or `itemprop` mark it as the title.
    pub(super) titled: bool,
    pub(super) chrome: bool,
    pub(super) home: bool,
    pub(super) site: bool,
}

/// Support of a heading with the same words as a title.
pub(super) const DECLARED: f32 = 0.96;

/// Weight of support by the least trusted title, the document's, relative to others: if higher, a
/// heading that repeats a title written for search engines wins over the title for sharing.
const DOCUMENT_SUPPORT: f32 = 0.97;

/// Rating of a heading with a title's words. The ratings below are added to it: of two headings
/// with about the same support, level, length and position decide.
const SUPPORT: f32 = 2.0;

/// Ratings of levels: with less for the first level, sections win over the title; with more, a logo
/// does. An element that is a heading only by class has that of a title in the text.
const FIRST_LEVEL: f32 = 0.5;
const SECOND_LEVEL: f32 = 0.2;
const NO_LEVEL: f32 = 0.25;

/// Rating of each of the first words: longer matches are less likely by chance, and a section's
/// name is in many titles.
const WORD: f32 = 0.04;
const WORDS: usize = 10;

/// Penalties for a heading in a menu or sidebar, and for one that links to the site's front page:
/// if lower, logos and teasers win; if higher, a title in a misnamed part of the page loses.
const CHROME_LOSS: f32 = 0.6;
const HOME_LOSS: f32 = 0.8;

/// Rates a heading by its support by the titles in the head, of which the document's is last, by
/// its level and by its position.
pub(super) fn rate(heading: &mut Heading, heads: &[DeclaredTitle]) {
    let mut support = 0.0f32;
    for (rank, head) in heads.iter().enumerate() {
        let is_last = rank + 1 == heads.len();
        let trust = if is_last { DOCUMENT_SUPPORT } else { 1.0 };
        support = support.max(trust * similarity(&heading.tokens, head));
    }
    heading.support = support;
    let level = match heading.level {
        0 => NO_LEVEL,
        1 => FIRST_LEVEL,
        2 => SECOND_LEVEL,
        _ => 0.0,
    };
    let length = WORD * heading.tokens.len().min(WORDS) as f32;
    heading.rating = SUPPORT * support + level + length;
    if heading.chrome {
        heading.rating -= CHROME_LOSS;
    }
    if heading.home {
        heading.rating -= HOME_LOSS;
    }
}

#[inline(never)]
pub(super) fn headings(
    page: &Page,
    regions: &Regions,
    sites: &SiteNames,
    heads: &[DeclaredTitle],
) -> Vec<Heading> {
    let mut headings = Vec::new();
    for id in page.subtree(page.body()) {
        if headings.len() >= MAX_HEADINGS {
            break;
        }
        if !page.is_element(id) {
            continue;
        }
        let level = match page.tag(id).heading_level() {
            Some(level @ 1..=3) => level,
            _ if is_titled(page, id) => 0,
            _ => continue,
        };
        headings.extend(heading(page, id, level, regions, sites, heads));
    }
    headings
}

/// Returns an element as a heading of a level; `None` if it isn't a valid heading.
#[inline(never)]
fn heading(
    page: &Page,
    id: NodeId,
    level: u8,
    regions: &Regions,
    sites: &SiteNames,
    heads: &[DeclaredTitle],
) -> Option<Heading> {
    if page.is_hidden(id)
        || page.raw_text(id).len() > MAX_BYTES
        || page.subtree(id).len() > MAX_NODES
    {
        return None;
    }
    let text = heading_text(page, id, &beside_title(page, id, heads));
    let text = without_site_at_end(without_anchor_sign(page, id, &text), sites);
    if text.is_empty() || text.chars().count() > MAX_CHARS {
        return None;
    }
    Some(Heading {
        node: id,
        tokens: lower_tokens(text),
        level,
        rating: 0.0,
        support: 0.0,
        titled: is_marked_title(page, id),
        chrome: regions.is_chrome(id),
        home: links_home(page, id),
        site: sites.is_name(text),
        text: text.to_owned(),
    })
}

/// Returns the visible text of a heading without buttons, and without ruby text, which repeats the
/// words next to it. Nodes in `without` are also skipped.
pub(super) fn heading_text(page: &Page, id: NodeId, without: &[NodeId]) -> String {
    let apart: Vec<NodeId> = page
        .descendants(id)
        .filter(|&n| matches!(page.tag(n), Tag::Button | Tag::Rt | Tag::Rp))
        .chain(without.iter().copied())
        .collect();
    if apart.is_empty() {
        return without_invisible(page.visible_text(id));
    }
    let mut joined = String::new();
    for n in page.descendants(id) {
        if page.is_block(n) || page.tag(n) == Tag::Br {
            joined.push(' ');
        }
        if page.is_text(n) && !page.is_hidden(n) && !apart.iter().any(|&a| page.contains(a, n)) {
            joined.push_str(page.text(n));
        }
    }
    without_invisible(collapse(&joined))
}

/// Maximum characters of a badge beside a title.
const MAX_BADGE_CHARS: usize = 30;

/// Returns the elements of a heading that aren't part of the title: its author, by class or after a
/// word such as "by", and badges and counters that aren't in any title of the head. None of them is
/// more than half of the heading.
pub(super) fn beside_title(page: &Page, id: NodeId, heads: &[DeclaredTitle]) -> Vec<NodeId> {
    let all = page.raw_text(id).trim().len();
    let is_beside = |&n: &NodeId| {
        let text = page.raw_text(n).trim();
        if text.is_empty() || text.len() * 2 > all {
            return false;
        }
        let is_short = text.chars().count() <= MAX_BADGE_CHARS;
        let words = lower_tokens(text);
        let is_undeclared = is_short && !heads.iter().any(|head| head.says(&words));
        // The rest is a declared title, perhaps with the site's name before or after it.
        let is_rest_declared = || {
            let rest = heading_text(page, id, &[n]);
            let mut around = heads.iter().filter_map(|head| head.bare.split_once(&*rest));
            !rest.is_empty()
                && around.any(|(before, after)| {
                    !before.ends_with(char::is_alphanumeric)
                        && !after.starts_with(char::is_alphanumeric)
                })
        };
        if is_undeclared && is_rest_declared() {
            return true;
        }
        let author = without_prefix(text, true);
        let is_last = page.end(n) == page.end(id);
        if is_last && author.len() < text.len() && is_person(author) {
            return true;
        }
        if is_last && (page.tag(n) == Tag::Small || text.starts_with('[')) && names_role(text) {
            return true;
        }
        let Some(class) = page.attr(n, Attr::Class) else {
            return false;
        };
        let has_word = |list: List| {
            let mut names = class.split_ascii_whitespace().take(MAX_NAMES);
            names.any(|name| words_of_name(name).any(|word| list.has(&word)))
        };
        has_word(List::AuthorClass)
            || class.split_ascii_whitespace().any(|name| name == "by")
            || (is_undeclared && has_word(List::BadgeClass))
    };
    page.descendants(id)
        .filter(|&n| page.is_element(n) && page.tag(n) != Tag::A)
        .filter(is_beside)
        .collect()
}

/// Returns whether a text is a person's name with a role: "[Ada Park, editor]".
fn names_role(text: &str) -> bool {
    let bare = text.trim_matches(['[', ']', '(', ')']);
    let found = names(bare, true);
    matches!(&found[..], [name] if is_person(name) && name.len() < bare.len())
}

/// Returns the first element of a heading if it has the class of a kicker, the line above the
/// title.
pub(super) fn kicker(page: &Page, heading: NodeId) -> Option<NodeId> {
    let first = page
        .descendants(heading)
        .find(|&n| page.is_text(n) && !page.is_hidden(n) && !page.text(n).trim().is_empty())?;
    page.ancestors(first)
        .take_while(|&a| a != heading)
        .find(|&a| {
            page.attr(a, Attr::Class).is_some_and(|class| {
                class
                    .split_ascii_whitespace()
                    .any(|name| words_of_name(name).any(|w| List::Kicker.has(&w)))
            })
        })
}

/// Link symbols that documentation generators add to headings.
const ANCHOR_SIGNS: [char; 4] = ['¶', '#', '§', '\u{f0c1}'];

/// Returns the text of a heading without an anchor symbol in a separate element, because the title
/// itself may end with such a character (C#).
fn without_anchor_sign<'a>(page: &Page, id: NodeId, text: &'a str) -> &'a str {
    let last = page
        .descendants(id)
        .filter(|&n| page.is_text(n) && !page.is_hidden(n))
        .map(|n| page.text(n).trim())
        .rfind(|text| !text.is_empty());
    match last {
        Some(sign)
            if sign.len() < text.len() && sign.chars().all(|c| ANCHOR_SIGNS.contains(&c)) =>
        {
            text.trim_end_matches(ANCHOR_SIGNS).trim_end()
        }
        _ => text,
    }
}

/// Returns whether an element that isn't a heading has the class of the article's title.
fn is_titled(page: &Page, id: NodeId) -> bool {
    if !matches!(
        page.tag(id),
        Tag::Div
            | Tag::P
            | Tag::Span
            | Tag::H4
            | Tag::H5
            | Tag::Td
            | Tag::B
            | Tag::Strong
            | Tag::Font
            | Tag::A
            | Tag::Header
            | Tag::Section
            | Tag::Other
    ) {
        return false;
    }
    is_marked_title(page, id)
}

/// Last words of class names for the article's title.
const ENDS: [&str; 3] = ["title", "headline", "name"];

/// Returns whether class or `itemprop` mark an element, of any tag, as the article's title.
fn is_marked_title(page: &Page, id: NodeId) -> bool {
    if page
        .attr(id, Attr::Itemprop)
        .is_some_and(|p| p.split_whitespace().any(|p| p == "headline"))
    {
        return true;
    }
    let Some(class) = page.attr(id, Attr::Class) else {
        return false;
    };
    let may_be = |name: &&str| ends_with(name, &ENDS);
    class.split_ascii_whitespace().filter(may_be).any(|name| {
        let words: Vec<_> = words_of_name(name).collect();
        match words.iter().map(|word| &**word).collect::<Vec<_>>()[..] {
            ["title" | "headline"] | ["p", "name"] => true,
            [of, "title" | "headline"] => List::Titled.has(of),
            _ => false,
        }
    })
}

/// Maximum nodes in a heading, and maximum ancestors, that are searched for its link: with fewer,
/// an image before the link hides it; with more, a link inside the title is taken for it.
const LINK_NODES: usize = 8;
const LINK_LEVELS: usize = 3;

/// Returns whether the heading is a link to the site's front page.
fn links_home(page: &Page, id: NodeId) -> bool {
    let link = page
        .descendants(id)
        .take(LINK_NODES)
        .find(|&n| page.tag(n) == Tag::A)
        .or_else(|| {
            let mut around = page.ancestors(id).take(LINK_LEVELS);
            around.find(|&n| page.tag(n) == Tag::A)
        });
    link.and_then(|a| page.attr(a, Attr::Href))
        .is_some_and(|href| {
            let same = match (url::host(href), url::host(page.url())) {
                (Some(a), Some(b)) => a == b,
                (None, _) => !href.starts_with('#'),
                _ => true,
            };
            same && url::path(page.url()) != "/"
                && matches!(url::path(href), "/" | "/index.html" | "/index.php")
                && !href.contains('?')
                && !href.starts_with('#')
        })
}
