//! Snippets that must and must not be in a result, counted over a corpus (Trafilatura's
//! evaluation).

use super::{collapse, f1};

/// Numbers of snippets by label and result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Snippets {
    /// Wanted and found.
    pub(crate) kept: usize,
    /// Unwanted but found.
    pub(crate) wrong: usize,
    /// Wanted but not found.
    pub(crate) lost: usize,
    /// Unwanted and not found.
    pub(crate) removed: usize,
}

impl Snippets {
    /// Searches for each snippet in a text, with white space collapsed.
    pub(crate) fn new(with: &[String], without: &[String], output: &str) -> Self {
        let output = collapse(output);
        let found = |snippets: &[String]| {
            let is_found =
                |snippet: &&String| !output.is_empty() && output.contains(&collapse(snippet));
            snippets.iter().filter(is_found).count()
        };
        let (kept, wrong) = (found(with), found(without));
        Self {
            kept,
            wrong,
            lost: with.len() - kept,
            removed: without.len() - wrong,
        }
    }

    /// Adds the counts of two parts of a corpus.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            kept: self.kept + other.kept,
            wrong: self.wrong + other.wrong,
            lost: self.lost + other.lost,
            removed: self.removed + other.removed,
        }
    }

    /// Returns whether there are no snippets.
    pub(crate) fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Returns the share of found snippets that are wanted; 0 if none are found.
    pub(crate) fn precision(self) -> f64 {
        share(self.kept, self.wrong)
    }

    /// Returns the share of wanted snippets that are found; 0 if none are wanted.
    pub(crate) fn recall(self) -> f64 {
        share(self.kept, self.lost)
    }

    /// Returns the harmonic mean of both.
    pub(crate) fn f1(self) -> f64 {
        f1(self.precision(), self.recall())
    }
}

fn share(part: usize, rest: usize) -> f64 {
    if part + rest == 0 {
        0.0
    } else {
        part as f64 / (part + rest) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snippet_matching_ignores_white_space() {
        let found = Snippets::new(
            &["two  words".to_owned(), "gone".to_owned()],
            &["menu".to_owned(), "footer".to_owned()],
            " has two\nwords and a menu",
        );
        assert_eq!(
            (found.kept, found.wrong, found.lost, found.removed),
            (1, 1, 1, 1)
        );
        assert_eq!((found.precision(), found.recall()), (0.5, 0.5));
    }

    #[test]
    fn empty_result_contains_no_snippet() {
        let found = Snippets::new(&[String::new()], &[], "");
        assert_eq!((found.kept, found.lost), (0, 1));
        assert_eq!(found.f1(), 0.0);
    }
}
