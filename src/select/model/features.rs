//! Evidence as numbers: one row per block for the forest.
//!
//! [`COLUMNS`] is the table of all columns. Each kind of evidence has a file with its columns and
//! the values they share, which are computed once per page: [`text`] has three kinds, [`elements`]
//! two, [`place`], [`density`], [`repetition`], [`surroundings`], [`layout`], and [`declared`] one
//! each. No column refers to a site or a language. An unknown value (layout, a missing heading) is
//! `None`; every branch of the forest has a default direction for it.

/// Defines columns by names and values, `None` if a value is unknown. With `_` in place of the
/// block, the column describes the whole page.
macro_rules! columns {
    ($(($name:expr, |$context:ident, $block:tt| $value:expr)),* $(,)?) => {
        &[$(($name, |$context, blocks, values| columns!(blocks, values, $block, $value))),*]
    };
    ($blocks:ident, $values:ident, _, $value:expr) => {{
        let value = || -> Option<f32> { $value };
        _ = $blocks;
        $values.fill(value().unwrap_or($crate::select::model::forest::UNKNOWN));
    }};
    ($blocks:ident, $values:ident, $block:ident, $value:expr) => {
        for (place, &$block) in $values.iter_mut().zip($blocks) {
            let value = || -> Option<f32> { $value };
            *place = value().unwrap_or($crate::select::model::forest::UNKNOWN);
        }
    };
}

mod context;
mod declared;
mod density;
mod elements;
mod layout;
mod numbers;
mod place;
mod repetition;
mod surroundings;
mod text;
mod value;

use context::Context;
use numbers::{flag, log, nearest_of_both, ranks, signed_log};
use value::Value;

use super::forest::UNKNOWN;
use crate::compact::hash::Hash32;
use crate::metadata::Metadata;
use crate::page::Page;
use crate::select::decisions::Decisions;
use crate::select::reason::Grounds;
use crate::select::signals::Signals;
use crate::vocabulary;

/// A column of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    /// The column's name in trained files; unique.
    pub(crate) name: &'static str,
    /// The kind of evidence.
    pub(crate) grounds: Grounds,
    value: Value,
}

/// The columns of every kind of evidence, in the order of a row.
const KINDS: [(Grounds, &[(&str, Value)]); 19] = [
    (Grounds::Text, text::OWN),
    (Grounds::Links, text::LINKS),
    (Grounds::Words, text::WORDS),
    (Grounds::Structure, elements::TAGS),
    (Grounds::Names, elements::NAMES),
    (Grounds::Place, place::COLUMNS),
    (Grounds::Density, density::OWN),
    (Grounds::Density, density::UP[0]),
    (Grounds::Density, density::UP[1]),
    (Grounds::Density, density::UP[2]),
    (Grounds::Density, density::UP[3]),
    (Grounds::Repetition, repetition::COLUMNS),
    (Grounds::Surroundings, surroundings::PREVIOUS),
    (Grounds::Surroundings, surroundings::NEXT),
    (Grounds::Surroundings, surroundings::SECOND_PREVIOUS),
    (Grounds::Surroundings, surroundings::SECOND_NEXT),
    (Grounds::Surroundings, surroundings::AROUND),
    (Grounds::Layout, layout::COLUMNS),
    (Grounds::Declared, declared::COLUMNS),
];

const COUNT: usize = {
    let (mut count, mut kind) = (0, 0);
    while kind < KINDS.len() {
        count += KINDS[kind].1.len();
        kind += 1;
    }
    count
};

/// Every column, in the order of a row.
pub(crate) static COLUMNS: [Column; COUNT] = {
    let mut columns = [Column {
        name: "",
        grounds: Grounds::Text,
        value: |_, _, _| {},
    }; COUNT];
    let (mut at, mut kind) = (0, 0);
    while kind < KINDS.len() {
        let (grounds, own) = KINDS[kind];
        let mut k = 0;
        while k < own.len() {
            let (name, value) = own[k];
            columns[at] = Column {
                name,
                grounds,
                value,
            };
            at += 1;
            k += 1;
        }
        kind += 1;
    }
    columns
};

/// Returns a hash of the meaning of the columns: their names and kinds, the numbers for
/// announcements, and the word lists.
pub(crate) fn digest() -> Hash32 {
    let mut digest = vocabulary::digest();
    let columns = COLUMNS.iter().map(|c| (c.grounds.name(), c.name));
    for (kind, name) in columns {
        digest = digest
            .bytes(kind.as_bytes())
            .bytes(b":")
            .bytes(name.as_bytes())
            .bytes(b"\n");
    }
    for (reason, number) in place::ANNOUNCED {
        digest = digest.number(reason as u32).number(number.to_bits());
    }
    digest
}

/// Per-block evidence, computed lazily: all of it would be larger than the rest of the page data.
pub(crate) struct Features<'a>(Context<'a>);

impl<'a> Features<'a> {
    /// Computes the input of the columns. `decisions` are those of the rules before the model.
    pub(crate) fn new(
        page: &'a Page,
        metadata: &'a Metadata,
        signals: &'a Signals,
        decisions: &Decisions,
    ) -> Self {
        Self(Context::new(page, metadata, signals, decisions))
    }

    /// Computes a column's values for some blocks.
    pub(crate) fn fill(&self, column: &Column, blocks: &[usize], values: &mut [f32]) {
        (column.value)(&self.0, blocks, values);
    }

    /// Computes the row of a block, as long as [`COLUMNS`].
    pub(crate) fn row(&self, i: usize) -> impl Iterator<Item = f32> {
        COLUMNS.iter().map(move |column| {
            let mut value = [UNKNOWN];
            self.fill(column, &[i], &mut value);
            value[0]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::model::{Model, SCORES, second_pass};

    #[test]
    fn column_names_are_unique_and_every_kind_has_columns() {
        let mut names: Vec<&str> = COLUMNS.iter().map(|c| c.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), COLUMNS.len());
        for kind in Grounds::ALL {
            assert!(COLUMNS.iter().any(|c| c.grounds == kind), "{kind:?}");
        }
        // The header of a trained file lists names separated by spaces.
        assert!(
            names
                .iter()
                .all(|n| !n.is_empty() && !n.contains([' ', '\n']))
        );
    }

    #[test]
    fn the_shipped_forests_use_only_known_columns() {
        let model = Model::shipped();
        let is_own = |name: &&String| COLUMNS.iter().any(|c| c.name == *name);
        let more = |name: &&String| {
            second_pass::COLUMNS
                .iter()
                .chain(&SCORES)
                .any(|c| c == *name)
        };
        assert!(model.first().columns().iter().all(|name| is_own(&name)));
        assert!(
            model
                .second()
                .columns()
                .iter()
                .all(|name| is_own(&name) || more(&name))
        );
    }

    #[test]
    fn the_shipped_forests_were_trained_on_the_current_evidence() {
        let origin = include_str!("origin.txt");
        let line = format!("evidence: {}", crate::select::evidence_digest());
        assert!(
            origin.lines().any(|l| l == line),
            "{line} is not in\n{origin}"
        );
    }

    /// Returns the rows of a page's blocks.
    #[cfg(feature = "html")]
    fn rows(html: &str) -> Vec<Vec<f32>> {
        use crate::page::Limits;

        let url = "https://example.org/a/ferry-sails";
        let page = crate::source::html::read(html, url, Limits::default()).unwrap();
        let metadata = crate::metadata::metadata(&page);
        let (signals, decisions) = crate::select::ruled(&page, &metadata);
        let features = Features::new(&page, &metadata, &signals, &decisions);
        let rows = (0..signals.len()).map(|i| features.row(i).collect());
        rows.collect()
    }

    #[cfg(feature = "html")]
    #[test]
    fn every_row_has_every_column() {
        let rows = rows(
            "<nav><a href=/>Home</a></nav><main><h1>Ferry sails</h1><p>It sails again, the harbour says.<p>—</main>",
        );
        assert_eq!(rows.len(), 4);
        assert!(rows.iter().all(|row| row.len() == COLUMNS.len()));
        assert!(rows.iter().flatten().all(|v| !v.is_infinite()));
    }

    #[cfg(feature = "html")]
    #[test]
    fn layout_columns_are_unknown_without_layout() {
        let rows = rows("<p>One sentence that is long enough to be read as text.");
        for (column, value) in COLUMNS.iter().zip(&rows[0]) {
            let layout = column.grounds == Grounds::Layout;
            assert!(!layout || value.is_nan(), "{}", column.name);
        }
    }
}
