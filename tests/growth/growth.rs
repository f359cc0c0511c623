//! Growth of instructions and memory with hostile pages: `./build.sh growth [SHAPE...]` prints a
//! table, and fails if anything grows faster than allowed.
//!
//! Each page is read by a process of its own, whose instructions valgrind's cachegrind counts. So
//! the figures are the same on every machine and under any load.

mod shapes;

use std::env;
use std::process::{Command, ExitCode, Output};

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

/// Sizes in pieces at which instructions are counted, as factors of a shape's smallest. At one and
/// two they aren't: costs that don't grow weigh more there, so growth that is too fast shows later.
const FACTORS: [usize; 2] = [4, 8];

/// Sizes at which memory is measured: larger ones, so that the megabyte every page takes has no
/// weight, and further apart, since vectors double.
const MEMORY_FACTORS: [usize; 2] = [8, 32];

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
    let empty = instructions(shape, 1)?;
    let count =
        |factor| Ok::<_, anyhow::Error>(instructions(shape, shape.pieces * factor)? - empty);
    let (half, whole) = (count(FACTORS[0])?, count(FACTORS[1])?);
    let peak = |factor| memory(shape, shape.pieces * factor);
    let (small, large) = (peak(MEMORY_FACTORS[0])?, peak(MEMORY_FACTORS[1])?);
    let powers = [
        power(half, whole, FACTORS),
        power(small, large, MEMORY_FACTORS),
    ];
    let mark = |power: f64| if power > MAX_EXPONENT { "!" } else { " " };
    println!(
        "{:16} {:>9} {:>14} {:>6.2}{} {:>12} {:>6.2}{}",
        shape.name,
        (shape.write)(shape.pieces * FACTORS[1]).len(),
        whole,
        powers[0],
        mark(powers[0]),
        large,
        powers[1],
        mark(powers[1]),
    );
    Ok(powers.iter().all(|&power| power <= MAX_EXPONENT))
}

/// Returns the power of the size with which a count grows between two factors.
fn power(small: f64, large: f64, [from, to]: [usize; 2]) -> f64 {
    (large / small).log2() / (to as f64 / from as f64).log2()
}

/// Returns the instructions of one page, counted by valgrind.
fn instructions(shape: &Shape, pieces: usize) -> Result<f64> {
    let mut counting = Command::new("valgrind");
    counting
        .args([
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=/dev/null",
        ])
        .args(["--main-stacksize=8388608"])
        .arg(env::current_exe()?);
    let done = once(&mut counting, shape, pieces)?;
    let message = String::from_utf8_lossy(&done.stderr);
    // Versions of valgrind differ in the spaces.
    let count = message.lines().find_map(|line| {
        let (counted, count) = line.split_once("refs:")?;
        counted.trim_end().ends_with('I').then_some(count)
    });
    let count = count.with_context(|| format!("valgrind counts nothing: {message}"))?;
    Ok(count.trim().replace(',', "").parse()?)
}

/// Returns the bytes of memory at the peak of one page.
fn memory(shape: &Shape, pieces: usize) -> Result<f64> {
    let done = once(&mut Command::new(env::current_exe()?), shape, pieces)?;
    Ok(String::from_utf8_lossy(&done.stdout).trim().parse()?)
}

/// Runs this program for one page, by itself or under another program.
fn once(program: &mut Command, shape: &Shape, pieces: usize) -> Result<Output> {
    let arguments = ["--once", shape.name, &pieces.to_string()];
    let done = program.args(arguments).env_clear().output();
    let done = done.with_context(|| format!("{program:?} does not start"))?;
    if !done.status.success() {
        let message = String::from_utf8_lossy(&done.stderr);
        bail!("{} with {pieces} pieces: {}", shape.name, message.trim());
    }
    Ok(done)
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
