//! White space that only a style sheet makes: a number and the paragraph that it counts, a label and its
//! value, each in an element of its own with nothing between them.

use crate::page::{NodeId, Page, Tag};

/// The most elements of such a line: a number, a label, a value and what may stand beside them.
const MOST_PARTS: usize = 6;

/// Returns whether an inline element stands apart from the one before it although no white space parts
/// them: both are all that a line holds, and what they say does not go on in one word. `Built` and
/// `1702` do not, a letter that is set larger and the rest of its word do.
pub(super) fn is_apart(page: &Page, node: NodeId) -> bool {
    if !is_part(page, node) {
        return false;
    }
    let Some(parent) = page.parent(node).filter(|&parent| page.is_block(parent)) else {
        return false;
    };
    let mut before = None;
    for (number, child) in page.children(parent).enumerate() {
        if number > 2 * MOST_PARTS {
            return false;
        }
        let is_blank = page.is_text(child) && page.text(child).trim().is_empty();
        if !is_blank && !is_part(page, child) {
            return false;
        }
        if child < node {
            before = Some(child);
        }
    }
    before.is_some_and(|before| {
        page.end(before) == node && parts_words(page.raw_text(before), page.raw_text(node))
    })
}

/// Returns whether an element may be a part of such a line.
fn is_part(page: &Page, node: NodeId) -> bool {
    let is_inline = matches!(
        page.tag(node),
        Tag::Span | Tag::B | Tag::Strong | Tag::Label | Tag::Em | Tag::Small | Tag::A | Tag::Time
    );
    let style = page.style(node);
    is_inline && !page.is_block(node) && !style.monospace && !style.preformatted
}

/// Returns whether the end of one text and the beginning of the next are no word together.
fn parts_words(before: &str, after: &str) -> bool {
    let mut ends = before.chars().rev();
    let mut begins = after.chars();
    let (Some(last), Some(first)) = (ends.next(), begins.next()) else {
        return false;
    };
    let is_long = |text: &str| text.chars().nth(1).is_some();
    if last.is_ascii_digit() || last.is_lowercase() {
        let is_other = first.is_uppercase() || last.is_lowercase() && first.is_ascii_digit();
        // `iPhone`, `3D`.
        let is_word = ends.next().is_some() || last.is_ascii_digit();
        return is_other && is_word && is_long(after);
    }
    // A number ends with these, and so does a label with a colon; names of programs go on.
    let is_number = before.chars().any(char::is_numeric)
        && before
            .chars()
            .all(|c| c.is_numeric() || matches!(c, '(' | '[' | ')' | ']' | '.' | '§' | ' '));
    let is_label = last == ':' && !before.ends_with("::");
    (is_number || is_label) && first.is_alphanumeric() && is_long(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_word_together_is_parted() {
        for (before, after) in [
            ("(1)", "The mill is kept."),
            ("2.", "Das Rad dreht sich."),
            ("Built", "1702"),
            ("Height", "Six metres"),
            ("12", "Towns of the valley"),
            ("Datum:", "morgen"),
        ] {
            assert!(parts_words(before, after), "{before}{after}");
        }
        for (before, after) in [
            ("T", "he mill"),
            ("i", "Phone"),
            ("3", "D"),
            ("$", "19"),
            ("19", "99"),
            ("un", "likely"),
            ("Built ", "1702"),
            ("quay.", "moor"),
            ("quay::", "moor"),
            ("", "a"),
        ] {
            assert!(!parts_words(before, after), "{before}{after}");
        }
    }
}
