//! `pith`, the command line: finds the article in a page that was saved or recorded.
//!
//! All input and output happens here; the library decides what is found.

mod arguments;
mod batch;
mod corrections;
mod explain;
mod extract;
mod failure;
mod files;
mod generate;
mod input;
mod options;
mod parse;
mod print;
mod scores;

use std::alloc::System;
use std::io::{self, Write};
use std::process::ExitCode;

use cap::Cap;

use self::failure::Failure;
use self::parse::options;

/// Counts what is allocated, so that a worker of `pith batch` can have a limit.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !failure.message.is_empty() {
                // If standard error is closed, only the exit code is left.
                let _ = writeln!(io::stderr(), "pith: {}", failure.message);
            }
            ExitCode::from(failure.code)
        }
    }
}

/// Runs the command that the command line names.
fn run() -> Result<(), Failure> {
    let matches = match arguments::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) if !error.use_stderr() => {
            // Help and version, in color if the terminal supports it.
            return Ok(error.print()?);
        }
        Err(error) => return Err(Failure::usage(parse::sentence(&error))),
    };
    let Some((name, given)) = matches.subcommand() else {
        return Err(Failure::usage("no command is given"));
    };
    match name {
        "extract" => extract::run(&options(given)?),
        "batch" => batch::run(&options(given)?),
        "scores" => scores::run(&options(given)?),
        "completions" => generate::completions(given),
        _ => generate::man(),
    }
}
