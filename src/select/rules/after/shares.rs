//! Removes links that share the page, by their targets: share pages of other sites, regardless of
//! their labels.

use crate::page::{NodeId, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::url::shares_page;

pub(in crate::select) const ID: RuleId = RuleId::new("shares");

/// Maximum length of a line of such links, in characters; set by hand.
const LINE: f32 = 160.0;

/// Minimum share of links in such a line, 0 to 1: with less, a sentence that offers to share is
/// removed.
const LINKED: f32 = 0.6;

/// Maximum blocks of a list of such links.
const LIST: usize = 24;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    // True if each link of a block shares, or may do so by a script.
    let kind = |i: usize| -> Option<bool> {
        let block = &signals.blocks[i];
        if block.length > LINE || block.chars > 0 && block.link_density() < LINKED {
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
            .filter(|range| range.len() <= LIST)
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
