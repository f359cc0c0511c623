//! Checks of custom colors and custom CSS.

pub mod colours;
pub mod sheet;
