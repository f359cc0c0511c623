//! Headings of the notes at the end of a text.
//!
//! The model's columns do not read this list, so it is no part of [`digest`](super::digest).

use super::words;
use crate::compact::lower_case;

const NOTES: &str = include_str!("notes.txt");

/// The longest heading that is compared, in bytes.
const LONGEST: usize = 80;

/// Returns whether a line is the heading of notes.
pub(crate) fn names_notes(line: &str) -> bool {
    let line = line.trim().trim_end_matches([':', '.', '：']).trim_end();
    if line.is_empty() || line.len() > LONGEST {
        return false;
    }
    let line = lower_case::of(line);
    words(NOTES).any(|(_, heading)| heading == line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_known_whatever_their_case_and_mark() {
        for heading in [
            "Notes",
            "FOOTNOTES:",
            " Anmerkungen ",
            "Примечания",
            "脚注",
            "Notes and References",
        ] {
            assert!(names_notes(heading), "{heading}");
        }
        for other in ["", "Notes on the ferry", "Ferry"] {
            assert!(!names_notes(other), "{other}");
        }
    }
}
