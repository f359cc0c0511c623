//! Reads reports from files.

use super::{FORMAT, ProblemReport, ReportError, Statement, VERSION, nodes};
use crate::article::Article;
use crate::compact::base64;
use crate::page::Page;
use crate::select::{Overrides, SiteRules};

/// A parsed report: the page, its decisions, and the statement.
///
/// ```
/// use pith::extract::one_click;
/// use pith::select::{SiteRules, Overrides};
/// use pith::problem_report::{Report, ProblemReport};
/// use pith::{Limits, source};
///
/// let page = source::html::read("<p>The ferry sails at noon.", "", Limits::default())?;
/// let found = one_click(&page);
/// let (site, overrides) = (SiteRules::default(), Overrides::default());
/// let written = ProblemReport::new(&page, [&found, &found], (&site, &overrides));
/// let report = Report::read(&serde_json::to_vec(&written)?)?;
/// assert_eq!(report.page, page);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    /// The page as it was read, or its anonymized form.
    pub page: Page,
    /// The overrides.
    pub overrides: Overrides,
    /// The site's rules.
    pub site: SiteRules,
    /// The decisions.
    pub decided: ProblemReport,
    /// The statement of the user.
    pub statement: Statement,
}

/// Returns whether bytes look like a report of any version: JSON with the name of the format. The
/// order of members doesn't matter, because programs that rewrite JSON may change it.
///
/// ```
/// use pith::problem_report::is_report;
///
/// assert!(is_report(br#"{ "format": "pith-problem-report", "version": 9 }"#));
/// assert!(!is_report(b"<p>pith-problem-report"));
/// ```
pub fn is_report(bytes: &[u8]) -> bool {
    let name = format!("\"{FORMAT}\"");
    let mut windows = bytes.windows(name.len());
    bytes.trim_ascii_start().starts_with(b"{") && windows.any(|window| window == name.as_bytes())
}

impl Report {
    /// Reads a report of this version or an earlier one.
    ///
    /// # Errors
    ///
    /// [`ReportError`] if it isn't a report, is of a later version, is damaged, or has a page that
    /// can't be read.
    pub fn read(bytes: &[u8]) -> Result<Self, ReportError> {
        use ReportError::{Damaged, Foreign, Newer};
        if !is_report(bytes) {
            return Err(Foreign);
        }
        let head: Head = serde_json::from_slice(bytes).map_err(|_| Damaged)?;
        match (&*head.format, head.version) {
            (FORMAT, 1..=VERSION) => {}
            (FORMAT, version) if version > VERSION => return Err(Newer(version)),
            _ => return Err(Foreign),
        }
        let decided: ProblemReport = serde_json::from_slice(bytes).map_err(|_| Damaged)?;
        let statement = serde_json::from_slice(bytes).map_err(|_| Damaged)?;
        let page = decided.read_page()?;
        let site = base64::bytes(&decided.site).ok_or(Damaged)?;
        let report = Self {
            overrides: Overrides::read(&decided.overrides).map_err(|_| Damaged)?,
            site: SiteRules::read(&site).map_err(|_| Damaged)?,
            page,
            decided,
            statement,
        };
        report.is_whole().then_some(report).ok_or(Damaged)
    }

    /// Returns whether all nodes that the report refers to exist.
    fn is_whole(&self) -> bool {
        let is_there = |node: u32| (node as usize) < self.page.len();
        let decided = &self.decided;
        let leaves = decided.kept.iter().chain(&decided.captions);
        leaves.copied().all(is_there)
            && decided.blocks.iter().all(|block| is_there(block.leaf))
            && self
                .overrides
                .nodes
                .iter()
                .all(|(node, _)| is_there(node.0))
    }

    /// Returns the article as it was shown, including corrections, regardless of current decisions
    /// about the page.
    ///
    /// ```
    /// use pith::extract::one_click;
    /// use pith::select::{SiteRules, Overrides};
    /// use pith::problem_report::{Report, ProblemReport};
    /// use pith::{Limits, source};
    ///
    /// let html = "<p>He watched the ferry go by from the gallery, waved once, and went back to
    ///     polishing the lens, which he did every day of the year, in summer and in winter.";
    /// let page = source::html::read(html, "", Limits::default())?;
    /// let found = one_click(&page);
    /// let (site, overrides) = (SiteRules::default(), Overrides::default());
    /// let written = ProblemReport::new(&page, [&found, &found], (&site, &overrides));
    /// let report = Report::read(&serde_json::to_vec(&written)?)?;
    /// assert_eq!(report.article().text(), found.article.text());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn article(&self) -> Article {
        let [kept, captions] =
            [&self.decided.kept, &self.decided.captions].map(|numbers| nodes(&self.page, numbers));
        Article::new(&self.page, &kept).with_captions(captions)
    }
}

/// The members that determine whether the rest can be read.
#[derive(serde::Deserialize)]
struct Head {
    format: String,
    version: u32,
}
