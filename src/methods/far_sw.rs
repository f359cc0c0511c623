//! FAR-SW: fuzzy association rules of lines, and a sliding window over them.
//!
//! Bu, Zhang, Xia, Wang: *An FAR-SW based approach for webpage information extraction*, Information
//! Systems Frontiers 16 (2014), doi:10.1007/s10796-013-9412-2. Lines of the main text are adjacent,
//! have much text and few links or images; the amounts are learned from labeled pages, of one site
//! or of many.
//!
//! Learning ([`train()`]; `lab mine far-sw` calls it):
//!
//! 1. [`LineTable`]: features A to F of every line; across sites they are normalized.
//! 2. MIN, Mean and MAX of every feature over the topical and the other lines (Eqs. 1 to 3), and
//!    on them the membership functions of [`crate::methods::fuzzy`].
//! 3. [`mine()`]: scalar cardinalities, the frequent region of every feature, the significance
//!    cut, and Apriori; the itemsets of the last level are the rules.
//!
//! Finding ([`content`]):
//!
//! 4. [`Model::topical`]: the lines that a rule matches.
//! 5. [Blocks](LineBlock): topical lines with fewer than `phi` lines between them, with the line
//!    before and after; their score is the mean of their lines' [`score`]s (Eqs. 4 and 5).
//! 6. [`informative`]: the blocks above the cutoff are the content.
//!
//! Cost: linear in nodes and text. Learning sorts the features of all lines.
//!
//! # Deviations from the paper
//!
//! - *Lines are not lines of source*, which a live DOM does not have, but rendered ones
//!   ([`crate::methods::lines`]), so that all three sources agree; an image without text beside it
//!   makes a line. Lines with only a container's tag, which are frequent in the paper's sources,
//!   don't exist.
//! - *TextLength counts plain tags.* B is the line's characters and those of the tags on it without
//!   their attributes: attributes change with the source and mean little. Characters are Unicode
//!   scalar values; in bytes a Chinese line would be longer in one encoding than in another.
//! - *`a`, `form` and `fieldset` stay*, though Table 1 deletes them: LinkNum counts links and Table
//!   2 has text in them, and whole pages are in a form. See [`filtered`].
//! - *Fig. 7 isn't in our copy of the text.* Read as [`Partition::Two`] it gives the rule of Table
//!   9 for other sites, except for the Index, as articles of today's pages are not in the middle.
//! - *The cutoff is learned* unless it is given ([`Params::cutoff`]). Eq. 4 normalizes by the
//!   largest value in the document, and a page with one long paragraph has few lines above 1.5; the
//!   paper's own first example stays below it too, if Table 2 is put into Eq. 4 with the maxima
//!   that follow from Table 3, although Sect. 3.5 says 1.5807.
//! - *For a page without an informative block, the best block is returned.* The paper doesn't
//!   define this.
//! - *Two topical lines with exactly `phi` lines between them* satisfy neither condition 1 nor 3 of
//!   Step 7. They are treated as two blocks, as the paper implies later ("no more than Φ-1
//!   continuous non-topical lines").
//!
//! [`Partition::Two`]: crate::methods::fuzzy::Partition::Two

mod features;
mod mine;
mod model;
mod train;
mod window;

use std::sync::LazyLock;

pub use features::LineTable;
pub use model::{Model, ModelError};
pub use train::{TrainingPage, train};
use window::informative;

// Steps of the method, for the laboratory and the tests.
// Hidden: for the laboratory, which mines with them.
#[doc(hidden)]
pub use features::{Feature, Row, filtered, score};
// Hidden: for the laboratory, which mines with it.
#[doc(hidden)]
pub use mine::{Mining, mine};
// Hidden: for the laboratory, which mines it.
#[doc(hidden)]
pub use model::{Item, ItemSet, Scale};
// Hidden: for the laboratory, which mines with it.
#[doc(hidden)]
pub use train::learn;
// Hidden: for the laboratory, which mines with it.
#[doc(hidden)]
pub use window::LineBlock;

use super::{Scores, is_leaf};
use crate::page::{NodeId, NodeSet, Page};

/// The paper's cutoff (Sect. 3.5): half of the greatest score.
pub(crate) const CUTOFF: f64 = 1.5;

/// Pages that a model is learned from and applied to.
///
/// ```
/// use pith::methods::far_sw::{Params, Scope};
///
/// assert_ne!(Params::new(Scope::IntraSite), Params::new(Scope::InterSite));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One site's. Features are used as counted, every range has three regions (Fig. 3).
    IntraSite,
    /// Many sites'. Features are normalized; TextLength, OutputTextLength and LinkNum have two
    /// regions (Fig. 7).
    InterSite,
}

/// Parameters of learning.
///
/// ```
/// use pith::methods::far_sw::{Params, Scope};
///
/// let trained = Params::new(Scope::IntraSite);
/// assert_eq!(trained.cutoff, None);
/// assert_eq!(Params::paper(Scope::IntraSite), Params { cutoff: Some(1.5), ..trained });
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// The pages that the model is for.
    pub scope: Scope,
    /// Weight of the topical region in MIN, Mean and MAX, 0 to 1 (Eqs. 1 to 3); by default 0.5.
    pub alpha: f64,
    /// Membership below which a region is cut (Step 4), 0 to 1; by default 0.5.
    pub significance: f64,
    /// Share of the topical lines above which an itemset is frequent (Step 5), 0 to 1; by default
    /// 0.5.
    pub support: f64,
    /// Length of the sliding window in lines (Sect. 4.2); by default 5.
    pub phi: usize,
    /// Score above which a block is informative (Sect. 3.5), -2 to 3. The paper's is [`CUTOFF`];
    /// `None` learns the one that fits the training pages best.
    pub cutoff: Option<f64>,
}

impl Params {
    /// Returns the paper's values except for the cutoff, which is learned.
    pub fn new(scope: Scope) -> Self {
        Self {
            scope,
            alpha: 0.5,
            significance: 0.5,
            support: 0.5,
            phi: 5,
            cutoff: None,
        }
    }

    /// Returns the paper's values.
    pub fn paper(scope: Scope) -> Self {
        Self {
            cutoff: Some(CUTOFF),
            ..Self::new(scope)
        }
    }
}

impl Model {
    /// Returns the built-in model: learned across sites, for pages of any site. It is the file
    /// `far_sw/inter_site.txt`, whose header documents how it was made.
    ///
    /// # Panics
    ///
    /// If that file can't be read: without it every result would be wrong.
    pub fn inter_site() -> &'static Self {
        static MODEL: LazyLock<Model> = LazyLock::new(|| {
            let text = include_str!("far_sw/inter_site.txt");
            text.parse()
                .unwrap_or_else(|error| panic!("inter_site.txt cannot be read: {error}"))
        });
        &MODEL
    }
}

/// Returns every node's score. A leaf has that of its block, potential or informative; 0 if it is
/// in no block or the score is negative. An element has the greatest score below it. At most 3.
///
/// ```
/// use pith::methods::far_sw::{self, Model};
/// use pith::{Limits, source};
///
/// let html = "<p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "", Limits::default())?;
/// let scores = far_sw::scores(&page, Model::inter_site());
/// assert_eq!(scores.values().len(), page.len());
/// assert_eq!(scores.get(page.root()), 0.0);
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn scores(page: &Page, model: &Model) -> Scores {
    let mut values = vec![0.0_f32; page.len()];
    let table = LineTable::new(page);
    let blocks = model.blocks(&table.rows);
    let shown = page.shown();
    let removed = filtered(page);
    for block in &blocks {
        for id in leaves(page, &table, block) {
            if shown.contains(id) && !removed.contains(id) {
                values[id.index()] = values[id.index()].max(block.score as f32);
            }
        }
    }
    Scores::lifted(page, values)
}

/// Returns the leaves of the informative blocks: their text, and shown content in between.
///
/// ```
/// use pith::methods::far_sw::{self, Model};
/// use pith::{Limits, source};
///
/// let html = "<p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "", Limits::default())?;
/// let kept = far_sw::content(&page, Model::inter_site());
/// assert!(kept.iter().all(|leaf| page.is_text(leaf)));
/// # Ok::<(), pith::page::PageError>(())
/// ```
pub fn content(page: &Page, model: &Model) -> NodeSet {
    let table = LineTable::new(page);
    let blocks = model.blocks(&table.rows);
    let shown = page.shown();
    let removed = filtered(page);
    let mut kept = NodeSet::new(page);
    for block in informative(&blocks, model.cutoff) {
        for id in leaves(page, &table, block) {
            if shown.contains(id) && !removed.contains(id) {
                kept.insert(id);
            }
        }
    }
    kept
}

/// Returns the leaves from the first text of a block to the last, hidden ones among them.
fn leaves(page: &Page, table: &LineTable, block: &LineBlock) -> impl Iterator<Item = NodeId> {
    let lines = table
        .text_lines
        .get(block.lines.clone())
        .unwrap_or_default();
    let mut with_text = lines.iter().flatten().copied();
    let first = with_text.next();
    let last = with_text.next_back().or(first);
    let nodes = first.zip(last).map(|(first, last)| {
        let lines = table.lines.get(first..last + 1);
        (lines[0].first.0, lines[lines.len() - 1].last.0)
    });
    nodes
        .into_iter()
        .flat_map(|(first, last)| (first..=last).map(NodeId))
        .filter(|&id| is_leaf(page, id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Limits, PageBuilder, PageInfo, Tag};
    use crate::source::html;

    const SENTENCE: &str = "The harbour of the old town was closed for eleven years before the \
        first boats came back, and hardly anyone had expected to see them again. ";

    fn page(html: &str) -> Page {
        html::read(html, "https://a.example/", Limits::default()).unwrap()
    }

    fn text(page: &Page, kept: &NodeSet) -> String {
        let words: Vec<_> = kept.iter().map(|id| page.text(id).trim()).collect();
        words.join(" ").trim().to_owned()
    }

    /// Returns a page of many short lines of links around five paragraphs.
    fn news() -> String {
        let menu = "<li><a href=/a>Politics</a><li><a href=/b>Sport</a>".repeat(6);
        let story: String = (0..5)
            .map(|i| format!("<p>{i} {}</p>", SENTENCE.repeat(2)))
            .collect();
        format!("<ul>{menu}</ul><article>{story}</article><ul>{menu}</ul><p>Imprint")
    }

    #[test]
    fn committed_model_is_complete_and_round_trips() {
        let text = include_str!("far_sw/inter_site.txt");
        let model: Model = text.parse().unwrap();
        assert_eq!(&model, Model::inter_site());
        assert_eq!(model.to_string(), text);
        assert!(model.normalized);
        assert!(!model.rules.is_empty());
        let head = model.head.join("\n");
        let is_hash = |h: &str| h.len() == 64 && h.chars().all(|c| c.is_ascii_hexdigit());
        let mut hashes = model.head.iter().filter_map(|l| l.strip_prefix("corpus: "));
        assert!(hashes.next().is_some_and(is_hash), "{head}");
        assert!(head.contains("lab mine far-sw"), "{head}");
    }

    #[test]
    fn paragraphs_are_kept_and_menus_removed() {
        let page = page(&news());
        let model = Model::inter_site();
        let found = text(&page, &content(&page, model));
        for i in 0..5 {
            assert!(found.contains(&format!("{i} The harbour")), "{found}");
        }
        // The line before and the line after the block are included.
        assert!(found.matches("Sport").count() <= 1, "{found}");
        assert!(found.matches("Politics").count() <= 1, "{found}");
        assert!(!found.contains("Imprint"));
        let scores = scores(&page, model);
        let score = |text: &str| {
            let id = page.nodes().find(|&id| page.text(id).contains(text));
            scores.get(id.unwrap())
        };
        assert!(score("3 The harbour") > model.cutoff as f32);
        assert_eq!(score("Imprint"), 0.0);
        assert_eq!(scores.get(page.body()), score("3 The harbour"));
    }

    #[test]
    fn rules_trained_on_a_site_find_its_content() {
        // A site whose main text is a list of short lines, below long lines of other text.
        let site = |n: u32| {
            let teaser = format!("<p>{n} {}</p>", SENTENCE.repeat(2)).repeat(6);
            let lines: String = (0..8)
                .map(|i| format!("<li>Line {i} of poem {n}"))
                .collect();
            page(&format!("{teaser}<br><hr><h2>Poem</h2><ol>{lines}</ol>"))
        };
        let samples: Vec<_> = (0..3)
            .map(|n| {
                let table = LineTable::new(&site(n));
                let lines = &table.lines;
                let topical: Vec<_> = (0..lines.len())
                    .map(|i| lines.text(i..i + 1).starts_with("Line"))
                    .collect();
                TrainingPage::new(&table, &topical)
            })
            .collect();
        let model = train(&samples, &Params::new(Scope::IntraSite));
        let unseen = site(7);
        let kept = text(&unseen, &content(&unseen, &model));
        assert!(kept.contains("Line 0 of poem 7"), "{kept}\n{model}");
        assert!(kept.contains("Line 7 of poem 7"), "{kept}");
        assert!(!kept.contains("harbour"), "{kept}");
    }

    #[test]
    fn tiny_and_odd_pages_are_handled() {
        let model = Model::inter_site();
        let none = train(&[], &Params::new(Scope::InterSite));
        for body in [
            "",
            "<p>",
            "x",
            "<img src=a>",
            "<p>a<p>a<p>a",
            "<a href=x>a</a>",
            "<p hidden>x",
            "<script>x</script>",
        ] {
            let page = page(body);
            let values = scores(&page, model);
            assert!(
                values.values().iter().all(|v| v.is_finite() && *v >= 0.0),
                "{body}"
            );
            let kept = content(&page, model);
            assert!(
                kept.iter()
                    .all(|id| is_leaf(&page, id) && !page.is_hidden(id))
            );
            assert!(content(&page, &none).is_empty());
            assert!(scores(&page, &none).values().iter().all(|&v| v == 0.0));
        }
        let only = page("<p>one line");
        assert_eq!(text(&only, &content(&only, model)), "one line");
    }

    #[test]
    fn deep_and_long_pages_have_content() {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        for _ in 0..50_000 {
            b.open_tag(Tag::Div).unwrap();
        }
        b.text(SENTENCE).unwrap();
        let deep = b.finish().unwrap();
        assert!(!content(&deep, Model::inter_site()).is_empty());
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.open_tag(Tag::Body).unwrap();
        for _ in 0..100_000 {
            b.open_tag(Tag::P).unwrap();
            b.text("ab").unwrap();
            b.close();
        }
        let long = b.finish().unwrap();
        assert_eq!(content(&long, Model::inter_site()).iter().count(), 100_000);
    }
}
