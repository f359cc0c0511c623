//! Evidence for a lead image: its file and its size.

use crate::metadata::Metadata;
use crate::page::{Attr, NodeId, Page, Tag};

/// Minimum width and height of a lead image in px: most of a phone's width, and more than the
/// height of a logo. Set by hand.
const MIN_LARGE_SIZE: (f32, f32) = (240.0, 120.0);

/// Minimum length of a distinctive file name, in bytes; set by hand. `1.jpg` may be any image.
const MIN_FILE_NAME_BYTES: usize = 8;

/// Returns whether an image has the same file name as the one declared by the page.
pub(super) fn is_named(page: &Page, metadata: &Metadata, leaf: NodeId) -> bool {
    let file = |address: &str| {
        let path = address.split(['?', '#']).next().unwrap_or_default();
        let name = path.rsplit('/').next().unwrap_or_default();
        (name.len() >= MIN_FILE_NAME_BYTES).then(|| name.to_owned())
    };
    let Some(name) = metadata.image.as_deref().and_then(file) else {
        return false;
    };
    [Attr::CurrentSrc, Attr::Src, Attr::DataSrc]
        .iter()
        .filter_map(|&attr| page.attr(leaf, attr))
        .any(|address| file(address).is_some_and(|own| own == name))
}

/// Returns whether an image has the size of a lead image, and is in the same `article` as the
/// title.
pub(super) fn is_large_beside(page: &Page, leaf: NodeId, title: NodeId) -> bool {
    let is_large = page
        .rect(leaf)
        .is_some_and(|r| r.width >= MIN_LARGE_SIZE.0 && r.height >= MIN_LARGE_SIZE.1);
    let mut around = page.ancestors(title);
    is_large && around.any(|a| page.tag(a) == Tag::Article && page.contains(a, leaf))
}
