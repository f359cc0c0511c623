//! A page with both answers about having an article.

use pith::readerable::Columns;

/// A page, with the results of the core and of the quick check.
pub(crate) struct Seen {
    pub(super) name: String,
    pub(super) site: String,
    pub(super) columns: Columns,
    pub(super) is_article: bool,
    pub(super) is_readerable: bool,
}
