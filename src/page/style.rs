//! The few computed styles that affect detection.

use serde::{Deserialize, Serialize};

use super::Tag;

/// The role of an element in layout: the values of CSS `display` that matter here.
///
/// ```
/// use pith::page::{Display, Tag};
///
/// assert!(Display::of_tag(Tag::P).is_block());
/// assert!(!Display::of_tag(Tag::Em).is_block());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Display {
    /// Flows inside a line (`inline`, `inline-block`, `inline-flex`, `contents`, ruby parts …).
    #[default]
    Inline,
    /// Begins and ends a line (`block`, `flex`, `grid`, `list-item`, `table`, `flow-root` …).
    Block,
    /// A cell of a table (`table-cell`).
    TableCell,
    /// Not laid out at all (`none`).
    None,
}

impl Display {
    /// Reads a computed value of CSS `display`.
    pub(crate) fn from_css(value: &str) -> Self {
        match value {
            "none" => Self::None,
            "table-cell" => Self::TableCell,
            "contents" | "" => Self::Inline,
            v if v.starts_with("inline") || v.starts_with("ruby") => Self::Inline,
            _ => Self::Block,
        }
    }

    /// Returns an element's value in a browser's default style sheet.
    pub fn of_tag(tag: Tag) -> Self {
        match tag {
            Tag::Td | Tag::Th => Self::TableCell,
            _ if tag.is_never_rendered() => Self::None,
            _ if tag.is_block() => Self::Block,
            _ => Self::Inline,
        }
    }

    /// Returns whether the element begins a new line.
    pub fn is_block(self) -> bool {
        matches!(self, Self::Block | Self::TableCell)
    }
}

/// Placement of an element: in the page, sticky, or fixed to the screen.
///
/// ```
/// use pith::page::{Limits, PageBuilder, PageInfo, Placement, Style, Tag};
///
/// let mut builder = PageBuilder::new(PageInfo::default(), Limits::default());
/// builder.open_tag(Tag::Html)?;
/// let fixed = Style { placement: Placement::Overlay, ..Style::of_tag(Tag::Div, &builder.style()) };
/// let bar = builder.open(Tag::Div, fixed, None)?;
/// assert!(builder.finish()?.is_overlay(bar));
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Placement {
    /// In the flow, or out of it but scrolling with the page.
    #[default]
    Flow,
    /// `position: sticky`.
    Sticky,
    /// `position: fixed`, or in the top layer (an open modal `dialog` or popover).
    Overlay,
}

/// State of an element: painted, or the reason why not.
///
/// ```
/// use pith::page::{Limits, PageBuilder, PageInfo, Style, Tag, Visibility};
///
/// let mut builder = PageBuilder::new(PageInfo::default(), Limits::default());
/// builder.open_tag(Tag::Html)?;
/// let style = |visibility| Style { visibility, ..Style::default() };
/// // An element with hidden text may contain visible elements.
/// builder.open(Tag::Div, style(Visibility::OwnHidden), None)?;
/// builder.text("unseen")?;
/// builder.open(Tag::Span, style(Visibility::Visible), None)?;
/// builder.text("seen")?;
/// let page = builder.finish()?;
/// assert_eq!(page.visible_text(page.root()), "seen");
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Visibility {
    /// Painted, or collapsed in a way that users can open (a closed `details`).
    #[default]
    Visible,
    /// Its own text isn't painted, but descendants can be (`visibility: hidden`).
    OwnHidden,
    /// Neither it nor any descendant is painted (`display: none`, the `hidden` attribute,
    /// `content-visibility: hidden`, clipped to nothing, moved off the screen).
    Hidden,
}

/// Direction of lines of text, and the order of lines: the values of CSS `writing-mode`.
///
/// ```
/// use pith::page::Writing;
///
/// assert!(Writing::VerticalRl.is_vertical());
/// assert!(!Writing::default().is_vertical());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Writing {
    /// Horizontal lines, each below the previous one (`horizontal-tb`).
    #[default]
    HorizontalTb,
    /// Vertical lines, each to the left of the previous one (`vertical-rl`), as in Japanese books.
    VerticalRl,
    /// Vertical lines, each to the right of the previous one (`vertical-lr`), as in Mongolian.
    VerticalLr,
}

impl Writing {
    /// Reads a value of CSS `writing-mode`. The sideways modes rotate horizontal lines, so they
    /// count as horizontal.
    pub(crate) fn from_css(value: &str) -> Self {
        match value {
            "vertical-rl" => Self::VerticalRl,
            "vertical-lr" => Self::VerticalLr,
            _ => Self::HorizontalTb,
        }
    }

    /// Returns whether lines run vertically.
    pub fn is_vertical(self) -> bool {
        self != Self::HorizontalTb
    }
}

/// The styles of an element. Without layout they are those of a browser's default style sheet.
///
/// ```
/// use pith::page::{Style, Tag};
///
/// let text = Style::default();
/// assert!(Style::of_tag(Tag::Pre, &text).preformatted);
/// assert!(!Style::of_tag(Tag::P, &text).preformatted);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Style {
    /// The element's role in layout.
    pub display: Display,
    /// In the flow, or fixed to the screen.
    pub placement: Placement,
    /// Painted or not.
    pub visibility: Visibility,
    /// True for `float: left` or `right`.
    pub float: bool,
    /// True if line breaks are preserved, with other white space (`white-space: pre`, `pre-wrap`,
    /// `break-spaces`) or without it (`pre-line`).
    pub preformatted: bool,
    /// True if the computed `direction` is `rtl`.
    pub rtl: bool,
    /// The computed `writing-mode`. It's read from a live page only if the page has letters of
    /// vertically written scripts; snapshots don't contain it.
    #[serde(skip)]
    pub writing: Writing,
    /// True if the first font has a fixed width. Fonts indicate code only if line breaks are
    /// preserved; otherwise this isn't read from a live page.
    pub monospace: bool,
    /// Font size in CSS px.
    pub font_size: f32,
    /// Font weight, 1 to 1000; 400 is normal, 700 bold.
    pub font_weight: u16,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            display: Display::Inline,
            placement: Placement::Flow,
            visibility: Visibility::Visible,
            float: false,
            preformatted: false,
            rtl: false,
            writing: Writing::HorizontalTb,
            monospace: false,
            font_size: 16.0,
            font_weight: 400,
        }
    }
}

impl Style {
    /// Returns the styles of an element in a browser's default style sheet, given the styles of its
    /// parent.
    pub fn of_tag(tag: Tag, parent: &Self) -> Self {
        let display = Display::of_tag(tag);
        let bold = tag.heading_level().is_some()
            || matches!(tag, Tag::B | Tag::Strong | Tag::Th | Tag::Dt);
        let monospace =
            tag.is_preformatted() || matches!(tag, Tag::Code | Tag::Kbd | Tag::Samp | Tag::Tt);
        let scale = match tag {
            Tag::H1 => 2.0,
            Tag::H2 => 1.5,
            Tag::H3 => 1.17,
            Tag::H5 | Tag::Small => 0.83,
            Tag::H6 => 0.67,
            Tag::Big => 1.2,
            _ => 1.0,
        };
        Self {
            display,
            placement: Placement::Flow,
            visibility: if display == Display::None {
                Visibility::Hidden
            } else {
                Visibility::Visible
            },
            float: false,
            preformatted: parent.preformatted || tag.is_preformatted(),
            rtl: parent.rtl,
            writing: parent.writing,
            monospace: parent.monospace || monospace,
            font_size: parent.font_size * scale,
            font_weight: if bold { 700 } else { parent.font_weight },
        }
    }
}
