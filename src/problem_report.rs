//! Problem reports: one file with all that is needed to reproduce a wrong result.
//!
//! The file is JSON, so that people can read it and attach it to an issue; the page in it is a
//! [snapshot] in base64. It has two halves. [`ProblemReport`] is written by the core: the page as
//! it was read, the decisions, and the user's corrections. [`Statement`] is written by the program
//! around it and the user.
//!
//! In anonymized reports, texts and URLs of the same shape replace the page's
//! ([`ProblemReport::anonymized`]); see [`words`]. Decisions about the anonymized page may differ,
//! so the file contains the decisions about the original page.

mod address;
mod anonymize;
mod data;
mod error;
mod format;
#[cfg(feature = "cli")]
mod reading;
mod words;

use serde::{Deserialize, Serialize};

use crate::compact::base64;
use crate::discussion::{Corrections, Discussion};
use crate::extract::Extraction;
use crate::page::{NodeId, NodeSet, Page, PageError};
use crate::select::{Overrides, Reason, Selection, SiteRules};
use crate::source::snapshot;
use crate::transcript::{Transcript, transcripts};
use anonymize::Anonymizer;
use format::{FORMAT, VERSION};

pub use error::ReportError;
#[cfg(feature = "cli")]
pub use reading::{Report, is_report};

/// The half of a report written by the core.
///
/// ```
/// use pith::extract::one_click;
/// use pith::select::{SiteRules, Overrides};
/// use pith::problem_report::ProblemReport;
/// use pith::{Limits, source};
///
/// let page = source::html::read("<p>The ferry sails at noon.", "", Limits::default())?;
/// let found = one_click(&page);
/// let (site, overrides) = (SiteRules::default(), Overrides::default());
/// let report = ProblemReport::new(&page, [&found, &found], (&site, &overrides));
/// assert!(!report.is_anonymized && report.version == 1);
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProblemReport {
    /// The format name of these files.
    pub format: String,
    /// The version of the format.
    pub version: u32,
    /// The version of the program.
    pub pith: String,
    /// True if texts and URLs are anonymized.
    pub is_anonymized: bool,
    /// The title as shown, including corrections.
    pub title: Option<String>,
    /// The authors as shown, including corrections.
    pub byline: Option<String>,
    /// The date of publication as shown, including corrections.
    pub published: Option<String>,
    /// The overrides in the format of [`Overrides::read`].
    pub overrides: Vec<u32>,
    /// The site's rules ([`SiteRules::bytes`]), in base64.
    pub site: String,
    /// Every block of the page in document order.
    pub blocks: Vec<DecidedBlock>,
    /// The leaves of the article as shown, including corrections.
    pub kept: Vec<u32>,
    /// Those among them that are captions, not text.
    pub captions: Vec<u32>,
    /// The page's snapshot, in base64.
    pub page: String,
}

/// Decisions about a block, before and after corrections. A reason is `None` if the block was kept.
///
/// ```
/// use pith::problem_report::DecidedBlock;
///
/// let block: DecidedBlock = serde_json::from_str(
///     r#"{"leaf": 7, "found": "navigation", "by": "excluded", "shown": null, "logit": null}"#,
/// )?;
/// assert_eq!(block.found.as_deref(), Some("navigation"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DecidedBlock {
    /// Its first leaf.
    pub leaf: u32,
    /// The reason why it isn't text of the article.
    pub found: Option<String>,
    /// The rule that decided this.
    pub by: Option<String>,
    /// The reason why it wasn't shown, after site rules and overrides.
    pub shown: Option<String>,
    /// Its logit from the model.
    pub logit: Option<f32>,
}

/// The half of a report from the program around the core and from the user.
///
/// ```
/// use pith::problem_report::Statement;
///
/// let statement: Statement = serde_json::from_str(r#"{"wrong": ["missing"], "note": "No third part."}"#)?;
/// assert_eq!((statement.wrong[0].as_str(), statement.address), ("missing", None));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Statement {
    /// The browser's name and version.
    pub browser: Option<String>,
    /// Time at which the report was saved, in ISO 8601.
    pub saved: Option<String>,
    /// The page's URL, unless omitted.
    pub address: Option<String>,
    /// The current view.
    pub view: Option<String>,
    /// The problems, one word each.
    pub wrong: Vec<String>,
    /// A note from the user.
    pub note: String,
}

impl ProblemReport {
    /// Creates a report of a page with the `found` and the `shown` selection, the site rules and
    /// the overrides.
    pub fn new(
        page: &Page,
        [found, shown]: [&Extraction; 2],
        (site, overrides): (&SiteRules, &Overrides),
    ) -> Self {
        let captions = shown.selection.captions(page);
        Self {
            format: FORMAT.into(),
            version: VERSION,
            pith: env!("CARGO_PKG_VERSION").into(),
            is_anonymized: false,
            title: shown.metadata.title.clone(),
            byline: shown.metadata.byline.clone(),
            published: shown.metadata.published.clone(),
            overrides: overrides.numbers(),
            site: base64::of(&site.bytes()),
            blocks: blocks(&found.selection, &shown.selection),
            kept: numbers(&shown.selection.kept),
            captions: numbers(&captions),
            page: base64::of(&snapshot::write(page)),
        }
    }

    /// Anonymizes the texts and URLs of the page.
    ///
    /// # Errors
    ///
    /// [`ReportError::Damaged`] or [`ReportError::Page`] if the page in the report can't be read,
    /// or would exceed the size limit.
    ///
    /// ```
    /// use pith::extract::one_click;
    /// use pith::select::{SiteRules, Overrides};
    /// use pith::problem_report::ProblemReport;
    /// use pith::{Limits, source};
    ///
    /// let page = source::html::read("<title>The ferry</title><p>It sails.", "", Limits::default())?;
    /// let found = one_click(&page);
    /// let (site, overrides) = (SiteRules::default(), Overrides::default());
    /// let report = ProblemReport::new(&page, [&found, &found], (&site, &overrides)).anonymized()?;
    /// assert!(report.is_anonymized && report.title.as_deref() != Some("The ferry"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn anonymized(self) -> Result<Self, ReportError> {
        let page = self.read_page()?;
        let mut anonymizer = Anonymizer::new(&page);
        let replaced = anonymizer.page();
        let replaced = replaced.map_err(|error| ReportError::Page(error.into()))?;
        let mut say = |text: Option<String>| text.map(|text| anonymizer.words(&text));
        Ok(Self {
            is_anonymized: true,
            title: say(self.title),
            byline: say(self.byline),
            published: say(self.published),
            page: base64::of(&snapshot::write(&replaced)),
            ..self
        })
    }

    /// Returns the comments of the page.
    ///
    /// # Errors
    /// [`ReportError::Damaged`] or [`ReportError::Page`] if the page in the report can't be read.
    /// [`ReportError::Damaged`] and [`ReportError::Page`] of a report whose page cannot be read.
    ///
    /// ```
    /// use pith::extract::one_click;
    /// use pith::select::{SiteRules, Overrides};
    /// use pith::problem_report::ProblemReport;
    /// use pith::{Limits, source};
    ///
    /// let page = source::html::read("<p>The ferry sails at noon.", "", Limits::default())?;
    /// let found = one_click(&page);
    /// let (site, overrides) = (SiteRules::default(), Overrides::default());
    /// let report = ProblemReport::new(&page, [&found, &found], (&site, &overrides));
    /// assert_eq!(report.discussion()?.comments, []);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn discussion(&self) -> Result<Discussion, ReportError> {
        let page = self.read_page()?;
        let kept = nodes(&page, &self.kept);
        let corrections = self.corrections(&page);
        let byline = self.byline.as_deref();
        Ok(Discussion::corrected(&page, byline, &kept, &corrections))
    }

    /// Returns the leaves of the blocks that the user corrected.
    fn corrections(&self, page: &Page) -> Corrections {
        let mut corrections = Corrections::none(page);
        let ends = self.blocks.iter().skip(1).map(|block| block.leaf);
        let ends = ends.chain([u32::try_from(page.len()).unwrap_or(u32::MAX)]);
        for (block, end) in self.blocks.iter().zip(ends) {
            let leaves = match (&block.found, &block.shown) {
                (Some(_), None) => &mut corrections.kept,
                (None, Some(_)) => &mut corrections.dropped,
                _ => continue,
            };
            let is_leaf = |&node: &NodeId| page.is_text(node) || page.tag(node).is_replaced();
            let all = (block.leaf..end).map(NodeId).filter(is_leaf);
            all.for_each(|leaf| leaves.insert(leaf));
        }
        corrections
    }

    /// Returns the transcripts of the videos in the article.
    ///
    /// # Errors
    ///
    /// [`ReportError::Damaged`] or [`ReportError::Page`] if the page in the report can't be read.
    // Hidden: for the core that writes files.
    #[doc(hidden)]
    pub fn transcripts(&self) -> Result<Vec<Transcript>, ReportError> {
        let page = self.read_page()?;
        let kept = nodes(&page, &self.kept);
        Ok(transcripts(&page, &kept))
    }

    fn read_page(&self) -> Result<Page, ReportError> {
        let bytes = base64::bytes(&self.page).ok_or(ReportError::Damaged)?;
        snapshot::read(&bytes).map_err(ReportError::Page)
    }
}

/// Anonymizes a page: the same nodes with the same layout and styles, but other texts and URLs of
/// the same shape.
///
/// # Errors
///
/// [`PageError::TooMuchText`] if the anonymized page would exceed the size limit.
// Hidden: for the laboratory.
#[doc(hidden)]
pub fn anonymized(page: &Page) -> Result<Page, PageError> {
    Anonymizer::new(page).page()
}

fn numbers(nodes: &NodeSet) -> Vec<u32> {
    nodes.iter().map(|node| node.0).collect()
}

/// Returns the nodes with these numbers, ignoring those that the page doesn't have.
fn nodes(page: &Page, numbers: &[u32]) -> NodeSet {
    let mut nodes = NodeSet::new(page);
    for node in numbers.iter().map(|&number| NodeId(number)) {
        if node.index() < page.len() {
            nodes.insert(node);
        }
    }
    nodes
}

/// Returns the decisions. Corrections don't divide blocks, so both selections have the same blocks.
fn blocks(found: &Selection, shown: &Selection) -> Vec<DecidedBlock> {
    let pairs = found.blocks.iter().zip(&shown.blocks);
    let named = |reason: Option<Reason>| reason.map(|reason| reason.name().to_owned());
    let decided = pairs.map(|(found, shown)| DecidedBlock {
        leaf: found.leaves[0].0,
        found: named(found.outcome),
        by: found.by.map(|rule| rule.name().to_owned()),
        shown: named(shown.outcome),
        logit: found.logit,
    });
    decided.collect()
}

#[cfg(all(test, feature = "cli"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests;
