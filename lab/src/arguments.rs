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
    /// Run methods on labeled pages; print tables, write CSV files and an HTML report
    Evaluate(Evaluate),
    /// Score the output rows of `pith batch`, or of another extractor, against truth rows
    Score(Score),
    /// Score headings, code blocks, notes and the like beside the HTML that some sets have as truth
    Structure(Structures),
    /// Count titles, authors and dates that are right, wrong and absent
    Metadata(Facts),
    /// Run the papers' experiments, each beside the paper's own figures
    Tables(Tables),
    /// Draw accuracy by set beside the best other extractor
    Chart(Chart),
    /// Mine rules from labeled pages, bit for bit, or check existing ones
    #[command(subcommand)]
    Mine(Mined),
    /// Train classifiers on labeled pages, bit for bit, or check existing ones
    #[command(subcommand)]
    Train(Trained),
    /// Record pages as a real browser lays them out, into snapshots for --snapshots
    Record(Record),
    /// Compare the one-click path with the floors it must keep
    Gate(Gate),
    /// Write a digest of all outputs for each page, and compare it with another
    Outputs(Outputs),
    /// Write the formulas of pages as MathML and as the LaTeX made from that
    Formulas(Formulas),
    /// Count the articles that are the same after they were Markdown
    RoundTrip(RoundTrip),
    /// Measure what pages cost natively: CPU time beside dom_smoothie, instructions, jobs
    Bench(Bench),
    /// List the further pages that are found of articles that their sites divide
    Pagers(Pagers),
    /// List the pages that show only the beginning of their text, by all evidence
    Walls(Walls),
    /// Measure how well comments are found, by system
    Discussions(Discussions),
    /// Measure the gain of one page's corrections on the other pages of its site
    Corrections(Corrections),
    /// Make a labeled page of a problem report
    AddReport(AddReport),
    /// Measure the effect of replacing texts by others of the same shape, as in problem reports
    Anonymize(Anonymize),
    /// Measure how often a quick check of a page finds an article if the core does, and find its
    /// weights
    Readerable(Readerable),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use pith::methods::Method;

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
