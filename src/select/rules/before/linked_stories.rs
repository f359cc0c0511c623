//! Removes labeled links to other stories, and separate links with an image beside running text. An
//! image of the article has a caption, and a link of the text is within a sentence.

use crate::page::{Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{LINKED, RUNNING_BLOCK, decide_certain};
use crate::select::signals::Signals;
use crate::url::leads_on;

pub(in crate::select) const ID: RuleId = RuleId::new("linked-stories");

/// Maximum length of a link to a story, and minimum length of one with an image, in characters.
/// With looser limits, linked paragraphs and links around images are removed.
const MAX_STORY_CHARS: f32 = 200.0;
const MIN_HEADLINE_CHARS: f32 = 25.0;

/// Minimum share of links in a block that contains little else, 0 to 1. With less, a caption with a
/// link is removed.
const MIN_LINK_SHARE: f32 = 0.95;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    for i in 0..signals.len() {
        let block = &signals.blocks[i];
        if block.link_density() <= LINKED || block.length > MAX_STORY_CHARS {
            continue;
        }
        let says_so = signals.announced[i] == Some(Reason::Related);
        let alone = || {
            block.media > 0
                && block.links == 1
                && block.link_density() > MIN_LINK_SHARE
                && block.length >= MIN_HEADLINE_CHARS
                && matches!(
                    page.tag(block.container),
                    Tag::Div | Tag::Section | Tag::Article | Tag::Aside
                )
                && block
                    .targets(page)
                    .next()
                    .is_some_and(|link| leads_on(page.url(), link))
                && is_among_text(page, signals, i)
        };
        if says_so || alone() {
            decide_certain(decisions, i..i + 1, Reason::Related, ID);
        }
    }
}

/// Returns whether a block is between siblings with running text.
fn is_among_text(page: &Page, signals: &Signals, i: usize) -> bool {
    let parent = page.parent(signals.blocks[i].container);
    let runs = |j: Option<usize>| {
        j.and_then(|j| signals.blocks.get(j).map(|b| (j, b)))
            .is_some_and(|(j, b)| {
                signals.gains[j] >= RUNNING_BLOCK && page.parent(b.container) == parent
            })
    };
    runs(i.checked_sub(1)) && runs(Some(i + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, certain};

    #[test]
    fn a_single_link_with_an_image_is_another_story() {
        let story = "<img src=/m.jpg><a href=/mill>The mill turns again, and who paid for it</a>";
        assert_eq!(
            certain(&format!("{LONG}<div>{story}</div>{LONG}")),
            [("The mill".to_owned(), Reason::Related)]
        );
        assert_eq!(
            certain(&format!(
                "{LONG}<figure>{story}</figure>{LONG}<div>{story}</div>"
            )),
            []
        );
    }

    #[test]
    fn a_link_to_the_same_page_is_not_a_story() {
        let story = "<img src=/m.jpg><a href=#mill>The mill turns again, and who paid for it</a>";
        assert_eq!(certain(&format!("{LONG}<div>{story}</div>{LONG}")), []);
    }
}
