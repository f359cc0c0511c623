//! Removes lists, tables, and containers that consist almost only of links. Those between
//! paragraphs are part of the text if their links read like words of it.

use std::ops::Range;

use crate::page::Tag;
use crate::select::blocks::NEARLY_ALL_LINKS;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::RUNNING_BLOCK;
use crate::select::signals::Signals;

pub(in crate::select) const ID: RuleId = RuleId::new("link-lists");

/// Minimum share of links, 0 to 1, for removing a list below the last text, and for removing a long
/// list within the text. For a single line, and for other lists within the text, it's
/// [`NEARLY_ALL_LINKS`]. If lower, lists of sources are removed; if higher, menus with a word
/// beside their links are kept.
const MIN_SHARE_BELOW: f32 = 0.5;
const MIN_SHARE_LONG: f32 = 0.9;

/// Minimum blocks and minimum links of a list, and minimum links of a long list within the text.
/// With fewer, a linked line of the text is removed.
const MIN_BLOCKS: u32 = 2;
const MIN_LINKS: u32 = 3;
const MIN_LINKS_LONG: u32 = 8;

/// Minimum mean length of links that read like headlines, in characters. With less, lists of names
/// in the text are removed.
const MIN_HEADLINE_CHARS: u32 = 25;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let last_text = (0..signals.len())
        .rev()
        .find(|&i| decisions.keeps(i) && signals.gains[i] > RUNNING_BLOCK);
    let mut done = page.body();
    for id in page.descendants(signals.root) {
        if id < done || !may_contain_links(page.tag(id)) {
            continue;
        }
        let range = signals.blocks_in(page, id);
        let tail = last_text.is_none_or(|last| range.start > last);
        if signals.positive[id.index()] <= RUNNING_BLOCK && is_links(signals, range.clone(), tail) {
            for i in range {
                decisions.remove_kept(i, Reason::Links, ID);
            }
            done = page.end(id);
        }
    }
}

fn may_contain_links(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Ul | Tag::Ol | Tag::Dl | Tag::Table | Tag::Div | Tag::Section | Tag::P | Tag::Center
    )
}

/// Returns whether a run of blocks consists almost only of links. `tail` is true if it's below the
/// last text.
fn is_links(signals: &Signals, range: Range<usize>, tail: bool) -> bool {
    let (mut chars, mut link_chars, mut links, mut media, mut count) = (0, 0, 0, 0, 0);
    for block in &signals.blocks[range] {
        chars += block.chars;
        link_chars += block.link_chars;
        links += block.links;
        media += block.media;
        count += 1;
    }
    if chars == 0 {
        return false;
    }
    let density = link_chars as f32 / chars as f32;
    let list = count >= MIN_BLOCKS || links >= MIN_LINKS;
    let headlines = links > 0 && link_chars / links >= MIN_HEADLINE_CHARS;
    if tail {
        density > MIN_SHARE_BELOW && (list || density > NEARLY_ALL_LINKS)
    } else {
        density > NEARLY_ALL_LINKS && list && (headlines || media > 0)
            || (density > MIN_SHARE_LONG && links >= MIN_LINKS_LONG)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, ruled};

    #[test]
    fn link_lists_are_removed_below_the_text_but_not_within() {
        let list = "<ul><li><a href=/a>Boats</a><li><a href=/b>Fares</a></ul>";
        let text = LONG.repeat(3);
        let of = ruled(&format!("<main>{text}{list}{text}{list}</main>"));
        let outcomes: Vec<_> = [3, 4, 8, 9].map(|i| of.decisions.get(i)).to_vec();
        let links = Some(Reason::Links);
        assert_eq!(outcomes, [None, None, links, links]);
        assert_eq!(of.decisions.by(8), Some(ID));
    }

    #[test]
    fn link_lists_within_the_text_are_removed_if_long_or_headlines() {
        let text = LONG.repeat(3);
        let is_removed = |link: &str, count: usize| {
            let list = format!("<li><a href=/a>{link}</a>").repeat(count);
            let of = ruled(&format!("<main>{text}<ul>{list}</ul>{text}</main>"));
            of.decisions.get(3) == Some(Reason::Links)
        };
        assert!(is_removed("The mill turns again on Thursdays", 3));
        assert!(!is_removed("The mill turns again", 3));
        assert!(is_removed("Boats", 8));
        assert!(!is_removed("Boats", 7));
    }

    #[test]
    fn menus_below_the_text_can_have_words_beside_links() {
        let text = LONG.repeat(3);
        let list = "<li><a href=/a>Boats and ferries</a> (seven)".repeat(3);
        let of = ruled(&format!("<main>{text}<ul>{list}</ul></main>"));
        assert_eq!(of.decisions.get(3), Some(Reason::Links));
    }

    #[test]
    fn a_link_list_with_a_sentence_of_text_is_kept() {
        let text = LONG.repeat(3);
        let links = "<li><a href=/a>What the keeper of the lighthouse wrote down</a>".repeat(12);
        let stays = |more: &str| {
            let of = ruled(&format!("<main>{text}<ul>{links}{more}</ul>{text}</main>"));
            of.decisions.by(3) != Some(ID)
        };
        assert!(!stays(""));
        assert!(stays(
            "<li>The book itself lies in the museum now, below the lamp."
        ));
    }
}
