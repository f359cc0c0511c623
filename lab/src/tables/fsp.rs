//! FSP's article, title and recommendations: Huang, Huang, Liu, Yan, Tables 1 and 2.
//!
//! Every page is read with data trained on other sites, in [`FOLDS`] folds of sites. *Alone* uses
//! the generic patterns of those sites. *Site* uses the patterns of the page's own site (mining
//! needs no labels) and a classifier trained on other sites with their own patterns.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use pith::article::Article;
use pith::methods::fsp::{self, Classifier, Patterns, Rules};
use rayon::prelude::*;

use super::{Section, percent};
use crate::corpus::Corpus;
use crate::folds;
use crate::score::f1;
use crate::score::summary::mean;
use crate::score::text::TextScore;
use crate::score::token::tokens;
use crate::tabular::Table;
use crate::training::fsp::{Labeled, generic, labeled, lessons, site_patterns, train};

const FOLDS: usize = 5;

/// Results of one page.
struct PageFigures {
    set: String,
    text: TextScore,
    /// Number of titles that are right, found, and labeled.
    title: [usize; 3],
    /// Number of recommendations that are right, found, and labeled, on pages that have some.
    recommendations: [usize; 3],
}

/// Returns both tables.
///
/// # Errors
///
/// If a fold has too little training data.
pub(super) fn sections(corpus: &Corpus) -> Result<Vec<Section>> {
    let pages = labeled(corpus);
    let sites = site_patterns(&pages);
    let folds = folds::by_site(pages.iter().map(|page| page.site.1.as_str()), FOLDS);
    let fold_of = |page: &Labeled| folds.get(&page.site.1).copied().unwrap_or_default();
    let mut readings: BTreeMap<&str, Vec<PageFigures>> = BTreeMap::new();
    for fold in 0..FOLDS {
        let other_sites = sites
            .iter()
            .filter(|(site, _)| folds.get(&site.1) != Some(&fold));
        let generic = generic(other_sites.map(|(_, patterns)| patterns));
        let others = || pages.iter().filter(|page| fold_of(page) != fold);
        let own: Vec<&Labeled> = pages.iter().filter(|page| fold_of(page) == fold).collect();
        let alone: Vec<_> = others().map(|page| (page, Some(&generic))).collect();
        let classifier = train(&lessons(&alone))?;
        let read = |page: &Labeled| Some(reading(page, &generic, &classifier));
        readings
            .entry("alone")
            .or_default()
            .par_extend(own.par_iter().filter_map(|page| read(page)));
        let mined: Vec<_> = others().map(|page| (page, sites.get(&page.site))).collect();
        let classifier = train(&lessons(&mined))?;
        let read = |page: &Labeled| Some(reading(page, sites.get(&page.site)?, &classifier));
        readings
            .entry("site")
            .or_default()
            .par_extend(own.par_iter().filter_map(|page| read(page)));
    }
    Ok(tables(corpus, &readings))
}

fn reading(page: &Labeled, patterns: &Patterns, classifier: &Classifier) -> PageFigures {
    let rules = Rules {
        patterns: patterns.clone(),
        classifier: classifier.clone(),
    };
    let reading = fsp::read(&page.page, &page.title, &rules);
    let kept = fsp::content(&page.page, &page.title, &rules);
    let text = Article::new(&page.page, &kept).text();
    let known = page.gold.title.as_deref();
    let title = reading.title().filter(|_| known.is_some());
    let right =
        known.is_some_and(|known| title.is_some_and(|title| tokens(title) == tokens(known)));
    let expected: BTreeSet<Vec<String>> = page
        .gold
        .recommendations
        .iter()
        .flatten()
        .map(|t| tokens(t))
        .collect();
    let mut found: BTreeSet<Vec<String>> = reading
        .recommendations
        .iter()
        .map(|r| tokens(&r.text))
        .collect();
    if expected.is_empty() {
        found.clear();
    }
    PageFigures {
        set: page.site.0.clone(),
        text: TextScore::new(&tokens(&page.gold.text), &tokens(&text)),
        title: [
            usize::from(right),
            usize::from(title.is_some()),
            usize::from(known.is_some()),
        ],
        recommendations: [
            expected.intersection(&found).count(),
            found.len(),
            expected.len(),
        ],
    }
}

fn tables(corpus: &Corpus, readings: &BTreeMap<&str, Vec<PageFigures>>) -> Vec<Section> {
    let mut main = Table::new(["set", "patterns", "pages", "P (%)", "R (%)", "F1 (%)"]);
    let mut others = Table::new([
        "set",
        "patterns",
        "titles",
        "title P (%)",
        "title R (%)",
        "title F1 (%)",
        "recommendations",
        "rec. P (%)",
        "rec. R (%)",
        "rec. F1 (%)",
    ]);
    for set in &corpus.sets {
        for (way, pages) in readings {
            let own: Vec<&PageFigures> = pages.iter().filter(|page| page.set == set.name).collect();
            if own.is_empty() {
                continue;
            }
            let value = |value: fn(&TextScore) -> f64| {
                percent(mean(own.iter().map(|page| value(&page.text))))
            };
            main.row([
                set.name.clone(),
                (*way).to_owned(),
                own.len().to_string(),
                value(|s| s.precision),
                value(|s| s.recall),
                value(|s| s.f1),
            ]);
            let mut row = vec![set.name.clone(), (*way).to_owned()];
            row.extend(counted(own.iter().map(|page| page.title)));
            row.extend(counted(own.iter().map(|page| page.recommendations)));
            others.row(row);
        }
    }
    let printed = [
        "*paper: average of 10 news sites*",
        "site",
        "",
        "95.34",
        "96.12",
        "95.72",
    ];
    main.row(printed.map(str::to_owned));
    let printed = [
        "*paper: average of 10 news sites*",
        "site",
        "",
        "63.58",
        "77.52",
        "69.75",
        "",
        "82.94",
        "91.04",
        "86.60",
    ];
    others.row(printed.map(str::to_owned));
    let way = format!(
        "Sites in {FOLDS} folds, each tested with training on the others; *alone*: patterns of other \
         sites, *site*: patterns of the page's own site, if it has enough pages."
    );
    vec![
        Section { heading: "Main article (Table 1)", legend: way, table: main },
        Section {
            heading: "Title and recommendations (Table 2)",
            legend: "Counted over all pages of a set; a title or recommendation is right if all its words \
                     are. Recommendations on pages that have any."
                .to_owned(),
            table: others,
        },
    ]
}

/// Returns the labeled number, precision, recall, and F1; dashes if none are labeled.
fn counted(counts: impl Iterator<Item = [usize; 3]>) -> [String; 4] {
    let [right, found, known] = counts.fold([0; 3], |sum, page| {
        [sum[0] + page[0], sum[1] + page[1], sum[2] + page[2]]
    });
    if known == 0 {
        return [
            known.to_string(),
            percent(None),
            percent(None),
            percent(None),
        ];
    }
    let precision = right as f64 / found.max(1) as f64;
    let recall = right as f64 / known as f64;
    [
        known.to_string(),
        percent(Some(precision)),
        percent(Some(recall)),
        percent(Some(f1(precision, recall))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_pooled_before_computing_percentages() {
        let cells = counted([[1, 1, 1], [1, 3, 4]].into_iter());
        assert_eq!(cells, ["5", "50.00", "40.00", "44.44"]);
        assert_eq!(counted(std::iter::empty())[3], "–");
    }
}
