//! Summaries over sites.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use super::gains::{Corrected, Gains, Means, PageGain};
use super::ways::Way;
use crate::tabular::Table;

/// Minimum change of a page's F1 that counts as better or worse.
const MIN_CHANGE: f64 = 0.005;

/// Number of bootstrap samples.
const SAMPLES: usize = 300;

type OfKeys = BTreeMap<(Way, Corrected, Means), Vec<Gains>>;

/// Predicate that selects the sites of a table.
type Chosen = fn(&Gains) -> bool;

/// Subsets of the sites, each with a separate table.
pub(super) const PARTS: [(&str, Chosen); 4] = [
    ("all clean sites", |gains| gains.is_clean),
    ("clean sites for tuning", |gains| {
        gains.is_clean && !gains.held_back
    }),
    ("clean sites held back", |gains| {
        gains.is_clean && gains.held_back
    }),
    ("all sites, rough labels too", |_| true),
];

/// Returns the table of the selected sites.
pub(super) fn table(gains: &OfKeys, chosen: Chosen) -> Table {
    let mut table = Table::new([
        "way",
        "page",
        "means",
        "sites",
        "pages",
        "before",
        "after",
        "loss removed",
        "changed",
        "better",
        "worse",
        "worst",
        "rules",
        "bytes",
        "time",
    ]);
    for (&(way, corrected, means), sites) in gains {
        let sites: Vec<&Gains> = sites.iter().filter(|site| chosen(site)).collect();
        table.row(row([way.name(), corrected.name(), means.name()], &sites));
    }
    table
}

/// Returns the table of each set's clean sites, only for rules and the worst page.
pub(super) fn by_set(gains: &OfKeys) -> Table {
    let mut table = Table::new([
        "set",
        "way",
        "sites",
        "before",
        "loss removed",
        "better",
        "worse",
    ]);
    for (&(way, corrected, means), sites) in gains {
        if (corrected, means) != (Corrected::Worst, Means::Rules) {
            continue;
        }
        let mut sets: BTreeMap<&str, Vec<&Gains>> = BTreeMap::new();
        for site in sites.iter().filter(|site| site.is_clean) {
            let set = site.site.split('/').next().unwrap_or_default();
            sets.entry(set).or_default().push(site);
        }
        for (set, sites) in sets {
            let row = row([way.name(), "", ""], &sites);
            let chosen = [3, 5, 7, 9, 10].map(|k| row[k].clone());
            table.row(
                [set.to_owned(), way.name().to_owned()]
                    .into_iter()
                    .chain(chosen),
            );
        }
    }
    table
}

fn row(names: [&str; 3], sites: &[&Gains]) -> Vec<String> {
    let pages = || sites.iter().flat_map(|site| &site.pages);
    let count = |is: fn(&PageGain) -> bool| pages().filter(|page| is(page)).count().to_string();
    let pairs: Vec<(f64, f64)> = sites.iter().map(|site| site.gain_and_loss()).collect();
    let (mean, deviation) = loss_removed(&pairs);
    let number = pairs.len().max(1) as f64;
    let before = 1.0 - pairs.iter().map(|pair| pair.1).sum::<f64>() / number;
    let gain = pairs.iter().map(|pair| pair.0).sum::<f64>() / number;
    let worst = pages()
        .map(|page| page.after - page.before)
        .fold(0.0, f64::min);
    let bytes: Vec<usize> = sites
        .iter()
        .flat_map(|site| site.rules.iter().copied())
        .collect();
    let sum = |time: fn(&Gains) -> Duration| sites.iter().map(|s| time(s)).sum::<Duration>();
    let (applying, detection) = (sum(|s| s.applying), sum(|s| s.detection));
    let time = applying.as_secs_f64() / detection.as_secs_f64().max(f64::MIN_POSITIVE);
    let mut row: Vec<String> = names.map(str::to_owned).to_vec();
    row.extend([
        sites.len().to_string(),
        pages().count().to_string(),
        format!("{before:.4}"),
        format!("{:.4}", before + gain),
        format!("{:.1} ± {:.1} %", 100.0 * mean, 100.0 * deviation),
        count(|page| page.after.total_cmp(&page.before).is_ne()),
        count(|page| page.after - page.before > MIN_CHANGE),
        count(|page| page.before - page.after > MIN_CHANGE),
        format!("{worst:.3}"),
        bytes.len().to_string(),
        format!(
            "{:.0}, {}",
            bytes.iter().sum::<usize>() as f64 / bytes.len().max(1) as f64,
            bytes.iter().max().copied().unwrap_or_default()
        ),
        format!("{:.2} %", 100.0 * time),
    ]);
    row
}

/// Returns the share of the loss that the corrections removed, and its standard deviation over
/// bootstrap samples of the sites.
fn loss_removed(pairs: &[(f64, f64)]) -> (f64, f64) {
    let share = |pairs: &mut dyn Iterator<Item = (f64, f64)>| {
        let (gain, loss) = pairs.fold((0.0, 0.0), |sum, pair| (sum.0 + pair.0, sum.1 + pair.1));
        if loss > 0.0 { gain / loss } else { 0.0 }
    };
    let mut state = 1_u64;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let samples: Vec<f64> = (0..SAMPLES)
        .map(|_| share(&mut pairs.iter().map(|_| pairs[random() % pairs.len()])))
        .collect();
    let mean = samples.iter().sum::<f64>() / SAMPLES as f64;
    let variance = samples.iter().map(|s| (s - mean) * (s - mean)).sum::<f64>() / SAMPLES as f64;
    (share(&mut pairs.iter().copied()), variance.sqrt())
}

/// Lists the pages that got worse, the worst first, each with the corrections on its site.
pub(super) fn losses(gains: &OfKeys) -> String {
    let mut out = String::new();
    for (&(way, corrected, means), sites) in gains {
        if corrected != Corrected::Worst {
            continue;
        }
        let pages = sites
            .iter()
            .flat_map(|site| site.pages.iter().map(move |page| (site, page)));
        let mut lost: Vec<_> = pages
            .filter(|(_, p)| p.before - p.after > MIN_CHANGE)
            .collect();
        lost.sort_by(|a, b| (a.1.after - a.1.before).total_cmp(&(b.1.after - b.1.before)));
        for (site, page) in lost {
            let (change, clean) = (
                page.after - page.before,
                if site.is_clean { "" } else { " rough" },
            );
            let (way, means) = (way.name(), means.name());
            // Writing to a string can't fail.
            let _ = writeln!(
                out,
                "{way} {means} {} {} {change:.3}{clean}: {}",
                site.site,
                page.page,
                site.corrections.join("; ")
            );
        }
    }
    out
}
