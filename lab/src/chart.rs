//! `lab chart`: plots accuracy by set against the best other extractor, from the table in
//! `docs/results.md`.
//!
//! The SVG has its own colors for light and for dark backgrounds, shared with
//! `docs/performance.svg`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;

/// `lab chart`.
#[derive(Args, Debug)]
pub(crate) struct Chart {
    /// Markdown file with the results table
    #[arg(long, value_name = "FILE", default_value = "docs/results.md")]
    pub(crate) results: PathBuf,
    /// Output SVG file
    #[arg(long, value_name = "FILE", default_value = "docs/accuracy.svg")]
    pub(crate) out: PathBuf,
}

/// Plots the table.
///
/// # Errors
///
/// If a file can't be read or written, or the Markdown file has no results table.
pub(crate) fn run(options: &Chart) -> Result<()> {
    let results = fs::read_to_string(&options.results)
        .with_context(|| format!("cannot read {}", options.results.display()))?;
    fs::write(&options.out, plot_svg(&rows(&results)?))
        .with_context(|| format!("cannot write {}", options.out.display()))
}

/// A set with F1 of the best peer and of Pith.
#[derive(Debug, PartialEq)]
struct Row<'r> {
    set: &'r str,
    peer: f64,
    pith: f64,
}

/// Reads the sets that have a peer, ordered by Pith's lead.
fn rows(results: &str) -> Result<Vec<Row<'_>>> {
    let table = results
        .lines()
        .skip_while(|line| !line.starts_with("| set | pages | best peer |"));
    let mut rows: Vec<Row<'_>> = table
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .filter_map(row)
        .collect();
    if rows.is_empty() {
        bail!("no table with the columns set, pages, best peer, and F1");
    }
    rows.sort_by(|a, b| (b.pith - b.peer).total_cmp(&(a.pith - a.peer)));
    Ok(rows)
}

fn row(line: &str) -> Option<Row<'_>> {
    let mut cells = line.trim_matches('|').split('|').map(str::trim);
    let set = cells.next()?;
    let peer = cells.nth(1)?.parse().ok()?;
    let pith = cells.next()?.trim_matches('*').parse().ok()?;
    Some(Row { set, peer, pith })
}

const WIDTH: f64 = 720.0;
/// Left and right end of the axis, in px; set names are on its left, differences on its right.
const AXIS: (f64, f64) = (170.0, 620.0);
/// Top and bottom margins around the rows, in px.
const EDGES: (f64, f64) = (44.0, 44.0);
const ROW: f64 = 30.0;

/// The style of both plots; `tests/bench/curve.mjs` uses it as well.
const STYLE: &str = include_str!("../chart.css");

/// Returns an SVG with a line from the best peer to Pith for each set.
fn plot_svg(rows: &[Row<'_>]) -> String {
    let lowest = rows
        .iter()
        .fold(1.0_f64, |low, row| low.min(row.peer).min(row.pith));
    let first = (lowest * 20.0).floor() / 20.0;
    let at = |value: f64| AXIS.0 + (value - first) / (1.0 - first) * (AXIS.1 - AXIS.0);
    let bottom = EDGES.0 + rows.len() as f64 * ROW;
    let mut parts = Vec::new();
    let ticks = ((1.0 - first) * 20.0).round() as usize;
    for tick in 0..=ticks {
        let value = first + tick as f64 / 20.0;
        let x = at(value);
        parts.push(format!(
            "<path class=\"grid\" d=\"M{x:.1} {}V{bottom}\"/>",
            EDGES.0
        ));
        parts.push(label(
            x,
            bottom + 20.0,
            "middle",
            "",
            &format!("{value:.2}"),
        ));
    }
    for (i, row) in rows.iter().enumerate() {
        let y = EDGES.0 + (i as f64 + 0.5) * ROW;
        let (pith, peer) = (at(row.pith), at(row.peer));
        let ahead = row.pith - row.peer;
        let kind = if ahead < 0.0 { "peer" } else { "pith" };
        parts.push(label(AXIS.0 - 16.0, y + 4.0, "end", "", row.set));
        parts.push(format!(
            "<path class=\"line {kind}\" d=\"M{peer:.1} {y}H{pith:.1}\"/>"
        ));
        for (x, kind) in [(peer, "peer"), (pith, "pith")] {
            parts.push(format!(
                "<circle class=\"dot {kind}\" cx=\"{x:.1}\" cy=\"{y}\" r=\"5\"/>"
            ));
        }
        let ahead = format!("{ahead:+.3}");
        parts.push(label(WIDTH - 24.0, y + 4.0, "end", "", &ahead));
    }
    for (x, kind, name) in [
        (AXIS.0, "pith", "Pith"),
        (AXIS.0 + 60.0, "peer", "best other extractor"),
    ] {
        parts.push(format!(
            "<circle class=\"dot {kind}\" cx=\"{x}\" cy=\"20\" r=\"5\"/>"
        ));
        parts.push(label(
            x + 12.0,
            24.0,
            "start",
            &format!("name {kind}"),
            name,
        ));
    }
    let height = bottom + EDGES.1;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\">\n\
         <title>F1 of the text by set, Pith beside the best other extractor</title>\n\
         <style>\n{STYLE}</style>\n\
         <rect class=\"ground\" width=\"100%\" height=\"100%\" rx=\"6\"/>\n{}\n</svg>\n",
        parts.join("\n")
    )
}

fn label(x: f64, y: f64, anchor: &str, class: &str, text: &str) -> String {
    let class = match class {
        "" => String::new(),
        class => format!(" class=\"{class}\""),
    };
    format!("<text{class} x=\"{x:.1}\" y=\"{y}\" text-anchor=\"{anchor}\">{text}</text>")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "# Results\n\n\
        | set | pages | best peer | **F1** | before |\n| --- | --: | --: | --: | --: |\n\
        | even | 3 | .900 | **.900** | .8 |\n| alone | 2 | – | **.950** | .9 |\n| ahead | 4 | .800 | **.850** | .7 |\n\nText.\n";

    #[test]
    fn sets_with_a_peer_are_sorted_by_lead() {
        let sets: Vec<&str> = rows(TABLE)
            .expect("a table")
            .iter()
            .map(|row| row.set)
            .collect();
        assert_eq!(sets, ["ahead", "even"]);
        assert!(rows("# Results\n").is_err());
    }

    #[test]
    fn chart_shows_a_set_at_its_values() {
        let svg = plot_svg(&rows(TABLE).expect("a table"));
        // From .80 to 1.00: .85 is a quarter of the axis.
        assert!(
            svg.contains("<circle class=\"dot pith\" cx=\"282.5\" cy=\"59\""),
            "{svg}"
        );
        assert!(svg.contains(">+0.050</text>") && svg.contains(">1.00</text>"));
    }

    /// The plot in the documents matches their table.
    #[test]
    fn chart_in_the_docs_is_current() {
        let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/");
        let read = |name: &str| fs::read_to_string(format!("{docs}{name}")).expect("a document");
        let results = read("results.md");
        assert_eq!(
            read("accuracy.svg"),
            plot_svg(&rows(&results).expect("a table")),
            "run: cargo run -p lab -- chart"
        );
    }
}
