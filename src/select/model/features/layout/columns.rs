//! The columns.

use super::*;
use crate::select::model::features::value::Value;

/// The position of the block on the screen.
pub(in super::super) const COLUMNS: &[(&str, Value)] = columns![
    ("center", |c, i| {
        let (rect, Screen { all, .. }) = c.on_screen(i)?;
        Some((rect.x + rect.width / 2.0 - all.width / 2.0).abs() / all.width)
    }),
    ("width", |c, i| {
        let (rect, Screen { all, .. }) = c.on_screen(i)?;
        Some(rect.width / all.width)
    }),
    ("y", |c, i| {
        let (rect, Screen { all, .. }) = c.on_screen(i)?;
        Some(rect.y / all.height.max(1.0))
    }),
    ("height", |c, i| Some(c.on_screen(i)?.0.height)),
    ("column_overlap", |c, i| {
        let (rect, Screen { column, .. }) = c.on_screen(i)?;
        Some(column.horizontal_overlap(rect) / rect.width.max(1.0))
    }),
    ("column_width", |c, i| {
        let (rect, Screen { column, .. }) = c.on_screen(i)?;
        Some(rect.width / column.width.max(1.0))
    }),
    ("font", |c, i| {
        c.on_screen(i)?;
        let style = c.page.style(c.block(i).leaves[0]);
        Some(style.font_size / c.layout.body_font.max(1.0))
    }),
    ("weight", |c, i| {
        c.on_screen(i)?;
        Some(f32::from(c.page.style(c.block(i).leaves[0]).font_weight))
    }),
    ("visual", |c, i| {
        c.on_screen(i)?;
        Some(c.signals.visual.get(c.block(i).container))
    }),
    ("float", |c, i| {
        c.on_screen(i)?;
        flag(c.page.style(c.block(i).container).float)
    }),
    ("left_of_column", |c, i| {
        let (rect, Screen { all, column, .. }) = c.on_screen(i)?;
        Some((rect.x - column.x) / all.width)
    }),
    ("root_overlap", |c, i| {
        let (rect, Screen { root, .. }) = c.on_screen(i)?;
        Some(root.horizontal_overlap(rect) / rect.width.max(1.0))
    }),
];
