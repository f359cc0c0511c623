//! Converts the page to the clean tree, walking over its kept leaves.

mod leaves;
mod removed;

use std::borrow::Cow;

use super::build::{Builder, Heights, Locale};
use super::count::Count;
use super::element_map::{Element, Mapping};
use super::grid::Grids;
use super::sidenotes::{Body, Sidenotes};
use super::survey::{Survey, fragment};
use super::tree::{Attrs, Tree};
use super::{
    apart, code, count, embed, emoji, equations, image, math, order, page_break, svg, tasks, verse,
};
use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::compact::words;
use crate::page::{Attr, NodeId, NodeSet, Page, Tag, is_private};

/// Returns the clean tree of kept leaves, and whether it runs from right to left. Blocks with
/// another direction are marked. Internal links still begin with `#` and have no prefix.
pub(super) fn clean_tree(page: &Page, kept: &NodeSet) -> (Tree, bool) {
    let rtl = is_rtl(page, kept);
    let lang = language(page, page.root());
    let translate = translation(page, page.root()).unwrap_or(true);
    let locale = Locale {
        rtl,
        lang,
        translate,
    };
    let sidenotes = Sidenotes::find(page, kept);
    let with_hidden = sidenotes.kept(page, kept);
    let kept = with_hidden.as_ref().unwrap_or(kept);
    let survey = Survey::new(page, kept);
    let mut walker = Walker {
        page,
        kept,
        sidenotes,
        marked: Vec::new(),
        grids: Grids::new(page, &survey),
        survey,
        builder: Builder::new(locale),
        open: Vec::new(),
        lang,
        translate,
        data_table: false,
        non_code: NodeSet::new(page),
        joined_lines: false,
        draws_formulas: math::source::is_rendered(page),
        seen_ids: Interner::new(),
        last_card: String::new(),
    };
    walker.run();
    (walker.builder.finish(), rtl)
}

/// Returns whether most of the kept text runs from right to left.
pub(crate) fn is_rtl(page: &Page, kept: &NodeSet) -> bool {
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

/// Returns whether an element's text may be translated; `None` if it doesn't declare that.
fn translation(page: &Page, node: NodeId) -> Option<bool> {
    let value = page.attr(node, Attr::Translate)?.trim();
    match value {
        "" => Some(true),
        _ if value.eq_ignore_ascii_case("yes") => Some(true),
        _ if value.eq_ignore_ascii_case("no") => Some(false),
        _ => None,
    }
}

/// The state of the walk before an element was entered.
struct Outer<'p> {
    start: NodeId,
    end: NodeId,
    heights: Heights,
    is_block: bool,
    /// True for a line of verse, which doesn't begin a paragraph.
    is_verse: bool,
    locale: Locale<'p>,
    lang: Option<&'p str>,
    translate: bool,
    data_table: bool,
    /// The note whose reference is put after it.
    note: Option<usize>,
    /// Counter of the items of a numbered list.
    count: Option<Count>,
}

struct Walker<'p, 'k> {
    page: &'p Page,
    kept: &'k NodeSet,
    sidenotes: Sidenotes,
    /// The sidenotes whose references were added, in that order.
    marked: Vec<usize>,
    survey: Survey,
    grids: Grids,
    builder: Builder<'p>,
    open: Vec<Outer<'p>>,
    lang: Option<&'p str>,
    translate: bool,
    /// True if the innermost table contains data.
    data_table: bool,
    /// Content of the current code block that isn't code.
    non_code: NodeSet,
    /// True if the lines of the current code block are adjacent elements.
    joined_lines: bool,
    /// True if a script renders the formulas in the page's text.
    draws_formulas: bool,
    seen_ids: Interner,
    /// Target of the link that was last added for content that isn't loaded.
    last_card: String,
}

impl<'p> Walker<'p, '_> {
    fn run(&mut self) {
        let order = order::reading_order(self.page, &self.survey);
        let end = self.page.end(self.page.root());
        // The index in reading order, which is the node's id in document order.
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
        self.notes_beside();
    }

    /// Adds the sidenotes as items of a list.
    fn notes_beside(&mut self) {
        let marked = std::mem::take(&mut self.marked);
        if marked.is_empty() {
            return;
        }
        self.builder.block(Tag::Ol, Attrs::new());
        for (number, note) in (1..).zip(marked) {
            let heights = self.builder.heights();
            let id = format!("{}{}", super::ID_PREFIX, beside(number));
            self.builder.block(Tag::Li, vec![(Attr::Id, id)]);
            match self.sidenotes.get(note).body.clone() {
                Body::Words(words) => self.builder.text(&words, false),
                Body::Element(body) => self.below(body),
            }
            self.builder.boundary();
            self.builder.restore(heights);
        }
    }

    /// Adds the content of an element.
    fn below(&mut self, body: NodeId) {
        let end = self.page.end(body);
        let mut at = NodeId(body.0 + 1);
        while at < end {
            self.leave(at);
            self.builder.origin(at);
            at = if self.page.is_text(at) {
                self.text(at);
                NodeId(at.0 + 1)
            } else {
                self.element(at)
            };
        }
        self.leave(end);
    }

    /// Adds the reference of a sidenote.
    fn mark(&mut self, note: usize) {
        let known = self.sidenotes.get(note).again;
        let known = known.and_then(|first| self.marked.iter().position(|&other| other == first));
        let number = match known {
            Some(at) => at + 1,
            None => {
                self.marked.push(note);
                self.marked.len()
            }
        };
        let mut around = self.page.ancestors(self.sidenotes.get(note).mark).take(3);
        let is_raised = around.any(|n| self.page.tag(n) == Tag::Sup);
        let link = vec![(Attr::Href, format!("#{}", beside(number)))];
        let own = self.sidenotes.get(note).label.clone();
        let label = own.unwrap_or_else(|| number.to_string());
        if is_raised {
            self.builder
                .leaf(Tag::A, link, |tree, a| tree.push_text(&label, a));
        } else {
            self.builder.leaf(Tag::Sup, Attrs::new(), |tree, sup| {
                let a = tree.push(Tag::A, link, sup, false);
                tree.push_text(&label, a);
                tree.close(a);
            });
        }
    }

    /// Closes the elements that don't contain `node`.
    fn leave(&mut self, node: NodeId) {
        while let Some(outer) = self.open.pop_if(|o| node < o.start || o.end <= node) {
            if let Some(note) = outer.note {
                self.mark(note);
            }
            if outer.is_verse {
                self.builder.verse_line();
                self.builder.restore_inlines(outer.heights);
            } else if outer.is_block {
                self.builder.boundary();
                self.builder.restore(outer.heights);
            } else {
                self.builder.restore_inlines(outer.heights);
            }
            self.builder.locale = outer.locale;
            self.lang = outer.lang;
            self.translate = outer.translate;
            self.data_table = outer.data_table;
        }
    }

    fn text(&mut self, node: NodeId) {
        let text = self.page.text(node);
        let blank = text.trim().is_empty();
        if blank
            && self.builder.in_pre()
            && (self.non_code.contains(node) || self.is_between_lines(node))
        {
            return;
        }
        if self.kept.contains(node) || blank {
            let text = if self.builder.in_pre() {
                code::plain(self.without_layout(node, text))
            } else {
                without_private(text)
            };
            if !self.builder.in_pre() && apart::follows_number(self.page, node) {
                self.builder.space();
            }
            self.words(node, &text);
        } else if text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace) {
            self.builder.space();
        }
    }

    /// Adds a text, including formulas in it.
    fn words(&mut self, node: NodeId, text: &str) {
        let lines = self.page.style(node).preformatted;
        let mut start = 0;
        if math::source::may_be_in(text) && !self.builder.in_pre() && !self.is_code(node) {
            for formula in math::source::in_text(text, self.draws_formulas) {
                self.builder.text(&text[start..formula.start], lines);
                self.formula(&formula.source);
                start = formula.end;
            }
        }
        self.builder.text(&text[start..], lines);
    }

    fn is_code(&self, text: NodeId) -> bool {
        let page = self.page;
        let mut around = page.ancestors(text).take(6);
        around.any(|n| matches!(page.tag(n), Tag::Code | Tag::Kbd | Tag::Samp | Tag::Tt))
    }

    /// Returns whether white space in a code block isn't painted, because its element doesn't
    /// preserve white space: it's between parts of a table, or beside a line break or a line that's
    /// a block.
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
                let before = NodeId(node.0 - 1);
                let is_break = |n: NodeId| page.tag(n) == Tag::Br;
                if next < page.end(parent) {
                    return page.is_block(next) || is_break(next) || is_break(before);
                }
                let line = |&n: &NodeId| n > parent && page.is_block(n);
                is_break(before) || line(&before) || page.ancestors(before).any(|n| line(&n))
            }
        }
    }

    /// Returns a text of a code block without the white space after a line break, which only
    /// formats the source if the element doesn't preserve white space.
    fn without_layout<'t>(&self, node: NodeId, text: &'t str) -> &'t str {
        let is_after_break = self.page.tag(NodeId(node.0 - 1)) == Tag::Br;
        match is_after_break && !self.page.style(node).preformatted {
            true => text.trim_start_matches(['\n', '\r', '\t', ' ']),
            false => text,
        }
    }

    /// Adds an element, and returns the node to continue with.
    fn element(&mut self, node: NodeId) -> NodeId {
        let page = self.page;
        let tag = page.tag(node);
        let after = page.end(node);
        if let Some(end) = self.grids.row_from(node) {
            self.enter_row(node, end);
        }
        if self.survey.kept(page, node) == 0 || tag == Tag::Rp {
            self.removed(node);
            return after;
        }
        if let Some(note) = self.sidenotes.at(node)
            && !self.sidenotes.get(note).follows
            && !self.builder.in_pre()
        {
            self.mark(note);
            return after;
        }
        if self.sidenotes.passes(node) {
            return after;
        }
        if self.builder.in_pre()
            && (page.is_block(node) || self.is_joined_line(node))
            && code::is_numbered_only(page, node, &self.non_code)
        {
            self.builder.boundary();
            self.builder.empty_line();
            return after;
        }
        if self.add_formula(node) {
            return after;
        }
        if tag.is_never_rendered() || self.is_gutter(node) {
            return after;
        }
        if let Some(rows) = equations::rows(page, &self.survey, node) {
            self.equations(rows);
            return after;
        }
        if self.add_whole(node) {
            return after;
        }
        if count::is_repeated(page, node) {
            return after;
        }
        if !self.builder.in_pre() && apart::is_apart(page, node) {
            self.builder.space();
        }
        self.enter(node);
        NodeId(node.0 + 1)
    }

    /// Adds a formula in place of the element that contains or renders it. Returns false if there's
    /// none.
    fn add_formula(&mut self, node: NodeId) -> bool {
        let page = self.page;
        if let Some(formula) = self.survey.formula(node) {
            self.math(formula);
        } else if let Some(source) = math::source::of_text(page, node) {
            self.formula(&source);
        } else if math::katex::is_rendered(page, node)
            && let Some(rendered) = math::katex_boxes(page, node)
        {
            self.rendered(rendered);
        } else {
            return false;
        }
        true
    }

    /// Adds or skips an element whose children aren't walked. Returns false for other elements.
    fn add_whole(&mut self, node: NodeId) -> bool {
        let page = self.page;
        match page.tag(node) {
            Tag::Svg => {
                if let Some(emoji) = emoji::of(page, node) {
                    self.builder.text(&emoji, false);
                } else if let Some(source) = math::source::of_svg(page, node) {
                    self.formula(&source);
                } else if let Some(attrs) = svg::image(page, node) {
                    self.lone_image(node, attrs);
                }
            }
            Tag::Canvas => {}
            Tag::Math => self.math(node),
            Tag::Img => self.image(node, None),
            Tag::Picture => {
                if let Some(img) = page.descendants(node).find(|&n| page.tag(n) == Tag::Img) {
                    self.image(img, Some(node));
                }
            }
            Tag::Noscript if page.is_hidden(node) => {
                if let Some(attrs) = image::noscript(page, node) {
                    self.add_image(attrs);
                }
            }
            Tag::Video | Tag::Audio => self.medium(node),
            // If content of a frame is kept, it replaces the frame.
            Tag::Iframe | Tag::Embed | Tag::Object if self.own_leaf_only(node) => {
                if let Some(attrs) = image::object(page, node) {
                    self.lone_image(node, attrs);
                } else if let Some(card) = embed::frame(page, node) {
                    self.card(card);
                }
            }
            Tag::Hr => match page_break::of(page, node) {
                Some(mark) => self.builder.page_break(mark),
                None => self.builder.rule(),
            },
            Tag::Br => self.builder.line_break(),
            Tag::Wbr => self.builder.word_break(),
            // Its content is the play button, or the preview image.
            Tag::Other if page.attr(node, Attr::Videoid).is_some() => {
                return self.add_player(node);
            }
            Tag::Div | Tag::Span | Tag::Figure
                if self.survey.chars(page, node) == 0
                    && page.subtree(node).len() <= embed::MAX_NODES =>
            {
                return !self.builder.in_pre() && self.add_player(node);
            }
            Tag::Code if let Some(sign) = tasks::sign(page, node) => {
                self.builder.text(sign, false);
            }
            Tag::A if self.is_permalink(node) => {}
            Tag::Button if self.is_icon(node) || self.is_control_of_heading(node) => {}
            Tag::Span | Tag::Div if self.is_control_of_heading(node) => {}
            _ => return false,
        }
        true
    }

    /// Adds the link for an element that a script turns into a player. Returns false if it isn't one.
    fn add_player(&mut self, node: NodeId) -> bool {
        let card = embed::video_of(self.page, node);
        let is_player = card.is_some();
        if let Some(card) = card {
            self.card(card);
        }
        is_player
    }

    /// Begins a row that has no element on the page.
    fn enter_row(&mut self, start: NodeId, end: NodeId) {
        self.builder.boundary();
        self.open.push(Outer {
            start,
            end,
            heights: self.builder.heights(),
            is_block: true,
            is_verse: false,
            locale: self.builder.locale,
            lang: self.lang,
            translate: self.translate,
            data_table: self.data_table,
            note: None,
            count: None,
        });
        self.builder.block(Tag::Tr, Attrs::new());
    }

    /// Returns whether the element contains only line numbers for an adjacent code block, or
    /// content of the code block around it that isn't code.
    fn is_gutter(&self, node: NodeId) -> bool {
        if self.builder.in_pre() {
            return self.non_code.contains(node);
        }
        self.page.is_block(node) && code::is_gutter(self.page, &self.survey, node)
    }

    fn own_leaf_only(&self, node: NodeId) -> bool {
        self.kept.contains(node) && self.survey.kept(self.page, node) == 1
    }

    fn enter(&mut self, node: NodeId) {
        let page = self.page;
        let mut mapping = Element {
            page,
            survey: &self.survey,
            grids: &self.grids,
            in_pre: self.builder.in_pre(),
            in_data_table: self.data_table,
            node,
        }
        .mapping();
        self.note_number(node, &mut mapping);
        let is_verse = matches!(mapping, Mapping::Boundary)
            && !self.builder.in_pre()
            && verse::is_line(page, &self.survey, node);
        let outer = self.outer(node, &mapping, is_verse);
        match mapping {
            Mapping::LayoutTable => self.data_table = false,
            Mapping::Block(Tag::Table, _) => self.data_table = true,
            _ => {}
        }
        self.lang = language(page, node).or(self.lang);
        self.translate = translation(page, node).unwrap_or(self.translate);
        let own = Locale {
            rtl: page.style(node).rtl,
            lang: self.lang,
            translate: self.translate,
        };
        if is_verse {
            self.builder.verse_line();
        } else if outer.is_block {
            self.builder.boundary();
            self.builder.locale = own;
        }
        let has_other_locale = own != self.builder.locale && !outer.is_block;
        let pre = matches!(mapping, Mapping::Block(Tag::Pre, _));
        self.open.push(outer);
        self.begin(node, mapping, has_other_locale.then_some(own));
        if page.tag(node) == Tag::Li
            && let Some(sign) = tasks::sign_of_item(page, node)
        {
            self.builder.text(sign, false);
        }
        if pre {
            self.enter_code(node);
        }
    }

    /// Returns the state to restore at the end of an element.
    fn outer(&self, node: NodeId, mapping: &Mapping, is_verse: bool) -> Outer<'p> {
        let page = self.page;
        Outer {
            is_verse,
            start: node,
            end: page.end(node),
            heights: self.builder.heights(),
            is_block: match mapping {
                Mapping::Nothing if self.is_joined_line(node) => true,
                Mapping::Boundary | Mapping::LayoutTable | Mapping::Block(..) => true,
                Mapping::Inline(tag, _) => page.is_block(node) && !is_raised(*tag),
                Mapping::Nothing => false,
            },
            locale: self.builder.locale,
            lang: self.lang,
            translate: self.translate,
            data_table: self.data_table,
            note: self.sidenotes.at(node).filter(|_| !self.builder.in_pre()),
            count: match mapping {
                Mapping::Block(Tag::Ol, _) => Some(Count::new(page, node)),
                _ => None,
            },
        }
    }

    /// Enters the `code` of a code block.
    fn enter_code(&mut self, block: NodeId) {
        let page = self.page;
        let class = |language| (Attr::Class, format!("language-{language}"));
        let attrs = page.code_language(block).map(class).into_iter().collect();
        self.builder.inline(Tag::Code, attrs, None);
        self.joined_lines = code::has_joined_lines(page, block);
        for scrap in code::non_code(page, &self.survey, block) {
            self.non_code.insert(scrap);
        }
    }

    /// Stores the number that an item has on the page.
    fn note_number(&mut self, node: NodeId, mapping: &mut Mapping) {
        let count = self.open.last_mut().and_then(|list| list.count.as_mut());
        if let Some(count) = count
            && let Mapping::Block(Tag::Li, attrs) = mapping
            && let Some(number) = count.of(self.page, node)
        {
            attrs.push((count::NOTED, number.to_string()));
        }
    }

    /// Opens the mapped element. `own` is the locale of an inline element, if that differs from the
    /// one around it.
    fn begin(&mut self, node: NodeId, mapping: Mapping, own: Option<Locale<'p>>) {
        let id = self.target_id(node);
        match mapping {
            Mapping::Nothing | Mapping::Boundary | Mapping::LayoutTable => {
                if own.is_some() {
                    let attrs = id.map(|id| (Attr::Id, id)).into_iter().collect();
                    self.builder.inline(Tag::Span, attrs, own);
                } else if let Some(id) = id {
                    self.builder.id(id);
                }
            }
            Mapping::Block(tag, mut attrs) => {
                attrs.extend(id.map(|id| (Attr::Id, id)));
                self.builder.block(tag, attrs);
            }
            Mapping::Inline(tag, mut attrs) => {
                attrs.extend(id.map(|id| (Attr::Id, id)));
                self.builder.inline(tag, attrs, own);
            }
        }
    }

    /// Returns whether a node is a symbol that links to its own place: to a heading, or, if its
    /// class name says so, to anything with a number or a caption.
    fn is_permalink(&self, node: NodeId) -> bool {
        let text = self.page.raw_text(node).trim();
        let class = self.page.attr(node, Attr::Class).unwrap_or_default();
        let is_sign = text.chars().count() <= 2 && !text.chars().any(char::is_alphanumeric);
        let is_named = || {
            let mut names = class.split_ascii_whitespace();
            names.any(|name| words::holds(PERMALINKS, name))
        };
        let is_permalink = || match self.builder.in_heading() {
            true => is_sign || is_named() && !self.is_whole_heading(node),
            false => is_sign && is_named(),
        };
        fragment(self.page, node).is_some()
            && is_permalink()
            && self.survey.leaves(self.page, node) == self.survey.kept(self.page, node)
    }

    /// Returns whether a node contains all the text of its heading.
    fn is_whole_heading(&self, node: NodeId) -> bool {
        let page = self.page;
        let mut around = page.ancestors(node).take(4);
        let heading = around.find(|&n| page.tag(n).heading_level().is_some());
        heading.is_some_and(|h| self.survey.chars(page, h) == self.survey.chars(page, node))
    }

    /// Returns whether a control consists only of a symbol, like buttons that copy a link.
    fn is_icon(&self, node: NodeId) -> bool {
        let text = self.page.raw_text(node);
        !text.chars().any(char::is_alphanumeric)
            && self.survey.leaves(self.page, node) == self.survey.kept(self.page, node)
    }

    /// Returns whether a node in a heading is a button, or contains only links beside one. These
    /// are actions for the section and not part of its name.
    fn is_control_of_heading(&self, node: NodeId) -> bool {
        let page = self.page;
        // A button with most of the heading shows or hides its section.
        let is_toggle = page.attr(node, Attr::AriaExpanded).is_some();
        if !self.builder.in_heading() || is_toggle || self.is_whole_heading(node) {
            return false;
        }
        let is_button = |n: NodeId| page.tag(n) == Tag::Button;
        let chars_in = |tags: &[Tag]| {
            let parts = page
                .descendants(node)
                .filter(|&n| tags.contains(&page.tag(n)));
            parts.map(|n| self.survey.chars(page, n)).sum::<u32>()
        };
        is_button(node)
            || page.descendants(node).any(is_button)
                && chars_in(&[Tag::Button, Tag::A]) >= self.survey.chars(page, node)
    }

    /// Returns the node's id with the prefix, if it's the target of a link in the article. Each id
    /// is returned only once.
    fn target_id(&mut self, node: NodeId) -> Option<String> {
        let name = (self.page.tag(node) == Tag::A).then_some(Attr::Name);
        let id = [Some(Attr::Id), name]
            .into_iter()
            .flatten()
            .filter_map(|a| self.page.attr(node, a))
            .find(|id| self.survey.is_target(id))?;
        let fresh = !id.contains(char::is_whitespace) && self.seen_ids.insert(Hash64::of(id));
        fresh.then(|| format!("{}{id}", super::ID_PREFIX))
    }
}

/// Class names of links from headings to themselves.
const PERMALINKS: &str = "anchor anchorjs-link anchor-link headerlink header-anchor \
    hash-link heading-link permalink";

/// Returns a text without private-use characters, which have a meaning only in a font of the page.
fn without_private(text: &str) -> Cow<'_, str> {
    match text.contains(is_private) {
        true => Cow::Owned(text.replace(is_private, "")),
        false => Cow::Borrowed(text),
    }
}

/// Returns the id of a sidenote.
fn beside(number: usize) -> String {
    format!("-beside-{number}")
}

/// Returns whether an inline element stays in its line regardless of its `display`.
fn is_raised(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Sub | Tag::Sup | Tag::Ruby | Tag::Rb | Tag::Rt | Tag::Rtc | Tag::Span
    )
}
