//! Many pages through one function, in parallel.

use std::path::PathBuf;

use anyhow::Result;
use pith::page::Page;
use rayon::prelude::*;

use crate::rows::Truth;
use crate::sets::Pages;
use crate::sets::{self, Set};
use crate::{evaluate, note, progress};

/// The pages of an experiment.
pub(crate) struct Bench {
    /// The sets.
    pub(crate) sets: Vec<Set>,
    snapshots: Option<PathBuf>,
    bar: bool,
}

impl Bench {
    /// The pages that a command line asks for.
    ///
    /// # Errors
    ///
    /// Where no set can be read.
    pub(crate) fn new(pages: &Pages) -> Result<Self> {
        crate::workers(pages.jobs)?;
        Ok(Self {
            sets: sets::open_limited(pages)?,
            snapshots: pages.snapshots.clone(),
            bar: !pages.quiet,
        })
    }

    /// What a function makes of every page that can be read, set by set and in the order of the
    /// rows, pages in parallel. Pages on which it panics are named and left out.
    pub(crate) fn map<T: Send>(
        &self,
        what: &str,
        function: impl Fn(&Set, &Truth, &Page) -> Option<T> + Sync,
    ) -> Vec<Vec<T>> {
        let count = self.sets.iter().map(|set| set.rows.len()).sum();
        let bar = progress::bar(count, what, self.bar);
        let done = self
            .sets
            .iter()
            .map(|set| {
                let rows = set.rows.par_iter();
                let results = rows.filter_map(|row| {
                    let result = evaluate::guarded(|| {
                        let page = self.page(set, row)?;
                        Ok(function(set, row, &page))
                    });
                    bar.inc(1);
                    result.unwrap_or_else(|error| {
                        note(&format!("{}/{}: {error}", set.name, row.id));
                        None
                    })
                });
                results.collect()
            })
            .collect();
        bar.finish_and_clear();
        done
    }

    /// A page of a set.
    ///
    /// # Errors
    ///
    /// Where it cannot be read.
    pub(crate) fn page(&self, set: &Set, row: &Truth) -> Result<Page> {
        set.page(row, self.snapshots.as_deref())
    }
}
