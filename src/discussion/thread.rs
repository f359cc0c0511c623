//! A page that is a discussion: what people say is the article.

use super::threads::post;
use super::{Contribution, Place};
use crate::article::Article;
use crate::article::posts::{Head, Post};
use crate::page::{NodeId, NodeSet, Page};

/// The contributions from which on a page is a discussion.
const FEWEST: usize = 2;

/// Bytes of text from which a run of the article that is no contribution's stays: a first post that is made
/// otherwise, a note of those who run the site. Shorter ones are labels and buttons.
const SHORTEST_RUN: usize = 120;

/// Returns the page as a discussion, where at least half of the article is said in contributions.
/// What stands between them is in the article then.
pub(super) fn thread(
    page: &Page,
    kept: &NodeSet,
    contributions: &mut [Contribution],
    places: &[Place],
) -> Option<Article> {
    let bytes = |leaf: NodeId| page.text(leaf).trim().len();
    let is_in = |said: &&Contribution| said.in_article;
    if contributions.iter().filter(is_in).count() < FEWEST {
        return None;
    }
    let all: usize = kept.iter().map(bytes).sum();
    let leaves = places.iter().flat_map(|place| place.leaves.iter().copied());
    let said: usize = leaves.filter(|&leaf| kept.contains(leaf)).map(bytes).sum();
    if 2 * said < all {
        return None;
    }
    let first = contributions.iter().position(|said| said.in_article)?;
    let last = contributions.iter().rposition(|said| said.in_article)?;
    let depth = contributions[last].depth;
    let answers = contributions[last + 1..].iter();
    let answers = answers.take_while(|said| said.depth > depth).count();
    let range = first..last + 1 + answers;
    for said in &mut contributions[range.clone()] {
        said.in_article = true;
    }
    let runs = runs(page, kept, places);
    let run_before = |place: usize| runs.iter().filter(move |(before, _)| *before == place);
    // One leads that begins what the others go on with: where they stand in a tree, one that is made
    // otherwise does.
    let is_flat = contributions[range.clone()]
        .iter()
        .all(|said| said.depth == 0);
    let group = |place: &Place| place.group == places[first].group;
    let is_only = places[range.clone()]
        .iter()
        .filter(|place| group(place))
        .count()
        == 1;
    let leads = |place: usize| {
        let is_before = runs.iter().any(|&(before, _)| before <= first);
        place == first && (is_flat || is_only) && !is_before
    };
    // What answers the first one stands beside what answers nothing.
    let others = contributions[range.clone()]
        .iter()
        .skip(usize::from(leads(first)));
    let least = others.map(|said| said.depth).min().unwrap_or_default();
    let mut posts: Vec<Post<'_>> = Vec::new();
    for place in 0..=contributions.len() {
        for (_, article) in run_before(place) {
            let depth = (!posts.is_empty()).then_some(0);
            posts.push(article.post(Head {
                depth,
                ..Head::default()
            }));
        }
        if range.contains(&place)
            && let Some(said) = contributions.get(place)
        {
            let depth = (!leads(place)).then(|| said.depth.saturating_sub(least));
            posts.push(post(said, depth));
        }
    }
    let rtl = Article::new(page, kept).is_rtl();
    Some(Article::of_posts(&posts, rtl))
}

/// Returns what the article has beside the contributions, as runs of some length, each with the place of
/// the contribution that follows it.
fn runs(page: &Page, kept: &NodeSet, places: &[Place]) -> Vec<(usize, Article)> {
    let mut runs: Vec<(usize, NodeSet, usize)> = Vec::new();
    let (mut next, mut end) = (0, 0);
    for leaf in kept.iter() {
        while let Some(place) = places.get(next)
            && place.node <= leaf
        {
            end = end.max(place.end.0);
            next += 1;
        }
        if leaf.0 < end {
            continue;
        }
        if runs.last().is_none_or(|&(place, ..)| place != next) {
            runs.push((next, NodeSet::new(page), 0));
        }
        if let Some((_, leaves, length)) = runs.last_mut() {
            leaves.insert(leaf);
            *length += page.text(leaf).trim().len();
        }
    }
    let long = runs
        .into_iter()
        .filter(|&(_, _, length)| length >= SHORTEST_RUN);
    long.map(|(place, leaves, _)| (place, Article::new(page, &leaves)))
        .collect()
}
