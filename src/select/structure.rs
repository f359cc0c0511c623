//! What the structure of a page says for certain, whatever the odds of its blocks.
//!
//! 1. [`foreign`] finds what a reader sees to be something else, before anything is weighed.
//! 2. [`mending`] looks at what was decided: what stands inside the column is part of it, what
//!    says it a second time is not.

mod foreign;
mod mending;

use std::ops::Range;

use super::blocks::Block;
use super::evidence::Evidence;
use crate::page::{Page, Tag};
pub(super) use foreign::certain;
pub(super) use mending::{heading_controls, mend};

/// The gain from which a block is running text.
const RUNS: f32 = 40.0;

/// The text before teasers or comments that makes them something beside it, in gain.
const BEFORE: f32 = 300.0;

/// Ancestors that are looked at, so that the work stays linear on the deepest page.
const ANCESTORS: usize = 32;

/// Sums over runs of blocks.
struct Sums(Vec<f32>);

impl Sums {
    fn new(evidence: &Evidence, value: impl Fn(usize) -> f32) -> Self {
        let mut sums = vec![0.0; evidence.blocks.len() + 1];
        for i in 0..evidence.blocks.len() {
            sums[i + 1] = sums[i] + value(i);
        }
        Self(sums)
    }

    fn of(&self, range: &Range<usize>) -> f32 {
        self.0[range.end] - self.0[range.start]
    }
}

/// Whether a block belongs to a figure or a table.
fn in_figure(page: &Page, block: &Block) -> bool {
    page.inclusive_ancestors(block.container)
        .take(ANCESTORS)
        .any(|a| matches!(page.tag(a), Tag::Figure | Tag::Table))
}

/// The page that the tests of both parts are about.
#[cfg(all(test, feature = "cli"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod ferry {
    use super::*;
    use crate::front::html;
    use crate::metadata::{Metadata, metadata};
    use crate::page::Limits;

    pub(super) const LONG: &str = "<p>The ferry sails again, says the harbour master, who has \
        waited for it since March and has painted the railings twice, for want of anything \
        better to do.";

    /// A page with this body, and what the rules say of it.
    pub(super) fn ruled(body: &str) -> (Page, Metadata, Evidence) {
        let html = format!("<body>{body}");
        let page = html::read(&html, "https://example.org/ferry", Limits::default()).unwrap();
        let metadata = metadata(&page);
        let evidence = Evidence::ruled(&page, &metadata);
        (page, metadata, evidence)
    }
}
