//! The verdict: which blocks are kept, given the odds of each.

use std::collections::BTreeMap;

use super::features::{COLUMNS, Features};
use super::forest::{Forest, UNKNOWN};
use crate::metadata::Metadata;
use crate::page::{Page, Tag};
use crate::select::blocks::Block;
use crate::select::evidence::{Evidence, confidence};
use crate::select::prune::{headings_without_text, is_byline};
use crate::select::{Confidence, Grounds, Reason, structure};

/// Blocks made alike from which their number says something.
const ALIKE: u32 = 3;

/// How far the odds of a block move towards those of its like, 0 to 1.
const TOGETHER: f32 = 0.4;

/// The least probability of the best block where there is anything to keep, unless what would be
/// kept reads like an article all the same.
const SOMETHING: f32 = 0.1;

/// Whether the forest is asked about a block: title and byline are shown apart, pictures go with
/// the text around them, overlays are out of the question, and so is what says for itself that it
/// is foreign or what the page's structure shows to be ([`structure::certain`]).
pub(crate) fn is_asked(page: &Page, metadata: &Metadata, evidence: &Evidence, i: usize) -> bool {
    let block = &evidence.blocks[i];
    block.tokens > 0
        && !evidence.certain[i]
        && match evidence.decisions[i] {
            Some(Reason::Title) => false,
            Some(Reason::Byline) => !is_byline(page, metadata, evidence, i),
            Some(Reason::Overlay) => !hangs_over(page, metadata, block),
            // Links under a heading that announces other articles.
            Some(Reason::Related) => block.link_density() <= 0.5,
            // It says so itself.
            Some(Reason::Advert) => evidence.announced[i] != Some(Reason::Advert),
            _ => true,
        }
}

/// Whether a block hangs over the article, and so is no part of it whatever it says. Pages that
/// scroll in a box of their own fix that box, title and all, to the screen.
fn hangs_over(page: &Page, metadata: &Metadata, block: &Block) -> bool {
    let overlay = page
        .inclusive_ancestors(block.container)
        .take_while(|&id| page.is_overlay(id))
        .last();
    overlay.is_some_and(|overlay| {
        let title = metadata.title_node;
        title.is_some_and(|title| !page.contains(overlay, title))
    })
}

/// Whether a block is the caption of a figure.
pub(crate) fn is_caption(page: &Page, block: &Block) -> bool {
    page.inclusive_ancestors(block.container)
        .take(4)
        .any(|id| page.tag(id) == Tag::Figcaption)
}

/// What the forest removed, and how to ask it why.
pub(crate) struct Verdict<'a> {
    features: &'a Features,
    forest: &'a Forest,
    columns: Columns,
    removed: Vec<bool>,
}

impl Verdict<'_> {
    /// The kind of evidence that weighed most against a block; `None` where none was weighed.
    pub(crate) fn grounds(&self, i: usize) -> Option<Grounds> {
        let weigh = || self.columns.against(self.features, self.forest, i);
        self.removed[i].then(weigh).flatten()
    }
}

/// Decides for every block anew.
///
/// What is kept is the set of blocks with the highest odds for which the expected F1 is largest,
/// counted in tokens: with `p` the probability of a block and `n` its tokens, the largest
/// `2 Σ_kept n p / (Σ_kept n + Σ_all n p)` (Lewis: *Evaluating and optimizing autonomous text
/// classification systems*, SIGIR 1995). It is lenient where the page is hard and strict where it
/// is clear.
pub(crate) fn decide<'a>(
    page: &Page,
    metadata: &Metadata,
    evidence: &mut Evidence,
    features: &'a Features,
    forest: &'a Forest,
) -> Verdict<'a> {
    let ruled = evidence.decisions.clone();
    let columns = Columns::new(forest);
    let asked: Vec<bool> = (0..evidence.blocks.len())
        .map(|i| is_asked(page, metadata, evidence, i))
        .collect();
    let odds: Vec<f32> = (0..evidence.blocks.len())
        .map(|i| {
            if asked[i] {
                forest.score(&columns.row(features, i))
            } else {
                f32::NEG_INFINITY
            }
        })
        .collect();
    let odds = with_its_like(&evidence.blocks, &evidence.makes, odds);
    let mut kept = most_expected_f1(&evidence.blocks, &odds);
    let best = odds.iter().fold(f32::NEG_INFINITY, |best, &o| best.max(o));
    if best < libm::logf(SOMETHING / (1.0 - SOMETHING)) && !is_article(evidence, &kept) {
        kept.fill(false);
    }
    let kept = lenient(page, evidence, &ruled, &asked, kept);
    let verdict = Verdict {
        removed: asked.iter().zip(&kept).map(|(a, k)| *a && !k).collect(),
        features,
        forest,
        columns,
    };
    for i in 0..kept.len() {
        if kept[i] {
            evidence.decisions[i] = None;
        } else if verdict.removed[i] {
            evidence.decisions[i] = Some(match ruled[i] {
                Some(reason) if reason != Reason::BelowThreshold => reason,
                _ => reason(page, evidence, i, verdict.grounds(i)),
            });
        }
    }
    empty_headings(page, evidence, &ruled);
    pictures(page, evidence, &ruled);
    structure::mend(page, metadata, evidence);
    verdict
}

/// Whether some of the blocks read like an article.
fn is_article(evidence: &Evidence, kept: &[bool]) -> bool {
    let left_out = |&kept: &bool| (!kept).then_some(Reason::BelowThreshold);
    let decisions: Vec<Option<Reason>> = kept.iter().map(left_out).collect();
    confidence(&evidence.teasers, &evidence.blocks, &decisions) != Confidence::None
}

/// Moves the odds of every block towards the mean of those made like it on the page (tags and
/// classes of the innermost three elements), long ones counting more: what one template has made
/// is kept or left out together.
fn with_its_like(blocks: &[Block], makes: &[String], mut odds: Vec<f32>) -> Vec<f32> {
    #[derive(Default)]
    struct Like {
        odds: f32,
        tokens: f32,
        count: u32,
    }
    let mut alike: BTreeMap<&str, Like> = BTreeMap::new();
    for ((key, block), &odds) in makes.iter().zip(blocks).zip(&odds) {
        if odds > f32::NEG_INFINITY {
            let like = alike.entry(key).or_default();
            let tokens = block.tokens as f32 + 3.0;
            like.odds += odds * tokens;
            like.tokens += tokens;
            like.count += 1;
        }
    }
    for (key, odds) in makes.iter().zip(&mut odds) {
        if *odds > f32::NEG_INFINITY
            && let Some(like) = alike.get(key.as_str()).filter(|like| like.count >= ALIKE)
        {
            *odds += TOGETHER * (like.odds / like.tokens - *odds);
        }
    }
    odds
}

/// Which blocks are kept: those whose odds are at least the threshold with the largest expected
/// F1. Of equal thresholds the higher one.
fn most_expected_f1(blocks: &[Block], odds: &[f32]) -> Vec<bool> {
    let probability = |i: usize| 1.0 / (1.0 + libm::exp(-f64::from(odds[i])));
    let mut order: Vec<usize> = (0..odds.len())
        .filter(|&i| odds[i] > f32::NEG_INFINITY)
        .collect();
    order.sort_by(|&a, &b| odds[b].total_cmp(&odds[a]).then(a.cmp(&b)));
    let tokens = |i: usize| f64::from(blocks[i].tokens);
    let relevant: f64 = order.iter().map(|&i| tokens(i) * probability(i)).sum();
    let (mut found, mut length, mut best, mut most) = (0.0, 0.0, 0.0, 0);
    for (count, &i) in (1..).zip(&order) {
        found += tokens(i) * probability(i);
        length += tokens(i);
        let f1 = 2.0 * found / (length + relevant);
        if f1 > best {
            (best, most) = (f1, count);
        }
    }
    let mut kept = vec![false; odds.len()];
    for &i in &order[..most] {
        kept[i] = true;
    }
    kept
}

/// Keeps what stands between two kept blocks of one container and no rule speaks against: inside
/// a column nothing is cut without a reason that can be shown.
fn lenient(
    page: &Page,
    evidence: &Evidence,
    ruled: &[Option<Reason>],
    asked: &[bool],
    mut kept: Vec<bool>,
) -> Vec<bool> {
    let container = |i: usize| evidence.blocks[i].container;
    let parent = |i: usize| page.parent(container(i));
    // Loose text of an element stands beside the element's children.
    let beside = |i: usize, j: usize| {
        parent(i) == parent(j) || parent(i) == Some(container(j)) || parent(j) == Some(container(i))
    };
    let mut last: Option<usize> = None;
    for i in 0..kept.len() {
        if !kept[i] {
            continue;
        }
        if let Some(last) = last
            && i - last <= 4
            && beside(last, i)
            && (last + 1..i).all(|j| !asked[j] || (ruled[j].is_none() && beside(i, j)))
        {
            kept[last + 1..i].copy_from_slice(&asked[last + 1..i]);
        }
        last = Some(i);
    }
    kept
}

/// Why a block is left out that no rule speaks against.
fn reason(page: &Page, evidence: &Evidence, i: usize, grounds: Option<Grounds>) -> Reason {
    let block = &evidence.blocks[i];
    let hinted = || {
        page.inclusive_ancestors(block.container)
            .find_map(|id| evidence.hints[id.index()].purpose)
            .map(Reason::from)
    };
    match grounds {
        Some(Grounds::Links) => Reason::Links,
        Some(Grounds::Names) => hinted().unwrap_or(Reason::BelowThreshold),
        _ if block.link_density() > 0.5 => Reason::Links,
        _ => Reason::BelowThreshold,
    }
}

/// Takes out the headings that a rule speaks against and below which nothing is kept.
fn empty_headings(page: &Page, evidence: &mut Evidence, ruled: &[Option<Reason>]) {
    let before = evidence.decisions.clone();
    headings_without_text(page, evidence);
    for ((decision, before), ruled) in evidence.decisions.iter_mut().zip(before).zip(ruled) {
        if ruled.is_none() {
            *decision = before;
        }
    }
}

/// Pictures without text are kept between kept blocks, or where the rules keep them next to one,
/// and captions with their picture.
fn pictures(page: &Page, evidence: &mut Evidence, ruled: &[Option<Reason>]) {
    let len = evidence.blocks.len();
    let text = |e: &Evidence, i: usize| e.blocks[i].tokens > 0;
    let kept = |e: &Evidence, i: usize| text(e, i) && e.decisions[i].is_none();
    let (Some(first), Some(last)) = (
        (0..len).find(|&i| kept(evidence, i)),
        (0..len).rev().find(|&i| kept(evidence, i)),
    ) else {
        for i in 0..len {
            evidence.decisions[i].get_or_insert(Reason::BelowThreshold);
        }
        return;
    };
    // Whether the next block with text on is kept, for every block.
    let mut below = vec![false; len];
    for i in (1..len).rev() {
        below[i - 1] = if text(evidence, i) {
            kept(evidence, i)
        } else {
            below[i]
        };
    }
    let mut above = false;
    for (i, &ruled) in ruled.iter().enumerate() {
        if text(evidence, i) {
            above = kept(evidence, i);
            continue;
        }
        let beside = [above, below[i]];
        let inside = i > first && i < last;
        evidence.decisions[i] = match ruled {
            None if inside || beside[0] || beside[1] || i < first => None,
            Some(Reason::BelowThreshold | Reason::OtherColumn | Reason::Links) | None
                if beside == [true, true] =>
            {
                None
            }
            // Called an overlay, but in the text: a film that waits for consent.
            Some(Reason::Overlay)
                if beside == [true, true] && !page.is_overlay(evidence.blocks[i].container) =>
            {
                None
            }
            Some(reason) => Some(reason),
            None => Some(Reason::BelowThreshold),
        };
    }
    for i in 0..len {
        let block = &evidence.blocks[i];
        if !is_caption(page, block) || !text(evidence, i) {
            continue;
        }
        let figure = page
            .ancestors(block.container)
            .find(|&id| page.tag(id) == Tag::Figure);
        let Some(figure) = figure else { continue };
        if let Some(picture) = evidence
            .blocks_in(page, figure)
            .find(|&j| !text(evidence, j) && evidence.blocks[j].media > 0)
        {
            evidence.decisions[i] = evidence.decisions[picture];
        }
    }
}

/// Where each column that a forest asks stands in [`COLUMNS`].
struct Columns(Vec<Option<usize>>);

impl Columns {
    fn new(forest: &Forest) -> Self {
        let place = |name: &String| COLUMNS.iter().position(|c| c.name == name);
        Self(forest.columns().iter().map(place).collect())
    }

    /// The row of a block in the forest's order; unknown where there is no such column.
    fn row(&self, features: &Features, i: usize) -> Vec<f32> {
        let row = features.row(i);
        let value = |place: &Option<usize>| place.map_or(UNKNOWN, |place| row[place]);
        self.0.iter().map(value).collect()
    }

    /// The kind of evidence that weighs most against a block.
    fn against(&self, features: &Features, forest: &Forest, i: usize) -> Option<Grounds> {
        let mut shares = vec![0.0; self.0.len()];
        forest.explain(&self.row(features, i), &mut shares);
        let mut sums: Vec<(Grounds, f32)> = Vec::new();
        for (place, &share) in self.0.iter().zip(&shares) {
            let grounds = place.map_or(Grounds::Text, |place| COLUMNS[place].grounds);
            match sums.iter_mut().find(|(g, _)| *g == grounds) {
                Some((_, sum)) => *sum += share,
                None => sums.push((grounds, share)),
            }
        }
        sums.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        sums.first().filter(|(_, sum)| *sum < 0.0).map(|(g, _)| *g)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::page::NodeId;

    fn block(tokens: u32) -> Block {
        let mut block = Block::new(NodeId(0));
        block.tokens = tokens;
        block
    }

    #[cfg(feature = "cli")]
    #[test]
    fn what_reads_like_an_article_is_kept_however_unlikely_it_is() {
        let mut bytes = b"made by: hand\ncolumns: length\n\n".to_vec();
        // One leaf, -5 in logits, for whatever is asked.
        bytes.extend([8, 0, 0x00, 0xb0]);
        let forest = Forest::read(&bytes).unwrap();
        let keeps = |html: &str| {
            let page = crate::front::html::read(html, "", Default::default()).unwrap();
            let metadata = crate::metadata::metadata(&page);
            let kept = crate::select::select_with(&page, &metadata, &forest, None).kept;
            kept.iter().next().is_some()
        };
        let sentence = "<p>The ferry left the harbour at noon with most of the islanders aboard, \
            and nobody had thought to tell the keeper of the lighthouse.";
        assert!(keeps(&sentence.repeat(6)));
        assert!(!keeps(
            "<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>"
        ));
    }

    #[test]
    fn the_threshold_follows_the_odds_of_the_page() {
        let kept = |blocks: &[(u32, f32)]| {
            let (tokens, odds): (Vec<u32>, Vec<f32>) = blocks.iter().copied().unzip();
            let blocks: Vec<Block> = tokens.into_iter().map(block).collect();
            most_expected_f1(&blocks, &odds)
        };
        // p = 0.99, 0.27: 2 * 99 / (100 + 126) = 0.88 beats 2 * 126 / (200 + 126) = 0.77.
        assert_eq!(kept(&[(100, 4.6), (100, -1.0)]), [true, false]);
        // p = 0.5, 0.38: 2 * 88 / (200 + 88) = 0.61 beats 2 * 50 / (100 + 88) = 0.53.
        assert_eq!(kept(&[(100, 0.0), (100, -0.5)]), [true, true]);
        // What was not asked is not kept, and nothing of nothing.
        assert_eq!(kept(&[(100, f32::NEG_INFINITY), (5, -2.0)]), [false, true]);
        assert_eq!(kept(&[]), [false; 0]);
        // An unlikely page has a best part all the same.
        assert_eq!(kept(&[(100, -3.0), (5, -4.0)]), [true, false]);
    }
}
