//! A page with the answers of the core and of the quick check.

use pith::readerable::Columns;

/// A page, with the results of the core and of the quick check.
pub(crate) struct Seen {
    pub(super) name: String,
    pub(super) site: String,
    pub(super) columns: Columns,
    pub(super) is_article: bool,
    pub(super) is_readerable: bool,
}
