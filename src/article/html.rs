//! The clean tree as HTML.

use super::tree::{Tree, is_block, is_void};
use crate::page::{Attr, Tag};

/// Returns the whole article; blocks end in a line feed.
pub(super) fn write(tree: &Tree) -> String {
    let mut out = String::new();
    for child in tree.children(0) {
        write_node(tree, child, &mut out);
    }
    out
}

/// Writes one node with everything below it.
pub(super) fn write_node(tree: &Tree, node: usize, out: &mut String) {
    let end = tree.node(node).end;
    let mut open: Vec<usize> = Vec::new();
    for at in node..end {
        while let Some(closed) = open.pop_if(|o| tree.node(*o).end <= at) {
            close(tree, closed, out);
        }
        if tree.tag(at) == Tag::Text {
            text(tree.text(at), out);
            continue;
        }
        start_tag(tree, at, out);
        if !is_void(tree.tag(at)) {
            // No line feed stands right after `<pre>`, where a parser drops it: the text of a
            // listing is in `code`.
            open.push(at);
        } else if tree.tag(at) == Tag::Hr {
            out.push('\n');
        }
    }
    while let Some(closed) = open.pop() {
        close(tree, closed, out);
    }
}

/// Writes the start tag alone.
pub(super) fn start_tag(tree: &Tree, node: usize, out: &mut String) {
    out.push('<');
    out.push_str(tree.tag(node).name());
    // How a page wrote the number of a note is for the text alone: the list counts.
    let attrs = tree.node(node).attrs.iter();
    for (name, value) in attrs.filter(|(name, _)| *name != Attr::Label) {
        out.push(' ');
        out.push_str(name.name());
        if matches!(name, Attr::Controls | Attr::Open | Attr::Reversed) {
            continue;
        }
        out.push_str("=\"");
        for c in value.chars() {
            match c {
                '&' => out.push_str("&amp;"),
                '"' => out.push_str("&quot;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '\0' => {}
                c => out.push(c),
            }
        }
        out.push('"');
    }
    out.push('>');
}

fn close(tree: &Tree, node: usize, out: &mut String) {
    let tag = tree.tag(node);
    out.push_str("</");
    out.push_str(tag.name());
    out.push('>');
    if is_block(tag) {
        out.push('\n');
    }
}

/// Writes text with what would be mark-up escaped.
pub(super) fn text(text: &str, out: &mut String) {
    let mut rest = text;
    // Bytes are sooner looked through than characters.
    let is_special = |byte| matches!(byte, b'&' | b'<' | b'>' | b'\0');
    while let Some(at) = rest.bytes().position(is_special) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}
