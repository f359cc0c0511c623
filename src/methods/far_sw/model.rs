//! The learned model, and its text format.
//!
//! The text is a line with the name of the format, comment lines with the origin of the model, and
//! then the model, a name and its values per line:
//!
//! ```text
//! pith far-sw model 1
//! # from: 148 pages of fundus_news, chinese_wce
//! values normalised
//! significance 0.5
//! phi 5
//! cutoff 1.5
//! index three 0.01 0.4 1
//! …
//! rule index.middle density.high img-num.low
//! ```
//!
//! `values` is `normalised` or `counted`. A feature's line has its partition, `three` or `two`
//! regions, and MIN, Mean and MAX. Numbers are the shortest decimal that reads back as the same
//! bits, so that writing a parsed model gives the same bytes.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::features::{Feature, Row, normalized, score};
use super::window::{LineBlock, blocks};
use crate::methods::fuzzy::{Partition, Region, Spread};

/// The first line of a model's text.
const FORM: &str = "pith far-sw model 1";

/// A fuzzy region of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    /// The feature.
    pub feature: Feature,
    /// The part of its range.
    pub region: Region,
}

impl Item {
    /// Returns the membership of a line's value in the region, 0 to 1.
    pub(crate) fn membership(self, row: &Row, scales: &[Scale; 6]) -> f64 {
        let i = self.feature as usize;
        let Scale { partition, spread } = &scales[i];
        partition.membership(self.region, spread, row[i])
    }

    /// Returns the item that [`Display`](fmt::Display) writes as `name`.
    pub fn from_name(name: &str) -> Option<Self> {
        let (feature, region) = name.split_once('.')?;
        Some(Self {
            feature: Feature::from_name(feature)?,
            region: Region::ALL
                .into_iter()
                .find(|&known| region_name(known) == region)?,
        })
    }
}

/// Items that occur together, in ascending order.
pub type ItemSet = Vec<Item>;

/// Writes an item as, for example, `text-length.high`.
impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.feature.name(), region_name(self.region))
    }
}

fn region_name(region: Region) -> &'static str {
    match region {
        Region::Low => "low",
        Region::Middle => "middle",
        Region::High => "high",
    }
}

/// A feature's range and how it is divided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Its regions.
    pub partition: Partition,
    /// MIN, Mean and MAX.
    pub spread: Spread,
}

/// Rules that match topical lines, and parameters for grouping these into blocks.
///
/// ```
/// use pith::methods::far_sw::Model;
///
/// let model = Model::inter_site();
/// assert!(model.normalized, "it was trained on many sites");
/// assert_eq!(model.to_string().parse().as_ref(), Ok(model));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Comments on the model's origin, one per line: data sets, hash of the labels, command.
    pub head: Vec<String>,
    /// True if features are scaled from 0 to 1 ([`LineTable::normalized`]), false if they are
    /// counts.
    ///
    /// [`LineTable::normalized`]: super::LineTable::normalized
    pub normalized: bool,
    /// The range of every feature, in the order of [`Feature::ALL`].
    pub scales: [Scale; 6],
    /// A line is topical if all items of one of the rules have a membership of `significance` or
    /// more.
    pub rules: Vec<ItemSet>,
    /// Minimum membership for a line to be in a region, 0 to 1.
    pub significance: f64,
    /// Length of the sliding window in lines.
    pub phi: usize,
    /// A block is informative above this score.
    pub cutoff: f64,
}

impl Model {
    /// Returns for each line whether a rule matches it (Step 6). `rows` are normalized if the model
    /// is.
    pub fn topical(&self, rows: &[Row]) -> Vec<bool> {
        let named = |row: &Row| {
            let in_region = |item: &Item| item.membership(row, &self.scales) >= self.significance;
            self.rules.iter().any(|rule| rule.iter().all(in_region))
        };
        rows.iter().map(named).collect()
    }

    /// Returns the potential topical blocks of a page, given its rows as counted.
    pub fn blocks(&self, rows: &[Row]) -> Vec<LineBlock> {
        let normalized = normalized(rows);
        let topical = self.topical(if self.normalized { &normalized } else { rows });
        let scores: Vec<f64> = normalized.iter().map(score).collect();
        blocks(&topical, &scores, self.phi)
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FORM}")?;
        for line in &self.head {
            writeln!(f, "# {}", line.replace(['\n', '\r'], " ").trim())?;
        }
        let values = if self.normalized {
            "normalised"
        } else {
            "counted"
        };
        writeln!(f, "values {values}")?;
        writeln!(f, "significance {}", self.significance)?;
        writeln!(f, "phi {}", self.phi)?;
        writeln!(f, "cutoff {}", self.cutoff)?;
        for (feature, Scale { partition, spread }) in Feature::ALL.iter().zip(&self.scales) {
            let regions = match partition {
                Partition::Three => "three",
                Partition::Two => "two",
            };
            let Spread { min, mean, max } = spread;
            writeln!(f, "{} {regions} {min} {mean} {max}", feature.name())?;
        }
        for rule in &self.rules {
            f.write_str("rule")?;
            for item in rule {
                write!(f, " {item}")?;
            }
            f.write_char('\n')?;
        }
        Ok(())
    }
}

/// The reason why a text isn't a valid model.
///
/// ```
/// use pith::methods::far_sw::{Model, ModelError};
///
/// assert_eq!("no model".parse::<Model>(), Err(ModelError::Form));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelError {
    /// The first line isn't the name of the format.
    Form,
    /// A line with an unknown name or an invalid value.
    Line {
        /// Counted from 1.
        number: usize,
        /// The line.
        line: String,
    },
    /// A required name that is missing.
    Missing(&'static str),
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form => write!(f, "the first line is not \"{FORM}\""),
            Self::Line { number, line } => {
                let start: String = line.chars().take(80).collect();
                write!(f, "line {number} is not valid: \"{start}\"")
            }
            Self::Missing(name) => write!(f, "the line \"{name}\" is missing"),
        }
    }
}

impl std::error::Error for ModelError {}

/// Reads the output of [`Display`](fmt::Display). After the first line the order doesn't matter; of
/// two lines with the same name, the later one counts. Without rules the model matches no line.
impl FromStr for Model {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Self, ModelError> {
        let mut lines = text.lines().map(str::trim).zip(1..);
        if lines.next().is_none_or(|(line, _)| line != FORM) {
            return Err(ModelError::Form);
        }
        let mut draft = Draft::default();
        for (line, number) in lines {
            if draft.read(line).is_none() {
                let line = line.to_owned();
                return Err(ModelError::Line { number, line });
            }
        }
        draft.finish()
    }
}

/// A partially read model.
#[derive(Default)]
struct Draft {
    head: Vec<String>,
    normalized: Option<bool>,
    significance: Option<f64>,
    phi: Option<usize>,
    cutoff: Option<f64>,
    scales: [Option<Scale>; 6],
    rules: Vec<ItemSet>,
}

impl Draft {
    /// Reads one line; `None` if it is invalid.
    fn read(&mut self, line: &str) -> Option<()> {
        if let Some(comment) = line.strip_prefix('#') {
            self.head.push(comment.trim().to_owned());
            return Some(());
        }
        let mut words = line.split_whitespace();
        let Some(name) = words.next() else {
            return Some(());
        };
        let values: Vec<&str> = words.collect();
        match (name, values.as_slice()) {
            ("values", ["normalised"]) => self.normalized = Some(true),
            ("values", ["counted"]) => self.normalized = Some(false),
            ("significance", [value]) => self.significance = Some(number(value)?),
            ("cutoff", [value]) => self.cutoff = Some(number(value)?),
            ("phi", [value]) => self.phi = Some(value.parse().ok()?),
            ("rule", items @ [_, ..]) => {
                let items: Option<ItemSet> =
                    items.iter().map(|name| Item::from_name(name)).collect();
                self.rules.push(items?);
            }
            (feature, [regions, min, mean, max]) => {
                let scale = Scale {
                    partition: match *regions {
                        "three" => Partition::Three,
                        "two" => Partition::Two,
                        _ => return None,
                    },
                    spread: Spread {
                        min: number(min)?,
                        mean: number(mean)?,
                        max: number(max)?,
                    },
                };
                self.scales[Feature::from_name(feature)? as usize] = Some(scale);
            }
            _ => return None,
        }
        Some(())
    }

    fn finish(self) -> Result<Model, ModelError> {
        let missing = ModelError::Missing;
        let mut scales = [Scale {
            partition: Partition::Three,
            spread: Spread::default(),
        }; 6];
        for (feature, (scale, read)) in Feature::ALL.iter().zip(scales.iter_mut().zip(self.scales))
        {
            *scale = read.ok_or(missing(feature.name()))?;
        }
        Ok(Model {
            head: self.head,
            normalized: self.normalized.ok_or(missing("values"))?,
            significance: self.significance.ok_or(missing("significance"))?,
            phi: self.phi.ok_or(missing("phi"))?,
            cutoff: self.cutoff.ok_or(missing("cutoff"))?,
            scales,
            rules: self.rules,
        })
    }
}

/// Parses a number that is finite.
fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
pith far-sw model 1
# from: two pages of ours
values normalised
significance 0.5
phi 5
cutoff 1.5
index three 0.01 0.4 1
text-length two 0 0.125 0.9
output-text-length two 0 0.1 0.9
density three 0 0.30000000000000004 1
link-num two 0 0 1
img-num three 0 0 1
rule index.middle density.high link-num.low
rule density.high img-num.low
";

    #[test]
    fn model_text_round_trips_byte_for_byte() {
        let model: Model = TEXT.parse().unwrap();
        assert_eq!(model.to_string(), TEXT);
        assert_eq!(model.head, ["from: two pages of ours"]);
        assert_eq!(model.rules[0].len(), 3);
        assert_eq!(model.rules[1][0].to_string(), "density.high");
        // CRLF line ends, empty lines, and another order.
        let mut lines: Vec<_> = TEXT.lines().collect();
        lines[2..].rotate_left(4);
        let other = lines.join("\r\n\r\n");
        assert_eq!(other.parse::<Model>(), Ok(model));
    }

    #[test]
    fn head_lines_stay_comments_despite_line_breaks() {
        let mut model: Model = TEXT.parse().unwrap();
        model.head = vec!["a\nphi 0\r\nb".to_owned()];
        let again: Model = model.to_string().parse().unwrap();
        assert_eq!(again.phi, 5);
        assert_eq!(again.head, ["a phi 0  b"]);
    }

    #[test]
    fn errors_name_the_invalid_or_missing_line() {
        let check = |text: &str, message: &str| {
            let error = text.parse::<Model>().unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        };
        let form = "the first line is not \"pith far-sw model 1\"";
        check("", form);
        check("pith far-sw model 2\n", form);
        check("pith far-sw model 1", "the line \"index\" is missing");
        check(&TEXT.replace("phi 5\n", ""), "the line \"phi\" is missing");
        let line = |bad: &str| {
            let text = TEXT.replace("phi 5", bad);
            check(&text, &format!("line 5 is not valid: \"{bad}\""));
        };
        line("phi -1");
        line("phi");
        line("cutoff NaN");
        line("rule");
        line("rule index.upper");
        line("rule index");
        line("density four 0 0 1");
        line("density three 0 inf 1");
        line("width three 0 0 1");
        line("values");
    }

    #[test]
    fn line_is_topical_if_all_items_of_a_rule_match() {
        let model: Model = TEXT.parse().unwrap();
        let dense = [0.4, 0.5, 0.5, 1.0, 0.0, 0.0];
        let linked = [0.4, 0.5, 0.5, 1.0, 1.0, 0.0];
        let pictured = [0.4, 0.5, 0.5, 1.0, 1.0, 1.0];
        let thin = [0.4, 0.5, 0.5, 0.1, 0.0, 0.0];
        let found = model.topical(&[dense, linked, pictured, thin, [f64::NAN; 6]]);
        assert_eq!(found, [true, true, false, false, false]);
        let none = Model {
            rules: Vec::new(),
            ..model
        };
        assert_eq!(none.topical(&[dense]), [false]);
    }
}
