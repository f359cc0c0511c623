//! `lab walls`: lists the pages detected as showing only the beginning of their text, for manual
//! review.
//!
//! No labels say which pages withhold text, so people judge precision by reviewing every page
//! found.

use std::fmt::Write as _;

use anyhow::Result;
use clap::Args;
use pith::extract::one_click;
use pith::extract::report::Summary;

use crate::corpus::Corpus;
use crate::sets::Pages;

/// Characters of the end of the text that are printed.
const END_CHARS: usize = 100;

/// `lab walls`.
#[derive(Args, Debug)]
pub(crate) struct Walls {
    /// The pages.
    #[command(flatten)]
    pages: Pages,
}

/// Runs the command: prints one line per page that ends early, with the end of its text, then the
/// number of these pages and of pages that declare themselves not free.
///
/// # Errors
///
/// If no set can be read.
pub(crate) fn run(options: &Walls) -> Result<()> {
    let corpus = Corpus::new(&options.pages)?;
    let sets = corpus.map("pages", |set, row, page| {
        let extraction = one_click(page);
        let text = extraction.article.text();
        let end = text.chars().count().saturating_sub(END_CHARS);
        Some((
            format!("{}/{}", set.name, row.id),
            page.url().to_owned(),
            extraction.metadata.about.paid,
            Summary::new(page, &extraction).ends_early,
            text.chars()
                .skip(end)
                .collect::<String>()
                .replace('\n', " "),
        ))
    });
    let mut out = String::new();
    let (mut pages, mut found, mut not_free) = (0, 0, 0);
    for (name, url, is_paid, ends_early, end) in sets.into_iter().flatten() {
        pages += 1;
        not_free += usize::from(is_paid);
        if ends_early {
            found += 1;
            let by = if is_paid { "data" } else { "text" };
            // Writing to a string can't fail.
            let _ = writeln!(out, "{name}\t{by}\t{url}\t{end}");
        }
    }
    let _ = writeln!(
        out,
        "{found} of {pages} pages, of which {not_free} are not free by their data"
    );
    crate::say(&out)
}
