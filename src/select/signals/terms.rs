//! The tokens of all blocks of a page, numbered for comparisons of blocks with other texts.

use crate::compact::hash::Hash32;
use crate::compact::interner::Interner;
use crate::text::{self, TermVector};

/// The tokens of the blocks of a page. Each distinct token has a number, so that comparisons can
/// count in a table instead of sorting.
#[derive(Debug)]
pub(crate) struct Terms {
    /// Numbers of the tokens of all blocks, concatenated.
    numbers: Vec<u32>,
    /// Per block: end of its tokens in `numbers`.
    ends: Vec<usize>,
    interner: Interner,
    /// Per number: a short hash of the lower-case token.
    hashes: Vec<Hash32>,
    /// Squared norms of the blocks' term vectors, and of that of the whole page.
    squares: Vec<u64>,
    all_squares: u64,
}

/// Cosine similarities of a text to the blocks of a page ([`TermVector::cosine`]), 0 to 1.
#[derive(Debug)]
pub(crate) struct Cosines {
    /// Similarity to each block.
    pub(crate) blocks: Vec<f32>,
    /// Similarity to all blocks together.
    pub(crate) page: f32,
}

/// An iterator over hashes of tokens.
pub(crate) trait Hashes:
    ExactSizeIterator<Item = Hash32> + DoubleEndedIterator + Clone
{
}

impl<T: ExactSizeIterator<Item = Hash32> + DoubleEndedIterator + Clone> Hashes for T {}

impl Terms {
    /// Numbers the tokens of texts.
    pub(crate) fn new<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let mut terms = Self {
            numbers: Vec::new(),
            ends: Vec::with_capacity(texts.size_hint().0),
            interner: Interner::new(),
            hashes: Vec::new(),
            squares: Vec::with_capacity(texts.size_hint().0),
            all_squares: 0,
        };
        let mut counts = Vec::new();
        for text in texts {
            terms.add(text, &mut counts);
        }
        terms
    }

    /// Numbers the tokens of the next text. `counts` contains, per number, how often the token has
    /// occurred in this text (0 between texts) and in all texts so far.
    #[inline(never)]
    fn add(&mut self, text: &str, counts: &mut Vec<(u32, u32)>) {
        let start = self.numbers.len();
        text::terms(text, |token, term| {
            let number = self.interner.intern(term);
            if self.hashes.len() < self.interner.len() {
                self.hashes.push(Hash32::EMPTY.lower_case(token));
                counts.push((0, 0));
            }
            self.numbers.push(number);
        });
        let mut squares = 0;
        for &number in &self.numbers[start..] {
            let (own, all) = &mut counts[number as usize];
            squares += 2 * u64::from(*own) + 1;
            self.all_squares += 2 * u64::from(*all) + 1;
            *own += 1;
            *all += 1;
        }
        for &number in &self.numbers[start..] {
            counts[number as usize].0 = 0;
        }
        self.squares.push(squares);
        self.ends.push(self.numbers.len());
    }

    /// Returns the short hashes of the tokens of a block, in order.
    pub(crate) fn hashes(&self, block: usize) -> impl Hashes {
        let start = block.checked_sub(1).map_or(0, |before| self.ends[before]);
        let numbers = self.numbers[start..self.ends[block]].iter();
        numbers.map(|&number| self.hashes[number as usize])
    }

    /// Returns the cosine similarities of a text to the blocks.
    pub(crate) fn cosines(&self, text: &str) -> Cosines {
        let text = TermVector::new(text);
        let mut own_counts = vec![0; self.interner.len()];
        for &(term, count) in text.counts() {
            if let Some(number) = self.interner.get(term) {
                own_counts[number as usize] = count;
            }
        }
        let squared_norm = text.squared_norm();
        let cosine = |dot: u64, squares: u64| match dot {
            0 => 0.0,
            _ => (dot as f64 / (squared_norm * squares as f64).sqrt()) as f32,
        };
        let (mut start, mut all) = (0, 0);
        let blocks = self.ends.iter().zip(&self.squares).map(|(&end, &squares)| {
            let numbers = self.numbers[start..end].iter();
            let dot = numbers.map(|&n| u64::from(own_counts[n as usize])).sum();
            start = end;
            all += dot;
            cosine(dot, squares)
        });
        let blocks = blocks.collect();
        Cosines {
            blocks,
            page: cosine(all, self.all_squares),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosines_match_the_term_vectors() {
        arbtest::arbtest(|u| {
            const WORDS: [&str; 6] = ["ferry", "Ferry ", " the ", "水", "harbour, ", " — "];
            let mut text = || {
                let count = u.int_in_range(0..=9)?;
                (0..count)
                    .map(|_| u.choose(&WORDS).copied())
                    .collect::<Result<String, _>>()
            };
            let texts = [text()?, text()?, text()?];
            let title = text()?;
            let vector = TermVector::new(&title);
            let cosines = Terms::new(texts.iter().map(String::as_str)).cosines(&title);
            for (text, cosine) in texts.iter().zip(cosines.blocks) {
                assert_eq!(cosine, vector.cosine(&TermVector::new(text)));
            }
            let all = TermVector::new(&texts.join(" "));
            assert_eq!(cosines.page, vector.cosine(&all));
            Ok(())
        });
    }
}
