//! Output of `lab evaluate` and `lab score`: tables for the terminal, CSV files, an HTML report.

mod diff;
mod document;
mod plot;
mod specimen;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use pith::methods::Method;

use crate::evaluate::method;
use crate::evaluate::{self, Outcome, Plan};
use crate::score::summary::{SetSummary, mean, median};
use crate::sets::Pages;
use crate::tabular::{Table, value};
use crate::{folds, note, rows, sets, training};

/// `lab evaluate`.
#[derive(Args, Debug)]
pub(crate) struct Evaluate {
    /// The pages to judge.
    #[command(flatten)]
    pub(crate) pages: Pages,
    /// Methods to run (default: all)
    #[arg(long = "method", value_name = "METHOD,…", value_delimiter = ',', value_parser = method)]
    pub(crate) methods: Vec<Method>,
    /// Split the pages into folds, with each site in a single fold
    #[arg(long, value_enum)]
    pub(crate) split: Option<Split>,
    /// Number of folds
    #[arg(long, value_name = "N", default_value_t = 10, requires = "split", value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) folds: u32,
    /// Folder with models from `lab train select --folds`: each page is scored with the model that
    /// was not trained on its group of sites
    #[arg(long, value_name = "DIR")]
    pub(crate) models: Option<PathBuf>,
    /// Score the final output of Reader: the discussion instead of the article if the page is one
    #[arg(long)]
    pub(crate) with_thread: bool,
    /// Output folder for summary.csv, pages.csv, and report.html
    #[arg(long, value_name = "DIR", default_value = "out/lab")]
    pub(crate) out: PathBuf,
    /// Number of worst pages per set in the report
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) worst: usize,
}

/// Criteria for splitting pages into folds.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Split {
    /// By site
    BySite,
}

/// `lab score`.
#[derive(Args, Debug)]
pub(crate) struct Score {
    /// Rows with id, text, title, author, date, with, without (.jsonl or .jsonl.gz)
    #[arg(value_name = "TRUTH")]
    pub(crate) truth: PathBuf,
    /// Rows with id, text, title, author, date
    #[arg(value_name = "OUTPUT", required = true)]
    pub(crate) outputs: Vec<PathBuf>,
}

/// Runs `lab evaluate`.
///
/// # Errors
///
/// If no set can be read or the results can't be written.
pub(crate) fn evaluate(options: &Evaluate) -> Result<()> {
    let pages = &options.pages;
    crate::workers(pages.jobs)?;
    let mut methods = options.methods.clone();
    if methods.is_empty() {
        methods = Method::ALL.to_vec();
    }
    let mut plan = Plan::new(sets::open_limited(pages)?, methods, pages.snapshots.clone())?;
    if let Some(folder) = &options.models {
        plan.folds = training::select::folds(folder)?;
    }
    plan.with_thread = options.with_thread;
    let hash = sets::corpus_hash(&plan.sets)?;
    let outcomes = evaluate::run(&plan, !pages.quiet);

    let mut text = String::new();
    let summaries = summaries(&plan, &outcomes);
    text.push_str(&summaries.plain());
    let kinds = kinds(&plan, &outcomes);
    if !kinds.is_empty() {
        text.push_str(&format!("\nBy kind of page\n{}", kinds.plain()));
    }
    let spread = options
        .split
        .map(|_| by_fold(&plan, &outcomes, options.folds as usize));
    if let Some(spread) = &spread {
        text.push_str(&format!("\nBy fold of sites\n{}", spread.plain()));
    }
    text.push_str(&format!("\ncorpus {hash}\n"));
    crate::say(&text)?;
    name_failures(&plan, &outcomes);

    let out = &options.out;
    fs::create_dir_all(out).with_context(|| format!("cannot create {}", out.display()))?;
    summaries.write_csv(&out.join("summary.csv"))?;
    page_table(&plan, &outcomes).write_csv(&out.join("pages.csv"))?;
    let report = document::Report {
        plan: &plan,
        outcomes: &outcomes,
        hash: &hash,
        worst: options.worst,
        tables: [
            ("Sets and methods", Some(&summaries)),
            ("By kind of page", (!kinds.is_empty()).then_some(&kinds)),
            ("By fold of sites", spread.as_ref()),
        ],
    };
    let path = out.join("report.html");
    write(&path, &report.html())?;
    note(&format!("wrote the report {}", path.display()));
    Ok(())
}

/// Runs `lab score`.
///
/// # Errors
///
/// If rows can't be read.
pub(crate) fn score(options: &Score) -> Result<()> {
    let mut table = None;
    for output in &options.outputs {
        let pages = rows::score_files(&options.truth, output)?;
        let summary = SetSummary::new(pages.iter().map(|(_, page)| page));
        let columns = summary.columns();
        let table = table.get_or_insert_with(|| {
            Table::new(
                ["output", "pages"]
                    .into_iter()
                    .chain(columns.map(|(name, _)| name)),
            )
        });
        let name = output
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        table.row(
            [name, summary.pages.to_string()]
                .into_iter()
                .chain(columns.map(|(_, number)| value(number))),
        );
    }
    crate::say(&table.unwrap_or_default().plain())
}

/// Returns a row per set and method.
fn summaries(plan: &Plan, outcomes: &[Outcome]) -> Table {
    let names = SetSummary::default().columns().map(|(name, _)| name);
    let head = ["set", "method", "pages", "layout"]
        .into_iter()
        .chain(names);
    let mut table = Table::new(head.chain(["ms", "ms p95", "failed"]));
    for (index, set) in plan.sets.iter().enumerate() {
        for &method in &plan.methods {
            let own = || {
                outcomes
                    .iter()
                    .filter(|o| o.set == index && o.method == method)
            };
            let summary = evaluate::summary(outcomes, index, method, |_| true);
            let mut times: Vec<f64> = own().map(|o| o.ms).collect();
            times.sort_by(f64::total_cmp);
            let late = times.get(times.len().saturating_sub(1) * 95 / 100).copied();
            let milliseconds =
                |ms: Option<f64>| ms.map_or_else(String::new, |ms| format!("{ms:.1}"));
            table.row(
                [
                    set.name.clone(),
                    method.name().to_owned(),
                    summary.pages.to_string(),
                    own().filter(|o| o.layout).count().to_string(),
                ]
                .into_iter()
                .chain(summary.columns().map(|(_, number)| value(number)))
                .chain([
                    milliseconds(median(times.clone())),
                    milliseconds(late),
                    own().filter(|o| o.error.is_some()).count().to_string(),
                ]),
            );
        }
    }
    table
}

/// Returns a row per page type, for sets with page types.
fn kinds(plan: &Plan, outcomes: &[Outcome]) -> Table {
    let mut table = Table::new(["set", "kind", "method", "pages", "P", "R", "F1", "<0.5"]);
    for (index, set) in plan.sets.iter().enumerate() {
        for &method in &plan.methods {
            for (kind, summary) in evaluate::by_page_type(plan, outcomes, index, method) {
                table.row([
                    set.name.clone(),
                    kind,
                    method.name().to_owned(),
                    summary.pages.to_string(),
                    value(summary.precision),
                    value(summary.recall),
                    value(summary.f1),
                    value(summary.low),
                ]);
            }
        }
    }
    table
}

/// Returns the F1 of each fold of sites, with the mean and standard deviation over the folds. The
/// folds are the same for all sets, so that a site that is in two sets is in one fold.
fn by_fold(plan: &Plan, outcomes: &[Outcome], count: usize) -> Table {
    let site = |set: usize, row: usize| plan.sets[set].site(&plan.sets[set].rows[row]);
    let sites: Vec<String> = plan
        .sets
        .iter()
        .enumerate()
        .flat_map(|(set, pages)| (0..pages.rows.len()).map(move |row| site(set, row)))
        .collect();
    let folds = folds::by_site(sites.iter().map(String::as_str), count);
    let names: Vec<String> = (1..=count).map(|fold| fold.to_string()).collect();
    let head = ["set", "method", "mean", "sd"].into_iter();
    let mut table = Table::new(head.chain(names.iter().map(String::as_str)));
    for (index, set) in plan.sets.iter().enumerate() {
        for &method in &plan.methods {
            let values: Vec<Option<f64>> = (0..count)
                .map(|fold| {
                    let chosen = |o: &Outcome| folds.get(&site(o.set, o.row)) == Some(&fold);
                    evaluate::summary(outcomes, index, method, chosen).f1
                })
                .collect();
            let known: Vec<f64> = values.iter().flatten().copied().collect();
            let middle = mean(known.iter().copied());
            table.row(
                [
                    set.name.clone(),
                    method.name().to_owned(),
                    value(middle),
                    value(deviation(&known, middle)),
                ]
                .into_iter()
                .chain(values.into_iter().map(value)),
            );
        }
    }
    table
}

/// Returns the standard deviation of a sample.
fn deviation(values: &[f64], mean: Option<f64>) -> Option<f64> {
    let mean = mean.filter(|_| values.len() > 1)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// Returns a row per page and method.
fn page_table(plan: &Plan, outcomes: &[Outcome]) -> Table {
    let mut table = Table::new([
        "set", "id", "site", "method", "P", "R", "F1", "Score", "bag F1", "title", "title F1",
        "author", "date", "kept", "wrong", "lost", "removed", "layout", "ms", "error",
    ]);
    let exact = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.6}"));
    let bit = |value: Option<bool>| value.map_or_else(String::new, |is| u8::from(is).to_string());
    for outcome in outcomes {
        let set = &plan.sets[outcome.set];
        let row = &set.rows[outcome.row];
        let (score, text) = (&outcome.score, outcome.score.text);
        let found = score.snippets;
        table.row([
            set.name.clone(),
            row.id.clone(),
            set.site(row),
            outcome.method.name().to_owned(),
            exact(text.map(|text| text.precision)),
            exact(text.map(|text| text.recall)),
            exact(text.map(|text| text.f1)),
            exact(text.map(|text| text.score)),
            exact(text.map(|text| text.bag_f1)),
            bit(score.title),
            exact(score.title_f1),
            bit(score.author),
            bit(score.date),
            found.kept.to_string(),
            found.wrong.to_string(),
            found.lost.to_string(),
            found.removed.to_string(),
            u8::from(outcome.layout).to_string(),
            format!("{:.3}", outcome.ms),
            outcome.error.clone().unwrap_or_default(),
        ]);
    }
    table
}

fn name_failures(plan: &Plan, outcomes: &[Outcome]) {
    let mut failures = BTreeMap::new();
    for outcome in outcomes {
        if let Some(error) = &outcome.error {
            let set = &plan.sets[outcome.set];
            let name = format!("{}/{}", set.name, set.rows[outcome.row].id);
            failures
                .entry((name, error))
                .or_insert_with(Vec::new)
                .push(outcome.method.name());
        }
    }
    for ((name, error), methods) in failures {
        note(&format!("{name} ({}): {error}", methods.join(", ")));
    }
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviation_is_the_sample_standard_deviation() {
        assert_eq!(deviation(&[1.0, 3.0], Some(2.0)), Some(2.0_f64.sqrt()));
        assert_eq!(deviation(&[1.0], Some(1.0)), None);
    }
}
