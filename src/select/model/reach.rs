//! A forest cut down to what the blocks of one page can reach.
//!
//! The rows of one page are alike: layout is known of all of them or of none, and the columns about
//! the page hold one value. Those of neighbours are more so: they stand in the same elements. A
//! branch that leads all of them the same way is taken once, when the forest is cut down, and not
//! once for each block. The scores stay equal to the bit, because the leaves are whole numbers.

use super::forest::{Forest, Record, UNIT, UNKNOWN};
use crate::select::Grounds;

/// Columns that a row has room for: as many as a byte can name.
pub(crate) const WIDTH: usize = 256;

/// A value of a row, in whole numbers of the same order.
///
/// One that is not known is below all others, and one less than that, by wrapping round, above
/// them: a branch that leads the unknown to the right subtracts 1 on both sides of its comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key(i32);

impl Key {
    /// The value that is not known.
    pub(crate) const UNKNOWN: Self = Self(i32::MIN);

    /// Returns the key of a value; [`forest::UNKNOWN`](super::forest::UNKNOWN) has that of none.
    pub(crate) fn new(value: f32) -> Self {
        if value.is_nan() {
            return Self::UNKNOWN;
        }
        // Both zeros are one value: the sum of the negative one and 0 is positive.
        let bits = (value + 0.0).to_bits().cast_signed();
        Self(bits ^ ((bits >> 31) & i32::MAX))
    }

    /// Returns the value of a key.
    pub(crate) fn value(self) -> f32 {
        if self == Self::UNKNOWN {
            return UNKNOWN;
        }
        f32::from_bits((self.0 ^ ((self.0 >> 31) & i32::MAX)).cast_unsigned())
    }
}

/// A row of evidence, made for asking.
pub(crate) struct Row([Key; WIDTH]);

impl Row {
    /// The row of which nothing is known.
    pub(crate) const UNKNOWN: Self = Self([Key::UNKNOWN; WIDTH]);

    /// Sets the values of the columns from a place on.
    pub(crate) fn set(&mut self, place: usize, keys: &[Key]) {
        self.0[place..][..keys.len()].copy_from_slice(keys);
    }
}

/// Least and greatest key in each place of some rows.
pub(crate) struct Reach {
    least: [Key; WIDTH],
    greatest: [Key; WIDTH],
}

impl Reach {
    /// The reach of no row.
    pub(crate) const EMPTY: Self = Self {
        least: [Key(i32::MAX); WIDTH],
        greatest: [Key(i32::MIN); WIDTH],
    };

    /// Widens the reach by a row.
    pub(crate) fn add(&mut self, row: &Row) {
        self.widen(&row.0, &row.0);
    }

    /// Returns the reach of the rows of both.
    pub(crate) fn union(mut self, other: &Self) -> Self {
        self.widen(&other.least, &other.greatest);
        self
    }

    fn widen(&mut self, least: &[Key; WIDTH], greatest: &[Key; WIDTH]) {
        for (own, &key) in self.least.iter_mut().zip(least) {
            own.0 = own.0.min(key.0);
        }
        for (own, &key) in self.greatest.iter_mut().zip(greatest) {
            own.0 = own.0.max(key.0);
        }
    }

    /// Returns the only way that rows go at a branch; `None` where they part.
    fn way(&self, branch: &Node) -> Option<Way> {
        let place = usize::from(branch.place);
        let (mut least, mut greatest) = (self.least[place], self.greatest[place]);
        if branch.unknown_is_more != 0 && least == Key::UNKNOWN {
            if greatest > Key::UNKNOWN {
                // The others are somewhere above it.
                least = Key(i32::MIN + 1);
            }
            greatest = Key::UNKNOWN;
        }
        match (branch.way(least), branch.way(greatest)) {
            (Way::Right, _) => Some(Way::Right),
            (_, Way::Left) => Some(Way::Left),
            _ => None,
        }
    }
}

/// A branch or a leaf of a forest that was cut down.
#[derive(Clone, Copy)]
struct Node {
    /// A branch's threshold; or a leaf's value, and in the upper half its rank among the leaves of
    /// the forest.
    number: i32,
    /// Place of a branch's key in a [`Row`].
    place: u8,
    /// 1 where an unknown value goes to the right, which is to be subtracted from keys and has been
    /// from the threshold; else 0.
    unknown_is_more: u8,
    /// Nodes to the right child, 0 in leaves.
    skip: u16,
}

/// A way on from a branch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Left,
    Right,
}

impl Node {
    fn leaf(value: i16, rank: u16) -> Self {
        Self {
            number: (u32::from(rank) << 16 | u32::from(value.cast_unsigned())).cast_signed(),
            place: 0,
            unknown_is_more: 0,
            skip: 0,
        }
    }

    fn branch(record: &Record, places: &[u8]) -> Self {
        let unknown_is_more = u8::from(!record.unknown_is_less);
        Self {
            number: Key::new(record.threshold).0 - i32::from(unknown_is_more),
            place: places[usize::from(record.column)],
            unknown_is_more,
            skip: record.skip.into(),
        }
    }

    /// Returns the value of a leaf.
    fn value(&self) -> i32 {
        i32::from(self.number as i16)
    }

    /// Returns the rank of a leaf.
    fn rank(&self) -> usize {
        (self.number.cast_unsigned() >> 16) as usize
    }

    /// Returns where a branch leads a key.
    fn way(&self, key: Key) -> Way {
        if key.0.wrapping_sub(self.unknown_is_more.into()) <= self.number {
            Way::Left
        } else {
            Way::Right
        }
    }
}

/// A forest that holds only what some rows reach.
#[derive(Default)]
pub(crate) struct Reached {
    nodes: Vec<Node>,
    /// Start of each tree that is more than a leaf.
    trees: Vec<u32>,
    /// The sum of the trees that are a leaf.
    sum: i32,
    /// The ranks of these leaves.
    certain: Vec<u16>,
}

impl Reached {
    /// Takes all of a forest; `places` says where each of its columns stands in the rows.
    pub(crate) fn whole(forest: &Forest, places: &[u8]) -> Self {
        let mut leaves = 0;
        let node = |record: &Record| {
            if record.skip != 0 {
                return Node::branch(record, places);
            }
            leaves += 1;
            Node::leaf(record.value, leaves - 1)
        };
        Self {
            nodes: forest.records.iter().map(node).collect(),
            trees: forest.trees.clone(),
            sum: 0,
            certain: Vec::new(),
        }
    }

    /// Cuts the forest down to the reach of some rows, and puts what is left in the place of
    /// `narrow`.
    pub(crate) fn narrow(&self, reach: &Reach, narrow: &mut Self) {
        narrow.nodes.clear();
        narrow.trees.clear();
        narrow.sum = self.sum;
        narrow.certain.clone_from(&self.certain);
        for &tree in &self.trees {
            let start = narrow.nodes.len();
            narrow.grow(&self.nodes, tree as usize, reach);
            if let [leaf] = narrow.nodes[start..] {
                narrow.sum += leaf.value();
                narrow.certain.push(leaf.rank() as u16);
                narrow.nodes.truncate(start);
            } else {
                narrow.trees.push(start as u32);
            }
        }
    }

    /// Appends what is reached of the subtree at a node of a wider forest.
    fn grow(&mut self, wide: &[Node], mut at: usize, reach: &Reach) {
        loop {
            let node = wide[at];
            if node.skip == 0 {
                self.nodes.push(node);
                return;
            }
            let right = at + usize::from(node.skip);
            match reach.way(&node) {
                Some(Way::Left) => at += 1,
                Some(Way::Right) => at = right,
                None => {
                    let branch = self.nodes.len();
                    self.nodes.push(node);
                    self.grow(wide, at + 1, reach);
                    self.nodes[branch].skip = (self.nodes.len() - branch) as u16;
                    at = right;
                }
            }
        }
    }

    /// Returns the logarithm of the odds for one of the rows.
    pub(crate) fn score(&self, row: &Row) -> f32 {
        let values = self.leaves(row).map(|leaf| leaf.value());
        (self.sum + values.sum::<i32>()) as f32 * UNIT
    }

    /// Returns what each kind of evidence adds to the score of one of the rows, in units of 2^-12
    /// logits.
    pub(crate) fn weigh(&self, row: &Row, weights: &Weights) -> [i32; KINDS] {
        let certain = self.certain.iter().map(|&rank| usize::from(rank));
        let mut sums = [0; KINDS];
        for rank in certain.chain(self.leaves(row).map(|leaf| leaf.rank())) {
            for (sum, weight) in sums.iter_mut().zip(weights.0[rank]) {
                *sum += weight;
            }
        }
        sums
    }

    /// Returns the leaf that one of the rows comes to in each tree that is more than a leaf.
    fn leaves(&self, row: &Row) -> impl Iterator<Item = &Node> {
        self.trees.iter().map(|&tree| {
            let mut at = tree as usize;
            let mut node = &self.nodes[at];
            while node.skip != 0 {
                at += match node.way(row.0[usize::from(node.place)]) {
                    Way::Left => 1,
                    Way::Right => usize::from(node.skip),
                };
                node = &self.nodes[at];
            }
            node
        })
    }
}

/// Kinds of evidence, and one place for columns of none.
pub(crate) const KINDS: usize = Grounds::ALL.len() + 1;

/// The weight of each kind of evidence at every leaf of a forest: the sums of the steps of the means
/// along the path to it (Saabas 2014), in units of 2^-12 logits. Those of a row are the sums over
/// the leaves it comes to.
pub(crate) struct Weights(Vec<[i32; KINDS]>);

impl Weights {
    /// Sums up the steps in a forest; `kinds` are those of its columns.
    pub(crate) fn new(forest: &Forest, kinds: &[Option<Grounds>]) -> Self {
        let mut leaves = Vec::with_capacity(forest.records.len().div_ceil(2));
        // The way to the record that is next; the ways to right children that are still to come.
        let mut way = [0; KINDS];
        let mut open: Vec<[i32; KINDS]> = Vec::new();
        for (at, record) in forest.records.iter().enumerate() {
            if record.skip == 0 {
                leaves.push(way);
                way = open.pop().unwrap_or_default();
                continue;
            }
            let kind = kinds[usize::from(record.column)].map_or(KINDS - 1, |kind| kind as usize);
            let step =
                |child: usize| i32::from(forest.records[child].value) - i32::from(record.value);
            let mut right = way;
            right[kind] += step(at + usize::from(record.skip));
            open.push(right);
            way[kind] += step(at + 1);
        }
        Self(leaves)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::select::model::{Model, forest};

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
            let key = |row: &Vec<f32>| -> Vec<Key> { row.iter().map(|&v| Key::new(v)).collect() };
            let mut reach = Reach::EMPTY;
            let mut asked = Row::UNKNOWN;
            for row in &rows {
                asked.set(0, &key(row));
                reach.add(&asked);
            }
            let places: Vec<u8> = (0..columns as u8).collect();
            let whole = Reached::whole(forest, &places);
            let mut reached = Reached::default();
            whole.narrow(&reach, &mut reached);
            assert!(reached.nodes.len() < forest.records.len());
            let kinds: Vec<Option<Grounds>> = (0..columns)
                .map(|column| Grounds::ALL.get(column % KINDS).copied())
                .collect();
            let weights = Weights::new(forest, &kinds);
            for row in &rows {
                asked.set(0, &key(row));
                assert_eq!(whole.score(&asked), forest.score(row));
                assert_eq!(reached.score(&asked), forest.score(row));
                let mut known = [UNKNOWN; forest::COLUMNS];
                known[..columns].copy_from_slice(row);
                let mut sums = [0; KINDS];
                for (column, share) in forest.explain(&known).into_iter().enumerate() {
                    let kind = kinds.get(column).copied().flatten();
                    sums[kind.map_or(KINDS - 1, |kind| kind as usize)] += share;
                }
                assert_eq!(reached.weigh(&asked, &weights), sums);
            }
            Ok(())
        })
        .budget_ms(2_000);
    }

    #[test]
    fn keys_stand_in_the_order_of_their_values() {
        let values = [
            f32::NEG_INFINITY,
            -2.5,
            -2.0,
            -1e-40,
            0.0,
            1e-40,
            1.0,
            1.5,
            f32::INFINITY,
        ];
        assert!(values.is_sorted_by_key(|&value| Key::new(value)));
        for value in values {
            assert!(Key::new(value) > Key::UNKNOWN);
            assert_eq!(Key::new(value).value(), value);
        }
        assert_eq!(Key::new(-0.0), Key::new(0.0));
        assert!(Key::UNKNOWN.value().is_nan());
    }
}
