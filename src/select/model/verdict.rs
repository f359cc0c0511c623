//! The verdict: which blocks are kept, given the odds of each.

use super::Model;
use super::features::Features;
use super::opinion::Opinion;
use super::second_pass::{most_expected_f1, with_their_like};
use crate::metadata::Metadata;
use crate::page::{Page, Tag};
use crate::select::blocks::Block;
use crate::select::evidence::{Evidence, confidence};
use crate::select::prune::{headings_without_text, is_byline};
use crate::select::{Confidence, Grounds, Reason, structure};

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
fn is_caption(page: &Page, block: &Block) -> bool {
    page.inclusive_ancestors(block.container)
        .take(4)
        .any(|id| page.tag(id) == Tag::Figcaption)
}

/// What the model removed, and why.
pub(crate) struct Verdict {
    /// Per block: the kind of evidence that weighed most against it.
    grounds: Vec<Option<Grounds>>,
}

impl Verdict {
    /// The kind of evidence that weighed most against a block; `None` where none was weighed.
    pub(crate) fn grounds(&self, i: usize) -> Option<Grounds> {
        self.grounds[i]
    }
}

/// Decides for every block anew.
///
/// What is kept is the set of blocks with the highest odds that has the largest expected F1
/// ([`most_expected_f1`]), after the odds of blocks that one template made have moved together.
pub(crate) fn decide(
    page: &Page,
    metadata: &Metadata,
    evidence: &mut Evidence,
    features: &Features,
    model: &Model,
) -> Verdict {
    let ruled = evidence.decisions.clone();
    let asked: Vec<bool> = (0..evidence.blocks.len())
        .map(|i| is_asked(page, metadata, evidence, i))
        .collect();
    let opinion = Opinion::new(page, evidence, features, &asked, model);
    let odds = with_their_like(&opinion.blocks, &opinion.odds);
    let mut kept = vec![false; asked.len()];
    let best_part = most_expected_f1(&opinion.blocks, &odds).kept;
    for (block, is_kept) in opinion.blocks.iter().zip(best_part) {
        kept[block.place] = is_kept;
    }
    let best = odds.iter().fold(f32::NEG_INFINITY, |best, &o| best.max(o));
    if best < libm::logf(SOMETHING / (1.0 - SOMETHING)) && !is_article(evidence, &kept) {
        kept.fill(false);
    }
    let kept = lenient(page, evidence, &ruled, &asked, kept);
    let mut grounds = vec![None; kept.len()];
    for i in 0..kept.len() {
        if kept[i] {
            evidence.decisions[i] = None;
        } else if asked[i] {
            grounds[i] = opinion.against(i);
            evidence.decisions[i] = Some(match ruled[i] {
                Some(reason) if reason != Reason::BelowThreshold => reason,
                _ => reason(page, evidence, i, grounds[i]),
            });
        }
    }
    empty_headings(page, evidence, &ruled);
    pictures(page, evidence, &ruled);
    structure::mend(page, metadata, evidence);
    Verdict { grounds }
}

/// Whether some of the blocks read like an article.
fn is_article(evidence: &Evidence, kept: &[bool]) -> bool {
    let left_out = |&kept: &bool| (!kept).then_some(Reason::BelowThreshold);
    let decisions: Vec<Option<Reason>> = kept.iter().map(left_out).collect();
    confidence(&evidence.teasers, &evidence.blocks, &decisions) != Confidence::None
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
/// and captions with their picture: one that the odds speak against is shown and is no text.
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
            let unlikely = evidence.decisions[i].is_some();
            evidence.decisions[i] = evidence.decisions[picture];
            evidence.captions[i] = unlikely && evidence.decisions[i].is_none();
        }
    }
}

#[cfg(all(test, feature = "cli"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::article::Article;
    use crate::select::{Forest, Selection, select_with};

    const SENTENCE: &str = "<p>The ferry left the harbour at noon with most of the islanders \
        aboard, and nobody had thought to tell the keeper of the lighthouse.</p>";

    /// Records of a leaf with these logits, in 2^-12.
    fn leaf(value: i16) -> [u8; 4] {
        let [low, high] = value.to_le_bytes();
        [8, 0, low, high]
    }

    /// What is selected with a second pass of these records over one column.
    fn selected(html: &str, column: &str, records: &[[u8; 4]]) -> (Page, Selection) {
        let mut bytes = format!("made by: hand\ncolumns: {column}\n\n").into_bytes();
        bytes.extend(records.as_flattened());
        let model = Model {
            second: Forest::read(&bytes).unwrap(),
            ..Model::default()
        };
        let page = crate::front::html::read(html, "", Default::default()).unwrap();
        let metadata = crate::metadata::metadata(&page);
        let selection = select_with(&page, &metadata, &model);
        (page, selection)
    }

    #[test]
    fn what_reads_like_an_article_is_kept_however_unlikely_it_is() {
        let keeps = |html: &str| {
            // Five logits against whatever is asked.
            let (_, selection) = selected(html, "length", &[leaf(-20480)]);
            !selection.kept.is_empty()
        };
        assert!(keeps(&SENTENCE.repeat(6)));
        assert!(!keeps(
            "<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>"
        ));
    }

    #[test]
    fn an_unlikely_caption_is_shown_with_its_picture_and_is_no_text() {
        let text = SENTENCE.repeat(3);
        let figure = "<figure><img src=a.jpg><figcaption>The harbour</figcaption></figure>";
        let page = format!("<main>{text}{figure}{text}</main>");
        let article = |captions: i16| {
            // A caption's logits, else five.
            let records = [[0, 2, 0x00, 0x3f], leaf(20480), leaf(captions)];
            let (page, selection) = selected(&page, "caption", &records);
            Article::new(&page, &selection.kept).with_captions(selection.captions)
        };
        let (unlikely, likely) = (article(-20480), article(20480));
        assert_eq!(unlikely.html(), likely.html());
        assert!(unlikely.html().contains("<figcaption>The harbour"));
        assert!(unlikely.markdown().contains("The harbour"));
        assert!(!unlikely.text().contains("The harbour"));
        assert!(likely.text().contains("The harbour"));
        assert!(unlikely.word_count() < likely.word_count());
    }
}
