//! What is known of every block and every element before anything is decided.

use std::collections::BTreeMap;
use std::ops::Range;

use super::blocks::{Block, blocks};
use super::teasers::teasers;
use super::{Confidence, Reason, prune, root, structure};
use crate::geometry::Rect;
use crate::metadata::Metadata;
use crate::methods::{Scores, cetd};
use crate::page::{Attr, NodeId, Page, Tag};
use crate::text::TermVector;
use crate::vocabulary::{Hints, Purpose, announcement, hints_of_all};

/// The length of a block, links not counted, that holds a sentence whether or not it says where it
/// ends.
const PARAGRAPH: f32 = 150.0;

/// The gain from which an element holds running text.
const RUNNING: f32 = 100.0;

/// Teasers from which a page that holds little else is a list of them.
const FRONT: usize = 4;

/// Blocks with their gains, elements with what they hint at, and the decisions so far.
#[derive(Debug)]
pub(crate) struct Evidence {
    /// The painted blocks in document order.
    pub(crate) blocks: Vec<Block>,
    /// Per block: its text on one line.
    pub(crate) texts: Vec<String>,
    /// Per block: how often each word occurs in it.
    pub(crate) terms: Vec<TermVector>,
    /// Per block: what it is made of, the tags and classes of the innermost three elements.
    pub(crate) makes: Vec<String>,
    /// Per block: what it announces, were it a heading.
    pub(crate) announced: Vec<Option<Reason>>,
    /// The teasers, as ranges of blocks.
    pub(crate) teasers: Vec<Range<usize>>,
    /// The words of the article's title.
    pub(crate) title_terms: TermVector,
    /// Per block: how much it reads like running text; about its length in characters where it
    /// does, negative where it looks like a menu, 0 where it says nothing.
    pub(crate) gains: Vec<f32>,
    /// Per block: `None` while kept, else why not.
    pub(crate) decisions: Vec<Option<Reason>>,
    /// Per block: whether a rule has decided for certain, so that nothing else is asked.
    pub(crate) certain: Vec<bool>,
    /// Per block: whether it is a caption that is kept for its picture alone.
    pub(crate) captions: Vec<bool>,
    /// Per node: the reason its subtree is out of the question as a whole, if any.
    pub(crate) excluded: Vec<Option<Reason>>,
    /// Per node: what its names hint at, those of its siblings considered.
    pub(crate) hints: Vec<Hints>,
    /// Per node: sum of the gains in its subtree.
    pub(crate) sums: Vec<f32>,
    /// Per node: sum of the positive gains in its subtree.
    pub(crate) positive: Vec<f32>,
    /// Per node: what CETD counts.
    pub(crate) counts: cetd::Counts,
    /// Per node: CETD's visual importance.
    pub(crate) visual: Scores,
    /// The subtree the article was found in.
    pub(crate) root: NodeId,
}

impl Evidence {
    pub(crate) fn new(page: &Page, metadata: &Metadata) -> Self {
        let blocks = blocks(page);
        let title = metadata.title.as_deref().unwrap_or_default();
        let mut hints = hints_of_all(page);
        let raw: Vec<f32> = blocks.iter().map(|b| gain(page, b)).collect();
        let mut own_positive = vec![0.0; page.len()];
        for (block, gain) in blocks.iter().zip(&raw) {
            own_positive[block.container.index()] += gain.max(0.0);
        }
        let raw_positive = page.subtree_sums(&own_positive);
        named_alike(page, &mut hints, &raw_positive);
        let mut trusted = hints.clone();
        let mut excluded = exclusions(page, metadata, &trusted, &raw_positive);
        // Names that would leave out most of the running text mean something else on this page.
        while let Some(reason) = overreaching(page, &blocks, &raw, &excluded) {
            let means = |hint: &&mut Hints| hint.purpose.map(Reason::from) == Some(reason);
            for hint in trusted.iter_mut().filter(means) {
                hint.purpose = None;
            }
            let fewer = exclusions(page, metadata, &trusted, &raw_positive);
            if fewer == excluded {
                break;
            }
            excluded = fewer;
        }
        let counts = cetd::Counts::new(page);
        let visual = cetd::visual_importance(page);
        let hybrid = cetd::hybrid_text_density(page, &counts, &visual);
        let texts: Vec<String> = blocks.iter().map(|b| b.text(page)).collect();
        let terms: Vec<TermVector> = texts.iter().map(|t| TermVector::new(t)).collect();
        let makes = blocks.iter().map(|b| make(page, b)).collect();
        let announced = texts
            .iter()
            .map(|t| announcement(t).map(Reason::from))
            .collect();
        let teasers = teasers(page, &blocks);
        let title_terms = TermVector::new(title);
        let gains = weigh(
            page,
            &blocks,
            raw,
            &excluded,
            |i| title_terms.cosine(&terms[i]),
            hybrid.values(),
            visual.values(),
        );
        let mut evidence = Self {
            decisions: vec![None; blocks.len()],
            certain: vec![false; blocks.len()],
            captions: vec![false; blocks.len()],
            blocks,
            texts,
            terms,
            makes,
            announced,
            teasers,
            title_terms,
            gains,
            excluded,
            hints,
            counts,
            visual,
            sums: Vec::new(),
            positive: Vec::new(),
            root: page.body(),
        };
        evidence.sum(page);
        evidence
    }

    /// The evidence with what the rules alone decide, which is evidence as well.
    pub(crate) fn ruled(page: &Page, metadata: &Metadata) -> Self {
        let mut evidence = Self::new(page, metadata);
        root::choose(page, metadata, &mut evidence);
        prune::prune(page, metadata, &mut evidence);
        structure::certain(page, metadata, &mut evidence);
        evidence
    }

    fn sum(&mut self, page: &Page) {
        let mut own = vec![0.0; page.len()];
        let mut own_positive = vec![0.0; page.len()];
        for (block, gain) in self.blocks.iter().zip(&self.gains) {
            own[block.container.index()] += gain;
            own_positive[block.container.index()] += gain.max(0.0);
        }
        self.sums = page.subtree_sums(&own);
        self.positive = page.subtree_sums(&own_positive);
    }

    /// The column on the screen that most running text stands in; `None` without layout.
    pub(crate) fn column(&self, page: &Page) -> Option<Rect> {
        let mut columns: BTreeMap<(u32, u32), (f32, Rect)> = BTreeMap::new();
        for (block, gain) in self.blocks.iter().zip(&self.gains) {
            if *gain > 0.0
                && let Some(r) = page.rect(block.container)
            {
                let key = ((r.x / 8.0) as u32, (r.width / 8.0) as u32);
                columns.entry(key).or_insert((0.0, r)).0 += gain;
            }
        }
        columns
            .values()
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|c| c.1)
    }

    /// The range of blocks whose first leaf lies in the subtree.
    pub(crate) fn blocks_in(&self, page: &Page, id: NodeId) -> Range<usize> {
        let start = self.blocks.partition_point(|b| b.leaves[0] < id);
        let end = page.end(id);
        let len = self.blocks[start..].partition_point(|b| b.leaves[0] < end);
        start..start + len
    }
}

/// How sure it is that what is kept is an article. Teasers are none, however much they say.
pub(crate) fn confidence(
    teasers: &[Range<usize>],
    blocks: &[Block],
    decisions: &[Option<Reason>],
) -> Confidence {
    let mut teases = vec![false; blocks.len()];
    for teaser in teasers {
        teases[teaser.clone()].fill(true);
    }
    let mut teased = 0.0;
    let mut kept = 0.0;
    let mut sentences = 0;
    let mut all = 0.0;
    for (i, (block, decision)) in blocks.iter().zip(decisions).enumerate() {
        let length = block.length * (1.0 - block.link_density());
        all += length;
        if decision.is_none() {
            kept += length;
            // Not every script marks the end of a sentence; a paragraph's length says as much.
            let sentence = block.ends_sentence && block.length >= 40.0;
            sentences += u32::from(sentence || length >= PARAGRAPH);
            if teases[i] {
                teased += length;
            }
        }
    }
    if teasers.len() >= FRONT && teased > 0.6 * kept {
        return Confidence::None;
    }
    if kept < 140.0 || (sentences == 0 && kept < 500.0) {
        Confidence::None
    } else if (kept < 500.0 && sentences < 3)
        || (sentences < 2 && kept < 1000.0)
        || kept < 0.1 * all
    {
        Confidence::Weak
    } else {
        Confidence::Strong
    }
}

/// What a block is made of: tags and classes of the innermost three elements.
fn make(page: &Page, block: &Block) -> String {
    let mut make = String::new();
    for id in page.inclusive_ancestors(block.container).take(3) {
        make.push_str(page.tag(id).name());
        make.push('.');
        make.push_str(page.attr(id, Attr::Class).unwrap_or_default());
        make.push('>');
    }
    make
}

/// How much a block reads like running text, by itself.
fn gain(page: &Page, block: &Block) -> f32 {
    let tag = page.tag(block.container);
    let density = block.link_density();
    let length = block.length * (1.0 - density);
    if block.chars == 0 {
        return 0.0;
    }
    if tag.heading_level().is_some() || tag == Tag::Figcaption || tag == Tag::Caption {
        return 0.0;
    }
    if page.style(block.container).preformatted {
        return 0.5 * length.min(1000.0);
    }
    if density > 0.5 {
        return -(8.0 + 4.0 * block.links as f32).min(60.0);
    }
    let sentence = block.ends_sentence || block.punctuation >= 2;
    if sentence && length >= 40.0 {
        length.min(1200.0) * (1.0 - 1.5 * density).max(0.1)
    } else if length >= 80.0 {
        0.5 * length.min(600.0) * (1.0 - 1.5 * density).max(0.1)
    } else if tag == Tag::Li || tag == Tag::Td || tag == Tag::Dd || tag == Tag::Dt {
        -2.0
    } else {
        -5.0
    }
}

/// Takes away what the names of siblings hint at where it says nothing: where at least three of
/// one element's children hold running text, most of these have names that hint at something
/// foreign, and not all at the same, the names speak of what the text is about.
fn named_alike(page: &Page, hints: &mut [Hints], positive: &[f32]) {
    for parent in page.subtree(page.body()) {
        if positive[parent.index()] < 3.0 * RUNNING {
            continue;
        }
        let parts: Vec<NodeId> = page
            .children(parent)
            .filter(|c| positive[c.index()] >= RUNNING)
            .collect();
        let named: Vec<Purpose> = parts
            .iter()
            .filter_map(|c| hints[c.index()].purpose)
            .collect();
        if parts.len() >= 3
            && 2 * named.len() > parts.len()
            && named.iter().any(|purpose| *purpose != named[0])
        {
            for part in parts {
                hints[part.index()].purpose = None;
            }
        }
    }
}

/// Subtrees that are out of the question as a whole: what the element itself says (navigation,
/// form controls, overlays …) and what its names hint at, unless it holds too much of the
/// page's running text for a hint to count.
fn exclusions(
    page: &Page,
    metadata: &Metadata,
    hints: &[Hints],
    positive: &[f32],
) -> Vec<Option<Reason>> {
    let total = positive[page.body().index()].max(1.0);
    let mut excluded: Vec<Option<Reason>> = vec![None; page.len()];
    let mut in_article = vec![false; page.len()];
    for id in page.subtree(page.body()) {
        let i = id.index();
        if id == page.body() {
            continue;
        }
        let Some(parent) = page.parent(id) else {
            continue;
        };
        in_article[i] =
            in_article[parent.index()] || matches!(page.tag(parent), Tag::Article | Tag::Main);
        excluded[i] = excluded[parent.index()];
        if excluded[i].is_some() || page.is_text(id) {
            continue;
        }
        let share = positive[i] / total;
        let holds_title = metadata.title_node.is_some_and(|t| page.contains(id, t));
        let by_tag = match page.tag(id) {
            Tag::Nav | Tag::Menu => Some(Reason::Navigation).filter(|_| share < 0.5),
            Tag::Footer => Some(Reason::Frame).filter(|_| share < 0.3),
            Tag::Aside => Some(Reason::OtherColumn).filter(|_| share < 0.4),
            Tag::Header if !in_article[i] => {
                Some(Reason::Frame).filter(|_| share < 0.05 && !holds_title)
            }
            Tag::Form | Tag::Search => Some(Reason::Form).filter(|_| share < 0.2),
            Tag::Button | Tag::Select | Tag::Textarea | Tag::Input | Tag::Label | Tag::Fieldset => {
                Some(Reason::Form).filter(|_| share < 0.1)
            }
            Tag::Dialog => Some(Reason::Overlay),
            _ => None,
        };
        let by_place = (page.is_overlay(id) && share < 0.8).then_some(Reason::Overlay);
        let by_name = hints[i].purpose.map(Reason::from).filter(|&reason| {
            let own = positive[i];
            let small = match reason {
                // Comments may be longer than what they comment on.
                Reason::Comments => total - own >= 400.0,
                Reason::Related | Reason::Overlay | Reason::Frame => share < 0.35,
                Reason::OtherColumn => share < 0.25,
                Reason::Byline => own < 400.0 && share < 0.1,
                Reason::Sharing => own < 150.0 && share < 0.1,
                _ => own < 300.0 && share < 0.25,
            };
            small && !holds_title && (!hints[i].article || reason == Reason::Comments)
        });
        excluded[i] = by_tag.or(by_place).or(by_name);
    }
    excluded
}

/// The reason that leaves out the most running text, where what is left is less than a third of
/// all. Comments do not count: they may be longer than what they comment on.
fn overreaching(
    page: &Page,
    blocks: &[Block],
    gains: &[f32],
    excluded: &[Option<Reason>],
) -> Option<Reason> {
    let mut left = 0.0;
    let mut out: BTreeMap<Reason, f32> = BTreeMap::new();
    for (block, gain) in blocks.iter().zip(gains) {
        match excluded[block.container.index()] {
            None => left += gain.max(0.0),
            Some(Reason::Comments) => {}
            Some(reason) => *out.entry(reason).or_default() += gain.max(0.0),
        }
    }
    let total = left + out.values().sum::<f32>();
    if page.len() < 2 || left >= total / 3.0 {
        return None;
    }
    out.into_iter()
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(reason, _)| reason)
}

/// Weighs the gains by what the methods say of the block's place in the page.
fn weigh(
    page: &Page,
    blocks: &[Block],
    mut gains: Vec<f32>,
    excluded: &[Option<Reason>],
    similarity: impl Fn(usize) -> f32,
    density: &[f32],
    visual: &[f32],
) -> Vec<f32> {
    let body_density = density[page.body().index()].max(1e-6);
    let widest = blocks
        .iter()
        .zip(&gains)
        .filter(|(_, g)| **g > 0.0)
        .map(|(b, _)| visual[b.container.index()])
        .fold(0.0f32, f32::max);
    for (k, (block, gain)) in blocks.iter().zip(&mut gains).enumerate() {
        let i = block.container.index();
        if excluded[i].is_some() {
            // What is excluded still says that its surroundings are not the article.
            *gain = gain.min(0.0);
            continue;
        }
        if *gain <= 0.0 {
            continue;
        }
        if density[i] < body_density {
            *gain *= 0.7;
        }
        if widest > 0.0 {
            *gain *= 0.3 + 0.7 * visual[i] / widest;
        }
        *gain *= 1.0 + similarity(k);
    }
    gains
}
