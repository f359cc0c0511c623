//! Many pages: the files that crawls are kept in, and threads and processes that work on pages side
//! by side.
//!
//! The command line's `batch` and the Python package are made of these; neither knows what an
//! article is.

pub mod packed;
// Hidden: for the command line.
#[doc(hidden)]
pub mod supervisor;
pub mod warc;
// Hidden: for the command line and the Python package.
#[doc(hidden)]
pub mod workers;
