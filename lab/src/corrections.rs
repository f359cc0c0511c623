//! `lab corrections`: the gain of one page's corrections on the other pages of its site.
//!
//! The user is simulated from the truth: on one page of a site, up to three times, they correct the
//! element whose removal or restoring gains most. The core turns each correction into a rule and
//! applies it to the site's other pages. F1 is computed by blocks, in words of a longest common
//! subsequence with the truth. A third of the sites is held out and must not be used for tuning.

mod gains;
mod judged;
mod sites;
mod summary;
mod user;
mod ways;

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use clap::Args;

use crate::corpus::Corpus;
use crate::folds;
use crate::runner;
use crate::sets::Pages;
use gains::{Corrected, Gains, Means};
use summary::table;
use ways::Way;

/// Number of parts into which sites are divided; the first is held out.
const PARTS: usize = 3;

/// `lab corrections`.
#[derive(Args, Debug)]
pub(crate) struct Corrections {
    /// The pages.
    #[command(flatten)]
    pages: Pages,
    /// Ways to find the article: one-click, cetd-ds, or far-sw, fsp, and tsrec trained on the site
    #[arg(
        long = "way",
        value_name = "WAY,…",
        value_delimiter = ',',
        value_parser = Way::from_name,
        default_value = "one-click,cetd-ds"
    )]
    ways: Vec<Way>,
    /// Maximum number of corrections per page
    #[arg(long, value_name = "N", default_value_t = 3)]
    most: usize,
    /// Also correct every page of a site in turn, not only the worst
    #[arg(long)]
    any_page: bool,
    /// List the pages that get worse
    #[arg(long)]
    losses: bool,
}

/// Runs the command.
///
/// # Errors
///
/// Fails if the pages can't be read, or no site has enough of them.
pub(crate) fn run(options: &Corrections) -> Result<()> {
    let corpus = Corpus::new(&options.pages)?;
    let sites = sites::sites(&corpus);
    if sites.is_empty() {
        bail!("no site of these sets has {} labeled pages", sites::ENOUGH);
    }
    let held_back = folds::by_site(sites.iter().map(|site| site.name.as_str()), PARTS);
    let is_held_back = |name: &str| held_back.get(name) == Some(&0);
    let work: Vec<_> = sites
        .iter()
        .flat_map(|site| options.ways.iter().map(move |&way| (site, way)))
        .collect();
    let results = runner::each(&work, "sites", !options.pages.quiet, |&(site, way)| {
        let simulated = || user::simulate(&corpus, site, way, options.most, options.any_page);
        runner::guarded(simulated).unwrap_or_else(|error| {
            crate::note(&format!("{}: {error}", site.name));
            Vec::new()
        })
    });
    let mut gains: BTreeMap<(Way, Corrected, Means), Vec<Gains>> = BTreeMap::new();
    for ((site, way), found) in work.into_iter().zip(results) {
        for mut of_site in found {
            of_site.gains.held_back = is_held_back(&site.name);
            let key = (way, of_site.corrected, of_site.means);
            gains.entry(key).or_default().push(of_site.gains);
        }
    }
    let pages: usize = sites.iter().map(|site| site.pages.len()).sum();
    let clean = sites.iter().filter(|site| site.is_clean()).count();
    crate::say(&format!(
        "{} sites, {pages} pages; tables for the {clean} sites with clean labels; {} of all held back\n\n",
        sites.len(),
        sites.iter().filter(|site| is_held_back(&site.name)).count(),
    ))?;
    for (part, chosen) in summary::PARTS {
        crate::say(&format!("{part}\n{}\n", table(&gains, chosen).plain()))?;
    }
    crate::say(&format!("by set\n{}\n", summary::by_set(&gains).plain()))?;
    if options.losses {
        crate::say(&summary::losses(&gains))?;
    }
    Ok(())
}
