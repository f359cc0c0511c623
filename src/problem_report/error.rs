//! Errors of reading reports.

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
    /// No problem report.
    Foreign,
    /// Written by a later version of the program, in this version of the format.
    Newer(u32),
    /// Cut off or changed since it was written.
    Damaged,
    /// The page in it cannot be read.
    Page(SnapshotError),
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str(
                "it is no problem report: give the file that \"Report a problem\" saved",
            ),
            Self::Newer(version) => write!(
                f,
                "it is a report of version {version}, written by a later version of the program: \
                 only versions up to {VERSION} can be read, so update pith"
            ),
            Self::Damaged => {
                f.write_str("the report is damaged: save it again, or have it sent again")
            }
            Self::Page(error) => write!(f, "of the page in the report: {error}"),
        }
    }
}

impl std::error::Error for ReportError {}
