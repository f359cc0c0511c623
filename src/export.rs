//! Files of an article, to be taken along: Markdown with front matter, HTML that stands alone, and
//! books.
//!
//! The same for the command line and for the extension, where it is a wasm of its own that is
//! brought when the first file is asked for.

mod citation;
mod contents;
mod epub;
mod file_name;
mod front_matter;
mod pictures;
mod several;
mod spoken;
mod standalone;
mod template;
#[cfg(test)]
mod tests;
#[cfg(all(target_arch = "wasm32", feature = "export"))]
pub mod wasm;
mod zip;

use serde::Deserialize;

pub use citation::Citation;
pub use pictures::Picture;
pub use several::{Collection, Omitted};
#[doc(hidden)]
pub use spoken::spoken;
pub use template::{FIELDS, Template};

use crate::article::Article;
use crate::extract::report::Summary;

/// What a file says of an article besides its text; `None` where nobody says.
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
    /// The address of the page.
    pub url: Option<String>,
    /// The digital object identifier, from `10.` on.
    pub doi: Option<String>,
    /// Number of words in the body.
    pub word_count: u32,
    /// When the file was made: `2026-03-14T09:26:53Z`. Books say it.
    pub saved: Option<String>,
    /// A sentence about the file at its end, such as how many pictures it does not hold. Markdown has
    /// none.
    pub note: Option<String>,
}

impl Facts {
    /// Returns a reference to the article in three forms ([`Citation`]). The day of [`Facts::saved`] is
    /// that on which it was read.
    ///
    /// ```
    /// use pith::export::Facts;
    ///
    /// assert_eq!(Facts::default().citation().bibtex, "@misc{page,\n}\n");
    /// ```
    pub fn citation(&self) -> Citation {
        Citation::new(self)
    }

    /// Takes the facts of a page at an address; the one under which the page wants to be known
    /// comes first.
    ///
    /// ```
    /// use pith::export::Facts;
    /// use pith::extract::one_click;
    /// use pith::extract::report::Summary;
    /// use pith::{Limits, front};
    ///
    /// let page = front::html::read("<html lang=en><p>It sails.", "", Limits::default())?;
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

/// The form of a file.
///
/// ```
/// use pith::Article;
/// use pith::export::{Facts, File, Form};
///
/// let article = Article::from_html("<p>It sails.</p>\n", false).ok_or("not ours")?;
/// let named = |form| File::new(&article, &Facts::default(), &[], form).name;
/// let all = [Form::Markdown, Form::Html, Form::Epub].map(named);
/// assert_eq!(all, ["article.md", "article.html", "article.epub"]);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Markdown ([`Article::markdown`]) after front matter in YAML.
    Markdown,
    /// HTML that stands alone: with its style, and no script.
    Html,
    /// A book: EPUB 3 with one chapter.
    Epub,
}

/// What a person wants the names of files and front matter to be like.
///
/// ```
/// use pith::export::{Template, Templates};
///
/// let dated = Templates {
///     name: Template::read("{published} {title}")?,
///     ..Templates::default()
/// };
/// assert_ne!(dated, Templates::default());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Templates {
    /// The name of a file without its ending: the title at first. What is no name is replaced by one.
    pub name: Template,
    /// The lines of front matter; none where it is empty.
    pub front_matter: Template,
}

impl Templates {
    /// The text of the template for names at first, and that of the one for front matter.
    ///
    /// ```
    /// assert_eq!(pith::export::Templates::DEFAULTS[0], "{title}");
    /// ```
    pub const DEFAULTS: [&str; 2] = ["{title}", front_matter::DEFAULT];
}

impl Default for Templates {
    fn default() -> Self {
        let [name, front_matter] = Self::DEFAULTS.map(|text| {
            // A test reads both.
            Template::read(text).unwrap_or_else(|_| Template::nothing())
        });
        Self { name, front_matter }
    }
}

/// A file of an article.
///
/// ```
/// use pith::Article;
/// use pith::export::{Facts, File, Form};
///
/// let article = Article::from_html("<p>It sails.</p>\n", false).ok_or("not ours")?;
/// let book = File::new(&article, &Facts::default(), &[], Form::Epub);
/// assert!(book.bytes.starts_with(b"PK"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// A name that every system takes, at most 120 characters.
    pub name: String,
    /// What it holds; texts are in UTF-8.
    pub bytes: Vec<u8>,
}

impl File {
    /// Writes an article in a form, with pictures of it that the file is to hold: Markdown holds none.
    /// Of the others HTML has the addresses, and a book has links to them at its end.
    ///
    /// ```
    /// use pith::Article;
    /// use pith::export::{Facts, File, Form};
    ///
    /// let article = Article::from_html("<p>It sails.</p>\n", false).ok_or("not ours")?;
    /// let facts = Facts {
    ///     title: Some("The ferry: a day".to_owned()),
    ///     ..Facts::default()
    /// };
    /// let file = File::new(&article, &facts, &[], Form::Markdown);
    /// assert_eq!(file.name, "The ferry - a day.md");
    /// assert_eq!(file.bytes, b"---\ntitle: \"The ferry: a day\"\n---\n\nIt sails.\n");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn new(article: &Article, facts: &Facts, pictures: &[Picture], form: Form) -> Self {
        Self::by_templates(article, facts, pictures, form, &Templates::default())
    }

    /// Does the same with the name and the front matter that templates make.
    ///
    /// ```
    /// use pith::Article;
    /// use pith::export::{Facts, File, Form, Template, Templates};
    ///
    /// let article = Article::from_html("<p>It sails.</p>\n", false).ok_or("not ours")?;
    /// let facts = Facts {
    ///     title: Some("The ferry".to_owned()),
    ///     published: Some("2026-03-14T09:00".to_owned()),
    ///     ..Facts::default()
    /// };
    /// let templates = Templates {
    ///     name: Template::read("{published} {title}")?,
    ///     front_matter: Template::read("tags: [clipping]\nsource: {url}")?,
    /// };
    /// let file = File::by_templates(&article, &facts, &[], Form::Markdown, &templates);
    /// assert_eq!(file.name, "2026-03-14 The ferry.md");
    /// assert_eq!(file.bytes, b"---\ntags: [clipping]\n---\n\nIt sails.\n");
    /// # Ok::<(), String>(())
    /// ```
    pub fn by_templates(
        article: &Article,
        facts: &Facts,
        pictures: &[Picture],
        form: Form,
        templates: &Templates,
    ) -> Self {
        let (ending, bytes) = match form {
            Form::Markdown => {
                let head = front_matter::write(facts, &templates.front_matter);
                ("md", (head + &article.markdown()).into_bytes())
            }
            Form::Html => (
                "html",
                standalone::write(article, facts, pictures).into_bytes(),
            ),
            Form::Epub => {
                let title = several::title(&[(article, facts)]);
                ("epub", epub::write(&title, &[(article, facts)], pictures))
            }
        };
        Self {
            name: file_name::of(facts, &templates.name, ending),
            bytes,
        }
    }

    /// Writes articles as the chapters of a book, in their order, with pictures that it is to hold. The
    /// title is that of the first, and how many more there are.
    ///
    /// ```
    /// use pith::Article;
    /// use pith::export::{Facts, File};
    ///
    /// let article = Article::from_html("<p>It sails.</p>\n", false).ok_or("not ours")?;
    /// let facts = Facts {
    ///     title: Some("The ferry".to_owned()),
    ///     ..Facts::default()
    /// };
    /// let book = File::book(&[(&article, &facts), (&article, &facts)], &[]);
    /// assert_eq!(book.name, "The ferry + 1.epub");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn book(chapters: &[(&Article, &Facts)], pictures: &[Picture]) -> Self {
        let all = Collection {
            chapters,
            omitted: None,
        };
        all.book(pictures, &Templates::default())
    }
}
