//! `pith`, the command line: finds the article in a page that was saved or recorded.
//!
//! All input and output happens here; what is found is the library's to say.

mod arguments;
mod batch;
mod explain;
mod extract;
mod files;
mod input;
mod scores;

use std::alloc::System;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use cap::Cap;

/// Counts what is allocated, so that a worker of `pith batch` can have a limit.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// An error, in one sentence for the user.
#[derive(Debug)]
struct Failure {
    message: String,
    code: u8,
}

impl Failure {
    /// Blames the page or the file.
    fn input(message: impl fmt::Display) -> Self {
        Self {
            message: message.to_string(),
            code: 1,
        }
    }

    /// Blames the command line.
    fn usage(message: impl fmt::Display) -> Self {
        Self {
            message: format!("{message}; see pith --help"),
            code: 2,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            // Whoever reads the output has seen enough.
            return Self {
                message: String::new(),
                code: 0,
            };
        }
        Self::input(format_args!("the output cannot be written: {error}"))
    }
}

fn main() -> ExitCode {
    match arguments::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.message.is_empty() {
                // Nothing is left to do where this cannot be written.
                let _ = writeln!(io::stderr(), "pith: {}", failure.message);
            }
            ExitCode::from(failure.code)
        }
    }
}

/// Returns names as a choice: `a, b or c`.
fn one_of(names: &[&str]) -> String {
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    format!("{} or {last}", others.join(", "))
}

fn print(text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_ref())?;
    Ok(out.flush()?)
}
