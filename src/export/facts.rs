//! The facts about an article for its files.

use serde::Deserialize;

use crate::extract::report::Summary;

/// Facts about an article besides its text; `None` if unknown.
///
/// ```
/// use pith::export::Facts;
///
/// let facts = Facts {
///     title: Some("The ferry".to_owned()),
///     ..Facts::default()
/// };
/// assert_eq!(facts.word_count, 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Facts {
    /// The title.
    pub title: Option<String>,
    /// The authors' names, joined by `, `.
    pub byline: Option<String>,
    /// Date of publication, ISO 8601.
    pub published: Option<String>,
    /// Date of the last change, ISO 8601.
    pub modified: Option<String>,
    /// The site's name.
    pub site: Option<String>,
    /// The language as a BCP 47 tag.
    pub lang: Option<String>,
    /// The page's own summary.
    pub excerpt: Option<String>,
    /// The URL of the page.
    pub url: Option<String>,
    /// The digital object identifier, from `10.` on.
    pub doi: Option<String>,
    /// Number of words in the body.
    pub word_count: u32,
    /// Creation time of the file: `2026-03-14T09:26:53Z`. Only books contain it.
    pub saved: Option<String>,
    /// A note about the file at its end, such as the number of missing images. Markdown has no such
    /// note.
    pub note: Option<String>,
}

impl Facts {
    /// Collects the facts of a page with a URL. A canonical URL takes precedence over `url`.
    ///
    /// ```
    /// use pith::export::Facts;
    /// use pith::extract::one_click;
    /// use pith::extract::report::Summary;
    /// use pith::{Limits, source};
    ///
    /// let page = source::html::read("<html lang=en><p>It sails.", "", Limits::default())?;
    /// let extraction = one_click(&page);
    /// let facts = Facts::new(&Summary::new(&page, &extraction), "https://example.org/ferry");
    /// assert_eq!(facts.url.as_deref(), Some("https://example.org/ferry"));
    /// assert_eq!(facts.lang.as_deref(), Some("en"));
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    pub fn new(summary: &Summary<'_>, url: &str) -> Self {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        Self {
            title: owned(summary.title),
            byline: owned(summary.byline),
            published: owned(summary.published),
            modified: owned(summary.modified),
            site: owned(summary.site),
            lang: owned(summary.lang),
            excerpt: owned(summary.excerpt),
            url: owned(
                summary
                    .canonical
                    .or(Some(url).filter(|url| !url.is_empty())),
            ),
            doi: owned(summary.doi),
            word_count: summary.word_count,
            saved: None,
            note: None,
        }
    }
}
