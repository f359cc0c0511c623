//! Tests of the project's sources, scripts, and documents.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod build_script;
mod documents;
mod interface;
mod lists;
mod modules;
