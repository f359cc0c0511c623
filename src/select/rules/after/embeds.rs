//! Removes the footer of an embedded code snippet: the link to it and its host.

use crate::page::{Attr, NodeId, Page, is_code_box};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::vocabulary::Remark;

pub(in crate::select) const ID: RuleId = RuleId::new("embeds");

/// Maximum length of this line, in characters; set by hand.
const MAX_LINE_CHARS: f32 = 120.0;

/// Maximum ancestors of a line that may be the box of the code block, and maximum ancestors that
/// are searched for the code block.
const MAX_LEVELS: usize = 3;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    for i in 0..signals.len() {
        let block = &signals.blocks[i];
        let is_line = decisions.keeps(i)
            && block.links > 0
            && block.length <= MAX_LINE_CHARS
            && block.heading_level(page).is_none()
            && !is_code(page, block.container);
        if !is_line || !signals.remarks(i).has(Remark::Embed) {
            continue;
        }
        let boxes = page.ancestors(block.container).take(MAX_LEVELS);
        let mut ranges = boxes.map(|around| signals.blocks_in(page, around));
        let holds_code = |j: usize| is_code(page, signals.blocks[j].container);
        let is_frame = ranges.any(|mut range| {
            let code = range.clone().filter(|&j| holds_code(j)).count();
            code > 0 && range.all(|j| holds_code(j) || signals.blocks[j].length <= MAX_LINE_CHARS)
        });
        if is_frame {
            decisions.remove_kept(i, Reason::Navigation, ID);
        }
    }
}

/// Returns whether a block in an element is a line of a code block.
fn is_code(page: &Page, container: NodeId) -> bool {
    let style = page.style(container);
    style.preformatted && style.monospace
        || page
            .inclusive_ancestors(container)
            .take(6)
            .any(|n| page.attr(n, Attr::Class).is_some_and(is_code_box))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    #[test]
    fn the_toolbar_of_an_embedded_code_block_is_removed() {
        let left = |among: &str| kept_texts(decide, &format!("{LONG}{among}{LONG}"), &[]).len() - 3;
        let bar = "<p><a href=/p>Run this code</a></p>";
        assert_eq!(left(&format!("<div><pre>tide --today</pre>{bar}</div>")), 1);
        assert_eq!(left(bar), 1);
        let text = "<p><a href=/p>The tide</a> is hosted by the moon.</p>";
        assert_eq!(left(&format!("<pre>tide</pre>{LONG}{text}")), 3);
    }
}
