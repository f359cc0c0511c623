//! `lab evaluate`: methods on labeled pages.
//!
//! Every page is read once and passed to every method; pages run in parallel. A page that can't be
//! read, or on which a method panics, counts as one without output and is named.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use pith::extract::{Options, extract};
use pith::methods::Method;
use pith::methods::tsrec::Template;
use pith::page::Page;
use pith::select::model::Model;

use crate::rows::Truth;
use crate::runner::{self, guarded};
use crate::score::summary::{Output, PageScore, SetSummary};
use crate::sets::Set;
use crate::siblings;

/// Returns the method with that name.
pub(crate) fn method(name: &str) -> Result<Method, String> {
    Method::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
        format!("the methods are {}", names.join(", "))
    })
}

/// The result of one method on one page.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    /// Index of the set.
    pub(crate) set: usize,
    /// Index of the row in the set.
    pub(crate) row: usize,
    /// The method.
    pub(crate) method: Method,
    /// Its scores.
    pub(crate) score: PageScore,
    /// Milliseconds of the method, without reading the page.
    pub(crate) ms: f64,
    /// True if the page had a layout.
    pub(crate) layout: bool,
    /// The reason why there's no result.
    pub(crate) error: Option<String>,
}

/// Models for cross-validation, each trained without one fold of the sites.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folds {
    /// The fold of each site in the training pages.
    pub(crate) sites: BTreeMap<String, usize>,
    /// The models, in order of their folds.
    pub(crate) models: Vec<Model>,
}

impl Folds {
    /// Returns the model that was not trained on a site. If no model was, returns the first.
    pub(crate) fn of(&self, site: &str) -> Option<&Model> {
        self.models.get(self.sites.get(site).copied().unwrap_or(0))
    }
}

/// The pages and methods of an evaluation.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The sets.
    pub(crate) sets: Vec<Set>,
    /// The methods.
    pub(crate) methods: Vec<Method>,
    /// The folder of the snapshots.
    pub(crate) snapshots: Option<PathBuf>,
    /// Models for cross-validation; empty to use the built-in one.
    pub(crate) folds: Folds,
    /// True if a discussion page returns its discussion, as in Reader.
    pub(crate) with_thread: bool,
    /// Per set: the rows with the same template as a page, by the page's name, the most similar
    /// first.
    siblings: Vec<BTreeMap<String, Vec<usize>>>,
}

impl Plan {
    /// Builds a plan from sets and methods.
    ///
    /// # Errors
    ///
    /// If the siblings of pages can't be read.
    pub(crate) fn new(
        sets: Vec<Set>,
        methods: Vec<Method>,
        snapshots: Option<PathBuf>,
    ) -> Result<Self> {
        let mut all = Vec::new();
        for set in &sets {
            let places: BTreeMap<&str, usize> = set
                .rows
                .iter()
                .map(|row| row.id.as_str())
                .zip(0..)
                .collect();
            let rows = |(id, others): (&str, Vec<&Truth>)| {
                let place = |row: &&Truth| places.get(row.id.as_str()).copied();
                (id.to_owned(), others.iter().filter_map(place).collect())
            };
            all.push(siblings::of(set)?.into_iter().map(rows).collect());
        }
        Ok(Self {
            sets,
            methods,
            snapshots,
            folds: Folds::default(),
            with_thread: false,
            siblings: all,
        })
    }
}

/// Runs a plan. The outcomes are ordered by set, row, and method.
pub(crate) fn run(plan: &Plan, bar: bool) -> Vec<Outcome> {
    let work: Vec<(usize, usize)> = plan
        .sets
        .iter()
        .enumerate()
        .flat_map(|(set, pages)| (0..pages.rows.len()).map(move |row| (set, row)))
        .collect();
    let outcomes = runner::each(&work, "pages", bar, |&(set, row)| page(plan, set, row));
    outcomes.into_iter().flatten().collect()
}

fn page(plan: &Plan, set: usize, row: usize) -> Vec<Outcome> {
    let pages = &plan.sets[set];
    let truth = &pages.rows[row];
    let read = guarded(|| pages.page(truth, plan.snapshots.as_deref()));
    plan.methods
        .iter()
        .map(|&method| {
            let start = Instant::now();
            let (output, error) = match &read {
                Ok(page) => match guarded(|| output(plan, set, truth, page, method)) {
                    Ok(output) => (output, None),
                    Err(error) => (Output::default(), Some(error)),
                },
                Err(error) => (Output::default(), Some(error.clone())),
            };
            let ms = start.elapsed().as_secs_f64() * 1000.0;
            Outcome {
                set,
                row,
                method,
                score: PageScore::new(&truth.expected(), &output),
                ms,
                layout: read.as_ref().is_ok_and(Page::has_layout),
                error,
            }
        })
        .collect()
}

/// Returns a method's output for a page. TSReC gets the sibling with the most similar template.
/// Without one, or if the comparison has no result, it returns what the one-click path does.
fn output(plan: &Plan, set: usize, row: &Truth, page: &Page, method: Method) -> Result<Output> {
    let pages = &plan.sets[set];
    let snapshots = plan.snapshots.as_deref();
    let siblings: Vec<&Truth> = plan.siblings[set]
        .get(&row.id)
        .into_iter()
        .flatten()
        .map(|&sibling| &pages.rows[sibling])
        .collect();
    let sibling = match siblings.first() {
        Some(sibling) if method == Method::Tsrec => Some(pages.page(sibling, snapshots)?),
        _ => None,
    };
    let options = Options {
        method,
        template: sibling.as_ref().map(Template::Page),
        model: plan.folds.of(&pages.site(row)),
        ..Options::default()
    };
    let as_one_click = Options {
        method: Method::Hybrid,
        ..options
    };
    let mut extraction = extract(page, &options).or_else(|_| extract(page, &as_one_click))?;
    if plan.with_thread {
        extraction = extraction.with_thread(page);
    }
    Ok(Output::from(extraction))
}

/// Recomputes the output of one page for display; empty if it fails.
pub(crate) fn again(plan: &Plan, set: usize, row: usize, method: Method) -> Output {
    let pages = &plan.sets[set];
    let truth = &pages.rows[row];
    let page = || pages.page(truth, plan.snapshots.as_deref());
    guarded(|| output(plan, set, truth, &page()?, method)).unwrap_or_default()
}

/// Summarizes a set and a method over all outcomes that `chosen` accepts.
pub(crate) fn summary(
    outcomes: &[Outcome],
    set: usize,
    method: Method,
    chosen: impl Fn(&Outcome) -> bool,
) -> SetSummary {
    let scores: Vec<PageScore> = outcomes
        .iter()
        .filter(|outcome| outcome.set == set && outcome.method == method && chosen(outcome))
        .map(|outcome| outcome.score)
        .collect();
    SetSummary::new(scores.iter())
}

/// Summarizes each page type of a set, in the order of their names.
pub(crate) fn by_page_type(
    plan: &Plan,
    outcomes: &[Outcome],
    set: usize,
    method: Method,
) -> BTreeMap<String, SetSummary> {
    let rows = &plan.sets[set].rows;
    let kinds: Vec<&str> = rows
        .iter()
        .filter_map(|row| row.page_type.as_deref())
        .collect();
    kinds
        .iter()
        .map(|&kind| {
            let chosen = |outcome: &Outcome| rows[outcome.row].page_type.as_deref() == Some(kind);
            (kind.to_owned(), chosen)
        })
        .collect::<BTreeMap<_, _>>()
        .into_iter()
        .map(|(kind, chosen)| (kind, summary(outcomes, set, method, chosen)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::{self, tests::Folder};

    #[test]
    fn unreadable_page_scores_as_empty_with_an_error() {
        let folder = Folder::new("evaluate");
        let text = "A long enough sentence about a harbour, its boats and its weather. ".repeat(20);
        let truth = format!(
            "{{\"id\":\"a\",\"text\":\"{text}\"}}\n{{\"id\":\"gone\",\"text\":\"Never seen.\"}}\n"
        );
        folder.write("s/truth.jsonl.gz", &truth);
        folder.write(
            "s/pages/a.html.gz",
            &format!("<article><h1>Harbour</h1><p>{text}</article>"),
        );
        let sets = sets::open(&folder.0, &[]).expect("a set");
        let plan = Plan::new(sets, vec![Method::CetdDs, Method::Hybrid], None).expect("a plan");
        let outcomes = run(&plan, false);
        let order: Vec<_> = outcomes.iter().map(|o| (o.row, o.method)).collect();
        assert_eq!(
            order,
            [
                (0, Method::CetdDs),
                (0, Method::Hybrid),
                (1, Method::CetdDs),
                (1, Method::Hybrid)
            ]
        );
        assert!(outcomes[1].score.text.expect("a text").recall > 0.99);
        assert!(
            outcomes[2]
                .error
                .as_deref()
                .expect("an error")
                .contains("gone.html.gz")
        );
        assert_eq!(outcomes[3].score.empty, Some(true));
        let all = summary(&outcomes, 0, Method::Hybrid, |_| true);
        assert_eq!((all.pages, all.low), (2, Some(0.5)));
    }
}
