//! Tests of the library on pages. All are in one program, because each links the whole library.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../checks/mod.rs"]
mod checks;

mod failures;
mod hostile;
mod inert;
mod properties;
mod sources;
mod writers;
