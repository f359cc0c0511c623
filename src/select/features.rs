//! The evidence as numbers: one row per block for the model.
//!
//! Each kind of evidence writes its columns: [`text`] three kinds and [`elements`] two, [`place`],
//! [`density`], [`repetition`], [`surroundings`], [`layout`], [`methods`] and [`stated`] one each.
//! Nothing here names a site or a language. What is not known (layout, a heading above) is
//! NaN, and the model has its own way at every such value.

mod density;
mod elements;
mod layout;
mod marks;
mod methods;
mod place;
mod repetition;
mod stated;
mod surroundings;
mod text;

use super::blocks::Block;
use super::evidence::Evidence;
use super::{Grounds, Reason};
use crate::metadata::Metadata;
use crate::methods::{Scores, cetd};
use crate::page::{NodeId, Page};
use density::Density;
use layout::Layout;
use methods::Methods;
use place::Place;
use repetition::Repetition;
use stated::Stated;
use text::Text;

/// Reasons that names and announcements can hint at, in the order of their feature columns.
const HINTED: [Reason; 10] = [
    Reason::Comments,
    Reason::Sharing,
    Reason::Related,
    Reason::Advert,
    Reason::Navigation,
    Reason::Byline,
    Reason::Overlay,
    Reason::Frame,
    Reason::OtherColumn,
    Reason::Form,
];

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) grounds: Grounds,
}

/// Collects rows; names are given along so that order and meaning cannot drift apart.
#[derive(Debug)]
struct Row {
    grounds: Grounds,
    values: Vec<f32>,
    columns: Vec<Column>,
    /// Whether the columns are known from a row before.
    known: bool,
}

impl Row {
    // Inlined, it makes one function of 50 kB, which browsers compile at the first click.
    #[inline(never)]
    fn add(&mut self, name: &'static str, value: f32) {
        if !self.known {
            let grounds = self.grounds;
            self.columns.push(Column { name, grounds });
        }
        self.values.push(value);
    }

    fn flag(&mut self, name: &'static str, value: bool) {
        self.add(name, f32::from(u8::from(value)));
    }
}

fn log(x: f32) -> f32 {
    libm::logf(1.0 + x.max(0.0))
}

/// The evidence of every block.
#[derive(Clone, Debug)]
pub(crate) struct Features {
    /// The columns; none where there is no block.
    pub(crate) columns: Vec<Column>,
    /// The rows one after the other, in the order of the blocks.
    pub(crate) values: Vec<f32>,
}

/// Writes the columns of one kind of evidence about a block.
type Write<'a> = fn(&Context<'a>, usize, &mut Row);

/// Gathers the evidence of every block.
pub(crate) fn features(page: &Page, metadata: &Metadata, evidence: &Evidence) -> Features {
    let context = Context::new(page, metadata, evidence);
    let mut row = Row {
        grounds: Grounds::Text,
        values: Vec::new(),
        columns: Vec::new(),
        known: false,
    };
    for i in 0..evidence.blocks.len() {
        let parts: [(Grounds, Write<'_>); 12] = [
            (Grounds::Text, Context::own),
            (Grounds::Links, Context::links),
            (Grounds::Words, Context::words),
            (Grounds::Structure, Context::tags),
            (Grounds::Names, Context::names),
            (Grounds::Place, Context::place),
            (Grounds::Density, Context::around),
            (Grounds::Repetition, Context::groups),
            (Grounds::Surroundings, Context::neighbours),
            (Grounds::Layout, Context::layout),
            (Grounds::Methods, Context::methods),
            (Grounds::Stated, Context::stated),
        ];
        for (grounds, part) in parts {
            row.grounds = grounds;
            part(&context, i, &mut row);
        }
        row.known = true;
    }
    Features {
        columns: row.columns,
        values: row.values,
    }
}

/// What the columns are written from: what several kinds need, and what each counts once.
struct Context<'a> {
    page: &'a Page,
    metadata: &'a Metadata,
    evidence: &'a Evidence,
    /// The length of all blocks, at least 1.
    total: f32,
    /// Per node: length and link characters of the blocks in the subtree, and their number.
    length: Vec<f32>,
    link: Vec<f32>,
    count: Vec<f32>,
    /// Per block: the length of those before it.
    before: Vec<f32>,
    /// Per block: what it announces, where it is short enough to.
    announced: Vec<Option<Reason>>,
    text: Text,
    place: Place,
    density: Density,
    repetition: Repetition,
    layout: Layout,
    methods: Methods,
    stated: Stated,
}

impl<'a> Context<'a> {
    fn new(page: &'a Page, metadata: &'a Metadata, evidence: &'a Evidence) -> Self {
        let blocks = &evidence.blocks;
        let mut length = vec![0.0; page.len()];
        let mut link = vec![0.0; page.len()];
        let mut count = vec![0.0; page.len()];
        let mut before = Vec::with_capacity(blocks.len());
        let mut total: f32 = 0.0;
        for block in blocks {
            let i = block.container.index();
            length[i] += block.length;
            link[i] += block.length * block.link_density();
            count[i] += 1.0;
            before.push(total);
            total += block.length;
        }
        let total = total.max(1.0);
        let (length, link, count) = (
            page.subtree_sums(&length),
            page.subtree_sums(&link),
            page.subtree_sums(&count),
        );
        Self {
            text: Text::new(page, blocks, &evidence.texts),
            place: Place::new(page, metadata, evidence, total),
            density: Density::new(page, evidence),
            repetition: Repetition::new(page, evidence),
            layout: Layout::new(page, evidence),
            methods: Methods::new(page, metadata, evidence, &length, &link),
            stated: Stated::new(metadata, evidence),
            announced: blocks
                .iter()
                .zip(&evidence.announced)
                .map(|(b, announced)| announced.filter(|_| b.length <= 160.0))
                .collect(),
            page,
            metadata,
            evidence,
            total,
            length,
            link,
            count,
            before,
        }
    }

    fn block(&self, i: usize) -> &Block {
        &self.evidence.blocks[i]
    }
}

/// The nearest element that holds both.
fn nearest_of_both(page: &Page, a: NodeId, b: NodeId) -> NodeId {
    page.inclusive_ancestors(a)
        .find(|&id| page.contains(id, b))
        .unwrap_or(page.root())
}

/// DensitySum of every node, as a share of the largest.
fn ranks(page: &Page, density: &Scores) -> Vec<f32> {
    let sums = cetd::density_sum(page, density);
    let most = sums.values().iter().fold(1e-6f32, |a, &b| a.max(b));
    sums.values().iter().map(|v| v / most).collect()
}

#[cfg(all(test, feature = "cli"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::front::html;
    use crate::metadata::metadata;
    use crate::page::Limits;
    use crate::select::Forest;

    fn table(html: &str) -> (Features, usize) {
        let page =
            html::read(html, "https://example.org/a/ferry-sails", Limits::default()).unwrap();
        let metadata = metadata(&page);
        let evidence = Evidence::ruled(&page, &metadata, None);
        let count = evidence.blocks.len();
        (features(&page, &metadata, &evidence), count)
    }

    #[test]
    fn every_row_has_every_column_and_names_are_told_apart() {
        let (features, count) = table(
            "<nav><a href=/>Home</a></nav><main><h1>Ferry sails</h1><p>It sails again, the harbour says.<p>—</main>",
        );
        assert_eq!(features.values.len(), features.columns.len() * count);
        let mut names: Vec<&str> = features.columns.iter().map(|c| c.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), features.columns.len());
        assert!(
            Grounds::ALL
                .iter()
                .all(|&kind| features.columns.iter().any(|c| c.grounds == kind))
        );
        assert!(features.values.iter().all(|v| !v.is_infinite()));
    }

    #[test]
    fn the_shipped_forest_asks_only_what_is_there() {
        let (features, _) = table("<p>One.");
        for name in Forest::shipped().columns() {
            assert!(features.columns.iter().any(|c| c.name == name), "{name}");
        }
    }

    #[test]
    fn without_layout_its_columns_are_unknown() {
        let (features, _) = table("<p>One sentence that is long enough to be read as text.");
        for (column, value) in features.columns.iter().zip(&features.values) {
            let layout = column.grounds == Grounds::Layout;
            assert!(!layout || value.is_nan(), "{}", column.name);
        }
    }
}
