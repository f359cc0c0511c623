//! The papers' methods: pure functions from `&Page` to a score per node.
//!
//! | [`Method`] | paper | module |
//! | --- | --- | --- |
//! | `cetd-ds`, `cectd-ds`, `cectd-s`, `cehtd-ds` | Song, Sun, Liao 2013 | [`cetd`] |
//! | `qread` | Wang, Wang 2015 | [`qread`] |
//! | `far-sw` | Bu, Zhang, Xia, Wang 2014 | [`far_sw`] |
//! | `fsp` | Huang, Huang, Liu, Yan | [`fsp`] |
//! | `tsrec` | Li, Meng, Li, Wang 2006 | [`tsrec`] |
//! | `hybrid` | ours: what [`select`](mod@crate::select) makes of them together | – |
//!
//! [`run`] is the one entrance. A method gives all scores, never only the winner, so that views can
//! show why it won.

pub mod cetd;
pub mod far_sw;
pub mod fsp;
#[doc(hidden)]
pub mod fuzzy;
#[doc(hidden)]
pub mod lines;
pub mod qread;
mod table;
pub mod tsrec;

use std::error::Error;
use std::fmt;

use crate::page::{NodeId, NodeSet, Page};
pub use table::{Method, run};
use tsrec::{NoContent, Template};

/// One score per node of a page. Each method says what its scores mean and what range they have.
///
/// ```
/// use pith::methods::Scores;
/// use pith::page::NodeSet;
/// use pith::{Limits, front};
///
/// let page = front::html::read("<p>One<p>Two", "", Limits::default())?;
/// let mut kept = NodeSet::new(&page);
/// for leaf in page.nodes().filter(|&id| page.text(id) == "Two") {
///     kept.insert(leaf);
/// }
/// // Half of the text is kept.
/// assert_eq!(Scores::shares(&page, &kept).get(page.body()), 0.5);
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scores(Vec<f32>);

impl Scores {
    /// Makes scores of a column with one value per node.
    pub fn new(values: Vec<f32>) -> Self {
        Self(values)
    }

    /// Makes scores from a column that scores leaves of the body: every element there has the
    /// largest score of what lies below it, and the root, which holds the head as well, has 0.
    fn lifted(page: &Page, mut values: Vec<f32>) -> Self {
        for id in page.descendants(page.body()).rev() {
            if let Some(parent) = page.parent(id) {
                values[parent.index()] = values[parent.index()].max(values[id.index()]);
            }
        }
        if page.body() != page.root() {
            values[page.root().index()] = 0.0;
        }
        Self(values)
    }

    /// Returns the share of every node's shown text that is kept, 0 to 1, by characters; a kept
    /// leaf without text has 1.
    pub fn shares(page: &Page, kept: &NodeSet) -> Self {
        let shown = page.shown();
        let mut all = vec![0; page.len()];
        let mut of_kept = vec![0; page.len()];
        for id in page.subtree(page.body()).filter(|&id| shown.contains(id)) {
            all[id.index()] = page.counts(id).chars;
            if kept.contains(id) {
                of_kept[id.index()] = all[id.index()];
            }
        }
        let (all, of_kept) = (page.subtree_sums(&all), page.subtree_sums(&of_kept));
        let share = |id: NodeId| match all[id.index()] {
            0 => f32::from(u8::from(kept.contains(id))),
            all => of_kept[id.index()] as f32 / all as f32,
        };
        Self(page.nodes().map(share).collect())
    }

    /// Returns the node's score.
    pub fn get(&self, id: NodeId) -> f32 {
        self.0[id.index()]
    }

    /// Returns all scores in document order.
    pub fn values(&self) -> &[f32] {
        &self.0
    }
}

/// Rules learnt from a page's site beforehand, for the methods that learn; the default is those
/// that this program comes with, for any site.
///
/// ```
/// use pith::methods::{Learnt, far_sw};
///
/// // Without rules of the site, those for any site are taken.
/// assert_eq!(Learnt::default().far_sw(), far_sw::Model::inter_site());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learnt {
    /// FAR-SW's rules of the site.
    pub far_sw: Option<far_sw::Model>,
    /// FSP's patterns of the site, with the machine for such; see [`fsp::Rules::of_site`].
    pub fsp: Option<fsp::Rules>,
}

impl Learnt {
    /// Returns FAR-SW's rules: the site's, or those for any.
    pub fn far_sw(&self) -> &far_sw::Model {
        let known = self.far_sw.as_ref();
        known.unwrap_or_else(|| far_sw::Model::inter_site())
    }

    /// Returns FSP's rules: the site's, or those for any.
    pub fn fsp(&self) -> &fsp::Rules {
        self.fsp.as_ref().unwrap_or_else(|| fsp::Rules::generic())
    }
}

/// Facts that a method is given besides the page.
///
/// ```
/// use pith::methods::{self, Known, Method};
/// use pith::{Limits, front};
///
/// let page = front::html::read("<h1>The ferry</h1><p>The ferry sails.", "", Limits::default())?;
/// let known = Known { title: "The ferry", ..Known::default() };
/// assert!(methods::run(Method::Qread, &page, &known).is_ok());
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// The article's title, as far as it is known.
    pub title: &'a str,
    /// Rules learnt from the page's site; those that this program comes with where there are none.
    pub learnt: Option<&'a Learnt>,
    /// Other pages that [`Method::Tsrec`] compares the page with.
    pub template: Option<Template<'a>>,
}

impl<'a> Known<'a> {
    fn far_sw(&self) -> &'a far_sw::Model {
        let learnt = self.learnt.map(Learnt::far_sw);
        learnt.unwrap_or_else(|| far_sw::Model::inter_site())
    }

    fn fsp(&self) -> &'a fsp::Rules {
        let learnt = self.learnt.map(Learnt::fsp);
        learnt.unwrap_or_else(|| fsp::Rules::generic())
    }
}

/// The result of a method on a page.
///
/// ```
/// use pith::methods::{self, Known, Method};
/// use pith::{Limits, front};
///
/// let html = "<nav><a href=/>Home</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = front::html::read(html, "", Limits::default())?;
/// let found = methods::run(Method::CectdDs, &page, &Known::default())?;
/// assert_eq!(found.scores.values().len(), page.len());
/// assert!(found.kept.iter().any(|leaf| page.text(leaf).starts_with("He watched")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// One score per node; [`Method::meaning`] says of what.
    pub scores: Scores,
    /// The leaves that are kept: visible text nodes and replaced elements.
    pub kept: NodeSet,
    /// The cut; `None` where no single score tells what is kept.
    pub cut: Option<Cut>,
}

/// The reason why a method finds nothing on a page.
///
/// ```
/// use pith::methods::{self, Known, Method, NotApplicable};
/// use pith::{Limits, front};
///
/// let page = front::html::read("<p>One", "", Limits::default())?;
/// let alone = methods::run(Method::Tsrec, &page, &Known::default());
/// assert_eq!(alone, Err(NotApplicable::NoTemplate));
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotApplicable {
    /// It compares the page with others of its site, and there are none.
    NoTemplate,
    /// The comparison tells nothing.
    NoContent(NoContent),
    /// It weighs the other methods and finds nothing by itself.
    WeighsOthers,
}

impl fmt::Display for NotApplicable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTemplate => f.write_str(
                "this method compares the page with others of its site; give it one of those",
            ),
            Self::NoContent(reason) => reason.fmt(f),
            Self::WeighsOthers => f.write_str("this method only weighs the others"),
        }
    }
}

impl Error for NotApplicable {}

impl From<NoContent> for NotApplicable {
    fn from(reason: NoContent) -> Self {
        Self::NoContent(reason)
    }
}

/// The line a method draws through its scores.
///
/// ```
/// use pith::methods::{self, Known, Method};
/// use pith::{Limits, front};
///
/// let html = "<nav><a href=/>Home</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = front::html::read(html, "", Limits::default())?;
/// let found = methods::run(Method::CetdDs, &page, &Known::default())?;
/// let cut = found.cut.map(|cut| cut.name);
/// assert_eq!(cut, Some("threshold"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// The paper's name for it.
    pub name: &'static str,
    /// The score on it, which is content.
    pub score: f32,
    /// The node that decides where it runs, and what is special about that node.
    pub peak: Option<(NodeId, &'static str)>,
}

/// Returns whether a node is one of those an article is made of: text, or something shown in its
/// place.
fn is_leaf(page: &Page, id: NodeId) -> bool {
    page.is_text(id) || page.tag(id).is_replaced()
}

/// Returns the shown leaves among the nodes of `region`.
fn leaves(page: &Page, region: &NodeSet) -> NodeSet {
    let shown = page.shown();
    let mut kept = NodeSet::new(page);
    for id in region.iter() {
        if is_leaf(page, id) && shown.contains(id) {
            kept.insert(id);
        }
    }
    kept
}
