//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use pith::methods::Method;

use crate::outputs::Outputs;
use crate::tables::Experiment;

/// Pith's laboratory: measures, trains and mines on labelled pages.
#[derive(Debug, Parser)]
#[command(name = "lab", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run methods on labelled pages; print tables, write CSV files and an HTML report
    Evaluate(Evaluate),
    /// Score the output rows of `pith batch`, or of another extractor, against truth rows
    Score(Score),
    /// Run the papers' experiments, each beside the paper's own figures
    Tables(Tables),
    /// Make rules from labelled pages, bit for bit, or check what is there
    #[command(subcommand)]
    Mine(Mined),
    /// Train machines on labelled pages, bit for bit, or check what is there
    #[command(subcommand)]
    Train(Trained),
    /// Record pages as a real browser lays them out, into snapshots for --snapshots
    Record(Record),
    /// Compare the one-click path with the floors it must keep
    Gate(Gate),
    /// Write a digest of all that comes out of each page, and compare it with another
    Outputs(Outputs),
}

/// Which pages.
#[derive(Args, Clone, Debug)]
pub(crate) struct Pages {
    /// Folder with a folder per set (truth.jsonl.gz, pages/)
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// Sets to use, each with a limit of its own where it has one; all without it. One that is not
    /// there is named and passed over
    #[arg(long = "set", value_name = "SET[:N],…", value_delimiter = ',')]
    pub(crate) sets: Vec<String>,
    /// Use every page of a set up to this many, evenly spread; all without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: Option<u32>,
    /// Folder with recorded snapshots, SNAPSHOTS/SET/ID.snap[.gz]; a page without one is read from its HTML
    #[arg(long, value_name = "DIR")]
    pub(crate) snapshots: Option<PathBuf>,
    /// Pages at a time; as many as there are processors without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) jobs: Option<u32>,
    /// No progress bar
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// `lab evaluate`.
#[derive(Args, Debug)]
pub(crate) struct Evaluate {
    /// Which pages.
    #[command(flatten)]
    pub(crate) pages: Pages,
    /// Methods to run; all without it
    #[arg(long = "method", value_name = "METHOD,…", value_delimiter = ',', value_parser = method)]
    pub(crate) methods: Vec<Method>,
    /// Split the pages into folds: a site is in one of them alone
    #[arg(long, value_enum)]
    pub(crate) split: Option<Split>,
    /// Number of folds
    #[arg(long, value_name = "N", default_value_t = 10, requires = "split", value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) folds: u32,
    /// Folder with the models that `lab train select --folds` wrote: each page is judged by the one
    /// that has not seen its group of sites
    #[arg(long, value_name = "DIR")]
    pub(crate) models: Option<PathBuf>,
    /// Folder for summary.csv, pages.csv and report.html
    #[arg(long, value_name = "DIR", default_value = "out/lab")]
    pub(crate) out: PathBuf,
    /// Worst pages that the report shows of each set
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) worst: usize,
}

/// How to split pages.
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

/// `lab tables`.
#[derive(Args, Debug)]
pub(crate) struct Tables {
    /// Which pages.
    #[command(flatten)]
    pub(crate) pages: Pages,
    /// Experiments to run; all without it
    #[arg(
        long = "table",
        value_name = "TABLE,…",
        value_delimiter = ',',
        value_enum
    )]
    pub(crate) tables: Vec<Experiment>,
    /// Markdown file with a place for each table; without it they are printed
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// `lab mine`.
#[derive(Debug, Subcommand)]
pub(crate) enum Mined {
    /// FAR-SW's association rules of topical lines
    FarSw(FarSw),
    /// FSP's patterns that several sites have
    Fsp(Learn),
}

/// `lab train`.
#[derive(Debug, Subcommand)]
pub(crate) enum Trained {
    /// FSP's machine, which tells article, title, recommendations and the rest apart
    Fsp(Machine),
    /// What weighs the evidence about a block, in two passes; with --snapshots it is learnt from
    /// pages that have one both with and without their layout. --out names a folder
    Select(Selection),
}

/// `lab train fsp`.
#[derive(Args, Debug)]
pub(crate) struct Machine {
    /// What learning has in common.
    #[command(flatten)]
    pub(crate) learn: Learn,
    /// For pages of sites whose patterns are known, instead of for pages alone
    #[arg(long)]
    pub(crate) site_rules: bool,
}

/// `lab train select`.
#[derive(Args, Debug)]
pub(crate) struct Selection {
    /// What learning has in common.
    #[command(flatten)]
    pub(crate) learn: Learn,
    /// Write three models into this folder as well, each from the pages of all groups of sites but
    /// those of its fold, for `lab evaluate --models`
    #[arg(long, value_name = "DIR")]
    pub(crate) folds: Option<PathBuf>,
    /// Leave out evidence of these kinds (text, links, …) or in these columns
    #[arg(long, value_name = "EVIDENCE,…", value_delimiter = ',')]
    pub(crate) without: Vec<String>,
    /// Let chance choose other rows and columns: what differs from one seed to the next is noise
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// What learning has in common.
#[derive(Args, Debug)]
pub(crate) struct Learn {
    /// Which pages.
    #[command(flatten)]
    pub(crate) pages: Pages,
    /// File to write
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Compare with the file instead of writing it
    #[arg(long)]
    pub(crate) check: bool,
}

/// `lab mine far-sw`.
#[derive(Args, Debug)]
pub(crate) struct FarSw {
    /// What learning has in common.
    #[command(flatten)]
    pub(crate) learn: Learn,
    /// Rules of this site alone, for its own pages; without it of all sites, for pages of any
    #[arg(long, value_name = "SITE")]
    pub(crate) site: Option<String>,
    /// The paper's cutoff, 1.5, instead of the one that fits the pages best
    #[arg(long)]
    pub(crate) paper: bool,
}

/// `lab gate`.
#[derive(Args, Debug)]
pub(crate) struct Gate {
    /// Folder with a folder per set; a set that is not there is not judged
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// The floors
    #[arg(long, value_name = "FILE", default_value = "lab/floors.json")]
    pub(crate) floors: PathBuf,
    /// Pages at a time; as many as there are processors without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) jobs: Option<u32>,
    /// Write the floors anew, at what is reached
    #[arg(long)]
    pub(crate) raise: bool,
    /// Why a floor may be lowered
    #[arg(long, value_name = "TEXT", requires = "raise")]
    pub(crate) reason: Option<String>,
}

/// `lab record`.
#[derive(Args, Debug)]
pub(crate) struct Record {
    /// Which pages.
    #[command(flatten)]
    pub(crate) pages: Pages,
    /// Folder for the snapshots
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Width and height of the window
    #[arg(long, value_name = "WxH", default_value = "1280x900")]
    pub(crate) viewport: String,
    /// Seconds that a page may take to load
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) timeout: u32,
    /// Record anew what is there already
    #[arg(long)]
    pub(crate) again: bool,
    /// The recorder
    #[arg(long, value_name = "FILE", default_value = "tests/record.mjs")]
    pub(crate) recorder: PathBuf,
}

/// The method of that name.
pub(crate) fn method(name: &str) -> Result<Method, String> {
    Method::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
        format!("the methods are {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn lists_are_taken_apart_and_methods_named() {
        let line = "lab evaluate --data d --set a,b --method hybrid,cetd-ds";
        let Command::Evaluate(options) = Arguments::parse_from(line.split(' ')).command else {
            unreachable!("that is what was asked for");
        };
        assert_eq!(options.pages.sets, ["a", "b"]);
        assert_eq!(options.methods, [Method::Hybrid, Method::CetdDs]);
        let wrong = Arguments::try_parse_from(["lab", "evaluate", "--data", "d", "--method", "x"]);
        assert!(
            wrong
                .expect_err("no such method")
                .to_string()
                .contains("the methods are cetd-ds")
        );
    }
}
