//! Exceptions: tables with content, and lists of links to other sites.

use crate::page::{NodeId, Page, Tag};
use crate::select::rules::LINKED;
use crate::select::signals::Signals;
use crate::url::leads_away;

/// Minimum number of links in a list of links. With fewer, a pair of buttons is kept.
const MIN_LINKS: usize = 3;

/// Minimum rows of a table, and minimum blocks in a row. With fewer, boxes that consist of cells
/// are kept.
const MIN_ROWS: usize = 2;
const MIN_ROW_BLOCKS: usize = 2;

/// Denominator of the minimum share of cells in a table that aren't links, and of links in a list
/// that lead to other sites. If larger, menus are kept; if smaller, tables of names are removed.
const ONE_IN: usize = 2;

/// Returns the list or table that an element is, or that is its only content.
fn only_list_or_table(page: &Page, signals: &Signals, mut node: NodeId) -> Option<NodeId> {
    while !matches!(page.tag(node), Tag::Ul | Tag::Ol | Tag::Table) {
        let whole = signals.blocks_in(page, node);
        node = page
            .children(node)
            .find(|&c| page.is_element(c) && signals.blocks_in(page, c) == whole)?;
    }
    Some(node)
}

/// Returns whether an element is a table with at least two rows and two columns whose cells don't
/// only contain links.
pub(super) fn is_table(page: &Page, signals: &Signals, node: NodeId) -> bool {
    let Some(table) =
        only_list_or_table(page, signals, node).filter(|&id| page.tag(id) == Tag::Table)
    else {
        return false;
    };
    let wide = page
        .descendants(table)
        .filter(|&id| {
            page.tag(id) == Tag::Tr && signals.blocks_in(page, id).len() >= MIN_ROW_BLOCKS
        })
        .count();
    let blocks = &signals.blocks[signals.blocks_in(page, table)];
    let cells = blocks.iter().filter(|b| b.link_density() < LINKED).count();
    wide >= MIN_ROWS && cells * ONE_IN >= blocks.len() && blocks.iter().all(|b| b.media == 0)
}

/// Returns whether an element is a list or table of links without images, most of them to other
/// sites. A site's recommendations link to its own pages, and sponsored ones have images.
pub(super) fn leads_out(page: &Page, signals: &Signals, node: NodeId) -> bool {
    let Some(list) = only_list_or_table(page, signals, node) else {
        return false;
    };
    let blocks = &signals.blocks[signals.blocks_in(page, list)];
    let links: Vec<&str> = blocks
        .iter()
        .filter_map(|b| b.targets(page).next())
        .collect();
    let away = links.iter().filter(|link| leads_away(page.url(), link));
    links.len() >= MIN_LINKS
        && away.count() * ONE_IN > links.len()
        && blocks
            .iter()
            .all(|b| b.media == 0 && b.link_density() > LINKED)
}
