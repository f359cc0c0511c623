//! The summary of a run.

use std::io::{self, Write};
use std::time::Duration;

use super::row::{Answer, Row};
use super::source::Seen;
use crate::failure::Failure;

/// Counts of pages by outcome.
#[derive(Default)]
pub(super) struct Tally {
    articles: u64,
    empty: u64,
    errors: u64,
}

impl Tally {
    pub(super) fn count(&mut self, row: &Row) {
        match &row.answer {
            Answer::Article { is_empty: true, .. } => self.empty += 1,
            Answer::Article { .. } => self.articles += 1,
            Answer::Error(_) => self.errors += 1,
        }
    }
}

/// Prints the summary of a run on standard error.
pub(super) fn sum_up(tally: &Tally, seen: &Seen, took: Duration) -> Result<(), Failure> {
    let Tally {
        articles,
        empty,
        errors,
    } = tally;
    let pages = articles + empty + errors;
    let seconds = took.as_secs_f64();
    let rate = pages as f64 / seconds.max(0.001);
    let mut line = format!(
        "{pages} pages in {seconds:.1} s ({rate:.1} pages/s): {articles} articles, {empty} without \
         an article, {errors} errors"
    );
    let counts = &seen.counts;
    for (number, what) in [
        (seen.done, "already done"),
        (counts.broken, "errors from broken records"),
        (counts.cut, "truncated by the crawler"),
        (counts.no_html, "non-HTML responses"),
        (counts.other_status, "responses with other statuses"),
        (counts.no_response, "other records"),
    ] {
        if number > 0 {
            line += &format!("; {number} {what}");
        }
    }
    Ok(writeln!(io::stderr(), "pith: {line}")?)
}
