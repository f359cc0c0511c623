//! Headings of notes at the end of a text.
//!
//! The model's columns don't use this list, so it isn't part of [`digest`](super::digest).

use crate::compact::{lower_case, words};
use crate::page::{Attr, NodeId, Page};

const NOTES: &str = uncommented!("notes.txt");

/// Maximum bytes of a heading that is compared.
const MAX_HEADING_BYTES: usize = 80;

/// Returns whether a line is a heading of notes.
pub(crate) fn names_notes(line: &str) -> bool {
    let line = line.trim().trim_end_matches([':', '.', '：']).trim_end();
    if line.is_empty() || line.len() > MAX_HEADING_BYTES || line.contains('\n') {
        return false;
    }
    let line = lower_case::of(line);
    // A search in the whole list is faster than a comparison with each line.
    let is_whole = |(at, _): (usize, &str)| {
        NOTES[..at].ends_with('\n') && NOTES[at + line.len()..].starts_with('\n')
    };
    NOTES.match_indices(&*line).any(is_whole)
}

/// Words in the names of boxes with notes.
const NAMES: &str = "footnotes footnote endnotes endnote notes fn fnlist fussnoten refs references";

/// Returns whether the class, id or role of an element is that of a box with notes.
pub(crate) fn is_named_notes(page: &Page, node: NodeId) -> bool {
    let names = [Attr::Class, Attr::Id, Attr::Role].into_iter();
    let mut names = names.filter_map(|name| page.attr(node, name));
    names.any(|name| {
        let mut parts = name.split(|c: char| !c.is_ascii_alphabetic());
        parts.any(|part| words::holds(NAMES, &part.to_ascii_lowercase()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_list_is_a_heading_except_comments() {
        for line in NOTES.lines().filter(|line| !line.is_empty()) {
            assert_eq!(names_notes(line), !line.starts_with('#'), "{line}");
        }
        assert!(NOTES.ends_with('\n'));
    }

    #[test]
    fn headings_are_recognized_regardless_of_case_and_punctuation() {
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
