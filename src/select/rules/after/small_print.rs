//! Removes content beside the column of the title that has a much smaller font.

use crate::page::NodeId;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{BEFORE_THEM, in_figure, is_kept_text};

pub(in crate::select) const ID: RuleId = RuleId::new("small-print");

/// Maximum font size of small print beside the column, as a share of the article's font size. If
/// higher, columns of the article itself are removed; if lower, nothing is.
const MAX_FONT_RATIO: f32 = 0.75;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let Some(column) = metadata.title_node.and_then(|title| page.rect(title)) else {
        return;
    };
    let beside = |node: NodeId| {
        page.rect(node)
            .is_some_and(|r| r.width > 0.0 && column.horizontal_overlap(r) <= 0.0)
    };
    let (mut length, mut font) = (0.0, 0.0);
    for (i, block) in signals.blocks.iter().enumerate() {
        if is_kept_text(signals, decisions, i) && !beside(block.container) {
            length += block.length;
            font += block.length * page.style(block.leaves[0]).font_size;
        }
    }
    if length < BEFORE_THEM {
        return;
    }
    font /= length;
    for (i, block) in signals.blocks.iter().enumerate() {
        if decisions.keeps(i)
            && block.chars > 0
            && beside(block.container)
            && page.style(block.leaves[0]).font_size <= MAX_FONT_RATIO * font
            && !in_figure(page, block)
        {
            decisions.set(i, Some(Reason::OtherColumn), ID);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Tag;
    use crate::page::geometry::Rect;
    use crate::select::rules::fixtures::{LONG, on_screen};

    #[test]
    fn small_type_beside_the_text_is_removed() {
        let kept = |x: f32, font: f32| {
            let line = |y: f32| Rect::new(100.0, y, 600.0, 80.0);
            let of = on_screen(&[
                &[
                    (Tag::H1, line(0.0), 32.0, "The ferry sails again"),
                    (Tag::P, line(100.0), 16.0, LONG),
                    (Tag::P, line(200.0), 16.0, LONG),
                    (Tag::P, line(300.0), 16.0, LONG),
                ],
                &[(Tag::P, Rect::new(x, 100.0, 200.0, 80.0), font, LONG)],
            ]);
            assert!(of.metadata.title_node.is_some());
            let mut decisions = Decisions::new(of.signals.len());
            of.run(decide, &mut decisions);
            decisions.keeps(4)
        };
        assert!(!kept(900.0, 12.0));
        assert!(kept(900.0, 13.0), "the type is large enough");
        assert!(kept(300.0, 12.0), "it is in the column");
    }

    #[test]
    fn small_figures_and_small_type_beside_little_text_are_kept() {
        let line = |y: f32| (Tag::P, Rect::new(100.0, y, 600.0, 80.0), 16.0, LONG);
        let kept = |paragraphs: usize, tag: Tag| {
            let title = Rect::new(100.0, 0.0, 600.0, 80.0);
            let mut column = vec![(Tag::H1, title, 32.0, "The ferry sails again")];
            column.extend((1..=paragraphs).map(|i| line(100.0 * i as f32)));
            let beside = (tag, Rect::new(900.0, 100.0, 200.0, 80.0), 12.0, LONG);
            let of = on_screen(&[&column, &[beside]]);
            let mut decisions = Decisions::new(of.signals.len());
            of.run(decide, &mut decisions);
            decisions.keeps(paragraphs + 1)
        };
        assert!(!kept(3, Tag::P));
        assert!(kept(3, Tag::Figure));
        assert!(kept(1, Tag::P), "too little text to compare with");
    }
}
