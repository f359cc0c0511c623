//! Blocks near the title with nothing but author, date or reading time.

use crate::compact::lower_case;
use crate::metadata::date::{self, Order};
use crate::metadata::line::VisibleLine;
use crate::metadata::name::is_byline_word;
use crate::metadata::sources::Sources;
use crate::page::{NodeId, Page, Tag};
use crate::text::{collapse, tokens};
use crate::vocabulary::List;

/// Lines before and after the title that may be a byline: with fewer, a byline below a standfirst
/// stays in the text; with more, dates in the text are removed.
const BEFORE: usize = 4;
const AFTER: usize = 12;

/// Minimum characters of a line below the title that is a paragraph of the text, or its standfirst.
const PARAGRAPH: usize = 120;

/// Maximum paragraphs between the title and a byline: the standfirst. Dates further down belong to
/// the text.
const STANDFIRSTS: usize = 1;

/// Maximum characters of a byline: longer ones are paragraphs that name the author.
const MAX_BYLINE_CHARS: usize = 200;

/// Maximum letters of a byline that are in neither name, date nor a word of bylines: with fewer, a
/// place or a role keeps a byline in the text; with more, short sentences with a date are removed.
const MAX_OTHER_LETTERS: usize = 12;

/// Returns the nodes of the page's bylines in order, given the authors.
pub(in crate::metadata) fn byline_nodes(sources: &Sources<'_>, authors: &[String]) -> Vec<NodeId> {
    let (page, Some(title)) = (sources.page, sources.title) else {
        return Vec::new();
    };
    let mut nodes: Vec<NodeId> = Vec::new();
    let mut paragraphs = 0;
    for line in sources.near_title(BEFORE, AFTER) {
        if page.contains(title, line.first) {
            continue;
        }
        let length = line.text.chars().count();
        if line.first > title {
            paragraphs += usize::from(length >= PARAGRAPH);
            // A date further down belongs to the text: the byline is above it, or below a
            // standfirst.
            let below =
                paragraphs > STANDFIRSTS || (paragraphs == STANDFIRSTS && !nodes.is_empty());
            if below || page.tag(line.block).heading_level().is_some() {
                break;
            }
        }
        if length > MAX_BYLINE_CHARS
            || !is_only_byline(&line.text, authors, sources.order)
            || is_fact(page, line.block)
        {
            continue;
        }
        let Some(node) = node_of(page, line) else {
            continue;
        };
        if nodes.last() != Some(&node) && !nodes.iter().any(|&n| page.contains(n, node)) {
            nodes.push(node);
        }
    }
    nodes
}

/// Maximum ancestors of a line that are searched for its cell.
const CELL_LEVELS: usize = 3;

/// Returns whether a block is in a cell of a table of facts about the subject: the cell before it
/// is a header, and none of a byline.
fn is_fact(page: &Page, block: NodeId) -> bool {
    let mut around = page.inclusive_ancestors(block).take(CELL_LEVELS);
    let cell = around.find(|&n| page.tag(n) == Tag::Td);
    let header = cell.and_then(|cell| page.element_before(cell));
    header.is_some_and(|n| {
        let label = lower_case::of(page.raw_text(n));
        page.tag(n) == Tag::Th && !tokens(&label).all(is_byline_word)
    })
}

/// Returns the block of a line if the line is its whole text; otherwise the text's parent below
/// that block, or the text. `None` if the line consists of several texts.
fn node_of(page: &Page, line: &VisibleLine<'_>) -> Option<NodeId> {
    // The block's text may end in white space.
    if collapse(page.raw_text(line.block)).len() <= line.text.len() + 1 {
        return Some(line.block);
    }
    if line.first != line.last {
        return None;
    }
    let parent = page.parent(line.first);
    parent.filter(|&p| p != line.block).or(Some(line.first))
}

/// Returns whether a line contains author, date or reading time and little else.
fn is_only_byline(line: &str, authors: &[String], order: Order) -> bool {
    let dates = date::all_in(line, order);
    let lower = lower_case::of(line);
    let names_author = authors.iter().any(|a| lower.contains(&lower_case::of(a)));
    if dates.is_empty() && !names_author && !List::ReadingTime.any_in(&lower) {
        return false;
    }
    let beside: Vec<&str> = date::beside(line, &dates).collect();
    let mut rest = lower_case::of(&beside.join(" "));
    for author in authors {
        rest = rest.replace(&lower_case::of(author), " ");
    }
    let letters: usize = tokens(&rest)
        .filter(|t| !is_byline_word(t) && !t.bytes().all(|b| b.is_ascii_digit()))
        .map(|t| t.chars().count())
        .sum();
    letters <= MAX_OTHER_LETTERS
}
