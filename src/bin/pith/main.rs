//! `pith`, the command line: finds the article in a saved or recorded page.
//!
//! All input and output happens here; the library makes the decisions about content.

mod allocator;
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

use std::io::{self, Write};
use std::process::ExitCode;

use self::failure::Failure;
use self::parse::options;

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

/// Runs the requested command.
fn run() -> Result<(), Failure> {
    let matches = match arguments::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) if !error.use_stderr() => {
            // Help and version, in color if the terminal supports it.
            return Ok(error.print()?);
        }
        Err(error) => return Err(Failure::usage(parse::sentence(&error))),
    };
    let Some((name, args)) = matches.subcommand() else {
        return Err(Failure::usage("no command given"));
    };
    match name {
        "extract" => extract::run(&options(args)?),
        "batch" => batch::run(&options(args)?),
        "scores" => scores::run(&options(args)?),
        "completions" => generate::completions(args),
        _ => generate::man(),
    }
}
