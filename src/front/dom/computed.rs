//! Styles and rectangle of one live element, from what was written down of it.

use super::binding::{AnyElement, computed_style};
use super::document::{FrameDocument, Point};
use super::record::{
    BLOCK, BOX, CLIPPED, FIXED, FLOAT, LOCKED, MOVED, NONE, OVERFLOW, OWN_HIDDEN, POPOVER, RTL,
    STICKY, STYLED, TABLE_CELL, UNTIL_FOUND, Written,
};
use super::{Context, Hints};
use crate::geometry::Rect;
use crate::page::{Display, Placement, Style, Tag, Visibility};

/// What the layout says of an element.
pub(super) struct Computed {
    pub(super) style: Style,
    /// In page coordinates; `None` where the parent's is to be taken.
    pub(super) rect: Option<Rect>,
    /// What to add to the rectangles of its children.
    pub(super) offset: Point,
}

/// What decides about layout and visibility. `live` gives the element itself, for the few
/// questions that only some are asked.
pub(super) fn read(
    written: Written,
    hints: Hints,
    inherited: &Style,
    context: Context,
    document: &FrameDocument,
    live: impl Fn() -> AnyElement,
) -> Computed {
    let Written {
        tag, bits, rect, ..
    } = written;
    let is = |bit: u32| bits & bit != 0;
    let mut computed = Computed {
        style: Style::of_tag(tag, inherited),
        rect: None,
        offset: context.offset,
    };
    if !is(STYLED) {
        return computed;
    }
    let style = &mut computed.style;
    *style = Style {
        display: match bits & (NONE | BLOCK | TABLE_CELL) {
            NONE => Display::None,
            BLOCK => Display::Block,
            TABLE_CELL => Display::TableCell,
            _ => Display::Inline,
        },
        placement: Placement::Flow,
        visibility: Visibility::Visible,
        float: false,
        ..*inherited
    };
    if style.display == Display::None {
        style.visibility = Visibility::Hidden;
        return computed;
    }
    if is(OWN_HIDDEN) {
        style.visibility = Visibility::OwnHidden;
    }
    // What these two do to boxes they do to the viewport.
    let is_viewport = matches!(tag, Tag::Html | Tag::Body);
    if is_viewport || hints.dir || matches!(tag, Tag::Bdo | Tag::Bdi) {
        style.rtl = is(RTL);
    }
    let has_box = is(BOX);
    if has_box && !is_viewport {
        if is(FIXED) {
            style.placement = Placement::Overlay;
        } else if is(STICKY) {
            style.placement = Placement::Sticky;
        } else if !is(MOVED) {
            style.float = is(FLOAT);
        }
        if is(LOCKED) && !is(UNTIL_FOUND) {
            style.visibility = Visibility::Hidden;
        }
    }
    if (is(POPOVER) && is_on_top(&live(), ":popover-open"))
        || (tag == Tag::Dialog && hints.open && is_on_top(&live(), ":modal"))
    {
        style.placement = Placement::Overlay;
    }
    if let Some(rect) = rect {
        if is(FIXED) {
            computed.offset = if tag == Tag::Body {
                // Scripts that lock scrolling fix the body and move it up by what was
                // scrolled; taken back, the page lies where it lay before.
                Point {
                    x: -rect.x,
                    y: -rect.y,
                }
            } else {
                document.offset
            };
        }
        let Point { x, y } = computed.offset;
        let rect = Rect::new(rect.x + x, rect.y + y, rect.width, rect.height);
        computed.rect = Some(rect);
        if !is_viewport && is_out_of_sight(bits, rect, document, &live) {
            computed.style.visibility = Visibility::Hidden;
        }
        // Where one direction is `visible`, neither scrolls (CSS Overflow 3.1). Asking for the
        // style is far cheaper than asking how far a box has scrolled that cannot.
        if has_box && !tag.is_replaced() && !document.scrolls_with(tag) && is(OVERFLOW) {
            let element = live();
            computed.offset.x += element.scroll_left() as f32;
            computed.offset.y += element.scroll_top() as f32;
        }
    }
    computed
}

/// Whether an element is in the top layer in the way the selector names.
fn is_on_top(element: &AnyElement, selector: &str) -> bool {
    element.matches(selector).unwrap_or(false)
}

/// Whether a box is clipped to nothing or lies where no scrolling reaches.
fn is_out_of_sight(
    bits: u32,
    rect: Rect,
    document: &FrameDocument,
    live: impl Fn() -> AnyElement,
) -> bool {
    let (narrow, flat) = (rect.width <= 1.0, rect.height <= 1.0);
    if (narrow || flat)
        && let Ok(style) = computed_style(&live())
    {
        let (clips_x, clips_y) = (
            style.overflow_x() != "visible",
            style.overflow_y() != "visible",
        );
        if (narrow && flat && (clips_x || clips_y))
            || (rect.width == 0.0 && clips_x)
            || (rect.height == 0.0 && clips_y)
        {
            return true;
        }
    }
    if bits & CLIPPED != 0 {
        return true;
    }
    let Point { x, y } = document.reachable;
    if rect.right() >= x && rect.bottom() >= y {
        return false;
    }
    // What overflows the box may reach back.
    let element = live();
    let right = rect.x + rect.width.max(element.scroll_width() as f32);
    let bottom = rect.y + rect.height.max(element.scroll_height() as f32);
    right < x || bottom < y
}
