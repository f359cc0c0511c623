//! The name and the version of the file format.

/// What files of this kind call themselves.
pub(super) const FORMAT: &str = "pith-wrong-page";

/// Goes up whenever a program that knows the version before would misread the file.
pub(super) const VERSION: u32 = 1;
