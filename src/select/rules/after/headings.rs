//! Keeps the headings of kept text. A heading of any level directly above a kept block of the
//! article belongs to it, as does the control that opens a collapsed block.

use crate::page::{Attr, NodeId, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{LINKED, kept_text};
use crate::select::signals::Signals;
use crate::vocabulary::names_notes;

pub(in crate::select) const ID: RuleId = RuleId::new("headings");

/// Maximum levels from a heading up to the common ancestor with its text. With more, the heading of
/// a whole column is mistaken for that of its first paragraph.
const MAX_LEVELS: usize = 3;

/// Minimum length of a sentence below a heading like "Related work" which shows that the section is
/// text, in characters. With less, the heading of other stories is kept.
const MIN_SENTENCE_CHARS: f32 = 40.0;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let from = first(case, decisions);
    for i in (from..case.signals.len().saturating_sub(1)).rev() {
        let is_one =
            is_heading(case, i) && may_stay(case, decisions, i) || opens_text(case, decisions, i);
        if is_one && is_above_text(case, decisions, i) {
            decisions.set(i, None, ID);
        }
    }
}

/// Returns the first block that may be a heading of the text: directly below the title, or after
/// the first kept text if there's no title or something else follows it.
fn first(case: &Case<'_>, decisions: &Decisions) -> usize {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let text = kept_text(signals, decisions).map_or(signals.len(), |(first, _)| first);
    let Some(title) = metadata.title_node else {
        return text;
    };
    let below = signals.blocks_in(page, title).end;
    let is_head = |i: &usize| {
        is_heading(case, *i) || matches!(decisions.get(*i), Some(Reason::Title | Reason::Byline))
    };
    let next = (below..signals.len()).find(|i| !is_head(i));
    if next.is_some_and(|next| decisions.keeps(next)) {
        below
    } else {
        text
    }
}

fn is_heading(case: &Case<'_>, i: usize) -> bool {
    case.signals.blocks[i].heading_level(case.page).is_some()
}

/// Returns whether a heading was removed only because it has little text, or because it begins like
/// an announcement of other stories although a sentence of the text is below it.
fn may_stay(case: &Case<'_>, decisions: &Decisions, i: usize) -> bool {
    let signals = case.signals;
    let is_weak = match decisions.get(i) {
        Some(Reason::BelowThreshold) => signals.announced[i].is_none(),
        Some(Reason::Related) => is_text(signals, decisions, i + 1),
        // A button that opens the collapsed content below it.
        Some(Reason::Form) => in_button(case, i) && is_text(signals, decisions, i + 1),
        // Above a formula, no text nearby distinguishes a heading from a name.
        Some(Reason::Byline) => signals.blocks[i + 1].is_formula(case.page),
        _ => false,
    };
    is_weak && !decisions.is_certain(i) && signals.blocks[i].tokens > 0
}

/// Returns whether a block is the label of a control that opens a kept sentence directly after it.
fn opens_text(case: &Case<'_>, decisions: &Decisions, i: usize) -> bool {
    let &Case { page, signals, .. } = case;
    let next = signals.blocks[i + 1].container;
    let mut around = page
        .inclusive_ancestors(signals.blocks[i].container)
        .take(MAX_LEVELS)
        .take_while(|&n| !page.contains(n, next));
    let opens = |n: NodeId| {
        let names = [Attr::AriaExpanded, Attr::AriaControls];
        names.iter().any(|&name| page.attr(n, name).is_some())
    };
    !decisions.keeps(i)
        && !decisions.is_certain(i)
        && signals.blocks[i].tokens > 0
        && is_text(signals, decisions, i + 1)
        && around.any(opens)
}

/// Returns whether a heading is in a button.
fn in_button(case: &Case<'_>, i: usize) -> bool {
    let page = case.page;
    let mut around = page
        .ancestors(case.signals.blocks[i].container)
        .take(MAX_LEVELS);
    around.any(|n| page.tag(n) == Tag::Button)
}

/// Returns whether a block is a kept sentence of some length.
fn is_text(signals: &Signals, decisions: &Decisions, i: usize) -> bool {
    let block = &signals.blocks[i];
    let length = block.length * (1.0 - block.link_density());
    decisions.keeps(i) && block.ends_sentence && length >= MIN_SENTENCE_CHARS
}

/// Returns whether a heading is followed by a kept block of text, a code block, or a formula,
/// within a common element near the heading. Notes that don't count as text need no heading.
fn is_above_text(case: &Case<'_>, decisions: &Decisions, i: usize) -> bool {
    let &Case { page, signals, .. } = case;
    let block = &signals.blocks[i + 1];
    let is_text = block.media == 0 && block.link_density() < LINKED;
    let mut near = page.ancestors(signals.blocks[i].container).take(MAX_LEVELS);
    let is_of_notes = || decisions.is_caption(i + 1) && names_notes(&signals.texts[i]);
    is_text
        && decisions.keeps(i + 1)
        && near.any(|a| page.contains(a, block.container))
        && !is_of_notes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts_without};

    fn keeps(body: &str, heading: &str, reason: Reason) -> bool {
        let out = [heading, "Imprint"];
        kept_texts_without(decide, body, &out, reason).contains(&heading.to_owned())
    }

    #[test]
    fn a_heading_above_kept_content_is_restored_at_any_level() {
        let weak = Reason::BelowThreshold;
        for level in 1..=6 {
            let heading = format!("<h{level}>Set-up</h{level}>");
            assert!(keeps(
                &format!("{LONG}{heading}<pre>import os</pre>"),
                "Set-up",
                weak
            ));
            assert!(keeps(&format!("{heading}<p>So.</p>{LONG}"), "Set-up", weak));
            assert!(!keeps(
                &format!("{LONG}{heading}<p>Imprint</p>"),
                "Set-up",
                weak
            ));
        }
        let boxed = format!("{LONG}<div><h2>Why</h2></div>{LONG}");
        assert!(keeps(&boxed, "Why", weak));
        assert!(!keeps(&boxed, "Why", Reason::Advert));
    }

    #[test]
    fn a_control_above_the_text_that_it_opens_is_restored() {
        let page = |attrs: &str| {
            format!("{LONG}<div><div role=button {attrs}>Set-up</div><div>{LONG}</div></div>")
        };
        let keeps = |attrs: &str| keeps(&page(attrs), "Set-up", Reason::OtherColumn);
        assert!(keeps("aria-expanded=false"));
        assert!(!keeps(""));
    }

    #[test]
    fn a_heading_above_other_stories_is_not_restored() {
        let weak = Reason::BelowThreshold;
        let list = "<ul><li><a href=/a>The boats of the north</a></ul>";
        assert!(!keeps(&format!("{LONG}<h2>More</h2>{list}"), "More", weak));
        // A block between the title and the text isn't a heading of the text.
        let head = format!("<p>Imprint</p><h2>Paper</h2>{LONG}");
        assert!(!keeps(&head, "Paper", weak));
    }

    #[test]
    fn an_announcing_heading_above_a_sentence_is_restored() {
        let page = |text: &str| format!("{LONG}<h2>Related work</h2><p>{text}</p>");
        let sentence = "Others have measured this before, mostly in the north.";
        assert!(keeps(&page(sentence), "Related work", Reason::Related));
        assert!(!keeps(
            &page("The boats of the north"),
            "Related work",
            Reason::Related
        ));
    }
}
