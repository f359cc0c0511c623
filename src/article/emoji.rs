//! Emoji that a page draws as pictures: in the article they are characters again, as whoever wrote them
//! typed them.

use crate::compact::decimal;
use crate::page::{Attr, NodeId, Page};

/// The most characters of an emoji: families and flags are made of several.
const LONGEST: usize = 10;

/// The largest side of a picture in a line, in CSS px: larger ones are stickers.
const LARGEST_SIDE: f32 = 80.0;

/// Returns the emoji that a picture stands for, by its alternative text or by the name of its file;
/// `None` of any other picture.
pub(super) fn of_picture(page: &Page, img: NodeId) -> Option<String> {
    let side = |attr| page.attr(img, attr).and_then(decimal::number);
    let is_large = |attr| side(attr).is_some_and(|side| side > LARGEST_SIDE);
    if is_large(Attr::Width) || is_large(Attr::Height) {
        return None;
    }
    let alt = page.attr(img, Attr::Alt).unwrap_or_default().trim();
    if is_emoji(alt) {
        return Some(alt.to_owned());
    }
    let class = page.attr(img, Attr::Class).unwrap_or_default();
    let src = page.attr(img, Attr::Src).unwrap_or_default();
    let says = class.contains("emoji") || src.contains("emoji");
    says.then(|| of_file(src)).flatten()
}

/// Returns whether a text is emoji alone.
fn is_emoji(text: &str) -> bool {
    let mut chars = text.chars();
    let is_part = |c: char| {
        is_sign(c)
            || matches!(
                c,
                '\u{200d}' | '\u{fe0f}' | '\u{20e3}' | '\u{e0020}'..='\u{e007f}'
            )
    };
    let key = text.ends_with('\u{20e3}');
    text.chars().count() <= LONGEST
        && chars.all(|c| is_part(c) || key && matches!(c, '0'..='9' | '#' | '*'))
        && (key || text.chars().any(is_sign))
}

/// Returns whether a character is drawn in colours, or may be: pictographs, and signs that are in use as
/// such.
const fn is_sign(c: char) -> bool {
    matches!(c,
        '\u{1f000}'..='\u{1faff}'
            | '\u{2600}'..='\u{27bf}'
            | '\u{2b00}'..='\u{2bff}'
            | '\u{2300}'..='\u{23ff}'
            | '\u{203c}' | '\u{2049}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
    )
}

/// Returns the emoji whose code points are the name of a file: `1f1e9-1f1ea.svg`, `emoji_u1f600.png`.
fn of_file(src: &str) -> Option<String> {
    let path = src.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.split('.').next().unwrap_or_default();
    let stem = stem.strip_prefix("emoji_u").unwrap_or(stem);
    let chars: Option<String> = stem
        .split(['-', '_'])
        .map(|part| u32::from_str_radix(part, 16).ok().and_then(char::from_u32))
        .collect();
    chars.filter(|text| is_emoji(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emoji_are_told_from_words_and_punctuation() {
        for text in ["😀", "👍🏽", "❤️", "🇩🇪", "👩‍👩‍👧", "1️⃣", "✔"]
        {
            assert!(is_emoji(text), "{text}");
        }
        for text in ["", "a", "1", ":)", "→ next", "‍", "…", "中"] {
            assert!(!is_emoji(text), "{text}");
        }
    }

    #[test]
    fn files_are_named_by_code_points() {
        assert_eq!(of_file("/e/72x72/1f600.png?v=2").as_deref(), Some("😀"));
        assert_eq!(of_file("/e/1f1e9-1f1ea.svg").as_deref(), Some("🇩🇪"));
        assert_eq!(of_file("/e/emoji_u1f389.png").as_deref(), Some("🎉"));
        assert_eq!(of_file("/e/smile.png"), None);
        assert_eq!(of_file("/e/2019-12.png"), None);
    }
}
