//! Growth of instructions and memory with hostile pages: `./build.sh growth [SHAPE...]` prints a
//! table, and fails if anything grows faster than allowed.
//!
//! Each shape is read in four sizes, each twice the one before, by a process of its own under
//! valgrind's cachegrind. So the counts are the same on every machine and under any load.

mod shapes;

use std::env;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use peak_alloc::PeakAlloc;
use pith::extract::{Report, one_click};
use pith::page::Limits;
use pith::source::html;

use shapes::{SHAPES, Shape};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// A count may grow with this power of the size at most: O(n log n) stays below it.
const MAX_EXPONENT: f64 = 1.15;

/// Sizes in pieces, as factors of a shape's smallest.
const FACTORS: [usize; 4] = [1, 2, 4, 8];

/// Cost of a page of a shape.
#[derive(Clone, Copy)]
struct Cost {
    instructions: f64,
    /// Bytes at the peak.
    memory: f64,
}

fn main() -> Result<ExitCode> {
    // Cargo passes `--bench` to every benchmark.
    let arguments = env::args().skip(1).filter(|argument| argument != "--bench");
    let arguments: Vec<String> = arguments.collect();
    if let [flag, name, pieces] = &arguments[..]
        && flag == "--once"
    {
        println!("{}", peak(named(name)?, pieces.parse()?));
        return Ok(ExitCode::SUCCESS);
    }
    let chosen: Vec<&Shape> = if arguments.is_empty() {
        SHAPES.iter().collect()
    } else {
        let chosen = arguments.iter().map(|name| named(name));
        chosen.collect::<Result<_>>()?
    };
    println!(
        "{:16} {:>9} {:>14} {:>7} {:>12} {:>7}",
        "shape", "bytes", "instructions", "power", "memory", "power"
    );
    let mut are_within = true;
    for shape in chosen {
        are_within &= measure(shape)?;
    }
    if !are_within {
        println!("above n^{MAX_EXPONENT}: see the lines with !");
    }
    Ok(if are_within {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn named(name: &str) -> Result<&'static Shape> {
    let found = SHAPES.iter().find(|shape| shape.name == name);
    found.with_context(|| {
        let known: Vec<&str> = SHAPES.iter().map(|shape| shape.name).collect();
        format!("there is no shape {name}: they are {}", known.join(", "))
    })
}

/// Prints the row of a shape. Returns whether its growth is within the limit.
fn measure(shape: &Shape) -> Result<bool> {
    let empty = cost(shape, 1)?;
    let mut costs = Vec::new();
    for factor in FACTORS {
        let Cost {
            instructions,
            memory,
        } = cost(shape, shape.pieces * factor)?;
        costs.push(Cost {
            instructions: instructions - empty.instructions,
            memory: memory - empty.memory,
        });
    }
    let [first, .., half, last] = costs[..] else {
        bail!("too few sizes");
    };
    // Instructions by the last step, in which fast growth weighs most. Vectors double, so the
    // memory of one step is inconclusive.
    let instructions = (last.instructions / half.instructions).log2();
    let steps = (FACTORS.len() - 1) as f64;
    let memory = (last.memory / first.memory).log2() / steps;
    let mark = |power: f64| if power > MAX_EXPONENT { "!" } else { " " };
    println!(
        "{:16} {:>9} {:>14} {:>6.2}{} {:>12} {:>6.2}{}",
        shape.name,
        (shape.write)(shape.pieces * FACTORS[FACTORS.len() - 1]).len(),
        last.instructions,
        instructions,
        mark(instructions),
        last.memory,
        memory,
        mark(memory),
    );
    Ok(instructions <= MAX_EXPONENT && memory <= MAX_EXPONENT)
}

/// Runs this program for one page under valgrind.
fn cost(shape: &Shape, pieces: usize) -> Result<Cost> {
    let mut counting = Command::new("valgrind");
    counting
        .args([
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=/dev/null",
        ])
        .args(["--main-stacksize=8388608"])
        .arg(env::current_exe()?)
        .args(["--once", shape.name, &pieces.to_string()])
        .env_clear();
    let done = counting.output().context("valgrind does not start")?;
    let message = String::from_utf8_lossy(&done.stderr);
    // Versions of valgrind differ in the spaces.
    let count = message.lines().find_map(|line| {
        let (counted, count) = line.split_once("refs:")?;
        counted.trim_end().ends_with('I').then_some(count)
    });
    let (Some(count), true) = (count, done.status.success()) else {
        bail!("{} with {pieces} pieces: {}", shape.name, message.trim());
    };
    Ok(Cost {
        instructions: count.trim().replace(',', "").parse()?,
        memory: String::from_utf8_lossy(&done.stdout).trim().parse()?,
    })
}

/// Reads a page and writes all outputs. Returns the bytes at the peak.
fn peak(shape: &Shape, pieces: usize) -> usize {
    let html = (shape.write)(pieces);
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    if let Ok(page) = html::read(&html, "https://example.org/a", Limits::default()) {
        let found = one_click(&page);
        let report = Report::new(&page, &found);
        // Only the cost of the output matters, not its content.
        let _ = serde_json::to_vec(&report);
        let article = found.with_thread(&page).article;
        for written in [article.html(), article.text(), article.markdown()] {
            std::hint::black_box(written);
        }
    }
    MEMORY.peak_usage() - before
}
