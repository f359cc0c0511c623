//! Writes the clean tree as plain text.
//!
//! Paragraphs are separated by a blank line, items and rows by a line feed, cells by a tab. Images
//! are omitted, and formulas are LaTeX. List markers are omitted too, because they aren't text of
//! the page.

use super::tree::{Tree, is_block};
use super::{math, notes};
use crate::page::{Attr, NodeSet, Tag};
use crate::text::is_cjk;

/// The separator between two pieces of text, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    None,
    Space,
    Line,
    Blank,
}

struct Writer {
    out: String,
    gap: Gap,
    tabs: usize,
    /// True if a cell of the current row has begun.
    in_row: bool,
    /// Brackets around the last ruby reading.
    brackets: (&'static str, &'static str),
}

impl Writer {
    fn part(&mut self, gap: Gap) {
        self.gap = self.gap.max(gap);
    }

    fn trim(&mut self) {
        let len = self.out.trim_end_matches(' ').len();
        self.out.truncate(len);
    }

    /// Begins an element; returns the separator of blocks in it.
    fn begin(&mut self, tag: Tag, around: Gap) -> Gap {
        self.part(gap_of(tag, around));
        match tag {
            Tag::Tr => {
                self.in_row = false;
                self.tabs = 0;
                around.min(Gap::Line)
            }
            Tag::Td | Tag::Th => {
                self.tabs += usize::from(std::mem::replace(&mut self.in_row, true));
                self.part(Gap::Space);
                Gap::Space
            }
            Tag::Li | Tag::Dd | Tag::Dt | Tag::Ul | Tag::Ol | Tag::Dl | Tag::Table => {
                around.min(Gap::Line)
            }
            _ => around,
        }
    }

    /// Writes what browsers insert before an element: a quotation mark, or the bracket before a ruby
    /// reading, in the width of the base characters.
    fn begin_marks(&mut self, tree: &Tree, node: usize) {
        if tree.tag(node) == Tag::Q && tree.node(node).end > node + 1 {
            self.write("“");
        } else if is_bare_reading(tree, node) {
            let is_wide = self.out.chars().next_back().is_some_and(is_cjk);
            self.brackets = if is_wide { ("（", "）") } else { ("(", ")") };
            self.write(self.brackets.0);
        }
    }

    /// Writes what browsers insert after an element.
    fn end_marks(&mut self, tree: &Tree, node: usize) {
        if tree.tag(node) == Tag::Q {
            self.write("”");
        } else if is_bare_reading(tree, node) {
            self.write(self.brackets.1);
        }
    }

    #[inline(never)]
    fn write(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let gap = std::mem::replace(&mut self.gap, Gap::None);
        let tabs = std::mem::take(&mut self.tabs);
        // An image without text may leave a space at the end of a line, or two spaces in it.
        if gap != Gap::None || text.starts_with(' ') {
            self.trim();
        }
        if !self.out.is_empty() {
            self.out.push_str(match gap {
                Gap::None => "",
                Gap::Space if tabs > 0 => "",
                Gap::Space => " ",
                Gap::Line => "\n",
                Gap::Blank => "\n\n",
            });
        }
        self.out.extend(std::iter::repeat_n('\t', tabs));
        self.out.push_str(text);
    }
}

/// Writes the whole article except for `captions`, without a line feed at the end.
pub(super) fn write(tree: &Tree, captions: &NodeSet) -> String {
    let mut writer = Writer {
        // Line feeds are a small part of the output.
        out: String::with_capacity(tree.text_len() + tree.text_len() / 16),
        gap: Gap::None,
        tabs: 0,
        in_row: false,
        brackets: ("(", ")"),
    };
    // Per open element: the element, and the separator of blocks in it.
    let mut open: Vec<(usize, Gap)> = vec![(0, Gap::Blank)];
    let mut at = 1;
    while at < tree.len() {
        while open.len() > 1
            && let Some((node, _)) = open.pop_if(|&mut (o, _)| tree.node(o).end <= at)
        {
            let around = open.last().map_or(Gap::Blank, |&(_, gap)| gap);
            writer.part(gap_of(tree.tag(node), around));
            writer.end_marks(tree, node);
        }
        let around = open.last().map_or(Gap::Blank, |&(_, gap)| gap);
        let tag = tree.tag(at);
        match tag {
            Tag::Text if captions.contains(tree.node(at).origin) => {}
            Tag::Text => writer.write(tree.text(at)),
            Tag::Br => writer.part(around.min(Gap::Line)),
            Tag::Math => {
                writer.write(&math::text_of(tree, at));
                at = tree.node(at).end;
                continue;
            }
            Tag::A if notes::is_back_link(tree, at) => {
                at = tree.node(at).end;
                continue;
            }
            Tag::Pre => {
                writer.part(around);
                writer.write(tree.all_text(at).trim_end_matches('\n'));
                writer.part(around);
                at = tree.node(at).end;
                continue;
            }
            _ => {
                let inside = writer.begin(tag, around);
                writer.begin_marks(tree, at);
                writer.write(tree.attr(at, Attr::Label).unwrap_or_default());
                if tree.node(at).end > at + 1 {
                    open.push((at, inside));
                }
            }
        }
        at += 1;
    }
    for &(node, _) in open.iter().rev() {
        writer.end_marks(tree, node);
    }
    writer.trim();
    writer.out
}

/// Returns whether an element is a ruby reading without the page's brackets (`rp`).
fn is_bare_reading(tree: &Tree, node: usize) -> bool {
    let is_bracket = |c: usize| tree.tag(c) == Tag::Rp;
    let is_reading = match tree.tag(node) {
        Tag::Rt => true,
        Tag::Rtc => !tree.children(node).any(|c| tree.tag(c) == Tag::Rt),
        _ => false,
    };
    is_reading && !tree.children(tree.node(node).parent).any(is_bracket)
}

/// Returns the separator for an element; `around` is that of blocks.
fn gap_of(tag: Tag, around: Gap) -> Gap {
    match tag {
        Tag::Td | Tag::Th => Gap::None,
        tag if is_block(tag) => around,
        _ => Gap::None,
    }
}
