//! Errors in reading reports.

use std::fmt;

use super::VERSION;
use crate::source::snapshot::SnapshotError;

/// The reason why a report can't be read.
///
/// ```
/// use pith::problem_report::ReportError;
///
/// assert!(ReportError::Newer(9).to_string().contains("a later version"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReportError {
    /// Not a problem report.
    Foreign,
    /// Written by a later version of the program, in this version of the format.
    Newer(u32),
    /// Truncated or changed after it was written.
    Damaged,
    /// The page in it can't be read.
    Page(SnapshotError),
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str(
                "it is not a problem report; use the file saved by \"Report a problem\"",
            ),
            Self::Newer(version) => write!(
                f,
                "it is a report of version {version}, written by a later version of the program; \
                 update pith, which reads versions up to {VERSION}"
            ),
            Self::Damaged => {
                f.write_str("the report is damaged; save it again, or ask for another copy")
            }
            Self::Page(error) => write!(f, "its page is unreadable: {error}"),
        }
    }
}

impl std::error::Error for ReportError {}
