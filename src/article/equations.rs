//! Tables that lay out equations: formulas in their cells, a number beside them, and nothing else.

use super::math::source;
use super::survey::Survey;
use crate::page::{Attr, NodeId, Page, Tag};

/// Parts of the class names of such tables.
const NAMES: [&str; 5] = ["equation", "eqn", "numblk", "eqarray", "disp-formula"];

/// Maximum length of an equation's number, in bytes, including parentheses.
const MAX_LABEL_BYTES: usize = 12;

/// Maximum nodes of a table.
const MAX_NODES: usize = 20_000;

/// A row of such a table, whose formulas form one equation.
pub(super) struct Row {
    pub(super) formulas: Vec<NodeId>,
    /// The parts of the equation as LaTeX, if the page has no MathML for it.
    pub(super) sources: Vec<String>,
    /// The number without parentheses.
    pub(super) label: Option<String>,
}

/// The content of a cell.
enum Cell {
    Nothing,
    Formulas(Vec<NodeId>, Vec<String>),
    Label(String),
}

/// Returns the equations of a table; `None` if it contains anything else. Removed cells count too,
/// because half an equation would be wrong.
pub(super) fn rows(page: &Page, survey: &Survey, table: NodeId) -> Option<Vec<Row>> {
    let may = page.tag(table) == Tag::Table
        && survey.kept(page, table) > 0
        && page.subtree(table).len() <= MAX_NODES;
    let is_formula = |n: NodeId| match page.tag(n) {
        Tag::Math => true,
        Tag::Img => source::of_image(page, n).is_some(),
        Tag::Text => source::may_be_in(page.text(n)),
        _ => false,
    };
    if !may || !page.descendants(table).any(is_formula) {
        return None;
    }
    let class = page
        .attr(table, Attr::Class)
        .unwrap_or_default()
        .to_ascii_lowercase();
    let is_named = NAMES.iter().any(|name| class.contains(name));
    let mut rows = Vec::new();
    for tr in page.descendants(table).filter(|&n| page.tag(n) == Tag::Tr) {
        let mut row = Row {
            formulas: Vec::new(),
            sources: Vec::new(),
            label: None,
        };
        let mut cells = 0;
        for td in page.children(tr).filter(|&c| page.is_element(c)) {
            match cell(page, td)? {
                Cell::Nothing => {}
                Cell::Label(label) if row.label.is_none() => row.label = Some(label),
                Cell::Label(_) => return None,
                Cell::Formulas(formulas, sources) => {
                    cells += 1;
                    row.formulas.extend(formulas);
                    row.sources.extend(sources);
                }
            }
        }
        if !row.formulas.is_empty() && !row.sources.is_empty() {
            return None;
        }
        // Without a name, several columns of formulas are data.
        if cells > 1 && !is_named {
            return None;
        }
        if cells > 0 {
            rows.push(row);
        } else if row.label.is_some() {
            return None;
        }
    }
    let is_numbered = rows.iter().any(|row| row.label.is_some());
    (is_named || is_numbered || rows.len() == 1).then_some(rows)
}

/// Returns the content of a cell; `None` if it's neither formulas nor a number.
fn cell(page: &Page, cell: NodeId) -> Option<Cell> {
    let mut formulas = Vec::new();
    let mut sources = Vec::new();
    let mut text = String::new();
    let mut at = NodeId(cell.0 + 1);
    while at < page.end(cell) {
        match page.tag(at) {
            _ if page.is_hidden(at) => {}
            Tag::Math => {
                formulas.push(at);
                at = page.end(at);
                continue;
            }
            Tag::Img => sources.push(source::of_image(page, at)?.tex),
            Tag::Text => match source::of_all(page.text(at)) {
                Some(source) => sources.push(source.tex),
                None => text.push_str(page.text(at).trim()),
            },
            tag if tag.is_replaced() || tag == Tag::Table => return None,
            _ => {}
        }
        at = NodeId(at.0 + 1);
    }
    match (formulas.is_empty() && sources.is_empty(), text.is_empty()) {
        (true, true) => Some(Cell::Nothing),
        (false, true) => Some(Cell::Formulas(formulas, sources)),
        (true, false) => label(&text).map(Cell::Label),
        // The punctuation mark at the end of an equation may be in a cell with it.
        (false, false) => {
            matches!(&*text, "." | "," | ";").then_some(Cell::Formulas(formulas, sources))
        }
    }
}

/// Returns the number of an equation without its parentheses.
fn label(text: &str) -> Option<String> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?.trim();
    let is_short = text.len() <= MAX_LABEL_BYTES && !inner.is_empty();
    (is_short && !inner.contains(char::is_whitespace)).then(|| inner.to_owned())
}
