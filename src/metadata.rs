//! Facts declared by the page: title, author, dates, site, language, image, URL.
//!
//! Pages declare each of these several times, and not always correctly: for search engines, for
//! sharing, in untested templates. So every value is collected from all its sources and checked
//! against visible text. There is a module per value. No module has rules for specific sites.
//!
//! Cost: O(nodes + text).

mod byline;
mod clean;
mod correction;
mod date;
mod doi;
mod foreign;
#[cfg(all(any(test, fuzzing), feature = "cli"))]
pub(crate) mod fuzzing;
mod json;
mod json_ld;
mod language;
mod line;
mod meta_tags;
mod month;
mod name;
mod path_date;
mod published;
mod regions;
mod rule;
mod site;
mod site_names;
mod sources;
mod title;

use crate::page::{NodeId, Page};
use crate::url;
pub(crate) use crate::url::{leads_away, leads_inside, leads_on};
use crate::vocabulary::List;
pub(crate) use clean::compact;
use json_ld::Work;
pub(crate) use language::of_part as language_of_part;
use meta_tags::MetaTags;
use rule::Log;
// Hidden: for the command line.
#[doc(hidden)]
pub use rule::{Candidate, Fact, Trust, Verdict};
use sources::Sources;

/// Facts about a page's article besides its text. Everything unknown is `None`.
///
/// ```
/// use pith::metadata::metadata;
/// use pith::{Limits, source};
///
/// let html = "<html lang=en><title>The ferry sails - Example</title>
///     <meta property=og:site_name content=Example>
///     <meta property=article:published_time content=2024-05-03T10:00:00Z>
///     <h1>The ferry sails</h1><p>It left at noon.";
/// let page = source::html::read(html, "https://example.org/ferry", Limits::default())?;
/// let metadata = metadata(&page);
/// assert_eq!(metadata.title.as_deref(), Some("The ferry sails"));
/// assert_eq!(metadata.site.as_deref(), Some("Example"));
/// assert_eq!(metadata.lang.as_deref(), Some("en"));
/// assert_eq!(metadata.date(), Some("2024-05-03T10:00:00Z"));
/// assert_eq!(metadata.byline, None);
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    /// The title as readers see it, without the site's name.
    pub title: Option<String>,
    /// The authors' names, joined by `, `.
    pub byline: Option<String>,
    /// Date of publication in ISO 8601: `2024-05-03`, with time (`T10:00:00`) and offset (`+02:00`,
    /// `Z`) if known. The day is the one written on the page.
    pub published: Option<String>,
    /// Date of the last change, in the same form.
    pub modified: Option<String>,
    /// The site's name; its host if it has none.
    pub site: Option<String>,
    /// The language as a BCP 47 tag: `de`, `en-GB`, `zh-Hans`.
    pub lang: Option<String>,
    /// The page's own summary.
    pub excerpt: Option<String>,
    /// The lead image's URL, http or https.
    pub image: Option<String>,
    /// The canonical URL; of the same site as the page's own.
    pub canonical: Option<String>,
    /// The digital object identifier that the page declares for itself, from `10.` on.
    pub doi: Option<String>,
    /// True if the text runs from right to left.
    pub rtl: bool,
    /// The heading in the body that is the title.
    pub title_node: Option<NodeId>,
    /// Blocks near the title with only author, date or reading time, in order.
    pub byline_nodes: Vec<NodeId>,
    /// The kinds of page that it declares itself to be.
    pub about: About,
    /// The article's text from the page's structured data (`articleBody`), without markup.
    pub stated_text: Option<String>,
    /// CSS selectors of the parts declared as not free (`.paywall`).
    pub paid_parts: Vec<String>,
}

/// Declared kinds of the page, from its JSON-LD and `og:type`; several may apply.
///
/// ```
/// use pith::metadata::metadata;
/// use pith::{Limits, source};
///
/// let html = "<meta property=og:type content=article><p>The ferry";
/// let page = source::html::read(html, "", Limits::default())?;
/// let about = metadata(&page).about;
/// assert!(about.article && !about.list);
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// An article, a posting, a recipe.
    pub article: bool,
    /// Something to buy or use.
    pub product: bool,
    /// A discussion, or a question with answers.
    pub discussion: bool,
    /// A list of other pages.
    pub list: bool,
    /// The site itself.
    pub site: bool,
    /// A text that isn't free to read.
    pub paid: bool,
}

impl About {
    fn new(work: &Work, og_type: Option<&str>) -> Self {
        let mut about = Self {
            paid: work.is_paid,
            ..Self::default()
        };
        for name in &work.types {
            match name.as_str() {
                "DiscussionForumPosting" | "QAPage" | "Question" => about.discussion = true,
                "Product" | "ProductGroup" | "Offer" | "SoftwareApplication" | "Service" => {
                    about.product = true;
                }
                "CollectionPage" | "ItemList" | "SearchResultsPage" | "Blog" => about.list = true,
                "Report" | "Recipe" | "HowTo" | "Review" => about.article = true,
                name if name.ends_with("Article") || name.ends_with("Posting") => {
                    about.article = true;
                }
                _ => {}
            }
        }
        match og_type.map(str::to_ascii_lowercase).as_deref() {
            Some("article" | "blog" | "news") => about.article = true,
            Some("website") => about.site = true,
            Some(kind) if kind.contains("product") => about.product = true,
            _ => {}
        }
        about
    }
}

impl Metadata {
    /// Returns the date to show if there's room for only one: published, otherwise modified.
    pub fn date(&self) -> Option<&str> {
        self.published.as_deref().or(self.modified.as_deref())
    }
}

/// Gathers the metadata of a page.
///
/// ```
/// use pith::metadata::metadata;
/// use pith::{Limits, source};
///
/// let html = "<title>The ferry sails</title><h1>The ferry sails</h1><p>It left at noon.";
/// let page = source::html::read(html, "", Limits::default())?;
/// assert_eq!(metadata(&page).title.as_deref(), Some("The ferry sails"));
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn metadata(page: &Page) -> Metadata {
    gather(page, &mut ())
}

/// Explains the results of [`metadata`] for title, byline, dates and site: every value found by a
/// rule, in the order of the rules, and its outcome.
///
/// ```
/// use pith::metadata::{Fact, Verdict, explain};
/// use pith::{Limits, source};
///
/// let html = "<title>The ferry sails - Example</title><h1>The ferry sails</h1>";
/// let page = source::html::read(html, "https://example.org/ferry", Limits::default())?;
/// let candidates = explain(&page);
/// let chosen = candidates.iter().find(|c| c.verdict == Verdict::Chosen);
/// let title = chosen.map(|c| (c.fact, c.rule, c.value.as_str()));
/// assert_eq!(title, Some((Fact::Title, "supported-heading", "The ferry sails")));
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn explain(page: &Page) -> Vec<Candidate> {
    let mut log = Vec::new();
    gather(page, &mut log);
    log
}

/// Collects the metadata of a page, and logs the values that the rules find.
fn gather<L: Log>(page: &Page, log: &mut L) -> Metadata {
    let mut sources = Sources::read(page);
    let title = title::title(&sources, log);
    sources.set_title(title.as_ref().and_then(|title| title.node));
    let title = title.map(|title| title.text);
    let authors = byline::byline(&sources, log);
    let dates = published::dates(&sources, log);
    let site = site::site(&sources, log);
    let byline_nodes = byline::byline_nodes(&sources, &authors);
    let Sources {
        tags, work, lang, ..
    } = sources;
    Metadata {
        rtl: is_rtl(page, lang.as_deref()),
        excerpt: excerpt(&tags, &work, title.as_deref()),
        image: image(&tags, &work),
        site,
        byline: (!authors.is_empty()).then(|| authors.join(", ")),
        published: dates.published.map(|d| d.to_string()),
        modified: dates.modified.map(|d| d.to_string()),
        title,
        title_node: sources.title,
        lang,
        canonical: sources.canonical,
        doi: doi::doi(&tags, &work),
        byline_nodes,
        about: About::new(&work, tags.first(&["og:type"]).as_deref()),
        stated_text: work.body,
        paid_parts: work.paid_parts,
    }
}

/// Minimum characters of a meaningful summary: shorter ones are texts such as "Read more".
const MIN_EXCERPT_CHARS: usize = 25;

/// Returns the first summary with more text than the title.
fn excerpt(tags: &MetaTags<'_>, work: &Work, title: Option<&str>) -> Option<String> {
    let all: Vec<String> = tags
        .any(List::NamedExcerpt.words())
        .filter_map(clean::clean)
        .chain(work.description.clone())
        .collect();
    let says_something = |text: &&String| {
        text.chars().count() >= MIN_EXCERPT_CHARS
            && !text.contains("://")
            && title.is_none_or(|t| compact(t) != compact(text))
    };
    all.iter().find(says_something).cloned()
}

/// Returns the URL of the page's declared lead image.
fn image(tags: &MetaTags<'_>, work: &Work) -> Option<String> {
    tags.any(List::SharedImage.words())
        .chain(work.images.iter().map(String::as_str))
        .chain(tags.any(List::NamedImage.words()))
        .find(|u| url::is_web(u) && !u.contains(char::is_whitespace))
        .map(str::to_owned)
}

/// Returns whether the article's text runs from right to left: if most of the page's laid-out text
/// does, or its language is written so.
fn is_rtl(page: &Page, lang: Option<&str>) -> bool {
    page.style(page.body()).rtl || page.style(page.root()).rtl || lang.is_some_and(language::is_rtl)
}

#[cfg(test)]
#[cfg(feature = "html")]
mod tests;
