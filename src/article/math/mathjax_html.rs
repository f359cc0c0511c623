//! Parses formulas of which the page has only MathJax 3's rendering with custom elements.
//!
//! Each of these elements has the name of its MathML element with the prefix `mjx-`, which sources
//! remove. Characters are code points in class names. Elements only for layout have other names and
//! are skipped.

use super::element::Element;
use super::signs::{self, Font};
use super::{LABEL, MAX_DEPTH, MAX_NODES, classes, is_token};
use crate::page::{Attr, NodeId, Page, Tag};

/// Prefix of the class with a character's code point.
const CODE: &str = "mjx-c";

/// Returns whether a `math` is only a rendering.
pub(in super::super) fn is_rendered(page: &Page, math: NodeId) -> bool {
    let mut inside = page.descendants(math).take(MAX_NODES);
    page.tag(math) == Tag::Math && inside.any(|n| code(page, n).is_some())
}

/// Parses a rendering; `None` if it's too large.
pub(super) fn read(page: &Page, math: NodeId) -> Option<Vec<Element>> {
    if page.subtree(math).len() > 4 * MAX_NODES {
        return None;
    }
    parts(page, math)
        .into_iter()
        .map(|part| element(page, part, 0))
        .collect()
}

/// Returns the character that an element renders.
fn code(page: &Page, node: NodeId) -> Option<char> {
    let mut codes = classes(page, node).filter_map(|c| c.strip_prefix(CODE));
    codes.find_map(|code| char::from_u32(u32::from_str_radix(code, 16).ok()?))
}

/// Returns the outermost MathML elements in a node.
fn parts(page: &Page, node: NodeId) -> Vec<NodeId> {
    let mut parts = Vec::new();
    let mut at = NodeId(node.0 + 1);
    while at < page.end(node) {
        if page.tag(at).is_mathml() {
            parts.push(at);
            at = page.end(at);
        } else {
            at = NodeId(at.0 + 1);
        }
    }
    parts
}

fn element(page: &Page, node: NodeId, depth: usize) -> Option<Element> {
    let tag = page.tag(node);
    if depth > MAX_DEPTH {
        return None;
    }
    if is_token(tag) {
        return Some(token(page, node));
    }
    if tag == Tag::Mtable {
        return table(page, node, depth);
    }
    let mut parts = parts(page, node);
    match tag {
        // These are rendered from top to bottom.
        Tag::Mover | Tag::Msubsup => {
            let first = usize::from(tag == Tag::Msubsup);
            parts.get_mut(first..)?.reverse();
        }
        Tag::Munderover => match parts[..] {
            [over, both] if page.tag(both) == Tag::Munder => {
                parts = self::parts(page, both);
                parts.push(over);
            }
            _ => parts.get_mut(1..)?.reverse(),
        },
        Tag::Msqrt | Tag::Mroot => {
            let is_sign =
                |&part: &NodeId| page.tag(part) == Tag::Mo && token(page, part).text == "√";
            let sign = parts.iter().position(is_sign)?;
            let base = parts.split_off(sign + 1);
            parts.pop();
            parts.splice(0..0, base);
        }
        _ => {}
    }
    let count = match tag {
        Tag::Mfrac | Tag::Msup | Tag::Msub | Tag::Mover | Tag::Munder | Tag::Mroot => Some(2),
        Tag::Msubsup | Tag::Munderover => Some(3),
        _ => None,
    };
    // The base of a root may consist of several elements.
    let is_root = tag == Tag::Mroot && parts.len() > 2;
    let is_whole = count.is_none_or(|count| parts.len() == count);
    let mut children = Vec::new();
    for part in parts {
        children.push(element(page, part, depth + 1)?);
    }
    if is_root {
        let index = children.pop()?;
        children = vec![Element::row(children), index];
    }
    (is_whole || is_root).then(|| Element::of(tag, children))
}

/// Parses a table. Its numbers are rendered after its rows, in a separate table. Numbered rows have
/// element names that sources don't recognize.
fn table(page: &Page, node: NodeId, depth: usize) -> Option<Element> {
    let mut boxes = page.children(node).filter(|&c| page.is_element(c));
    let cells = |row: NodeId| -> Option<Vec<Element>> {
        let cells = parts(page, row).into_iter();
        cells.map(|cell| element(page, cell, depth + 2)).collect()
    };
    let mut rows = Vec::new();
    let mut numbered = Vec::new();
    if let Some(table) = boxes.next() {
        let mut at = table;
        while at < page.end(table) {
            let holds_cells = || page.children(at).any(|c| page.tag(c) == Tag::Mtd);
            if page.tag(at) == Tag::Mtr || page.tag(at) == Tag::Other && holds_cells() {
                if page.tag(at) == Tag::Other {
                    numbered.push(rows.len());
                }
                rows.push(Element::of(Tag::Mtr, cells(at)?));
                at = page.end(at);
            } else {
                at = NodeId(at.0 + 1);
            }
        }
    }
    let labels = boxes.flat_map(|labels| parts(page, labels));
    for (label, row) in labels.filter(|&n| page.tag(n) == Tag::Mtr).zip(numbered) {
        let inner = cells(label)?.into_iter().flat_map(|cell| cell.children);
        let mut cell = Element::of(Tag::Mtd, inner.collect());
        cell.attrs.push((Attr::Class, LABEL.to_owned()));
        rows[row].children.push(cell);
    }
    Some(Element::of(Tag::Mtable, rows))
}

/// Parses a token. In MathJax 4, the character itself is in its class.
fn token(page: &Page, node: NodeId) -> Element {
    Element::token(page.tag(node), plain_letters(&characters(page, node)))
}

/// Returns the whole rendering as one text, if it can't be parsed.
pub(super) fn text(page: &Page, math: NodeId) -> Element {
    Element::token(Tag::Mtext, plain_letters(&characters(page, math)))
}

/// Returns the characters that are rendered in a node.
fn characters(page: &Page, node: NodeId) -> String {
    let mut text = String::new();
    let mut at = NodeId(node.0 + 1);
    while at < page.end(node) {
        if let Some(code) = code(page, at) {
            text.push(code);
            at = page.end(at);
        } else {
            text.push_str(page.text(at).trim());
            at = NodeId(at.0 + 1);
        }
    }
    text
}

/// Characters with an italic form outside the alphabets, from U+1D715 on.
const SLANTED: [char; 7] = ['∂', 'ϵ', 'ϑ', 'ϰ', 'ϕ', 'ϱ', 'ϖ'];

/// Returns letters without italics, which are the default in MathML.
pub(super) fn plain_letters(text: &str) -> String {
    let plain = text.chars().map(|c| match signs::plain_letter(c) {
        Some((Font::Italic, plain)) => plain,
        _ => {
            let at = u32::from(c).checked_sub(0x1D715);
            let slanted = at.and_then(|at| SLANTED.get(at as usize));
            slanted.copied().unwrap_or(c)
        }
    });
    plain.collect()
}
