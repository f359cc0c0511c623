//! Keeps blocks that only the model rejects, on pages without boilerplate. The model was trained on
//! pages with menus and a footer; without these, most of a page is its article.

use super::captions::is_caption;
use crate::page::{NodeId, NodeSet, Page, Tag};
use crate::select::blocks::Block;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{ANCESTORS, LINKED};
use crate::select::signals::Signals;

pub(in crate::select) const ID: RuleId = RuleId::new("unframed");

/// Minimum blocks of links to other pages on a page with menus. With more, menus with only a few
/// entries are ignored.
const MIN_MENU_BLOCKS: usize = 3;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let signals = case.signals;
    let kept: Vec<usize> = (0..signals.len())
        .filter(|&i| decisions.keeps(i) && signals.blocks[i].tokens > 0)
        .collect();
    let (Some(&first), Some(&last)) = (kept.first(), kept.last()) else {
        return;
    };
    if has_frame(case, decisions) {
        return;
    }
    let page = case.page;
    let mut is_like = vec![false; signals.len()];
    for &i in &kept {
        is_like[signals.patterns[i] as usize] = true;
    }
    let layout = layout_tables(page);
    // Text above the title, such as a loading message, isn't part of the article.
    let title = (0..signals.len()).find(|&i| decisions.get(i) == Some(Reason::Title));
    for i in title.unwrap_or(0)..signals.len() {
        let container = signals.blocks[i].container;
        let in_text = (first..last).contains(&i) || is_like[signals.patterns[i] as usize];
        if may_stay(page, signals, decisions, i)
            && (in_text || is_written(page, container))
            && !in_table(page, container, &layout)
        {
            decisions.set(i, None, ID);
        }
    }
}

/// Returns whether a page has boilerplate: menus, or parts with the name of boilerplate.
fn has_frame(case: &Case<'_>, decisions: &Decisions) -> bool {
    let &Case { page, signals, .. } = case;
    let is_menu = |i: &usize| {
        let block = &signals.blocks[*i];
        let mut targets = block.targets(page);
        !decisions.keeps(*i)
            && decisions.get(*i) != Some(Reason::Title)
            && block.link_density() >= LINKED
            && targets.any(|target| !target.starts_with('#'))
    };
    let blocks = 0..signals.len();
    let mut text = blocks.clone().filter(|&i| signals.blocks[i].tokens > 0);
    text.any(|i| is_frame(decisions, i)) || blocks.filter(is_menu).count() >= MIN_MENU_BLOCKS
}

/// Returns whether a rule decided that a block is boilerplate.
fn is_frame(decisions: &Decisions, i: usize) -> bool {
    matches!(
        decisions.ruled(i),
        Some(
            Reason::Navigation
                | Reason::Frame
                | Reason::Overlay
                | Reason::OtherColumn
                | Reason::Comments
        )
    )
}

/// Returns whether a block is a paragraph or a list item.
fn is_line(page: &Page, block: &Block) -> bool {
    matches!(page.tag(block.container), Tag::P | Tag::Li)
}

/// Returns whether a block is rejected only by the model, or by a rule that only considers the
/// amount of its text.
fn may_stay(page: &Page, signals: &Signals, decisions: &Decisions, i: usize) -> bool {
    let block = &signals.blocks[i];
    let is_weak = match decisions.get(i) {
        Some(Reason::BelowThreshold) => block.link_density() < LINKED || is_line(page, block),
        Some(Reason::Links) => is_line(page, block),
        _ => false,
    };
    is_weak
        && !decisions.is_certain(i)
        && signals.announced[i].is_none()
        && !is_caption(page, block)
}

/// Returns whether an element contains written text, regardless of its layout.
fn is_written(page: &Page, container: NodeId) -> bool {
    let tag = page.tag(container);
    tag.heading_level().is_some()
        || matches!(
            tag,
            Tag::P | Tag::Pre | Tag::Li | Tag::Dt | Tag::Dd | Tag::Blockquote | Tag::Summary
        )
}

/// Returns the tables that contain tables, paragraphs, or boxes.
fn layout_tables(page: &Page) -> NodeSet {
    let mut layout = NodeSet::new(page);
    let mut open: Vec<NodeId> = Vec::new();
    for node in page.subtree(page.body()) {
        while open.pop_if(|table| page.end(*table) <= node).is_some() {}
        let tag = page.tag(node);
        if let Some(&table) = open.last()
            && matches!(tag, Tag::Table | Tag::P | Tag::Div)
        {
            layout.insert(table);
        }
        if tag == Tag::Table {
            open.push(node);
        }
    }
    layout
}

/// Returns whether the nearest table around an element is one of `tables`.
fn in_table(page: &Page, container: NodeId, tables: &NodeSet) -> bool {
    page.inclusive_ancestors(container)
        .take(ANCESTORS)
        .find(|&a| page.tag(a) == Tag::Table)
        .is_some_and(|table| tables.contains(table))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, ruled};

    /// Returns whether the last block is kept if only the model rejects it.
    fn keeps_last(body: &str) -> bool {
        let of = ruled(&format!("<h1>Tides</h1>{body}"));
        let mut decisions = of.decisions.clone();
        decisions.snapshot_rules();
        let last = of.signals.len() - 1;
        decisions.set(last, Some(Reason::BelowThreshold), RuleId::new("test"));
        of.run(decide, &mut decisions);
        decisions.keeps(last)
    }

    #[test]
    fn text_on_a_page_without_boilerplate_is_restored() {
        assert!(keeps_last(&format!("{LONG}<p>So it is.</p>")));
        assert!(keeps_last(&format!("{LONG}<ul><li>Ebb</ul>")));
        assert!(!keeps_last(&format!(
            "<nav>Home</nav>{LONG}<p>So it is.</p>"
        )));
        assert!(!keeps_last(&format!(
            "<nav>Home</nav>{LONG}<footer>Imprint</footer>"
        )));
    }

    #[test]
    fn menus_and_layout_tables_count_as_boilerplate() {
        let menus = "<div><a href=/a>Boats</a></div>".repeat(MIN_MENU_BLOCKS);
        assert!(!keeps_last(&format!("{menus}{LONG}<p>So it is.</p>")));
        let table = format!("<table><tr><td>{LONG}<tr><td><p>Local news</table>");
        assert!(!keeps_last(&table));
        // Loose text below the article isn't part of it.
        assert!(!keeps_last(&format!(
            "{LONG}<div><div>Printed daily</div></div>"
        )));
    }
}
