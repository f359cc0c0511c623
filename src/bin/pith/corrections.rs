//! Site rules and corrections of one page: those of a problem report, overridden by the command
//! line.

use std::io::{self, Write};

use pith::metadata::metadata;
use pith::methods::Method;
use pith::page::Page;
use pith::problem_report::Report;
use pith::select::{Overrides, Rule, Selection, SiteRules};

use crate::failure::Failure;
use crate::options::Options;

/// The site rules and the corrections of the page, from a report and then from the command line.
pub(crate) struct Corrections {
    pub(crate) site: SiteRules,
    pub(crate) overrides: Overrides,
}

impl Corrections {
    pub(crate) fn new(options: &Options, report: Option<&Report>) -> Result<Self, Failure> {
        let report = report.filter(|_| !options.as_found);
        let mut corrections = match report {
            Some(report) => Self {
                site: report.site.clone(),
                overrides: applicable_overrides(report)?,
            },
            None => Self {
                site: SiteRules::default(),
                overrides: Overrides::default(),
            },
        };
        let Self { site, overrides } = &mut corrections;
        if !options.site.is_empty() {
            site.clone_from(&options.site);
        }
        site.bylines |= options.bylines;
        overrides.level = options.level.unwrap_or(overrides.level);
        overrides.nodes.extend(&options.overrides);
        Ok(corrections)
    }

    /// Refuses corrections that wouldn't have an effect.
    pub(crate) fn check(&self, options: &Options) -> Result<(), Failure> {
        let is_hybrid = options.method.unwrap_or_default() == Method::Hybrid;
        let has_no_corrections = self.overrides.nodes.is_empty() && !options.bylines;
        if options.save_site_rules.is_some() && has_no_corrections {
            return Err(Failure::usage(
                "--save-site-rules has nothing to save; add --keep NODE, --drop NODE, or --bylines",
            ));
        }
        if !is_hybrid && (options.save_site_rules.is_some() || options.bylines) {
            return Err(Failure::usage(
                "--save-site-rules and --bylines require --method hybrid",
            ));
        }
        Ok(())
    }

    /// Returns the site rules, with a new rule for each correction of this page.
    pub(crate) fn site_rules(
        &self,
        page: &Page,
        selections: [&Selection; 2],
    ) -> Result<SiteRules, Failure> {
        let mut site = self.site.clone();
        let nodes = self.overrides.nodes.iter();
        for (node, keep) in nodes.filter_map(|&(node, choice)| Some((node, choice.keeps()?))) {
            match Rule::new(page, selections, node, keep) {
                Ok(rule) => site.add(rule),
                Err(reason) => writeln!(
                    io::stderr(),
                    "pith: no site rule saved for node {}: {reason}",
                    node.0
                )?,
            }
        }
        Ok(site)
    }
}

/// Returns the corrections in a report, without those that don't apply to its page: a text picked
/// for a fact may have been anonymized.
fn applicable_overrides(report: &Report) -> Result<Overrides, Failure> {
    let found = metadata(&report.page);
    let mut overrides = report.overrides.clone();
    let mut rejected = Vec::new();
    overrides.nodes.retain(|&(node, choice)| {
        let alone = Overrides {
            nodes: vec![(node, choice)],
            ..Overrides::default()
        };
        let applies = found.overridden(&report.page, &alone).is_ok();
        if !applies {
            rejected.push(node.0);
        }
        applies
    });
    for node in rejected {
        writeln!(
            io::stderr(),
            "pith: ignored the report's correction of node {node}: its text was anonymized"
        )?;
    }
    Ok(overrides)
}
