//! The allocator of the program.

use std::alloc::System;

use cap::Cap;

/// Counts what is allocated, so that a worker of `pith batch` can have a limit.
#[global_allocator]
pub(crate) static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);
