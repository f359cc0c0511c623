//! Pith finds the article in a web page and renders it clean.
//!
//! One page, one detection, several views: a *front* makes a [`page::Page`], *methods* score
//! its nodes, *select* decides for every block, *article* renders what is kept.

pub mod article;
pub mod extract;
pub mod front;
pub mod fuzzy;
pub mod geometry;
pub mod lines;
pub mod metadata;
pub mod methods;
pub mod page;
pub mod select;
pub mod text;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
