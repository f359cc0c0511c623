//! Limits the work that a core for browsers does on a page.
//!
//! xtask inserts a call of [`take`] into every loop of a core that isn't a counting loop, so that
//! none can run forever. A page may take a number of steps proportional to its bytes, and each call
//! by a browser as many again. The panic names the stage. Native builds don't count steps and name
//! none: `pith batch` ends a worker that exceeds its time or memory from outside.
//!
//! No page that was measured takes more than a third of its steps; docs/browser.md has the numbers.

#[cfg(target_arch = "wasm32")]
mod exports;

use std::cell::Cell;
#[cfg(target_arch = "wasm32")]
use std::sync::atomic::{AtomicU64, Ordering};

/// Steps for every page, and for a call without one.
const BASE: u64 = 1 << 24;

/// Steps per byte of a page. With this value, an endless loop on a page of 5,000 elements (650 kB)
/// ends after 100 million steps: within 3 s, even if a step takes as long as one of detection.
const PER_BYTE: u64 = 1 << 7;

thread_local! {
    static ALLOWED: Cell<u64> = const { Cell::new(BASE) };
    static STAGE: Cell<&'static str> = const { Cell::new("a call") };
}

#[cfg(not(target_arch = "wasm32"))]
thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(BASE) };
}

#[cfg(target_arch = "wasm32")]
static LEFT: Left = Left(AtomicU64::new(BASE));

/// The remaining steps, for the only thread. Functions that call no others keep values below the
/// stack pointer, and their loops call [`take`], which must not write there. Access to a
/// thread-local variable may do so; access to an atomic one doesn't.
#[cfg(target_arch = "wasm32")]
struct Left(AtomicU64);

#[cfg(target_arch = "wasm32")]
impl Left {
    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self, steps: u64) {
        self.0.store(steps, Ordering::Relaxed);
    }
}

/// Starts a new page of which nothing has been read.
pub fn begin() {
    ALLOWED.set(BASE);
    LEFT.set(BASE);
    stage("reading the page");
}

/// Allows the steps for more bytes of the page.
pub fn allow(bytes: usize) {
    let steps = PER_BYTE.saturating_mul(bytes as u64);
    ALLOWED.set(ALLOWED.get().saturating_add(steps));
    LEFT.set(LEFT.get().saturating_add(steps));
}

/// Sets the name of the current stage.
pub fn stage(name: &'static str) {
    STAGE.set(name);
}

/// Restores all steps of the page, for a call by a browser.
pub fn renew() {
    LEFT.set(ALLOWED.get());
    stage("a call");
}

/// Takes a step.
///
/// # Panics
///
/// If no steps are left. The message contains the stage.
#[inline(never)]
pub fn take() {
    match LEFT.get().checked_sub(1) {
        Some(left) => LEFT.set(left),
        None => exceed(),
    }
}

/// Checks in debug and fuzz builds that every pass of a parser's loop consumes input. It's for loops
/// whose position changes in several places or in other functions; a loop over `chars()` always
/// ends. Release builds contain nothing of it.
pub(crate) struct Progress(usize);

impl Progress {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self(usize::MAX)
    }

    /// Checks at the start of a pass that less input is left than at the start of the previous one.
    #[inline(always)]
    pub(crate) fn check(&mut self, left: usize) {
        if cfg!(debug_assertions) {
            assert!(left < self.0, "a loop consumed no input");
            self.0 = left;
        }
    }
}

#[cold]
#[inline(never)]
fn exceed() {
    // Reporting the panic may take some steps.
    LEFT.set(BASE);
    panic!("too many steps in {}", STAGE.get());
}

/// Returns whether a panic message is that of [`take`].
#[cfg(any(test, all(target_arch = "wasm32", feature = "npm")))]
pub(crate) fn is_exceeded(message: &str) -> bool {
    message.starts_with("too many steps in ")
}

#[cfg(test)]
mod tests {
    use std::panic;

    use super::*;

    #[test]
    #[cfg(debug_assertions)]
    fn a_loop_that_consumes_no_input_panics() {
        let mut progress = Progress::new();
        [2, 1].into_iter().for_each(|left| progress.check(left));
        let same = panic::catch_unwind(move || progress.check(1));
        assert!(same.is_err());
    }

    #[test]
    fn steps_depend_on_page_size_and_renew_for_each_call() {
        begin();
        allow(2);
        let taken = || LEFT.set(LEFT.get() - BASE - 2 * PER_BYTE + 1);
        taken();
        take();
        renew();
        taken();
        stage("the test");
        take();
        let error = panic::catch_unwind(take).expect_err("no step is left");
        let message = error.downcast_ref::<String>().map(String::as_str);
        assert_eq!(message, Some("too many steps in the test"));
        assert!(message.is_some_and(is_exceeded));
    }
}
