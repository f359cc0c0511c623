//! Removes lines and icons between paragraphs that link to the top of the page, because a reader
//! view has its own navigation.

use crate::page::{NodeId, Page, Tag};
use crate::select::blocks::Block;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::ANCESTORS;

pub(in crate::select) const ID: RuleId = RuleId::new("to-top");

/// Maximum length of this line, in characters; set by hand. With more, a sentence that is a link is
/// removed.
const MAX_LINE_CHARS: u32 = 32;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let in_link = |&leaf: &NodeId| {
        let mut around = page.ancestors(leaf).take(ANCESTORS);
        around.any(|n| page.tag(n) == Tag::A)
    };
    for (i, block) in signals.blocks.iter().enumerate() {
        let is_link = block.link_chars == block.chars;
        let is_link = is_link && (block.chars > 0 || block.leaves.iter().all(in_link));
        if is_link && block.chars <= MAX_LINE_CHARS && is_to_top(page, block, &signals.texts[i]) {
            decisions.remove_kept(i, Reason::Navigation, ID);
        }
    }
}

/// Returns whether all links of a block lead to the top of the page: according to the words of an
/// id, or by an empty fragment, which means the top by default (HTML Standard, Sect. 7.4.2.3.3) and
/// which scripts use for everything else.
fn is_to_top(page: &Page, block: &Block, text: &str) -> bool {
    // A link without a target may enlarge an image.
    let is_sign = block.chars > 0 && !text.contains(char::is_alphanumeric);
    let names_top = |text: &str| {
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        words.any(|word| word.eq_ignore_ascii_case("top"))
    };
    let mut targets = block.targets(page).peekable();
    targets.peek().is_some()
        && targets.all(|target| match target.strip_prefix('#') {
            Some("") => is_sign || names_top(text),
            Some(id) => names_top(id),
            None => false,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    #[test]
    fn images_that_link_to_the_top_are_removed() {
        let left =
            |line: &str| kept_texts(decide, &format!("{LONG}<p>{line}</p>{LONG}"), &[]).len();
        assert_eq!(left("<a href=#top><img src=up.png></a>"), 3);
        assert_eq!(left("<a href=#map><img src=map.png></a>"), 4);
        assert_eq!(left("<a href=#><img src=map.png></a>"), 4);
        assert_eq!(
            left("<img src=map.png><a href=#top><img src=up.png></a>"),
            4
        );
    }

    #[test]
    fn only_links_to_the_top_are_removed() {
        let left =
            |line: &str| kept_texts(decide, &format!("{LONG}<p>{line}</p>{LONG}"), &[]).len();
        for line in [
            "<a href=#top>Nach oben</a>",
            "<a href=#page-top>↑ Up</a>",
            "<a href=#>↑</a>",
            "<a href=#>Back to top</a>",
        ] {
            assert_eq!(left(line), 3, "{line}");
        }
        for line in [
            "<a href=#>Chapter one</a>",
            "<a href=#stop>Stops</a>",
            "<a href=/a#top>Another page</a>",
            "See <a href=#top>the top</a>",
            "<a href=#top>Top marks for the ferry that sails at noon</a>",
        ] {
            assert_eq!(left(line), 4, "{line}");
        }
    }
}
