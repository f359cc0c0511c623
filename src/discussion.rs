//! The comments of a page: authors, times, bodies, and threads.
//!
//! 1. `hints`: one pass over the page that assigns every element its possible roles, from
//!    microdata, names, and links, and its signature.
//! 2. `groups`: elements with the same signature that each have an author and a body are comments.
//!    A term of a list (`dt`) and its description together are one element. Cards that lead to
//!    articles aren't comments.
//! 3. `details` finds author, time, votes, and link of each, and `bodies` its body.
//! 4. `depth`: the depth of each in its thread.
//! 5. `content` converts the bodies to articles; `quotes` finds quotations of earlier comments,
//!    which are folded, and their attributions.
//! 6. `thread` decides, using a `score`, whether the comments are the article.
//! 7. `partial`: detects lazy lists; `lazy_list`: merges the comments they load; `pages`:
//!    pagination.
//!
//! The turns of a chat with a model have no times, and often no authors: `chat` finds them by their
//! structure. A chat becomes the article. If a page has no article, so do comments with most of its
//! text.
//!
//! Every decision is logged ([`Discussion::explain`]).
//!
//! Cost: O(nodes + text). Groups are visited in order of size, the largest first, until a multiple
//! of that is spent.

mod bodies;
mod candidate;
mod chat;
mod comment;
mod content;
mod corrections;
mod decisions;
mod depth;
mod details;
#[cfg(all(any(test, fuzzing), feature = "cli"))]
pub(crate) mod fuzzing;
mod group;
mod groups;
mod hints;
mod lazy_list;
mod name;
mod pages;
mod partial;
mod post;
mod quotes;
mod score;
mod share;
#[cfg(test)]
mod tests;
mod text_lengths;
mod thread;
mod threads;
mod time;

use std::cell::LazyCell;

use serde::{Serialize, Serializer};

use crate::article::Article;
use crate::page::{NodeId, NodeSet, Page};
use crate::pagination::Pager;
use candidate::{Candidate, elements};
use details::scan;
use hints::Hints;
use pages::Pages;
use quotes::Earlier;
use share::Share;
use text_lengths::TextLengths;
use thread::Input;

pub use comment::Comment;
pub(crate) use corrections::Corrections;
pub use decisions::{Decision, Missing, Rejected};
pub(crate) use score::may_have_comments;
pub use score::{Evidence, Score, may_be_thread};
pub use threads::{Branch, Thread, Threads};

/// Minimum number of comments that can replace a missing article. Fewer may be a coincidence.
const MIN_COMMENTS_WITHOUT_ARTICLE: usize = 3;

/// The number in the id of the first comment. The next pages of an article use lower numbers.
const FIRST_NUMBER: u32 = 100_000;

/// The comments of a page, in its order.
///
/// ```
/// use pith::discussion::Discussion;
/// use pith::page::NodeSet;
/// use pith::{Limits, source};
///
/// let html = "<ol><li class=comment id=comment-1><a class=author href=/u/ann>Ann</a>
///     <time datetime=2026-03-14>Saturday</time><p>The ferry sails again.</p>
///     <ul><li class=comment id=comment-2><a class=author href=/u/ben>Ben</a>
///     <time datetime=2026-03-15>Sunday</time><p>At noon?</p></ul></ol>";
/// let page = source::html::read(html, "https://example.org/ferry", Limits::default())?;
/// let discussion = Discussion::new(&page, Some("Ben"), &NodeSet::new(&page));
/// let [first, second] = &discussion.comments[..] else { panic!("two comments") };
/// assert_eq!((first.author.as_deref(), first.depth), (Some("Ann"), 0));
/// assert_eq!((second.time.as_deref(), second.depth), (Some("2026-03-15"), 1));
/// assert_eq!(second.text, "At noon?");
/// assert_eq!(second.link.as_deref(), Some("https://example.org/ferry#comment-2"));
/// assert!(second.by_author && !first.by_author);
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Discussion {
    /// The comments, in the order of the page; empty if there are none.
    pub comments: Vec<Comment>,
    /// The whole discussion as an article if the page is one: the first comment leads, and the
    /// others are below it. `None` if the page is an article, with or without comments. A boolean
    /// in JSON.
    #[serde(rename = "isThread", serialize_with = "is_there")]
    pub thread: Option<Article>,
    /// True if comments are missing because the page loads its list while scrolling.
    pub is_partial: bool,
    /// The other pages of a discussion; `None` if there are none, or if the page is an article.
    pub pager: Option<Pager>,
}

fn is_there<S: Serializer>(thread: &Option<Article>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_bool(thread.is_some())
}

impl Discussion {
    /// Finds the comments of a page. `byline` names the authors of its article, and `kept` contains
    /// the article's leaves. If `kept` is empty, a page that consists mostly of comments is a
    /// discussion.
    pub fn new(page: &Page, byline: Option<&str>, kept: &NodeSet) -> Self {
        Self::corrected(page, byline, kept, &Corrections::none(page))
    }

    /// Finds the comments of a page whose article the user has corrected.
    pub(crate) fn corrected(
        page: &Page,
        byline: Option<&str>,
        kept: &NodeSet,
        corrections: &Corrections,
    ) -> Self {
        Self::logged(page, byline, kept, corrections, &mut Vec::new())
    }

    /// Returns the decisions of [`Discussion::new`], in the order they are made.
    pub fn explain(page: &Page, byline: Option<&str>, kept: &NodeSet) -> Vec<Decision> {
        let mut log = Vec::new();
        Self::logged(page, byline, kept, &Corrections::none(page), &mut log);
        log
    }

    fn logged(
        page: &Page,
        byline: Option<&str>,
        kept: &NodeSet,
        corrections: &Corrections,
        log: &mut Vec<Decision>,
    ) -> Self {
        let hints = Hints::new(page);
        let lengths = LazyCell::new(|| TextLengths::of_main(page));
        let (candidates, is_chat) = candidates(page, &hints, &lengths, kept, log);
        let written = Written::new(page, &hints, candidates, byline, corrections, log);
        let Written {
            mut comments,
            candidates,
        } = written;
        let is_article = is_chat || kept.is_empty() && has_most_text(page, &lengths, &candidates);
        let leaves = is_article.then(|| leaves(page, &candidates));
        let kept = leaves.as_ref().unwrap_or(kept);
        for (comment, candidate) in comments.iter_mut().zip(&candidates) {
            let in_article = candidate.leaves.iter().filter(|&&leaf| kept.contains(leaf));
            let count = in_article.count();
            comment.in_article = Share::HALF.is_exceeded(count, candidate.leaves.len());
        }
        let pages = LazyCell::new(|| Pages::new(page, &candidates));
        let input = Input {
            page,
            kept,
            corrections,
            candidates: &candidates,
        };
        let thread = thread::thread(&input, &mut comments, || pages.is_later, log);
        let pages = thread.is_some().then(|| &*pages);
        let is_divided = pages.is_some_and(Pages::are_several);
        let missing = (!is_divided).then(|| partial::missing(page, &candidates));
        let missing = missing.flatten();
        log.push(Decision::Partial(missing));
        Self {
            is_partial: missing.is_some(),
            pager: pages.and_then(|pages| pages.pager.clone()),
            comments,
            thread,
        }
    }
}

/// Returns the comments with their details and depths, and whether they are the turns of a chat,
/// which have no times.
fn candidates(
    page: &Page,
    hints: &Hints,
    lengths: &TextLengths,
    kept: &NodeSet,
    log: &mut Vec<Decision>,
) -> (Vec<Candidate>, bool) {
    let mut found = groups::candidates(page, hints, log);
    if found.iter().all(|comment| comment.time.is_none()) {
        let turns = chat::turns(page, lengths, kept);
        if let Some(first) = turns.first() {
            log.push(Decision::Chat {
                first: first.node,
                count: turns.len(),
            });
            return (turns, true);
        }
    }
    let begins = elements(page, &found);
    for comment in &mut found {
        let is_other = |node: NodeId| begins.contains(node);
        comment.details = scan(page, hints, (comment.node, comment.end), is_other).details;
    }
    depth::set_depths(page, &mut found);
    (found, false)
}

/// Comments with their candidates, in the same order.
struct Written {
    comments: Vec<Comment>,
    candidates: Vec<Candidate>,
}

impl Written {
    /// Converts the comments, without those whose body is empty. `in_article` isn't set yet.
    fn new(
        page: &Page,
        hints: &Hints,
        candidates: Vec<Candidate>,
        byline: Option<&str>,
        corrections: &Corrections,
        log: &mut Vec<Decision>,
    ) -> Self {
        let begins = elements(page, &candidates);
        let is_other = |node| begins.contains(node) || corrections.dropped.contains(node);
        let is_author = |name: &str| {
            let mut names = byline.into_iter().flat_map(|byline| byline.split(", "));
            names.any(|one| one.trim().to_lowercase() == name.to_lowercase())
        };
        let mut earlier = Earlier::new();
        let mut written = Self {
            comments: Vec::new(),
            candidates: Vec::new(),
        };
        for (mut candidate, number) in candidates.into_iter().zip(FIRST_NUMBER..) {
            let content = content::content(page, hints, &candidate, is_other, &mut earlier);
            if content.article.is_empty() {
                log.push(Decision::Empty {
                    node: candidate.node,
                });
                continue;
            }
            // White space between elements isn't text of the comment.
            let is_shown =
                |leaf: &NodeId| !page.is_text(*leaf) || !page.text(*leaf).trim().is_empty();
            candidate.leaves = content.leaves.into_iter().filter(is_shown).collect();
            let details = std::mem::take(&mut candidate.details);
            let author = details.author.map(|(_, name)| name);
            written.comments.push(Comment {
                by_author: details.is_owner || author.as_deref().is_some_and(is_author),
                author,
                time: details.time.map(|(_, time)| time),
                depth: candidate.depth,
                body: content.article.with_own_ids(number),
                text: content.text,
                link: details.link,
                votes: details.votes,
                accepted: hints.of(candidate.node).names.accepted,
                in_article: false,
            });
            written.candidates.push(candidate);
        }
        depth::limit_depths(&mut written.comments);
        written
    }
}

/// Returns whether comments have most of the text of a page.
fn has_most_text(page: &Page, lengths: &TextLengths, candidates: &[Candidate]) -> bool {
    let leaves = candidates.iter().flat_map(|comment| &comment.leaves);
    let text: u32 = leaves.map(|&leaf| lengths.of(page, leaf)).sum();
    candidates.len() >= MIN_COMMENTS_WITHOUT_ARTICLE
        && Share::HALF.is_exceeded(text, lengths.of(page, page.body()))
}

/// Returns the leaves of all bodies.
fn leaves(page: &Page, candidates: &[Candidate]) -> NodeSet {
    let mut leaves = NodeSet::new(page);
    let all = candidates.iter().flat_map(|comment| &comment.leaves);
    all.for_each(|&leaf| leaves.insert(leaf));
    leaves
}
