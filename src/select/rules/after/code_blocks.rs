//! Keeps a `pre`, or a box of lines of code, as a whole if a large part of it is kept, because
//! missing lines change the meaning of code.

use std::ops::Range;

use crate::page::{Attr, NodeId, Page, Tag, is_code_line};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::is_kept_text;

pub(in crate::select) const ID: RuleId = RuleId::new("code-blocks");

/// Minimum kept share of a code block's length, 0 to 1; set by hand. At 1 the rule is off, and the
/// output between commands is removed.
const MIN_KEPT_SHARE: f32 = 0.3;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let boxes = boxes_of_lines(page).map(|node| (node, 0.0));
    for (node, part) in code_blocks(page)
        .map(|node| (node, MIN_KEPT_SHARE))
        .chain(boxes)
    {
        let range = signals.blocks_in(page, node);
        let length = |i: usize| signals.blocks[i].length;
        let all: f32 = range.clone().map(length).sum();
        let kept: f32 = range
            .clone()
            .filter(|&i| decisions.keeps(i))
            .map(length)
            .sum();
        let is_good = kept > 0.0 && kept >= part * all;
        // A code block without blocks has no first line either.
        let is_whole = kept >= all;
        if is_whole || !(is_good || kept == 0.0 && follows_text(case, decisions, &range)) {
            continue;
        }
        for i in range {
            // A button that copies the code block isn't one of its lines.
            if !matches!(decisions.get(i), None | Some(Reason::Form)) {
                decisions.set(i, None, ID);
            }
        }
    }
}

/// Returns whether a code block of several lines that only the model removed directly follows text
/// of the article, in the same column.
fn follows_text(case: &Case<'_>, decisions: &Decisions, range: &Range<usize>) -> bool {
    let &Case { page, signals, .. } = case;
    let Some(before) = range.start.checked_sub(1) else {
        return false;
    };
    let is_weak =
        |i: usize| decisions.get(i) == Some(Reason::BelowThreshold) && !decisions.is_certain(i);
    let lines = |i: usize| {
        let leaves = signals.blocks[i].leaves.iter();
        leaves
            .map(|&leaf| page.text(leaf).matches('\n').count())
            .sum::<usize>()
    };
    let first = signals.blocks[range.start].leaves[0];
    page.contains(signals.root, first)
        && is_kept_text(signals, decisions, before)
        && range.clone().all(is_weak)
        && range.clone().map(lines).sum::<usize>() + range.len() >= MIN_LINES
}

/// Minimum lines of such a code block. With fewer, it may be a label in a fixed-width font.
const MIN_LINES: usize = 3;

/// Returns the outermost `pre` elements, in document order.
pub(super) fn code_blocks(page: &Page) -> impl Iterator<Item = NodeId> {
    let mut end = page.body();
    page.subtree(page.body()).filter(move |&node| {
        let is_code_block = page.tag(node) == Tag::Pre && node >= end;
        if is_code_block {
            end = page.end(node);
        }
        is_code_block
    })
}

/// Returns the elements that, according to class names, contain only lines of code. The class
/// `line` isn't enough evidence, because any element may have it.
fn boxes_of_lines(page: &Page) -> impl Iterator<Item = NodeId> {
    let is_line = |n: NodeId| {
        let class = page.attr(n, Attr::Class);
        class.is_some_and(|class| is_code_line(class) && class.trim() != "line")
    };
    page.subtree(page.body()).filter(move |&node| {
        let mut parts = page.children(node).filter(|&n| page.is_element(n));
        page.tag(node) == Tag::Div
            && parts.next().is_some_and(is_line)
            && parts.next().is_some_and(is_line)
            && parts.all(is_line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts, ruled};

    #[test]
    fn removed_code_lines_are_restored_if_enough_are_kept() {
        let code_block = "<pre>$ tide --today --harbour north<br><br>07:10 low<br><br>\
            $ tide --tomorrow --harbour north</pre>";
        let page = format!(
            "{LONG}{}{LONG}",
            code_block.replace("<br><br>", "<div></div>")
        );
        let lines = |out: &[&str]| kept_texts(decide, &page, out).len();
        assert_eq!(lines(&["07:10 low"]), 6);
        let most = [
            "$ tide --today --harbour north",
            "$ tide --tomorrow --harbour north",
        ];
        assert_eq!(lines(&most), 4);
    }

    #[test]
    fn removed_lines_of_syntax_highlighters_are_restored() {
        let lines = |class: &str| {
            let line = |text: &str| format!("<div class={class}>{text}</div>");
            let code = ["def steam(x):", "y = x", "return y + x + 1"].map(line);
            let page = format!("{LONG}<div>{}</div>{LONG}", code.concat());
            kept_texts(decide, &page, &["def steam(x):", "y = x"]).len()
        };
        assert_eq!(lines("crayon-line"), lines("answer") + 2);
    }

    #[test]
    fn a_code_block_without_lines_is_ignored() {
        let without = kept_texts(decide, LONG, &[]);
        for page in [format!("{LONG}<pre></pre>"), format!("<pre></pre>{LONG}")] {
            assert_eq!(kept_texts(decide, &page, &[]), without);
        }
    }

    #[test]
    fn a_button_in_a_code_block_is_not_a_line() {
        let code_block = "<pre><div>Copy</div><div>$ tide --today --harbour north</div>\
            <div>07:10 low</div></pre>";
        let of = ruled(&format!("{LONG}{code_block}{LONG}"));
        let mut decisions = Decisions::new(of.signals.len());
        decisions.set(1, Some(Reason::Form), RuleId::new("test"));
        decisions.set(3, Some(Reason::Links), RuleId::new("test"));
        of.run(decide, &mut decisions);
        assert_eq!(
            [1, 2, 3].map(|i| decisions.get(i)),
            [Some(Reason::Form), None, None]
        );
    }

    #[test]
    fn multiline_code_blocks_are_kept_with_the_text_before() {
        let kept = |code_block: &str| {
            let page = format!("{LONG}<pre>{code_block}</pre>");
            let of = ruled(&page);
            let mut decisions = Decisions::new(of.signals.len());
            for i in 1..of.signals.len() {
                decisions.set(i, Some(Reason::BelowThreshold), RuleId::new("test"));
            }
            of.run(decide, &mut decisions);
            decisions.keeps(1)
        };
        assert!(kept("tags:\n  - mill\nwheel: oak"));
        assert!(!kept("tags: mill"));
    }
}
