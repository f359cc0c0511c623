//! A part of an article: selected text, or the section below a heading.
//!
//! Positions count visible characters. White space and direction marks are ignored, because they
//! differ between a page and its article.

use std::collections::BTreeSet;
use std::ops::Range;

use super::notes;
use super::tree::Tree;
use crate::page::Tag;
use crate::text::collapse;

/// Number of visible characters at the beginning and at the end of a selection that are matched if
/// the whole selection isn't in the article.
const END_CHARS: usize = 24;

/// Returns the part with a quote; `before` is the text before it, for a quote that occurs more than
/// once. `None` if it isn't in the article.
pub(super) fn quoted(tree: &Tree, quote: &str, before: &str) -> Option<Tree> {
    let spans = Spans::new(tree);
    let quote: Vec<char> = visible_chars(quote).collect();
    let before: Vec<char> = visible_chars(before).collect();
    let range = find(&spans.text, &quote, &before, 0).map_or_else(
        || {
            let (first, last) = (
                quote.get(..END_CHARS)?,
                quote.get(quote.len() - END_CHARS..)?,
            );
            let start = find(&spans.text, first, &before, 0)?.start;
            let end = find(&spans.text, last, &[], start + END_CHARS)?.end;
            Some(start..end)
        },
        Some,
    )?;
    Some(cut(tree, &spans, range))
}

/// Returns the headings, each with its level.
pub(super) fn sections(tree: &Tree) -> Vec<(u8, String)> {
    headings(tree)
        .map(|(node, level)| (level, collapse(&tree.all_text(node))))
        .collect()
}

/// Returns the section of a heading, including the heading, up to the next one of the same or a
/// higher level. `None` if there's no such heading.
pub(super) fn section(tree: &Tree, number: usize) -> Option<Tree> {
    let spans = Spans::new(tree);
    let (node, level) = headings(tree).nth(number)?;
    let mut later = headings(tree).skip(number + 1);
    let end = later
        .find(|&(_, other)| other <= level)
        .map_or(spans.text.len(), |(other, _)| spans.at[other]);
    Some(cut(tree, &spans, spans.at[node]..end))
}

fn headings(tree: &Tree) -> impl Iterator<Item = (usize, u8)> {
    tree.descendants(0).filter_map(|node| {
        let level = tree.tag(node).heading_level()?;
        let is_named = visible_chars(&tree.all_text(node)).next().is_some();
        is_named.then_some((node, level))
    })
}

/// The visible characters of a tree, and how many of them precede each node and the end.
struct Spans {
    text: Vec<char>,
    at: Vec<usize>,
}

impl Spans {
    fn new(tree: &Tree) -> Self {
        let mut text = Vec::with_capacity(tree.text_len());
        let mut at = Vec::with_capacity(tree.len() + 1);
        for node in 0..tree.len() {
            at.push(text.len());
            text.extend(visible_chars(tree.text(node)));
        }
        at.push(text.len());
        Self { text, at }
    }

    fn of(&self, tree: &Tree, node: usize) -> Range<usize> {
        self.at[node]..self.at[tree.node(node).end]
    }
}

/// Returns the part of a tree within a range of its visible characters. Formulas are included as a
/// whole, and so are the notes of references in the range.
fn cut(tree: &Tree, spans: &Spans, mut range: Range<usize>) -> Tree {
    let meets = |own: &Range<usize>, range: &Range<usize>| {
        let is_empty = own.start == own.end;
        own.start < range.end && own.end > range.start
            || is_empty && range.start < own.start && own.start < range.end
    };
    for node in tree.descendants(0).filter(|&n| tree.tag(n) == Tag::Math) {
        let own = spans.of(tree, node);
        if meets(&own, &range) {
            range = range.start.min(own.start)..range.end.max(own.end);
        }
    }
    let marks: BTreeSet<&str> = tree
        .descendants(0)
        .filter(|&node| meets(&spans.of(tree, node), &range))
        .filter_map(|node| notes::marked(tree, node))
        .collect();
    let is_note = |node: usize| notes::number(tree, node).is_some_and(|n| marks.contains(n));
    // Whole notes are included, with their ancestors.
    let mut whole = vec![false; tree.len()];
    let mut around = vec![false; tree.len()];
    for node in tree.descendants(0).filter(|&node| is_note(node)) {
        whole[node..tree.node(node).end].fill(true);
        let mut at = tree.node(node).parent;
        while at != 0 {
            around[at] = true;
            at = tree.node(at).parent;
        }
    }
    tree.clone().replaced(|tree, node, out, parent| {
        let own = spans.of(tree, node);
        let is_met = meets(&own, &range);
        if whole[node] || around[node] && !is_met {
            return false;
        }
        if tree.tag(node) != Tag::Text {
            return !is_met;
        }
        if is_met {
            let kept = within(tree.text(node), &own, &range);
            if kept.len() == tree.text(node).len() {
                return false;
            }
            out.push_text(kept, parent);
        }
        true
    })
}

/// Returns the part of a text within a range; `own` is the text's range of visible characters.
fn within<'t>(text: &'t str, own: &Range<usize>, range: &Range<usize>) -> &'t str {
    let mut at = own.start;
    let (mut start, mut end) = (None, text.len());
    for (byte, c) in text.char_indices() {
        if is_blank(c) {
            continue;
        }
        if at == range.start {
            start = Some(byte);
        }
        at += 1;
        if at == range.end {
            end = byte + c.len_utf8();
        }
    }
    &text[start.unwrap_or(0).min(end)..end]
}

/// Finds a quote from an index on. Of several matches, it's the one with the longest match before
/// it.
fn find(text: &[char], quote: &[char], before: &[char], from: usize) -> Option<Range<usize>> {
    let &first = quote.first()?;
    let last = text.len().checked_sub(quote.len())?;
    let agreeing = |at: usize| {
        let own = text[..at].iter().rev();
        own.zip(before.iter().rev())
            .take_while(|(a, b)| a == b)
            .count()
    };
    let mut best: Option<(usize, usize)> = None;
    for at in from..=last {
        if text[at] == first && text[at..at + quote.len()] == *quote {
            let agrees = agreeing(at);
            if best.is_none_or(|(most, _)| agrees > most) {
                best = Some((agrees, at));
            }
        }
    }
    best.map(|(_, at)| at..at + quote.len())
}

fn visible_chars(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|&c| !is_blank(c))
}

/// Returns whether a character is white space or invisible.
fn is_blank(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use crate::article::Article;

    const FERRY: &str = "<h2>Pier</h2>\n<p>It <b>sails</b> at noon.</p>\n\
        <figure><img src=\"https://a.example/f.jpg\" alt=\"\"></figure>\n<p>It lands.</p>\n\
        <h3>Price</h3>\n<ul><li>Two crowns</li>\n<li>Three crowns</li>\n</ul>\n<h2>Mill</h2>\n<p>It sails not.</p>\n";

    fn article(html: &str) -> Article {
        Article::from_html(html, false).unwrap_or_else(|| panic!("{html}"))
    }

    fn part(quote: &str, before: &str) -> Option<String> {
        let part = article(FERRY).part(quote, before);
        part.map(|part| part.styled_html())
    }

    #[test]
    fn a_part_contains_exactly_the_selection() {
        for (quote, html) in [
            ("sails at", "<p><b>sails</b> at</p>\n"),
            ("t sai", "<p>t <b>sai</b></p>\n"),
            (
                "noon.\n\nIt lan",
                "<p>noon.</p>\n<figure><img src=\"https://a.example/f.jpg\" alt=\"\"></figure>\n<p>It lan</p>\n",
            ),
            (
                "crowns\nThree",
                "<ul><li>crowns</li>\n<li>Three</li>\n</ul>\n",
            ),
            ("Price", "<h3>Price</h3>\n"),
        ] {
            assert_eq!(part(quote, "").as_deref(), Some(html), "{quote}");
        }
        assert_eq!(part("nowhere", ""), None);
        assert_eq!(part(" \u{200b}\n", ""), None);
    }

    #[test]
    fn a_repeated_quote_is_found_by_the_text_before_it() {
        let html = |before: &str| part("It sails", before).unwrap_or_default();
        assert_eq!(html("Pier"), "<p>It <b>sails</b></p>\n");
        assert_eq!(html("Three crowns\nMill\n"), "<p>It sails</p>\n");
    }

    #[test]
    fn a_selection_beyond_the_article_is_found_by_its_ends() {
        let quote = "Pier It sails at noon. It lands. An advert for boats. Price Two crowns Three crowns Mill It sails not.";
        let part = part(quote, "").unwrap_or_default();
        assert_eq!(part, FERRY);
    }

    #[test]
    fn a_section_ends_at_the_next_heading_of_its_level() {
        let article = article(FERRY);
        let names = ["Pier", "Price", "Mill"].map(str::to_owned);
        let levels = [2, 3, 2];
        let expected: Vec<(u8, String)> = levels.into_iter().zip(names).collect();
        assert_eq!(article.sections(), expected);
        let html = |number| article.section(number).map(|part| part.styled_html());
        let before = FERRY.split_once("<h2>Mill").map(|(before, _)| before);
        assert_eq!(html(0).as_deref(), before);
        assert_eq!(
            html(1).as_deref(),
            Some("<h3>Price</h3>\n<ul><li>Two crowns</li>\n<li>Three crowns</li>\n</ul>\n")
        );
        assert_eq!(
            html(2).as_deref(),
            Some("<h2>Mill</h2>\n<p>It sails not.</p>\n")
        );
        assert_eq!(html(3), None);
    }

    #[test]
    fn referenced_notes_and_formulas_are_included_whole() {
        let html = "<p>A<sup><a href=\"#pith--note-1\" id=\"pith--mark-1\" role=\"doc-noteref\">1</a></sup> \
            b<sup><a href=\"#pith--note-2\" id=\"pith--mark-2\" role=\"doc-noteref\">2</a></sup> \
            <math alttext=\"x^2\"><msup><mi>x</mi><mn>2</mn></msup></math> c</p>\n\
            <ol class=\"pith-notes\"><li id=\"pith--note-1\"><p>One.</p>\n</li>\n<li id=\"pith--note-2\"><p>Two.</p>\n</li>\n</ol>\n";
        let part = article(html).part("b2 x", "").map(|part| part.markdown());
        assert_eq!(part.as_deref(), Some("b[^2] $x^2$\n\n[^2]: Two.\n"));
    }
}
