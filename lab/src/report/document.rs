//! The HTML report: one self-contained file with plots and examples.

use pith::metadata::metadata;

use super::plot::{self, Axes, Curve};
use super::{diff, specimen};
use crate::evaluate::{self, Outcome, Plan};
use crate::note;
use crate::runner;
use crate::score::text::TextScore;
use crate::tabular::{Table, escape};
use pith::methods::Method;

/// The content of a report.
pub(crate) struct Report<'a> {
    /// The evaluation that was run.
    pub(crate) plan: &'a Plan,
    /// Its results.
    pub(crate) outcomes: &'a [Outcome],
    /// The hash of the corpus.
    pub(crate) hash: &'a str,
    /// Number of worst pages to show per set.
    pub(crate) worst: usize,
    /// Tables with their headings.
    pub(crate) tables: [(&'static str, Option<&'a Table>); 3],
}

impl Report<'_> {
    /// Renders the whole document.
    pub(crate) fn html(&self) -> String {
        let pages: usize = self.plan.sets.iter().map(|set| set.rows.len()).sum();
        let names: Vec<&str> = self.plan.sets.iter().map(|set| set.name.as_str()).collect();
        let tables: String = self
            .tables
            .iter()
            .filter_map(|(heading, table)| Some((heading, (*table)?)))
            .map(|(heading, table)| format!("<h2>{heading}</h2>\n{}", table.html()))
            .collect();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>Pith's laboratory</title>\n<style>\n{}</style>\n\
             <h1>Pith's laboratory</h1>\n<p class=\"quiet\">{pages} pages of {}; corpus <code>{}</code></p>\n\
             <p>P, R, F1 and Score compare words by longest common subsequence, as means over the pages of a \
             set. Sets disagree on what belongs to a text, so they're not combined.</p>\n\
             {tables}{}{}{}</html>\n",
            include_str!("style.css"),
            escape(&names.join(", ")),
            self.hash,
            self.distributions(),
            self.specimens(),
            self.worst_pages(),
        )
    }

    /// Returns the text scores of a set and a method with their rows.
    fn texts(&self, set: usize, method: Method) -> Vec<(usize, TextScore)> {
        self.outcomes
            .iter()
            .filter(|outcome| outcome.set == set && outcome.method == method)
            .filter_map(|outcome| Some((outcome.row, outcome.score.text?)))
            .collect()
    }

    /// Plots the distribution of F1 over the pages of each set.
    fn distributions(&self) -> String {
        let legend: String = self
            .plan
            .methods
            .iter()
            .enumerate()
            .map(|(index, method)| {
                let color = index % plot::COLORS;
                format!(
                    "<li><span style=\"background:var(--c{color})\"></span>{}</li>",
                    method.name()
                )
            })
            .collect();
        let mut plots = String::new();
        for (set, pages) in self.plan.sets.iter().enumerate() {
            let curves: Vec<Curve> = self
                .plan
                .methods
                .iter()
                .enumerate()
                .map(|(color, &method)| Curve {
                    color,
                    points: share_at_most(
                        self.texts(set, method).into_iter().map(|(_, text)| text.f1),
                    ),
                })
                .filter(|curve| !curve.points.is_empty())
                .collect();
            let axes = Axes {
                x: "F1",
                y: "share of pages at most",
            };
            if !curves.is_empty() {
                let svg = plot_svg(plot::curves(axes, (1.0, 1.0), &curves));
                plots.push_str(&format!(
                    "<div><h3>{}</h3>{svg}</div>\n",
                    escape(&pages.name)
                ));
            }
        }
        if plots.is_empty() {
            return plots;
        }
        format!(
            "<h2>Distribution of F1</h2>\n<p>Share of pages with at most that F1. The lower and further \
             right a curve, the better.</p>\n<ul class=\"legend\">{legend}</ul>\n\
             <div class=\"grid\">{plots}</div>\n"
        )
    }

    /// Shows the median page of each set, plotted as in the papers' figures.
    fn specimens(&self) -> String {
        let mut out = String::new();
        for (set, pages) in self.plan.sets.iter().enumerate() {
            let mut texts = self.texts(set, self.shown_method());
            texts.sort_by(|a, b| a.1.f1.total_cmp(&b.1.f1));
            let Some(&(row, text)) = texts.get(texts.len() / 2) else {
                continue;
            };
            let truth = &pages.rows[row];
            let figures = runner::guarded(|| {
                let page = pages.page(truth, self.plan.snapshots.as_deref())?;
                let title = metadata(&page).title.unwrap_or_default();
                specimen::figures(&page, &title)
            });
            let figures: String = match figures {
                Ok(figures) => figures
                    .iter()
                    .map(|figure| format!("<h3>{}</h3>{}\n", figure.heading, figure.svg))
                    .collect(),
                Err(error) => format!("<p>{}</p>", escape(&error)),
            };
            let open = if set == 0 { " open" } else { "" };
            out.push_str(&format!(
                "<details{open}><summary>{}: {}, F1 {:.3}</summary>\n{figures}</details>\n",
                escape(&pages.name),
                escape(&truth.id),
                text.f1
            ));
        }
        if out.is_empty() {
            return out;
        }
        format!(
            "<h2>A page of each set</h2>\n<p>The page with the median F1. Bars of the parts that the method keeps \
             are <span style=\"color:var(--c1)\">orange</span>.</p>\n{out}"
        )
    }

    /// Returns the method for closer inspection: the one-click path if it was run.
    fn shown_method(&self) -> Method {
        let methods = &self.plan.methods;
        let first = methods.first().copied().unwrap_or(Method::Hybrid);
        if methods.contains(&Method::Hybrid) {
            Method::Hybrid
        } else {
            first
        }
    }

    /// Shows the pages with the lowest F1, with lost and wrongly kept text.
    fn worst_pages(&self) -> String {
        let method = self.shown_method();
        let mut out = String::new();
        for (set, pages) in self.plan.sets.iter().enumerate() {
            let mut texts = self.texts(set, method);
            texts.sort_by(|a, b| a.1.f1.total_cmp(&b.1.f1));
            if texts.is_empty() || self.worst == 0 {
                continue;
            }
            out.push_str(&format!("<h3>{}</h3>\n", escape(&pages.name)));
            for (row, text) in texts.into_iter().take(self.worst) {
                let truth = &pages.rows[row];
                let output = evaluate::again(self.plan, set, row, method);
                let address = truth.url.as_deref().unwrap_or_default();
                out.push_str(&format!(
                    "<details><summary>{}: F1 {:.3}, P {:.3}, R {:.3}</summary>\n\
                     <p class=\"quiet\">{}</p>\n<div class=\"diff\">{}</div></details>\n",
                    escape(&truth.id),
                    text.f1,
                    text.precision,
                    text.recall,
                    escape(address),
                    diff::html(truth.text.as_deref().unwrap_or_default(), &output.text)
                ));
            }
        }
        if out.is_empty() {
            return out;
        }
        format!(
            "<h2>Worst pages of {}</h2>\n<p><del>Lost</del>: only in the truth; <ins>kept wrongly</ins>: \
             only in the result. Long matching passages are shortened.</p>\n{out}",
            method.name()
        )
    }
}

/// Returns the steps of the cumulative distribution of values from 0 to 1.
fn share_at_most(values: impl Iterator<Item = f64>) -> Vec<(f64, f64)> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let count = values.len() as f64;
    let mut points = Vec::new();
    let mut share = 0.0;
    for (rank, value) in (1..).zip(values) {
        if points.is_empty() {
            points.push((0.0, 0.0));
        }
        points.push((value, share));
        share = f64::from(rank) / count;
        points.push((value, share));
    }
    if !points.is_empty() {
        points.push((1.0, 1.0));
    }
    points
}

fn plot_svg(svg: anyhow::Result<String>) -> String {
    svg.unwrap_or_else(|error| {
        note(&format!("cannot draw a plot: {error}"));
        String::new()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cumulative_distribution_ends_at_one() {
        let points = share_at_most([0.5, 1.0].into_iter());
        assert_eq!(
            points,
            [
                (0.0, 0.0),
                (0.5, 0.0),
                (0.5, 0.5),
                (1.0, 0.5),
                (1.0, 1.0),
                (1.0, 1.0)
            ]
        );
        assert!(share_at_most(std::iter::empty()).is_empty());
    }
}
