//! From a page to its article: the one path every command and view takes.

#[doc(hidden)]
pub mod inspection;
pub mod report;
#[doc(hidden)]
pub mod views;

use crate::article::Article;
use crate::metadata::{Metadata, metadata};
use crate::methods::tsrec::{self, NoContent, Template};
use crate::methods::{self, Known, Learnt, Method};
use crate::page::Page;
use crate::select::model::Model;
use crate::select::{Selection, select, select_with};
pub use report::Report;

/// All there is to show of a page.
#[derive(Clone, Debug)]
pub struct Extraction {
    /// Title, byline, date and the like.
    pub metadata: Metadata,
    /// Parts kept and removed, and the confidence in the choice.
    pub selection: Selection,
    /// The kept parts, clean.
    pub article: Article,
}

/// Finds the article of a page the way one click does: [`Method::Hybrid`], which is
/// [`select()`](crate::select::select).
pub fn one_click(page: &Page) -> Extraction {
    let metadata = metadata(page);
    let selection = select(page, &metadata);
    Extraction::new(page, metadata, selection)
}

/// Finds the article of a page.
///
/// ```
/// use pith::select::Reason;
/// use pith::{Limits, Method, extract, front};
///
/// let html = "<nav><a href=/>Home</a> <a href=/sport>Sport</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = front::html::read(html, "https://example.org/ferry", Limits::default())?;
/// let extraction = extract(&page, Method::Hybrid);
/// assert!(extraction.article.text().starts_with("He watched the ferry"));
/// assert_eq!(extraction.selection.removed[0].reason, Reason::Navigation);
/// # Ok::<(), pith::page::PageError>(())
/// ```
///
/// [`Method::Hybrid`] is [`one_click`]. The papers' own methods keep exactly
/// what their algorithm marks; all else is [`BelowThreshold`](crate::select::Reason).
/// [`Method::Tsrec`] has nothing to compare the page with and is as [`Method::Hybrid`]; see
/// [`extract_beside`].
pub fn extract(page: &Page, method: Method) -> Extraction {
    extract_with(page, method, &Learnt::default())
}

/// [`extract`] with what was learnt beforehand.
pub fn extract_with(page: &Page, method: Method, learnt: &Learnt) -> Extraction {
    let metadata = metadata(page);
    let known = Known {
        title: metadata.title.as_deref().unwrap_or_default(),
        learnt: Some(learnt),
        template: None,
    };
    let selection = match methods::run(method, page, &known) {
        Ok(found) => Selection::from_kept(page, found.kept),
        Err(_) => select(page, &metadata),
    };
    Extraction::new(page, metadata, selection)
}

/// [`Method::Hybrid`] with another model than this program's.
pub fn extract_weighed(page: &Page, model: &Model) -> Extraction {
    let metadata = metadata(page);
    let selection = select_with(page, &metadata, model);
    Extraction::new(page, metadata, selection)
}

/// Finds the article of a page as what it does not share with others of its template: the
/// content part of [`tsrec`].
///
/// # Errors
/// [`NoContent`] where the comparison tells nothing; [`extract`] still does.
pub fn extract_beside(page: &Page, template: Template<'_>) -> Result<Extraction, NoContent> {
    let kept = tsrec::content(page, template)?;
    let selection = Selection::from_kept(page, kept);
    Ok(Extraction::new(page, metadata(page), selection))
}

impl Extraction {
    /// Returns the article with its title before it ([`Article::with_title`]).
    #[must_use]
    pub fn with_title(mut self) -> Self {
        let title = self.metadata.title.as_deref().unwrap_or_default();
        self.article = self.article.with_title(title);
        self
    }

    fn new(page: &Page, metadata: Metadata, selection: Selection) -> Self {
        Self {
            article: Article::new(page, &selection.kept).with_captions(selection.captions(page)),
            metadata,
            selection,
        }
    }
}
