//! The body of a comment as an article.
//!
//! The body is first copied into a separate page, because the cost of an article grows with its
//! page.

use super::candidate::{Candidate, end_of};
use super::hints::Hints;
use super::quotes::{self, Earlier};
use super::share::Share;
use super::text_lengths::is_button;
use crate::article::Article;
use crate::article::posts::Quote;
use crate::page::{Attr, Limits, NodeId, NodeSet, Page, PageBuilder, PageError, Tag};

/// Maximum length of a line of links that is treated as buttons, in bytes.
const MAX_BUTTONS_BYTES: usize = 80;

/// The body of a comment.
pub(super) struct Content {
    pub(super) article: Article,
    /// Its plain text, without quotations of earlier comments.
    pub(super) text: String,
    /// Its leaves, as nodes of the original page.
    pub(super) leaves: Vec<NodeId>,
}

/// Converts the body of a comment, without elements of other comments, for which `is_other` returns
/// true. Adds it to the `earlier` ones.
pub(super) fn content(
    page: &Page,
    hints: &Hints,
    comment: &Candidate,
    is_other: impl Fn(NodeId) -> bool,
    earlier: &mut Earlier,
) -> Content {
    let own = own(page, hints, is_other, comment);
    let body = Body {
        page,
        root: root(page, comment),
        leaves: leaves(page, hints, comment, &own),
        own,
    };
    let inner = body.inner();
    let quotes = quotes::quotes(page, hints, &inner, earlier);
    let (article, text) = if quotes.is_empty() {
        let article = body.article(&quotes, &body.leaves);
        let text = article.text();
        (article, text)
    } else {
        let attributions = quotes::attributions(page, &quotes, &inner, earlier);
        let text = body.text_without(&quotes, &attributions);
        (body.with_quotes_folded(&quotes), text)
    };
    let author = comment.details.author.as_ref();
    earlier.add(author.map(|(_, author)| author.as_str()), &text);
    Content {
        article,
        text,
        leaves: body.leaves,
    }
}

/// Returns the element around the body. For a list term with its description, it's the list.
fn root(page: &Page, comment: &Candidate) -> NodeId {
    let list = page
        .parent(comment.node)
        .filter(|_| comment.end > page.end(comment.node));
    comment.body.or(list).unwrap_or(comment.node)
}

/// Returns the leaves of the body, from the `own` nodes of a comment.
fn leaves(page: &Page, hints: &Hints, comment: &Candidate, own: &[NodeId]) -> Vec<NodeId> {
    let nodes = match comment.body {
        Some(body) => {
            let inner = own.iter().copied();
            inner.filter(|&node| page.contains(body, node)).collect()
        }
        None => without_lines(page, hints, comment, own),
    };
    let is_leaf = |node: NodeId| page.is_text(node) || page.tag(node).is_replaced();
    let shown = nodes.into_iter();
    shown
        .filter(|&node| !page.is_hidden(node) && is_leaf(node))
        .collect()
}

/// Returns the nodes of a comment without those of other comments, users' signatures, buttons, and
/// forms.
fn own(
    page: &Page,
    hints: &Hints,
    is_other: impl Fn(NodeId) -> bool,
    comment: &Candidate,
) -> Vec<NodeId> {
    let mut own = Vec::new();
    let mut next = comment.node.0 + 1;
    while next < comment.end.0 {
        let node = NodeId(next);
        let is_body = |inner: NodeId| hints.of(inner).is_any_body();
        let is_control = match page.tag(node) {
            Tag::Script | Tag::Style | Tag::Nav => true,
            Tag::Form => !page.descendants(node).any(is_body),
            _ => is_button(page, node),
        };
        if is_other(node) || is_control || hints.of(node).names.around {
            next = end_of(page, node).0;
            continue;
        }
        own.push(node);
        next += 1;
    }
    own
}

/// A line of a comment.
struct Line {
    block: NodeId,
    /// True if it contains author, time, or votes.
    is_head: bool,
    /// Bytes of text.
    length: usize,
    /// Bytes of text in links.
    linked: usize,
}

/// Returns the nodes without lines that contain author, time, or votes, and without lines of
/// buttons.
fn without_lines(page: &Page, hints: &Hints, comment: &Candidate, own: &[NodeId]) -> Vec<NodeId> {
    let node = comment.node;
    let details = &comment.details;
    let heads: Vec<NodeId> = [&details.author, &details.time]
        .into_iter()
        .filter_map(|part| Some(part.as_ref()?.0))
        .collect();
    let (lines, places) = lines(page, hints, node, &heads, own);
    let stays = |line: &Line| {
        let is_long = line.length > MAX_BUTTONS_BYTES;
        let has_text = !Share::HALF.is_reached(line.linked, line.length.max(1));
        (!line.is_head || line.block == node) && (is_long || has_text)
    };
    let in_head = |node: NodeId| heads.iter().any(|&head| page.contains(head, node));
    let all = own.iter().zip(places);
    all.filter(|&(&node, place)| stays(&lines[place]) && !in_head(node))
        .map(|(&node, _)| node)
        .collect()
}

/// Returns the lines of a comment, and the index of the line for each of its `own` nodes.
fn lines(
    page: &Page,
    hints: &Hints,
    comment: NodeId,
    heads: &[NodeId],
    own: &[NodeId],
) -> (Vec<Line>, Vec<usize>) {
    let block_of = |node: NodeId| {
        let mut around = page.inclusive_ancestors(node);
        around
            .find(|&around| around <= comment || page.is_block(around))
            .unwrap_or(comment)
    };
    let is_head = |node: NodeId| {
        let hint = hints.of(node);
        heads.contains(&node) || hint.is_any_time() || hint.is_creator || hint.names.votes
    };
    let mut lines: Vec<Line> = Vec::new();
    let mut places: Vec<usize> = Vec::with_capacity(own.len());
    let mut link = comment;
    for &node in own {
        let block = block_of(node);
        // Few lines are open at once.
        let known = lines.iter().rposition(|line| line.block == block);
        let place = known.unwrap_or_else(|| {
            lines.push(Line {
                block,
                is_head: false,
                length: 0,
                linked: 0,
            });
            lines.len() - 1
        });
        if page.tag(node) == Tag::A {
            link = node;
        }
        let length = page.text(node).trim().len();
        let line = &mut lines[place];
        line.is_head |= is_head(node);
        line.length += length;
        if link != comment && page.contains(link, node) {
            line.linked += length;
        }
        places.push(place);
    }
    (lines, places)
}

/// The body of a comment with its page.
struct Body<'a> {
    page: &'a Page,
    /// The element that contains it.
    root: NodeId,
    /// The nodes of the comment that don't belong to another one.
    own: Vec<NodeId>,
    leaves: Vec<NodeId>,
}

impl Body<'_> {
    /// Returns the comment's own nodes below the root.
    fn inner(&self) -> Vec<NodeId> {
        let own = self.own.iter().copied();
        own.filter(|&node| node > self.root && self.page.contains(self.root, node))
            .collect()
    }

    /// Returns an article of some of the leaves.
    fn article(&self, quotes: &[NodeId], leaves: &[NodeId]) -> Article {
        let copied = copied(self.page, quotes, self.root, &self.own, leaves);
        copied.unwrap_or_else(|_| Article::new(self.page, &NodeSet::default()))
    }

    /// Returns the index of the quotation that contains a leaf.
    fn quote_of(&self, quotes: &[NodeId], leaf: NodeId) -> Option<usize> {
        let place = quotes.partition_point(|&quote| quote <= leaf);
        let place = place.checked_sub(1)?;
        self.page.contains(quotes[place], leaf).then_some(place)
    }

    /// Returns the text without quotations and without their `attributions`.
    fn text_without(&self, quotes: &[NodeId], attributions: &[NodeId]) -> String {
        let leaves = self.leaves.iter().copied();
        let own: Vec<NodeId> = leaves
            .filter(|&leaf| self.quote_of(quotes, leaf).is_none())
            .filter(|leaf| attributions.binary_search(leaf).is_err())
            .collect();
        self.article(quotes, &own).text()
    }

    /// Returns the article with its quotations folded below their attributions.
    fn with_quotes_folded(&self, quotes: &[NodeId]) -> Article {
        let page = self.page;
        let attribution = |&quote: &NodeId| quotes::attribution(page, quote);
        let attributions: Vec<Option<(NodeId, String)>> = quotes.iter().map(attribution).collect();
        let in_attribution = |leaf: NodeId| {
            let quote = self.quote_of(quotes, leaf);
            let attribution = quote.and_then(|quote| attributions[quote].as_ref());
            attribution.is_some_and(|&(node, _)| page.contains(node, leaf))
        };
        let shown = self.leaves.iter().copied();
        let shown: Vec<NodeId> = shown.filter(|&leaf| !in_attribution(leaf)).collect();
        let article = self.article(quotes, &shown);
        let mut folded: Vec<Quote> = Vec::new();
        let mut last = None;
        for (place, leaf) in article.quotations().into_iter().enumerate() {
            let quote = self.quote_of(quotes, leaf);
            let new = quote.filter(|_| quote != last);
            last = quote;
            folded.extend(new.map(|quote| Quote {
                place,
                summary: match &attributions[quote] {
                    Some((_, attribution)) => attribution.clone(),
                    None => quotes::beginning(page, quotes[quote]),
                },
            }));
        }
        article.with_quotes_folded(&folded)
    }
}

/// Copies `own` nodes below a root into a separate page, and returns an article of the copies of
/// `leaves`.
fn copied(
    page: &Page,
    quotes: &[NodeId],
    root: NodeId,
    own: &[NodeId],
    leaves: &[NodeId],
) -> Result<Article, PageError> {
    let mut builder = PageBuilder::new(page.info().clone(), Limits::default());
    builder.open(Tag::Html, *page.style(root), None)?;
    for attr in [Attr::Lang, Attr::Dir] {
        if let Some(value) = page.attr(page.root(), attr) {
            builder.attr(attr, value)?;
        }
    }
    builder.open(Tag::Body, *page.style(root), None)?;
    let mut kept = Vec::new();
    let mut open = Vec::new();
    let mut leaf = leaves.iter().copied().peekable();
    let mut number = 2;
    for &node in own {
        if node <= root || !page.contains(root, node) {
            continue;
        }
        while open.last().is_some_and(|&last| !page.contains(last, node)) {
            open.pop();
            builder.close();
        }
        if page.is_text(node) {
            builder.recorded_text(page.text(node))?;
        } else {
            let is_quote = quotes.binary_search(&node).is_ok() && page.is_block(node);
            let tag = if is_quote {
                Tag::Blockquote
            } else {
                page.tag(node)
            };
            builder.open(tag, *page.style(node), None)?;
            for (attr, value) in page.attrs(node) {
                builder.attr(attr, value)?;
            }
            open.push(node);
        }
        if leaf.next_if_eq(&node).is_some() {
            kept.push(NodeId(number));
        }
        number += 1;
    }
    let copy = builder.finish_recorded()?;
    let mut set = NodeSet::new(&copy);
    kept.iter().for_each(|&leaf| set.insert(leaf));
    let article = Article::new(&copy, &set);
    Ok(article.with_origins(|leaf| kept.binary_search(&leaf).map_or(root, |at| leaves[at])))
}
