//! Tables without `table`: boxes that a style sheet arranges in rows and columns, or that have the
//! `role` of a table.
//!
//! Rows and columns are found by rectangles. Boxes form a table if every row has as many cells as
//! the first, and every column has a common edge. Cells must be short and contain neither images
//! nor headings, because the cards of a gallery are in rows and columns too.

use super::survey::Survey;
use super::tree::is_heading;
use crate::page::geometry::Rect;
use crate::page::{Attr, NodeId, Page, Tag};

/// Maximum difference between edges of one row or column, in CSS px, because of rounding.
const MAX_EDGE_DIFFERENCE: f32 = 4.0;

/// Maximum characters of a cell. Longer ones are columns of text.
const MAX_CELL_CHARS: u32 = 240;

/// Minimum cells of a table found only by rectangles. Two by two boxes may be a coincidence.
const MIN_CELLS: usize = 6;

/// Maximum share of cells without kept content.
const MAX_EMPTY_SHARE: f32 = 0.34;

/// The role of an element in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The table.
    Table,
    /// A row.
    Row,
    /// A cell: `td` or `th`.
    Cell(Tag),
}

/// Tables that consist of boxes; see the [module](self).
#[derive(Debug, Default)]
pub(super) struct Grids {
    /// The parts in document order, and so are the rows below.
    parts: Vec<(NodeId, Part)>,
    /// Rows without an element: the first cell, and the first node after the last cell.
    rows: Vec<(NodeId, NodeId)>,
}

impl Grids {
    /// Finds the tables among kept leaves. Linear in nodes, because the content of a table isn't
    /// searched again.
    pub(super) fn new(page: &Page, survey: &Survey) -> Self {
        let mut grids = Self::default();
        let mut node = page.body();
        let end = page.end(page.body());
        while node < end {
            let done = survey.kept(page, node) == 0
                || page.tag(node) == Tag::Table
                || is_box(page, node) && grids.add(page, survey, node);
            node = if done {
                page.end(node)
            } else {
                NodeId(node.0 + 1)
            };
        }
        grids
    }

    /// Returns the role of an element in a table; `None` if it has none.
    pub(super) fn part(&self, node: NodeId) -> Option<Part> {
        let at = self.parts.binary_search_by_key(&node, |p| p.0).ok()?;
        Some(self.parts[at].1)
    }

    /// Returns the end of the row that begins with this cell, if the row has no element.
    pub(super) fn row_from(&self, cell: NodeId) -> Option<NodeId> {
        let at = self.rows.binary_search_by_key(&cell, |r| r.0).ok()?;
        Some(self.rows[at].1)
    }

    fn add(&mut self, page: &Page, survey: &Survey, node: NodeId) -> bool {
        match role(page, node) {
            Some("table" | "grid" | "treegrid") => self.add_by_role(page, survey, node),
            _ => page.has_layout() && self.add_by_place(page, survey, node),
        }
    }

    /// Adds a table whose parts have ARIA roles.
    fn add_by_role(&mut self, page: &Page, survey: &Survey, table: NodeId) -> bool {
        let mut parts = Vec::new();
        let mut rows = 0;
        for node in page.descendants(table).filter(|&n| page.is_element(n)) {
            match role(page, node) {
                Some("row") => {
                    rows += u32::from(survey.kept(page, node) > 0);
                    parts.push((node, Part::Row));
                }
                Some("cell" | "gridcell") => parts.push((node, Part::Cell(Tag::Td))),
                Some("columnheader" | "rowheader") => parts.push((node, Part::Cell(Tag::Th))),
                _ => {}
            }
        }
        if rows < 2 {
            return false;
        }
        self.parts.push((table, Part::Table));
        self.parts.append(&mut parts);
        true
    }

    /// Adds a table whose cells are arranged in rows and columns.
    fn add_by_place(&mut self, page: &Page, survey: &Survey, table: NodeId) -> bool {
        let Some(children) = boxes(page, survey, table) else {
            return false;
        };
        let rows = match rows_of_boxes(page, survey, &children) {
            Some(rows) => rows,
            None => rows_of_cells(page, &children),
        };
        let cells: Vec<NodeId> = rows.iter().flat_map(|row| row.cells.clone()).collect();
        let empty = cells.iter().filter(|&&c| survey.kept(page, c) == 0).count();
        if cells.len() < MIN_CELLS
            || !is_aligned(page, &rows)
            || !cells.iter().all(|&c| is_cell(page, survey, c))
            || empty as f32 > MAX_EMPTY_SHARE * cells.len() as f32
        {
            return false;
        }
        let heads = heads(page, &rows);
        self.parts.push((table, Part::Table));
        for (at, row) in rows.iter().enumerate() {
            let tag = if heads && at == 0 { Tag::Th } else { Tag::Td };
            match (row.element, row.cells.first(), row.cells.last()) {
                (Some(element), ..) => self.parts.push((element, Part::Row)),
                (None, Some(&first), Some(&last)) => self.rows.push((first, page.end(last))),
                _ => {}
            }
            self.parts
                .extend(row.cells.iter().map(|&c| (c, Part::Cell(tag))));
        }
        true
    }
}

/// The cells of a row of boxes, and the element around them, if any.
struct Row {
    element: Option<NodeId>,
    cells: Vec<NodeId>,
}

fn role(page: &Page, node: NodeId) -> Option<&str> {
    page.attr(node, Attr::Role).map(str::trim)
}

/// Returns whether an element is a generic box.
fn is_box(page: &Page, node: NodeId) -> bool {
    page.is_block(node)
        && matches!(
            page.tag(node),
            Tag::Div | Tag::Section | Tag::Span | Tag::P | Tag::Other
        )
}

/// Returns the children that are boxes. The children of `display: contents` elements replace these.
/// `None` if there's kept content beside the boxes.
fn boxes(page: &Page, survey: &Survey, node: NodeId) -> Option<Vec<NodeId>> {
    let mut found = Vec::new();
    for child in page.children(node) {
        if page.is_block(child) {
            found.push(child);
        } else if survey.kept(page, child) > 0 {
            let inner = page.is_element(child)
                && page
                    .children(child)
                    .all(|c| page.is_block(c) || survey.kept(page, c) == 0);
            if !inner {
                return None;
            }
            found.extend(page.children(child).filter(|&c| page.is_block(c)));
        }
    }
    Some(found)
}

/// Returns the rows if every box is a row and contains its cells.
fn rows_of_boxes(page: &Page, survey: &Survey, boxes_below: &[NodeId]) -> Option<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    for &element in boxes_below.iter().filter(|&&b| survey.kept(page, b) > 0) {
        let cells = boxes(page, survey, element).filter(|_| is_box(page, element))?;
        let lines = lines(page, &cells);
        if cells.len() < 2 || lines.len() != 1 {
            return None;
        }
        rows.push(Row {
            element: Some(element),
            cells,
        });
    }
    Some(rows)
}

/// Returns the rows if every box is a cell.
fn rows_of_cells(page: &Page, cells: &[NodeId]) -> Vec<Row> {
    let rows = lines(page, cells).into_iter();
    rows.map(|cells| Row {
        element: None,
        cells,
    })
    .collect()
}

/// Groups boxes into lines, in order: a box belongs to the line of the previous one if it's beside
/// that. Boxes without a width are skipped.
fn lines(page: &Page, boxes: &[NodeId]) -> Vec<Vec<NodeId>> {
    let mut lines: Vec<Vec<NodeId>> = Vec::new();
    let mut before: Option<Rect> = None;
    for &node in boxes {
        let Some(rect) = page.rect(node).filter(|r| r.width > 0.0) else {
            continue;
        };
        let beside = before.is_some_and(|b: Rect| {
            let along = (rect.x - b.x).abs() > MAX_EDGE_DIFFERENCE;
            along
                && rect.y < b.bottom() - MAX_EDGE_DIFFERENCE
                && b.y < rect.bottom() - MAX_EDGE_DIFFERENCE
        });
        match lines.last_mut() {
            Some(line) if beside => line.push(node),
            _ => lines.push(vec![node]),
        }
        before = Some(rect);
    }
    lines
}

/// Returns whether every row has at least two cells and as many as the first, each with the edge of
/// its column, and the rows are below one another.
fn is_aligned(page: &Page, rows: &[Row]) -> bool {
    let edge = |cell: NodeId| page.rect(cell).map_or((0.0, 0.0), |r| (r.x, r.right()));
    let Some(first) = rows.first().filter(|row| row.cells.len() >= 2) else {
        return false;
    };
    let top = |row: &Row| row.cells.first().and_then(|&c| page.rect(c)).map(|r| r.y);
    rows.len() >= 2
        && rows.is_sorted_by(|a, b| top(a) < top(b))
        && rows.iter().all(|row| {
            row.cells.len() == first.cells.len()
                && row.cells.iter().zip(&first.cells).all(|(&a, &b)| {
                    // Columns of right-to-left text share their right edge.
                    (edge(a).0 - edge(b).0).abs() <= MAX_EDGE_DIFFERENCE
                        || (edge(a).1 - edge(b).1).abs() <= MAX_EDGE_DIFFERENCE
                })
        })
}

/// Returns whether a box may be a cell of a table.
fn is_cell(page: &Page, survey: &Survey, node: NodeId) -> bool {
    is_box(page, node)
        && survey.chars(page, node) <= MAX_CELL_CHARS
        && survey.blocks(page, node) <= 3
        && page.subtree(node).all(|n| {
            let tag = page.tag(n);
            !is_heading(tag)
                && !tag.is_replaced()
                && !matches!(
                    tag,
                    Tag::Figure | Tag::Pre | Tag::Table | Tag::Li | Tag::Button
                )
        })
        && (survey.kept(page, node) == 0 || survey.leaves(page, node) > 0)
}

/// Returns whether the first row contains column headers: it's bold, and the second isn't.
fn heads(page: &Page, rows: &[Row]) -> bool {
    let is_bold = |row: &Row| {
        row.cells.iter().all(|&cell| {
            let mut texts = page
                .subtree(cell)
                .filter(|&n| page.is_text(n) && !page.text(n).trim().is_empty());
            texts.all(|n| page.style(n).font_weight >= 600)
        })
    };
    matches!(rows, [first, second, ..] if is_bold(first) && !is_bold(second))
}
