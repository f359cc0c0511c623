//! The three sources of a [`Page`](crate::page::Page).
//!
//! Every source builds its page with [`PageBuilder`](crate::page::PageBuilder), so that limits and
//! invariants are the same.

mod css;
#[cfg(target_arch = "wasm32")]
pub mod dom;
#[cfg(feature = "html")]
pub mod html;
// Hidden: for the extension's core.
#[doc(hidden)]
pub mod record;
pub mod snapshot;
