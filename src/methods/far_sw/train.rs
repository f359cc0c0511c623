//! Trains a model on labeled pages.

use super::features::{Feature, LineTable, Row, normalized};
use super::mine::{Mining, mine};
use super::model::{Model, Scale};
use super::window::{LineBlock, informative};
use super::{CUTOFF, Params, Scope};
use crate::methods::fuzzy::{Partition, Spread};

/// The lines of a page with labels: topical or not.
///
/// ```
/// use pith::methods::far_sw::{LineTable, TrainingPage};
/// use pith::{Limits, source};
///
/// let html = "<div>Home</div><p>He watched the ferry go by from the gallery and waved once.";
/// let page = source::html::read(html, "", Limits::default())?;
/// let table = LineTable::new(&page);
/// // The second line with text is the article.
/// let labeled = TrainingPage::new(&table, &[false, true]);
/// assert_eq!(labeled.len(), table.rows.len());
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrainingPage {
    rows: Vec<Row>,
    topical: Vec<bool>,
}

impl TrainingPage {
    /// Labels the lines of a page. `topical` has a label for every line with text of the page's
    /// [`LineTable`]; lines without one are not topical, nor are lines without text.
    pub fn new(table: &LineTable, topical: &[bool]) -> Self {
        let label = |line: &Option<usize>| line.and_then(|i| topical.get(i).copied());
        Self {
            topical: table
                .text_lines
                .iter()
                .map(|line| label(line).unwrap_or(false))
                .collect(),
            rows: table.rows.clone(),
        }
    }

    /// Returns the number of lines, with or without text.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether it has no lines.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the number of topical lines.
    pub(crate) fn topical_count(&self) -> usize {
        self.topical.iter().filter(|&&is| is).count()
    }
}

/// Returns a model trained on labeled pages. The result is bit for bit independent of the order of
/// the pages. Pages without a topical line also count, as lines outside any topical region. If no
/// page has a topical line, there are no rules.
///
/// ```
/// use pith::methods::far_sw::{LineTable, Params, Scope, TrainingPage, train};
/// use pith::{Limits, source};
///
/// let html = "<div>Home</div><p>He watched the ferry go by from the gallery and waved once.";
/// let page = source::html::read(html, "", Limits::default())?;
/// let table = LineTable::new(&page);
/// // The second line with text is the article.
/// let labeled = TrainingPage::new(&table, &[false, true]);
/// let model = train(&[labeled], &Params::new(Scope::IntraSite));
/// assert_eq!(model.topical(&table.rows).len(), table.rows.len());
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn train(samples: &[TrainingPage], params: &Params) -> Model {
    learn(samples, params).0
}

/// Trains as [`train`] does, and returns every step of the mining too.
pub fn learn(samples: &[TrainingPage], params: &Params) -> (Model, Mining) {
    let is_normalized = params.scope == Scope::InterSite;
    let (mut topical, mut others) = (Vec::new(), Vec::new());
    for sample in samples {
        let counted = &sample.rows;
        let rows = if is_normalized {
            normalized(counted)
        } else {
            counted.clone()
        };
        for (row, &is_topical) in rows.into_iter().zip(&sample.topical) {
            let region = if is_topical {
                &mut topical
            } else {
                &mut others
            };
            region.push(row);
        }
    }
    let scales = std::array::from_fn(|i| Scale {
        partition: params.scope.partitions()[i],
        spread: spread(&topical, &others, i, params.alpha),
    });
    let mining = mine(&topical, &scales, params.significance, params.support);
    let mut model = Model {
        head: Vec::new(),
        normalized: is_normalized,
        scales,
        rules: mining.levels.last().cloned().unwrap_or_default(),
        significance: params.significance,
        phi: params.phi,
        cutoff: params.cutoff.unwrap_or(CUTOFF),
    };
    if params.cutoff.is_none() {
        model.cutoff = trained_cutoff(samples, &model);
    }
    (model, mining)
}

/// Returns a feature's spread, Eqs. 1 to 3. If one of the regions has no lines, that of the other.
fn spread(topical: &[Row], others: &[Row], feature: usize, alpha: f64) -> Spread {
    let of = |rows: &[Row]| {
        let mut values: Vec<f64> = rows.iter().map(|row| row[feature]).collect();
        Spread::of(&mut values)
    };
    match (of(topical), of(others)) {
        (Some(topical), Some(others)) => Spread::weighted(alpha, topical, others),
        (one, other) => one.or(other).unwrap_or_default(),
    }
}

/// Returns the cutoff from -2 to 3, in steps of 0.05, with which the model's blocks have the best
/// mean F1 over the pages with topical lines, in characters of text. If several are equal, the
/// greatest; if no page has topical lines, the paper's.
fn trained_cutoff(samples: &[TrainingPage], model: &Model) -> f64 {
    let cutoffs: Vec<f64> = (-40..=60).map(|n| f64::from(n) / 20.0).collect();
    let mut pages: Vec<Vec<f64>> = vec![Vec::new(); cutoffs.len()];
    for sample in samples.iter().filter(|sample| sample.topical_count() > 0) {
        let blocks = model.blocks(&sample.rows);
        for (cutoff, pages) in cutoffs.iter().zip(&mut pages) {
            pages.push(sample.f1(informative(&blocks, *cutoff)));
        }
    }
    let mut best = (0.0, CUTOFF);
    for (cutoff, mut pages) in cutoffs.into_iter().zip(pages) {
        pages.sort_unstable_by(f64::total_cmp);
        let sum: f64 = pages.iter().sum();
        if sum > 0.0 && sum >= best.0 {
            best = (sum, cutoff);
        }
    }
    best.1
}

impl TrainingPage {
    /// Returns the F1 of blocks against the topical lines, 0 to 1, in characters of text.
    fn f1<'a>(&self, blocks: impl Iterator<Item = &'a LineBlock>) -> f64 {
        let mut kept = vec![false; self.rows.len()];
        for block in blocks {
            for kept in kept.get_mut(block.lines.clone()).into_iter().flatten() {
                *kept = true;
            }
        }
        let (mut found, mut chosen, mut relevant) = (0.0, 0.0, 0.0);
        for ((row, &is_topical), is_kept) in self.rows.iter().zip(&self.topical).zip(kept) {
            let chars = row[Feature::OutputTextLength as usize];
            found += if is_topical && is_kept { chars } else { 0.0 };
            chosen += if is_kept { chars } else { 0.0 };
            relevant += if is_topical { chars } else { 0.0 };
        }
        if found > 0.0 {
            2.0 * found / (chosen + relevant)
        } else {
            0.0
        }
    }
}

impl Scope {
    /// Returns the partition of every feature's range, in the order of the features: Fig. 3; across
    /// sites, Fig. 7 for B, C and E.
    fn partitions(self) -> [Partition; 6] {
        use Partition::{Three, Two};
        match self {
            Self::IntraSite => [Three; 6],
            Self::InterSite => [Three, Two, Two, Three, Two, Three],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::fuzzy::Region;

    impl TrainingPage {
        /// Builds it from features as counted, and a label for each; lines without one are not
        /// topical.
        fn from_rows(rows: Vec<Row>, mut topical: Vec<bool>) -> Self {
            topical.resize(rows.len(), false);
            Self { rows, topical }
        }
    }

    /// Returns a page whose lines 3 to 7 of 10 are dense and long.
    fn sample(long: f64) -> TrainingPage {
        let rows: Vec<Row> = (1..=10)
            .map(|i| {
                let index = f64::from(i);
                if (3..=7).contains(&i) {
                    [index, long + 10.0, long, long / (long + 10.0), 0.0, 0.0]
                } else {
                    [index, 40.0, 8.0, 0.2, 2.0, 0.0]
                }
            })
            .collect();
        let topical = (1..=10).map(|i| (3..=7).contains(&i)).collect();
        TrainingPage::from_rows(rows, topical)
    }

    #[test]
    fn spread_is_the_mean_of_both_regions() {
        let model = train(&[sample(190.0)], &Params::paper(Scope::IntraSite));
        let index = model.scales[0].spread;
        assert_eq!((index.min, index.mean, index.max), (2.0, 5.5, 8.5));
        let text = model.scales[1].spread;
        assert_eq!((text.min, text.mean, text.max), (120.0, 120.0, 120.0));
        let links = model.scales[4].spread;
        assert_eq!((links.min, links.mean, links.max), (1.0, 1.0, 1.0));
        assert!(!model.normalized);
        assert_eq!((model.phi, model.cutoff), (5, 1.5));
    }

    #[test]
    fn longest_rule_is_chosen_and_finds_the_training_lines() {
        for scope in [Scope::IntraSite, Scope::InterSite] {
            let page = sample(190.0);
            let model = train(std::slice::from_ref(&page), &Params::paper(scope));
            assert_eq!(model.rules.len(), 1);
            let names: Vec<_> = model.rules[0].iter().map(ToString::to_string).collect();
            let expected = [
                "text-length.high",
                "output-text-length.high",
                "density.high",
                "link-num.low",
                "img-num.low",
            ];
            assert!(names.iter().map(String::as_str).eq(expected), "{names:?}");
            let blocks = model.blocks(&page.rows);
            assert_eq!(blocks.len(), 1, "{model}");
            assert_eq!(blocks[0].lines, 1..=7);
            let regions = model.scales.map(|scale| scale.partition.regions().len());
            let expected = match scope {
                Scope::IntraSite => [3; 6],
                Scope::InterSite => [3, 2, 2, 3, 2, 3],
            };
            assert_eq!(regions, expected);
        }
    }

    #[test]
    fn page_order_does_not_change_the_model() {
        let pages: Vec<_> = (1..9).map(|i| sample(1000.0 / f64::from(i))).collect();
        let backwards: Vec<_> = pages.iter().rev().cloned().collect();
        for scope in [Scope::IntraSite, Scope::InterSite] {
            let params = Params::new(scope);
            let (model, mining) = learn(&pages, &params);
            assert_eq!((model.clone(), mining), learn(&backwards, &params));
            let again: Model = model.to_string().parse().unwrap();
            assert_eq!(again.to_string(), train(&backwards, &params).to_string());
        }
    }

    #[test]
    fn the_cutoff_is_trained_by_default() {
        let (keep, drop) = (190.0, 90.0);
        // A second dense block below, which is not topical and has a lower score.
        let mut page = sample(keep);
        for i in 11..=30 {
            let index = f64::from(i);
            page.rows.push(if (17..=26).contains(&i) {
                [index, drop + 10.0, drop, drop / (drop + 10.0), 0.0, 0.0]
            } else {
                [index, 40.0, 8.0, 0.2, 2.0, 0.0]
            });
            page.topical.push(false);
        }
        let mut params = Params::new(Scope::InterSite);
        params.support = 0.1;
        let model = train(std::slice::from_ref(&page), &params);
        let blocks = model.blocks(&page.rows);
        let kept: Vec<_> = informative(&blocks, model.cutoff).collect();
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].lines, 1..=7);
        assert_eq!(train(&[], &params).cutoff, CUTOFF);
    }

    #[test]
    fn degenerate_training_pages_give_finite_models() {
        let check = |pages: &[TrainingPage], rules: usize| {
            for scope in [Scope::IntraSite, Scope::InterSite] {
                let model = train(pages, &Params::new(scope));
                assert_eq!(model.rules.len(), rules, "{model}");
                // It reads back, so every number in it is finite.
                assert_eq!(model.to_string().parse(), Ok(model));
            }
        };
        check(&[], 0);
        check(&[TrainingPage::default()], 0);
        let one: Row = [1.0, 8.0, 1.0, 0.125, 0.0, 0.0];
        check(&[TrainingPage::from_rows(vec![one], Vec::new())], 0);
        // Only topical lines, all the same: every range is a point.
        check(&[TrainingPage::from_rows(vec![one], vec![true])], 1);
        check(&[TrainingPage::from_rows(vec![one; 50], vec![true; 80])], 1);
        check(
            &[TrainingPage::from_rows(
                vec![[0.0; 6]; 3],
                vec![true, false, true],
            )],
            1,
        );
        let page = TrainingPage::from_rows(vec![one; 3], vec![true]);
        assert_eq!((page.len(), page.topical_count()), (3, 1));
        assert!(!page.is_empty() && TrainingPage::default().is_empty());
    }

    #[test]
    fn identical_values_are_in_the_low_region() {
        let same =
            TrainingPage::from_rows(vec![[1.0, 8.0, 1.0, 0.125, 0.0, 0.0]; 4], vec![true; 4]);
        let model = train(&[same], &Params::paper(Scope::IntraSite));
        assert!(model.rules[0].iter().all(|item| item.region == Region::Low));
    }
}
