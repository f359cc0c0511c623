//! What every element may be in a discussion.

use std::collections::BTreeMap;
use std::iter;

use crate::compact::hash::Hash64;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::url;
use crate::vocabulary::{DiscussionNames, discussion_names, leads_to_person};

/// What elements say that they are.
#[derive(Debug)]
pub(super) struct Signs {
    said: Vec<Sign>,
    /// Per node the number of its make; 0 of text, and of elements that nothing tells from others.
    makes: Vec<u64>,
}

/// What an element says that it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sign {
    pub(super) names: DiscussionNames,
    /// Microdata says that somebody is named.
    pub(super) is_creator: bool,
    /// Microdata, or the element itself, says that it is a time.
    pub(super) is_time: bool,
    /// Microdata says that it is what is said.
    pub(super) is_text: bool,
    /// Microdata says that it is a contribution.
    pub(super) is_contribution: bool,
    /// It is a link to somebody.
    pub(super) is_person: bool,
}

impl Sign {
    /// Returns whether microdata, names or the element itself say that it is a time.
    pub(super) fn says_time(&self) -> bool {
        self.is_time || self.names.time
    }

    /// Returns whether microdata or names say that it is what is said.
    pub(super) fn says_text(&self) -> bool {
        self.is_text || self.names.body
    }
}

/// Kinds of schema.org that are contributions.
const KINDS: [&str; 5] = [
    "Comment",
    "Answer",
    "UserComments",
    "DiscussionForumPosting",
    "Question",
];

/// The children that tell apart elements without a name.
const FIRST_CHILDREN: usize = 3;

impl Signs {
    pub(super) fn new(page: &Page) -> Self {
        let mut signs = Self {
            said: Vec::with_capacity(page.len()),
            makes: Vec::with_capacity(page.len()),
        };
        // Elements of one make have the same names.
        let mut known: BTreeMap<&str, DiscussionNames> = BTreeMap::new();
        let mut names = |names| {
            *known
                .entry(names)
                .or_insert_with(|| discussion_names(names))
        };
        for node in page.nodes() {
            let is_text = page.is_text(node);
            signs.said.push(if is_text {
                Sign::default()
            } else {
                Sign::new(page, node, &mut names)
            });
            signs.makes.push(if is_text { 0 } else { make(page, node) });
        }
        signs
    }

    pub(super) fn of(&self, node: NodeId) -> &Sign {
        &self.said[node.index()]
    }

    pub(super) fn make(&self, node: NodeId) -> u64 {
        self.makes[node.index()]
    }
}

impl Sign {
    fn new<'p>(
        page: &'p Page,
        node: NodeId,
        names_in: &mut impl FnMut(&'p str) -> DiscussionNames,
    ) -> Self {
        let tag = page.tag(node);
        let property = page.attr(node, Attr::Itemprop).unwrap_or_default();
        let is = |names: &[&str]| {
            property
                .split_ascii_whitespace()
                .any(|name| names.contains(&name))
        };
        let kind = page.attr(node, Attr::Itemtype).unwrap_or_default();
        let kind = kind.rsplit('/').next().unwrap_or_default();
        let mut names = names_in(page.attr(node, Attr::Class).unwrap_or_default());
        let id = names_in(page.attr(node, Attr::Id).unwrap_or_default());
        names.contribution |= id.contribution;
        names.comment |= id.comment;
        names.body |= id.body;
        names.time |= id.time;
        names.votes |= is(&["upvoteCount"]);
        let href = page.attr(node, Attr::Href).filter(|_| tag == Tag::A);
        Self {
            is_creator: is(&["author", "creator"])
                || page
                    .attr(node, Attr::Rel)
                    .is_some_and(|rel| rel == "author"),
            is_time: tag == Tag::Time
                || page.attr(node, Attr::Datetime).is_some()
                || is(&["dateCreated", "datePublished", "commentTime"]),
            is_text: is(&["text", "commentText", "articleBody"]),
            is_contribution: KINDS.contains(&kind)
                || is(&["comment", "suggestedAnswer", "acceptedAnswer"]),
            is_person: href.is_some_and(|href| leads_to_person(url::path(href))),
            names,
        }
    }
}

/// Returns the number of an element's make: its tag, and what its id begins with where that is numbered;
/// else its first class without digits; without a class, what its id begins with. Elements of a site's own
/// that have no name are told apart by what they begin with.
fn make(page: &Page, node: NodeId) -> u64 {
    let tag = page.tag(node);
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    let class = class.split_ascii_whitespace().next().unwrap_or_default();
    let whole = page.attr(node, Attr::Id).unwrap_or_default();
    let id = whole.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
    let numbered = if whole.ends_with(|c: char| c.is_ascii_digit()) {
        id
    } else {
        ""
    };
    let is_plain = matches!(tag, Tag::Article | Tag::Other | Tag::Dt | Tag::Dd);
    let kind = page.attr(node, Attr::Itemtype).unwrap_or_default();
    let property = page.attr(node, Attr::Itemprop).unwrap_or_default();
    let name = [numbered, class, id, kind, property]
        .into_iter()
        .find(|name| !name.is_empty());
    if (name.is_none() && !is_plain) || tag.is_link() || page.is_hidden(node) {
        return 0;
    }
    let is_named = name.is_some();
    let name = name
        .unwrap_or_default()
        .bytes()
        .filter(|byte| !byte.is_ascii_digit());
    let make = name.fold(Hash64::EMPTY.byte(tag as u8), Hash64::byte);
    if tag != Tag::Other || is_named {
        return make.value();
    }
    let inner = page.children(node).filter(|&inner| page.is_element(inner));
    let inner = inner.take(FIRST_CHILDREN).flat_map(|inner| {
        let class = page.attr(inner, Attr::Class).unwrap_or_default();
        let class = class.split_ascii_whitespace().next().unwrap_or_default();
        let letters = class.bytes().filter(|byte| !byte.is_ascii_digit());
        iter::once(page.tag(inner) as u8).chain(letters)
    });
    inner.fold(make, Hash64::byte).value()
}
