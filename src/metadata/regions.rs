//! Parts of the page that aren't about the article: chrome and foreign parts.

use super::date::{self, Order};
use super::foreign::{PARAGRAPH, foreign};
use super::line::VisibleLine;
use crate::page::{Attr, NodeId, NodeSet, Page, Tag};
use crate::vocabulary::{self, ByClass};

/// The parts of a page with nothing of the article. Chrome: menus, sidebars, footers, comments or
/// lists of other articles, by element names, roles, classes and ids. Titles, authors and dates
/// there belong to something else.
#[derive(Debug)]
pub(super) struct Regions {
    chrome: Vec<bool>,
    /// Foreign parts, regardless of their names; empty until they're searched for.
    foreign: NodeSet,
}

/// Maximum bytes and nodes of a line next to the title: larger elements are lists of stories.
const MAX_BESIDE_BYTES: usize = 100;

/// Maximum ancestors of a footer that are searched for its article: with fewer, a wrapper hides the
/// article; with more, the footer of a page within one `article` is taken for the article's.
const ARTICLE_LEVELS: usize = 3;

impl Regions {
    /// Finds the chrome of a page. An element that contains `title`, the article's heading, isn't
    /// chrome regardless of its name. One that contains the page's `main` or its only `h1` isn't
    /// chrome by its class or id, which may refer to an adjacent column.
    pub(super) fn read(page: &Page, title: Option<NodeId>) -> Self {
        let mut chrome = vec![false; page.len()];
        let centers: Vec<NodeId> = [
            page.nodes().find(|&n| page.tag(n) == Tag::Main),
            only_h1(page),
        ]
        .into_iter()
        .flatten()
        .collect();
        let mut named = ByClass::new();
        let head = title.and_then(|title| head_called_chrome(page, title));
        for id in page.nodes() {
            chrome[id.index()] = page.parent(id).is_some_and(|p| chrome[p.index()])
                || (page.is_element(id)
                    && title.is_none_or(|t| !page.contains(id, t))
                    && (is_chrome_element(page, id)
                        || (head.is_none_or(|head| !page.contains(head, id))
                            && centers.iter().all(|&c| !page.contains(id, c))
                            && is_named_chrome(page, id, &mut named))));
        }
        Self {
            chrome,
            foreign: NodeSet::default(),
        }
    }

    /// Unmarks as chrome a short element with a date directly above or below the title, regardless
    /// of its names.
    pub(super) fn free_beside(&mut self, page: &Page, title: NodeId, order: Order) {
        let Some(parent) = page.parent(title) else {
            return;
        };
        let mut siblings = page.children(parent).filter(|&n| page.is_element(n));
        let mut before = None;
        for sibling in siblings.by_ref().take_while(|&n| n != title) {
            before = Some(sibling);
        }
        for id in before.into_iter().chain(siblings.next()) {
            let is_line = page.raw_text(id).len() <= MAX_BESIDE_BYTES
                && page.subtree(id).len() <= MAX_BESIDE_BYTES
                && self.chrome[id.index()]
                && !self.chrome[parent.index()]
                && !is_chrome_element(page, id);
            if is_line && date::first_in(&page.visible_text(id), order).is_some() {
                self.chrome[id.index()..page.end(id).index()].fill(false);
            }
        }
    }

    /// Unmarks as chrome the part with the first paragraph below the title if all paragraphs there
    /// are in chrome: some forums name each post a comment.
    pub(super) fn free_only_text(&mut self, page: &Page, title: NodeId) {
        let mut paragraphs = page.nodes().skip(title.index()).filter(|&n| {
            page.is_text(n) && page.text(n).trim().len() >= PARAGRAPH && !page.is_hidden(n)
        });
        let Some(first) = paragraphs.next() else {
            return;
        };
        let around = page.ancestors(first);
        let top = around.take_while(|&a| self.is_chrome(a)).last();
        if let Some(top) = top.filter(|_| paragraphs.all(|n| self.is_chrome(n))) {
            self.chrome[top.index()..page.end(top).index()].fill(false);
        }
    }

    /// Finds the foreign parts of a page, given the article's title.
    pub(super) fn find_foreign(
        &mut self,
        page: &Page,
        lines: &[VisibleLine<'_>],
        title: Option<NodeId>,
    ) {
        self.foreign = foreign(page, lines, title);
    }

    /// Returns whether the node is in chrome.
    pub(super) fn is_chrome(&self, id: NodeId) -> bool {
        self.chrome[id.index()]
    }

    /// Returns whether the node is in a foreign part.
    pub(super) fn is_foreign(&self, id: NodeId) -> bool {
        self.foreign.contains(id)
    }

    /// Returns whether an author or a date at the node belongs to something else: in chrome or a
    /// foreign part.
    pub(super) fn is_others(&self, id: NodeId) -> bool {
        self.is_chrome(id) || self.is_foreign(id)
    }
}

/// Maximum bytes of an article's header: title, standfirst, author and date.
const MAX_HEADER_BYTES: usize = 1_000;

/// Returns the part around the title that is named as chrome but contains little more than the
/// title. Its name, and similar names of its parts, are ignored.
pub(super) fn head_called_chrome(page: &Page, title: NodeId) -> Option<NodeId> {
    let mut named = ByClass::new();
    page.ancestors(title)
        .take_while(|&a| page.raw_text(a).len() <= MAX_HEADER_BYTES)
        .find(|&a| is_named_chrome(page, a, &mut named))
}

/// Returns the page's only `h1` with text, unless it is a link.
#[inline(never)]
fn only_h1(page: &Page) -> Option<NodeId> {
    let mut firsts = page.nodes().filter(|&n| {
        page.tag(n) == Tag::H1 && !page.is_hidden(n) && !page.raw_text(n).trim().is_empty()
    });
    let first = firsts.next()?;
    let linked = page.descendants(first).any(|n| page.tag(n) == Tag::A);
    (firsts.next().is_none() && !linked).then_some(first)
}

/// Returns whether element name or role mark the element as chrome.
#[inline(never)]
fn is_chrome_element(page: &Page, id: NodeId) -> bool {
    if matches!(
        page.tag(id),
        Tag::Nav | Tag::Footer | Tag::Aside | Tag::Dialog | Tag::Template
    ) {
        return !below_article(page, id);
    }
    !may_contain_article(page, id)
        && page.attr(id, Attr::Role).is_some_and(|r| {
            matches!(
                r,
                "navigation" | "complementary" | "contentinfo" | "dialog" | "search"
            )
        })
}

/// Returns whether elements of this kind may contain the article, regardless of their classes.
fn may_contain_article(page: &Page, id: NodeId) -> bool {
    matches!(
        page.tag(id),
        Tag::Html | Tag::Body | Tag::Main | Tag::Article | Tag::H1 | Tag::Time
    )
}

/// Returns whether class or id mark the element as chrome; `named` caches the results.
#[inline(never)]
fn is_named_chrome(page: &Page, id: NodeId, named: &mut ByClass<bool>) -> bool {
    let names = [Attr::Class, Attr::Id].map(|attr| page.attr(id, attr));
    !may_contain_article(page, id)
        && names
            .into_iter()
            .flatten()
            .any(|names| named.get_or(names, vocabulary::is_chrome))
}

/// Returns whether an element is a footer just below an article: it often contains the article's
/// author and date.
fn below_article(page: &Page, id: NodeId) -> bool {
    page.tag(id) == Tag::Footer
        && page
            .ancestors(id)
            .take(ARTICLE_LEVELS)
            .any(|a| page.tag(a) == Tag::Article)
}
