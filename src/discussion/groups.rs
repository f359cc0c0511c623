//! Finds comment elements by repeated structure.
//!
//! 1. Elements with the same signature form a group, and the details of each are found. They are
//!    comments if names or microdata declare them, or if enough of them have an author and a time.
//!    Custom elements whose first link leads to another page are teasers.
//! 2. `bodies` finds their bodies.
//! 3. Groups that are parts of others are dropped, and an author or time belongs to only one
//!    comment.

use std::cmp::Reverse;

use super::bodies;
use super::candidate::{Candidate, end_of};
use super::decisions::{Decision, Rejected};
use super::details::{Scan, scan};
use super::group::{Claims, Group, Signed};
use super::hints::Hints;
use super::share::Share;
use super::text_lengths::TextLengths;
use super::time::read_time;
use crate::page::{Attr, NodeId, NodeSet, Page, Tag};

/// Maximum number of nodes to visit, as a multiple of those of the page. Pages nest groups in
/// groups, and a malicious page can do so without limit.
const MAX_VISITS: usize = 24;

/// Minimum size of a group whose only evidence is its number of comments.
const MIN_UNNAMED: usize = 3;

/// Minimum size of a group without names or microdata.
const MIN_ALIKE: usize = 2;

/// Minimum share of comments among the elements with an author or a time, for a group without
/// names.
const MIN_COMMENT_SHARE: Share = Share(3, 4);

/// Returns the comments in document order, and logs the decision about each group.
pub(super) fn candidates(page: &Page, hints: &Hints, log: &mut Vec<Decision>) -> Vec<Candidate> {
    let mut signed: Vec<Signed> = page
        .descendants(page.body())
        .map(|node| (hints.signature(node), node))
        .filter(|&(signature, _)| signature != 0)
        .collect();
    signed.sort_unstable();
    let mut alike: Vec<&[Signed]> = signed.chunk_by(|a, b| a.0 == b.0).collect();
    alike.sort_by_key(|group| (Reverse(group.len()), group[0].1));
    let mut search = Search {
        page,
        hints,
        heads: heads(page, hints),
        visits: MAX_VISITS * page.len(),
    };
    let lengths = TextLengths::new(page, |_| false);
    let mut groups: Vec<Group> = Vec::new();
    for elements in alike {
        if search.visits == 0 {
            break;
        }
        let found = search.group(elements);
        match found.and_then(|group| Ok(bodies::with_bodies(page, hints, &lengths, group)?)) {
            Ok(group) => groups.push(group),
            Err(NoGroup::Rejected(reason)) => log.push(Decision::Group {
                first: elements[0].1,
                count: elements.len(),
                rejected: Some(reason),
            }),
            Err(NoGroup::Unlikely) => {}
        }
    }
    groups.sort_by_key(|group| {
        let first = group.comments[0].node;
        (Reverse(group.text), page.level(first), first)
    });
    without_overlaps(page, groups, log)
}

/// Returns the comments of groups, those with the most text first, without parts of others and
/// without comments whose author or time belongs to another one.
///
/// An element around a comment, or in it, has the same author. An author in a body is a mention,
/// and an author beside a body without a time belongs to a reaction.
fn without_overlaps(page: &Page, groups: Vec<Group>, log: &mut Vec<Decision>) -> Vec<Candidate> {
    let are_parts: Vec<bool> = groups
        .iter()
        .map(|group| groups.iter().any(|other| group.is_part_of(other)))
        .collect();
    let mut taken = NodeSet::new(page);
    let mut inside = NodeSet::new(page);
    let mut all: Vec<Candidate> = Vec::new();
    for (number, group) in groups.into_iter().enumerate() {
        let first = group.comments[0].node;
        let is_free = |comment: &Candidate| {
            let parts = [Some(comment.head), comment.time, Some(comment.node)];
            let is_taken = parts.into_iter().flatten().any(|node| taken.contains(node));
            !is_taken && (comment.time.is_some() || !inside.contains(comment.node))
        };
        let mut comments = group.comments;
        let mut rejected = are_parts[number].then_some(Rejected::PartsOfComments);
        if rejected.is_none() {
            comments.retain(is_free);
            rejected = comments.is_empty().then_some(Rejected::Taken);
        }
        log.push(Decision::Group {
            first,
            count: group.count,
            rejected,
        });
        if rejected.is_some() {
            continue;
        }
        for comment in comments {
            taken.insert(comment.head);
            comment.time.into_iter().for_each(|time| taken.insert(time));
            if let Some(body) = comment.body {
                taken.insert_subtree(page, body);
            }
            (comment.node.0..comment.end.0).for_each(|node| inside.insert(NodeId(node)));
            all.push(Candidate {
                group: number,
                ..comment
            });
        }
    }
    all.sort_by_key(|comment| comment.node);
    all
}

/// Returns, per node, the number of hints of authors and times up to and including it.
fn heads(page: &Page, hints: &Hints) -> Vec<u32> {
    let is_head = |node: NodeId| {
        let hint = hints.of(node);
        let in_term = || {
            page.parent(node)
                .is_some_and(|parent| page.tag(parent) == Tag::Dt)
        };
        hint.is_creator
            || hint.is_person
            || hint.names.author
            || hint.is_any_time()
            || in_term() && read_time(page.text(node)).is_some()
    };
    let mut sum = 0;
    let sums = page.nodes().map(|node| {
        sum += u32::from(is_head(node));
        sum
    });
    sums.collect()
}

/// The reason why elements with the same signature aren't a group of comments.
enum NoGroup {
    /// They have no authors or times, there's only one, or the search has taken too long.
    Unlikely,
    Rejected(Rejected),
}

impl From<Rejected> for NoGroup {
    fn from(reason: Rejected) -> Self {
        Self::Rejected(reason)
    }
}

/// The search for groups.
struct Search<'a> {
    page: &'a Page,
    hints: &'a Hints,
    /// [`heads`] of the page.
    heads: Vec<u32>,
    /// Remaining number of nodes that may be visited.
    visits: usize,
}

impl Search<'_> {
    /// Returns the comments among elements with the same signature. Their bodies are found later.
    fn group(&mut self, elements: &[Signed]) -> Result<Group, NoGroup> {
        let likely: Vec<NodeId> = elements
            .iter()
            .map(|&(_, node)| node)
            .filter(|&node| self.has_head(node))
            .collect();
        let claims = Claims::new(self.hints, elements);
        let is_group = claims.are_explicit() || elements.len() >= MIN_ALIKE;
        if likely.is_empty() || !is_group {
            return Err(NoGroup::Unlikely);
        }
        if !claims.are_explicit() && !Share::HALF.is_reached(likely.len(), elements.len()) {
            return Err(Rejected::FewHeads.into());
        }
        let mut comments = Vec::new();
        let mut counts = Counts {
            likely: likely.len(),
            ..Counts::default()
        };
        let (signature, first) = elements[0];
        // Custom elements without names are often teasers.
        let is_bare = !claims.are_explicit() && self.page.tag(first) == Tag::Other;
        let mut last = first;
        for node in likely {
            let end = end_of(self.page, node);
            let is_other = |node: NodeId| self.hints.signature(node) == signature;
            let found = scan(self.page, self.hints, (node, end), is_other);
            self.visits = self.visits.saturating_sub(found.visits);
            if self.visits == 0 {
                return Err(NoGroup::Unlikely);
            }
            counts.nested += usize::from(node != first && self.page.contains(last, node));
            last = node;
            let id = self.page.attr(node, Attr::Id).unwrap_or_default();
            counts.numbered += usize::from(id.bytes().any(|byte| byte.is_ascii_digit()));
            counts.cards += usize::from(found.is_card || is_bare && found.leads_away);
            comments.extend(candidate(node, end, &found, claims));
        }
        counts.comments = comments.len();
        counts.check(claims)?;
        Ok(Group {
            comments,
            text: 0,
            claims,
            count: elements.len(),
        })
    }

    /// Returns whether an element contains an author or a time.
    fn has_head(&self, node: NodeId) -> bool {
        let last = end_of(self.page, node).index() - 1;
        self.heads[last] > self.heads[node.index()]
    }
}

/// Counts of elements with the same signature.
#[derive(Default)]
struct Counts {
    /// Elements with an author or a time.
    likely: usize,
    /// Elements nested in the previous one.
    nested: usize,
    /// Elements with a number in their id.
    numbered: usize,
    /// Elements that lead to other pages.
    cards: usize,
    /// Elements that fulfill the requirements for a comment of their group.
    comments: usize,
}

impl Counts {
    /// Decides whether the elements are comments.
    fn check(&self, claims: Claims) -> Result<(), Rejected> {
        let &Self {
            likely,
            nested,
            numbered,
            cards,
            comments,
        } = self;
        if comments == 0 {
            return Err(Rejected::FewHeads);
        }
        if claims.is_declared {
            return Ok(());
        }
        let is_like_comments = claims.is_named
            || nested > 0
            || Share::HALF.is_exceeded(numbered, likely)
            || comments >= MIN_UNNAMED;
        if !is_like_comments {
            return Err(Rejected::UnlikeComments);
        }
        // Titles of comments link to their pages.
        if !claims.is_never_article && Share::HALF.is_reached(cards, likely) {
            return Err(Rejected::Teasers);
        }
        let are_enough = claims.is_named && Share::HALF.is_exceeded(comments, likely)
            || comments >= MIN_ALIKE && MIN_COMMENT_SHARE.is_reached(comments, likely);
        if are_enough {
            Ok(())
        } else {
            Err(Rejected::FewHeads)
        }
    }
}

/// Returns an element as a comment if it has an author and a time, or one of these and enough other
/// evidence.
fn candidate(node: NodeId, end: NodeId, found: &Scan<'_>, claims: Claims) -> Option<Candidate> {
    let element = |part: &Option<(NodeId, String)>| part.as_ref().map(|&(node, _)| node);
    let time = element(&found.details.time);
    let head = match (element(&found.details.author), time) {
        (Some(author), Some(_)) => author,
        (Some(author), None) if claims.are_explicit() => author,
        (None, Some(time)) if claims.is_declared => time,
        _ => return None,
    };
    Some(Candidate {
        time,
        ..Candidate::new(node, end, head)
    })
}
