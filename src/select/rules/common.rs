//! Code shared by several rules.

use std::ops::Range;

use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::blocks::{Block, LINKED};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::signals::Signals;
use crate::vocabulary::{Remark, remarks};

/// Minimum gain of running text. If lower, captions and menu entries count; if higher, short
/// paragraphs don't.
pub(super) const RUNNING_BLOCK: f32 = 40.0;

/// Minimum text before teasers or comments that aren't the content of the page, in gain. With less,
/// a page of teasers or answers loses them; with more, short articles keep theirs.
pub(super) const BEFORE_THEM: f32 = 300.0;

/// Maximum ancestors that are checked, so that the work is linear even on deeply nested pages. With
/// fewer, deeply nested content of a box isn't recognized as part of it.
pub(super) const ANCESTORS: usize = 32;

/// Maximum length of the label of a control that answers a comment, in characters.
const MAX_ANSWER_CHARS: f32 = 24.0;

/// Minimum length of a kept block that counts as text of the article, in characters. With less,
/// labels count; with more, a short last paragraph doesn't.
pub(super) const TEXT: f32 = 60.0;

/// Returns whether a block is the label of the control that answers a comment, such as `Reply (2)`.
pub(super) fn is_answer_control(signals: &Signals, i: usize) -> bool {
    let text = signals.texts[i].trim_matches(|c: char| !c.is_alphabetic());
    signals.blocks[i].length <= MAX_ANSWER_CHARS && remarks(text).is(Remark::Answer)
}

/// Returns whether a class name of an element begins with one of `beginnings`: libraries give the
/// names of their parts a prefix.
pub(super) fn class_begins(page: &Page, node: NodeId, beginnings: &[&str]) -> bool {
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    let mut names = class.split_ascii_whitespace();
    names.any(|name| {
        beginnings
            .iter()
            .any(|beginning| name.starts_with(beginning))
    })
}

/// Prefix sums over blocks.
pub(super) struct Sums(Vec<f32>);

impl Sums {
    pub(super) fn new(signals: &Signals, value: impl Fn(usize) -> f32) -> Self {
        let mut sums = vec![0.0; signals.len() + 1];
        for i in 0..signals.len() {
            sums[i + 1] = sums[i] + value(i);
        }
        Self(sums)
    }

    pub(super) fn of(&self, range: &Range<usize>) -> f32 {
        self.0[range.end] - self.0[range.start]
    }
}

/// Maximum share of the root's running text in a box beside it, 0 to 1. If higher, a heading like
/// "More" removes a chapter.
pub(super) const LITTLE: f32 = 0.1;

/// Returns the blocks of the smallest element with several blocks, if a block is the first of them
/// and the element contains little of the article.
pub(super) fn begun_box(page: &Page, signals: &Signals, i: usize) -> Option<Range<usize>> {
    let first = signals.blocks[i].leaves[0];
    let total = signals.positive[signals.root.index()];
    let around = page
        .ancestors(first)
        .take_while(|&a| a > signals.root)
        .take_while(|&a| signals.positive[a.index()] <= LITTLE * total)
        .find(|&a| signals.blocks_in(page, a).len() > 1)?;
    let range = signals.blocks_in(page, around);
    (signals.blocks[range.start].leaves[0] >= first).then_some(range)
}

/// Returns whether a block is in a figure or a table.
pub(super) fn in_figure(page: &Page, block: &Block) -> bool {
    page.inclusive_ancestors(block.container)
        .take(ANCESTORS)
        .any(|a| matches!(page.tag(a), Tag::Figure | Tag::Table))
}

/// Returns whether a block is kept and is text of some length.
pub(super) fn is_kept_text(signals: &Signals, decisions: &Decisions, i: usize) -> bool {
    let block = &signals.blocks[i];
    decisions.keeps(i) && block.length >= TEXT && block.link_density() < LINKED
}

/// Returns the first and the last block of the kept text; `None` if there's none.
pub(super) fn kept_text(signals: &Signals, decisions: &Decisions) -> Option<(usize, usize)> {
    let is_text = |i: &usize| is_kept_text(signals, decisions, *i);
    let blocks = 0..signals.len();
    Some((blocks.clone().find(is_text)?, blocks.rev().find(is_text)?))
}

/// Sums up the kept running text between the title and a block, in gain.
pub(super) fn text_before(case: &Case<'_>, decisions: &Decisions, i: usize) -> f32 {
    let &Case {
        metadata,
        page,
        signals,
    } = case;
    let from = metadata.title_node.map_or(0, |t| {
        let end = page.end(t);
        signals.blocks.partition_point(|b| b.leaves[0] < end)
    });
    (from..i)
        .filter(|&j| decisions.keeps(j))
        .map(|j| signals.gains[j].max(0.0))
        .sum()
}

/// Removes blocks with certainty, except for title and byline.
pub(super) fn decide_certain(
    decisions: &mut Decisions,
    range: Range<usize>,
    reason: Reason,
    by: RuleId,
) {
    use Reason::{Byline, Title};
    for i in range {
        if !matches!(decisions.get(i), Some(Title | Byline)) {
            decisions.set_certain(i, reason, by);
        }
    }
}

/// Minimum length of a heading with final punctuation that actually is a paragraph, in characters.
/// With less, questions aren't headings.
const MIN_PARAGRAPH_CHARS: f32 = 120.0;

/// Returns whether a heading actually is a paragraph in a larger font.
pub(super) fn is_paragraph(block: &Block) -> bool {
    block.ends_sentence && block.length >= MIN_PARAGRAPH_CHARS
}

/// Returns the headings of sections without kept text, each with the reason of the content below
/// it.
pub(super) fn headings_without_text(
    page: &Page,
    signals: &Signals,
    decisions: &Decisions,
) -> Vec<(usize, Reason)> {
    let mut found = Vec::new();
    let mut below: Option<u8> = None;
    let mut kept_below = false;
    // The last heading with text directly below it, and its level.
    let mut with_text: Option<(usize, u8)> = None;
    let mut reason = Reason::BelowThreshold;
    for i in (0..signals.len()).rev() {
        let block = &signals.blocks[i];
        let level = block.heading_level(page).filter(|_| !is_paragraph(block));
        match (decisions.get(i), level) {
            (None, None) => kept_below = true,
            (None, Some(level)) => {
                // A heading directly above another of the same level is kept with it.
                let is_above_same_level = with_text == Some((i + 1, level));
                with_text = kept_below.then_some((i, level));
                if kept_below || is_above_same_level || below.is_some_and(|b| b > level) {
                    below = Some(level);
                } else {
                    found.push((i, reason));
                }
                kept_below = false;
            }
            (Some(r), _) => reason = r,
        }
    }
    found
}
