//! Pagination: links to URLs that differ from the page's URL only in a number.

pub(crate) mod slot;

use serde::Serialize;

use crate::compact::lower_case;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::url;
use crate::vocabulary::List;
use slot::{Kind, Slot, number, origin, stem};

/// Maximum number of pages loaded by one click, because each is a request. The last one links to
/// those after it.
pub(crate) const MAX_PAGES: u32 = 50;

/// Maximum number of links to other pages: a hostile page can have any number.
const MAX_LINKS: usize = 1000;

/// Maximum bytes of the text of a link to a page.
const MAX_LINK_BYTES: usize = 60;

/// Maximum bytes of text in a box with only a pager. In a longer text, any number could be taken
/// for the page's.
const MAX_PAGER_BYTES: usize = 160;

/// The next pages of an article, or of a discussion.
///
/// ```
/// use pith::extract::one_click;
/// use pith::extract::pager::Pager;
/// use pith::{Limits, source};
///
/// let text = "He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter. ".repeat(4);
/// let html = format!(
///     "<meta property=og:type content=article>
///     <meta property=article:published_time content=2026-03-14><h1>The ferry</h1><p>{text}<p>{text}
///     <div>Pages: 1 <a href=/ferry/2>2</a> <a href=/ferry/3>3</a></div>"
/// );
/// let page = source::html::read(&html, "https://example.org/ferry", Limits::default())?;
/// let pager = Pager::new(&page, &one_click(&page)).ok_or("no pager")?;
/// assert_eq!(pager.number, 1);
/// assert_eq!(pager.next, ["https://example.org/ferry/2", "https://example.org/ferry/3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pager {
    /// The number of this page, from 1.
    pub number: u32,
    /// The URLs of the following pages in order; at least one.
    pub next: Vec<String>,
    /// True if the page lists all others; otherwise there may be more.
    pub listed: bool,
}

/// The position of a page among the pages of an article or a discussion.
pub(crate) struct Position {
    /// The URL without its number.
    pub(crate) stem: String,
    /// The number; the first page may have none.
    pub(crate) number: Option<u32>,
}

/// A link that may lead to another of the pages.
pub(crate) struct Link<'a> {
    pub(crate) node: NodeId,
    pub(crate) slot: Slot<'a>,
    pub(crate) label: Label,
}

/// The meaning of a link's text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Label {
    Number(u32),
    /// The next page.
    Next,
    /// Forward, to an unspecified page.
    Forward,
    Other,
}

/// Returns the links that may lead to other pages. `find` finds the page number in a URL.
pub(crate) fn links<'a>(
    page: &'a Page,
    own: &str,
    find: impl Fn(&'a str) -> Option<Slot<'a>>,
) -> Vec<Link<'a>> {
    let origin = origin(own);
    let link = |node: NodeId| {
        let tag = page.tag(node);
        let url = page.attr(node, Attr::Href)?;
        let is_next = || {
            let mut names = page.attr(node, Attr::Rel)?.split_ascii_whitespace();
            names.find(|name| name.eq_ignore_ascii_case("next"))
        };
        // Links with this fragment lead to comments.
        if self::origin(url) != origin || url.contains("#comment") {
            return None;
        }
        let slot = find(url::without_fragment(url))?;
        let label = match tag {
            Tag::A => label_of(page.raw_text(node)),
            _ => Label::Other,
        };
        let label = match label {
            Label::Number(_) => label,
            _ if is_next().is_some() => Label::Next,
            _ => label,
        };
        Some(Link { node, slot, label })
    };
    let nodes = page.nodes();
    let nodes = nodes.filter(|&node| matches!(page.tag(node), Tag::A | Tag::Link));
    nodes.filter_map(link).take(MAX_LINKS).collect()
}

/// Returns whether the page links to a URL as the first page.
pub(crate) fn is_first_linked(page: &Page, first: &str) -> bool {
    page.nodes().any(|node| {
        page.tag(node) == Tag::A
            && label_of(page.raw_text(node)) == Label::Number(1)
            && page.attr(node, Attr::Href).is_some_and(|address| {
                let address = url::without_fragment(address);
                stem(address, address.len()..address.len()) == first
            })
    })
}

/// Returns the meaning of a link's text.
fn label_of(text: &str) -> Label {
    let text = text.trim();
    if text.is_empty() || text.len() > MAX_LINK_BYTES {
        return Label::Other;
    }
    if let Some(number) = number(text) {
        return Label::Number(number);
    }
    let text = lower_case::of(&crate::text::collapse(text));
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    if List::NextPage.has(bare) {
        Label::Next
    } else if List::Onward.has(if bare.is_empty() { &text } else { bare }) {
        Label::Forward
    } else {
        Label::Other
    }
}

/// Returns the pages after a position if the links are unambiguous and one of those to the next
/// page is trusted. `numbered` returns the URL of the page with another number.
pub(crate) fn after(
    page: &Page,
    links: &[Link<'_>],
    position: &Position,
    is_trusted: impl Fn(&Link<'_>) -> bool,
    numbered: impl Fn(&Slot<'_>, u32) -> String,
) -> Option<Pager> {
    let is_other = |link: &&Link<'_>| link.slot.stem == position.stem;
    let links: Vec<&Link<'_>> = links.iter().filter(is_other).collect();
    // Some sites number their URLs from 0.
    [0, 1].into_iter().find_map(|less| {
        let number = position.number.map_or(1, |number| number + less);
        let next = number + 1;
        let next_links = || links.iter().filter(|link| link.slot.number + less == next);
        let labeled = |label: Label| next_links().find(|link| link.label == label);
        let listed = labeled(Label::Number(next));
        let on = labeled(Label::Next);
        let on = on.or_else(|| labeled(Label::Forward).filter(|link| link.slot.kind != Kind::Bare));
        let link = listed.or(on.filter(|_| less == 0))?;
        let numbers = links
            .iter()
            .map(|link| (link.label, link.slot.number + less));
        let numbers = numbers.filter(|&(label, number)| label == Label::Number(number));
        let last = numbers.map(|(_, number)| number).max();
        let last = last.filter(|&last| last >= next);
        let is_sure = on.is_some()
            || last.is_some_and(|last| last > next)
            || is_beside(page, link.node, number);
        if !is_sure || !next_links().any(|link| is_trusted(link)) {
            return None;
        }
        let most = last.unwrap_or(next).min(number + MAX_PAGES);
        Some(Pager {
            number,
            next: (next..=most)
                .map(|n| numbered(&link.slot, n - less))
                .collect(),
            listed: last.is_some(),
        })
    })
}

/// Returns whether the number of this page is next to a link, in a box with little else.
fn is_beside(page: &Page, link: NodeId, number: u32) -> bool {
    page.ancestors(link)
        .take_while(|&id| page.raw_text(id).len() <= MAX_PAGER_BYTES)
        .any(|id| {
            page.descendants(id)
                .filter(|&text| page.is_text(text) && !page.contains(link, text))
                .flat_map(|text| page.text(text).split_ascii_whitespace())
                .any(|word| self::number(word) == Some(number))
        })
}
