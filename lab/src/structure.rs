//! `lab structure`: compares headings, code blocks, notes, and the like of the one-click path with
//! labeled HTML.
//!
//! The truth of a page is the HTML of its row, or the element that the row's selector matches in
//! the page. For `mozilla_readability` and `omnivore_pages` it's the output of Readability.js for
//! the page, so there the scores measure the distance from it. A set whose truth is only text, such
//! as `wcxb_dev`, has an empty row.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use pith::extract::{Extraction, Options, extract};
use pith::page::{Limits, Page};
use pith::source::html;

use crate::evaluate::Folds;
use crate::note;
use crate::rows::Truth;
use crate::runner;
use crate::score::structure::{KINDS, Structure};
use crate::score::summary::mean;
use crate::score::text::TextScore;
use crate::score::token::tokens;
use crate::sets::{self, Pages, Set};
use crate::tabular::{Table, value};
use crate::training;
use crate::truth_pages::{content, is_labeled, parts, truth};

/// `lab structure`.
#[derive(Args, Debug)]
pub(crate) struct Structures {
    /// The pages to judge; those without labeled HTML are skipped.
    #[command(flatten)]
    pub(crate) pages: Pages,
    /// Instead of the pages themselves, score short pages with only the title and about this many
    /// words of the truth
    #[arg(long, value_name = "WORDS", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) short: Option<u32>,
    /// Folder with models from `lab train select --folds`: each page is scored with the model that
    /// was not trained on its group of sites
    #[arg(long, value_name = "DIR")]
    pub(crate) models: Option<PathBuf>,
    /// Print the missing and extra texts of every page
    #[arg(long)]
    pub(crate) differences: bool,
}

/// The scores of one page: of its text, and of each of [`KINDS`] that the truth has.
#[derive(Clone, Debug)]
pub(crate) struct Scored {
    text: f64,
    kinds: [Option<f64>; KINDS.len()],
    differences: Vec<String>,
}

/// Runs `lab structure`.
///
/// # Errors
///
/// If no set can be read.
pub(crate) fn run(options: &Structures) -> Result<()> {
    crate::workers(options.pages.jobs)?;
    let sets = sets::open_limited(&options.pages)?;
    let mut table = Table::new(["set", "pages", "text"].into_iter().chain(KINDS));
    let pages = &options.pages;
    let judged = Judged {
        snapshots: pages.snapshots.as_deref(),
        short: options.short.map(|words| words as usize),
        folds: options
            .models
            .as_deref()
            .map_or(Ok(Folds::default()), training::select::folds)?,
        bar: !pages.quiet,
    };
    for set in &sets {
        let scored = judged.scored(set);
        if scored.is_empty() {
            note(&unjudged(&set.name));
        }
        if options.differences {
            crate::say(&named(set, &scored))?;
        }
        let all: Vec<&Scored> = scored.values().flatten().collect();
        let cells = means(&all).into_iter().map(value);
        table.row(
            [set.name.clone(), all.len().to_string()]
                .into_iter()
                .chain(cells),
        );
    }
    crate::say(&table.plain())
}

/// Returns the message about a set whose truth is only text.
pub(crate) fn unjudged(set: &str) -> String {
    format!("skipping the set {set}: no labeled HTML")
}

/// Returns the means of scores by kind, and that of the text; empty without pages.
pub(crate) fn named_means<'a>(scored: impl Iterator<Item = &'a Scored>) -> BTreeMap<String, f64> {
    let all: Vec<&Scored> = scored.collect();
    let kinds = std::iter::once("text").chain(KINDS).zip(means(&all));
    kinds
        .filter_map(|(kind, mean)| Some((kind.to_owned(), mean?)))
        .collect()
}

/// Settings for judging pages.
struct Judged<'a> {
    snapshots: Option<&'a Path>,
    /// Number of words of short pages; `None` to judge the pages themselves.
    short: Option<usize>,
    /// Models for cross-validation; empty to use the built-in one.
    folds: Folds,
    /// True if a progress bar is shown.
    bar: bool,
}

impl Judged<'_> {
    /// Scores the pages of a set that have labeled HTML, by their ids.
    fn scored(&self, set: &Set) -> BTreeMap<String, Vec<Scored>> {
        let rows: Vec<&Truth> = set.rows.iter().filter(|row| is_labeled(row)).collect();
        let results = runner::each(&rows, "pages", self.bar, |row| {
            let scored = runner::named(set, row, || {
                let truth = truth(set, row)?;
                let title = row.headline().unwrap_or_default();
                let options = Options {
                    model: self.folds.of(&set.site(row)),
                    ..Options::default()
                };
                if let Some(words) = self.short {
                    return Ok(Some(short(&truth, words, title, &options)?));
                }
                let page = set.page(row, self.snapshots)?;
                let found = extract(&page, &options)?;
                Ok(Some(vec![score(&page, &found, &truth, title)?]))
            });
            (row.id.clone(), scored.unwrap_or_default())
        });
        results.into_iter().collect()
    }
}

/// Scores the output for each short page of about `words` words of the truth, which is a page from
/// [`truth_pages`](crate::truth_pages).
///
/// # Errors
///
/// If a short page exceeds a limit.
pub(crate) fn short(
    truth: &Page,
    words: usize,
    title: &str,
    options: &Options<'_>,
) -> Result<Vec<Scored>> {
    let parts = parts(truth, words)?;
    let scored = parts
        .iter()
        .map(|part| score(part, &extract(part, options)?, part, title));
    scored.collect()
}

/// Scores the output for a page against the truth, which is a page from
/// [`truth_pages`](crate::truth_pages).
///
/// # Errors
///
/// If the output exceeds a limit as a page.
pub(crate) fn score(page: &Page, found: &Extraction, truth: &Page, title: &str) -> Result<Scored> {
    let content = content(truth);
    let article = format!("<body>{}", found.article.styled_html());
    let article = html::read(&article, page.url(), Limits::default())?;
    let ours = Structure::below(&article, article.body()).without_title(title);
    let expected = Structure::below(truth, content).without_title(title);
    let [text, gold] = [
        article.visible_text(article.body()),
        truth.visible_text(content),
    ];
    Ok(Scored {
        text: TextScore::new(&tokens(&gold), &tokens(&text)).f1,
        kinds: ours.scores(&expected),
        differences: ours.differences(&expected),
    })
}

/// Returns the means over the pages that have the kind, that of the text first.
fn means(pages: &[&Scored]) -> Vec<Option<f64>> {
    let text = mean(pages.iter().map(|page| page.text));
    let kind = |kind: usize| mean(pages.iter().filter_map(|page| page.kinds[kind]));
    std::iter::once(text)
        .chain((0..KINDS.len()).map(kind))
        .collect()
}

/// Returns the differences, page by page.
fn named(set: &Set, scored: &BTreeMap<String, Vec<Scored>>) -> String {
    let mut out = String::new();
    for (id, pages) in scored {
        for (part, page) in pages
            .iter()
            .enumerate()
            .filter(|(_, p)| !p.differences.is_empty())
        {
            out.push_str(&format!("{}/{id} {part} {:.3}\n", set.name, page.text));
            for line in &page.differences {
                out.push_str(&format!("  {line}\n"));
            }
        }
    }
    out
}
