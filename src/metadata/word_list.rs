//! Questions to lists of words. They are asked everywhere in these modules, and each would bring a
//! loop of its own to every place.

/// Returns whether a word is in a list.
#[inline(never)]
pub(super) fn has(list: &[&str], word: &str) -> bool {
    list.contains(&word)
}

/// Returns whether any of the words stands in a text, inside others too.
#[inline(never)]
pub(super) fn any_in(list: &[&str], text: &str) -> bool {
    list.iter().any(|word| text.contains(word))
}

/// Returns whether a word is a token of any entry of a list.
#[inline(never)]
pub(super) fn has_token(list: &[&str], word: &str) -> bool {
    list.iter()
        .any(|entry| crate::text::tokens(entry).any(|token| token == word))
}
