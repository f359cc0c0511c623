//! The thread pool.

use anyhow::{Context, Result};

/// Sets the number of worker threads; `None` for one per CPU.
pub(crate) fn workers(jobs: Option<u32>) -> Result<()> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(jobs.unwrap_or_default() as usize);
    builder.build_global().context("cannot start the workers")
}
