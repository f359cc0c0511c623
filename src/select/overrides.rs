//! The user's overrides for a page: a level, and corrections of single elements. An override
//! changes only what it's about, so overrides are applied to the selection, and no rule runs
//! afterwards.

use std::fmt;

use super::decisions::RuleId;
use super::reason::{Confidence, Reason};
use super::removed::{Removed, removed};
use super::selection::{SelectedBlock, Selection, divide_kept};
use crate::metadata::{Candidate, Fact, Metadata, Trust, Verdict};
use crate::page::{NodeId, Page};

/// Name of the step that applies the user's override to a block.
pub(super) const OVERRIDE: RuleId = RuleId::new("user-override");

/// Name of the step that decides by the level.
const LEVEL: RuleId = RuleId::new("level");

/// Level of detail: the share of the article's column that is kept.
///
/// ```
/// use pith::select::Level;
///
/// assert_eq!(Level::ALL[1], Level::default());
/// assert_eq!(Level::Notes.name(), "notes");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Only the article: without captions, and without blocks that the logits reject.
    Strict,
    /// As selected.
    #[default]
    Found,
    /// With the captions, boxes, and notes in the column.
    Notes,
    /// Everything in the column, except for title and byline, which are shown separately, and
    /// overlays.
    Column,
}

impl Level {
    /// Every level, from least to most.
    pub const ALL: [Self; 4] = [Self::Strict, Self::Found, Self::Notes, Self::Column];

    /// Returns the level's name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Found => "found",
            Self::Notes => "notes",
            Self::Column => "column",
        }
    }
}

/// The user's decision about an element or a text node of the page.
///
/// ```
/// use pith::select::Override;
///
/// assert_eq!(Override::of(true), Override::Keep);
/// assert_eq!(Override::Title.keeps(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Override {
    /// It isn't part of the article.
    Drop,
    /// It's part of the article's text.
    Keep,
    /// It's the title, which is shown separately.
    Title,
    /// It's the byline, which is shown separately.
    Byline,
    /// It's the date of publication, which is shown separately.
    Published,
}

impl Override {
    /// Every override.
    pub const ALL: [Self; 5] = [
        Self::Drop,
        Self::Keep,
        Self::Title,
        Self::Byline,
        Self::Published,
    ];

    /// Returns the override that keeps or removes an element.
    pub fn of(keeps: bool) -> Self {
        if keeps { Self::Keep } else { Self::Drop }
    }

    /// Returns whether the element is kept as text; `None` if it's a fact.
    pub fn keeps(self) -> Option<bool> {
        match self {
            Self::Keep => Some(true),
            Self::Drop => Some(false),
            Self::Title | Self::Byline | Self::Published => None,
        }
    }

    /// Returns the fact that the element contains; `None` if it isn't one.
    pub fn fact(self) -> Option<Fact> {
        match self {
            Self::Drop | Self::Keep => None,
            Self::Title => Some(Fact::Title),
            Self::Byline => Some(Fact::Byline),
            Self::Published => Some(Fact::Published),
        }
    }

    /// Returns why the blocks aren't part of the text; `None` if they are.
    fn outcome(self) -> Option<Reason> {
        match self {
            Self::Drop => Some(Reason::Unwanted),
            Self::Keep => None,
            Self::Title => Some(Reason::Title),
            Self::Byline | Self::Published => Some(Reason::Byline),
        }
    }
}

/// A level, and the user's decisions about single nodes. The default changes nothing.
///
/// ```
/// use pith::extract::one_click;
/// use pith::select::{Reason, SiteRules, Override, Overrides};
/// use pith::{Limits, source};
///
/// let html = "<p>He watched the ferry go by from the gallery, waved once, and went back to polishing
///     the lens, which he did every day of the year, in summer and in winter.";
/// let page = source::html::read(html, "", Limits::default())?;
/// let without = Overrides {
///     nodes: vec![(page.body(), Override::Drop)],
///     ..Overrides::default()
/// };
/// let (decided, _) = one_click(&page).decided(&page, &SiteRules::default(), &without)?;
/// assert_eq!(decided.selection.removed[0].reason, Reason::Unwanted);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// The level of all blocks without an override.
    pub level: Level,
    /// Nodes, each with an override for the blocks that have a leaf in it. If two overrides affect
    /// a block or a fact, the later one counts.
    pub nodes: Vec<(NodeId, Override)>,
}

/// The reason why overrides are invalid.
///
/// ```
/// use pith::select::{UnknownOverride, Overrides};
///
/// assert_eq!(Overrides::read(&[9]), Err(UnknownOverride::Level(9)));
/// assert_eq!(Overrides::read(&[1, 7]), Err(UnknownOverride::Cut));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownOverride {
    /// There is no level with this number.
    Level(u32),
    /// The node contains no visible text or image.
    Node(u32),
    /// The node contains no valid value for this fact.
    Fact(u32, Fact),
    /// There is no override with this number.
    Override(u32),
    /// A node without an override, at the end.
    Cut,
}

impl fmt::Display for UnknownOverride {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(number) => write!(f, "there is no level {number}"),
            Self::Node(node) => write!(f, "the page shows nothing at node {node}"),
            Self::Fact(node, fact) => {
                write!(
                    f,
                    "there is no value for \"{}\" at node {node}",
                    fact.name()
                )
            }
            Self::Override(number) => write!(f, "there is no override {number}"),
            Self::Cut => f.write_str("the list of overrides is cut off"),
        }
    }
}

impl std::error::Error for UnknownOverride {}

impl Overrides {
    /// Reads overrides from numbers: the index of the level in [`Level::ALL`], then for every node
    /// its rank and the index of the override in [`Override::ALL`]. Without numbers there are no
    /// overrides.
    ///
    /// # Errors
    ///
    /// [`UnknownOverride::Level`], [`UnknownOverride::Override`], and [`UnknownOverride::Cut`];
    /// nodes are only checked against the page later.
    pub fn read(numbers: &[u32]) -> Result<Self, UnknownOverride> {
        let Some((&level, nodes)) = numbers.split_first() else {
            return Ok(Self::default());
        };
        let known = Level::ALL.get(level as usize);
        let (pairs, []) = nodes.as_chunks::<2>() else {
            return Err(UnknownOverride::Cut);
        };
        Ok(Self {
            level: *known.ok_or(UnknownOverride::Level(level))?,
            nodes: pairs.iter().map(read_pair).collect::<Result<_, _>>()?,
        })
    }

    /// Returns the numbers for [`read`](Self::read).
    pub fn numbers(&self) -> Vec<u32> {
        let place = |choice: &Override| Override::ALL.iter().position(|known| known == choice);
        let level = Level::ALL.iter().position(|level| *level == self.level);
        let pair =
            |(node, choice): &(NodeId, Override)| [node.0, place(choice).unwrap_or(0) as u32];
        let first = level.unwrap_or(0) as u32;
        std::iter::once(first)
            .chain(self.nodes.iter().flat_map(pair))
            .collect()
    }

    /// Returns, per block, its new outcome and the step that made it; `None` if nothing changes it.
    fn of_blocks(
        &self,
        page: &Page,
        found: &Selection,
    ) -> Result<Vec<BlockDecision>, UnknownOverride> {
        let level = |block| self.of_level(page, found.root, block);
        let mut decisions: Vec<BlockDecision> = found.blocks.iter().map(level).collect();
        let is_article = found.confidence != Confidence::None;
        for &(node, choice) in &self.nodes {
            let unknown = UnknownOverride::Node(node.0);
            if node.index() >= page.len() {
                return Err(unknown);
            }
            let end = page.end(node);
            // The block before the first one that begins after the node may contain the node.
            let after = found.blocks.partition_point(|b| b.leaves[0] < node);
            let mut any = false;
            let blocks = found.blocks.iter().zip(&mut decisions);
            for (block, decision) in blocks.skip(after.saturating_sub(1)) {
                if block.leaves[0] >= end {
                    break;
                }
                if block.leaves.iter().any(|&leaf| page.contains(node, leaf)) {
                    any = true;
                    let reason = choice.outcome();
                    // If there's an article, unchanged blocks need no override.
                    let is_so = match reason {
                        None => block.removed.is_none() && is_article,
                        Some(Reason::Unwanted) => block.removed.is_some(),
                        shown_separately => block.outcome == shown_separately,
                    };
                    let is_needed = !is_so || decision.is_some();
                    *decision = is_needed.then_some((reason, OVERRIDE));
                }
            }
            if !any {
                return Err(unknown);
            }
        }
        Ok(decisions)
    }

    fn of_level(&self, page: &Page, root: NodeId, block: &SelectedBlock) -> BlockDecision {
        let reason = block.outcome;
        let keeps = match self.level {
            Level::Found => false,
            Level::Strict => {
                let is_against = block.logit.is_some_and(|logit| logit < 0.0);
                let is_removed = reason.is_none() && (block.is_caption || is_against);
                return is_removed.then_some((Some(Reason::BelowThreshold), LEVEL));
            }
            Level::Notes => {
                use Reason::{BelowThreshold, Duplicate, OtherColumn};
                matches!(reason, Some(BelowThreshold | Duplicate | OtherColumn))
            }
            Level::Column => {
                let apart = Some(Reason::Title) == reason || Some(Reason::Byline) == reason;
                reason.is_some() && !apart && reason != Some(Reason::Overlay)
            }
        };
        let inside = || page.contains(root, block.leaves[0]);
        (keeps && !block.is_element && inside()).then_some((None, LEVEL))
    }
}

fn read_pair(&[node, choice]: &[u32; 2]) -> Result<(NodeId, Override), UnknownOverride> {
    let known = Override::ALL.get(choice as usize);
    Ok((
        NodeId(node),
        *known.ok_or(UnknownOverride::Override(choice))?,
    ))
}

/// A new outcome and the step that made it; `None` if a block stays unchanged.
pub(super) type BlockDecision = Option<(Option<Reason>, RuleId)>;

impl Metadata {
    /// Applies the facts that the user picked to the metadata. Without any, returns it unchanged.
    ///
    /// # Errors
    ///
    /// [`UnknownOverride::Fact`] if the node has no valid value for the fact.
    pub fn overridden(&self, page: &Page, overrides: &Overrides) -> Result<Self, UnknownOverride> {
        let mut metadata = self.clone();
        for &(node, choice) in &overrides.nodes {
            let Some(fact) = choice.fact() else { continue };
            if node.index() >= page.len() {
                return Err(UnknownOverride::Node(node.0));
            }
            if !metadata.take(page, node, fact) {
                return Err(UnknownOverride::Fact(node.0, fact));
            }
        }
        Ok(metadata)
    }

    /// Adds the facts that the user picked to the candidates of the rules
    /// ([`explain`](crate::metadata::explain)), in first place and with precedence. `self` is the
    /// metadata before overrides.
    ///
    /// # Errors
    ///
    /// As for [`Metadata::overridden`].
    pub fn explain_overridden(
        &self,
        page: &Page,
        overrides: &Overrides,
        candidates: &mut Vec<Candidate>,
    ) -> Result<(), UnknownOverride> {
        let after = self.overridden(page, overrides)?;
        let values = [
            (Fact::Title, after.title),
            (Fact::Byline, after.byline),
            (Fact::Published, after.published),
        ];
        let is_overridden = |fact| {
            overrides
                .nodes
                .iter()
                .any(|(_, choice)| choice.fact() == Some(fact))
        };
        for (fact, value) in values
            .into_iter()
            .rev()
            .filter(|(fact, _)| is_overridden(*fact))
        {
            let chosen = |c: &&mut Candidate| c.fact == fact && c.verdict == Verdict::Chosen;
            for candidate in candidates.iter_mut().filter(chosen) {
                candidate.verdict = Verdict::Outranked;
            }
            let candidate = Candidate {
                fact,
                rule: OVERRIDE.name(),
                trust: Trust::Declared,
                value: value.unwrap_or_default(),
                verdict: Verdict::Chosen,
            };
            candidates.insert(0, candidate);
        }
        Ok(())
    }
}

impl Selection {
    /// Applies the user's overrides to the selection. Without any, returns it unchanged. Linear in
    /// the blocks of the page and of every overridden node.
    ///
    /// # Errors
    ///
    /// [`UnknownOverride::Node`] if the page has no such node, or the node contains nothing
    /// visible.
    pub fn overridden(&self, page: &Page, overrides: &Overrides) -> Result<Self, UnknownOverride> {
        let decisions = overrides.of_blocks(page, self)?;
        if decisions.iter().all(Option::is_none) {
            return Ok(self.clone());
        }
        // The user has decided what the article is.
        let keeps =
            |decision: &BlockDecision| decision.is_some_and(|(outcome, _)| outcome.is_none());
        let is_users_choice = self.confidence == Confidence::None && decisions.iter().any(keeps);
        let confidence = if is_users_choice {
            Confidence::Strong
        } else {
            self.confidence
        };
        Ok(self.decided(page, decisions, confidence))
    }

    /// Returns the selection with some outcomes replaced, and with this confidence if any block is
    /// kept.
    pub(super) fn decided(
        &self,
        page: &Page,
        decisions: Vec<BlockDecision>,
        mut confidence: Confidence,
    ) -> Self {
        let mut blocks = self.blocks.clone();
        let mut kept = self.kept.clone();
        for (block, decision) in blocks.iter_mut().zip(decisions) {
            let Some((outcome, by)) = decision else {
                continue;
            };
            block.outcome = outcome;
            block.by = Some(by);
            (block.is_caption, block.is_element) = (false, false);
            for &leaf in &block.leaves {
                if outcome.is_some() {
                    kept.remove(leaf);
                } else {
                    kept.insert(leaf);
                }
            }
        }
        if blocks.iter().all(|block| block.outcome.is_some()) {
            confidence = Confidence::None;
        }
        divide_kept(page, &blocks, &mut kept);
        let parts = self.parts(page, &mut blocks);
        Self::new(blocks, kept, parts, confidence, self.root)
    }

    /// Returns the removed parts after decisions have changed, and sets the part of every block.
    /// Separately removed elements stay separate parts.
    fn parts(&self, page: &Page, blocks: &mut [SelectedBlock]) -> Vec<Removed> {
        let lines: Vec<usize> = (0..blocks.len())
            .filter(|&i| !blocks[i].is_element)
            .collect();
        let starts: Vec<NodeId> = lines.iter().map(|&i| blocks[i].leaves[0]).collect();
        let last_of = |&i: &usize| blocks[i].leaves[blocks[i].leaves.len() - 1];
        let ends: Vec<NodeId> = lines.iter().map(last_of).collect();
        let outcomes: Vec<_> = lines.iter().map(|&i| blocks[i].outcome).collect();
        let by = |line: usize| blocks[lines[line]].by;
        let (mut parts, part_of) = removed(page, &starts, &ends, &outcomes, &by);
        for (block, old) in blocks.iter_mut().zip(&self.blocks) {
            let before = old.removed.map(|part| self.removed[part]);
            block.removed = block.is_element.then_some(parts.len());
            parts.extend(before.filter(|_| block.is_element));
        }
        let mut next = 0;
        for (&i, part) in lines.iter().zip(part_of) {
            blocks[i].removed = part;
            if part == Some(next) {
                let before = self.blocks[i].removed.map(|part| self.removed[part]);
                let same =
                    before.filter(|b| (b.reason, b.by) == (parts[next].reason, parts[next].by));
                parts[next].grounds = same.and_then(|before| before.grounds);
                next += 1;
            }
        }
        parts
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests;
