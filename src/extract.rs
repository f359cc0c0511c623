//! From a page to its article: the one path every command and view takes.

use crate::article::Article;
use crate::metadata::{Metadata, metadata};
use crate::methods::{self, Method};
use crate::page::{NodeSet, Page};
use crate::select::{Selection, select};

/// All there is to show of a page.
#[derive(Clone, Debug)]
pub struct Extraction {
    /// Title, byline, date and the like.
    pub metadata: Metadata,
    /// What was kept and removed, and how sure that is.
    pub selection: Selection,
    /// What was kept, clean.
    pub article: Article,
}

/// Finds the article of a page.
///
/// [`Method::Hybrid`] is the one-click path, [`select()`]. The papers' own methods keep exactly
/// what their algorithm marks; all else is [`BelowThreshold`](crate::select::Reason).
pub fn extract(page: &Page, method: Method) -> Extraction {
    extract_with(page, |title| methods::content(method, page, title))
}

/// Finds the article of a page with what `content` keeps when it is told the title, or with
/// [`select()`] where it keeps `None`: for methods that were taught something.
pub fn extract_with(page: &Page, content: impl FnOnce(&str) -> Option<NodeSet>) -> Extraction {
    let metadata = metadata(page);
    let title = metadata.title.as_deref().unwrap_or_default();
    let selection = match content(title) {
        Some(kept) => Selection::from_kept(page, kept),
        None => select(page, &metadata),
    };
    Extraction {
        article: Article::new(page, &selection.kept),
        metadata,
        selection,
    }
}
