//! [`PageBuilder`], the only constructor of a [`Page`] and the only place that checks limits.

use std::fmt;

use super::{
    Attr, Display, Limits, NO_PARENT, NodeId, Page, PageInfo, Placement, Style, Tag, Visibility,
    background, float, folded, formula, segment_break, unseen, variants,
};
use crate::page::geometry::Rect;
use crate::text::TextCounts;

/// The reason why a page can't be built: a limit was exceeded, or there are no elements.
///
/// ```
/// use pith::page::{PageBuilder, PageError, PageInfo};
/// use pith::Limits;
///
/// let builder = PageBuilder::new(PageInfo::default(), Limits::default());
/// assert_eq!(builder.finish(), Err(PageError::Empty));
/// assert_eq!(PageError::TooDeep { max: 2 }.to_string(), "the page is nested more than 2 elements deep");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PageError {
    /// More elements and text nodes than allowed.
    TooManyNodes {
        /// The exceeded limit.
        max: usize,
    },
    /// More bytes of text and attribute values than allowed.
    TooMuchText {
        /// The exceeded limit.
        max: usize,
    },
    /// Elements nested deeper than allowed.
    TooDeep {
        /// The exceeded limit.
        max: usize,
    },
    /// The page has no element.
    Empty,
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyNodes { max } => {
                write!(f, "the page has more than {max} elements and text nodes")
            }
            Self::TooMuchText { max } => write!(f, "the page has more than {max} bytes of text"),
            Self::TooDeep { max } => {
                write!(f, "the page is nested more than {max} elements deep")
            }
            Self::Empty => write!(f, "the page has no element"),
        }
    }
}

impl std::error::Error for PageError {}

/// Builds a [`Page`] in document order: open an element, add its attributes, then its text and
/// children, and close it.
///
/// ```
/// use pith::page::{Attr, PageBuilder, PageInfo, Tag};
/// use pith::Limits;
///
/// let mut builder = PageBuilder::new(PageInfo::default(), Limits::default());
/// builder.open_tag(Tag::Html)?;
/// builder.attr(Attr::Lang, "en")?;
/// builder.open_tag(Tag::P)?;
/// builder.text("The  ferry\nsails.")?;
/// builder.close();
/// let page = builder.finish()?;
/// assert_eq!(page.visible_text(page.root()), "The ferry sails.");
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Debug)]
pub struct PageBuilder {
    page: Page,
    limits: Limits,
    open: Vec<u32>,
    has_body: bool,
    /// Spaces that may turn out to be within a word: the text node, and the offset in the page's
    /// text.
    segment_breaks: Vec<(usize, usize)>,
    /// Elements with a background image.
    backgrounds: Vec<NodeId>,
}

impl PageBuilder {
    /// Returns a builder without nodes.
    pub fn new(info: PageInfo, limits: Limits) -> Self {
        Self {
            page: Page {
                info,
                tags: Vec::new(),
                parents: Vec::new(),
                ends: Vec::new(),
                levels: Vec::new(),
                text_ends: Vec::new(),
                text: String::new(),
                counts: Vec::new(),
                attr_ends: Vec::new(),
                attrs: Vec::new(),
                attr_values: String::new(),
                styles: Vec::new(),
                hidden: Vec::new(),
                overlay: Vec::new(),
                rects: Vec::new(),
                body: 0,
                formulas: Vec::new(),
            },
            limits,
            open: Vec::new(),
            has_body: false,
            segment_breaks: Vec::new(),
            backgrounds: Vec::new(),
        }
    }

    /// Opens an element with the styles of a browser's default style sheet and no rectangle.
    ///
    /// # Errors
    /// [`PageError`] if a limit is exceeded.
    pub fn open_tag(&mut self, tag: Tag) -> Result<NodeId, PageError> {
        let style = Style::of_tag(tag, &self.style());
        self.open(tag, style, None)
    }

    /// Opens an element. `rect` is in document coordinates; `None` uses the parent's, which is
    /// right for inline elements and for everything that isn't painted. The page counts as laid out
    /// if the root has a rectangle.
    ///
    /// # Errors
    /// [`PageError`] if a limit is exceeded.
    pub fn open(
        &mut self,
        tag: Tag,
        style: Style,
        rect: Option<Rect>,
    ) -> Result<NodeId, PageError> {
        if self.open.len() >= self.limits.depth {
            return Err(PageError::TooDeep {
                max: self.limits.depth,
            });
        }
        let id = self.push(tag, style, rect)?;
        if tag == Tag::Body && !self.has_body && self.open.len() == 1 {
            self.page.body = id.0;
            self.has_body = true;
        }
        self.open.push(id.0);
        Ok(id)
    }

    /// Adds an attribute to the element opened last. Must be called before its first child is
    /// added.
    ///
    /// # Errors
    /// [`PageError::TooMuchText`] if that limit is exceeded.
    pub fn attr(&mut self, attr: Attr, value: &str) -> Result<(), PageError> {
        debug_assert_eq!(
            self.open.last().map(|&id| id as usize + 1),
            Some(self.page.tags.len()),
            "attributes come before children"
        );
        self.check_bytes(value.len())?;
        let is_formula = match attr {
            Attr::Type => {
                matches!(self.tag(), Tag::Script | Tag::Math) && formula::is_formula_type(value)
            }
            Attr::Markup => value.contains(formula::OUTLINES),
            attr => formula::SOURCES.contains(&attr),
        };
        let last = self.open.last().map(|&id| NodeId(id));
        if attr == Attr::Background && !value.is_empty() && !self.tag().is_replaced() {
            self.backgrounds.extend(last);
        }
        if is_formula && self.page.formulas.last() != last.as_ref() {
            self.page.formulas.extend(last);
        }
        self.page.attr_values.push_str(value);
        let end = offset(self.page.attr_values.len());
        self.page.attrs.push((attr, end));
        if let Some(last) = self.page.attr_ends.last_mut() {
            *last = offset(self.page.attrs.len());
        }
        Ok(())
    }

    /// Adds a text node. White space collapses to one space unless the parent preserves it; an
    /// empty text adds nothing.
    ///
    /// # Errors
    /// [`PageError`] if a limit is exceeded.
    pub fn text(&mut self, text: &str) -> Result<(), PageError> {
        match text {
            "" => Ok(()),
            _ => self.recorded_text(text),
        }
    }

    /// Adds a text node of a recorded page, which has already been finished. The text may be empty:
    /// if a line break is the only text between two wide characters it is removed, but its node
    /// stays.
    /// # Errors
    /// [`PageError`] if a limit is exceeded.
    pub(crate) fn recorded_text(&mut self, text: &str) -> Result<(), PageError> {
        if self.open.is_empty() {
            return Ok(());
        }
        self.check_bytes(text.len())?;
        let style = self.style();
        self.push(Tag::Text, style, None)?;
        if style.preformatted || style.display == Display::None {
            self.page.text.push_str(text);
        } else {
            let index = self.page.tags.len() - 1;
            segment_break::collapse(&mut self.page.text, text, |at| {
                self.segment_breaks.push((index, at));
            });
        }
        if let Some(last) = self.page.text_ends.last_mut() {
            let start = std::mem::replace(last, offset(self.page.text.len()));
            if !self.tag().is_never_rendered()
                && let Some(counts) = self.page.counts.last_mut()
            {
                *counts = TextCounts::of(&self.page.text[start as usize..]);
            }
        }
        Ok(())
    }

    /// Closes the element opened last; does nothing if none is open.
    pub fn close(&mut self) {
        if let Some(id) = self.open.pop() {
            self.page.ends[id as usize] = offset(self.page.tags.len());
        }
    }

    /// Returns the number of open elements.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns the styles of the open element; the defaults if there is none.
    pub fn style(&self) -> Style {
        match self.open.last() {
            Some(&id) => self.page.styles[id as usize],
            None => Style::default(),
        }
    }

    /// Returns the name of the open element; [`Tag::Other`] if there is none.
    pub fn tag(&self) -> Tag {
        match self.open.last() {
            Some(&id) => self.page.tags[id as usize],
            None => Tag::Other,
        }
    }

    /// Sets the text styles of the open element: white space, direction, and font of `style`. Text
    /// added before is unchanged. For sources that query these values only for elements with text.
    pub(crate) fn restyle(&mut self, style: Style) {
        let Some(&id) = self.open.last() else { return };
        let page = &mut self.page;
        let own = page.styles[id as usize];
        let style = Style {
            display: own.display,
            placement: own.placement,
            visibility: own.visibility,
            float: own.float,
            ..style
        };
        page.styles[id as usize] = style;
        let mut child = id as usize + 1;
        while child < page.tags.len() {
            if page.tags[child] == Tag::Text {
                page.styles[child] = style;
            }
            child = page.ends[child] as usize;
        }
    }

    /// Closes open elements and returns the page. An article that is hidden until a script shows it
    /// counts as shown.
    ///
    /// # Errors
    /// [`PageError::Empty`] if nothing was opened.
    pub fn finish(mut self) -> Result<Page, PageError> {
        self.close_all()?;
        if !self.page.has_layout() {
            variants::hide(&mut self.page);
        }
        unseen::hide_unpainted(&mut self.page);
        unseen::show_paragraphs(&mut self.page);
        super::reveal::reveal(&mut self.page);
        super::reveal::show_fading(&mut self.page);
        super::reveal::unfold(&mut self.page);
        folded::unfold(&mut self.page);
        unseen::hide_icons(&mut self.page);
        formula::show(&mut self.page);
        background::show(&mut self.page, &self.backgrounds);
        Ok(self.settled())
    }

    /// Closes open elements and returns a recorded page. It has already been finished, so the
    /// visibility of its elements is decided. Records have none for texts.
    ///
    /// # Errors
    /// [`PageError::Empty`] if nothing was opened.
    pub(crate) fn finish_recorded(mut self) -> Result<Page, PageError> {
        self.close_all()?;
        unseen::hide_icons(&mut self.page);
        Ok(self.settled())
    }

    fn close_all(&mut self) -> Result<(), PageError> {
        while !self.open.is_empty() {
            self.close();
        }
        if self.page.tags.is_empty() {
            return Err(PageError::Empty);
        }
        Ok(())
    }

    fn settled(mut self) -> Page {
        float::inline_drop_caps(&mut self.page);
        segment_break::remove(&mut self.page, &self.segment_breaks);
        self.page.shrink_to_fit();
        self.page
    }

    fn push(&mut self, tag: Tag, style: Style, rect: Option<Rect>) -> Result<NodeId, PageError> {
        let page = &mut self.page;
        let index = page.tags.len();
        if index >= self.limits.nodes {
            return Err(PageError::TooManyNodes {
                max: self.limits.nodes,
            });
        }
        let parent = self.open.last().copied();
        let (above_hidden, above_overlay) = match parent {
            Some(p) => {
                let p = p as usize;
                // A text node is hidden with its parent; an element below `visibility: hidden` has
                // its own visibility.
                let own = tag == Tag::Text || page.styles[p].visibility != Visibility::OwnHidden;
                let hidden = page.hidden[p] && (own || self.hidden_above(p));
                (hidden, self.page.overlay[p])
            }
            None => (false, false),
        };
        let page = &mut self.page;
        page.tags.push(tag);
        page.parents.push(parent.unwrap_or(NO_PARENT));
        page.ends.push(offset(index + 1));
        page.levels.push(offset(self.open.len()));
        page.text_ends.push(offset(page.text.len()));
        page.counts.push(TextCounts::default());
        page.attr_ends.push(offset(page.attrs.len()));
        page.hidden
            .push(above_hidden || (tag != Tag::Text && style.visibility != Visibility::Visible));
        page.overlay
            .push(above_overlay || (tag != Tag::Text && style.placement == Placement::Overlay));
        page.styles.push(style);
        match (parent, rect) {
            (None, Some(rect)) => page.rects.push(rect),
            (Some(p), rect) if !page.rects.is_empty() => {
                let inherited = page.rects[p as usize];
                page.rects.push(rect.unwrap_or(inherited));
            }
            _ => {}
        }
        Ok(NodeId(offset(index)))
    }

    /// Returns whether an element is hidden by something other than its own `visibility: hidden`.
    fn hidden_above(&self, index: usize) -> bool {
        let page = &self.page;
        let mut at = index;
        loop {
            if page.styles[at].visibility == Visibility::Hidden {
                return true;
            }
            if page.styles[at].visibility == Visibility::Visible {
                return page.hidden[at];
            }
            match page.parents[at] {
                NO_PARENT => return false,
                parent => at = parent as usize,
            }
        }
    }

    fn check_bytes(&self, more: usize) -> Result<(), PageError> {
        let used = self.page.text.len() + self.page.attr_values.len();
        if used + more > self.limits.bytes {
            return Err(PageError::TooMuchText {
                max: self.limits.bytes,
            });
        }
        Ok(())
    }
}

/// Returns an offset as stored. Limits keep them far below `u32::MAX`.
fn offset(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceeded_limits_are_errors() {
        let limits = Limits {
            nodes: 3,
            bytes: 4,
            depth: 2,
        };
        let mut b = PageBuilder::new(PageInfo::default(), limits);
        b.open_tag(Tag::Html).unwrap();
        b.open_tag(Tag::Body).unwrap();
        assert_eq!(b.open_tag(Tag::P), Err(PageError::TooDeep { max: 2 }));
        assert_eq!(b.text("12345"), Err(PageError::TooMuchText { max: 4 }));
        b.text("1").unwrap();
        assert_eq!(b.text("2"), Err(PageError::TooManyNodes { max: 3 }));
        let empty = PageBuilder::new(PageInfo::default(), limits);
        assert_eq!(empty.finish(), Err(PageError::Empty));
    }

    #[test]
    fn visible_child_of_an_invisible_parent_is_shown() {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        let own_hidden = Style {
            visibility: Visibility::OwnHidden,
            ..Style::default()
        };
        b.open_tag(Tag::Html).unwrap();
        b.open(Tag::Div, own_hidden, None).unwrap();
        b.text("unseen").unwrap();
        b.open_tag(Tag::Span).unwrap();
        b.text("seen").unwrap();
        b.close();
        b.open(
            Tag::Div,
            Style {
                visibility: Visibility::Hidden,
                ..Style::default()
            },
            None,
        )
        .unwrap();
        b.open_tag(Tag::Span).unwrap();
        b.text("gone").unwrap();
        let page = b.finish().unwrap();
        assert_eq!(page.visible_text(page.root()), "seen");
    }

    #[test]
    fn preformatted_text_keeps_its_white_space() {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.open_tag(Tag::Pre).unwrap();
        b.text("a\n  b").unwrap();
        let page = b.finish().unwrap();
        assert_eq!(page.raw_text(page.root()), "a\n  b");
    }

    #[test]
    fn restyling_changes_text_but_not_layout() {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.open_tag(Tag::Div).unwrap();
        assert_eq!(b.tag(), Tag::Div);
        b.text("a  b").unwrap();
        let pre = Style {
            preformatted: true,
            font_size: 20.0,
            visibility: Visibility::Hidden,
            ..Style::default()
        };
        b.restyle(pre);
        b.text("c  d").unwrap();
        let page = b.finish().unwrap();
        assert_eq!(page.visible_text(page.root()), "a bc d");
        assert_eq!(page.raw_text(page.root()), "a bc  d");
        assert_eq!(page.style(page.root()).display, Display::Block);
        assert_eq!(page.style(NodeId(1)), page.style(NodeId(2)));
        assert_eq!(page.style(NodeId(2)).font_size, 20.0);
    }

    #[test]
    fn fifty_thousand_levels_are_built() {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        for _ in 0..50_000 {
            b.open_tag(Tag::Div).unwrap();
        }
        b.text("deep").unwrap();
        let page = b.finish().unwrap();
        assert_eq!(page.len(), 50_001);
        assert_eq!(page.visible_text(page.root()), "deep");
    }

    #[test]
    fn body_is_the_first_child_body_of_the_root() {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.open_tag(Tag::Html).unwrap();
        b.open_tag(Tag::Div).unwrap();
        b.open_tag(Tag::Body).unwrap();
        b.close();
        b.close();
        let body = b.open_tag(Tag::Body).unwrap();
        b.close();
        b.open_tag(Tag::Body).unwrap();
        assert_eq!(b.finish().unwrap().body(), body);
    }

    #[test]
    fn attributes_count_toward_the_byte_limit() {
        let limits = Limits {
            bytes: 4,
            ..Limits::default()
        };
        let mut b = PageBuilder::new(PageInfo::default(), limits);
        b.open_tag(Tag::Html).unwrap();
        b.attr(Attr::Lang, "en").unwrap();
        assert_eq!(
            b.attr(Attr::Title, "abc"),
            Err(PageError::TooMuchText { max: 4 })
        );
        assert_eq!(b.text("abc"), Err(PageError::TooMuchText { max: 4 }));
        b.text("ab").unwrap();
    }

    #[test]
    fn descendants_of_overlays_are_overlays_and_inherit_the_rect() {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        let screen = Rect::new(0.0, 0.0, 800.0, 600.0);
        let style = Style::of_tag(Tag::Html, &Style::default());
        b.open(Tag::Html, style, Some(screen)).unwrap();
        let bar = Style {
            placement: Placement::Overlay,
            ..Style::of_tag(Tag::Div, &style)
        };
        let place = Rect::new(0.0, 0.0, 800.0, 60.0);
        b.open(Tag::Div, bar, Some(place)).unwrap();
        let word = b.open_tag(Tag::B).unwrap();
        b.text("Home").unwrap();
        b.close();
        b.close();
        let after = b.open_tag(Tag::P).unwrap();
        let page = b.finish().unwrap();
        assert!(page.is_overlay(word) && page.is_overlay(NodeId(word.0 + 1)));
        assert_eq!(page.rect(word), Some(place));
        assert!(!page.is_overlay(after));
        assert_eq!(page.rect(after), Some(screen));
    }

    #[test]
    fn restyling_affects_only_own_text_and_not_the_float() {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.open_tag(Tag::Div).unwrap();
        b.text("a").unwrap();
        b.open_tag(Tag::B).unwrap();
        b.text("b").unwrap();
        b.close();
        let style = Style {
            float: true,
            font_size: 20.0,
            ..b.style()
        };
        b.restyle(style);
        assert!(!b.style().float);
        let page = b.finish().unwrap();
        assert_eq!(page.style(NodeId(1)).font_size, 20.0);
        assert_ne!(page.style(NodeId(3)).font_size, 20.0);
    }

    #[test]
    fn text_outside_the_root_is_ignored() {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.text("before").unwrap();
        b.open_tag(Tag::Html).unwrap();
        b.close();
        b.text("after").unwrap();
        assert_eq!(b.finish().unwrap().len(), 1);
    }

    #[test]
    fn script_text_is_not_counted() {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.open_tag(Tag::Html).unwrap();
        b.open_tag(Tag::Script).unwrap();
        b.text("{}").unwrap();
        let page = b.finish().unwrap();
        assert_eq!(page.counts(NodeId(2)).chars, 0);
        assert_eq!(page.text(NodeId(2)), "{}");
    }

    #[test]
    fn hidden_ancestor_wins_over_visible_and_own_hidden_descendants() {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        let style = |visibility| Style {
            visibility,
            ..Style::default()
        };
        b.open_tag(Tag::Html).unwrap();
        b.open(Tag::Div, style(Visibility::Hidden), None).unwrap();
        b.open(Tag::Div, style(Visibility::Visible), None).unwrap();
        b.open(Tag::Div, style(Visibility::OwnHidden), None)
            .unwrap();
        b.open(Tag::Span, style(Visibility::Visible), None).unwrap();
        b.text("gone").unwrap();
        let page = b.finish().unwrap();
        assert_eq!(page.visible_text(page.root()), "");
    }

    #[test]
    fn recorded_pages_do_not_reveal_hidden_articles() {
        let builder = || {
            let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
            b.open_tag(Tag::Html).unwrap();
            b.open_tag(Tag::Body).unwrap();
            let style = Style {
                visibility: Visibility::OwnHidden,
                ..Style::of_tag(Tag::Article, &b.style())
            };
            b.open(Tag::Article, style, None).unwrap();
            b.text(&"The ferry sails. ".repeat(100)).unwrap();
            b
        };
        let shown = |page: Page| !page.visible_text(page.root()).is_empty();
        assert!(shown(builder().finish().unwrap()));
        assert!(!shown(builder().finish_recorded().unwrap()));
    }
}
