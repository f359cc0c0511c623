//! Removes boxes beside the column on the screen that have a smaller font.

mod column;

use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{ANCESTORS, BEFORE_THEM, decide_certain, in_figure};
use column::TextColumn;

pub(in crate::select) const ID: RuleId = RuleId::new("beside-on-screen");

/// Minimum share of the page's running text in the column, 0 to 1. With less, one of several text
/// columns removes the others.
const MIN_SHARE: f32 = 0.5;

/// Maximum font size of a box beside the column, as a share of the column's font size. If higher, a
/// second column of the text is removed.
const MAX_FONT_RATIO: f32 = 0.9;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let Some(rect) = signals.column else {
        return;
    };
    let column = TextColumn::new(page, signals, rect);
    let all = signals.positive[page.body().index()];
    if column.gain < MIN_SHARE * all || column.gain < BEFORE_THEM {
        return;
    }
    for i in 0..signals.len() {
        let block = &signals.blocks[i];
        let font = page.style(block.leaves[0]).font_size;
        if column.overlaps(page, block.container) || font > MAX_FONT_RATIO * column.font {
            continue;
        }
        let Some(beside) = page
            .inclusive_ancestors(block.container)
            .take(ANCESTORS)
            .take_while(|&node| !column.overlaps(page, node))
            .last()
        else {
            continue;
        };
        let level = page
            .rect(beside)
            .is_some_and(|r| r.y < column.bottom && r.bottom() > column.top);
        // A note in the margin is among the paragraphs, a caption beside its image.
        let parent = page.parent(beside);
        let note = parent.is_some_and(|p| column.parents.contains(p)) || in_figure(page, block);
        if level && !note {
            decide_certain(decisions, i..i + 1, Reason::OtherColumn, ID);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Tag;
    use crate::page::geometry::Rect;
    use crate::select::rules::fixtures::{BoxOnScreen, LONG, on_screen};

    #[test]
    fn a_box_beside_the_column_in_smaller_type_is_removed() {
        let line =
            |y: f32| -> BoxOnScreen<'_> { (Tag::P, Rect::new(100.0, y, 600.0, 80.0), 16.0, LONG) };
        let text = [line(100.0), line(200.0), line(300.0), line(400.0)];
        let beside = |y: f32, font: f32| -> BoxOnScreen<'_> {
            (
                Tag::P,
                Rect::new(900.0, y, 200.0, 80.0),
                font,
                "Tides today: 4.12 and 16.31.",
            )
        };
        let is_removed = |groups: &[&[BoxOnScreen<'_>]]| {
            let of = on_screen(groups);
            of.decisions.by(4) == Some(ID) && of.decisions.is_certain(4)
        };
        assert!(is_removed(&[&text, &[beside(100.0, 14.0)]]));
        assert!(
            !is_removed(&[&text, &[beside(100.0, 15.0)]]),
            "as large as the text"
        );
        assert!(
            !is_removed(&[&text, &[beside(900.0, 14.0)]]),
            "below the text"
        );
        let note = [&text[..], &[beside(100.0, 14.0)]].concat();
        assert!(!is_removed(&[&note]), "a note among the paragraphs");
    }

    #[test]
    fn nothing_is_removed_beside_several_columns_of_text() {
        let lines = |x: f32| {
            [100.0, 200.0, 300.0]
                .map(|y| -> BoxOnScreen<'_> { (Tag::P, Rect::new(x, y, 300.0, 80.0), 16.0, LONG) })
        };
        let beside = (
            Tag::P,
            Rect::new(1120.0, 100.0, 70.0, 80.0),
            14.0,
            "Tides: 4.12.",
        );
        let is_removed = |columns: &[f32]| {
            let text: Vec<_> = columns.iter().map(|&x| lines(x)).collect();
            let mut groups: Vec<&[BoxOnScreen<'_>]> = text.iter().map(|c| &c[..]).collect();
            let beside = [beside];
            groups.push(&beside);
            let of = on_screen(&groups);
            of.decisions.by(of.signals.len() - 1) == Some(ID)
        };
        assert!(is_removed(&[450.0]));
        assert!(!is_removed(&[100.0, 450.0, 800.0]));
    }
}
