//! Writes the clean tree as HTML.

use super::tree::{Tree, is_block, is_void};
use super::{IS_STYLED, marks, writing};
use crate::page::{Attr, Tag};

/// Additional markup for our style sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Styling {
    None,
    /// The classes from [`super::marks`].
    Classes,
    /// The same, and markup around upright numbers in vertical lines.
    Vertical,
}

/// Writes the whole article; blocks end with a line feed.
pub(super) fn write(tree: &Tree, styling: Styling) -> String {
    let mut out = String::new();
    for child in tree.children(0) {
        write_with(tree, child, &mut out, styling);
    }
    out
}

/// Writes each item of the first list, with the classes for style sheets.
pub(super) fn items(tree: &Tree) -> Vec<String> {
    let list = tree.children(0).find(|&child| tree.tag(child) == Tag::Ol);
    let items = list.into_iter().flat_map(|list| tree.children(list));
    items
        .map(|item| {
            let mut out = String::new();
            write_with(tree, item, &mut out, Styling::Classes);
            out
        })
        .collect()
}

/// Writes a node with its descendants.
pub(super) fn write_node(tree: &Tree, node: usize, out: &mut String) {
    write_with(tree, node, out, Styling::None);
}

fn write_with(tree: &Tree, node: usize, out: &mut String, styling: Styling) {
    let end = tree.node(node).end;
    let mut open: Vec<usize> = Vec::new();
    for at in node..end {
        while let Some(closed) = open.pop_if(|o| tree.node(*o).end <= at) {
            close(tree, closed, out);
        }
        if tree.tag(at) == Tag::Text {
            let is_prose = || !open.iter().any(|&o| has_no_prose(tree.tag(o)));
            if styling == Styling::Vertical && is_prose() {
                upright_text(tree.text(at), out);
            } else {
                text(tree.text(at), out);
            }
            continue;
        }
        write_start(tree, at, out, styling);
        if !is_void(tree.tag(at)) {
            // There's no line feed directly after `<pre>`, because parsers would drop it: the text
            // of a code block is in a `code`.
            open.push(at);
        } else if tree.tag(at) == Tag::Hr {
            out.push('\n');
        }
    }
    while let Some(closed) = open.pop() {
        close(tree, closed, out);
    }
}

/// Writes only the start tag.
pub(super) fn start_tag(tree: &Tree, node: usize, out: &mut String) {
    write_start(tree, node, out, Styling::None);
}

fn write_start(tree: &Tree, node: usize, out: &mut String, styling: Styling) {
    out.push('<');
    out.push_str(tree.tag(node).name());
    // The page's form of a footnote number is only for the text, because in HTML the list numbers
    // its items.
    let attrs = tree.node(node).attrs.iter();
    for (name, value) in attrs.filter(|(name, _)| *name != Attr::Label) {
        let plain;
        let mut value = value;
        if IS_STYLED && styling == Styling::None && *name == Attr::Class {
            plain = marks::without(value);
            value = &plain;
            if value.is_empty() {
                continue;
            }
        }
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

/// Returns whether an element's content isn't prose.
fn has_no_prose(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Pre | Tag::Code | Tag::Kbd | Tag::Samp | Tag::Math | Tag::Rt
    )
}

/// Writes text with upright numbers as elements.
fn upright_text(mut rest: &str, out: &mut String) {
    while let Some(range) = writing::upright(rest) {
        text(&rest[..range.start], out);
        out.push_str("<span class=\"pith-upright\">");
        text(&rest[range.clone()], out);
        out.push_str("</span>");
        rest = &rest[range.end..];
    }
    text(rest, out);
}

/// Writes escaped text.
pub(super) fn text(text: &str, out: &mut String) {
    let mut rest = text;
    // Scanning bytes is faster than scanning characters.
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
