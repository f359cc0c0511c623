//! Adds replaced elements: formulas, images, media.

use super::Walker;
use crate::article::math::source::Source;
use crate::article::tree::Attrs;
use crate::article::{embed, emoji, equations, image, math, svg};
use crate::page::{Attr, NodeId, Tag};

impl Walker<'_, '_> {
    pub(super) fn math(&mut self, node: NodeId) {
        let page = self.page;
        let has_mathml = page.descendants(node).any(|n| page.tag(n).is_mathml());
        let says_all = has_mathml && !math::mathjax_html::is_rendered(page, node);
        if !says_all && let Some(source) = math::source::of_element(page, node) {
            self.formula(&source);
        } else if page.attr(node, Attr::Markup).is_none() {
            self.builder
                .adopt(|tree, parent| math::add(page, node, tree, parent));
        } else if let Some(source) = math::source::of_outlines(page, node) {
            self.formula(&source);
        } else if let Some(rendered) = math::mathjax_outlines(page, node) {
            self.rendered(rendered);
        } else if let Some(attrs) = svg::image(page, node) {
            self.lone_image(node, attrs);
        }
    }

    /// Adds equations, each on a separate line.
    pub(super) fn equations(&mut self, rows: Vec<equations::Row>) {
        let page = self.page;
        for row in rows {
            self.builder.boundary();
            self.builder
                .adopt(|tree, parent| math::add_row(page, &row, tree, parent));
            self.builder.boundary();
        }
    }

    pub(super) fn rendered(&mut self, rendered: math::Rendered) {
        self.builder
            .adopt(|tree, parent| math::add_rendered(rendered, tree, parent));
    }

    pub(super) fn formula(&mut self, source: &Source) {
        self.builder
            .adopt(|tree, parent| math::add_source(source, tree, parent));
    }

    pub(super) fn image(&mut self, img: NodeId, around: Option<NodeId>) {
        if let Some(source) = math::source::of_image(self.page, img) {
            self.formula(&source);
            return;
        }
        if let Some(emoji) = emoji::of(self.page, img) {
            self.builder.text(&emoji, false);
        } else if let Some(attrs) = image::image(self.page, img, around) {
            self.lone_image(img, attrs);
        }
    }

    /// Adds an image for a node, on separate lines if the node is a block.
    pub(super) fn lone_image(&mut self, node: NodeId, attrs: Attrs) {
        let apart = self.page.is_block(node);
        if apart {
            self.builder.boundary();
        }
        self.add_image(attrs);
        if apart {
            self.builder.boundary();
        }
    }

    pub(super) fn add_image(&mut self, attrs: Attrs) {
        self.builder.leaf(Tag::Img, attrs, |_, _| {});
    }

    pub(super) fn medium(&mut self, node: NodeId) {
        match embed::medium(self.page, node) {
            Ok(medium) => {
                let tag = self.page.tag(node);
                self.builder.leaf(tag, medium.attrs, |tree, at| {
                    for source in medium.sources {
                        tree.push(Tag::Source, source, at, false);
                    }
                });
            }
            Err(Some(attrs)) => self.lone_image(node, attrs),
            Err(None) => {}
        }
    }
}
