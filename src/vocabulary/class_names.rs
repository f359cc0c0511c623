//! Class names and their words.

use std::borrow::Cow;

/// Maximum names of a class list that are checked: later ones are utility classes and states.
pub(crate) const MAX_NAMES: usize = 8;

/// Returns the words of a class name in lower case: the same for `post-Author__name` and
/// `postAuthorName`.
pub(crate) fn words_of_name(name: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let mut rest = name;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
        let mut lower_before = false;
        let breaks = |byte: u8| {
            let inner = byte.is_ascii_uppercase() && lower_before;
            lower_before = byte.is_ascii_lowercase();
            inner || !byte.is_ascii_alphanumeric()
        };
        let end = rest.bytes().position(breaks).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        (!word.is_empty()).then(|| match word.bytes().any(|b| b.is_ascii_uppercase()) {
            true => Cow::Owned(word.to_ascii_lowercase()),
            false => Cow::Borrowed(word),
        })
    })
}

/// Returns whether the last of a class name's [`words_of_name`] ends with one of `words`, which are
/// in lower case. Faster than that function because it doesn't split the name.
pub(crate) fn ends_with(name: &str, words: &[&str]) -> bool {
    let name = name.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    words.iter().any(|word| {
        let start = name.len().checked_sub(word.len());
        let end = start.and_then(|start| name.as_bytes().get(start..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(word.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_names_are_split_into_words() {
        let all = |name| words_of_name(name).collect::<Vec<_>>();
        assert_eq!(all("post-Author__name"), ["post", "author", "name"]);
        assert_eq!(all("postAuthorName"), ["post", "author", "name"]);
        assert_eq!(all("--"), [""; 0]);
    }
}
