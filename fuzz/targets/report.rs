//! Parses bytes as a problem report: the result is an error, or a page and an article with all
//! invariants.

#![no_main]

#[path = "../../tests/checks/mod.rs"]
mod checks;
mod limits;

use libfuzzer_sys::fuzz_target;
use pith::problem_report::Report;

fuzz_target!(|bytes: &[u8]| {
    limits::in_time(bytes.len(), || {
        if let Ok(report) = Report::read(bytes) {
            checks::report(&report);
        }
    });
});
