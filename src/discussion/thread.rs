//! A page that is a discussion: what people say is the article.
//!
//! 1. It is one where at least half of the article is said in contributions, of which the article holds at least
//!    two; or where it says itself that it is one.
//! 2. The thread has the contributions of which others of their group are in the article; of a page that says itself
//!    that it is a discussion, and has none of them in the article, those that say most. What stands in them belongs
//!    to them.
//! 3. Of the rest of the article long runs stay: a first post that is made otherwise, a note of those who run the
//!    site; and what a person has brought back. What stands before the title is none, and where the page says that
//!    it is a discussion nothing that follows the last contribution.

use std::collections::{BTreeMap, BTreeSet};

use super::stated::{is_discussion, is_of_questions};
use super::threads::post;
use super::{Contribution, Corrected, Place};
use crate::article::posts::{Head, Post, UNREAD};
use crate::article::{Article, is_rtl};
use crate::page::{NodeId, NodeSet, Page, Tag};

/// The contributions in the article from which on a page is a discussion that does not say so. One alone may be
/// the article itself, and the others teasers that are made as it is.
const FEWEST: usize = 2;

/// The contributions of one make from which on a page that says so is a discussion. With fewer, one is the
/// article, and the other a box.
const FEWEST_ALIKE: usize = 3;

/// Bytes of text from which a run of the article that is no contribution's stays. Shorter ones are labels and
/// buttons.
const SHORTEST_RUN: usize = 120;

/// Returns the page as a discussion; `None` where it is an article. `is_later` is asked of a discussion: whether others of
/// its pages stand before it, so that none leads.
pub(super) fn thread(
    page: &Page,
    kept: &NodeSet,
    corrected: &Corrected,
    contributions: &mut [Contribution],
    places: &[Place],
    is_later: impl FnOnce() -> bool,
) -> Option<Article> {
    let is_stated = is_discussion(page);
    let groups = groups(page, kept, contributions, places, is_stated)?;
    let of_group = |place: &Place| groups.contains(&place.group);
    let first = places.iter().position(of_group)?;
    let last = places.iter().rposition(of_group)?;
    let mut end = places[first].node;
    for (said, place) in contributions.iter_mut().zip(places) {
        if of_group(place) {
            end = end.max(place.end);
        }
        said.in_article = of_group(place) || places[first].node < place.node && place.node < end;
    }
    let title = page
        .descendants(page.body())
        .take_while(|&node| node < places[first].node)
        .filter(|&node| page.tag(node) == Tag::H1)
        .last();
    let start = title.unwrap_or(page.body());
    let is_of_run = |leaf: NodeId| leaf > start || corrected.kept.contains(leaf);
    let mut runs = runs(page, kept.iter().filter(|&leaf| is_of_run(leaf)), places);
    runs.retain(|run| {
        let is_of_thread = run.length >= SHORTEST_RUN && (!is_stated || run.place <= last);
        is_of_thread || run.leaves.iter().any(|leaf| corrected.kept.contains(leaf))
    });
    let runs: Vec<(usize, Article)> = runs
        .into_iter()
        .map(|run| (run.place, Article::new(page, &run.leaves)))
        .collect();
    let is_later = is_later();
    let is_before = runs.iter().any(|&(before, _)| before <= first);
    let leading =
        (!is_before && !is_later && is_opening(contributions, places, first)).then_some(first);
    name_author(contributions, leading, is_later);
    let contributions = &*contributions;
    let leads = |place: usize| leading == Some(place);
    let run_before = |place: usize| runs.iter().filter(move |(before, _)| *before == place);
    let is_remark = remarks(page, contributions, places);
    // What answers the first one stands beside what answers nothing.
    let others = contributions.iter().zip(&is_remark).zip(0..);
    let others =
        others.filter(|&((said, is_remark), place)| said.in_article && !is_remark && !leads(place));
    let least = others
        .map(|((said, _), _)| said.depth)
        .min()
        .unwrap_or_default();
    let mut posts: Vec<Post<'_>> = Vec::new();
    for place in 0..=contributions.len() {
        for (_, article) in run_before(place) {
            let depth = (!posts.is_empty()).then_some(0);
            posts.push(article.post(Head {
                depth,
                ..Head::default()
            }));
        }
        let said = contributions.get(place).filter(|said| said.in_article);
        if let Some(said) = said {
            let depth = (!leads(place)).then(|| said.depth.saturating_sub(least));
            let mut post = post(said, depth);
            post.head.is_remark = !leads(place) && is_remark[place];
            posts.push(post);
        }
    }
    let mut unread = NodeSet::new(page);
    unread.insert(UNREAD);
    Some(Article::of_posts(&posts, is_rtl(page, kept)).with_captions(unread))
}

/// Returns of each contribution whether it is a remark on a post of a page of questions: it stands in one that is
/// made otherwise. Elsewhere what stands in a post answers it. A question may hold all that answers it.
fn remarks(page: &Page, contributions: &[Contribution], places: &[Place]) -> Vec<bool> {
    let mut outer: Vec<Option<usize>> = vec![None; places.len()];
    if !is_of_questions(page) {
        return vec![false; places.len()];
    }
    let mut around: Vec<usize> = Vec::new();
    for (number, place) in places.iter().enumerate() {
        while around
            .pop_if(|outer| places[*outer].end <= place.node)
            .is_some()
        {}
        let mut others = around.iter().rev().copied();
        outer[number] = others.find(|&other| places[other].group != place.group);
        around.push(number);
    }
    let holds_all = places.last().is_some_and(|last| places[0].end > last.node);
    let stands_in = |number: usize| outer[number].filter(|&other| other > 0 || !holds_all);
    let inner: BTreeSet<usize> = (0..places.len())
        .filter(|&number| stands_in(number).is_some())
        .map(|number| places[number].group)
        .collect();
    let is_remark = |number: usize| {
        // The question itself may be told by nothing.
        let is_in_post = outer[number].is_none_or(|other| contributions[other].in_article);
        is_in_post && inner.contains(&places[number].group)
    };
    (0..places.len()).map(is_remark).collect()
}

/// Returns whether a contribution begins what the others go on with: where they stand in a tree, one that is made
/// otherwise does.
fn is_opening(contributions: &[Contribution], places: &[Place], first: usize) -> bool {
    let posted = || {
        let all = contributions.iter().zip(places);
        all.filter(|(said, _)| said.in_article)
    };
    let alike = posted().filter(|(_, place)| place.group == places[first].group);
    posted().all(|(said, _)| said.depth == 0) || alike.count() == 1
}

/// Says of each contribution whether the author of the discussion says it: who says the one that leads. Pages of
/// discussions name everybody as their authors.
fn name_author(contributions: &mut [Contribution], leading: Option<usize>, is_later: bool) {
    let author = leading.and_then(|leading| contributions[leading].author.clone());
    if author.is_none() && !is_later {
        return;
    }
    for said in contributions.iter_mut().filter(|said| said.in_article) {
        said.by_author = author.is_some() && said.author == author;
    }
}

/// Returns the groups whose contributions are the thread; `None` where the page is an article.
fn groups(
    page: &Page,
    kept: &NodeSet,
    contributions: &[Contribution],
    places: &[Place],
    is_stated: bool,
) -> Option<BTreeSet<usize>> {
    let bytes = |leaf: NodeId| page.text(leaf).trim().len();
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    for place in places {
        *sizes.entry(place.group).or_default() += 1;
        *lengths.entry(place.group).or_default() +=
            place.leaves.iter().copied().map(bytes).sum::<usize>();
    }
    let in_article = || {
        let all = contributions.iter().zip(places);
        all.filter(|(said, _)| said.in_article)
            .map(|(_, place)| place.group)
    };
    let of_many = |group: &usize| sizes[group] >= FEWEST_ALIKE;
    let all: usize = kept.iter().map(bytes).sum();
    let leaves = places.iter().flat_map(|place| place.leaves.iter().copied());
    let said: usize = leaves.filter(|&leaf| kept.contains(leaf)).map(bytes).sum();
    let mut groups: BTreeSet<usize> = in_article().collect();
    if in_article().count() >= FEWEST && 2 * said >= all {
        return Some(groups);
    }
    if groups.is_empty() {
        groups.extend(lengths.keys().max_by_key(|group| lengths[group]));
    }
    (is_stated && groups.iter().any(of_many)).then_some(groups)
}

/// A run of the article beside the contributions.
struct Run {
    /// The place of the contribution that follows it.
    place: usize,
    leaves: NodeSet,
    /// Bytes of its text.
    length: usize,
}

/// Returns what `kept` leaves there are beside the contributions.
fn runs(page: &Page, kept: impl Iterator<Item = NodeId>, places: &[Place]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let (mut next, mut end) = (0, 0);
    for leaf in kept {
        while let Some(place) = places.get(next)
            && place.node <= leaf
        {
            end = end.max(place.end.0);
            next += 1;
        }
        if leaf.0 < end {
            continue;
        }
        if runs.last().is_none_or(|run| run.place != next) {
            runs.push(Run {
                place: next,
                leaves: NodeSet::new(page),
                length: 0,
            });
        }
        if let Some(run) = runs.last_mut() {
            run.leaves.insert(leaf);
            run.length += page.text(leaf).trim().len();
        }
    }
    runs
}
