//! Concatenates texts of nodes on one line.

use std::borrow::Cow;

use super::{TextCounts, collapse_from};

/// A line to which texts are appended. If their counts show that all white space is single spaces,
/// it is only trimmed, without another pass.
#[derive(Debug)]
pub(crate) struct Joined<'a> {
    text: Cow<'a, str>,
    /// The byte of `text` at which the line begins.
    start: usize,
    is_even: bool,
}

impl<'a> Joined<'a> {
    /// Starts a line with a text, which is borrowed until something is added.
    pub(crate) fn new(text: &'a str, counts: &TextCounts) -> Self {
        Self {
            text: Cow::Borrowed(text),
            start: 0,
            is_even: has_single_spaces(text, counts),
        }
    }

    /// Starts an empty line at the end of a string.
    pub(crate) fn after(before: String) -> Self {
        Self {
            start: before.len(),
            text: Cow::Owned(before),
            is_even: true,
        }
    }

    /// Adds a text.
    pub(crate) fn push(&mut self, text: &str, counts: &TextCounts) {
        let meets = text.starts_with(' ') && self.text[self.start..].ends_with(' ');
        self.is_even &= has_single_spaces(text, counts) && !meets;
        self.text.to_mut().push_str(text);
    }

    /// Returns the number of bytes of the line so far.
    pub(crate) fn len(&self) -> usize {
        self.text.len() - self.start
    }

    /// Returns the string given to [`after`](Self::after), if any, followed by the line, which is
    /// trimmed and has every run of white space collapsed to one space.
    pub(crate) fn finish(self) -> Cow<'a, str> {
        let (mut text, start) = (self.text, self.start);
        match &mut text {
            Cow::Borrowed(text) if self.is_even => *text = text.trim_matches(' '),
            Cow::Owned(text) if self.is_even => {
                if text[start..].ends_with(' ') {
                    text.pop();
                }
                if text[start..].starts_with(' ') {
                    text.remove(start);
                }
            }
            text => collapse_from(text.to_mut(), start),
        }
        text
    }
}

/// Returns whether the white space of a text is known to be single spaces. Text that is never
/// rendered has no counts.
fn has_single_spaces(text: &str, counts: &TextCounts) -> bool {
    !counts.is_uneven && (counts.words > 0 || matches!(text, "" | " "))
}

#[cfg(test)]
mod tests {
    use super::super::collapse;
    use super::*;

    #[test]
    fn joined_line_equals_the_collapsed_text() {
        arbtest::arbtest(|u| {
            const PIECES: [&str; 8] = ["", " ", "a", "b c", " d", "e ", "\n", " f  g "];
            let first = *u.choose(&PIECES)?;
            let mut whole = first.to_owned();
            let mut line = Joined::new(first, &TextCounts::of(first));
            let mut after = Joined::after("before ".to_owned());
            after.push(first, &TextCounts::of(first));
            for _ in 0..u.int_in_range(0..=5)? {
                let piece = *u.choose(&PIECES)?;
                // Some texts have no counts.
                let counts = match u.arbitrary()? {
                    true => TextCounts::of(piece),
                    false => TextCounts::default(),
                };
                line.push(piece, &counts);
                after.push(piece, &counts);
                whole.push_str(piece);
            }
            assert_eq!(line.len(), whole.len());
            assert_eq!(line.finish(), collapse(&whole), "{whole:?}");
            assert_eq!(after.finish(), format!("before {}", collapse(&whole)));
            Ok(())
        });
    }
}
