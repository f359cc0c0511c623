//! Abbreviations that end with a period.

use super::entries;

const ABBREVIATIONS: &str = uncommented!("abbreviations.txt");

/// Heading of the abbreviations that occur in all languages.
const ALL: &str = "all";

/// Returns whether a word in lower case, without its final period, is an abbreviation in a
/// language, given as a primary subtag.
pub(crate) fn is_abbreviation(lang: &str, word: &str) -> bool {
    let mut known = entries(ABBREVIATIONS);
    known.any(|(of, abbreviation)| abbreviation == word && (of == lang || of == ALL))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_belong_to_one_language_or_all() {
        assert!(
            is_abbreviation("de", "bzw")
                && is_abbreviation("de", "dr")
                && is_abbreviation("", "dr")
        );
        assert!(!is_abbreviation("en", "bzw") && !is_abbreviation("en", "boat"));
    }

    #[test]
    fn abbreviations_are_lower_case_without_a_final_period() {
        for (lang, word) in entries(ABBREVIATIONS) {
            assert!(
                !word.ends_with('.') && word == word.to_lowercase(),
                "{lang}: {word}"
            );
        }
    }
}
