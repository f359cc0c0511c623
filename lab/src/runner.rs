//! Runs a function over many pages in parallel, with a progress bar.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use crate::note;
use crate::rows::Truth;
use crate::sets::Set;

/// Runs a function over all of `work`, in parallel. The results are in the order of `work`; `what`
/// is the label of the progress bar.
pub(crate) fn each<W: Sync, T: Send>(
    work: &[W],
    what: &str,
    shown: bool,
    function: impl Fn(&W) -> T + Sync,
) -> Vec<T> {
    let bar = bar(work.len(), what, shown);
    let results = work.par_iter().map(|item| {
        let result = function(item);
        bar.inc(1);
        result
    });
    let results = results.collect();
    bar.finish_and_clear();
    results
}

/// Runs a function on a page of a set; if it fails or panics, names the page and returns nothing.
pub(crate) fn named<T>(
    set: &Set,
    row: &Truth,
    function: impl FnOnce() -> Result<Option<T>>,
) -> Option<T> {
    guarded(function).unwrap_or_else(|error| {
        note(&format!("{}/{}: {error}", set.name, row.id));
        None
    })
}

/// Runs a function that may fail or panic; the error is a message.
pub(crate) fn guarded<T>(run: impl FnOnce() -> Result<T>) -> Result<T, String> {
    match panic::catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => result.map_err(|error| format!("{error:#}")),
        Err(payload) => Err(format!("panicked: {}", message(payload.as_ref()))),
    }
}

fn message(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("for an unknown reason")
}

/// Returns a progress bar of `length` steps, hidden unless `shown`.
pub(crate) fn bar(length: usize, what: &str, shown: bool) -> ProgressBar {
    if !shown {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length as u64);
    // The template is a constant; if it were invalid, the default bar would be shown.
    if let Ok(style) =
        ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {elapsed}, {eta} left")
    {
        bar.set_style(style);
    }
    bar.set_message(what.to_owned());
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_input_order() {
        let work: Vec<u64> = (0..200).collect();
        let doubled = each(&work, "numbers", false, |n| 2 * n);
        assert!(
            doubled
                .iter()
                .zip(&work)
                .all(|(double, n)| *double == 2 * n)
        );
        assert_eq!(doubled.len(), work.len());
    }

    #[test]
    fn errors_and_panics_are_returned_as_messages() {
        let failed = guarded(|| -> Result<()> { anyhow::bail!("no page") });
        assert_eq!(failed, Err("no page".to_owned()));
        let panicked = guarded(|| -> Result<()> { panic!("no {}", "page") });
        assert_eq!(panicked, Err("panicked: no page".to_owned()));
    }
}
