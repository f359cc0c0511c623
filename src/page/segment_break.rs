//! Line feeds in the source of text that has no spaces between words.
//!
//! A collapsible line feed becomes a space, or nothing if it is between two wide characters: CSS
//! Text Module Level 3, Sect. 4.1.3, segment break transformation rules. Chinese and Japanese
//! sources have line breaks anywhere, and a space there would be a gap within a word.

use super::{NodeId, Page, Tag};
use crate::text::{TextCounts, has_single_spaces};

/// Maximum number of nodes between two texts of one line.
const NEAR: usize = 32;

/// Appends `text` to `kept` with every run of white space collapsed to one space, or to nothing if
/// it contains a line feed and is between two wide characters. Calls `undecided` with the offset in
/// `kept` of each space that depends on the text of the next node.
pub(super) fn collapse(kept: &mut String, text: &str, mut undecided: impl FnMut(usize)) {
    let bytes = text.as_bytes();
    // Quick check: text that doesn't begin with white space is mostly unchanged.
    if bytes.first() > Some(&b' ') && has_single_spaces(text) {
        kept.push_str(text);
        return;
    }
    let (mut start, mut from) = (0, 0);
    // White space is ASCII here, so bytes suffice, and are much faster than characters.
    while let Some(byte) = bytes.get(from) {
        let is_single = || !bytes.get(from + 1).is_some_and(u8::is_ascii_whitespace);
        if *byte > b' ' || !byte.is_ascii_whitespace() || *byte == b' ' && is_single() {
            from += 1;
            continue;
        }
        let run = bytes[from..].iter().take_while(|b| b.is_ascii_whitespace());
        let mut feeds = false;
        let to = from + run.inspect(|&&b| feeds |= b == b'\n' || b == b'\r').count();
        kept.push_str(&text[start..from]);
        start = to;
        let before = std::mem::replace(&mut from, to);
        if feeds && to < bytes.len() && before > 0 && parts_wide(&text[..before], &text[to..]) {
            continue;
        }
        if feeds {
            let wide_before = || kept.trim_end_matches(' ').ends_with(is_wide);
            let at_end = to == bytes.len() && wide_before();
            let at_start = before == 0 && text[to..].starts_with(is_wide) && wide_before();
            if at_end || at_start {
                undecided(kept.len());
            }
        }
        kept.push(' ');
    }
    kept.push_str(&text[start..]);
}

/// Removes the spaces that [`collapse`] left undecided if they are between two wide characters of
/// one line. `spaces` contains nodes with offsets into the page's text, in document order.
pub(super) fn remove(page: &mut Page, spaces: &[(usize, usize)]) {
    let removed: Vec<usize> = spaces
        .iter()
        .filter(|&&(node, at)| is_between_wide(page, node, at))
        .map(|&(_, at)| at)
        .collect();
    if removed.is_empty() {
        return;
    }
    let mut text = String::with_capacity(page.text.len());
    let mut from = 0;
    for &at in &removed {
        text.push_str(&page.text[from..at]);
        from = at + 1;
    }
    text.push_str(&page.text[from..]);
    page.text = text;
    let mut passed = 0;
    for end in &mut page.text_ends {
        while removed.get(passed).is_some_and(|&at| at < *end as usize) {
            passed += 1;
        }
        *end -= u32::try_from(passed).unwrap_or(u32::MAX);
    }
    for &(node, _) in spaces {
        let id = NodeId::at(node);
        let parent = page.parent(id);
        // As when the text was added, text that is never rendered doesn't count.
        if !parent.is_some_and(|parent| page.tag(parent).is_never_rendered()) {
            page.counts[node] = TextCounts::of(page.text(id));
        }
    }
}

/// Returns whether the space at `at`, in the text of `node`, is between two wide characters of its
/// line.
fn is_between_wide(page: &Page, node: usize, at: usize) -> bool {
    let block = page.line_block(NodeId::at(node));
    let of_line = |i: usize| {
        let id = NodeId::at(i);
        let ends = page.is_block(id) || page.tag(id) == Tag::Br || page.tag(id).is_replaced();
        !ends && page.line_block(id) == block
    };
    let last = page.text_ends[node] as usize;
    let first = last - page.text(NodeId::at(node)).len();
    let before = |i: usize| {
        page.text(NodeId::at(i))
            .trim_end_matches(' ')
            .chars()
            .next_back()
    };
    let after = |i: usize| {
        page.text(NodeId::at(i))
            .trim_start_matches(' ')
            .chars()
            .next()
    };
    let own_before = page.text[first..at]
        .trim_end_matches(' ')
        .chars()
        .next_back();
    let own_after = page.text[at..last].trim_start_matches(' ').chars().next();
    let left = own_before.or_else(|| {
        let nodes = (0..node).rev().take(NEAR).take_while(|&i| of_line(i));
        nodes.map(before).find_map(|c| c)
    });
    let right = own_after.or_else(|| {
        let nodes = (node + 1..page.len())
            .take(NEAR)
            .take_while(|&i| of_line(i));
        nodes.map(after).find_map(|c| c)
    });
    left.is_some_and(is_wide) && right.is_some_and(is_wide)
}

fn parts_wide(before: &str, after: &str) -> bool {
    before.ends_with(is_wide) && after.starts_with(is_wide)
}

/// Returns whether a character's East Asian Width is `F`, `W` or `H` and it isn't Hangul, which
/// uses spaces (Unicode Standard Annex 11).
fn is_wide(c: char) -> bool {
    matches!(c,
        '\u{2e80}'..='\u{303e}' | '\u{3041}'..='\u{312f}' | '\u{3190}'..='\u{33ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{a4cf}' | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}' | '\u{ff01}'..='\u{ff9f}' | '\u{ffe0}'..='\u{ffee}'
        | '\u{1b000}'..='\u{1b2ff}' | '\u{20000}'..='\u{3ffff}')
        && !matches!(c, '\u{3200}'..='\u{321e}' | '\u{3260}'..='\u{327e}')
}

#[cfg(test)]
mod tests {
    use super::super::{Limits, PageBuilder, PageInfo};
    use super::*;

    /// Returns the raw text of each paragraph of a page. A paragraph consists of pieces in inline
    /// elements.
    fn read(paragraphs: &[&[&str]]) -> Vec<String> {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.open_tag(Tag::Body).unwrap();
        let mut ids = Vec::new();
        for pieces in paragraphs {
            ids.push(b.open_tag(Tag::P).unwrap());
            for piece in *pieces {
                b.open_tag(Tag::Em).unwrap();
                b.text(piece).unwrap();
                b.close();
            }
            b.close();
        }
        let page = b.finish().unwrap();
        ids.iter().map(|&id| page.raw_text(id).to_owned()).collect()
    }

    #[test]
    fn line_feed_between_wide_characters_is_removed() {
        assert_eq!(read(&[&["春は\n  あけぼの"]]), ["春はあけぼの"]);
        assert_eq!(read(&[&["你好，\r\n世界"]]), ["你好，世界"]);
        // A space is a space, and so is a line feed beside a Latin letter or in Korean.
        assert_eq!(read(&[&["你好 世界"]]), ["你好 世界"]);
        assert_eq!(read(&[&["用 Rust\n写"]]), ["用 Rust 写"]);
        assert_eq!(read(&[&["안녕\n하세요"]]), ["안녕 하세요"]);
        assert_eq!(read(&[&["one\ntwo"]]), ["one two"]);
    }

    #[test]
    fn line_feeds_are_removed_across_inline_elements() {
        assert_eq!(read(&[&["你好\n", "世界"]]), ["你好世界"]);
        assert_eq!(read(&[&["你好", "\n世界"]]), ["你好世界"]);
        assert_eq!(
            read(&[&["你好", "\n", "世界", "\nRust"]]),
            ["你好世界 Rust"]
        );
        assert_eq!(read(&[&["你好\n", "Rust\n", "世界"]]), ["你好 Rust 世界"]);
    }

    #[test]
    fn line_feed_before_another_block_becomes_a_space() {
        assert_eq!(read(&[&["你好\n"], &["世界"]]), ["你好 ", "世界"]);
    }
}
