//! Finds references without links, and pairs them with notes by number.

use super::super::count;
use super::super::tree::{Tree, is_block, is_heading};
use super::label::{self, Label};
use super::linked::{ancestors, opening};
use super::{Mark, Note, is_notes_heading};
use crate::compact::argsort;
use crate::compact::hash::Hash64;
use crate::compact::interner::Interned;
use crate::page::{Page, Tag};
use crate::vocabulary::is_named_notes;

/// Minimum share of a list's items that must have a reference, 0 to 1.
const MIN_REFERENCED_SHARE: f32 = 0.5;

/// Units of length. A superscript number after one is a power.
const UNITS: [&str; 7] = ["km", "cm", "mm", "dm", "ft", "mi", "yd"];

/// Form in which a label is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Raised,
    Strong,
    Bracketed,
    /// The number of a list item, or one before a period.
    Item,
}

/// A block that may be a note.
struct Definition {
    root: usize,
    label: Label,
    form: Form,
    /// The list that contains it; itself if there's none.
    list: usize,
}

/// Adds the notes whose references aren't links.
pub(super) fn add(tree: &Tree, page: &Page, notes: &mut Vec<Note>) {
    let mut taken = vec![false; tree.len()];
    for note in notes.iter() {
        taken[note.root..tree.node(note.last).end].fill(true);
        for mark in &note.marks {
            taken[mark.node..tree.node(mark.node).end].fill(true);
        }
    }
    let definitions = definitions(tree, page, &taken);
    if definitions.is_empty() {
        return;
    }
    let marks = marks(tree, &taken, &definitions);
    let mut found = paired(&definitions, &marks);
    // Per list: number of items that may be notes, and of items that are notes.
    let mut items = vec![[0u32; 2]; tree.len()];
    for definition in &definitions {
        items[definition.list][0] += 1;
    }
    let list_of = |note: &Note| match items[note.root][0] {
        0 => tree.node(note.root).parent,
        _ => note.root,
    };
    let lists: Vec<usize> = found.iter().map(list_of).collect();
    for &list in &lists {
        items[list][1] += 1;
    }
    let mut of = lists.into_iter();
    found.retain(|_| {
        let [all, marked] = of.next().map_or([0; 2], |list| items[list]);
        marked as f32 >= MIN_REFERENCED_SHARE * all as f32
    });
    notes.append(&mut found);
    *notes = argsort::sorted(std::mem::take(notes), |note| note.root);
}

/// Returns the blocks that begin with a label, in document order.
fn definitions(tree: &Tree, page: &Page, taken: &[bool]) -> Vec<Definition> {
    let mut found = Vec::new();
    // True after the heading of notes, and after a rule.
    let mut in_notes = false;
    for n in (1..tree.len()).filter(|&n| !taken[n]) {
        let tag = tree.tag(n);
        let is_heading_of_notes = is_notes_heading(tree, n);
        if is_heading(tag) || is_heading_of_notes {
            in_notes = is_heading_of_notes;
        } else if tag == Tag::Hr {
            in_notes = true;
        } else if matches!(tag, Tag::Ol | Tag::Ul) {
            let in_notes = in_notes || is_among_notes(tree, page, n);
            items(tree, n, in_notes, &mut found);
        } else if tag == Tag::Tr && (in_notes || is_among_notes(tree, page, n)) {
            found.extend(row(tree, n));
        } else if tag == Tag::P && !ancestors(tree, n).any(|a| tree.tag(a) == Tag::Li) {
            let may = in_notes || label::may_begin(&opening(tree, n));
            let in_notes = in_notes || may && is_among_notes(tree, page, n);
            found.extend(leading(tree, n, in_notes).map(|(label, form)| Definition {
                root: n,
                label,
                form,
                list: n,
            }));
        }
    }
    found
}

/// Maximum ancestors of a block that are searched for a name of notes.
const LEVELS: usize = 5;

/// Returns whether a block is in an element that's named as notes.
fn is_among_notes(tree: &Tree, page: &Page, block: usize) -> bool {
    let mut around = page.ancestors(tree.origin(block)).take(LEVELS);
    around.any(|n| !matches!(page.tag(n), Tag::Sup | Tag::A | Tag::Span) && is_named_notes(page, n))
}

/// Adds the items of a list as possible notes.
fn items(tree: &Tree, list: usize, in_notes: bool, found: &mut Vec<Definition>) {
    let is_beside = tree.tag(tree.node(list).parent) == Tag::Aside;
    for (number, item) in count::numbered(tree, list) {
        let in_text = leading(tree, item, false);
        let counted = (tree.tag(list) == Tag::Ol && (in_notes || is_beside)).then(|| {
            let label = Label {
                name: number.to_string(),
                bracketed: false,
            };
            (label, Form::Item)
        });
        if let Some((label, form)) = in_text.filter(|_| in_notes || is_beside).or(counted) {
            found.push(Definition {
                root: item,
                label,
                form,
                list,
            });
        }
    }
}

/// Returns a row with a number in its first cell as a possible note.
fn row(tree: &Tree, row: usize) -> Option<Definition> {
    let mut cells = tree.children(row);
    let label = label::of(&tree.all_text(cells.next()?))?;
    let has_text = cells.any(|cell| !tree.all_text(cell).trim().is_empty());
    (has_text && label.number().is_some()).then(|| Definition {
        root: row,
        label,
        form: Form::Item,
        list: tree.node(row).parent,
    })
}

/// Returns the first text or inline element of a block.
fn first_inline(tree: &Tree, block: usize) -> Option<usize> {
    tree.descendants(block)
        .find(|&n| !is_block(tree.tag(n)) && tree.tag(n) != Tag::Span)
}

/// Returns whether an element only emphasizes its text.
fn is_emphasis(tag: Tag) -> bool {
    matches!(tag, Tag::Strong | Tag::B | Tag::Em | Tag::I | Tag::U)
}

/// Returns whether an element only emphasizes a superscript.
fn is_around_raised(tree: &Tree, node: usize) -> bool {
    is_emphasis(tree.tag(node))
        && tree.children(node).next().is_some_and(|only| {
            tree.tag(only) == Tag::Sup && tree.node(only).end == tree.node(node).end
        })
}

/// Returns the form of a label that is the only text of an inline element.
fn form_of(tree: &Tree, node: usize) -> Option<Form> {
    match tree.tag(node) {
        Tag::Sup => Some(Form::Raised),
        _ if is_around_raised(tree, node) => Some(Form::Raised),
        Tag::Strong | Tag::B => Some(Form::Strong),
        _ => None,
    }
}

/// Returns the label at the beginning of a block, and its form.
fn leading(tree: &Tree, block: usize, in_notes: bool) -> Option<(Label, Form)> {
    let mut first = first_inline(tree, block)?;
    // A superscript number at the start of emphasized text.
    if is_emphasis(tree.tag(first))
        && let Some(inner) = tree.children(first).next()
        && tree.tag(inner) == Tag::Sup
    {
        first = inner;
    }
    let form = match tree.tag(first) {
        Tag::Sup => Form::Raised,
        Tag::Strong | Tag::B => Form::Strong,
        _ => Form::Item,
    };
    if form != Form::Item {
        let label = label::of(&tree.all_text(first))?;
        let after = tree.node(first).end..tree.node(block).end;
        let has_text = after.into_iter().any(|n| !tree.text(n).trim().is_empty());
        return (has_text && (form == Form::Raised || label.number().is_some()))
            .then_some((label, form));
    }
    if !label::may_begin(tree.text(first)) {
        return None;
    }
    let opening = opening(tree, block);
    let (label, end) = label::at_start(&opening)?;
    if opening[end..].trim().is_empty() {
        return None;
    }
    let written = &opening[..end];
    if label::superscript_length(written) > 0 {
        return Some((label, Form::Raised));
    }
    if label.bracketed {
        return label.number().is_some().then_some((label, Form::Bracketed));
    }
    let is_sign = !label.is_letter() && label.number().is_none();
    let is_apart = written.ends_with(|c: char| c.is_whitespace() || matches!(c, '.' | ')' | ':'));
    let is_item = label.number().is_some() && is_apart;
    (in_notes && (is_item || is_sign)).then_some((label, Form::Item))
}

/// References by label, in document order.
type Marks = Interned<Vec<(Mark, Form)>>;

/// Returns the possible references by their labels.
fn marks(tree: &Tree, taken: &[bool], definitions: &[Definition]) -> Marks {
    let mut marks: Marks = Interned::new();
    // The first label of a note isn't a reference.
    let mut is_first_label = vec![false; tree.len()];
    for first in definitions
        .iter()
        .filter_map(|d| first_inline(tree, d.root))
    {
        is_first_label[first] = true;
        let inner = tree.children(first).next();
        is_first_label[inner.unwrap_or(first)] = true;
    }
    let mut add = |label: Label, mark: Mark, form: Form| {
        let key = Hash64::of(&label.name);
        marks.get_or(key, Vec::new).push((mark, form));
    };
    let mut before = String::new();
    // End of the last element that is a reference. Texts in it aren't another one.
    let mut end = 0;
    for n in 1..tree.len() {
        let tag = tree.tag(n);
        if is_block(tag) {
            before.clear();
        }
        match tag {
            Tag::Sup | Tag::Strong | Tag::B | Tag::Em | Tag::I | Tag::U
                if n >= end && !is_first_label[n] && !has_taken(tree, taken, n) =>
            {
                let Some(form) = form_of(tree, n) else {
                    continue;
                };
                let label = label::of(&tree.all_text(n));
                let fits = |label: &Label| match form {
                    Form::Raised => !is_power(&before) || label.bracketed,
                    _ => label.number().is_some() && before.ends_with(|c: char| !c.is_whitespace()),
                };
                if let Some(label) = label.filter(fits) {
                    add(label, Mark::whole(n), form);
                    end = tree.node(n).end;
                }
            }
            Tag::Text if !taken[n] => {
                let text = tree.text(n);
                let inside = |&(_, from, _): &(Label, usize, usize)| {
                    n >= end && (from > 0 || !is_first_label[n])
                };
                for (label, from, to) in bracketed(text).filter(inside) {
                    add(label, Mark { node: n, from, to }, Form::Bracketed);
                }
                for (label, from, to) in superscripts(text).filter(inside) {
                    add(label, Mark { node: n, from, to }, Form::Raised);
                }
                before.clear();
                before.push_str(tail(text));
            }
            _ => {}
        }
    }
    marks
}

fn has_taken(tree: &Tree, taken: &[bool], node: usize) -> bool {
    taken[node] || tree.descendants(node).any(|d| taken[d])
}

/// Returns the last characters of a text.
fn tail(text: &str) -> &str {
    let start = text
        .char_indices()
        .rev()
        .take(8)
        .last()
        .map_or(0, |(at, _)| at);
    &text[start..]
}

/// Returns whether a superscript number after these characters is a power: of a single letter, a
/// unit, or a short number.
fn is_power(before: &str) -> bool {
    let start = before.rfind(|c: char| !c.is_alphanumeric());
    let word = start.map_or(before, |at| {
        before[at..].trim_start_matches(|c: char| !c.is_alphanumeric())
    });
    let is_number = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    word.chars().count() == 1 || UNITS.contains(&word) || is_number && word.len() < 3
}

/// Returns the numbers in square brackets in a text.
fn bracketed(text: &str) -> impl Iterator<Item = (Label, usize, usize)> {
    text.match_indices('[').filter_map(|(from, _)| {
        let inner = &text[from + 1..];
        let digits = inner.find(|c: char| !c.is_ascii_digit())?;
        let is_label = (1..=3).contains(&digits) && inner[digits..].starts_with(']');
        is_label.then(|| {
            let label = Label {
                name: inner[..digits].to_owned(),
                bracketed: true,
            };
            (label, from, from + digits + 2)
        })
    })
}

/// Returns the superscript digits in a text, except powers.
fn superscripts(text: &str) -> impl Iterator<Item = (Label, usize, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(from) = text[at..].find(label::SUPERSCRIPTS).map(|from| at + from) {
            let to = from + label::superscript_length(&text[from..]);
            debug_assert!(from < to, "a superscript digit was found");
            at = to;
            let is_sign = text[..from].ends_with(['⁻', '⁺']);
            if let Some(label) = label::of(&text[from..to])
                && !is_sign
                && !is_power(tail(&text[..from]))
            {
                return Some((label, from, to));
            }
        }
        None
    })
}

/// Assigns to each definition the references with its label that precede it and follow the previous
/// definition with that label.
fn paired(definitions: &[Definition], marks: &Marks) -> Vec<Note> {
    let mut used: Interned<usize> = Interned::new();
    let mut notes = Vec::new();
    for definition in definitions {
        let key = Hash64::of(&definition.label.name);
        let Some(all) = marks.get(key) else { continue };
        let from = used.get_or(key, || 0);
        let before = all[*from..]
            .iter()
            .take_while(|(mark, _)| mark.node < definition.root);
        let count = before.clone().count();
        let fits = |form: Form| match definition.form {
            Form::Raised => form == Form::Raised,
            Form::Strong => matches!(form, Form::Strong | Form::Raised),
            Form::Bracketed => form != Form::Strong,
            Form::Item => form != Form::Strong,
        };
        let own: Vec<Mark> = before
            .filter(|&&(_, form)| fits(form))
            .map(|&(mark, _)| mark)
            .collect();
        *from += count;
        if !own.is_empty() {
            notes.push(Note {
                root: definition.root,
                last: definition.root,
                label: definition.label.clone(),
                marks: own,
            });
        }
    }
    notes
}
