//! Definitions shared by both implementations, this crate's and the script's (`readerable.js`):
//! names of elements, lengths, and weights.
//!
//! `javascript` writes them for the script, into which `cargo xtask core` builds them.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use crate::page::Tag;

/// Minimum length of a text that counts, as returned by `length`: symbols and numbers mean nothing.
pub(super) const MIN_TEXT: u32 = 10;

/// UTF-16 units from kana to Hangul. Other scripts in between are rare; see `text::is_cjk`.
pub(super) const DENSE: RangeInclusive<u32> = 0x3040..=0xd7af;

/// Maximum number of texts: those further down make little difference.
pub(super) const MAX_TEXTS: u32 = 1500;

/// Maximum levels from a text up to its block.
pub(super) const MAX_LEVELS: u32 = 20;

/// Length of text in one container that suffices for an article, regardless of the rest of the
/// page, if it is longer than the text of links there by a factor.
pub(super) const ENOUGH: u32 = 3000;
pub(super) const TIMES_LINKS: u32 = 2;

/// Minimum length of a prose block, and of a paragraph.
pub(super) const PROSE: u32 = 40;
pub(super) const PARAGRAPH: u32 = 150;

/// Maximum text of a teaser after its heading, and minimum number of teasers on a page that is a
/// list of them, as in `select::teasers` and `select::confidence`.
pub(super) const MAX_TEASER_CHARS: u32 = 600;
pub(super) const FRONT: u32 = 4;

/// Denominator of the share of teasers in the prose.
pub(super) const SHARES: u32 = 16;

/// Lengths of prose on the page above which its weight changes.
pub(super) const BENDS: [u32; 2] = [200, 500];

/// Steps per doubling of a value.
pub(super) const STEPS: u32 = 8;

/// The columns: text and paragraphs in the largest container, prose up to either limit, the share
/// of teasers, and numbers of elements: `p`, `article`, headings.
pub const COLUMNS: usize = 8;

/// The weights of the columns, from `lab readerable --fit`, and the bias: a page has an article if
/// the sum is above zero.
pub(super) const WEIGHTS: [i32; COLUMNS] = [82, 96, -245, 224, -268, 29, -44, -32];
pub(super) const BIAS: i32 = -4857;

/// Returns whether the text of an element is that of a link or control.
pub(super) fn is_link(tag: Tag) -> bool {
    matches!(tag, Tag::A | Tag::Button | Tag::Select)
}

/// Returns whether prose in an element isn't part of an article.
pub(super) fn is_aside(tag: Tag) -> bool {
    use Tag::{Aside, Footer, Form, Header, Nav};
    matches!(tag, Aside | Footer | Form | Header | Nav)
}

/// Returns whether the text of an element isn't shown on the page, or isn't running text.
pub(super) fn is_skipped(tag: Tag) -> bool {
    use Tag::{Audio, Canvas, Datalist, Iframe, Noframes, Noscript, Object, Script, Style};
    use Tag::{Svg, Template, Textarea, Title, Video};
    let listed = [
        Audio, Canvas, Datalist, Iframe, Noframes, Noscript, Object, Script, Style, Svg, Template,
        Textarea, Title, Video,
    ];
    listed.contains(&tag)
}

/// Writes all these definitions as JavaScript.
#[allow(dead_code, unreachable_pub, reason = "only xtask asks for it")]
pub fn javascript() -> String {
    let mut out = String::from("// Written by xtask from src/readerable/score.rs.\n");
    let numbers = [
        ("MIN_TEXT", MIN_TEXT),
        ("FIRST_DENSE", *DENSE.start()),
        ("LAST_DENSE", *DENSE.end()),
        ("MAX_TEXTS", MAX_TEXTS),
        ("MAX_LEVELS", MAX_LEVELS),
        ("ENOUGH", ENOUGH),
        ("TIMES_LINKS", TIMES_LINKS),
        ("PROSE", PROSE),
        ("PARAGRAPH", PARAGRAPH),
        ("MAX_TEASER_CHARS", MAX_TEASER_CHARS),
        ("FRONT", FRONT),
        ("SHARES", SHARES),
        ("STEPS", STEPS),
    ];
    // Writing to a string never fails.
    for (name, value) in numbers {
        let _ = writeln!(out, "const {name} = {value};");
    }
    let _ = writeln!(out, "const BENDS = {BENDS:?};");
    let _ = writeln!(out, "const WEIGHTS = {WEIGHTS:?};\nconst BIAS = {BIAS};");
    type Holds = fn(Tag) -> bool;
    let sets: [(&str, Holds); 5] = [
        ("LINKS", is_link),
        ("ASIDES", is_aside),
        ("SKIPPED", is_skipped),
        ("BLOCKS", Tag::is_block),
        ("HEADINGS", |tag| tag.heading_level().is_some()),
    ];
    for (name, holds) in sets {
        let names: Vec<&str> = Tag::ALL
            .iter()
            .filter(|&&tag| holds(tag))
            .map(|tag| tag.name())
            .collect();
        let _ = writeln!(out, "const {name} = new Set({names:?});");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_javascript_contains_constants_and_sets() {
        let script = javascript();
        for part in [
            "const MIN_TEXT = 10;\n",
            "const BENDS = [200, 500];\n",
            "const LINKS = new Set([\"a\", \"button\", \"select\"]);\n",
            "\"blockquote\"",
            "const HEADINGS = new Set([\"h1\", ",
        ] {
            assert!(script.contains(part), "{part}");
        }
    }
}
