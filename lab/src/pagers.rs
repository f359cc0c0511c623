//! `lab pagers`: the next pages found for each page, for manual review.
//!
//! No labels say which pages are parts of multi-page articles. So people judge precision by
//! reviewing every pager found, and recall by the pages with a possible link to one.

use std::fmt::Write as _;

use anyhow::Result;
use clap::Args;
use pith::extract::one_click;
use pith::extract::pager::Pager;

use crate::corpus::Corpus;
use crate::sets::Pages;

/// `lab pagers`.
#[derive(Args, Debug)]
pub(crate) struct Pagers {
    /// The pages.
    #[command(flatten)]
    pages: Pages,
}

/// Runs the command: prints one line per page with a pager, and their number.
///
/// # Errors
///
/// If no set can be read.
pub(crate) fn run(options: &Pagers) -> Result<()> {
    let corpus = Corpus::new(&options.pages)?;
    let sets = corpus.map("pages", |set, row, page| {
        let pager = Pager::new(page, &one_click(page));
        Some((
            format!("{}/{}", set.name, row.id),
            page.url().to_owned(),
            pager,
        ))
    });
    let mut out = String::new();
    let (mut pages, mut found) = (0, 0);
    for (name, own, pager) in sets.into_iter().flatten() {
        pages += 1;
        let Some(Pager {
            number,
            next,
            listed,
        }) = pager
        else {
            continue;
        };
        found += 1;
        let kind = if listed { "listed" } else { "next" };
        let last = number as usize + next.len();
        let next = next.first().map_or("", String::as_str);
        // Writing to a string can't fail.
        let _ = writeln!(out, "{name}\t{number} to {last}\t{kind}\t{own}\t{next}");
    }
    let _ = writeln!(out, "{found} of {pages} pages");
    crate::say(&out)
}
