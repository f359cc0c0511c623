//! The sources, the scripts and the documents of the project.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod build_script;
mod documents;
mod interface;
mod lists;
mod modules;
