//! Evidence that a page is a discussion.
//!
//! Each piece of evidence has points. The sum is compared twice: before the search for comments,
//! with evidence that is cheap to find ([`may_have_comments`]), and afterwards
//! ([`Score::is_thread`]).

use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::page::{Attr, NodeId, NodeSet, Page, Tag};
use crate::url;
use crate::vocabulary::leads_to_discussion;

use super::share::Share;

/// Schema.org types of discussions. `Question` isn't included, because questions and answers about
/// products have that type.
const DISCUSSION_TYPES: [&str; 2] = ["DiscussionForumPosting", "QAPage"];

/// Minimum score of pages that are searched for comments. If it were higher, a thread without
/// structured data would need both repeated elements and a missing article.
const MIN_PRE_CHECK: u32 = 1;

/// A piece of evidence that a page is a discussion.
///
/// ```
/// use pith::discussion::Evidence;
///
/// assert!(Evidence::MostOfArticle.points() > Evidence::Declared.points());
/// assert_eq!(Evidence::Declared.name(), "declared");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// No article was found.
    NoArticle,
    /// Elements whose ids differ only in a number, or `article` elements, contain at least half of
    /// the article.
    RepeatedElements,
    /// JSON-LD, microdata, or the URL declares it.
    Declared,
    /// At least half of the article is in comments, and at least two comments are in the article.
    MostOfArticle,
    /// At least three comments of the thread share a signature.
    ManyAlike,
}

impl Evidence {
    /// Returns its points.
    pub const fn points(self) -> u32 {
        match self {
            Self::NoArticle | Self::RepeatedElements | Self::Declared | Self::ManyAlike => 1,
            Self::MostOfArticle => 2,
        }
    }

    /// Returns the name used in explanations.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoArticle => "no article",
            Self::RepeatedElements => "repeated elements",
            Self::Declared => "declared",
            Self::MostOfArticle => "most of the article",
            Self::ManyAlike => "many alike",
        }
    }
}

/// A set of evidence with the sum of its points.
///
/// ```
/// use pith::discussion::{Evidence, Score};
///
/// let evidence = vec![Evidence::Declared, Evidence::ManyAlike];
/// assert!(Score { evidence }.is_thread());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The evidence in the sum.
    pub evidence: Vec<Evidence>,
}

impl Score {
    /// Minimum score of a thread. If it were lower, a mere declaration would suffice, and so would
    /// three comments below an article.
    pub const MIN_THREAD: u32 = 2;

    pub(super) fn add(&mut self, evidence: Evidence, is_there: bool) {
        if is_there {
            self.evidence.push(evidence);
        }
    }

    pub(super) fn has(&self, evidence: Evidence) -> bool {
        self.evidence.contains(&evidence)
    }

    /// Returns the sum.
    pub fn points(&self) -> u32 {
        self.evidence.iter().map(|evidence| evidence.points()).sum()
    }

    /// Returns whether the comments of the page are its article.
    pub fn is_thread(&self) -> bool {
        self.points() >= Self::MIN_THREAD
    }
}

type Check = fn(&Page, &NodeSet) -> bool;

/// Evidence that can be found before comments, the cheapest first.
const PRE_CHECKS: [(Evidence, Check); 3] = [
    (Evidence::NoArticle, |_, kept| kept.is_empty()),
    (Evidence::RepeatedElements, may_be_thread),
    (Evidence::Declared, |page, _| is_declared(page)),
];

/// Returns whether a page with these `kept` leaves should be searched for comments, which takes
/// longer than finding the article.
pub(crate) fn may_have_comments(page: &Page, kept: &NodeSet) -> bool {
    let mut points = 0;
    PRE_CHECKS.iter().any(|(evidence, is_there)| {
        if is_there(page, kept) {
            points += evidence.points();
        }
        points >= MIN_PRE_CHECK
    })
}

/// Returns whether JSON-LD, microdata, or the URL declares the page a discussion.
pub(super) fn is_declared(page: &Page) -> bool {
    let is_type = |name: &str| DISCUSSION_TYPES.contains(&name);
    let declares = |node| match page.tag(node) {
        Tag::Script => page.raw_text(node).split('"').any(is_type),
        _ => page
            .attr(node, Attr::Itemtype)
            .and_then(|name| name.rsplit('/').next())
            .is_some_and(is_type),
    };
    leads_to_discussion(url::path(page.url())) || page.nodes().any(declares)
}

/// Schema.org types of questions and answers. In JSON-LD, only the first one counts.
const QUESTION_TYPES: [&str; 3] = ["QAPage", "Question", "Answer"];

/// Parts of the paths of question-and-answer pages.
const QUESTION_PATHS: [&str; 4] = ["question", "questions", "q", "answers"];

/// Returns whether JSON-LD, microdata, or the URL declares a question-and-answer page.
pub(super) fn is_of_questions(page: &Page) -> bool {
    let declares = |node| match page.tag(node) {
        Tag::Script => page
            .raw_text(node)
            .split('"')
            .any(|name| name == QUESTION_TYPES[0]),
        _ => page
            .attr(node, Attr::Itemtype)
            .and_then(|name| name.rsplit('/').next())
            .is_some_and(|name| QUESTION_TYPES.contains(&name)),
    };
    let mut parts = url::path(page.url()).split('/');
    parts.any(|part| QUESTION_PATHS.contains(&part)) || page.nodes().any(declares)
}

/// Returns whether elements whose ids differ only in a number, or `article` elements, contain at
/// least half of the `kept` text. This needs no word lists, so the one-click build can compute it.
///
/// ```
/// use pith::discussion::may_be_thread;
/// use pith::source::html;
/// use pith::page::{Limits, NodeSet};
///
/// let source = "<article>The ferry is late.</article><article>It sails at noon.</article>";
/// let page = html::read(source, "https://example.org/", Limits::default())?;
/// let mut kept = NodeSet::new(&page);
/// page.nodes().for_each(|node| kept.insert(node));
/// assert!(may_be_thread(&page, &kept));
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn may_be_thread(page: &Page, kept: &NodeSet) -> bool {
    let mut sums: Vec<u32> = vec![0];
    let mut sum = 0;
    for node in page.nodes() {
        if kept.contains(node) {
            sum += page.text(node).trim().len() as u32;
        }
        sums.push(sum);
    }
    let text = |node: NodeId| sums[page.end(node).index()] - sums[node.index()];
    let mut kinds = Interner::new();
    // Per kind: the number of elements with text, and the length of their text.
    let mut totals: Vec<(u32, u32)> = Vec::new();
    for node in page.descendants(page.body()) {
        let text = text(node);
        let Some(kind) = kind(page, node).filter(|_| text > 0) else {
            continue;
        };
        let number = kinds.intern(kind) as usize;
        if number == totals.len() {
            totals.push((0, 0));
        }
        totals[number].0 += 1;
        totals[number].1 += text;
    }
    totals
        .iter()
        .any(|&(count, text)| count > 1 && Share::HALF.is_reached(text, sum))
}

/// Returns the kind of an element with a numbered id, or of an `article`: a hash of the tag and the
/// id without its number.
fn kind(page: &Page, node: NodeId) -> Option<u64> {
    let tag = page.tag(node);
    let id = page.attr(node, Attr::Id).unwrap_or_default();
    let name = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let has_kind = name.len() < id.len() || tag == Tag::Article;
    has_kind.then(|| Hash64::EMPTY.byte(tag as u8).bytes(name.as_bytes()).value())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::page::Limits;
    use crate::source::html;

    #[test]
    fn posts_with_most_of_the_text_may_be_a_thread() {
        let is_one = |html: &str| {
            let page = html::read(html, "", Limits::default()).unwrap();
            let mut kept = NodeSet::new(&page);
            kept.insert_subtree(&page, page.body());
            may_be_thread(&page, &kept)
        };
        let posts = "<div id=post-1>One says this.</div><div id=post-2>Another says that.</div>";
        assert!(is_one(posts));
        assert!(is_one(
            "<article>One says this.</article><article>Another says that.</article>"
        ));
        assert!(!is_one(
            "<div id=post-1>One says this.</div><p>And that is all.</p>"
        ));
        let article = "They are few beside what was written about the ferry and its gearbox.";
        assert!(!is_one(&format!(
            "<p>{article}{article}{article}</p>{posts}"
        )));
        assert!(!is_one(""));
    }

    #[test]
    fn data_and_urls_declare_a_discussion() {
        let is_one =
            |html: &str, url: &str| is_declared(&html::read(html, url, Limits::default()).unwrap());
        let data = |kind: &str| {
            format!("<script type=application/ld+json>{{\"@type\":\"{kind}\"}}</script><p>Ferries.")
        };
        assert!(is_one(&data("DiscussionForumPosting"), ""));
        assert!(is_one(
            "<main itemscope itemtype=https://schema.org/QAPage><p>Ferries.",
            ""
        ));
        assert!(is_one(
            "<p>Ferries.",
            "https://example.org/threads/ferries.12/"
        ));
        assert!(!is_one(
            &data("Question"),
            "https://example.org/ferries?from=/thread/"
        ));
    }

    #[test]
    fn a_thread_needs_more_evidence_than_the_pre_check() {
        let page = html::read("<p>Ferries.", "", Limits::default()).unwrap();
        let mut kept = NodeSet::new(&page);
        assert!(may_have_comments(&page, &kept));
        kept.insert_subtree(&page, page.body());
        assert!(!may_have_comments(&page, &kept));
        let score = |evidence: &[Evidence]| Score {
            evidence: evidence.to_vec(),
        };
        assert!(!score(&[Evidence::Declared]).is_thread());
        assert!(!score(&[Evidence::ManyAlike]).is_thread());
        assert!(score(&[Evidence::Declared, Evidence::ManyAlike]).is_thread());
        assert!(score(&[Evidence::MostOfArticle]).is_thread());
    }
}
