//! Removes text that shares a small box with an email field: a request to subscribe, and its
//! heading. The form itself is removed before the model runs.

use std::ops::Range;

use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{ANCESTORS, LITTLE};
use crate::select::signals::Signals;

pub(in crate::select) const ID: RuleId = RuleId::new("newsletters");

/// Maximum blocks and characters of this box. With more, a short text that ends with a form is
/// removed; with less, boxes that describe the newsletter are kept.
const MAX_BOX_BLOCKS: usize = 8;
const MAX_BOX_CHARS: f32 = 600.0;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let is_field = |&id: &NodeId| page.tag(id) == Tag::Input && asks_for_mail(page, id);
    let mut end = page.body();
    for field in page.subtree(page.body()).filter(is_field) {
        if field < end {
            continue;
        }
        let Some(around) = around(page, signals, field) else {
            continue;
        };
        end = page.end(around);
        if metadata
            .title_node
            .is_some_and(|title| page.contains(around, title))
        {
            continue;
        }
        for i in signals.blocks_in(page, around) {
            decisions.remove_kept(i, Reason::Form, ID);
        }
    }
}

fn asks_for_mail(page: &Page, field: NodeId) -> bool {
    let is_mail = |value: &str| value.trim().eq_ignore_ascii_case("email");
    let mut names = [Attr::Type, Attr::Name].into_iter();
    names.any(|name| page.attr(field, name).is_some_and(is_mail))
}

/// Returns the largest element around a field that is small enough.
fn around(page: &Page, signals: &Signals, field: NodeId) -> Option<NodeId> {
    let is_small = |&node: &NodeId| {
        let range: Range<usize> = signals.blocks_in(page, node);
        let length: f32 = signals.blocks[range.clone()].iter().map(|b| b.length).sum();
        let all = signals.positive[signals.root.index()];
        range.len() <= MAX_BOX_BLOCKS
            && length <= MAX_BOX_CHARS
            && signals.positive[node.index()] <= LITTLE * all
            && !matches!(page.tag(node), Tag::Article | Tag::Main | Tag::Body)
    };
    page.ancestors(field)
        .take(ANCESTORS)
        .take_while(is_small)
        .last()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    fn left(before: &str, field: &str) -> usize {
        let group = format!("{before}<form><input {field}><button>Go</button></form>");
        kept_texts(
            decide,
            &format!("{}<div>{group}</div>", LONG.repeat(5)),
            &["Go"],
        )
        .len()
    }

    #[test]
    fn a_box_with_an_email_field_is_removed() {
        let letters = "<h4>Like this?</h4><p>Subscribe to have our best in your inbox.</p>";
        assert_eq!(left(letters, "type=email"), 1 + 5);
        assert_eq!(left(letters, "name=EMAIL"), 1 + 5);
        assert_eq!(left(letters, "type=search"), 1 + 5 + 2);
    }

    #[test]
    fn text_above_a_form_is_kept() {
        assert_eq!(left(LONG, "type=email"), 1 + 6);
    }
}
