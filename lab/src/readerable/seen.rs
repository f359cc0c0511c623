//! A page of which both have said whether it is an article.

use pith::readerable::Columns;

/// A page, as the core and as the glance see it.
pub(crate) struct Seen {
    pub(super) name: String,
    pub(super) site: String,
    pub(super) columns: Columns,
    pub(super) is_article: bool,
    pub(super) is_readerable: bool,
}
