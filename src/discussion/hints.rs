//! Possible roles of every element in a discussion, and its signature.

use std::collections::BTreeMap;
use std::iter;

use crate::compact::hash::Hash64;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::url;
use crate::vocabulary::{DiscussionNames, discussion_names, leads_to_profile};

/// Hints and signatures of all nodes.
#[derive(Debug)]
pub(super) struct Hints {
    hints: Vec<Hint>,
    /// Signature per node; 0 for text, and for elements without distinctive attributes.
    signatures: Vec<u64>,
}

/// Roles of an element according to its attributes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hint {
    pub(super) names: DiscussionNames,
    /// An author according to microdata.
    pub(super) is_creator: bool,
    /// A time according to microdata or its tag.
    pub(super) is_time: bool,
    /// A body according to microdata.
    pub(super) is_body: bool,
    /// A comment according to microdata.
    pub(super) is_comment: bool,
    /// A link to a profile.
    pub(super) is_person: bool,
}

impl Hint {
    /// Returns whether it's a time according to microdata, names, or its tag.
    pub(super) fn is_any_time(&self) -> bool {
        self.is_time || self.names.time
    }

    /// Returns whether it's a body according to microdata or names.
    pub(super) fn is_any_body(&self) -> bool {
        self.is_body || self.names.body
    }
}

/// Schema.org types of comments.
const COMMENT_TYPES: [&str; 5] = [
    "Comment",
    "Answer",
    "UserComments",
    "DiscussionForumPosting",
    "Question",
];

/// Maximum number of children in the signature of a custom element without a name.
const MAX_SIGNATURE_CHILDREN: usize = 3;

impl Hints {
    pub(super) fn new(page: &Page) -> Self {
        let mut hints = Self {
            hints: Vec::with_capacity(page.len()),
            signatures: Vec::with_capacity(page.len()),
        };
        // Most elements share their class names with others, so results are cached.
        let mut known: BTreeMap<&str, DiscussionNames> = BTreeMap::new();
        let mut names = |names| {
            *known
                .entry(names)
                .or_insert_with(|| discussion_names(names))
        };
        for node in page.nodes() {
            let is_text = page.is_text(node);
            hints.hints.push(if is_text {
                Hint::default()
            } else {
                Hint::new(page, node, &mut names)
            });
            hints
                .signatures
                .push(if is_text { 0 } else { signature(page, node) });
        }
        hints
    }

    pub(super) fn of(&self, node: NodeId) -> &Hint {
        &self.hints[node.index()]
    }

    pub(super) fn signature(&self, node: NodeId) -> u64 {
        self.signatures[node.index()]
    }
}

impl Hint {
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
        names.comment |= id.comment;
        names.never_article |= id.never_article;
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
            is_body: is(&["text", "commentText", "articleBody"]),
            is_comment: COMMENT_TYPES.contains(&kind)
                || is(&["comment", "suggestedAnswer", "acceptedAnswer"]),
            is_person: href.is_some_and(|href| leads_to_profile(url::path(href))),
            names,
        }
    }
}

/// Returns the signature of an element: a hash of its tag and its name. The name is the id without
/// its number if it has one, otherwise the first class name without digits, otherwise the id. For
/// custom elements without a name, the hash includes their first children. The result is 0 if
/// nothing distinguishes the element from others.
fn signature(page: &Page, node: NodeId) -> u64 {
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
    let signature = name.fold(Hash64::EMPTY.byte(tag as u8), Hash64::byte);
    if tag != Tag::Other || is_named {
        return signature.value();
    }
    let inner = page.children(node).filter(|&inner| page.is_element(inner));
    let inner = inner.take(MAX_SIGNATURE_CHILDREN).flat_map(|inner| {
        let class = page.attr(inner, Attr::Class).unwrap_or_default();
        let class = class.split_ascii_whitespace().next().unwrap_or_default();
        let letters = class.bytes().filter(|byte| !byte.is_ascii_digit());
        iter::once(page.tag(inner) as u8).chain(letters)
    });
    inner.fold(signature, Hash64::byte).value()
}
