//! Trains FSP's patterns and classifier on labeled pages.
//!
//! Patterns of a site are mined from its first pages; generic ones occur on several sites. The
//! classifier is a linear support vector machine per label against all others, trained by
//! sequential minimal optimization (`linfa-svm`). The core only evaluates it.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use linfa::Dataset;
use linfa::traits::Fit;
use linfa_svm::Svm;
use ndarray::{Array1, Array2};
use pith::metadata::metadata;
use pith::methods::fsp::{
    Classifier, Example, Gold, LABELS, Patterns, SAMPLE_PAGES, Sample, examples, expanded,
    generic_patterns, mine, sample, teaching, thinned, untrained,
};
use pith::page::Page;
use rayon::prelude::*;

use crate::corpus::Corpus;

/// Minimum pages of a site for mining.
const ENOUGH: usize = 4;
/// Minimum sites on which a generic pattern occurs.
const MIN_SITES: usize = 3;
/// Cost of a misclassified example.
const COST: f64 = 0.1;
/// Maximum examples of the article and of other parts per page: in sets of whole sites, whose
/// recommendations are labeled, and in other sets.
const MAX_EXAMPLES_WHOLE_SITES: (usize, usize) = (6, 12);
const MAX_EXAMPLES_OTHERS: (usize, usize) = (2, 4);

/// A labeled page.
pub(crate) struct Labeled {
    /// Its set and site.
    pub(crate) site: (String, String),
    /// The page.
    pub(crate) page: Page,
    /// Its title as declared by the page.
    pub(crate) title: String,
    /// Its labels.
    pub(crate) gold: Gold,
    whole_site: bool,
    sample: Sample,
}

/// Reads the labeled pages of the sets, in order.
pub(crate) fn labeled(corpus: &Corpus) -> Vec<Labeled> {
    let pages = corpus.map("pages to learn from", |set, row, page| {
        let gold = Gold {
            text: row.text.clone()?,
            title: row.headline().map(str::to_owned),
            recommendations: row.recommended(),
        };
        Some(Labeled {
            site: (set.name.clone(), set.site(row)),
            page: page.clone(),
            title: metadata(page).title.unwrap_or_default(),
            gold,
            whole_site: row.path.is_some(),
            sample: sample(page),
        })
    });
    pages.into_iter().flatten().collect()
}

/// Mines the patterns of every site with enough pages.
pub(crate) fn site_patterns(pages: &[Labeled]) -> BTreeMap<(String, String), Patterns> {
    let mut sites: BTreeMap<&(String, String), Vec<&Sample>> = BTreeMap::new();
    for page in pages {
        sites.entry(&page.site).or_default().push(&page.sample);
    }
    sites
        .into_par_iter()
        .filter(|(_, samples)| samples.len() >= ENOUGH)
        .map(|(site, samples)| {
            let first: Vec<Sample> = samples.into_iter().take(SAMPLE_PAGES).cloned().collect();
            (site.clone(), mine(&first))
        })
        .collect()
}

/// Returns the patterns that several of the sites share.
pub(crate) fn generic<'a>(sites: impl Iterator<Item = &'a Patterns>) -> Patterns {
    let sites: Vec<Patterns> = sites.cloned().collect();
    generic_patterns(&sites, MIN_SITES)
}

/// Builds training examples from pages with their patterns; pages without patterns are skipped.
pub(crate) fn lessons(pages: &[(&Labeled, Option<&Patterns>)]) -> Vec<Example> {
    let lessons: Vec<Vec<Example>> = pages
        .par_iter()
        .filter_map(|(page, patterns)| {
            let (main, other) = if page.whole_site {
                MAX_EXAMPLES_WHOLE_SITES
            } else {
                MAX_EXAMPLES_OTHERS
            };
            let examples = examples(&page.page, &page.title, &page.gold, (*patterns)?);
            Some(thinned(&examples, main, other))
        })
        .collect();
    lessons.into_iter().flatten().collect()
}

/// Trains a classifier on examples.
///
/// # Errors
///
/// If a label has no example, or all examples have it.
pub(crate) fn train(lessons: &[Example]) -> Result<Classifier> {
    let mut classifier = untrained(lessons);
    let width = expanded(classifier.mean.len());
    for (place, label) in LABELS.into_iter().enumerate() {
        let rows = teaching(lessons, label);
        let own = rows.iter().filter(|example| example.label == label).count() as f64;
        let others = rows.len() as f64 - own;
        if own == 0.0 || others == 0.0 {
            bail!(
                "these pages have only examples of {}, or none",
                label.name()
            );
        }
        let inputs: Vec<f64> = rows
            .iter()
            .flat_map(|example| classifier.input(&example.features))
            .map(f64::from)
            .collect();
        let inputs = Array2::from_shape_vec((rows.len(), width), inputs)?;
        let targets: Array1<bool> = rows.iter().map(|example| example.label == label).collect();
        // Rare labels weigh more, by the square root of their rarity.
        let weight = |count: f64| COST * ((own + others) / (2.0 * count)).sqrt();
        let fitted = Svm::<f64, bool>::params()
            .pos_neg_weights(weight(own), weight(others))
            .eps(0.01)
            .linear_kernel()
            .fit(&Dataset::new(inputs, targets))
            .with_context(|| format!("cannot train the classifier for {}", label.name()))?;
        let weights = (0..width).map(|feature| {
            let mut unit = Array1::zeros(width);
            unit[feature] = 1.0;
            fitted.weighted_sum(&unit) as f32
        });
        classifier.weights[place] = (-fitted.rho as f32, weights.collect());
    }
    Ok(classifier)
}

/// Returns the file of generic patterns.
///
/// # Errors
///
/// If no site has enough pages.
pub(super) fn patterns_file(corpus: &Corpus, head: &[String]) -> Result<String> {
    let sites = site_patterns(&labeled(corpus));
    if sites.is_empty() {
        bail!("no site of these sets has {ENOUGH} labeled pages to mine");
    }
    Ok(file(head, &generic(sites.values()).to_string()))
}

/// Returns the file of a classifier: for single pages, or for pages of mined sites.
///
/// # Errors
///
/// If there's too little training data.
pub(super) fn classifier_file(corpus: &Corpus, of_site: bool, head: &[String]) -> Result<String> {
    let pages = labeled(corpus);
    let sites = site_patterns(&pages);
    let generic = generic(sites.values());
    let patterns = |page: &Labeled| {
        if of_site {
            sites.get(&page.site)
        } else {
            Some(&generic)
        }
    };
    let examples: Vec<_> = pages.iter().map(|page| (page, patterns(page))).collect();
    Ok(file(head, &train(&lessons(&examples))?.to_string()))
}

fn file(head: &[String], data: &str) -> String {
    let head: String = head.iter().map(|line| format!("# {line}\n")).collect();
    head + data
}
