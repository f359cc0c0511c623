//! Files of an article, to be taken along: Markdown with front matter, HTML that stands alone, and
//! books.
//!
//! The same for the command line and for the extension, where it is a wasm of its own that is
//! brought when the first file is asked for.

mod epub;
mod file_name;
mod front_matter;
mod pictures;
mod standalone;
#[cfg(test)]
mod tests;
#[cfg(all(target_arch = "wasm32", feature = "export"))]
pub mod wasm;
mod zip;

use serde::Deserialize;

pub use pictures::Picture;

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
    /// Number of words in the body.
    pub word_count: u32,
    /// When the file was made: `2026-03-14T09:26:53Z`. Books say it.
    pub saved: Option<String>,
}

impl Facts {
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
            word_count: summary.word_count,
            saved: None,
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
        let (ending, text) = match form {
            Form::Markdown => ("md", front_matter::write(facts) + &article.markdown()),
            Form::Html => ("html", standalone::write(article, facts, pictures)),
            Form::Epub => return Self::book(&[(article, facts)], pictures),
        };
        Self {
            name: file_name::of(facts, ending),
            bytes: text.into_bytes(),
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
        const ENDING: &str = "epub";
        let unknown = Facts::default();
        let first = chapters.first().map_or(&unknown, |(_, facts)| facts);
        let alone = file_name::of(first, ENDING);
        let stated = first
            .title
            .as_deref()
            .filter(|title| !title.trim().is_empty());
        let mut title = stated.unwrap_or(alone.trim_end_matches(".epub")).to_owned();
        if chapters.len() > 1 {
            title.push_str(&format!(" + {}", chapters.len() - 1));
        }
        let facts = Facts {
            title: Some(title.clone()),
            ..Facts::default()
        };
        Self {
            name: file_name::of(&facts, ENDING),
            bytes: epub::write(&title, chapters, pictures),
        }
    }
}
