//! Passes bytes to the hand-written parser that the variable PARSER names. It must finish, in time
//! and memory proportional to their length.

#![no_main]

mod limits;

use std::env;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use peak_alloc::PeakAlloc;
use pith::fuzzing::{Target, targets};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Bytes of memory allowed for any input, and additionally per byte of input.
const MAX_MEMORY: (usize, usize) = (16 << 20, 64);

static PARSER: LazyLock<Target> = LazyLock::new(|| {
    let name = env::var("PARSER").unwrap_or_default();
    let named = targets().find(|(known, _)| *known == name);
    *named.unwrap_or_else(|| {
        let known: Vec<&str> = targets().map(|(name, _)| *name).collect();
        panic!("PARSER is one of {}", known.join(", "))
    })
});

fuzz_target!(|bytes: &[u8]| {
    let (_, parse) = *PARSER;
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    limits::in_time(bytes.len(), || parse(bytes));
    let used = MEMORY.peak_usage().saturating_sub(before);
    let most = MAX_MEMORY.0 + MAX_MEMORY.1 * bytes.len();
    assert!(
        used <= most,
        "{} bytes took {used} bytes of memory",
        bytes.len()
    );
});
