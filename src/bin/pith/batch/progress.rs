//! The progress bar of a run.

use std::io::{self, IsTerminal, Read};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line on standard error if that's a terminal, otherwise nothing.
#[derive(Clone)]
pub(super) struct Progress {
    /// Counts bytes if their total is known, otherwise pages.
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
        // The templates are constants and valid; otherwise the default bar would be shown.
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

    /// Counts the bytes read from a source.
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
                .set_message(format!("{pages} pages, {rate:.0} pages/s"));
        }
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
