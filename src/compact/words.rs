//! Lists of words as one string, separated by spaces, because an array takes a pointer and a length
//! per word.

/// Returns whether a word is in a list.
#[inline(never)]
pub(crate) fn holds(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_are_found() {
        assert!(holds("a bc d", "bc") && holds("a", "a"));
        assert!(!holds("a bc d", "b") && !holds("a bc d", "") && !holds("a bc d", "bc d"));
    }
}
