//! Writing direction of an article, and upright text in vertical lines.

use crate::page::{NodeSet, Page, Writing};

/// Maximum digits that are upright side by side in a vertical line. This is the default of
/// `text-combine-upright: digits` (CSS Writing Modes 4, 9.1), which no browser supports. With three
/// digits, each would have a third of a character's width.
const MAX_DIGITS: usize = 2;

/// Punctuation that is set as one character in Japanese and Chinese.
const SIGNS: [&str; 6] = ["!", "?", "!!", "!?", "?!", "??"];

/// Returns the writing direction of most text in some leaves.
pub(crate) fn of(page: &Page, leaves: &NodeSet) -> Writing {
    let mut bytes = [0; 3];
    for leaf in leaves.iter().filter(|&leaf| page.is_text(leaf)) {
        bytes[page.style(leaf).writing as usize] += page.text(leaf).len();
    }
    let [across, left, right] = bytes;
    if across > left.max(right) {
        Writing::HorizontalTb
    } else if right > left {
        Writing::VerticalLr
    } else if left > 0 {
        Writing::VerticalRl
    } else {
        Writing::HorizontalTb
    }
}

/// Returns the byte range of the next number or symbol in a text that is upright in a vertical line
/// (tate-chu-yoko), because it's between characters of vertical scripts. In `A4`, `12.5`, or
/// `Windows 11`, all characters are rotated.
pub(super) fn upright(text: &str) -> Option<std::ops::Range<usize>> {
    let mut start = 0;
    // Runs of ASCII and of other characters alternate.
    for run in text
        .as_bytes()
        .chunk_by(|a, b| a.is_ascii() == b.is_ascii())
    {
        let found = run.trim_ascii();
        let from = start + (run.len() - run.trim_ascii_start().len());
        start += run.len();
        let is_number = found.len() <= MAX_DIGITS && found.iter().all(u8::is_ascii_digit);
        if !found.is_empty() && (is_number || SIGNS.iter().any(|sign| sign.as_bytes() == found)) {
            return Some(from..from + found.len());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_numbers_and_punctuation_between_cjk_are_upright() {
        let all = |text: &str| {
            let mut rest = text;
            let mut found = Vec::new();
            while let Some(range) = upright(rest) {
                found.push(rest[range.clone()].to_owned());
                rest = &rest[range.end..];
            }
            found
        };
        assert_eq!(all("昭和9年12月 3 日のこと!?"), ["9", "12", "3", "!?"]);
        assert_eq!(all("7"), ["7"]);
        for on_its_side in [
            "2026年",
            "約12.5米",
            "A4の紙",
            "Windows 11を",
            "海",
            "",
            "  ",
            "(3)",
        ] {
            assert!(all(on_its_side).is_empty(), "{on_its_side}");
        }
    }
}
