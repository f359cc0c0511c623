//! Blocks: the units that are kept or removed.

use std::ops::Range;

use crate::page::{Attr, NodeId, Page, Tag};
use crate::text::Marks;
use crate::url;
use crate::vocabulary::leads_to_profile;

/// Minimum share of links in a block that is a link rather than text, 0 to 1: with a lower one
/// sentences with long links are removed, with a higher one headlines with a date count as text.
pub(super) const LINKED: f32 = 0.5;

/// Minimum share of links in a block that is only links, and perhaps a word beside them, 0 to 1:
/// with a lower one sentences around a link are menus, with a higher one menus with more text stay.
pub(super) const NEARLY_ALL_LINKS: f32 = 0.8;

/// A run of text and replaced elements that no block break divides: a paragraph, a heading, a
/// cell, the loose text of a container.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    /// The block-level element whose line content this is.
    pub(crate) container: NodeId,
    /// The leaves, in document order: text nodes and replaced elements that are painted.
    pub(crate) leaves: Vec<NodeId>,
    /// Characters without white space.
    pub(crate) chars: u32,
    /// Of these, in hyperlinks.
    pub(crate) link_chars: u32,
    /// Characters with those of CJK scripts counted twice, as they contain about twice as much.
    pub(crate) length: f32,
    /// Tokens ([`tokens`](crate::text::tokens)).
    pub(crate) tokens: u32,
    /// Hyperlinks with text.
    pub(crate) links: u32,
    /// Images and media.
    pub(crate) media: u32,
    /// Marks that end or divide sentences.
    pub(crate) punctuation: u32,
    /// True if the last character ends a sentence.
    pub(crate) ends_sentence: bool,
    /// The characters that classify its text.
    pub(crate) marks: Marks,
}

impl Block {
    /// Makes a block without leaves.
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

    /// Makes the block of some leaves; `link_of` has the nearest hyperlink around each node.
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

    /// Returns whether it is one or several formulas, without a word.
    pub(crate) fn is_formula(&self, page: &Page) -> bool {
        self.tokens == 0 && self.leaves.iter().any(|&leaf| page.tag(leaf) == Tag::Math)
    }

    /// Returns whether it is only several links and their separators.
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

    /// Returns whether a link of it leads to a person.
    pub(crate) fn names_person(&self, page: &Page) -> bool {
        self.targets(page)
            .any(|link| leads_to_profile(url::path(link)))
    }

    /// Returns the targets of its hyperlinks, in document order; of each link once.
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

/// Returns the painted blocks below `body`, in document order. Blocks without text or media are
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

/// Returns the nearest hyperlink around each node of the body, itself included.
#[inline(never)]
fn links(page: &Page) -> Vec<Option<NodeId>> {
    let mut links: Vec<Option<NodeId>> = vec![None; page.len()];
    // The first node after the outermost link: most nodes are in none.
    let mut outside = page.body();
    for id in page.subtree(page.body()) {
        let tag = page.tag(id);
        // An `a` without `href` is an anchor; XHTML parsed as HTML leaves such ones open.
        if tag.is_link() && (tag != Tag::A || page.attr(id, Attr::Href).is_some()) {
            links[id.index()] = Some(id);
            outside = outside.max(page.end(id));
        } else if id < outside {
            links[id.index()] = page.parent(id).and_then(|parent| links[parent.index()]);
        }
    }
    links
}

/// Leaves that no block break divides.
struct Run {
    container: NodeId,
    leaves: Vec<NodeId>,
    /// Per leaf: the line breaks before it.
    line_breaks: Vec<u32>,
}

impl Run {
    /// Ends the run: makes a block of its leaves, or several if empty lines separate text from
    /// menus.
    fn end(&mut self, page: &Page, link_of: &[Option<NodeId>], out: &mut Vec<Block>) {
        let container = self.container;
        let block = |leaves| Block::of(page, container, leaves, link_of);
        let divided = self.between_empty_lines(page);
        let whole = std::mem::take(&mut self.leaves);
        self.line_breaks.clear();
        // Nearly always there is one part, and then nothing is counted twice.
        if divided.len() <= 1 {
            if !whole.is_empty() {
                let only = block(whole);
                out.extend((only.chars > 0 || only.media > 0).then_some(only));
            }
            return;
        }
        let parts = between_menus(&whole, divided, |leaves| block(leaves).is_menu());
        let blocks = parts.into_iter().map(block);
        out.extend(blocks.filter(|b| b.chars > 0 || b.media > 0));
    }

    /// Returns the parts of the leaves between two or more line breaks; none if there is only one
    /// part.
    fn between_empty_lines(&self, page: &Page) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let (mut start, mut breaks) = (0, 0);
        for (k, (&leaf, line_breaks)) in self.leaves.iter().zip(&self.line_breaks).enumerate() {
            // The breaks before the first leaf divide nothing.
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

/// Merges adjacent parts of a run of leaves that are all menus, or all not.
#[inline(never)]
fn between_menus(
    whole: &[NodeId],
    divided: Vec<Range<usize>>,
    is_menu: impl Fn(Vec<NodeId>) -> bool,
) -> Vec<Vec<NodeId>> {
    let mut parts: Vec<Vec<NodeId>> = Vec::new();
    let mut after_menu = None;
    for part in divided {
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
