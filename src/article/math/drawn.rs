//! Formulas of which there is nothing but what MathJax 3 draws with elements of its own.
//!
//! Each of these elements is called as the one of MathML that it draws, with `mjx-` before it, which
//! fronts take away; a character is the code in a class name. What only lays them out has other
//! names and is passed over.

use super::element::Element;
use super::signs::{self, Font};
use super::{MAX_DEPTH, MAX_NODES, classes, is_token};
use crate::page::{NodeId, Page, Tag};

/// The beginning of the class that holds a character's code.
const CODE: &str = "mjx-c";

/// Returns whether a `math` is only drawn.
pub(in super::super) fn is_drawn(page: &Page, math: NodeId) -> bool {
    let mut inside = page.descendants(math).take(MAX_NODES);
    page.tag(math) == Tag::Math && inside.any(|n| code(page, n).is_some())
}

/// Reads what is drawn; `None` where it is too much.
pub(super) fn read(page: &Page, math: NodeId) -> Option<Vec<Element>> {
    if page.subtree(math).len() > 4 * MAX_NODES {
        return None;
    }
    parts(page, math)
        .into_iter()
        .map(|part| element(page, part, 0))
        .collect()
}

/// Returns the character that an element draws.
fn code(page: &Page, node: NodeId) -> Option<char> {
    let mut codes = classes(page, node).filter_map(|c| c.strip_prefix(CODE));
    codes.find_map(|code| char::from_u32(u32::from_str_radix(code, 16).ok()?))
}

/// Returns the outermost elements of MathML below a node.
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
    let mut parts = parts(page, node);
    match tag {
        // Drawn from the top down.
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
    // The base of a root may be several.
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

/// Reads a token.
fn token(page: &Page, node: NodeId) -> Element {
    let mut text = String::new();
    for n in page.descendants(node) {
        text.extend(code(page, n));
        text.push_str(page.text(n).trim());
    }
    Element::token(page.tag(node), plain_letters(&text))
}

/// Letters that are slanted as well, and stand apart from their alphabet: from U+1D715 on.
const SLANTED: [char; 7] = ['∂', 'ϵ', 'ϑ', 'ϰ', 'ϕ', 'ϱ', 'ϖ'];

/// Returns letters without their slant, which MathML gives them by itself.
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
