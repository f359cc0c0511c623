//! The six features of a line (Sect. 3.2), and the score they give it (Eq. 4).

use crate::methods::lines::{Line, Lines};
use crate::page::{NodeId, NodeSet, Page, Tag};

/// A feature of a line; the paper's items A to F.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// A: the line's number, from 1.
    Index,
    /// B: characters including the tags on the line.
    TextLength,
    /// C: characters without the tags.
    OutputTextLength,
    /// D: C over B, 0 to 1.
    Density,
    /// E: links with text on the line.
    LinkNum,
    /// F: images on the line.
    ImgNum,
}

impl Feature {
    /// All six in the paper's order.
    pub const ALL: [Self; 6] = [
        Self::Index,
        Self::TextLength,
        Self::OutputTextLength,
        Self::Density,
        Self::LinkNum,
        Self::ImgNum,
    ];

    /// Returns the feature with that [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|feature| feature.name() == name)
    }

    /// Returns the paper's name in kebab case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Index => "index",
            Self::TextLength => "text-length",
            Self::OutputTextLength => "output-text-length",
            Self::Density => "density",
            Self::LinkNum => "link-num",
            Self::ImgNum => "img-num",
        }
    }
}

/// The features of one line, in the order of [`Feature::ALL`].
pub type Row = [f64; 6];

/// The lines of a page in FAR-SW's sense: those with text, and a line for every separate image.
///
/// ```
/// use pith::methods::far_sw::LineTable;
/// use pith::{Limits, source};
///
/// let page = source::html::read("<p>One line<p>and another", "", Limits::default())?;
/// let table = LineTable::new(&page);
/// assert_eq!(table.lines.len(), 2);
/// assert_eq!(table.rows.len(), table.normalized().len());
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineTable {
    /// The lines with text.
    pub lines: Lines,
    /// The features of every line, with text or without, as counted.
    pub rows: Vec<Row>,
    /// For every row its line with text, as an index into `lines`.
    pub text_lines: Vec<Option<usize>>,
}

impl LineTable {
    /// Returns the table of a page, without the elements of [`filtered`].
    pub fn new(page: &Page) -> Self {
        let mut table = Self {
            lines: Lines::without(page, &filtered(page)),
            ..Self::default()
        };
        for (i, line) in table.lines.iter().enumerate() {
            for _ in 0..line.images_before {
                table.text_lines.push(None);
                table.rows.push(image_row(table.rows.len()));
            }
            table.text_lines.push(Some(i));
            table.rows.push(text_row(table.rows.len(), line));
        }
        table
    }

    /// Returns the rows with every feature from 0 to 1: Index over the number of lines, the others
    /// over their largest value in the document (Sect. 3.2). A feature that is 0 everywhere stays
    /// 0.
    pub fn normalized(&self) -> Vec<Row> {
        normalized(&self.rows)
    }
}

/// Returns the row of a line with only an image, preceded by `before` lines.
fn image_row(before: usize) -> Row {
    [(before + 1) as f64, IMAGE_CHARS, 0.0, 0.0, 0.0, 1.0]
}

/// Returns the row of a line with text, preceded by `before` lines.
fn text_row(before: usize, line: &Line) -> Row {
    let output = f64::from(line.chars);
    // Never 0: the line has at least one character.
    let text = output + f64::from(line.markup);
    let (links, images) = (f64::from(line.links), f64::from(line.images));
    [
        (before + 1) as f64,
        text,
        output,
        output / text,
        links,
        images,
    ]
}

/// Characters of the tag `<img>`.
const IMAGE_CHARS: f64 = 5.0;

/// Normalizes rows as defined for [`LineTable::normalized`].
pub(super) fn normalized(rows: &[Row]) -> Vec<Row> {
    let mut max: Row = [0.0; 6];
    for row in rows {
        for (max, &value) in max.iter_mut().zip(row) {
            *max = max.max(value);
        }
    }
    max[Feature::Index as usize] = rows.len() as f64;
    let over = |value: f64, max: f64| if max > 0.0 { value / max } else { 0.0 };
    rows.iter()
        .map(|row| std::array::from_fn(|i| over(row[i], max[i])))
        .collect()
}

/// Returns the score of a line, given its normalized features: Eq. 4, from -2 to 3.
pub fn score(row: &Row) -> f64 {
    let of = |feature: Feature| row[feature as usize];
    of(Feature::TextLength) + of(Feature::OutputTextLength) + of(Feature::Density)
        - of(Feature::LinkNum)
        - of(Feature::ImgNum)
}

/// Returns the nodes removed before lines are formed: the elements of Table 1 without running text,
/// and everything below them.
pub fn filtered(page: &Page) -> NodeSet {
    let mut removed = NodeSet::new(page);
    let end = page.end(page.body());
    let mut next = page.body();
    while next < end {
        let id = next;
        if is_noise(page.tag(id)) {
            removed.insert_subtree(page, id);
            next = page.end(id);
        } else {
            next = NodeId(id.0 + 1);
        }
    }
    removed
}

fn is_noise(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Area
            | Tag::Button
            | Tag::Embed
            | Tag::Iframe
            | Tag::Input
            | Tag::Label
            | Tag::Legend
            | Tag::Map
            | Tag::Noscript
            | Tag::Object
            | Tag::Optgroup
            | Tag::Option
            | Tag::Param
            | Tag::Script
            | Tag::Select
            | Tag::Style
            | Tag::Textarea
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;
    use crate::source::html;

    fn table(body: &str) -> LineTable {
        LineTable::new(&html::read(body, "https://a.example/", Limits::default()).unwrap())
    }

    /// Checks the features of every line but its Density, and its text.
    fn check(body: &str, expected: &[([u32; 5], &str)]) {
        let table = table(body);
        let found: Vec<_> = table
            .rows
            .iter()
            .zip(&table.text_lines)
            .map(|(&[index, text, output, _, links, images], line)| {
                let counts = [index, text, output, links, images].map(|n| n as u32);
                (counts, line.map_or("", |i| table.lines.text(i..i + 1)))
            })
            .collect();
        assert_eq!(found, expected, "{body}");
    }

    #[test]
    fn line_features_are_counted() {
        // <p></p> are 7 characters, <a></a> as well, <br> 4, <img> 5; div, ul and body none.
        check(
            "<div><p>one <a href=x>two</a></p><ul><li>three</ul></div>",
            &[([1, 21, 7, 1, 0], "one two"), ([2, 14, 5, 0, 0], "three")],
        );
        check(
            "<p>a<br>b c <img src=i></p>d",
            &[
                ([1, 8, 1, 0, 0], "a"),
                ([2, 12, 3, 0, 1], "b c"),
                ([3, 1, 1, 0, 0], "d"),
            ],
        );
        // An image without text beside it is a line, anywhere.
        check(
            "a<figure><img src=i></figure><p><a href=x><img src=j></a></p>b",
            &[
                ([1, 1, 1, 0, 0], "a"),
                ([2, 5, 0, 0, 1], ""),
                ([3, 5, 0, 0, 1], ""),
                ([4, 1, 1, 0, 0], "b"),
            ],
        );
        // A link around two lines counts on both; one without a target doesn't count.
        check(
            "<a href=x><h3>a</h3><p>b</p></a><p><a name=n>c</a>",
            &[
                ([1, 10, 1, 1, 0], "a"),
                ([2, 8, 1, 1, 0], "b"),
                ([3, 15, 1, 0, 0], "c"),
            ],
        );
    }

    #[test]
    fn noise_and_hidden_parts_are_not_lines() {
        check(
            "<form><label>x</label><select><option>x</select><button>x</button><p>a</p></form>\
             <noscript><p>x</noscript><iframe>x</iframe><p hidden>x<img src=i></p>\
             <textarea>x</textarea><p>b <span hidden>x</span></p>",
            &[([1, 8, 1, 0, 0], "a"), ([2, 8, 1, 0, 0], "b")],
        );
        check("", &[]);
        check("<div><p> </p><br></div>", &[]);
    }

    #[test]
    fn density_is_output_length_over_text_length() {
        // 198 characters with 28 of tags (Sect. 3.2).
        let row = [287.0, 198.0, 170.0, 170.0 / 198.0, 0.0, 0.0_f64];
        assert!((row[3] - 0.86).abs() < 0.005);
        let rows = table("<p>abc").rows;
        assert_eq!(rows, [[1.0, 10.0, 3.0, 0.3, 0.0, 0.0]]);
    }

    #[test]
    fn features_are_normalized_by_the_document_maximum() {
        let rows = [
            [1.0, 10.0, 4.0, 0.4, 0.0, 0.0],
            [2.0, 40.0, 32.0, 0.8, 3.0, 0.0],
            [3.0, 5.0, 0.0, 0.0, 1.0, 0.0],
            [4.0, 20.0, 16.0, 0.8, 0.0, 0.0],
        ];
        let found = normalized(&rows);
        assert_eq!(found[0], [0.25, 0.25, 0.125, 0.5, 0.0, 0.0]);
        assert_eq!(found[1], [0.5, 1.0, 1.0, 1.0, 1.0, 0.0]);
        assert_eq!(found[3], [1.0, 0.5, 0.5, 1.0, 0.0, 0.0]);
        assert_eq!(score(&found[1]), 2.0);
        assert_eq!(score(&found[3]), 2.0);
        assert_eq!(score(&[1.0, 0.0, 0.0, 0.0, 1.0, 1.0]), -2.0);
        assert_eq!(score(&[0.0, 1.0, 1.0, 1.0, 0.0, 0.0]), 3.0);
        assert!(normalized(&[]).is_empty());
        assert_eq!(
            normalized(&[[1.0, 0.0, 0.0, 0.0, 0.0, 0.0]]),
            [[1.0, 0.0, 0.0, 0.0, 0.0, 0.0]]
        );
    }
}
