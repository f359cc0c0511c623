//! The position of the block on the screen.

mod columns;

pub(super) use columns::COLUMNS;

use super::flag;
use crate::compact::hash::Hash64;
use crate::compact::interner::Interned;
use crate::page::Page;
use crate::page::geometry::Rect;
use crate::select::signals::Signals;

/// The font size of a page without text, in CSS px.
const FONT: f32 = 16.0;

/// Values shared by the columns about layout.
pub(super) struct Layout {
    /// Rectangles on the screen; `None` without layout.
    pub(super) screen: Option<Screen>,
    /// The font size of most text, in CSS px.
    body_font: f32,
}

/// The rectangles that blocks are compared with.
pub(super) struct Screen {
    /// The page; its width is at least 1.
    all: Rect,
    /// The root, as found by the signals.
    root: Rect,
    /// The column with most running text.
    column: Rect,
}

impl Layout {
    pub(super) fn new(page: &Page, signals: &Signals) -> Self {
        let mut fonts: Interned<(u32, f32)> = Interned::new();
        for block in &signals.blocks {
            let bits = page.style(block.leaves[0]).font_size.to_bits();
            let font = fonts.get_or(Hash64::EMPTY.number(bits).value(), || (bits, 0.0));
            font.1 += block.length * (1.0 - block.link_density());
        }
        let body_font = fonts
            .values()
            .iter()
            .max_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)))
            .map_or(FONT, |&(bits, _)| f32::from_bits(bits));
        let screen = page.rect(page.root()).zip(page.rect(signals.root));
        Self {
            screen: screen.map(|(all, root)| Screen {
                all: Rect {
                    width: all.width.max(1.0),
                    ..all
                },
                root,
                column: signals.column.unwrap_or(root),
            }),
            body_font,
        }
    }
}
