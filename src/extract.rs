//! Stands in for the extraction.

use crate::article::Article;
use crate::metadata::{Metadata, metadata};
use crate::methods::Method;
use crate::page::{NodeSet, Page, Tag};
use crate::select::{Confidence, Reason, Removed, Selection};

/// What was found.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "stands in")]
pub struct Extraction {
    pub metadata: Metadata,
    pub selection: Selection,
    pub article: Article,
}

/// Keeps all visible text outside `nav`.
pub fn extract(page: &Page, _: Method) -> Extraction {
    let mut kept = NodeSet::new(page);
    let mut removed = Vec::new();
    for n in page.nodes() {
        if page.is_text(n) && !page.is_hidden(n) && !page.text(n).trim().is_empty() {
            kept.insert(n);
        }
    }
    for n in page.nodes().filter(|&n| page.tag(n) == Tag::Nav) {
        kept.remove_subtree(page, n);
        removed.push(Removed {
            node: n,
            reason: Reason::Navigation,
        });
    }
    Extraction {
        metadata: metadata(page),
        article: Article::new(page, &kept),
        selection: Selection {
            kept,
            removed,
            confidence: Confidence::Weak,
        },
    }
}
