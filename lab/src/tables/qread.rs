//! qRead's threshold: Wang, Wang 2015, Fig. 4 and Table 2.
//!
//! The paper's authors inspected each result. Here, a result is *accurate* if precision and recall
//! are at least 0.9, has *extra* text if precision is lower, and *misses* text if recall is lower.
//! A page can do both, as in the paper, whose shares add up to more than one.

use pith::metadata::metadata;
use pith::methods::qread::{self, Params};

use super::{Section, percent, text_score};
use crate::corpus::Corpus;
use crate::score::summary::mean;
use crate::score::text::TextScore;
use crate::tabular::Table;

const LAMBDAS: [u32; 6] = [1, 2, 3, 4, 5, 6];
const ENOUGH: f64 = 0.9;

/// Returns the figure as a table, by language.
pub(super) fn sections(corpus: &Corpus) -> Vec<Section> {
    let scores = corpus.map("pages, lambda 1 to 6", |_, row, page| {
        let title = metadata(page).title.unwrap_or_default();
        let score = |lambda| {
            let params = Params {
                lambda,
                ..Params::default()
            };
            text_score(row, page, &qread::content(page, &title, &params))
        };
        let all = LAMBDAS.map(score);
        let chinese = row
            .lang
            .as_deref()
            .is_some_and(|lang| lang.starts_with("zh"));
        all[0]
            .is_some()
            .then_some((chinese, all.map(Option::unwrap_or_default)))
    });
    let mut table = Table::new([
        "pages",
        "lambda",
        "count",
        "accurate (%)",
        "extra (%)",
        "missed (%)",
        "F1 (%)",
    ]);
    let sources: Vec<(String, Vec<&[TextScore; 6]>)> = corpus
        .sets
        .iter()
        .zip(&scores)
        .flat_map(|(set, pages)| {
            [(false, ""), (true, ", Chinese")].map(|(chinese, suffix)| {
                let own = pages
                    .iter()
                    .filter(|(is, _)| *is == chinese)
                    .map(|(_, all)| all);
                (format!("{}{suffix}", set.name), own.collect())
            })
        })
        .filter(|(_, pages): &(String, Vec<_>)| pages.len() >= 10)
        .collect();
    for (source, pages) in &sources {
        for (index, lambda) in LAMBDAS.into_iter().enumerate() {
            let share = |is: fn(&TextScore) -> bool| {
                percent(mean(
                    pages.iter().map(|all| f64::from(u8::from(is(&all[index])))),
                ))
            };
            table.row([
                source.clone(),
                lambda.to_string(),
                pages.len().to_string(),
                share(|s| s.precision >= ENOUGH && s.recall >= ENOUGH),
                share(|s| s.precision < ENOUGH),
                share(|s| s.recall < ENOUGH),
                percent(mean(pages.iter().map(|all| all[index].f1))),
            ]);
        }
    }
    for (source, accurate, extra, missed) in [
        ("English", "93.6", "5.8", "1.6"),
        ("Chinese", "96.8", "3.2", "1.0"),
    ] {
        let cells = [
            &format!("*paper: {source}*"),
            "3",
            "",
            accurate,
            extra,
            missed,
            "",
        ];
        table.row(cells.map(str::to_owned));
    }
    vec![Section {
        heading: "Extraction by lambda (Fig. 4)",
        legend: "Accurate: precision and recall at least 0.9; extra: precision below; missed: recall below. \
                 The paper's shares were judged by eye."
            .to_owned(),
        table,
    }]
}
