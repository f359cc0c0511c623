//! Parses bytes as HTML. All invariants of the result must hold for any bytes.

#![no_main]

#[path = "../../tests/checks/mod.rs"]
mod checks;
mod limits;

use libfuzzer_sys::fuzz_target;
use pith::source::html;
use pith::page::Limits;

fuzz_target!(|bytes: &[u8]| {
    limits::in_time(bytes.len(), || {
        if let Ok(page) = html::read_bytes(bytes, None, "https://example.org/a", Limits::default())
        {
            checks::page(&page);
        }
    });
});
