//! The trained classifier: one against all, evaluated in the core.
//!
//! Liu, Zheng: *One-Against-All Multi-Class SVM Classification Using Reliability Measures*, IJCNN
//! 2005: one classifier per label separates it from all others, and the label with the largest value
//! wins. The classifiers are linear in the features and their products of two (the span of a
//! polynomial kernel of degree 2), so a classifier is a weight for each and a bias, and needs no
//! support vectors.
//!
//! Cost: a few hundred multiplications per segment.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::Label;
use super::patterns::ParseError;

/// The labels of the classifiers, in the order of their weights.
pub const LABELS: [Label; 4] = [
    Label::Main,
    Label::Title,
    Label::Recommendation,
    Label::Other,
];

/// A one-against-all classifier over features and their products.
///
/// As text: `machine` and the number of features; then a line for the mean of each, a line for
/// the deviation of each; and a line for each label, its name, bias and weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Classifier {
    /// Mean of each feature, which is subtracted.
    pub mean: Vec<f32>,
    /// Deviation of each feature, by which the difference is divided; never 0.
    pub deviation: Vec<f32>,
    /// Per label of [`LABELS`], a bias and [`expanded`] weights.
    pub weights: [(f32, Vec<f32>); 4],
}

/// Returns the number of weights for `features` features: one for each, and one for each product of
/// two.
pub fn expanded(features: usize) -> usize {
    features + features * (features + 1) / 2
}

/// Returns features, and after them all products of two of them, squares included, in order.
pub(crate) fn expand(features: &[f32]) -> Vec<f32> {
    let mut all = features.to_vec();
    for (i, a) in features.iter().enumerate() {
        all.extend(features[i..].iter().map(|b| a * b));
    }
    all
}

impl Classifier {
    /// Returns features as input of the weights: normalized, limited to three deviations, and
    /// expanded.
    pub fn input(&self, features: &[f32]) -> Vec<f32> {
        let normal: Vec<f32> = features
            .iter()
            .zip(self.mean.iter().zip(&self.deviation))
            // Products would exaggerate rare outliers.
            .map(|(x, (mean, deviation))| ((x - mean) / deviation).clamp(-3.0, 3.0))
            .collect();
        expand(&normal)
    }

    /// Returns the value of each label's classifier, in the order of [`LABELS`]; above 0 supports
    /// the label.
    pub fn decisions(&self, features: &[f32]) -> [f32; 4] {
        let input = self.input(features);
        std::array::from_fn(|label| self.sum(&input, label))
    }

    /// Returns the value of one label's classifier; `label` is an index into [`LABELS`].
    pub fn decision(&self, features: &[f32], label: usize) -> f32 {
        self.sum(&self.input(features), label)
    }

    fn sum(&self, input: &[f32], label: usize) -> f32 {
        let (bias, weights) = &self.weights[label];
        let pairs = input.iter().zip(weights);
        pairs.fold(*bias, |sum, (x, weight)| sum + x * weight)
    }

    /// Returns the label with the largest value; the first if several are equal.
    pub fn label(decisions: &[f32; 4]) -> Label {
        let mut best = 0;
        for i in 1..LABELS.len() {
            if decisions[i].total_cmp(&decisions[best]).is_gt() {
                best = i;
            }
        }
        LABELS[best]
    }
}

impl Display for Classifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |f: &mut fmt::Formatter<'_>, name: &str, values: &[f32]| {
            f.write_str(name)?;
            for value in values {
                write!(f, " {value}")?;
            }
            f.write_str("\n")
        };
        writeln!(f, "machine {}", self.mean.len())?;
        row(f, "mean", &self.mean)?;
        row(f, "deviation", &self.deviation)?;
        for (label, (bias, weights)) in LABELS.iter().zip(&self.weights) {
            let mut values = vec![*bias];
            values.extend(weights);
            row(f, label.name(), &values)?;
        }
        Ok(())
    }
}

impl FromStr for Classifier {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        let mut row = |name: &str, length: Option<usize>| {
            let (i, line) = lines.next().unwrap_or((text.lines().count(), ""));
            let error = || ParseError {
                line: i + 1,
                found: line.chars().take(40).collect(),
            };
            let mut words = line.split_whitespace();
            let named = words.next() == Some(name);
            let values: Option<Vec<f32>> = words
                .map(|word| word.parse().ok().filter(|value: &f32| value.is_finite()))
                .collect();
            let right = |values: &Vec<f32>| named && length.is_none_or(|n| values.len() == n);
            values.filter(right).ok_or_else(error)
        };
        // More features would need millions of weights, which no valid file has.
        let features = row("machine", Some(1))?[0].min(1024.0) as usize;
        let mean = row("mean", Some(features))?;
        let deviation = row("deviation", Some(features))?;
        let mut weights = [(); 4].map(|()| (0.0, Vec::new()));
        for (label, weights) in LABELS.iter().zip(&mut weights) {
            let mut values = row(label.name(), Some(expanded(features) + 1))?;
            *weights = (values.remove(0), values);
        }
        if let Some(at) = deviation.iter().position(|&d| d <= 0.0) {
            return Err(ParseError {
                line: 3,
                found: deviation[at].to_string(),
            });
        }
        Ok(Self {
            mean,
            deviation,
            weights,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classifier() -> Classifier {
        // Two features: x, y, xx, xy, yy.
        let weights = |bias, w: [f32; 5]| (bias, w.to_vec());
        Classifier {
            mean: vec![1.0, 0.0],
            deviation: vec![2.0, 0.5],
            weights: [
                weights(0.0, [1.0, 0.0, 0.0, 0.0, 0.0]),
                weights(0.5, [0.0, 1.0, 0.0, 0.0, 0.0]),
                weights(-1.0, [0.0, 0.0, 0.0, 1.0, 0.0]),
                weights(0.25, [0.0, 0.0, -1.0, 0.0, -1.0]),
            ],
        }
    }

    #[test]
    fn classifier_weights_normalized_features_and_their_products() {
        assert_eq!(expand(&[2.0, 3.0]), [2.0, 3.0, 4.0, 6.0, 9.0]);
        assert_eq!(expanded(2), 5);
        // (5 - 1) / 2 = 2; 0.5 / 0.5 = 1.
        let decisions = classifier().decisions(&[5.0, 0.5]);
        assert_eq!(decisions, [2.0, 1.5, 1.0, -4.75]);
        assert_eq!(Classifier::label(&decisions), Label::Main);
        assert_eq!(
            Classifier::label(&classifier().decisions(&[1.0, 0.0])),
            Label::Title
        );
        // Equal decisions go to the first label.
        assert_eq!(Classifier::label(&[0.0; 4]), Label::Main);
        // Distant values are clipped.
        assert_eq!(classifier().decisions(&[1e9, 0.0])[0], 3.0);
    }

    #[test]
    fn classifiers_round_trip_as_text_and_invalid_text_is_rejected() {
        let text = classifier().to_string();
        assert!(text.starts_with("machine 2\nmean 1 0\ndeviation 2 0.5\nmain 0 1 0 "));
        assert_eq!(text.parse(), Ok(classifier()));
        assert_eq!(format!("# made by x\n\n{text}").parse(), Ok(classifier()));
        let broken = [
            "",
            "machine 2\n",
            &text.replace("title", "heading"),
            &text.replace("0.25", "x"),
            &text.replace("0.25", "inf"),
            &text.replace("deviation 2", "deviation 0"),
            &text.replace("mean 1 0", "mean 1 0 2"),
        ];
        for text in broken {
            assert!(text.parse::<Classifier>().is_err(), "{text}");
        }
    }
}
