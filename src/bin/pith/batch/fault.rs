//! Injected faults for tests; not in release builds.

use std::hint::black_box;
use std::{env, process, thread};

use super::worker_request::WorkerRequest;

/// Environment variable that enables faults.
const VARIABLE: &str = "PITH_TEST_FAULTS";

/// Origin of the faulty pages; their path names the fault.
const ORIGIN: &str = "https://fault.test/";

/// Bytes of each allocation of a page that allocates without end.
const PIECE: usize = 1 << 20;

pub(super) fn inject(worker_request: &WorkerRequest<'_>) {
    let url = match worker_request {
        WorkerRequest::File(page) => page.url.as_deref(),
        WorkerRequest::Capture { url, .. } => Some(*url),
    };
    let fault = url.and_then(|url| url.strip_prefix(ORIGIN));
    if env::var_os(VARIABLE).is_none() {
        return;
    }
    match fault {
        Some("hang") => loop {
            thread::park();
        },
        Some("grow") => grow(),
        Some("overflow") => {
            black_box(deeper(black_box(1)));
        }
        Some("abort") => process::abort(),
        Some("exit") => process::exit(0),
        Some("panic") => panic!("a panic for the tests"),
        _ => {}
    }
}

fn grow() {
    let mut pieces = Vec::new();
    loop {
        pieces.push(black_box(vec![1_u8; PIECE]));
    }
}

fn deeper(level: u64) -> u64 {
    match black_box(level) {
        0 => 0,
        level => deeper(level + 1) + black_box(level),
    }
}
