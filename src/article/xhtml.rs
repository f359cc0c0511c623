//! The clean tree as XHTML, for books: what [`super::html`] writes, as XML takes it.

use super::escape::{clean, escaped};
use super::html;
use super::page_break;
use super::tree::{Tree, is_block, is_void};
use crate::page::{Attr, Tag};

const MATHML: &str = " xmlns=\"http://www.w3.org/1998/Math/MathML\"";

/// What readers of books looked for before they knew roles (EPUB 3 Structural Semantics Vocabulary 1.1).
const PAGE_BREAK: &str = " epub:type=\"pagebreak\"";

/// Returns the whole article; blocks end in a line feed.
pub(super) fn write(tree: &Tree) -> String {
    let mut out = String::new();
    let mut open: Vec<usize> = Vec::new();
    for at in tree.descendants(0) {
        while let Some(closed) = open.pop_if(|o| tree.node(*o).end <= at) {
            close(tree, closed, &mut out);
        }
        let tag = tree.tag(at);
        if tag == Tag::Text {
            html::text(&clean(tree.text(at)), &mut out);
            continue;
        }
        out.push('<');
        out.push_str(tag.name());
        if tag == Tag::Math {
            out.push_str(MATHML);
        }
        for (name, value) in &tree.node(at).attrs {
            // Books may not hold what is no address, which browsers put up with.
            if *name == Attr::Href && !is_address(value) {
                continue;
            }
            let name = name.name();
            let is_flag = value.is_empty() && is_flag(name);
            let value = if is_flag { name } else { value };
            out.push(' ');
            out.push_str(name);
            out.push_str("=\"");
            out.push_str(&escaped(value));
            out.push('"');
            if name == Attr::Role.name() && value == page_break::ROLE {
                out.push_str(PAGE_BREAK);
            }
        }
        if is_void(tag) {
            out.push_str("/>");
            if tag == Tag::Hr {
                out.push('\n');
            }
        } else {
            out.push('>');
            open.push(at);
        }
    }
    while let Some(closed) = open.pop() {
        close(tree, closed, &mut out);
    }
    out
}

fn close(tree: &Tree, node: usize, out: &mut String) {
    out.push_str("</");
    out.push_str(tree.tag(node).name());
    out.push('>');
    if is_block(tree.tag(node)) {
        out.push('\n');
    }
}

/// Returns whether a text has no character that no address may have (RFC 3987, 2.2).
fn is_address(text: &str) -> bool {
    !text.contains(|c: char| c.is_whitespace() || c.is_control() || "<>\"{}|\\^`".contains(c))
}

/// Returns whether an attribute says all by being there.
fn is_flag(name: &str) -> bool {
    [Attr::Controls, Attr::Open, Attr::Reversed]
        .iter()
        .any(|flag| flag.name() == name)
}
