//! `lab bench`: the native cost of a page.
//!
//! | figure | of | module |
//! | --- | --- | --- |
//! | CPU time beside `dom_smoothie` | labeled sets and pages | [`contenders`] |
//! | instructions by step | pages, if valgrind is installed | [`mod@instructions`] |
//! | one job beside two | pages | [`jobs`] |
//!
//! Times depend on the machine and its load; ratios of one run can be compared.

mod contenders;
mod instructions;
mod jobs;
mod median;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;

use crate::sets::{self, Pages};
use crate::tabular::Table;
use crate::{note, say};

use contenders::{Measured, Sample};
use instructions::Counts;
use jobs::Jobs;

/// `lab bench`.
#[derive(Args, Debug)]
pub(crate) struct Bench {
    /// HTML files, optionally gzipped
    #[arg(value_name = "PAGE", required_unless_present = "data")]
    pages: Vec<PathBuf>,
    /// Folder with a subfolder per labeled set
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Sets to use, each optionally with the number of pages to use, evenly spread; missing sets
    /// are skipped with a message
    #[arg(
        long = "set",
        value_name = "SET[:N],…",
        value_delimiter = ',',
        requires = "data",
        default_value = "fundus_news:120,mozilla_readability:120,wcxb_dev:120"
    )]
    sets: Vec<String>,
    /// Count instructions only, without measuring times
    #[arg(long, requires = "pages", conflicts_with = "data")]
    instructions: bool,
    /// Number of runs per page; the result is the median
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// The pith binary for instructions and parallel jobs (default: the one beside this program)
    #[arg(long, value_name = "FILE")]
    pith: Option<PathBuf>,
    /// JSON file for the results
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The figures of one run.
#[derive(Debug, Default, Serialize)]
struct Figures {
    /// CPU times, set by set and page by page.
    cpu: Vec<Measured>,
    /// Instructions, page by page; `None` if valgrind isn't installed.
    instructions: Option<Vec<Counts>>,
    /// `None` if there aren't pages, or no second core to run on.
    jobs: Option<Jobs>,
}

/// Runs `lab bench`.
///
/// # Errors
///
/// If a page or set can't be read, the command line is missing or fails, or the figures can't be
/// written.
pub(crate) fn run(options: &Bench) -> Result<()> {
    let figures = if options.instructions {
        let pith = command_line(options.pith.as_deref())?;
        let Some(counted) = instructions(&pith, &options.pages)? else {
            bail!("counting instructions requires valgrind, which is not installed");
        };
        Figures {
            instructions: Some(counted),
            ..Figures::default()
        }
    } else {
        measured(options)?
    };
    match &options.out {
        Some(path) => fs::write(path, serde_json::to_string_pretty(&figures)? + "\n")
            .with_context(|| format!("cannot write {}", path.display())),
        None => Ok(()),
    }
}

/// Measures CPU times, and the other figures if pages are given.
fn measured(options: &Bench) -> Result<Figures> {
    if cfg!(debug_assertions) {
        note("this is a debug build, so its times mean little; use cargo run --release");
    }
    let pith = match &options.pages[..] {
        [] => None,
        _ => Some(command_line(options.pith.as_deref())?),
    };
    let mut cpu = Vec::new();
    for sample in samples(options)? {
        cpu.extend(contenders::measure(&sample, options.rounds));
    }
    say(&cpu_table(&cpu).plain())?;
    let mut figures = Figures {
        cpu,
        ..Figures::default()
    };
    if let Some(pith) = pith {
        figures.instructions = instructions(&pith, &options.pages)?;
        if figures.instructions.is_none() {
            note("skipping instruction counts: valgrind is not installed");
        }
        figures.jobs = jobs::measure(&pith, &options.pages, options.rounds)?;
        match &figures.jobs {
            Some(jobs) => say(&format!("\n{jobs}\n"))?,
            None => note("skipping parallel jobs: this machine has one core"),
        }
    }
    Ok(figures)
}

/// Counts and prints the instructions of each page; `None` if valgrind isn't installed.
fn instructions(pith: &Path, pages: &[PathBuf]) -> Result<Option<Vec<Counts>>> {
    if !instructions::can_count() {
        return Ok(None);
    }
    let counted = pages.iter().map(|page| Counts::of(pith, page));
    let counted = counted.collect::<Result<Vec<_>>>()?;
    say(&format!("\n{}", instructions::table(&counted).plain()))?;
    Ok(Some(counted))
}

/// Returns the command line to measure.
fn command_line(requested: Option<&Path>) -> Result<PathBuf> {
    let path = match requested {
        Some(path) => path.to_owned(),
        None => std::env::current_exe()?.with_file_name("pith"),
    };
    if !path.exists() {
        bail!(
            "{} does not exist; build it with cargo build --release --bin pith, or use --pith",
            path.display()
        );
    }
    Ok(path)
}

/// Reads the requested pages; each set is one sample, and so is each single page.
fn samples(options: &Bench) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    if let Some(data) = &options.data {
        let pages = Pages {
            data: data.clone(),
            sets: options.sets.clone(),
            limit: None,
            snapshots: None,
            frameless: false,
            jobs: None,
            quiet: true,
        };
        for set in sets::open_limited(&pages)? {
            samples.push(Sample::of_set(&set)?);
        }
    }
    for path in &options.pages {
        samples.push(Sample::of_page(path)?);
    }
    Ok(samples)
}

fn cpu_table(cpu: &[Measured]) -> Table {
    let mut table = Table::new([
        "CPU, ms per page",
        "pages",
        "Pith",
        "dom_smoothie",
        "Pith / dom_smoothie",
    ]);
    for measured in cpu {
        table.row([
            measured.sample.clone(),
            measured.pages.to_string(),
            format!("{:.2}", measured.pith),
            format!("{:.2}", measured.dom_smoothie),
            format!("{:.2}", measured.ratio),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::arguments::{Arguments, Command};
    use crate::sets::tests::Folder;

    fn bench(line: &str) -> Result<Bench, clap::Error> {
        match Arguments::try_parse_from(line.split(' '))?.command {
            Command::Bench(options) => Ok(options),
            other => unreachable!("unexpected command {other:?}"),
        }
    }

    #[test]
    fn pages_or_a_folder_are_required() {
        let of_pages = bench("lab bench a.html b.html --rounds 3").expect("pages");
        assert_eq!((of_pages.pages.len(), of_pages.rounds), (2, 3));
        let of_sets = bench("lab bench --data d --set a:2,b").expect("sets");
        assert_eq!(of_sets.sets, ["a:2", "b"]);
        assert_eq!(bench("lab bench --data d").expect("data").sets.len(), 3);
        for wrong in [
            "lab bench",
            "lab bench a.html --set a",
            "lab bench a.html --rounds 0",
            "lab bench --instructions",
            "lab bench --data d --instructions",
        ] {
            assert!(bench(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn missing_binary_error_contains_its_path_and_option() {
        let error = command_line(Some(Path::new("nowhere/pith"))).expect_err("nowhere");
        let error = error.to_string();
        assert!(
            error.contains("nowhere/pith") && error.contains("--pith"),
            "{error}"
        );
    }

    #[test]
    fn each_set_and_each_page_is_a_sample() {
        let folder = Folder::new("bench");
        folder.write("s/truth.jsonl.gz", "{\"id\":\"a\"}\n{\"id\":\"b\"}\n");
        folder.write("s/pages/a.html.gz", "<p>One.");
        folder.write("s/pages/b.html.gz", "<p>Two.");
        folder.write("page.html", "<p>Three.");
        let data = folder.0.display();
        let options = bench(&format!("lab bench {data}/page.html --data {data} --set s"))
            .expect("valid options");
        let samples = samples(&options).expect("samples");
        let pages: Vec<_> = samples
            .iter()
            .map(|s| (s.name.as_str(), s.pages.len()))
            .collect();
        assert_eq!(pages, [("s", 2), ("page.html", 1)]);
    }
}
