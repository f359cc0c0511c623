//! Training examples for the classifier, from pages with labeled parts.
//!
//! Pure functions of pages and their labels, so that training always has the same examples.

use std::collections::{BTreeMap, BTreeSet};

use super::classifier::{Classifier, LABELS};
use super::evidence::{self, Evidence, Features, WIDTH};
use super::mine::Sample;
use super::patterns::{Pattern, Patterns};
use super::{Label, segments};
use crate::compact::lower_case;
use crate::methods::lines::Lines;
use crate::page::Page;
use crate::text;

/// The labeled parts of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gold {
    /// The article's text, without its title.
    pub text: String,
    /// Its title.
    pub title: Option<String>,
    /// The titles of the articles it recommends; `None` if they weren't labeled.
    pub recommendations: Option<Vec<String>>,
}

/// A segment and its label.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// Its features.
    pub features: Features,
    /// Its label.
    pub label: Label,
    /// True if it may be a negative example for recommendations. False for [`Label::Other`] if
    /// recommendations weren't labeled, because it may be one.
    pub recommendations_known: bool,
}

/// Returns a page's segments in the form for mining.
///
/// ```
/// use pith::methods::fsp::sample;
/// use pith::{Limits, source};
///
/// let html = "<h1>The ferry</h1><ul><li>Start here<li>News today</ul>";
/// let page = source::html::read(html, "", Limits::default())?;
/// assert_eq!(sample(&page), [vec![2], vec![2, 2]]);
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn sample(page: &Page) -> Sample {
    let lines = Lines::new(page);
    let segments = segments(page, &lines);
    let tokens = segments.iter().map(|s| evidence::tokens(&lines, s));
    tokens.collect()
}

/// Returns the labeled segments of a page. `title` is the same as for [`read`](super::read).
///
/// A segment is the title if one of its lines is the gold title; of several, the one under the
/// highest heading (the others, such as the last breadcrumb, aren't examples of anything). It's a
/// recommendation if a line's main link has the title of a gold recommendation, and main if most of
/// its tokens are on lines of the gold text.
pub fn examples(page: &Page, title: &str, gold: &Gold, patterns: &Patterns) -> Vec<Example> {
    let evidence = Evidence::new(page, title, patterns);
    let lines = &evidence.lines;
    let text = |i: usize| plain(lines.text(i..i + 1));
    let gold_title = gold.title.as_deref().map(plain).unwrap_or_default();
    let gold_text = format!(" {} ", plain(&gold.text));
    let expected: BTreeSet<String> = gold
        .recommendations
        .iter()
        .flatten()
        .map(|t| plain(t))
        .collect();
    let is_title = |range: &std::ops::Range<usize>| {
        !gold_title.is_empty() && range.clone().any(|i| text(i) == gold_title)
    };
    // The first under `h1`; otherwise the first that is a heading; otherwise the first.
    let rank = |i: usize| {
        let features = &evidence.features[i];
        let name = |n: &str| super::NAMES.iter().position(|&name| name == n);
        let value = |n: &str| name(n).map_or(0.0, |at| features[at]);
        let linked = value("link-share") > 0.5;
        (
            value("first-heading") > 0.0,
            value("heading") > 0.0,
            !linked,
        )
    };
    let titles = (0..evidence.segments.len()).filter(|&i| is_title(&evidence.segments[i]));
    let title_segment = titles.rev().max_by_key(|&i| rank(i));
    let mut examples = Vec::new();
    for (i, range) in evidence.segments.iter().enumerate() {
        let recommended = range.clone().any(|i| {
            let link = evidence.links[i].as_ref();
            link.is_some_and(|link| expected.contains(&plain(&link.text)))
        });
        let label = if Some(i) == title_segment {
            Label::Title
        } else if recommended {
            Label::Recommendation
        } else if is_title(range) {
            continue;
        } else if is_main(lines, range.clone(), &gold_text, &text) {
            Label::Main
        } else {
            Label::Other
        };
        examples.push(Example {
            features: evidence.features[i],
            label,
            recommendations_known: gold.recommendations.is_some() || label != Label::Other,
        });
    }
    examples
}

fn is_main(
    lines: &Lines,
    range: std::ops::Range<usize>,
    gold: &str,
    text: &impl Fn(usize) -> String,
) -> bool {
    let (mut inside, mut all) = (0, 0);
    for i in range {
        let words = lines.get(i..i + 1)[0].words;
        all += words;
        let line = text(i);
        if !line.is_empty() && gold.contains(&format!(" {line} ")) {
            inside += words;
        }
    }
    inside * 2 > all
}

/// Returns the tokens in lower case, separated by spaces, for comparing texts.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for token in text::tokens(text) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.extend(token.chars().flat_map(lower_case::each));
    }
    out
}

/// Returns the patterns that were mined on at least `least` sites with the same ranges and fuzzy
/// factors, for pages of other sites, ordered by [`Pattern::factor`].
pub fn generic_patterns(sites: &[Patterns], least: usize) -> Patterns {
    let mut found: BTreeMap<&Pattern, usize> = BTreeMap::new();
    for Patterns(patterns) in sites {
        let distinct: BTreeSet<&Pattern> = patterns.iter().collect();
        for pattern in distinct {
            *found.entry(pattern).or_default() += 1;
        }
    }
    let common = found.into_iter().filter(|&(_, sites)| sites >= least);
    let mut patterns: Vec<Pattern> = common.map(|(pattern, _)| pattern.clone()).collect();
    patterns.sort_by(|a, b| a.factor().total_cmp(&b.factor()).then_with(|| a.cmp(b)));
    Patterns(patterns)
}

/// Returns a page's examples with at most `main` of the article and `other` of the rest, evenly
/// spread over the page: they are many and similar, and training time is quadratic in them.
pub fn thinned(examples: &[Example], main: usize, other: usize) -> Vec<Example> {
    let mut thinned = Vec::new();
    for label in LABELS {
        let of_label: Vec<&Example> = examples.iter().filter(|e| e.label == label).collect();
        let most = match label {
            Label::Main => main,
            Label::Other => other,
            Label::Title | Label::Recommendation => of_label.len(),
        };
        let count = of_label.len().min(most);
        thinned.extend((0..count).map(|i| of_label[i * of_label.len() / count].clone()));
    }
    thinned
}

/// Returns the positive and negative examples for the classifier of a label. Segments that may be
/// recommendations but weren't labeled are left out for [`Label::Recommendation`] and
/// [`Label::Other`].
pub fn teaching(examples: &[Example], label: Label) -> Vec<&Example> {
    let both = matches!(label, Label::Recommendation | Label::Other);
    let teaches = |e: &&Example| !both || e.recommendations_known;
    examples.iter().filter(teaches).collect()
}

/// Returns a classifier that normalizes features for these examples but has no weights yet.
pub fn untrained(examples: &[Example]) -> Classifier {
    let n = examples.len().max(1) as f64;
    let mut classifier = Classifier::default();
    for i in 0..WIDTH {
        let values = || examples.iter().map(|e| f64::from(e.features[i]));
        let mean = values().sum::<f64>() / n;
        let variance = values().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
        classifier.mean.push(mean as f32);
        // A feature that is always the same is only centered.
        let deviation = variance.sqrt() as f32;
        classifier
            .deviation
            .push(if deviation > 1e-3 { deviation } else { 1.0 });
    }
    classifier
}
