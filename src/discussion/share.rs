//! Shares as exact fractions.

/// A share of a whole: numerator and denominator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share(pub(super) u64, pub(super) u64);

impl Share {
    pub(super) const HALF: Self = Self(1, 2);

    /// Returns whether a part is at least this share of a whole.
    pub(super) fn is_reached<N: TryInto<u64>>(self, part: N, whole: N) -> bool {
        let [part, whole] = [part, whole].map(number);
        part.saturating_mul(self.1) >= whole.saturating_mul(self.0)
    }

    /// Returns whether a part is more than this share of a whole.
    pub(super) fn is_exceeded<N: TryInto<u64>>(self, part: N, whole: N) -> bool {
        let [part, whole] = [part, whole].map(number);
        part.saturating_mul(self.1) > whole.saturating_mul(self.0)
    }
}

fn number<N: TryInto<u64>>(number: N) -> u64 {
    number.try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_exact() {
        assert!(Share::HALF.is_reached(2, 4) && !Share::HALF.is_exceeded(2, 4));
        assert!(Share::HALF.is_exceeded(3, 5) && !Share::HALF.is_reached(2, 5));
        assert!(Share(3, 5).is_reached(3_u32, 5) && Share(3, 5).is_reached(0_usize, 0));
    }
}
