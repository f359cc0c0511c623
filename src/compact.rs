//! Replacements of parts of the standard library that compile to less WebAssembly.
//!
//! The standard library's maps and sorts are compiled again for every type of key and value. Here
//! each of them is compiled once.

pub(crate) mod argsort;
pub(crate) mod base64;
pub(crate) mod decimal;
pub(crate) mod hash;
pub(crate) mod interner;
pub(crate) mod lower_case;
pub(crate) mod words;
