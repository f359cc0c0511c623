//! Keeps a list or table as a whole if at least two thirds of its items or rows are kept. On
//! product and list pages, which are recognizable, the model is better.

use crate::page::{NodeId, Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::LINKED;
use crate::select::signals::Signals;

pub(in crate::select) const ID: RuleId = RuleId::new("items");

/// Maximum blocks of a list. A limit keeps the work linear for nested lists.
const MAX_LIST_BLOCKS: usize = 400;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    if metadata.about.product || metadata.about.list {
        return;
    }
    for list in page.subtree(page.body()) {
        if !matches!(page.tag(list), Tag::Ul | Tag::Ol | Tag::Dl) && !is_data(page, list) {
            continue;
        }
        let range = signals.blocks_in(page, list);
        if range.len() > MAX_LIST_BLOCKS || !is_mostly_kept(page, signals, decisions, list) {
            continue;
        }
        let kind = |i: usize| (signals.patterns[i], is_linked(signals, i));
        let kept = range.clone().filter(|&i| decisions.keeps(i));
        let kept: Vec<(u32, bool)> = kept.map(kind).collect();
        for i in range {
            if kept.contains(&kind(i)) && may_stay(signals, decisions, i) {
                decisions.set(i, None, ID);
            }
        }
    }
}

/// Returns whether an element is a table with several rows that isn't for layout.
fn is_data(page: &Page, table: NodeId) -> bool {
    if page.tag(table) != Tag::Table {
        return false;
    }
    let mut rows = 0;
    for node in page.descendants(table).take(MAX_NODES) {
        let tag = page.tag(node);
        if tag == Tag::Table || tag.heading_level().is_some() {
            return false;
        }
        rows += usize::from(tag == Tag::Tr);
    }
    rows >= MIN_ROWS
}

/// Minimum rows of a table in which some decide about the others, and maximum nodes that are
/// checked.
const MIN_ROWS: usize = 3;
const MAX_NODES: usize = 4000;

/// Returns whether a part of most items is kept.
fn is_mostly_kept(page: &Page, signals: &Signals, decisions: &Decisions, list: NodeId) -> bool {
    let is_row = |n: NodeId| page.tag(n) == Tag::Tr;
    let rows = page.descendants(list).filter(|&n| is_row(n));
    let children = page.children(list).filter(|&child| page.is_element(child));
    let items: Vec<NodeId> = match page.tag(list) {
        Tag::Table => rows.collect(),
        _ => children.collect(),
    };
    let (mut all, mut kept) = (0, 0);
    for item in items {
        let mut blocks = signals.blocks_in(page, item);
        all += usize::from(!blocks.is_empty());
        kept += usize::from(blocks.any(|i| decisions.keeps(i)));
    }
    3 * kept >= 2 * all
}

fn is_linked(signals: &Signals, i: usize) -> bool {
    signals.blocks[i].link_density() >= LINKED
}

/// Returns whether a block was removed only because it has little text, or is a link.
fn may_stay(signals: &Signals, decisions: &Decisions, i: usize) -> bool {
    !decisions.is_certain(i)
        && signals.announced[i].is_none()
        && signals.blocks[i].media == 0
        && match decisions.get(i) {
            Some(Reason::BelowThreshold) => true,
            Some(Reason::Links) => is_linked(signals, i),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts_without};

    fn kept(items: &str, out: &[&str]) -> usize {
        let page = format!("{LONG}<ul>{items}</ul>");
        kept_texts_without(decide, &page, out, Reason::BelowThreshold).len() - 2
    }

    #[test]
    fn list_items_are_restored_if_most_are_kept() {
        let items = "<li>Ebb<li>Flood<li>Slack";
        assert_eq!(kept(items, &["Slack"]), 3);
        assert_eq!(kept(items, &["Flood", "Slack"]), 1);
        assert_eq!(kept(items, &["Ebb", "Flood", "Slack"]), 0);
    }

    #[test]
    fn a_list_item_of_another_kind_is_not_restored() {
        let items = "<li>Ebb<li>Flood<li class=share>Share";
        assert_eq!(kept(items, &["Share"]), 2);
        let items = "<li>Ebb<li>Flood<li><a href=/more>More of it</a>";
        assert_eq!(kept(items, &["More of it"]), 2);
    }

    #[test]
    fn a_linked_list_item_is_restored_if_the_kept_ones_are_linked_too() {
        let items = "<li><a href=/a>Orde: Tides</a><li><a href=/b>Lind: Ebb</a><li><a href=/c>Vale: Flood</a>";
        let page = format!("{LONG}<ol>{items}</ol>");
        for reason in [Reason::BelowThreshold, Reason::Links] {
            let found = kept_texts_without(decide, &page, &["Vale: Flood"], reason);
            assert_eq!(found.len() - 2, 3, "{reason:?}");
        }
    }

    #[test]
    fn table_rows_are_restored_if_most_are_kept() {
        let table = |rows: &str, out: &[&str]| {
            let page = format!("{LONG}<table>{rows}</table>");
            kept_texts_without(decide, &page, out, Reason::BelowThreshold).len() - 2
        };
        let rows = "<tr><th>Built<td>1790<tr><th>Height<td>9 m<tr><th>Owner<td>Parish";
        assert_eq!(table(rows, &["Built", "9 m"]), 6);
        assert_eq!(table(rows, &["Built", "1790", "Height", "9 m"]), 2);
        let layout = "<tr><td>Ebb<td>Flood<tr><td>Slack<td>Tide";
        assert_eq!(table(layout, &["Slack"]), 3);
    }
}
