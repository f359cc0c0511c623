//! Checks of custom colors and custom CSS.

pub mod colors;
pub mod sheet;
