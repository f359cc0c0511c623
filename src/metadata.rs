//! Stands in for the metadata.

use crate::page::{NodeId, Page, Tag};

/// What a page says of itself.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "stands in")]
pub struct Metadata {
    pub title: Option<String>,
    pub byline: Option<String>,
    pub published: Option<String>,
    pub modified: Option<String>,
    pub site: Option<String>,
    pub lang: Option<String>,
    pub excerpt: Option<String>,
    pub image: Option<String>,
    pub canonical: Option<String>,
    pub rtl: bool,
    pub title_node: Option<NodeId>,
    pub byline_nodes: Vec<NodeId>,
}

/// Reads it.
pub fn metadata(page: &Page) -> Metadata {
    Metadata {
        title: page
            .nodes()
            .find(|&n| page.tag(n) == Tag::Title)
            .map(|n| page.raw_text(n).trim().to_owned()),
        ..Metadata::default()
    }
}
