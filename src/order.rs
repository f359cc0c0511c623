//! The order of things by a number each.
//!
//! Every type and every comparison that is sorted makes its own copy of the sort, several kB each
//! in `core.wasm`. Here the number and the place are one whole number, so that all of them share
//! one.

/// Returns the places of keys in ascending order of the keys; of equal ones the first comes first.
pub(crate) fn ascending(keys: impl Iterator<Item = u32>) -> Vec<usize> {
    places(
        keys.zip(0..)
            .map(|(key, at)| u64::from(key) << 32 | at)
            .collect(),
    )
}

fn places(mut keyed: Vec<u64>) -> Vec<usize> {
    keyed.sort_unstable();
    keyed.into_iter().map(|key| key as u32 as usize).collect()
}

/// Returns the places of keys in descending order of the keys; of equal ones the first comes first.
pub(crate) fn descending(keys: impl Iterator<Item = u32>) -> Vec<usize> {
    ascending(keys.map(|key| !key))
}

/// Returns a key in the order of [`f32::total_cmp`].
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
    fn equal_keys_stay_as_they_stand() {
        assert_eq!(ascending([3, 1, 3, 0].into_iter()), [3, 1, 0, 2]);
        assert_eq!(descending([3, 1, 3, 0].into_iter()), [0, 2, 1, 3]);
    }

    #[test]
    fn keys_stand_in_the_order_of_numbers() {
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
