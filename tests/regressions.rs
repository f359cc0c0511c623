//! Runs the checks of the fuzz targets on their seeds and on inputs that once failed.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod checks;

use std::alloc::System;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use cap::Cap;
use pith::page::{Limits, Page};
use pith::problem_report::{Report, is_report};
use pith::source::{html, snapshot};

/// Ends the tests before they use all memory.
#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, MAX_MEMORY);

/// Maximum bytes for all tests of this file. Each input is small.
const MAX_MEMORY: usize = 100_000_000;

/// Maximum time for a file and all checks, enough for an unoptimized build on a busy machine.
const MAX_TIME: Duration = Duration::from_secs(30);

fn page(bytes: &[u8]) -> Page {
    if snapshot::is_snapshot(bytes) {
        return snapshot::read(bytes).unwrap();
    }
    html::read_bytes(bytes, None, "https://example.org/a", Limits::default()).unwrap()
}

#[test]
fn seeds_and_regressions_pass_all_checks() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let mut replayed = 0;
    for inner in [
        "seeds/html",
        "seeds/report",
        "seeds/snapshot",
        "regressions",
    ] {
        for entry in fs::read_dir(folder.join(inner)).unwrap() {
            let path = entry.unwrap().path();
            let bytes = fs::read(&path).unwrap();
            let start = Instant::now();
            if is_report(&bytes) {
                checks::report(&Report::read(&bytes).unwrap());
            } else {
                checks::page(&page(&bytes));
            }
            let taken = start.elapsed();
            assert!(taken < MAX_TIME, "{} took {taken:?}", path.display());
            replayed += 1;
        }
    }
    assert!(replayed > 7);
}

#[test]
fn pages_with_hidden_text_round_trip() {
    let words = "Words that are long enough to look like an article. ".repeat(20);
    for html in [
        format!("<video><h1>{words}"),
        format!("<div hidden><main hidden>{words}</main><p>{words}</div>"),
        format!("<div hidden>{words}<h1>a</h1><b>b</b></div>"),
        format!("<article style='visibility: hidden'>{words}<div hidden>{words}"),
    ] {
        let page = page(html.as_bytes());
        checks::snapshot_gives_back(&page);
    }
}
