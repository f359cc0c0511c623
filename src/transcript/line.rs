//! A line of a transcript.

use serde::Serialize;

/// A line of speech.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Start, in seconds.
    pub start: f64,
    /// End, in seconds; `None` if unknown.
    pub end: Option<f64>,
    /// The speaker; `None` if unknown.
    pub speaker: Option<String>,
    /// The text, with single spaces.
    pub text: String,
}
