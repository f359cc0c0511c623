//! Blocks: the units that are kept or removed.

use std::ops::Range;

use crate::page::{Attr, NodeId, Page, Tag};
use crate::text::Marks;
use crate::url;
use crate::vocabulary::leads_to_profile;

/// Minimum share of link characters in a block of links, 0 to 1. With a lower value, sentences with
/// long links are removed; with a higher one, headlines with a date count as text.
pub(super) const LINKED: f32 = 0.5;

/// Minimum share of link characters in a block that consists only of links, perhaps with a word
/// beside them, 0 to 1. With a lower value, sentences with a long link count as menus; with a
/// higher one, menus with more text are kept.
pub(super) const NEARLY_ALL_LINKS: f32 = 0.8;

/// A run of text and replaced elements without a block break: a paragraph, a heading, a cell, or
/// the loose text of a container.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    /// The block-level element that contains the run.
    pub(crate) container: NodeId,
    /// The leaves, in document order: text nodes and replaced elements that are painted.
    pub(crate) leaves: Vec<NodeId>,
    /// Characters without white space.
    pub(crate) chars: u32,
    /// The characters that are in hyperlinks.
    pub(crate) link_chars: u32,
    /// Characters with those of CJK scripts counted twice, as they contain about twice as much.
    pub(crate) length: f32,
    /// Tokens ([`tokens`](crate::text::tokens)).
    pub(crate) tokens: u32,
    /// Hyperlinks with text.
    pub(crate) links: u32,
    /// Images and media.
    pub(crate) media: u32,
    /// Punctuation marks that end or divide sentences.
    pub(crate) punctuation: u32,
    /// True if the last character ends a sentence.
    pub(crate) ends_sentence: bool,
    /// Marks for the classification of its text.
    pub(crate) marks: Marks,
}

impl Block {
    /// Creates a block without leaves.
    pub(crate) fn new(container: NodeId) -> Self {
        Self {
            container,
            leaves: Vec::new(),
            chars: 0,
            link_chars: 0,
            length: 0.0,
            tokens: 0,
            links: 0,
            media: 0,
            punctuation: 0,
            ends_sentence: false,
            marks: Marks::default(),
        }
    }

    /// Creates a block of leaves; `link_of` contains the nearest hyperlink around each node.
    #[inline(never)]
    fn of(page: &Page, container: NodeId, leaves: Vec<NodeId>, link_of: &[Option<NodeId>]) -> Self {
        let mut block = Self::new(container);
        let mut last_link = None;
        for &id in &leaves {
            let link = link_of[id.index()];
            if page.is_text(id) {
                let counts = page.counts(id);
                block.chars += counts.chars;
                block.length += (counts.chars + counts.cjk) as f32;
                block.tokens += counts.tokens;
                block.punctuation += counts.punctuation;
                block.marks.add(&counts.marks);
                if link.is_some() {
                    block.link_chars += counts.chars;
                }
                if let Some(ends) = counts.ends_sentence {
                    block.ends_sentence = ends;
                    if link.is_some() && link != last_link {
                        block.links += 1;
                        last_link = link;
                    }
                }
            } else if page.tag(id) == Tag::Math {
                block.chars += page.formula_chars(id);
            } else if page.tag(id) != Tag::Hr {
                block.media += 1;
            }
        }
        block.leaves = leaves;
        block
    }

    /// Returns its first leaf.
    pub(crate) fn first(&self) -> NodeId {
        self.leaves[0]
    }

    /// Returns its last leaf.
    pub(crate) fn last(&self) -> NodeId {
        self.leaves[self.leaves.len() - 1]
    }

    /// Returns the heading's level; `None` if it isn't a heading.
    pub(crate) fn heading_level(&self, page: &Page) -> Option<u8> {
        page.tag(self.container).heading_level()
    }

    /// Returns whether it consists only of formulas.
    pub(crate) fn is_formula(&self, page: &Page) -> bool {
        self.tokens == 0 && self.leaves.iter().any(|&leaf| page.tag(leaf) == Tag::Math)
    }

    /// Returns whether it consists only of several links and separators.
    fn is_menu(&self) -> bool {
        self.links >= 2 && self.link_density() > NEARLY_ALL_LINKS
    }

    /// Returns the share of the characters in hyperlinks, 0 to 1; 0 without characters.
    pub(crate) fn link_density(&self) -> f32 {
        if self.chars == 0 {
            0.0
        } else {
            self.link_chars as f32 / self.chars as f32
        }
    }

    /// Returns whether one of its links leads to a person's profile.
    pub(crate) fn names_person(&self, page: &Page) -> bool {
        self.targets(page)
            .any(|link| leads_to_profile(url::path(link)))
    }

    /// Returns the targets of its hyperlinks, in document order, once per link.
    pub(crate) fn targets<'a>(&self, page: &'a Page) -> impl Iterator<Item = &'a str> {
        let has_content =
            |leaf: &&NodeId| !page.is_text(**leaf) || !page.text(**leaf).trim().is_empty();
        let around = |&leaf: &NodeId| {
            page.inclusive_ancestors(leaf)
                .find(|&id| page.tag(id).is_link())
        };
        let mut last = None;
        self.leaves
            .iter()
            .filter(has_content)
            .filter_map(around)
            .filter(move |&link| last.replace(link) != Some(link))
            .filter_map(|link| page.attr(link, Attr::Href))
    }
}

/// Returns the painted blocks in `body`, in document order. Blocks without text or media are
/// skipped.
pub(crate) fn blocks(page: &Page) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    let link_of = links(page);
    let mut run = Run {
        container: page.body(),
        leaves: Vec::new(),
        line_breaks: Vec::new(),
    };
    for leaf in page.leaves() {
        if leaf.after_block_break {
            run.end(page, &link_of, &mut out);
            run.container = leaf.container;
        }
        run.leaves.push(leaf.node);
        run.line_breaks.push(leaf.line_breaks);
    }
    run.end(page, &link_of, &mut out);
    out.shrink_to_fit();
    out
}

/// Returns the nearest hyperlink around each node in the body, which may be the node itself.
#[inline(never)]
fn links(page: &Page) -> Vec<Option<NodeId>> {
    let mut links: Vec<Option<NodeId>> = vec![None; page.len()];
    // The first node after the outermost link. Most nodes aren't in a link.
    let mut outside = page.body();
    for id in page.subtree(page.body()) {
        let tag = page.tag(id);
        // An `a` without `href` is an anchor. XHTML parsed as HTML leaves such anchors open.
        if tag.is_link() && (tag != Tag::A || page.attr(id, Attr::Href).is_some()) {
            links[id.index()] = Some(id);
            outside = outside.max(page.end(id));
        } else if id < outside {
            links[id.index()] = page.parent(id).and_then(|parent| links[parent.index()]);
        }
    }
    links
}

/// Leaves without a block break between them.
struct Run {
    container: NodeId,
    leaves: Vec<NodeId>,
    /// Number of line breaks before each leaf.
    line_breaks: Vec<u32>,
}

impl Run {
    /// Ends the run: creates a block of its leaves, or several if empty lines separate text from
    /// menus.
    fn end(&mut self, page: &Page, link_of: &[Option<NodeId>], out: &mut Vec<Block>) {
        let container = self.container;
        let block = |leaves| Block::of(page, container, leaves, link_of);
        let parts_of_run = self.split_at_empty_lines(page);
        let whole = std::mem::take(&mut self.leaves);
        self.line_breaks.clear();
        // Nearly always there's only one part; then nothing is counted twice.
        if parts_of_run.len() <= 1 {
            if !whole.is_empty() {
                let only = block(whole);
                out.extend((only.chars > 0 || only.media > 0).then_some(only));
            }
            return;
        }
        let parts = merge_parts(&whole, parts_of_run, |leaves| block(leaves).is_menu());
        let blocks = parts.into_iter().map(block);
        out.extend(blocks.filter(|b| b.chars > 0 || b.media > 0));
    }

    /// Returns the parts of the leaves that are separated by two or more line breaks; empty if
    /// there's only one part.
    fn split_at_empty_lines(&self, page: &Page) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let (mut start, mut breaks) = (0, 0);
        for (k, (&leaf, line_breaks)) in self.leaves.iter().zip(&self.line_breaks).enumerate() {
            // Line breaks before the first leaf don't separate anything.
            breaks += line_breaks * u32::from(k > 0);
            if breaks == 0 || (page.is_text(leaf) && page.text(leaf).trim().is_empty()) {
                continue;
            }
            if breaks >= 2 {
                parts.push(start..k);
                start = k;
            }
            breaks = 0;
        }
        if start > 0 {
            parts.push(start..self.leaves.len());
        }
        parts
    }
}

/// Merges adjacent parts that are all menus, or all not.
#[inline(never)]
fn merge_parts(
    whole: &[NodeId],
    parts_of_run: Vec<Range<usize>>,
    is_menu: impl Fn(Vec<NodeId>) -> bool,
) -> Vec<Vec<NodeId>> {
    let mut parts: Vec<Vec<NodeId>> = Vec::new();
    let mut after_menu = None;
    for part in parts_of_run {
        let is_menu = is_menu(whole[part.clone()].to_vec());
        match parts.last_mut() {
            Some(last) if after_menu == Some(is_menu) => last.extend(&whole[part]),
            _ => parts.push(whole[part].to_vec()),
        }
        after_menu = Some(is_menu);
    }
    parts
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests;
