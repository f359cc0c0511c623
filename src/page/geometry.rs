//! Rectangles and sizes in CSS px, in document coordinates (independent of scrolling).

use serde::{Deserialize, Serialize};

/// A rectangle in CSS px. `x` increases to the right and `y` downwards, from the top left of the
/// document.
///
/// ```
/// use pith::page::geometry::Rect;
///
/// let column = Rect::new(100.0, 0.0, 600.0, 80.0);
/// assert_eq!((column.right(), column.bottom(), column.area()), (700.0, 80.0, 48_000.0));
/// assert_eq!(column.horizontal_overlap(Rect::new(650.0, 0.0, 200.0, 80.0)), 50.0);
/// assert_eq!(Rect::new(f32::NAN, 0.0, -1.0, 0.0), Rect::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width, never negative.
    pub width: f32,
    /// Height, never negative.
    pub height: f32,
}

impl Rect {
    /// Creates a rectangle from its left and top edge and its size. Non-finite values and negative
    /// sizes become 0.
    pub fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        let finite = |v: f32| if v.is_finite() { v } else { 0.0 };
        Self {
            x: finite(x),
            y: finite(y),
            width: finite(width).max(0.0),
            height: finite(height).max(0.0),
        }
    }

    /// Returns the right edge.
    pub fn right(self) -> f32 {
        self.x + self.width
    }

    /// Returns the bottom edge.
    pub fn bottom(self) -> f32 {
        self.y + self.height
    }

    /// Returns width times height, in square CSS px.
    pub fn area(self) -> f32 {
        self.width * self.height
    }

    /// Returns the length of the overlap of the two horizontal spans, in CSS px; 0 if there is
    /// none.
    pub fn horizontal_overlap(self, other: Self) -> f32 {
        (self.right().min(other.right()) - self.x.max(other.x)).max(0.0)
    }
}

/// A width and a height in CSS px.
///
/// ```
/// use pith::page::PageInfo;
/// use pith::page::geometry::Size;
///
/// let window = Size { width: 1280.0, height: 800.0 };
/// let info = PageInfo { viewport: Some(window), ..PageInfo::default() };
/// assert_eq!(info.viewport, Some(window));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Size {
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}
