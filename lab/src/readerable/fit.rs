//! Logistic regression by Newton's method, rounded to integer weights.

#![allow(
    clippy::needless_range_loop,
    reason = "equations are about rows and columns by their numbers"
)]

use std::fmt;

use pith::readerable::COLUMNS;

use super::Seen;

/// Weight of a page without an article, relative to one with. The latter are forty times as many,
/// but an icon that is active on every page is useless.
const WEIGHT_WITHOUT_ARTICLE: f64 = 2.5;

/// Strength of the penalty on squared weights, for columns in units of their standard deviation.
const PENALTY: f64 = 1.0;

/// Factor by which weights are multiplied before rounding.
const SCALE: f64 = 1000.0;

/// Steps of Newton's method, far more than needed.
const ROUNDS: usize = 30;

/// Number of columns including the constant term.
const SIZE: usize = COLUMNS + 1;

type Row = [f64; SIZE];

/// Weights of the columns, then the constant term.
pub(super) struct Weights([i32; SIZE]);

impl Weights {
    /// Returns the weights that best separate pages with an article from others. Pages that the
    /// check decides without weights are excluded.
    pub(super) fn fitted(pages: &[&Seen]) -> Self {
        let rows: Vec<(Row, bool)> = pages
            .iter()
            .filter_map(|page| Some((row(&page.columns?), page.is_article)))
            .collect();
        let count = rows.len().max(1) as f64;
        let mut deviations = [1.0; SIZE];
        let mut means = [0.0; SIZE];
        for i in 0..COLUMNS {
            means[i] = rows.iter().map(|(row, _)| row[i]).sum::<f64>() / count;
            let squares = rows.iter().map(|(row, _)| (row[i] - means[i]).powi(2));
            deviations[i] = (squares.sum::<f64>() / count).sqrt().max(1e-9);
        }
        let scaled: Vec<(Row, bool)> = rows
            .iter()
            .map(|(row, is)| {
                let of = |i| (row[i] - means[i]) / deviations[i];
                (std::array::from_fn(of), *is)
            })
            .collect();
        let mut weights = [0.0; SIZE];
        for _ in 0..ROUNDS {
            let step = newton(&scaled, &weights);
            for (weight, step) in weights.iter_mut().zip(step) {
                *weight -= step;
            }
        }
        let mut whole = [0; SIZE];
        let mut bias = weights[COLUMNS];
        for i in 0..COLUMNS {
            let weight = weights[i] / deviations[i];
            bias -= weight * means[i];
            whole[i] = (SCALE * weight).round() as i32;
        }
        whole[COLUMNS] = (SCALE * bias).round() as i32;
        Self(whole)
    }

    /// Returns whether these weights predict an article on a page.
    pub(super) fn predicts_article(&self, page: &Seen) -> bool {
        page.columns.is_none_or(|columns| {
            let weighed = columns
                .iter()
                .zip(self.0)
                .map(|(column, weight)| column * weight);
            weighed.sum::<i32>() + self.0[COLUMNS] > 0
        })
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bias, weights) = self.0.split_last().ok_or(fmt::Error)?;
        write!(f, "WEIGHTS = {weights:?}, BIAS = {bias}")
    }
}

/// Returns the columns of a page and the constant 1. The constant isn't standardized: its mean and
/// deviation count as 0 and 1.
fn row(columns: &[i32; COLUMNS]) -> Row {
    std::array::from_fn(|i| columns.get(i).map_or(1.0, |&column| f64::from(column)))
}

/// Returns the Newton step to subtract from the weights.
fn newton(rows: &[(Row, bool)], weights: &Row) -> Row {
    let mut slope = [0.0; SIZE];
    let mut bend = [[0.0; SIZE]; SIZE];
    for i in 0..COLUMNS {
        slope[i] = PENALTY * weights[i];
        bend[i][i] = PENALTY;
    }
    for (row, is) in rows {
        let logit: f64 = row.iter().zip(weights).map(|(x, weight)| x * weight).sum();
        let probability = 1.0 / (1.0 + (-logit).exp());
        let counts = if *is { 1.0 } else { WEIGHT_WITHOUT_ARTICLE };
        let error = counts * (probability - f64::from(u8::from(*is)));
        let steep = counts * probability * (1.0 - probability);
        for i in 0..SIZE {
            slope[i] += error * row[i];
            for j in 0..SIZE {
                bend[i][j] += steep * row[i] * row[j];
            }
        }
    }
    solve(bend, slope)
}

/// Solves linear equations by Gaussian elimination, without pivoting: the penalty makes the matrix
/// positive definite.
fn solve(mut matrix: [Row; SIZE], mut right: Row) -> Row {
    for i in 0..SIZE {
        let pivot = matrix[i];
        for j in i + 1..SIZE {
            let times = matrix[j][i] / pivot[i];
            for (value, above) in matrix[j].iter_mut().zip(pivot) {
                *value -= times * above;
            }
            right[j] -= times * right[i];
        }
    }
    for i in (0..SIZE).rev() {
        let known: f64 = (i + 1..SIZE).map(|j| matrix[i][j] * right[j]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(column: i32, is_article: bool) -> Seen {
        let mut columns = [0; COLUMNS];
        columns[0] = column;
        Seen {
            name: String::new(),
            site: String::new(),
            columns: Some(columns),
            is_article,
            is_readerable: is_article,
        }
    }

    #[test]
    fn separable_classes_are_separated() {
        let pages: Vec<Seen> = (0..100).map(|n| seen(n, n >= 40)).collect();
        let weights = Weights::fitted(&pages.iter().collect::<Vec<_>>());
        let wrong = pages
            .iter()
            .filter(|page| weights.predicts_article(page) != page.is_article);
        assert!(wrong.count() <= 6, "{weights}");
    }

    #[test]
    fn linear_equations_are_solved() {
        let mut matrix = [[0.0; SIZE]; SIZE];
        let mut right = [0.0; SIZE];
        for i in 0..SIZE {
            matrix[i][i] = 2.0;
            right[i] = 2.0 * i as f64;
        }
        matrix[0][1] = 1.0;
        right[0] = 1.0;
        let found = solve(matrix, right);
        assert!(
            found
                .iter()
                .enumerate()
                .all(|(i, x)| (x - i as f64).abs() < 1e-9)
        );
    }
}
