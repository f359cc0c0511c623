//! Trains the core's two-pass model of blocks on labeled pages.
//!
//! 1. A forest over the evidence about each block, and two linear scores over hashed words, each
//!    trained on all pages.
//! 2. A second forest over the same evidence and the first pass's output for the page
//!    ([`second_pass`]). Its logits must not come from a first pass trained on the same page: those
//!    of a training page come from one that has not seen its fold, which is a third of the groups
//!    of sites. Several forests with different seeds are averaged.
//!
//! For cross-validation, a model is trained in the same way on two folds and judged on the third.
//! The logits for its second pass then come from one fold each, so that it's a little worse than
//! the one that ships.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, bail};
use pith::select::Forest;
use pith::select::model::hashed::{Bucket, Linear};
use pith::select::model::second_pass;
use pith::select::model::{Model, SCORES};
use rayon::prelude::*;

use super::boosting::{self, Binned, Params, Rows};
use super::lessons::{Lesson, Lessons};
use super::linear;
use crate::evaluate::Folds;
use crate::tabular::{Table, value};
use crate::{folds, note, runner};

/// Number of folds of groups of sites.
pub(crate) const FOLDS: usize = 3;

/// Number of second forests that are averaged.
const SECOND_FORESTS: i16 = 2;

/// The files of a model in its folder.
pub(crate) const FILES: [&str; 4] = ["first.bin", "second.bin", "names.bin", "words.bin"];

/// The file about the training data. It's separate, because no page needs it.
pub(crate) const ORIGIN: &str = "origin.txt";

/// The training data as rows of one table.
pub(crate) struct Trainer<'a> {
    lessons: &'a Lessons,
    columns: Vec<Binned>,
    labels: Vec<bool>,
    /// The fold of every page.
    folds: Vec<usize>,
    /// The first passes trained so far, by the folds that they have not seen.
    passes: Mutex<BTreeMap<BTreeSet<usize>, Arc<FirstPass>>>,
    seed: u64,
}

/// Output of a first pass for the blocks of a page: logits, scores of names, scores of words.
#[derive(Clone, Default)]
struct First([Vec<f32>; 3]);

/// A first pass.
struct FirstPass {
    forest: Vec<u8>,
    read: Forest,
    names: Linear,
    words: Linear,
}

impl<'a> Trainer<'a> {
    /// Prepares training on the lessons.
    pub(crate) fn new(lessons: &'a Lessons, seed: u64) -> Self {
        let groups = lessons.pages.iter().map(|lesson| lesson.group.as_str());
        let of_group = folds::by_site(groups, FOLDS);
        let fold = |lesson: &Lesson| of_group.get(&lesson.group).copied().unwrap_or_default();
        let width = lessons.columns.len();
        let binned = |column| {
            let of = |lesson: &'a Lesson| lesson.values.iter().skip(column).step_by(width);
            Binned::new(
                &lessons
                    .pages
                    .iter()
                    .flat_map(of)
                    .copied()
                    .collect::<Vec<f32>>(),
            )
        };
        Self {
            columns: (0..width).into_par_iter().map(binned).collect(),
            labels: lessons
                .pages
                .iter()
                .flat_map(|l| &l.labels)
                .copied()
                .collect(),
            folds: lessons.pages.iter().map(fold).collect(),
            passes: Mutex::default(),
            lessons,
            seed,
        }
    }

    /// Returns, per page, whether it's in none of the given folds.
    fn without(&self, folds: &BTreeSet<usize>) -> Vec<bool> {
        self.folds
            .iter()
            .map(|fold| !folds.contains(fold))
            .collect()
    }

    /// Returns the weights of all rows, 0 if a page isn't chosen.
    fn weights(&self, chosen: &[bool]) -> Vec<f32> {
        let weight = |(lesson, &chosen): (&'a Lesson, &bool)| {
            let of = move |&weight: &f32| if chosen { weight } else { 0.0 };
            lesson.weights.iter().map(of)
        };
        self.lessons
            .pages
            .iter()
            .zip(chosen)
            .flat_map(weight)
            .collect()
    }

    /// Trains a forest on the chosen pages, over the columns and the stacked columns.
    fn forest(&self, chosen: &[bool], stacked: &[Binned], seed: u64) -> Vec<boosting::TreeNode> {
        let rows = Rows {
            columns: self.columns.iter().chain(stacked).collect(),
            labels: &self.labels,
            weights: &self.weights(chosen),
        };
        let params = Params {
            seed,
            ..Params::default()
        };
        let bar = runner::bar(params.trees, "trees", true);
        let trees = boosting::forest(&rows, &params, || bar.inc(1));
        bar.finish_and_clear();
        trees
    }

    /// Returns the first pass that has not seen some folds; trains it on first use.
    fn first_pass(&self, without: &BTreeSet<usize>) -> Result<Arc<FirstPass>> {
        let known = |passes: &BTreeMap<_, _>| passes.get(without).cloned();
        if let Some(pass) = self.passes.lock().ok().as_deref().and_then(known) {
            return Ok(pass);
        }
        let chosen = self.without(without);
        let trees = self.forest(&chosen, &[], self.seed);
        let forest = boosting::bytes(&self.lessons.columns, &trees, 1);
        let weights = self.weights(&chosen);
        let linear = |of: fn(&Lesson) -> &Vec<Vec<Bucket>>| {
            let buckets = self.lessons.pages.iter().flat_map(of);
            let rows = buckets.zip(&self.labels).zip(&weights);
            let rows: Vec<linear::WordRow<'_>> = rows
                .filter(|(_, weight)| **weight > 0.0)
                .map(|((buckets, &label), &weight)| linear::WordRow {
                    buckets,
                    label,
                    weight,
                })
                .collect();
            linear::linear(&rows)
        };
        let (names, words) = rayon::join(|| linear(|l| &l.names), || linear(|l| &l.words));
        let pass = Arc::new(FirstPass {
            read: Forest::read(&forest)?,
            forest,
            names,
            words,
        });
        if let Ok(mut passes) = self.passes.lock() {
            passes.insert(without.clone(), Arc::clone(&pass));
        }
        Ok(pass)
    }

    fn logits(&self, forest: &Forest, lesson: &Lesson, stacked: &[Vec<f32>]) -> Vec<f32> {
        let names = self
            .lessons
            .columns
            .iter()
            .chain(&stacked_columns())
            .copied()
            .collect::<Vec<_>>();
        let places: Vec<Option<usize>> = forest
            .columns()
            .iter()
            .map(|name| names.iter().position(|column| column == name))
            .collect();
        let width = self.lessons.columns.len();
        let score = |i: usize| {
            let value = |place: &Option<usize>| match *place {
                Some(place) if place < width => lesson.values[i * width + place],
                Some(place) => stacked[place - width][i],
                None => f32::NAN,
            };
            forest.score(&places.iter().map(value).collect::<Vec<f32>>())
        };
        (0..lesson.labels.len()).map(score).collect()
    }

    fn first_output(&self, pass: &FirstPass, lesson: &Lesson) -> First {
        let linear = |score: &Linear, buckets: &[Vec<Bucket>]| {
            buckets.iter().map(|buckets| score.score(buckets)).collect()
        };
        First([
            self.logits(&pass.read, lesson, &[]),
            linear(&pass.names, &lesson.names),
            linear(&pass.words, &lesson.words),
        ])
    }

    /// Trains both passes on all pages, or without one fold. Returns the bytes of [`FILES`].
    ///
    /// # Errors
    ///
    /// If a fold has no pages.
    pub(crate) fn model(&self, without: Option<usize>) -> Result<[Vec<u8>; 4]> {
        if (0..FOLDS).any(|fold| !self.folds.contains(&fold)) {
            bail!("too few groups of sites to train on");
        }
        let unseen: BTreeSet<usize> = without.into_iter().collect();
        let pages = &self.lessons.pages;
        let mut first: Vec<First> = vec![First::default(); pages.len()];
        for fold in (0..FOLDS).filter(|fold| !unseen.contains(fold)) {
            let pass = self.first_pass(&unseen.iter().copied().chain([fold]).collect())?;
            first.par_iter_mut().enumerate().for_each(|(k, first)| {
                if self.folds[k] == fold {
                    *first = self.first_output(&pass, &pages[k]);
                }
            });
        }
        let stacked = self.stacked(&first);
        let chosen = self.without(&unseen);
        let mut trees = Vec::new();
        for k in 1..=SECOND_FORESTS {
            trees.extend(self.forest(&chosen, &stacked, self.seed + u64::from(k.unsigned_abs())));
        }
        let mut names = self.lessons.columns.clone();
        names.extend(stacked_columns());
        let second = boosting::bytes(&names, &trees, SECOND_FORESTS);
        let pass = self.first_pass(&unseen)?;
        let forest = pass.forest.clone();
        Ok([forest, second, pass.names.bytes(), pass.words.bytes()])
    }

    /// Returns the stacked columns of all pages; unknown for pages without predictions.
    fn stacked(&self, first: &[First]) -> Vec<Binned> {
        let pages = self.lessons.pages.par_iter().zip(first);
        let values: Vec<Vec<Vec<f32>>> = pages
            .map(|(lesson, first)| stacked(lesson, first))
            .collect();
        (0..stacked_columns().len())
            .into_par_iter()
            .map(|column| {
                let of = |page: &Vec<Vec<f32>>| page[column].clone();
                Binned::new(&values.iter().flat_map(of).collect::<Vec<f32>>())
            })
            .collect()
    }

    /// Writes the fold of every site into a folder, for [`folds::read`].
    ///
    /// # Errors
    ///
    /// If the file can't be written.
    pub(crate) fn write_folds(&self, folder: &Path) -> Result<()> {
        let sites = self.lessons.pages.iter().map(|lesson| lesson.site.as_str());
        folds::write(folder, &sites.zip(&self.folds).collect())
    }

    /// Returns a model's logits for the blocks of a page.
    fn judged(&self, model: &Model, lesson: &Lesson) -> Vec<f32> {
        let pass = FirstPass {
            forest: Vec::new(),
            read: model.first().clone(),
            names: model.names.clone(),
            words: model.words.clone(),
        };
        let stacked = stacked(lesson, &self.first_output(&pass, lesson));
        self.logits(model.second(), lesson, &stacked)
    }
}

/// Returns the names of the second pass's columns besides the evidence.
fn stacked_columns() -> Vec<&'static str> {
    second_pass::COLUMNS.into_iter().chain(SCORES).collect()
}

/// Returns the stacked columns, one after the other.
fn stacked(lesson: &Lesson, first: &First) -> Vec<Vec<f32>> {
    let [logits, names, words] = &first.0;
    if logits.len() < lesson.labels.len() {
        return vec![vec![f32::NAN; lesson.labels.len()]; stacked_columns().len()];
    }
    let first = second_pass::FirstPass::new(&lesson.blocks, logits.clone());
    let blocks = lesson.blocks.iter().enumerate();
    let rows: Vec<_> = blocks.map(|(i, block)| first.columns(i, block)).collect();
    let column = |k: usize| rows.iter().map(|row| row[k]).collect();
    let mut columns: Vec<Vec<f32>> = (0..second_pass::COLUMNS.len()).map(column).collect();
    columns.extend([names.clone(), words.clone()]);
    columns
}

/// Writes the files of a model into a folder.
///
/// # Errors
///
/// If they can't be written.
pub(crate) fn write(folder: &Path, files: &[Vec<u8>; 4]) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for (name, bytes) in FILES.iter().zip(files) {
        let path = folder.join(name);
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        note(&format!("wrote {}", path.display()));
    }
    Ok(())
}

/// Reads the model in a folder.
///
/// # Errors
///
/// If a file can't be read or is malformed.
pub(crate) fn read(folder: &Path) -> Result<Model> {
    let file = |name: &str| {
        let path = folder.join(name);
        fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    Ok(Model::new(
        Forest::read(&file(FILES[0])?)?,
        Forest::read(&file(FILES[1])?)?,
        Linear::read(&file(FILES[2])?)?,
        Linear::read(&file(FILES[3])?)?,
    ))
}

/// Returns the folder of the model that has not seen a fold.
pub(crate) fn fold_folder(folder: &Path, fold: usize) -> PathBuf {
    folder.join(format!("fold-{fold}"))
}

/// F1 of models on the blocks of unseen pages, before the rules that correct the selection: a quick
/// check of a training.
#[derive(Default)]
pub(crate) struct Judged {
    /// Per set: the number of pages and the sum of their F1, and the same for bare copies.
    sets: BTreeMap<String, [(usize, f64); 2]>,
}

impl Judged {
    /// Judges the pages of a fold.
    pub(crate) fn add(&mut self, trainer: &Trainer<'_>, model: &Model, fold: usize) {
        let pages = &trainer.lessons.pages;
        let scores: Vec<Option<f64>> = pages
            .par_iter()
            .enumerate()
            .map(|(k, lesson)| {
                let judged = || f1_of(lesson, &trainer.judged(model, lesson));
                (trainer.folds[k] == fold && !lesson.laid_out).then(judged)
            })
            .collect();
        for (lesson, score) in pages.iter().zip(scores) {
            if let Some(score) = score {
                let of_set = self.sets.entry(lesson.set.clone()).or_default();
                let of_form = &mut of_set[usize::from(lesson.bare)];
                of_form.0 += 1;
                of_form.1 += score;
            }
        }
    }

    /// Returns the means as a table.
    pub(crate) fn table(&self) -> Table {
        let mut table = Table::new(["set", "pages", "F1 before mending", "copies", "their F1"]);
        let mean = |pages: usize, sum: f64| value((pages > 0).then(|| sum / pages as f64));
        for (set, &[(pages, sum), (copies, sum_of_copies)]) in &self.sets {
            table.row([
                set.clone(),
                pages.to_string(),
                mean(pages, sum),
                copies.to_string(),
                mean(copies, sum_of_copies),
            ]);
        }
        table
    }
}

/// Returns the F1 of the blocks that the logits select, by words in common with the truth.
fn f1_of(lesson: &Lesson, logits: &[f32]) -> f64 {
    let logits = second_pass::smoothed_by_pattern(&lesson.blocks, logits);
    let kept = second_pass::most_expected_f1(&lesson.blocks, &logits).kept;
    let sum = |of: &[usize]| {
        let kept = of.iter().zip(&kept).filter(|(_, kept)| **kept);
        kept.map(|(count, _)| count).sum::<usize>() as f64
    };
    2.0 * sum(&lesson.common) / (sum(&lesson.counts) + lesson.truth as f64)
}

/// Reads the models that `lab train select --folds` wrote into a folder.
///
/// # Errors
///
/// If there are none, or one is malformed.
pub(crate) fn folds(folder: &Path) -> Result<Folds> {
    let sites = folds::read(folder)?;
    let mut models = Vec::new();
    while fold_folder(folder, models.len()).exists() {
        models.push(read(&fold_folder(folder, models.len()))?);
    }
    if models.is_empty() {
        bail!(
            "{} has no fold-0; create it with `lab train select --folds`",
            folder.display()
        );
    }
    Ok(Folds { sites, models })
}
