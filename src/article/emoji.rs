//! Converts emoji that a page shows as images into characters.

use super::length;
use crate::page::{Attr, NodeId, Page};

/// Maximum code points of an emoji. Families and flags consist of several.
const MAX_EMOJI_CHARS: usize = 10;

/// Width in px from which an image isn't a character.
const MIN_LARGE_WIDTH: f32 = 80.0;

/// Parts of the class names and URLs of such images.
const NAMES: [&str; 3] = ["emoji", "smiley", "emoticon"];

/// Returns the emoji for an image.
pub(super) fn of(page: &Page, img: NodeId) -> Option<String> {
    let width = page.attr(img, Attr::Width).and_then(length::px);
    if width.is_some_and(|width| width >= MIN_LARGE_WIDTH) {
        return None;
    }
    let names = [Attr::Alt, Attr::AriaLabel, Attr::Title];
    let names = names.into_iter().filter_map(|attr| page.attr(img, attr));
    let own = names.map(str::trim).find(|text| is_emoji(text));
    own.map(str::to_owned).or_else(|| named(page, img))
}

/// Returns the emoji whose code points are in the name of an image file (`1f44d.png`).
fn named(page: &Page, img: NodeId) -> Option<String> {
    let class = page.attr(img, Attr::Class).unwrap_or_default();
    let src = page
        .attr(img, Attr::Src)
        .or_else(|| page.attr(img, Attr::DataSrc))?;
    if !NAMES
        .iter()
        .any(|name| class.contains(name) || src.contains(name))
    {
        return None;
    }
    of_file(src)
}

/// Returns the emoji whose code points are the name of a file: `1f1e9-1f1ea.svg`,
/// `emoji_u1f600.png`.
fn of_file(src: &str) -> Option<String> {
    let file = src.split(['?', '#']).next()?.rsplit('/').next()?;
    let stem = file.split('.').next()?.trim_start_matches("emoji_u");
    let codes = stem.split(['-', '_']).map(|code| {
        let is_code = (4..=6).contains(&code.len());
        is_code.then(|| char::from_u32(u32::from_str_radix(code, 16).ok()?))?
    });
    let text: Option<String> = codes.collect();
    text.filter(|text| is_emoji(text))
}

/// Returns whether a text consists only of emoji.
fn is_emoji(text: &str) -> bool {
    let mut chars = text.chars();
    let is_part = |c: char| {
        is_pictograph(c)
            || matches!(
                c,
                '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}' | '\u{e0020}'..='\u{e007f}'
            )
    };
    let key = text.ends_with('\u{20e3}');
    text.chars().count() <= MAX_EMOJI_CHARS
        && chars.all(|c| is_part(c) || key && matches!(c, '0'..='9' | '#' | '*'))
        && (key || text.chars().any(is_pictograph))
}

/// Returns whether a character is or may be rendered in color: a pictograph, or a character used as
/// one.
const fn is_pictograph(c: char) -> bool {
    matches!(c,
        '\u{1f000}'..='\u{1faff}'
            | '\u{2600}'..='\u{27bf}'
            | '\u{2b00}'..='\u{2bff}'
            | '\u{2300}'..='\u{23ff}'
            | '\u{203c}' | '\u{2049}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emoji_are_distinguished_from_words_and_punctuation() {
        for text in ["😀", "👍🏽", "❤️", "🇩🇪", "👩‍👩‍👧", "1️⃣", "✔"]
        {
            assert!(is_emoji(text), "{text}");
        }
        for text in ["", "a", "1", ":)", "→ next", "‍", "…", "中"] {
            assert!(!is_emoji(text), "{text}");
        }
    }

    #[test]
    fn emoji_are_read_from_code_points_in_file_names() {
        assert_eq!(of_file("/e/72x72/1f600.png?v=2").as_deref(), Some("😀"));
        assert_eq!(of_file("/e/1f1e9-1f1ea.svg").as_deref(), Some("🇩🇪"));
        assert_eq!(of_file("/e/emoji_u1f389.png").as_deref(), Some("🎉"));
        assert_eq!(of_file("/e/smile.png"), None);
        assert_eq!(of_file("/e/2019-12.png"), None);
    }
}
