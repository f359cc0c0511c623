//! The pool of threads.

use anyhow::{Context, Result};

/// Sets the number of workers.
pub(crate) fn workers(jobs: Option<u32>) -> Result<()> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(jobs.unwrap_or_default() as usize);
    builder.build_global().context("cannot start the workers")
}
