//! Block fusion: merges a page's lines into segments of even text density.
//!
//! Kohlschütter, Nejdl: *A Densitometric Approach to Web Page Segmentation*, CIKM 2008,
//! doi:10.1145/1458082.1458237, the segmentation of FSP.
//!
//! 1. Every line is a block. Its text is wrapped at [`WRAP`] columns; its *text density* is the
//!    number of tokens per wrapped line. The last wrapped line counts only if it is the only one,
//!    because it is rarely full.
//! 2. Two neighbors are fused if their densities differ by at most [`SLOPE`] of the greater. The
//!    fused block's density is that of both together.
//! 3. The second step is repeated until nothing more is fused.
//! 4. Some tags always leave a gap (the paper's rule-based variant): headings, lists, tables,
//!    rules, `address`. Nothing is fused across them.
//!
//! Cost: linear in text; at most [`ROUNDS`] times linear in lines.
//!
//! # Deviations from the paper
//!
//! - Its atomic blocks are the texts between any two tags that are not inline. Ours are the
//!   page's [`Lines`], which break at `br` as well.
//! - Elements that HTML5 added for parts of a page (`article`, `aside`, `section`, `nav` …) leave a
//!   gap like headings and lists; images don't, because most are now within text.
//! - A Han, Kana or Hangul character is a token and is two columns wide, as in print.
//! - The number of rounds is bounded.

use std::ops::Range;

use crate::methods::lines::Lines;
use crate::page::{NodeId, Page, Tag};
use crate::steps::Progress;
use crate::text;

/// Columns at which text is wrapped (Sect. 3.2: 80, as in a typical text terminal).
const WRAP: usize = 80;

/// Maximum difference of densities at which blocks are fused, as a share of the greater (Sect. 5:
/// `theta_max` = 0.38 is best).
const SLOPE: f32 = 0.38;

/// Maximum rounds of fusion; web pages need fewer than ten.
const ROUNDS: usize = 64;

/// Returns the segments of a page in document order: ranges of its lines, none empty, without gaps
/// between them.
pub fn segments(page: &Page, lines: &Lines) -> Vec<Range<usize>> {
    segments_of(page, lines, &wrapped(lines))
}

/// Returns the [`segments`] of a page, given its [`wrapped`] lines.
pub(super) fn segments_of(page: &Page, lines: &Lines, wrapped: &[(u32, u32)]) -> Vec<Range<usize>> {
    let gaps = gaps(page, lines);
    let mut blocks: Vec<FusedLines> = (0..)
        .zip(wrapped)
        .zip(gaps)
        .map(|((i, &(tokens, wrapped)), gap)| FusedLines {
            lines: i..i + 1,
            gap,
            tokens,
            wrapped,
        })
        .collect();
    for _ in 0..ROUNDS {
        let before = blocks.len();
        // `dedup_by` compares each block with the last one that was kept, left to right.
        blocks.dedup_by(|next, block| {
            let fuse = !next.gap && slope(block.density(), next.density()) <= SLOPE;
            if fuse {
                block.fuse(next);
            }
            fuse
        });
        if blocks.len() == before {
            break;
        }
    }
    blocks.into_iter().map(|block| block.lines).collect()
}

/// Returns `|a - b| / max(a, b)`, 0 to 1; 0 if both are 0.
fn slope(a: f32, b: f32) -> f32 {
    let max = a.max(b);
    if max <= 0.0 { 0.0 } else { (a - b).abs() / max }
}

/// A run of lines that is being fused.
struct FusedLines {
    lines: Range<usize>,
    /// True if a tag forces a gap before it.
    gap: bool,
    /// Tokens on the wrapped lines that count.
    tokens: u32,
    /// Wrapped lines that count, at least 1.
    wrapped: u32,
}

impl FusedLines {
    fn density(&self) -> f32 {
        self.tokens as f32 / self.wrapped as f32
    }

    fn fuse(&mut self, next: &Self) {
        self.lines.end = next.lines.end;
        self.tokens += next.tokens;
        self.wrapped += next.wrapped;
    }
}

/// Returns for every line the tokens and the number of its wrapped lines, as [`wrap`] does.
pub(super) fn wrapped(lines: &Lines) -> Vec<(u32, u32)> {
    (0..lines.len())
        .map(|i| wrap(lines.text(i..i + 1)))
        .collect()
}

/// Returns the number of tokens on the wrapped lines of a text that count for its density, and the
/// number of these lines: all but the last, or the only one.
fn wrap(line: &str) -> (u32, u32) {
    let (mut full_tokens, mut full_lines) = (0, 0);
    let (mut tokens, mut columns) = (0, 0);
    let mut place = |width: usize, count: u32, spaced: bool| {
        let space = usize::from(spaced && columns > 0);
        if columns > 0 && columns + space + width > WRAP {
            full_tokens += tokens;
            full_lines += 1;
            (tokens, columns) = (count, width);
        } else {
            tokens += count;
            columns += space + width;
        }
    };
    for word in text::words(line) {
        if word.is_ascii() {
            place(word.len(), text::token_count(word), true);
            continue;
        }
        let mut spaced = true;
        // A word is broken only between CJK characters, which are words themselves.
        let mut rest = word;
        let mut progress = Progress::new();
        while let Some(first) = rest.chars().next() {
            progress.check(rest.len());
            let (part, after) = if text::is_cjk(first) {
                rest.split_at(first.len_utf8())
            } else {
                rest.split_at(rest.find(text::is_cjk).unwrap_or(rest.len()))
            };
            let wide = usize::from(text::is_cjk(first)) + 1;
            place(part.chars().count() * wide, text::token_count(part), spaced);
            spaced = false;
            rest = after;
        }
    }
    if full_lines == 0 {
        (tokens, 1)
    } else {
        (full_tokens, full_lines)
    }
}

/// Returns for each line whether a tag that forces a gap precedes it, after the line before; true
/// for the first line. Linear: every element is opened and closed once.
fn gaps(page: &Page, lines: &Lines) -> Vec<bool> {
    let mut gaps = Vec::with_capacity(lines.len());
    let mut last: Option<NodeId> = None;
    for line in lines.iter() {
        let gap = last.is_none_or(|last| {
            let opened = (last.0 + 1..line.first.0).any(|id| forces_gap(page.tag(NodeId(id))));
            let mut closed = page
                .ancestors(last)
                .take_while(|&id| page.end(id) <= line.first);
            opened || closed.any(|id| forces_gap(page.tag(id)))
        });
        gaps.push(gap);
        last = Some(line.last);
    }
    gaps
}

/// Returns whether an element is always separate from content before and after it.
fn forces_gap(tag: Tag) -> bool {
    tag.heading_level().is_some()
        || matches!(
            tag,
            Tag::Address
                | Tag::Article
                | Tag::Aside
                | Tag::Dl
                | Tag::Footer
                | Tag::Form
                | Tag::Header
                | Tag::Hr
                | Tag::Main
                | Tag::Nav
                | Tag::Ol
                | Tag::Section
                | Tag::Table
                | Tag::Ul
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;
    use crate::source::html;

    fn texts(body: &str) -> Vec<String> {
        let page = html::read(body, "", Limits::default()).unwrap();
        let lines = Lines::new(&page);
        let segments = segments(&page, &lines);
        segments
            .into_iter()
            .map(|range| lines.text(range).replace('\n', "|"))
            .collect()
    }

    #[test]
    fn density_is_tokens_per_full_wrapped_line() {
        assert_eq!(wrap(""), (0, 1));
        assert_eq!(wrap("two words"), (2, 1));
        // 16 words of four letters fill 79 columns; the last line is dropped.
        let words = ["word"; 40].join(" ");
        assert_eq!(wrap(&words), (32, 2));
        // Exactly one line, and one word more.
        assert_eq!(wrap(&["word"; 16].join(" ")), (16, 1));
        assert_eq!(wrap(&["word"; 17].join(" ")), (16, 1));
        // A word longer than a line stays whole.
        assert_eq!(wrap(&"x".repeat(300)), (1, 1));
    }

    #[test]
    fn cjk_wraps_between_any_two_characters() {
        assert_eq!(wrap(&"水".repeat(100)), (80, 2));
        assert_eq!(wrap("水abc 水"), (3, 1));
    }

    #[test]
    fn the_slope_is_relative_to_the_denser_side() {
        assert_eq!(slope(10.0, 10.0), 0.0);
        assert_eq!(slope(10.0, 5.0), 0.5);
        assert_eq!(slope(5.0, 10.0), 0.5);
        assert_eq!(slope(0.0, 0.0), 0.0);
        assert_eq!(slope(0.0, 3.0), 1.0);
    }

    #[test]
    fn only_blocks_of_similar_density_are_fused() {
        assert_eq!(
            texts("<div>one two<div>three four</div><div>a b c d e f g</div></div>"),
            ["one two|three four", "a b c d e f g"]
        );
    }

    #[test]
    fn fused_blocks_share_their_density_and_may_fuse_again() {
        // 8 against 5 is 0.375 and fuses to 6.5; 4 against 6.5 is 0.385 and does not.
        assert_eq!(
            texts("<p>a b c d e f g h<p>a b c d e<p>a b c d"),
            ["a b c d e f g h|a b c d e", "a b c d"]
        );
        // 8 | 4 4 4 4 6: the fours are one block by then; with the six they are 4.4: still 0.45.
        // 6 | 3 4 : 0.5 first; 3 and 4 make 3.5; 0.417. 6 | 3 6: 3 and 6 stay apart.
        assert_eq!(texts("<p>a b c d e f<p>a b c<p>a b c d e f").len(), 3);
        // 5 | 3 | 4 : 5 and 3 differ by 0.4; 3 and 4 make 3.5, which differs from 5 by 0.3.
        assert_eq!(texts("<p>a b c d e<p>a b c<p>a b c d").len(), 1);
    }

    #[test]
    fn headings_and_lists_are_separate_segments() {
        assert_eq!(
            texts("<h1>one two</h1><p>three four<ul><li>a b<li>c d</ul><p>e f"),
            ["one two", "three four", "a b|c d", "e f"]
        );
        // The tag may be anywhere between the two lines, empty or not.
        assert_eq!(texts("<p>a b<hr><p>c d").len(), 2);
        assert_eq!(texts("<p>a b<div><div></div></div><p>c d").len(), 1);
        assert_eq!(texts("<div><section>a b</section></div>c d").len(), 2);
    }

    #[test]
    fn empty_short_and_very_long_pages_are_segmented() {
        assert!(texts("").is_empty());
        assert_eq!(texts("one"), ["one"]);
        let many = (0..50_000).map(|i| {
            if i % 3 == 0 {
                "<p>a b c d e f g"
            } else {
                "<p>x"
            }
        });
        assert!(texts(&many.collect::<String>()).len() > 30_000);
    }
}
