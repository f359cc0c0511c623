//! Keeps the notes for references in the kept text; a list of notes is kept as a whole.

use crate::compact::argsort;
use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::page::{Attr, NodeId, NodeSet, Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::signals::Signals;
use crate::vocabulary::{is_named_notes, names_notes};

pub(in crate::select) const ID: RuleId = RuleId::new("notes");

/// Maximum length of a reference without brackets, in characters. With more, an entry of a table of
/// contents is mistaken for one.
const MARK: usize = 3;

/// Maximum blocks of a note. With more, a reference that links to a chapter keeps it.
const MAX_NOTE_BLOCKS: usize = 12;

/// Maximum ancestors of a reference's text that are searched for its link. With fewer, references
/// in nested inline markup are missed.
const MAX_LEVELS: usize = 4;

/// Share of the kept text (0 to 1) from which restored notes are shown but don't count as text,
/// like captions. If higher, a bibliography counts as much as the article.
const CAPTION_SHARE: f32 = 0.1;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    beside(case, decisions);
    let mut marked = Interner::new();
    for i in (0..signals.len()).filter(|&i| decisions.keeps(i)) {
        for id in marks(page, signals, i) {
            marked.intern(hash(id));
        }
    }
    if marked.len() == 0 {
        return;
    }
    let is_marked = |node: NodeId| {
        let names = [Attr::Id, Attr::Name].into_iter();
        let mut names = names.filter_map(|name| page.attr(node, name));
        names.any(|name| marked.get(hash(name)).is_some())
    };
    let targets = page.subtree(page.body()).filter(|&node| is_marked(node));
    let mut found: Vec<usize> = Vec::new();
    let mut lists = NodeSet::new(page);
    for note in targets.filter_map(|target| note(page, target)) {
        for part in parts(page, note) {
            found.extend(restorable(case, decisions, part, MAX_NOTE_BLOCKS));
        }
        if let Some(list) = page.parent(note)
            && is_list(page, list)
            && !lists.contains(list)
        {
            lists.insert(list);
            found.extend(restorable(case, decisions, list, usize::MAX));
        }
    }
    let mut found = argsort::sorted(found, |&i| i);
    found.dedup();
    let mut kept = kept_length(case, decisions);
    restore(case, decisions, &found, &mut kept);
}

/// Returns the length of the kept text.
fn kept_length(case: &Case<'_>, decisions: &Decisions) -> f32 {
    let blocks = case.signals.blocks.iter().enumerate();
    let kept = blocks.filter(|&(i, _)| decisions.keeps(i));
    kept.map(|(_, block)| block.length).sum()
}

/// Keeps the blocks of notes and adds them to the `kept` length. If they are too large a share of
/// it, marks them as captions.
fn restore(case: &Case<'_>, decisions: &mut Decisions, found: &[usize], kept: &mut f32) {
    let length: f32 = found.iter().map(|&i| case.signals.blocks[i].length).sum();
    let is_apart = length > CAPTION_SHARE * *kept;
    *kept += length;
    for &i in found {
        decisions.set(i, None, ID);
        if is_apart {
            decisions.mark_caption(i);
        }
    }
}

/// Returns the target ids of the references in a block.
fn marks<'a>(page: &'a Page, signals: &Signals, i: usize) -> Vec<&'a str> {
    let block = &signals.blocks[i];
    if block.links == 0 {
        return Vec::new();
    }
    let around = |&leaf: &NodeId| {
        let mut around = page.ancestors(leaf).take(MAX_LEVELS);
        around.find(|&a| page.tag(a) == Tag::A)
    };
    let links = block.leaves.iter().filter_map(around);
    let marks = links.filter(|&link| is_mark(page.raw_text(link)));
    marks
        .filter_map(|link| page.attr(link, Attr::Href)?.strip_prefix('#'))
        .collect()
}

/// Returns whether the text of a link is a footnote reference: a number, a letter, or a symbol.
fn is_mark(text: &str) -> bool {
    let mark = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '[' | ']' | '(' | ')'));
    let count = mark.chars().count();
    (1..=MARK).contains(&count)
        && (mark.chars().all(char::is_numeric)
            || count == 1 && mark.chars().all(char::is_alphabetic)
            || mark.chars().all(|c| matches!(c, 'i' | 'v' | 'x'))
            || mark
                .chars()
                .all(|c| matches!(c, '*' | '†' | '‡' | '§' | '¶' | '⊕')))
}

fn hash(id: &str) -> u64 {
    Hash64::EMPTY.text(id).value()
}

/// Returns the element of a note: the nearest block around its target.
fn note(page: &Page, target: NodeId) -> Option<NodeId> {
    page.inclusive_ancestors(target)
        .take_while(|&a| a > page.body())
        .find(|&a| page.is_block(a))
}

/// Returns the elements of a note: the note, and the next element if the note consists only of its
/// label.
fn parts(page: &Page, note: NodeId) -> Vec<NodeId> {
    let mut parts = vec![note];
    let Some(parent) = page
        .parent(note)
        .filter(|_| is_mark(page.raw_text(note).trim()))
    else {
        return parts;
    };
    let mut next = page.end(note);
    while next < page.end(parent) && parts.len() <= MAX_NOTE_BLOCKS {
        let is_end = page.tag(next).heading_level().is_some() || page.tag(next) == page.tag(note);
        if page.is_element(next) && is_end {
            break;
        }
        if page.is_element(next) {
            parts.push(next);
        }
        next = page.end(next);
    }
    parts
}

/// Keeps notes to which no link leads: a list in an `aside`, or lines or a list in a box with the
/// name of notes, if all of their numbers are references in the kept text.
fn beside(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let mut references = Interner::new();
    for i in (0..signals.len()).filter(|&i| decisions.keeps(i)) {
        for &leaf in &signals.blocks[i].leaves {
            let mut around = page.ancestors(leaf).take(MAX_LEVELS);
            let text = page.text(leaf);
            if around.any(|n| page.tag(n) == Tag::Sup) {
                references.intern(hash(text.trim_matches(['[', ']', '(', ')', ' '])));
            }
            for number in text.split('[').skip(1) {
                let number = number.split(']').next().unwrap_or_default();
                if is_mark(number) {
                    references.intern(hash(number));
                }
            }
        }
    }
    // Names are checked only on pages with such numbers.
    if references.len() == 0 {
        return;
    }
    let boxes = page.subtree(page.body());
    let boxes = boxes.filter_map(|n| Some((n, numbers(case, n)?)));
    let mut kept = kept_length(case, decisions);
    for (node, numbers) in boxes {
        let is_reference = |number: &u32| references.get(hash(&number.to_string())).is_some();
        if numbers.iter().all(is_reference) {
            let mut found = restorable(case, decisions, node, usize::MAX);
            // The heading of the notes isn't needed.
            found.retain(|&i| !names_notes(&signals.texts[i]));
            restore(case, decisions, &found, &mut kept);
        }
    }
}

/// Returns the numbers of the notes in a box.
fn numbers(case: &Case<'_>, node: NodeId) -> Option<Vec<u32>> {
    let page = case.page;
    let is_named = || match page.tag(node) {
        Tag::Div | Tag::Section | Tag::Aside | Tag::Table | Tag::Footer | Tag::Ol => {
            is_named_notes(page, node)
        }
        _ => false,
    };
    match page.tag(node) {
        Tag::Aside => counted(page, node).or_else(|| leading(case, node).filter(|_| is_named())),
        _ if is_named() => leading(case, node).or_else(|| counted(page, node)),
        _ => None,
    }
}

/// Returns the numbers of the items of a list, or of the only list in a box; `None` if the box
/// contains anything else but a heading of notes.
fn counted(page: &Page, node: NodeId) -> Option<Vec<u32>> {
    let is_other = |&c: &NodeId| {
        let text = page.raw_text(c).trim();
        !text.is_empty() && !names_notes(text)
    };
    let list = if page.tag(node) == Tag::Ol {
        node
    } else {
        let mut children = page.children(node).filter(is_other);
        let list = children.next().filter(|&c| page.tag(c) == Tag::Ol)?;
        if children.next().is_some() {
            return None;
        }
        list
    };
    let start = page
        .attr(list, Attr::Start)
        .map_or(Some(1), |s| s.trim().parse().ok())?;
    let items = page
        .children(list)
        .filter(|&c| page.tag(c) == Tag::Li)
        .count();
    let end = u32::try_from(items).ok()?.checked_add(start)?;
    (items > 0).then(|| (start..end).collect())
}

/// Returns the numbers at the beginning of lines in a box; `None` if there are none.
fn leading(case: &Case<'_>, node: NodeId) -> Option<Vec<u32>> {
    let &Case { page, signals, .. } = case;
    let number = |i: usize| {
        let text = signals.texts[i].trim_start_matches(['[', '(', '^', '↑', ' ']);
        let end = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        text[..end].parse().ok().filter(|_| end <= MARK)
    };
    let numbers: Vec<u32> = signals.blocks_in(page, node).filter_map(number).collect();
    (!numbers.is_empty()).then_some(numbers)
}

fn is_list(page: &Page, node: NodeId) -> bool {
    matches!(page.tag(node), Tag::Ol | Tag::Ul | Tag::Dl)
}

/// Returns the removed blocks of a note or of a list of notes that may be restored.
fn restorable(case: &Case<'_>, decisions: &Decisions, whole: NodeId, most: usize) -> Vec<usize> {
    let &Case { page, signals, .. } = case;
    let range = signals.blocks_in(page, whole);
    // In the output of some converters, the label of a note is a heading above it.
    let is_heading = |i: usize| {
        let text = &signals.texts[i];
        signals.blocks[i].heading_level(page).is_some() && !is_mark(text) && !names_notes(text)
    };
    if range.len() > most || range.clone().any(is_heading) {
        return Vec::new();
    }
    let may_stay = |&i: &usize| {
        let reason = decisions.get(i);
        !decisions.is_certain(i)
            && matches!(
                reason,
                Some(
                    Reason::BelowThreshold
                        | Reason::Links
                        | Reason::Frame
                        | Reason::Navigation
                        | Reason::OtherColumn
                        | Reason::Related
                        | Reason::Duplicate
                )
            )
    };
    range.filter(may_stay).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts, kept_texts_without, ruled};

    const MARK: &str = "<p>The keeper saw it.<sup><a href=#n1>[1]</a></sup>";
    const NOTES: &str = "<ol><li id=n1>Ibid.<li id=n2>p. 4</ol>";

    fn kept(body: &str) -> Vec<String> {
        kept_texts(decide, body, &["Ibid.", "p. 4", "The keeper saw it.[1]x"])
    }

    #[test]
    fn a_note_list_is_restored_if_one_note_is_referenced() {
        assert_eq!(kept(&format!("{LONG}{MARK}{NOTES}")).len(), 5);
        assert_eq!(kept(&format!("{LONG}{NOTES}")).len(), 2);
        // Without the reference.
        let without_reference = format!("{LONG}{MARK}x{NOTES}");
        assert_eq!(kept(&without_reference).len(), 2);
    }

    #[test]
    fn links_with_words_or_to_chapters_are_not_note_references() {
        let words = MARK.replace("[1]", "the note");
        assert_eq!(kept(&format!("{LONG}{words}{NOTES}")).len(), 3);
        let chapter = "<div id=n1><h2>Tides</h2><p>Ibid.</div>";
        assert_eq!(kept(&format!("{LONG}{MARK}{chapter}")).len(), 4);
    }

    #[test]
    fn long_notes_are_shown_but_do_not_count_as_text() {
        let is_apart = |times: usize| {
            let notes = format!(
                "<ol><li id=n1>{}</ol>",
                "Tides of the north. ".repeat(times)
            );
            let of = ruled(&format!("{LONG}{LONG}{MARK}{notes}"));
            let mut decisions = Decisions::new(of.signals.len());
            let last = of.signals.len() - 1;
            decisions.set(last, Some(Reason::BelowThreshold), RuleId::new("test"));
            of.run(decide, &mut decisions);
            assert!(decisions.keeps(last));
            decisions.is_caption(last)
        };
        assert!(!is_apart(1));
        assert!(is_apart(9));
    }

    #[test]
    fn boxed_notes_are_restored_if_the_text_has_their_references() {
        let kept = |number: u8| {
            let aside = format!("<aside><ol start={number}><li>It sails at noon.</ol></aside>");
            let page = format!("{LONG}<p>The keeper saw it.<sup>2</sup></p>{aside}");
            kept_texts_without(decide, &page, &["It sails at noon."], Reason::OtherColumn).len()
        };
        assert_eq!(kept(2), kept(3) + 1);
        let below = |class: &str, notes: &str| {
            let page = format!(
                "<main>{LONG}<p>The keeper saw it.<sup>(2)</sup></p></main><div class={class}>{notes}</div>"
            );
            let out = ["(2) It sails at noon.", "It sails at noon."];
            kept_texts_without(decide, &page, &out, Reason::OtherColumn).len()
        };
        for notes in [
            "<h2>Notes</h2><p>(2) It sails at noon.</p>",
            "<h2>Notes</h2><ol start=2><li>It sails at noon.</ol>",
            "<ol start=2><li>It sails at noon.</ol>",
        ] {
            assert_eq!(
                below("endnotes", notes),
                below("extra", notes) + 1,
                "{notes}"
            );
        }
    }
}
