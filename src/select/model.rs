//! The trained model: turns the evidence about the blocks of a page into logits, in two passes, and
//! the logits into a verdict.
//!
//! 1. [`features`] represents the evidence about each block as numbers, from which the first
//!    [`forest`] computes logits. Two linear scores ([`hashed`]) weigh the words of the block and
//!    the names around it.
//! 2. [`second_pass`] derives columns about the whole page from these results. The second forest
//!    computes the final logits from these and the evidence ([`prediction`]).
//! 3. [`verdict`] decides which blocks are kept.

mod cuts;
pub(super) mod features;
pub(super) mod forest;
mod groups;
// Hidden: for the lab, for training.
#[doc(hidden)]
pub mod hashed;
mod pass;
mod passes;
pub(super) mod prediction;
// Hidden: for the lab, for training.
#[doc(hidden)]
pub mod second_pass;
pub(super) mod verdict;

use std::fmt;
use std::sync::LazyLock;

use forest::Forest;
use hashed::Linear;
use passes::Passes;
pub use passes::SCORES;

/// The trained forests and scores.
///
/// ```
/// use pith::extract::{Options, extract, one_click};
/// use pith::select::model::Model;
/// use pith::{Limits, source};
///
/// let page = source::html::read("<p>He watched the ferry go by.", "", Limits::default())?;
/// let options = Options { model: Some(Model::shipped()), ..Options::default() };
/// assert_eq!(extract(&page, &options)?.selection, one_click(&page).selection);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    passes: Passes,
    /// The linear score of names.
    pub names: Linear,
    /// The linear score of words.
    pub words: Linear,
}

impl Model {
    /// Builds the model from the forests of both passes and the linear scores.
    pub fn new(first: Forest, second: Forest, names: Linear, words: Linear) -> Self {
        Self {
            passes: Passes::new(first, second),
            names,
            words,
        }
    }

    /// Returns the forest of the first pass.
    pub fn first(&self) -> &Forest {
        &self.passes.first.forest
    }

    /// Returns the forest of the second pass.
    pub fn second(&self) -> &Forest {
        &self.passes.second.forest
    }

    /// Returns the built-in model.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Model> = LazyLock::new(|| {
            let first = Forest::read(include_bytes!("model/first.bin"));
            let second = Forest::read(include_bytes!("model/second.bin"));
            let names = Linear::read(include_bytes!("model/names.bin"));
            let words = Linear::read(include_bytes!("model/words.bin"));
            Model::new(
                embedded("first.bin", first),
                embedded("second.bin", second),
                embedded("names.bin", names),
                embedded("words.bin", words),
            )
        });
        &SHIPPED
    }
}

/// Returns a part of the built-in model.
///
/// # Panics
///
/// If it can't be read, because every result would be wrong.
fn embedded<T, E: fmt::Display>(file: &str, read: Result<T, E>) -> T {
    read.unwrap_or_else(|error| panic!("{file} cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Maximum size of the trained data about blocks, in bytes.
    const SIZE: usize = 72_000;

    #[test]
    #[should_panic(expected = "first.bin cannot be read: a tree of the forest is not whole")]
    fn truncated_model_data_panics() {
        let bytes = include_bytes!("model/first.bin");
        embedded("first.bin", Forest::read(&bytes[..bytes.len() - 4]));
    }

    #[test]
    fn the_shipped_model_is_valid_and_small() {
        let forests = [
            &include_bytes!("model/first.bin")[..],
            include_bytes!("model/second.bin"),
        ];
        let scores = [
            &include_bytes!("model/names.bin")[..],
            include_bytes!("model/words.bin"),
        ];
        for bytes in forests {
            assert!(Forest::read(bytes).unwrap().columns().len() > 50);
        }
        for bytes in scores {
            Linear::read(bytes).unwrap();
        }
        let all = forests.iter().chain(&scores);
        assert!(all.map(|bytes| bytes.len()).sum::<usize>() < SIZE);
    }
}
