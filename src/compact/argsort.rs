//! Sorting by numeric keys.
//!
//! Every type and comparison compiles to a separate copy of the standard sort, several kB each in
//! `core.wasm`. Here all share one sort, by the bytes of the keys.

/// Returns the indices that sort keys in ascending order; equal keys keep their order.
pub(crate) fn ascending(keys: impl Iterator<Item = u32>) -> Vec<usize> {
    places(keys.zip(0..).collect())
}

/// Returns values in ascending order of a number for each; equal ones keep their order.
pub(crate) fn sorted<T>(items: Vec<T>, number: impl Fn(&T) -> usize) -> Vec<T> {
    let order = ascending(items.iter().map(|item| number(item) as u32));
    let mut left: Vec<Option<T>> = items.into_iter().map(Some).collect();
    order.into_iter().filter_map(|at| left[at].take()).collect()
}

/// Maximum number of keys for which an insertion sort is used.
const MAX_INSERTION_SORT: usize = 40;

fn places(mut keyed: Vec<(u32, u32)>) -> Vec<usize> {
    if keyed.len() <= MAX_INSERTION_SORT {
        for end in 1..keyed.len() {
            let mut at = end;
            while at > 0 && keyed[at - 1].0 > keyed[at].0 {
                keyed.swap(at - 1, at);
                at -= 1;
            }
        }
    } else {
        sort_by_bytes(&mut keyed);
    }
    keyed.into_iter().map(|(_, at)| at as usize).collect()
}

/// Sorts by the keys' bytes, the lowest first (radix sort). Each round keeps the order of the
/// previous rounds for equal bytes.
fn sort_by_bytes(keyed: &mut Vec<(u32, u32)>) {
    let mut counts = [[0; 256]; 4];
    for (key, _) in &*keyed {
        let [first, second, third, fourth] = key.to_le_bytes();
        counts[0][usize::from(first)] += 1;
        counts[1][usize::from(second)] += 1;
        counts[2][usize::from(third)] += 1;
        counts[3][usize::from(fourth)] += 1;
    }
    let mut sorted = vec![(0, 0); keyed.len()];
    for (round, counts) in counts.iter_mut().enumerate() {
        // All keys have the same byte.
        if counts.contains(&keyed.len()) {
            continue;
        }
        let mut start = 0;
        for count in &mut *counts {
            start += std::mem::replace(count, start);
        }
        for &entry in &*keyed {
            let next = &mut counts[usize::from(entry.0.to_le_bytes()[round])];
            sorted[*next] = entry;
            *next += 1;
        }
        std::mem::swap(keyed, &mut sorted);
    }
}

/// Returns the indices that sort keys in descending order; equal keys keep their order.
pub(crate) fn descending(keys: impl Iterator<Item = u32>) -> Vec<usize> {
    ascending(keys.map(|key| !key))
}

/// Returns a key with the order of [`f32::total_cmp`].
pub(crate) fn key(number: f32) -> u32 {
    let bits = number.to_bits();
    if number.is_sign_negative() {
        !bits
    } else {
        bits | 1 << 31
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_keep_their_order() {
        assert_eq!(ascending([3, 1, 3, 0].into_iter()), [3, 1, 0, 2]);
        assert_eq!(descending([3, 1, 3, 0].into_iter()), [0, 2, 1, 3]);
    }

    #[test]
    fn many_keys_are_sorted_like_the_standard_library() {
        for bits in [3, 12, 21, 32] {
            let key = |at: u32| at.wrapping_mul(0x9e37_79b1) >> (32 - bits);
            let keys: Vec<u32> = (0..1_000).map(key).collect();
            let mut expected: Vec<usize> = (0..keys.len()).collect();
            expected.sort_by_key(|&at| keys[at]);
            assert_eq!(ascending(keys.into_iter()), expected);
        }
    }

    #[test]
    fn keys_have_the_total_order_of_floats() {
        let numbers = [
            f32::NEG_INFINITY,
            -2.5,
            -1e-40,
            -0.0,
            0.0,
            1e-40,
            2.5,
            f32::INFINITY,
        ];
        let numbers: Vec<f32> = [-f32::NAN]
            .into_iter()
            .chain(numbers)
            .chain([f32::NAN])
            .collect();
        assert!(numbers.is_sorted_by(|&a, &b| key(a) < key(b) && a.total_cmp(&b).is_lt()));
    }
}
