//! The work that a core for browsers may do on a page.
//!
//! xtask puts [`take`] into every loop of a core that doesn't count to a number, so none runs
//! without end, not even one that nobody thought of. A page may take steps in proportion to its
//! bytes, and each call by a browser as many again. Natively nothing takes steps: pages have a time
//! limit there.
//!
//! No page that was measured takes more than a third of its steps; docs/browser.md has the figures.

#[cfg(target_arch = "wasm32")]
mod exports;

use std::cell::Cell;
#[cfg(target_arch = "wasm32")]
use std::sync::atomic::{AtomicU64, Ordering};

/// Steps for any page, and for a call without one.
const BASE: u64 = 1 << 24;

/// Steps for each byte of a page. With it an endless loop on a page of 5,000 elements, which are
/// 650 kB, ends after 100 million steps: within 3 s even if a step is as long as those of a
/// detection.
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

/// The steps that are left, for the only thread. Functions that call no others keep values below
/// the stack pointer, and their loops call [`take`], which must not write there: reading and
/// setting a thread's variable may, an atomic one doesn't.
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

/// Begins a page, of which nothing has been read.
pub fn begin() {
    ALLOWED.set(BASE);
    LEFT.set(BASE);
    stage("reading the page");
}

/// Allows the work on more bytes of the page.
pub fn allow(bytes: usize) {
    let steps = PER_BYTE.saturating_mul(bytes as u64);
    ALLOWED.set(ALLOWED.get().saturating_add(steps));
    LEFT.set(LEFT.get().saturating_add(steps));
}

/// Names what is done from now on.
pub fn stage(name: &'static str) {
    STAGE.set(name);
}

/// Allows all work on the page once more, for a call by a browser.
pub fn renew() {
    LEFT.set(ALLOWED.get());
    stage("a call");
}

/// Takes a step.
///
/// # Panics
/// If none is left; names the stage.
#[inline(never)]
pub fn take() {
    match LEFT.get().checked_sub(1) {
        Some(left) => LEFT.set(left),
        None => exceed(),
    }
}

#[cold]
#[inline(never)]
fn exceed() {
    // What reports the panic may take a few.
    LEFT.set(BASE);
    panic!("too many steps in {}", STAGE.get());
}

/// Returns whether a panic with this message is that of [`take`].
#[cfg(any(test, all(target_arch = "wasm32", feature = "npm")))]
pub(crate) fn is_exceeded(message: &str) -> bool {
    message.starts_with("too many steps in ")
}

#[cfg(test)]
mod tests {
    use std::panic;

    use super::*;

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
