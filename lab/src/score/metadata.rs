//! Compares titles, authors, and dates with the truth.

use caseless::default_case_fold_str;
use unicode_normalization::UnicodeNormalization;

use super::token::{bag, is_dropped, overlap, tokens};
use super::{collapse, f1};

/// Returns whether two titles are equal except for white space, kinds of quotes and dashes, and
/// case.
pub(crate) fn same_title(truth: &str, output: &str) -> bool {
    plain(truth) == plain(output)
}

fn plain(title: &str) -> String {
    let mut text = String::with_capacity(title.len());
    for c in title.nfkc().filter(|&c| !is_dropped(c)) {
        match c {
            '\u{2018}'..='\u{201b}'
            | '\u{2032}'
            | '\u{b4}'
            | '`'
            | '"'
            | '\u{201c}'..='\u{201e}'
            | '\u{ab}'
            | '\u{bb}'
            | '\u{2033}' => text.push('\''),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => text.push('-'),
            '\u{2026}' => text.push_str("..."),
            c => text.push(c),
        }
    }
    default_case_fold_str(&collapse(&text))
}

/// Returns the F1 of the words of two short texts, as bags.
pub(crate) fn words_f1(truth: &str, output: &str) -> f64 {
    let (a, b) = (tokens(truth), tokens(output));
    if a.is_empty() && b.is_empty() {
        return 1.0;
    }
    let shared = overlap(&bag(&a), &bag(&b)) as f64;
    if shared == 0.0 {
        return 0.0;
    }
    f1(shared / b.len() as f64, shared / a.len() as f64)
}

/// Words before and between names, in several languages.
const AROUND_NAMES: [&str; 11] = [
    "by", "von", "par", "por", "and", "und", "et", "y", "e", "og", "och",
];

/// Returns whether two bylines have the same words in any order, ignoring "by" and "and" in several
/// languages.
pub(crate) fn same_author(truth: &str, output: &str) -> bool {
    let names = |text| {
        let mut names = tokens(text);
        names.retain(|name| !AROUND_NAMES.contains(&name.as_str()));
        names.sort_unstable();
        names
    };
    names(truth) == names(output)
}

/// Returns whether both contain a day, and the same one.
pub(crate) fn same_day(truth: &str, output: &str) -> bool {
    day(truth).is_some_and(|truth| day(output) == Some(truth))
}

/// Returns the year, month, and day of the first ISO date in a text, or of an English one (`April
/// 7, 2023`). A month without a day isn't a date.
fn day(text: &str) -> Option<(u32, u32, u32)> {
    iso(text).or_else(|| english(text))
}

fn iso(text: &str) -> Option<(u32, u32, u32)> {
    let bytes = text.as_bytes();
    let number = |from: usize, most: usize| {
        let digits = bytes.get(from..)?;
        let length = digits
            .iter()
            .take(most)
            .take_while(|b| b.is_ascii_digit())
            .count();
        let digits = text.get(from..from + length)?;
        Some((digits.parse::<u32>().ok()?, from + length))
    };
    let dash = |at: usize| (bytes.get(at) == Some(&b'-')).then_some(at + 1);
    (0..bytes.len()).find_map(|start| {
        let (year, at) = number(start, 4).filter(|&(_, at)| at == start + 4)?;
        let (month, at) = number(dash(at)?, 2)?;
        let (day, _) = number(dash(at)?, 2)?;
        Some((year, month, day))
    })
}

fn english(text: &str) -> Option<(u32, u32, u32)> {
    const MONTHS: [&str; 12] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    let (mut year, mut month, mut day) = (None, None, None);
    for token in tokens(text) {
        if let Ok(number) = token.parse::<u32>() {
            match number {
                1..=31 if day.is_none() => day = Some(number),
                1000..=9999 if year.is_none() => year = Some(number),
                _ => {}
            }
        } else if month.is_none() && token.len() >= 3 {
            month = (1..)
                .zip(MONTHS)
                .find(|(_, name)| token.starts_with(name))
                .map(|(n, _)| n);
        }
    }
    Some((year?, month?, day?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_comparison_ignores_case_and_typography() {
        assert!(same_title(
            "“Don’t”  panic – now…",
            "\"don't\" PANIC - now..."
        ));
        assert!(same_title("Straße\u{200b} ﬁx", "STRASSE fix"));
        assert!(!same_title("Don't panic", "Don't panic | The Site"));
    }

    #[test]
    fn authors_are_compared_as_sets_of_names() {
        assert!(same_author("By Ann Lee and Bo Ng", "Ng, Bo; LEE Ann"));
        assert!(!same_author("Ann Lee", "Ann"));
    }

    #[test]
    fn dates_are_compared_by_day() {
        assert!(same_day("2024-05-03 15:47:42+00:00", "2024-5-3T09:00Z"));
        assert!(same_day("April 7, 2023", "2023-04-07"));
        assert!(same_day("7 Apr 2023", "2023-04-07"));
        assert!(!same_day("1998-3", "1998-03-01"));
        assert!(!same_day("", ""));
    }

    #[test]
    fn iso_dates_are_found_anywhere_in_the_text() {
        assert_eq!(iso("on 12005-07-3112:30"), Some((2005, 7, 31)));
        assert_eq!(iso("é2005-7-1"), Some((2005, 7, 1)));
        assert_eq!(iso("205-07-01"), None);
    }
}
