//! Gradient boosting of small trees over binned columns, for a forest in the core's format.
//!
//! Friedman 2001, with second-order steps (Chen and Guestrin: *XGBoost*, KDD 2016, Eqs. 5 to 7),
//! trees that grow leaf by leaf, and a learned direction for unknown values (ib. Sect. 3.4). No
//! crate is used, for two reasons. Gradients are summed as integers, so that the result is the same
//! bit for bit no matter how the work is divided. Thresholds and leaves are values that the core's
//! records can contain, so that nothing is rounded after training.

use pith::select::{Written, written};
use rayon::prelude::*;

/// Training parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Params {
    /// Number of trees.
    pub(crate) trees: usize,
    /// Maximum number of leaves of a tree.
    pub(crate) leaves: usize,
    /// Learning rate: fraction of each step that is taken.
    pub(crate) rate: f64,
    /// Added to the sum of second derivatives (ib. Eq. 5).
    pub(crate) lambda: f64,
    /// Minimum number of rows in a leaf.
    pub(crate) rows: usize,
    /// Fraction of the columns that a tree may use.
    pub(crate) columns: f64,
    /// Fraction of the rows that a tree is grown from.
    pub(crate) sample: f64,
    /// Seed for the choice of rows and columns.
    pub(crate) seed: u64,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            trees: 150,
            leaves: 16,
            rate: 0.17,
            lambda: 5.0,
            rows: 60,
            columns: 0.25,
            sample: 0.4,
            seed: 0,
        }
    }
}

/// Training rows.
#[derive(Default)]
pub(crate) struct Rows<'a> {
    /// Values, one column after the other.
    pub(crate) columns: Vec<&'a Binned>,
    /// True for each row that should be kept.
    pub(crate) labels: &'a [bool],
    /// Weight of each row; one with zero weight is ignored.
    pub(crate) weights: &'a [f32],
}

/// A tree in preorder.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TreeNode {
    /// An inner node.
    Branch(Box<Branch>),
    /// A leaf.
    Leaf {
        /// Value in units of 2^-12 logits.
        value: i16,
        /// Number of its rows.
        rows: usize,
    },
}

/// A comparison, and the subtrees for its results.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Branch {
    /// Index of the column.
    column: usize,
    /// Upper half of the bits of the threshold.
    threshold: u16,
    /// The last bin that goes left.
    bin: u8,
    /// True if an unknown value goes left.
    unknown_is_less: bool,
    /// Left child: at most the threshold.
    less: TreeNode,
    /// Right child.
    more: TreeNode,
}

/// Number of bins of a column, besides the one for unknown values.
const BINS: usize = 63;

/// Unit of first and second derivatives, which are integer multiples of it.
const GRAIN: f64 = 1.0 / (1u64 << 20) as f64;

/// A column in bins: 0 is unknown, bin `b` contains values above threshold `b - 2` and at most
/// threshold `b - 1`.
pub(crate) struct Binned {
    thresholds: Vec<u16>,
    bins: Vec<u8>,
}

fn value_of(threshold: u16) -> f32 {
    f32::from_bits(u32::from(threshold) << 16)
}

/// Returns the upper half of the bits of the largest `f32` that is at most `x` and has a zero lower
/// half. Negative zero counts as zero.
fn at_most(x: f32) -> u16 {
    let x = x + 0.0;
    let upper = (x.to_bits() >> 16) as u16;
    if value_of(upper) > x {
        upper + 1
    } else {
        upper
    }
}

impl Binned {
    /// Bins a column, with about the same number of rows per bin.
    pub(crate) fn new(values: &[f32]) -> Self {
        let mut known: Vec<f32> = values.iter().copied().filter(|v| !v.is_nan()).collect();
        known.sort_unstable_by(f32::total_cmp);
        let mut thresholds: Vec<u16> = Vec::new();
        let distinct = {
            let mut distinct = known.clone();
            distinct.dedup();
            distinct
        };
        let few = distinct.len() <= BINS;
        let candidates: Vec<f32> = if few {
            distinct
        } else {
            let step = known.len() as f64 / BINS as f64;
            (1..BINS)
                .map(|k| known[((k as f64 * step) as usize).min(known.len() - 1)])
                .collect()
        };
        for candidate in candidates {
            let threshold = at_most(candidate);
            if thresholds.last() != Some(&threshold) {
                thresholds.push(threshold);
            }
        }
        thresholds.sort_by(|a, b| value_of(*a).total_cmp(&value_of(*b)));
        thresholds.dedup();
        let edges: Vec<f32> = thresholds.iter().map(|&t| value_of(t)).collect();
        let bins = values
            .iter()
            .map(|&v| {
                if v.is_nan() {
                    0
                } else {
                    u8::try_from(edges.partition_point(|&e| e < v) + 1).unwrap_or(u8::MAX)
                }
            })
            .collect();
        Self { thresholds, bins }
    }
}

/// A small pseudorandom generator (Marsaglia's xorshift64*).
pub(super) struct Chance(u64);

impl Chance {
    /// Creates a sequence that is specific to the seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(0x9e37_79b9_7f4a_7c15 ^ seed.wrapping_mul(0xd134_2543_de82_ef95))
    }

    /// Returns the next number, from 0 (inclusive) to 1 (exclusive).
    pub(super) fn next(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Sums of first and second derivatives, in [`GRAIN`]s, and the number of rows.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    gradient: i64,
    hessian: i64,
    rows: u32,
}

impl Sum {
    fn of_row((gradient, hessian): (i32, i32)) -> Self {
        Self {
            gradient: gradient.into(),
            hessian: hessian.into(),
            rows: 1,
        }
    }

    fn add(&mut self, other: Self) {
        self.gradient += other.gradient;
        self.hessian += other.hessian;
        self.rows += other.rows;
    }

    fn without(self, other: Self) -> Self {
        Self {
            gradient: self.gradient - other.gradient,
            hessian: self.hessian - other.hessian,
            rows: self.rows - other.rows,
        }
    }

    /// Returns the quality of a leaf with these sums (XGBoost, Eq. 6, without the constant).
    fn worth(self, lambda: f64) -> f64 {
        let gradient = self.gradient as f64 * GRAIN;
        gradient * gradient / (self.hessian as f64 * GRAIN + lambda)
    }

    /// Returns the weight of a leaf (XGBoost, Eq. 5) times the learning rate.
    fn step(self, params: &Params) -> f64 {
        -params.rate * self.gradient as f64 * GRAIN / (self.hessian as f64 * GRAIN + params.lambda)
    }
}

#[derive(Clone, Copy, Debug)]
struct BestSplit {
    gain: f64,
    column: usize,
    /// The last bin that goes left.
    bin: usize,
    unknown_is_less: bool,
}

/// A leaf that may still be split.
struct Open {
    rows: Vec<u32>,
    sum: Sum,
    histograms: Vec<Vec<Sum>>,
    split: Option<BestSplit>,
}

enum Grown {
    Branch(BestSplit, usize, usize),
    Leaf(Sum),
}

/// Trains a forest; the same rows and parameters give the same forest on every machine. `progress`
/// is called after every tree.
pub(crate) fn forest(rows: &Rows<'_>, params: &Params, progress: impl Fn()) -> Vec<TreeNode> {
    let columns = &rows.columns;
    let train_rows: Vec<u32> = (0..u32::try_from(rows.labels.len()).unwrap_or(u32::MAX))
        .filter(|&row| rows.weights[row as usize] > 0.0)
        .collect();
    let weight = |row: u32| f64::from(rows.weights[row as usize]);
    let mean =
        train_rows.iter().map(|&row| weight(row)).sum::<f64>() / train_rows.len().max(1) as f64;
    let mut scores = vec![0i32; train_rows.len()];
    let mut derivatives = vec![(0, 0); rows.labels.len()];
    let mut chance = Chance::new(params.seed);
    let mut trees = Vec::with_capacity(params.trees);
    for _ in 0..params.trees {
        let of_rows: Vec<(i32, i32)> = scores
            .par_iter()
            .zip(&train_rows)
            .map(|(&score, &row)| {
                let weight = weight(row) / mean;
                let p = 1.0 / (1.0 + libm::exp(-f64::from(score) / 4096.0));
                let gradient = weight * (p - f64::from(u8::from(rows.labels[row as usize])));
                let hessian = weight * (p * (1.0 - p)).max(1e-6);
                ((gradient / GRAIN) as i32, (hessian / GRAIN) as i32)
            })
            .collect();
        for (&row, of_row) in train_rows.iter().zip(of_rows) {
            derivatives[row as usize] = of_row;
        }
        let is_sampled = |_: &&u32| chance.next() < params.sample;
        let sample: Vec<u32> = train_rows.iter().filter(is_sampled).copied().collect();
        let usable: Vec<usize> = (0..columns.len())
            .filter(|_| chance.next() < params.columns)
            .collect();
        let tree = grow(columns, &usable, sample, &derivatives, params);
        scores
            .par_iter_mut()
            .zip(&train_rows)
            .for_each(|(score, &row)| *score += i32::from(answer(&tree, columns, row as usize)));
        trees.push(tree);
        progress();
    }
    trees
}

fn grow(
    columns: &[&Binned],
    usable: &[usize],
    sample: Vec<u32>,
    derivatives: &[(i32, i32)],
    params: &Params,
) -> TreeNode {
    let mut sum = Sum::default();
    for &row in &sample {
        sum.add(Sum::of_row(derivatives[row as usize]));
    }
    let whole = histograms(columns, usable, &sample, derivatives);
    let mut open = vec![Open {
        split: best(columns, usable, &whole, sum, params),
        rows: sample,
        sum,
        histograms: whole,
    }];
    let mut nodes: Vec<Grown> = vec![Grown::Leaf(sum)];
    // Index of the node of each open leaf.
    let mut places = vec![0usize];
    while open.len() < params.leaves {
        // The first one with the largest gain.
        let gain = |o: &Open| o.split.map_or(0.0, |s| s.gain);
        let Some(at) = (0..open.len())
            .rev()
            .max_by(|&a, &b| gain(&open[a]).total_cmp(&gain(&open[b])))
        else {
            break;
        };
        let Some(split) = open[at].split else { break };
        let leaf = open.swap_remove(at);
        let place = places.swap_remove(at);
        let column = &columns[usable[split.column]];
        let (less, more): (Vec<u32>, Vec<u32>) = leaf.rows.iter().partition(|&&row| {
            let bin = usize::from(column.bins[row as usize]);
            if bin == 0 {
                split.unknown_is_less
            } else {
                bin <= split.bin
            }
        });
        let less_is_small = less.len() <= more.len();
        let small = histograms(
            columns,
            usable,
            if less_is_small { &less } else { &more },
            derivatives,
        );
        let large: Vec<Vec<Sum>> = leaf
            .histograms
            .iter()
            .zip(&small)
            .map(|(all, part)| all.iter().zip(part).map(|(a, p)| a.without(*p)).collect())
            .collect();
        let total = |histogram: &[Vec<Sum>]| {
            let mut sum = Sum::default();
            for part in histogram.first().into_iter().flatten() {
                sum.add(*part);
            }
            sum
        };
        let (less_histograms, more_histograms) = if less_is_small {
            (small, large)
        } else {
            (large, small)
        };
        let mut children = [0; 2];
        for (k, (rows, histograms)) in [(less, less_histograms), (more, more_histograms)]
            .into_iter()
            .enumerate()
        {
            let sum = total(&histograms);
            nodes.push(Grown::Leaf(sum));
            children[k] = nodes.len() - 1;
            places.push(nodes.len() - 1);
            open.push(Open {
                split: best(columns, usable, &histograms, sum, params),
                rows,
                sum,
                histograms,
            });
        }
        nodes[place] = Grown::Branch(split, children[0], children[1]);
    }
    for (leaf, place) in open.iter().zip(places) {
        nodes[place] = Grown::Leaf(leaf.sum);
    }
    tree(&nodes, 0, columns, usable, params)
}

fn histograms(
    columns: &[&Binned],
    usable: &[usize],
    rows: &[u32],
    derivatives: &[(i32, i32)],
) -> Vec<Vec<Sum>> {
    usable
        .par_iter()
        .map(|&column| {
            let column = &columns[column];
            let mut histogram = vec![Sum::default(); column.thresholds.len() + 2];
            for &row in rows {
                let bin = usize::from(column.bins[row as usize]);
                histogram[bin].add(Sum::of_row(derivatives[row as usize]));
            }
            histogram
        })
        .collect()
}

fn best(
    columns: &[&Binned],
    usable: &[usize],
    histograms: &[Vec<Sum>],
    all: Sum,
    params: &Params,
) -> Option<BestSplit> {
    let base = all.worth(params.lambda);
    let mut best: Option<BestSplit> = None;
    for (place, histogram) in histograms.iter().enumerate() {
        let unknown = histogram[0];
        let mut less = Sum::default();
        // The last threshold only separates unknown values.
        let last = columns[usable[place]].thresholds.len();
        for (bin, &part) in histogram.iter().enumerate().skip(1).take(last) {
            less.add(part);
            for unknown_is_less in [false, true] {
                let mut left = less;
                if unknown_is_less {
                    left.add(unknown);
                }
                let right = all.without(left);
                if (left.rows as usize) < params.rows || (right.rows as usize) < params.rows {
                    continue;
                }
                let gain = left.worth(params.lambda) + right.worth(params.lambda) - base;
                if gain > best.map_or(1e-6, |b| b.gain) {
                    best = Some(BestSplit {
                        gain,
                        column: place,
                        bin,
                        unknown_is_less,
                    });
                }
            }
        }
    }
    best
}

fn tree(
    nodes: &[Grown],
    at: usize,
    columns: &[&Binned],
    usable: &[usize],
    params: &Params,
) -> TreeNode {
    match nodes[at] {
        Grown::Leaf(sum) => TreeNode::Leaf {
            value: (sum.step(params) * 4096.0).round().clamp(-32768.0, 32767.0) as i16,
            rows: sum.rows as usize,
        },
        Grown::Branch(split, less, more) => TreeNode::Branch(Box::new(Branch {
            column: usable[split.column],
            threshold: columns[usable[split.column]].thresholds[split.bin - 1],
            bin: u8::try_from(split.bin).unwrap_or(u8::MAX),
            unknown_is_less: split.unknown_is_less,
            less: tree(nodes, less, columns, usable, params),
            more: tree(nodes, more, columns, usable, params),
        })),
    }
}

fn answer(tree: &TreeNode, columns: &[&Binned], row: usize) -> i16 {
    let mut node = tree;
    loop {
        match node {
            TreeNode::Leaf { value, .. } => return *value,
            TreeNode::Branch(branch) => {
                let bin = columns[branch.column].bins[row];
                let goes_less = if bin == 0 {
                    branch.unknown_is_less
                } else {
                    bin <= branch.bin
                };
                node = if goes_less {
                    &branch.less
                } else {
                    &branch.more
                };
            }
        }
    }
}

/// Serializes the mean of `forests` forests, whose trees are concatenated in `trees`, in the format
/// of [`pith::select::Forest`]. Unused columns are omitted.
pub(crate) fn bytes(names: &[&str], trees: &[TreeNode], forests: i16) -> Vec<u8> {
    let mut used = vec![false; names.len()];
    for tree in trees {
        mark(tree, &mut used);
    }
    let mut places = vec![0u8; names.len()];
    let mut columns = Vec::new();
    for (column, name) in names.iter().enumerate().filter(|(c, _)| used[*c]) {
        places[column] = u8::try_from(columns.len()).unwrap_or(u8::MAX);
        columns.push(*name);
    }
    let mut records = Vec::new();
    for tree in trees {
        write(tree, &places, forests, &mut records);
    }
    written(&columns, &records)
}

fn mark(node: &TreeNode, used: &mut [bool]) {
    if let TreeNode::Branch(branch) = node {
        used[branch.column] = true;
        mark(&branch.less, used);
        mark(&branch.more, used);
    }
}

fn write(node: &TreeNode, places: &[u8], forests: i16, out: &mut Vec<Written>) {
    match node {
        TreeNode::Leaf { value, rows } => out.push(Written::Leaf {
            weight: (8.0 * libm::log2(1.0 + *rows as f64)).round() as u8,
            value: value / forests,
        }),
        TreeNode::Branch(branch) => {
            out.push(Written::Branch {
                column: places[branch.column],
                threshold: branch.threshold,
                unknown_is_less: branch.unknown_is_less,
            });
            write(&branch.less, places, forests, out);
            write(&branch.more, places, forests, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use pith::select::Forest;

    use super::*;

    /// Rows that are kept if their first value is above 3 or their second is unknown; the third
    /// column is noise.
    struct MadeUpRows {
        columns: Vec<Vec<f32>>,
        binned: Vec<Binned>,
        labels: Vec<bool>,
        weights: Vec<f32>,
    }

    impl MadeUpRows {
        fn new() -> Self {
            let mut columns = vec![Vec::new(), Vec::new(), Vec::new()];
            let mut labels = Vec::new();
            let mut chance = Chance::new(7);
            for _ in 0..4000 {
                let first = (chance.next() * 8.0) as f32;
                let unknown = chance.next() < 0.3;
                columns[0].push(first);
                columns[1].push(if unknown { f32::NAN } else { 1.0 });
                columns[2].push(chance.next() as f32);
                labels.push(first > 3.0 || unknown);
            }
            Self {
                binned: columns.iter().map(|c| Binned::new(c)).collect(),
                columns,
                weights: vec![1.0; labels.len()],
                labels,
            }
        }

        fn forest(&self, seed: u64) -> Vec<TreeNode> {
            let rows = Rows {
                columns: self.binned.iter().collect(),
                labels: &self.labels,
                weights: &self.weights,
            };
            let params = Params {
                trees: 40,
                leaves: 4,
                columns: 1.0,
                seed,
                ..Params::default()
            };
            forest(&rows, &params, || {})
        }
    }

    const NAMES: [&str; 3] = ["first", "second", "third"];

    fn read(trees: &[TreeNode], forests: i16) -> Forest {
        let bytes = bytes(&NAMES, trees, forests);
        Forest::read(&bytes).expect("a forest")
    }

    /// Returns the score of a row; the values are in the order of [`NAMES`].
    fn score(forest: &Forest, values: [f32; 3]) -> f32 {
        let value = |name: &String| {
            NAMES
                .iter()
                .position(|n| n == name)
                .map_or(f32::NAN, |k| values[k])
        };
        forest.score(&forest.columns().iter().map(value).collect::<Vec<f32>>())
    }

    #[test]
    fn core_reads_a_trained_forest_that_separates_the_classes() {
        let read = read(&MadeUpRows::new().forest(0), 1);
        let score = |first: f32, second: f32| score(&read, [first, second, 0.5]);
        assert!(score(1.0, 1.0) < -1.5, "{}", score(1.0, 1.0));
        for kept in [score(6.0, 1.0), score(1.0, f32::NAN), score(6.0, f32::NAN)] {
            assert!(kept > 1.5, "{kept}");
        }
    }

    #[test]
    fn core_scores_equal_the_sum_of_the_trees() {
        let table = MadeUpRows::new();
        let trees = table.forest(0);
        let read = read(&trees, 1);
        let columns: Vec<&Binned> = table.binned.iter().collect();
        for row in 0..200 {
            let sum: i32 = trees
                .iter()
                .map(|t| i32::from(answer(t, &columns, row)))
                .sum();
            let values = [0, 1, 2].map(|column| table.columns[column][row]);
            assert_eq!(score(&read, values), sum as f32 / 4096.0);
        }
    }

    #[test]
    fn several_forests_are_averaged() {
        let table = MadeUpRows::new();
        let (one, other) = (table.forest(1), table.forest(2));
        assert_ne!(one, other);
        let both = read(&[one.clone(), other.clone()].concat(), 2);
        let (one, other) = (read(&one, 1), read(&other, 1));
        for values in [[1.0, 1.0, 0.5], [6.0, f32::NAN, 0.1]] {
            let mean = (score(&one, values) + score(&other, values)) / 2.0;
            // Each of 80 leaves is rounded by less than a unit.
            assert!((score(&both, values) - mean).abs() < 80.0 / 4096.0);
        }
    }

    #[test]
    fn rows_with_zero_weight_do_not_affect_training() {
        let mut table = MadeUpRows::new();
        let trees = table.forest(0);
        table.weights[7] = 0.0;
        let without = table.forest(0);
        assert_ne!(trees, without);
        table.labels[7] = !table.labels[7];
        assert_eq!(table.forest(0), without);
    }

    #[test]
    fn number_of_workers_does_not_change_the_forest() {
        let table = MadeUpRows::new();
        let alone = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .expect("a pool");
        assert_eq!(alone.install(|| table.forest(0)), table.forest(0));
    }

    #[test]
    fn thresholds_are_rounded_down_to_storable_values() {
        for x in [0.0, -0.0, 1.0, 1.001, -1.001, 1e-3, -65.3, 12345.6] {
            let rounded = value_of(at_most(x));
            assert!(
                rounded <= x && (x - rounded).abs() <= x.abs() / 64.0,
                "{x}: {rounded}"
            );
        }
    }
}
