//! Parses bytes as a recorded page: the result is an error, or a page with all invariants.

#![no_main]

#[path = "../../tests/checks/mod.rs"]
mod checks;
mod limits;

use libfuzzer_sys::fuzz_target;
use pith::source::snapshot;

fuzz_target!(|bytes: &[u8]| {
    limits::in_time(bytes.len(), || {
        if let Ok(page) = snapshot::read(bytes) {
            checks::page(&page);
        }
    });
});
