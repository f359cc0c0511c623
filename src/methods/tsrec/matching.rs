//! Sequence matching (Fig. 5): the common subsequence of two sequences.
//!
//! The paper fills a table of edit distances, which takes as many steps as there are pairs of
//! elements. Here 32 cells of a column of that table are one word: Hyyrö, *Bit-Parallel LCS-length
//! Computation Revisited*, AWOCA 2004, with Hirschberg's division (*A linear space algorithm for
//! computing maximal common subsequences*, CACM 18, 1975) to find the pairs, not only their number.
//! A row changes only at occurrences of its symbol and along carries, so rare elements cost next to
//! nothing. The result is exact up to [`MAX_WORDS`].
//!
//! A diff that stops early (Myers with the heuristics of Git and GNU diff) can miss pairs; without
//! these heuristics it takes seconds if two pages contain the same elements in another order.

use std::collections::BTreeMap;

/// Words of a table that is stored as a whole to walk back through it (1 MiB).
const TABLE_WORDS: usize = 1 << 18;

/// Maximum steps of one matching, in words of 32 cells: enough for 131,000 elements that occur on
/// both sides against as many. Beyond that, both sides are cut into equally many slices, and
/// matches across slices are lost.
const MAX_WORDS: usize = 1 << 29;

/// Replaces the values of two slices by numbers: equal values get the same number, from 0 without
/// gaps.
pub(super) fn symbols<K: Ord>(first: &[K], second: &[K]) -> (Vec<u32>, Vec<u32>) {
    let mut known = BTreeMap::new();
    let mut number = |key| {
        let next = u32::try_from(known.len()).unwrap_or(u32::MAX);
        *known.entry(key).or_insert(next)
    };
    let first = first.iter().map(&mut number).collect();
    let second = second.iter().map(&mut number).collect();
    (first, second)
}

/// Returns a longest common subsequence: the positions in `a` and `b` of its members, in order.
pub(super) fn matches(a: &[u32], b: &[u32]) -> Vec<(usize, usize)> {
    longest(a, b, MAX_WORDS)
}

fn longest(a: &[u32], b: &[u32], most_words: usize) -> Vec<(usize, usize)> {
    let (a, b) = (shared(a, b), shared(b, a));
    let words = a.len().div_ceil(32).saturating_mul(b.len());
    let slices = words / most_words + 1;
    let mut pairs = Vec::new();
    for i in 0..slices {
        let cut = |len: usize, i: usize| len / slices * i + (len % slices) * i / slices;
        matches_of(
            &a[cut(a.len(), i)..cut(a.len(), i + 1)],
            &b[cut(b.len(), i)..cut(b.len(), i + 1)],
            &mut pairs,
        );
    }
    pairs.sort_unstable();
    pairs
}

/// A symbol and its position.
type Item = (u32, usize);

/// Returns the items of `a` whose symbol also occurs in `b`; no others can be matched.
fn shared(a: &[u32], b: &[u32]) -> Vec<Item> {
    let most = a
        .iter()
        .chain(b)
        .max()
        .map_or(0, |&symbol| symbol as usize + 1);
    let mut occurs = vec![false; most];
    for &symbol in b {
        occurs[symbol as usize] = true;
    }
    a.iter()
        .enumerate()
        .filter(|&(_, &symbol)| occurs[symbol as usize])
        .map(|(i, &symbol)| (symbol, i))
        .collect()
}

fn matches_of(a: &[Item], b: &[Item], pairs: &mut Vec<(usize, usize)>) {
    let mut open = vec![(a, b)];
    while let Some((mut a, mut b)) = open.pop() {
        while let ([first, rest_a @ ..], [other, rest_b @ ..]) = (a, b)
            && first.0 == other.0
        {
            pairs.push((first.1, other.1));
            (a, b) = (rest_a, rest_b);
        }
        while let ([rest_a @ .., last], [rest_b @ .., other]) = (a, b)
            && last.0 == other.0
        {
            pairs.push((last.1, other.1));
            (a, b) = (rest_a, rest_b);
        }
        if a.is_empty() || b.is_empty() {
            continue;
        }
        if a.len().div_ceil(32) * b.len() <= TABLE_WORDS || b.len() == 1 {
            walk_back(a, b, pairs);
            continue;
        }
        let middle = b.len() / 2;
        let at = division(a, &b[..middle], &b[middle..]);
        open.push((&a[..at], &b[..middle]));
        open.push((&a[at..], &b[middle..]));
    }
}

/// Adds the pairs of two sequences whose table is stored as a whole.
fn walk_back(a: &[Item], b: &[Item], pairs: &mut Vec<(usize, usize)>) {
    let occurrences = Occurrences::new(a.iter());
    let mut row = LengthRow::new(a.len());
    let words = row.0.len();
    let mut table = Vec::with_capacity(words * b.len());
    for &(symbol, _) in b {
        row.advance(occurrences.of(symbol));
        table.extend_from_slice(&row.0);
    }
    // True if the subsequence does not grow with the a-th item after the b-th row.
    let flat = |i: usize, j: usize| table[j * words + i / 32] >> (i % 32) & 1 == 1;
    let (mut i, mut j) = (a.len(), b.len());
    while i > 0 && j > 0 {
        if flat(i - 1, j - 1) {
            i -= 1;
        } else if j > 1 && !flat(i - 1, j - 2) {
            j -= 1;
        } else {
            i -= 1;
            j -= 1;
            pairs.push((a[i].1, b[j].1));
        }
    }
}

/// Returns where to divide `a` so that matching its parts separately with the two parts of `b`
/// loses nothing; the first position if several are equal.
fn division(a: &[Item], before: &[Item], after: &[Item]) -> usize {
    let forward = lengths(a.iter(), before.iter());
    let backward = lengths(a.iter().rev(), after.iter().rev());
    let total = |at: usize| forward[at] + backward[a.len() - at];
    (0..=a.len())
        .rev()
        .max_by_key(|&at| total(at))
        .unwrap_or_default()
}

/// Returns the lengths of the longest common subsequences of `b` and the first 0, 1, 2 … items of
/// `a`.
fn lengths<'a>(
    a: impl ExactSizeIterator<Item = &'a Item>,
    b: impl Iterator<Item = &'a Item>,
) -> Vec<u32> {
    let len = a.len();
    let occurrences = Occurrences::new(a);
    let mut row = LengthRow::new(len);
    for &(symbol, _) in b {
        row.advance(occurrences.of(symbol));
    }
    let mut lengths = Vec::with_capacity(len + 1);
    let mut length = 0;
    lengths.push(0);
    for i in 0..len {
        length += 1 - (row.0[i / 32] >> (i % 32) & 1);
        lengths.push(length);
    }
    lengths
}

/// For every symbol, the words of a row in which it occurs and its bits in them.
struct Occurrences(Vec<(u32, u32, u32)>);

impl Occurrences {
    fn new<'a>(items: impl Iterator<Item = &'a Item>) -> Self {
        let mut all: Vec<_> = (0_u32..)
            .zip(items)
            .map(|(i, &(symbol, _))| (symbol, i / 32, 1 << (i % 32)))
            .collect();
        all.sort_unstable();
        all.dedup_by(|next, kept| {
            let same = (next.0, next.1) == (kept.0, kept.1);
            if same {
                kept.2 |= next.2;
            }
            same
        });
        Self(all)
    }

    fn of(&self, symbol: u32) -> &[(u32, u32, u32)] {
        let start = self.0.partition_point(|&(other, ..)| other < symbol);
        let len = self.0[start..].partition_point(|&(other, ..)| other == symbol);
        &self.0[start..start + len]
    }
}

/// A row of the table as differences: a bit is 0 if the subsequence grows by one.
struct LengthRow(Vec<u32>);

impl LengthRow {
    fn new(len: usize) -> Self {
        Self(vec![u32::MAX; len.div_ceil(32)])
    }

    /// Sets `V = (V + (V & M)) | (V & !M)`, with M as the occurrences of the row's symbol.
    fn advance(&mut self, occurrences: &[(u32, u32, u32)]) {
        let mut carry = false;
        let mut next = 0;
        for &(_, word, bits) in occurrences {
            let word = word as usize;
            self.carry(next..word, &mut carry);
            let old = self.0[word];
            let (sum, over) = old.overflowing_add(old & bits);
            let (sum, over_again) = sum.overflowing_add(u32::from(carry));
            self.0[word] = sum | (old & !bits);
            carry = over || over_again;
            next = word + 1;
        }
        self.carry(next..self.0.len(), &mut carry);
    }

    fn carry(&mut self, words: std::ops::Range<usize>, carry: &mut bool) {
        if !*carry {
            return;
        }
        for word in &mut self.0[words] {
            let (sum, over) = word.overflowing_add(1);
            *word |= sum;
            if !over {
                *carry = false;
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use arbtest::arbitrary::Unstructured;
    use arbtest::arbtest;

    use super::*;

    /// Fills the paper's table (Fig. 5, with a cost of one for insertions and deletions, and of
    /// `replace` for replacements), and returns the equal pairs on the way back.
    fn table(a: &[u32], b: &[u32], replace: usize) -> Vec<(usize, usize)> {
        let mut m = vec![vec![0; b.len() + 1]; a.len() + 1];
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                m[i][j] = match (i, j) {
                    (0, _) => j,
                    (_, 0) => i,
                    _ => {
                        let cost = if a[i - 1] == b[j - 1] { 0 } else { replace };
                        (m[i - 1][j - 1] + cost)
                            .min(m[i - 1][j] + 1)
                            .min(m[i][j - 1] + 1)
                    }
                };
            }
        }
        let (mut i, mut j) = (a.len(), b.len());
        let mut pairs = Vec::new();
        while i > 0 && j > 0 {
            let same = a[i - 1] == b[j - 1];
            if m[i][j] == m[i - 1][j - 1] + if same { 0 } else { replace } {
                (i, j) = (i - 1, j - 1);
                if same {
                    pairs.push((i, j));
                }
            } else if m[i][j] == m[i - 1][j] + 1 {
                i -= 1;
            } else {
                j -= 1;
            }
        }
        pairs.reverse();
        pairs
    }

    fn check_pairs(a: &[u32], b: &[u32], pairs: &[(usize, usize)]) {
        assert!(pairs.iter().all(|&(i, j)| a[i] == b[j]));
        assert!(pairs.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1));
    }

    fn text(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    #[test]
    fn matches_equal_the_example_of_the_paper() {
        // Sect. 5.1: "a in S1 maps to a in S2, c in S1 maps to c in S2, b in S1 has no mapping".
        assert_eq!(matches(&text("abc"), &text("ac")), [(0, 0), (2, 1)]);
    }

    fn sequence(u: &mut Unstructured<'_>, kinds: u32) -> arbtest::arbitrary::Result<Vec<u32>> {
        let len = u.int_in_range(0..=90)?;
        (0..len).map(|_| u.int_in_range(0..=kinds)).collect()
    }

    #[test]
    fn match_count_equals_that_of_the_papers_table() {
        arbtest(|u| {
            let kinds = u.int_in_range(0..=12)?;
            let (a, b) = (sequence(u, kinds)?, sequence(u, kinds)?);
            let found = matches(&a, &b);
            check_pairs(&a, &b, &found);
            // If a replacement costs as much as a deletion and an insertion, the table counts
            // common elements; the paper's cost can only lose some of them.
            assert_eq!(found.len(), table(&a, &b, 2).len());
            assert!(found.len() >= table(&a, &b, 1).len());
            Ok(())
        });
    }

    /// Returns pseudorandom numbers: a linear congruential generator's upper bits.
    fn noise(len: usize, kinds: u32, seed: u32) -> Vec<u32> {
        let step = |&x: &u32| Some(x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        std::iter::successors(Some(seed), step)
            .map(|x| (x >> 8) % kinds)
            .take(len)
            .collect()
    }

    #[test]
    fn divided_sequences_lose_no_matches() {
        // Too large for one table, so both sides are divided.
        for kinds in [3, 400, 3000] {
            let (a, b) = (noise(3100, kinds, 1), noise(3000, kinds, 2));
            let found = matches(&a, &b);
            check_pairs(&a, &b, &found);
            let mut lengths = vec![0_u32; b.len() + 1];
            for &x in &a {
                let mut diagonal = 0;
                for (j, &y) in b.iter().enumerate() {
                    let above = lengths[j + 1];
                    lengths[j + 1] = if x == y {
                        diagonal + 1
                    } else {
                        above.max(lengths[j])
                    };
                    diagonal = above;
                }
            }
            assert_eq!(found.len(), lengths[b.len()] as usize, "{kinds} kinds");
        }
    }

    #[test]
    fn matches_within_a_memory_limit_are_valid_but_fewer() {
        let (a, b) = (noise(3000, 50, 3), noise(2000, 50, 4));
        let exact = matches(&a, &b);
        for most_words in [1, 1000, 50_000] {
            let found = longest(&a, &b, most_words);
            check_pairs(&a, &b, &found);
            assert!(!found.is_empty() && found.len() < exact.len());
        }
        assert_eq!(longest(&a, &a, 1000).len(), a.len());
    }

    #[test]
    fn empty_disjoint_and_equal_sequences_are_matched() {
        assert_eq!(matches(&[], &[]), []);
        assert_eq!(matches(&[1], &[]), []);
        assert_eq!(matches(&[], &[1]), []);
        assert_eq!(matches(&[1, 2], &[3, 4]), []);
        let a = noise(20_000, 70, 5);
        assert_eq!(matches(&a, &a).len(), a.len());
    }
}
