//! The laboratory: measures Pith's methods on labeled pages, and makes their trained data.
//!
//! | command | does |
//! | --- | --- |
//! | `lab evaluate` | runs methods on sets; tables, CSV and an HTML report with plots |
//! | `lab score` | scores rows that `pith batch` or another extractor wrote |
//! | `lab structure` | scores headings, code blocks, notes and the like beside labeled HTML |
//! | `lab metadata` | counts titles, authors and dates that are right, wrong and absent |
//! | `lab tables` | repeats the papers' experiments, beside the papers' figures |
//! | `lab chart` | draws accuracy by set beside the best other extractor, out of `docs/results.md` |
//! | `lab mine`, `lab train` | make the methods' mined rules and trained classifiers, or check them |
//! | `lab gate` | compares the one-click path with the floors it must keep |
//! | `lab outputs` | writes digests of all outputs for each page, to compare before and after a change |
//! | `lab formulas` | writes the formulas of pages and the LaTeX made from them, which `lab/formulas.mjs` compares with a renderer |
//! | `lab round-trip` | counts the articles that are the same after they were Markdown |
//! | `lab discussions` | measures how well comments are found |
//! | `lab corrections` | measures the gain of one page's corrections on its site |
//! | `lab readerable` | measures how often a quick check finds an article if the core does, and finds its weights |
//! | `lab pagers` | lists the further pages that are found of divided articles |
//! | `lab walls` | lists the pages that show only the beginning of their text, by all evidence |
//! | `lab bench` | measures time beside `dom_smoothie`, instructions by step, and two jobs beside one |
//! | `lab add-report` | makes a labeled page of a user's saved report |
//! | `lab anonymize` | measures the effect of replacing texts by others of the same shape, as in reports |
//! | `lab record` | has a real browser lay pages out, for `--snapshots` |
//!
//! It is a member of the workspace and never shipped.

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
