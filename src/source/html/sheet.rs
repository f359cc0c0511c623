//! Simple rules of a page's style sheets: those that make elements blocks, and those that paint
//! inline SVGs.
//!
//! This isn't a CSS parser: only selectors of names, classes and ids are understood (a child is any
//! descendant), and media and other sheets are ignored. Cost: linear in the sheets; additions to an
//! inline SVG are limited by its maximum length.

use std::collections::BTreeMap;
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

/// Maximum rules that are compared with an element for each of its names, maximum names in a
/// selector, and maximum ancestors that are compared with them.
const MAX_RULES: usize = 32;
const MAX_NAMES: usize = 8;
const MAX_LEVELS: usize = 64;

/// A rule for the elements that a selector matches.
#[derive(Debug)]
struct Rule {
    /// The parts of the selector, from the outermost element to the matched one: names of elements,
    /// classes with a dot, and ids with a hash sign.
    parts: Vec<Vec<Box<str>>>,
    /// Declarations that paint an inline SVG. Selectors of the same rule share them.
    paint: Rc<str>,
    is_block: bool,
}

impl Rule {
    /// Returns the specificity of the selector: ids, classes, names.
    fn specificity(&self) -> [usize; 3] {
        let count = |is: fn(&str) -> bool| self.parts.iter().flatten().filter(|n| is(n)).count();
        [
            count(|name| name.starts_with('#')),
            count(|name| name.starts_with('.')),
            count(|name| !name.starts_with(['#', '.'])),
        ]
    }

    /// Returns whether the selector matches the element at an index of the arena.
    fn matches(&self, arena: &Arena, at: usize) -> bool {
        let element = |at: usize| arena.nodes[at].element();
        let mut parts = self.parts.iter().rev();
        let is_own = |part: &Vec<Box<str>>| element(at).is_some_and(|own| has_names(own, part));
        let around = std::iter::successors(arena.nodes[at].parent, |&n| arena.nodes[n].parent);
        let mut around = around.take(MAX_LEVELS);
        parts.next().is_some_and(is_own)
            && parts
                .all(|part| around.any(|n| element(n).is_some_and(|outer| has_names(outer, part))))
    }
}

/// Returns whether an element has all names of a part of a selector.
fn has_names(element: &Element, part: &[Box<str>]) -> bool {
    let class = element.attr(local_name!("class")).unwrap_or_default();
    part.iter().all(|name| {
        if let Some(name) = name.strip_prefix('.') {
            class.split_ascii_whitespace().any(|own| own == name)
        } else if let Some(id) = name.strip_prefix('#') {
            element.attr(local_name!("id")) == Some(id)
        } else {
            str::eq_ignore_ascii_case(&element.name.local, name)
        }
    })
}

/// Rules of a page's style sheets; see the [module](self).
#[derive(Debug, Default)]
pub(super) struct Sheet {
    /// In the order of the sheets.
    rules: Vec<Rule>,
    /// The rules by the last name of their selectors.
    named: BTreeMap<Box<str>, Vec<usize>>,
    has_blocks: bool,
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
        let selectors = selectors.split(',').filter_map(parts_of);
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
        if !is_block && paint.is_empty() {
            return;
        }
        self.has_blocks |= is_block;
        for parts in selectors {
            let Some(last) = parts.last().and_then(|part| part.last()) else {
                continue;
            };
            let named = self.named.entry(last.clone()).or_default();
            if named.len() < MAX_RULES {
                named.push(self.rules.len());
                self.rules.push(Rule {
                    parts,
                    paint: Rc::clone(&paint),
                    is_block,
                });
            }
        }
    }

    /// Returns the rules that match the element at an index of the arena, the strongest last.
    fn rules_for(&self, arena: &Arena, at: usize) -> Vec<&Rule> {
        let Some(element) = arena.nodes[at].element() else {
            return Vec::new();
        };
        let class = element.attr(local_name!("class")).unwrap_or_default();
        let classes = class
            .split_ascii_whitespace()
            .map(|name| [".", name].concat());
        let id = element.attr(local_name!("id")).map(|id| ["#", id].concat());
        let names = classes
            .chain(id)
            .chain([str::to_ascii_lowercase(&element.name.local)]);
        let found = names.filter_map(|name| self.named.get(&*name)).flatten();
        let mut found: Vec<usize> = found
            .copied()
            .filter(|&rule| self.rules[rule].matches(arena, at))
            .collect();
        found.sort_by_key(|&rule| (self.rules[rule].specificity(), rule));
        found.dedup();
        found.into_iter().map(|rule| &self.rules[rule]).collect()
    }

    /// Returns whether the element at an index of the arena is a block.
    pub(super) fn is_block(&self, arena: &Arena, at: usize) -> bool {
        self.has_blocks && self.rules_for(arena, at).iter().any(|rule| rule.is_block)
    }

    /// Returns the declarations that paint the SVG element at an index of the arena; `None` if they
    /// are longer than the markup of an inline SVG may be.
    pub(super) fn paint(&self, arena: &Arena, at: usize) -> Option<String> {
        let mut out = String::new();
        for rule in self.rules_for(arena, at) {
            out.push_str(&rule.paint);
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

/// Returns the parts of a selector of names, classes and ids; `None` if it contains anything else.
fn parts_of(selector: &str) -> Option<Vec<Vec<Box<str>>>> {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let is_separator = |c: char| c.is_ascii_whitespace() || c == '>';
    let mut parts = Vec::new();
    for part in selector.split(is_separator).filter(|part| !part.is_empty()) {
        let ends = part.match_indices(['.', '#']).map(|(at, _)| at);
        let mut names: Vec<Box<str>> = Vec::new();
        let mut from = 0;
        for to in ends.filter(|&at| at > 0).chain([part.len()]) {
            let name = &part[from..to];
            let plain = name.strip_prefix(['.', '#']).unwrap_or(name);
            if plain.is_empty() || !plain.chars().all(is_plain) {
                return None;
            }
            names.push(match plain.len() == name.len() {
                true => name.to_ascii_lowercase().into(),
                false => name.into(),
            });
            from = to;
        }
        parts.push(names);
    }
    let count = parts.iter().map(Vec::len).sum::<usize>();
    (1..=MAX_NAMES).contains(&count).then_some(parts)
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
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::super::parser::{Kind, parse};
    use super::*;
    use crate::page::Limits;

    /// Returns the paint of the first element with the id `x`, and whether it's a block.
    fn styled(css: &str, body: &str) -> (String, bool) {
        let html = format!("<style>{css}</style>{body}");
        let (arena, document) =
            parse(Arena::new(), &html, Kind::Document, Limits::default()).unwrap();
        let is_meant = |&at: &usize| {
            let element = arena.nodes[at].element();
            element.is_some_and(|e| e.attr(local_name!("id")) == Some("x"))
        };
        let at = arena.descendants(document).find(is_meant).unwrap();
        let sheet = Sheet::of(&arena, document);
        (sheet.paint(&arena, at).unwrap(), sheet.is_block(&arena, at))
    }

    #[test]
    fn rules_for_names_classes_and_ids_apply() {
        let line = "<div class=poem><my-line class='a b' id=x>";
        for (css, is_block) in [
            ("/* a{b} */ my-line { display : block }", true),
            ("p, .b{display:block}", true),
            (".poem .a{display:flex}", true),
            ("body > .poem my-line.b{display:block}", true),
            ("#x{display:grid}", true),
            (".verse .a{display:block}", false),
            (".a.c{display:block}", false),
            (".a:hover{display:block}", false),
            (".a + .b{display:block}", false),
            ("@media print{.a{display:block}}", false),
            (".a{display:block", false),
        ] {
            assert_eq!(styled(css, line).1, is_block, "{css}");
        }
        let drawing = "<figure class=map><svg><rect class='sea deep' id=x>";
        for (css, paint) in [
            (
                ".sea{fill:#fc0;color:red}.sea{stroke:var(--edge)}",
                "fill:#fc0;stroke:var(--edge);",
            ),
            (
                ".map .sea{fill:#00f}.sea{fill:#0f0}",
                "fill:#0f0;fill:#00f;",
            ),
            (".night .sea{fill:#000}", ""),
            (".map svg rect{fill:#00f}", "fill:#00f;"),
        ] {
            assert_eq!(styled(css, drawing).0, paint, "{css}");
        }
    }

    #[test]
    fn custom_properties_are_resolved() {
        let mut sheet = Sheet::default();
        sheet.read(":root{--edge:#333}");
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
        assert_eq!(Rc::strong_count(&sheet.rules[0].paint), classes.len());
        let fitting = MAX_SVG_LENGTH / long.len();
        for (times, fits) in [(fitting - 1, true), (1_000, false)] {
            assert_eq!(sheet.resolved(&"var(--a)".repeat(times)).is_some(), fits);
        }
        sheet.read(&".d{fill:red}".repeat(2 * MAX_RULES));
        assert_eq!(sheet.named[".d"].len(), MAX_RULES);
    }
}
