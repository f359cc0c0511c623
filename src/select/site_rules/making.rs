//! Creates a rule from a correction, and checks it on its original page.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

use super::applying::matched;
use super::condition::{Condition, ConditionKind};
use super::outline::Outline;
use super::rule::Rule;
use super::signature::{Signature, Signatures};
use super::template::Template;
use crate::compact::interner::Interned;
use crate::page::{NodeId, Page};
use crate::select::selection::Selection;

/// The reason why a correction can't become a site rule.
///
/// ```
/// use pith::extract::one_click;
/// use pith::select::{SiteRuleRefusal, Rule};
/// use pith::{Limits, source};
///
/// let page = source::html::read("<title>Mill</title><p>Closed.", "", Limits::default())?;
/// let found = one_click(&page).selection;
/// let whole = Rule::new(&page, [&found, &found], page.body(), true);
/// assert_eq!(whole, Err(SiteRuleRefusal::MostOfPage));
/// # Ok::<(), pith::page::PageError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SiteRuleRefusal {
    /// The node isn't a separate part of the page.
    Nothing,
    /// It's the whole page, or contains most of the article. Only a smaller part can be saved.
    MostOfPage,
    /// Nothing distinguishes it from parts with the same signature that weren't corrected.
    LikeOthers,
}

impl fmt::Display for SiteRuleRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "no separate part of the page is visible there",
            Self::MostOfPage => "it contains most of the page; choose a smaller part",
            Self::LikeOthers => "it cannot be told from similar parts of the page",
        })
    }
}

impl std::error::Error for SiteRuleRefusal {}

impl Rule {
    /// Creates a rule from a correction which keeps the content of `node` if `keep`, otherwise
    /// removes it. `found` is the selection before any correction, `corrected` that of the user.
    ///
    /// # Errors
    ///
    /// [`SiteRuleRefusal`] if no rule would have the effect of the correction on this page.
    pub fn new(
        page: &Page,
        [found, corrected]: [&Selection; 2],
        node: NodeId,
        keep: bool,
    ) -> Result<Self, SiteRuleRefusal> {
        let mut making = Making {
            outline: Outline::new(page, found),
            signatures: Signatures::new(page),
        };
        let node = making.element_for_rule(node)?;
        making.check_amount(node, keep, corrected)?;
        let mut rule = making.rule(node, keep);
        if !rule.is_named() {
            let first_words = making.condition(ConditionKind::FirstWords, node);
            if first_words.value == 0 {
                return Err(SiteRuleRefusal::LikeOthers);
            }
            rule.conditions.push(first_words);
        }
        let counter = making.counter_examples(&rule, node, corrected);
        rule.conditions
            .extend(making.distinguishing_conditions(node, &counter)?);
        let matches = making.matched(&rule).len();
        rule.matches = u8::try_from(matches).unwrap_or(u8::MAX);
        Ok(rule)
    }
}

struct Making<'a> {
    outline: Outline<'a>,
    signatures: Signatures<'a>,
}

impl Making<'_> {
    /// Returns the element for a rule. Of the elements that contain the same blocks, it's the one
    /// with the rarest signature; in ties, a named one is preferred, then the outermost.
    fn element_for_rule(&mut self, node: NodeId) -> Result<NodeId, SiteRuleRefusal> {
        let page = self.outline.page;
        if node.index() >= page.len() {
            return Err(SiteRuleRefusal::Nothing);
        }
        let is_part = |&id: &NodeId| page.is_element(id) && !self.outline.blocks_in(id).is_empty();
        let smallest = page.inclusive_ancestors(node).find(is_part);
        let body = page.body();
        let smallest = smallest.ok_or(SiteRuleRefusal::Nothing)?;
        if smallest <= body {
            return Err(if node == body {
                SiteRuleRefusal::MostOfPage
            } else {
                SiteRuleRefusal::Nothing
            });
        }
        let range = self.outline.blocks_in(smallest);
        let same = |&id: &NodeId| self.outline.blocks_in(id) == range;
        let outer = page.inclusive_ancestors(smallest);
        let outer = outer.take_while(|&id| id > body && same(&id));
        let mut wrappers: Vec<NodeId> = outer.collect();
        wrappers.reverse();
        let first = self.outline.blocks[range.start].leaves[0];
        let inner = page.ancestors(first).take_while(|&id| id > smallest);
        let mut inner: Vec<NodeId> = inner.filter(same).collect();
        inner.reverse();
        wrappers.extend(inner);
        let numbers = self.signature_numbers();
        let mut best: Option<((u32, bool), NodeId)> = None;
        for id in wrappers {
            let signature = self.signatures.of(id);
            let number = numbers
                .get(signature.digest().into())
                .copied()
                .unwrap_or_default();
            let key = (number, !signature.is_named());
            if best.is_none_or(|(least, _)| key < least) {
                best = Some((key, id));
            }
        }
        best.map(|(_, id)| id).ok_or(SiteRuleRefusal::MostOfPage)
    }

    /// Counts the elements with each signature.
    fn signature_numbers(&mut self) -> Interned<u32> {
        let page = self.outline.page;
        let mut numbers = Interned::new();
        for id in page
            .descendants(page.body())
            .filter(|&id| page.is_element(id))
        {
            *numbers.get_or(self.signatures.of(id).digest().into(), || 0) += 1;
        }
        numbers
    }

    /// Refuses to keep an element that contains most of the corrected article.
    fn check_amount(
        &self,
        node: NodeId,
        keep: bool,
        corrected: &Selection,
    ) -> Result<(), SiteRuleRefusal> {
        let words = |range: Range<usize>| -> u32 {
            let kept = range.filter(|&i| corrected.blocks[i].outcome.is_none());
            kept.map(|i| self.outline.words(&(i..i + 1))).sum()
        };
        let inside = words(self.outline.blocks_in(node));
        if keep && 2 * inside > words(0..corrected.blocks.len()) {
            return Err(SiteRuleRefusal::MostOfPage);
        }
        Ok(())
    }

    /// Returns the rule for an element, without conditions.
    fn rule(&mut self, node: NodeId, keep: bool) -> Rule {
        let page = self.outline.page;
        let signature = self.signatures.of(node);
        let mut around: Signature = self.signatures.around(node);
        Rule::fit(&signature, &mut around);
        Rule {
            template: keep.then(|| Template::new(page, &mut self.signatures)),
            signature,
            around,
            matches: 0,
            conditions: Vec::new(),
        }
    }

    fn condition(&mut self, kind: ConditionKind, node: NodeId) -> Condition {
        Condition {
            kind,
            value: kind.value(&self.outline, &mut self.signatures, node),
        }
    }

    fn matched(&mut self, rule: &Rule) -> Vec<NodeId> {
        let matched = matched(&self.outline, &mut self.signatures, &[rule]);
        matched.into_iter().flatten().collect()
    }

    /// Returns other elements that a rule matches although most of their blocks have the opposite
    /// outcome after the correction.
    fn counter_examples(
        &mut self,
        rule: &Rule,
        node: NodeId,
        corrected: &Selection,
    ) -> Vec<NodeId> {
        let matched = self.matched(rule);
        let inside = self.outline.blocks_in(node);
        let weight = |i: usize| self.outline.words(&(i..i + 1)).max(1);
        let is_counter = |other: &NodeId| {
            let range = self.outline.blocks_in(*other);
            if inside.start <= range.start && range.end <= inside.end {
                return false;
            }
            let all: u32 = range.clone().map(weight).sum();
            let kept = range.filter(|&i| corrected.blocks[i].outcome.is_none());
            let kept: u32 = kept.map(weight).sum();
            if rule.keeps() {
                2 * kept < all
            } else {
                2 * kept > all
            }
        };
        matched.into_iter().filter(is_counter).collect()
    }

    /// Returns the first condition, or the first two, that none of the other elements fulfills
    /// together.
    fn distinguishing_conditions(
        &mut self,
        node: NodeId,
        others: &[NodeId],
    ) -> Result<Vec<Condition>, SiteRuleRefusal> {
        if others.is_empty() {
            return Ok(Vec::new());
        }
        let conditions = ConditionKind::ALL.map(|kind| self.condition(kind, node));
        // Per other element: the conditions that it fulfills, as bits.
        let mut fulfilled: Vec<u16> = Vec::new();
        for &other in others {
            let bits = conditions.iter().enumerate().map(|(k, condition)| {
                u16::from(condition.holds(&self.outline, &mut self.signatures, other)) << k
            });
            fulfilled.push(bits.sum());
        }
        let is_unique = |bits: u16| fulfilled.iter().all(|of_other| of_other & bits != bits);
        let kinds = 0..conditions.len();
        if let Some(k) = kinds.clone().find(|&k| is_unique(1 << k)) {
            return Ok(vec![conditions[k]]);
        }
        let pairs = kinds
            .clone()
            .flat_map(|k| kinds.clone().skip(k + 1).map(move |l| (k, l)));
        let pair = pairs.into_iter().find(|&(k, l)| is_unique(1 << k | 1 << l));
        let (k, l) = pair.ok_or(SiteRuleRefusal::LikeOthers)?;
        Ok(vec![conditions[k], conditions[l]])
    }
}
