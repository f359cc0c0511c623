//! Lists of timed lines on the page.
//!
//! 1. Every text that begins with a time is a timestamp. Timestamps in elements with the same
//!    signature whose times don't decrease are a list.
//! 2. The line of a timestamp is the rest of its row if every row has text, otherwise everything up
//!    to the next timestamp.
//! 3. A list is a transcript if it has the pace of speech, unlike chapters of videos, schedules and
//!    comments with times.
//! 4. It belongs to the nearest video in the tree.
//!
//! Cost: O(nodes × depth + text); lists are visited from the longest on, within a work limit
//! proportional to the page's size.

use std::ops::{Range, RangeInclusive};

use super::Line;
use super::time::stamp;
use crate::compact::argsort;
use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::page::{Attr, NodeId, NodeSet, Page, Tag};
use crate::text::collapse;

/// Minimum number of lines of a list.
const MIN_LIST_LINES: usize = 3;

/// Maximum time of the first line, in seconds. Schedules begin at eight or nine o'clock, and music
/// before the first word is shorter.
const MAX_START_SECONDS: f64 = 300.0;

/// Minimum share of timestamps with a line, as numerator and denominator.
const LINES_OF_STAMPS: (usize, usize) = (4, 5);

/// Characters per second, without white space: speech has five (Chinese) to fifteen, and pauses.
/// Tables of contents have fewer than one, and lists that aren't in sequence have more than can be
/// spoken.
const PACE: RangeInclusive<f64> = 0.8..=80.0;

/// Work limit for nested lists, as a multiple of the page size.
const WORK_FACTOR: usize = 8;

/// A text that begins with a time.
struct Stamp {
    node: NodeId,
    start: f64,
    end: Option<f64>,
    /// Number of bytes of the time at the start of the text.
    length: usize,
}

/// Returns the transcript lines on the page for each video.
pub(super) fn lines(page: &Page, kept: &NodeSet, videos: &[NodeId]) -> Vec<Vec<Line>> {
    let mut found: Vec<Vec<Line>> = vec![Vec::new(); videos.len()];
    if videos.is_empty() {
        return found;
    }
    let cost = |node: NodeId| page.subtree(node).len() + page.raw_text(node).len();
    let mut left = WORK_FACTOR * cost(page.root());
    for run in runs(page) {
        let container = around(page, run[0].node, run[run.len() - 1].node);
        if cost(container) > left {
            continue;
        }
        left -= cost(container);
        let Some(lines) = speech(page, kept, container, &run) else {
            continue;
        };
        let nearest = videos.iter().enumerate().max_by_key(|&(number, &video)| {
            let level = page.level(around(page, video, container));
            // Of several at the same distance, the last before the list; if there's none, the first
            // after it.
            let is_before = video < container;
            let order = isize::try_from(number).unwrap_or_default();
            (level, is_before, if is_before { order } else { -order })
        });
        if let Some((number, _)) = nearest {
            // Pages can have the same lines twice, for wide and for narrow screens, or also an
            // excerpt.
            if lines.len() > found[number].len() {
                found[number] = lines;
            }
        }
    }
    found
}

/// Returns the lists of consecutive timestamps, the longest first.
fn runs(page: &Page) -> Vec<Vec<Stamp>> {
    let mut signatures = Interner::new();
    let mut lists: Vec<Vec<Stamp>> = Vec::new();
    // For each signature, the list that continues.
    let mut last: Vec<usize> = Vec::new();
    for node in page.nodes().filter(|&node| page.is_text(node)) {
        let text = page.text(node);
        let Some((start, end, rest)) = stamp(text) else {
            continue;
        };
        let Some(holder) = page.parent(node).filter(|_| is_read(page, node)) else {
            continue;
        };
        let found = Stamp {
            node,
            start,
            end,
            length: text.len() - rest.len(),
        };
        let signature = signatures.intern(signature(page, holder)) as usize;
        let continues = last.get(signature).is_some_and(|&list| {
            let before = lists[list].last();
            before.is_some_and(|before| before.start <= start)
        });
        if continues {
            lists[last[signature]].push(found);
        } else {
            if last.len() <= signature {
                last.resize(signature + 1, 0);
            }
            last[signature] = lists.len();
            lists.push(vec![found]);
        }
    }
    lists.retain(|list| list.len() >= MIN_LIST_LINES);
    // The longest first.
    argsort::sorted(lists, |list| !list.len())
}

/// Returns the signature of an element: a hash of its tag and first class without digits.
fn signature(page: &Page, node: NodeId) -> u64 {
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    let class = class.split_ascii_whitespace().next().unwrap_or_default();
    let name = class.bytes().filter(|byte| !byte.is_ascii_digit());
    let tag = Hash64::EMPTY.byte(page.tag(node) as u8);
    name.fold(tag, Hash64::byte).value()
}

/// Returns whether a text is visible to readers.
fn is_read(page: &Page, text: NodeId) -> bool {
    page.parent(text).is_some_and(|holder| {
        !matches!(
            page.tag(holder),
            Tag::Script | Tag::Style | Tag::Noscript | Tag::Template | Tag::Textarea | Tag::Option
        )
    })
}

/// Returns the innermost element around two nodes.
fn around(page: &Page, one: NodeId, other: NodeId) -> NodeId {
    let mut all = page.inclusive_ancestors(one);
    all.find(|&node| page.is_element(node) && page.contains(node, other))
        .unwrap_or_else(|| page.root())
}

/// Returns the lines of a list in `container`; `None` if it isn't a transcript, or is part of the
/// article.
fn speech(page: &Page, kept: &NodeSet, container: NodeId, run: &[Stamp]) -> Option<Vec<Line>> {
    let rows = rows(page, container, run);
    let end = page.end(container);
    let mut read = Reading::default();
    for (place, stamp) in run.iter().enumerate() {
        let range = match &rows {
            Some(rows) => rows[place].0..page.end(rows[place]).0,
            None => stamp.node.0..run.get(place + 1).map_or(end, |next| next.node).0,
        };
        read.line(page, kept, stamp, range);
    }
    let (first, last) = (&run[0], &run[run.len() - 1]);
    let between = (last.start - first.start) / (run.len() - 1) as f64;
    let pace = read.chars as f64 / (last.start - first.start + between);
    let is_speech = first.start <= MAX_START_SECONDS && PACE.contains(&pace);
    let count = read.lines.len();
    let is_list =
        count >= MIN_LIST_LINES && LINES_OF_STAMPS.0 * run.len() <= LINES_OF_STAMPS.1 * count;
    (is_speech && is_list && 2 * read.in_article <= read.texts).then_some(read.lines)
}

/// Returns the rows of a list in `container`, one for each timestamp; `None` if the texts aren't in
/// the rows of their timestamps.
fn rows(page: &Page, container: NodeId, run: &[Stamp]) -> Option<Vec<NodeId>> {
    let rows = run.iter().map(|stamp| row(page, container, stamp.node));
    let rows: Vec<NodeId> = rows.collect::<Option<_>>()?;
    let has_words =
        |(stamp, row): &(&Stamp, &NodeId)| page.raw_text(**row).trim().len() > stamp.length;
    let with_words = run.iter().zip(&rows).filter(has_words).count();
    let are_apart = rows.windows(2).all(|two| two[0] != two[1]);
    (are_apart && 2 * with_words > run.len()).then_some(rows)
}

/// Lines and counts of a list.
#[derive(Default)]
struct Reading {
    lines: Vec<Line>,
    /// Characters of the lines, without white space.
    chars: usize,
    /// Number of texts, and of those in the article.
    texts: usize,
    in_article: usize,
}

impl Reading {
    /// Reads the line of a timestamp from a range of nodes.
    fn line(&mut self, page: &Page, kept: &NodeSet, stamp: &Stamp, range: Range<u32>) {
        let mut text = String::new();
        let mut block = None;
        for node in range.map(NodeId) {
            if !page.is_text(node) || !is_read(page, node) {
                continue;
            }
            let words = match node == stamp.node {
                true => &page.text(node)[stamp.length..],
                false => page.text(node),
            };
            if words.trim().is_empty() {
                text.push(' ');
                continue;
            }
            let own = block_of(page, node);
            if block != own {
                text.push(' ');
                block = own;
            }
            text.push_str(words);
            self.texts += 1;
            self.in_article += usize::from(kept.contains(node));
        }
        let text = collapse(&text);
        let text = text.trim_start_matches([':', '-', '–', '—', '|', ' ']);
        if !text.is_empty() {
            self.chars += text.chars().filter(|c| !c.is_whitespace()).count();
            self.lines.push(Line {
                start: stamp.start,
                end: stamp.end,
                speaker: None,
                text: text.to_owned(),
            });
        }
    }
}

/// Returns the child of `container` that contains a node; `None` if that is the node itself.
fn row(page: &Page, container: NodeId, node: NodeId) -> Option<NodeId> {
    let mut ancestors = page.ancestors(node);
    ancestors.find(|&ancestor| page.parent(ancestor) == Some(container))
}

/// Returns the element around a text that begins a line.
fn block_of(page: &Page, text: NodeId) -> Option<NodeId> {
    let mut ancestors = page.ancestors(text);
    ancestors.find(|&ancestor| page.is_block(ancestor) || page.tag(ancestor).is_block())
}
