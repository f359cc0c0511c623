//! Removes links for sharing the page. They are recognized by their targets, which are share pages
//! of other sites, regardless of their labels.

use crate::page::{NodeId, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::url::shares_page;

pub(in crate::select) const ID: RuleId = RuleId::new("shares");

/// Maximum length of a line of these links, in characters; set by hand.
const MAX_LINE_CHARS: f32 = 160.0;

/// Minimum share of links in this line, 0 to 1. With less, a sentence that offers to share is
/// removed.
const MIN_LINK_SHARE: f32 = 0.6;

/// Maximum blocks of a list of these links.
const MAX_LIST_BLOCKS: usize = 24;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    // True if every link of a block shares the page or may do so by a script, and at least one
    // does; false if they only may do so; `None` otherwise.
    let kind = |i: usize| -> Option<bool> {
        let block = &signals.blocks[i];
        if block.length > MAX_LINE_CHARS || block.chars > 0 && block.link_density() < MIN_LINK_SHARE
        {
            return None;
        }
        let (mut any, mut all) = (false, true);
        for target in block.targets(page) {
            let shares = shares_page(target);
            any |= shares;
            all &= shares || target.starts_with('#') || target.starts_with("javascript:");
        }
        all.then_some(any)
    };
    let kinds: Vec<Option<bool>> = (0..signals.len())
        .map(|i| decisions.keeps(i).then(|| kind(i)).flatten())
        .collect();
    for i in 0..signals.len() {
        if kinds[i] != Some(true) {
            continue;
        }
        decisions.remove_kept(i, Reason::Sharing, ID);
        let container = signals.blocks[i].container;
        let is_list = |&n: &NodeId| matches!(page.tag(n), Tag::Ul | Tag::Ol);
        let list = page.inclusive_ancestors(container).take(3).find(is_list);
        let range = list.map(|list| signals.blocks_in(page, list));
        for j in range
            .filter(|range| range.len() <= MAX_LIST_BLOCKS)
            .into_iter()
            .flatten()
        {
            if kinds[j].is_some() {
                decisions.remove_kept(j, Reason::Sharing, ID);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    #[test]
    fn share_links_are_removed_regardless_of_their_text() {
        let left = |among: &str| kept_texts(decide, &format!("{LONG}{among}{LONG}"), &[]).len() - 3;
        let list = "<ul><li><a href=https://x.com/intent/post?url=u>Zwitschern</a>\
            <li><a href=https://vk.com/share.php?url=u>VK</a><li><a href=#>Link</a></ul>";
        assert_eq!(left(list), 0);
        assert_eq!(left("<p><a href='https://wa.me/?text=u'>WhatsApp</a>"), 0);
        assert_eq!(
            left("<p><a href=https://x.com/harbour>The harbour on X</a>"),
            1
        );
        let story =
            "<p>Whoever likes may tell others of it <a href=https://x.com/intent/post?u>here</a>.";
        assert_eq!(left(story), 1);
    }
}
