//! HTML that stands alone: one file that any browser shows as the reader would, without a script.

use std::fmt::Write;

use super::Facts;
use crate::article::{Article, escaped};

/// What browsers let the file do: show pictures and play films, and nothing else.
const POLICY: &str = "default-src 'none'; img-src * data:; media-src *; style-src 'unsafe-inline'";

const STYLE: &str = include_str!("standalone.css");

/// Writes an article with its head as a document.
pub(super) fn write(article: &Article, facts: &Facts) -> String {
    let known = |text: &Option<String>| {
        let text = text.as_deref().filter(|text| !text.is_empty());
        text.map(escaped)
    };
    let title = known(&facts.title);
    let url = facts.url.as_deref().filter(|url| is_web(url)).map(escaped);
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
    if let Some(site) = known(&facts.site) {
        let _ = writeln!(out, "<p class=\"site\">{site}</p>");
    }
    if let Some(title) = &title {
        let _ = writeln!(out, "<h1>{title}</h1>");
    }
    let mut line: Vec<String> = known(&facts.byline).into_iter().collect();
    if let Some(date) = known(&facts.published).or_else(|| known(&facts.modified)) {
        let day = date.get(..10).unwrap_or(&date);
        line.push(format!("<time datetime=\"{date}\">{day}</time>"));
    }
    if !line.is_empty() {
        let _ = writeln!(out, "<p class=\"facts\">{}</p>", line.join(" · "));
    }
    let _ = write!(out, "</header>\n{}", article.html());
    if let Some(url) = &url {
        let _ = writeln!(out, "<footer><a href=\"{url}\">{url}</a></footer>");
    }
    out.push_str("</article>\n</body>\n</html>\n");
    out
}

/// Returns whether an address is of the web: others may run what they hold.
fn is_web(url: &str) -> bool {
    ["https://", "http://"].iter().any(|scheme| {
        url.get(..scheme.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    })
}
