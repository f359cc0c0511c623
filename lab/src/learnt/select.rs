//! The forest that weighs the evidence about a block, from labelled pages.
//!
//! A block is to be kept where at least half of its words are in the truth. It weighs as much as
//! its share of the truth's words, long blocks a little less, and each page of a set less the
//! more pages the set has: the measure is the mean over pages of every set apart. Where a set has
//! another opinion than the reader about what belongs to the text (captions), its blocks of that
//! kind are left out, as are titles and bylines, which are shown apart.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use pith::metadata::metadata;
use pith::methods::tsrec::Template;
use pith::select::{Forest, Grounds, Table, table};
use rayon::prelude::*;

use super::boosting::{self, Params, Rows};
use crate::arguments::Pages;
use crate::rows::Truth;
use crate::score::token::tokens;
use crate::sets::{self, Set};
use crate::{evaluate, folds, labels, note, progress, siblings};

/// Sets whose truth has no captions; the reader shows them.
const WITHOUT_CAPTIONS: [&str; 2] = ["fundus_news", "wcxb_dev"];

/// Blocks so far from all that is or might be the article that a part of them is enough.
const FAR: usize = 15;

/// Of the blocks that are far, one in this many is used, and weighs as many.
const ONE_OF: usize = 3;

/// What a page beside its siblings weighs, of what it weighs alone: one click knows of none.
const BESIDE: f32 = 0.25;

/// Words of the truth at least, for the weights.
const SHORT: f32 = 60.0;

/// What to learn from: a page with its layout or without, beside others of its site or alone.
struct Source<'a> {
    set: &'a Set,
    row: &'a Truth,
    snapshots: Option<&'a Path>,
    siblings: Vec<&'a Truth>,
}

/// What one page teaches.
struct Lesson {
    site: String,
    columns: Vec<&'static str>,
    grounds: Vec<Grounds>,
    /// Row after row.
    values: Vec<f32>,
    labels: Vec<bool>,
    weights: Vec<f32>,
}

/// What all pages teach.
pub(crate) struct Lessons {
    pages: Vec<Lesson>,
    columns: Vec<&'static str>,
    /// Which columns are used.
    used: Vec<bool>,
}

/// Reads the pages and lays out their evidence beside the truth.
///
/// # Errors
///
/// Where no set can be read or none has a labelled text.
pub(crate) fn rows(pages: &Pages, without: &[String]) -> Result<Lessons> {
    crate::workers(pages.jobs)?;
    let sets = sets::open_limited(pages)?;
    let mut work: Vec<Source<'_>> = Vec::new();
    for set in &sets {
        let siblings = siblings::of(set)?;
        for row in &set.rows {
            let page = |snapshots, siblings| Source {
                set,
                row,
                snapshots,
                siblings,
            };
            work.push(page(None, Vec::new()));
            if let Some(snapshots) = pages.snapshots.as_deref()
                && set.snapshot(row, Some(snapshots)).is_some()
            {
                work.push(page(Some(snapshots), Vec::new()));
            }
            if let Some(others) = siblings.get(row.id.as_str()) {
                work.push(page(None, others.clone()));
            }
        }
    }
    let bar = progress::bar(work.len(), "pages to learn from", !pages.quiet);
    let lessons: Vec<Lesson> = work
        .par_iter()
        .filter_map(|source| {
            let lesson = evaluate::guarded(|| lesson(source));
            bar.inc(1);
            lesson.unwrap_or_else(|error| {
                note(&format!("{}/{}: {error}", source.set.name, source.row.id));
                None
            })
        })
        .collect();
    bar.finish_and_clear();
    let Some(first) = lessons.iter().find(|l| !l.columns.is_empty()) else {
        bail!("no page of these sets has a labelled text to learn from");
    };
    let (columns, grounds) = (first.columns.clone(), &first.grounds);
    for name in without {
        if !columns.contains(&name.as_str()) && !Grounds::ALL.iter().any(|g| g.name() == name) {
            let kinds = Grounds::ALL.map(Grounds::name).join(", ");
            bail!(
                "there is no evidence {name}; there are the kinds {kinds} and the columns {}",
                columns.join(", ")
            );
        }
    }
    let used = columns
        .iter()
        .zip(grounds)
        .map(|(column, kind)| !without.iter().any(|w| w == column || w == kind.name()))
        .collect();
    Ok(Lessons {
        columns,
        used,
        pages: lessons,
    })
}

fn lesson(source: &Source<'_>) -> Result<Option<Lesson>> {
    let &Source {
        set,
        row,
        snapshots,
        ..
    } = source;
    let Some(truth) = row.text.as_deref().filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let truth = tokens(truth);
    let page = set.page(row, snapshots)?;
    let digest = siblings::digest(set, &source.siblings, snapshots)?;
    let Table {
        columns,
        grounds,
        values,
        blocks,
    } = table(
        &page,
        &metadata(&page),
        digest.as_ref().map(Template::Digest),
    );
    let words: Vec<Vec<String>> = blocks.iter().map(|b| tokens(&b.text)).collect();
    let common = labels::common(&words, &truth);
    let kept: Vec<bool> = common
        .iter()
        .zip(&words)
        .map(|(common, words)| 2 * common >= words.len() && !words.is_empty())
        .collect();
    let captionless = WITHOUT_CAPTIONS.contains(&set.name.as_str());
    let of_set = 1.0 / (set.rows.len() as f32).sqrt();
    let of_source = if source.siblings.is_empty() {
        1.0
    } else {
        BESIDE
    };
    let mut lesson = Lesson {
        site: set.site(row),
        columns,
        grounds,
        values: Vec::new(),
        labels: Vec::new(),
        weights: Vec::new(),
    };
    let width = lesson.columns.len();
    let near = |i: usize| {
        (i.saturating_sub(FAR)..(i + FAR + 1).min(blocks.len()))
            .any(|j| kept[j] || !blocks[j].ruled_out)
    };
    for (i, block) in blocks.iter().enumerate() {
        let known = block.asked && !words[i].is_empty() && !(captionless && block.caption);
        let near = near(i);
        if !known || !(near || i % ONE_OF == 0) {
            continue;
        }
        let share = words[i].len() as f32 / (truth.len() as f32).max(SHORT);
        let times = if near { 1.0 } else { ONE_OF as f32 };
        lesson.values.extend(&values[i * width..(i + 1) * width]);
        lesson.labels.push(kept[i]);
        lesson
            .weights
            .push(libm::powf(share.min(1.0), 0.7) * of_set * of_source * times);
    }
    Ok(Some(lesson))
}

/// The bytes of a forest from all pages, or from those of all sites that are not in a fold.
///
/// # Errors
///
/// Where no page is left.
pub(crate) fn forest(
    lessons: &Lessons,
    fold: Option<(usize, usize)>,
    head: &[String],
) -> Result<Vec<u8>> {
    let chosen: Vec<&Lesson> = lessons
        .pages
        .iter()
        .filter(|l| fold.is_none_or(|(fold, folds)| folds::of_site(&l.site, folds) != fold))
        .collect();
    let count: usize = chosen.iter().map(|l| l.labels.len()).sum();
    if count == 0 {
        bail!("no page is left to learn from");
    }
    let used: Vec<(usize, &'static str)> = lessons
        .columns
        .iter()
        .copied()
        .enumerate()
        .filter(|&(column, _)| lessons.used[column])
        .collect();
    let width = lessons.columns.len();
    let columns = used
        .par_iter()
        .map(|&(column, _)| {
            let mut values = Vec::with_capacity(count);
            for lesson in &chosen {
                values.extend(lesson.values.iter().skip(column).step_by(width));
            }
            values
        })
        .collect();
    let rows = Rows {
        columns,
        labels: chosen.iter().flat_map(|l| &l.labels).copied().collect(),
        weights: chosen.iter().flat_map(|l| &l.weights).copied().collect(),
    };
    let params = Params::default();
    let bar = progress::bar(params.trees, "trees", true);
    let trees = boosting::forest(&rows, &params, || bar.inc(1));
    bar.finish_and_clear();
    let names: Vec<&str> = used.iter().map(|&(_, name)| name).collect();
    let mut head = head.to_vec();
    head.push(format!("pages: {}, blocks: {count}", chosen.len()));
    Ok(boosting::bytes(&head, &names, &trees))
}

/// Where the forest is that has not seen a fold.
pub(crate) fn fold_file(folder: &Path, fold: usize) -> PathBuf {
    folder.join(format!("fold-{fold}.bin"))
}

/// The forests of a folder, fold after fold.
///
/// # Errors
///
/// Where there is none, or one is malformed.
pub(crate) fn forests(folder: &Path) -> Result<Vec<Forest>> {
    let mut forests = Vec::new();
    while let Ok(bytes) = std::fs::read(fold_file(folder, forests.len())) {
        forests.push(Forest::read(&bytes)?);
    }
    if forests.is_empty() {
        bail!(
            "{} has no fold-0.bin; `lab train select --folds` writes it",
            folder.display()
        );
    }
    Ok(forests)
}
