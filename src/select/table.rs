//! The evidence about a page as numbers, for training.

use super::case::Case;
use super::model::features::{self, COLUMNS, Features};
use super::model::hashed::{self, Bucket};
use super::model::second_pass::ModelBlock;
use super::model::{prediction, verdict};
use super::reason::Grounds;
use crate::metadata::Metadata;
use crate::page::Page;

/// Returns a hash of the meaning of the columns of an [`EvidenceTable`], as eight hexadecimal
/// digits. It's in the header of trained files: one that was trained with other columns or word
/// lists is out of date.
pub fn evidence_digest() -> String {
    format!("{:08x}", features::digest().value())
}

/// The evidence of a page as numbers, for training.
#[derive(Clone, Debug)]
pub struct EvidenceTable {
    /// The names of the columns.
    pub columns: Vec<&'static str>,
    /// The kind of evidence of each column.
    pub grounds: Vec<Grounds>,
    /// The rows, one per block in document order, concatenated. Each is as long as `columns`.
    pub values: Vec<f32>,
    /// The blocks, in the same order.
    pub blocks: Vec<EvidenceBlock>,
}

/// A block as a training example.
#[derive(Clone, Debug)]
pub struct EvidenceBlock {
    /// The block as input of the passes.
    pub block: ModelBlock,
    /// The buckets of the names around the block.
    pub names: Vec<Bucket>,
    /// The buckets of the block's words.
    pub words: Vec<Bucket>,
    /// The block's text on one line.
    pub text: String,
    /// True if the model scores it. Title and byline are shown separately, and images follow the
    /// text around them.
    pub is_scored: bool,
    /// True if it's removed regardless of the model.
    pub ruled_out: bool,
}

/// Computes the evidence of a page as numbers.
pub fn table(page: &Page, metadata: &Metadata) -> EvidenceTable {
    let (signals, decisions) = super::ruled(page, metadata);
    let features = Features::new(page, metadata, &signals, &decisions);
    let case = Case {
        page,
        metadata,
        signals: &signals,
    };
    let numbers = prediction::blocks(page, &signals);
    let words = |i: usize| {
        let mut buckets = Vec::new();
        let hashes = signals.terms.hashes(i);
        hashed::words(&signals.texts[i], hashes, |bucket| buckets.push(bucket));
        buckets
    };
    let example = |i: usize| EvidenceBlock {
        block: numbers[i],
        names: hashed::names(page, signals.blocks[i].container),
        words: words(i),
        text: signals.texts[i].to_owned(),
        is_scored: verdict::is_scored(&case, &decisions, i),
        ruled_out: !decisions.keeps(i),
    };
    let blocks = 0..signals.len();
    EvidenceTable {
        columns: COLUMNS.iter().map(|c| c.name).collect(),
        grounds: COLUMNS.iter().map(|c| c.grounds).collect(),
        values: blocks.clone().flat_map(|i| features.row(i)).collect(),
        blocks: blocks.map(example).collect(),
    }
}
