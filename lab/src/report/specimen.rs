//! One page, plotted as in the papers' figures.
//!
//! - Song, Sun, Liao 2013, Figs. 3, 4 and 6: the text density, composite text density and hybrid
//!   text density of each element in document order.
//! - Wang, Wang 2015, Figs. 2 and 3: the words of each line, the density of each segment.
//!
//! Bars of kept content have another color.

use anyhow::Result;
use pith::methods::lines::Lines;
use pith::methods::{self, Findings, Known, Method, qread};
use pith::page::{NodeId, NodeSet, Page};

use super::plot::{Axes, bars};

/// A plot with its heading.
pub(crate) struct Figure {
    /// Its heading.
    pub(crate) heading: &'static str,
    /// The plot.
    pub(crate) svg: String,
}

/// Plots all figures of a page. The hybrid density is omitted without layout, because it would
/// equal the composite one.
///
/// # Errors
///
/// If a plot can't be drawn.
pub(crate) fn figures(page: &Page, title: &str) -> Result<Vec<Figure>> {
    let mut figures = Vec::new();
    let densities = [
        (
            Method::CetdDs,
            "Text density of each element (CETD, Fig. 3)",
        ),
        (
            Method::CectdDs,
            "Composite text density of each element (CETD, Fig. 4)",
        ),
        (
            Method::CehtdDs,
            "Hybrid text density of each element (CETD, Fig. 6)",
        ),
    ];
    for (method, heading) in densities {
        if method != Method::CehtdDs || page.has_layout() {
            let axes = Axes {
                x: "element in document order",
                y: "density",
            };
            figures.push(Figure {
                heading,
                svg: bars(axes, &density(page, title, method))?,
            });
        }
    }
    let params = qread::Params::default();
    let lines = Lines::without(page, &qread::filtered(page));
    let partition = qread::Partition::new(&lines, title, &params);
    let chosen: Vec<usize> = partition
        .chosen(&params)
        .map(|segment| segment.lines.start)
        .collect();
    let mut words = Vec::new();
    let mut segments = Vec::new();
    for segment in &partition.segments {
        let kept = chosen.contains(&segment.lines.start);
        let own = lines.get(segment.lines.clone()).iter();
        words.extend(own.map(|line| (f64::from(line.words), kept)));
        segments.push((f64::from(segment.density), kept));
    }
    figures.push(Figure {
        heading: "Words of each line (qRead, Fig. 2)",
        svg: bars(
            Axes {
                x: "line",
                y: "words",
            },
            &words,
        )?,
    });
    figures.push(Figure {
        heading: "Words per line of each segment (qRead, Fig. 3)",
        svg: bars(
            Axes {
                x: "segment",
                y: "density",
            },
            &segments,
        )?,
    });
    Ok(figures)
}

/// Returns the score of every element of the body, and whether the method keeps content in it.
fn density(page: &Page, title: &str, method: Method) -> Vec<(f64, bool)> {
    let known = Known {
        title,
        ..Known::default()
    };
    let Ok(Findings { scores, kept, .. }) = methods::run(method, page, &known) else {
        return Vec::new();
    };
    let shown = page.shown();
    let body = page.body();
    (body.0..page.end(body).0)
        .map(NodeId)
        .filter(|&id| page.is_element(id) && shown.contains(id))
        .map(|id| {
            let score = f64::from(scores.get(id)).max(0.0);
            let inside = kept.intersects_subtree(page, id) && has_own_text(page, id, &kept);
            (if score.is_finite() { score } else { 0.0 }, inside)
        })
        .collect()
}

/// Returns whether a text child of the element is kept. A container of everything isn't content.
fn has_own_text(page: &Page, id: NodeId, kept: &NodeSet) -> bool {
    page.children(id)
        .any(|child| page.is_text(child) && kept.contains(child))
}

#[cfg(test)]
mod tests {
    use pith::page::Limits;
    use pith::source::html;

    use super::*;

    #[test]
    fn a_page_without_layout_has_four_figures() {
        let text = "A sentence about a harbour and its boats. ".repeat(20);
        let source = format!("<nav><a href=/>Home</a></nav><article><p>{text}<p>{text}</article>");
        let page = html::read(&source, "", Limits::default()).expect("a page");
        let figures = figures(&page, "Harbour").expect("figures");
        assert_eq!(figures.len(), 4);
        let marked = density(&page, "", Method::CetdDs)
            .iter()
            .filter(|bar| bar.1)
            .count();
        assert_eq!(marked, 2, "two paragraphs");
    }
}
