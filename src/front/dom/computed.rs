//! Computed styles and rectangle of one live element.

use super::binding::{AnyElement, ComputedStyle, computed_style};
use super::document::{FrameDocument, Point};
use super::{Context, Hints};
use crate::front::css;
use crate::geometry::Rect;
use crate::page::{Display, Placement, Style, Tag, Visibility};

/// What the layout says of an element.
pub(super) struct Computed {
    pub(super) style: Style,
    /// In page coordinates; `None` where the parent's is to be taken.
    pub(super) rect: Option<Rect>,
    /// What to add to the rectangles of its children.
    pub(super) offset: Point,
    /// The styles of its text, not asked for yet.
    pub(super) unread: Option<Unread>,
}

/// Styles of an element that have not been asked for yet.
#[derive(Debug)]
pub(super) struct Unread {
    style: ComputedStyle,
    white_space: bool,
}

/// Reads what decides about layout and visibility.
pub(super) fn read(
    element: &AnyElement,
    tag: Tag,
    hints: Hints,
    inherited: &Style,
    context: Context,
    document: &FrameDocument,
) -> Computed {
    let mut computed = Computed {
        style: Style::of_tag(tag, inherited),
        rect: None,
        offset: context.offset,
        unread: None,
    };
    let Ok(live) = computed_style(element) else {
        return computed;
    };
    let display = live.display();
    let style = &mut computed.style;
    *style = Style {
        display: Display::from_css(&display),
        placement: Placement::Flow,
        visibility: Visibility::Visible,
        float: false,
        ..*inherited
    };
    if style.display == Display::None {
        style.visibility = Visibility::Hidden;
        return computed;
    }
    if live.visibility() != "visible" {
        style.visibility = Visibility::OwnHidden;
    }
    // What these two do to boxes they do to the viewport.
    let is_viewport = matches!(tag, Tag::Html | Tag::Body);
    if is_viewport || hints.dir || matches!(tag, Tag::Bdo | Tag::Bdi) {
        style.rtl = live.direction() == "rtl";
    }
    let has_box = !matches!(display.as_str(), "inline" | "contents" | "");
    let mut position = String::new();
    if has_box {
        position = live.position();
        match position.as_str() {
            _ if is_viewport => {}
            "fixed" => style.placement = Placement::Overlay,
            "sticky" => style.placement = Placement::Sticky,
            "absolute" => {}
            _ => style.float = live.float() != "none",
        }
        if !hints.until_found
            && !is_viewport
            && live.content_visibility().as_deref() == Some("hidden")
        {
            style.visibility = Visibility::Hidden;
        }
    }
    if (hints.popover && is_on_top(element, ":popover-open"))
        || (tag == Tag::Dialog && hints.open && is_on_top(element, ":modal"))
    {
        style.placement = Placement::Overlay;
    }
    let is_asked = (has_box && !matches!(tag, Tag::Option | Tag::Optgroup)) || tag.is_replaced();
    if is_asked
        && !context.folded
        && let Ok(rect) = element.rect()
    {
        let (x, y) = (rect.x() as f32, rect.y() as f32);
        let (width, height) = (rect.width() as f32, rect.height() as f32);
        if position == "fixed" {
            computed.offset = if tag == Tag::Body {
                // Scripts that lock scrolling fix the body and move it up by what was
                // scrolled; taken back, the page lies where it lay before.
                Point { x: -x, y: -y }
            } else {
                document.offset
            };
        }
        let offset = computed.offset;
        let rect = Rect::new(x + offset.x, y + offset.y, width, height);
        computed.rect = Some(rect);
        if !is_viewport && is_out_of_sight(element, &live, &position, rect, document) {
            computed.style.visibility = Visibility::Hidden;
        }
        // Where one direction is `visible`, neither scrolls (CSS Overflow 3.1). Asking for the
        // style is far cheaper than asking how far a box has scrolled that cannot.
        if has_box
            && !tag.is_replaced()
            && !document.scrolls_with(tag)
            && live.overflow_x() != "visible"
        {
            computed.offset.x += element.scroll_left() as f32;
            computed.offset.y += element.scroll_top() as f32;
        }
    }
    computed.unread = Some(Unread {
        style: live,
        white_space: true,
    });
    computed
}

/// Whether an element is in the top layer in the way the selector names.
fn is_on_top(element: &AnyElement, selector: &str) -> bool {
    element.matches(selector).unwrap_or(false)
}

/// Whether a box is clipped to nothing or lies where no scrolling reaches.
fn is_out_of_sight(
    element: &AnyElement,
    live: &ComputedStyle,
    position: &str,
    rect: Rect,
    document: &FrameDocument,
) -> bool {
    let (narrow, flat) = (rect.width <= 1.0, rect.height <= 1.0);
    if narrow || flat {
        let (clips_x, clips_y) = (
            live.overflow_x() != "visible",
            live.overflow_y() != "visible",
        );
        if (narrow && flat && (clips_x || clips_y))
            || (rect.width == 0.0 && clips_x)
            || (rect.height == 0.0 && clips_y)
        {
            return true;
        }
    }
    if matches!(position, "absolute" | "fixed") {
        let clipped = live.clip().is_some_and(|clip| css::is_clipped_away(&clip));
        let inset = || {
            let path = live.clip_path();
            path.is_some_and(|path| css::is_inset_away(&path))
        };
        if clipped || inset() {
            return true;
        }
    }
    let Point { x, y } = document.reachable;
    if rect.right() >= x && rect.bottom() >= y {
        return false;
    }
    // What overflows the box may reach back.
    let right = rect.x + rect.width.max(element.scroll_width() as f32);
    let bottom = rect.y + rect.height.max(element.scroll_height() as f32);
    right < x || bottom < y
}

/// Reads the styles of text; remembers what most elements share.
#[derive(Debug, Default)]
pub(super) struct Styles {
    font_family: String,
    monospace: bool,
}

impl Styles {
    /// Completes `style` with what text in the element looks like. Of an element that has held
    /// nothing but white space so far only that it is kept or not is asked. True where nothing
    /// is left to ask.
    pub(super) fn read_text(
        &mut self,
        unread: &mut Unread,
        blank: bool,
        style: &mut Style,
    ) -> bool {
        let live = &unread.style;
        if std::mem::take(&mut unread.white_space) {
            style.preformatted = match live.white_space_collapse() {
                Some(collapse) => matches!(collapse.as_str(), "preserve" | "break-spaces"),
                None => matches!(
                    live.white_space().as_str(),
                    "pre" | "pre-wrap" | "break-spaces"
                ),
            };
        }
        if blank {
            return false;
        }
        style.rtl = live.direction() == "rtl";
        let font_family = live.font_family();
        if font_family != self.font_family {
            self.monospace = css::is_monospace(&font_family);
            self.font_family = font_family;
        }
        style.monospace = self.monospace;
        if let Some(size) = css::px(&live.font_size()) {
            style.font_size = size;
        }
        if let Ok(weight) = live.font_weight().parse::<f32>() {
            style.font_weight = weight.clamp(1.0, 1000.0) as u16;
        }
        true
    }
}
