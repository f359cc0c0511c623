//! Elements that the walk skips. Those without kept content may still separate content around them,
//! or be placeholders for content that a script adds.

use std::borrow::Cow;

use super::Walker;
use crate::article::element_map::attrs;
use crate::article::embed::{self, Card};
use crate::article::grid::Part;
use crate::article::tree::Attrs;
use crate::article::{code, emoji, image, page_break, tasks};
use crate::page::{NodeId, Tag};

impl Walker<'_, '_> {
    /// Skips an element without kept content, which may still separate content around it.
    pub(super) fn removed(&mut self, node: NodeId) {
        let page = self.page;
        let tag = page.tag(node);
        if let Some(sign) = self.sign(node) {
            self.builder.text(&sign, false);
            return;
        }
        if tag == Tag::Rp {
            let ruby = page.parent(node).is_some_and(|p| {
                matches!(page.tag(p), Tag::Ruby | Tag::Rtc) && self.survey.kept(page, p) > 0
            });
            if ruby {
                let text = page.raw_text(node).trim().to_owned();
                self.builder
                    .leaf(Tag::Rp, Attrs::new(), |tree, rp| tree.push_text(&text, rp));
            }
            return;
        }
        let mark = page_break::of(page, node);
        if mark.is_none() && (self.add_awaited(node) || page.is_hidden(node)) {
            return;
        }
        if self.survey.has_targets() && page.raw_text(node).trim().is_empty() {
            for inner in page.subtree(node) {
                if let Some(id) = self.target_id(inner) {
                    self.builder.id(id);
                }
            }
        }
        // It's beside the text, so it doesn't separate lines.
        if let Some(mark) = mark {
            self.builder.page_break(mark);
            return;
        }
        if let Some(Part::Cell(cell)) = self.grids.part(node) {
            self.builder.empty_cell(cell, Attrs::new());
            return;
        }
        match tag {
            Tag::Br => self.builder.line_break(),
            Tag::Wbr => self.builder.word_break(),
            Tag::Td | Tag::Th if self.data_table => {
                let attrs = attrs(page, &self.survey, node, tag);
                self.builder.empty_cell(tag, attrs);
            }
            _ if page.is_block(node) || self.is_joined_line(node) => {
                self.builder.boundary();
                if self.builder.in_pre() && self.is_empty_line(node) {
                    self.builder.empty_line();
                }
            }
            _ if page.raw_text(node).trim().is_empty() => self.breaks(node),
            _ => {
                let text = page.raw_text(node);
                if text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace) {
                    self.builder.space();
                }
            }
        }
    }

    /// Returns the text for an element without kept content: the check box of a task, or an emoji
    /// image in a line with text.
    fn sign(&self, node: NodeId) -> Option<Cow<'static, str>> {
        let page = self.page;
        let tag = page.tag(node);
        // The box may be in a label that has no text.
        let mut inside = page.subtree(node).take(tasks::MAX_NODES);
        if let Some(sign) = inside.find_map(|n| tasks::sign(page, n)) {
            return Some(Cow::Borrowed(sign));
        }
        if !matches!(tag, Tag::Img | Tag::Svg | Tag::Span | Tag::I) {
            return None;
        }
        let is_in_line = page
            .parent(node)
            .is_some_and(|p| self.survey.chars(page, p) > 0);
        (is_in_line && !page.is_hidden(node)).then(|| emoji::of(page, node).map(Cow::Owned))?
    }

    /// Adds the content that a script would load into an empty element: the image in its
    /// `noscript`, or a link to the video named by its attributes. Returns false if there's none.
    fn add_awaited(&mut self, node: NodeId) -> bool {
        let page = self.page;
        if self.builder.in_pre() {
            return false;
        }
        if let Some(attrs) = image::in_empty_box(page, node) {
            self.lone_image(node, attrs);
            return true;
        }
        let may_play = match page.tag(node) {
            Tag::A => embed::may_be_pin(page, node),
            tag => matches!(tag, Tag::Noscript | Tag::Script) || !page.is_hidden(node),
        };
        let card = may_play
            .then(|| embed::placeholder_card(page, node))
            .flatten();
        let found = card.is_some();
        // The `noscript` beside a player contains the same player.
        if let Some(card) = card.filter(|card| card.href != self.last_card) {
            self.card(card);
        }
        found
    }

    /// Adds a link for content that isn't loaded.
    pub(super) fn card(&mut self, card: Card) {
        self.last_card.clone_from(&card.href);
        self.builder.card(card);
    }

    /// Adds the white space and line breaks of an inline element without text. Highlighters and
    /// editors put them into separate elements.
    fn breaks(&mut self, node: NodeId) {
        let page = self.page;
        for inner in page.subtree(node).filter(|&n| !page.is_hidden(n)) {
            match page.tag(inner) {
                Tag::Br => self.builder.line_break(),
                Tag::Wbr => self.builder.word_break(),
                Tag::Text if self.builder.in_pre() => {
                    self.builder.text(&code::plain(page.text(inner)), true);
                }
                Tag::Text if !page.text(inner).is_empty() => self.builder.space(),
                _ => {}
            }
        }
    }

    /// Returns whether a block without text has the height of a line: it preserves its white space,
    /// has a list item's marker, or contains a line break.
    fn is_empty_line(&self, node: NodeId) -> bool {
        let page = self.page;
        let is_break = |n: NodeId| page.tag(n) == Tag::Br && !page.is_hidden(n);
        let text = page.raw_text(node);
        text.trim().is_empty()
            && (page.style(node).preformatted && !text.is_empty()
                || text.contains('\u{a0}')
                || page.tag(node) == Tag::Li
                || self.is_joined_line(node)
                || page.descendants(node).any(is_break))
    }

    /// Returns whether an element is a line of a code block that only a style sheet separates from
    /// the others.
    pub(super) fn is_joined_line(&self, node: NodeId) -> bool {
        self.joined_lines && self.builder.in_pre() && code::is_line(self.page, node)
    }
}
