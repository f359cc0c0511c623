//! A small forest of gradient-boosted decision trees, read from bytes.
//!
//! Friedman: *Greedy function approximation: a gradient boosting machine*, Ann. Stat. 29 (2001).
//! The laboratory trains it; here it is only evaluated, without a dependency and with the same
//! bits everywhere: leaves are whole numbers, so that their sum does not depend on its order.
//!
//! ```text
//! made by: …               lines of text: where it comes from,
//! corpus: …
//! columns: length links …  the columns it asks, by name,
//!                          an empty line, and then the trees: records of four bytes in preorder.
//!
//! branch   column u8 | skip u8, low 7 bits not 0 | threshold u16
//! leaf     weight u8 | 0 u8                      | value i16, in units of 2^-12 logits
//! ```
//!
//! A branch goes to the next record where the column's value is at most the threshold (the upper
//! half of an `f32`), else `skip` records on; the high bit of `skip` says that an unknown value
//! (NaN) goes to the next record. Numbers are little-endian. A leaf's weight is
//! `8 · log2(1 + rows)` of the rows that fell into it when it was trained.

use std::fmt;

/// A learnt function from a row of evidence to the logit of a block: the logarithm of the odds that
/// it is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forest {
    columns: Vec<String>,
    pub(super) records: Vec<Record>,
    /// Start of each tree.
    pub(super) trees: Vec<u32>,
}

/// A branch or a leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Record {
    /// Index into `columns`; unused in leaves.
    pub(super) column: u8,
    pub(super) unknown_is_less: bool,
    /// Records to the right child, 0 in leaves.
    pub(super) skip: u8,
    pub(super) threshold: f32,
    /// In units of 2^-12 logits: a leaf's value, a branch's mean over the rows below it.
    pub(super) value: i16,
}

/// Value in a row that stands for one that is not known.
pub(crate) const UNKNOWN: f32 = f32::NAN;

/// Logits per unit of a leaf's value.
pub(super) const UNIT: f32 = 1.0 / 4096.0;

/// Columns that a record can name: a row with a place for each needs none looked for.
pub(super) const COLUMNS: usize = 256;

/// The reason why bytes are no forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// No head that names the columns.
    Head,
    /// More columns than a record can name.
    Columns,
    /// The records end within a tree, or a branch leads out of it.
    Tree,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Head => "the head of the forest does not name its columns",
            Self::Columns => "the forest has more than 256 columns",
            Self::Tree => "a tree of the forest is not whole",
        })
    }
}

impl std::error::Error for Malformed {}

impl Forest {
    /// Reads the bytes of a forest.
    ///
    /// # Errors
    ///
    /// [`Malformed`] where they are none.
    pub fn read(bytes: &[u8]) -> Result<Self, Malformed> {
        let split = bytes
            .windows(2)
            .position(|w| w == b"\n\n")
            .ok_or(Malformed::Head)?;
        let head = std::str::from_utf8(&bytes[..split]).map_err(|_| Malformed::Head)?;
        let columns: Vec<String> = head
            .lines()
            .find_map(|line| line.strip_prefix("columns: "))
            .ok_or(Malformed::Head)?
            .split(' ')
            .map(str::to_owned)
            .collect();
        if columns.len() > COLUMNS {
            return Err(Malformed::Columns);
        }
        let (raw, rest) = bytes[split + 2..].as_chunks::<4>();
        if !rest.is_empty() {
            return Err(Malformed::Tree);
        }
        let rows: [f32; 256] = std::array::from_fn(|weight| libm::exp2f(weight as f32 / 8.0));
        let mut records = Vec::with_capacity(raw.len());
        let mut weights = Vec::with_capacity(raw.len());
        for &[first, skip, low, high] in raw {
            let half = u16::from_le_bytes([low, high]);
            let leaf = skip & 0x7f == 0;
            if !leaf && usize::from(first) >= columns.len() {
                return Err(Malformed::Columns);
            }
            records.push(Record {
                column: first,
                unknown_is_less: skip & 0x80 != 0,
                skip: skip & 0x7f,
                threshold: f32::from_bits(u32::from(half) << 16),
                value: if leaf { half.cast_signed() } else { 0 },
            });
            weights.push(if leaf { rows[usize::from(first)] } else { 0.0 });
        }
        let ends = means(&mut records, weights)?;
        let mut trees = Vec::new();
        let mut at = 0;
        while at < records.len() {
            trees.push(u32::try_from(at).map_err(|_| Malformed::Tree)?);
            at = ends[at];
        }
        Ok(Self {
            columns,
            records,
            trees,
        })
    }

    /// Returns the names of the columns it asks, in the order [`Self::score`] wants them.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Returns the logit for a row, in the order of [`Self::columns`].
    pub fn score(&self, row: &[f32]) -> f32 {
        let mut values = [UNKNOWN; COLUMNS];
        values[..row.len()].copy_from_slice(row);
        let mut sum = 0;
        for &tree in &self.trees {
            let mut at = tree as usize;
            while let Some(record) = self.records.get(at) {
                if record.skip == 0 {
                    sum += i32::from(record.value);
                    break;
                }
                at += record.step(values[usize::from(record.column)]);
            }
        }
        sum as f32 * UNIT
    }

    /// Returns what each column adds to the score of a row: the sums of the steps of the means
    /// along the paths taken (Saabas 2014), in units of 2^-12 logits.
    pub(super) fn explain(&self, row: &[f32; COLUMNS]) -> [i32; COLUMNS] {
        let mut shares = [0; COLUMNS];
        for &tree in &self.trees {
            let mut at = tree as usize;
            let mut record = &self.records[at];
            while record.skip != 0 {
                let column = usize::from(record.column);
                at += record.step(row[column]);
                let next = &self.records[at];
                shares[column] += i32::from(next.value) - i32::from(record.value);
                record = next;
            }
        }
        shares
    }
}

impl Record {
    /// Returns the number of records that a branch goes on for a value of its column.
    fn step(&self, value: f32) -> usize {
        let less = value <= self.threshold || (self.unknown_is_less && value.is_nan());
        if less { 1 } else { usize::from(self.skip) }
    }
}

/// Sets the values of branches to the means of the leaves below them, given the rows that fell into
/// each leaf, and returns the end of every subtree.
fn means(records: &mut [Record], mut rows: Vec<f32>) -> Result<Vec<usize>, Malformed> {
    let mut means: Vec<f32> = records.iter().map(|leaf| f32::from(leaf.value)).collect();
    let mut ends: Vec<usize> = (1..=records.len()).collect();
    // What is below a record stands after it.
    for at in (0..records.len()).rev() {
        if records[at].skip == 0 {
            continue;
        }
        let (left, right) = (at + 1, at + usize::from(records[at].skip));
        if right >= records.len() || ends[left] != right {
            return Err(Malformed::Tree);
        }
        rows[at] = rows[left] + rows[right];
        means[at] = (means[left] * rows[left] + means[right] * rows[right]) / rows[at];
        records[at].value = means[at] as i16;
        ends[at] = ends[right];
    }
    Ok(ends)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;

    fn branch(column: u8, skip: u8, threshold: f32) -> [u8; 4] {
        let [low, high] = ((threshold.to_bits() >> 16) as u16).to_le_bytes();
        [column, skip, low, high]
    }

    fn leaf(weight: u8, value: i16) -> [u8; 4] {
        let [low, high] = value.to_le_bytes();
        [weight, 0, low, high]
    }

    /// Returns the tree `a <= 1.5 ? (b <= 0 ? 1 : 2) : -4`, in logits; an unknown `a` is large, an
    /// unknown `b` small.
    fn small() -> Vec<u8> {
        let mut bytes = b"made by: hand\ncolumns: a b\n\n".to_vec();
        for record in [
            branch(0, 4, 1.5),
            branch(1, 2 | 0x80, 0.0),
            leaf(0, 4096),
            leaf(0, 8192),
            leaf(8, -16384),
        ] {
            bytes.extend(record);
        }
        bytes
    }

    #[test]
    fn a_row_goes_down_every_tree() {
        let mut bytes = small();
        bytes.extend(leaf(8, 2048));
        let forest = Forest::read(&bytes).unwrap();
        assert_eq!(forest.columns(), ["a", "b"]);
        let score = |a, b| forest.score(&[a, b]);
        assert_eq!(score(1.5, 0.0), 1.5);
        assert_eq!(score(1.0, 0.5), 2.5);
        assert_eq!(score(1.75, 0.0), -3.5);
        assert_eq!(score(f32::NAN, 0.0), -3.5);
        assert_eq!(score(0.0, f32::NAN), 1.5);
    }

    #[test]
    fn the_shares_lead_from_the_mean_to_the_score() {
        let forest = Forest::read(&small()).unwrap();
        let mut row = [UNKNOWN; COLUMNS];
        row[..2].copy_from_slice(&[1.0, 0.5]);
        let shares = forest.explain(&row);
        // Weights 1, 1 and 2: the left branch has the mean 1.5, the tree -1.25.
        let shares: Vec<f32> = shares[..2].iter().map(|&s| s as f32 * UNIT).collect();
        assert_eq!(shares, [2.75, 0.5]);
    }

    #[test]
    fn what_is_no_forest_is_refused() {
        let whole = small();
        assert_eq!(Forest::read(b""), Err(Malformed::Head));
        assert_eq!(Forest::read(b"made by: hand\n\n"), Err(Malformed::Head));
        // The last record is missing, half of it, or one too many skipped.
        assert_eq!(
            Forest::read(&whole[..whole.len() - 4]),
            Err(Malformed::Tree)
        );
        assert_eq!(
            Forest::read(&whole[..whole.len() - 2]),
            Err(Malformed::Tree)
        );
        let mut astray = whole.clone();
        let first = whole.len() - 20;
        astray[first + 1] = 3;
        assert_eq!(Forest::read(&astray), Err(Malformed::Tree));
        let mut unknown = whole;
        unknown[first] = 2;
        assert_eq!(Forest::read(&unknown), Err(Malformed::Columns));
    }
}
