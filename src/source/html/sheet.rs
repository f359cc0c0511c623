//! Simple rules of a page's style sheets: elements that are blocks by their name or a class, and
//! classes that paint inline SVGs.
//!
//! This isn't a CSS parser: only selectors of a single name or class are understood, and order,
//! media, and other sheets are ignored. Cost: linear in the sheets; additions to an inline SVG are
//! limited by its maximum length.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use html5ever::local_name;

use super::arena::{Arena, Data, Element};
use crate::page::MAX_SVG_LENGTH;

/// Maximum total bytes of the sheets that are read.
const MAX_BYTES: usize = 500_000;

/// Properties that paint an inline SVG.
const PAINT: [&str; 8] = [
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "opacity",
    "fill-opacity",
    "stroke-opacity",
    "text-anchor",
];

/// Maximum bytes of a sheet that is read: longer ones style a whole site.
const MAX_SHEET_BYTES: usize = 100_000;

/// Returns whether a style sheet may contain a relevant rule.
pub(super) fn may_tell(css: &str) -> bool {
    css.len() <= MAX_SHEET_BYTES
        && ["fill", "stroke", "display", "--"]
            .iter()
            .any(|name| css.contains(name))
}

/// Rules of a page's style sheets; see the [module](self).
#[derive(Debug, Default)]
pub(super) struct Sheet {
    /// Names of elements, and classes with a dot prepended, that are blocks.
    blocks: BTreeSet<String>,
    /// Declarations that paint an inline SVG, by class. Classes in the same rule share them.
    paint: BTreeMap<String, Vec<Rc<str>>>,
    /// Values of custom properties.
    variables: BTreeMap<String, String>,
}

impl Sheet {
    /// Reads the style sheets below a node.
    pub(super) fn of(arena: &Arena, document: usize) -> Self {
        let mut sheet = Self::default();
        let mut left = MAX_BYTES;
        for at in arena.descendants(document) {
            let is_style = arena.nodes[at]
                .element()
                .is_some_and(|element| element.name.local == local_name!("style"));
            if !is_style {
                continue;
            }
            for child in arena.children(at) {
                if let Data::Text(css) = &arena.nodes[child].data
                    && css.len() <= left
                {
                    left -= css.len();
                    sheet.read(css);
                }
            }
        }
        sheet
    }

    fn read(&mut self, css: &str) {
        let css = without_comments(css);
        let mut rest = css.as_str();
        while let Some((selectors, after)) = rest.split_once('{') {
            let selectors = selectors
                .rsplit(['}', ';'])
                .next()
                .unwrap_or(selectors)
                .trim();
            // Nested rules (`@media`) apply only to some screens.
            if selectors.starts_with('@') {
                rest = after_block(after);
                continue;
            }
            let Some((declarations, next)) = after.split_once('}') else {
                return;
            };
            rest = next;
            self.rule(selectors, declarations);
        }
    }

    fn rule(&mut self, selectors: &str, declarations: &str) {
        let simple = selectors.split(',').map(str::trim).filter(|s| is_simple(s));
        let declarations = || {
            declarations
                .split(';')
                .filter_map(|one| one.split_once(':'))
        };
        let declarations = || declarations().map(|(name, value)| (name.trim(), value.trim()));
        let blocks = ["block", "flex", "grid", "list-item", "flow-root"];
        let is_block =
            declarations().any(|(name, value)| name == "display" && blocks.contains(&value));
        let paint: String = declarations()
            .filter(|(name, _)| PAINT.contains(name))
            .map(|(name, value)| format!("{name}:{value};"))
            .collect();
        let paint: Rc<str> = paint.into();
        for (name, value) in declarations().filter(|(name, _)| name.starts_with("--")) {
            self.variables.insert(name.to_owned(), value.to_owned());
        }
        for selector in simple {
            if is_block {
                self.blocks.insert(selector.to_ascii_lowercase());
            }
            if let Some(class) = selector.strip_prefix('.').filter(|_| !paint.is_empty()) {
                self.paint
                    .entry(class.to_owned())
                    .or_default()
                    .push(Rc::clone(&paint));
            }
        }
    }

    /// Returns whether an element is a block by its name or a class.
    pub(super) fn is_block(&self, element: &Element) -> bool {
        if self.blocks.is_empty() {
            return false;
        }
        let class = element.attr(local_name!("class")).unwrap_or_default();
        let mut classes = class.split_ascii_whitespace();
        self.blocks.contains(&*element.name.local)
            || classes.any(|name| {
                self.blocks
                    .contains(&format!(".{}", name.to_ascii_lowercase()))
            })
    }

    /// Returns the declarations that paint an SVG element with some classes; `None` if they are
    /// longer than the markup of an inline SVG may be.
    pub(super) fn paint(&self, class: &str) -> Option<String> {
        let mut out = String::new();
        let classes = class.split_ascii_whitespace();
        for paint in classes.filter_map(|name| self.paint.get(name)).flatten() {
            out.push_str(paint);
            if out.len() > MAX_SVG_LENGTH {
                return None;
            }
        }
        Some(out)
    }

    /// Returns a value in which the custom properties known from the sheets are replaced by their
    /// values; `None` if it is longer than the markup of an inline SVG may be.
    pub(super) fn resolved(&self, value: &str) -> Option<String> {
        let mut out = String::new();
        let mut rest = value;
        while let Some((before, after)) = rest.split_once("var(") {
            out.push_str(before);
            let Some((inner, next)) = after.split_once(')') else {
                break;
            };
            let name = inner.split(',').next().unwrap_or(inner).trim();
            match self
                .variables
                .get(name)
                .filter(|known| !known.contains("var("))
            {
                Some(known) => out.push_str(known),
                None => {
                    out.push_str("var(");
                    out.push_str(inner);
                    out.push(')');
                }
            }
            if out.len() > MAX_SVG_LENGTH {
                return None;
            }
            rest = next;
        }
        out.push_str(rest);
        Some(out)
    }
}

/// Returns whether a selector is a single element name or class.
fn is_simple(selector: &str) -> bool {
    let name = selector.strip_prefix('.').unwrap_or(selector);
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    !name.is_empty() && name.chars().all(plain)
}

fn without_comments(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

/// Returns the text after a block, given the text after its opening brace.
fn after_block(text: &str) -> &str {
    let mut depth = 1;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[at + 1..];
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_for_one_element_name_or_class_are_read() {
        let mut sheet = Sheet::default();
        sheet.read(
            "/* a{b} */ my-line, .verse , div .x { display : block } @media print{.no{display:block}} \
             .bar{fill:#fc0;color:red}.bar{stroke:var(--edge)} :root{--edge:#333} .odd{display:block",
        );
        let blocks: Vec<&str> = sheet.blocks.iter().map(String::as_str).collect();
        assert_eq!(blocks, [".verse", "my-line"]);
        assert_eq!(
            sheet.paint("a bar").as_deref(),
            Some("fill:#fc0;stroke:var(--edge);")
        );
        for (value, expected) in [
            ("x var(--edge, red) var(--no) y", "x #333 var(--no) y"),
            ("var(--edge", "var(--edge"),
        ] {
            assert_eq!(sheet.resolved(value).as_deref(), Some(expected));
        }
    }

    #[test]
    fn repeated_declarations_are_limited() {
        let long = "x".repeat(10_000);
        let classes: Vec<String> = (0..1_000).map(|i| format!(".c{i}")).collect();
        let mut sheet = Sheet::default();
        sheet.read(&format!(
            "svg{{--a:{long}}} {}{{fill:{long}}}",
            classes.join(",")
        ));
        assert_eq!(Rc::strong_count(&sheet.paint["c0"][0]), classes.len());
        let fitting = MAX_SVG_LENGTH / long.len();
        for (times, fits) in [(fitting - 1, true), (1_000, false)] {
            assert_eq!(sheet.paint(&"c1 ".repeat(times)).is_some(), fits);
            assert_eq!(sheet.resolved(&"var(--a)".repeat(times)).is_some(), fits);
        }
    }
}
