//! A quick check whether a page has an article.
//!
//! The extension's icon shows the result on pages of permitted sites. There the core is too
//! expensive: `readerable.js` measures the live page with the same rules, without wasm and without
//! layout, and the same weights decide. This implementation shows how often the result agrees with
//! [`Confidence`](crate::select::Confidence) (`lab readerable`), and finds the weights.
//!
//! It measures the lengths of texts in blocks, and of blocks in the element directly around them.

mod score;

use std::collections::BTreeMap;

use crate::page::{NodeId, Page, Tag};
pub use score::COLUMNS;
use score::{
    BENDS, BIAS, DENSE, ENOUGH, FRONT, MAX_LEVELS, MAX_TEASER_CHARS, MAX_TEXTS, MIN_TEXT,
    PARAGRAPH, PROSE, SHARES, STEPS, TIMES_LINKS, WEIGHTS, is_aside, is_link, is_skipped,
};

/// The columns to be weighted; `None` for a page that certainly has an article.
pub type Columns = Option<[i32; COLUMNS]>;

/// Returns whether a page has an article, by a quick check.
pub fn is_readerable(page: &Page) -> bool {
    columns(page).is_none_or(|columns| {
        let weighed = columns
            .iter()
            .zip(WEIGHTS)
            .map(|(column, weight)| column * weight);
        weighed.sum::<i32>() + BIAS > 0
    })
}

/// Returns the columns of a page.
pub fn columns(page: &Page) -> Columns {
    let blocks = Glance::new(page).read()?;
    let count = |tag: Tag| elements(page).filter(|&node| page.tag(node) == tag).count() as u32;
    let (teased, headings) = teased(&blocks);
    let mut prose = 0;
    let mut clear = 0;
    let mut containers: BTreeMap<NodeId, (u32, u32)> = BTreeMap::new();
    for block in blocks.iter().filter(|block| block.is_prose()) {
        let own = block.text.own;
        prose += own;
        clear += if block.is_aside { 0 } else { own };
        let (sum, paragraphs) = containers.entry(block.container).or_default();
        *sum += own;
        *paragraphs += u32::from(own >= PARAGRAPH);
    }
    let most = |of: fn(&(u32, u32)) -> u32| containers.values().map(of).max().unwrap_or_default();
    Some([
        steps(most(|&(sum, _)| sum)),
        steps(most(|&(_, paragraphs)| paragraphs)),
        steps(clear.min(BENDS[0])),
        steps(clear.min(BENDS[1])),
        (SHARES * teased / (prose + 1)) as i32,
        steps(count(Tag::P)),
        steps(count(Tag::Article)),
        steps(headings),
    ])
}

/// Returns a number on a logarithmic scale, as an integer so that the script gets the same result.
fn steps(number: u32) -> i32 {
    libm::round(f64::from(STEPS) * libm::log2(1.0 + f64::from(number))) as i32
}

/// Returns the length of the prose in teasers (a heading with a link to another page, and text up
/// to the next heading), 0 if there are few of them, and the number of headings on the page.
fn teased(blocks: &[Block]) -> (u32, u32) {
    let (mut teased, mut teasers, mut headings) = (0, 0, 0);
    let mut rest: Option<u32> = None;
    for block in blocks {
        let Text { own, linked } = block.text;
        headings += u32::from(block.is_heading);
        if block.is_heading && linked > own {
            if let Some(length) = rest.replace(0)
                && length <= MAX_TEASER_CHARS
            {
                teased += length;
                teasers += 1;
            }
        } else if block.is_prose() {
            rest = rest.map(|length| length + own);
        }
    }
    (if teasers >= FRONT { teased } else { 0 }, headings)
}

/// Returns the nodes in the body of a page that are read.
fn elements(page: &Page) -> impl Iterator<Item = NodeId> {
    let mut next = page.body();
    std::iter::from_fn(move || {
        while next < page.end(page.body()) {
            let node = next;
            let tag = page.tag(node);
            // A `noscript` counts as shown if the page has nothing else.
            let is_shown = tag == Tag::Noscript && !page.is_hidden(node);
            let is_left_out = page.is_element(node) && is_skipped(tag) && !is_shown;
            next = if is_left_out {
                page.end(node)
            } else {
                NodeId(node.0 + 1)
            };
            if !is_left_out {
                return Some(node);
            }
        }
        None
    })
}

/// Lengths of text outside and in links.
#[derive(Clone, Copy, Debug, Default)]
struct Text {
    own: u32,
    linked: u32,
}

/// Text with the same nearest block.
#[derive(Clone, Copy, Debug)]
struct Block {
    text: Text,
    is_heading: bool,
    is_aside: bool,
    /// The element around the block.
    container: NodeId,
}

impl Block {
    fn is_prose(&self) -> bool {
        let Text { own, linked } = self.text;
        !self.is_heading && own >= PROSE && own > TIMES_LINKS * linked
    }
}

/// The blocks of a page read so far, and their containers.
struct Glance<'a> {
    page: &'a Page,
    blocks: Vec<Block>,
    places: BTreeMap<NodeId, usize>,
    containers: BTreeMap<NodeId, Text>,
}

impl<'a> Glance<'a> {
    fn new(page: &'a Page) -> Self {
        Self {
            page,
            blocks: Vec::new(),
            places: BTreeMap::new(),
            containers: BTreeMap::new(),
        }
    }

    /// Returns the blocks in the order in which their texts begin; `None` as soon as a container
    /// has enough text.
    fn read(mut self) -> Option<Vec<Block>> {
        let page = self.page;
        let texts = elements(page)
            .filter(|&node| page.is_text(node))
            .map(|node| (node, length(page.text(node))))
            .filter(|&(_, length)| length >= MIN_TEXT);
        for (node, length) in texts.take(MAX_TEXTS as usize) {
            if self.add(node, length) {
                return None;
            }
        }
        Some(self.blocks)
    }

    /// Adds a text to its block; returns whether its container now has enough text.
    fn add(&mut self, node: NodeId, length: u32) -> bool {
        let tag = |node| self.page.tag(node);
        let mut element = self.parent(node);
        let mut in_link = is_link(tag(element));
        for _ in 0..MAX_LEVELS {
            if tag(element).is_block() {
                break;
            }
            element = self.parent(element);
            in_link |= is_link(tag(element));
        }
        let container = self.parent(element);
        let around = [element, container, self.parent(container)].map(tag);
        in_link |= around.into_iter().any(is_link);
        let block = Block {
            text: Text::default(),
            is_heading: tag(element).heading_level().is_some(),
            is_aside: around.into_iter().any(is_aside),
            container,
        };
        let place = *self.places.entry(element).or_insert_with(|| {
            self.blocks.push(block);
            self.blocks.len() - 1
        });
        let sum = self.containers.entry(container).or_default();
        let text = &mut self.blocks[place].text;
        if in_link {
            text.linked += length;
            sum.linked += length;
        } else {
            text.own += length;
            sum.own += if block.is_heading { 0 } else { length };
        }
        sum.own >= ENOUGH && sum.own > TIMES_LINKS * sum.linked
    }

    /// Returns the parent of a node; the body for the body.
    fn parent(&self, node: NodeId) -> NodeId {
        let parent = self.page.parent(node);
        parent.filter(|_| node != self.page.body()).unwrap_or(node)
    }
}

/// Returns the length of a text in UTF-16 units, trimmed and, if it has several lines, with other
/// white space collapsed to single spaces. White space is defined as in JavaScript. The length is
/// doubled if the middle unit belongs to a script that needs half as many, as in `select::blocks`.
fn length(text: &str) -> u32 {
    let is_space = |c: char| c == '\u{feff}' || (c.is_whitespace() && c != '\u{85}');
    let text = text.trim_matches(is_space);
    let units: Vec<u16> = if text.contains('\n') {
        let words = text.split(is_space).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        words.join(" ").encode_utf16().collect()
    } else {
        text.encode_utf16().collect()
    };
    let length = units.len() as u32;
    let middle = units.get(units.len() / 2).copied().map(u32::from);
    if middle.is_some_and(|unit| DENSE.contains(&unit)) {
        2 * length
    } else {
        length
    }
}

#[cfg(test)]
#[path = "readerable/tests.rs"]
mod tests;
