//! A line of a transcript.

use serde::Serialize;

/// A line that is spoken at once.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// When it begins.
    pub start: f64,
    /// When it ends; `None` if unknown.
    pub end: Option<f64>,
    /// The speaker; `None` if unknown.
    pub speaker: Option<String>,
    /// The words, with single spaces.
    pub text: String,
}
