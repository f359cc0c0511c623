//! Lists of timed lines on the page.
//!
//! 1. Every text that begins with a time is a stamp. Stamps in elements of one make whose times do not run
//!    backwards follow one another in a list.
//! 2. Each stamp's line is the rest of its row where every row has one stamp, else all up to the next.
//! 3. A list is what somebody says where it is said at the pace of speech: contents of films, programmes of
//!    days and comments that name times are not.
//! 4. It belongs to the film that stands nearest to it in the tree.
//!
//! Cost: O(nodes × depth + text); lists are looked at, the longest first, until a multiple of that is spent.

use super::Line;
use super::time::stamp;
use crate::compact::argsort;
use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::page::{Attr, NodeId, NodeSet, Page, Tag};
use crate::text::collapse;

/// Lines of a list, at least: fewer are no list.
const FEWEST: usize = 3;

/// Seconds after which the first line may begin, at most. A programme begins at eight or nine o'clock, and
/// music before the first word is shorter.
const LATEST: f64 = 300.0;

/// Characters in a second, without blanks: speech has five (Chinese) to fifteen, and pauses; contents have
/// fewer than one, and a list of what is not said one after the other has more than anybody can say.
const PACE: std::ops::RangeInclusive<f64> = 0.8..=80.0;

/// Times as much as there is of the page that is looked at of lists which stand in each other, at most.
const PATIENCE: usize = 8;

/// A text that begins with a time.
struct Stamp {
    node: NodeId,
    start: f64,
    end: Option<f64>,
    /// Bytes of the text that are the time.
    length: usize,
}

/// Returns the lines that stand beside each of some films; none where there are none.
pub(super) fn lines(page: &Page, kept: &NodeSet, films: &[NodeId]) -> Vec<Vec<Line>> {
    let mut found: Vec<Vec<Line>> = vec![Vec::new(); films.len()];
    if films.is_empty() {
        return found;
    }
    let cost = |node: NodeId| page.subtree(node).len() + page.raw_text(node).len();
    let mut left = PATIENCE * cost(page.root());
    for run in runs(page) {
        let container = around(page, run[0].node, run[run.len() - 1].node);
        if cost(container) > left {
            continue;
        }
        left -= cost(container);
        let Some(lines) = said(page, kept, container, &run) else {
            continue;
        };
        let nearest = films.iter().enumerate().max_by_key(|&(number, &film)| {
            let level = page.level(around(page, film, container));
            // Of several in one place the last before the list, else the first after it.
            let is_before = film < container;
            let order = isize::try_from(number).unwrap_or_default();
            (level, is_before, if is_before { order } else { -order })
        });
        if let Some((number, _)) = nearest {
            // Pages have the same lines twice, for wide and for narrow screens, or once in short.
            if lines.len() > found[number].len() {
                found[number] = lines;
            }
        }
    }
    found
}

/// Returns the stamps that follow one another, list by list, the longest first.
fn runs(page: &Page) -> Vec<Vec<Stamp>> {
    let mut makes = Interner::new();
    let mut lists: Vec<Vec<Stamp>> = Vec::new();
    // Per make the list that goes on.
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
        let make = makes.intern(make(page, holder)) as usize;
        let goes_on = last.get(make).is_some_and(|&list| {
            let before = lists[list].last();
            before.is_some_and(|before| before.start <= start)
        });
        if goes_on {
            lists[last[make]].push(found);
        } else {
            if last.len() <= make {
                last.resize(make + 1, 0);
            }
            last[make] = lists.len();
            lists.push(vec![found]);
        }
    }
    lists.retain(|list| list.len() >= FEWEST);
    // The longest first.
    argsort::sorted(lists, |list| !list.len())
}

/// Returns the number of an element's make: its tag and first class without digits.
fn make(page: &Page, node: NodeId) -> u64 {
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    let class = class.split_ascii_whitespace().next().unwrap_or_default();
    let name = class.bytes().filter(|byte| !byte.is_ascii_digit());
    let tag = Hash64::EMPTY.byte(page.tag(node) as u8);
    name.fold(tag, Hash64::byte).value()
}

/// Returns whether a text is one that people read.
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

/// Returns the lines of a list in `container`; `None` where it is none of what somebody says, or the
/// article has it.
fn said(page: &Page, kept: &NodeSet, container: NodeId, run: &[Stamp]) -> Option<Vec<Line>> {
    let rows: Vec<Option<NodeId>> = run
        .iter()
        .map(|stamp| row(page, container, stamp.node))
        .collect();
    let is_apart = rows.iter().all(Option::is_some) && rows.windows(2).all(|two| two[0] != two[1]);
    let has_words = |(stamp, row): &(&Stamp, &Option<NodeId>)| {
        row.is_some_and(|row| page.raw_text(row).trim().len() > stamp.length)
    };
    // The time may stand in one row, and the words in the next.
    let has_rows = is_apart && 2 * run.iter().zip(&rows).filter(has_words).count() > run.len();
    let end = page.end(container);
    let mut shown = 0;
    let mut all = 0;
    let mut chars = 0;
    let mut lines = Vec::with_capacity(run.len());
    for (i, stamp) in run.iter().enumerate() {
        let (from, to) = match rows[i].filter(|_| has_rows) {
            Some(row) => (row, page.end(row)),
            None => (stamp.node, run.get(i + 1).map_or(end, |next| next.node)),
        };
        let mut text = String::new();
        let mut block = None;
        for node in (from.0..to.0).map(NodeId) {
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
            all += 1;
            shown += usize::from(kept.contains(node));
        }
        let text = collapse(&text);
        let text = text.trim_start_matches([':', '-', '–', '—', '|', ' ']);
        if !text.is_empty() {
            chars += text.chars().filter(|c| !c.is_whitespace()).count();
            lines.push(Line {
                start: stamp.start,
                end: stamp.end,
                speaker: None,
                text: text.to_owned(),
            });
        }
    }
    let (first, last) = (&run[0], &run[run.len() - 1]);
    let between = (last.start - first.start) / (run.len() - 1) as f64;
    let pace = chars as f64 / (last.start - first.start + between);
    let is_speech = first.start <= LATEST && PACE.contains(&pace);
    let is_list = lines.len() >= FEWEST && 5 * lines.len() >= 4 * run.len();
    (is_speech && is_list && 2 * shown <= all).then_some(lines)
}

/// Returns the child of `container` that holds a node; `None` where that is the node itself.
fn row(page: &Page, container: NodeId, node: NodeId) -> Option<NodeId> {
    let mut ancestors = page.ancestors(node);
    ancestors.find(|&ancestor| page.parent(ancestor) == Some(container))
}

/// Returns the element around a text that begins a line.
fn block_of(page: &Page, text: NodeId) -> Option<NodeId> {
    let mut ancestors = page.ancestors(text);
    ancestors.find(|&ancestor| page.is_block(ancestor) || page.tag(ancestor).is_block())
}
