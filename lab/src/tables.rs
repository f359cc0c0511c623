//! `lab tables`: repeats the papers' experiments on the available data, beside the papers' results.
//!
//! The results file keeps the prose around the tables: only the text between the markers of a table
//! is replaced.

mod cetd;
mod far_sw;
mod fsp;
mod qread;
mod section;
mod tsrec;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use crate::corpus::Corpus;
use crate::sets;
use crate::sets::Pages;
use section::{Section, percent, text_score};

/// `lab tables`.
#[derive(Args, Debug)]
pub(crate) struct Tables {
    /// The pages to use.
    #[command(flatten)]
    pub(crate) pages: Pages,
    /// Experiments to run (default: all)
    #[arg(
        long = "table",
        value_name = "TABLE,…",
        value_delimiter = ',',
        value_enum
    )]
    pub(crate) tables: Vec<Experiment>,
    /// Markdown file to update, with a marked place for each table (default: print the tables)
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// A paper's experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Experiment {
    /// The four variants of CETD (Song, Sun, Liao 2013, Tables 1 to 5)
    Cetd,
    /// qRead's lambda from 1 to 6 (Wang, Wang 2015, Fig. 4)
    Qread,
    /// FAR-SW within and across sites, and its window (Bu, Zhang, Xia, Wang 2014, Table 10, Fig. 8)
    FarSw,
    /// FSP's article, title and recommendations (Huang, Huang, Liu, Yan, Tables 1 and 2)
    Fsp,
    /// One page against a sibling (Li, Meng, Li, Wang 2006, Table 1)
    Tsrec,
}

/// Runs the requested experiments.
///
/// # Errors
///
/// If no set can be read, or the file can't be written.
pub(crate) fn run(options: &Tables) -> Result<()> {
    let corpus = Corpus::new(&options.pages)?;
    let names = sets::names(&options.pages, &corpus.sets);
    let mut experiments = options.tables.clone();
    if experiments.is_empty() {
        experiments = Experiment::value_variants().to_vec();
    }
    for experiment in experiments {
        let sections = match experiment {
            Experiment::Cetd => cetd::sections(&corpus),
            Experiment::Qread => qread::sections(&corpus),
            Experiment::FarSw => far_sw::sections(&corpus),
            Experiment::Fsp => fsp::sections(&corpus)?,
            Experiment::Tsrec => tsrec::sections(&corpus)?,
        };
        let block = block(&sections, &command(experiment, options, &names));
        match &options.out {
            Some(path) => replace(path, experiment, &block)?,
            None => crate::say(&block)?,
        }
    }
    Ok(())
}

/// Returns the command that reproduces a block, with placeholders for the local folders.
fn command(experiment: Experiment, options: &Tables, sets: &str) -> String {
    let name = name(experiment);
    let mut command = format!("lab tables --data DATA --table {name} --set {sets}");
    if options.pages.snapshots.is_some() {
        command.push_str(" --snapshots SNAPSHOTS");
    }
    if let Some(limit) = options.pages.limit {
        command.push_str(&format!(" --limit {limit}"));
    }
    command
}

fn name(experiment: Experiment) -> String {
    let value = experiment.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Returns the Markdown of an experiment.
fn block(sections: &[Section], command: &str) -> String {
    let mut out = format!("`{command}`\n");
    for section in sections.iter().filter(|section| !section.table.is_empty()) {
        out.push_str(&format!(
            "\n### {}\n\n{}\n\n{}",
            section.heading,
            section.legend,
            section.table.markdown()
        ));
    }
    out
}

/// Replaces the text between the markers of an experiment in a file.
fn replace(path: &Path, experiment: Experiment, block: &str) -> Result<()> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let name = name(experiment);
    let Some(text) = replaced(&text, &name, block) else {
        bail!(
            "{} has no place for the table: add the lines <!-- {name} --> and <!-- /{name} -->",
            path.display()
        );
    };
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn replaced(text: &str, name: &str, block: &str) -> Option<String> {
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
    let start = text.find(&open)? + open.len();
    let end = start + text[start..].find(&close)?;
    Some(format!("{}{block}{}", &text[..start], &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_is_replaced_and_prose_kept() {
        let text = "Prose.\n<!-- cetd -->\nold\n<!-- /cetd -->\nMore.\n";
        let new = replaced(text, "cetd", "new\n").expect("a block");
        assert_eq!(new, "Prose.\n<!-- cetd -->\nnew\n<!-- /cetd -->\nMore.\n");
        assert_eq!(replaced(&new, "cetd", "old\n").as_deref(), Some(text));
        assert_eq!(replaced(text, "qread", ""), None);
    }
}
