//! Serializes inline SVGs as browsers do.
//!
//! Cost: linear in the inline SVG; those of a page don't overlap.

use html5ever::local_name;

use super::arena::{Arena, Data, Element};
use super::sheet::Sheet;
use crate::compact::decimal;
use crate::page::{MAX_SVG_LENGTH, MIN_SVG_SIDE};

/// Returns the markup of the inline SVG at an index of the arena; `None` if its declared size is
/// that of an icon, or if it is long.
pub(super) fn markup(arena: &Arena, at: usize, sheet: &Sheet) -> Option<String> {
    let Data::Element(root) = &arena.nodes[at].data else {
        return None;
    };
    let is_small = |side: Option<&str>| {
        let side = side.map(|side| side.trim().trim_end_matches("px"));
        side.and_then(decimal::number)
            .is_some_and(|side| side < MIN_SVG_SIDE as f32)
    };
    if is_small(root.attr(local_name!("width"))) || is_small(root.attr(local_name!("height"))) {
        return None;
    }
    let mut out = String::new();
    // The open elements, the innermost last.
    let mut open: Vec<usize> = Vec::new();
    for node in std::iter::once(at).chain(arena.descendants(at)) {
        while let Some(&last) = open.last()
            && arena.nodes[node].parent != Some(last)
        {
            end(arena, last, &mut out);
            open.pop();
        }
        match &arena.nodes[node].data {
            Data::Element(element) => {
                let paint = sheet.paint(arena, node)?;
                start(element, paint, sheet, &mut out)?;
                open.push(node);
            }
            Data::Text(text) => escape(text, &mut out),
            Data::Fragment | Data::Comment => {}
        }
        if out.len() > MAX_SVG_LENGTH {
            return None;
        }
    }
    while let Some(last) = open.pop() {
        end(arena, last, &mut out);
    }
    Some(out)
}

/// Writes a start tag with the paint properties from the page's sheets (`paint`) before its own;
/// `None` if the markup gets too long.
fn start(element: &Element, paint: String, sheet: &Sheet, out: &mut String) -> Option<()> {
    out.push('<');
    out.push_str(&element.name.local);
    let mut style = paint;
    for attr in &element.attrs {
        if attr.name.local == local_name!("style") {
            style.push_str(&attr.value);
            continue;
        }
        out.push(' ');
        if let Some(prefix) = &attr.name.prefix {
            out.push_str(prefix);
            out.push(':');
        }
        out.push_str(&attr.name.local);
        out.push_str("=\"");
        escape(&sheet.resolved(&attr.value)?, out);
        out.push('"');
        if out.len() > MAX_SVG_LENGTH {
            return None;
        }
    }
    if !style.is_empty() {
        out.push_str(" style=\"");
        escape(&sheet.resolved(&style)?, out);
        out.push('"');
    }
    out.push('>');
    Some(())
}

fn end(arena: &Arena, at: usize, out: &mut String) {
    if let Data::Element(element) = &arena.nodes[at].data {
        out.push_str("</");
        out.push_str(&element.name.local);
        out.push('>');
    }
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            c => out.push(c),
        }
    }
}
