//! Rewrites the tree so that all notes are in one list.

use super::super::ID_PREFIX;
use super::super::tree::{Attrs, Tree, is_block, is_heading, is_void};
use super::linked::{ancestors, inner_links};
use super::{Mark, Note, is_notes_heading, label};
use crate::compact::argsort;
use crate::page::{Attr, Tag};

/// The class of the list of notes. It has no DPUB-ARIA role, because `doc-endnotes` and
/// `doc-footnote` would replace the roles of a list and its items.
pub(super) const LIST: &str = "pith-notes";

/// Prefixes of the ids of notes and references. Ids from the page can't begin with them, because
/// after the prefix `pith-` they would have to begin with a hyphen.
pub(super) const NOTE: &str = "pith--note-";
const MARK: &str = "pith--mark-";

/// Maximum length of the text of a back link, in bytes.
const MAX_BACKLINK_BYTES: usize = 24;

/// Maximum distance in nodes between a reference and the target of its back link.
const MAX_BACK_LINK_DISTANCE: usize = 3;

/// Returns the tree with the notes in one list and the references linked to them. A list that
/// already contains all of them stays at its place; otherwise the list is put at the end.
pub(super) fn rewritten(tree: &Tree, notes: Vec<Note>) -> Tree {
    let mut plan = Plan::new(tree, notes);
    let back_links = plan.back_links();
    plan.drop(&back_links, false);
    plan.cut_labels();
    plan.cut_brackets();
    plan.drop(&back_links, true);
    plan.find_linked();
    plan.place_list();
    plan.find_live();
    let mut out = Tree::new();
    plan.children(0, 0, &mut out);
    if plan.list.is_none() {
        plan.list_at_the_end(&mut out);
    }
    out.close(0);
    out
}

struct Plan<'t> {
    tree: &'t Tree,
    notes: Vec<Note>,
    /// Number of each note.
    numbers: Vec<u32>,
    /// Label at the beginning of the text of each note.
    labels: Vec<String>,
    /// Per node: index of the note whose root or continuation it is, plus one.
    note_of: Vec<usize>,
    /// Per node: index of its first reference in `marks`, plus one.
    mark_of: Vec<usize>,
    /// All references in document order, each with its note.
    marks: Vec<(Mark, usize)>,
    dropped: Vec<bool>,
    /// Link targets that are neither references nor back links.
    linked: Vec<bool>,
    /// Per text: remaining byte range.
    left: Vec<(usize, usize)>,
    live: Vec<bool>,
    /// The list that already contains all notes.
    list: Option<usize>,
    /// The heading of notes that are moved to the end.
    heading: Option<usize>,
}

impl<'t> Plan<'t> {
    fn new(tree: &'t Tree, notes: Vec<Note>) -> Self {
        let mut note_of = vec![0; tree.len()];
        let mut marks = Vec::new();
        for (at, note) in notes.iter().enumerate() {
            let mut block = note.root;
            loop {
                note_of[block] = at + 1;
                if block == note.last {
                    break;
                }
                block = tree.node(block).end;
            }
            marks.extend(note.marks.iter().map(|&mark| (mark, at)));
        }
        let marks = argsort::sorted(marks, |(mark, _)| mark.from);
        let marks = argsort::sorted(marks, |(mark, _)| mark.node);
        let mut mark_of = vec![0; tree.len()];
        for (at, (mark, _)) in marks.iter().enumerate().rev() {
            mark_of[mark.node] = at + 1;
        }
        let left = (0..tree.len()).map(|n| (0, tree.text(n).len()));
        Self {
            tree,
            numbers: numbers(&notes),
            labels: vec![String::new(); notes.len()],
            note_of,
            mark_of,
            marks,
            dropped: vec![false; tree.len()],
            linked: vec![false; tree.len()],
            left: left.collect(),
            live: Vec::new(),
            list: None,
            heading: None,
            notes,
        }
    }

    /// Returns the range of a note's nodes.
    fn range(&self, note: usize) -> std::ops::Range<usize> {
        let note = &self.notes[note];
        note.root..self.tree.node(note.last).end
    }

    /// Returns the back links of notes, each with the index of its note.
    fn back_links(&self) -> Vec<(usize, usize)> {
        let tree = self.tree;
        let mut is_near = vec![false; tree.len()];
        for (mark, _) in &self.marks {
            let near = mark.node.saturating_sub(MAX_BACK_LINK_DISTANCE)
                ..(mark.node + MAX_BACK_LINK_DISTANCE).min(tree.len());
            let above = ancestors(tree, mark.node).take_while(|&n| n != 0);
            let inline = above.take_while(|&n| !is_block(tree.tag(tree.node(n).parent)));
            for n in near.chain(inline) {
                is_near[n] = true;
            }
            let block = ancestors(tree, mark.node).find(|&n| is_block(tree.tag(n)));
            is_near[block.unwrap_or(0)] = true;
        }
        let mut note_around = vec![0; tree.len()];
        for note in 0..self.notes.len() {
            note_around[self.range(note)].fill(note + 1);
        }
        let back_link = |(link, target): (usize, usize)| {
            let note = usize::checked_sub(note_around[link], 1)?;
            let is_back = target < link
                && is_near[target]
                && self.mark_of[link] == 0
                && tree.all_text(link).len() <= MAX_BACKLINK_BYTES;
            is_back.then_some((link, note))
        };
        inner_links(tree)
            .into_iter()
            .filter_map(back_link)
            .collect()
    }

    /// Removes back links: all, or only those whose text isn't the label of their note.
    fn drop(&mut self, back_links: &[(usize, usize)], all: bool) {
        for &(link, note) in back_links {
            let name = &self.notes[note].label.name;
            let is_label = || label::of(&self.tree.all_text(link)).is_some_and(|l| l.name == *name);
            self.dropped[link] |= all || !is_label();
        }
    }

    /// Finds the targets of the remaining links.
    fn find_linked(&mut self) {
        for (link, target) in inner_links(self.tree) {
            let is_mark = self.mark_of[link] > 0 || self.mark_of[self.tree.node(link).parent] > 0;
            self.linked[target] |= !self.dropped[link] && !is_mark;
        }
    }

    /// Removes the label at the beginning of each note, and what's left of a back link at its end.
    fn cut_labels(&mut self) {
        for at in 0..self.notes.len() {
            let range = self.range(at);
            let name = self.notes[at].label.name.clone();
            let is_item = self.tree.tag(range.start) == Tag::Li
                && self.tree.tag(self.tree.node(range.start).parent) == Tag::Ol;
            let cell = self.cut_cell(range.start, &name);
            let mut skip_to = 0;
            let mut texts = Vec::new();
            for n in range {
                if n < skip_to {
                    continue;
                }
                if self.dropped[n] {
                    skip_to = self.tree.node(n).end;
                } else if self.tree.tag(n) == Tag::Text {
                    texts.push(n);
                }
            }
            let mut opening = String::new();
            for &n in &texts {
                opening.push_str(self.tree.text(n));
                if opening.len() > 60 {
                    break;
                }
            }
            let mut length = 0;
            while let Some((label, end)) = label::at_start(&opening[length..]) {
                // The number of a list item isn't part of its text, so a number there belongs to
                // the text.
                let is_apart = texts
                    .first()
                    .is_some_and(|&n| self.tree.text(n).trim().len() <= name.len() + 2);
                if label.name != name || end == 0 || is_item && !label.bracketed && !is_apart {
                    break;
                }
                length += end;
            }
            self.labels[at] = cell.unwrap_or_else(|| opening[..length].trim_start().to_owned());
            let gap =
                opening[length..].len() - opening[length..].trim_start_matches(label::is_gap).len();
            self.cut(&texts, length + gap);
            self.cut_end(&texts, texts.len() > 1 && skip_to > 0);
        }
    }

    /// Removes the first cell of a row if it's the label, and returns its text.
    fn cut_cell(&mut self, row: usize, name: &str) -> Option<String> {
        let cell = self.tree.children(row).next()?;
        let text = self.tree.all_text(cell);
        let is_label = || label::of(&text).is_some_and(|label| label.name == name);
        (self.tree.tag(row) == Tag::Tr && is_label()).then(|| {
            self.dropped[cell] = true;
            text.trim().to_owned()
        })
    }

    /// Removes the brackets around a link that is a reference.
    fn cut_brackets(&mut self) {
        let tree = self.tree;
        for at in 0..self.marks.len() {
            let link = self.marks[at].0.node;
            let (Some(before), after) = (link.checked_sub(1), tree.node(link).end) else {
                continue;
            };
            let is_text = |n: usize| n < tree.len() && tree.tag(n) == Tag::Text;
            if tree.tag(link) != Tag::A || !is_text(before) || !is_text(after) {
                continue;
            }
            let kinds = [('(', ')'), ('[', ']')];
            let (open, close) = (tree.text(before), tree.text(after));
            let is_around =
                |kind: &(char, char)| open.ends_with(kind.0) && close.starts_with(kind.1);
            // Neither text has been removed completely.
            let is_left = |n: usize| self.left[n].0 < self.left[n].1;
            if kinds.iter().any(is_around) && is_left(before) && is_left(after) {
                self.left[before].1 -= 1;
                self.left[after].0 = self.left[after].0.max(1);
            }
        }
    }

    /// Removes the first `length` bytes of consecutive texts.
    fn cut(&mut self, texts: &[usize], length: usize) {
        let mut length = length;
        for &n in texts {
            let cut = length.min(self.left[n].1);
            self.left[n].0 = cut;
            length -= cut;
            if length == 0 {
                break;
            }
        }
    }

    /// Removes arrows and white space at the end of texts; if `dropped`, also the brackets around
    /// removed back links.
    fn cut_end(&mut self, texts: &[usize], dropped: bool) {
        let is_bracket = |c: char| matches!(c, '(' | ')' | '[' | ']') || label::is_gap(c);
        for &n in texts.iter().rev() {
            let (from, to) = self.left[n];
            let text = &self.tree.text(n)[from..to];
            let rest = match dropped && text.chars().all(is_bracket) {
                true => "",
                false => {
                    text.trim_end_matches(|c| label::is_gap(c) || dropped && matches!(c, '(' | '['))
                }
            };
            self.left[n].1 = from + rest.len();
            if !rest.is_empty() {
                break;
            }
        }
    }

    /// Determines whether one list already contains all notes; otherwise finds their heading.
    fn place_list(&mut self) {
        let tree = self.tree;
        let parent = |note: &Note| tree.node(note.root).parent;
        let first = parent(&self.notes[0]);
        let is_list = matches!(tree.tag(first), Tag::Ol | Tag::Ul);
        let in_one = self.notes.iter().all(|note| parent(note) == first);
        let is_nested = ancestors(tree, first).skip(1).any(|n| n != 0);
        if is_list && in_one && !is_nested {
            self.list = Some(first);
            return;
        }
        // The two top-level nodes before the first note.
        let top = ancestors(tree, self.notes[0].root)
            .take_while(|&n| n != 0)
            .last();
        let mut before: [Option<usize>; 2] = [None; 2];
        for child in tree.children(0).take_while(|&c| Some(c) != top) {
            before = [before[1], Some(child)];
        }
        for n in before.into_iter().flatten() {
            if is_notes_heading(tree, n) {
                self.heading = Some(n).filter(|&n| is_heading(tree.tag(n)));
                self.dropped[n] = true;
            } else if tree.tag(n) == Tag::Hr && Some(n) == before[1] || self.heading.is_some() {
                self.dropped[n] |= tree.tag(n) == Tag::Hr;
            }
        }
    }

    /// Determines which elements are kept.
    fn find_live(&mut self) {
        let tree = self.tree;
        let mut live = vec![false; tree.len()];
        for n in (1..tree.len()).rev() {
            let is_gone = self.dropped[n];
            let has_children = tree.node(n).end > n + 1;
            live[n] |= !has_children
                && match tree.tag(n) {
                    Tag::Text => self.left[n].0 < self.left[n].1,
                    Tag::Span => false,
                    tag => is_void(tag) || !matches!(tag, Tag::A | Tag::Sup),
                };
            live[n] &= !is_gone;
            let is_moved = self.note_of[n] > 0 && self.list.is_none();
            if live[n] && !is_moved {
                live[tree.node(n).parent] = true;
            }
        }
        // An anchor is invisible, but may be a link target.
        for n in 1..tree.len() {
            let is_anchor = tree.tag(n) == Tag::Span && self.linked[n];
            live[n] |= is_anchor && tree.node(n).end == n + 1 && live[tree.node(n).parent];
        }
        self.live = live;
        self.drop_empty_boxes();
    }

    /// Removes boxes of notes that contain only their heading.
    fn drop_empty_boxes(&mut self) {
        let tree = self.tree;
        if self.list.is_some() {
            return;
        }
        let mut seen = vec![false; tree.len()];
        for at in 0..self.notes.len() {
            let root = self.notes[at].root;
            let around = ancestors(tree, root).skip(1).take_while(|&n| n != 0);
            for holder in around.collect::<Vec<_>>() {
                if std::mem::replace(&mut seen[holder], true) {
                    break;
                }
                let is_moved = |n: usize| {
                    let mut above = ancestors(tree, n).take_while(|&a| a != holder);
                    above.any(|a| self.note_of[a] > 0 || !self.live[a])
                };
                let left = tree
                    .descendants(holder)
                    .filter(|&n| !tree.text(n).trim().is_empty());
                let left: Vec<usize> = left.filter(|&n| !is_moved(n)).take(3).collect();
                let text: String = left.iter().map(|&n| tree.text(n)).collect();
                if !(text.trim().is_empty() || crate::vocabulary::names_notes(&text)) {
                    break;
                }
                self.live[holder] = false;
            }
        }
    }

    fn children(&self, node: usize, parent: usize, out: &mut Tree) {
        for child in self.tree.children(node) {
            let is_moved = self.note_of[child] > 0 && self.list.is_none();
            if self.live[child] && !is_moved {
                self.copy(child, parent, out);
            }
        }
    }

    fn copy(&self, node: usize, parent: usize, out: &mut Tree) {
        let tree = self.tree;
        out.origin = tree.origin(node);
        let tag = tree.tag(node);
        if self.list == Some(node) {
            self.list_in_place(node, parent, out);
        } else if let Some(at) = self.mark_of[node].checked_sub(1) {
            match tag {
                Tag::Text => self.text_with_marks(node, at, parent, out),
                Tag::A => self.mark(at, &tree.all_text(node), parent, out),
                // Numbers in bold become superscript, like all others.
                _ => {
                    let sup = out.push(Tag::Sup, self.attrs(node), parent, false);
                    self.mark(at, tree.all_text(node).trim(), sup, out);
                    out.close(sup);
                }
            }
        } else if tag == Tag::Text {
            let (from, to) = self.left[node];
            out.push_text(&tree.text(node)[from..to], parent);
        } else {
            let new = out.push(tag, self.attrs(node), parent, tree.node(node).auto);
            self.children(node, new, out);
            out.close(new);
        }
    }

    /// Returns the attributes of an element, with links to a note adapted to its new id.
    fn attrs(&self, node: usize) -> Attrs {
        let mut attrs = self.tree.node(node).attrs.clone();
        attrs.retain(|(attr, _)| *attr != Attr::Id || self.linked[node]);
        for (attr, value) in &mut attrs {
            if *attr == Attr::Href
                && let Some(id) = value.strip_prefix('#')
                && let Some(number) = self.number_of_id(id)
            {
                *value = format!("#{NOTE}{number}");
            }
        }
        attrs
    }

    fn number_of_id(&self, id: &str) -> Option<u32> {
        let is_own = id.starts_with(ID_PREFIX);
        let mut roots = self.notes.iter().filter(|_| is_own);
        let at = roots.position(|note| self.tree.attr(note.root, Attr::Id) == Some(id))?;
        Some(self.numbers[at])
    }

    /// Adds a reference.
    fn mark(&self, at: usize, text: &str, parent: usize, out: &mut Tree) {
        let number = self.numbers[self.marks[at].1];
        let attrs = vec![
            (Attr::Href, format!("#{NOTE}{number}")),
            (Attr::Id, format!("{MARK}{}", at + 1)),
            (Attr::Role, "doc-noteref".to_owned()),
        ];
        let link = out.push(Tag::A, attrs, parent, false);
        let name = &self.notes[self.marks[at].1].label.name;
        let number = number.to_string();
        match text.contains(name.as_str()) && *name != number {
            true => out.push_text(&text.replace(name.as_str(), &number), link),
            false => out.push_text(text, link),
        }
        out.close(link);
    }

    fn text_with_marks(&self, node: usize, first: usize, parent: usize, out: &mut Tree) {
        let text = self.tree.text(node);
        let (mut from, to) = self.left[node];
        for (at, (mark, _)) in self.marks.iter().enumerate().skip(first) {
            if mark.node != node {
                break;
            }
            out.push_text(&text[from..mark.from], parent);
            self.mark(at, &text[mark.from..mark.to], parent, out);
            from = mark.to;
        }
        out.push_text(&text[from..to.max(from)], parent);
    }

    fn list_in_place(&self, list: usize, parent: usize, out: &mut Tree) {
        let tree = self.tree;
        let attrs = tree.node(list).attrs.iter();
        let mut attrs: Attrs = attrs.filter(|(a, _)| *a != Attr::Type).cloned().collect();
        attrs.push((Attr::Class, LIST.to_owned()));
        let new = out.push(Tag::Ol, attrs, parent, false);
        let start = tree.attr(list, Attr::Start).and_then(|s| s.parse().ok());
        let mut number = start.unwrap_or(1);
        for item in tree.children(list) {
            out.origin = tree.origin(item);
            match self.note_of[item].checked_sub(1) {
                Some(note) => number = self.note(note, number, new, out),
                None if self.live[item] => {
                    self.copy(item, new, out);
                    let own = tree.attr(item, Attr::Value).and_then(|v| v.parse().ok());
                    number = own.unwrap_or(number) + 1;
                }
                None => {}
            }
        }
        out.close(new);
    }

    fn list_at_the_end(&self, out: &mut Tree) {
        if let Some(heading) = self.heading {
            let new = out.push(self.tree.tag(heading), self.attrs(heading), 0, false);
            for child in self.tree.children(heading) {
                self.copy(child, new, out);
            }
            out.close(new);
        }
        let mut attrs = vec![(Attr::Class, LIST.to_owned())];
        let first = self.numbers[0];
        if first != 1 {
            attrs.insert(0, (Attr::Start, first.to_string()));
        }
        out.origin = self.tree.origin(self.notes[0].root);
        let list = out.push(Tag::Ol, attrs, 0, false);
        let mut number = first;
        for note in 0..self.notes.len() {
            number = self.note(note, number, list, out);
        }
        out.close(list);
    }

    /// Adds a note as a list item; returns the number of the next item if not set explicitly.
    fn note(&self, at: usize, counted: u32, list: usize, out: &mut Tree) -> u32 {
        let tree = self.tree;
        let note = &self.notes[at];
        let number = self.numbers[at];
        out.origin = tree.origin(note.root);
        let mut attrs = vec![(Attr::Id, format!("{NOTE}{number}"))];
        if number != counted {
            attrs.insert(0, (Attr::Value, number.to_string()));
        }
        if !self.labels[at].is_empty() {
            attrs.push((Attr::Label, self.labels[at].clone()));
        }
        let item = out.push(Tag::Li, attrs, list, false);
        let blocks = self.blocks(at);
        match blocks[..] {
            [only] => self.content(only, item, out),
            _ => {
                for block in blocks {
                    let holds = matches!(
                        tree.tag(block),
                        Tag::Li | Tag::Dd | Tag::Td | Tag::Th | Tag::Aside
                    );
                    match holds {
                        true => self.content(block, item, out),
                        false => self.copy(block, item, out),
                    }
                }
            }
        }
        self.add_back_link(at, item, out);
        out.close(item);
        number + 1
    }

    /// Returns the blocks with the content of a note.
    fn blocks(&self, at: usize) -> Vec<usize> {
        let tree = self.tree;
        let note = &self.notes[at];
        if tree.tag(note.root) == Tag::Tr {
            return tree
                .children(note.root)
                .filter(|&cell| self.live[cell])
                .collect();
        }
        let mut blocks = Vec::new();
        let mut block = note.root;
        loop {
            if self.live[block] {
                blocks.push(block);
            }
            if block == note.last {
                return blocks;
            }
            block = tree.node(block).end;
        }
    }

    fn content(&self, block: usize, parent: usize, out: &mut Tree) {
        for child in self.tree.children(block) {
            if self.live[child] {
                self.copy(child, parent, out);
            }
        }
    }

    /// Adds a back link to the first reference of a note, in the last line of the note.
    fn add_back_link(&self, at: usize, item: usize, out: &mut Tree) {
        let own = |&(_, (_, note)): &(usize, &(Mark, usize))| *note == at;
        let Some((mark, _)) = self.marks.iter().enumerate().find(own) else {
            return;
        };
        out.close(item);
        let last = out.children(item).last();
        let parent = last.filter(|&n| out.tag(n) == Tag::P).unwrap_or(item);
        out.push_text(" ", parent);
        let attrs = vec![
            (Attr::Href, format!("#{MARK}{}", mark + 1)),
            (Attr::Role, "doc-backlink".to_owned()),
        ];
        let link = out.push(Tag::A, attrs, parent, false);
        out.push_text("↩", link);
        out.close(link);
        if parent != item {
            out.close(parent);
        }
    }
}

/// Returns the numbers of notes: those of the page if they ascend, otherwise from 1.
fn numbers(notes: &[Note]) -> Vec<u32> {
    let own: Option<Vec<u32>> = notes.iter().map(|note| note.label.number()).collect();
    match own {
        Some(own) if own.windows(2).all(|w| w[0] < w[1]) && own[0] > 0 => own,
        _ => (1..).take(notes.len()).collect(),
    }
}
