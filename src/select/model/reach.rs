//! A forest cut down to what the blocks of one page can reach.
//!
//! The rows of one page are alike: layout is known of all of them or of none, and the columns about
//! the page hold one value. A branch that leads all of them the same way is taken once, when the
//! forest is cut down, and not once for each block. The scores stay equal to the bit, because the
//! leaves are whole numbers.

use super::forest::{Forest, Record, UNIT};

/// Columns that a row has room for.
pub(crate) const WIDTH: usize = 256;

/// A row of evidence, made for asking.
///
/// Each value stands in it twice. Where it is not known, the first is above every threshold and
/// the second below, so that a branch needs one comparison.
pub(crate) struct Row([f32; 2 * WIDTH]);

impl Row {
    /// The row of which nothing is known.
    pub(crate) const UNKNOWN: Self = {
        let mut row = [f32::INFINITY; 2 * WIDTH];
        let mut place = WIDTH;
        while place < 2 * WIDTH {
            row[place] = f32::NEG_INFINITY;
            place += 1;
        }
        Self(row)
    };

    /// Sets the values of the columns from a place on.
    pub(crate) fn set(&mut self, place: usize, values: &[f32]) {
        let (above, below) = self.0.split_at_mut(WIDTH);
        for (above, &value) in above[place..].iter_mut().zip(values) {
            *above = if value.is_nan() { f32::INFINITY } else { value };
        }
        for (below, &value) in below[place..].iter_mut().zip(values) {
            *below = if value.is_nan() {
                f32::NEG_INFINITY
            } else {
                value
            };
        }
    }
}

/// Least and greatest value in each place of the rows of a page.
pub(crate) struct Reach {
    least: [f32; 2 * WIDTH],
    greatest: [f32; 2 * WIDTH],
}

impl Reach {
    /// The reach of no row.
    pub(crate) const EMPTY: Self = Self {
        least: [f32::INFINITY; 2 * WIDTH],
        greatest: [f32::NEG_INFINITY; 2 * WIDTH],
    };

    /// Widens the reach by a row.
    pub(crate) fn add(&mut self, row: &Row) {
        for (least, &value) in self.least.iter_mut().zip(&row.0) {
            *least = if value < *least { value } else { *least };
        }
        for (greatest, &value) in self.greatest.iter_mut().zip(&row.0) {
            *greatest = if value > *greatest { value } else { *greatest };
        }
    }
}

/// A branch or a leaf of a forest that was cut down.
#[derive(Clone, Copy)]
struct Node {
    /// Bits of a branch's threshold (`f32`), or a leaf's value (`i32`).
    bits: u32,
    /// Place of a branch's value in a [`Row`].
    place: u16,
    /// Nodes to the right child, 0 in leaves.
    skip: u16,
}

/// A forest that holds only what some rows reach.
pub(crate) struct Reached {
    nodes: Vec<Node>,
    /// Start of each tree that is more than a leaf.
    trees: Vec<u32>,
    /// The sum of the trees that are a leaf.
    sum: i32,
}

impl Reached {
    /// Cuts a forest down to the reach of some rows; `places` says where each of its columns stands
    /// in them.
    pub(crate) fn new(forest: &Forest, places: &[usize], reach: &Reach) -> Self {
        let mut reached = Self {
            nodes: Vec::with_capacity(forest.records.len()),
            trees: Vec::with_capacity(forest.trees.len()),
            sum: 0,
        };
        for &tree in &forest.trees {
            let start = reached.nodes.len();
            reached.grow(&forest.records, tree as usize, places, reach);
            if let [leaf] = reached.nodes[start..] {
                reached.sum += leaf.bits.cast_signed();
                reached.nodes.truncate(start);
            } else {
                reached.trees.push(start as u32);
            }
        }
        reached
    }

    /// Appends what is reached of the subtree at a record.
    fn grow(&mut self, records: &[Record], mut at: usize, places: &[usize], reach: &Reach) {
        loop {
            let record = &records[at];
            if record.skip == 0 {
                self.nodes.push(Node {
                    bits: i32::from(record.value).cast_unsigned(),
                    place: 0,
                    skip: 0,
                });
                return;
            }
            let half = if record.unknown_is_less { WIDTH } else { 0 };
            let place = half + places[usize::from(record.column)];
            let right = at + usize::from(record.skip);
            if reach.greatest[place] <= record.threshold {
                at += 1;
            } else if reach.least[place] > record.threshold {
                at = right;
            } else {
                let branch = self.nodes.len();
                self.nodes.push(Node {
                    bits: record.threshold.to_bits(),
                    place: place as u16,
                    skip: 0,
                });
                self.grow(records, at + 1, places, reach);
                self.nodes[branch].skip = (self.nodes.len() - branch) as u16;
                at = right;
            }
        }
    }

    /// Returns the logarithm of the odds for one of the rows.
    pub(crate) fn score(&self, row: &Row) -> f32 {
        let mut sum = self.sum;
        for &tree in &self.trees {
            let mut at = tree as usize;
            let mut node = self.nodes[at];
            while node.skip != 0 {
                // The mask tells the compiler that no place lies beyond the row.
                let value = row.0[usize::from(node.place) % (2 * WIDTH)];
                let less = value <= f32::from_bits(node.bits);
                at += if less { 1 } else { usize::from(node.skip) };
                node = self.nodes[at];
            }
            sum += node.bits.cast_signed();
        }
        sum as f32 * UNIT
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::select::model::Model;
    use crate::select::model::forest::UNKNOWN;

    #[test]
    fn what_rows_cannot_reach_changes_no_score() {
        let forest = &Model::shipped().second;
        let columns = forest.columns().len();
        arbtest::arbtest(|u| {
            let constant: Vec<bool> = (0..columns)
                .map(|_| u.arbitrary())
                .collect::<Result<_, _>>()?;
            let mut value = || {
                Ok(match u.int_in_range(0..=9)? {
                    0..=1 => UNKNOWN,
                    n => f32::from(u.int_in_range(-60i8..=60)?) / [1.0, 10.0, 100.0][n % 3],
                })
            };
            let base: Vec<f32> = (0..columns).map(|_| value()).collect::<Result<_, _>>()?;
            let mut rows = vec![base];
            for _ in 0..4 {
                let mut row = rows[0].clone();
                for (place, constant) in row.iter_mut().zip(&constant) {
                    if !constant {
                        *place = value()?;
                    }
                }
                rows.push(row);
            }
            let mut reach = Reach::EMPTY;
            let mut asked = Row::UNKNOWN;
            for row in &rows {
                asked.set(0, row);
                reach.add(&asked);
            }
            let places: Vec<usize> = (0..columns).collect();
            let reached = Reached::new(forest, &places, &reach);
            assert!(reached.nodes.len() < forest.records.len());
            for row in &rows {
                asked.set(0, row);
                assert_eq!(reached.score(&asked), forest.score(row));
            }
            Ok(())
        })
        .budget_ms(2_000);
    }
}
