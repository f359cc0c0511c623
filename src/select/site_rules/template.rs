//! The similarity of the templates of two pages: the share of signatures of named elements that
//! they have in common.
//!
//! This is the Jaccard index of the two sets, estimated from one bit of each of 128 minimum hashes
//! (Li and König: *b-Bit Minwise Hashing*, WWW 2010, with b = 1). The standard error is .07 if six
//! in ten are shared.

use super::signature::Signatures;
use crate::compact::interner::Interner;
use crate::page::{NodeId, Page};

/// Size of a digest, in bytes.
pub(super) const BYTES: usize = 16;

/// A digest of the signatures of a page's named elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Template(pub(super) [u8; BYTES]);

impl Template {
    /// Digests the named elements of a page in `body`.
    pub(super) fn new(page: &Page, signatures: &mut Signatures<'_>) -> Self {
        let named = |id: NodeId| {
            let signature = signatures.of(id);
            signature.is_named().then(|| signature.digest())
        };
        let elements = page
            .descendants(page.body())
            .filter(|&id| page.is_element(id));
        let mut seen = Interner::new();
        let digests = elements.filter_map(named);
        let digests: Vec<u32> = digests.filter(|&d| seen.insert(d.into())).collect();
        Self::of(&digests)
    }

    fn of(digests: &[u32]) -> Self {
        let keys: Vec<u64> = digests.iter().map(|&digest| mixed(digest.into())).collect();
        let mut bits = [0; BYTES];
        for place in 0..8 * BYTES {
            let factor = mixed(place as u64) | 1;
            let hashed = keys.iter().map(|key| key.wrapping_mul(factor));
            // The upper bits determine the minimum, so a lower bit is independent.
            let least = hashed.min().unwrap_or_default();
            bits[place / 8] |= ((least >> 20 & 1) as u8) << (place % 8);
        }
        Self(bits)
    }

    /// Returns the estimated Jaccard index, at most 1. If there are no common signatures, it may be
    /// slightly below 0.
    pub(super) fn likeness(&self, other: &Self) -> f32 {
        let bytes = self.0.iter().zip(&other.0);
        let differ: u32 = bytes.map(|(a, b)| (a ^ b).count_ones()).sum();
        1.0 - 2.0 * differ as f32 / (8 * BYTES) as f32
    }
}

/// Mixes the bits of a number (the finalizer of SplitMix64).
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimated_likeness_is_close_to_the_shared_fraction() {
        for (shared, alone) in [(0, 150), (60, 40), (120, 40), (180, 10), (200, 0)] {
            let sets = (0..20_u32).map(|round| {
                let digest = |n: u32| mixed(u64::from(n) << 32 | u64::from(round)) as u32;
                let a: Vec<u32> = (0..shared + alone).map(digest).collect();
                let b: Vec<u32> = (alone..shared + 2 * alone).map(digest).collect();
                Template::of(&a).likeness(&Template::of(&b))
            });
            let likeness: Vec<f32> = sets.collect();
            let mean = likeness.iter().sum::<f32>() / 20.0;
            let share = shared as f32 / (shared + 2 * alone) as f32;
            assert!((mean - share).abs() < 0.05, "{mean} {share}");
            assert!(
                likeness.iter().all(|l| (l - share).abs() < 0.3),
                "{likeness:?}"
            );
        }
    }
}
