//! A line of a transcript.

use serde::Serialize;

/// What is said at once.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// When it begins.
    pub start: f64,
    /// When it ends; `None` where nothing says so.
    pub end: Option<f64>,
    /// Who says it; `None` where nothing says so.
    pub speaker: Option<String>,
    /// The words, with single spaces.
    pub text: String,
}
