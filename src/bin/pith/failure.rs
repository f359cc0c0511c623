//! Errors of the command line.

use std::fmt;
use std::io;

/// An error message for the user, and the exit code.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) message: String,
    pub(crate) code: u8,
}

impl Failure {
    /// Returns an error about a page or file: status 1.
    pub(crate) fn input(message: impl fmt::Display) -> Self {
        Self {
            message: message.to_string(),
            code: 1,
        }
    }

    /// Returns an error about the command line: status 2.
    pub(crate) fn usage(message: impl fmt::Display) -> Self {
        Self {
            message: format!("{message}; see pith --help"),
            code: 2,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            // The reader of the output has closed it.
            return Self {
                message: String::new(),
                code: 0,
            };
        }
        Self::input(format_args!("the output cannot be written: {error}"))
    }
}
