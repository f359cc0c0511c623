//! `lab mine` and `lab train`: reproduce the methods' trained data, bit for bit.
//!
//! The result depends only on the labeled pages, not on their order, the number of workers, or the
//! machine. Each file contains the hash of its corpus and the command that writes it; `--check`
//! runs it again and compares.

mod boosting;
pub(crate) mod far_sw;
pub(crate) mod fsp;
mod lessons;
mod linear;
pub(crate) mod select;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};

use crate::corpus::Corpus;
use crate::sets::Pages;
use crate::{note, sets};
use select::{Judged, Trainer};

/// `lab mine`.
#[derive(Debug, Subcommand)]
pub(crate) enum Mined {
    /// FAR-SW's association rules for topical lines
    FarSw(FarSw),
    /// FSP's patterns shared by several sites
    Fsp(Learn),
}

/// `lab train`.
#[derive(Debug, Subcommand)]
pub(crate) enum Trained {
    /// FSP's classifier, which distinguishes article, title, recommendations, and the rest
    Fsp(TrainFsp),
    /// The two-pass model that classifies blocks by their evidence; --out is a folder. With
    /// --snapshots, pages that have one are used both with and without their layout
    Select(TrainSelect),
}

/// `lab train fsp`.
#[derive(Args, Debug)]
pub(crate) struct TrainFsp {
    /// The common training options.
    #[command(flatten)]
    pub(crate) learn: Learn,
    /// Train for pages of sites with known patterns, instead of single pages
    #[arg(long)]
    pub(crate) site_rules: bool,
}

/// `lab train select`.
#[derive(Args, Debug)]
pub(crate) struct TrainSelect {
    /// The common training options.
    #[command(flatten)]
    pub(crate) learn: Learn,
    /// Also write three models to DIR for `lab evaluate --models`, each trained without one fold of
    /// the sites
    #[arg(long, value_name = "DIR")]
    pub(crate) folds: Option<PathBuf>,
    /// Exclude evidence of these kinds (text, links, …) or these columns
    #[arg(long, value_name = "EVIDENCE,…", value_delimiter = ',')]
    pub(crate) without: Vec<String>,
    /// Weight of additional copies of the pages, shortened or without boilerplate, relative to the
    /// pages; 0 for none
    #[arg(long, value_name = "WEIGHT", default_value_t = 0.0)]
    pub(crate) bare: f32,
    /// Seed for the random choice of rows and columns; differences between seeds are noise
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// Common training options.
#[derive(Args, Debug)]
pub(crate) struct Learn {
    /// The training pages.
    #[command(flatten)]
    pub(crate) pages: Pages,
    /// Output file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Compare with the existing file instead of writing it
    #[arg(long)]
    pub(crate) check: bool,
}

/// `lab mine far-sw`.
#[derive(Args, Debug)]
pub(crate) struct FarSw {
    /// The common training options.
    #[command(flatten)]
    pub(crate) learn: Learn,
    /// Mine rules from this site, for its own pages (default: from all sites, for any page)
    #[arg(long, value_name = "SITE")]
    pub(crate) site: Option<String>,
    /// Use the paper's cutoff of 1.5 instead of the best fit
    #[arg(long)]
    pub(crate) paper: bool,
}

/// Runs `lab mine`.
///
/// # Errors
///
/// If there's no training data, the file can't be written, or `--check` finds a difference.
pub(crate) fn mine(what: &Mined) -> Result<()> {
    match what {
        Mined::FarSw(options) => {
            let head = head("mine far-sw", &options.learn)?;
            let corpus = Corpus::new(&options.learn.pages)?;
            let file = far_sw::mine(&corpus, options.site.as_deref(), options.paper, head)?;
            finish(&options.learn, &options.learn.out, file.as_bytes())
        }
        Mined::Fsp(options) => {
            let head = head("mine fsp", options)?;
            let file = fsp::patterns_file(&Corpus::new(&options.pages)?, &head)?;
            finish(options, &options.out, file.as_bytes())
        }
    }
}

/// Runs `lab train`.
///
/// # Errors
///
/// As [`mine`].
pub(crate) fn train(what: &Trained) -> Result<()> {
    match what {
        Trained::Fsp(options) => {
            let mut head = head("train fsp", &options.learn)?;
            if options.site_rules {
                head[0].push_str(" --site-rules");
            }
            head.push(format!(
                "evidence: {}",
                pith::methods::fsp::evidence_digest()
            ));
            let corpus = Corpus::new(&options.learn.pages)?;
            let file = fsp::classifier_file(&corpus, options.site_rules, &head)?;
            finish(&options.learn, &options.learn.out, file.as_bytes())
        }
        Trained::Select(options) => train_select(options),
    }
}

fn train_select(options: &TrainSelect) -> Result<()> {
    let mut head = head("train select", &options.learn)?;
    if options.learn.pages.snapshots.is_some() {
        head[0].push_str(" --snapshots SNAPSHOTS");
    }
    if options.bare > 0.0 {
        head[0].push_str(&format!(" --bare {}", options.bare));
    }
    head.push(format!("evidence: {}", pith::select::evidence_digest()));
    let lessons = lessons::read(&options.learn.pages, &options.without, options.bare)?;
    let origin = head.join("\n") + "\n";
    let trainer = Trainer::new(&lessons, options.seed);
    let files = trainer.model(None)?;
    for (name, bytes) in select::FILES.iter().zip(&files) {
        finish(&options.learn, &options.learn.out.join(name), bytes)?;
    }
    let path = options.learn.out.join(select::ORIGIN);
    finish(&options.learn, &path, origin.as_bytes())?;
    let Some(folder) = &options.folds else {
        return Ok(());
    };
    let mut judged = Judged::default();
    for fold in 0..select::FOLDS {
        let files = trainer.model(Some(fold))?;
        let of_fold = select::fold_folder(folder, fold);
        select::write(&of_fold, &files)?;
        judged.add(&trainer, &select::read(&of_fold)?, fold);
    }
    crate::say(&judged.table().plain())?;
    trainer.write_folds(folder)
}

/// Returns the header of a file: the corpus and the command.
fn head(command: &str, options: &Learn) -> Result<Vec<String>> {
    let sets = sets::open_limited(&options.pages)?;
    let names = sets::names(&options.pages, &sets);
    let mut line = format!("lab {command} --data DATA --set {names}");
    if let Some(limit) = options.pages.limit {
        line.push_str(&format!(" --limit {limit}"));
    }
    Ok(vec![
        format!("made by: {line}"),
        format!("corpus: {}", sets::corpus_hash(&sets)?),
    ])
}

/// Writes a file, or compares with it if `--check` is set.
fn finish(options: &Learn, path: &Path, bytes: &[u8]) -> Result<()> {
    if options.check {
        return compare(path, bytes);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    note(&format!("wrote {}", path.display()));
    Ok(())
}

/// Compares a file with the new result, and names the first line that differs.
fn compare(path: &Path, bytes: &[u8]) -> Result<()> {
    let there = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    if there == bytes {
        note(&format!("{} is up to date, bit for bit", path.display()));
        return Ok(());
    }
    let (old, new) = (
        String::from_utf8_lossy(&there),
        String::from_utf8_lossy(bytes),
    );
    let differs = |(_, (a, b)): &(usize, (&str, &str))| a != b;
    let lines = old.lines().chain(std::iter::repeat("")).zip(new.lines());
    match (1..).zip(lines).find(differs) {
        Some((number, (old, new))) => bail!(
            "{} is out of date; line {number} is\n  {old}\nand should be\n  {new}",
            path.display()
        ),
        None => bail!("{} has more lines than expected", path.display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::tests::Folder;

    #[test]
    fn error_names_the_first_differing_line() {
        let folder = Folder::new("trained");
        folder.write("data.txt", "a\nb\n");
        let path = folder.0.join("data.txt");
        assert!(compare(&path, b"a\nb\n").is_ok());
        let error = compare(&path, b"a\nc\n").expect_err("another").to_string();
        assert!(
            error.contains("line 2") && error.contains("  b\n"),
            "{error}"
        );
        let shorter = compare(&path, b"a\n").expect_err("shorter").to_string();
        assert!(shorter.contains("more lines"), "{shorter}");
        assert!(compare(&path, b"a\nb\nc\n").is_err());
    }
}
