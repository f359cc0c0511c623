//! Builds the clean tree, which is valid by construction.
//!
//! Two stacks contain the ancestors of the next leaf: blocks (lists, quotations, tables …) and
//! inline elements (links, emphasis …). An element is opened only when a leaf needs it, so no
//! element is ever empty. Inline elements are opened inside the innermost block, so no inline
//! element contains a block, regardless of the page's nesting. Loose lines are put into a `p`, a
//! `li` without a list into a list, and so on.
//!
//! Cost: both stacks are bounded, so every call is O(1), besides the text it copies.

use super::embed::Card;
use super::tree::{Attrs, MAX_DEPTH, MAX_INLINES, Tree, is_heading};
use crate::page::{Attr, NodeId, Tag};
use crate::text::has_single_spaces;

/// Direction and language at the current place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Locale<'p> {
    pub(super) rtl: bool,
    pub(super) lang: Option<&'p str>,
    /// True if translators may change the text.
    pub(super) translate: bool,
}

/// An ancestor of the next leaf, which may not have been opened yet.
#[derive(Debug)]
struct Frame<'p> {
    tag: Tag,
    attrs: Attrs,
    /// The element's own direction, language, and translation; `None` if it has none.
    locale: Option<Locale<'p>>,
    /// Length of the stack of open nodes before this was opened.
    opened_at: Option<usize>,
    auto: bool,
    /// True if an automatic list item may continue the previous item.
    joins: bool,
}

/// An open node.
#[derive(Clone, Copy, Debug)]
struct Open<'p> {
    node: usize,
    locale: Locale<'p>,
    last_child: Option<usize>,
}

/// Heights of the stacks, for [`Builder::restore`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Heights {
    blocks: usize,
    inlines: usize,
}

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Builder<'p> {
    tree: Tree,
    open: Vec<Open<'p>>,
    blocks: Vec<Frame<'p>>,
    inlines: Vec<Frame<'p>>,
    /// Length of the stack of open nodes before the open `p`.
    paragraph: Option<usize>,
    /// Direction and language of the block around loose text.
    pub(super) locale: Locale<'p>,
    space: bool,
    breaks: u32,
    /// Ids for the next node.
    ids: Vec<String>,
    /// Page marks to insert before the next node.
    page_breaks: Vec<Attrs>,
}

impl<'p> Builder<'p> {
    pub(super) fn new(locale: Locale<'p>) -> Self {
        Self {
            tree: Tree::new(),
            open: vec![Open {
                node: 0,
                locale,
                last_child: None,
            }],
            blocks: Vec::new(),
            inlines: Vec::new(),
            paragraph: None,
            locale,
            space: false,
            breaks: 0,
            ids: Vec::new(),
            page_breaks: Vec::new(),
        }
    }

    /// Sets the source leaf of the next nodes.
    pub(super) fn origin(&mut self, leaf: NodeId) {
        self.tree.origin = leaf;
    }

    pub(super) fn finish(mut self) -> Tree {
        self.truncate(0);
        self.tree
    }

    pub(super) fn heights(&self) -> Heights {
        Heights {
            blocks: self.blocks.len(),
            inlines: self.inlines.len(),
        }
    }

    /// Leaves the inline elements entered since the stacks had these heights.
    pub(super) fn restore_inlines(&mut self, heights: Heights) {
        while self.inlines.len() > heights.inlines {
            let frame = self.inlines.pop();
            if let Some(at) = frame.and_then(|f| f.opened_at) {
                self.truncate(at);
            }
        }
    }

    /// Leaves all elements entered since the stacks had these heights.
    pub(super) fn restore(&mut self, heights: Heights) {
        self.restore_inlines(heights);
        if self.blocks.len() > heights.blocks {
            self.end_run();
            self.pop_blocks(heights.blocks);
        }
    }

    /// Sets an id for the next element. In the middle of a line, it becomes a separate anchor.
    pub(super) fn id(&mut self, id: String) {
        self.ids.push(id);
    }

    /// Inserts a page mark before the next node.
    pub(super) fn page_break(&mut self, mark: Attrs) {
        self.page_breaks.push(mark);
    }

    /// Adds pending ids and page marks to the line, as separate elements.
    fn push_anchors(&mut self) {
        let ids = std::mem::take(&mut self.ids).into_iter();
        let places = ids.map(|id| vec![(Attr::Id, id)]);
        for attrs in places.chain(std::mem::take(&mut self.page_breaks)) {
            let parent = self.top().node;
            let node = self.tree.push(Tag::Span, attrs, parent, false);
            self.set_last_child(node);
        }
    }

    /// Ends the line, because a block begins or ends.
    pub(super) fn boundary(&mut self) {
        if self.in_pre() {
            self.breaks = 1;
        } else if self.in_heading() {
            self.breaks = self.breaks.max(1);
        } else {
            self.end_run();
        }
    }

    /// Ends a line of verse; the next one continues the paragraph.
    pub(super) fn verse_line(&mut self) {
        self.breaks = self.breaks.max(1);
    }

    /// Enters a block. If it isn't allowed at this place, its required parents are entered as well,
    /// or it only ends the line.
    pub(super) fn block(&mut self, tag: Tag, mut attrs: Attrs) {
        if self.in_pre() {
            self.boundary();
            self.ids.extend(take_id(&mut attrs));
            return;
        }
        if matches!(
            tag,
            Tag::Li
                | Tag::Dt
                | Tag::Dd
                | Tag::Thead
                | Tag::Tbody
                | Tag::Tfoot
                | Tag::Tr
                | Tag::Td
                | Tag::Th
                | Tag::Caption
        ) {
            self.end_run();
            let real = self.blocks.iter().rposition(|f| !f.auto);
            self.pop_blocks(real.map_or(0, |i| i + 1));
        }
        let parent = self.container();
        let within = |tag| self.blocks.iter().any(|f: &Frame<'_>| f.tag == tag);
        let misplaced = match tag {
            Tag::Figcaption => parent != Some(Tag::Figure),
            Tag::Summary => parent != Some(Tag::Details),
            Tag::Caption => parent != Some(Tag::Table) || self.has_child(Tag::Table),
            Tag::Aside if within(Tag::Aside) => true,
            _ if within(Tag::Summary) => !is_heading(tag),
            _ if is_heading(tag) => self.in_heading(),
            _ => false,
        };
        if misplaced || self.blocks.len() + 4 > MAX_DEPTH {
            self.boundary();
            self.ids.extend(take_id(&mut attrs));
            return;
        }
        self.end_run();
        self.close_headings();
        self.surround(tag);
        self.blocks.push(Frame {
            tag,
            attrs,
            locale: Some(self.locale),
            opened_at: None,
            auto: false,
            joins: false,
        });
    }

    /// Enters an inline element. If it's inside another of its kind, it's redundant and skipped,
    /// except for superscripts and subscripts.
    pub(super) fn inline(&mut self, tag: Tag, mut attrs: Attrs, locale: Option<Locale<'p>>) {
        let same = self.inlines.iter().filter(|f| f.tag == tag).count();
        let most = if matches!(tag, Tag::Sub | Tag::Sup | Tag::Span | Tag::Q) {
            3
        } else {
            1
        };
        if same >= most || self.inlines.len() >= MAX_INLINES {
            self.ids.extend(take_id(&mut attrs));
            return;
        }
        self.inlines.push(Frame {
            tag,
            attrs,
            locale,
            opened_at: None,
            auto: false,
            joins: false,
        });
    }

    /// Adds text with collapsible white space. If `lines` is set, line feeds are line breaks.
    pub(super) fn text(&mut self, text: &str, lines: bool) {
        if self.in_pre() {
            self.verbatim(text);
            return;
        }
        let mut rest = text;
        loop {
            let start = rest
                .find(|c: char| !c.is_ascii_whitespace())
                .unwrap_or(rest.len());
            let (space, after) = rest.split_at(start);
            if !space.is_empty() {
                self.space = true;
                if lines {
                    let feeds = space.bytes().filter(|&b| b == b'\n').count();
                    self.breaks += u32::try_from(feeds).unwrap_or(u32::MAX);
                }
            }
            if after.is_empty() {
                return;
            }
            let (mut words, after) = after.split_at(words_end(after));
            if self.at_start() {
                words = words.trim_start_matches(is_blank);
            }
            if !words.is_empty() {
                self.ready();
                self.push_text(words);
            }
            rest = after;
        }
    }

    /// Adds white space in place of a removed node.
    pub(super) fn space(&mut self) {
        self.space = true;
    }

    /// Adds a forced line break; two in a row begin a new paragraph.
    pub(super) fn line_break(&mut self) {
        if self.in_pre() {
            self.verbatim("\n");
        } else {
            self.breaks += 1;
        }
    }

    /// Adds an inline leaf; `fill` adds its content.
    pub(super) fn leaf(&mut self, tag: Tag, attrs: Attrs, fill: impl FnOnce(&mut Tree, usize)) {
        self.adopt(|tree, parent| {
            let node = tree.push(tag, attrs, parent, false);
            fill(tree, node);
            tree.close(node);
            node
        });
    }

    /// Adds an inline leaf: `add` inserts it below a node and returns it.
    pub(super) fn adopt(&mut self, add: impl FnOnce(&mut Tree, usize) -> usize) {
        self.ready();
        let parent = self.top().node;
        let node = add(&mut self.tree, parent);
        self.set_last_child(node);
    }

    /// Adds a line break opportunity, only inside a line.
    pub(super) fn word_break(&mut self) {
        if !self.at_start() && !self.space && self.breaks == 0 {
            self.leaf(Tag::Wbr, Attrs::new(), |_, _| {});
        }
    }

    /// Adds a rule between blocks.
    pub(super) fn rule(&mut self) {
        self.boundary();
        if self.in_pre() || self.in_heading() || self.container() == Some(Tag::Summary) {
            return;
        }
        self.surround(Tag::Hr);
        self.open_blocks();
        let parent = self.top().node;
        let node = self.tree.push(Tag::Hr, Attrs::new(), parent, false);
        self.set_last_child(node);
    }

    /// Adds an empty table cell, which keeps the others in their columns.
    pub(super) fn empty_cell(&mut self, tag: Tag, attrs: Attrs) {
        if self.container() != Some(Tag::Tr) {
            return;
        }
        self.end_run();
        self.open_blocks();
        let parent = self.top().node;
        let node = self.tree.push(tag, attrs, parent, false);
        self.set_last_child(node);
    }

    /// Adds a paragraph with a link to content that Reader doesn't load automatically. `data-src`
    /// is a URL that can be loaded in place of the link.
    pub(super) fn card(&mut self, card: Card) {
        let link = vec![(Attr::Href, card.href)];
        if self.in_pre() || self.in_heading() {
            self.leaf(Tag::A, link, |tree, a| tree.push_text(&card.label, a));
            return;
        }
        self.end_run();
        let mut attrs = vec![(Attr::Class, "pith-embed".to_owned())];
        attrs.extend(card.player.map(|player| (Attr::DataSrc, player)));
        self.open_paragraph(attrs);
        let parent = self.top().node;
        let a = self.tree.push(Tag::A, link, parent, false);
        self.tree.push_text(&card.label, a);
        self.tree.close(a);
        self.end_run();
    }

    /// Returns whether the next text begins a new line.
    fn at_start(&self) -> bool {
        if self.in_heading() || self.in_pre() {
            self.blocks.last().is_some_and(|f| f.opened_at.is_none())
        } else {
            self.paragraph.is_none()
        }
    }

    pub(super) fn in_pre(&self) -> bool {
        self.blocks.last().is_some_and(|f| f.tag == Tag::Pre)
    }

    pub(super) fn in_heading(&self) -> bool {
        self.blocks.last().is_some_and(|f| is_heading(f.tag))
    }

    /// Returns the innermost block that can contain blocks.
    pub(super) fn container(&self) -> Option<Tag> {
        let mut frames = self.blocks.iter().rev();
        frames.find(|f| !is_heading(f.tag)).map(|f| f.tag)
    }

    fn verbatim(&mut self, text: &str) {
        let opened = !self.at_start();
        // Between elements that are lines, a line feed only formats the source.
        if self.breaks > 0 && text.trim_matches([' ', '\t']) == "\n" {
            return;
        }
        if self.breaks > 0 && opened && self.tree.last_char() != Some('\n') {
            self.ready_verbatim();
            self.push_text("\n");
        }
        self.breaks = 0;
        self.ready_verbatim();
        self.push_text(text);
    }

    /// Adds an empty line of a code block whose lines are blocks.
    pub(super) fn empty_line(&mut self) {
        if !self.at_start() {
            let is_open = self.tree.last_char() != Some('\n');
            self.ready_verbatim();
            self.push_text(if is_open { "\n\n" } else { "\n" });
        }
    }

    fn ready_verbatim(&mut self) {
        self.space = false;
        self.breaks = 0;
        self.ready();
    }

    /// Opens all ancestors of the next leaf.
    fn ready(&mut self) {
        if self.in_pre() {
            self.open_blocks();
        } else {
            if self.breaks > 1 && !self.in_heading() {
                self.end_run();
            }
            let fresh = self.at_start();
            if fresh {
                self.breaks = 0;
                self.space = false;
            }
            if !self.in_heading() && self.paragraph.is_none() {
                self.open_paragraph(Attrs::new());
            }
            self.open_blocks();
            if self.breaks > 0 {
                let parent = self.top().node;
                let node = self.tree.push(Tag::Br, Attrs::new(), parent, false);
                self.set_last_child(node);
            } else if self.space {
                self.push_text(" ");
            }
        }
        self.space = false;
        self.breaks = 0;
        if !self.ids.is_empty() || !self.page_breaks.is_empty() {
            self.push_anchors();
        }
        for i in 0..self.inlines.len() {
            if self.inlines[i].opened_at.is_none() {
                let frame = &mut self.inlines[i];
                frame.opened_at = Some(self.open.len());
                let (tag, locale) = (frame.tag, frame.locale);
                let attrs = frame.attrs.clone();
                // An id is used only once, even if the element is reopened several times.
                take_id(&mut frame.attrs);
                self.open_node(tag, attrs, locale, false);
            }
        }
    }

    fn open_paragraph(&mut self, mut attrs: Attrs) {
        self.surround(Tag::P);
        self.open_blocks();
        self.paragraph = Some(self.open.len());
        if !self.ids.is_empty() {
            attrs.push((Attr::Id, self.ids.remove(0)));
        }
        let locale = Some(self.locale);
        self.open_node(Tag::P, attrs, locale, false);
    }

    /// Enters the required parents of a block.
    fn surround(&mut self, tag: Tag) {
        let parent = self.container();
        let is_section = |t| matches!(t, Tag::Thead | Tag::Tbody | Tag::Tfoot);
        let list = |t| matches!(t, Tag::Ul | Tag::Ol);
        let missing: &[Tag] = match (tag, parent) {
            (Tag::Li, Some(t)) if list(t) => &[],
            (Tag::Li, _) => &[Tag::Ul],
            (Tag::Dt | Tag::Dd, Some(Tag::Dl)) => &[],
            (Tag::Dt | Tag::Dd, _) => &[Tag::Dl],
            (Tag::Thead | Tag::Tbody | Tag::Tfoot | Tag::Caption, Some(Tag::Table)) => &[],
            (Tag::Thead | Tag::Tbody | Tag::Tfoot, _) => &[Tag::Table],
            (Tag::Tr, Some(t)) if is_section(t) => &[],
            (Tag::Tr, Some(Tag::Table)) => &[Tag::Tbody],
            (Tag::Tr, _) => &[Tag::Table, Tag::Tbody],
            (Tag::Td | Tag::Th, Some(Tag::Tr)) => &[],
            (Tag::Td | Tag::Th, Some(t)) if is_section(t) => &[Tag::Tr],
            (Tag::Td | Tag::Th, Some(Tag::Table)) => &[Tag::Tbody, Tag::Tr],
            (Tag::Td | Tag::Th, _) => &[Tag::Table, Tag::Tbody, Tag::Tr],
            (_, Some(t)) if list(t) => &[Tag::Li],
            (_, Some(Tag::Dl)) => &[Tag::Dd],
            (_, Some(Tag::Table)) => &[Tag::Tbody, Tag::Tr, Tag::Td],
            (_, Some(t)) if is_section(t) => &[Tag::Tr, Tag::Td],
            (_, Some(Tag::Tr)) => &[Tag::Td],
            _ => &[],
        };
        for &auto in missing {
            self.blocks.push(Frame {
                tag: auto,
                attrs: Attrs::new(),
                locale: Some(self.locale),
                opened_at: None,
                auto: true,
                joins: list(tag),
            });
        }
    }

    fn open_blocks(&mut self) {
        let last = self.blocks.len().saturating_sub(1);
        for i in 0..self.blocks.len() {
            let frame = &mut self.blocks[i];
            if frame.opened_at.is_some() || (is_heading(frame.tag) && i != last) {
                continue;
            }
            frame.opened_at = Some(self.open.len());
            let (tag, locale, auto, joins) = (frame.tag, frame.locale, frame.auto, frame.joins);
            let attrs = std::mem::take(&mut frame.attrs);
            let before = self.top().last_child.filter(|&c| {
                let node = self.tree.node(c);
                auto && node.tag == tag && (node.auto || joins)
            });
            match before {
                Some(node) => self.open.push(Open {
                    node,
                    locale: locale.unwrap_or(self.locale),
                    last_child: None,
                }),
                None => self.open_node(tag, attrs, locale, auto),
            }
        }
    }

    fn open_node(&mut self, tag: Tag, mut attrs: Attrs, own: Option<Locale<'p>>, auto: bool) {
        let above = self.top();
        let locale = own.unwrap_or(above.locale);
        if locale.rtl != above.locale.rtl && attrs.iter().all(|(a, _)| *a != Attr::Dir) {
            let dir = if locale.rtl { "rtl" } else { "ltr" };
            attrs.push((Attr::Dir, dir.to_owned()));
        }
        if locale.lang != above.locale.lang {
            attrs.push((Attr::Lang, locale.lang.unwrap_or_default().to_owned()));
        }
        if locale.translate != above.locale.translate {
            let value = if locale.translate { "yes" } else { "no" };
            attrs.push((Attr::Translate, value.to_owned()));
        }
        let node = self.tree.push(tag, attrs, above.node, auto);
        self.set_last_child(node);
        self.open.push(Open {
            node,
            locale,
            last_child: None,
        });
    }

    /// Ends the open `p` and the inline elements in it.
    fn end_run(&mut self) {
        for frame in &mut self.inlines {
            if let Some(at) = frame.opened_at.take()
                && at < self.open.len()
            {
                while self.open.len() > at.max(1) {
                    if let Some(open) = self.open.pop() {
                        self.tree.close(open.node);
                    }
                }
            }
        }
        if let Some(at) = self.paragraph.take() {
            self.truncate(at);
        }
        self.space = false;
        self.breaks = 0;
    }

    fn pop_blocks(&mut self, len: usize) {
        while self.blocks.len() > len {
            let frame = self.blocks.pop();
            if let Some(at) = frame.and_then(|f| f.opened_at) {
                self.truncate(at);
            }
        }
    }

    /// Closes the headings that a block interrupts: each continues as another heading after it.
    fn close_headings(&mut self) {
        for i in 0..self.blocks.len() {
            if is_heading(self.blocks[i].tag)
                && let Some(at) = self.blocks[i].opened_at.take()
            {
                self.truncate(at);
            }
        }
    }

    fn truncate(&mut self, len: usize) {
        while self.open.len() > len.max(1) {
            if let Some(open) = self.open.pop() {
                self.tree.close(open.node);
            }
        }
        if len == 0 {
            self.tree.close(0);
        }
    }

    fn top(&self) -> Open<'p> {
        self.open.last().copied().unwrap_or(Open {
            node: 0,
            locale: self.locale,
            last_child: None,
        })
    }

    fn set_last_child(&mut self, node: usize) {
        if let Some(open) = self.open.last_mut() {
            open.last_child = Some(node);
        }
    }

    fn push_text(&mut self, text: &str) {
        let parent = self.top().node;
        self.tree.push_text(text, parent);
        // The previous text no longer ends here.
        if let Some(open) = self.open.last_mut() {
            open.last_child = None;
        }
    }

    /// Returns whether the innermost block of this kind already has a child.
    fn has_child(&self, tag: Tag) -> bool {
        let frame = self.blocks.iter().rev().find(|f| f.tag == tag);
        frame
            .and_then(|f| f.opened_at)
            .and_then(|at| self.open.get(at))
            .is_some_and(|open| open.last_child.is_some())
    }
}

/// Returns whether a character can't form a line: white space, or a character without width.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}' | '\u{2060}')
}

/// Returns the end of the words that are separated by single spaces, in a text that begins with a
/// space. Up to there, the text needs no changes.
fn words_end(text: &str) -> usize {
    // A quick check for the most common case.
    if has_single_spaces(text) {
        return text.len() - usize::from(text.ends_with(' '));
    }
    let bytes = text.as_bytes();
    let space = |at: usize| bytes.get(at).is_none_or(u8::is_ascii_whitespace);
    (0..bytes.len())
        .find(|&at| space(at) && (bytes[at] != b' ' || space(at + 1)))
        .unwrap_or(bytes.len())
}

fn take_id(attrs: &mut Attrs) -> Option<String> {
    let at = attrs.iter().position(|(a, _)| *a == Attr::Id)?;
    Some(attrs.remove(at).1)
}
