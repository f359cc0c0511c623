//! Extracts the article of a page: the same path for every command and view.

// Hidden: for the command line and the demonstration page.
#[doc(hidden)]
pub mod inspection;
pub mod pager;
pub mod report;
// Hidden: for the core of the extension.
#[doc(hidden)]
pub mod views;
mod wall;

use std::borrow::Cow;

use crate::article::Article;
use crate::discussion::{Discussion, may_have_comments};
use crate::metadata::{Metadata, metadata};
use crate::methods::tsrec::Template;
use crate::methods::{self, Known, Method, NotApplicable, Trained};
use crate::page::Page;
use crate::select::model::Model;
use crate::select::{
    Application, Overrides, Selection, SiteRules, UnknownOverride, select, select_with,
};
use crate::steps;
pub use report::Report;

/// All results for a page.
///
/// ```
/// use pith::extract::one_click;
/// use pith::select::Confidence;
/// use pith::{Limits, source};
///
/// let page = source::html::read("<title>Mill</title><p>Closed.", "", Limits::default())?;
/// let extraction = one_click(&page);
/// assert_eq!(extraction.metadata.title.as_deref(), Some("Mill"));
/// // A single word isn't an article.
/// assert_eq!(extraction.selection.confidence, Confidence::None);
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Extraction {
    /// Title, byline, date, and other facts.
    pub metadata: Metadata,
    /// The kept and removed parts, and the confidence in the selection.
    pub selection: Selection,
    /// The kept parts as clean markup.
    pub article: Article,
}

/// Method and input of an extraction besides the page. By default the method is the one for one
/// click.
///
/// ```
/// use pith::Method;
/// use pith::extract::Options;
///
/// let options = Options { method: Method::CetdDs, ..Options::default() };
/// assert_eq!(Options::default().method, Method::Hybrid);
/// assert!(options.trained.is_none() && options.template.is_none() && options.model.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The method. The papers' methods keep exactly the nodes that their algorithm selects; all
    /// others are [`BelowThreshold`](crate::select::Reason).
    pub method: Method,
    /// Rules mined from the page's site, for the trainable methods; `None` for the built-in ones.
    pub trained: Option<&'a Trained>,
    /// Other pages of the site, which only [`Method::Tsrec`] needs.
    pub template: Option<Template<'a>>,
    /// The model of [`Method::Hybrid`]; `None` for the built-in one.
    pub model: Option<&'a Model>,
}

/// Finds the article of a page.
///
/// ```
/// use pith::extract::Options;
/// use pith::select::Reason;
/// use pith::{Limits, Method, extract, source};
///
/// let html = "<nav><a href=/>Home</a> <a href=/sport>Sport</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "https://example.org/ferry", Limits::default())?;
/// let extraction = extract(&page, &Options::default())?;
/// assert!(extraction.article.text().starts_with("He watched the ferry"));
/// assert_eq!(extraction.selection.removed[0].reason, Reason::Navigation);
///
/// let qread = Options { method: Method::Qread, ..Options::default() };
/// assert!(extract(&page, &qread)?.article.text().contains("polishing"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NotApplicable`], only for [`Method::Tsrec`]: if there is no page to compare with, or the
/// comparison has no result.
pub fn extract(page: &Page, options: &Options<'_>) -> Result<Extraction, NotApplicable> {
    let metadata = metadata(page);
    let known = Known {
        title: metadata.title.as_deref().unwrap_or_default(),
        trained: options.trained,
        template: options.template,
    };
    let selection = match methods::run(options.method, page, &known) {
        Ok(found) => Selection::from_kept(page, found.kept),
        Err(NotApplicable::WeighsOthers) => {
            let model = options.model.unwrap_or_else(|| Model::shipped());
            select_with(page, &metadata, model)
        }
        Err(reason) => return Err(reason),
    };
    Ok(Extraction::new(page, metadata, selection))
}

/// Finds the article as one click does, with [`Method::Hybrid`]. This method is always applicable,
/// and a program that calls only this function contains no other method.
///
/// ```
/// use pith::extract::{Options, extract, one_click};
/// use pith::{Limits, source};
///
/// let html = "<p>He watched the ferry go by from the gallery, waved once, and went back to
///     polishing the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "", Limits::default())?;
/// let by_options = extract(&page, &Options::default())?;
/// assert_eq!(one_click(&page).article.text(), by_options.article.text());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn one_click(page: &Page) -> Extraction {
    steps::stage("metadata");
    let metadata = metadata(page);
    steps::stage("selection");
    let selection = select(page, &metadata);
    steps::stage("the article");
    Extraction::new(page, metadata, selection)
}

impl Extraction {
    /// Returns the extraction with the title prepended to its article ([`Article::with_title`]).
    ///
    /// ```
    /// use pith::extract::one_click;
    /// use pith::{Limits, source};
    ///
    /// let html = "<title>The lens</title><p>He watched the ferry go by from the gallery, waved once,
    ///     and went back to polishing the lens, which he did every day of the year.";
    /// let page = source::html::read(html, "", Limits::default())?;
    /// let text = one_click(&page).with_title().article.text();
    /// assert!(text.starts_with("The lens\n\nHe watched"));
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    #[must_use]
    pub fn with_title(mut self) -> Self {
        let title = self.metadata.title.as_deref().unwrap_or_default();
        self.article = self.article.with_title(title);
        self
    }

    /// Replaces the article with the discussion if the page is one ([`Discussion::thread`]), as in
    /// Reader.
    ///
    /// ```
    /// use pith::extract::one_click;
    /// use pith::{Limits, source};
    ///
    /// let text = "was heard again in the harbour, long before anybody on the pier saw the lights.";
    /// let post = |who: &str, number: u32| format!(
    ///     "<div class=post id=post-{number}><a class=author href=/u/{who}>{who}</a>
    ///     <time datetime=2026-03-14>Saturday</time><p class=body>The ferry of {who} {text}</div>"
    /// );
    /// let html = ["Ann", "Ben", "Cleo"].map(|who| post(who, 7)).concat();
    /// let page = source::html::read(&html, "https://example.org/thread/7", Limits::default())?;
    /// let thread = one_click(&page).with_thread(&page).article.text();
    /// assert!(thread.starts_with("Ann 2026-03-14\n\nThe ferry of Ann was heard"), "{thread}");
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    #[must_use]
    pub fn with_thread(self, page: &Page) -> Self {
        let kept = &self.selection.kept;
        if !may_have_comments(page, kept) {
            return self;
        }
        let byline = self.metadata.byline.as_deref();
        let thread = Discussion::new(page, byline, kept).thread;
        let article = thread.map_or(self.article, Article::without_remarks);
        Self { article, ..self }
    }

    /// Applies the site's rules and then the user's overrides to the extraction of the same page.
    /// Also returns the outcome of each site rule ([`Selection::with_site_rules`]).
    ///
    /// # Errors
    /// [`UnknownOverride::Node`] and [`UnknownOverride::Fact`].
    pub fn decided(
        &self,
        page: &Page,
        site: &SiteRules,
        overrides: &Overrides,
    ) -> Result<(Self, Vec<Application>), UnknownOverride> {
        let (with_rules, applied) = if site.is_empty() {
            (Cow::Borrowed(&self.selection), Vec::new())
        } else {
            let (with_rules, applied) = self.selection.with_site_rules(page, site);
            (Cow::Owned(with_rules), applied)
        };
        let selection = with_rules.overridden(page, overrides)?;
        let metadata = self.metadata.overridden(page, overrides)?;
        Ok((Self::new(page, metadata, selection), applied))
    }

    /// Renders the selection.
    pub(crate) fn new(page: &Page, metadata: Metadata, selection: Selection) -> Self {
        let article = Article::new(page, &selection.kept);
        let title = metadata.title.as_deref().unwrap_or_default();
        Self {
            article: article
                .with_captions(selection.captions(page))
                .without_line(title),
            metadata,
            selection,
        }
    }
}
