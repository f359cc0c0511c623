//! `lab readerable`: how often the quick check of a page agrees with the core, and its weights.
//!
//! The core finds an article if its confidence isn't "none". Nearly all labeled pages contain an
//! article, so pages without one are counted separately and have more weight in the fit.

mod fit;
mod seen;

use std::fmt::Write as _;

use anyhow::Result;
use clap::Args;
use pith::extract::one_click;
use pith::readerable::{columns, is_readerable};
use pith::select::Confidence;

use crate::corpus::Corpus;
use crate::folds;
use crate::sets::Pages;
use crate::tabular::Table;
use fit::Weights;
use seen::Seen;

/// Number of parts into which sites are divided; the first is held out.
const SITE_PARTS: usize = 3;

/// `lab readerable`.
#[derive(Args, Debug)]
pub(crate) struct Readerable {
    /// The pages.
    #[command(flatten)]
    pages: Pages,
    /// Fit and print weights, and test weights from two thirds of the sites on the rest
    #[arg(long)]
    fit: bool,
    /// List the pages on which the quick check differs
    #[arg(long)]
    wrong: bool,
}

/// Number of agreements.
#[derive(Clone, Copy, Default)]
struct Agreement {
    pages: usize,
    without: usize,
    missed: usize,
    mistaken: usize,
}

impl Agreement {
    fn of<'a>(seen: impl Iterator<Item = &'a Seen>, predicts: impl Fn(&Seen) -> bool) -> Self {
        let mut all = Self::default();
        for page in seen {
            let found = predicts(page);
            all.pages += 1;
            all.without += usize::from(!page.is_article);
            all.missed += usize::from(page.is_article && !found);
            all.mistaken += usize::from(!page.is_article && found);
        }
        all
    }

    fn row(self, name: &str) -> Vec<String> {
        let share =
            |count: usize| format!("{:.2} %", 100.0 * count as f64 / self.pages.max(1) as f64);
        vec![
            name.to_owned(),
            self.pages.to_string(),
            share(self.pages - self.missed - self.mistaken),
            share(self.pages - self.without),
            self.missed.to_string(),
            format!("{} of {}", self.mistaken, self.without),
        ]
    }
}

/// Runs the command.
///
/// # Errors
///
/// If no set can be read.
pub(crate) fn run(options: &Readerable) -> Result<()> {
    let corpus = Corpus::new(&options.pages)?;
    let sets = corpus.map("pages", |set, row, page| {
        Some(Seen {
            name: format!("{}/{}", set.name, row.id),
            site: set.site(row),
            columns: columns(page),
            is_article: one_click(page).selection.confidence != Confidence::None,
            is_readerable: is_readerable(page),
        })
    });
    let mut table = Table::new([
        "set",
        "pages",
        "the same",
        "always yes",
        "articles missed",
        "taken for articles",
    ]);
    let predicted = |page: &Seen| page.is_readerable;
    for (set, seen) in corpus.sets.iter().zip(&sets) {
        table.row(Agreement::of(seen.iter(), predicted).row(&set.name));
    }
    let all: Vec<Seen> = sets.into_iter().flatten().collect();
    table.row(Agreement::of(all.iter(), predicted).row("all"));
    let mut more = String::new();
    if options.fit {
        let part = folds::by_site(all.iter().map(|page| page.site.as_str()), SITE_PARTS);
        let is_held_back = |page: &&Seen| part.get(&page.site) == Some(&0);
        let own = Weights::fitted(
            &all.iter()
                .filter(|page| !is_held_back(page))
                .collect::<Vec<_>>(),
        );
        let others = all.iter().filter(is_held_back);
        table.row(Agreement::of(others, |page| own.predicts_article(page)).row("held-out sites"));
        let weights = Weights::fitted(&all.iter().collect::<Vec<_>>());
        table.row(
            Agreement::of(all.iter(), |page| weights.predicts_article(page)).row("all, fitted"),
        );
        more = format!("\n{weights}\n");
    }
    if options.wrong {
        for page in all
            .iter()
            .filter(|page| page.is_article != page.is_readerable)
        {
            let outcome = if page.is_article {
                "missed"
            } else {
                "taken for an article"
            };
            // Writing to a string can't fail.
            let _ = write!(more, "\n{}: {outcome}", page.name);
        }
        more.push('\n');
    }
    crate::say(&format!("{}{more}", table.plain()))
}
