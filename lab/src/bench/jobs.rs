//! Compares the wall-clock time of a batch with one and with two jobs.

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use serde_json::json;

use super::median::median;

/// Pages of a batch: enough that the start of the program is negligible.
const BATCH: usize = 200;

/// Median seconds for [`BATCH`] pages.
#[derive(Debug, Serialize)]
pub(super) struct Jobs {
    /// Time with one job.
    one: f64,
    /// Time with two jobs.
    two: f64,
    /// Time with one job divided by that with two.
    ratio: f64,
}

impl fmt::Display for Jobs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { one, two, ratio } = self;
        write!(
            f,
            "{BATCH} pages: {one:.2} s with one job, {two:.2} s with two; ratio {ratio:.2}"
        )
    }
}

/// Runs `pith batch` on the pages with one job and with two alternately, `rounds` times. The pages
/// are repeated to fill a batch. `None` on a machine with one core.
///
/// # Errors
///
/// If the program can't be run or fails.
pub(super) fn measure(pith: &Path, pages: &[PathBuf], rounds: u32) -> Result<Option<Jobs>> {
    if thread::available_parallelism().is_ok_and(|cores| cores.get() < 2) {
        return Ok(None);
    }
    let requests = requests(pages);
    let (mut one, mut two) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        one.push(seconds(pith, &requests, 1)?);
        two.push(seconds(pith, &requests, 2)?);
    }
    let (one, two) = (median(&mut one), median(&mut two));
    Ok(Some(Jobs {
        one,
        two,
        ratio: one / two,
    }))
}

/// Returns [`BATCH`] requests for `pith batch`, cycling through the pages.
fn requests(pages: &[PathBuf]) -> String {
    let pages = pages.iter().cycle().take(BATCH);
    let lines = pages.map(|page| format!("{}\n", json!({ "html_path": page })));
    lines.collect()
}

fn seconds(pith: &Path, requests: &str, jobs: u32) -> Result<f64> {
    let start = Instant::now();
    let mut batch = Command::new(pith)
        .args(["batch", "--jobs", &jobs.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {}", pith.display()))?;
    if let Some(mut input) = batch.stdin.take() {
        let written = input.write_all(requests.as_bytes());
        written.with_context(|| format!("cannot send requests to {}", pith.display()))?;
    }
    let status = batch.wait()?;
    if !status.success() {
        bail!("{} batch failed ({status})", pith.display());
    }
    Ok(start.elapsed().as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batch_cycles_through_the_pages() {
        let requests = requests(&["a.html".into(), "b \"c\".html".into()]);
        let lines: Vec<&str> = requests.lines().collect();
        assert_eq!(lines.len(), BATCH);
        assert_eq!(lines[2], "{\"html_path\":\"a.html\"}");
        assert_eq!(lines[1], "{\"html_path\":\"b \\\"c\\\".html\"}");
    }

    #[test]
    fn error_names_the_missing_program() {
        let error = seconds(Path::new("nowhere/pith"), "", 1).expect_err("nowhere");
        assert!(error.to_string().contains("nowhere/pith"));
    }
}
