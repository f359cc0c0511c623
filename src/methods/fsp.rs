//! FSP: article, title and recommendations by the lengths of lines.
//!
//! Huang, Huang, Liu, Yan: *Extracting Various Types of Informative Web Content via Fuzzy
//! Sequential Pattern Mining*. Parts that all pages of a site share are lines of the same lengths;
//! lists of recommended articles are lines of nearly the same lengths; the article differs from
//! page to page. So the fuzziness at which a part of a page becomes the same on all pages of the
//! site indicates the kind of part.
//!
//! 1. [`segments()`]: the page's lines are merged into segments of even text density.
//! 2. [`mine()`]: from five pages of a site, patterns of line lengths that occur on 80 % of them,
//!    with a fuzzy factor that grows until a segment matches another page's.
//! 3. [`Evidence`]: each segment has the fuzzy factor of the least fuzzy pattern it matches
//!    (`f_p`), its number of lines (`m_p`), its text length (`t_p`), and more.
//! 4. [`Classifier`]: one against all, [`Label::Main`], [`Label::Title`],
//!    [`Label::Recommendation`] or [`Label::Other`].
//! 5. [`read`]: small main segments are linked and the largest run is the article; the best title
//!    is the title; the links of recommended segments are the recommendations.
//!
//! Cost: linear in nodes and text; patterns times segments for the fuzzy factor.
//!
//! # Deviations from the paper
//!
//! - *Lines are not lines of source*, which a live DOM does not have, but rendered ones
//!   ([`crate::methods::lines`]).
//! - *A single page* has no site to be compared with. It uses the generic patterns, which were
//!   mined from samples of many sites and occur on several of them, and the classifier that was
//!   trained on pages with these. A site's own patterns ([`Rules`]) come with a classifier that was
//!   trained on pages with their own sites' patterns.
//! - *A segment that matches no pattern* (in the paper it has no label) has the fuzzy factor
//!   after the last. A long article is longer than any other and so matches nothing.
//! - *A segment is labeled, not a pattern*: `m_p` and `t_p` are the segment's own, because the
//!   added features are. A pattern has the size of the segments it matches anyway.
//! - *More features than three*, as the paper's conclusion proposes: see [`Evidence`].
//! - *The largest run of main segments* is the repair the paper proposes for its own failure on
//!   small segments and comments (Sect. 4.2); runs are linked across up to [`MAX_BETWEEN`] others.
//! - *One title*: a page has one, so the best of several is chosen, and the nearest if none is
//!   labeled.
//! - *Recommendations are links*: each line's main link in a recommended segment is one, with its
//!   text and URL. If most links of a list are recommended, all of them are, because its short
//!   titles are as good as its long ones. Each text or URL is returned once; links to the page
//!   itself are omitted.
//!   not at all.

mod classifier;
mod evidence;
mod label;
mod mine;
mod patterns;
mod segments;
mod training;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;
use std::sync::LazyLock;

pub use label::Label;
pub use mine::{Sample, mine};
pub use patterns::{ParseError, Patterns};
pub use training::sample;

// Steps of the method, for the laboratory and the tests.
// Hidden: for the laboratory, which trains with it.
#[doc(hidden)]
pub use evidence::{Evidence, Features, LineLink, NAMES, WIDTH, evidence_digest};
// Hidden: for the laboratory, which trains it.
#[doc(hidden)]
pub use classifier::{Classifier, LABELS, expanded};
// Hidden: for the laboratory, which mines with it.
#[doc(hidden)]
pub use mine::SAMPLE_PAGES;
// Hidden: for the laboratory, which mines them.
#[doc(hidden)]
pub use patterns::{Item, Pattern, features};
// Hidden: for the demonstration page.
#[doc(hidden)]
pub use segments::segments;
// Hidden: for the laboratory, which trains with it.
#[doc(hidden)]
pub use training::{Example, Gold, examples, generic_patterns, teaching, thinned, untrained};

use serde::Serialize;

use super::{Scores, is_leaf};
use crate::compact::lower_case;
use crate::methods::lines::Lines;
use crate::page::{Attr, NodeId, NodeSet, Page};
use crate::text;

/// Patterns, and the classifier that was trained with such patterns: together they label a page.
///
/// ```
/// use pith::methods::fsp::Rules;
///
/// let site = Rules::of_site("5 1\n3..9/4 1\n".parse()?);
/// assert_eq!(site.patterns.0.len(), 2);
/// assert!(!Rules::generic().patterns.0.is_empty());
/// # Ok::<(), pith::methods::fsp::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// Patterns of the site, or of many.
    pub patterns: Patterns,
    /// Evaluates [`Features`].
    pub classifier: Classifier,
}

impl Rules {
    /// Returns the rules for a single page, with patterns of many sites.
    pub fn generic() -> &'static Self {
        static RULES: LazyLock<Rules> = LazyLock::new(|| Rules {
            patterns: embedded(include_str!("fsp/generic_patterns.txt")),
            classifier: embedded(include_str!("fsp/generic_classifier.txt")),
        });
        &RULES
    }

    /// Returns the rules for pages of a site that patterns were mined from.
    pub fn of_site(patterns: Patterns) -> Self {
        Self {
            patterns,
            classifier: embedded(include_str!("fsp/site_classifier.txt")),
        }
    }
}

/// Reads built-in patterns or a built-in classifier.
///
/// # Panics
///
/// If they can't be read: without them every result would be wrong.
fn embedded<T: FromStr<Err: Display>>(text: &str) -> T {
    text.parse()
        .unwrap_or_else(|error| panic!("the data of FSP cannot be read: {error}"))
}

/// A link to another article.
///
/// ```
/// use pith::methods::fsp::Recommendation;
/// use pith::page::NodeId;
///
/// let link = Recommendation {
///     text: "The mill".to_owned(),
///     url: "https://example.org/mill".to_owned(),
///     node: NodeId(7),
/// };
/// assert_eq!(serde_json::to_value(&link)?["text"], "The mill");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Recommendation {
    /// Its title, as the link shows it.
    pub text: String,
    /// Its URL, absolute if the page's own is known.
    pub url: String,
    /// The link.
    pub node: NodeId,
}

/// A labeled page.
///
/// ```
/// use pith::methods::fsp::{self, Rules};
/// use pith::{Limits, source};
///
/// let html = "<h1>The ferry</h1>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "", Limits::default())?;
/// let reading = fsp::read(&page, "The ferry", Rules::generic());
/// assert_eq!(reading.segments.len(), reading.main_decisions.len());
/// assert!(reading.main.iter().all(|&segment| segment < reading.segments.len()));
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reading {
    /// The page's lines.
    pub lines: Lines,
    /// Its segments, as ranges of lines, each with its label.
    pub segments: Vec<(Range<usize>, Label)>,
    /// Decision value of the classifier for each segment: the article against everything else.
    pub main_decisions: Vec<f32>,
    /// The segments of the article: indices into `segments`.
    pub main: Vec<usize>,
    /// The line that is the title.
    pub title_line: Option<usize>,
    /// The recommended articles in document order.
    pub recommendations: Vec<Recommendation>,
}

impl Reading {
    /// Returns the article's title without the permalink sign that documentation sites put after
    /// headings.
    pub fn title(&self) -> Option<&str> {
        self.title_line
            .map(|i| without_permalink(self.lines.text(i..i + 1)))
    }
}

fn without_permalink(heading: &str) -> &str {
    let private = |c: char| matches!(c, '\u{e000}'..='\u{f8ff}');
    let sign = |c: char| matches!(c, '¶' | '§' | '🔗') || private(c);
    // "C#" keeps its "#".
    let bare = heading.strip_suffix(" #").unwrap_or(heading);
    let bare = bare.trim_end_matches(|c: char| sign(c) || c.is_whitespace());
    if bare.is_empty() { heading } else { bare }
}

/// Maximum non-article segments between two article segments that don't separate them.
pub(crate) const MAX_BETWEEN: usize = 6;

/// Labels a page. `title` is the article's title from the `title` element; empty if unknown.
///
/// ```
/// use pith::methods::fsp::{self, Rules};
/// use pith::{Limits, source};
///
/// let html = "<h1>The ferry</h1>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "", Limits::default())?;
/// let reading = fsp::read(&page, "The ferry", Rules::generic());
/// assert_eq!(reading.lines.text(0..1), "The ferry");
/// assert!(reading.recommendations.is_empty(), "nothing is linked");
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn read(page: &Page, title: &str, rules: &Rules) -> Reading {
    let evidence = Evidence::new(page, title, &rules.patterns);
    let decisions: Vec<[f32; 4]> = evidence
        .features
        .iter()
        .map(|features| rules.classifier.decisions(features))
        .collect();
    let mut labels: Vec<Label> = decisions.iter().map(Classifier::label).collect();
    let title_segment = title_segment(&decisions, &labels);
    for (i, label) in labels.iter_mut().enumerate() {
        if Some(i) == title_segment {
            *label = Label::Title;
        } else if *label == Label::Title {
            *label = Label::Other;
        }
    }
    let title_line = title_segment.map(|i| title_line(&evidence, i, title));
    let main = largest_run(&evidence, &labels);
    let recommendations = recommendations(page, &evidence, &labels, title_line);
    Reading {
        main_decisions: decisions.iter().map(|d| d[0]).collect(),
        segments: evidence.segments.into_iter().zip(labels).collect(),
        lines: evidence.lines,
        main,
        title_line,
        recommendations,
    }
}

/// Returns every node's score: the decision value, for the article, of the classifier on its
/// segment. Text outside segments and elements have the minimum.
///
/// ```
/// use pith::methods::fsp::{self, Rules};
/// use pith::{Limits, source};
///
/// let html = "<h1>The ferry</h1>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "", Limits::default())?;
/// let scores = fsp::scores(&page, "The ferry", Rules::generic());
/// assert_eq!(scores.values().len(), page.len());
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn scores(page: &Page, title: &str, rules: &Rules) -> Scores {
    let evidence = Evidence::new(page, title, &rules.patterns);
    // The first label is the article's.
    let decisions = evidence
        .features
        .iter()
        .map(|f| rules.classifier.decision(f, 0));
    let decisions: Vec<f32> = decisions.collect();
    let least = decisions.iter().copied().min_by(f32::total_cmp);
    let mut scores = vec![least.unwrap_or(0.0); page.len()];
    for (range, decision) in evidence.segments.iter().zip(decisions) {
        for id in texts(page, &evidence.lines, range) {
            let score = &mut scores[id.index()];
            *score = score.max(decision);
        }
    }
    Scores::new(scores)
}

/// Returns the leaves of the article, images between its lines included.
///
/// ```
/// use pith::methods::fsp::{self, Rules};
/// use pith::{Limits, source};
///
/// let html = "<h1>The ferry</h1>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "", Limits::default())?;
/// let kept = fsp::content(&page, "The ferry", Rules::generic());
/// assert!(kept.iter().all(|leaf| page.is_text(leaf)));
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn content(page: &Page, title: &str, rules: &Rules) -> NodeSet {
    let reading = read(page, title, rules);
    let shown = page.shown();
    let mut kept = NodeSet::new(page);
    let mut before: Option<(usize, NodeId)> = None;
    for &i in &reading.main {
        let range = &reading.segments[i].0;
        let lines = reading.lines.get(range.clone());
        let ends = lines.first().zip(lines.last());
        let Some((mut first, last)) = ends.map(|(a, b)| (a.first, b.last)) else {
            continue;
        };
        // Content between two adjacent article segments belongs to the article.
        if let Some((_, end)) = before.filter(|&(segment, _)| segment + 1 == i) {
            first = end;
        }
        for id in (first.0..=last.0).map(NodeId) {
            if is_leaf(page, id) && shown.contains(id) {
                kept.insert(id);
            }
        }
        before = Some((i, last));
    }
    kept
}

/// Returns the text nodes of some lines.
fn texts<'a>(
    page: &'a Page,
    lines: &Lines,
    range: &Range<usize>,
) -> impl Iterator<Item = NodeId> + use<'a> {
    let lines = lines.get(range.clone());
    let ids = match (lines.first(), lines.last()) {
        (Some(first), Some(last)) => first.first.0..last.last.0 + 1,
        _ => 0..0,
    };
    ids.map(NodeId).filter(|&id| page.is_text(id))
}

/// Returns the title: the segment labeled as title with the largest decision value. If none is
/// labeled so, the segment with the largest value, if within the classifier's margin. The first if
/// several are equal.
fn title_segment(decisions: &[[f32; 4]], labels: &[Label]) -> Option<usize> {
    let title = LABELS.iter().position(|&l| l == Label::Title)?;
    let surest = |of: &dyn Fn(usize) -> bool| {
        let segments = (0..labels.len()).rev().filter(|&i| of(i));
        segments.max_by(|&a, &b| decisions[a][title].total_cmp(&decisions[b][title]))
    };
    surest(&|i| labels[i] == Label::Title).or_else(|| surest(&|i| decisions[i][title] > -1.0))
}

/// Returns the line of the segment most similar to the known title; the first if several are equal.
fn title_line(evidence: &Evidence, segment: usize, title: &str) -> usize {
    let title = text::TermVector::new(title);
    let range = evidence.segments[segment].clone();
    let similarity = |&i: &usize| {
        let line = text::TermVector::new(evidence.lines.text(i..i + 1));
        line.cosine(&title)
    };
    let lines = range.clone().rev();
    lines
        .max_by(|a, b| similarity(a).total_cmp(&similarity(b)))
        .unwrap_or(range.start)
}

/// Returns the main segments of the run with the most tokens. A run has at most [`MAX_BETWEEN`]
/// other segments between any two. The first if several are equal.
fn largest_run(evidence: &Evidence, labels: &[Label]) -> Vec<usize> {
    let main: Vec<usize> = (0..labels.len())
        .filter(|&i| labels[i] == Label::Main)
        .collect();
    let (mut best, mut run) = ((0, 0..0), (0, 0..0));
    for (at, &i) in main.iter().enumerate() {
        if at > 0 && i - main[at - 1] > MAX_BETWEEN + 1 {
            run = (0, at..at);
        }
        let tokens = evidence::tokens(&evidence.lines, &evidence.segments[i]);
        run.0 += tokens.iter().map(|&n| u64::from(n)).sum::<u64>();
        run.1.end = at + 1;
        if run.0 > best.0 {
            best.clone_from(&run);
        }
    }
    main[best.1].to_vec()
}

/// Minimum number of links of a list that is decided by majority.
const MIN_LINKS: u32 = 3;

/// Returns the main links of recommended segments, and all links of lists with a majority of these.
fn recommendations(
    page: &Page,
    evidence: &Evidence,
    labels: &[Label],
    title_line: Option<usize>,
) -> Vec<Recommendation> {
    let mut chosen = vec![false; evidence.lines.len()];
    // Per list: its links, and how many of them are recommended.
    let mut lists: BTreeMap<NodeId, (u32, u32)> = BTreeMap::new();
    for (range, &label) in evidence.segments.iter().zip(labels) {
        for i in range.clone() {
            let Some(link) = evidence.links[i].as_ref() else {
                continue;
            };
            chosen[i] = label == Label::Recommendation;
            if let Some(list) = link.list {
                let (links, recommended) = lists.entry(list).or_default();
                *links += 1;
                *recommended += u32::from(chosen[i]);
            }
        }
    }
    let mut found: Vec<(Recommendation, bool)> = Vec::new();
    let mut by_url: BTreeMap<&str, usize> = BTreeMap::new();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    seen.extend(title_line.map(|i| lower_case::of(evidence.lines.text(i..i + 1))));
    for (i, link) in evidence.links.iter().enumerate() {
        let Some(link) = link.as_ref() else { continue };
        let majority = link.list.and_then(|list| lists.get(&list));
        let majority = majority.is_some_and(|&(all, of)| all >= MIN_LINKS && of * 2 > all);
        if !(chosen[i] || majority) || link.fragment || !is_name(&link.text) {
            continue;
        }
        let url = page.attr(link.node, Attr::Href).unwrap_or_default();
        let entry = Recommendation {
            text: link.text.clone(),
            url: url.to_owned(),
            node: link.node,
        };
        // If several lines link to the same URL, as on a card, the heading is the name.
        if let Some(&at) = by_url.get(url) {
            let (known, headed) = &mut found[at];
            if link.heading && !*headed && seen.insert(lower_case::of(&link.text)) {
                (*known, *headed) = (entry, true);
            }
        } else if seen.insert(lower_case::of(&link.text)) {
            by_url.insert(url, found.len());
            found.push((entry, link.heading));
        }
    }
    found.into_iter().map(|(entry, _)| entry).collect()
}

/// Returns whether a text may be the name of an article: not a single word, nor two or three
/// characters of a script without spaces ("reply", "more").
fn is_name(text: &str) -> bool {
    let wide = text.chars().filter(|&c| text::is_cjk(c)).count();
    text::token_count(text) >= if wide > 0 { 4 } else { 2 }
}

#[cfg(test)]
mod tests;
