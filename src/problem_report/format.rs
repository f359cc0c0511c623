//! The name and the version of the file format.

/// The format name of these files.
pub(super) const FORMAT: &str = "pith-problem-report";

/// The version of the format. Must be increased if programs for the previous version would misread
/// the file.
pub(super) const VERSION: u32 = 1;
