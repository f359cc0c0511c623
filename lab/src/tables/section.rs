//! A section of the results with its table.

use pith::article::Article;
use pith::page::{NodeSet, Page};

use crate::rows::Truth;
use crate::score::text::TextScore;
use crate::score::token::tokens;
use crate::tabular::Table;

/// A table with its heading and legend.
pub(crate) struct Section {
    /// Its heading.
    pub(crate) heading: &'static str,
    /// Explanation of the columns.
    pub(crate) legend: String,
    /// The results, including those of the paper.
    pub(crate) table: Table,
}

/// Scores some nodes of a page as its text; `None` if the truth has no text.
pub(crate) fn text_score(row: &Truth, page: &Page, kept: &NodeSet) -> Option<TextScore> {
    let truth = row.text.as_deref().filter(|text| !text.is_empty())?;
    let text = Article::new(page, kept).text();
    Some(TextScore::new(&tokens(truth), &tokens(&text)))
}

/// Formats a share in percent, as the papers print it.
pub(crate) fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{:.2}", 100.0 * value))
}
