//! Finds references that are links to their notes.

use super::super::tree::{Tree, is_block, is_heading};
use super::label::{self, Label};
use super::{Mark, Note, next};
use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::page::{Attr, Tag};

/// Maximum distance in nodes between a reference and the target of its back link.
const MAX_BACK_LINK_DISTANCE: usize = 3;

/// Maximum number of continuation blocks of a note.
const MAX_BLOCKS: usize = 6;

/// A link that may be a reference.
struct Candidate {
    link: usize,
    /// The block to which it links.
    root: usize,
    label: Label,
}

/// Returns the notes that links refer to, in the order of the notes.
pub(super) fn find(tree: &Tree) -> Vec<Note> {
    let links = inner_links(tree);
    let candidates: Vec<Candidate> = links
        .iter()
        .filter_map(|&(link, target)| candidate(tree, link, target))
        .collect();
    if candidates.is_empty() {
        return Vec::new();
    }
    let mut is_root = vec![false; tree.len()];
    for candidate in &candidates {
        is_root[candidate.root] = true;
    }
    // For each target of a back link from a possible note: the note with the link.
    let mut back = vec![0; tree.len()];
    for &(link, target) in links.iter().filter(|(link, target)| target < link) {
        if let Some(root) = ancestors(tree, link).find(|&n| is_root[n]) {
            back[target] = root;
        }
    }
    let mut place = vec![usize::MAX; tree.len()];
    let mut notes: Vec<Note> = Vec::new();
    for candidate in candidates {
        if !is_reference(tree, &candidate, &back) {
            continue;
        }
        let root = candidate.root;
        if place[root] == usize::MAX {
            place[root] = notes.len();
            notes.push(Note {
                root,
                last: root,
                label: candidate.label,
                marks: Vec::new(),
            });
        }
        notes[place[root]]
            .marks
            .push(Mark::whole(around(tree, candidate.link)));
    }
    with_continuations(tree, in_order(tree, notes, &place))
}

/// Returns the superscript that contains a link and its brackets; otherwise the link.
fn around(tree: &Tree, link: usize) -> usize {
    let parent = tree.node(link).parent;
    let text = tree.all_text(parent);
    let is_more = text.len() > tree.all_text(link).len();
    match tree.tag(parent) == Tag::Sup && is_more && label::of(&text).is_some() {
        true => parent,
        false => link,
    }
}

/// Returns the links to targets in the article, each with the target.
pub(super) fn inner_links(tree: &Tree) -> Vec<(usize, usize)> {
    let inner = |n: usize| {
        let href = (tree.tag(n) == Tag::A).then(|| tree.attr(n, Attr::Href))??;
        href.strip_prefix('#')
    };
    if !(1..tree.len()).any(|n| inner(n).is_some()) {
        return Vec::new();
    }
    let mut ids = Interner::new();
    let mut places = Vec::new();
    for n in 1..tree.len() {
        if let Some(id) = tree.attr(n, Attr::Id)
            && ids.insert(Hash64::of(id))
        {
            places.push(n);
        }
    }
    let target = |n: usize| {
        let id = crate::url::decoded(inner(n)?);
        ids.get(Hash64::of(&id)).map(|at| (n, places[at as usize]))
    };
    (1..tree.len()).filter_map(target).collect()
}

pub(super) fn ancestors(tree: &Tree, node: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(node), |&n| (n != 0).then(|| tree.node(n).parent))
}

/// Returns a link as a possible reference, if its text is a label and its target a later block.
fn candidate(tree: &Tree, link: usize, target: usize) -> Option<Candidate> {
    let label = label::of(&tree.all_text(link))?;
    let root = root(tree, target)?;
    let is_ahead = root > link && !(root..tree.node(root).end).contains(&link);
    is_ahead.then_some(Candidate { link, root, label })
}

/// Returns the block of a target in the article, if it can be a note.
fn root(tree: &Tree, target: usize) -> Option<usize> {
    let block = ancestors(tree, target).find(|&n| is_block(tree.tag(n)))?;
    let parent = tree.node(block).parent;
    match tree.tag(block) {
        Tag::Li | Tag::Dd | Tag::Dt | Tag::Tr | Tag::Aside => Some(block),
        Tag::Td | Tag::Th => Some(parent),
        // Docutils uses a table for each note.
        Tag::Table => {
            let mut rows = tree.descendants(block).filter(|&n| tree.tag(n) == Tag::Tr);
            rows.next().filter(|_| rows.next().is_none())
        }
        Tag::P => {
            let is_first = parent + 1 == block;
            let holds = matches!(tree.tag(parent), Tag::Li | Tag::Dd);
            let cell = matches!(tree.tag(parent), Tag::Td | Tag::Th);
            Some(match (is_first && holds, cell) {
                (true, _) => parent,
                (_, true) => tree.node(parent).parent,
                _ => block,
            })
        }
        tag if is_heading(tag) => label::of(&tree.all_text(block)).map(|_| block),
        _ => None,
    }
}

/// Returns whether a link to a possible note is a reference: it has a back link, is superscript or
/// in brackets, or the note has the same label.
fn is_reference(tree: &Tree, candidate: &Candidate, back: &[usize]) -> bool {
    let &Candidate {
        link,
        root,
        ref label,
    } = candidate;
    let near = link.saturating_sub(MAX_BACK_LINK_DISTANCE)
        ..(link + MAX_BACK_LINK_DISTANCE).min(tree.len());
    let above = ancestors(tree, link).take_while(|&n| !is_block(tree.tag(n)));
    let has_way_back = near.chain(above).any(|n| n != 0 && back[n] == root);
    let is_raised = ancestors(tree, link)
        .take(3)
        .any(|n| tree.tag(n) == Tag::Sup)
        || tree.descendants(link).any(|n| tree.tag(n) == Tag::Sup);
    let has_same_label = || {
        let (first, _) = label::at_start(&opening(tree, root))?;
        Some(first.name == label.name)
    };
    // A single letter may be an index entry.
    has_way_back
        || (is_raised || label.bracketed)
            && !is_heading(tree.tag(root))
            && !is_letter_alone(tree, candidate)
        || has_same_label() == Some(true) && !label.is_letter()
}

fn is_letter_alone(tree: &Tree, candidate: &Candidate) -> bool {
    candidate.label.is_letter() && is_heading(tree.tag(candidate.root))
}

/// Returns the first characters of a block.
pub(super) fn opening(tree: &Tree, block: usize) -> String {
    let mut text = String::new();
    for n in tree.descendants(block) {
        text.push_str(tree.text(n));
        if text.len() > 40 {
            break;
        }
    }
    text
}

/// Returns the notes in the order of the article.
fn in_order(tree: &Tree, notes: Vec<Note>, place: &[usize]) -> Vec<Note> {
    let mut slots: Vec<Option<Note>> = notes.into_iter().map(Some).collect();
    let places = (0..tree.len()).map(|n| place[n]);
    places
        .filter(|&at| at != usize::MAX)
        .filter_map(|at| slots[at].take())
        .collect()
}

/// Adds continuation blocks to notes: those after a block that contains only the label, and those
/// between two notes.
fn with_continuations(tree: &Tree, mut notes: Vec<Note>) -> Vec<Note> {
    let roots: Vec<usize> = notes.iter().map(|note| note.root).collect();
    let mut is_marked = vec![false; tree.len()];
    for mark in notes.iter().flat_map(|note| &note.marks) {
        for n in ancestors(tree, mark.node) {
            if std::mem::replace(&mut is_marked[n], true) {
                break;
            }
        }
    }
    for (at, note) in notes.iter_mut().enumerate() {
        let is_term = tree.tag(note.root) == Tag::Dt;
        if !is_term && tree.tag(note.root) != Tag::P && !is_heading(tree.tag(note.root)) {
            continue;
        }
        let is_bare = is_term || label::of(&tree.all_text(note.root)).is_some();
        let end = roots.get(at + 1).copied();
        let mut blocks = Vec::new();
        let mut block = next(tree, note.root);
        while let Some(n) = block.filter(|&n| Some(n) != end && !is_marked[n]) {
            let goes_on = match tree.tag(n) {
                Tag::Dd => is_term,
                Tag::P | Tag::Ul | Tag::Ol | Tag::Pre | Tag::Blockquote => !is_term,
                _ => false,
            };
            if !goes_on || blocks.len() >= MAX_BLOCKS {
                break;
            }
            blocks.push(n);
            block = next(tree, n);
        }
        let reaches = block.is_some() && block == end;
        let taken = if reaches {
            blocks.len()
        } else {
            usize::from(is_bare).min(blocks.len())
        };
        if let Some(&last) = blocks[..taken].last() {
            note.last = last;
        }
    }
    notes
}
