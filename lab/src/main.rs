//! The laboratory: measures Pith's methods on labeled pages, and builds their trained data.
//!
//! | command | does |
//! | --- | --- |
//! | `lab evaluate` | runs methods on sets; prints tables, and writes CSV files and an HTML report with plots |
//! | `lab score` | scores rows that `pith batch` or another extractor wrote |
//! | `lab structure` | scores headings, code blocks, notes, and the like against labeled HTML |
//! | `lab metadata` | counts right, wrong, and missing titles, authors, and dates |
//! | `lab tables` | repeats the papers' experiments, and prints the papers' results beside ours |
//! | `lab chart` | plots accuracy by set against the best other extractor, from `docs/results.md` |
//! | `lab mine`, `lab train` | write the methods' mined rules and trained classifiers, or check them |
//! | `lab gate` | checks the accuracy of the one-click path against its floors |
//! | `lab outputs` | writes a digest of all outputs of each page, for comparison before and after a change |
//! | `lab formulas` | writes the formulas of pages as MathML and converted to LaTeX; `lab/formulas.mjs` checks them with a renderer |
//! | `lab round-trip` | counts the articles that survive a round trip through Markdown |
//! | `lab discussions` | measures the accuracy of comment detection |
//! | `lab corrections` | measures how corrections of one page improve the other pages of its site |
//! | `lab readerable` | measures how often the quick check agrees with the core, and fits its weights |
//! | `lab pagers` | lists the next pages detected for articles that are split into several |
//! | `lab walls` | lists the pages detected as paywalled, with the evidence |
//! | `lab bench` | measures CPU time against `dom_smoothie`, instructions by step, and two jobs against one |
//! | `lab add-report` | adds a problem report to a set as a labeled page |
//! | `lab anonymize` | measures the effect of anonymizing texts, as in problem reports |
//! | `lab record` | records pages with their layout in a real browser, for `--snapshots` |
//!
//! It's a member of the workspace and is never shipped.

mod arguments;
mod bench;
mod chart;
mod console;
mod corpus;
mod corrections;
mod discussions;
mod evaluate;
mod folds;
mod formulas;
mod frame;
mod gate;
mod labels;
mod metadata;
mod outputs;
mod pagers;
mod problem_reports;
mod readerable;
mod record;
mod report;
mod round_trip;
mod rows;
mod runner;
mod score;
mod sets;
mod siblings;
mod structure;
mod tables;
mod tabular;
mod training;
mod truth_pages;
mod walls;
mod workers;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};
use console::{note, say};
use workers::workers;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match &arguments.command {
        Command::Evaluate(options) => report::evaluate(options),
        Command::Score(options) => report::score(options),
        Command::Structure(options) => structure::run(options),
        Command::Metadata(options) => metadata::run(options),
        Command::Tables(options) => tables::run(options),
        Command::Chart(options) => chart::run(options),
        Command::Mine(what) => training::mine(what),
        Command::Train(what) => training::train(what),
        Command::Record(options) => record::run(options),
        Command::Gate(options) => gate::run(options),
        Command::Outputs(options) => outputs::run(options),
        Command::Formulas(options) => formulas::run(options),
        Command::RoundTrip(options) => round_trip::run(options),
        Command::Bench(options) => bench::run(options),
        Command::Pagers(options) => pagers::run(options),
        Command::Walls(options) => walls::run(options),
        Command::Readerable(options) => readerable::run(options),
        Command::Discussions(options) => discussions::run(options),
        Command::Corrections(options) => corrections::run(options),
        Command::AddReport(options) => problem_reports::add(options),
        Command::Anonymize(options) => problem_reports::anonymize(options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            note(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}
