//! `lab metadata`: titles, authors, and dates of pages, compared with the truth.
//!
//! A wrong value is worse than none, so both are counted: precision is the share of right values
//! among those found, recall their share among the pages whose truth has one.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;
use clap::Args;
use pith::metadata::{explain, metadata};

use crate::rows::Truth;
use crate::runner;
use crate::score::summary::{Output, PageScore};
use crate::sets::{self, Pages, Set};
use crate::tabular::{Table, value};

/// `lab metadata`.
#[derive(Args, Debug)]
pub(crate) struct Facts {
    /// The pages to judge.
    #[command(flatten)]
    pub(crate) pages: Pages,
    /// List the wrong and missing values
    #[arg(long)]
    pub(crate) differences: bool,
    /// List every candidate on every page, with its rule and outcome
    #[arg(long)]
    pub(crate) explain: bool,
}

/// The facts that are judged.
const FACTS: [&str; 3] = ["title", "author", "date"];

/// Number of pages with a right, a wrong, and no value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    right: usize,
    wrong: usize,
    absent: usize,
}

impl Tally {
    fn add(&mut self, is_right: bool, is_found: bool) {
        match (is_right, is_found) {
            (true, _) => self.right += 1,
            (false, true) => self.wrong += 1,
            (false, false) => self.absent += 1,
        }
    }

    /// Returns the share of right values among those found, 0 to 1; `None` if none were found.
    fn precision(self) -> Option<f64> {
        let found = self.right + self.wrong;
        (found > 0).then(|| self.right as f64 / found as f64)
    }

    /// Returns the share of pages whose value is right, 0 to 1; `None` if the truth has none.
    fn recall(self) -> Option<f64> {
        let all = self.right + self.wrong + self.absent;
        (all > 0).then(|| self.right as f64 / all as f64)
    }
}

/// Runs `lab metadata`.
///
/// # Errors
///
/// If no set can be read.
pub(crate) fn run(options: &Facts) -> Result<()> {
    crate::workers(options.pages.jobs)?;
    let sets = sets::open_limited(&options.pages)?;
    let columns = ["right", "wrong", "none", "P", "R"];
    let names = FACTS.map(|fact| columns.map(|column| format!("{fact} {column}")));
    let head = names.as_flattened().iter().map(String::as_str);
    let mut table = Table::new(["set"].into_iter().chain(head));
    let pages = &options.pages;
    for set in &sets {
        let scored = scored(set, pages.snapshots.as_deref(), !pages.quiet);
        let (tallies, differences) = tallied(set, &scored);
        if options.differences {
            crate::say(&differences)?;
        }
        if options.explain {
            crate::say(&explained(set, pages.snapshots.as_deref(), !pages.quiet))?;
        }
        let cells = tallies.iter().flat_map(|tally| {
            let counts = [tally.right, tally.wrong, tally.absent].map(|count| count.to_string());
            let shares = [tally.precision(), tally.recall()].map(value);
            counts.into_iter().chain(shares)
        });
        table.row(std::iter::once(set.name.clone()).chain(cells));
    }
    crate::say(&table.plain())
}

/// Returns precision and recall of each fact that a set labels, by name, from the output for each
/// of its rows and its scores.
pub(crate) fn shares_of(set: &Set, scored: &[(Output, PageScore)]) -> BTreeMap<String, f64> {
    let (tallies, _) = tallied(set, scored);
    let shares = FACTS.iter().zip(tallies).flat_map(|(fact, tally)| {
        [
            (format!("{fact} precision"), tally.precision()),
            (format!("{fact} recall"), tally.recall()),
        ]
    });
    shares
        .filter_map(|(name, share)| Some((name, share?)))
        .collect()
}

/// Returns a line per candidate value of each fact, with its rule and outcome.
fn explained(set: &Set, snapshots: Option<&Path>, bar: bool) -> String {
    let rows: Vec<&Truth> = set.rows.iter().collect();
    let lines = runner::each(&rows, "pages", bar, |row| {
        runner::named(set, row, || {
            let mut lines = String::new();
            for found in explain(&set.page(row, snapshots)?) {
                let (fact, verdict) = (found.fact.name(), found.verdict.name());
                // Writing to a string can't fail.
                let _ = writeln!(
                    lines,
                    "{}/{}\t{fact}\t{verdict}\t{}\t{}",
                    set.name, row.id, found.rule, found.value
                );
            }
            Ok(Some(lines))
        })
        .unwrap_or_default()
    });
    lines.concat()
}

/// Returns the output for each page of a set and its scores; a page that can't be read counts as
/// one without values.
fn scored(set: &Set, snapshots: Option<&Path>, bar: bool) -> Vec<(Output, PageScore)> {
    let rows: Vec<&Truth> = set.rows.iter().collect();
    runner::each(&rows, "pages", bar, |row| {
        let output = runner::named(set, row, || {
            let found = metadata(&set.page(row, snapshots)?);
            Ok(Some(Output {
                text: String::new(),
                title: found.title,
                author: found.byline,
                date: found.published,
            }))
        });
        let output = output.unwrap_or_default();
        let score = PageScore::new(&row.expected(), &output);
        (output, score)
    })
}

/// Compares the output for each row of a set with the truth; returns the tally of each fact, and a
/// line per value that isn't right.
fn tallied(set: &Set, scored: &[(Output, PageScore)]) -> ([Tally; FACTS.len()], String) {
    let mut tallies = [Tally::default(); FACTS.len()];
    let mut differences = String::new();
    for (row, (output, score)) in set.rows.iter().zip(scored) {
        let expected = row.expected();
        let facts = [
            (score.title, expected.title, &output.title),
            (score.author, expected.author, &output.author),
            (score.date, expected.date, &output.date),
        ];
        for ((is_right, expected, found), (tally, fact)) in
            facts.into_iter().zip(tallies.iter_mut().zip(FACTS))
        {
            let Some(is_right) = is_right else { continue };
            tally.add(is_right, found.is_some());
            if !is_right {
                let (expected, found) = (expected.unwrap_or_default(), found.as_deref());
                // Writing to a string can't fail.
                let _ = writeln!(
                    differences,
                    "{}/{}\t{fact}\t{found:?}\t{expected:?}",
                    set.name, row.id
                );
            }
        }
    }
    (tallies, differences)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::tests::Folder;

    #[test]
    fn values_are_counted_as_right_wrong_or_absent() {
        let folder = Folder::new("metadata");
        folder.write(
            "s/truth.jsonl.gz",
            "{\"id\":\"a\",\"title\":\"Harbour\",\"author\":\"Ada Park\",\"date\":\"2024-05-03\"}\n\
             {\"id\":\"b\",\"title\":\"Ferry\",\"author\":\"Bo Lind\"}\n\
             {\"id\":\"c\",\"author\":\"Cy Ray\"}\n",
        );
        let page = "<title>Harbour</title><h1>Harbour</h1><p>By Ada Park</p>";
        folder.write("s/pages/a.html.gz", page);
        folder.write("s/pages/b.html.gz", page);
        folder.write("s/pages/c.html.gz", "<p>Text.");
        let sets = sets::open(&folder.0, &[]).expect("a set");
        let scored = scored(&sets[0], None, false);
        let (tallies, differences) = tallied(&sets[0], &scored);
        let tally = |right, wrong, absent| Tally {
            right,
            wrong,
            absent,
        };
        assert_eq!(tallies, [tally(1, 1, 0), tally(1, 1, 1), tally(0, 0, 1)]);
        assert_eq!(differences.lines().count(), 4);
        let shares = shares_of(&sets[0], &scored);
        assert_eq!(shares.get("author precision"), Some(&0.5));
        assert_eq!(shares.get("author recall"), Some(&(1.0 / 3.0)));
        assert_eq!(shares.get("date precision"), None);
    }
}
