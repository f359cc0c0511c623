//! Items, fuzzy identity and fuzzy sequential patterns (Sect. 2.2).

use std::fmt::{self, Display, Write};
use std::str::FromStr;

/// One line: its minimum and maximum number of tokens (Definition 1), and how far these were
/// widened (the `f_i` of Definition 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    /// Minimum tokens.
    pub min: u32,
    /// Maximum tokens.
    pub max: u32,
    /// Fuzzy factor: the round in which the range was last widened; 0 is the exact length.
    pub factor: u32,
}

impl Item {
    /// Returns the item of a line of exactly `tokens` tokens.
    pub fn exact(tokens: u32) -> Self {
        Self {
            min: tokens,
            max: tokens,
            factor: 0,
        }
    }

    /// Returns the item of a line of `tokens` tokens, widened by `factor` tenths of its length,
    /// rounded outwards.
    pub(crate) fn scaled(tokens: u32, factor: u32) -> Self {
        let part = u64::from(tokens) * u64::from(factor);
        let part = u32::try_from(part.div_ceil(10)).unwrap_or(u32::MAX);
        Self {
            min: tokens.saturating_sub(part),
            max: tokens.saturating_add(part),
            factor,
        }
    }

    /// Returns whether the two ranges share a length (Definition 4).
    pub(crate) fn overlaps(self, other: Self) -> bool {
        self.min <= other.max && other.min <= self.max
    }
}

/// Returns whether two fuzzy sequential items are identical: the same number of items, each
/// overlapping the other's (Definition 4).
pub(crate) fn fuzzy_identical(a: &[Item], b: &[Item]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.overlaps(*b))
}

/// A fuzzy sequential pattern: a representative sequence, and its measures.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    /// `s_p`: its items; never empty.
    pub items: Vec<Item>,
}

impl Pattern {
    /// Returns `f_p`, the mean fuzzy factor of the larger half of its items.
    pub fn factor(&self) -> f32 {
        larger_half_mean(self.items.iter().map(|item| item.factor))
    }

    /// Returns `m_p`, the number of its items.
    pub fn size(&self) -> usize {
        self.items.len()
    }

    /// Returns `t_p`, the mean of the greatest lengths of the larger half of its items, in tokens.
    pub fn length(&self) -> f32 {
        larger_half_mean(self.items.iter().map(|item| item.max))
    }
}

/// Returns `f_p`, `m_p` and `t_p` of a pattern, which identify it.
pub fn features(pattern: &Pattern) -> [f32; 3] {
    [pattern.factor(), pattern.size() as f32, pattern.length()]
}

/// Returns the mean of the larger half of some values, including the middle one of an odd number; 0
/// if there are none.
pub(super) fn larger_half_mean(values: impl Iterator<Item = u32>) -> f32 {
    let mut values: Vec<u32> = values.collect();
    values.sort_unstable_by(|a, b| b.cmp(a));
    let half = values.len().div_ceil(2);
    let sum: u64 = values[..half].iter().map(|&v| u64::from(v)).sum();
    if half == 0 {
        0.0
    } else {
        (sum as f64 / half as f64) as f32
    }
}

/// Mined patterns in the order they were found, the least fuzzy first.
///
/// As text, one pattern per line, with spaces between items: `7` is a line of exactly seven tokens,
/// `5..9/3` one of five to nine tokens with fuzzy factor 3.
///
/// ```
/// use pith::methods::fsp::Patterns;
///
/// let text = "5 1\n3..9/4 1\n";
/// assert_eq!(text.parse::<Patterns>()?.to_string(), text);
/// # Ok::<(), pith::methods::fsp::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patterns(pub Vec<Pattern>);

impl Patterns {
    /// Returns the smallest fuzzy factor `f_p` of the patterns that are identical to a segment
    /// whose lines have these numbers of tokens, each widened as in the round in which the pattern
    /// was found; `None` if no pattern is.
    pub(crate) fn factor_of(&self, segment: &[u32]) -> Option<f32> {
        let matches = |pattern: &&Pattern| {
            let round = pattern.items.iter().map(|item| item.factor).max();
            let round = round.unwrap_or_default();
            let mut pairs = pattern.items.iter().zip(segment);
            pattern.size() == segment.len()
                && pairs.all(|(item, &n)| item.overlaps(Item::scaled(n, round)))
        };
        let matched = self.0.iter().filter(matches);
        matched.map(Pattern::factor).min_by(f32::total_cmp)
    }
}

impl Display for Patterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for pattern in &self.0 {
            for (i, item) in pattern.items.iter().enumerate() {
                if i > 0 {
                    f.write_char(' ')?;
                }
                if item.factor == 0 && item.min == item.max {
                    write!(f, "{}", item.min)?;
                } else {
                    write!(f, "{}..{}/{}", item.min, item.max, item.factor)?;
                }
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}

/// The position of an error in a text of [`Patterns`] or a classifier.
///
/// ```
/// use pith::methods::fsp::Patterns;
///
/// let error = "1 2\n9..3/1\n".parse::<Patterns>().unwrap_err();
/// assert_eq!(error.to_string(), "line 2 cannot be read: \"9..3/1\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The invalid text there.
    pub found: String,
}

impl Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, found } = self;
        write!(f, "line {line} cannot be read: \"{found}\"")
    }
}

impl std::error::Error for ParseError {}

impl FromStr for Patterns {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut patterns = Vec::new();
        for (i, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let items = line.split_whitespace().map(|word| {
                item(word).ok_or_else(|| ParseError {
                    line: i + 1,
                    found: word.to_owned(),
                })
            });
            let items = items.collect::<Result<_, _>>()?;
            patterns.push(Pattern { items });
        }
        Ok(Self(patterns))
    }
}

/// Parses an item as written in [`Patterns`].
fn item(word: &str) -> Option<Item> {
    if let Ok(tokens) = word.parse() {
        return Some(Item::exact(tokens));
    }
    let (range, factor) = word.split_once('/')?;
    let (min, max) = range.split_once("..")?;
    let (min, max, factor) = (min.parse().ok()?, max.parse().ok()?, factor.parse().ok()?);
    (min <= max).then_some(Item { min, max, factor })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(min: u32, max: u32) -> Item {
        Item {
            min,
            max,
            factor: 0,
        }
    }

    #[test]
    fn items_widen_by_tenths_of_their_length_rounded_outwards() {
        let scaled = |n, f| {
            let item = Item::scaled(n, f);
            (item.min, item.max)
        };
        assert_eq!(scaled(7, 0), (7, 7));
        assert_eq!(scaled(7, 1), (6, 8));
        assert_eq!(scaled(20, 3), (14, 26));
        assert_eq!(scaled(20, 10), (0, 40));
        assert_eq!(scaled(0, 10), (0, 0));
        assert_eq!(scaled(u32::MAX, 30), (0, u32::MAX));
    }

    #[test]
    fn sequences_are_identical_if_every_pair_of_ranges_overlaps() {
        let a = [range(1, 3), range(10, 20)];
        assert!(fuzzy_identical(&a, &[range(3, 9), range(5, 10)]));
        assert!(fuzzy_identical(&a, &[range(2, 2), range(0, 99)]));
        // Ranges that don't overlap but are adjacent aren't enough, nor are fewer items.
        assert!(!fuzzy_identical(&a, &[range(4, 9), range(10, 20)]));
        assert!(!fuzzy_identical(&a, &a[..1]));
        assert!(fuzzy_identical(&[], &[]));
        // Identity isn't transitive: it is fuzzy.
        let (b, c) = ([range(3, 5)], [range(5, 7)]);
        assert!(fuzzy_identical(&a[..1], &b) && fuzzy_identical(&b, &c));
        assert!(!fuzzy_identical(&a[..1], &c));
    }

    #[test]
    fn features_are_means_over_the_larger_half() {
        let item = |min, max, factor| Item { min, max, factor };
        let pattern = Pattern {
            items: vec![item(1, 1, 0), item(6, 14, 4), item(2, 8, 6), item(3, 3, 0)],
        };
        assert_eq!(features(&pattern), [5.0, 4.0, 11.0]);
        // Of three, the middle one counts.
        let pattern = Pattern {
            items: pattern.items[..3].to_vec(),
        };
        assert_eq!(features(&pattern), [5.0, 3.0, 11.0]);
        assert_eq!(larger_half_mean(std::iter::empty()), 0.0);
    }

    #[test]
    fn least_fuzzy_matching_pattern_is_used() {
        let patterns: Patterns = "5 1\n3..9/4 1\n0..9/9 0..2/9\n".parse().unwrap();
        assert_eq!(patterns.factor_of(&[5, 1]), Some(0.0));
        assert_eq!(patterns.factor_of(&[7, 1]), Some(4.0));
        // In the second pattern's round, 2 becomes 1 to 3, and 4 becomes 2 to 6.
        assert_eq!(patterns.factor_of(&[7, 2]), Some(4.0));
        assert_eq!(patterns.factor_of(&[7, 4]), Some(9.0));
        // 10 widened by four tenths is 6 to 14, and 20 is 12 to 28; by nine tenths 20 is 2 to 38.
        assert_eq!(patterns.factor_of(&[10, 1]), Some(4.0));
        assert_eq!(patterns.factor_of(&[20, 1]), Some(9.0));
        assert_eq!(patterns.factor_of(&[200, 1]), None);
        assert_eq!(patterns.factor_of(&[7]), None);
        assert_eq!(Patterns::default().factor_of(&[1]), None);
    }

    #[test]
    fn patterns_round_trip_as_text_and_invalid_text_is_rejected() {
        let text = "5 1\n3..9/4 1\n0\n7..7/2\n";
        let patterns: Patterns = text.parse().unwrap();
        assert_eq!(patterns.to_string(), text);
        let error = "# from somewhere\n1 2\n9..3/1\n"
            .parse::<Patterns>()
            .unwrap_err();
        assert_eq!(error.to_string(), "line 3 cannot be read: \"9..3/1\"");
        for bad in ["x", "1..2", "-1", "1/2", "1..2/", "99999999999"] {
            assert!(bad.parse::<Patterns>().is_err(), "{bad}");
        }
        assert_eq!("".parse::<Patterns>(), Ok(Patterns::default()));
    }
}
