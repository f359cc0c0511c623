//! Labeled HTML as separate pages, whole or split into short ones.

use anyhow::{Context, Result};
use dom_query::Document;
use pith::page::{Limits, NodeId, Page, Tag};
use pith::source::html;

use crate::frame;
use crate::rows::Truth;
use crate::sets::{self, Set};
use crate::tabular::escape;

/// Returns the truth about a page as a separate page, below its title.
///
/// # Errors
///
/// If the page can't be read.
pub(crate) fn truth(set: &Set, row: &Truth) -> Result<Page> {
    let title = escape(row.headline().unwrap_or_default());
    let body = match (&row.html, &row.selector) {
        (Some(html), _) => html.clone(),
        (None, selector) => {
            let bytes = sets::bytes(&set.file(row))?;
            let document = Document::from(String::from_utf8_lossy(&bytes).into_owned());
            let found = document.select(selector.as_deref().unwrap_or("body"));
            if let Some(exclude) = &row.exclude {
                found.select(exclude).remove();
                document.select(exclude).remove();
            }
            found.first().inner_html().to_string()
        }
    };
    let html = format!("<title>{title}</title><body><h1>{title}</h1><div>{body}</div>");
    html::read(&html, &set.url(row), Limits::default()).context("the truth is not a valid page")
}

/// Splits a truth page into short pages.
///
/// # Errors
///
/// If one exceeds a limit.
pub(crate) fn parts(truth: &Page, words: usize) -> Result<Vec<Page>> {
    frame::parts(truth, frame::flow(truth, content(truth)), words)
}

/// Splits the truth about a page into short pages with a given number of words. Returns each with
/// its text.
///
/// # Errors
///
/// If the page can't be read.
pub(crate) fn short_copies(set: &Set, row: &Truth, words: usize) -> Result<Vec<(Page, String)>> {
    let with_text = |part: Page| {
        let text = part.visible_text(content(&part));
        (part, text)
    };
    let parts = parts(&truth(set, row)?, words)?;
    Ok(parts.into_iter().map(with_text).collect())
}

/// Returns whether the truth about a page is labeled HTML.
pub(crate) fn is_labeled(row: &Truth) -> bool {
    row.html.is_some() || row.selector.is_some()
}

/// Returns the element with the article in a page of [`truth`], after the title.
pub(crate) fn content(truth: &Page) -> NodeId {
    let last = truth
        .children(truth.body())
        .filter(|&id| truth.tag(id) == Tag::Div);
    last.last().unwrap_or(truth.body())
}
