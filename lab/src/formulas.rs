//! `lab formulas`: the formulas of pages, each as MathML and as the LaTeX converted from it.
//!
//! `lab/formulas.mjs` has a renderer convert the LaTeX back to MathML and compares. The LaTeX
//! source in the page is removed first; otherwise it would be the result.

use std::collections::BTreeSet;

use anyhow::Result;
use clap::Args;
use pith::page::{Attr, NodeId, NodeSet, Page, Tag};
use pith::{Article, Limits, source};
use serde_json::json;

use crate::rows::Truth;
use crate::runner;
use crate::sets::{self, Pages, Set};

/// `lab formulas`.
#[derive(Args, Debug)]
pub(crate) struct Formulas {
    /// Pages whose formulas are written.
    #[command(flatten)]
    pages: Pages,
    /// Maximum number of formulas per page
    #[arg(long, value_name = "N", default_value_t = 60)]
    per_page: usize,
}

/// Runs `lab formulas`: writes one line of JSON per distinct formula to standard output.
///
/// # Errors
///
/// If no set can be read.
pub(crate) fn run(options: &Formulas) -> Result<()> {
    crate::workers(options.pages.jobs)?;
    let sets = sets::open_limited(&options.pages)?;
    let work: Vec<(&Set, &Truth)> = sets
        .iter()
        .flat_map(|set| set.rows.iter().map(move |row| (set, row)))
        .collect();
    let shown = !options.pages.quiet;
    let found = runner::each(&work, "pages", shown, |(set, row)| {
        let page = runner::named(set, row, || Ok(Some(set.page(row, None)?)));
        page.map_or(Vec::new(), |page| formulas(&page, options.per_page))
    });
    let mut seen = BTreeSet::new();
    let mut out = String::new();
    for ((set, row), formulas) in work.iter().zip(found) {
        for (mathml, tex) in formulas {
            if seen.insert(mathml.clone()) {
                let name = format!("{}/{}", set.name, row.id);
                let line = json!({ "page": name, "mathml": mathml, "tex": tex });
                out.push_str(&format!("{line}\n"));
            }
        }
    }
    crate::say(&out)
}

/// Returns the formulas of a page in MathML and LaTeX.
fn formulas(page: &Page, most: usize) -> Vec<(String, String)> {
    let math = page.nodes().filter(|&n| page.tag(n) == Tag::Math);
    math.filter_map(|n| formula(page, n)).take(most).collect()
}

/// Returns one formula in MathML and in the LaTeX converted only from its elements.
fn formula(page: &Page, math: NodeId) -> Option<(String, String)> {
    let markup = markup(page, math)?;
    let alone = source::html::read(&markup, "", Limits::default()).ok()?;
    let mut kept = NodeSet::new(&alone);
    kept.insert_subtree(&alone, alone.body());
    let article = Article::new(&alone, &kept);
    Some((markup, article.text()))
}

/// Serializes a formula without annotations and alternative text; `None` if it's empty.
fn markup(page: &Page, math: NodeId) -> Option<String> {
    let mut out = String::new();
    let mut open: Vec<NodeId> = Vec::new();
    let mut node = math;
    while node < page.end(math) {
        while let Some(closed) = open.pop_if(|o| page.end(*o) <= node) {
            out.push_str(&format!("</{}>", page.tag(closed).name()));
        }
        let tag = page.tag(node);
        if matches!(tag, Tag::Annotation | Tag::AnnotationXml) {
            node = page.end(node);
            continue;
        }
        if tag == Tag::Text {
            out.push_str(&escaped(page.text(node)));
        } else {
            out.push_str(&format!("<{}", tag.name()));
            for (attr, value) in page.attrs(node).filter(|(a, _)| *a != Attr::Alttext) {
                out.push_str(&format!(" {}=\"{}\"", attr.name(), escaped(value)));
            }
            out.push('>');
            open.push(node);
        }
        node = NodeId(node.0 + 1);
    }
    while let Some(closed) = open.pop() {
        out.push_str(&format!("</{}>", page.tag(closed).name()));
    }
    (!page.raw_text(math).trim().is_empty()).then_some(out)
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
