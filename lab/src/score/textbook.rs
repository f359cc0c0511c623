//! A textbook alignment for tests to compare with.

/// Returns the length of a longest common subsequence by dynamic programming.
pub(crate) fn lcs_by_table<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if x == y {
                diagonal + 1
            } else {
                above.max(row[j])
            };
            diagonal = above;
        }
    }
    row[b.len()]
}

/// Returns a generator of pseudorandom words from a linear congruential sequence: it takes the
/// number of words and the size of the vocabulary. The same seed gives the same words.
pub(crate) fn random_words(seed: u32) -> impl FnMut(usize, u32) -> Vec<u32> {
    let mut state = seed;
    move |count, kinds| {
        let word = |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % kinds
        };
        (0..count).map(word).collect()
    }
}
