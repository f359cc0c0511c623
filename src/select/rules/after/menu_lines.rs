//! Removes lines of links, such as "Home | News | About", above the first text and below the last.

use crate::page::{NodeId, Page};
use crate::select::blocks::Block;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::is_kept_text;

pub(in crate::select) const ID: RuleId = RuleId::new("menu-lines");

/// Minimum links of a menu. With fewer, "Part 1 | Part 2" is removed.
const MIN_MENU_LINKS: u32 = 3;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let kept = |i: &usize| is_kept_text(signals, decisions, *i);
    let len = signals.len();
    let (Some(first), Some(last)) = ((0..len).find(kept), (0..len).rfind(kept)) else {
        return;
    };
    for i in (0..first).chain(last + 1..len) {
        if decisions.keeps(i) && is_menu_line(page, &signals.blocks[i]) {
            decisions.set(i, Some(Reason::Navigation), ID);
        }
    }
}

/// Returns whether a block consists only of several links with separators between them.
fn is_menu_line(page: &Page, block: &Block) -> bool {
    let linked = |leaf: NodeId| {
        page.inclusive_ancestors(leaf)
            .take_while(|&id| id != block.container)
            .any(|id| page.tag(id).is_link())
    };
    let marks = |leaf: &NodeId| {
        let mut rest = page.text(*leaf).chars().filter(|c| !c.is_whitespace());
        rest.all(|c| matches!(c, '|' | '·' | '•' | '/' | '[' | ']' | '‹' | '›' | '«' | '»'))
    };
    block.links >= MIN_MENU_LINKS
        && block.chars > block.link_chars
        && block.media == 0
        && block.leaves.iter().all(|leaf| linked(*leaf) || marks(leaf))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    #[test]
    fn lines_of_links_around_the_text_are_removed() {
        let menu = |marks: &str| {
            let link = |name: &str| format!("<a href=/{name}>{name}</a>");
            format!(
                "<p>{} {marks} {} {marks} {}",
                link("Home"),
                link("Boats"),
                link("Fares")
            )
        };
        let bar = menu("|");
        let page = format!("{bar}{LONG}{bar}{LONG}{bar}");
        assert_eq!(kept_texts(decide, &page, &[]).len(), 4);
        // Words between the links make it a sentence.
        let page = format!("{}{LONG}", menu("and"));
        assert_eq!(kept_texts(decide, &page, &[]).len(), 3);
    }

    #[test]
    fn two_links_are_not_a_menu() {
        let pager = "<p><a href=/1>Part 1</a> | <a href=/2>Part 2</a>";
        assert_eq!(kept_texts(decide, &format!("{LONG}{pager}"), &[]).len(), 3);
    }
}
