//! Parses formulas of which the page has only KaTeX's rendering.
//!
//! Boxes are spans whose classes describe their content. Stacked content is in a list (`vlist`),
//! the lowest first. Newer versions prefix some of the classes with `katex-`.

use super::element::Element;
use super::mathjax_html::plain_letters;
use super::signs::{ACCENTS, Font};
use super::{MAX_DEPTH, MAX_NODES, classes};
use crate::page::{Attr, NodeId, Page, Tag};

/// The class around the whole rendering of a formula.
const FORMULA: &str = "katex-html";

/// The class around a formula on a separate line.
const DISPLAY: &str = "katex-display";

/// Boxes without readable content.
const EMPTY: [&str; 6] = [
    "strut",
    "pstrut",
    "mspace",
    "nulldelimiter",
    "arraycolsep",
    "vlist-s",
];

/// Returns whether an element is the rendering of a whole formula.
pub(in super::super) fn is_rendered(page: &Page, node: NodeId) -> bool {
    page.tag(node) == Tag::Span && page.attr(node, Attr::Class) == Some(FORMULA)
}

/// Returns whether the rendering of a formula is on a separate line.
pub(super) fn is_display(page: &Page, node: NodeId) -> bool {
    let mut around = page.ancestors(node).take(2);
    around.any(|n| classes(page, n).any(|class| class == DISPLAY))
}

/// Parses a rendering; `None` if it's too large or empty. Cost: linear in the boxes, except for
/// nested ones.
pub(super) fn read(page: &Page, node: NodeId) -> Option<Vec<Element>> {
    if page.subtree(node).len() > 8 * MAX_NODES {
        return None;
    }
    let elements = Boxes { page }.parts(node, 0)?;
    (!elements.is_empty()).then_some(elements)
}

struct Boxes<'p> {
    page: &'p Page,
}

/// Stacked content, the lowest first.
struct Stack {
    boxes: Vec<NodeId>,
    /// True if part of it is below the baseline.
    is_deep: bool,
}

impl Boxes<'_> {
    fn is(&self, node: NodeId, class: &str) -> bool {
        classes(self.page, node).any(|c| c.strip_prefix("katex-").unwrap_or(c) == class)
    }

    fn elements(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let children = self.page.children(node);
        children.filter(|&c| self.page.is_element(c))
    }

    /// Returns the first box with a class inside another.
    fn find(&self, node: NodeId, class: &str) -> Option<NodeId> {
        self.page.descendants(node).find(|&n| self.is(n, class))
    }

    /// Returns the elements for the content of a box.
    fn parts(&self, node: NodeId, depth: usize) -> Option<Vec<Element>> {
        if depth > 2 * MAX_DEPTH {
            return None;
        }
        let mut out = Vec::new();
        // Some texts contain boxes for kerning.
        let mut children = self.page.children(node);
        let is_text = |n| self.page.is_text(n) && !self.page.text(n).trim().is_empty();
        if children.any(is_text) {
            out.extend(self.token(node));
            return Some(out);
        }
        for child in self.elements(node) {
            if EMPTY.iter().any(|&class| self.is(child, class)) {
                continue;
            }
            match self.parse_box(child, &mut out, depth + 1)? {
                Some(element) => out.push(element),
                None => out.extend(self.parts(child, depth + 1)?),
            }
        }
        Some(joined(out))
    }

    fn row(&self, node: NodeId, depth: usize) -> Option<Element> {
        Some(Element::row(self.parts(node, depth)?))
    }

    /// Returns the element for a box; the inner `None` if it only contains other boxes. `before`
    /// contains the elements before it, to which scripts are attached.
    fn parse_box(
        &self,
        node: NodeId,
        before: &mut Vec<Element>,
        depth: usize,
    ) -> Option<Option<Element>> {
        let is = |class| self.is(node, class);
        let element = if is("mfrac") {
            self.fraction(node, depth)?
        } else if is("msupsub") {
            let base = Element::row(std::mem::take(before));
            self.scripts(node, base, depth)?
        } else if is("op-limits") {
            self.limits(node, depth)?
        } else if is("sqrt") {
            self.root(node, depth)?
        } else if is("accent") {
            self.accent(node, depth)?
        } else if is("overline") || is("underline") {
            self.line(node, is("overline"), depth)?
        } else if is("munder") || is("mover") {
            self.brace(node, is("mover"), depth)?
        } else if is("mtable") {
            self.table(node, depth)?
        } else if is("text") {
            Some(Element::token(Tag::Mtext, self.text(node)))
        } else if is("mult") {
            // A bracket that consists of pieces.
            let pieces = self.text(node);
            let sign = super::mathjax_svg::whole_sign(pieces.trim().chars().next_back());
            sign.map(|sign| Element::token(Tag::Mo, sign))
        } else {
            None
        };
        Some(element)
    }

    fn stack(&self, node: NodeId) -> Option<Stack> {
        let outer = self.elements(node).find(|&n| self.is(n, "vlist-t"))?;
        let list = self.find(outer, "vlist")?;
        let holds = |&n: &NodeId| self.elements(n).any(|inner| !self.is(inner, "pstrut"));
        Some(Stack {
            boxes: self.elements(list).filter(holds).collect(),
            is_deep: self.is(outer, "vlist-t2"),
        })
    }

    /// Returns the stacked content of a box, the lowest first; empty if it has no list.
    fn boxes(&self, node: NodeId) -> Vec<NodeId> {
        self.stack(node).map_or(Vec::new(), |stack| stack.boxes)
    }

    fn fraction(&self, node: NodeId, depth: usize) -> Option<Option<Element>> {
        let is_line = |&n: &NodeId| self.find(n, "frac-line").is_some();
        let (lines, parts): (Vec<_>, Vec<_>) = self.boxes(node).into_iter().partition(is_line);
        let [below, above] = parts[..] else {
            return Some(None);
        };
        let parts = vec![self.row(above, depth)?, self.row(below, depth)?];
        let mut fraction = Element::of(Tag::Mfrac, parts);
        if lines.is_empty() {
            fraction.attrs.push((Attr::Linethickness, "0".to_owned()));
        }
        Some(Some(fraction))
    }

    fn scripts(&self, node: NodeId, base: Element, depth: usize) -> Option<Option<Element>> {
        let stack = self.stack(node);
        let boxes = stack.as_ref().map_or(&[][..], |stack| &stack.boxes);
        let is_deep = stack.as_ref().is_some_and(|stack| stack.is_deep);
        let mut parts = vec![base];
        for &script in boxes {
            parts.push(self.row(script, depth)?);
        }
        Some(match (boxes.len(), is_deep) {
            (1, true) => Some(Element::of(Tag::Msub, parts)),
            (1, false) => Some(Element::of(Tag::Msup, parts)),
            (2, _) => Some(Element::of(Tag::Msubsup, parts)),
            _ => parts.pop(),
        })
    }

    /// Parses an operator with limits below and above it.
    fn limits(&self, node: NodeId, depth: usize) -> Option<Option<Element>> {
        let boxes = self.boxes(node);
        let base = boxes.iter().position(|&n| self.find(n, "mop").is_some());
        let Some(base) = base else {
            return Some(None);
        };
        let tag = match (base, boxes.len() - base - 1) {
            (1, 0) => Tag::Munder,
            (0, 1) => Tag::Mover,
            (1, 1) => Tag::Munderover,
            _ => return Some(None),
        };
        let mut parts = vec![self.row(boxes[base], depth)?];
        for (at, &limit) in boxes.iter().enumerate() {
            if at != base {
                parts.push(self.row(limit, depth)?);
            }
        }
        Some(Some(Element::of(tag, parts)))
    }

    fn root(&self, node: NodeId, depth: usize) -> Option<Option<Element>> {
        let boxes = self.boxes(node);
        let Some(&base) = boxes.first() else {
            return Some(None);
        };
        let base = self.row(base, depth)?;
        let index = self.elements(node).find(|&n| self.is(n, "root"));
        Some(Some(match index {
            Some(index) => {
                let boxes = self.boxes(index);
                let index = boxes.first().map(|&n| self.row(n, depth));
                let index = index.unwrap_or(Some(Element::row(Vec::new())))?;
                Element::of(Tag::Mroot, vec![base, index])
            }
            None => Element::of(Tag::Msqrt, vec![base]),
        }))
    }

    fn accent(&self, node: NodeId, depth: usize) -> Option<Option<Element>> {
        let boxes = self.boxes(node);
        let &[base, over] = &boxes[..] else {
            return Some(None);
        };
        let sign = self.text(over);
        // Arrows are rendered as SVG.
        let sign = sign.trim().chars().next().unwrap_or('→');
        let known = ACCENTS.iter().find(|a| a.signs.contains(sign));
        let sign = known.and_then(|a| a.signs.chars().next()).unwrap_or(sign);
        let parts = vec![self.row(base, depth)?, Element::token(Tag::Mo, sign)];
        Some(Some(Element::of(Tag::Mover, parts)))
    }

    fn line(&self, node: NodeId, is_over: bool, depth: usize) -> Option<Option<Element>> {
        let boxes = self.boxes(node);
        let is_line = |n: NodeId| {
            let mut lines = ["overline-line", "underline-line"].into_iter();
            lines.any(|class| self.find(n, class).is_some())
        };
        let Some(&base) = boxes.iter().find(|&&n| !is_line(n)) else {
            return Some(None);
        };
        let (tag, sign) = if is_over {
            (Tag::Mover, "¯")
        } else {
            (Tag::Munder, "_")
        };
        let parts = vec![self.row(base, depth)?, Element::token(Tag::Mo, sign)];
        Some(Some(Element::of(tag, parts)))
    }

    /// Parses content with a brace above or below it, or a brace with a label. The brace itself has
    /// no text.
    fn brace(&self, node: NodeId, is_over: bool, depth: usize) -> Option<Option<Element>> {
        let mut boxes = self.boxes(node);
        boxes.retain(|&n| !self.text(n).trim().is_empty());
        if !is_over {
            boxes.reverse();
        }
        let (tag, sign) = if is_over {
            (Tag::Mover, '⏞')
        } else {
            (Tag::Munder, '⏟')
        };
        let (base, at) = match boxes[..] {
            [base] => (base, Element::token(Tag::Mo, sign)),
            [base, word] => (base, self.row(word, depth)?),
            _ => return Some(None),
        };
        Some(Some(Element::of(tag, vec![self.row(base, depth)?, at])))
    }

    /// Parses a table, which is rendered column by column, from top to bottom.
    fn table(&self, node: NodeId, depth: usize) -> Option<Option<Element>> {
        let mut rows: Vec<Vec<Element>> = Vec::new();
        for (k, column) in self
            .elements(node)
            .filter_map(|n| self.stack(n))
            .enumerate()
        {
            for (at, cell) in column.boxes.into_iter().enumerate() {
                let cell = Element::of(Tag::Mtd, self.parts(cell, depth)?);
                if k == 0 {
                    rows.push(Vec::new());
                }
                if let Some(row) = rows.get_mut(at) {
                    row.push(cell);
                }
            }
        }
        let rows = rows.into_iter().map(|row| Element::of(Tag::Mtr, row));
        Some(Some(Element::of(Tag::Mtable, rows.collect())))
    }

    /// Returns the text of a box, without zero-width characters.
    fn text(&self, node: NodeId) -> String {
        let texts = self.page.subtree(node).filter(|&n| self.page.is_text(n));
        let chars = texts.flat_map(|n| self.page.text(n).chars());
        chars
            .filter(|c| !matches!(c, '\u{200b}' | '\u{2061}'))
            .collect()
    }

    /// Returns the tokens of a box that contains only text.
    fn token(&self, node: NodeId) -> Vec<Element> {
        let text = self.text(node);
        let text = text.trim();
        let font = classes(self.page, node).find_map(Font::of_name);
        let set = |c: char| font.map_or(c, |font| font.letter(c));
        let all = |is: fn(char) -> bool| !text.is_empty() && text.chars().all(is);
        if all(|c| c.is_ascii_digit() || c == '.') {
            let digits = text.chars().map(set);
            return vec![Element::token(Tag::Mn, digits.collect::<String>())];
        }
        if !all(char::is_alphabetic) {
            let signs = (!text.is_empty()).then(|| Element::token(Tag::Mo, text));
            return signs.into_iter().collect();
        }
        let is_word = font.is_none() && !self.is(node, "mathnormal") && text.chars().count() > 1;
        if is_word || self.is(node, "mathrm") {
            let mut word = Element::token(Tag::Mi, text);
            let upright = (Attr::Mathvariant, "normal".to_owned());
            word.attrs.push(upright);
            return vec![word];
        }
        let letters = plain_letters(text);
        let letters = letters.chars().map(|c| Element::token(Tag::Mi, set(c)));
        letters.collect()
    }
}

/// KaTeX's rendering of a stroke through the next relation.
const STROKE: &str = "\u{e020}";

/// Joins the digits of a number, which some versions put into separate boxes, and a relation with
/// the stroke before it.
fn joined(parts: Vec<Element>) -> Vec<Element> {
    let mut out: Vec<Element> = Vec::with_capacity(parts.len());
    for part in parts {
        match out.last_mut() {
            Some(last) if last.tag == Tag::Mn && part.tag == Tag::Mn => {
                last.text.push_str(&part.text);
            }
            Some(last) if last.text == STROKE && part.tag == Tag::Mo => {
                last.text = match part.text.as_str() {
                    "=" => "≠".to_owned(),
                    other => format!("{other}\u{338}"),
                };
            }
            _ => out.push(part),
        }
    }
    out
}
