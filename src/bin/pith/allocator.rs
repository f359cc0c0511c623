//! The allocator of the program.

use std::alloc::System;

use cap::Cap;

/// Counts allocations, so that a worker of `pith batch` can have a memory limit.
#[global_allocator]
pub(crate) static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);
