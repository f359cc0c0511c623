//! Authors in adjacent texts, each in a separate element.

use crate::compact::lower_case;
use crate::metadata::date::{self, Order};
use crate::metadata::line::VisibleLine;
use crate::metadata::name::{
    is_control, is_job, is_person, labels_other_work, names, without_prefix,
};
use crate::page::{Attr, NodeId, Page, Tag};
use crate::vocabulary::List;

/// Maximum bytes of a text that joins two names, such as "and" or a comma: longer texts are roles.
const MAX_JOINT_BYTES: usize = 5;

/// Returns whether a node is visible text.
pub(super) fn is_visible_text(page: &Page, id: NodeId) -> bool {
    page.is_text(id) && !page.is_hidden(id)
}

/// Returns the visible texts among nodes in order, trimmed. Text in buttons and in links to a
/// section is skipped.
pub(super) fn texts_of(page: &Page, nodes: impl Iterator<Item = NodeId>) -> Vec<&str> {
    let mut skip_to = NodeId(0);
    let mut texts = Vec::new();
    for id in nodes {
        let is_button = page.tag(id) == Tag::Button || page.attr(id, Attr::Role) == Some("button");
        if id >= skip_to && page.is_element(id) && (is_button || leads_to_section(page, id)) {
            skip_to = page.end(id);
        }
        let text = if id >= skip_to && is_visible_text(page, id) {
            page.text(id).trim()
        } else {
            ""
        };
        if !text.is_empty() {
            texts.push(text);
        }
    }
    texts
}

/// Returns whether an element is a link to a section or the pages with a tag. Sites may also give
/// authors a tag.
fn leads_to_section(page: &Page, id: NodeId) -> bool {
    let is_section = |href: &str| {
        let mut parts = crate::url::path(href).split('/');
        parts.any(|part| List::SectionPath.has(&lower_case::of(part)))
    };
    page.tag(id) == Tag::A
        && page.attr(id, Attr::Href).is_some_and(is_section)
        && !is_person(page.raw_text(id).trim())
}

/// Returns the visible texts of a line separately.
pub(super) fn texts_of_line<'a>(page: &'a Page, line: &VisibleLine<'_>) -> Vec<&'a str> {
    texts_of(page, (line.first.0..=line.last.0).map(NodeId))
}

/// Returns the names in texts. Labels, names, roles and biographies are in separate elements, often
/// without white space between them. So the first text with a person's name counts, as does the
/// text after a label regardless of its form, and further texts if only "and" or a comma is between
/// them. If no text names a person, all texts count together. Sections, labels of other work
/// ("Edited by"), and texts after them don't count.
pub(super) fn names_of(texts: &[&str]) -> Vec<String> {
    let is_end = |at: usize| (at > 0 && is_section(texts[at])) || is_other_work(texts[at]);
    let end = (0..texts.len()).find(|&at| is_end(at));
    let texts = &texts[..end.unwrap_or(texts.len())];
    let mut people: Vec<String> = Vec::new();
    let mut is_announced = false;
    for text in texts {
        if people.is_empty() && is_label(text) {
            is_announced = true;
            continue;
        }
        // In question sites' boxes the time is between the label and the name.
        if people.is_empty() && is_announced && date::first_in(text, Order::DayFirst).is_some() {
            continue;
        }
        let connects = text.len() <= MAX_JOINT_BYTES;
        let found = names(text, true);
        if !found.is_empty() && (is_announced || found.iter().all(|n| is_person(n))) {
            people.extend(found);
        } else if !people.is_empty() && !connects {
            break;
        }
        is_announced &= connects && people.is_empty();
        // Two adjacent names without anything in between are a name and its repetition or role.
        if people.len() == 1 && texts.len() > 1 && !joins(texts) {
            break;
        }
    }
    if people.is_empty() {
        let is_said = |text: &&&str| {
            let bare = without_prefix(text, true);
            !is_control(bare) && (texts.len() == 1 || !is_job(bare))
        };
        let texts = texts.iter().filter(is_said).copied();
        return names(&texts.collect::<Vec<_>>().join(" "), true);
    }
    people
}

/// Returns whether some text is only a word or symbol that joins names.
fn joins(texts: &[&str]) -> bool {
    texts.iter().any(|text| is_joint(text))
}

/// Returns whether a text is only a word or symbol that joins names.
fn is_joint(text: &str) -> bool {
    matches!(text, "," | "&" | "|" | "/" | "·" | ";")
        || List::BetweenNames
            .words()
            .any(|and| and.trim() == text || text.trim_start_matches(',').trim() == and.trim())
}

/// Returns the names in the first of several texts, if it begins like a byline and the following
/// texts don't join another name to it: place and edition are in separate elements.
pub(super) fn first_of(texts: &[&str]) -> Option<Vec<String>> {
    let (first, rest) = texts.split_first()?;
    let next = rest.first()?;
    let joined = is_joint(next)
        || first.ends_with([',', '&', ';'])
        || List::BetweenNames
            .words()
            .any(|and| next.starts_with(and.trim_start()) || format!("{first} ").ends_with(and))
        || next.starts_with([',', '&', ';', '/']);
    let found = names(first, true);
    let are_people = !found.is_empty() && found.iter().all(|name| is_person(name));
    (are_people && !joined).then_some(found)
}

/// Returns whether a text is a byline label or begins the line of who asked, with or without a
/// colon.
pub(super) fn is_label(text: &str) -> bool {
    is_by(text) || List::Asker.has(&without_colon(text))
}

/// Returns whether a text is a byline label, with or without a colon.
pub(super) fn is_by(text: &str) -> bool {
    List::BylineLabel.has(&without_colon(text))
}

fn without_colon(label: &str) -> String {
    lower_case::of(label.trim_end_matches([':', '：', ' ']))
}

/// Returns whether a text labels work other than writing: "Edited by", "Photo:".
fn is_other_work(text: &str) -> bool {
    let label = text.trim_end_matches([':', '：', ' ']);
    let is_announcing = label.len() < text.len() || label.contains(' ');
    is_announcing && text.len() <= MAX_SECTION_BYTES && labels_other_work(label)
}

/// Maximum bytes of a text with a section label and its value.
const MAX_SECTION_BYTES: usize = 60;

/// Returns whether a text is a label of sections or keywords, with or without its value.
fn is_section(text: &str) -> bool {
    let lower = lower_case::of(text.trim_matches(|c: char| !c.is_alphanumeric()));
    List::SectionLabel.words().any(|label| {
        lower.strip_prefix(label).is_some_and(|rest| {
            rest.is_empty() || (rest.starts_with([' ', ':']) && lower.len() <= MAX_SECTION_BYTES)
        })
    })
}
