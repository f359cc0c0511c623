//! Copies of pages without their boilerplate, and of sections of pages as short pages.

use anyhow::Result;
use pith::page::{Attr, Limits, NodeId, Page, PageBuilder, Tag};

/// Boilerplate names: whole words of a class name or an id.
const NAMES: [&str; 9] = [
    "nav",
    "navbar",
    "navigation",
    "menu",
    "breadcrumbs",
    "header",
    "footer",
    "sidebar",
    "masthead",
];

/// Boilerplate roles.
const ROLES: [&str; 4] = ["navigation", "banner", "contentinfo", "complementary"];

/// Minimum share of a page's text in an element that never counts as boilerplate, regardless of its
/// name.
const MIN_ARTICLE_SHARE: f64 = 0.3;

/// Copies a page without its boilerplate: menus, header and footer, and content beside the article.
/// An element with the title or much of the text isn't boilerplate.
///
/// # Errors
///
/// If the copy exceeds a limit.
pub(crate) fn without(page: &Page) -> Result<Page> {
    let length = |id: NodeId| page.raw_text(id).len() as f64;
    let all = length(page.body());
    let is_frame = |id: NodeId| {
        is_boilerplate(page, id)
            && length(id) <= MIN_ARTICLE_SHARE * all
            && !page.subtree(id).any(|inside| page.tag(inside) == Tag::H1)
    };
    copy(page, |id| id > page.body() && is_frame(id))
}

/// Returns whether an element counts as boilerplate by its tag, role, or names. In an article, only
/// `nav` and the roles count.
fn is_boilerplate(page: &Page, id: NodeId) -> bool {
    let tag = page.tag(id);
    let in_article = || {
        page.ancestors(id)
            .any(|around| matches!(page.tag(around), Tag::Article | Tag::Main))
    };
    let role = page.attr(id, Attr::Role).unwrap_or_default();
    let is_word = |value: &str| {
        let mut words = value.split(|c: char| !c.is_alphanumeric());
        words.any(|word| NAMES.contains(&word))
    };
    let mut names = [Attr::Class, Attr::Id].into_iter();
    tag == Tag::Nav
        || ROLES.contains(&role)
        || (matches!(tag, Tag::Header | Tag::Footer | Tag::Aside) && !in_article())
        || (matches!(tag, Tag::Div | Tag::Ul | Tag::Section | Tag::Table)
            && names.any(|name| page.attr(id, name).is_some_and(is_word))
            && !in_article())
}

/// Copies a page in parts with a given number of words; a heading stays with its section. Each part
/// includes the content before and around the parts, mainly the title.
///
/// # Errors
///
/// If a copy exceeds a limit.
pub(crate) fn parts(page: &Page, flow: NodeId, words: usize) -> Result<Vec<Page>> {
    let children: Vec<NodeId> = page.children(flow).collect();
    let mut parts: Vec<Vec<NodeId>> = vec![Vec::new()];
    let mut count = 0;
    let mut is_heading = false;
    for &child in &children {
        let text = page.visible_text(child);
        if count >= words && !is_heading && !text.is_empty() {
            parts.push(Vec::new());
            count = 0;
        }
        if !text.is_empty() {
            is_heading = page.tag(child).heading_level().is_some();
        }
        count += text.split_whitespace().count();
        if let Some(part) = parts.last_mut() {
            part.push(child);
        }
    }
    let is_out = |part: &[NodeId], id: NodeId| {
        page.parent(id) == Some(flow) && part.binary_search(&id).is_err()
    };
    parts
        .iter()
        .map(|part| copy(page, |id| is_out(part, id)))
        .collect()
}

/// Returns the element whose children contain the text: the innermost with nearly all text below
/// `from`.
pub(crate) fn flow(page: &Page, from: NodeId) -> NodeId {
    let length = |id: NodeId| page.raw_text(id).len() as f64;
    let mut flow = from;
    let inner = |flow: NodeId| {
        page.children(flow)
            .filter(|&id| page.is_element(id))
            .find(|&id| length(id) >= 0.95 * length(flow))
    };
    while let Some(next) = inner(flow) {
        flow = next;
    }
    flow
}

/// Copies a page without the removed subtrees.
fn copy(page: &Page, is_left_out: impl Fn(NodeId) -> bool) -> Result<Page> {
    let mut builder = PageBuilder::new(page.info().clone(), Limits::default());
    let mut open: Vec<NodeId> = Vec::new();
    let mut next = page.root();
    while next.index() < page.len() {
        while open.pop_if(|id| page.end(*id) <= next).is_some() {
            builder.close();
        }
        if page.is_text(next) {
            builder.text(page.text(next))?;
        } else if is_left_out(next) {
            next = page.end(next);
            continue;
        } else {
            builder.open(page.tag(next), *page.style(next), page.rect(next))?;
            for (name, value) in page.attrs(next) {
                builder.attr(name, value)?;
            }
            open.push(next);
        }
        next = NodeId(next.0 + 1);
    }
    Ok(builder.finish()?)
}

#[cfg(test)]
mod tests {
    use pith::source::html;

    use super::*;

    fn read(html: &str) -> Page {
        html::read(html, "", Limits::default()).expect("a page")
    }

    #[test]
    fn boilerplate_is_removed_and_the_article_kept() {
        let text = "The ferry sails at noon. ".repeat(9);
        let page = read(&format!(
            "<title>Tides</title><nav>Home</nav><div class='top-header'>Paper</div>\
             <header><h1>Tides</h1></header><main><header>By Ann</header><div class=menu>Soup</div>\
             <p>{text}</main><aside>More</aside><div id=footer>Imprint</div>"
        ));
        let copy = without(&page).expect("a copy");
        let text = text.trim_end();
        assert_eq!(
            copy.visible_text(copy.body()),
            format!("Tides By Ann Soup {text}")
        );
    }

    #[test]
    fn parts_start_with_their_headings() {
        let page =
            read("<h1>Title</h1><div><p>one two</p><h2>Three</h2><p>four</p><p>five six</div>");
        let div = page.nodes().find(|&id| page.tag(id) == Tag::Div);
        let parts = parts(&page, div.expect("a box"), 2).expect("parts");
        let texts = parts.iter().map(|part| part.visible_text(part.body()));
        let texts: Vec<String> = texts.collect();
        assert_eq!(
            texts,
            ["Title one two", "Title Three four", "Title five six"]
        );
    }
}
