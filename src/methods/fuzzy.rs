//! Fuzzy regions of a number: the degree to which it is low, middling or high.
//!
//! The membership functions of Bu, Zhang, Xia, Wang 2014 (Figs. 3 and 7). A [`Spread`] contains
//! their three numbers, which give `L = (MIN + Mean) / 2` and `H = (Mean + MAX) / 2`.

/// The smallest, mean and largest of some values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// MIN, at most `mean`.
    pub min: f64,
    /// Mean.
    pub mean: f64,
    /// MAX, at least `mean`.
    pub max: f64,
}

impl Spread {
    /// Returns the spread of finite values; `None` if there are none. Sorts them, which makes the
    /// result bit for bit independent of their order.
    pub fn of(values: &mut [f64]) -> Option<Self> {
        values.sort_unstable_by(f64::total_cmp);
        let (&min, &max) = (values.first()?, values.last()?);
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        Some(Self {
            min,
            // A rounded mean of equal values may differ from them.
            mean: mean.clamp(min, max),
            max,
        })
    }

    /// Returns `alpha * a + (1 - alpha) * b` (Eqs. 1 to 3), with `alpha` from 0 to 1.
    pub fn weighted(alpha: f64, a: Self, b: Self) -> Self {
        let mix = |a: f64, b: f64| alpha * a + (1.0 - alpha) * b;
        Self {
            min: mix(a.min, b.min),
            mean: mix(a.mean, b.mean),
            max: mix(a.max, b.max),
        }
    }

    /// Returns `L`, the greatest value that is only low.
    pub fn low(&self) -> f64 {
        (self.min + self.mean) / 2.0
    }

    /// Returns `H`, the smallest value that is only high.
    pub fn high(&self) -> f64 {
        (self.mean + self.max) / 2.0
    }
}

/// A part of the range of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Region {
    /// Near MIN.
    Low,
    /// About the Mean; only [`Partition::Three`] has it.
    Middle,
    /// Near MAX.
    High,
}

impl Region {
    /// The regions, lowest first.
    pub const ALL: [Self; 3] = [Self::Low, Self::Middle, Self::High];
}

/// A division of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partition {
    /// Low, Middle and High (Fig. 3). Low is 1 up to `L` and falls linearly to 0 at Mean; Middle
    /// rises from 0 at `L` to 1 at Mean and falls to 0 at `H`; High rises from 0 at Mean to 1 at
    /// `H`.
    Three,
    /// Low' and High' (Fig. 7): Low' is Low, High' rises from 0 at `L` to 1 at Mean and stays 1.
    Two,
}

impl Partition {
    /// Returns its regions, lowest first.
    pub fn regions(self) -> &'static [Region] {
        match self {
            Self::Three => &Region::ALL,
            Self::Two => &[Region::Low, Region::High],
        }
    }

    /// Returns the membership of `value` in `region`, 0 to 1; the regions' memberships add up to 1.
    /// If `L`, Mean and `H` coincide, a value up to there is low and any above is high. NaN counts
    /// as high.
    pub fn membership(self, region: Region, spread: &Spread, value: f64) -> f64 {
        let (low, mean, high) = (spread.low(), spread.mean, spread.high());
        // In these branches no denominator is 0.
        let [at_low, at_middle, at_high] = if value <= low {
            [1.0, 0.0, 0.0]
        } else if value <= mean {
            let middle = (value - low) / (mean - low);
            [1.0 - middle, middle, 0.0]
        } else if value < high {
            let highness = (value - mean) / (high - mean);
            [0.0, 1.0 - highness, highness]
        } else {
            [0.0, 0.0, 1.0]
        };
        match (self, region) {
            (Self::Three, Region::Low) => at_low,
            (Self::Three, Region::Middle) => at_middle,
            (Self::Three, Region::High) => at_high,
            (Self::Two, Region::Low) => at_low,
            (Self::Two, Region::Middle) => 0.0,
            (Self::Two, Region::High) => at_middle + at_high,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Item A of Table 3.
    const A: Spread = Spread {
        min: 144.0,
        mean: 308.0,
        max: 473.0,
    };

    fn check(partition: Partition, spread: &Spread, value: f64, expected: [f64; 3]) {
        let found = Region::ALL.map(|region| partition.membership(region, spread, value));
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 0.005, "{value}: {found}");
        }
    }

    #[test]
    fn three_regions_match_figure_3() {
        // Table 4, lines 1 and 13.
        check(Partition::Three, &A, 287.0, [0.26, 0.74, 0.0]);
        check(Partition::Three, &A, 299.0, [0.11, 0.89, 0.0]);
        // The corners: L = 226, H = 390.5.
        check(Partition::Three, &A, 0.0, [1.0, 0.0, 0.0]);
        check(Partition::Three, &A, 226.0, [1.0, 0.0, 0.0]);
        check(Partition::Three, &A, 308.0, [0.0, 1.0, 0.0]);
        check(Partition::Three, &A, 349.25, [0.0, 0.5, 0.5]);
        check(Partition::Three, &A, 390.5, [0.0, 0.0, 1.0]);
        check(Partition::Three, &A, 1e9, [0.0, 0.0, 1.0]);
    }

    #[test]
    fn upper_of_two_regions_is_full_from_the_mean() {
        check(Partition::Two, &A, 226.0, [1.0, 0.0, 0.0]);
        check(Partition::Two, &A, 246.5, [0.75, 0.0, 0.25]);
        check(Partition::Two, &A, 308.0, [0.0, 0.0, 1.0]);
        check(Partition::Two, &A, 349.25, [0.0, 0.0, 1.0]);
        check(Partition::Two, &A, 390.5, [0.0, 0.0, 1.0]);
    }

    #[test]
    fn zero_width_range_is_a_step() {
        // Item E of Table 3: most lines have no link, so MIN, L and Mean are 0.
        let e = Spread {
            min: 0.0,
            mean: 0.0,
            max: 6.0,
        };
        check(Partition::Three, &e, 0.0, [1.0, 0.0, 0.0]);
        check(Partition::Three, &e, 1.0, [0.0, 0.67, 0.33]);
        check(Partition::Three, &e, 2.0, [0.0, 0.33, 0.67]);
        let point = Spread::of(&mut [0.1; 3]).unwrap();
        for partition in [Partition::Three, Partition::Two] {
            check(partition, &point, 0.1, [1.0, 0.0, 0.0]);
            check(partition, &point, 0.2, [0.0, 0.0, 1.0]);
            check(partition, &point, f64::INFINITY, [0.0, 0.0, 1.0]);
            check(partition, &point, f64::NAN, [0.0, 0.0, 1.0]);
        }
    }

    #[test]
    fn memberships_add_up_to_one() {
        arbtest::arbtest(|u| {
            let mut values: Vec<f64> = Vec::new();
            for _ in 0..u.int_in_range(1..=8)? {
                values.push(f64::from(u.arbitrary::<i16>()?) / 64.0);
            }
            let value = f64::from(u.arbitrary::<i16>()?) / 64.0;
            let spread = Spread::of(&mut values).unwrap();
            assert!(spread.min <= spread.mean && spread.mean <= spread.max);
            for partition in [Partition::Three, Partition::Two] {
                let regions = partition.regions().iter();
                let all: Vec<_> = regions
                    .map(|&region| partition.membership(region, &spread, value))
                    .collect();
                assert!(all.iter().all(|m| (0.0..=1.0).contains(m)), "{all:?}");
                assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            }
            Ok(())
        });
    }

    #[test]
    fn spread_ignores_order_and_can_be_weighted() {
        let spread = Spread::of(&mut [0.3, 0.1, 0.2]).unwrap();
        assert_eq!(Some(spread), Spread::of(&mut [0.2, 0.3, 0.1]));
        assert_eq!(Spread::of(&mut []), None);
        // A.MIN: 287 in the topical region and 1 elsewhere make 144 (Sect. 3.3).
        let (topical, other) = (Spread { min: 287.0, ..A }, Spread { min: 1.0, ..A });
        assert_eq!(Spread::weighted(0.5, topical, other).min, 144.0);
    }
}
