//! Bytes as a report of a wrong page: an error, or a page and an article for which everything holds.

#![no_main]

#[path = "../../tests/checks/mod.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;
use pith::wrong_page::Report;

fuzz_target!(|bytes: &[u8]| {
    checks::in_time(bytes.len(), || {
        if let Ok(report) = Report::read(bytes) {
            checks::report(&report);
        }
    });
});
