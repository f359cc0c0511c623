//! Keeps the standfirst, a sentence or two below the title about the subject of the article, even
//! if it's in a separate box.

use crate::page::{Attr, NodeId, Page, Tag};
use crate::select::blocks::Block;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::kept_text;
use crate::vocabulary::{clutter, words_of_name};

pub(in crate::select) const ID: RuleId = RuleId::new("standfirsts");

/// Minimum length of a standfirst, minimum length of one with such a name, and maximum length, in
/// characters; set by hand. With less, kickers and names are mistaken for one; with more, a
/// paragraph of another column is.
const MIN_STANDFIRST_CHARS: f32 = 45.0;
const MIN_NAMED_CHARS: f32 = 12.0;
const MAX_STANDFIRST_CHARS: f32 = 400.0;

/// Minimum tokens of a standfirst.
const MIN_TOKENS: u32 = 8;

/// Maximum distance in blocks between a standfirst and the title.
const MAX_TITLE_DISTANCE: usize = 4;

/// Maximum ancestors whose names are checked.
const MAX_LEVELS: usize = 3;

/// Class names of standfirsts.
const NAMES: [&str; 11] = [
    "standfirst",
    "lede",
    "chapo",
    "chapeau",
    "vorspann",
    "entradilla",
    "bajada",
    "sapo",
    "ingress",
    "announce",
    "anons",
];

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let (Some(title), Some((first, _))) = (metadata.title_node, kept_text(signals, decisions))
    else {
        return;
    };
    if metadata.about.list || metadata.about.product {
        return;
    }
    let below = signals.blocks_in(page, title).end;
    for i in below..first.min(below + MAX_TITLE_DISTANCE) {
        let block = &signals.blocks[i];
        let is_weak = decisions.get(i) == Some(Reason::BelowThreshold)
            && !decisions.is_certain(i)
            && signals.announced[i].is_none()
            && block.link_chars == 0
            && block.media == 0
            && block.length <= MAX_STANDFIRST_CHARS
            && clutter(&signals.texts[i]).is_none();
        if !is_weak {
            continue;
        }
        let is_named = block.length >= MIN_NAMED_CHARS && is_named(page, block.container);
        let is_sentence = || {
            page.tag(block.container) == Tag::P
                && block.length >= MIN_STANDFIRST_CHARS
                && block.tokens >= MIN_TOKENS
                && is_between(page, block, title, signals.blocks[first].container)
        };
        if is_named || is_sentence() {
            decisions.set(i, None, ID);
            return;
        }
    }
}

fn is_named(page: &Page, container: NodeId) -> bool {
    let names = [Attr::Class, Attr::Id, Attr::Itemprop];
    let around = page.inclusive_ancestors(container).take(MAX_LEVELS);
    around
        .flat_map(|n| names.into_iter().filter_map(move |attr| page.attr(n, attr)))
        .any(|value| {
            let mut names = value.split_ascii_whitespace();
            names.any(|name| words_of_name(name).any(|word| NAMES.contains(&&*word)))
        })
}

/// Returns whether a paragraph is the only content of a box between those of the title and of the
/// text. Descriptions of the page may also be beside only the title, in the article's header.
fn is_between(page: &Page, block: &Block, title: NodeId, text: NodeId) -> bool {
    let apart = |&n: &NodeId| !page.contains(n, title);
    let boxes = page.inclusive_ancestors(block.container);
    let Some(outermost) = boxes.take_while(apart).last() else {
        return false;
    };
    let Some(around) = page.parent(outermost) else {
        return false;
    };
    let child_with = |node: NodeId| {
        page.inclusive_ancestors(node)
            .find(|&n| page.parent(n) == Some(around))
    };
    let beside = [child_with(title), child_with(text)];
    page.raw_text(outermost).trim() == page.raw_text(block.container).trim()
        && outermost != block.container
        && beside
            .iter()
            .all(|child| child.is_some_and(|child| child != outermost))
        && beside[0] != beside[1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts_without};

    #[test]
    fn the_standfirst_is_restored() {
        let kept = |line: &str, text: &str| {
            let body = format!("<div>{line}</div><div>{LONG}{LONG}</div>");
            let start: String = text.chars().take(12).collect();
            kept_texts_without(decide, &body, &[text], Reason::BelowThreshold).contains(&start)
        };
        let sentence = "After a winter in the yard the old ferry is back in the harbour";
        assert!(kept(&format!("<p>{sentence}</p>"), sentence));
        assert!(kept(
            "<p class=article-standfirst>She is back at last</p>",
            "She is back at last"
        ));
        assert!(!kept("<p>She is back</p>", "She is back"));
        let both = format!("<p>{sentence}</p><p>Harbour</p>");
        assert!(!kept(&both, sentence));
    }
}
