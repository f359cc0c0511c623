//! What is said of a run while it goes on, and when it is over.

use std::io::{self, IsTerminal, Read, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::row::{Answer, Row};
use super::source::Seen;
use crate::Failure;

/// A line on standard error where that is a terminal, else nothing.
#[derive(Clone)]
pub(super) struct Progress {
    /// Counts bytes that were read, where it is known how many there are, else pages.
    bar: ProgressBar,
    is_of_bytes: bool,
    pages: ProgressBar,
}

impl Progress {
    pub(super) fn new(length: Option<u64>) -> Self {
        let pages = ProgressBar::hidden();
        if !io::stderr().is_terminal() {
            return Self {
                bar: ProgressBar::hidden(),
                is_of_bytes: false,
                pages,
            };
        }
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
        let template = match length {
            Some(_) => "{bar:20} {percent}% {bytes}/{total_bytes}, {msg}, {eta} left",
            None => "{spinner} {msg}",
        };
        // The template is ours and right; without it there is a plain bar.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self {
            bar,
            is_of_bytes: length.is_some(),
            pages,
        }
    }

    pub(super) fn is_shown(&self) -> bool {
        !self.bar.is_hidden()
    }

    /// Counts what is read of a source.
    pub(super) fn reading(&self, source: Box<dyn Read + Send>) -> Box<dyn Read + Send> {
        if self.is_of_bytes {
            Box::new(self.bar.wrap_read(source))
        } else {
            source
        }
    }

    pub(super) fn page(&self) {
        self.pages.inc(1);
        if self.is_shown() {
            let (pages, rate) = (self.pages.position(), self.pages.per_sec());
            self.bar
                .set_message(format!("{pages} pages, {rate:.0} a second"));
        }
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// What became of the pages.
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

/// Says what a run came to, on standard error.
pub(super) fn sum_up(tally: &Tally, seen: &Seen, took: Duration) -> Result<(), Failure> {
    let Tally {
        articles,
        empty,
        errors,
    } = tally;
    let pages = articles + empty + errors;
    let seconds = took.as_secs_f64();
    let rate = pages as f64 / seconds.max(0.001);
    let mut said = format!(
        "{pages} pages in {seconds:.1} s, {rate:.1} a second: {articles} articles, {empty} without \
         one, {errors} errors"
    );
    let counts = &seen.counts;
    for (number, what) in [
        (seen.done, "done before"),
        (counts.broken, "broken records among the errors"),
        (counts.cut, "cut by the crawler"),
        (counts.no_html, "responses that are not HTML"),
        (counts.other_status, "of another status"),
        (counts.no_response, "other records"),
    ] {
        if number > 0 {
            said += &format!("; {number} {what}");
        }
    }
    Ok(writeln!(io::stderr(), "pith: {said}")?)
}
