//! Blocks with the title if it isn't in a heading.

use super::declared::parts;
use super::{MAX_CHARS, Title};
use crate::compact::argsort;
use crate::metadata::clean::{compact, without_invisible};
use crate::metadata::line::VisibleLine;
use crate::metadata::sources::Sources;
use crate::page::{NodeId, Page, Tag};
use crate::text::{collapse, tokens};

/// Returns the first line of a page that is only preformatted text, as browsers show plain text
/// files.
pub(super) fn of_plain_text(page: &Page) -> Option<String> {
    let mut elements = page.children(page.body()).filter(|&n| page.is_element(n));
    let (pre, None) = (elements.next()?, elements.next()) else {
        return None;
    };
    let line = page
        .raw_text(pre)
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())?;
    let fits = page.tag(pre) == Tag::Pre && line.chars().count() <= MAX_CHARS;
    fits.then(|| collapse(line))
}

/// Minimum words of a part of a title that is searched for on the page: shorter ones are names of
/// sections.
const PART: usize = 3;

/// Maximum parts of a title that are searched for, because a hostile title could take long.
const MAX_PARTS: usize = 6;

/// Maximum ancestors of a block that are searched for a link: with fewer, teasers aren't recognized
/// as links; with more, cards around the whole article are included.
const LINK_LEVELS: usize = 3;

/// Returns the longest sequence of a title's parts, most of the title, that is the whole text of a
/// block: the parts before and after it are names of sections and pages.
pub(super) fn declared_part(sources: &Sources<'_>, title: &str) -> Option<Title> {
    let page = sources.page;
    let parts = parts(title);
    if !(2..=MAX_PARTS).contains(&parts.len()) || stating_block(page, title).is_some() {
        return None;
    }
    let letters = compact(title).len();
    let runs: Vec<&str> = (0..parts.len())
        .flat_map(|first| (first..parts.len()).map(move |last| (first, last)))
        .map(|(first, last)| &title[parts[first].start..parts[last].end])
        .filter(|run| tokens(run).count() >= PART && compact(run).len() * 2 > letters)
        .collect();
    let longest_first = argsort::descending(runs.iter().map(|run| run.len() as u32));
    longest_first.into_iter().find_map(|at| {
        let run = runs[at];
        let node = stating_block(page, run)?;
        let linked = page.tag(node) == Tag::A || is_in_link(page, node, LINK_LEVELS);
        (!linked && !sources.regions.is_chrome(node)).then(|| Title {
            text: page.visible_text(node),
            node: Some(node),
        })
    })
}

/// Returns whether one of the nearest ancestors is a link.
fn is_in_link(page: &Page, id: NodeId, levels: usize) -> bool {
    page.ancestors(id)
        .take(levels)
        .any(|a| page.tag(a) == Tag::A)
}

/// Minimum bytes of a paragraph of running text: if lower, standfirsts are included; if higher,
/// pages with short paragraphs have none.
const PARAGRAPH: usize = 150;

/// Minimum ratio of a line's font size to the text's for a heading: lower ratios can result from
/// rounding.
const LARGER: f32 = 1.15;

/// Minimum weight of a bold font (CSS Fonts 4, section 2.2: 600 is semi-bold).
const BOLD: u16 = 600;

/// Minimum words of a line that is a title: a single word is the name of a section.
const MIN_WORDS: usize = 2;

/// Maximum ancestors of a text that are searched for a link; see [`LINK_LEVELS`].
const TEXT_LINK_LEVELS: usize = 5;

/// Returns the title if it is neither in the head nor in a heading: the largest of the short lines
/// above the first paragraph that are separate blocks and not links; if none is larger than the
/// paragraph, the first that is entirely bold.
pub(super) fn announced(sources: &Sources<'_>) -> Option<Title> {
    let page = sources.page;
    let start = sources
        .lines
        .iter()
        .position(|l| l.text.len() >= PARAGRAPH && !sources.regions.is_chrome(l.block))?;
    let paragraph = sources.lines[start].first;
    let size = |line: &VisibleLine<'_>| {
        let sizes = texts(page, line).map(|n| page.style(n).font_size);
        sizes.reduce(f32::min).unwrap_or(0.0)
    };
    let is_linked = |line| texts(page, line).any(|n| is_in_link(page, n, TEXT_LINK_LEVELS));
    let best = sources.lines[..start]
        .iter()
        .filter(|l| !sources.regions.is_chrome(l.block) && l.text.len() < PARAGRAPH)
        .filter(|l| tokens(&l.text).count() >= MIN_WORDS && !is_linked(l))
        .filter(|l| stands_out(page, l, paragraph))
        .filter(|l| collapse(page.raw_text(l.block)) == l.text)
        .reduce(|best, l| if size(l) > size(best) { l } else { best })?;
    Some(Title {
        text: without_invisible(best.text.to_string()),
        node: Some(best.block),
    })
}

/// Returns the text nodes of a line with visible text.
fn texts(page: &Page, line: &VisibleLine<'_>) -> impl Iterator<Item = NodeId> {
    (line.first.0..=line.last.0)
        .map(NodeId)
        .filter(|&n| page.is_text(n) && !page.text(n).trim().is_empty())
}

/// Returns whether a whole line is larger than a paragraph, or bold while the paragraph isn't.
fn stands_out(page: &Page, line: &VisibleLine<'_>, paragraph: NodeId) -> bool {
    let paragraph = page.style(paragraph);
    texts(page, line).all(|n| {
        let style = page.style(n);
        style.font_weight >= BOLD && paragraph.font_weight < BOLD
            || style.font_size >= paragraph.font_size * LARGER
    })
}

/// Maximum ratio between the lengths of a text node and the title, in bytes, because punctuation
/// and white space aren't compared.
const MAX_LENGTH_RATIO: usize = 2;

/// Maximum additional bytes of white space and indentation.
const WHITE_SPACE: usize = 80;

/// Returns the smallest block with only the words of `title`, if no heading has them.
pub(super) fn stating_block(page: &Page, title: &str) -> Option<NodeId> {
    let compact_title = compact(title);
    if compact_title.is_empty() {
        return None;
    }
    let lengths = title.len() / MAX_LENGTH_RATIO..=title.len() * MAX_LENGTH_RATIO;
    page.subtree(page.body()).find_map(|id| {
        let fits = page.is_text(id)
            && !page.is_hidden(id)
            && lengths.contains(&page.text(id).len())
            && compact(page.text(id)) == compact_title;
        let parent = page
            .parent(id)
            .filter(|&p| fits && page.raw_text(p).len() <= lengths.end() + WHITE_SPACE)?;
        (collapse(page.raw_text(parent)) == collapse(page.text(id))).then_some(parent)
    })
}
