//! Exclusions: subtrees that can't be part of the article, according to tags and names. Shares and
//! lengths were set by hand on the development sets.

use crate::metadata::Metadata;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::blocks::Block;
use crate::select::reason::Reason;
use crate::vocabulary::{Hints, Purpose};

/// Minimum gain of an element with running text.
const MIN_RUNNING_GAIN: f32 = 100.0;

/// Minimum number of siblings with running text whose names are compared.
const MIN_SIBLINGS: u8 = 3;

/// Removes hints from siblings whose names refer to the subject of their text: at least three
/// children of one element contain running text, most of them have names that hint at content
/// outside the article, and the hints differ.
pub(super) fn drop_contradicting_names(page: &Page, hints: &mut [Hints], positive: &[f32]) {
    for parent in page.subtree(page.body()) {
        if positive[parent.index()] < f32::from(MIN_SIBLINGS) * MIN_RUNNING_GAIN {
            continue;
        }
        drop_contradicting_names_in(page, parent, hints, positive);
    }
}

/// Removes these hints among the children of one element.
#[inline(never)]
fn drop_contradicting_names_in(page: &Page, parent: NodeId, hints: &mut [Hints], positive: &[f32]) {
    let parts: Vec<NodeId> = page
        .children(parent)
        .filter(|c| positive[c.index()] >= MIN_RUNNING_GAIN)
        .collect();
    let named: Vec<Purpose> = parts
        .iter()
        .filter_map(|c| hints[c.index()].purpose)
        .collect();
    if parts.len() >= usize::from(MIN_SIBLINGS)
        && 2 * named.len() > parts.len()
        && named.iter().any(|purpose| *purpose != named[0])
    {
        for part in parts {
            hints[part.index()].purpose = None;
        }
    }
}

/// Returns, per node, the reason why its subtree is excluded, if it is.
///
/// `hints` are the hints from names, `gains` those of the blocks themselves, and `positive` the sum
/// of the positive ones per node. Names that would remove most of the running text have another
/// meaning on this page and are ignored.
pub(super) fn exclusions(
    page: &Page,
    metadata: &Metadata,
    blocks: &[Block],
    hints: &[Hints],
    gains: &[f32],
    positive: &[f32],
) -> Vec<Option<Reason>> {
    let mut trusted = hints.to_vec();
    let mut excluded = by_elements(page, metadata, &trusted, positive);
    while let Some(reason) = overreaching(page, blocks, gains, &excluded) {
        let has_reason = |hint: &&mut Hints| hint.purpose.map(Reason::from) == Some(reason);
        for hint in trusted.iter_mut().filter(has_reason) {
            hint.purpose = None;
        }
        let fewer = by_elements(page, metadata, &trusted, positive);
        if fewer == excluded {
            break;
        }
        excluded = fewer;
    }
    excluded
}

/// Returns, per node, the reason of the outermost excluded element that contains it, or of itself.
fn by_elements(
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
        let by_tag = reason_of_tag(page.tag(id), in_article[i], holds_title)
            .filter(|&(_, most)| share < most)
            .map(|(reason, _)| reason);
        let overlay = page.is_overlay(id) && share < MAX_OVERLAY;
        let by_name = hints[i].purpose.map(Reason::from).filter(|&reason| {
            !(reason == Reason::OtherColumn && is_placed(page, id))
                && is_small(reason, positive[i], total)
                && !holds_title
                && (!hints[i].article || reason == Reason::Comments)
        });
        excluded[i] = by_tag.or(overlay.then_some(Reason::Overlay)).or(by_name);
    }
    excluded
}

/// Returns whether an element has the name `right` or `left` because of its alignment and not as a
/// column: a figure with an image, or a cell with aligned text.
fn is_placed(page: &Page, id: NodeId) -> bool {
    match page.tag(id) {
        Tag::Figure => page.descendants(id).any(|n| page.tag(n) == Tag::Img),
        Tag::Td | Tag::Th | Tag::P | Tag::Span => {
            let class = page.attr(id, Attr::Class);
            class.is_some_and(|class| class.to_ascii_lowercase().contains("align"))
        }
        _ => false,
    }
}

/// Maximum share of the page's running text in a fixed element that counts as an overlay.
const MAX_OVERLAY: f32 = 0.8;

/// Shares of the page's running text, 0 to 1, from which a tag no longer excludes an element. If
/// lower, more boilerplate counts as content; if higher, a page inside one such element is removed
/// as a whole.
const MAX_NAV: f32 = 0.5;
const MAX_FOOTER: f32 = 0.3;
const MAX_ASIDE: f32 = 0.4;
const MAX_HEADER: f32 = 0.05;
const MAX_FORM: f32 = 0.2;
const MAX_CONTROL: f32 = 0.1;

/// Returns the reason implied by a tag, and the share of the page's running text from which it no
/// longer counts.
fn reason_of_tag(tag: Tag, in_article: bool, holds_title: bool) -> Option<(Reason, f32)> {
    Some(match tag {
        Tag::Nav | Tag::Menu => (Reason::Navigation, MAX_NAV),
        Tag::Footer => (Reason::Frame, MAX_FOOTER),
        Tag::Aside => (Reason::OtherColumn, MAX_ASIDE),
        Tag::Header if !in_article && !holds_title => (Reason::Frame, MAX_HEADER),
        Tag::Form | Tag::Search => (Reason::Form, MAX_FORM),
        Tag::Button | Tag::Select | Tag::Textarea | Tag::Input | Tag::Label | Tag::Fieldset => {
            (Reason::Form, MAX_CONTROL)
        }
        Tag::Dialog => (Reason::Overlay, f32::INFINITY),
        _ => return None,
    })
}

/// Minimum running text outside comments, in characters. With less, an article in an element with
/// the name of comments is lost; with more, comments below a short article are kept.
const MIN_BESIDE_COMMENTS: f32 = 400.0;

/// Shares of the page's running text, 0 to 1, from which names no longer exclude an element. If
/// lower, names are ignored on short pages; if higher, one misleading name removes an article.
const MAX_FRAME: f32 = 0.35;
const MAX_NAMED: f32 = 0.25;
const MAX_LINE: f32 = 0.1;

/// Running text from which names of lines and other small parts no longer count, in characters.
/// With more, an article with a single paragraph is mistaken for its byline.
const MAX_BYLINE_CHARS: f32 = 400.0;
const MAX_SHARING_CHARS: f32 = 150.0;
const MAX_NAMED_CHARS: f32 = 300.0;

/// Returns whether an element is small enough for its names to count; `own` is its running text,
/// and `total` that of the page.
fn is_small(reason: Reason, own: f32, total: f32) -> bool {
    let share = own / total;
    match reason {
        Reason::Comments => total - own >= MIN_BESIDE_COMMENTS,
        Reason::Related | Reason::Overlay | Reason::Frame => share < MAX_FRAME,
        Reason::OtherColumn => share < MAX_NAMED,
        Reason::Byline => own < MAX_BYLINE_CHARS && share < MAX_LINE,
        Reason::Sharing => own < MAX_SHARING_CHARS && share < MAX_LINE,
        _ => own < MAX_NAMED_CHARS && share < MAX_NAMED,
    }
}

/// Denominator of the minimum share of running text that must remain. If larger, names may remove
/// almost the whole page; if smaller, names are ignored on pages with much boilerplate.
const MIN_LEFT_DENOMINATOR: f32 = 3.0;

/// Returns the reason that removes the most running text, if less than one in [`MIN_LEFT_DENOMINATOR`] of all
/// text remains. Comments don't count, because they may be longer than the article.
fn overreaching(
    page: &Page,
    blocks: &[Block],
    gains: &[f32],
    excluded: &[Option<Reason>],
) -> Option<Reason> {
    let mut left = 0.0;
    let mut out = [0.0; Reason::ALL.len()];
    for (block, gain) in blocks.iter().zip(gains) {
        match excluded[block.container.index()] {
            None => left += gain.max(0.0),
            Some(Reason::Comments) => {}
            Some(reason) => out[reason as usize] += gain.max(0.0),
        }
    }
    let total = left + out.iter().sum::<f32>();
    if page.len() < 2 || left >= total / MIN_LEFT_DENOMINATOR {
        return None;
    }
    let most = |a: &Reason, b: &Reason| out[*a as usize].total_cmp(&out[*b as usize]);
    Reason::ALL.into_iter().max_by(most)
}
