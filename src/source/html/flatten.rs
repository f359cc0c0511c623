//! Converts the arena to a page: document order, shadow trees and slots, styles, absolute URLs.

use std::borrow::Cow;
use std::collections::BTreeMap;

use html5ever::{Attribute, expanded_name, local_name, ns};

use super::address::Base;
use super::arena::{Arena, Data, Element};
use super::protected;
use super::sheet::Sheet;
use super::svg;
use crate::page::formula::{draws_formulas, is_formula_type};
use crate::page::{
    Attr, Display, Limits, MAX_OTHER_BYTES, Page, PageBuilder, PageError, PageInfo, Placement,
    SNIPPETS, Style, Tag, Visibility, Writing, is_code_box, is_code_fragment, is_code_line,
    may_stand_in_code,
};
use crate::source::css;

/// The remaining nodes of a level.
enum Nodes {
    /// A node and its later siblings.
    Siblings(Option<usize>),
    /// Nodes assigned to a slot.
    Slotted(std::vec::IntoIter<usize>),
}

/// A level of the walk.
struct Level {
    nodes: Nodes,
    /// The shadow tree the nodes belong to; `None` for the document.
    shadow: Option<usize>,
    /// True if the level's end closes an element.
    closes: bool,
    /// True if the nodes are the fallback of their parent (`video`, `audio`, `canvas`).
    fallback: bool,
}

impl Nodes {
    /// Removes and returns the next node.
    fn next(&mut self, arena: &Arena) -> Option<usize> {
        match self {
            Self::Siblings(next) => {
                let at = *next;
                *next = at.and_then(|at| arena.nodes[at].next);
                at
            }
            Self::Slotted(nodes) => nodes.next(),
        }
    }
}

impl Level {
    /// Replaces the level of a slot with the nodes of the shadow tree's host for it. If there are
    /// none, the slot's own children stay.
    fn fill(&mut self, slot: &Element, shadow: &mut Shadow) {
        let name = slot.attr(local_name!("name")).unwrap_or_default();
        if let Some(nodes) = shadow.assigned.remove(name) {
            self.nodes = Nodes::Slotted(nodes.into_iter());
            self.shadow = shadow.outer;
        }
        self.closes = false;
    }
}

/// A shadow tree, and its host's nodes for the slots.
struct Shadow {
    assigned: BTreeMap<String, Vec<usize>>,
    /// The shadow tree in which the host is.
    outer: Option<usize>,
}

/// Returns the page of a parsed document. `noscript` is true if the contents of `noscript` elements
/// are visible. Cost: linear.
pub(super) fn flatten(
    arena: &Arena,
    document: usize,
    url: &str,
    limits: Limits,
    noscript: bool,
) -> Result<Page, PageError> {
    let base = base_url(arena, document, url);
    let info = PageInfo {
        url: url.to_owned(),
        ..PageInfo::default()
    };
    let mut walk = Walk {
        arena,
        base,
        sheet: Sheet::of(arena, document),
        noscript,
        builder: PageBuilder::new(info, limits),
        shadows: Vec::new(),
        levels: vec![Level {
            nodes: Nodes::Siblings(arena.nodes[document].first),
            shadow: None,
            closes: false,
            fallback: false,
        }],
    };
    while let Some(level) = walk.levels.last_mut() {
        let next = level.nodes.next(arena);
        let (shadow, fallback) = (level.shadow, level.fallback);
        let Some(at) = next else {
            if level.closes {
                walk.builder.close();
            }
            walk.levels.pop();
            continue;
        };
        match &arena.nodes[at].data {
            Data::Element(element) => walk.element(at, element, shadow, fallback)?,
            Data::Text(text) if !fallback => walk.builder.text(text)?,
            Data::Text(_) | Data::Fragment | Data::Comment => {}
        }
    }
    walk.builder.finish()
}

/// A walk over a parsed document, and its output.
struct Walk<'a> {
    arena: &'a Arena,
    base: Option<Base>,
    sheet: Sheet,
    noscript: bool,
    builder: PageBuilder,
    shadows: Vec<Shadow>,
    levels: Vec<Level>,
}

impl Walk<'_> {
    /// Adds the element at an index of the arena, and the level below it. `shadow` and `fallback`
    /// are those of its own level.
    fn element(
        &mut self,
        at: usize,
        element: &Element,
        shadow: Option<usize>,
        fallback: bool,
    ) -> Result<(), PageError> {
        let tag = Tag::from_name(&element.name.local);
        let first = self.arena.nodes[at].first.filter(|_| !tag.is_leaf());
        let mut below = Level {
            nodes: Nodes::Siblings(first),
            shadow,
            closes: true,
            fallback: tag.is_fallback(),
        };
        let in_shadow = shadow.map(|s| &mut self.shadows[s]);
        if let (Some(in_shadow), expanded_name!(html "slot")) = (in_shadow, element.name.expanded())
        {
            below.fill(element, in_shadow);
            self.levels.push(below);
            return Ok(());
        }
        let hidden = fallback || (tag == Tag::Noscript && !self.noscript);
        let style = Presumed {
            hidden,
            code: !self.builder.style().preformatted && self.is_code(at, element, tag),
            block: is_of_lines(tag) && self.is_paragraph(at, element),
            inline: style_declares(element, "display", "inline-block") && self.is_in_heading(at),
        };
        if !open(element, tag, style, &mut self.builder, self.base.as_ref())? {
            return Ok(());
        }
        if let Some(address) = protected::address_of(element) {
            self.builder.text(&address)?;
            below.nodes = Nodes::Siblings(None);
        }
        if tag == Tag::Svg
            && let Some(markup) = svg::markup(self.arena, at, &self.sheet)
        {
            self.builder.attr(Attr::Markup, &markup)?;
        }
        if let Some(inner) = element.inner {
            below.nodes = Nodes::Siblings(self.arena.nodes[inner].first);
            if !matches!(tag, Tag::Noscript | Tag::Iframe) {
                self.shadows.push(Shadow {
                    assigned: assigned(self.arena, at),
                    outer: shadow,
                });
                below.shadow = Some(self.shadows.len() - 1);
            }
        }
        self.levels.push(below);
        Ok(())
    }
}

impl Walk<'_> {
    /// Returns whether style sheets certainly preserve the white space of an element: it is a code
    /// box by its name or its language and contains nothing else, or a `code` of several lines.
    fn is_code(&self, at: usize, element: &Element, tag: Tag) -> bool {
        match tag {
            Tag::Div | Tag::Figure | Tag::Table | Tag::Td | Tag::Other => {
                let is_code = |attr: &Attribute| match &*attr.name.local {
                    "class" => {
                        is_code_box(&attr.value)
                            || is_code_line(&attr.value) && self.is_in_fragment(at)
                    }
                    "data-lang" | "data-language" => true,
                    _ => false,
                };
                element.attrs.iter().any(is_code) && self.contains_only_code(at)
            }
            Tag::Code => {
                self.is_alone_in_box(at) && (has_block_class(element) || self.contains_lines(at))
            }
            _ => false,
        }
    }

    /// Returns whether an element is in a heading, whose letters scripts put into boxes.
    fn is_in_heading(&self, at: usize) -> bool {
        let nodes = &self.arena.nodes;
        let around = std::iter::successors(nodes[at].parent, |&at| nodes[at].parent);
        let mut elements = around
            .take(HEADING_LEVELS)
            .filter_map(|at| nodes[at].element());
        elements.any(|element| {
            Tag::from_name(&element.name.local)
                .heading_level()
                .is_some()
        })
    }

    /// Returns whether the parent of an element is a box that is code if it consists of lines of
    /// code.
    fn is_in_fragment(&self, at: usize) -> bool {
        let nodes = &self.arena.nodes;
        let parent = nodes[at].parent.and_then(|parent| nodes[parent].element());
        parent
            .and_then(|parent| parent.attr(local_name!("class")))
            .is_some_and(is_code_fragment)
    }

    /// Returns whether an element contains only elements that can be in code.
    fn contains_only_code(&self, at: usize) -> bool {
        let mut below = self.arena.descendants(at);
        let is_other = |id: usize| {
            self.arena.nodes[id].element().is_some_and(|element| {
                let tag = Tag::from_name(&element.name.local);
                let class = element.attr(local_name!("class")).unwrap_or_default();
                !may_stand_in_code(tag, class)
            })
        };
        !below.by_ref().take(MAX_CHECKED_NODES).any(is_other) && below.next().is_none()
    }

    /// Returns whether an element in a box has only white space and blocks next to it. In a
    /// paragraph or a cell, line feeds only format the source.
    fn is_alone_in_box(&self, at: usize) -> bool {
        let Some(parent) = self.arena.nodes[at].parent else {
            return false;
        };
        let around = self.arena.nodes[parent].element();
        let is_box = around.is_some_and(|around| {
            matches!(
                Tag::from_name(&around.name.local),
                Tag::Div | Tag::Section | Tag::Article | Tag::Main | Tag::Figure | Tag::Body
            )
        });
        if !is_box {
            return false;
        }
        let mut beside = self.arena.children(parent);
        let is_apart = |id: usize| match &self.arena.nodes[id].data {
            Data::Text(text) => text.trim().is_empty(),
            Data::Element(element) => {
                let tag = Tag::from_name(&element.name.local);
                id == at
                    || tag.is_block()
                    || matches!(tag, Tag::Button | Tag::Script | Tag::Style)
                    || tag == Tag::Code && has_block_class(element)
            }
            Data::Fragment | Data::Comment => true,
        };
        beside.by_ref().take(MAX_CHECKED_NODES).all(is_apart) && beside.next().is_none()
    }

    /// Returns whether an element with a sentence or more is a block, as far as the page declares
    /// or shows it.
    fn is_paragraph(&self, at: usize, element: &Element) -> bool {
        let is_custom = element.name.local.contains('-');
        let is_declared_block = self.sheet.is_block(self.arena, at);
        is_declared_block && (is_custom || self.text_length(at) >= MIN_PARAGRAPH)
            || is_custom && self.is_repeated(at, element)
    }

    /// Returns the number of bytes of the text below a node, up to a limit.
    fn text_length(&self, at: usize) -> usize {
        let below = self.arena.descendants(at).take(MAX_CHECKED_NODES);
        below.map(|id| self.own_length(id)).sum()
    }

    fn own_length(&self, id: usize) -> usize {
        match &self.arena.nodes[id].data {
            Data::Text(text) => text.trim().len(),
            _ => 0,
        }
    }

    /// Returns whether a custom element is a paragraph: it directly contains a sentence or more,
    /// and is next to another of its name with only white space in between.
    fn is_repeated(&self, at: usize, element: &Element) -> bool {
        let same = |id: usize| {
            let other = self.arena.nodes[id].element();
            other.is_some_and(|other| other.name.local == element.name.local)
        };
        let Some(parent) = self.arena.nodes[at].parent else {
            return false;
        };
        let mut beside = self
            .arena
            .children(parent)
            .take(MAX_CHECKED_NODES)
            .filter(|&id| id != at);
        let mut found = false;
        self.text_length(at) >= MIN_PARAGRAPH
            && beside.all(|id| {
                found |= same(id);
                self.own_length(id) == 0
            })
            && found
    }

    /// Returns whether a text below an element contains a line feed with words before and after it.
    /// Beside line breaks, line feeds only format the source.
    fn contains_lines(&self, at: usize) -> bool {
        let is_break = |id: usize| {
            let element = self.arena.nodes[id].element();
            element.is_some_and(|e| e.name.local == local_name!("br"))
        };
        let mut below = self.arena.descendants(at).take(MAX_CHECKED_NODES);
        if below.any(is_break) {
            return false;
        }
        let text: String = self
            .arena
            .descendants(at)
            .take(MAX_CHECKED_NODES)
            .filter_map(|id| match &self.arena.nodes[id].data {
                Data::Text(text) => Some(&**text),
                _ => None,
            })
            .collect();
        text.trim().contains('\n')
    }
}

/// Maximum ancestors of a box that are searched for its heading.
const HEADING_LEVELS: usize = 3;

/// Minimum bytes of text in a custom element that is a paragraph.
const MIN_PARAGRAPH: usize = 60;

/// Returns whether an element is inline unless a style sheet changes that.
fn is_of_lines(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Other | Tag::Span | Tag::Font | Tag::B | Tag::Strong | Tag::I | Tag::Em | Tag::Small
    )
}

/// Returns whether the class of an element is that of a block.
fn has_block_class(element: &Element) -> bool {
    let class = element.attr(local_name!("class")).unwrap_or_default();
    let mut names = class.split_ascii_whitespace();
    names.any(|name| matches!(name, "block" | "d-block" | "is-block") || is_code_box(name))
}

/// Maximum nodes in and next to an element that are checked before it is treated as code.
const MAX_CHECKED_NODES: usize = 2000;

/// Styles that depend on more than an element's own attributes.
#[derive(Clone, Copy)]
struct Presumed {
    hidden: bool,
    /// Fixed-width text whose white space is preserved.
    code: bool,
    /// Begins a line, regardless of its tag.
    block: bool,
    /// Is in a line, regardless of its tag.
    inline: bool,
}

/// Returns a host's children by the name of their slot.
fn assigned(arena: &Arena, host: usize) -> BTreeMap<String, Vec<usize>> {
    let mut slots: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for child in arena.children(host) {
        let name = match &arena.nodes[child].data {
            Data::Element(element) => element.attr(local_name!("slot")).unwrap_or_default(),
            Data::Text(_) => "",
            Data::Fragment | Data::Comment => continue,
        };
        slots.entry(name.to_owned()).or_default().push(child);
    }
    slots
}

/// Opens an element; returns false if the page excludes it.
fn open(
    element: &Element,
    tag: Tag,
    presumed: Presumed,
    builder: &mut PageBuilder,
    base: Option<&Base>,
) -> Result<bool, PageError> {
    if tag.is_needless() || (tag == Tag::Script && !is_kept_script(&element.attrs)) {
        return Ok(false);
    }
    builder.open(tag, presumed_style(element, tag, presumed, builder), None)?;
    let background = element.attr(local_name!("style")).and_then(css::background);
    if let Some(address) = background.filter(|_| !tag.is_replaced()) {
        builder.attr(Attr::Background, &resolve(Attr::Background, address, base))?;
    }
    if style_declares(element, "user-select", "none") {
        builder.attr(Attr::Unselectable, "on")?;
    }
    for attr in &element.attrs {
        if let Some(kept) = Attr::from_name(&attr.name.local)
            && (kept != Attr::Value || tag.shows_value())
        {
            let value = match kept {
                Attr::Background => css::background(&attr.value).unwrap_or_default(),
                _ => &*attr.value,
            };
            match protected::link(element, value).filter(|_| kept == Attr::Href) {
                Some(link) => builder.attr(kept, &link)?,
                None => builder.attr(kept, &resolve(kept, value, base))?,
            };
        }
        let name = &*attr.name.local;
        if matches!(tag, Tag::Img | Tag::Iframe)
            && name.starts_with("data-")
            && attr.value.len() <= MAX_OTHER_BYTES
            && Attr::from_name(name).is_none()
        {
            builder.attr(Attr::DataOther, &attr.value)?;
        }
    }
    Ok(true)
}

/// Returns the style of an element to be opened.
fn presumed_style(element: &Element, tag: Tag, presumed: Presumed, builder: &PageBuilder) -> Style {
    let mut style = plain_style(
        Style::of_tag(tag, &builder.style()),
        element.attr(local_name!("style")),
        element.attr(local_name!("hidden")),
        element.attr(local_name!("dir")),
    );
    if presumed.block || presumed.code && tag == Tag::Code && has_block_class(element) {
        style.display = Display::Block;
    }
    if presumed.inline {
        style.display = Display::Inline;
    }
    // Popovers are hidden until a script opens them.
    if element
        .attrs
        .iter()
        .any(|attr| &*attr.name.local == "popover")
    {
        style.visibility = Visibility::Hidden;
    }
    // A modal element covers the page, wherever a style sheet positions it.
    if element.attr(local_name!("aria-modal")) == Some("true") {
        style.placement = Placement::Overlay;
    }
    if presumed.hidden {
        style.display = Display::None;
        style.visibility = Visibility::Hidden;
    }
    if presumed.code {
        style.preformatted = true;
        style.monospace = true;
    }
    style
}

/// Returns whether the `style` attribute declares a property with this value, with or without a
/// vendor prefix.
fn style_declares(element: &Element, property: &str, value: &str) -> bool {
    let css = element.attr(local_name!("style")).unwrap_or_default();
    css.contains(property)
        && css.split(';').any(|declaration| {
            declaration.split_once(':').is_some_and(|(name, own)| {
                name.trim().ends_with(property) && own.trim().eq_ignore_ascii_case(value)
            })
        })
}

/// Returns whether a script from this URL inserts content.
fn is_snippet(src: &str) -> bool {
    SNIPPETS.iter().any(|(part, _)| src.contains(part))
}

/// Returns whether the attributes are those of a `script` with data about the page or a formula, or
/// of one that renders formulas or inserts code snippets.
pub(super) fn is_kept_script(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| match attr.name.local {
        local_name!("type") => {
            let kind = attr.value.trim();
            kind.eq_ignore_ascii_case("application/ld+json") || is_formula_type(kind)
        }
        local_name!("src") => draws_formulas(&attr.value) || is_snippet(&attr.value),
        _ => false,
    })
}

/// Returns a style modified by the `style`, `hidden` and `dir` attributes.
fn plain_style(
    mut style: Style,
    declared: Option<&str>,
    hidden: Option<&str>,
    dir: Option<&str>,
) -> Style {
    let mut monospace = false;
    for declaration in declared.into_iter().flat_map(|all| all.split(';')) {
        let Some((property, value)) = declaration.split_once(':') else {
            continue;
        };
        let value = value.trim().to_ascii_lowercase();
        let value = value.trim_end_matches("!important").trim_end();
        match (property.trim().to_ascii_lowercase().as_str(), value) {
            ("display", "none")
            | ("visibility", "hidden" | "collapse")
            | ("content-visibility", "hidden") => style.visibility = Visibility::Hidden,
            ("position", "fixed") => style.placement = Placement::Overlay,
            ("position", "sticky") => style.placement = Placement::Sticky,
            ("white-space", "pre" | "pre-wrap" | "pre-line" | "break-spaces") => {
                style.preformatted = true;
            }
            ("font" | "font-family", families) => monospace = css::is_monospace(families),
            ("display", "block" | "flex" | "grid") if style.display == Display::Inline => {
                style.display = Display::Block;
            }
            ("float", side) => style.float = matches!(side, "left" | "right"),
            // Image replacement, and text for screen readers.
            ("text-indent" | "left" | "top", far) if is_off_screen(far) => {
                style.visibility = Visibility::Hidden;
            }
            ("clip", clip) if clip.starts_with("rect(") && is_clipped(clip) => {
                style.visibility = Visibility::Hidden;
            }
            ("direction", direction) => style.rtl = direction == "rtl",
            ("writing-mode", mode) => style.writing = Writing::from_css(mode),
            _ => {}
        }
    }
    style.monospace |= style.preformatted && monospace;
    match hidden {
        // Find-in-page can show content with `hidden=until-found`.
        Some(value) if !value.eq_ignore_ascii_case("until-found") => {
            style.visibility = Visibility::Hidden;
        }
        _ => {}
    }
    match dir.map(str::trim) {
        Some(d) if d.eq_ignore_ascii_case("rtl") => style.rtl = true,
        Some(d) if d.eq_ignore_ascii_case("ltr") => style.rtl = false,
        _ => {}
    }
    style
}

/// Returns whether a length moves an element off the screen to the left or the top.
fn is_off_screen(length: &str) -> bool {
    let digits = length.strip_prefix('-').map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit());
        rest.split_at(end.unwrap_or(rest.len()))
    });
    digits.is_some_and(|(digits, unit)| match unit.trim() {
        "px" => digits.len() >= 3,
        "em" | "rem" => digits.len() >= 3,
        _ => false,
    })
}

/// Returns whether an element's clipping rectangle has practically no area.
fn is_clipped(rect: &str) -> bool {
    let sides = rect.trim_start_matches("rect(").trim_end_matches(')');
    let mut sides = sides.split([',', ' ']).filter(|side| !side.is_empty());
    sides.all(|side| matches!(side, "0" | "0px" | "1px" | "0.1px"))
}

/// Returns the base of relative URLs: the first `base` with a `href`, or else the document's URL.
fn base_url(arena: &Arena, document: usize, url: &str) -> Option<Base> {
    let base = arena.descendants(document).find_map(|id| {
        let element = arena.nodes[id].element()?;
        let is_base = element.name.expanded() == expanded_name!(html "base");
        element.attr(local_name!("href")).filter(|_| is_base)
    });
    Base::of(url, base)
}

/// Returns the value with absolute URLs, if the attribute contains URLs.
fn resolve<'a>(attr: Attr, value: &'a str, base: Option<&Base>) -> Cow<'a, str> {
    let Some(base) = base else {
        return Cow::Borrowed(value);
    };
    let one = |url: &str| match url.trim() {
        "" => None,
        u if u.starts_with('#') => None,
        u => base.resolved(u),
    };
    if attr.is_url() {
        one(value).map_or(Cow::Borrowed(value), Cow::Owned)
    } else if attr.is_srcset() {
        Cow::Owned(crate::page::map_srcset(value, |url| one(url)))
    } else {
        Cow::Borrowed(value)
    }
}
