//! Removes links that are in a kept heading, in the title, or beside a heading in a common box, but
//! aren't part of its text, such as `[edit]` or an anchor symbol. A heading is kept or removed as a
//! whole, so these are removed separately.

use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::signals::Signals;
use crate::vocabulary::controls;

pub(in crate::select) const ID: RuleId = RuleId::new("heading-controls");

/// Maximum length of an action in brackets, in characters. With more, a remark in brackets is
/// removed if it's a link.
const MAX_CONTROL_CHARS: usize = 24;

/// Maximum length of controls beside a heading, and of several links in it, in characters, including
/// brackets ("[Bearbeiten | Quelltext bearbeiten]"). With more, a sentence in brackets below a
/// heading is removed if it contains a link.
const MAX_BESIDE_CHARS: u32 = 48;

/// Minimum length of a heading beside a button in it, in letters. With fewer, the number before a
/// heading that is a button counts as the heading.
const MIN_HEADING_LETTERS: usize = 2;

/// Maximum levels between a heading and a box with a control in it.
const MAX_FLOAT_LEVELS: usize = 3;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    for node in heading_controls(page, signals, decisions) {
        decisions.remove_element(node, Reason::Navigation, ID);
    }
}

/// Returns the roots of all these links, in document order.
fn heading_controls(page: &Page, signals: &Signals, decisions: &Decisions) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = Vec::new();
    let mut end = page.root();
    for (i, block) in signals.blocks.iter().enumerate() {
        // A floating control is a separate block inside the heading.
        let heading = page
            .inclusive_ancestors(block.container)
            .take(MAX_FLOAT_LEVELS)
            .find(|&id| page.tag(id).heading_level().is_some());
        // Views that show the page itself show the title at its place.
        let stays = matches!(decisions.get(i), None | Some(Reason::Title));
        let Some(heading) = heading.filter(|_| stays) else {
            found.extend(beside_heading(page, signals, i).filter(|_| stays));
            continue;
        };
        if heading < end {
            continue;
        }
        end = page.end(heading);
        for id in page.descendants(heading) {
            let inside = found.last().is_some_and(|&last| page.contains(last, id));
            if !inside && (is_heading_control(page, id) || is_tool(page, heading, id)) {
                found.push(id);
            }
        }
    }
    found
}

/// Returns the element of a block with actions in brackets for the preceding heading, if a box
/// contains only these two (MediaWiki's `mw-heading`).
fn beside_heading(page: &Page, signals: &Signals, i: usize) -> Option<NodeId> {
    let block = &signals.blocks[i];
    if block.link_chars == 0 || block.chars > MAX_BESIDE_CHARS {
        return None;
    }
    let mut children = page
        .children(block.container)
        .filter(|&c| page.is_element(c));
    let (heading, control, None) = (children.next()?, children.next()?, children.next()) else {
        return None;
    };
    let is_alone = signals.blocks_in(page, block.container).len()
        == signals.blocks_in(page, heading).len() + 1;
    let text = page.raw_text(control).trim();
    let is_bracketed = text.starts_with('[') && text.ends_with(']');
    let is_control = page.tag(heading).heading_level().is_some()
        && page.contains(control, block.leaves[0])
        && is_alone
        && is_bracketed
        && text.contains(char::is_alphabetic);
    is_control.then_some(control)
}

/// Returns whether an element in a heading only names an action and links to it, or is only a
/// symbol.
fn is_heading_control(page: &Page, id: NodeId) -> bool {
    let tag = page.tag(id);
    if !matches!(
        tag,
        Tag::A | Tag::Span | Tag::Small | Tag::Sup | Tag::I | Tag::B | Tag::Em | Tag::Button
    ) {
        return false;
    }
    let whole = page.raw_text(id).trim();
    let text = whole.trim_matches(|c: char| c.is_whitespace() || is_invisible(c));
    // `[1]` is a footnote reference.
    let bracketed = text.starts_with('[')
        && text.ends_with(']')
        && text.contains(char::is_alphabetic)
        && text.chars().count() <= MAX_CONTROL_CHARS;
    let is_link = |n: NodeId| page.tag(n) == Tag::A && page.attr(n, Attr::Href).is_some();
    let has_link = || page.subtree(id).any(is_link);
    let to_itself = |n: NodeId| page.attr(n, Attr::Href).is_some_and(|h| h.starts_with('#'));
    match sign(text) {
        Some(Sign::Icon) => true,
        Some(Sign::Mark) => tag == Tag::Button || has_link() || page.ancestors(id).any(to_itself),
        // Without visible content, the icon is an image or painted by the style sheet.
        None if text.is_empty() => {
            let is_there = || page.subtree(id).any(|n| page.tag(n) == Tag::Img);
            tag == Tag::A && to_itself(id) && (!whole.is_empty() || is_there())
        }
        None => bracketed && has_link() || are_bracketed_links(page, id, text),
    }
}

/// Returns whether a text consists of several links in common brackets.
fn are_bracketed_links(page: &Page, id: NodeId, text: &str) -> bool {
    let links = || page.descendants(id).filter(|&n| page.tag(n) == Tag::A);
    let has_words = |n: NodeId| page.is_text(n) && page.text(n).contains(char::is_alphanumeric);
    let is_linked = |n: NodeId| links().any(|link| page.contains(link, n));
    text.starts_with('[')
        && text.ends_with(']')
        && text.chars().count() <= MAX_BESIDE_CHARS as usize
        && links().nth(1).is_some()
        && page
            .descendants(id)
            .filter(|&n| has_words(n))
            .all(is_linked)
}

/// Returns whether an element beside the text of a heading is a button, or contains only links and
/// buttons with control labels.
fn is_tool(page: &Page, heading: NodeId, id: NodeId) -> bool {
    let is_button =
        |n: NodeId| page.tag(n) == Tag::Button || page.attr(n, Attr::Role) == Some("button");
    let letters = |n: NodeId| {
        page.raw_text(n)
            .chars()
            .filter(|c| c.is_alphanumeric())
            .count()
    };
    if !page.is_element(id) || page.is_hidden(id) {
        return false;
    }
    let (own, all) = (letters(id), letters(heading));
    if own == 0 || own == all {
        return false;
    }
    if page.style(id).monospace || !is_at_an_end(page, heading, id) {
        return false;
    }
    let is_label = || controls(page.raw_text(id)).is_some_and(|found| found.labels > 0);
    let text = |n: NodeId| page.is_text(n) && page.text(n).contains(char::is_alphanumeric);
    let mut texts = page.subtree(id).filter(|&n| text(n));
    let is_pressed = |n: NodeId| {
        let mut around = page.ancestors(n).take_while(|&a| a >= id);
        around.any(|a| page.tag(a).is_link() || is_button(a))
    };
    // A heading that is a button shows or hides its section.
    let is_action = || {
        let toggles = [Attr::AriaExpanded, Attr::AriaControls];
        own <= MAX_CONTROL_CHARS
            && all - own >= MIN_HEADING_LETTERS
            && begins_with_words(page, heading, id)
            && !toggles.iter().any(|&attr| page.attr(id, attr).is_some())
    };
    is_button(id) && (2 * own < all || is_label() || is_action())
        || is_label() && texts.all(is_pressed)
}

/// Returns whether a heading has words before an element in it.
fn begins_with_words(page: &Page, heading: NodeId, id: NodeId) -> bool {
    let has_words = |n: NodeId| page.is_text(n) && page.text(n).contains(char::is_alphabetic);
    page.descendants(heading)
        .take_while(|&n| n < id)
        .any(has_words)
}

/// Returns whether all words of a heading are before, or all after, an element in it.
fn is_at_an_end(page: &Page, heading: NodeId, id: NodeId) -> bool {
    let has_words = |n: NodeId| page.is_text(n) && page.text(n).contains(char::is_alphanumeric);
    let mut words = page
        .descendants(heading)
        .filter(|&n| has_words(n) && !page.contains(id, n));
    let is_before = |n: NodeId| n < id;
    let first = words.next();
    first.is_none_or(|first| words.all(|n| is_before(n) == is_before(first)))
}

/// The kind of symbol in an element of a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// An icon, such as a letter of an icon font or a chain, which is never part of the heading's
    /// text.
    Icon,
    /// A character that may be part of the text, as in `C#`.
    Mark,
}

/// Returns the kind of symbol in a text; `None` if it contains more, or nothing.
fn sign(text: &str) -> Option<Sign> {
    let mut chars = text.chars().filter(|&c| !is_invisible(c));
    match (chars.next()?, chars.next()) {
        ('🔗' | '🖇' | '\u{e000}'..='\u{f8ff}', None) => Some(Sign::Icon),
        ('#' | '¶' | '§' | '⚓' | '∞' | '☍', None) => Some(Sign::Mark),
        _ => None,
    }
}

/// Returns whether a character is a zero-width space or joiner, or a variation selector.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, ruled};

    #[test]
    fn controls_in_a_heading_are_found() {
        let controls = |heading: &str| {
            let of = ruled(&format!("<h1>The ferry</h1>{LONG}<h2>{heading}</h2>{LONG}"));
            let decisions = Decisions::new(of.signals.len());
            let controls = heading_controls(&of.page, &of.signals, &decisions);
            let texts = controls.iter().map(|&id| of.page.raw_text(id).to_owned());
            texts.collect::<Vec<_>>()
        };
        let found = |heading: &str| controls(heading).concat();
        let count = |heading: &str| controls(heading).len();
        assert_eq!(found("Keel <span>[<a href=/e>edit</a>]</span>"), "[edit]");
        assert_eq!(found("Keel <a href=#keel>¶</a>"), "¶");
        // A letter of an icon font, and a floating symbol.
        assert_eq!(found("Keel <a href=#keel>\u{e157}</a>"), "\u{e157}");
        assert_eq!(found("Keel <div><a href=#keel>#</a></div>"), "#");
        // Symbols with another variation selector, inside the link text, or without a link.
        assert_eq!(found("Keel <a href=#keel>🔗\u{fe0e}</a>"), "🔗\u{fe0e}");
        assert_eq!(found("<a href=#keel>Keel <span>#</span></a>"), "#");
        assert_eq!(found("Keel <button>¶</button>"), "¶");
        assert_eq!(found("Keel <i class=fa>\u{f0c1}</i>"), "\u{f0c1}");
        assert_eq!(found("Keel <span>🔗</span>"), "🔗");
        // An icon painted by the style sheet.
        assert_eq!(found("Keel <a href=#keel>\u{200b}</a>"), "\u{200b}");
        let image = "Keel <a href=#keel><img src=a.png alt=Link></a>";
        assert_eq!(count(image), 1);
        assert_eq!(count("<a href=#keel></a>Keel"), 0);
        // Several links in common brackets, and an action whose words aren't known.
        let links =
            "<i>[</i><a href=/a>Bearbeiten</a> | <a href=/b>Quelltext bearbeiten</a><i>]</i>";
        assert_eq!(count(&format!("Keel <span>{links}</span>")), 1);
        let action = "Keel <a href=# role=button>Load rope</a>";
        assert_eq!(found(action), "Load rope");
        assert_eq!(count("1. <button aria-expanded=false>Keel</button>"), 0);
        assert_eq!(count("1. <button>Keel</button>"), 0);
        assert_eq!(found("C<span>#</span>"), "");
        assert_eq!(found("<a href=/c>C<span>#</span></a>"), "");
        assert_eq!(found("Keel <sup><a href=#n1>[1]</a></sup>"), "");
        assert_eq!(found("<a href=/keel>Keel</a> [sic]"), "");
    }

    #[test]
    fn controls_beside_a_heading_are_found() {
        let found = |after: &str| {
            let heading = format!("<div><h2>Keel</h2>{after}</div>");
            let of = ruled(&format!("<h1>The ferry</h1>{LONG}{heading}{LONG}"));
            let decisions = Decisions::new(of.signals.len());
            let controls = heading_controls(&of.page, &of.signals, &decisions);
            let texts = controls.iter().map(|&id| of.page.raw_text(id).to_owned());
            texts.collect::<String>()
        };
        let edit = "<span>[<a href=/e>edit</a>]</span>";
        assert_eq!(found(edit), "[edit]");
        let two = "<span>[<a href=/v>Bearbeiten</a> | <a href=/e>Quelltext bearbeiten</a>]</span>";
        assert_eq!(found(two), "[Bearbeiten | Quelltext bearbeiten]");
        assert_eq!(found("<span><a href=/e>edit</a></span>"), "");
        assert_eq!(found("<span>[<a href=#n1>1</a>]</span>"), "");
        assert_eq!(found(&format!("{edit}<p>A paragraph.</p>")), "");
        assert_eq!(found("<span>[sic]</span>"), "");
    }
}
