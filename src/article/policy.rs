//! The page's policy for following a link or requesting a file, so that the article discloses no
//! more than the page itself would.

use super::tree::Attrs;
use crate::page::{Attr, NodeId, Page, Tag};

/// Values of `rel` about data sent with a request (HTML Standard, Sect. 4.6.7).
const LINK_TYPES: [&str; 4] = ["nofollow", "noopener", "noreferrer", "opener"];

/// Values of `referrerpolicy` (W3C Referrer Policy, Sect. 3).
const REFERRER_POLICIES: [&str; 8] = [
    "no-referrer",
    "no-referrer-when-downgrade",
    "same-origin",
    "origin",
    "strict-origin",
    "origin-when-cross-origin",
    "strict-origin-when-cross-origin",
    "unsafe-url",
];

/// Values of `target` that aren't names of frames.
const TARGETS: [&str; 4] = ["_blank", "_self", "_parent", "_top"];

/// Values of `preload`; an empty value means `auto`.
const PRELOADS: [&str; 3] = ["none", "metadata", "auto"];

/// Returns the attributes of a link about its window and the disclosed data: `rel`,
/// `referrerpolicy`, `target`.
pub(super) fn of_link(page: &Page, node: NodeId) -> Attrs {
    let rel = page.attr(node, Attr::Rel).unwrap_or_default();
    let tokens: Vec<String> = rel
        .split_ascii_whitespace()
        .map(str::to_ascii_lowercase)
        .filter(|value| LINK_TYPES.contains(&value.as_str()))
        .collect();
    let mut attrs = Attrs::new();
    if !tokens.is_empty() {
        attrs.push((Attr::Rel, tokens.join(" ")));
    }
    attrs.extend(one_of(page, node, Attr::Referrerpolicy, &REFERRER_POLICIES));
    attrs.extend(one_of(page, node, Attr::Target, &TARGETS));
    attrs
}

/// Returns the attributes of an image, video, or audio about its request: `referrerpolicy`,
/// `crossorigin` (without which cookies are sent), and `preload`.
pub(super) fn of_resource(page: &Page, node: NodeId) -> Attrs {
    let mut attrs = Attrs::new();
    attrs.extend(one_of(page, node, Attr::Referrerpolicy, &REFERRER_POLICIES));
    if let Some(mode) = page.attr(node, Attr::Crossorigin) {
        let with = mode.trim().eq_ignore_ascii_case("use-credentials");
        let mode = if with { "use-credentials" } else { "anonymous" };
        attrs.push((Attr::Crossorigin, mode.to_owned()));
    }
    if matches!(page.tag(node), Tag::Video | Tag::Audio) {
        attrs.extend(one_of(page, node, Attr::Preload, &PRELOADS));
    }
    attrs
}

/// Returns an attribute if its value is one of a list.
fn one_of(page: &Page, node: NodeId, attr: Attr, values: &[&str]) -> Option<(Attr, String)> {
    let value = page.attr(node, attr)?.trim().to_ascii_lowercase();
    values.contains(&value.as_str()).then_some((attr, value))
}
