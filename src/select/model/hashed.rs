//! Linear scores over hashed words: the names around a block, and the words in it.
//!
//! Weinberger, Dasgupta, Langford, Smola, Attenberg: *Feature hashing for large scale multitask
//! learning*, ICML 2009, without the sign hash. Each occurrence of a word counts twice: by itself,
//! and combined with a step. For names, the step is the distance of the element; for words, it's
//! the length of the block. So there's no vocabulary, and nothing specific to a language or site.

use std::fmt;

use crate::compact::hash::Hash32;
use crate::page::{Attr, NodeId, Page};
use crate::select::signals::Hashes;
use crate::text;

/// Number of weights of a score.
pub const BUCKETS: usize = 1 << 12;

/// Length of a usable part of a name, in letters. Longer parts are keys instead of words.
const PART: std::ops::RangeInclusive<usize> = 3..=19;

/// Maximum tokens of a block that is read completely. Of longer ones, only [`FIRST`] and [`LAST`]
/// tokens are read.
const WHOLE: usize = 30;

/// Number of tokens that are read at the beginning of a long block.
const FIRST: usize = 8;

/// Number of tokens that are read at the end of a long block.
const LAST: usize = 6;

/// Maximum length of a block for each step except the last, in tokens.
const STEPS: [usize; 3] = [4, 12, WHOLE];

/// Combined with the hash of a block's first two words.
const PAIR: u32 = 8;

/// Combined with the hash of a block's last word.
const END: u32 = 16;

/// Index of a weight, below [`BUCKETS`].
pub type Bucket = u16;

/// A trained score: a weight for every bucket.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Linear {
    weights: Vec<i8>,
    /// Logits per unit of a weight.
    unit: f32,
    bias: f32,
}

/// Error for bytes that aren't a linear score because of their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongLength {
    /// The actual number of bytes.
    pub found: usize,
}

impl fmt::Display for WrongLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a linear score has {} bytes, not {}",
            BUCKETS + 8,
            self.found
        )
    }
}

impl std::error::Error for WrongLength {}

impl Linear {
    /// Returns a score with `unit` logits per unit of a weight; missing weights are 0.
    pub fn new(unit: f32, bias: f32, mut weights: Vec<i8>) -> Self {
        weights.resize(BUCKETS, 0);
        Self {
            weights,
            unit,
            bias,
        }
    }

    /// Parses the output of [`Self::bytes`]: the unit and the bias as little-endian `f32`, then one
    /// byte per weight.
    ///
    /// # Errors
    ///
    /// [`WrongLength`] if the number of bytes is wrong.
    pub fn read(bytes: &[u8]) -> Result<Self, WrongLength> {
        let wrong = WrongLength { found: bytes.len() };
        let (unit, rest) = bytes.split_first_chunk::<4>().ok_or(wrong)?;
        let (bias, weights) = rest.split_first_chunk::<4>().ok_or(wrong)?;
        if weights.len() != BUCKETS {
            return Err(wrong);
        }
        Ok(Self {
            unit: f32::from_le_bytes(*unit),
            bias: f32::from_le_bytes(*bias),
            weights: weights.iter().map(|byte| byte.cast_signed()).collect(),
        })
    }

    /// Serializes the score.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.unit.to_le_bytes().to_vec();
        bytes.extend(self.bias.to_le_bytes());
        bytes.extend(self.weights.iter().map(|weight| weight.cast_unsigned()));
        bytes
    }

    /// Returns the logit for some buckets.
    pub fn score(&self, buckets: &[Bucket]) -> f32 {
        self.logit(buckets.iter().map(|&bucket| self.weight(bucket)).sum())
    }

    /// Returns the weight of a bucket.
    fn weight(&self, bucket: Bucket) -> i32 {
        let weight = self.weights.get(usize::from(bucket)).copied();
        weight.unwrap_or_default().into()
    }

    /// Returns the logit for a sum of weights.
    fn logit(&self, sum: i32) -> f32 {
        sum as f32 * self.unit + self.bias
    }
}

/// Returns the bucket of a hash.
fn bucket(hash: Hash32) -> Bucket {
    mixed(hash.value())
}

/// Returns the bucket of a hash combined with a number.
fn bucket_with(hash: Hash32, number: u32) -> Bucket {
    mixed((hash.value() ^ number).wrapping_mul(0x9e37_79b1))
}

fn mixed(value: u32) -> Bucket {
    let mixed = (value ^ (value >> 15)).wrapping_mul(0x85eb_ca6b);
    (mixed >> 20) as Bucket
}

/// Number of steps for the distance of an element.
const DISTANCES: u32 = 3;

/// Returns the elements whose names are read for a block in `container`, each with the step of its
/// distance, from 1 to [`DISTANCES`].
fn near(page: &Page, container: NodeId) -> impl Iterator<Item = (NodeId, u32)> {
    let around = page.inclusive_ancestors(container);
    around.zip([1, 1, 2, 2, 3, 3, 3, 3])
}

/// Returns the buckets of a part of a name at a distance.
fn named(part: Hash32, distance: u32) -> [Bucket; 2] {
    [bucket(part), bucket_with(part, distance)]
}

/// Returns the buckets of the names around a block in `container`.
pub(crate) fn names(page: &Page, container: NodeId) -> Vec<Bucket> {
    let buckets = |(id, distance)| {
        parts(page, id)
            .into_iter()
            .flat_map(move |part| named(part, distance))
    };
    near(page, container).flat_map(buckets).collect()
}

/// Scores of the names around blocks. Each element is read only once.
pub(crate) struct NameScores<'a> {
    linear: &'a Linear,
    /// Per node: the sum of the weights of its names at each distance; `None` until computed.
    sums: Vec<Option<[i32; DISTANCES as usize]>>,
}

impl<'a> NameScores<'a> {
    pub(crate) fn new(page: &Page, linear: &'a Linear) -> Self {
        Self {
            linear,
            sums: vec![None; page.len()],
        }
    }

    /// Returns the score of the [`names`] around a block in `container`.
    pub(crate) fn of(&mut self, page: &Page, container: NodeId) -> f32 {
        let linear = self.linear;
        let weights = |parts: &[Hash32], distance| {
            let buckets = parts.iter().flat_map(|&part| named(part, distance));
            buckets.map(|bucket| linear.weight(bucket)).sum()
        };
        let mut sum = 0;
        for (id, distance) in near(page, container) {
            let sums = self.sums[id.index()].get_or_insert_with(|| {
                let parts = parts(page, id);
                [1, 2, DISTANCES].map(|distance| weights(&parts, distance))
            });
            sum += sums[distance as usize - 1];
        }
        linear.logit(sum)
    }
}

/// Returns hashes of the parts of an element's class and id, which are split at all non-letters and
/// before capitals.
fn parts(page: &Page, id: NodeId) -> Vec<Hash32> {
    let mut hashes = Vec::new();
    for attr in [Attr::Class, Attr::Id] {
        let names = page.attr(id, attr).unwrap_or_default();
        let (mut hash, mut letters) = (Hash32::EMPTY, 0);
        for c in names.chars().chain(std::iter::once(' ')) {
            if !c.is_ascii_alphabetic() || c.is_ascii_uppercase() {
                if PART.contains(&letters) {
                    hashes.push(hash);
                }
                (hash, letters) = (Hash32::EMPTY, 0);
            }
            if c.is_ascii_alphabetic() {
                hash = hash.byte(c.to_ascii_lowercase() as u8);
                letters += 1;
            }
        }
    }
    hashes
}

/// Emits the buckets of the words in a block, given the hashes of its lower-case tokens.
pub(crate) fn words(text: &str, hashes: impl Hashes, mut emit: impl FnMut(Bucket)) {
    let len = hashes.len();
    let (Some(first), Some(last)) = (hashes.clone().next(), hashes.clone().next_back()) else {
        return;
    };
    let step = STEPS.iter().take_while(|&&most| len > most).count();
    let step = u32::try_from(step).unwrap_or_default() + 1;
    let (start, end) = match len {
        ..=WHOLE => (len, len),
        _ => (FIRST, len - LAST),
    };
    for hash in hashes.clone().take(start).chain(hashes.skip(end)) {
        emit(bucket(hash));
        emit(bucket_with(hash, step));
    }
    if let Some(second) = text::tokens(text).nth(1) {
        let pair = first.byte(b' ').lower_case(second);
        emit(bucket_with(pair, PAIR + step));
    }
    emit(bucket_with(last, END));
}

/// Returns the score of the [`words`] of a block.
pub(crate) fn word_score(linear: &Linear, text: &str, hashes: impl Hashes) -> f32 {
    let mut sum = 0;
    words(text, hashes, |bucket| sum += linear.weight(bucket));
    linear.logit(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::signals::Terms;

    #[cfg(feature = "html")]
    #[test]
    fn names_are_split_into_words_and_hashed_with_distance() {
        use crate::source::html;

        let around = |html: &str| {
            let page = html::read(html, "", Default::default()).unwrap();
            let text = page
                .subtree(page.body())
                .find(|&id| page.is_text(id))
                .unwrap();
            let container = page.parent(text).unwrap();
            let mut weights = vec![0; BUCKETS];
            for (weight, bucket) in weights.iter_mut().zip(0..) {
                *weight = (bucket % 7) as i8;
            }
            let linear = Linear::new(1.0, 0.0, weights);
            let names = names(&page, container);
            let score = NameScores::new(&page, &linear).of(&page, container);
            assert_eq!(score, linear.score(&names));
            names
        };
        let two = around("<p class='post-body' id=x1>a");
        assert_eq!(two.len(), 4);
        assert_eq!(around("<p class=postBody>a"), two);
        assert_eq!(around("<p class='Post 12 BODY'>a").len(), 2);
        // For a farther element, the bucket without a step is the same, and the one with a step
        // differs.
        let far = around("<div class=post-body><div><p>a</div></div>");
        assert_eq!([far[0], far[2]], [two[0], two[2]]);
        assert_ne!(far[1], two[1]);
        // A key isn't a word.
        assert!(around("<p class='ab abcdefghijklmnopqrstuvwxyz'>a").is_empty());
    }

    #[test]
    fn only_the_start_and_end_of_long_blocks_are_hashed() {
        let word = |n: usize| format!("w{n} ");
        let text = |n: usize| (0..n).map(word).collect::<String>();
        let read = |text: &str| {
            let terms = Terms::new([text].into_iter());
            let mut buckets = Vec::new();
            words(text, terms.hashes(0), |bucket| buckets.push(bucket));
            buckets
        };
        assert_eq!(read(&text(WHOLE)).len(), 2 * WHOLE + 2);
        assert_eq!(read(&text(WHOLE + 1)).len(), 2 * (FIRST + LAST) + 2);
        assert_eq!(read("One").len(), 3);
        assert!(read("—").is_empty());
        assert_eq!(read("Read More"), read("read more!"));
        assert_ne!(read("read more")[0], read("more read")[0]);
    }

    #[test]
    fn linear_scores_are_exact_and_round_trip_as_bytes() {
        let mut weights = vec![0i8; BUCKETS];
        (weights[3], weights[4095]) = (-100, 40);
        let linear = Linear::new(0.5, 1.0, weights);
        assert_eq!(linear.score(&[3, 4095, 4095, 7]), -9.0);
        assert_eq!(linear.score(&[]), 1.0);
        let bytes = linear.bytes();
        assert_eq!(Linear::read(&bytes), Ok(linear));
        assert_eq!(Linear::read(&bytes[1..]), Err(WrongLength { found: 4103 }));
    }
}
