//! Keeps lists and tables of links directly after a sentence of the text that introduces them, such
//! as `These modules are related:`.

use crate::page::{NodeId, Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::LINKED;
use crate::select::signals::Signals;

pub(in crate::select) const ID: RuleId = RuleId::new("introduced");

/// Minimum length of the sentence, in characters; set by hand. Shorter lines are labels, such as
/// `Tags:`.
const MIN_SENTENCE_CHARS: f32 = 25.0;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let mut end = page.body();
    for list in page.subtree(page.body()) {
        if list < end || !matches!(page.tag(list), Tag::Ul | Tag::Ol | Tag::Table | Tag::Dl) {
            continue;
        }
        let range = signals.blocks_in(page, list);
        if range.is_empty() || !is_introduced(page, signals, decisions, list, range.start) {
            continue;
        }
        end = page.end(list);
        let belongs = |i: usize| {
            !decisions.is_certain(i)
                && signals.blocks[i].media == 0
                && matches!(
                    decisions.get(i),
                    None | Some(Reason::Links | Reason::BelowThreshold | Reason::Related)
                )
        };
        if range.clone().all(belongs) {
            for i in range {
                if !decisions.keeps(i) {
                    decisions.set(i, None, ID);
                }
            }
        }
    }
}

/// Returns whether the block before a list is kept, introduces something, and is a sibling of the
/// list.
fn is_introduced(
    page: &Page,
    signals: &Signals,
    decisions: &Decisions,
    list: NodeId,
    first: usize,
) -> bool {
    let Some(i) = first.checked_sub(1) else {
        return false;
    };
    let block = &signals.blocks[i];
    let beside = page.parent(block.container) == page.parent(list)
        || page.parent(list) == Some(block.container);
    beside
        && decisions.keeps(i)
        && block.length >= MIN_SENTENCE_CHARS
        && block.link_density() < LINKED
        && signals.announced[i].is_none()
        && block.heading_level(page).is_none()
        && signals.texts[i].ends_with([':', '：'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    #[test]
    fn a_list_introduced_by_a_sentence_is_restored() {
        let list = "<ul><li><a href=/boats>Boats</a><li><a href=/tides>Tides</a></ul>";
        let kept = |line: &str| {
            let page = format!("{LONG}<p>{line}</p>{list}{LONG}");
            kept_texts(decide, &page, &["Boats", "Tides"]).contains(&"Tides".to_owned())
        };
        assert!(kept("The same is told of these two things:"));
        assert!(!kept("The same is told of these two things."));
        assert!(!kept("Tags:"));
        assert!(!kept("Out of the harbour:"));
        assert!(!kept("Read more from the harbour master himself:"));
    }

    #[test]
    fn a_list_in_another_box_is_not_introduced() {
        let list = "<ul><li><a href=/boats>Boats</a><li><a href=/tides>Tides</a></ul>";
        let line = "<p>The same is told of these two things:</p>";
        let page = format!("{LONG}{line}<div>{list}</div>{LONG}");
        let kept = kept_texts(decide, &page, &["Boats", "Tides"]);
        assert!(!kept.contains(&"Tides".to_owned()), "{kept:?}");
    }
}
