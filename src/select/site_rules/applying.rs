//! Applies site rules to the selection of a page, with safety checks.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

use super::outline::Outline;
use super::rule::Rule;
use super::signature::{Signatures, tag_digest};
use super::site::SiteRules;
use super::template::Template;
use crate::compact::argsort;
use crate::page::{NodeId, Page, Tag};
use crate::select::decisions::RuleId;
use crate::select::overrides::{BlockDecision, OVERRIDE};
use crate::select::reason::Reason;
use crate::select::selection::{SelectedBlock, Selection};

/// Name of the step that applies a site rule.
const SITE_RULE: RuleId = RuleId::new("site-rule");

/// Name of the step that keeps bylines and dates, for sites where they are part of the text.
const BYLINES: RuleId = RuleId::new("site-rule-bylines");

/// Maximum log odds that a rule overrides. Without a limit, an accidental match could remove text
/// that is certain.
const MAX_LOG_ODDS: f32 = 5.0;

/// Maximum share of the kept words that a rule removes, 0 to 1. With less, rules can't help if far
/// too much is kept.
const MAX_REMOVED: f32 = 0.5;

/// Maximum share of the kept words that a rule adds, 0 to 1. With more, a list of comments or a
/// whole container is added.
const MAX_ADDED: f32 = 0.25;

/// Number of words that a rule may always add. A byline may be a quarter of a short news item.
const ALWAYS_ADDED_WORDS: u32 = 30;

/// Minimum similarity of templates for a rule that keeps, 0 to 1. With less, text specific to
/// article pages is kept on another kind of page.
const MIN_TEMPLATE_SIMILARITY: f32 = 0.6;

/// Maximum number of matching elements, as a multiple of that on the original page. With more, the
/// rule matches other elements with the same signature.
const MAX_MATCH_FACTOR: usize = 3;

/// Number of elements that a rule may always match.
const ALWAYS_ALLOWED_MATCHES: usize = 3;

/// The reason why a rule isn't applied on a page.
///
/// ```
/// use pith::select::GaveUp;
///
/// assert_eq!(GaveUp::NoMatch.to_string(), "nothing on this page matches");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GaveUp {
    /// No element matches.
    NoMatch,
    /// Many more elements match than on the original page.
    TooManyMatches,
    /// It would remove or restore too much of the page.
    TooMuch,
    /// The page's template differs from that of the original page.
    OtherTemplate,
    /// The model's odds are against it everywhere.
    OddsAgainst,
}

impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMatch => "nothing on this page matches",
            Self::TooManyMatches => "too many parts of this page match",
            Self::TooMuch => "it would change too much of this page",
            Self::OtherTemplate => "this page has a different template than the rule's page",
            Self::OddsAgainst => "the evidence against it is too strong",
        })
    }
}

/// The outcome of a rule on a page. [`Rule`] has an example.
///
/// ```
/// use pith::extract::one_click;
/// use pith::select::{Application, GaveUp, SiteRules};
/// use pith::{Limits, source};
///
/// let page = source::html::read("<title>Mill</title><p>Closed.", "", Limits::default())?;
/// let site = SiteRules { bylines: true, ..SiteRules::default() };
/// let (_, applied) = one_click(&page).selection.with_site_rules(&page, &site);
/// let [Application { keeps, matches, gave_up, .. }] = applied[..] else { unreachable!() };
/// assert_eq!((keeps, matches, gave_up), (true, 0, Some(GaveUp::NoMatch)));
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Application {
    /// True if the rule keeps elements; false if it removes them.
    pub keeps: bool,
    /// Number of matching elements.
    pub matches: u32,
    /// Number of words in blocks whose decision changes.
    pub words: u32,
    /// The reason why the rule wasn't applied; `None` if it was.
    pub gave_up: Option<GaveUp>,
    /// The first leaf of each block whose decision changes.
    pub leaves: Vec<u32>,
}

impl Application {
    /// Returns whether the user's overrides contradict a decision of the rule. `selection` is the
    /// result for the same page after these overrides.
    ///
    /// ```
    /// # use pith::extract::one_click;
    /// # use pith::select::{SiteRules, Override, Overrides};
    /// # use pith::{Limits, source};
    /// let html = "<title>The ferry</title><h1>The ferry</h1><p>By Ada Moss</p><p>He watched the ferry
    ///     go by from the gallery, waved once, and went back to polishing the lens, which he did every
    ///     day of the year, in summer and in winter.";
    /// let page = source::html::read(html, "https://example.org/", Limits::default())?;
    /// let site = SiteRules { bylines: true, ..SiteRules::default() };
    /// let author = page.nodes().find(|&id| page.text(id).starts_with("By ")).unwrap();
    /// let overrides_of = |nodes| Overrides { nodes, ..Overrides::default() };
    /// let found = one_click(&page);
    /// let (decided, applied) = found.decided(&page, &site, &overrides_of(vec![]))?;
    /// assert_eq!(applied[0].leaves, [author.0]);
    /// assert!(!applied[0].is_undone(&decided.selection));
    /// let (decided, applied) = found.decided(&page, &site, &overrides_of(vec![(author, Override::Drop)]))?;
    /// assert!(applied[0].is_undone(&decided.selection));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_undone(&self, selection: &Selection) -> bool {
        let blocks = &selection.blocks;
        self.leaves.iter().any(|&leaf| {
            let at = blocks.partition_point(|block| block.leaves[0].0 < leaf);
            let is_overridden = |block: &&SelectedBlock| block.by == Some(OVERRIDE);
            let text_block = blocks.get(at).filter(is_overridden);
            text_block.is_some_and(|block| block.outcome.is_none() != self.keeps)
        })
    }
}

impl Selection {
    /// Applies site rules to the selection. Returns the outcome of each rule in order, followed by
    /// that of the setting for bylines if it's on. Linear in nodes; does nothing without rules.
    ///
    /// ```
    /// use pith::metadata::metadata;
    /// use pith::select::{SiteRules, select};
    /// use pith::{Limits, source};
    ///
    /// let page = source::html::read("<p>One<p>Two", "", Limits::default())?;
    /// let selection = select(&page, &metadata(&page));
    /// let (same, applied) = selection.with_site_rules(&page, &SiteRules::default());
    /// assert!(same == selection && applied.is_empty());
    /// # Ok::<(), pith::page::PageError>(())
    /// ```
    #[must_use]
    pub fn with_site_rules(&self, page: &Page, site: &SiteRules) -> (Self, Vec<Application>) {
        if site.is_empty() {
            return (self.clone(), Vec::new());
        }
        let mut applying = Applying::new(page, self);
        let rules: Vec<&Rule> = site.rules.iter().collect();
        let matched = matched(&applying.outline, &mut applying.signatures, &rules);
        let mut rule_nodes: Vec<(NodeId, usize, Range<usize>)> = Vec::new();
        let mut applications = Vec::new();
        for (number, (&rule, nodes)) in rules.iter().zip(matched).enumerate() {
            let application = applying.outcome_of(rule, &nodes);
            if application.gave_up.is_none() {
                let range = |node| (node, number, applying.outline.blocks_in(node));
                rule_nodes.extend(nodes.into_iter().map(range));
            }
            applications.push(application);
        }
        // Per block: its decision, and the index of the application that made it.
        let mut decided = vec![(None, 0); self.blocks.len()];
        if site.bylines {
            applications.push(applying.bylines(applications.len(), &mut decided));
        }
        // Of nested elements, the innermost comes last; of several rules about one element, the
        // latest.
        for place in argsort::ascending(rule_nodes.iter().map(|(node, ..)| node.0)) {
            let (_, number, range) = &rule_nodes[place];
            for i in range.clone() {
                decided[i] = (decision(&self.blocks[i], rules[*number].keeps()), *number);
            }
        }
        let mut decisions = Vec::with_capacity(decided.len());
        for (block, (decision, number)) in self.blocks.iter().zip(decided) {
            if decision.is_some() {
                applications[number].leaves.push(block.leaves[0].0);
            }
            decisions.push(decision);
        }
        if decisions.iter().all(Option::is_none) {
            return (self.clone(), applications);
        }
        (self.decided(page, decisions, self.confidence), applications)
    }
}

/// The application of rules to a page.
struct Applying<'a> {
    outline: Outline<'a>,
    signatures: Signatures<'a>,
    template: Option<Template>,
}

impl<'a> Applying<'a> {
    fn new(page: &'a Page, found: &'a Selection) -> Self {
        Self {
            outline: Outline::new(page, found),
            signatures: Signatures::new(page),
            template: None,
        }
    }

    /// Returns the outcome of a rule on the page.
    fn outcome_of(&mut self, rule: &Rule, nodes: &[NodeId]) -> Application {
        let ranges = nodes.iter().map(|&node| self.outline.blocks_in(node));
        let words = moved_words(&self.outline, ranges, rule.keeps());
        let most = ALWAYS_ALLOWED_MATCHES.max(MAX_MATCH_FACTOR * usize::from(rule.matches));
        let gave_up = match nodes.len() {
            0 => Some(GaveUp::NoMatch),
            matches if matches > most => Some(GaveUp::TooManyMatches),
            _ if is_too_much(&self.outline, words, rule.keeps()) => Some(GaveUp::TooMuch),
            _ if self.differs(rule) => Some(GaveUp::OtherTemplate),
            _ => self
                .is_blocked_by_odds(rule, nodes)
                .then_some(GaveUp::OddsAgainst),
        };
        Application {
            keeps: rule.keeps(),
            matches: u32::try_from(nodes.len()).unwrap_or(u32::MAX),
            words,
            gave_up,
            leaves: Vec::new(),
        }
    }

    /// Returns whether a rule changes nothing only because of the odds.
    fn is_blocked_by_odds(&self, rule: &Rule, nodes: &[NodeId]) -> bool {
        let ranges = nodes.iter().map(|&node| self.outline.blocks_in(node));
        let blocks = || ranges.clone().flat_map(|range| &self.outline.blocks[range]);
        let changes = |block: &SelectedBlock| decision(block, rule.keeps()).is_some();
        !blocks().any(changes) && blocks().any(|block| is_against(block, rule.keeps()))
    }

    fn differs(&mut self, rule: &Rule) -> bool {
        let Some(template) = &rule.template else {
            return false;
        };
        let (page, signatures) = (self.outline.page, &mut self.signatures);
        let own = self
            .template
            .get_or_insert_with(|| Template::new(page, signatures));
        template.likeness(own) < MIN_TEMPLATE_SIMILARITY
    }

    /// Keeps bylines and dates; this is the last application.
    fn bylines(&self, number: usize, decided: &mut [(BlockDecision, usize)]) -> Application {
        let blocks = self.outline.blocks;
        let is_byline = |&i: &usize| blocks[i].outcome == Some(Reason::Byline);
        let bylines: Vec<usize> = (0..blocks.len()).filter(is_byline).collect();
        let words = bylines
            .iter()
            .map(|&i| self.outline.words(&(i..i + 1)))
            .sum();
        let gave_up = if bylines.is_empty() {
            Some(GaveUp::NoMatch)
        } else {
            is_too_much(&self.outline, words, true).then_some(GaveUp::TooMuch)
        };
        if gave_up.is_none() {
            bylines
                .iter()
                .for_each(|&i| decided[i] = (Some((None, BYLINES)), number));
        }
        Application {
            keeps: true,
            matches: u32::try_from(bylines.len()).unwrap_or(u32::MAX),
            words,
            gave_up,
            leaves: Vec::new(),
        }
    }
}

/// Returns, per rule, the matching elements in document order.
pub(super) fn matched(
    outline: &Outline<'_>,
    signatures: &mut Signatures<'_>,
    rules: &[&Rule],
) -> Vec<Vec<NodeId>> {
    let page = outline.page;
    let of_tag = |&tag: &Tag| -> Vec<usize> {
        let digest = tag_digest(tag);
        (0..rules.len())
            .filter(|&k| rules[k].signature.tag == digest)
            .collect()
    };
    let by_tag: Vec<Vec<usize>> = Tag::ALL.iter().map(of_tag).collect();
    let mut matched = vec![Vec::new(); rules.len()];
    for node in page.descendants(page.body()) {
        if page.is_text(node) {
            continue;
        }
        for &k in &by_tag[page.tag(node) as usize] {
            if rules[k].matches(outline, signatures, node) {
                matched[k].push(node);
            }
        }
    }
    matched
}

/// Returns a rule's decision about a block; `None` if it changes nothing or the odds are against
/// it.
fn decision(block: &SelectedBlock, keep: bool) -> BlockDecision {
    let is_so = block.outcome.is_none() == keep;
    let stays = is_so || is_against(block, keep) || (keep && block.is_element);
    let reason = (!keep).then_some(Reason::SiteRule);
    (!stays).then_some((reason, SITE_RULE))
}

/// Returns whether a rule would change the decision about a block, but the odds against that are
/// too high.
fn is_against(block: &SelectedBlock, keep: bool) -> bool {
    let against = |logit: f32| if keep { -logit } else { logit };
    let is_sure = block
        .logit
        .is_some_and(|logit| against(logit) > MAX_LOG_ODDS);
    block.outcome.is_none() != keep && is_sure
}

/// Counts the words of the blocks whose decision a rule changes, each block only once.
fn moved_words(
    outline: &Outline<'_>,
    ranges: impl Iterator<Item = Range<usize>>,
    keep: bool,
) -> u32 {
    let (mut sum, mut next) = (0, 0);
    for range in ranges {
        for i in range.start.max(next)..range.end {
            if decision(&outline.blocks[i], keep).is_some() {
                sum += outline.words(&(i..i + 1));
            }
        }
        next = next.max(range.end);
    }
    sum
}

fn is_too_much(outline: &Outline<'_>, words: u32, keep: bool) -> bool {
    let kept = outline.kept_words as f32;
    if keep {
        words > ALWAYS_ADDED_WORDS && words as f32 > MAX_ADDED * kept
    } else {
        words as f32 > MAX_REMOVED * kept
    }
}
