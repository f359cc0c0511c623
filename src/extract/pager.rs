//! The next pages of an article with several pages.
//!
//! A wrong page in an article is worse than none, so three conditions must hold:
//!
//! 1. The page is an article by its date and its declared kind or author, is neither a list of
//!    articles nor a discussion, and the link is next to its text.
//! 2. The URL is that of this page except for a number: in a query (`?page=2`), as the last part of
//!    the path (`/2/`, `/page/2`) or at its end (`-2.html`, `_page_2.htm`). So it is never the next
//!    article, another site's, or a page of comments (`comment-page-2`).
//! 3. The link is labeled as one to that page: its text is the number, in a list with others or
//!    next to the number of this page; it is "next page"; or it is `rel=next`. If the URL has a
//!    word for pages, "next" is enough.

#[cfg(test)]
mod tests;

use super::Extraction;
use crate::compact::lower_case;
use crate::page::{NodeId, Page, Tag};
pub use crate::pagination::Pager;
use crate::pagination::slot::{Kind, slot, stem};
use crate::pagination::{Link, Position, after, is_first_linked, links};
use crate::select::{Confidence, Reason, SelectedBlock};
use crate::url;
use crate::vocabulary::List;

/// Maximum characters of other text between an article and a link to its next page; if lower, share
/// buttons would separate the link from the article.
const FARTHEST: u32 = 150;

impl Pager {
    /// Finds the pages after this one; `None` if there are none, or they are uncertain. Cost:
    /// linear in the page.
    pub fn new(page: &Page, extraction: &Extraction) -> Option<Self> {
        let own = url::without_fragment(page.url());
        if url::host(own).is_none() || !is_one_article(page, extraction) {
            return None;
        }
        let links = links(page, own, slot);
        let first = Position {
            stem: stem(own, own.len()..own.len()),
            number: None,
        };
        let later = slot(own)
            .filter(|slot| slot.kind != Kind::Bare || is_first_linked(page, &slot.stem))
            .map(|slot| Position {
                stem: slot.stem,
                number: Some(slot.number),
            });
        let mut places = [Some(first), later].into_iter().flatten();
        places.find_map(|place| {
            let is_trusted = |link: &Link<'_>| {
                is_of_article(extraction, link.slot.kind) && is_near(page, extraction, link.node)
            };
            after(page, &links, &place, is_trusted, |slot, number| {
                slot.with(number)
            })
        })
    }
}

/// Returns whether pages with such URLs are those of an article. Unless a page is declared to be an
/// article, numbers in queries and folders are mostly those of shops and blogs.
fn is_of_article(Extraction { metadata, .. }: &Extraction, kind: Kind) -> bool {
    let is_path = matches!(kind, Kind::Word | Kind::Bare);
    metadata.about.article || (is_path && metadata.byline.is_some())
}

/// Returns whether a visible link is next to the text, and not among comments. Pages of a list or
/// of comments continue the content before their links.
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

/// Returns whether the page is one article, not a list, a shop or a discussion.
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

/// Returns the word in a part of a URL, without a number and an extension.
fn word(part: &str) -> String {
    let name = part.split('.').next().unwrap_or(part);
    lower_case::of(name.trim_matches(|c: char| !c.is_alphabetic()))
}
