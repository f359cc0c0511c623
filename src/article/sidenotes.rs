//! Notes in the middle of the text that the page shows beside it, or on hover of their reference.
//!
//! Read in place, they would interrupt the sentence. [`super::walk`] puts a reference there and the
//! note at the end, where [`super::notes`] finds both.

use super::notes::is_label;
use crate::compact::argsort;
use crate::compact::hash::Hash64;
use crate::compact::interner::{Interned, Interner};
use crate::compact::words;
use crate::page::{Attr, NodeId, NodeSet, Page, Tag};

/// Class names of notes beside the text.
const BESIDE: [&str; 13] = [
    "sidenote-content",
    "footnote-content",
    "footnote-text",
    "footnote-popup",
    "footnote-body",
    "sidenote",
    "side-note",
    "marginnote",
    "margin-note",
    "inline-footnote",
    "footnote-tooltip",
    "footnote_tooltip",
    "modern-footnotes-footnote__note",
];

/// LaTeXML's class names: of a note, of its content, and of the labels in the content.
const LATEXML: (&str, &str) = ("ltx_note", "ltx_note_content");

/// LaTeXML's class name of the text of a note whose references are elsewhere.
const LATEXML_TEXT: &str = "ltx_role_footnotetext";
const LATEXML_LABELS: [&str; 3] = ["ltx_note_mark", "ltx_tag_note", "ltx_note_type"];

/// Parts of the class names of elements that are shown on hover.
const TOOLTIPS: &str = "tooltip tooltiptext tip popover popup hovercard bubble";

/// Attributes of a reference that refer to its note, and attributes that refer to any description.
const FOR_NOTES: [Attr; 3] = [Attr::DataDefinition, Attr::DataNote, Attr::DataFootnote];
const FOR_ANYTHING: [Attr; 2] = [Attr::AriaDescribedby, Attr::Popovertarget];

/// Minimum length of a note in a `title`, in bytes. Shorter text is the name of the element.
const MIN_NOTE_BYTES: usize = 6;

/// The content of a note.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// Content of an element.
    Element(NodeId),
    /// The value of an attribute.
    Words(String),
}

/// A note and its reference.
#[derive(Clone, Debug)]
pub(super) struct Aside {
    /// The element that the reference replaces or follows.
    pub(super) mark: NodeId,
    pub(super) body: Body,
    /// True if the reference is put after the content of the element.
    pub(super) follows: bool,
    /// The page's number or symbol for the reference; `None` if there's none.
    pub(super) label: Option<String>,
    /// Index of the note, if this is another reference to it.
    pub(super) again: Option<usize>,
}

impl Aside {
    /// Creates a note whose reference replaces an element.
    fn in_place(mark: NodeId, body: Body, label: Option<String>) -> Self {
        Self {
            mark,
            body,
            follows: false,
            label,
            again: None,
        }
    }
}

/// The notes of a page that aren't at its end.
#[derive(Debug)]
pub(super) struct Sidenotes {
    /// Sorted by their references, in document order.
    list: Vec<Aside>,
    /// Nodes that are read at another place, or not at all.
    passed: NodeSet,
}

impl Sidenotes {
    /// Finds the notes whose references are kept.
    pub(super) fn find(page: &Page, kept: &NodeSet) -> Self {
        let mut sidenotes = Self {
            list: Vec::new(),
            passed: NodeSet::new(page),
        };
        let mut ids: Option<Interned<NodeId>> = None;
        let mut next = page.body();
        // References whose note may follow.
        let mut awaiting: Vec<Aside> = Vec::new();
        for node in page.subtree(page.body()) {
            let may = matches!(
                page.tag(node),
                Tag::Span | Tag::Small | Tag::Sup | Tag::A | Tag::Button
            );
            let is_raised = page.tag(node) == Tag::Sup && page.subtree(node).len() > 2;
            if node < next || !may || !(is_raised || may_refer(page, node)) {
                continue;
            }
            let mut named = |id: &str| {
                let ids = ids.get_or_insert_with(|| ids_of(page));
                ids.get(Hash64::of(id)).copied()
            };
            let found = beside(page, node)
                .or_else(|| inside_reference(page, node))
                .or_else(|| titled(page, node))
                .or_else(|| referring(page, node, &mut named));
            let Some(mut aside) = found else { continue };
            let is_kept = page.subtree(node).take(64).any(|n| kept.contains(n));
            if !is_kept {
                continue;
            }
            if !aside.follows {
                next = page.end(node);
            }
            if is_repeated(page, &aside, &mut named) {
                sidenotes.passed.insert(node);
                continue;
            }
            sidenotes.pass(page, &mut aside);
            if is_empty_note(page, &aside) {
                // It's another reference to an earlier note, or a reference without a note.
                let same = |other: &Aside| other.again.is_none() && other.label == aside.label;
                match sidenotes.list.iter().position(same) {
                    Some(first) => aside.again = Some(first),
                    None => {
                        sidenotes.pass_all_but_mark(page, node);
                        awaiting.push(aside);
                        continue;
                    }
                }
            } else if has_class(page, node, LATEXML_TEXT) {
                sidenotes.move_to_references(&mut aside, &mut awaiting);
            }
            sidenotes.list.push(aside);
        }
        sidenotes.sort();
        sidenotes.pass_repeated(page);
        sidenotes
    }

    /// Moves a note to the first reference before it that has its label. The others refer to the
    /// note too.
    fn move_to_references(&mut self, aside: &mut Aside, awaiting: &mut Vec<Aside>) {
        let same = |other: &mut Aside| other.label == aside.label;
        let mut references: Vec<Aside> = awaiting.extract_if(.., same).collect();
        if references.is_empty() {
            return;
        }
        self.passed.insert(aside.mark);
        aside.mark = references.remove(0).mark;
        let again = Some(self.list.len() + references.len());
        self.list
            .extend(references.into_iter().map(|other| Aside { again, ..other }));
    }

    /// Sorts the notes by their references.
    fn sort(&mut self) {
        let order = argsort::ascending(self.list.iter().map(|aside| aside.mark.0));
        let mut place = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old] = new;
        }
        for aside in &mut self.list {
            aside.again = aside.again.map(|old| place[old]);
        }
        let list = std::mem::take(&mut self.list);
        self.list = argsort::sorted(list, |aside| aside.mark.index());
    }

    /// Skips the items of lists that repeat notes beside the text.
    fn pass_repeated(&mut self, page: &Page) {
        let mut known = Interner::new();
        for aside in &self.list {
            if let Body::Element(body) = aside.body
                && body == aside.mark
                && let Some(words) = words_of(page, body)
            {
                known.insert(words);
            }
        }
        if known.len() == 0 {
            return;
        }
        let items = page
            .subtree(page.body())
            .filter(|&n| page.tag(n) == Tag::Li);
        for item in items.filter(|&n| page.subtree(n).len() <= MAX_ITEM_NODES) {
            if words_of(page, item).is_some_and(|words| known.get(words).is_some()) {
                self.passed.insert(item);
            }
        }
    }

    /// Skips nodes that aren't read in place: the note, its toggle, and the page's reference before
    /// it.
    fn pass(&mut self, page: &Page, aside: &mut Aside) {
        if let Body::Element(body) = aside.body {
            self.passed.insert(body);
            if has_class(page, aside.mark, LATEXML.0) {
                let is_label = |&n: &NodeId| LATEXML_LABELS.iter().any(|c| has_class(page, n, c));
                for label in page.descendants(body).filter(is_label) {
                    self.passed.insert(label);
                }
            } else {
                self.pass_number(page, body, aside);
            }
        }
        if aside.label.is_some() || aside.follows {
            return;
        }
        let mark = mark_before(page, aside);
        let text = |n: NodeId| page.visible_text(n);
        let mark = mark.filter(|&n| match page.tag(n) {
            Tag::Label => true,
            Tag::Sup | Tag::A | Tag::Button => is_label(&text(n)),
            _ => false,
        });
        if let Some(mark) = mark {
            self.passed.insert(mark);
            aside.label = Some(text(mark)).filter(|text| is_label(text));
        }
    }

    /// Skips the number at the beginning of a note, if it's in a separate element.
    fn pass_number(&mut self, page: &Page, body: NodeId, aside: &mut Aside) {
        let Some(text) = first_text(page, body) else {
            return;
        };
        let mut around = page.ancestors(text).take_while(|&n| n > body);
        let number = around.find(|&n| is_label(page.raw_text(n)));
        let is_number =
            |n: &NodeId| page.tag(*n) == Tag::Sup || page.attr(*n, Attr::Class).is_some();
        let Some(number) = number.filter(is_number) else {
            return;
        };
        let label = page.raw_text(number).trim();
        if aside.label.as_deref().is_none_or(|own| own.trim() == label) {
            self.passed.insert(number);
        }
    }

    /// Skips a note whose only text is its reference.
    fn pass_all_but_mark(&mut self, page: &Page, note: NodeId) {
        let outer = page.children(note).filter(|&n| page.is_element(n));
        for part in outer.filter(|&n| !has_class(page, n, LATEXML_LABELS[0])) {
            self.passed.insert(part);
        }
    }

    /// Returns the kept leaves plus the texts of hidden notes.
    pub(super) fn kept(&self, page: &Page, kept: &NodeSet) -> Option<NodeSet> {
        let bodies = self.list.iter().filter_map(|aside| match aside.body {
            Body::Element(body) => Some(body),
            Body::Words(_) => None,
        });
        let mut hidden = bodies.filter(|&body| page.is_hidden(body)).peekable();
        hidden.peek()?;
        let mut all = kept.clone();
        for body in hidden {
            for text in page.descendants(body).filter(|&n| page.is_text(n)) {
                all.insert(text);
            }
        }
        Some(all)
    }

    /// Returns the index of the note with its reference at an element.
    pub(super) fn at(&self, node: NodeId) -> Option<usize> {
        self.list
            .binary_search_by_key(&node, |aside| aside.mark)
            .ok()
    }

    pub(super) fn get(&self, at: usize) -> &Aside {
        &self.list[at]
    }

    /// Returns whether an element is read at another place, or not at all.
    pub(super) fn passes(&self, node: NodeId) -> bool {
        self.passed.contains(node)
    }
}

/// Returns whether an element has an attribute that a reference or a sidenote may have.
fn may_refer(page: &Page, node: NodeId) -> bool {
    page.attrs(node).any(|(attr, value)| match attr {
        Attr::Title => true,
        Attr::Class => value.contains("note"),
        Attr::Href => value.starts_with('#'),
        attr => FOR_NOTES.contains(&attr) || FOR_ANYTHING.contains(&attr),
    })
}

/// Returns the first nonblank text in a node.
fn first_text(page: &Page, node: NodeId) -> Option<NodeId> {
    let mut inside = page.descendants(node);
    inside.find(|&n| page.is_text(n) && !page.text(n).trim().is_empty())
}

/// Returns whether a LaTeXML note is empty except for its labels.
fn is_empty_note(page: &Page, aside: &Aside) -> bool {
    let Body::Element(body) = aside.body else {
        return false;
    };
    has_class(page, aside.mark, LATEXML.0)
        && !page.descendants(body).any(|n| {
            let mut around = page.ancestors(n).take_while(|&a| a > body);
            page.is_text(n)
                && !page.text(n).trim().is_empty()
                && !around.any(|a| LATEXML_LABELS.iter().any(|c| has_class(page, a, c)))
        })
}

/// Returns the element before a note, which may be the page's reference, regardless of a check box
/// that shows the note.
fn mark_before(page: &Page, aside: &Aside) -> Option<NodeId> {
    let before = page.element_before(aside.mark);
    match before.filter(|&n| page.tag(n) == Tag::Input) {
        Some(switch) => page.element_before(switch),
        None => before,
    }
}

/// Maximum nodes of an item of a list that may repeat a note, and minimum letters of the note.
const MAX_ITEM_NODES: usize = 60;
const MIN_REPEATED_LETTERS: usize = 8;

/// Returns the hash of the letters in a node; `None` if there are only a few.
fn words_of(page: &Page, node: NodeId) -> Option<u64> {
    let letters: String = page
        .raw_text(node)
        .chars()
        .filter(|c| c.is_alphabetic())
        .collect();
    (letters.chars().count() >= MIN_REPEATED_LETTERS).then(|| Hash64::of(&letters))
}

/// Returns whether the reference before a note links to an element with the same text, because the
/// page has the note both beside the text and at its end.
fn is_repeated(page: &Page, aside: &Aside, named: &mut impl FnMut(&str) -> Option<NodeId>) -> bool {
    let Body::Element(body) = aside.body else {
        return false;
    };
    let Some(before) = mark_before(page, aside).filter(|_| body == aside.mark) else {
        return false;
    };
    let mut links = page.subtree(before).filter(|&n| page.tag(n) == Tag::A);
    let target = links.find_map(|link| named(page.attr(link, Attr::Href)?.strip_prefix('#')?));
    let words = |n: NodeId| -> String {
        let text = page.raw_text(n).chars();
        text.filter(|c| c.is_alphabetic()).collect()
    };
    let own = words(body);
    !own.is_empty() && target.is_some_and(|target| words(target).starts_with(&own))
}

fn ids_of(page: &Page) -> Interned<NodeId> {
    let mut ids = Interned::new();
    for node in page.nodes() {
        if let Some(id) = page.attr(node, Attr::Id) {
            ids.get_or(Hash64::of(id), || node);
        }
    }
    ids
}

/// Returns whether an element has a class.
fn has_class(page: &Page, node: NodeId, class: &str) -> bool {
    let classes = page.attr(node, Attr::Class).unwrap_or_default();
    classes.split_ascii_whitespace().any(|c| c == class)
}

/// Returns the sidenote that an inline element is.
fn beside(page: &Page, node: NodeId) -> Option<Aside> {
    let class = page.attr(node, Attr::Class)?;
    let mut classes = class.split_ascii_whitespace();
    let is_in_line = page.parent(node).is_some_and(|parent| {
        matches!(
            page.tag(parent),
            Tag::P
                | Tag::Li
                | Tag::Dd
                | Tag::Td
                | Tag::Span
                | Tag::Blockquote
                | Tag::Sup
                | Tag::Figcaption
        )
    });
    if class.contains(LATEXML.0) && has_class(page, node, LATEXML.0) {
        let content = page
            .descendants(node)
            .find(|&n| has_class(page, n, LATEXML.1))?;
        let mark = page
            .descendants(node)
            .find(|&n| has_class(page, n, LATEXML_LABELS[0]));
        let label = mark.map(|n| page.visible_text(n));
        let label = label.filter(|text| is_label(text));
        return Some(Aside::in_place(node, Body::Element(content), label));
    }
    let is_note = is_in_line && classes.any(|c| BESIDE.contains(&c));
    (is_note && !page.raw_text(node).trim().is_empty())
        .then(|| Aside::in_place(node, Body::Element(node), None))
}

/// Returns the note inside a reference: hidden, or in an element with the name of a tooltip.
fn inside_reference(page: &Page, node: NodeId) -> Option<Aside> {
    let is_note = |&n: &NodeId| {
        page.is_element(n)
            && (page.is_hidden(n) || is_tooltip(page, n))
            && page.raw_text(n).trim().len() >= MIN_NOTE_BYTES
    };
    let body = page.descendants(node).take(16).find(is_note)?;
    let mut label = String::new();
    for text in page.descendants(node).filter(|&n| page.is_text(n)) {
        if !page.contains(body, text) && !page.is_hidden(text) {
            label.push_str(page.text(text));
        }
    }
    let is_mark = is_label(&label) && page.attr(node, Attr::Title).is_none();
    is_mark.then(|| Aside::in_place(node, Body::Element(body), Some(label.trim().to_owned())))
}

/// Returns whether an element is shown only on hover of another.
fn is_tooltip(page: &Page, node: NodeId) -> bool {
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    let mut parts = class.split(|c: char| !c.is_ascii_alphabetic());
    page.attr(node, Attr::Role).map(str::trim) == Some("tooltip")
        || parts.any(|part| words::holds(TOOLTIPS, &part.to_ascii_lowercase()))
}

/// Returns the note that a reference shows on hover: hidden content in it, or its `title`.
fn titled(page: &Page, node: NodeId) -> Option<Aside> {
    let title = page.attr(node, Attr::Title)?.trim();
    let mut around = page.inclusive_ancestors(node).take(2);
    let is_named = around.any(|n| {
        let class = page.attr(n, Attr::Class).unwrap_or_default();
        page.tag(n) == Tag::Sup || class.contains("note") || class.contains("ref")
    });
    let is_link = page
        .attr(node, Attr::Href)
        .is_some_and(|href| href.len() > 1 && !href.starts_with("javascript"));
    if title.len() < MIN_NOTE_BYTES || !is_named || is_link || !is_label(&page.visible_text(node)) {
        return None;
    }
    let hidden = page
        .descendants(node)
        .find(|&n| page.is_element(n) && page.is_hidden(n) && !page.raw_text(n).trim().is_empty());
    let body = hidden.map_or_else(|| Body::Words(title.to_owned()), Body::Element);
    Some(Aside::in_place(node, body, Some(page.visible_text(node))))
}

/// Returns the hidden note that an element refers to: any element by attributes for notes, but only
/// a reference by attributes for any description.
fn referring(
    page: &Page,
    node: NodeId,
    named: &mut impl FnMut(&str) -> Option<NodeId>,
) -> Option<Aside> {
    let is_mark = is_label(&page.visible_text(node));
    let own = |attrs: &[Attr]| attrs.iter().find_map(|&attr| page.attr(node, attr));
    let href = page.attr(node, Attr::Href);
    let id = match href {
        Some(href) => href.strip_prefix('#').filter(|_| is_mark),
        None => own(&FOR_NOTES).or_else(|| own(&FOR_ANYTHING).filter(|_| is_mark)),
    }?;
    let Some(target) = named(id) else {
        let is_words = is_mark && href.is_none() && id.trim().contains(char::is_whitespace);
        let label = is_words.then(|| page.visible_text(node))?;
        return Some(Aside::in_place(
            node,
            Body::Words(id.trim().to_owned()),
            Some(label),
        ));
    };
    let has_text =
        !page.raw_text(target).trim().is_empty() && page.tag(target).heading_level().is_none();
    // A note that is hidden together with everything around it doesn't belong to this text.
    let is_away = page.is_hidden(target) || is_mark && is_tooltip(page, target);
    let is_note = is_away && has_text && !page.contains(target, node);
    let label = is_mark.then(|| page.visible_text(node));
    is_note.then(|| Aside {
        follows: !is_mark,
        ..Aside::in_place(node, Body::Element(target), label)
    })
}
