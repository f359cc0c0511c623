//! Enumerations: reasons for removal, confidence, and kinds of evidence.

use serde::Serialize;

use crate::vocabulary::Purpose;

/// The reason why a block isn't part of the article. Views translate each value.
///
/// ```
/// use pith::select::Reason;
///
/// assert_eq!(Reason::OtherColumn.name(), "other-column");
/// assert!(Reason::ALL.contains(&Reason::Comments));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The article's title, which is shown separately.
    Title,
    /// Author, date, and so on, which are shown separately.
    Byline,
    /// Menus, breadcrumbs, pagination, tables of contents of a site.
    Navigation,
    /// It consists almost only of links.
    Links,
    /// Fixed over the page: cookie dialogs, banners, sticky bars.
    Overlay,
    /// Ads and promotion of the site itself: newsletters, subscriptions, apps.
    Advert,
    /// Links to other articles.
    Related,
    /// Comments below the article.
    Comments,
    /// Buttons and links for sharing, printing, following.
    Sharing,
    /// Input fields and their labels.
    Form,
    /// The page's header or footer: site name, copyright, legal notices.
    Frame,
    /// Outside the column with the article.
    OtherColumn,
    /// The article already contains the same text.
    Duplicate,
    /// Too little or too sparse text to be distinguished from the rest of the page.
    BelowThreshold,
    /// The user removed it.
    Unwanted,
    /// A site rule removed it.
    SiteRule,
}

impl Reason {
    /// Every reason.
    pub const ALL: [Self; 16] = [
        Self::Title,
        Self::Byline,
        Self::Navigation,
        Self::Links,
        Self::Overlay,
        Self::Advert,
        Self::Related,
        Self::Comments,
        Self::Sharing,
        Self::Form,
        Self::Frame,
        Self::OtherColumn,
        Self::Duplicate,
        Self::BelowThreshold,
        Self::Unwanted,
        Self::SiteRule,
    ];
}

impl Reason {
    /// Returns the reason's name: lower case, with hyphens.
    pub fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Byline => "byline",
            Self::Navigation => "navigation",
            Self::Links => "links",
            Self::Overlay => "overlay",
            Self::Advert => "advert",
            Self::Related => "related",
            Self::Comments => "comments",
            Self::Sharing => "sharing",
            Self::Form => "form",
            Self::Frame => "frame",
            Self::OtherColumn => "other-column",
            Self::Duplicate => "duplicate",
            Self::BelowThreshold => "below-threshold",
            Self::Unwanted => "unwanted",
            Self::SiteRule => "site-rule",
        }
    }
}

impl From<Purpose> for Reason {
    fn from(purpose: Purpose) -> Self {
        match purpose {
            Purpose::Comments => Self::Comments,
            Purpose::Sharing => Self::Sharing,
            Purpose::Related => Self::Related,
            Purpose::Advert => Self::Advert,
            Purpose::Navigation => Self::Navigation,
            Purpose::Byline => Self::Byline,
            Purpose::Overlay => Self::Overlay,
            Purpose::Frame => Self::Frame,
            Purpose::OtherColumn => Self::OtherColumn,
            Purpose::Form => Self::Form,
        }
    }
}

/// The confidence that the page contains an article and that this is it.
///
/// ```
/// use pith::select::Confidence;
///
/// assert!(Confidence::None < Confidence::Weak && Confidence::Weak < Confidence::Strong);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confidence {
    /// No article was found.
    None,
    /// An article was found, but it's short or hardly distinct from the rest.
    Weak,
    /// An article was found.
    Strong,
}

/// Kinds of evidence about a block. Views translate each value.
///
/// ```
/// use pith::select::Grounds;
///
/// assert_eq!(Grounds::Layout.name(), "layout");
/// assert!(Grounds::ALL.contains(&Grounds::Layout));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grounds {
    /// Its own text: length, punctuation, digits, similarity to the title.
    Text,
    /// Its links.
    Links,
    /// Words that announce other content.
    Words,
    /// The elements around it.
    Structure,
    /// Purposes hinted at by class names, ids, and roles around it.
    Names,
    /// Its position in the page, relative to the title, the body, a heading.
    Place,
    /// Text density around it (CETD).
    Density,
    /// Similar blocks.
    Repetition,
    /// The blocks before and after it.
    Surroundings,
    /// Its position on the screen, and its font.
    Layout,
    /// Data declared by the page.
    Declared,
}

impl Grounds {
    /// Every kind.
    pub const ALL: [Self; 11] = [
        Self::Text,
        Self::Links,
        Self::Words,
        Self::Structure,
        Self::Names,
        Self::Place,
        Self::Density,
        Self::Repetition,
        Self::Surroundings,
        Self::Layout,
        Self::Declared,
    ];

    /// Returns the kind's name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Links => "links",
            Self::Words => "words",
            Self::Structure => "structure",
            Self::Names => "names",
            Self::Place => "place",
            Self::Density => "density",
            Self::Repetition => "repetition",
            Self::Surroundings => "surroundings",
            Self::Layout => "layout",
            Self::Declared => "declared",
        }
    }
}
