//! The textbook alignment that tests compare alignments with.

/// Returns the length of a longest common subsequence, by the textbook's table.
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

/// Returns a function that makes a given number of words of a given number of kinds, by a
/// congruential sequence: the same for the same seed.
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
