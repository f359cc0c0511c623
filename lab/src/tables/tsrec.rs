//! One page against a sibling: Li, Meng, Li, Wang 2006, Table 1.
//!
//! A page is compared with the page of its site that has the most similar template, and with a
//! digest of all other pages that the set pairs it with. The result for the page alone is listed
//! beside them.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::Result;
use pith::extract::one_click;
use pith::methods::tsrec::{self, Digest, Template};
use pith::page::{NodeSet, Page};

use super::{Section, percent, text_score};
use crate::corpus::Corpus;
use crate::rows::Truth;
use crate::score::summary::{mean, median};
use crate::score::text::TextScore;
use crate::sets::Set;
use crate::siblings;
use crate::tabular::Table;

/// Maximum pages in a digest: about as many as a user may have visited on a site.
const MAX_DIGEST_PAGES: usize = 8;
/// Minimum F1 of a successful extraction; the paper's authors judged by eye.
const MIN_SUCCESS_F1: f64 = 0.9;

/// Selects one of the scores of a page.
type Way = fn(&Compared) -> Option<TextScore>;

/// Scores of one page, by what it was compared with.
struct Compared {
    alone: TextScore,
    /// `None` if the comparison has no result.
    sibling: Option<TextScore>,
    digest: Option<TextScore>,
    ms: f64,
}

/// Returns the table, with a row per set and comparison.
///
/// # Errors
///
/// If a set's pairs can't be read.
pub(super) fn sections(corpus: &Corpus) -> Result<Vec<Section>> {
    let mut siblings = BTreeMap::new();
    for set in &corpus.sets {
        siblings.insert(set.name.as_str(), siblings::of(set)?);
    }
    let results = corpus.map("pages against siblings", |set, row, page| {
        let others = siblings.get(set.name.as_str())?.get(row.id.as_str())?;
        compared(corpus, set, row, page, others)
    });
    let mut table = Table::new([
        "set",
        "way",
        "pages",
        "no result",
        "P (%)",
        "R (%)",
        "F1 (%)",
        "F1 at least 0.9 (%)",
        "ms (median)",
    ]);
    for (set, pages) in corpus.sets.iter().zip(&results) {
        if pages.is_empty() {
            continue;
        }
        let ways: [(&str, Way); 3] = [
            ("alone (hybrid)", |page| Some(page.alone)),
            ("sibling", |page| page.sibling),
            ("digest", |page| page.digest),
        ];
        for (way, score) in ways {
            let scores: Vec<TextScore> = pages.iter().filter_map(score).collect();
            let value = |value: fn(&TextScore) -> f64| percent(mean(scores.iter().map(value)));
            let ms = median(pages.iter().map(|page| page.ms).collect()).unwrap_or_default();
            table.row([
                set.name.clone(),
                way.to_owned(),
                pages.len().to_string(),
                (pages.len() - scores.len()).to_string(),
                value(|s| s.precision),
                value(|s| s.recall),
                value(|s| s.f1),
                value(|s| f64::from(u8::from(s.f1 >= MIN_SUCCESS_F1))),
                if way == "sibling" {
                    format!("{ms:.1}")
                } else {
                    String::new()
                },
            ]);
        }
    }
    for (sites, first, second) in [
        ("25 Chinese sites", "76", "92"),
        ("25 English sites", "84", "96"),
    ] {
        for (way, share) in [("before its repairs", first), ("with both repairs", second)] {
            let cells = [
                &format!("*paper: {sites}*"),
                way,
                "25",
                "",
                "",
                "",
                "",
                share,
                "",
            ];
            table.row(cells.map(str::to_owned));
        }
    }
    Ok(vec![Section {
        heading: "One page against a sibling (Table 1)",
        legend: format!(
            "Pages that have a sibling in their set. The sibling is the page with the most similar \
             template; the digest holds hashes of up to {MAX_DIGEST_PAGES} others. Values are over the pages with a result \
             of the comparison. The paper's successes were counted by eye."
        ),
        table,
    }])
}

fn compared(
    corpus: &Corpus,
    set: &Set,
    row: &Truth,
    page: &Page,
    others: &[&Truth],
) -> Option<Compared> {
    let alone = text_score(row, page, &one_click(page).selection.kept)?;
    let mut others = others
        .iter()
        .take(MAX_DIGEST_PAGES)
        .filter_map(|other| corpus.page(set, other).ok());
    let sibling = others.next()?;
    let start = Instant::now();
    let beside = tsrec::content(page, Template::Page(&sibling));
    let ms = start.elapsed().as_secs_f64() * 1000.0;
    let mut digest = Digest::new(&sibling);
    for other in others {
        digest.merge(&Digest::new(&other));
    }
    let among = tsrec::content(page, Template::Digest(&digest));
    let score = |kept: Result<NodeSet, _>| text_score(row, page, &kept.ok()?);
    Some(Compared {
        alone,
        sibling: score(beside),
        digest: score(among),
        ms,
    })
}
