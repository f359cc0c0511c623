//! Where the block stands on the screen.

use std::collections::BTreeMap;

use super::{Context, Row};
use crate::geometry::Rect;
use crate::page::Page;
use crate::select::evidence::Evidence;

/// What is measured once for the columns of layout.
pub(super) struct Layout {
    /// The column that most running text stands in.
    column: Option<Rect>,
    /// The size of the type that most text is set in, in CSS px.
    body_font: f32,
}

impl Layout {
    pub(super) fn new(page: &Page, evidence: &Evidence) -> Self {
        let mut fonts: BTreeMap<u32, f32> = BTreeMap::new();
        for block in &evidence.blocks {
            *fonts
                .entry(page.style(block.leaves[0]).font_size.to_bits())
                .or_default() += block.length * (1.0 - block.link_density());
        }
        let body_font = fonts
            .iter()
            .max_by(|a, b| a.1.total_cmp(b.1))
            .map_or(16.0, |(&bits, _)| f32::from_bits(bits));
        Self {
            column: evidence.column(page),
            body_font,
        }
    }
}

impl Context<'_> {
    /// Where the block stands on the screen; NaN without layout.
    pub(super) fn layout(&self, i: usize, row: &mut Row) {
        let page = self.page;
        let b = self.block(i);
        let names = [
            "center",
            "width",
            "y",
            "height",
            "column_overlap",
            "column_width",
            "font",
            "weight",
            "visual",
            "float",
            "left_of_column",
            "root_overlap",
        ];
        let (Some(rect), Some(all), Some(root)) = (
            page.rect(b.container),
            page.rect(page.root()),
            page.rect(self.evidence.root),
        ) else {
            for name in names {
                row.add(name, f32::NAN);
            }
            return;
        };
        let width = all.width.max(1.0);
        let column = self.layout.column.unwrap_or(root);
        let style = page.style(b.leaves[0]);
        let values = [
            (rect.x + rect.width / 2.0 - width / 2.0).abs() / width,
            rect.width / width,
            rect.y / all.height.max(1.0),
            rect.height,
            column.horizontal_overlap(rect) / rect.width.max(1.0),
            rect.width / column.width.max(1.0),
            style.font_size / self.layout.body_font.max(1.0),
            f32::from(style.font_weight),
            self.evidence.visual.get(b.container),
            f32::from(u8::from(page.style(b.container).float)),
            (rect.x - column.x) / width,
            root.horizontal_overlap(rect) / rect.width.max(1.0),
        ];
        for (name, value) in names.into_iter().zip(values) {
            row.add(name, value);
        }
    }
}
