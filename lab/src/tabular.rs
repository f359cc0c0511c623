//! Tables as text for the terminal, Markdown, HTML, and CSV.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Rows of cells with a header.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates an empty table with these columns.
    pub(crate) fn new<'a>(head: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            head: head.into_iter().map(str::to_owned).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Returns whether there is no row.
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Renders plain text: every column as wide as its widest cell, the first left-aligned, the
    /// others right-aligned.
    pub(crate) fn plain(&self) -> String {
        let lines = || std::iter::once(&self.head).chain(&self.rows);
        let width = |column: usize| {
            lines()
                .filter_map(|row| row.get(column))
                .map(|cell| cell.chars().count())
                .max()
                .unwrap_or_default()
        };
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let mut out = String::new();
        for row in lines() {
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                let cell = if column == 0 {
                    format!("{cell:<width$}")
                } else {
                    format!("  {cell:>width$}")
                };
                out.push_str(&cell);
            }
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
        out
    }

    /// Renders a Markdown table; columns after the first are right-aligned.
    pub(crate) fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let mut out = line(&self.head);
        out.push_str("| --- |");
        for _ in self.head.iter().skip(1) {
            out.push_str(" --: |");
        }
        out.push('\n');
        for row in &self.rows {
            out.push_str(&line(row));
        }
        out
    }

    /// Renders an HTML table; cells are escaped.
    pub(crate) fn html(&self) -> String {
        let line = |name: &str, cells: &[String]| {
            let cells: String = cells
                .iter()
                .map(|cell| format!("<{name}>{}</{name}>", escape(cell)))
                .collect();
            format!("<tr>{cells}</tr>\n")
        };
        let mut rows = String::new();
        let mut group = None;
        for row in &self.rows {
            // A change of the first cell starts a group of rows.
            let first = row.first();
            rows.push_str(if first == group {
                "<tr"
            } else {
                "<tr class=\"first\""
            });
            rows.push_str(&line("td", row)["<tr".len()..]);
            group = first;
        }
        format!(
            "<div class=\"wide\"><table>\n<thead>{}</thead>\n<tbody>{rows}</tbody></table></div>\n",
            line("th", &self.head)
        )
    }

    /// Renders comma-separated values (RFC 4180).
    pub(crate) fn csv(&self) -> String {
        let mut out = String::new();
        for row in std::iter::once(&self.head).chain(&self.rows) {
            let cells: Vec<String> = row.iter().map(|cell| quoted(cell)).collect();
            out.push_str(&cells.join(","));
            out.push_str("\r\n");
        }
        out
    }

    /// Writes the table to a CSV file.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub(crate) fn write_csv(&self, path: &Path) -> Result<()> {
        fs::write(path, self.csv()).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Formats a value with three digits, or a dash if there's none.
pub(crate) fn value(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"))
}

/// Escapes text for HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(["set", "F1"]);
        table.row(["news, \"old\"".to_owned(), value(Some(0.95))]);
        table.row(["b".to_owned(), value(None)]);
        table
    }

    #[test]
    fn table_is_written_as_csv_markdown_text_and_html() {
        assert_eq!(
            table().csv(),
            "set,F1\r\n\"news, \"\"old\"\"\",0.950\r\nb,–\r\n"
        );
        assert_eq!(
            table().markdown(),
            "| set | F1 |\n| --- | --: |\n| news, \"old\" | 0.950 |\n| b | – |\n"
        );
        assert_eq!(
            table().plain(),
            "set             F1\nnews, \"old\"  0.950\nb                –\n"
        );
        assert!(
            table()
                .html()
                .contains("<tr class=\"first\"><td>news, &quot;old&quot;</td>")
        );
    }
}
