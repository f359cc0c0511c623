//! The learnt part: from the evidence about the blocks of a page to their odds in two passes, and
//! from the odds to a verdict.
//!
//! 1. [`features`] writes the evidence about each block down as numbers, the first [`forest`]
//!    turns them into odds, and two linear scores ([`hashed`]) weigh its words and the names
//!    around it.
//! 2. [`second_pass`] writes down what that says of the whole page, and the second forest turns
//!    the evidence and that into odds ([`opinion`]).
//! 3. [`verdict`] decides which blocks are kept.

pub(super) mod features;
pub(super) mod forest;
pub mod hashed;
pub(super) mod opinion;
mod reach;
pub mod second_pass;
pub(super) mod verdict;

use std::fmt;
use std::sync::LazyLock;

use forest::Forest;
use hashed::Linear;

/// The learnt forests and scores.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// The forest of the first pass.
    pub first: Forest,
    /// The forest of the second pass.
    pub second: Forest,
    /// The linear score of names.
    pub names: Linear,
    /// The linear score of words.
    pub words: Linear,
}

/// The columns of the second pass that are linear scores.
pub const SCORES: [&str; 2] = ["names_score", "words_score"];

impl Model {
    /// Returns the one that this program comes with.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Model> = LazyLock::new(|| Model {
            first: embedded("first.bin", Forest::read(include_bytes!("model/first.bin"))),
            second: embedded(
                "second.bin",
                Forest::read(include_bytes!("model/second.bin")),
            ),
            names: embedded("names.bin", Linear::read(include_bytes!("model/names.bin"))),
            words: embedded("words.bin", Linear::read(include_bytes!("model/words.bin"))),
        });
        &SHIPPED
    }
}

/// Returns a part of the program's own model.
///
/// # Panics
///
/// Where it cannot be read: without it every answer would be wrong.
fn embedded<T, E: fmt::Display>(file: &str, read: Result<T, E>) -> T {
    read.unwrap_or_else(|error| panic!("{file} cannot be read: {error}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;

    /// The size of what is learnt about blocks at most, in bytes.
    const SIZE: usize = 72_000;

    #[test]
    #[should_panic(expected = "first.bin cannot be read: a tree of the forest is not whole")]
    fn a_damaged_part_stops_the_program() {
        let bytes = include_bytes!("model/first.bin");
        embedded("first.bin", Forest::read(&bytes[..bytes.len() - 4]));
    }

    #[test]
    fn the_shipped_model_is_whole_and_small() {
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
