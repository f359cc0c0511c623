//! `pith extract`: the article of one page.

use std::io::{self, Write};

use pith::extract::{Extraction, extract_beside, extract_with};
use pith::methods::Method;
use pith::methods::fsp::{self, Reading};
use pith::methods::tsrec::Template;
use pith::page::Page;
use pith::select::{Confidence, Grounds, Reason, Selection};
use pith::text::Length;
use serde::Serialize;

use crate::{Failure, Options, input, print};

/// How the article is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    #[default]
    Text,
    Html,
    Markdown,
    Json,
}

impl Format {
    pub(crate) fn from_name(name: &str) -> Result<Self, Failure> {
        Ok(match name {
            "text" => Self::Text,
            "html" => Self::Html,
            "markdown" => Self::Markdown,
            "json" => Self::Json,
            _ => {
                return Err(Failure::usage(format_args!(
                    "there is no format \"{name}\"; take text, html, markdown or json"
                )));
            }
        })
    }
}

#[derive(Serialize)]
struct Json<'a> {
    title: Option<&'a str>,
    byline: Option<&'a str>,
    date: Option<&'a str>,
    modified: Option<&'a str>,
    site: Option<&'a str>,
    lang: Option<&'a str>,
    dir: &'static str,
    excerpt: Option<&'a str>,
    image: Option<&'a str>,
    canonical: Option<&'a str>,
    url: Option<&'a str>,
    text: String,
    html: String,
    word_count: u32,
    reading_minutes: u32,
    confidence: Confidence,
    removed: Vec<Removed>,
    /// The title that FSP finds in the page's text.
    fsp_title: Option<&'a str>,
    /// The articles that FSP finds recommended.
    recommendations: Vec<Recommendation<'a>>,
}

#[derive(Serialize)]
struct Recommendation<'a> {
    text: &'a str,
    url: &'a str,
}

#[derive(Serialize)]
struct Removed {
    reason: Reason,
    /// The evidence that weighed most against it.
    grounds: Option<Grounds>,
    text: String,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let method = options.method.unwrap_or(Method::Hybrid);
    match (method, options.sibling.is_some()) {
        (Method::Tsrec, false) => {
            return Err(Failure::usage(
                "--method tsrec needs --sibling FILE: it compares a page with another of its site",
            ));
        }
        (Method::Tsrec | Method::Hybrid, _) | (_, false) => {}
        (_, true) => {
            return Err(Failure::usage(
                "--sibling is for --method tsrec, which compares a page with another of its \
                 site, and for hybrid, to which that is evidence",
            ));
        }
    }
    let page = input::page(options)?;
    let sibling = input::sibling(options)?;
    let extraction = match sibling.as_ref().map(Template::Page) {
        Some(template) if method == Method::Tsrec => {
            extract_beside(&page, template).map_err(Failure::input)?
        }
        template => extract_with(&page, method, &options.learnt, template),
    };
    let format = options.format.unwrap_or_default();
    let article = &extraction.article;
    let mut out = match format {
        Format::Text => article.text(),
        Format::Html => article.html(),
        Format::Markdown => article.markdown(),
        Format::Json => {
            let title = extraction.metadata.title.as_deref().unwrap_or_default();
            let reading = fsp::read(&page, title, options.learnt.fsp());
            serde_json::to_string_pretty(&json(&page, &extraction, &reading)).map_err(|error| {
                Failure::input(format_args!("no JSON can be made of it: {error}"))
            })?
        }
    };
    if format != Format::Json && article.is_empty() {
        writeln!(
            io::stderr(),
            "pith: no article was found; --format json says what was left out and why, and \
             another --method may find more"
        )?;
        return Ok(());
    }
    if !out.ends_with('\n') {
        out.push('\n');
    }
    print(&out)
}

fn json<'a>(page: &'a Page, extraction: &'a Extraction, reading: &'a Reading) -> Json<'a> {
    let metadata = &extraction.metadata;
    let article = &extraction.article;
    let text = article.text();
    let length = Length::of(&text);
    Json {
        title: metadata.title.as_deref(),
        byline: metadata.byline.as_deref(),
        date: metadata.date(),
        modified: metadata.modified.as_deref(),
        site: metadata.site.as_deref(),
        lang: metadata.lang.as_deref(),
        dir: if metadata.rtl { "rtl" } else { "ltr" },
        excerpt: metadata.excerpt.as_deref(),
        image: metadata.image.as_deref(),
        canonical: metadata.canonical.as_deref(),
        url: Some(page.url()).filter(|url| !url.is_empty()),
        html: article.html(),
        word_count: length.tokens(),
        reading_minutes: length.minutes(),
        text,
        confidence: extraction.selection.confidence,
        removed: removed(page, &extraction.selection),
        fsp_title: reading.title(),
        recommendations: reading
            .recommendations
            .iter()
            .map(|found| Recommendation {
                text: &found.text,
                url: &found.url,
            })
            .collect(),
    }
}

/// What was left out, in document order.
fn removed(page: &Page, selection: &Selection) -> Vec<Removed> {
    let texts = selection.removed_texts(page);
    let parts = selection.removed.iter().zip(texts);
    parts
        .map(|(part, text)| Removed {
            reason: part.reason,
            grounds: part.grounds,
            text,
        })
        .collect()
}
