//! Formulas whose source is in the page: in a script, or in an attribute of script output.
//!
//! Before its scripts run, or without them, a page shows nothing for such a formula. Then the
//! element with the source becomes the formula: a [`Tag::Math`], which is painted.

use crate::text;

use super::{Attr, Display, NO_PARENT, NodeId, Page, Tag, Visibility};

/// Attributes with LaTeX, in order of trust.
pub(super) const SOURCES: [Attr; 8] = [
    Attr::DataTex,
    Attr::DataLatex,
    Attr::DataMath,
    Attr::DataFormula,
    Attr::DataExpr,
    Attr::DataEquation,
    Attr::DataKatex,
    Attr::DataValue,
];

/// Markup of an inline SVG that contains the outlines of a formula (MathJax 3).
pub(super) const OUTLINES: &str = "data-mml-node=\"math\"";

/// Markup of each outline.
const OUTLINE: &str = "data-c=\"";

/// Maximum levels between a script and the element before it.
const LEVELS: usize = 30;

/// Returns whether a script's `type` is that of a formula.
pub(crate) fn is_formula_type(kind: &str) -> bool {
    let kind = kind.trim_start().as_bytes();
    kind.get(..8)
        .is_some_and(|start| start.eq_ignore_ascii_case(b"math/tex"))
}

/// Returns whether a script from this URL renders the formulas of a page.
pub(crate) fn draws_formulas(src: &str) -> bool {
    let src = src.to_ascii_lowercase();
    src.contains("mathjax") || src.contains("katex")
}

impl Page {
    /// Returns the elements with LaTeX sources that the page doesn't show, in document order.
    pub(crate) fn formulas(&self) -> &[NodeId] {
        &self.formulas
    }

    /// Returns the LaTeX source of an element that isn't shown.
    pub(crate) fn formula_source(&self, id: NodeId) -> Option<&str> {
        if self.is_formula_script(id) {
            return Some(self.raw_text(id).trim());
        }
        let may = matches!(
            self.tag(id),
            Tag::Span | Tag::Div | Tag::P | Tag::Other | Tag::Math | Tag::Img | Tag::Code | Tag::I
        );
        SOURCES.iter().filter(|_| may).find_map(|&attr| {
            let value = self.attr(id, attr)?.trim();
            (is_source(value) && (attr != Attr::DataValue || self.has_formula_name(id)))
                .then_some(value)
        })
    }

    /// Returns the number of characters of a formula: those of its text or its source, whichever is
    /// larger; otherwise of its rendering.
    pub(crate) fn formula_chars(&self, math: NodeId) -> u32 {
        let source = self.formula_source(math).map_or(0, text::char_count);
        let chars = source.max(text::char_count(self.raw_text(math)));
        let rendered = || match self.attr(math, Attr::Markup) {
            Some(markup) => markup.matches(OUTLINE).count(),
            None => {
                let parts = self.descendants(math);
                parts.filter(|&n| self.tag(n).is_mathml()).count()
            }
        };
        if chars > 0 { chars } else { rendered() as u32 }
    }

    /// Returns whether an element is a script with a formula.
    pub(crate) fn is_formula_script(&self, id: NodeId) -> bool {
        matches!(self.tag(id), Tag::Script | Tag::Math)
            && self.attr(id, Attr::Type).is_some_and(is_formula_type)
    }

    /// Returns whether an element's class is that of a formula.
    pub(crate) fn has_formula_name(&self, id: NodeId) -> bool {
        let class = self
            .attr(id, Attr::Class)
            .unwrap_or_default()
            .to_ascii_lowercase();
        ["formula", "math", "latex", "katex", "equation"]
            .iter()
            .any(|name| class.contains(name))
    }

    /// Returns the element directly before another in the same parent, with only white space in
    /// between.
    pub(crate) fn element_before(&self, id: NodeId) -> Option<NodeId> {
        let parent = self.parent(id)?;
        let mut at = id;
        loop {
            let last = NodeId(at.0.checked_sub(1)?);
            let mut around = self.inclusive_ancestors(last).take(LEVELS);
            let before = around.find(|&n| self.parent(n) == Some(parent))?;
            if self.is_element(before) {
                return Some(before);
            }
            if !self.text(before).trim().is_empty() {
                return None;
            }
            at = before;
        }
    }

    /// Returns whether an element is MathJax output, or its placeholder.
    pub(crate) fn is_rendered_formula(&self, id: NodeId) -> bool {
        let class = self.attr(id, Attr::Class).unwrap_or_default();
        let mut names = class.split_ascii_whitespace();
        names.any(|name| name.starts_with("MathJax") || name.starts_with("MJX"))
    }

    fn is_stand_in(&self, id: NodeId) -> bool {
        self.attr(id, Attr::Class)
            .is_some_and(|class| class.contains("MathJax_Preview"))
    }

    /// Returns whether anything in an element is painted.
    fn shows_anything(&self, id: NodeId) -> bool {
        self.subtree(id).any(|n| {
            let shows = match self.tag(n) {
                Tag::Text => !self.text(n).trim().is_empty(),
                tag => tag.is_replaced(),
            };
            shows && !self.is_hidden(n)
        })
    }
}

/// Returns whether an attribute's value is LaTeX; some values only describe the rendering.
fn is_source(value: &str) -> bool {
    !matches!(
        value,
        "" | "true"
            | "false"
            | "0"
            | "1"
            | "inline"
            | "display"
            | "block"
            | "tex"
            | "latex"
            | "mathml"
    ) && !value.starts_with(['=', '{', '[', '<'])
}

/// Treats elements with the source of a formula as formulas if nothing in them is painted.
pub(super) fn show(page: &mut Page) {
    let formulas = std::mem::take(&mut page.formulas);
    for &id in &formulas {
        if page.is_formula_script(id) {
            show_script(page, id);
        } else if page.tag(id) == Tag::Svg {
            show_outlines(page, id);
        } else if page.formula_source(id).is_some()
            && page.tag(id) != Tag::Img
            && !page.shows_anything(id)
        {
            page.tags[id.index()] = Tag::Math;
        }
    }
    page.formulas = formulas;
}

/// Treats an inline SVG with the outlines of a formula as a formula, if there's no MathML next to
/// it.
fn show_outlines(page: &mut Page, id: NodeId) {
    let around = page.parent(id).unwrap_or(id);
    if !page.descendants(around).any(|n| page.tag(n) == Tag::Math) {
        page.tags[id.index()] = Tag::Math;
    }
}

fn show_script(page: &mut Page, id: NodeId) {
    page.tags[id.index()] = Tag::Math;
    if let Some(rendering) = page
        .element_before(id)
        .filter(|&n| page.is_rendered_formula(n))
    {
        if !page.is_stand_in(rendering) && page.shows_anything(rendering) {
            return;
        }
        // The placeholder shown until the script has rendered the formula.
        page.hide(rendering);
    }
    let parent = page.parents[id.index()];
    if parent == NO_PARENT || page.hidden[parent as usize] {
        return;
    }
    let is_display = page
        .attr(id, Attr::Type)
        .is_some_and(|kind| kind.contains("display"));
    for n in page.subtree(id) {
        let style = &mut page.styles[n.index()];
        style.visibility = Visibility::Visible;
        style.display = if is_display {
            Display::Block
        } else {
            Display::Inline
        };
        page.hidden[n.index()] = false;
    }
}
