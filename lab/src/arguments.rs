//! The command line: the commands, each with its arguments.

use clap::{Parser, Subcommand};

use crate::bench::Bench;
use crate::chart::Chart;
use crate::corrections::Corrections;
use crate::discussions::Discussions;
use crate::formulas::Formulas;
use crate::gate::Gate;
use crate::metadata::Facts;
use crate::outputs::Outputs;
use crate::pagers::Pagers;
use crate::problem_reports::{AddReport, Anonymize};
use crate::readerable::Readerable;
use crate::record::Record;
use crate::report::{Evaluate, Score};
use crate::round_trip::RoundTrip;
use crate::structure::Structures;
use crate::tables::Tables;
use crate::training::{Mined, Trained};
use crate::walls::Walls;

/// Pith's laboratory: measures, trains and mines on labeled pages.
#[derive(Debug, Parser)]
#[command(name = "lab", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// The command.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run methods on labeled pages; print tables, and write CSV files and an HTML report
    Evaluate(Evaluate),
    /// Score the output rows of `pith batch`, or of another extractor, against truth rows
    Score(Score),
    /// Score headings, code blocks, footnotes, and other structure on sets with labeled HTML
    Structure(Structures),
    /// Count right, wrong, and missing titles, authors, and dates
    Metadata(Facts),
    /// Repeat the papers' experiments, and print the papers' results beside ours
    Tables(Tables),
    /// Plot accuracy by set against the best other extractor
    Chart(Chart),
    /// Mine rules from labeled pages, bit for bit, or check existing ones
    #[command(subcommand)]
    Mine(Mined),
    /// Train classifiers on labeled pages, bit for bit, or check existing ones
    #[command(subcommand)]
    Train(Trained),
    /// Record pages in a real browser, with their layout, as snapshots for --snapshots
    Record(Record),
    /// Check the accuracy of the one-click path against its floors
    Gate(Gate),
    /// Write a digest of all outputs of each page, or compare digests
    Outputs(Outputs),
    /// Write the formulas of pages as MathML, and as LaTeX converted from it
    Formulas(Formulas),
    /// Count the articles that survive a round trip through Markdown
    RoundTrip(RoundTrip),
    /// Benchmark the native build: CPU time (also of dom_smoothie), instructions, parallel jobs
    Bench(Bench),
    /// List the next pages detected for articles that are split into several
    Pagers(Pagers),
    /// List the pages detected as paywalled, with the evidence
    Walls(Walls),
    /// Measure the accuracy of comment detection, by comment system
    Discussions(Discussions),
    /// Measure how corrections of one page improve the other pages of its site
    Corrections(Corrections),
    /// Add a problem report to a set as a labeled page
    AddReport(AddReport),
    /// Measure the effect of anonymizing texts, as in problem reports
    Anonymize(Anonymize),
    /// Measure how often the quick check agrees with the core on whether a page has an article, and
    /// fit its weights
    Readerable(Readerable),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use pith::methods::Method;

    use super::*;

    #[test]
    fn command_line_definition_is_valid() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn lists_are_split_and_unknown_methods_rejected() {
        let line = "lab evaluate --data d --set a,b --method hybrid,cetd-ds";
        let Command::Evaluate(options) = Arguments::parse_from(line.split(' ')).command else {
            unreachable!("the command is evaluate");
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
