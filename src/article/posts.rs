//! Combines posts of a discussion into one article: leading posts are at the beginning, the others
//! in lists, each below the post it replies to.

use super::tree::{Attrs, Fate, Tree};
use crate::page::{Attr, NodeId, Tag};

/// The class of the lists.
const LIST: &str = "pith-thread";

/// The class of the line with author and time.
const HEAD: &str = "pith-says";

/// The class of a name that belongs to the author of the article.
const BY_AUTHOR: &str = "pith-by-author";

/// The class of the symbol for an accepted answer.
const ACCEPTED: &str = "pith-accepted";

/// The class of a post's score.
const VOTES: &str = "pith-votes";

/// The class of the `details` with remarks on a post.
const REMARKS: &str = "pith-remarks";

/// The class of a quotation of earlier messages.
const EARLIER: &str = "pith-earlier";

/// Node assigned to texts of collapsed quotations: the element after the root, which isn't a leaf.
/// Texts that aren't from the page are assigned to the root.
pub(crate) const UNREAD: NodeId = NodeId(1);

/// The header of a post.
#[derive(Clone, Debug, Default)]
pub(crate) struct Head<'a> {
    /// Nesting depth of replies; `None` for a leading post.
    pub(crate) depth: Option<u32>,
    pub(crate) author: Option<&'a str>,
    pub(crate) is_by_author: bool,
    pub(crate) is_accepted: bool,
    /// The displayed time, and the machine-readable one if known.
    pub(crate) time: Option<(String, Option<&'a str>)>,
    pub(crate) link: Option<&'a str>,
    pub(crate) votes: Option<i32>,
    /// True if it's a remark on the previous post, below which it's collapsed.
    pub(crate) is_remark: bool,
}

/// A post.
pub(crate) struct Post<'a> {
    pub(crate) head: Head<'a>,
    pub(super) tree: &'a Tree,
}

/// A quotation of earlier messages, which is collapsed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Quote {
    /// Its index among the quotations of the article.
    pub(crate) place: usize,
    /// Text shown while it's collapsed.
    pub(crate) summary: String,
}

/// Writes the posts in order.
pub(super) fn tree(posts: &[Post<'_>]) -> Tree {
    let mut out = Tree::new();
    // Open lists, the innermost last, each with its last item.
    let mut open: Vec<(usize, usize)> = Vec::new();
    // The `details` with remarks on the previous post, and the list in it.
    let mut remarks: Option<[usize; 2]> = None;
    for (place, post) in posts.iter().enumerate() {
        if post.head.is_remark {
            let around = open.last().map_or(0, |&(_, item)| item);
            let [_, list] = *remarks.get_or_insert_with(|| fold(&posts[place..], &mut out, around));
            if post.tree.len() > 1 {
                out.origin = post.tree.origin(1);
            }
            let item = out.push(Tag::Li, Attrs::new(), list, false);
            head(&post.head, &mut out, item);
            copy(post.tree, &[], &mut out, item);
            out.close(item);
            continue;
        }
        for around in remarks.take().into_iter().flatten().rev() {
            out.close(around);
        }
        let depth = post
            .head
            .depth
            .map(|depth| (depth as usize).min(open.len()));
        while open.len() > depth.map_or(0, |depth| depth + 1) {
            let ends = open.pop();
            ends.into_iter().for_each(|(list, item)| {
                out.close(item);
                out.close(list);
            });
        }
        // The header is part of the post.
        if post.tree.len() > 1 {
            out.origin = post.tree.origin(1);
        }
        let place = depth.map_or(0, |depth| begin_item(depth, &mut open, &mut out));
        head(&post.head, &mut out, place);
        copy(post.tree, &[], &mut out, place);
    }
    for around in remarks.into_iter().flatten().rev() {
        out.close(around);
    }
    while let Some((list, item)) = open.pop() {
        out.close(item);
        out.close(list);
    }
    out.close(0);
    out
}

/// Begins an item at a depth, in the open list or in a new one, and returns the item.
fn begin_item(depth: usize, open: &mut Vec<(usize, usize)>, out: &mut Tree) -> usize {
    let known = open.get(depth).copied();
    open.truncate(depth);
    let list = known.map(|(list, item)| {
        out.close(item);
        list
    });
    let around = open.last().map_or(0, |&(_, item)| item);
    let list = list.unwrap_or_else(|| out.push(Tag::Ol, class(LIST), around, false));
    let item = out.push(Tag::Li, Attrs::new(), list, false);
    open.push((list, item));
    item
}

/// Begins the `details` for the remarks at the start of `posts`. Returns it and the list in it.
fn fold(posts: &[Post<'_>], out: &mut Tree, around: usize) -> [usize; 2] {
    let count = posts.iter().take_while(|post| post.head.is_remark).count();
    let fold = out.push(Tag::Details, class(REMARKS), around, false);
    let summary = out.push(Tag::Summary, Attrs::new(), fold, false);
    let origin = std::mem::replace(&mut out.origin, UNREAD);
    out.push_text(&format!("\u{1f4ac} {count}"), summary);
    out.origin = origin;
    out.close(summary);
    let list = out.push(Tag::Ol, class(LIST), fold, false);
    [fold, list]
}

/// Returns a tree without collapsed remarks.
pub(super) fn without_remarks(tree: Tree) -> Tree {
    let fates: Vec<Fate> = (0..tree.len())
        .map(|node| match tree.attr(node, Attr::Class) {
            Some(REMARKS) => Fate::Drop,
            _ => Fate::Stay,
        })
        .collect();
    tree.settle(&fates)
}

/// Returns a tree with collapsed quotations.
pub(super) fn folded(tree: &Tree, quotes: &[Quote]) -> Tree {
    let mut out = Tree::new();
    copy(tree, quotes, &mut out, 0);
    out.close(0);
    out
}

fn class(name: &str) -> Attrs {
    vec![(Attr::Class, name.to_owned())]
}

/// Adds the line with author, time and score.
fn head(head: &Head<'_>, out: &mut Tree, place: usize) {
    let is_silent = head.author.is_none() && !head.is_accepted && head.votes.is_none();
    if is_silent && head.time.is_none() && head.link.is_none() {
        return;
    }
    let line = out.push(Tag::P, class(HEAD), place, false);
    if let Some(author) = head.author {
        let attrs = match head.is_by_author {
            true => class(BY_AUTHOR),
            false => Attrs::new(),
        };
        part(out, line, Tag::B, attrs, author);
    }
    if head.is_accepted {
        part(out, line, Tag::Span, class(ACCEPTED), "✓");
    }
    let link = head.link.map(|link| vec![(Attr::Href, link.to_owned())]);
    match (&head.time, link) {
        (Some((shown, value)), link) => {
            gap(out, line);
            let link = link.map(|attrs| out.push(Tag::A, attrs, line, false));
            let (tag, attrs) = match value {
                Some(value) => (Tag::Time, vec![(Attr::Datetime, (*value).to_owned())]),
                None => (Tag::Span, Attrs::new()),
            };
            element(out, link.unwrap_or(line), tag, attrs, shown);
            link.into_iter().for_each(|link| out.close(link));
        }
        (None, Some(attrs)) => part(out, line, Tag::A, attrs, "#"),
        (None, None) => {}
    }
    if let Some(votes) = head.votes {
        let sign = match votes {
            1.. => "+",
            0 => "",
            _ => "−",
        };
        let text = format!("{sign}{}", votes.unsigned_abs());
        part(out, line, Tag::Span, class(VOTES), &text);
    }
    out.close(line);
}

/// Adds an element to a line, separated from the text before it.
fn part(out: &mut Tree, line: usize, tag: Tag, attrs: Attrs, text: &str) {
    gap(out, line);
    element(out, line, tag, attrs, text);
}

fn gap(out: &mut Tree, line: usize) {
    if out.len() > line + 1 {
        out.push_text(" ", line);
    }
}

fn element(out: &mut Tree, parent: usize, tag: Tag, attrs: Attrs, text: &str) {
    let at = out.push(tag, attrs, parent, false);
    out.push_text(text, at);
    out.close(at);
}

/// Copies an article below `place`, with collapsed quotations. Their texts repeat earlier text, so
/// they aren't assigned to leaves: [`UNREAD`] excludes them from plain text.
fn copy(tree: &Tree, quotes: &[Quote], out: &mut Tree, place: usize) {
    // Per open element: its end in the article, and its node in the output.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut seen = 0;
    let mut folded = 0;
    for id in tree.descendants(0) {
        while let Some((_, closed)) = open.pop_if(|&mut (end, _)| end <= id) {
            out.close(closed);
        }
        let mut parent = open.last().map_or(place, |&(_, at)| at);
        let node = tree.node(id);
        out.origin = node.origin;
        if node.tag == Tag::Text {
            if id < folded {
                out.origin = UNREAD;
            }
            out.push_text(tree.text(id), parent);
            continue;
        }
        if node.tag == Tag::Blockquote {
            if let Some(quote) = quotes.iter().find(|quote| quote.place == seen) {
                parent = out.push(Tag::Details, class(EARLIER), parent, false);
                open.push((node.end, parent));
                folded = folded.max(node.end);
                let summary = out.push(Tag::Summary, Attrs::new(), parent, false);
                out.origin = UNREAD;
                out.push_text(&quote.summary, summary);
                out.close(summary);
                out.origin = node.origin;
            }
            seen += 1;
        }
        open.push((
            node.end,
            out.push(node.tag, node.attrs.clone(), parent, node.auto),
        ));
    }
    while let Some((_, closed)) = open.pop() {
        out.close(closed);
    }
}
