//! Kinds of things described in API documentation: `Class BitField`.
//!
//! Only a rule after the model uses this list, so it isn't part of [`digest`](super::digest).

use super::words;

pub(super) const KINDS: &str = uncommented!("kinds.txt");

/// Returns whether a word in lower case is a kind of thing.
pub(crate) fn is_kind(word: &str) -> bool {
    words(KINDS).any(|(_, kind)| kind == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compact::lower_case;

    #[test]
    fn kinds_are_unique_and_lower_case_letters() {
        let mut kinds: Vec<&str> = words(KINDS).map(|(_, kind)| kind).collect();
        let is_plain = |c: char| c.is_alphabetic() && lower_case::each(c).eq([c]);
        assert!(kinds.iter().all(|kind| kind.chars().all(is_plain)));
        let count = kinds.len();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), count);
        assert!(is_kind("class") && is_kind("クラス") && !is_kind("ferry"));
    }
}
