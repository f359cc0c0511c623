//! The variants of CETD: Song, Sun, Liao 2013, Tables 1 to 5.

use pith::methods::cetd::{self, Variant};

use super::{Section, percent, text_score};
use crate::corpus::Corpus;
use crate::score::summary::mean;
use crate::score::text::TextScore;
use crate::tabular::Table;

/// Precision, recall, F1 and Score of one source, in percent.
type Printed = (&'static str, [f64; 4]);

const DS: [Printed; 7] = [
    ("CleanEval-Eng", [92.96, 94.52, 93.73, 88.96]),
    ("NYTimes", [98.38, 95.84, 97.09, 94.42]),
    ("Yahoo!", [83.16, 85.90, 84.51, 72.84]),
    ("Wikipedia", [98.32, 97.22, 97.77, 95.76]),
    ("BBC", [84.39, 95.21, 89.48, 80.66]),
    ("Ars Technica", [97.81, 98.85, 98.33, 96.71]),
    ("Chaos", [92.23, 94.99, 93.59, 88.76]),
];
const COMPOSITE_DS: [Printed; 7] = [
    ("CleanEval-Eng", [95.87, 97.15, 96.51, 93.87]),
    ("NYTimes", [99.69, 98.16, 98.92, 97.86]),
    ("Yahoo!", [84.59, 93.99, 89.04, 80.71]),
    ("Wikipedia", [98.25, 92.77, 95.43, 91.49]),
    ("BBC", [86.15, 97.95, 91.67, 84.44]),
    ("Ars Technica", [98.04, 99.51, 98.76, 97.57]),
    ("Chaos", [96.21, 96.10, 96.15, 93.47]),
];
const COMPOSITE_SMOOTHED: [Printed; 7] = [
    ("CleanEval-Eng", [90.35, 92.60, 91.46, 87.24]),
    ("NYTimes", [96.72, 96.56, 96.64, 94.41]),
    ("Yahoo!", [80.33, 93.34, 86.35, 76.16]),
    ("Wikipedia", [98.02, 97.61, 97.81, 95.75]),
    ("BBC", [82.55, 93.77, 87.80, 79.65]),
    ("Ars Technica", [94.61, 93.56, 94.08, 91.65]),
    ("Chaos", [89.64, 92.86, 91.22, 86.17]),
];
const HYBRID_DS: [Printed; 7] = [
    ("CleanEval-Eng", [94.97, 94.07, 94.52, 90.61]),
    ("NYTimes", [99.72, 95.96, 97.80, 95.69]),
    ("Yahoo!", [91.99, 88.59, 90.26, 81.93]),
    ("Wikipedia", [96.58, 90.41, 93.39, 87.86]),
    ("BBC", [95.55, 96.46, 96.00, 92.29]),
    ("Ars Technica", [98.12, 98.83, 98.48, 97.01]),
    ("Chaos", [94.74, 96.42, 95.57, 92.05]),
];
const VARIANTS: [(Variant, &str, &str, &[Printed; 7]); 4] = [
    (Variant::Ds, "CETD-DS", "CETD-DS (Table 1)", &DS),
    (
        Variant::CompositeDs,
        "CECTD-DS",
        "CECTD-DS (Table 2)",
        &COMPOSITE_DS,
    ),
    (
        Variant::CompositeSmoothed,
        "CECTD-S",
        "CECTD-S (Table 3)",
        &COMPOSITE_SMOOTHED,
    ),
    (
        Variant::HybridDs,
        "CEHTD-DS",
        "CEHTD-DS (Table 4)",
        &HYBRID_DS,
    ),
];

/// Returns the tables: one per variant, and one that compares all F1 values.
pub(super) fn sections(corpus: &Corpus) -> Vec<Section> {
    let scores = corpus.map("pages, four variants", |_, row, page| {
        let score = |variant| text_score(row, page, &cetd::content(page, variant));
        let all = VARIANTS.map(|(variant, ..)| score(variant));
        all[0].is_some().then_some((page.has_layout(), all))
    });
    let mut sections = Vec::new();
    let mut names = vec!["source", "pages", "with layout"];
    names.extend(VARIANTS.map(|(_, name, ..)| name));
    let mut together = Table::new(names);
    for (variant, &(_, _, heading, printed)) in VARIANTS.iter().enumerate() {
        let mut table = Table::new(["source", "P (%)", "R (%)", "F1 (%)", "Score (%)"]);
        for (set, pages) in corpus.sets.iter().zip(&scores) {
            let value = |value: fn(&TextScore) -> f64| {
                percent(mean(
                    pages
                        .iter()
                        .filter_map(|(_, all)| all[variant].as_ref())
                        .map(value),
                ))
            };
            if !pages.is_empty() {
                table.row([
                    set.name.clone(),
                    value(|s| s.precision),
                    value(|s| s.recall),
                    value(|s| s.f1),
                    value(|s| s.score),
                ]);
            }
        }
        for (source, values) in printed {
            let cells = values.iter().map(|value| format!("{value:.2}"));
            table.row(std::iter::once(format!("*paper: {source}*")).chain(cells));
        }
        sections.push(Section {
            heading,
            legend: "Means over the pages of a set; below, the paper's.".to_owned(),
            table,
        });
    }
    for (set, pages) in corpus.sets.iter().zip(&scores) {
        if pages.is_empty() {
            continue;
        }
        let layout = pages.iter().filter(|(layout, _)| *layout).count();
        let cells = (0..VARIANTS.len()).map(|variant| {
            percent(mean(
                pages.iter().filter_map(|(_, all)| Some(all[variant]?.f1)),
            ))
        });
        together.row(
            [
                set.name.clone(),
                pages.len().to_string(),
                layout.to_string(),
            ]
            .into_iter()
            .chain(cells),
        );
    }
    let printed = ["93.50", "95.21", "92.24", "95.15"].map(str::to_owned);
    let head = ["*paper: average of 7*", "", ""].map(str::to_owned);
    together.row(head.into_iter().chain(printed));
    sections.push(Section {
        heading: "F1 of the variants (Table 5)",
        legend:
            "F1 in percent. If a page has no layout, CEHTD-DS has no visual importance and equals \
                 CECTD-DS."
                .to_owned(),
        table: together,
    });
    sections
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_tables_agree_with_the_printed_averages() {
        for ((_, name, _, printed), average) in VARIANTS.iter().zip([93.50, 95.21, 92.24, 95.15]) {
            let f1 = printed.iter().map(|(_, values)| values[2]).sum::<f64>() / 7.0;
            // The printed average of CECTD-S is 0.05 above the one of its row.
            assert!((f1 - average).abs() < 0.06, "{name}: {f1}");
        }
    }

    #[test]
    fn printed_f1_agrees_with_printed_precision_and_recall() {
        // To half a percentage point: the paper averages over pages.
        for (_, name, _, printed) in VARIANTS {
            for (source, [precision, recall, f1, _]) in printed {
                let computed = 2.0 * precision * recall / (precision + recall);
                assert!((computed - f1).abs() < 0.5, "{name} {source}: {computed}");
            }
        }
    }
}
