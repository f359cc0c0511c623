//! Limits the time for an input.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Time allowed for any input, and additionally per byte of input: a hundred times what pages take,
/// because these builds check more.
const MAX_TIME: (Duration, Duration) = (Duration::from_secs(2), Duration::from_micros(300));

/// Checks that the time for an input is proportional to its length. Only the thread's CPU time
/// counts, so other processes make no difference.
pub(crate) fn in_time(length: usize, work: impl FnOnce()) {
    let start = cpu_time();
    work();
    let taken = cpu_time() - start;
    let most = MAX_TIME.0 + MAX_TIME.1 * u32::try_from(length).unwrap_or(u32::MAX);
    assert!(taken <= most, "{length} bytes took {taken:?} of CPU time");
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("CPU time isn't negative")
}
