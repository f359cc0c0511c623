//! The further pages of an article that its site divides.
//!
//! A wrong page in an article is worse than none, so three things have to agree:
//!
//! 1. The page is an article by its date and what it calls itself, or its author, and neither a list
//!    of others nor a discussion, and the link stands next to its text.
//! 2. The address is that of this page but for a number: in a query (`?page=2`), as the last part of
//!    the path (`/2/`, `/page/2`) or at its end (`-2.html`, `_page_2.htm`). So it is never the next
//!    article, another site's, or a page of comments (`comment-page-2`).
//! 3. The link says that it leads to that page: its text is the number, in a list with others or with
//!    the number of this page beside it; it says "next page"; or it is `rel=next`. Where the address
//!    has a word for pages, "next" is enough.

#[cfg(all(test, feature = "html"))]
mod tests;

use serde::Serialize;

use super::Extraction;
use crate::compact::lower_case;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::{Confidence, Reason, SelectedBlock};
use crate::url;
use crate::vocabulary::List;

/// The most pages that are offered at once: so many requests are a press's worth. The last of them
/// offers those after it.
const MOST_PAGES: u32 = 50;

/// The most links to further pages that are looked at: a hostile page has any number.
const MOST_LINKS: usize = 1000;

/// Digits of the largest number of a page. Longer numbers name articles and years.
const DIGITS: usize = 3;

/// The longest text of a link to a page, in bytes.
const LONGEST_TEXT: usize = 60;

/// The most text of a box that holds a pager and nothing else, in bytes. With more, a number in the
/// text would be taken for that of this page.
const LONGEST_PAGER: usize = 160;

/// The most text between an article and a link to its next page that is no part of it, in
/// characters: with less, buttons for sharing would hide the link.
const FARTHEST: u32 = 150;

/// The further pages of an article.
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

impl Pager {
    /// Finds the pages after this one; `None` where there are none, or it is not sure.
    /// Cost: linear in the page.
    pub fn new(page: &Page, extraction: &Extraction) -> Option<Self> {
        let own = url::without_fragment(page.url());
        if url::host(own).is_none() || !is_one_article(page, extraction) {
            return None;
        }
        let links = links(page, own);
        let first = Place {
            stem: stem(own, own.len()..own.len()),
            number: None,
        };
        let later = slot(own)
            .filter(|slot| slot.kind != Kind::Bare || is_first_linked(page, &slot.stem))
            .map(|slot| Place {
                stem: slot.stem,
                number: Some(slot.number),
            });
        let mut places = [Some(first), later].into_iter().flatten();
        places.find_map(|place| after(page, extraction, &links, &place))
    }
}

/// What an address says of the page among those of its article.
struct Place {
    /// The address without its number.
    stem: String,
    /// The number; the first page has none.
    number: Option<u32>,
}

/// A link to what may be a page of the article.
struct Link<'a> {
    node: NodeId,
    slot: Slot<'a>,
    said: Said,
}

/// What a link says of where it leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    Number(u32),
    /// The next page.
    Next,
    /// On, whatever comes there.
    On,
    Nothing,
}

/// Returns the links of the page that may lead to a page of the article.
fn links<'a>(page: &'a Page, own: &str) -> Vec<Link<'a>> {
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
        let slot = slot(url::without_fragment(address))?;
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
fn is_first_linked(page: &Page, first: &str) -> bool {
    page.nodes().any(|node| {
        page.tag(node) == Tag::A
            && said(page.raw_text(node)) == Said::Number(1)
            && page.attr(node, Attr::Href).is_some_and(|address| {
                let address = url::without_fragment(address);
                stem(address, address.len()..address.len()) == first
            })
    })
}

fn origin(address: &str) -> &str {
    let start = address.find("://").map_or(address.len(), |at| at + 3);
    let end = address[start..].find(['/', '?']);
    &address[..end.map_or(address.len(), |at| start + at)]
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

fn number(text: &str) -> Option<u32> {
    let is_short = (1..=DIGITS).contains(&text.len());
    let is_number = is_short && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// The place of a page's number in an address.
#[derive(Debug, PartialEq, Eq)]
struct Slot<'a> {
    address: &'a str,
    digits: std::ops::Range<usize>,
    number: u32,
    /// What the address is without it.
    stem: String,
    kind: Kind,
}

/// What makes a number that of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A key of the query.
    Query,
    /// A word in a part of the path of its own (`/page/2`): blogs number their lists in this way.
    Folder,
    /// A word before the number (`-page-2`).
    Word,
    /// Nothing but its place.
    Bare,
}

impl Slot<'_> {
    /// Returns the address of the page with another number.
    fn with(&self, number: u32) -> String {
        let (before, after) = self.address.split_at(self.digits.start);
        format!("{before}{number}{}", &after[self.digits.len()..])
    }
}

/// Finds the place of a page's number: in the query, else at the end of the path.
fn slot(address: &str) -> Option<Slot<'_>> {
    let query = address.find('?').unwrap_or(address.len());
    let mut at = query;
    for part in address[query..].split_inclusive(['?', '&']) {
        let part = part.trim_end_matches('&');
        if let Some((key, value)) = part.split_once('=')
            && let Some(number) = number(value)
            && List::PageKey.has(&lower_case::of(key))
        {
            let end = at + part.len();
            return Some(Slot {
                address,
                digits: end - value.len()..end,
                number,
                stem: stem(address, at..end),
                kind: Kind::Query,
            });
        }
        at += part.len() + usize::from(address[at + part.len()..].starts_with('&'));
    }
    path_slot(address, query)
}

/// Finds the number of a page at the end of the path, which ends at `query`.
fn path_slot(address: &str, query: usize) -> Option<Slot<'_>> {
    let path = address[origin(address).len()..query].trim_end_matches('/');
    let start = origin(address).len();
    let segment = path.rfind('/')?;
    let name = &path[segment + 1..];
    let extension = name.rfind('.').filter(|&dot| name.len() - dot <= 6);
    let name = &name[..extension.filter(|&dot| dot > 0).unwrap_or(name.len())];
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = number(&name[bare.len()..])?;
    let end = start + segment + 1 + name.len();
    let digits = end - (name.len() - bare.len())..end;
    let separators = ['-', '_', ',', '.'];
    // The word before the number, and what stands before that.
    let worded = |text: &str| {
        let text = text.trim_end_matches(separators);
        let at = text.rfind(separators).map_or(0, |at| at + 1);
        let word = &text[at..];
        let is_word = !word.is_empty() && List::PageKey.has(&lower_case::of(word));
        is_word.then_some(at)
    };
    let before = &path[..segment];
    let (cut, kind) = if bare.is_empty() {
        // A segment of its own, after one with a word where there is one.
        let last = before.rfind('/').map_or(0, |at| at + 1);
        if List::PageKey.has(&lower_case::of(&before[last..])) {
            (last, Kind::Folder)
        } else {
            (segment, Kind::Bare)
        }
    } else if let Some(at) = worded(bare) {
        (segment + 1 + at, Kind::Word)
    } else if bare.ends_with(separators) {
        (segment + bare.len(), Kind::Bare)
    } else {
        return None;
    };
    let cut = path[..cut].trim_end_matches(separators).len();
    Some(Slot {
        address,
        digits,
        number,
        stem: stem(address, start + cut..end),
        kind,
    })
}

/// Returns an address without a part of it, without what tells where a reader came from, and without
/// the signs that are left over.
fn stem(address: &str, without: std::ops::Range<usize>) -> String {
    let rest = [&address[..without.start], &address[without.end..]].concat();
    let (path, query) = rest.split_once('?').unwrap_or((&rest, ""));
    let mut stem = path.trim_end_matches('/').to_owned();
    let is_own = |part: &&str| {
        let from = ["utm_", "fbclid=", "gclid="];
        !part.is_empty() && !from.iter().any(|name| part.starts_with(name))
    };
    for (place, part) in query.split(['?', '&']).filter(is_own).enumerate() {
        stem.push(if place == 0 { '?' } else { '&' });
        stem.push_str(part);
    }
    stem
}

/// Returns the pages after one, where the links say surely which they are.
fn after(page: &Page, extraction: &Extraction, links: &[Link<'_>], place: &Place) -> Option<Pager> {
    let of_article = |link: &&Link<'_>| link.slot.stem == place.stem;
    let links: Vec<&Link<'_>> = links.iter().filter(of_article).collect();
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
        let is_near = || leads().any(|link| is_near(page, extraction, link.node));
        if !is_sure || !is_of_article(extraction, link.slot.kind) || !is_near() {
            return None;
        }
        let most = last.unwrap_or(next).min(number + MOST_PAGES);
        Some(Pager {
            number,
            next: (next..=most).map(|n| link.slot.with(n - less)).collect(),
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

/// Returns whether the pages of such addresses are those of an article. Where a page does not call
/// itself one, numbers in queries and folders are mostly those of shops and blogs.
fn is_of_article(Extraction { metadata, .. }: &Extraction, kind: Kind) -> bool {
    let is_path = matches!(kind, Kind::Word | Kind::Bare);
    metadata.about.article || (is_path && metadata.byline.is_some())
}

/// Returns whether a link that is shown stands next to the text, and not among comments. What lies
/// between the text and the pages of a list or of comments is what these pages list.
fn is_near(page: &Page, extraction: &Extraction, link: NodeId) -> bool {
    let selection = &extraction.selection;
    let blocks = &selection.blocks;
    let at = blocks.partition_point(|block| block.leaves[0] < link);
    let is_comment = blocks.get(at).is_some_and(|block| {
        selection.reason(block) == Some(Reason::Comments) && page.contains(link, block.leaves[0])
    });
    let reaches_text = |blocks: &mut dyn Iterator<Item = &SelectedBlock>| {
        let mut between = 0;
        blocks
            .take_while(|block| {
                between += if block.outcome.is_some() {
                    block.chars
                } else {
                    0
                };
                between <= FARTHEST
            })
            .any(|block| block.outcome.is_none())
    };
    page.tag(link) == Tag::A
        && !is_comment
        && (reaches_text(&mut blocks[..at].iter().rev()) || reaches_text(&mut blocks[at..].iter()))
}

/// Returns whether the page is one article and no list, no shop and no discussion.
fn is_one_article(page: &Page, extraction: &Extraction) -> bool {
    let Extraction {
        metadata,
        selection,
        ..
    } = extraction;
    let about = metadata.about;
    let host = url::host(page.url()).unwrap_or_default();
    let parts = url::path(page.url()).split('/');
    let mut words = parts.chain(host.split('.').take(1)).map(word);
    selection.confidence == Confidence::Strong
        && metadata.published.is_some()
        && !about.discussion
        && (about.article || !(about.list || about.product || about.site))
        && !words.any(|word| List::NoArticlePath.has(&word))
}

/// Returns the word that a part of an address is, besides a number and an extension.
fn word(part: &str) -> String {
    let name = part.split('.').next().unwrap_or(part);
    lower_case::of(name.trim_matches(|c: char| !c.is_alphabetic()))
}
