//! The pages that a site divides something into: links whose address is that of this page but for a number.

pub(crate) mod slot;

use serde::Serialize;

use crate::compact::lower_case;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::url;
use crate::vocabulary::List;
use slot::{Kind, Slot, number, origin, stem};

/// The most pages that are offered at once: so many requests are a press's worth. The last of them
/// offers those after it.
pub(crate) const MOST_PAGES: u32 = 50;

/// The most links to further pages that are looked at: a hostile page has any number.
const MOST_LINKS: usize = 1000;

/// The longest text of a link to a page, in bytes.
const LONGEST_TEXT: usize = 60;

/// The most text of a box that holds a pager and nothing else, in bytes. With more, a number in the
/// text would be taken for that of this page.
const LONGEST_PAGER: usize = 160;

/// The further pages of an article, or of a discussion.
///
/// ```
/// use pith::extract::one_click;
/// use pith::extract::pager::Pager;
/// use pith::{Limits, front};
///
/// let text = "He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter. ".repeat(4);
/// let html = format!(
///     "<meta property=og:type content=article>
///     <meta property=article:published_time content=2026-03-14><h1>The ferry</h1><p>{text}<p>{text}
///     <div>Pages: 1 <a href=/ferry/2>2</a> <a href=/ferry/3>3</a></div>"
/// );
/// let page = front::html::read(&html, "https://example.org/ferry", Limits::default())?;
/// let pager = Pager::new(&page, &one_click(&page)).ok_or("no pager")?;
/// assert_eq!(pager.number, 1);
/// assert_eq!(pager.next, ["https://example.org/ferry/2", "https://example.org/ferry/3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pager {
    /// The number of this page, from 1.
    pub number: u32,
    /// The addresses of the pages after it, in order; at least one.
    pub next: Vec<String>,
    /// True where the page lists the others; else there may be more of them.
    pub listed: bool,
}

/// What an address says of the page among those of what is divided.
pub(crate) struct Place {
    /// The address without its number.
    pub(crate) stem: String,
    /// The number; the first page has none.
    pub(crate) number: Option<u32>,
}

/// A link to what may be another of these pages.
pub(crate) struct Link<'a> {
    pub(crate) node: NodeId,
    pub(crate) slot: Slot<'a>,
    pub(crate) said: Said,
}

/// What a link says of where it leads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Said {
    Number(u32),
    /// The next page.
    Next,
    /// On, whatever comes there.
    On,
    Nothing,
}

/// Returns the links of the page that may lead to another of its pages. `find` finds the place of a page's number in an address.
pub(crate) fn links<'a>(
    page: &'a Page,
    own: &str,
    find: impl Fn(&'a str) -> Option<Slot<'a>>,
) -> Vec<Link<'a>> {
    let origin = origin(own);
    let link = |node: NodeId| {
        let tag = page.tag(node);
        let address = page.attr(node, Attr::Href)?;
        let is_next = || {
            let mut names = page.attr(node, Attr::Rel)?.split_ascii_whitespace();
            names.find(|name| name.eq_ignore_ascii_case("next"))
        };
        // What is said of its comments leads to these.
        if self::origin(address) != origin || address.contains("#comment") {
            return None;
        }
        let slot = find(url::without_fragment(address))?;
        let said = match tag {
            Tag::A => said(page.raw_text(node)),
            _ => Said::Nothing,
        };
        let said = match said {
            Said::Number(_) => said,
            _ if is_next().is_some() => Said::Next,
            _ => said,
        };
        Some(Link { node, slot, said })
    };
    let nodes = page.nodes();
    let nodes = nodes.filter(|&node| matches!(page.tag(node), Tag::A | Tag::Link));
    nodes.filter_map(link).take(MOST_LINKS).collect()
}

/// Returns whether the page links an address as the first of its pages.
pub(crate) fn is_first_linked(page: &Page, first: &str) -> bool {
    page.nodes().any(|node| {
        page.tag(node) == Tag::A
            && said(page.raw_text(node)) == Said::Number(1)
            && page.attr(node, Attr::Href).is_some_and(|address| {
                let address = url::without_fragment(address);
                stem(address, address.len()..address.len()) == first
            })
    })
}

/// Returns what the text of a link says.
fn said(text: &str) -> Said {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST_TEXT {
        return Said::Nothing;
    }
    if let Some(number) = number(text) {
        return Said::Number(number);
    }
    let text = lower_case::of(&crate::text::collapse(text));
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    if List::NextPage.has(bare) {
        Said::Next
    } else if List::Onward.has(if bare.is_empty() { &text } else { bare }) {
        Said::On
    } else {
        Said::Nothing
    }
}

/// Returns the pages after one, where the links say surely which they are, and one of those that lead to the next is
/// trusted. `numbered` makes the address of the page with a number of that of another.
pub(crate) fn after(
    page: &Page,
    links: &[Link<'_>],
    place: &Place,
    is_trusted: impl Fn(&Link<'_>) -> bool,
    numbered: impl Fn(&Slot<'_>, u32) -> String,
) -> Option<Pager> {
    let is_other = |link: &&Link<'_>| link.slot.stem == place.stem;
    let links: Vec<&Link<'_>> = links.iter().filter(is_other).collect();
    // Some sites number the addresses of pages from 0 on.
    [0, 1].into_iter().find_map(|less| {
        let number = place.number.map_or(1, |number| number + less);
        let next = number + 1;
        let leads = || links.iter().filter(|link| link.slot.number + less == next);
        let says = |said: Said| leads().find(|link| link.said == said);
        let listed = says(Said::Number(next));
        let on = says(Said::Next);
        let on = on.or_else(|| says(Said::On).filter(|link| link.slot.kind != Kind::Bare));
        let link = listed.or(on.filter(|_| less == 0))?;
        let numbers = links
            .iter()
            .map(|link| (link.said, link.slot.number + less));
        let numbers = numbers.filter(|&(said, number)| said == Said::Number(number));
        let last = numbers.map(|(_, number)| number).max();
        let last = last.filter(|&last| last >= next);
        let is_sure = on.is_some()
            || last.is_some_and(|last| last > next)
            || is_beside(page, link.node, number);
        if !is_sure || !leads().any(|link| is_trusted(link)) {
            return None;
        }
        let most = last.unwrap_or(next).min(number + MOST_PAGES);
        Some(Pager {
            number,
            next: (next..=most)
                .map(|n| numbered(&link.slot, n - less))
                .collect(),
            listed: last.is_some(),
        })
    })
}

/// Returns whether the number of this page stands beside a link, in a box that holds little else.
fn is_beside(page: &Page, link: NodeId, number: u32) -> bool {
    page.ancestors(link)
        .take_while(|&id| page.raw_text(id).len() <= LONGEST_PAGER)
        .any(|id| {
            page.descendants(id)
                .filter(|&text| page.is_text(text) && !page.contains(link, text))
                .flat_map(|text| page.text(text).split_ascii_whitespace())
                .any(|word| self::number(word) == Some(number))
        })
}
