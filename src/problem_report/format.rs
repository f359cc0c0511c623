//! The name and the version of the file format.

/// Format name in files of this kind.
pub(super) const FORMAT: &str = "pith-problem-report";

/// Must be increased if a program for the version before would misread the file.
pub(super) const VERSION: u32 = 1;
