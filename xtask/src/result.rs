//! The result of every step.

use std::error::Error;

pub(crate) type Result<T> = std::result::Result<T, Box<dyn Error>>;
