//! `lab gate`: fails if the one-click path falls below its earlier results.
//!
//! The floors are a file with an entry per set, pinned by the hash of its data: the minimum F1,
//! precision, and recall, and the maximum share of pages with an F1 below 0.5. A set with labeled
//! HTML also has the minimum F1 of its structure (`lab structure`), on its pages and on short ones.
//! A set whose truth is only text, such as `wcxb_dev`, is listed as not judged by structure. If a
//! set labels titles, authors, or dates, the minimum precision and recall of each (`lab metadata`)
//! is a floor as well. The forest was trained on these pages, so the floors guard against
//! regressions and aren't evidence about unseen pages; `lab evaluate --models` is. A floor is
//! lowered only with a reason, which stays in the file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use pith::extract::{Options, extract};
use serde::{Deserialize, Serialize};

use crate::rows::Truth;
use crate::score::summary::{Output, PageScore, SetSummary};
use crate::sets::{Pages, Set};
use crate::structure::Scored;
use crate::tabular::{Table, value};
use crate::truth_pages::{self, is_labeled};
use crate::{metadata, note, runner, sets, structure};

/// Words of the short pages whose structure is also judged.
const SHORT_PAGE_WORDS: usize = 90;

/// `lab gate`.
#[derive(Args, Debug)]
pub(crate) struct Gate {
    /// Folder with a subfolder per set; missing sets are skipped
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// File with the floors
    #[arg(long, value_name = "FILE", default_value = "lab/floors.json")]
    pub(crate) floors: PathBuf,
    /// Number of pages to process in parallel (default: one per CPU)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) jobs: Option<u32>,
    /// Set the floors to the current results
    #[arg(long)]
    pub(crate) raise: bool,
    /// Reason for lowering a floor
    #[arg(long, value_name = "TEXT", requires = "raise")]
    pub(crate) reason: Option<String>,
}

/// Minimum results of a set.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Floor {
    /// The set, `SET` or `SET:N`.
    set: String,
    /// The hash of its data.
    corpus: String,
    f1: f64,
    precision: f64,
    recall: f64,
    /// Maximum share of pages with an F1 below 0.5.
    below_half: f64,
    /// Minimum F1 of each kind of structure.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    structure: BTreeMap<String, f64>,
    /// The same on short pages.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    short: BTreeMap<String, f64>,
    /// Minimum precision and recall of each fact that the set labels.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    metadata: BTreeMap<String, f64>,
    /// The reasons for lowering it, the latest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lowered: Vec<String>,
}

impl Floor {
    /// Returns the names of the values that are worse in `found`.
    fn missed(&self, found: &Self) -> Vec<String> {
        let mut missed = Vec::new();
        if found.f1 < self.f1 {
            missed.push("F1".to_owned());
        }
        if found.precision < self.precision {
            missed.push("precision".to_owned());
        }
        if found.recall < self.recall {
            missed.push("recall".to_owned());
        }
        if found.below_half > self.below_half {
            missed.push("pages below 0.5".to_owned());
        }
        missed.extend(below_floors(&self.structure, &found.structure));
        let short = below_floors(&self.short, &found.short);
        missed.extend(short.map(|kind| format!("{kind} of short pages")));
        missed.extend(below_floors(&self.metadata, &found.metadata));
        missed
    }
}

/// Returns the names of the values that are below their floors.
fn below_floors<'a>(
    floors: &'a BTreeMap<String, f64>,
    found: &'a BTreeMap<String, f64>,
) -> impl Iterator<Item = String> + 'a {
    let below = |&(kind, floor): &(&String, &f64)| found.get(kind).is_none_or(|f1| f1 < floor);
    floors.iter().filter(below).map(|(kind, _)| kind.clone())
}

/// Runs `lab gate`.
///
/// # Errors
///
/// If a set has fallen below its floor, its data doesn't match the floor's hash, or the floors
/// can't be read or, with `--raise`, written.
pub(crate) fn run(options: &Gate) -> Result<()> {
    crate::workers(options.jobs)?;
    judged(options)
}

fn judged(options: &Gate) -> Result<()> {
    let path = &options.floors;
    let text = fs::read_to_string(path)
        .with_context(|| format!("cannot read the floors {}", path.display()))?;
    let mut floors: Vec<Floor> = serde_json::from_str(&text)
        .with_context(|| format!("{} is not a valid list of floors", path.display()))?;
    let mut table = Table::new([
        "set", "F1", "floor", "P", "floor", "R", "floor", "<0.5", "most", "kinds",
    ]);
    let mut failures = Vec::new();
    for floor in &mut floors {
        let Some(found) = measure(options, floor)? else {
            note(&format!("skipping the set {}: not found", floor.set));
            continue;
        };
        let pairs = [
            (found.f1, floor.f1),
            (found.precision, floor.precision),
            (found.recall, floor.recall),
            (found.below_half, floor.below_half),
        ];
        let values = pairs
            .iter()
            .flat_map(|&(a, b)| [value(Some(a)), value(Some(b))]);
        // Number of structure kinds that are judged.
        let kinds = match found.structure.len() {
            0 => value(None),
            kinds => kinds.to_string(),
        };
        let cells = std::iter::once(floor.set.clone()).chain(values);
        table.row(cells.chain([kinds]));
        if found.structure.is_empty() {
            note(&structure::unjudged(&floor.set));
        }
        let other = floor.corpus != found.corpus;
        let missed = floor.missed(&found);
        if options.raise {
            *floor = raised_floor(floor, found, options.reason.as_deref())?;
        } else if other {
            failures.push(format!(
                "{}: the floor was measured on other data; measure again with --raise",
                floor.set
            ));
        } else if !missed.is_empty() {
            failures.push(format!("{}: {} fell", floor.set, missed.join(", ")));
        }
    }
    crate::say(&table.plain())?;
    if options.raise {
        write(path, &floors)?;
    }
    if failures.is_empty() {
        return Ok(());
    }
    bail!("below the floor:\n  {}", failures.join("\n  "))
}

/// The scores of the one-click path for a page.
struct Judged {
    output: (Output, PageScore),
    /// `None` without labeled HTML.
    structure: Option<Scored>,
    /// The scores of short pages made of the truth.
    short: Vec<Scored>,
}

impl Judged {
    /// Judges the output for a page; one that can't be read or extracted counts as one without
    /// output.
    fn new(set: &Set, row: &Truth) -> Self {
        let title = row.headline().unwrap_or_default();
        let truth = || truth_pages::truth(set, row);
        let truth = is_labeled(row).then(|| runner::named(set, row, || truth().map(Some)));
        let truth = truth.flatten();
        let found = runner::named(set, row, || {
            let page = set.page(row, None)?;
            let found = extract(&page, &Options::default())?;
            let scored = truth
                .as_ref()
                .map(|truth| structure::score(&page, &found, truth, title))
                .transpose()?;
            Ok(Some((Output::from(found), scored)))
        });
        let short = truth.as_ref().and_then(|truth| {
            let scored = || structure::short(truth, SHORT_PAGE_WORDS, title, &Options::default());
            runner::named(set, row, || scored().map(Some))
        });
        let (output, structure) = found.unwrap_or_default();
        let score = PageScore::new(&row.expected(), &output);
        Self {
            output: (output, score),
            structure,
            short: short.unwrap_or_default(),
        }
    }
}

/// Measures a set; `None` if its folder is missing.
fn measure(options: &Gate, floor: &Floor) -> Result<Option<Floor>> {
    let name = floor.set.split(':').next().unwrap_or_default();
    if !options.data.join(name).join("truth.jsonl.gz").exists() {
        return Ok(None);
    }
    let pages = Pages {
        data: options.data.clone(),
        sets: vec![floor.set.clone()],
        limit: None,
        snapshots: None,
        frameless: false,
        jobs: options.jobs,
        quiet: true,
    };
    let sets = sets::open_limited(&pages)?;
    let corpus = sets::corpus_hash(&sets)?;
    let set = &sets[0];
    let rows: Vec<&Truth> = set.rows.iter().collect();
    let judged = runner::each(&rows, "pages", false, |row| Judged::new(set, row));
    let structure =
        structure::named_means(judged.iter().filter_map(|page| page.structure.as_ref()));
    let short = structure::named_means(judged.iter().flat_map(|page| &page.short));
    let scored: Vec<_> = judged.into_iter().map(|page| page.output).collect();
    let summary = SetSummary::new(scored.iter().map(|(_, score)| score));
    Ok(Some(Floor {
        set: floor.set.clone(),
        corpus,
        f1: summary.f1.unwrap_or_default(),
        precision: summary.precision.unwrap_or_default(),
        recall: summary.recall.unwrap_or_default(),
        below_half: summary.low.unwrap_or_default(),
        structure,
        short,
        metadata: metadata::shares_of(set, &scored),
        lowered: Vec::new(),
    }))
}

/// Returns the floor at the current results, rounded to three digits; a lower value needs a reason.
fn raised_floor(floor: &Floor, found: Floor, reason: Option<&str>) -> Result<Floor> {
    let mut lowered = floor.lowered.clone();
    let down = |x: f64| (x * 1000.0).floor() / 1000.0;
    let rounded_down = |kinds: &BTreeMap<String, f64>| {
        let kinds = kinds.iter().map(|(kind, &f1)| (kind.clone(), down(f1)));
        kinds.collect()
    };
    let new = Floor {
        f1: down(found.f1),
        precision: down(found.precision),
        recall: down(found.recall),
        below_half: (found.below_half * 1000.0).ceil() / 1000.0,
        structure: rounded_down(&found.structure),
        short: rounded_down(&found.short),
        metadata: rounded_down(&found.metadata),
        ..found
    };
    let missed = floor.missed(&new);
    if !missed.is_empty() {
        let Some(reason) = reason else {
            bail!(
                "{}: {} would be lowered; give a --reason",
                floor.set,
                missed.join(", ")
            );
        };
        lowered.push(format!("{}: {reason}", missed.join(", ")));
    }
    Ok(Floor { lowered, ..new })
}

fn write(path: &Path, floors: &[Floor]) -> Result<()> {
    let text = serde_json::to_string_pretty(floors)?;
    fs::write(path, text + "\n").with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::tests::Folder;

    fn floor(f1: f64, below_half: f64) -> Floor {
        Floor {
            set: "s".to_owned(),
            corpus: "c".to_owned(),
            f1,
            precision: 0.9,
            recall: 0.9,
            below_half,
            structure: BTreeMap::new(),
            short: BTreeMap::new(),
            metadata: BTreeMap::new(),
            lowered: Vec::new(),
        }
    }

    #[test]
    fn worse_metrics_are_listed() {
        assert!(floor(0.9, 0.1).missed(&floor(0.9, 0.1)).is_empty());
        assert!(floor(0.9, 0.1).missed(&floor(0.95, 0.0)).is_empty());
        assert_eq!(
            floor(0.9, 0.1).missed(&floor(0.899, 0.11)),
            ["F1", "pages below 0.5"]
        );
    }

    #[test]
    fn lowering_a_floor_requires_a_reason() {
        assert!(raised_floor(&floor(0.9, 0.1), floor(0.8, 0.1), None).is_err());
        let lower = raised_floor(&floor(0.9, 0.1), floor(0.8, 0.1), Some("titles apart"))
            .expect("a reason");
        assert_eq!(
            (lower.f1, lower.lowered),
            (0.8, vec!["F1: titles apart".to_owned()])
        );
        let higher = raised_floor(&floor(0.9, 0.1), floor(0.95559, 0.0501), None).expect("higher");
        assert_eq!((higher.f1, higher.below_half), (0.955, 0.051));
    }

    #[test]
    fn gate_fails_below_the_floor_or_for_different_data() {
        let folder = Folder::new("gate");
        let text = "A long enough sentence about a harbour, its boats and its weather. ".repeat(20);
        folder.write(
            "s/truth.jsonl.gz",
            &format!("{{\"id\":\"a\",\"text\":\"{text}\"}}\n"),
        );
        folder.write(
            "s/pages/a.html.gz",
            &format!("<article><h1>Harbour</h1><p>{text}</article>"),
        );
        let path = folder.0.join("floors.json");
        let mut options = Gate {
            data: folder.0.clone(),
            floors: path.clone(),
            jobs: None,
            raise: false,
            reason: None,
        };
        let found = measure(&options, &floor(0.0, 1.0))
            .expect("measured")
            .expect("there");
        assert!(found.f1 > 0.99);
        let judge = |options: &Gate, floor: &Floor| {
            write(&path, std::slice::from_ref(floor)).expect("written");
            judged(options)
        };
        assert!(judge(&options, &found).is_ok());
        let other = judge(&options, &floor(0.5, 1.0))
            .expect_err("other data")
            .to_string();
        assert!(other.contains("other data"), "{other}");
        let high = Floor {
            precision: 1.1,
            ..found.clone()
        };
        let low = judge(&options, &high).expect_err("below").to_string();
        assert!(low.contains("precision fell"), "{low}");
        options.data = folder.0.join("nowhere");
        assert!(judge(&options, &high).is_ok());
    }
}
