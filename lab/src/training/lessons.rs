//! Training data for blocks: the evidence of labeled pages, with the truth.
//!
//! A block should be kept if at least half of its words are in the truth. Its weight is its share
//! of the truth's words, somewhat less for long blocks, and decreases with the number of pages in
//! the set, because the measure is the mean over the pages of each set. A page with a recorded
//! layout is used twice, with its layout and without.
//!
//! Bare copies are added, so that the odds don't depend on boilerplate: every page without its
//! boilerplate, and if its truth is labeled HTML, short pages with only a part of that. A page and
//! its copies belong to one site, and so to one fold.

use std::path::Path;

use anyhow::{Result, bail};
use pith::metadata::metadata;
use pith::page::Page;
use pith::select::model::hashed::Bucket;
use pith::select::model::second_pass::ModelBlock;
use pith::select::{Grounds, table};

use crate::folds::{ClassNames, Groups};
use crate::rows::Truth;
use crate::score::token::tokens;
use crate::sets::Pages;
use crate::sets::{self, Set};
use crate::{frame, labels, runner, truth_pages};

/// Distance in blocks from the nearest block that is or might be article; only a sample of the
/// blocks farther away is used.
const FAR_DISTANCE: usize = 15;

/// One in this many of the far blocks is used, with this weight.
const FAR_SAMPLING: usize = 3;

/// Minimum number of words of the truth for the purpose of weights.
const MIN_TRUTH_WORDS: f32 = 60.0;

/// Words of a short page.
const SHORT_PAGE_WORDS: usize = 90;

/// Maximum short copies of one page, evenly spread over it. Together they weigh as much as its copy
/// without boilerplate.
const MAX_SHORT_PAGES: usize = 3;

/// Pages of the set `layout` whose truth has only the text that was painted when it was captured
/// (`content-visibility: auto`), between a fortieth and two thirds of their text. They would train
/// the model to remove most of a documentation page.
const PAGES_WITH_PARTIAL_TRUTH: [&str; 6] = [
    "nodejs-docs/api_esm",
    "nodejs-docs/api_packages",
    "nodejs-docs/api_path",
    "nodejs-docs/api_readline",
    "nodejs-docs/api_timers",
    "nodejs-docs/api_wasi",
];

/// Lessons of one page: of the blocks that the model predicts.
#[derive(Default)]
pub(crate) struct Lesson {
    /// The name of its set.
    pub(crate) set: String,
    /// True if it has a layout.
    pub(crate) laid_out: bool,
    /// True for a bare copy.
    pub(crate) bare: bool,
    pub(crate) site: String,
    /// Its group of sites (`folds::Groups`).
    pub(crate) group: String,
    pub(crate) blocks: Vec<ModelBlock>,
    /// The columns, one row after the other.
    pub(crate) values: Vec<f32>,
    pub(crate) names: Vec<Vec<Bucket>>,
    pub(crate) words: Vec<Vec<Bucket>>,
    pub(crate) labels: Vec<bool>,
    /// Number of words of each block.
    pub(crate) counts: Vec<usize>,
    /// Number of each block's words that are in the truth.
    pub(crate) common: Vec<usize>,
    /// Number of words of the truth.
    pub(crate) truth: usize,
    /// Weight of each block; 0 to ignore it.
    pub(crate) weights: Vec<f32>,
}

/// The training data of all pages.
pub(crate) struct Lessons {
    pub(crate) pages: Vec<Lesson>,
    /// The names of the columns.
    pub(crate) columns: Vec<&'static str>,
}

/// A form in which a page is used.
#[derive(Clone, Copy)]
enum Form {
    /// The page as it is.
    Whole,
    /// The page without its boilerplate.
    Frameless,
    /// Short pages made from its truth.
    Short,
}

/// Reads the pages and computes their evidence and labels. `without` names excluded columns and
/// kinds of evidence; `bare` is the weight of bare copies relative to the pages.
///
/// # Errors
///
/// If no set can be read or none has a labeled text.
pub(crate) fn read(pages: &Pages, without: &[String], bare: f32) -> Result<Lessons> {
    crate::workers(pages.jobs)?;
    let sets = sets::open_limited(pages)?;
    let mut work: Vec<(&Set, &Truth, Option<&Path>, Form)> = Vec::new();
    let snapshots = pages.snapshots.as_deref();
    for set in &sets {
        for row in &set.rows {
            if PAGES_WITH_PARTIAL_TRUTH.contains(&row.id.as_str()) {
                continue;
            }
            let recorded = set.snapshot(row, snapshots).and(snapshots);
            for layout in std::iter::once(None).chain(recorded.map(Some)) {
                work.push((set, row, layout, Form::Whole));
                if bare > 0.0 {
                    work.push((set, row, layout, Form::Frameless));
                }
            }
            if bare > 0.0 && truth_pages::is_labeled(row) {
                work.push((set, row, None, Form::Short));
            }
        }
    }
    let shown = !pages.quiet;
    let read = runner::each(
        &work,
        "pages to learn from",
        shown,
        |&(set, row, snapshots, form)| {
            runner::named(set, row, || {
                lessons_of(set, row, snapshots, form).map(|pages| {
                    let read = |(page, truth): &(Page, Vec<String>)| {
                        lesson(set, row, page, truth, without)
                    };
                    let times = match form {
                        Form::Whole => 1.0,
                        Form::Frameless | Form::Short => bare / pages.len() as f32,
                    };
                    let weighed = |read: Read| read.weighed(form, times);
                    Some(pages.iter().map(read).map(weighed).collect::<Vec<Read>>())
                })
            })
        },
    );
    let read: Vec<Read> = read.into_iter().flatten().flatten().collect();
    let Some(first) = read.iter().find(|read| !read.columns.is_empty()) else {
        bail!("no page of these sets has a labeled text to train on");
    };
    let columns = first.columns.clone();
    let groups = Groups::new(read.iter().filter_map(|read| read.template.as_ref()));
    Ok(Lessons {
        columns,
        pages: read
            .into_iter()
            .map(|read| Lesson {
                group: groups.of(&read.lesson.site),
                ..read.lesson
            })
            .collect(),
    })
}

/// Training data of one page before grouping.
struct Read {
    lesson: Lesson,
    columns: Vec<&'static str>,
    /// Class names that identify its template; `None` for copies.
    template: Option<ClassNames>,
}

impl Read {
    /// Multiplies the weights, and marks copies as bare.
    fn weighed(mut self, form: Form, times: f32) -> Self {
        if !matches!(form, Form::Whole) {
            self.template = None;
            self.lesson.bare = true;
        }
        for weight in &mut self.lesson.weights {
            *weight *= times;
        }
        self
    }
}

/// Returns the training pages of a page in a form, each with the words of its truth; empty if it
/// has no labeled text, or no boilerplate to remove.
fn lessons_of(
    set: &Set,
    row: &Truth,
    snapshots: Option<&Path>,
    form: Form,
) -> Result<Vec<(Page, Vec<String>)>> {
    let Some(truth) = row.text.as_deref().filter(|text| !text.is_empty()) else {
        return Ok(Vec::new());
    };
    if let Form::Short = form {
        let parts = truth_pages::short_copies(set, row, SHORT_PAGE_WORDS)?;
        let step = parts.len().div_ceil(MAX_SHORT_PAGES).max(1);
        return Ok(parts
            .into_iter()
            .step_by(step)
            .map(|(page, truth)| (page, tokens(&truth)))
            .collect());
    }
    let page = set.page(row, snapshots)?;
    let page = match form {
        Form::Frameless => {
            let copy = frame::without(&page)?;
            if copy.len() == page.len() {
                return Ok(Vec::new());
            }
            copy
        }
        _ => page,
    };
    Ok(vec![(page, tokens(truth))])
}

fn lesson(set: &Set, row: &Truth, page: &Page, truth: &[String], without: &[String]) -> Read {
    let table = table(page, &metadata(page));
    let words: Vec<Vec<String>> = table.blocks.iter().map(|b| tokens(&b.text)).collect();
    let common = labels::common(&words, truth);
    let kept: Vec<bool> = common
        .iter()
        .zip(&words)
        .map(|(common, words)| 2 * common >= words.len() && !words.is_empty())
        .collect();
    let used: Vec<usize> = (0..table.columns.len())
        .filter(|&c| !is_named(without, table.columns[c], table.grounds[c]))
        .collect();
    let of_set = 1.0 / (set.rows.len() as f32).sqrt();
    let might_be: Vec<bool> = kept
        .iter()
        .zip(&table.blocks)
        .map(|(kept, block)| *kept || !block.ruled_out)
        .collect();
    let width = table.columns.len();
    let mut lesson = Lesson {
        set: set.name.clone(),
        laid_out: page.has_layout(),
        site: set.site(row),
        truth: truth.len(),
        ..Lesson::default()
    };
    for (i, block) in table.blocks.into_iter().enumerate() {
        if !block.is_scored {
            continue;
        }
        let around = i.saturating_sub(FAR_DISTANCE)..(i + FAR_DISTANCE + 1).min(might_be.len());
        let near = might_be[around].contains(&true);
        let times = match (words[i].is_empty(), near) {
            (true, _) => 0.0,
            (_, true) => 1.0,
            _ if i % FAR_SAMPLING == 0 => FAR_SAMPLING as f32,
            _ => 0.0,
        };
        let share = words[i].len() as f32 / (truth.len() as f32).max(MIN_TRUTH_WORDS);
        let row = &table.values[i * width..(i + 1) * width];
        lesson.values.extend(used.iter().map(|&column| row[column]));
        lesson.blocks.push(block.block);
        lesson.names.push(block.names);
        lesson.words.push(block.words);
        lesson.labels.push(kept[i]);
        lesson.common.push(common[i]);
        lesson.counts.push(words[i].len());
        lesson
            .weights
            .push(libm::powf(share.min(1.0), 0.7) * of_set * times);
    }
    Read {
        lesson,
        columns: used.iter().map(|&column| table.columns[column]).collect(),
        template: Some(ClassNames::new(page, set.site(row))),
    }
}

/// Returns whether a column or its kind is in a list.
fn is_named(list: &[String], column: &str, kind: Grounds) -> bool {
    list.iter()
        .any(|name| name == column || name == kind.name())
}
