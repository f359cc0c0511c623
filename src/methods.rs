//! The papers' methods: pure functions from `&Page` to a score per node.
//!
//! | [`Method`] | paper | module |
//! | --- | --- | --- |
//! | `cetd-ds`, `cectd-ds`, `cectd-s`, `cehtd-ds` | Song, Sun, Liao 2013 | [`cetd`] |
//! | `qread` | Wang, Wang 2015 | [`qread`] |
//! | `far-sw` | Bu, Zhang, Xia, Wang 2014 | [`far_sw`] |
//! | `fsp` | Huang, Huang, Liu, Yan | [`fsp`] |
//! | `tsrec` | Li, Meng, Li, Wang 2006 | [`tsrec`] |
//! | `hybrid` | ours: the combined result of [`select`](mod@crate::select) | – |
//!
//! [`run`] is the only entry point. A method returns all scores, never only the winner, so that
//! views can show why it won.

pub mod cetd;
pub mod far_sw;
pub mod fsp;
// Hidden: for FAR-SW, whose models contain its types.
#[doc(hidden)]
pub mod fuzzy;
mod leaves;
// Hidden: for the laboratory.
#[doc(hidden)]
pub mod lines;
pub mod qread;
mod scores;
mod table;
pub mod tsrec;

use std::error::Error;
use std::fmt;

use crate::page::{NodeId, NodeSet};
use leaves::{is_leaf, leaves};
pub use scores::Scores;
pub use table::{Method, run};
use tsrec::{NoContent, Template};

/// Rules mined in advance from pages of the site, for the trainable methods. By default the
/// built-in rules, which work for any site.
///
/// ```
/// use pith::methods::{Trained, far_sw};
///
/// // Without rules of the site, those for any site are taken.
/// assert_eq!(Trained::default().far_sw(), far_sw::Model::inter_site());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trained {
    /// FAR-SW's rules of the site.
    pub far_sw: Option<far_sw::Model>,
    /// FSP's patterns of the site, with its classifier; see [`fsp::Rules::of_site`].
    pub fsp: Option<fsp::Rules>,
}

impl Trained {
    /// Returns FAR-SW's rules: the site's, or the built-in ones if there are none.
    pub fn far_sw(&self) -> &far_sw::Model {
        let known = self.far_sw.as_ref();
        known.unwrap_or_else(|| far_sw::Model::inter_site())
    }

    /// Returns FSP's rules: the site's, or the built-in ones if there are none.
    pub fn fsp(&self) -> &fsp::Rules {
        self.fsp.as_ref().unwrap_or_else(|| fsp::Rules::generic())
    }
}

/// Input of a method besides the page.
///
/// ```
/// use pith::methods::{self, Known, Method};
/// use pith::{Limits, source};
///
/// let page = source::html::read("<h1>The ferry</h1><p>The ferry sails.", "", Limits::default())?;
/// let known = Known { title: "The ferry", ..Known::default() };
/// assert!(methods::run(Method::Qread, &page, &known).is_ok());
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// The article's title; empty if unknown.
    pub title: &'a str,
    /// Rules mined from the page's site; the built-in ones if there are none.
    pub trained: Option<&'a Trained>,
    /// Other pages that [`Method::Tsrec`] compares the page with.
    pub template: Option<Template<'a>>,
}

impl<'a> Known<'a> {
    fn far_sw(&self) -> &'a far_sw::Model {
        let trained = self.trained.map(Trained::far_sw);
        trained.unwrap_or_else(|| far_sw::Model::inter_site())
    }

    fn fsp(&self) -> &'a fsp::Rules {
        let trained = self.trained.map(Trained::fsp);
        trained.unwrap_or_else(|| fsp::Rules::generic())
    }
}

/// The result of a method on a page.
///
/// ```
/// use pith::methods::{self, Known, Method};
/// use pith::{Limits, source};
///
/// let html = "<nav><a href=/>Home</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "", Limits::default())?;
/// let found = methods::run(Method::CectdDs, &page, &Known::default())?;
/// assert_eq!(found.scores.values().len(), page.len());
/// assert!(found.kept.iter().any(|leaf| page.text(leaf).starts_with("He watched")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// One score per node; [`Method::meaning`] describes it.
    pub scores: Scores,
    /// The leaves that are kept: visible text nodes and replaced elements.
    pub kept: NodeSet,
    /// The threshold; `None` if no single score decides.
    pub threshold: Option<Threshold>,
}

/// The reason why a method can't be applied to a page.
///
/// ```
/// use pith::methods::{self, Known, Method, NotApplicable};
/// use pith::{Limits, source};
///
/// let page = source::html::read("<p>One", "", Limits::default())?;
/// let alone = methods::run(Method::Tsrec, &page, &Known::default());
/// assert_eq!(alone, Err(NotApplicable::NoTemplate));
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotApplicable {
    /// The method compares the page with others of its site, and none were given.
    NoTemplate,
    /// The comparison has no result.
    NoContent(NoContent),
    /// The method combines the others and has no result of its own.
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

/// The score that separates a method's content from the rest.
///
/// ```
/// use pith::methods::{self, Known, Method};
/// use pith::{Limits, source};
///
/// let html = "<nav><a href=/>Home</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "", Limits::default())?;
/// let found = methods::run(Method::CetdDs, &page, &Known::default())?;
/// let threshold = found.threshold.map(|threshold| threshold.name);
/// assert_eq!(threshold, Some("threshold"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threshold {
    /// The paper's name for it.
    pub name: &'static str,
    /// The lowest score that is content.
    pub score: f32,
    /// The node with the maximum that determines the threshold, and what it is the maximum of.
    pub maximum: Option<(NodeId, &'static str)>,
}
