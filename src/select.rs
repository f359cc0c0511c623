//! The one place that weighs methods against each other.
//!
//! For every block: kept, or removed and why; and how sure of it.

use serde::Serialize;

use crate::page::{NodeId, NodeSet};

/// Why a block is not part of the article. The list is closed: views translate each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The article's own title; shown apart.
    Title,
    /// Author, date and the like; shown apart.
    Byline,
    /// Menus, breadcrumbs, pagers, tables of contents of a site.
    Navigation,
    /// Nearly all of it is links.
    Links,
    /// Not painted.
    Hidden,
    /// Fixed over the page: cookie dialogs, banners, sticky bars.
    Overlay,
    /// Advertising and promotion of the site itself: newsletters, subscriptions, apps.
    Advert,
    /// Links to other articles.
    Related,
    /// What readers wrote below the article.
    Comments,
    /// Buttons and links to share, print, follow.
    Sharing,
    /// Input fields and their labels.
    Form,
    /// The page's head or foot: site name, copyright, legal notices.
    Frame,
    /// Stands beside the column that holds the article.
    OtherColumn,
    /// The same text stands in the article already.
    Duplicate,
    /// Too little text, or too thinly spread, to be told from the rest of the page.
    BelowThreshold,
}

/// How sure the selection is that the page holds an article and that this is it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// No article was found.
    None,
    /// Something was found, but it is short or hardly stands out from the rest.
    Weak,
    /// An article was found.
    Strong,
}

/// A block that is not part of the article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removed {
    /// The root of the subtree that is left out; parts of it may have been kept.
    pub node: NodeId,
    /// Why.
    pub reason: Reason,
}

/// What is kept of a page, what is removed and why, and how sure that is.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// The leaves that are kept: text nodes and replaced elements (pictures, media, rules,
    /// `math` …). An element is part of the article where one of its leaves is.
    pub kept: NodeSet,
    /// What is removed, in document order. Together with `kept` it covers all visible text.
    pub removed: Vec<Removed>,
    /// How sure.
    pub confidence: Confidence,
}
