//! Names of callouts.
//!
//! Only a rule after the model uses this list, so it isn't part of [`digest`](super::digest).

use super::{MAX_NAMES, words, words_of_name};

const CALLOUTS: &str = uncommented!("callouts.txt");

/// Maximum words of a class name that can be a callout's.
const MAX_WORDS: usize = 3;

/// Returns whether a class name begins or ends with the name of a callout.
pub(crate) fn is_callout(names: &str) -> bool {
    let mut names = names.split_ascii_whitespace().take(MAX_NAMES);
    names.any(|name| {
        let parts: Vec<_> = words_of_name(name).collect();
        let ends = [parts.first(), parts.last()];
        let is_one = |word: &str| words(CALLOUTS).any(|(_, entry)| entry == word);
        parts.len() <= MAX_WORDS && ends.into_iter().flatten().any(|word| is_one(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callouts_are_recognized_by_class_names() {
        for names in [
            "admonition warning",
            "alert-danger",
            "markdown-alert",
            "box note",
        ] {
            assert!(is_callout(names), "{names}");
        }
        for names in ["notebook", "content", "info-of-the-day-of-all"] {
            assert!(!is_callout(names), "{names}");
        }
    }
}
