//! Removes widgets beside or in the text, recognized by their controls: polls, bars of reactions,
//! links to the article in other languages, maps, and the menu beside the text in a layout table.

use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{LINKED, class_begins};
use crate::select::signals::Signals;

pub(in crate::select) const ID: RuleId = RuleId::new("widgets");

/// Minimum answers of a poll, reactions of a bar, and links of a menu. With fewer, a single control
/// or a list of two links is a widget.
const MIN_ANSWERS: usize = 2;
const MIN_REACTIONS: usize = 3;
const MIN_MENU_LINKS: u32 = 3;

/// Maximum bytes of a language's name.
const MAX_LANGUAGE_BYTES: usize = 40;

/// Maximum blocks of a widget, and maximum length of one of them in characters. With more, a
/// section of the text is part of it.
const MAX_BLOCKS: usize = 16;
const MAX_BLOCK_CHARS: f32 = 100.0;

/// Maximum ancestors of a control that may be the box of its widget.
const MAX_LEVELS: usize = 6;

/// Minimum ratio of a cell's running text to the text of the menu beside it, in gain.
const MENU_RATIO: f32 = 4.0;

/// Beginnings of the class names that map libraries give to the parts of a map.
const MAP_PARTS: [&str; 4] = ["leaflet-", "mapboxgl-", "maplibregl-", "gm-style"];

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    for node in page.subtree(page.body()) {
        let (widget, reason) = match page.tag(node) {
            Tag::Input if is_answer(page, node) => (poll(case, node), Reason::Form),
            Tag::Ul if is_reactions(page, node) => (small_box(case, node), Reason::Form),
            Tag::Ul | Tag::P | Tag::Div if is_translations(page, node) => {
                (Some(node), Reason::Navigation)
            }
            Tag::Td if is_menu(page, signals, node) => (Some(node), Reason::Navigation),
            Tag::Div if class_begins(page, node, &MAP_PARTS) => (Some(node), Reason::Navigation),
            _ => continue,
        };
        for i in widget.into_iter().flat_map(|n| signals.blocks_in(page, n)) {
            decisions.remove_kept(i, reason, ID);
        }
    }
}

/// Returns whether an input is an answer of a poll: a radio button in its label. Tabs without
/// scripts have theirs beside it.
fn is_answer(page: &Page, input: NodeId) -> bool {
    let mut around = page.ancestors(input).take(2);
    page.attr(input, Attr::Type) == Some("radio") && around.any(|n| page.tag(n) == Tag::Label)
}

/// Returns the box of a poll with an answer.
fn poll(case: &Case<'_>, answer: NodeId) -> Option<NodeId> {
    let page = case.page;
    let whole = small_box(case, answer)?;
    let answers = page
        .descendants(whole)
        .filter(|&n| page.tag(n) == Tag::Input && is_answer(page, n));
    (answers.count() >= MIN_ANSWERS).then_some(whole)
}

/// Returns whether each item of a list consists of a button.
fn is_reactions(page: &Page, list: NodeId) -> bool {
    let items = page.children(list).filter(|&n| page.tag(n) == Tag::Li);
    let is_button = |item: NodeId| {
        let mut inside = page.children(item).filter(|&n| is_shown(page, n));
        inside.next().is_some_and(|n| page.tag(n) == Tag::Button) && inside.next().is_none()
    };
    let buttons: Vec<bool> = items.map(is_button).collect();
    buttons.len() >= MIN_REACTIONS && buttons.iter().all(|&is| is)
}

/// Returns whether an element consists of links to the page in other languages, and perhaps a label
/// before them.
fn is_translations(page: &Page, node: NodeId) -> bool {
    let mut parts = page.children(node).filter(|&n| is_shown(page, n));
    let is_link = |n: NodeId| {
        let link = page.subtree(n).find(|&n| page.tag(n) == Tag::A);
        link.is_some_and(|link| {
            page.attr(link, Attr::Hreflang).is_some()
                && page.raw_text(link).trim() == page.raw_text(n).trim()
                && page.raw_text(link).len() <= MAX_LANGUAGE_BYTES
        })
    };
    let first = parts.next();
    let links: Vec<bool> = parts.map(is_link).collect();
    first.is_some() && links.len() >= MIN_ANSWERS && links.iter().all(|&is| is)
}

fn is_shown(page: &Page, node: NodeId) -> bool {
    page.is_element(node) && !page.is_hidden(node) || !page.text(node).trim().is_empty()
}

/// Returns whether a cell consists of links, and a cell in the same row of text.
fn is_menu(page: &Page, signals: &Signals, cell: NodeId) -> bool {
    let range = signals.blocks_in(page, cell);
    let (mut links, mut length) = (0, 0.0);
    for block in &signals.blocks[range] {
        if block.tokens > 0 && block.link_density() < LINKED {
            return false;
        }
        links += block.links;
        length += block.length;
    }
    let mut row = page.parent(cell).into_iter().flat_map(|n| page.children(n));
    links >= MIN_MENU_LINKS
        && row.any(|n| {
            let is_cell = n != cell && page.tag(n) == Tag::Td;
            is_cell && signals.positive[n.index()] >= MENU_RATIO * length.max(MAX_BLOCK_CHARS)
        })
}

/// Returns the largest element around a control without long text.
fn small_box(case: &Case<'_>, control: NodeId) -> Option<NodeId> {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let is_small = |&node: &NodeId| {
        let range = signals.blocks_in(page, node);
        let is_short = |i: usize| signals.blocks[i].length <= MAX_BLOCK_CHARS;
        range.len() <= MAX_BLOCKS
            && range.clone().all(is_short)
            && !matches!(page.tag(node), Tag::Article | Tag::Main | Tag::Body)
            && !metadata
                .title_node
                .is_some_and(|title| page.contains(node, title))
    };
    let boxes = page.inclusive_ancestors(control).take(MAX_LEVELS);
    boxes.take_while(is_small).last()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    fn left(among: &str) -> Vec<String> {
        let body = format!("<div>{LONG}</div><div>{LONG}{among}{LONG}</div>");
        let kept = kept_texts(decide, &body, &[]);
        kept[3..kept.len() - 1].to_vec()
    }

    #[test]
    fn polls_and_reactions_are_removed() {
        let none: [&str; 0] = [];
        let answer = |text: &str| format!("<li><label><input type=radio name=a> {text}</label>");
        let answers = answer("It should") + &answer("It should not");
        let poll =
            format!("<div><p>Should it sail?</p><ul>{answers}</ul><span>412 votes</span></div>");
        assert_eq!(left(&poll), none);
        let tabs = "<div><input type=radio id=a><label for=a>Linux</label>\
            <input type=radio id=b><label for=b>Windows</label></div>";
        assert_eq!(left(tabs).len(), 1);
        let reactions = "<div><p>How do you feel?</p><ul><li><button>Glad</button><li><button>Sad</button>\
            <li><button>Wet</button></ul></div>";
        assert_eq!(left(reactions), none);
        assert_eq!(left("<ul><li>Glad<li>Sad<li>Wet</ul>").len(), 3);
    }

    #[test]
    fn links_to_translations_and_parts_of_maps_are_removed() {
        let none: [&str; 0] = [];
        let links =
            "<li><a href=/de hreflang=de>Deutsch</a><li><a href=/fr hreflang=fr>Français</a>";
        assert_eq!(
            left(&format!("<ul><li>In other languages:{links}</ul>")),
            none
        );
        assert_eq!(left(&links.replace("hreflang", "class")).len(), 2);
        let map = "<div class=map><div class=leaflet-pane><img src=12/1.png></div>\
            <div class=leaflet-control>+</div></div>";
        assert_eq!(left(map), none);
    }

    #[test]
    fn menus_in_layout_tables_are_removed() {
        let table = |text: &str| {
            let menu = "<a href=1>Home</a><br><a href=2>Boats</a><br><a href=3>Guests</a>";
            let body = format!("<table><tr><td>{menu}<td>{text}</table>");
            kept_texts(decide, &body, &[])
        };
        assert!(
            !table(&LONG.repeat(3))
                .iter()
                .any(|text| text.starts_with("Home"))
        );
        assert!(table("12").iter().any(|text| text.starts_with("Home")));
    }
}
