//! Duplicates for narrow and wide screens, and text for machines only.
//!
//! Style sheets determine which of them is shown. Without layout, class names of utilities are used
//! instead: of two neighbors with the same content, the one for narrow screens is hidden.

use super::{Attr, NodeId, Page, Tag};
use crate::compact::words;

/// Class names of elements shown only on narrow screens. Compared in lower case.
const NARROW: &str = "\
    sm:hidden md:hidden lg:hidden xl:hidden 2xl:hidden d-sm-none d-md-none d-lg-none d-xl-none \
    mobile-only only-mobile mobile-visible show-mobile visible-mobile show-for-small-only \
    hide-desktop hidden-desktop hide-on-desktop desktop-hidden hide-for-medium hide-for-large \
    visible-xs visible-xs-block visible-sm hidden-md-up hidden-lg-up is-hidden-desktop \
    is-hidden-tablet uk-hidden@s uk-hidden@m";

/// Class names of elements shown only on wide screens.
const WIDE: &str = "\
    sm:block md:block lg:block xl:block sm:flex md:flex lg:flex sm:inline md:inline lg:inline \
    sm:inline-block md:inline-block lg:inline-block d-sm-block d-md-block d-lg-block d-md-flex \
    d-lg-flex desktop-only only-desktop desktop-visible show-desktop visible-desktop \
    hide-mobile hidden-mobile hide-on-mobile mobile-hidden show-for-medium show-for-large \
    hide-for-small hide-for-small-only hidden-xs hidden-sm-down hidden-md-down \
    is-hidden-mobile uk-visible@s uk-visible@m";

/// Tailwind variants of `hidden` that depend on a screen or a state. Other prefixes are defined by
/// the site.
const CONDITIONS: &str = "\
    sm md lg xl 2xl dark light print hover focus active visited disabled checked open empty first \
    last odd even rtl ltr portrait landscape before after screen";

/// Maximum nodes of an element whose text is compared.
const MAX_NODES: usize = 400;

/// Maximum length of Markdown syntax that only machines read, in bytes, without its URL.
const MAX_SYNTAX_BYTES: usize = 8;

/// Hides duplicates for narrow screens, and Markdown syntax for machines. Cost: linear.
pub(super) fn hide(page: &mut Page) {
    let named: Vec<NodeId> = page
        .nodes()
        .filter(|&n| page.attr(n, Attr::Class).is_some_and(may_vary) && !page.is_hidden(n))
        .collect();
    for node in named {
        if is_for_machines(page, node) || is_repeated(page, node) {
            page.hide(node);
        }
    }
}

/// Returns whether a class may contain one of these names; a quick pre-check.
fn may_vary(class: &str) -> bool {
    let words = ["hid", "none", "mobile", "desktop", "visible", "small"];
    words.iter().any(|word| class.contains(word))
}

fn names(page: &Page, node: NodeId, list: &str) -> bool {
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    class
        .split_ascii_whitespace()
        .any(|name| words::holds(list, &name.to_ascii_lowercase()))
}

/// Returns whether an element is for narrow screens, and a sibling for wide screens has the same
/// content.
fn is_repeated(page: &Page, node: NodeId) -> bool {
    names(page, node, NARROW)
        && [before(page, node), after(page, node)]
            .into_iter()
            .flatten()
            .any(|other| {
                page.tag(other) == page.tag(node)
                    && names(page, other, WIDE)
                    && is_same(page, node, other)
            })
}

/// Returns the previous sibling element, if there's only white space in between.
fn before(page: &Page, node: NodeId) -> Option<NodeId> {
    page.element_before(node)
}

/// Returns the next sibling element, if there's only white space in between.
fn after(page: &Page, node: NodeId) -> Option<NodeId> {
    let end = page.end(page.parent(node)?);
    let mut next = page.end(node);
    while next < end && page.is_text(next) {
        if !page.text(next).trim().is_empty() {
            return None;
        }
        next = page.end(next);
    }
    (next < end).then_some(next)
}

/// Returns whether two elements have the same text or, without text, the same alt texts of images.
fn is_same(page: &Page, one: NodeId, other: NodeId) -> bool {
    if page.subtree(one).len() > MAX_NODES || page.subtree(other).len() > MAX_NODES {
        return false;
    }
    let text_and_alts = |node: NodeId| {
        let text = crate::text::collapse(page.raw_text(node));
        let images = page.subtree(node).filter(|&n| page.tag(n) == Tag::Img);
        let alts: Vec<&str> = images
            .map(|n| page.attr(n, Attr::Alt).unwrap_or_default().trim())
            .collect();
        (text, alts)
    };
    let (text, alts) = text_and_alts(one);
    let has_content = !text.is_empty() || alts.iter().any(|alt| !alt.is_empty());
    has_content && text_and_alts(other) == (text, alts)
}

/// Returns whether an element is hidden by a variant that the site defines, and contains only
/// Markdown syntax.
fn is_for_machines(page: &Page, node: NodeId) -> bool {
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    let is_always_hidden = class.split_ascii_whitespace().any(|name| name == "hidden");
    let is_own = class
        .split_ascii_whitespace()
        .filter_map(|name| name.rsplit_once(':'))
        .filter(|&(_, utility)| utility == "hidden" || is_always_hidden)
        .any(|(variant, _)| {
            let last = variant.rsplit(':').next().unwrap_or(variant);
            let is_state = [
                "max-", "min-", "group", "peer", "motion-", "aria-", "data-", "has-", "[",
            ]
            .iter()
            .any(|start| last.starts_with(start));
            !is_state && !words::holds(CONDITIONS, last)
        });
    is_own && is_markdown(page.raw_text(node))
}

/// Returns whether a text is only Markdown syntax, optionally with a URL in parentheses.
fn is_markdown(text: &str) -> bool {
    let text = text.trim();
    let (marks, rest) = match text.split_once('(') {
        Some((marks, address)) => (marks, address.strip_suffix(')')),
        None => (text, Some("")),
    };
    let is_mark = |c: char| "#*_[]`>!-~| ".contains(c);
    let is_address = |rest: &str| !rest.contains(char::is_whitespace);
    !text.is_empty()
        && marks.len() <= MAX_SYNTAX_BYTES
        && marks.chars().all(is_mark)
        && rest.is_some_and(is_address)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use crate::page::Limits;
    use crate::source::html;

    fn shown(html: &str) -> String {
        let page = html::read(html, "", Limits::default()).unwrap();
        page.visible_text(page.root())
    }

    #[test]
    fn one_of_two_responsive_variants_is_shown() {
        for (narrow, wide) in [
            ("lg:hidden", "hidden lg:block"),
            ("d-md-none", "d-none d-md-block"),
            ("mobile-only", "desktop-only"),
            ("visible-xs", "hidden-xs"),
        ] {
            let html = format!("<p class='{narrow}'>It sails.</p> <p class='{wide}'>It sails.</p>");
            assert_eq!(shown(&html).matches("It sails").count(), 1, "{html}");
            let html = format!("<p class='{wide}'>It sails.</p> <p class='{narrow}'>It sails.</p>");
            assert_eq!(shown(&html).matches("It sails").count(), 1, "{html}");
            let html = format!("<p class='{narrow}'>It sails.</p><p class='{wide}'>It lands.</p>");
            assert!(shown(&html).contains("sails"), "{html}");
            let html = format!("<p class='{narrow}'>It sails.</p><p>It sails.</p>");
            assert_eq!(shown(&html).matches("It sails").count(), 2, "{html}");
        }
    }

    #[test]
    fn text_only_for_language_models_is_hidden() {
        let html = "<h2><a href=/b><b class=llm:hidden>## [</b>The ferry\
            <i class='text-sm llm:hidden'>](/b)</i></a></h2>";
        assert_eq!(shown(html), "The ferry");
        let html = "<h2><b class='hidden llm:inline'>## </b>The ferry</h2>";
        assert_eq!(shown(html), "The ferry");
        for kept in [
            "<p><b class='hidden md:inline'>#</b></p>",
            "<p><b class=llm:hidden>[a]</b></p>",
            "<p><b class=md:hidden>#</b></p>",
            "<p><b class=group-hover:hidden>#</b></p>",
        ] {
            assert!(!shown(kept).is_empty(), "{kept}");
        }
    }
}
