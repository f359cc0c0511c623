//! Finds words that only layout separates: adjacent inline elements without white space, such as a
//! label and its value, or the number and text of a clause.

use crate::compact::words;
use crate::page::{Attr, NodeId, Page, Tag, is_signature};
use crate::text::is_cjk;

/// Maximum children of an element. With more, they are fragments of one text.
const MAX_CHILDREN: usize = 12;

/// Maximum ancestors that are searched for an API signature.
const MAX_LEVELS: usize = 4;

/// Maximum nodes of an element whose words are checked.
const MAX_NODES: usize = 60;

/// Minimum characters of two words without class names, if the second begins with a capital or a
/// digit. Shorter ones are fragments of names such as "McLean".
const MIN_WORD_CHARS: usize = 3;

/// Parts of class names of elements that are separate words.
const NAMES: &str = "label value key name term num number count title heading caption text txt desc \
    description date time unit badge tag meta author amount quantity qty ingredient cantidad cant nombre \
    nom quantite menge zutat einheit quantita";

/// Class names of elements whose children stand beside each other.
const LAYOUTS: &str =
    "flex d-flex inline-flex is-flex grid d-grid is-grid justify-between space-between";

/// Returns whether an inline element begins a new word directly after another. Fragments of one
/// word have text between them, or continue in the same case.
pub(super) fn is_apart(page: &Page, node: NodeId) -> bool {
    let Some(parent) = page.parent(node).filter(|_| is_part(page.tag(node))) else {
        return false;
    };
    if node.0 == parent.0 + 1 || is_in_signature(page, node) {
        return false;
    }
    let mut before = None;
    for (count, child) in page.children(parent).enumerate() {
        let is_loose = page.is_text(child) && !page.text(child).trim().is_empty();
        if count == MAX_CHILDREN || is_loose {
            return false;
        }
        if page.end(child) == node && is_part(page.tag(child)) {
            before = Some(child);
        }
    }
    before.is_some_and(|before| are_apart(page, before, node))
}

/// Returns whether a node is in an API signature, where adjacent elements form one word.
fn is_in_signature(page: &Page, node: NodeId) -> bool {
    let mut around = page.ancestors(node).take(MAX_LEVELS);
    around.any(|n| {
        let class = page.attr(n, Attr::Class).unwrap_or_default();
        is_signature(page.tag(n), class)
    })
}

/// Returns whether a text begins with a word directly after the number of its clause, which is in
/// an element named as a number.
pub(super) fn follows_number(page: &Page, text: NodeId) -> bool {
    let begins = page.text(text).starts_with(char::is_alphanumeric);
    let before = text.0.checked_sub(1).map(NodeId).filter(|_| begins);
    let Some(last) = before.filter(|&n| page.is_text(n) && page.parent(n) != page.parent(text))
    else {
        return false;
    };
    let label = page.text(last).trim();
    let is_number = label.len() <= MAX_NUMBER_BYTES
        && label.ends_with([')', ']', '.', ':'])
        && label.contains(|c: char| c.is_alphanumeric());
    is_number
        && page.parent(last).is_some_and(|n| {
            let class = page.attr(n, Attr::Class).unwrap_or_default();
            let mut parts = class.split(|c: char| !c.is_ascii_alphabetic());
            parts.any(|part| words::holds("num number no label marker", &part.to_ascii_lowercase()))
        })
}

/// Maximum length of the number of a clause, in bytes.
const MAX_NUMBER_BYTES: usize = 12;

fn is_part(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Span
            | Tag::Strong
            | Tag::B
            | Tag::Em
            | Tag::I
            | Tag::A
            | Tag::Label
            | Tag::Small
            | Tag::Time
            | Tag::Other
    )
}

/// Returns whether two elements are side by side in a row: their parent is named so, or the element
/// next to their parent consists of the same two.
fn is_in_columns(page: &Page, before: NodeId, node: NodeId) -> bool {
    let Some(row) = page.parent(node) else {
        return false;
    };
    let class = |n: NodeId| page.attr(n, Attr::Class).unwrap_or_default();
    let kinds = |row: NodeId| {
        let parts = page.children(row).filter(|&n| page.is_element(n));
        parts.take(MAX_CHILDREN).map(|n| (page.tag(n), class(n)))
    };
    let rows = page
        .parent(row)
        .into_iter()
        .flat_map(|list| page.children(list));
    let mut others = rows
        .take(2 * MAX_CHILDREN)
        .filter(|&n| n != row && page.is_element(n));
    let mut names = class(row).split_ascii_whitespace();
    names.any(|name| words::holds(LAYOUTS, name))
        || !class(before).is_empty()
            && class(before) != class(node)
            && others.any(|other| kinds(other).eq(kinds(row)))
}

fn are_apart(page: &Page, before: NodeId, node: NodeId) -> bool {
    let is_small = |n: NodeId| page.subtree(n).len() <= MAX_NODES && !page.is_hidden(n);
    if !is_small(before) || !is_small(node) {
        return false;
    }
    let class = |n: NodeId| page.attr(n, Attr::Class).unwrap_or_default();
    let are_links = page.tag(before) == Tag::A && page.tag(node) == Tag::A;
    let differ = page.tag(before) != page.tag(node) || class(before) != class(node);
    let are_called = !class(before).is_empty() || !class(node).is_empty();
    let (left, right) = (page.visible_text(before), page.visible_text(node));
    let (Some(end), Some(start)) = (left.chars().next_back(), right.chars().next()) else {
        return false;
    };
    let is_word = |c: char| c.is_alphanumeric() && !is_cjk(c);
    let closes = matches!(
        end,
        ')' | ']' | '.' | ':' | ';' | ',' | '!' | '?' | '%' | '§'
    );
    let is_long = |text: &str| text.trim().chars().nth(MIN_WORD_CHARS - 1).is_some();
    let is_seam = end.is_lowercase()
        && (start.is_uppercase() || start.is_ascii_digit())
        && is_long(&left)
        && is_long(&right);
    if !are_links && !is_seam && !(differ && (are_called || closes)) {
        return false;
    }
    if !(is_word(end) || closes) || !(is_word(start) || matches!(start, '(' | '[' | '“' | '"')) {
        return false;
    }
    let is_named = |n: NodeId| {
        let mut parts = class(n).split(|c: char| !c.is_ascii_alphabetic());
        parts.any(|part| words::holds(NAMES, &part.to_ascii_lowercase()))
    };
    // A drop cap, and the digits of one number, such as a price.
    let digits = left.trim_end_matches([',', '.']);
    let is_piece = left.trim().chars().count() == 1 && end.is_alphabetic()
        || digits.ends_with(|c: char| c.is_ascii_digit()) && start.is_ascii_digit()
        || end.is_lowercase() && start.is_lowercase();
    let is_phrase = |text: &str| text.trim().contains(char::is_whitespace);
    if is_piece {
        return is_named(before) && is_named(node)
            || (is_phrase(&left) || is_phrase(&right)) && is_in_columns(page, before, node);
    }
    let changes = end.is_ascii_digit() != start.is_ascii_digit();
    are_links
        || closes
        || changes
        || is_seam
        || is_phrase(&left)
        || is_phrase(&right)
        || is_named(before)
        || is_named(node)
}
