//! Pages that are discussions: their comments are the article.
//!
//! 1. `score` decides whether a page is a discussion.
//! 2. The thread consists of the groups with comments in the article; if there are none, of the
//!    group with the most text. Comments nested in these also belong to it.
//! 3. Long passages of the article between the comments are kept: an opening post with another
//!    structure, a note by moderators, and parts that the user has restored. Passages before the
//!    title aren't kept. If the page declares itself a discussion, passages after the last comment
//!    aren't either.

use std::collections::{BTreeMap, BTreeSet};

use super::candidate::Candidate;
use super::comment::Comment;
use super::corrections::Corrections;
use super::decisions::Decision;
use super::post::post;
use super::score::{Evidence, Score, is_declared, is_of_questions};
use super::share::Share;
use crate::article::posts::{Head, Post, UNREAD};
use crate::article::{Article, is_rtl};
use crate::page::{NodeId, NodeSet, Page, Tag};

/// Minimum number of comments in the article if the page doesn't declare itself a discussion. A
/// single one may be the article itself, and the others teasers with its structure.
const MIN_IN_ARTICLE: usize = 2;

/// Minimum size of the largest group if the page declares itself a discussion. With fewer, one is
/// the article, and the other a box.
const MIN_ALIKE: usize = 3;

/// Minimum length of a passage of the article between the comments, in bytes. Shorter ones are
/// labels and buttons.
const MIN_RUN_BYTES: usize = 120;

/// Input for the thread.
pub(super) struct Input<'a> {
    pub(super) page: &'a Page,
    /// The leaves of the article.
    pub(super) kept: &'a NodeSet,
    pub(super) corrections: &'a Corrections,
    /// The candidates of the comments, in the same order as these.
    pub(super) candidates: &'a [Candidate],
}

/// Returns the page as a discussion; `None` if it's an article. Updates `in_article` and
/// `by_author` of the comments. `is_later` returns whether the discussion has pages before this
/// one, so that no comment leads; it's only called for discussions.
pub(super) fn thread(
    input: &Input<'_>,
    comments: &mut [Comment],
    is_later: impl FnOnce() -> bool,
    log: &mut Vec<Decision>,
) -> Option<Article> {
    let (score, groups) = score(input, comments);
    let (is_thread, is_declared) = (score.is_thread(), score.has(Evidence::Declared));
    log.push(Decision::Thread(score));
    if !is_thread {
        return None;
    }
    let in_thread = |candidate: &Candidate| groups.contains(&candidate.group);
    let first = input.candidates.iter().position(in_thread)?;
    let last = input.candidates.iter().rposition(in_thread)?;
    input.put_into_article(comments, &groups, first);
    let end = is_declared.then_some(last);
    let runs = input.runs_in_thread(first, end);
    let is_later = is_later();
    let begins = !is_later && runs.iter().all(|&(next, _)| next > first);
    let lead = (begins && is_opening(comments, input.candidates, first)).then_some(first);
    mark_author(comments, lead, is_later);
    let is_remark = remarks(input, comments);
    let posts = posts(comments, &runs, lead, &is_remark);
    let mut unread = NodeSet::new(input.page);
    unread.insert(UNREAD);
    let article = Article::of_posts(&posts, is_rtl(input.page, input.kept));
    Some(article.with_captions(unread))
}

/// Returns the score of the page with its comments, and the groups of which a thread would consist.
fn score(input: &Input<'_>, comments: &[Comment]) -> (Score, BTreeSet<usize>) {
    let &Input {
        page,
        kept,
        candidates,
        ..
    } = input;
    let bytes = |leaf: NodeId| page.text(leaf).trim().len();
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    for candidate in candidates {
        *sizes.entry(candidate.group).or_default() += 1;
        let leaves = candidate.leaves.iter().copied();
        *lengths.entry(candidate.group).or_default() += leaves.map(bytes).sum::<usize>();
    }
    let in_article = in_article(comments, candidates).map(|(_, candidate)| candidate.group);
    let in_article: Vec<usize> = in_article.collect();
    let all: usize = kept.iter().map(bytes).sum();
    let leaves = candidates.iter().flat_map(|one| one.leaves.iter().copied());
    let in_comments: usize = leaves.filter(|&leaf| kept.contains(leaf)).map(bytes).sum();
    let mut groups: BTreeSet<usize> = in_article.iter().copied().collect();
    if groups.is_empty() {
        groups.extend(lengths.keys().max_by_key(|group| lengths[group]));
    }
    let mut score = Score::default();
    score.add(Evidence::Declared, is_declared(page));
    score.add(
        Evidence::MostOfArticle,
        in_article.len() >= MIN_IN_ARTICLE && Share::HALF.is_reached(in_comments, all),
    );
    score.add(
        Evidence::ManyAlike,
        groups.iter().any(|group| sizes[group] >= MIN_ALIKE),
    );
    (score, groups)
}

/// Returns the comments in the article.
fn in_article<'a>(
    comments: &'a [Comment],
    candidates: &'a [Candidate],
) -> impl Iterator<Item = (&'a Comment, &'a Candidate)> {
    let all = comments.iter().zip(candidates);
    all.filter(|(comment, _)| comment.in_article)
}

/// A passage of the article between the comments.
struct Run {
    /// Index of the next comment.
    next: usize,
    leaves: NodeSet,
    /// Bytes of its text.
    length: usize,
}

impl Input<'_> {
    /// Marks the comments of `groups`, and those nested in them, as part of the article, and the
    /// others as outside it.
    fn put_into_article(&self, comments: &mut [Comment], groups: &BTreeSet<usize>, first: usize) {
        let begin = self.candidates[first].node;
        let mut end = begin;
        for (comment, candidate) in comments.iter_mut().zip(self.candidates) {
            let in_thread = groups.contains(&candidate.group);
            if in_thread {
                end = end.max(candidate.end);
            }
            let is_inside = begin < candidate.node && candidate.node < end;
            comment.in_article = in_thread || is_inside;
        }
    }

    /// Returns the passages of the article that stay in the thread, each with the index of the next
    /// comment. If there's an `end`, the index is at most `end`.
    fn runs_in_thread(&self, first: usize, end: Option<usize>) -> Vec<(usize, Article)> {
        let page = self.page;
        let title = page
            .descendants(page.body())
            .take_while(|&node| node < self.candidates[first].node)
            .filter(|&node| page.tag(node) == Tag::H1)
            .last();
        let start = title.unwrap_or(page.body());
        let is_restored = |leaf: NodeId| self.corrections.kept.contains(leaf);
        let stays = |run: &Run| {
            let is_long = run.length >= MIN_RUN_BYTES && end.is_none_or(|end| run.next <= end);
            is_long || run.leaves.iter().any(is_restored)
        };
        let kept = self.kept.iter();
        let runs = self.runs(kept.filter(|&leaf| leaf > start || is_restored(leaf)));
        let runs = runs.into_iter().filter(stays);
        runs.map(|run| (run.next, Article::new(page, &run.leaves)))
            .collect()
    }

    /// Returns the passages between the comments.
    fn runs(&self, leaves: impl Iterator<Item = NodeId>) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        let (mut next, mut end) = (0, NodeId(0));
        for leaf in leaves {
            while let Some(candidate) = self.candidates.get(next)
                && candidate.node <= leaf
            {
                end = end.max(candidate.end);
                next += 1;
            }
            if leaf < end {
                continue;
            }
            if runs.last().is_none_or(|run| run.next != next) {
                runs.push(Run {
                    next,
                    leaves: NodeSet::new(self.page),
                    length: 0,
                });
            }
            if let Some(run) = runs.last_mut() {
                run.leaves.insert(leaf);
                run.length += self.page.text(leaf).trim().len();
            }
        }
        runs
    }
}

/// Returns, for each comment, whether it's a remark on a post of a question-and-answer page: it's
/// nested in a post with another element signature. On other pages, nested comments are replies. A
/// question may contain all of its answers.
fn remarks(input: &Input<'_>, comments: &[Comment]) -> Vec<bool> {
    let candidates = input.candidates;
    let mut outer: Vec<Option<usize>> = vec![None; candidates.len()];
    if !is_of_questions(input.page) {
        return vec![false; candidates.len()];
    }
    let mut around: Vec<usize> = Vec::new();
    for (number, candidate) in candidates.iter().enumerate() {
        while around
            .pop_if(|outer| candidates[*outer].end <= candidate.node)
            .is_some()
        {}
        let mut others = around.iter().rev().copied();
        outer[number] = others.find(|&other| candidates[other].group != candidate.group);
        around.push(number);
    }
    let contains_all = candidates
        .last()
        .is_some_and(|last| candidates[0].end > last.node);
    let is_inside = |number: usize| outer[number].is_some_and(|other| other > 0 || !contains_all);
    let inner: BTreeSet<usize> = (0..candidates.len())
        .filter(|&number| is_inside(number))
        .map(|number| candidates[number].group)
        .collect();
    let is_remark = |number: usize| {
        // The question itself may not be detected as a comment.
        let is_in_post = outer[number].is_none_or(|other| comments[other].in_article);
        is_in_post && inner.contains(&candidates[number].group)
    };
    (0..candidates.len()).map(is_remark).collect()
}

/// Returns whether the first comment opens the thread: either the markup has no replies, or it's
/// the only one of its group.
fn is_opening(comments: &[Comment], candidates: &[Candidate], first: usize) -> bool {
    let thread_comments = || in_article(comments, candidates);
    let alike =
        thread_comments().filter(|(_, candidate)| candidate.group == candidates[first].group);
    thread_comments().all(|(comment, _)| comment.depth == 0) || alike.count() == 1
}

/// Marks the comments by the author of the leading one. The metadata isn't used, because for
/// discussions it names all authors.
fn mark_author(comments: &mut [Comment], lead: Option<usize>, is_later: bool) {
    let author = lead.and_then(|lead| comments[lead].author.clone());
    if author.is_none() && !is_later {
        return;
    }
    for comment in comments.iter_mut().filter(|comment| comment.in_article) {
        comment.by_author = author.is_some() && comment.author == author;
    }
}

/// Returns the posts of the thread: its comments and the passages between them.
fn posts<'a>(
    comments: &'a [Comment],
    runs: &'a [(usize, Article)],
    lead: Option<usize>,
    is_remark: &[bool],
) -> Vec<Post<'a>> {
    // Replies to the first comment have the same level as comments that aren't replies.
    let others = comments.iter().zip(is_remark).zip(0..);
    let others = others.filter(|&((comment, is_remark), place)| {
        comment.in_article && !is_remark && lead != Some(place)
    });
    let least = others
        .map(|((comment, _), _)| comment.depth)
        .min()
        .unwrap_or_default();
    let mut posts: Vec<Post<'_>> = Vec::new();
    for place in 0..=comments.len() {
        for (_, article) in runs.iter().filter(|&&(next, _)| next == place) {
            let depth = (!posts.is_empty()).then_some(0);
            posts.push(article.post(Head {
                depth,
                ..Head::default()
            }));
        }
        let comment = comments.get(place).filter(|comment| comment.in_article);
        if let Some(comment) = comment {
            let is_lead = lead == Some(place);
            let depth = (!is_lead).then(|| comment.depth.saturating_sub(least));
            let mut post = post(comment, depth);
            post.head.is_remark = !is_lead && is_remark.get(place).is_some_and(|&is_one| is_one);
            posts.push(post);
        }
    }
    posts
}
