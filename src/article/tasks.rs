//! Task lists: a check box before each item shows whether it's done.
//!
//! Pages use check boxes, elements with that role, attributes of the items, or class names of items
//! and icons. The article has a symbol, which is visible and read aloud everywhere. Markdown has its
//! own syntax.

use crate::compact::words;
use crate::page::{Attr, NodeId, Page, Tag};

const DONE: &str = "☑ ";
const OPEN: &str = "☐ ";

/// Maximum levels between an item and its check box.
const LEVELS: usize = 4;

/// Maximum nodes of an element without text that are searched for a check box or an icon.
pub(super) const MAX_NODES: usize = 8;

/// Maximum items of a list that are compared with each other.
const MAX_ITEMS: usize = 100;

/// Parts of class names of task lists and their items.
const TASKS: &str = "task tasks tasklist todo todos todolist aufgaben taches tareas tarefas compiti taken uppgifter zadania";

/// Parts of class names of completed and of open items, of their boxes, and of icons of them.
const DONE_NAMES: &str = "done checked check checkmark completed complete finished ticked tick marked on erledigt fait \
    hecho feito fatto gedaan klart ferdig valmis hotovo zrobione";
const OPEN_NAMES: &str =
    "unchecked undone open pending incomplete blank empty off square box offen";

/// Values of attributes that tell the state of an item.
const DONE_VALUES: &str = "true checked done completed complete x yes";
const OPEN_VALUES: &str = "false unchecked todo incomplete undone no";

/// Returns the symbol for a check box at the beginning of a list item.
pub(super) fn sign(page: &Page, node: NodeId) -> Option<&'static str> {
    let is_box = match page.tag(node) {
        Tag::Input => page
            .attr(node, Attr::Type)
            .is_some_and(|t| t.eq_ignore_ascii_case("checkbox")),
        Tag::Span | Tag::Div | Tag::Button | Tag::Other | Tag::I | Tag::Svg => {
            is_checkbox(page, node)
                || is_named(page, node, "checkbox") && page.raw_text(node).trim().is_empty()
        }
        Tag::Code => return sign_of_code(page, node),
        _ => false,
    };
    if !is_box {
        return None;
    }
    let item = page
        .ancestors(node)
        .take(LEVELS)
        .find(|&n| page.tag(n) == Tag::Li)?;
    let states = [Attr::Checked, Attr::AriaChecked].map(|attr| page.attr(node, attr));
    let is_done = match states {
        [Some(_), _] => true,
        [None, Some(state)] => state.trim() == "true",
        [None, None] if page.tag(node) == Tag::Input => false,
        [None, None] => is_done_by_name(page, node) || state(page, item) == Some(true),
    };
    is_first(page, item, node).then_some(if is_done { DONE } else { OPEN })
}

/// Returns the symbol for a check box written as code (Org mode) at the beginning of a list item.
fn sign_of_code(page: &Page, node: NodeId) -> Option<&'static str> {
    let item = page
        .parent(node)
        .filter(|&parent| page.tag(parent) == Tag::Li)?;
    let sign = match page.raw_text(node) {
        "[X]" | "[x]" => DONE,
        "[ ]" | "[\u{a0}]" => OPEN,
        _ => return None,
    };
    is_first(page, item, node).then_some(sign)
}

/// Returns whether there's no text before an element of an item.
fn is_first(page: &Page, item: NodeId, node: NodeId) -> bool {
    let mut before = (item.0 + 1..node.0).map(NodeId);
    before.all(|n| !page.is_text(n) || page.text(n).trim().is_empty())
}

fn is_checkbox(page: &Page, node: NodeId) -> bool {
    page.attr(node, Attr::Role).map(str::trim) == Some("checkbox")
}

/// Returns whether a part of an element's class names is among `names`, separated by spaces.
fn is_named(page: &Page, node: NodeId, names: &str) -> bool {
    page.attr(node, Attr::Class).is_some_and(|class| {
        let mut parts = class.split(|c: char| !c.is_ascii_alphabetic());
        parts.any(|part| words::holds(names, &part.to_ascii_lowercase()))
    })
}

fn is_done_by_name(page: &Page, node: NodeId) -> bool {
    is_named(page, node, DONE_NAMES) && !is_named(page, node, "unchecked blank empty off")
}

/// Returns the symbol for an item that an attribute or its name marks as done or open, and that
/// contains no check box.
pub(super) fn sign_of_item(page: &Page, item: NodeId) -> Option<&'static str> {
    let is_done = declared(page, item).or_else(|| shown(page, item))?;
    let has_box = page.descendants(item).any(|n| sign(page, n).is_some());
    (!has_box).then_some(if is_done { DONE } else { OPEN })
}

/// Returns whether an item is done according to an attribute of it or of its list.
fn declared(page: &Page, item: NodeId) -> Option<bool> {
    let of_role = || {
        page.attr(item, Attr::AriaChecked)
            .filter(|_| is_checkbox(page, item))
    };
    let of_list = || page.attr(page.parent(item)?, Attr::DataChecked);
    let own = page.attr(item, Attr::DataChecked);
    let state = own.or_else(of_role).or_else(of_list)?.trim();
    let state = state.to_ascii_lowercase();
    if words::holds(DONE_VALUES, &state) {
        return Some(true);
    }
    words::holds(OPEN_VALUES, &state).then_some(false)
}

/// Returns whether an item is done according to class names. Icons and names only tell that if the
/// list is named as one of tasks, or has items of both kinds.
fn shown(page: &Page, item: NodeId) -> Option<bool> {
    let list = page.parent(item)?;
    let own = state(page, item);
    let is_task = is_named(page, list, TASKS) || is_named(page, item, TASKS);
    if own.is_none() && !is_task {
        return None;
    }
    let items = page.children(list).filter(|&n| page.tag(n) == Tag::Li);
    let mut states = items.take(MAX_ITEMS).map(|n| state(page, n));
    match own {
        Some(own) if is_task || states.any(|other| other == Some(!own)) => Some(own),
        None if states.any(|other| other == Some(true)) => Some(false),
        _ => None,
    }
}

/// Returns whether an item is done according to its own class names, or to those of an icon before
/// its text.
fn state(page: &Page, item: NodeId) -> Option<bool> {
    let icon = || {
        let inside = page.descendants(item).take(MAX_NODES);
        let mut before = inside.take_while(|&n| !page.is_text(n) || page.text(n).trim().is_empty());
        before.find(|&n| {
            matches!(page.tag(n), Tag::I | Tag::Span | Tag::Svg)
                && page.raw_text(n).trim().is_empty()
                && is_named(page, n, "check checked unchecked checkbox square")
        })
    };
    let named = Some(item)
        .filter(|&item| is_named(page, item, DONE_NAMES) || is_named(page, item, OPEN_NAMES));
    let named = named.or_else(icon)?;
    Some(is_done_by_name(page, named))
}

/// Returns an item with Markdown's syntax in place of the symbol.
pub(super) fn marked(content: &str) -> Option<String> {
    let (rest, mark) = match content.strip_prefix(OPEN.trim_end()) {
        Some(rest) => (rest, ' '),
        None => (content.strip_prefix(DONE.trim_end())?, 'x'),
    };
    // The symbol is before a paragraph, or in it.
    let is_apart = rest.starts_with(char::is_whitespace);
    is_apart.then(|| format!("[{mark}] {}", rest.trim_start()))
}
