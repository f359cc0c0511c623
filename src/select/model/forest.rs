//! A small forest of gradient-boosted decision trees, parsed from bytes.
//!
//! Friedman: *Greedy function approximation: a gradient boosting machine*, Ann. Stat. 29 (2001).
//! The lab trains it; here it's only evaluated, without a dependency and bit for bit the same
//! everywhere. Leaves are integers, so that their sum doesn't depend on the order.
//!
//! ```text
//! columns: length links …  lines of text: the columns it uses, by name,
//! records: 4650            number of branches and leaves,
//!                          an empty line, and then the trees in preorder.
//!
//! is a leaf                a bit for each record, the lowest of a byte first; 0 to the end of the byte
//! unknown is less          a bit for each branch
//! value, low byte          of each leaf
//! threshold, low byte      of each branch, in the order of the columns and within one in preorder
//! column                   of each branch, u8
//! weight                   of each leaf, u8
//! threshold, high byte
//! value, high byte
//! ```
//!
//! Similar values are stored together, which compresses a fifth better than record by record. A
//! branch goes to the next record if the column's value is at most the threshold (the upper half of
//! an `f32`), otherwise to the record after the subtree that begins there. If *unknown is less*, an
//! unknown value (NaN) goes to the next record. A leaf's value is an `i16` in units of 2^-12
//! logits; its weight is `8 · log2(1 + rows)`, for the number of rows in training.

use std::fmt;

/// A trained function from a row of evidence to the logit of a block, which is the log odds that
/// it's kept.
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
    /// Number of records to the right child; 0 in leaves.
    pub(super) skip: u8,
    pub(super) threshold: f32,
    /// In units of 2^-12 logits: the value of a leaf, or for a branch the mean over the training
    /// rows below it.
    pub(super) value: i16,
}

/// An unknown value in a row.
pub(crate) const UNKNOWN: f32 = f32::NAN;

/// Logits per unit of a leaf's value.
pub(super) const UNIT: f32 = 1.0 / 4096.0;

/// Maximum records that a branch can skip.
pub(super) const MAX_SKIPPED: usize = 127;

/// Maximum columns that a record can refer to. A row with this length needs no search.
pub(super) const COLUMNS: usize = 256;

/// The reason why bytes aren't a valid forest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// The header with the names of the columns is missing or invalid.
    Head,
    /// There are more columns than a record can refer to.
    Columns,
    /// The number of bytes doesn't match the records, or the last tree is incomplete.
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
    /// Parses a forest.
    ///
    /// # Errors
    ///
    /// [`Malformed`] if the bytes aren't valid.
    pub fn read(bytes: &[u8]) -> Result<Self, Malformed> {
        let split = bytes
            .windows(2)
            .position(|w| w == b"\n\n")
            .ok_or(Malformed::Head)?;
        let head = std::str::from_utf8(&bytes[..split]).map_err(|_| Malformed::Head)?;
        let line = |name| head.lines().find_map(|line| line.strip_prefix(name));
        let columns = line("columns: ").ok_or(Malformed::Head)?;
        let columns: Vec<String> = columns.split(' ').map(str::to_owned).collect();
        if columns.len() > COLUMNS {
            return Err(Malformed::Columns);
        }
        let count = line("records: ").and_then(|count| count.parse().ok());
        let (mut records, weights) = records(
            &bytes[split + 2..],
            count.ok_or(Malformed::Head)?,
            columns.len(),
        )?;
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

    /// Returns the names of the columns, in the order for [`Self::score`].
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Returns the logit for a row, whose values are in the order of [`Self::columns`].
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

    /// Returns the contribution of each column to the score of a row, in units of 2^-12 logits: the
    /// sum of the changes of the mean along the paths taken (Saabas 2014).
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

/// A record to serialize.
#[derive(Clone, Copy, Debug)]
pub enum Written {
    /// Compares a column.
    Branch {
        /// Index of the column in the header.
        column: u8,
        /// The upper half of an `f32`.
        threshold: u16,
        /// True if an unknown value goes to the next record.
        unknown_is_less: bool,
    },
    /// Ends a path.
    Leaf {
        /// `8 · log2(1 + rows)`, for the number of training rows that ended in the leaf.
        weight: u8,
        /// In units of 2^-12 logits.
        value: i16,
    },
}

/// Serializes a forest in the format of [`Forest::read`]. `records` are the trees in preorder.
pub fn written(columns: &[&str], records: &[Written]) -> Vec<u8> {
    let mut leaves = Vec::new();
    let mut branches = Vec::new();
    for &record in records {
        match record {
            Written::Leaf { weight, value } => leaves.push((weight, value.to_le_bytes())),
            Written::Branch {
                column,
                threshold,
                unknown_is_less,
            } => branches.push((column, threshold.to_le_bytes(), unknown_is_less)),
        }
    }
    let mut by_column = branches.clone();
    by_column.sort_by_key(|&(column, ..)| column);
    let columns = columns.join(" ");
    let mut out = format!("columns: {columns}\nrecords: {}\n\n", records.len()).into_bytes();
    out.extend(bits(
        records
            .iter()
            .map(|record| matches!(record, Written::Leaf { .. })),
    ));
    out.extend(bits(
        branches
            .iter()
            .map(|&(.., unknown_is_less)| unknown_is_less),
    ));
    out.extend(leaves.iter().map(|&(_, [low, _])| low));
    out.extend(by_column.iter().map(|&(_, [low, _], _)| low));
    out.extend(branches.iter().map(|&(column, ..)| column));
    out.extend(leaves.iter().map(|&(weight, _)| weight));
    out.extend(by_column.iter().map(|&(_, [_, high], _)| high));
    out.extend(leaves.iter().map(|&(_, [_, high])| high));
    out
}

/// Packs bits into bytes, the lowest first.
fn bits(all: impl Iterator<Item = bool>) -> Vec<u8> {
    let all: Vec<bool> = all.collect();
    let byte = |bits: &[bool]| {
        let bits = bits.iter().rev();
        bits.fold(0, |byte, &bit| byte << 1 | u8::from(bit))
    };
    all.chunks(8).map(byte).collect()
}

impl Record {
    /// Returns the number of records by which a branch advances for a value of its column.
    fn step(&self, value: f32) -> usize {
        let less = value <= self.threshold || (self.unknown_is_less && value.is_nan());
        if less { 1 } else { usize::from(self.skip) }
    }
}

/// Parses `count` records that use up to `columns` columns, without the number of records that
/// branches skip. Also returns the number of training rows of each leaf, 0 for branches.
fn records(
    mut bytes: &[u8],
    count: usize,
    columns: usize,
) -> Result<(Vec<Record>, Vec<f32>), Malformed> {
    let mut part = |length: usize| {
        let (part, rest) = bytes.split_at_checked(length).ok_or(Malformed::Tree)?;
        bytes = rest;
        Ok(part)
    };
    let bit = |bits: &[u8], at: usize| bits[at / 8] >> (at % 8) & 1 != 0;
    let kinds = part(count.div_ceil(8))?;
    let leaves = (0..count).filter(|&at| bit(kinds, at)).count();
    let branches = count - leaves;
    let unknown = part(branches.div_ceil(8))?;
    let values_low = part(leaves)?;
    let thresholds_low = part(branches)?;
    let used = part(branches)?;
    let weights = part(leaves)?;
    let thresholds_high = part(branches)?;
    let values_high = part(leaves)?;
    if !bytes.is_empty() {
        return Err(Malformed::Tree);
    }
    if used.iter().any(|&column| usize::from(column) >= columns) {
        return Err(Malformed::Columns);
    }
    let mut next = threshold_offsets(used);
    let rows: [f32; 256] = std::array::from_fn(|weight| libm::exp2f(weight as f32 / 8.0));
    let (mut leaf, mut branch) = (0, 0);
    let read = (0..count).map(|at| {
        if bit(kinds, at) {
            let value = i16::from_le_bytes([values_low[leaf], values_high[leaf]]);
            let weight = rows[usize::from(weights[leaf])];
            leaf += 1;
            let record = Record {
                column: 0,
                unknown_is_less: false,
                skip: 0,
                threshold: 0.0,
                value,
            };
            return (record, weight);
        }
        let column = used[branch];
        let place = &mut next[usize::from(column)];
        let half = u16::from_le_bytes([thresholds_low[*place], thresholds_high[*place]]);
        *place += 1;
        let record = Record {
            column,
            unknown_is_less: bit(unknown, branch),
            skip: 0,
            threshold: f32::from_bits(u32::from(half) << 16),
            value: 0,
        };
        branch += 1;
        (record, 0.0)
    });
    Ok(read.collect())
}

/// Returns the start of each column's thresholds, given the columns of the branches.
fn threshold_offsets(used: &[u8]) -> [usize; COLUMNS + 1] {
    let mut offsets = [0; COLUMNS + 1];
    for &column in used {
        offsets[usize::from(column) + 1] += 1;
    }
    for column in 0..COLUMNS {
        offsets[column + 1] += offsets[column];
    }
    offsets
}

/// Sets the number of records that branches skip, and their values to the means of the leaves below
/// them. `rows` is the number of training rows of each leaf, 0 for branches. Returns the end of
/// each subtree.
fn means(records: &mut [Record], mut rows: Vec<f32>) -> Result<Vec<usize>, Malformed> {
    let mut means: Vec<f32> = records.iter().map(|leaf| f32::from(leaf.value)).collect();
    let mut ends: Vec<usize> = (1..=records.len()).collect();
    // Descendants of a record come after it.
    for at in (0..records.len()).rev() {
        if rows[at] > 0.0 {
            continue;
        }
        let left = at + 1;
        let right = *ends.get(left).ok_or(Malformed::Tree)?;
        let end = *ends.get(right).ok_or(Malformed::Tree)?;
        let skip = Some(right - at).filter(|&skip| skip <= MAX_SKIPPED);
        records[at].skip = skip.ok_or(Malformed::Tree)? as u8;
        rows[at] = rows[left] + rows[right];
        means[at] = (means[left] * rows[left] + means[right] * rows[right]) / rows[at];
        records[at].value = means[at] as i16;
        ends[at] = end;
    }
    Ok(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(column: u8, unknown_is_less: bool, threshold: f32) -> Written {
        Written::Branch {
            column,
            threshold: (threshold.to_bits() >> 16) as u16,
            unknown_is_less,
        }
    }

    fn leaf(weight: u8, value: i16) -> Written {
        Written::Leaf { weight, value }
    }

    fn bytes(records: &[Written]) -> Vec<u8> {
        written(&["a", "b"], records)
    }

    /// Returns the tree `a <= 1.5 ? (b <= 0 ? 1 : 2) : -4`, in logits. An unknown `a` counts as
    /// large, an unknown `b` as small.
    fn small() -> Vec<Written> {
        vec![
            branch(0, false, 1.5),
            branch(1, true, 0.0),
            leaf(0, 4096),
            leaf(0, 8192),
            leaf(8, -16384),
        ]
    }

    #[test]
    fn a_score_sums_one_leaf_per_tree() {
        let mut records = small();
        records.push(leaf(8, 2048));
        let forest = Forest::read(&bytes(&records)).unwrap();
        assert_eq!(forest.columns(), ["a", "b"]);
        let score = |a, b| forest.score(&[a, b]);
        assert_eq!(score(1.5, 0.0), 1.5);
        assert_eq!(score(1.0, 0.5), 2.5);
        assert_eq!(score(1.75, 0.0), -3.5);
        assert_eq!(score(f32::NAN, 0.0), -3.5);
        assert_eq!(score(0.0, f32::NAN), 1.5);
    }

    #[test]
    fn explained_shares_sum_to_score_minus_mean() {
        let forest = Forest::read(&bytes(&small())).unwrap();
        let mut row = [UNKNOWN; COLUMNS];
        row[..2].copy_from_slice(&[1.0, 0.5]);
        let shares = forest.explain(&row);
        // Weights 1, 1, and 2: the left branch has the mean 1.5, the tree -1.25.
        let shares: Vec<f32> = shares[..2].iter().map(|&s| s as f32 * UNIT).collect();
        assert_eq!(shares, [2.75, 0.5]);
    }

    #[test]
    fn thresholds_match_their_branches_if_columns_alternate() {
        let records = [
            branch(1, false, 4.0),
            branch(0, false, 2.0),
            branch(1, true, 1.0),
            leaf(0, 1),
            leaf(0, 2),
            leaf(0, 3),
            leaf(0, 4),
        ];
        let forest = Forest::read(&bytes(&records)).unwrap();
        let branches: Vec<_> = forest.records[..3]
            .iter()
            .map(|r| (r.column, r.threshold, r.unknown_is_less, r.skip))
            .collect();
        assert_eq!(
            branches,
            [(1, 4.0, false, 6), (0, 2.0, false, 4), (1, 1.0, true, 2)]
        );
        assert_eq!(forest.trees, [0]);
    }

    #[test]
    fn invalid_forests_are_rejected() {
        let whole = bytes(&small());
        let read = |bytes: &[u8]| Forest::read(bytes).unwrap_err();
        assert_eq!(read(b""), Malformed::Head);
        assert_eq!(read(b"records: 1\n\n"), Malformed::Head);
        assert_eq!(read(b"columns: a\n\n"), Malformed::Head);
        // One byte is missing, or one too many.
        assert_eq!(read(&whole[..whole.len() - 1]), Malformed::Tree);
        assert_eq!(read(&[&whole[..], &[0]].concat()), Malformed::Tree);
        // The last record is missing.
        assert_eq!(read(&bytes(&small()[..4])), Malformed::Tree);
        let unknown = [branch(2, false, 1.0), leaf(0, 1), leaf(0, 2)];
        assert_eq!(read(&bytes(&unknown)), Malformed::Columns);
        // A branch can't skip that many records.
        let mut deep = vec![branch(0, false, 1.0); 64];
        deep.extend([leaf(0, 1); 65]);
        assert_eq!(read(&bytes(&deep)), Malformed::Tree);
        let most = [&deep[1..64], &[leaf(0, 1); 64]].concat();
        assert_eq!(Forest::read(&bytes(&most)).unwrap().records[0].skip, 126);
    }
}
