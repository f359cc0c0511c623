//! Logistic regression over hashed words, for the core's linear scores.
//!
//! Stochastic gradient descent with a separate step size for every weight (Duchi, Hazan, Singer:
//! *Adaptive subgradient methods*, JMLR 12, 2011). Rows are used one after the other in an order
//! determined by a seed, so that the result is the same everywhere.

use pith::select::model::hashed::{BUCKETS, Bucket, Linear};

use super::boosting::Chance;

/// Number of passes over the rows.
const EPOCHS: usize = 4;

/// Initial step size of a weight.
const RATE: f64 = 0.1;

/// Fraction of a weight that decays with every row that uses it.
const DECAY: f64 = 3e-6;

/// Quotient of the largest weight and the unit of rounding.
const MAX_WEIGHT: f64 = 127.0;

/// A row: the buckets of its words, its label, and its weight.
pub(crate) struct WordRow<'a> {
    pub(crate) buckets: &'a [Bucket],
    pub(crate) label: bool,
    pub(crate) weight: f32,
}

/// Trains a linear score, with weights rounded to the core's precision.
pub(crate) fn linear(rows: &[WordRow<'_>]) -> Linear {
    let mean = rows.iter().map(|row| f64::from(row.weight)).sum::<f64>() / rows.len().max(1) as f64;
    // The bias is stored after the weights.
    let mut weights = vec![0.0f64; BUCKETS + 1];
    let mut squares = vec![1.0f64; BUCKETS + 1];
    let mut order: Vec<usize> = (0..rows.len()).collect();
    let mut chance = Chance::new(0);
    for _ in 0..EPOCHS {
        for i in (1..order.len()).rev() {
            order.swap(i, (chance.next() * (i + 1) as f64) as usize);
        }
        for &i in &order {
            let row = &rows[i];
            let logit: f64 = row
                .buckets
                .iter()
                .map(|&bucket| weights[usize::from(bucket)])
                .sum::<f64>()
                + weights[BUCKETS];
            let p = 1.0 / (1.0 + libm::exp(-logit));
            let error = f64::from(row.weight) / mean * (p - f64::from(u8::from(row.label)));
            for bucket in row.buckets.iter().map(|&b| usize::from(b)).chain([BUCKETS]) {
                let gradient = error + DECAY * weights[bucket];
                squares[bucket] += gradient * gradient;
                weights[bucket] -= RATE * gradient / squares[bucket].sqrt();
            }
        }
    }
    let bias = weights[BUCKETS] as f32;
    weights.truncate(BUCKETS);
    let most = weights.iter().fold(0.0f64, |most, w| most.max(w.abs()));
    let unit = (most / MAX_WEIGHT) as f32;
    let rounded = |w: &f64| (w / f64::from(unit.max(f32::MIN_POSITIVE))).round() as i8;
    Linear::new(unit, bias, weights.iter().map(rounded).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_informative_buckets_get_weights() {
        let buckets: Vec<[Bucket; 2]> = (0..400u16).map(|n| [n % 2, 2 + n % 3]).collect();
        let rows: Vec<WordRow<'_>> = buckets
            .iter()
            .map(|buckets| WordRow {
                buckets,
                label: buckets[0] == 1,
                weight: 2.0,
            })
            .collect();
        let trained = linear(&rows);
        assert!(trained.score(&[1]) > 1.0 && trained.score(&[0]) < -1.0);
        assert_eq!(trained.score(&[9]), trained.score(&[]));
        let chance = trained.score(&[2]) - trained.score(&[]);
        assert!(chance.abs() < 0.3, "{chance}");
        assert_eq!(linear(&rows), trained);
    }
}
