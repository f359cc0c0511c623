//! Many pages: the file formats of crawls, and threads and processes that work on pages
//! concurrently.
//!
//! The basis of the command line's `batch` and of the Python package; independent of articles.

pub mod packed;
// Hidden: for the command line.
#[doc(hidden)]
pub mod supervisor;
pub mod warc;
// Hidden: for the command line and the Python package.
#[doc(hidden)]
pub mod workers;
