//! Finds author, time, votes, and link of a comment in one pass.

use super::candidate::{Details, end_of};
use super::hints::{Hint, Hints};
use super::name::name;
use super::time::{is_edit, read_time, time, with_day};
use crate::article::address;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::url;

/// Maximum length of an element's text with the number of votes, in bytes.
const MAX_VOTES_BYTES: usize = 60;

/// Maximum nodes of a link that are searched for a time. A link with a time is the comment's own
/// link.
const MAX_LINK_VISITS: usize = 4;

/// The pass over a comment, and its results.
pub(super) struct Scan<'a> {
    page: &'a Page,
    hints: &'a Hints,
    node: NodeId,
    pub(super) details: Details,
    author: Certainty,
    /// The first heading.
    heading: Option<NodeId>,
    own_link: Option<&'a str>,
    /// True after the first link with words.
    has_link: bool,
    /// The first text that is a time.
    text_time: Option<(NodeId, String)>,
    /// True if the time is that of an edit.
    is_edit: bool,
    /// True if a heading leads to another page, as in cards.
    pub(super) is_card: bool,
    /// True if the first link with words leads to another page that isn't a profile, as in teasers.
    pub(super) leads_away: bool,
    /// The number of nodes visited.
    pub(super) visits: usize,
}

/// Evidence that an element is the author.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Certainty {
    None,
    Named,
    Declared,
}

/// Scans the comment from `node` to `end`, without elements of other comments, for which `is_other`
/// returns true.
pub(super) fn scan<'a>(
    page: &'a Page,
    hints: &'a Hints,
    (node, end): (NodeId, NodeId),
    is_other: impl Fn(NodeId) -> bool,
) -> Scan<'a> {
    let mut scan = Scan::new(page, hints, node);
    let mut next = node.0 + 1;
    while next < end.0 {
        let node = NodeId(next);
        scan.visits += 1;
        let is_skipped = matches!(page.tag(node), Tag::Blockquote | Tag::Script | Tag::Style);
        if is_skipped || is_other(node) {
            next = end_of(page, node).0;
            continue;
        }
        next += 1;
        if page.is_text(node) {
            scan.text(node);
        } else {
            scan.element(node);
        }
    }
    scan.finished()
}

impl<'a> Scan<'a> {
    fn new(page: &'a Page, hints: &'a Hints, node: NodeId) -> Self {
        Self {
            page,
            hints,
            node,
            details: Details {
                is_owner: hints.of(node).names.owner,
                ..Details::default()
            },
            author: Certainty::None,
            heading: None,
            own_link: None,
            has_link: false,
            text_time: None,
            is_edit: false,
            is_card: false,
            leads_away: false,
            visits: 0,
        }
    }

    fn text(&mut self, node: NodeId) {
        let is_open = self.text_time.is_none() && self.details.time.is_none();
        if is_open && !self.page.is_hidden(node) {
            let time = read_time(self.page.text(node));
            self.text_time = time.map(|time| (node, with_day(self.page, node, time)));
        }
    }

    fn element(&mut self, node: NodeId) {
        let hint = *self.hints.of(node);
        self.details.is_owner |= hint.names.owner;
        self.author(node, hint);
        self.time(node, hint);
        if self.details.votes.is_none() && hint.names.votes {
            self.details.votes = count(self.page, node);
        }
        match self.page.tag(node) {
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 if self.heading.is_none() => {
                self.heading = Some(node);
            }
            Tag::A => self.link(node, hint),
            _ => {}
        }
    }

    /// Sets the author to an element, if that is more certain than the previous one.
    fn author(&mut self, node: NodeId, hint: Hint) {
        let is_named = hint.names.author || hint.is_person || self.page.tag(node) == Tag::Cite;
        let certainty = if hint.is_creator {
            Certainty::Declared
        } else if is_named && !hint.names.around {
            Certainty::Named
        } else {
            Certainty::None
        };
        if self.author < certainty
            && let Some(author) = name(self.page, self.hints, node)
        {
            self.author = certainty;
            self.details.author = Some(author);
        }
    }

    /// Sets the time to an element, if it's the first one, or the first one after the time of an
    /// edit.
    fn time(&mut self, node: NodeId, hint: Hint) {
        let page = self.page;
        let is_open = match self.details.time {
            Some((time, _)) => self.is_edit && !page.contains(time, node),
            None => true,
        };
        if is_open
            && hint.is_any_time()
            && let Some(time) = time(page, node, hint.is_time)
            && (self.details.time.is_none() || !is_edit(page, node))
        {
            self.details.time = Some((node, time));
            self.is_edit = is_edit(page, node);
        }
    }

    fn link(&mut self, node: NodeId, hint: Hint) {
        let page = self.page;
        let href = page.attr(node, Attr::Href).unwrap_or_default();
        let id = page.attr(self.node, Attr::Id).filter(|id| !id.is_empty());
        let is_own = href
            .split_once('#')
            .is_some_and(|(_, fragment)| Some(fragment) == id);
        let is_dated = self.is_dated(node);
        if self.own_link.is_none() && (is_own || is_dated) {
            self.own_link = Some(href).filter(|href| !href.is_empty());
        }
        let author = self.details.author.as_ref().map(|&(author, _)| author);
        let is_author = hint.is_person || author.is_some_and(|author| page.contains(author, node));
        let is_away = !is_author && !href.is_empty() && !href.contains('#');
        if !self.has_link && page.raw_text(node).contains(char::is_alphabetic) {
            self.has_link = true;
            self.leads_away = is_away && !is_dated;
        }
        let in_heading = self
            .heading
            .is_some_and(|heading| page.contains(heading, node));
        self.is_card |= in_heading && is_away;
    }

    /// Returns whether a link is in the time or contains one.
    fn is_dated(&self, node: NodeId) -> bool {
        let time = self.details.time.as_ref();
        let in_time = time.is_some_and(|&(time, _)| self.page.contains(time, node));
        let is_time = |inner: NodeId| self.hints.of(inner).is_any_time();
        let mut inner = self.page.descendants(node).take(MAX_LINK_VISITS);
        in_time || inner.any(is_time)
    }

    fn finished(mut self) -> Self {
        let page = self.page;
        self.details.time = self.details.time.take().or(self.text_time.take());
        if self.details.author.is_none() && page.tag(self.node) == Tag::Dt {
            self.details.author = self.author_of_term();
        }
        let id = page
            .attr(self.node, Attr::Id)
            .filter(|id| id.bytes().any(|byte| byte.is_ascii_digit()));
        let own = self.own_link.and_then(|href| match href.strip_prefix('#') {
            Some(fragment) => Some(with_fragment(page, fragment)),
            None => address::link(href, page.url()),
        });
        self.details.link = own.or_else(|| id.map(|id| with_fragment(page, id)));
        self
    }

    /// Returns the name in bold from a numbered term without class names: 1 **Ann**, 2026-03-14
    /// 09:26. A term without a number may be an event.
    fn author_of_term(&self) -> Option<(NodeId, String)> {
        let page = self.page;
        let mut leaves = page.descendants(self.node);
        let first = leaves.find(|&leaf| !page.text(leaf).trim().is_empty())?;
        let begin = page.text(first).trim_start();
        if !begin.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let mut bold = page
            .descendants(self.node)
            .filter(|&node| page.tag(node) == Tag::B);
        bold.find_map(|node| name(page, self.hints, node))
    }
}

/// Returns the URL of an element of the page.
fn with_fragment(page: &Page, id: &str) -> String {
    format!("{}#{id}", url::without_fragment(page.url()))
}

/// Returns the integer at the beginning of an element's text.
fn count(page: &Page, node: NodeId) -> Option<i32> {
    if page.raw_text(node).len() > MAX_VOTES_BYTES {
        return None;
    }
    let text = page.visible_text(node).replace('\u{2212}', "-");
    let word = text.split_ascii_whitespace().next()?;
    word.replace(',', "").parse().ok()
}
