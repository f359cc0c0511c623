//! A file of one or more articles.

use super::facts::Facts;
use super::images::Image;
use super::templates::Templates;
use super::title::title;
use super::{epub, file_name, front_matter, standalone};
use crate::article::Article;

/// The format of a file.
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
    /// Markdown ([`Article::markdown`]) after YAML front matter.
    Markdown,
    /// Standalone HTML with styles and without scripts.
    Html,
    /// An EPUB 3 book with one chapter.
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
    /// A name that is valid on every system, at most 120 characters long.
    pub name: String,
    /// Its content; texts are in UTF-8.
    pub bytes: Vec<u8>,
}

impl File {
    /// Writes an article in a format, with images to embed; Markdown embeds none. Images that
    /// aren't given stay URLs in HTML, and become links at the end of a book.
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
    pub fn new(article: &Article, facts: &Facts, images: &[Image], form: Form) -> Self {
        Self::by_templates(article, facts, images, form, &Templates::default())
    }

    /// Does the same as [`Self::new`] with the name and front matter from templates.
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
        images: &[Image],
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
                standalone::write(article, facts, images).into_bytes(),
            ),
            Form::Epub => {
                let title = title(&[(article, facts)]);
                ("epub", epub::write(&title, &[(article, facts)], images))
            }
        };
        Self {
            name: file_name::of(facts, &templates.name, ending),
            bytes,
        }
    }
}
