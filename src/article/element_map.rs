//! Maps the page's elements to elements of the article.
//!
//! Every element becomes one of four things: a semantic block (list, quotation, table …), a
//! semantic inline element (link, emphasis …), only a boundary between lines (a `div`, or any
//! element with block style), or nothing. Elements that aren't on the allow-list become one of the
//! last two, and their children are kept.

use std::ops::RangeInclusive;

use super::grid::{Grids, Part};
use super::survey::Survey;
use super::tree::{Attrs, is_heading};
use super::{address, callouts, code, count, page_break, policy};
use crate::page::{Attr, NodeId, Page, Tag};
use crate::url;

/// Representation of an element of the page in the article.
pub(super) enum Mapping {
    Nothing,
    Boundary,
    /// A boundary. Parts of the table are boundaries too.
    LayoutTable,
    Block(Tag, Attrs),
    Inline(Tag, Attrs),
}

/// An element with the facts that determine its mapping.
pub(super) struct Element<'a> {
    pub(super) page: &'a Page,
    pub(super) survey: &'a Survey,
    pub(super) grids: &'a Grids,
    /// True inside a code block.
    pub(super) in_pre: bool,
    /// True if the innermost table around it contains data.
    pub(super) in_data_table: bool,
    pub(super) node: NodeId,
}

/// Elements that keep their name inside a code block.
const IN_CODE_BLOCK: [Tag; 8] = [
    Tag::A,
    Tag::Mark,
    Tag::Kbd,
    Tag::Var,
    Tag::Ins,
    Tag::Del,
    Tag::Sup,
    Tag::Sub,
];

/// Blocks that keep their name.
const BLOCKS: [Tag; 10] = [
    Tag::Ol,
    Tag::Li,
    Tag::Dl,
    Tag::Dt,
    Tag::Dd,
    Tag::Blockquote,
    Tag::Figure,
    Tag::Figcaption,
    Tag::Details,
    Tag::Summary,
];

/// Parts of tables that keep their name in a data table.
const TABLE_PARTS: [Tag; 7] = [
    Tag::Caption,
    Tag::Thead,
    Tag::Tbody,
    Tag::Tfoot,
    Tag::Tr,
    Tag::Td,
    Tag::Th,
];

/// Inline elements that keep their name.
const INLINES: [Tag; 28] = [
    Tag::A,
    Tag::Abbr,
    Tag::B,
    Tag::Bdi,
    Tag::Bdo,
    Tag::Cite,
    Tag::Code,
    Tag::Del,
    Tag::Dfn,
    Tag::Em,
    Tag::I,
    Tag::Ins,
    Tag::Kbd,
    Tag::Mark,
    Tag::Q,
    Tag::Rb,
    Tag::Rt,
    Tag::Rtc,
    Tag::Ruby,
    Tag::S,
    Tag::Samp,
    Tag::Small,
    Tag::Strong,
    Tag::Sub,
    Tag::Sup,
    Tag::Time,
    Tag::U,
    Tag::Var,
];

impl Element<'_> {
    /// Returns the mapping. Structure has precedence over name, and name over style.
    pub(super) fn mapping(&self) -> Mapping {
        if self.in_pre {
            return self.in_code_block();
        }
        self.code_block()
            .or_else(|| self.part_of_grid())
            .or_else(|| self.box_beside_the_text())
            .or_else(|| self.table())
            .or_else(|| self.named_block())
            .or_else(|| self.named_inline())
            .unwrap_or_else(|| self.unnamed())
    }

    fn tag(&self) -> Tag {
        self.page.tag(self.node)
    }

    fn in_code_block(&self) -> Mapping {
        match self.tag() {
            tag if IN_CODE_BLOCK.contains(&tag) => self.inline(tag),
            // The cells of a row of code form one line.
            Tag::Td | Tag::Th => Mapping::Nothing,
            _ => self.unnamed(),
        }
    }

    fn code_block(&self) -> Option<Mapping> {
        let is_code_block = code::is_code_block(self.page, self.survey, self.node);
        is_code_block.then(|| Mapping::Block(Tag::Pre, Attrs::new()))
    }

    fn part_of_grid(&self) -> Option<Mapping> {
        let tag = match self.grids.part(self.node)? {
            Part::Table => Tag::Table,
            Part::Row => Tag::Tr,
            Part::Cell(cell) => cell,
        };
        Some(Mapping::Block(tag, Attrs::new()))
    }

    fn box_beside_the_text(&self) -> Option<Mapping> {
        let callout = callouts::callout(self.page, self.survey, self.node)?;
        let tag = match self.tag() {
            Tag::Details => Tag::Details,
            _ => Tag::Aside,
        };
        let mut attrs = attrs(self.page, self.survey, self.node, tag);
        attrs.push((Attr::Class, callout.class.to_owned()));
        attrs.extend(callout.kind.map(|kind| (Attr::DataCallout, kind)));
        let fold = self.page.attr(self.node, Attr::DataCalloutFold);
        let fold = fold.filter(|fold| ["-", "+"].contains(fold));
        attrs.extend(fold.map(|fold| (Attr::DataCalloutFold, fold.to_owned())));
        Some(Mapping::Block(tag, attrs))
    }

    fn table(&self) -> Option<Mapping> {
        let tag = self.tag();
        if tag == Tag::Table {
            let is_layout = self.is_layout(self.node);
            return Some(if is_layout {
                Mapping::LayoutTable
            } else {
                Mapping::Block(tag, Attrs::new())
            });
        }
        let is_part = TABLE_PARTS.contains(&tag);
        is_part.then(|| {
            if !self.in_data_table && self.in_layout_table() {
                Mapping::Boundary
            } else {
                Mapping::Block(tag, attrs(self.page, self.survey, self.node, tag))
            }
        })
    }

    fn named_block(&self) -> Option<Mapping> {
        match self.tag() {
            Tag::Dl | Tag::Dd if self.is_indented() => Some(Mapping::Boundary),
            Tag::Details if self.is_redundant_details() => Some(Mapping::Boundary),
            Tag::Ul | Tag::Menu | Tag::Dir => Some(Mapping::Block(Tag::Ul, Attrs::new())),
            tag if BLOCKS.contains(&tag) => Some(Mapping::Block(
                tag,
                attrs(self.page, self.survey, self.node, tag),
            )),
            tag if is_heading(tag) => Some(Mapping::Block(tag, Attrs::new())),
            _ => None,
        }
    }

    /// Returns whether an element belongs to a definition list without terms, which only serves to
    /// indent text.
    fn is_indented(&self) -> bool {
        let page = self.page;
        let mut around = page.inclusive_ancestors(self.node).take(3);
        let list = around.find(|&n| page.tag(n) == Tag::Dl);
        let first = |list| page.children(list).find(|&c| self.survey.kept(page, c) > 0);
        list.and_then(first)
            .is_some_and(|first| page.tag(first) == Tag::Dd)
    }

    /// Returns whether a `details` is open and either contains most of the article, or has no
    /// summary. Browsers would add their own summary.
    fn is_redundant_details(&self) -> bool {
        let (page, survey) = (self.page, self.survey);
        if page.attr(self.node, Attr::Open).is_none() {
            return false;
        }
        let is_summary = |c| page.tag(c) == Tag::Summary && survey.chars(page, c) > 0;
        let has_summary = page.children(self.node).any(is_summary);
        let chars = survey.chars(page, self.node);
        !has_summary || 2 * chars > survey.chars(page, page.root())
    }

    fn named_inline(&self) -> Option<Mapping> {
        match self.tag() {
            tag if INLINES.contains(&tag) => Some(self.inline(tag)),
            Tag::Strike => Some(self.inline(Tag::S)),
            Tag::Tt => Some(self.inline(Tag::Code)),
            Tag::Span | Tag::Font if self.is_bold() => Some(self.inline(Tag::Strong)),
            _ => None,
        }
    }

    /// Returns the mapping by style only, except for page marks.
    fn unnamed(&self) -> Mapping {
        let mark = page_break::of(self.page, self.node).filter(|_| !self.in_pre);
        match mark {
            Some(mark) => Mapping::Inline(Tag::Span, mark),
            None if self.page.is_block(self.node) => Mapping::Boundary,
            None => Mapping::Nothing,
        }
    }

    fn inline(&self, tag: Tag) -> Mapping {
        let attrs = attrs(self.page, self.survey, self.node, tag);
        if tag == Tag::A && (attrs.is_empty() || self.is_heading_of_itself()) {
            return self.unnamed();
        }
        Mapping::Inline(tag, attrs)
    }

    /// Returns whether it's a link around a whole heading to the same page: to the heading itself,
    /// or to its entry in a table of contents.
    fn is_heading_of_itself(&self) -> bool {
        let page = self.page;
        let mut around = page.ancestors(self.node).take(4);
        let heading = around.find(|&n| is_heading(page.tag(n)));
        let here = || {
            let href = page.attr(self.node, Attr::Href).unwrap_or_default();
            self.survey.fragment(page, self.node).is_some()
                || !page.url().is_empty()
                    && url::without_fragment(href) == url::without_fragment(page.url())
        };
        heading.is_some_and(|heading| {
            let rest = self.survey.chars(page, heading) - self.survey.chars(page, self.node);
            rest <= 2 && here()
        })
    }

    /// Returns whether a table is for layout.
    fn is_layout(&self, table: NodeId) -> bool {
        self.survey.table(table).is_none_or(|t| {
            t.is_layout() || t.rows == 1 && callouts::is_table_of_box(self.page, table)
        })
    }

    /// Returns whether a part of a table belongs to a table for layout.
    fn in_layout_table(&self) -> bool {
        let mut around = self.page.ancestors(self.node).take(4);
        around
            .find(|&n| self.page.tag(n) == Tag::Table)
            .is_some_and(|table| self.is_layout(table))
    }

    /// Returns whether a style sheet makes the element bold.
    fn is_bold(&self) -> bool {
        let page = self.page;
        let bold = |n| page.style(n).font_weight >= 600;
        page.has_layout()
            && !page.is_block(self.node)
            && bold(self.node)
            && page.parent(self.node).is_some_and(|p| !bold(p))
    }
}

/// Returns the attributes, except the id, that an element keeps if it becomes a `tag`.
pub(super) fn attrs(page: &Page, survey: &Survey, node: NodeId, tag: Tag) -> Attrs {
    let mut attrs = Attrs::new();
    let value = |a| page.attr(node, a).map(str::trim);
    let text = |a| {
        let text = value(a).filter(|v| !v.is_empty());
        text.map(|v| (a, v.to_owned()))
    };
    match tag {
        Tag::A => {
            let href = target(page, survey, node);
            attrs.extend(href.map(|url| (Attr::Href, url)));
            if !attrs.is_empty() {
                attrs.extend(policy::of_link(page, node));
            }
        }
        Tag::Abbr | Tag::Dfn => attrs.extend(text(Attr::Title)),
        Tag::Bdo => {
            let dir = if page.style(node).rtl { "rtl" } else { "ltr" };
            attrs.push((Attr::Dir, dir.to_owned()));
        }
        Tag::Blockquote | Tag::Q => attrs.extend(cite(page, node)),
        Tag::Ins | Tag::Del => {
            attrs.extend(cite(page, node));
            attrs.extend(text(Attr::Datetime));
        }
        Tag::Time => attrs.extend(text(Attr::Datetime)),
        Tag::Details => attrs.extend(value(Attr::Open).map(|_| (Attr::Open, String::new()))),
        Tag::Ol => {
            attrs.extend(number(page, node, Attr::Start));
            if value(Attr::Reversed).is_some() {
                attrs.push((Attr::Reversed, String::new()));
            }
            let kind = value(Attr::Type).filter(|k| ["a", "A", "i", "I"].contains(k));
            attrs.extend(kind.map(|k| (Attr::Type, k.to_owned())));
        }
        Tag::Li => attrs.extend(number(page, node, Attr::Value)),
        Tag::Td | Tag::Th => {
            attrs.extend(whole(page, node, Attr::Colspan, 2..=1000));
            let rows = whole(page, node, Attr::Rowspan, 0..=65534);
            attrs.extend(rows.filter(|(_, n)| n != "1"));
            let scope = value(Attr::Scope)
                .filter(|s| tag == Tag::Th && ["row", "col", "rowgroup", "colgroup"].contains(s));
            attrs.extend(scope.map(|s| (Attr::Scope, s.to_owned())));
        }
        _ => {}
    }
    attrs
}

/// Returns a numeric attribute of an item.
fn number(page: &Page, node: NodeId, attr: Attr) -> Option<(Attr, String)> {
    let number = count::number(page, node, attr)?;
    Some((attr, number.to_string()))
}

/// Returns an attribute with an integer in a range.
fn whole(
    page: &Page,
    node: NodeId,
    attr: Attr,
    range: RangeInclusive<i32>,
) -> Option<(Attr, String)> {
    let number: i32 = page.attr(node, attr)?.trim().parse().ok()?;
    let is_valid = range.contains(&number);
    is_valid.then(|| (attr, number.to_string()))
}

/// Returns the source of a quotation or a change as an attribute.
fn cite(page: &Page, node: NodeId) -> Option<(Attr, String)> {
    let url = address::link(page.attr(node, Attr::Cite)?.trim(), page.url())?;
    url.starts_with("http").then_some((Attr::Cite, url))
}

/// Returns the target of a link.
fn target(page: &Page, survey: &Survey, node: NodeId) -> Option<String> {
    if let Some(fragment) = survey.fragment(page, node) {
        return Some(format!("#{fragment}"));
    }
    let href = page.attr(node, Attr::Href)?;
    if href.trim_start().starts_with('#') {
        return None;
    }
    address::link(href, page.url())
}
