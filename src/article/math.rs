//! Formulas: MathML by allow-list, and as LaTeX for text.
//!
//! Only presentation MathML is kept. Annotations are removed, because some sanitizers would show a
//! formula's source as text, and `annotation-xml` has let scripts through. The source is kept as
//! `alttext`.

mod common;
mod element;
#[cfg(all(any(test, fuzzing), feature = "cli"))]
pub(crate) mod fuzzing;
pub(super) mod katex;
#[cfg(feature = "formulas")]
mod latex;
pub(super) mod mathjax_html;
mod mathjax_svg;
#[cfg(feature = "formulas")]
mod reader;
#[cfg_attr(not(feature = "formulas"), expect(dead_code, reason = "for LaTeX"))]
mod signs;
pub(super) mod source;
#[cfg(any(test, fuzzing, not(feature = "formulas")))]
#[cfg_attr(
    feature = "formulas",
    allow(dead_code, reason = "its tests are run, no more")
)]
mod stub;
#[cfg(feature = "formulas")]
mod tex;

#[cfg(not(feature = "formulas"))]
use stub as latex;

use self::common::{LABEL, MAX_DEPTH, MAX_NODES, classes, is_tex, is_token, plain};
use self::element::Element;
use self::source::Source;
use super::equations::Row;
use super::tree::{Attrs, Tree};
use crate::page::{Attr, NodeId, Page, Tag};

/// The classes of code that is a formula: inline, and on a separate line.
const TEX: &str = "pith-tex";
const TEX_DISPLAY: &str = "pith-display";

/// A formula of which the page has only the rendering.
pub(super) struct Rendered {
    elements: Vec<Element>,
    /// True if it's on a separate line.
    display: bool,
}

/// Adds the formula of `math` below `parent`, and returns its node.
pub(super) fn add(page: &Page, math: NodeId, tree: &mut Tree, parent: usize) -> usize {
    let node = tree.push(Tag::Math, allowed(page, math), parent, false);
    add_content(page, math, tree, node);
    tree.close(node);
    let tex = page_tex(page, math).unwrap_or_else(|| latex::from_tree(tree, node));
    if !tex.is_empty() {
        tree.node_mut(node).attrs.push((Attr::Alttext, tex));
    }
    node
}

/// Adds the content of a formula below `parent`. Renderings that can't be parsed become text.
fn add_content(page: &Page, math: NodeId, tree: &mut Tree, parent: usize) {
    if !mathjax_html::is_rendered(page, math) {
        copy(page, math, tree, parent, 1);
        return;
    }
    let elements =
        mathjax_html::read(page, math).unwrap_or_else(|| vec![mathjax_html::text(page, math)]);
    for element in elements {
        element.add(tree, parent);
    }
}

/// Adds the formulas of a row as one equation with its number, and returns its node.
pub(super) fn add_row(page: &Page, row: &Row, tree: &mut Tree, parent: usize) -> usize {
    if !row.sources.is_empty() {
        let source = Source {
            tex: join(&row.sources, row.label.as_deref()),
            display: true,
        };
        return add_source(&source, tree, parent);
    }
    let attrs = vec![(Attr::Display, "block".to_owned())];
    let node = tree.push(Tag::Math, attrs, parent, false);
    let mut around = node;
    let mut open = vec![node];
    if row.label.is_some() {
        for tag in [Tag::Mtable, Tag::Mtr, Tag::Mtd] {
            around = tree.push(tag, Attrs::new(), around, false);
            open.push(around);
        }
    }
    for &math in &row.formulas {
        add_content(page, math, tree, around);
    }
    if let Some(label) = &row.label {
        tree.close(around);
        let labels = vec![(Attr::Class, LABEL.to_owned())];
        let cell = tree.push(Tag::Mtd, labels, tree.node(around).parent, false);
        let text = tree.push(Tag::Mtext, Attrs::new(), cell, false);
        tree.push_text(&format!("({label})"), text);
        tree.close(text);
        tree.close(cell);
        open.pop();
    }
    for node in open.into_iter().rev() {
        tree.close(node);
    }
    let sources: Option<Vec<String>> = row
        .formulas
        .iter()
        .map(|&math| page_tex(page, math))
        .collect();
    let tex = match sources {
        Some(parts) => join(&parts, row.label.as_deref()),
        None => latex::from_tree(tree, node),
    };
    if !tex.is_empty() {
        tree.node_mut(node).attrs.push((Attr::Alttext, tex));
    }
    node
}

/// Joins the LaTeX of an equation's parts, with its number.
fn join(parts: &[String], label: Option<&str>) -> String {
    let mut out = String::new();
    for part in parts {
        let part = part.strip_prefix("\\displaystyle").unwrap_or(part).trim();
        let letter = |c: char| c.is_ascii_alphabetic();
        if out.ends_with(letter) && part.starts_with(letter) {
            out.push(' ');
        }
        out.push_str(part);
    }
    if let Some(label) = label {
        out.push_str(" \\tag{");
        out.push_str(label);
        out.push('}');
    }
    out
}

/// Reads a formula from the outlines in an inline SVG; `None` if they can't be parsed.
pub(super) fn mathjax_outlines(page: &Page, svg: NodeId) -> Option<Rendered> {
    let elements = mathjax_svg::read(page.attr(svg, Attr::Markup)?)?;
    let container = page.parent(svg).unwrap_or(svg);
    let display = page.attr(container, Attr::Display) == Some("true");
    Some(Rendered { elements, display })
}

/// Reads a formula from KaTeX's boxes; `None` if they can't be parsed.
pub(super) fn katex_boxes(page: &Page, node: NodeId) -> Option<Rendered> {
    let elements = katex::read(page, node)?;
    let display = katex::is_display(page, node);
    Some(Rendered { elements, display })
}

/// Adds a formula of which the page has only the rendering, and returns its node.
pub(super) fn add_rendered(rendered: Rendered, tree: &mut Tree, parent: usize) -> usize {
    let node = add_read(rendered.elements, rendered.display, tree, parent);
    let tex = latex::from_tree(tree, node);
    if !tex.is_empty() {
        tree.node_mut(node).attrs.push((Attr::Alttext, tex));
    }
    node
}

/// Adds the formula of a LaTeX source below `parent`, and returns its node. A source that can't be
/// parsed is kept as code.
pub(super) fn add_source(source: &Source, tree: &mut Tree, parent: usize) -> usize {
    let tex = plain(&source.tex);
    let node = match latex::read(&tex, source.display) {
        Some(elements) => {
            let node = add_read(elements, source.display, tree, parent);
            tree.node_mut(node).attrs.push((Attr::Alttext, tex));
            node
        }
        None => {
            let class = if source.display { TEX_DISPLAY } else { TEX };
            let attrs = vec![(Attr::Class, class.to_owned())];
            let node = tree.push(Tag::Code, attrs, parent, false);
            tree.push_text(&tex, node);
            node
        }
    };
    tree.close(node);
    node
}

/// Adds a formula with these elements below `parent`, and returns its node.
fn add_read(elements: Vec<Element>, display: bool, tree: &mut Tree, parent: usize) -> usize {
    let mut attrs = Attrs::new();
    if display {
        attrs.push((Attr::Display, "block".to_owned()));
    }
    let node = tree.push(Tag::Math, attrs, parent, false);
    for element in elements {
        element.add(tree, node);
    }
    tree.close(node);
    node
}

/// Completes the formulas of a tree: converts LaTeX in code to elements, and elements without LaTeX
/// to LaTeX.
pub(super) fn completed(tree: Tree) -> Tree {
    let mut tree = tree.replaced(|tree, node, out, parent| {
        let source = (tree.tag(node) == Tag::Code).then(|| tex_of(tree, node));
        let Some((tex, display)) = source.flatten() else {
            return false;
        };
        let Some(elements) = latex::read(&tex, display) else {
            return false;
        };
        let node = add_read(elements, display, out, parent);
        out.node_mut(node).attrs.push((Attr::Alttext, tex));
        true
    });
    for node in tree.descendants(0) {
        if tree.tag(node) == Tag::Math && tree.attr(node, Attr::Alttext).is_none() {
            let tex = latex::from_tree(&tree, node);
            if !tex.is_empty() {
                tree.node_mut(node).attrs.push((Attr::Alttext, tex));
            }
        }
    }
    tree
}

/// Returns the LaTeX of a `math` as text; if there is none, its placeholder.
pub(super) fn text_of(tree: &Tree, math: usize) -> String {
    let tex = tree.attr(math, Attr::Alttext).map(str::to_owned);
    tex.unwrap_or_else(|| latex::text(tree, math))
}

/// Returns the LaTeX of a node that is a formula, as MathML or as code, and whether it's on a
/// separate line.
pub(super) fn tex_of(tree: &Tree, node: usize) -> Option<(String, bool)> {
    match (tree.tag(node), tree.attr(node, Attr::Class)) {
        (Tag::Math, _) => {
            let tex = tree.attr(node, Attr::Alttext).unwrap_or_default();
            Some((
                tex.to_owned(),
                tree.attr(node, Attr::Display) == Some("block"),
            ))
        }
        (Tag::Code, Some(class @ (TEX | TEX_DISPLAY))) => {
            Some((tree.all_text(node), class == TEX_DISPLAY))
        }
        _ => None,
    }
}

/// Copies the children of an element of a formula to `tree`, below `parent`.
fn copy(page: &Page, above: NodeId, tree: &mut Tree, parent: usize, depth: usize) {
    // In old MathML, the number of a row is before the row; it's put after it.
    let labeled = page.tag(above) == Tag::Other && tree.tag(parent) == Tag::Mtr;
    let label = page
        .children(above)
        .find(|&c| labeled && page.is_element(c));
    let children = page.children(above).filter(|&c| Some(c) != label);
    for child in children.chain(label) {
        let tag = page.tag(child);
        if is_note(tag) || tag.is_never_rendered() {
            continue;
        }
        let clean = match tag {
            Tag::Text => {
                if is_significant(page, child) {
                    tree.push_text(page.text(child), parent);
                }
                continue;
            }
            Tag::Semantics | Tag::Math => None,
            Tag::Other if tree.tag(parent) == Tag::Mtable => Some(Tag::Mtr),
            Tag::Other | Tag::Maction => Some(Tag::Mrow),
            tag => tag.is_mathml().then_some(tag),
        };
        // HTML parsers treat elements inside a token as HTML.
        let clean = clean.filter(|_| !is_token(tree.tag(parent)));
        if depth >= MAX_DEPTH {
            texts(page, child, tree, parent);
            continue;
        }
        let Some(clean) = clean else {
            copy(page, child, tree, parent, depth + 1);
            continue;
        };
        let mut attrs = allowed(page, child);
        if Some(child) == label {
            attrs.push((Attr::Class, LABEL.to_owned()));
        }
        let node = tree.push(clean, attrs, parent, false);
        copy(page, child, tree, node, depth + 1);
        tree.close(node);
    }
}

/// Adds all text below a node, at any depth.
fn texts(page: &Page, node: NodeId, tree: &mut Tree, parent: usize) {
    for text in page.subtree(node).filter(|&n| page.is_text(n)) {
        if is_significant(page, text) {
            tree.push_text(page.text(text), parent);
        }
    }
}

fn is_note(tag: Tag) -> bool {
    matches!(tag, Tag::Annotation | Tag::AnnotationXml)
}

/// Returns whether a text of a formula is significant. Everything is, except white space between
/// elements outside tokens.
fn is_significant(page: &Page, text: NodeId) -> bool {
    let token = page.ancestors(text).take(4).any(|n| is_token(page.tag(n)));
    token || !page.text(text).trim().is_empty()
}

fn allowed(page: &Page, node: NodeId) -> Attrs {
    let kept = |a: Attr| {
        (Attr::Display..=Attr::Maxsize).contains(&a) && a != Attr::Encoding
            || matches!(a, Attr::Width | Attr::Height | Attr::Dir)
    };
    page.attrs(node)
        .filter(|&(a, value)| kept(a) && value.len() <= 64)
        .map(|(a, value)| match (a, value) {
            // MathJax writes `display="true"`.
            (Attr::Display, "true") => (a, "block".to_owned()),
            (a, value) => (a, value.to_owned()),
        })
        .collect()
}

/// Returns the page's LaTeX for a formula.
fn page_tex(page: &Page, math: NodeId) -> Option<String> {
    let annotation = page.descendants(math).find(|&n| {
        let encoding = page.attr(n, Attr::Encoding).unwrap_or_default();
        page.tag(n) == Tag::Annotation && encoding.to_ascii_lowercase().contains("tex")
    });
    let alttext = || page.attr(math, Attr::Alttext).filter(|text| is_tex(text));
    let raw = annotation.map(|n| page.raw_text(n)).or_else(alttext)?;
    let plain = plain(raw);
    (!plain.is_empty()).then_some(plain)
}
