//! Emoji that a page draws as pictures: characters again.

use super::length;
use crate::page::{Attr, NodeId, Page};

/// The most characters of one: families and flags are made of several.
const LONGEST: usize = 10;

/// The width in px from which a picture is more than a character.
const LARGE: f32 = 80.0;

/// What the names and addresses of such pictures hold.
const NAMES: [&str; 3] = ["emoji", "smiley", "emoticon"];

/// Returns the character that a picture stands for.
pub(super) fn of(page: &Page, img: NodeId) -> Option<String> {
    let width = page.attr(img, Attr::Width).and_then(length::px);
    if width.is_some_and(|width| width >= LARGE) {
        return None;
    }
    let said = [Attr::Alt, Attr::AriaLabel, Attr::Title];
    let said = said.into_iter().filter_map(|attr| page.attr(img, attr));
    let own = said.map(str::trim).find(|text| is_emoji(text));
    own.map(str::to_owned).or_else(|| named(page, img))
}

/// Returns the character that the name of the file says by its codes (`1f44d.png`).
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
    let file = src.split(['?', '#']).next()?.rsplit('/').next()?;
    let stem = file.split('.').next()?.trim_start_matches("emoji_u");
    let codes = stem.split(['-', '_']).map(|code| {
        let is_code = (4..=6).contains(&code.len());
        is_code.then(|| char::from_u32(u32::from_str_radix(code, 16).ok()?))?
    });
    let text: Option<String> = codes.collect();
    text.filter(|text| is_emoji(text))
}

/// Returns whether a text is an emoji and nothing else.
fn is_emoji(text: &str) -> bool {
    let joins = |c: char| {
        matches!(
            c,
            '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}' | '\u{e0000}'..='\u{e007f}'
        )
    };
    let is_sign = |c: char| {
        matches!(c, '\u{1f000}'..='\u{1faff}' | '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}'
            | '\u{25a0}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{203c}' | '\u{2049}')
    };
    text.chars().count() <= LONGEST
        && text.chars().any(is_sign)
        && text.chars().all(|c| is_sign(c) || joins(c))
}
