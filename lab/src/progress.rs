//! What is said while work goes on.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over `length` steps; a silent one where it is not wanted.
pub(crate) fn bar(length: usize, what: &str, shown: bool) -> ProgressBar {
    if !shown {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length as u64);
    // The template is ours; a wrong one shows the plain bar.
    if let Ok(style) =
        ProgressStyle::with_template("{bar:40} {pos}/{len} {msg} {elapsed}, {eta} left")
    {
        bar.set_style(style);
    }
    bar.set_message(what.to_owned());
    bar
}
