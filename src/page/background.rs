//! Empty boxes with a background image.

use super::{Attr, NodeId, Page, Tag};

/// Maximum ancestors of a box that are searched for a figure.
const AROUND: usize = 4;

/// Treats an empty box as its background image if that image is content: the box has a name or an
/// image role, or is in a figure or in a link to an image.
pub(super) fn show(page: &mut Page, boxes: &[NodeId]) {
    for &id in boxes {
        if is_image(page, id) {
            page.tags[id.index()] = Tag::Img;
        }
    }
}

fn is_image(page: &Page, id: NodeId) -> bool {
    let holds = |n: NodeId| match page.tag(n) {
        Tag::Text => !page.text(n).trim().is_empty(),
        tag => tag.is_replaced(),
    };
    let is_named = || {
        let names = [Attr::AriaLabel, Attr::Title].map(|attr| page.attr(id, attr));
        names
            .into_iter()
            .flatten()
            .any(|name| !name.trim().is_empty())
    };
    let has_role = || page.attr(id, Attr::Role).map(str::trim) == Some("img");
    let leads_to_image = |n: NodeId| {
        let link = page.attr(n, Attr::Href).unwrap_or_default();
        let end = link.rsplit('.').next().unwrap_or_default();
        matches!(end, "jpg" | "jpeg" | "png" | "webp" | "avif")
    };
    let in_figure = || {
        page.ancestors(id)
            .take(AROUND)
            .any(|n| page.tag(n) == Tag::Figure || page.tag(n) == Tag::A && leads_to_image(n))
    };
    !page.descendants(id).any(holds) && (has_role() || is_named() || in_figure())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use crate::page::{Limits, Tag};
    use crate::source::html;

    fn is_image(html: &str) -> bool {
        let page = html::read(html, "https://example.org/", Limits::default()).unwrap();
        page.nodes().any(|n| page.tag(n) == Tag::Img)
    }

    #[test]
    fn empty_labeled_or_linked_boxes_become_their_background_image() {
        const STYLE: &str = "style=\"color:red; background: url('/a.jpg') center\"";
        for html in [
            format!("<div role=img {STYLE}></div>"),
            format!("<span aria-label=Ferry {STYLE}></span>"),
            format!("<figure><a href=/b.jpg><i {STYLE}> </i></a></figure>"),
            "<div role=img data-bg=/a.jpg></div>".to_owned(),
            format!("<a href=/b.jpg><div {STYLE}></div></a>"),
        ] {
            assert!(is_image(&html), "{html}");
        }
        for html in [
            format!("<div {STYLE}></div>"),
            format!("<div role=img {STYLE}>words</div>"),
            "<div role=img style='background:red'></div>".to_owned(),
            "<div role=img style='background:url(data:image/gif;base64,R0)'></div>".to_owned(),
            "<div role=img data-bg=dark></div>".to_owned(),
        ] {
            assert!(!is_image(&html), "{html}");
        }
    }
}
