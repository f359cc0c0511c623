//! Standard output and standard error.

use std::io::{self, Write};

use anyhow::{Context, Result};

/// Writes a message to standard error.
#[expect(clippy::print_stderr, reason = "all messages are written here")]
pub(crate) fn note(message: &str) {
    eprintln!("lab: {message}");
}

/// Writes results to standard output.
pub(crate) fn say(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.context("cannot write to standard output")
}
