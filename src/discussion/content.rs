//! What a contribution says, as an article of its own.
//!
//! It is copied into a page of its own first: an article is made in time that grows with its page.

use super::groups::Member;
use super::parts::{self, Parts};
use super::plain::is_button;
use super::quotes::{self, Earlier};
use super::signs::Signs;
use crate::article::Article;
use crate::article::posts::Quote;
use crate::page::{Attr, Limits, NodeId, NodeSet, Page, PageBuilder, PageError, Tag};

/// The longest line that is taken for buttons where most of it is links, in bytes.
const LONGEST_LINE: usize = 80;

/// What a contribution says.
pub(super) struct Content {
    pub(super) article: Article,
    /// The same as plain text, without quotations of what was said earlier.
    pub(super) text: String,
    /// Its leaves in the page that it comes from.
    pub(super) leaves: Vec<NodeId>,
}

/// What is said in a contribution, as the page has it.
pub(super) struct Said {
    /// The element of what is said; `None` where nothing says which it is.
    pub(super) body: Option<NodeId>,
    /// The nodes of the contribution that are nobody else's.
    own: Vec<NodeId>,
    pub(super) leaves: Vec<NodeId>,
}

/// Finds what is said in the contribution that is `member`. What `is_other` says of is another one's.
pub(super) fn said(
    page: &Page,
    signs: &Signs,
    found: &Parts,
    is_other: impl Fn(NodeId) -> bool,
    member: &Member,
) -> Said {
    let places = [&found.author, &found.time];
    let heads: Vec<NodeId> = places
        .iter()
        .filter_map(|part| Some(part.as_ref()?.0))
        .collect();
    let own = own(page, signs, &is_other, member);
    let body = member.body;
    let leaves: Vec<NodeId> = match body {
        Some(body) => own
            .iter()
            .copied()
            .filter(|&node| page.contains(body, node))
            .collect(),
        None => without_lines(page, signs, &heads, &own, member.node),
    };
    let leaves: Vec<NodeId> = leaves
        .into_iter()
        .filter(|&node| {
            !page.is_hidden(node) && (page.is_text(node) || page.tag(node).is_replaced())
        })
        .collect();
    Said { body, own, leaves }
}

/// Makes the content of the contribution that is `member`. What `is_other` says of is another one's.
pub(super) fn content(
    page: &Page,
    signs: &Signs,
    found: &Parts,
    is_other: impl Fn(NodeId) -> bool,
    member: &Member,
    earlier: &mut Earlier,
) -> Content {
    let Said { body, own, leaves } = said(page, signs, found, is_other, member);
    // A term of a list and what follows it are in the list.
    let list = page
        .parent(member.node)
        .filter(|_| member.end > page.end(member.node));
    let root = body.or(list).unwrap_or(member.node);
    let none = || Article::new(page, &NodeSet::default());
    let in_body = |&node: &NodeId| node > root && page.contains(root, node);
    let inner: Vec<NodeId> = own.iter().copied().filter(in_body).collect();
    let quotes = quotes::quotes(page, signs, &inner, earlier);
    let made =
        |leaves: &[NodeId]| copied(page, &quotes, root, &own, leaves).unwrap_or_else(|_| none());
    let mut article = made(&leaves);
    let in_quote = |leaf: NodeId| {
        let place = quotes
            .partition_point(|&quote| quote <= leaf)
            .checked_sub(1);
        place.filter(|&place| page.contains(quotes[place], leaf))
    };
    let text = if quotes.is_empty() {
        article.text()
    } else {
        let heads = quotes.iter().map(|&quote| quotes::head(page, quote));
        let heads: Vec<Option<(NodeId, String)>> = heads.collect();
        let in_head = |leaf: NodeId| {
            let head = in_quote(leaf).and_then(|quote| heads[quote].as_ref());
            head.is_some_and(|&(head, _)| page.contains(head, leaf))
        };
        // The head is what is shown of a quotation that is folded.
        let shown = leaves.iter().copied();
        let shown: Vec<NodeId> = shown.filter(|&leaf| !in_head(leaf)).collect();
        article = made(&shown);
        let mut folded: Vec<Quote> = Vec::new();
        let mut known = None;
        for (place, leaf) in article.quotations().into_iter().enumerate() {
            let quote = in_quote(leaf).filter(|_| known != in_quote(leaf));
            known = in_quote(leaf);
            folded.extend(quote.map(|quote| Quote {
                place,
                summary: match &heads[quote] {
                    Some((_, head)) => head.clone(),
                    None => quotes::beginning(page, quotes[quote]),
                },
            }));
        }
        article = article.with_quotes_folded(&folded);
        let before = quotes::lines_before(page, &quotes, &inner, earlier);
        let own_words = leaves.iter().copied();
        let own_words: Vec<NodeId> = own_words
            .filter(|leaf| in_quote(*leaf).is_none() && before.binary_search(leaf).is_err())
            .collect();
        made(&own_words).text()
    };
    let author = found.author.as_ref().map(|(_, author)| author.as_str());
    earlier.add(author, &text);
    Content {
        article,
        text,
        leaves,
    }
}

/// Returns the nodes of a contribution that are nobody else's, without signatures, buttons and forms.
fn own(
    page: &Page,
    signs: &Signs,
    is_other: impl Fn(NodeId) -> bool,
    member: &Member,
) -> Vec<NodeId> {
    let mut own = Vec::new();
    let mut next = member.node.0 + 1;
    while next < member.end.0 {
        let node = NodeId(next);
        let is_body = |inner: NodeId| signs.of(inner).says_text();
        let is_form = match page.tag(node) {
            Tag::Script | Tag::Style | Tag::Nav => true,
            Tag::Form => !page.descendants(node).any(is_body),
            _ => is_button(page, node),
        };
        let sign = signs.of(node);
        if is_other(node) || is_form || sign.names.around {
            next = parts::end_of(page, node).0;
            continue;
        }
        own.push(node);
        next += 1;
    }
    own
}

/// Returns the nodes that stand in no line with who writes, when and votes, and in none of buttons.
fn without_lines(
    page: &Page,
    signs: &Signs,
    heads: &[NodeId],
    own: &[NodeId],
    member: NodeId,
) -> Vec<NodeId> {
    let line = |node: NodeId| {
        let mut around = page.inclusive_ancestors(node);
        around
            .find(|&around| around <= member || page.is_block(around))
            .unwrap_or(member)
    };
    let is_head = |node: NodeId| {
        let sign = signs.of(node);
        heads.contains(&node) || sign.says_time() || sign.is_creator || sign.names.votes
    };
    // Lines that begin with a person, and what all lines say and say in links, in bytes.
    let mut lines: Vec<(NodeId, bool, usize, usize)> = Vec::new();
    let mut of: Vec<usize> = Vec::with_capacity(own.len());
    let mut link = member;
    for &node in own {
        let at = line(node);
        let place = lines.iter().rposition(|&(known, ..)| known == at);
        // Few lines are open at once.
        let place = place.unwrap_or_else(|| {
            lines.push((at, false, 0, 0));
            lines.len() - 1
        });
        lines[place].1 |= is_head(node);
        if page.tag(node) == Tag::A {
            link = node;
        }
        let length = page.text(node).trim().len();
        lines[place].2 += length;
        if link != member && page.contains(link, node) {
            lines[place].3 += length;
        }
        of.push(place);
    }
    let stays = |&(at, is_head, length, linked): &(NodeId, bool, usize, usize)| {
        let is_long = length > LONGEST_LINE;
        (!is_head || at == member) && (is_long || 2 * linked < length.max(1))
    };
    let in_head = |node: NodeId| heads.iter().any(|&head| page.contains(head, node));
    let all = own.iter().zip(of);
    all.filter(|&(&node, place)| stays(&lines[place]) && !in_head(node))
        .map(|(&node, _)| node)
        .collect()
}

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
    // Every copy of a leaf stands for one.
    Ok(article.with_origins(|leaf| kept.binary_search(&leaf).map_or(root, |at| leaves[at])))
}
