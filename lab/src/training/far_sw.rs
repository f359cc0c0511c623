//! Mines FAR-SW's rules from labeled pages.

use anyhow::{Result, bail};
use pith::methods::far_sw::{LineTable, Params, Scope, TrainingPage, train};
use pith::page::Page;

use crate::corpus::Corpus;
use crate::labels;
use crate::rows::Truth;

/// Mines a model from the pages, or only from those of `site`, and returns the file that the core
/// reads. Uses the cutoff of the paper if `is_paper`, otherwise the one that fits best.
///
/// # Errors
///
/// If no page has a labeled text.
pub(super) fn mine(
    corpus: &Corpus,
    site: Option<&str>,
    is_paper: bool,
    mut head: Vec<String>,
) -> Result<String> {
    let samples: Vec<TrainingPage> = corpus
        .map("pages to learn from", |set, row, page| {
            let is_of_site = site.is_none_or(|site| set.site(row) == site);
            is_of_site.then(|| sample(row, page)).flatten()
        })
        .into_iter()
        .flatten()
        .collect();
    if samples.is_empty() {
        bail!("no page of these sets has a labeled text to train on");
    }
    let scope = if site.is_some() {
        Scope::IntraSite
    } else {
        Scope::InterSite
    };
    let params = if is_paper {
        Params::paper(scope)
    } else {
        Params::new(scope)
    };
    let mut model = train(&samples, &params);
    if let Some(site) = site {
        head[0].push_str(&format!(" --site {site}"));
    }
    if is_paper {
        head[0].push_str(" --paper");
    }
    head.push(format!("pages: {}", samples.len()));
    model.head = head;
    Ok(model.to_string())
}

/// Returns the labeled lines of a page; `None` if it isn't an article or its text isn't labeled.
pub(crate) fn sample(row: &Truth, page: &Page) -> Option<TrainingPage> {
    if row
        .page_type
        .as_deref()
        .is_some_and(|kind| kind != "article")
    {
        return None;
    }
    let truth = row.text.as_deref().filter(|text| !text.is_empty())?;
    let table = LineTable::new(page);
    Some(TrainingPage::new(
        &table,
        &labels::topical(&table.lines, truth),
    ))
}
