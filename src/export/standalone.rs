//! Standalone HTML: a single file that any browser shows like Reader, without scripts.

use std::fmt::Write;

use super::images::Images;
use super::{Facts, Image};
use crate::article::{Article, escaped, xhtml};
use crate::compact::base64;

/// Content security policy of the file: images, media, and inline styles only.
const POLICY: &str = "default-src 'none'; img-src * data:; media-src *; style-src 'unsafe-inline'";

const STYLE: &str = include_str!("standalone.css");

/// Writes an article with its header as a document.
pub(super) fn write(article: &Article, facts: &Facts, images: &[Image]) -> String {
    let available = Images::new(images);
    let source = |src: &str| available.place(src).map(|at| data(&images[at]));
    let article = article.clone().with_sources(&source);
    let title = known(&facts.title);
    let url = address(facts);
    let lang = known(&facts.lang).map_or(String::new(), |lang| format!(" lang=\"{lang}\""));
    let dir = if article.is_rtl() { "rtl" } else { "ltr" };
    let mut out = format!(
        "<!doctype html>\n<html{lang} dir=\"{dir}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n"
    );
    let _ = writeln!(
        out,
        "<title>{}</title>",
        title.as_deref().unwrap_or_default()
    );
    if let Some(url) = &url {
        let _ = writeln!(out, "<link rel=\"canonical\" href=\"{url}\">");
    }
    let _ = write!(
        out,
        "<style>\n{STYLE}</style>\n</head>\n<body>\n<article>\n<header>\n"
    );
    out.push_str(&head(facts));
    out.push_str(&article.styled_html());
    out.push_str(&foot(facts));
    out.push_str("</article>\n</body>\n</html>\n");
    out
}

/// Returns the header of an article: the site, the title, author and date.
pub(super) fn head(facts: &Facts) -> String {
    let mut out = String::from("<header>\n");
    if let Some(site) = known(&facts.site) {
        let _ = writeln!(out, "<p class=\"site\">{site}</p>");
    }
    if let Some(title) = known(&facts.title) {
        let _ = writeln!(out, "<h1>{title}</h1>");
    }
    let mut line: Vec<String> = known(&facts.byline).into_iter().collect();
    if let Some(date) = known(&facts.published).or_else(|| known(&facts.modified)) {
        let day = date.get(..10).unwrap_or(&date);
        line.push(match xhtml::is_moment(&date) {
            true => format!("<time datetime=\"{date}\">{day}</time>"),
            false => day.to_owned(),
        });
    }
    if !line.is_empty() {
        let _ = writeln!(out, "<p class=\"facts\">{}</p>", line.join(" · "));
    }
    out.push_str("</header>\n");
    out
}

/// Returns the footer of an article: the note about the file, and the source.
pub(super) fn foot(facts: &Facts) -> String {
    let note = known(&facts.note).map(|note| format!("<p>{note}</p>"));
    let link = address(facts).map(|url| format!("<a href=\"{url}\">{url}</a>"));
    match (note, link) {
        (None, None) => String::new(),
        (note, link) => format!(
            "<footer>{}{}</footer>\n",
            note.unwrap_or_default(),
            link.unwrap_or_default()
        ),
    }
}

/// Returns a fact as escaped markup; `None` if it is unknown or empty.
pub(super) fn known(text: &Option<String>) -> Option<String> {
    let text = text.as_deref().filter(|text| !text.trim().is_empty());
    text.map(escaped)
}

fn address(facts: &Facts) -> Option<String> {
    let url = facts.url.as_deref().filter(|url| is_web(url))?;
    xhtml::address(url).as_deref().map(escaped)
}

/// Returns whether a URL is a web URL: other URLs can run code.
pub(super) fn is_web(url: &str) -> bool {
    ["https://", "http://"].iter().any(|scheme| {
        url.get(..scheme.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    })
}

/// Returns an image as a data URL.
fn data(image: &Image) -> String {
    let Image {
        media_type, bytes, ..
    } = image;
    format!("data:{media_type};base64,{}", base64::of(bytes))
}
