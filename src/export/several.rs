//! Several articles in one file, with a list of omitted pages.

use std::fmt::Write;

use super::title::title;
use super::{Facts, File, Image, Templates, epub, file_name, front_matter, standalone};
use crate::article::{Article, escaped};

/// Omitted pages with the reasons.
///
/// ```
/// use pith::export::Omitted;
///
/// let omitted = Omitted {
///     heading: "Not in this file".to_owned(),
///     pages: vec![["Start".to_owned(), "https://example.org/".to_owned(), "no article".to_owned()]],
/// };
/// assert_eq!(omitted.pages.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Omitted {
    /// The heading of the list.
    pub heading: String,
    /// Title, URL and reason of each page; the first two may be empty.
    pub pages: Vec<[String; 3]>,
}

/// Articles for one file, in order.
///
/// ```
/// use pith::Article;
/// use pith::export::{Collection, Facts, Templates};
///
/// let article = Article::from_html("<p>It sails.</p>\n", false).ok_or("not ours")?;
/// let facts = Facts {
///     title: Some("The ferry".to_owned()),
///     ..Facts::default()
/// };
/// let chapters = [(&article, &facts), (&article, &facts)];
/// let all = Collection {
///     title: "",
///     chapters: &chapters,
///     omitted: None,
/// };
/// let file = all.markdown(&Templates::default());
/// assert_eq!(file.name, "The ferry + 1.md");
/// assert!(file.bytes.ends_with(b"# The ferry\n\nIt sails.\n"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Collection<'a> {
    /// The title of the file; if it is empty, that of the first article with the number of others.
    pub title: &'a str,
    /// The articles, each with its facts.
    pub chapters: &'a [(&'a Article, &'a Facts)],
    /// Omitted pages; `None` if there are none.
    pub omitted: Option<&'a Omitted>,
}

impl Collection<'_> {
    /// Writes a book with a chapter for each article, and with embedded images. Omitted pages are
    /// listed in a last chapter.
    ///
    /// ```
    /// use pith::Article;
    /// use pith::export::{Collection, Facts, Templates};
    ///
    /// let article = Article::from_html("<p>It sails.</p>\n", false).ok_or("not ours")?;
    /// let chapters = [(&article, &Facts::default())];
    /// let all = Collection { title: "", chapters: &chapters, omitted: None };
    /// assert_eq!(all.book(&[], &Templates::default()).name, "article.epub");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn book(&self, images: &[Image], templates: &Templates) -> File {
        let title = self.whole_title();
        let last = self.omitted.and_then(chapter);
        let more = last.iter().map(|(article, facts)| (article, facts));
        let chapters: Vec<(&Article, &Facts)> = self.chapters.iter().copied().chain(more).collect();
        File {
            name: self.name(&title, templates, "epub"),
            bytes: epub::write(&title, &chapters, images),
        }
    }

    /// Writes a single Markdown text, with each article below its title, author, date and source.
    /// Footnotes are numbered per article. Front matter applies to the whole file.
    ///
    /// ```
    /// use pith::Article;
    /// use pith::export::{Collection, Facts, Omitted, Templates};
    ///
    /// let article = Article::from_html("<p>It sails.</p>\n", false).ok_or("not ours")?;
    /// let chapters = [(&article, &Facts::default())];
    /// let omitted = Omitted {
    ///     heading: "Not in this file".to_owned(),
    ///     pages: vec![["Start".to_owned(), String::new(), "no article".to_owned()]],
    /// };
    /// let all = Collection { title: "", chapters: &chapters, omitted: Some(&omitted) };
    /// let file = all.markdown(&Templates::default());
    /// assert!(file.bytes.ends_with(b"# Not in this file\n\n- Start: no article\n"));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn markdown(&self, templates: &Templates) -> File {
        let title = self.whole_title();
        let whole = Facts {
            title: Some(title.clone()),
            word_count: self
                .chapters
                .iter()
                .map(|(_, facts)| facts.word_count)
                .sum(),
            saved: self
                .chapters
                .first()
                .and_then(|(_, facts)| facts.saved.clone()),
            ..Facts::default()
        };
        let mut texts = Vec::new();
        for (number, (article, facts)) in (1..).zip(self.chapters) {
            let own = (*article).clone().with_own_ids(number);
            let headed = format!("{}{}", head(facts), own.styled_html());
            // Our own output can be read.
            let whole = Article::from_html(&headed, article.is_rtl()).unwrap_or(own);
            texts.push(whole.markdown());
        }
        if let Some((article, facts)) = self.omitted.and_then(chapter) {
            let headed = format!("{}{}", head(&facts), article.styled_html());
            texts.extend(Article::from_html(&headed, false).map(|article| article.markdown()));
        }
        let text = front_matter::write(&whole, &templates.front_matter) + &texts.join("\n---\n\n");
        File {
            name: self.name(&title, templates, "md"),
            bytes: text.into_bytes(),
        }
    }

    fn whole_title(&self) -> String {
        match self.title.trim() {
            "" => title(self.chapters),
            own => own.to_owned(),
        }
    }

    /// Returns the file's name: for a single article its own, unless the collection has a title.
    fn name(&self, title: &str, templates: &Templates, ending: &str) -> String {
        let first = self.chapters.first().map(|(_, facts)| (*facts).clone());
        let mut facts = first.unwrap_or_default();
        if self.chapters.len() > 1 || facts.title.is_none() || !self.title.trim().is_empty() {
            facts.title = Some(title.to_owned());
        }
        file_name::of(&facts, &templates.name, ending)
    }
}

impl File {
    /// Writes articles as the chapters of a book, in order, with embedded images. The title is that
    /// of the first article with the number of others.
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
    pub fn book(chapters: &[(&Article, &Facts)], images: &[Image]) -> Self {
        let all = Collection {
            title: "",
            chapters,
            omitted: None,
        };
        all.book(images, &Templates::default())
    }
}

/// Returns the header of an article within a file of several.
fn head(facts: &Facts) -> String {
    let mut out = String::new();
    if let Some(title) = standalone::known(&facts.title) {
        let _ = writeln!(out, "<h1>{title}</h1>");
    }
    let day = facts.published.as_ref().or(facts.modified.as_ref());
    let day = day.map(|date| date.get(..10).unwrap_or(date).to_owned());
    let mut line: Vec<String> = [&facts.byline, &day]
        .into_iter()
        .filter_map(standalone::known)
        .collect();
    if let Some(url) = facts.url.as_deref().filter(|url| standalone::is_web(url)) {
        let name = standalone::known(&facts.site).unwrap_or_else(|| escaped(url));
        line.push(format!("<a href=\"{}\">{name}</a>", escaped(url)));
    }
    if !line.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", line.join(" · "));
    }
    out
}

/// Returns the chapter that lists omitted pages; `None` if there are none.
fn chapter(omitted: &Omitted) -> Option<(Article, Facts)> {
    let items: String = omitted.pages.iter().map(item).collect();
    let article = Article::from_html(&format!("<ul>{items}</ul>\n"), false);
    let facts = Facts {
        title: Some(omitted.heading.clone()),
        ..Facts::default()
    };
    article
        .filter(|_| !omitted.pages.is_empty())
        .map(|article| (article, facts))
}

fn item([title, url, reason]: &[String; 3]) -> String {
    let name = if title.trim().is_empty() { url } else { title };
    let name = escaped(name);
    let reason = escaped(reason);
    if standalone::is_web(url) {
        format!(
            "<li><a href=\"{}\">{name}</a>: {reason}</li>\n",
            escaped(url)
        )
    } else {
        format!("<li>{name}: {reason}</li>\n")
    }
}
