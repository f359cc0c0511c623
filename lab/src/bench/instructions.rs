//! Instruction counts of one page by step, from valgrind's callgrind. They don't depend on the load
//! of the machine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde::Serialize;

use crate::tabular::Table;

/// Steps, each with the possible names of the function that performs it. Which name exists depends
/// on the compiler's inlining.
const STEPS: [(&str, &[&str]); 8] = [
    (
        "html5ever's parse",
        &["html5ever::tokenizer::Tokenizer::run"],
    ),
    ("parse and page", &["pith::source::html::read"]),
    ("metadata", &["pith::metadata::metadata"]),
    ("signals", &["pith::select::signals::Signals::new"]),
    (
        "features",
        &[
            "pith::select::model::features::Features::new",
            "pith::select::model::features::context::Context::new",
        ],
    ),
    ("model", &["pith::select::model::verdict::decide"]),
    (
        "selection",
        &["pith::select::select", "pith::select::select_with"],
    ),
    ("article", &["pith::article::Article::new"]),
];

/// Millions of instructions of one page. A step includes all functions that it calls.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Counts {
    /// The name of the file.
    page: String,
    /// Those of the whole program.
    all: f64,
    /// Those of each step in [`STEPS`]; `None` if none of its functions exists.
    steps: Vec<(&'static str, Option<f64>)>,
    /// All steps after reading the page, divided by html5ever's parse.
    ratio: Option<f64>,
}

/// Returns whether valgrind is installed.
pub(super) fn can_count() -> bool {
    let mut valgrind = Command::new("valgrind");
    let valgrind = valgrind.arg("--version").stdout(Stdio::null());
    valgrind.status().is_ok_and(|status| status.success())
}

impl Counts {
    /// Counts the instructions of `pith extract`.
    ///
    /// # Errors
    ///
    /// If valgrind fails or its output can't be parsed.
    pub(super) fn of(pith: &Path, page: &Path) -> Result<Self> {
        let name = format!("pith-lab-{}.callgrind", std::process::id());
        let file = std::env::temp_dir().join(name);
        let annotation = annotation(pith, page, &file);
        // The file doesn't exist if valgrind failed.
        let _ = fs::remove_file(&file);
        let name = page.file_name().unwrap_or(page.as_os_str());
        Self::read(&name.to_string_lossy(), &annotation?)
    }

    /// Reads the output of `callgrind_annotate --inclusive=yes`.
    fn read(page: &str, annotation: &str) -> Result<Self> {
        let rows: Vec<(f64, String)> = annotation.lines().filter_map(row).collect();
        let count = |names: &[&str]| {
            let mut found = rows.iter().filter(|(_, name)| names.contains(&&**name));
            found.next().map(|&(count, _)| count)
        };
        let Some(all) = count(&["PROGRAM TOTALS"]) else {
            bail!("callgrind_annotate printed no totals; its output format may have changed");
        };
        let steps = STEPS.map(|(step, names)| (step, count(names)));
        let [(_, parse), (_, read), ..] = steps;
        let ratio = parse.zip(read).map(|(parse, read)| (all - read) / parse);
        Ok(Self {
            page: page.to_owned(),
            all,
            steps: steps.to_vec(),
            ratio,
        })
    }
}

/// Runs a page under callgrind and returns its list of functions, the largest first.
fn annotation(pith: &Path, page: &Path, file: &PathBuf) -> Result<String> {
    let mut out = std::ffi::OsString::from("--callgrind-out-file=");
    out.push(file);
    let mut counting = Command::new("valgrind");
    counting.arg("--tool=callgrind").arg(out);
    counting.arg(pith).arg("extract").arg(page);
    output(&mut counting)?;
    let mut annotation = Command::new("callgrind_annotate");
    annotation
        .args(["--inclusive=yes", "--threshold=100"])
        .arg(file);
    output(&mut annotation)
}

/// Runs a program and returns its output.
fn output(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let done = command.output();
    let done = done.with_context(|| format!("cannot start {name}"))?;
    let message = String::from_utf8_lossy(&done.stderr);
    if !done.status.success() {
        bail!("{name} failed ({}): {}", done.status, message.trim());
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}

/// Parses a row, `1,234,567 (12.3%)  FILE:FUNCTION [OBJECT]`. Returns millions of instructions and
/// the function's path without parameters.
fn row(line: &str) -> Option<(f64, String)> {
    let (count, rest) = line.trim_start().split_once(" (")?;
    let count: u64 = count.replace(',', "").parse().ok()?;
    let (_, what) = rest.split_once(')')?;
    let what = what.trim();
    let function = what.split_once(':').map_or(what, |(_, function)| function);
    let function = function
        .rsplit_once(" [")
        .map_or(function, |(name, _)| name);
    Some((count as f64 / 1e6, plain(function)))
}

/// Returns a path without its generic arguments (text in angle brackets).
fn plain(path: &str) -> String {
    let mut depth = 0_u32;
    let mut plain = String::new();
    for letter in path.chars() {
        match letter {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ if depth == 0 => plain.push(letter),
            _ => {}
        }
    }
    plain
}

/// Returns a table with a column for every page.
pub(super) fn table(counted: &[Counts]) -> Table {
    let pages = counted.iter().map(|counts| counts.page.as_str());
    let mut table = Table::new(std::iter::once("millions of instructions").chain(pages));
    let millions = |count: Option<f64>| count.map_or("not found".to_owned(), |c| format!("{c:.1}"));
    let all = counted.iter().map(|counts| millions(Some(counts.all)));
    table.row(std::iter::once("all".to_owned()).chain(all));
    for (place, (step, _)) in STEPS.iter().enumerate() {
        let steps = counted.iter().map(|counts| millions(counts.steps[place].1));
        table.row(std::iter::once((*step).to_owned()).chain(steps));
    }
    let ratios = counted.iter().map(|counts| millions(counts.ratio));
    let name = "without parse and page / html5ever's parse".to_owned();
    table.row(std::iter::once(name).chain(ratios));
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNOTATION: &str = "\
--------------------------------------------------------------------------------
Profile data file 'callgrind.out' (creator: callgrind-3.19.0)
--------------------------------------------------------------------------------
Ir
--------------------------------------------------------------------------------
100,000,000 (100.0%)  PROGRAM TOTALS

Ir                    file:function
142,060 ( 0.14%)  ???:pith::main [/somewhere/pith]
 40,000,000 (40.00%)  ???:pith::select::select_with [/somewhere/pith]
 20,000,000 (20.00%)  src/source/html.rs:pith::source::html::read [/somewhere/pith]
 16,000,000 (16.00%)  ???:html5ever::tokenizer::Tokenizer<pith::Guard<'a>>::run [/somewhere/pith]
  5,000,000 ( 5.00%)  ???:pith::metadata::metadata [/somewhere/pith]
";

    #[test]
    fn steps_are_found_by_function_name() {
        let counts = Counts::read("a.html", ANNOTATION).expect("a listing");
        let found: Vec<_> = counts
            .steps
            .iter()
            .filter_map(|&(step, count)| Some((step, count?)))
            .collect();
        let expected = [
            ("html5ever's parse", 16.0),
            ("parse and page", 20.0),
            ("metadata", 5.0),
            ("selection", 40.0),
        ];
        assert_eq!((counts.all, &found[..]), (100.0, &expected[..]));
        assert_eq!(counts.ratio, Some(5.0));
        let table = table(&[counts]).plain();
        assert!(
            table.contains("signals") && table.contains("not found"),
            "{table}"
        );
    }

    #[test]
    fn output_without_totals_is_rejected() {
        let error = Counts::read("a.html", "Ir\n").expect_err("nothing");
        assert!(error.to_string().contains("no totals"));
    }

    #[test]
    fn error_of_a_failed_program_contains_its_stderr() {
        let error = output(Command::new("sh").args(["-c", "echo no page >&2; exit 3"]));
        let error = error.expect_err("it failed").to_string();
        assert!(
            error.contains("sh failed") && error.contains("no page"),
            "{error}"
        );
    }
}
