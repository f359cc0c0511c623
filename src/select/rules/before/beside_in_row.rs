//! Removes the other cells of a table row if one cell contains the article.

use crate::page::{NodeId, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{BEFORE_THEM, RUNNING_BLOCK, Sums, decide_certain};

pub(in crate::select) const ID: RuleId = RuleId::new("beside-in-row");

/// Minimum share of the page's running text in the row and in its main cell, 0 to 1. With less, a
/// row of a data table loses its other cells.
const MIN_SHARE: f32 = 0.6;

/// Minimum paragraphs in the main cell. With fewer, a table with long cells is treated as one for
/// layout.
const MIN_PARAGRAPHS: f32 = 3.0;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let all = signals.positive[page.body().index()];
    let positive = |node: NodeId| signals.positive[node.index()];
    let running = Sums::new(signals, |i| {
        f32::from(u8::from(signals.gains[i] >= RUNNING_BLOCK))
    });
    for row in page.subtree(page.body()) {
        if page.tag(row) != Tag::Tr || positive(row) < MIN_SHARE * all.max(BEFORE_THEM) {
            continue;
        }
        let cells: Vec<NodeId> = page
            .children(row)
            .filter(|&c| matches!(page.tag(c), Tag::Td | Tag::Th))
            .collect();
        let Some(&main) = cells
            .iter()
            .max_by(|&&a, &&b| positive(a).total_cmp(&positive(b)))
        else {
            continue;
        };
        if running.of(&signals.blocks_in(page, main)) < MIN_PARAGRAPHS
            || positive(main) < MIN_SHARE * all
            || cells.iter().any(|&c| page.tag(c) == Tag::Th)
        {
            continue;
        }
        for cell in cells.into_iter().filter(|&cell| cell != main) {
            let range = signals.blocks_in(page, cell);
            decide_certain(decisions, range, Reason::OtherColumn, ID);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, certain, ruled};

    #[test]
    fn cells_beside_the_article_are_another_column() {
        let text = LONG.repeat(4);
        assert_eq!(
            certain(&format!("<table><tr><td>Tides<td>{text}</table>")),
            [("Tides".to_owned(), Reason::OtherColumn)]
        );
        assert_eq!(
            certain(&format!("<table><tr><th>Tides<td>{text}</table>")),
            []
        );
    }

    #[test]
    fn a_table_with_one_long_paragraph_keeps_its_cells() {
        // A single paragraph isn't enough, regardless of its length.
        let cell = LONG.replace("<p>", "").repeat(4);
        assert_eq!(
            certain(&format!("<table><tr><td>Tides<td><p>{cell}</table>")),
            []
        );
    }

    #[test]
    fn a_title_cell_beside_the_article_stays_the_title() {
        let text = LONG.repeat(4);
        let of = ruled(&format!(
            "<table><tr><td><h1>The ferry sails again</h1><td>{text}</table>"
        ));
        assert_eq!(of.decisions.get(0), Some(Reason::Title));
    }

    #[test]
    fn a_row_with_little_text_keeps_its_cells() {
        let text = "<p>He painted the railings green, and nobody knew why.</p>".repeat(3);
        assert_eq!(
            certain(&format!("<table><tr><td>Tides<td>{text}</table>")),
            []
        );
    }
}
