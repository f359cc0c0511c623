//! Peak memory of a page of many short blocks, per byte of its source.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write;

use peak_alloc::PeakAlloc;
use pith::extract::one_click;
use pith::page::Limits;
use pith::source::html;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Maximum bytes of peak memory per byte of the source, for blocks of 60 bytes of source. Rows of
/// evidence for all blocks at once would need 12 more.
const PER_BYTE: f64 = 21.0;

#[test]
fn peak_memory_of_long_pages_is_limited() {
    let mut source = String::from("<title>The islands</title><main><h1>The islands</h1>");
    for i in 0..30_000 {
        writeln!(
            source,
            "<h2>Island number {i}</h2><p>The ferry calls at island {i} on two days of the \
             week, and not at all when the sea is high.</p>"
        )
        .unwrap();
    }
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let page = html::read(&source, "", Limits::default()).unwrap();
    let extraction = one_click(&page);
    assert!(extraction.article.html().len() > source.len() / 2);
    let per_byte = (MEMORY.peak_usage() - before) as f64 / source.len() as f64;
    assert!(per_byte < PER_BYTE, "{per_byte:.1} bytes per byte");
}
