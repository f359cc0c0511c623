//! The pages of a command, and a parallel map over them.

use std::path::PathBuf;

use anyhow::Result;
use pith::page::Page;

use crate::rows::Truth;
use crate::runner;
use crate::sets::Pages;
use crate::sets::{self, Set};

/// The pages of an experiment.
pub(crate) struct Corpus {
    /// The sets.
    pub(crate) sets: Vec<Set>,
    snapshots: Option<PathBuf>,
    bar: bool,
}

impl Corpus {
    /// Opens the pages that a command line requests.
    ///
    /// # Errors
    ///
    /// If no set can be read.
    pub(crate) fn new(pages: &Pages) -> Result<Self> {
        crate::workers(pages.jobs)?;
        Ok(Self {
            sets: sets::open_limited(pages)?,
            snapshots: pages.snapshots.clone(),
            bar: !pages.quiet,
        })
    }

    /// Runs a function on every readable page, in parallel. The results are grouped by set, in the
    /// order of the rows. Pages on which it panics are named and skipped.
    pub(crate) fn map<T: Send>(
        &self,
        what: &str,
        function: impl Fn(&Set, &Truth, &Page) -> Option<T> + Sync,
    ) -> Vec<Vec<T>> {
        let rows =
            |(place, set): (usize, &'_ Set)| (0..set.rows.len()).map(move |row| (place, row));
        let work: Vec<(usize, usize)> = self.sets.iter().enumerate().flat_map(rows).collect();
        let results = runner::each(&work, what, self.bar, |&(place, row)| {
            let set = &self.sets[place];
            let row = &set.rows[row];
            runner::named(set, row, || Ok(function(set, row, &self.page(set, row)?)))
        });
        let mut of_sets: Vec<Vec<T>> = self.sets.iter().map(|_| Vec::new()).collect();
        for ((place, _), result) in work.into_iter().zip(results) {
            of_sets[place].extend(result);
        }
        of_sets
    }

    /// Reads a page of a set.
    ///
    /// # Errors
    ///
    /// If it can't be read.
    pub(crate) fn page(&self, set: &Set, row: &Truth) -> Result<Page> {
        set.page(row, self.snapshots.as_deref())
    }
}
