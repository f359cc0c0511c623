//! Explains why each block is kept or removed, for inspection.

use super::decisions::Decision;
use super::model::Model;
use super::model::verdict::Verdict;
use super::overrides::{Overrides, UnknownOverride};
use super::reason::Reason;
use super::selection::{SelectedBlock, Selection};
use super::site_rules::SiteRules;
use super::{decide, parts, select_with};
use crate::metadata::Metadata;
use crate::page::{NodeId, Page};

/// The outcome of a block and the reasons for it.
///
/// ```
/// use pith::metadata::metadata;
/// use pith::select::{SiteRules, Overrides, explain, model::Model};
/// use pith::{Limits, source};
///
/// let html = "<nav><a href=/>Home</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "https://example.org/", Limits::default())?;
/// let (site, overrides) = (SiteRules::default(), Overrides::default());
/// let blocks = explain(&page, &metadata(&page), Model::shipped(), &site, &overrides)?;
/// let paragraph = &blocks[1];
/// assert!(paragraph.outcome.is_none() && paragraph.logit > Some(0.0));
/// assert!(!paragraph.evidence.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The first leaf of the block.
    pub leaf: NodeId,
    /// The text of the block on one line; empty for an image.
    pub text: String,
    /// The reason for removal; `None` if the block is kept.
    pub outcome: Option<Reason>,
    /// The decisions about the block, in order; the last one counts.
    pub decisions: Vec<Decision>,
    /// Logit of the block for being kept; `None` if the model didn't run on it.
    pub logit: Option<f32>,
    /// The columns of evidence with the largest effect on the logit, with their contributions: at
    /// most three, the largest first.
    pub evidence: Vec<(&'static str, f32)>,
}

/// Maximum number of evidence columns in an [`Explanation`].
const MAX_EVIDENCE: usize = 3;

/// Explains the decisions of [`select_with`] about every block, in document order, followed by
/// those of [`Selection::with_site_rules`](super::Selection::with_site_rules) and
/// [`Selection::overridden`](super::Selection::overridden).
///
/// # Errors
///
/// [`UnknownOverride::Node`] if the page has no such node, or the node contains nothing visible.
///
/// ```
/// use pith::metadata::metadata;
/// use pith::select::{SiteRules, Overrides, explain, model::Model};
/// use pith::{Limits, source};
///
/// let html = "<nav><a href=/>Home</a></nav>
///     <p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "https://example.org/", Limits::default())?;
/// let (site, overrides) = (SiteRules::default(), Overrides::default());
/// let blocks = explain(&page, &metadata(&page), Model::shipped(), &site, &overrides)?;
/// let menu = &blocks[0];
/// assert_eq!(menu.text, "Home");
/// assert_eq!(menu.decisions[0].by.name(), "excluded");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain(
    page: &Page,
    metadata: &Metadata,
    model: &Model,
    site: &SiteRules,
    overrides: &Overrides,
) -> Result<Vec<Explanation>, UnknownOverride> {
    let (signals, mut decisions, weighed) = decide(page, metadata, model, |signals, _, verdict| {
        let weighed = |i| (verdict.logit(i), strongest(verdict, i));
        (0..signals.len()).map(weighed).collect::<Vec<_>>()
    });
    let parts = parts::divide(page, signals.blocks, &mut decisions);
    let explained = parts.iter().enumerate().map(|(i, part)| {
        let (logit, evidence) = weighed[part.block].clone();
        Explanation {
            leaf: part.leaves[0],
            text: part.text(page),
            outcome: decisions.get(i),
            decisions: Vec::new(),
            logit,
            evidence,
        }
    });
    let mut blocks: Vec<_> = explained.collect();
    for decision in decisions.into_log() {
        blocks[decision.block].decisions.push(decision);
    }
    if !site.is_empty() || *overrides != Overrides::default() {
        let found = select_with(page, metadata, model);
        let (with_rules, _) = found.with_site_rules(page, site);
        let overridden = with_rules.overridden(page, overrides)?;
        for (before, after) in [(&found, &with_rules), (&with_rules, &overridden)] {
            add_decisions(&mut blocks, before, after);
        }
    }
    Ok(blocks)
}

/// Adds later decisions about a selection to the explanations of its blocks.
fn add_decisions(blocks: &mut [Explanation], before: &Selection, after: &Selection) {
    for (block, after) in after.blocks.iter().enumerate() {
        let &SelectedBlock { outcome, by, .. } = after;
        if let Some(by) = by.filter(|_| by != before.blocks[block].by) {
            blocks[block].outcome = outcome;
            blocks[block]
                .decisions
                .push(Decision { block, outcome, by });
        }
    }
}

/// Returns the columns with the largest effect on a block's logit.
fn strongest(verdict: &Verdict<'_>, i: usize) -> Vec<(&'static str, f32)> {
    let mut evidence = verdict.strongest(i);
    evidence.truncate(MAX_EVIDENCE);
    evidence
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::metadata::metadata;
    use crate::page::Limits;
    use crate::select::{Override, Rule, select};
    use crate::source::html;

    /// Returns a page with a menu and an article.
    fn ferry() -> Page {
        let text = "<p>The ferry left the harbour at noon with most of the islanders aboard, and \
            nobody had thought to tell the keeper of the lighthouse.";
        let html = format!(
            "<nav><a href=/a>Boats</a></nav><main><h1>The ferry</h1>{}</main>",
            text.repeat(5)
        );
        html::read(&html, "https://example.org/", Limits::default()).unwrap()
    }

    fn explained(page: &Page, overrides: &Overrides) -> Result<Vec<Explanation>, UnknownOverride> {
        let site = SiteRules::default();
        explain(page, &metadata(page), Model::shipped(), &site, overrides)
    }

    #[test]
    fn a_site_rule_is_logged_before_an_override() {
        let text = "<p>The ferry left the harbour at noon with most of the islanders aboard, and \
            nobody had thought to tell the keeper of the lighthouse.</p>";
        let plug = "<div class=plug><p>Our app has all the times of all the boats, and the \
            weather of the day, says the harbour.</p></div>";
        let html = format!("<main><h1>The ferry</h1>{text}{plug}</main>");
        let page = html::read(&html, "https://example.org/", Limits::default()).unwrap();
        let found = select(&page, &metadata(&page));
        let has = |&id: &NodeId| page.text(id).starts_with("Our app");
        let plug = page.nodes().find(has).unwrap();
        let overrides = |keep| Overrides {
            nodes: vec![(plug, Override::of(keep))],
            ..Overrides::default()
        };
        let without = found.overridden(&page, &overrides(false)).unwrap();
        let rule = Rule::new(&page, [&found, &without], plug, false).unwrap();
        let site = SiteRules {
            bylines: false,
            rules: vec![rule],
        };
        let of = (Model::shipped(), metadata(&page));
        let blocks = explain(&page, &of.1, of.0, &site, &overrides(true)).unwrap();
        let block = blocks.iter().find(|b| b.text.starts_with("Our app"));
        let last = block.unwrap().decisions.iter().rev().take(2);
        let log: Vec<_> = last.map(|d| (d.by.name(), d.outcome)).collect();
        assert_eq!(
            log,
            [
                ("user-override", None),
                ("site-rule", Some(Reason::SiteRule))
            ]
        );
    }

    #[test]
    fn explanations_name_the_deciding_rules_and_match_the_selection() {
        let page = ferry();
        let metadata = metadata(&page);
        let blocks = explained(&page, &Overrides::default()).unwrap();
        let selection = select(&page, &metadata);
        assert_eq!(blocks.len(), selection.blocks.len());
        for (explained, selected) in blocks.iter().zip(&selection.blocks) {
            assert_eq!(explained.outcome, selected.outcome);
            assert_eq!(explained.logit, selected.logit);
            let last = explained.decisions.last();
            assert_eq!(last.map(|d| d.by), selected.by);
        }
        let first = &blocks[0].decisions[0];
        assert_eq!(first.by.name(), "outside-root");
        assert_eq!(first.outcome, Some(Reason::Navigation));
        let paragraph = blocks.last().unwrap();
        assert!(paragraph.outcome.is_none() && paragraph.logit > Some(0.0));
        assert_eq!(paragraph.evidence.len(), MAX_EVIDENCE);
    }

    #[test]
    fn an_override_is_the_last_decision_about_its_block() {
        let page = ferry();
        let explained_with = |node: NodeId| {
            let overrides = Overrides {
                nodes: vec![(node, Override::Keep)],
                ..Overrides::default()
            };
            explained(&page, &overrides)
        };
        let boats = page.nodes().find(|&id| page.text(id) == "Boats").unwrap();
        let blocks = explained_with(boats).unwrap();
        let (last, before) = blocks[0].decisions.split_last().unwrap();
        assert_eq!((last.by.name(), last.outcome), ("user-override", None));
        assert!(!before.is_empty() && blocks[0].outcome.is_none());
        let unknown = explained_with(NodeId(9_999)).unwrap_err();
        assert_eq!(unknown, UnknownOverride::Node(9_999));
    }

    #[test]
    fn heading_controls_are_explained_separately_from_the_heading() {
        let text = "<p>The ferry left the harbour at noon with most of the islanders aboard, and \
            nobody had thought to tell the keeper of the lighthouse.";
        let html = format!(
            "<main><h1>The ferry</h1>{text}{text}\
             <h2>The keel <span>[<a href=/e>edit</a>]</span></h2>{text}{text}</main>"
        );
        let page = html::read(&html, "https://example.org/", Limits::default()).unwrap();
        let blocks = explained(&page, &Overrides::default()).unwrap();
        let at = blocks.iter().position(|b| b.text == "The keel").unwrap();
        let [heading, control] = [&blocks[at], &blocks[at + 1]];
        assert_eq!((heading.outcome, &*control.text), (None, "[edit]"));
        assert_eq!(control.outcome, Some(Reason::Navigation));
        let (last, before) = control.decisions.split_last().unwrap();
        assert_eq!(last.by.name(), "heading-controls");
        let log = |decisions: &[Decision]| -> Vec<_> {
            let log = decisions.iter().map(|d| (d.outcome, d.by));
            log.collect()
        };
        assert_eq!(log(before), log(&heading.decisions));
    }
}
