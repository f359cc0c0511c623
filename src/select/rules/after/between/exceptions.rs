//! Tables with content and lists of links to other sites.

use crate::page::{NodeId, Page, Tag};
use crate::select::rules::LINKED;
use crate::select::signals::Signals;
use crate::url::leads_away;

/// Minimum number of links in a list of them: with fewer, a pair of buttons is kept.
const LINKS: usize = 3;

/// Minimum rows, and blocks in a row, of a table: with fewer, boxes made of cells are kept.
const ROWS: usize = 2;
const WIDE: usize = 2;

/// Denominator of the minimum share of a table's cells that aren't links, and of a list's links
/// that lead away: with a larger number menus are kept, with a smaller one tables of names are
/// removed.
const ONE_IN: usize = 2;

/// Returns an element itself, or its only content, if it is a list or table.
fn sole(page: &Page, signals: &Signals, mut node: NodeId) -> Option<NodeId> {
    while !matches!(page.tag(node), Tag::Ul | Tag::Ol | Tag::Table) {
        let whole = signals.blocks_in(page, node);
        node = page
            .children(node)
            .find(|&c| page.is_element(c) && signals.blocks_in(page, c) == whole)?;
    }
    Some(node)
}

/// Returns whether an element is a table of at least two rows and two columns with more in its
/// cells than links.
pub(super) fn is_table(page: &Page, signals: &Signals, node: NodeId) -> bool {
    let Some(table) = sole(page, signals, node).filter(|&id| page.tag(id) == Tag::Table) else {
        return false;
    };
    let wide = page
        .descendants(table)
        .filter(|&id| page.tag(id) == Tag::Tr && signals.blocks_in(page, id).len() >= WIDE)
        .count();
    let blocks = &signals.blocks[signals.blocks_in(page, table)];
    let cells = blocks.iter().filter(|b| b.link_density() < LINKED).count();
    wide >= ROWS && cells * ONE_IN >= blocks.len() && blocks.iter().all(|b| b.media == 0)
}

/// Returns whether an element is a list or table of links without images, most of them to other
/// sites: a site's recommendations link to its own pages, and paid ones have images.
pub(super) fn leads_out(page: &Page, signals: &Signals, node: NodeId) -> bool {
    let Some(list) = sole(page, signals, node) else {
        return false;
    };
    let blocks = &signals.blocks[signals.blocks_in(page, list)];
    let links: Vec<&str> = blocks
        .iter()
        .filter_map(|b| b.targets(page).next())
        .collect();
    let away = links.iter().filter(|link| leads_away(page.url(), link));
    links.len() >= LINKS
        && away.count() * ONE_IN > links.len()
        && blocks
            .iter()
            .all(|b| b.media == 0 && b.link_density() > LINKED)
}
