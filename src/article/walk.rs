//! From the page to the clean tree: what each element means there.
//!
//! Every element is one of four things: a block with a meaning (list, quote, table …), an
//! inline element with one (link, emphasis …), a mere boundary between lines (a `div`, or
//! whatever the style makes a block), or nothing at all. What is not on the allow-list is one
//! of the last two, and its children stay.

use super::build::{Builder, Heights, Locale};
use super::grid::{Grids, Part};
use super::survey::{Survey, fragment};
use super::tree::{Attrs, Tree, is_heading};
use super::{address, boxed, code, embed, math, order, picture, policy};
use crate::compact::hash::Fnv64;
use crate::compact::interner::Numbering;
use crate::page::{Attr, NodeId, NodeSet, Page, Tag};

/// Returns the clean tree of what is kept, and the direction that its blocks deviate from where
/// they say so. Links to places in the page itself still begin with `#` and hold no prefix.
pub(super) fn clean_tree(page: &Page, kept: &NodeSet) -> (Tree, bool) {
    let rtl = is_rtl(page, kept);
    let lang = language(page, page.root());
    let locale = Locale { rtl, lang };
    let survey = Survey::new(page, kept);
    let mut walker = Walker {
        page,
        kept,
        grids: Grids::new(page, &survey),
        survey,
        builder: Builder::new(locale),
        open: Vec::new(),
        lang,
        data_table: false,
        gutters: NodeSet::new(page),
        seen_ids: Numbering::new(),
        last_picture: None,
    };
    walker.run();
    (walker.builder.finish(), rtl)
}

/// Returns whether most of the text runs from right to left.
fn is_rtl(page: &Page, kept: &NodeSet) -> bool {
    let mut balance = 0i64;
    for node in kept.iter().filter(|&n| page.is_text(n)) {
        let len = i64::try_from(page.text(node).len()).unwrap_or(i64::MAX);
        balance += if page.style(node).rtl { len } else { -len };
    }
    balance > 0
}

fn language(page: &Page, node: NodeId) -> Option<&str> {
    [Attr::Lang, Attr::XmlLang]
        .iter()
        .find_map(|&a| page.attr(node, a))
        .map(str::trim)
        .filter(|l| !l.is_empty() && l.len() <= 35)
}

/// The meaning of an element in the article.
enum Meaning {
    Nothing,
    Boundary,
    Block(Tag, Attrs),
    Inline(Tag, Attrs),
}

/// State of the walk before an element was entered.
struct Outer<'p> {
    start: NodeId,
    end: NodeId,
    heights: Heights,
    is_block: bool,
    locale: Locale<'p>,
    lang: Option<&'p str>,
    data_table: bool,
}

struct Walker<'p> {
    page: &'p Page,
    kept: &'p NodeSet,
    survey: Survey,
    grids: Grids,
    builder: Builder<'p>,
    open: Vec<Outer<'p>>,
    lang: Option<&'p str>,
    /// True where the innermost table holds data.
    data_table: bool,
    gutters: NodeSet,
    seen_ids: Numbering,
    /// The picture that nothing but white space came after.
    last_picture: Option<String>,
}

impl<'p> Walker<'p> {
    fn run(&mut self) {
        let order = order::reading_order(self.page, &self.survey);
        let end = self.page.end(self.page.root());
        // A rank in the order of reading; in the document's, the rank is the node.
        let mut at = self.page.root();
        while at < end {
            let node = order.as_ref().map_or(at, |order| order[at.index()]);
            self.leave(node);
            self.builder.origin(node);
            let next = if self.page.is_text(node) {
                self.text(node);
                NodeId(node.0 + 1)
            } else {
                self.element(node)
            };
            at.0 += next.0 - node.0;
        }
        self.leave(end);
    }

    /// Leaves the elements that do not hold `node`.
    fn leave(&mut self, node: NodeId) {
        while let Some(outer) = self.open.pop_if(|o| node < o.start || o.end <= node) {
            if outer.is_block {
                self.builder.boundary();
                self.builder.restore(outer.heights);
            } else {
                self.builder.restore_inlines(outer.heights);
            }
            self.builder.locale = outer.locale;
            self.lang = outer.lang;
            self.data_table = outer.data_table;
        }
    }

    fn text(&mut self, node: NodeId) {
        let text = self.page.text(node);
        let blank = text.trim().is_empty();
        if blank && self.builder.in_pre() && self.is_between_lines(node) {
            return;
        }
        if self.kept.contains(node) || blank {
            if !blank {
                self.last_picture = None;
            }
            self.builder.text(text, self.page.style(node).preformatted);
        } else if text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace) {
            self.builder.space();
        }
    }

    /// Returns whether white space in a listing stands where none is painted: between the parts of
    /// a table, or beside lines that are blocks in a box that keeps no white space.
    fn is_between_lines(&self, node: NodeId) -> bool {
        let page = self.page;
        let Some(parent) = page.parent(node) else {
            return false;
        };
        match page.tag(parent) {
            Tag::Table | Tag::Thead | Tag::Tbody | Tag::Tfoot | Tag::Tr => true,
            _ if page.style(parent).preformatted => false,
            _ => {
                let next = NodeId(node.0 + 1);
                if next < page.end(parent) {
                    return page.is_block(next);
                }
                let before = NodeId(node.0 - 1);
                let line = |&n: &NodeId| n > parent && page.is_block(n);
                line(&before) || page.ancestors(before).any(|n| line(&n))
            }
        }
    }

    /// Adds an element; the node to go on with.
    fn element(&mut self, node: NodeId) -> NodeId {
        let page = self.page;
        let tag = page.tag(node);
        let after = page.end(node);
        if let Some(end) = self.grids.row_from(node) {
            self.enter_row(node, end);
        }
        if self.survey.kept(page, node) == 0 || tag == Tag::Rp {
            self.left_out(node);
            return after;
        }
        if let Some(formula) = self.survey.formula(node) {
            self.math(formula);
            return after;
        }
        if tag.is_never_rendered() || self.is_gutter(node) {
            return after;
        }
        match tag {
            Tag::Svg | Tag::Canvas => return after,
            Tag::Math => {
                self.math(node);
                return after;
            }
            Tag::Img => {
                self.image(node, None);
                return after;
            }
            Tag::Picture => {
                if let Some(img) = page.descendants(node).find(|&n| page.tag(n) == Tag::Img) {
                    self.image(img, Some(node));
                }
                return after;
            }
            Tag::Noscript if page.is_hidden(node) => {
                if let Some(src) = picture::noscript(page, node) {
                    let attrs = vec![(Attr::Src, src), (Attr::Alt, String::new())];
                    self.add_picture(attrs);
                }
                return after;
            }
            Tag::Video | Tag::Audio => {
                self.medium(node);
                return after;
            }
            // A frame or fallback whose own content is kept stands for itself.
            Tag::Iframe | Tag::Embed | Tag::Object if self.own_leaf_only(node) => {
                if let Some(card) = embed::frame(page, node) {
                    self.builder.card(card);
                }
                return after;
            }
            Tag::Hr => {
                self.builder.rule();
                return after;
            }
            Tag::Br => {
                self.builder.line_break();
                return after;
            }
            Tag::Wbr => {
                self.builder.word_break();
                return after;
            }
            Tag::A if self.is_permalink(node) => return after,
            Tag::Button if self.is_icon(node) => return after,
            _ => {}
        }
        self.enter(node);
        NodeId(node.0 + 1)
    }

    /// Enters a row that no element of the page stands for.
    fn enter_row(&mut self, start: NodeId, end: NodeId) {
        self.builder.boundary();
        self.open.push(Outer {
            start,
            end,
            heights: self.builder.heights(),
            is_block: true,
            locale: self.builder.locale,
            lang: self.lang,
            data_table: self.data_table,
        });
        self.builder.block(Tag::Tr, Attrs::new());
    }

    /// Returns whether the element holds only the line numbers of a listing it is in or beside.
    fn is_gutter(&self, node: NodeId) -> bool {
        if self.builder.in_pre() {
            return self.gutters.contains(node);
        }
        self.page.is_block(node) && code::is_gutter(self.page, &self.survey, node)
    }

    fn own_leaf_only(&self, node: NodeId) -> bool {
        self.kept.contains(node) && self.survey.kept(self.page, node) == 1
    }

    /// Something of which nothing is kept may still part or break what stands around it.
    fn left_out(&mut self, node: NodeId) {
        let page = self.page;
        let tag = page.tag(node);
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
        if page.is_hidden(node) {
            return;
        }
        if self.survey.wants_any() && page.raw_text(node).trim().is_empty() {
            for inner in page.subtree(node) {
                if let Some(id) = self.wanted_id(inner) {
                    self.builder.id(id);
                }
            }
        }
        if let Some(Part::Cell(cell)) = self.grids.part(node) {
            self.builder.empty_cell(cell, Attrs::new());
            return;
        }
        match tag {
            Tag::Br => self.builder.line_break(),
            Tag::Wbr => self.builder.word_break(),
            Tag::Td | Tag::Th if self.data_table => {
                let attrs = self.attrs(node, tag);
                self.builder.empty_cell(tag, attrs);
            }
            _ if page.is_block(node) => {
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

    /// Adds the white space and the line breaks of an inline element without text: highlighters
    /// and editors put either into elements of its own.
    fn breaks(&mut self, node: NodeId) {
        let page = self.page;
        for inner in page.subtree(node).filter(|&n| !page.is_hidden(n)) {
            match page.tag(inner) {
                Tag::Br => self.builder.line_break(),
                Tag::Wbr => self.builder.word_break(),
                Tag::Text if self.builder.in_pre() => self.builder.text(page.text(inner), true),
                Tag::Text if !page.text(inner).is_empty() => self.builder.space(),
                _ => {}
            }
        }
    }

    /// Returns whether a block without text is as high as a line: it keeps a line feed, or holds a
    /// line break.
    fn is_empty_line(&self, node: NodeId) -> bool {
        let page = self.page;
        let is_break = |n: NodeId| page.tag(n) == Tag::Br && !page.is_hidden(n);
        let text = page.raw_text(node);
        text.trim().is_empty()
            && (page.style(node).preformatted && text.contains('\n')
                || page.descendants(node).any(is_break))
    }

    fn enter(&mut self, node: NodeId) {
        let page = self.page;
        let data_table = self.data_table;
        let meaning = self.meaning(node);
        let outer = Outer {
            start: node,
            end: page.end(node),
            heights: self.builder.heights(),
            is_block: match meaning {
                Meaning::Boundary | Meaning::Block(..) => true,
                Meaning::Inline(tag, _) => page.is_block(node) && !is_raised(tag),
                Meaning::Nothing => false,
            },
            locale: self.builder.locale,
            lang: self.lang,
            data_table,
        };
        self.lang = language(page, node).or(self.lang);
        let own = Locale {
            rtl: page.style(node).rtl,
            lang: self.lang,
        };
        if outer.is_block {
            self.builder.boundary();
            self.builder.locale = own;
        }
        let speaks = own != self.builder.locale && !outer.is_block;
        let id = self.wanted_id(node);
        let pre = matches!(meaning, Meaning::Block(Tag::Pre, _));
        self.open.push(outer);
        match meaning {
            Meaning::Nothing | Meaning::Boundary => {
                if speaks {
                    let attrs = id.map(|id| (Attr::Id, id)).into_iter().collect();
                    self.builder.inline(Tag::Span, attrs, Some(own));
                } else if let Some(id) = id {
                    self.builder.id(id);
                }
            }
            Meaning::Block(tag, mut attrs) => {
                attrs.extend(id.map(|id| (Attr::Id, id)));
                self.builder.block(tag, attrs);
            }
            Meaning::Inline(tag, mut attrs) => {
                attrs.extend(id.map(|id| (Attr::Id, id)));
                self.builder.inline(tag, attrs, speaks.then_some(own));
            }
        }
        if pre {
            let class = |language| (Attr::Class, format!("language-{language}"));
            let attrs = page.code_language(node).map(class).into_iter().collect();
            self.builder.inline(Tag::Code, attrs, None);
            for gutter in code::gutters(page, &self.survey, node) {
                self.gutters.insert(gutter);
            }
        }
    }

    /// Steps: listings, then tables, then what the name says, then what the style says.
    fn meaning(&mut self, node: NodeId) -> Meaning {
        let page = self.page;
        let tag = page.tag(node);
        let boundary = || {
            if page.is_block(node) {
                Meaning::Boundary
            } else {
                Meaning::Nothing
            }
        };
        if self.builder.in_pre() {
            return match tag {
                Tag::A
                | Tag::Mark
                | Tag::Kbd
                | Tag::Var
                | Tag::Ins
                | Tag::Del
                | Tag::Sup
                | Tag::Sub => self.inline(node, tag),
                // The cells of a row of code are one line.
                Tag::Td | Tag::Th => Meaning::Nothing,
                _ => boundary(),
            };
        }
        if code::is_listing(page, &self.survey, node) {
            return Meaning::Block(Tag::Pre, Attrs::new());
        }
        match self.grids.part(node) {
            Some(Part::Table) => {
                self.data_table = true;
                return Meaning::Block(Tag::Table, Attrs::new());
            }
            Some(Part::Row) => return Meaning::Block(Tag::Tr, Attrs::new()),
            Some(Part::Cell(cell)) => return Meaning::Block(cell, Attrs::new()),
            None => {}
        }
        if let Some(kind) = boxed::kind(page, &self.survey, node) {
            return Meaning::Block(Tag::Aside, vec![(Attr::Class, kind.to_owned())]);
        }
        match tag {
            Tag::Table => {
                let layout = self.survey.table(node).is_none_or(|t| t.is_layout());
                self.data_table = !layout;
                if layout {
                    return Meaning::Boundary;
                }
                return Meaning::Block(Tag::Table, Attrs::new());
            }
            Tag::Caption | Tag::Thead | Tag::Tbody | Tag::Tfoot | Tag::Tr | Tag::Td | Tag::Th => {
                if !self.data_table && self.in_layout_table(node) {
                    return Meaning::Boundary;
                }
                return Meaning::Block(tag, self.attrs(node, tag));
            }
            Tag::Ul | Tag::Menu | Tag::Dir => return Meaning::Block(Tag::Ul, Attrs::new()),
            Tag::Ol
            | Tag::Li
            | Tag::Dl
            | Tag::Dt
            | Tag::Dd
            | Tag::Blockquote
            | Tag::Figure
            | Tag::Figcaption
            | Tag::Details
            | Tag::Summary => return Meaning::Block(tag, self.attrs(node, tag)),
            _ if is_heading(tag) => return Meaning::Block(tag, Attrs::new()),
            _ => {}
        }
        match tag {
            Tag::A
            | Tag::Abbr
            | Tag::B
            | Tag::Bdi
            | Tag::Bdo
            | Tag::Cite
            | Tag::Code
            | Tag::Del
            | Tag::Dfn
            | Tag::Em
            | Tag::I
            | Tag::Ins
            | Tag::Kbd
            | Tag::Mark
            | Tag::Q
            | Tag::Rb
            | Tag::Rt
            | Tag::Rtc
            | Tag::Ruby
            | Tag::S
            | Tag::Samp
            | Tag::Small
            | Tag::Strong
            | Tag::Sub
            | Tag::Sup
            | Tag::Time
            | Tag::U
            | Tag::Var => self.inline(node, tag),
            Tag::Strike => self.inline(node, Tag::S),
            Tag::Tt => self.inline(node, Tag::Code),
            Tag::Span | Tag::Font if self.is_bold_span(node) => self.inline(node, Tag::Strong),
            _ => boundary(),
        }
    }

    fn inline(&self, node: NodeId, tag: Tag) -> Meaning {
        let attrs = self.attrs(node, tag);
        if tag == Tag::A && attrs.is_empty() {
            return if self.page.is_block(node) {
                Meaning::Boundary
            } else {
                Meaning::Nothing
            };
        }
        Meaning::Inline(tag, attrs)
    }

    /// Returns whether the part of a table belongs to one that lays out the page.
    fn in_layout_table(&self, node: NodeId) -> bool {
        self.page
            .ancestors(node)
            .take(4)
            .find(|&n| self.page.tag(n) == Tag::Table)
            .is_some_and(|t| self.survey.table(t).is_none_or(|t| t.is_layout()))
    }

    /// Emphasis that only a style sheet gives.
    fn is_bold_span(&self, node: NodeId) -> bool {
        let page = self.page;
        let bold = |n| page.style(n).font_weight >= 600;
        page.has_layout()
            && !page.is_block(node)
            && bold(node)
            && page.parent(node).is_some_and(|p| !bold(p))
    }

    /// Returns whether a node is a mark at a heading that leads to the heading itself.
    fn is_permalink(&self, node: NodeId) -> bool {
        let text = self.page.raw_text(node).trim();
        self.builder.in_heading()
            && text.chars().count() <= 2
            && !text.chars().any(char::is_alphanumeric)
            && fragment(self.page, node).is_some()
            && self.survey.leaves(self.page, node) == self.survey.kept(self.page, node)
    }

    /// Returns whether a control shows no word but a sign, as buttons that copy a link do.
    fn is_icon(&self, node: NodeId) -> bool {
        let text = self.page.raw_text(node);
        !text.chars().any(char::is_alphanumeric)
            && self.survey.leaves(self.page, node) == self.survey.kept(self.page, node)
    }

    /// Returns the attributes that an element keeps, besides its id.
    fn attrs(&self, node: NodeId, tag: Tag) -> Attrs {
        let page = self.page;
        let mut attrs = Attrs::new();
        let value = |a| page.attr(node, a).map(str::trim);
        let whole = |a, least: i32, most: i32| {
            value(a)
                .and_then(|v| v.parse::<i32>().ok())
                .filter(|n| (least..=most).contains(n))
                .map(|n| (a, n.to_string()))
        };
        let text = |a| {
            value(a)
                .filter(|v| !v.is_empty())
                .map(|v| (a, v.to_owned()))
        };
        let cite = || {
            let url = address::link(value(Attr::Cite)?, page.url())?;
            url.starts_with("http").then_some((Attr::Cite, url))
        };
        match tag {
            Tag::A => {
                let href = self.target(node);
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
            Tag::Blockquote | Tag::Q => attrs.extend(cite()),
            Tag::Ins | Tag::Del => {
                attrs.extend(cite());
                attrs.extend(text(Attr::Datetime));
            }
            Tag::Time => attrs.extend(text(Attr::Datetime)),
            Tag::Details => attrs.extend(value(Attr::Open).map(|_| (Attr::Open, String::new()))),
            Tag::Ol => {
                attrs.extend(whole(Attr::Start, -1_000_000, 1_000_000_000));
                if value(Attr::Reversed).is_some() {
                    attrs.push((Attr::Reversed, String::new()));
                }
                let kind = value(Attr::Type).filter(|k| ["a", "A", "i", "I"].contains(k));
                attrs.extend(kind.map(|k| (Attr::Type, k.to_owned())));
            }
            Tag::Li => attrs.extend(whole(Attr::Value, -1_000_000, 1_000_000_000)),
            Tag::Td | Tag::Th => {
                attrs.extend(whole(Attr::Colspan, 2, 1000));
                attrs.extend(whole(Attr::Rowspan, 0, 65534).filter(|(_, n)| n != "1"));
                let scope = value(Attr::Scope).filter(|s| {
                    tag == Tag::Th && ["row", "col", "rowgroup", "colgroup"].contains(s)
                });
                attrs.extend(scope.map(|s| (Attr::Scope, s.to_owned())));
            }
            _ => {}
        }
        attrs
    }

    fn target(&self, node: NodeId) -> Option<String> {
        if let Some(fragment) = fragment(self.page, node) {
            return Some(format!("#{fragment}"));
        }
        let href = self.page.attr(node, Attr::Href)?;
        if href.trim_start().starts_with('#') {
            return None;
        }
        address::link(href, self.page.url())
    }

    /// Returns the node's id with our prefix, where a link in the article leads to it; once.
    fn wanted_id(&mut self, node: NodeId) -> Option<String> {
        let name = (self.page.tag(node) == Tag::A).then_some(Attr::Name);
        let id = [Some(Attr::Id), name]
            .into_iter()
            .flatten()
            .filter_map(|a| self.page.attr(node, a))
            .find(|id| self.survey.is_wanted(id))?;
        let fresh = !id.contains(char::is_whitespace) && self.seen_ids.insert(Fnv64::of(id));
        fresh.then(|| format!("{}{id}", super::ID_PREFIX))
    }

    fn math(&mut self, node: NodeId) {
        self.last_picture = None;
        let page = self.page;
        self.builder
            .leaf(Tag::Math, math::attrs(page, node), |tree, at| {
                math::copy(page, node, tree, at);
            });
    }

    fn image(&mut self, img: NodeId, around: Option<NodeId>) {
        let Some(attrs) = picture::image(self.page, img, around) else {
            return;
        };
        let apart = self.page.is_block(img);
        if apart {
            self.builder.boundary();
        }
        self.add_picture(attrs);
        if apart {
            self.builder.boundary();
        }
    }

    fn add_picture(&mut self, attrs: Attrs) {
        let src = attrs.iter().find(|(a, _)| *a == Attr::Src);
        let src = src.map(|(_, src)| src.clone());
        if src.is_some() && src == self.last_picture {
            return;
        }
        self.last_picture = src;
        self.builder.leaf(Tag::Img, attrs, |_, _| {});
    }

    fn medium(&mut self, node: NodeId) {
        match embed::medium(self.page, node) {
            Ok(medium) => {
                let tag = self.page.tag(node);
                self.builder.leaf(tag, medium.attrs, |tree, at| {
                    for source in medium.sources {
                        tree.push(Tag::Source, source, at, false);
                    }
                });
            }
            Err(Some(card)) => self.builder.card(card),
            Err(None) => {}
        }
    }
}

/// Returns whether an inline element keeps to its line whatever its `display` says.
fn is_raised(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Sub | Tag::Sup | Tag::Ruby | Tag::Rb | Tag::Rt | Tag::Rtc
    )
}
