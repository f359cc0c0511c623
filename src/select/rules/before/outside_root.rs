//! Removes content outside the root, except for other parts of the same column and lead paragraphs
//! between the title and the root.

mod joined;

use crate::page::{Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{LINKED, RUNNING_BLOCK};
use crate::select::signals::Signals;
use joined::joined;

pub(in crate::select) const ID: RuleId = RuleId::new("outside-root");

/// Maximum share of the width of a block in another column that overlaps the root, 0 to 1. If
/// higher, narrow blocks in the same column get the wrong reason.
const MAX_BESIDE_OVERLAP: f32 = 0.2;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let root = signals.root;
    let inside = signals.blocks_in(page, root);
    let joined = joined(page, signals);
    let lead_from = metadata.title_node.filter(|&t| t < root);
    for i in (0..signals.len()).filter(|i| !inside.contains(i)) {
        let block = &signals.blocks[i];
        let first = block.leaves[0];
        let container = block.container;
        let lead = lead_from.is_some_and(|t| {
            first > t
                && first < root
                && signals.excluded[container.index()].is_none()
                && (signals.gains[i] >= RUNNING_BLOCK
                    || (block.media > 0 && block.chars == 0)
                    || page.tag(container) == Tag::Figcaption)
        });
        if lead || joined.iter().any(|&s| page.contains(s, first)) {
            continue;
        }
        let reason = if metadata.title_node == Some(container) {
            Reason::Title
        } else {
            reason(page, signals, i)
        };
        decisions.set(i, Some(reason), ID);
    }
}

/// Returns why a block outside the root isn't part of the article.
fn reason(page: &Page, signals: &Signals, i: usize) -> Reason {
    let block = &signals.blocks[i];
    if let Some(reason) = signals.excluded[block.container.index()] {
        return reason;
    }
    if let (Some(column), Some(rect)) = (page.rect(signals.root), page.rect(block.container))
        && rect.width > 0.0
        && column.horizontal_overlap(rect) < MAX_BESIDE_OVERLAP * rect.width
    {
        return Reason::OtherColumn;
    }
    if block.link_density() > LINKED {
        return Reason::Links;
    }
    Reason::BelowThreshold
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::page::geometry::Rect;
    use crate::select::rules::fixtures::{BoxOnScreen, LONG, on_screen, ruled};

    #[test]
    fn links_outside_the_root_are_removed_and_content_is_kept() {
        let text = LONG.repeat(5);
        let of = ruled(&format!(
            "<h1>The ferry</h1><div><a href=/a>Boats</a></div><div>{text}</div>"
        ));
        let outcomes: Vec<_> = (0..3).map(|i| of.decisions.get(i)).collect();
        assert_eq!(outcomes, [Some(Reason::Title), Some(Reason::Links), None]);
        assert_eq!(of.decisions.by(1), Some(ID));
    }

    #[test]
    fn the_lead_between_the_title_and_the_root_is_kept() {
        let text = LONG.repeat(8);
        let lead = "<p>Nobody had seen it coming, and few believed their own eyes that day.</p>";
        let menu = "<div><a href=/a>Boats</a></div>".repeat(8);
        let keeps = |above: &str, below: &str| {
            let of = ruled(&format!(
                "<h1>The ferry</h1>{above}{menu}<div>{text}</div>{below}"
            ));
            let mut texts = of.signals.texts.iter();
            of.decisions
                .keeps(texts.position(|text| text.starts_with("Nobody")).unwrap())
        };
        assert!(keeps(lead, ""));
        assert!(!keeps("", lead));
    }

    #[test]
    fn the_only_title_is_the_title_even_in_an_overlay() {
        let text = LONG.repeat(5);
        let bar = "<div style='position: fixed'><h1>The ferry</h1></div>";
        let of = ruled(&format!("{bar}<div>{text}</div>"));
        assert_eq!(of.decisions.get(0), Some(Reason::Title));
    }

    #[test]
    fn a_box_beside_the_root_is_another_column() {
        let text = LONG.repeat(4);
        let box_at = |x: f32, y: f32| -> BoxOnScreen<'_> {
            let rect = Rect::new(x, y, 200.0, 80.0);
            (Tag::Div, rect, 16.0, "Tides today: 4.12 and 16.31.")
        };
        let root = (
            Tag::Div,
            Rect::new(100.0, 100.0, 600.0, 300.0),
            16.0,
            &*text,
        );
        let of = on_screen(&[&[root], &[box_at(900.0, 100.0)], &[box_at(100.0, 500.0)]]);
        let outcomes: Vec<_> = (0..3).map(|i| of.decisions.get(i)).collect();
        let reasons = [Reason::OtherColumn, Reason::BelowThreshold].map(Some);
        assert_eq!(outcomes, [None, reasons[0], reasons[1]]);
        assert_eq!(of.decisions.by(1), Some(ID));
    }
}
