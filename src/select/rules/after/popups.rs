//! Removes cards and tooltips that a page shows on hover of a word, if they are in the middle of a
//! sentence.

use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::signals::Signals;

pub(in crate::select) const ID: RuleId = RuleId::new("popups");

/// Class names of these cards, in lower case and without hyphens.
const NAMES: [&str; 14] = [
    "hovercard",
    "tooltiptext",
    "tooltipcontent",
    "tooltipbody",
    "tooltipinner",
    "tooltippopup",
    "popovercontent",
    "popoverbody",
    "popoverinner",
    "popup",
    "flyout",
    "bubble",
    "rolloverblock",
    "profilecard",
];

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    for i in 0..signals.len() {
        let block = &signals.blocks[i];
        if !decisions.keeps(i) || block.leaves.len() < 2 || block.tokens == 0 {
            continue;
        }
        let (first, last) = (block.first(), block.last());
        let mut next = NodeId(first.0 + 1);
        while next <= last {
            let node = next;
            next.0 += 1;
            if !page.is_element(node) || page.end(node) > page.end(block.container) {
                continue;
            }
            if is_popup(page, signals, node) {
                decisions.remove_element(node, Reason::Overlay, ID);
                next = page.end(node);
            }
        }
    }
}

/// Returns whether an inline element is a card for the word before it.
fn is_popup(page: &Page, signals: &Signals, node: NodeId) -> bool {
    let is_inline = matches!(page.tag(node), Tag::Span | Tag::Other | Tag::Small | Tag::I)
        && !page.is_block(node)
        && !page.style(node).monospace;
    if !is_inline || page.is_hidden(node) || signals.hints.is_empty() {
        return false;
    }
    let Some(before) = before(page, node) else {
        return false;
    };
    let role = page.attr(node, Attr::Role).unwrap_or_default();
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    let plain: String = class
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == ' ')
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let is_named = || NAMES.iter().any(|name| plain.contains(name));
    let text = page.raw_text(node).trim();
    let word = page.raw_text(before).trim();
    // The popup of a number is a note.
    if word.chars().all(char::is_numeric) {
        return false;
    }
    let is_card = || {
        let parts = page.children(node).filter(|&child| page.is_element(child));
        parts.count() > 1
            && word.chars().count() > 2
            && (text.starts_with(word) || is_joined(page, before, node) && has_action(page, node))
    };
    role == "tooltip" || is_named() || is_card()
}

/// Returns whether nothing separates an element from the word before it, so that both can be in one
/// line only if one of them is hidden.
fn is_joined(page: &Page, before: NodeId, node: NodeId) -> bool {
    page.end(before) == node
        && page.raw_text(before).ends_with(char::is_alphanumeric)
        && page.raw_text(node).starts_with(char::is_alphanumeric)
}

/// Returns whether an element contains a button or a link with a label, and no code.
fn has_action(page: &Page, node: NodeId) -> bool {
    let is_labeled = |n: NodeId| {
        let letters = page.raw_text(n).chars().filter(|c| c.is_alphabetic());
        letters.count() > 1
    };
    let acts = |n: NodeId| page.tag(n) == Tag::Button || page.tag(n).is_link();
    page.subtree(node).any(|n| acts(n) && is_labeled(n))
        && !page.subtree(node).any(|n| page.style(n).monospace)
}

/// Returns the sibling with content directly before an element.
fn before(page: &Page, node: NodeId) -> Option<NodeId> {
    let parent = page.parent(node)?;
    let siblings = page.children(parent).take_while(|&child| child < node);
    siblings
        .filter(|&child| !page.is_hidden(child))
        .filter(|&child| page.raw_text(child).contains(char::is_alphanumeric))
        .last()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::ruled;

    #[test]
    fn hover_cards_and_tooltips_are_removed() {
        let removed = |sentence: &str| {
            let of = ruled(&format!(
                "<p>It was {sentence} who painted the railings twice.</p>"
            ));
            let mut decisions = Decisions::new(of.signals.len());
            of.run(decide, &mut decisions);
            decisions.elements().len()
        };
        let card = "<a href=/ann>Ann</a><span><span>Ann</span><a href=/1>Her boats</a></span>";
        assert_eq!(removed(card), 1);
        assert_eq!(
            removed("<span>Ann<span role=tooltip>Harbour master</span></span>"),
            1
        );
        assert_eq!(
            removed("<b>Ann<span class=tooltip-text>Her boats</span></b>"),
            1
        );
        let quote =
            "<a href=/q>Ferries</a><span><b>FRY</b><i>12.50</i><button>Follow</button></span>";
        assert_eq!(removed(quote), 1);
        assert_eq!(removed(&quote.replace("Follow", "+")), 0);
        assert_eq!(removed(&quote.replace("</a><span>", "</a> <span>")), 0);
        let price = "<b hidden>4.50</b><span><i>4</i><i>.50</i></span>";
        assert_eq!(removed(&format!("the fare of {price}")), 0);
        assert_eq!(removed("<span class=tooltip title=x>Ann</span>"), 0);
        assert_eq!(
            removed("Ann <button>1</button><span role=tooltip>In 1702.</span>"),
            0
        );
        assert_eq!(
            removed("<a href=/ann>Ann</a> <span>and <b>Ben</b></span>"),
            0
        );
    }
}
