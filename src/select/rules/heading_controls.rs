//! Links in kept headings and in the title that are no part of what these say: `[edit]`, an anchor's sign. Blocks
//! go as a whole, and such a link is too little for one of its own.

use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::Reason;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::signals::Signals;

pub(in crate::select) const ID: RuleId = RuleId::new("heading-controls");

/// The most characters of a text in brackets that says what can be done: with more, a remark in
/// brackets goes if it is a link.
const LONGEST: usize = 24;

/// Elements between a heading and a box inside it that holds a control.
const FLOATED: usize = 3;

/// Returns the roots of all such links, in document order.
pub(in crate::select) fn heading_controls(
    page: &Page,
    signals: &Signals,
    decisions: &Decisions,
) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = Vec::new();
    let mut end = page.root();
    for (i, block) in signals.blocks.iter().enumerate() {
        // A control that floats is a block of its own inside the heading.
        let heading = page
            .inclusive_ancestors(block.container)
            .take(FLOATED)
            .find(|&id| page.tag(id).heading_level().is_some());
        // Views of the page itself show the title where it stands.
        let stays = matches!(decisions.get(i), None | Some(Reason::Title));
        let Some(heading) = heading.filter(|_| stays) else {
            continue;
        };
        if heading < end {
            continue;
        }
        end = page.end(heading);
        for id in page.descendants(heading) {
            let inside = found.last().is_some_and(|&last| page.contains(last, id));
            if !inside && is_heading_control(page, id) {
                found.push(id);
            }
        }
    }
    found
}

/// Returns whether an element of a heading says only what can be done there, and leads to it.
fn is_heading_control(page: &Page, id: NodeId) -> bool {
    if !matches!(page.tag(id), Tag::A | Tag::Span | Tag::Small | Tag::Sup) {
        return false;
    }
    let text = page.raw_text(id);
    let text = text.trim();
    // `[1]` is a note.
    let bracketed = text.starts_with('[')
        && text.ends_with(']')
        && text.contains(char::is_alphabetic)
        && text.chars().count() <= LONGEST;
    let mut chars = text.chars();
    let sign = matches!(
        (chars.next(), chars.next()),
        (Some('#' | '¶' | '§' | '🔗' | '\u{e000}'..='\u{f8ff}'), None)
    );
    (bracketed || sign)
        && page
            .subtree(id)
            .any(|n| page.tag(n) == Tag::A && page.attr(n, Attr::Href).is_some())
}

#[cfg(all(test, feature = "html"))]
mod tests {
    use super::*;
    use crate::select::rules::ferry::{LONG, ruled};

    #[test]
    fn what_can_be_done_with_a_heading_is_no_part_of_it() {
        let found = |heading: &str| {
            let of = ruled(&format!("<h1>The ferry</h1>{LONG}<h2>{heading}</h2>{LONG}"));
            let decisions = Decisions::new(of.signals.len());
            let controls = heading_controls(&of.page, &of.signals, &decisions);
            let texts = controls.iter().map(|&id| of.page.raw_text(id));
            texts.collect::<Vec<_>>().concat()
        };
        assert_eq!(found("Keel <span>[<a href=/e>edit</a>]</span>"), "[edit]");
        assert_eq!(found("Keel <a href=#keel>¶</a>"), "¶");
        // A letter of a font of icons, and a mark that floats.
        assert_eq!(found("Keel <a href=#keel>\u{e157}</a>"), "\u{e157}");
        assert_eq!(found("Keel <div><a href=#keel>#</a></div>"), "#");
        assert_eq!(found("Keel <sup><a href=#n1>[1]</a></sup>"), "");
        assert_eq!(found("<a href=/keel>Keel</a> [sic]"), "");
    }
}
