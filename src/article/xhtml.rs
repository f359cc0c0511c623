//! Writes the clean tree as XHTML, for books: the output of [`super::html`], adapted to XML and the
//! schemas of EPUB.
//!
//! HTML parsers correct errors, but a book with a single misplaced attribute or element is rejected
//! as a whole. So every value is checked ([`values`]), and elements that aren't allowed at their
//! place get another name ([`names`]).

mod address;
mod names;
mod values;

use super::escape::{clean, escaped};
use super::html;
use super::page_break;
use super::tree::{Tree, is_block, is_void};
use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::page::{Attr, Tag};

pub(crate) use address::escape as address;
pub(crate) use values::{id, is_moment};

const MATHML: &str = " xmlns=\"http://www.w3.org/1998/Math/MathML\"";

/// `epub:type` for reading systems without DPUB-ARIA roles (EPUB 3 Structural Semantics Vocabulary
/// 1.1).
const PAGE_BREAK: &str = " epub:type=\"pagebreak\"";

/// Writes the whole article; blocks end with a line feed.
pub(super) fn write(tree: &Tree) -> String {
    let mut writer = Writer {
        tree,
        places: places(tree),
        out: String::new(),
    };
    let mut open: Vec<(usize, &str)> = Vec::new();
    for at in tree.descendants(0) {
        while let Some((closed, name)) = open.pop_if(|(o, _)| tree.node(*o).end <= at) {
            writer.close(closed, name);
        }
        if tree.tag(at) == Tag::Text {
            writer.text(at);
            continue;
        }
        let name = names::of(tree, at);
        writer.open(at, name);
        if is_void(tree.tag(at)) {
            writer.out.push_str("/>");
            if tree.tag(at) == Tag::Hr {
                writer.out.push('\n');
            }
        } else {
            writer.out.push('>');
            open.push((at, name));
        }
    }
    while let Some((closed, name)) = open.pop() {
        writer.close(closed, name);
    }
    writer.out
}

/// Returns the hashes of the ids of a tree.
fn places(tree: &Tree) -> Interner {
    let mut places = Interner::new();
    for id in tree.descendants(0).filter_map(|n| tree.attr(n, Attr::Id)) {
        places.insert(Hash64::of(id));
    }
    places
}

struct Writer<'t> {
    tree: &'t Tree,
    /// Hashes of all ids, the only allowed targets of internal links.
    places: Interner,
    out: String,
}

impl Writer<'_> {
    fn text(&mut self, at: usize) {
        let text = clean(self.tree.text(at));
        // MathML allows text only in tokens.
        if names::is_loose_in_formula(self.tree, at) {
            self.out.push_str("<mtext>");
            html::text(&text, &mut self.out);
            self.out.push_str("</mtext>");
        } else {
            html::text(&text, &mut self.out);
        }
    }

    /// Writes a start tag without its end.
    fn open(&mut self, at: usize, name: &str) {
        let tree = self.tree;
        if names::lacks_term(tree, at) {
            self.out.push_str("<dt></dt>");
        }
        self.out.push('<');
        self.out.push_str(name);
        if tree.tag(at) == Tag::Math {
            self.out.push_str(MATHML);
        }
        for (attr, value) in &tree.node(at).attrs {
            let Some(value) = self.value(at, name, *attr, value) else {
                continue;
            };
            let is_mark = *attr == Attr::Role && value == page_break::ROLE;
            for part in [" ", attr.name(), "=\"", &escaped(&value), "\""] {
                self.out.push_str(part);
            }
            if is_mark {
                self.out.push_str(PAGE_BREAK);
            }
        }
    }

    /// Returns the value of an attribute in a form allowed in books; `None` if it isn't allowed.
    fn value(&self, at: usize, name: &str, attr: Attr, value: &str) -> Option<String> {
        let tag = self.tree.tag(at);
        if tag.is_mathml() {
            return values::in_formula(tag, name, attr, value);
        }
        match (attr, value.strip_prefix('#')) {
            (Attr::Href, Some(fragment)) => {
                let place = crate::url::decoded(fragment);
                let exists = self.places.get(Hash64::of(&place)).is_some();
                exists.then(|| format!("#{}", id(&place)))
            }
            _ => values::of(name, attr, value),
        }
    }

    fn close(&mut self, at: usize, name: &str) {
        for part in ["</", name, ">"] {
            self.out.push_str(part);
        }
        if names::lacks_definition(self.tree, at) {
            self.out.push_str("<dd></dd>");
        }
        if is_block(self.tree.tag(at)) {
            self.out.push('\n');
        }
    }
}
