//! Removes a line or two after the article that are outside the element with most of it and have
//! another signature: text of the site about itself.

use crate::page::{NodeId, Page, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{Sums, is_kept_text};
use crate::select::signals::Signals;

pub(in crate::select) const ID: RuleId = RuleId::new("tail");

/// Maximum length of these lines, as a share of the kept text and in characters. With more, a last
/// paragraph outside the article's element is removed.
const MAX_TAIL_SHARE: f32 = 0.1;
const MAX_TAIL_CHARS: f32 = 150.0;

/// Minimum share of the kept text in the element with most of the article. With less, a chapter is
/// mistaken for it, and the blocks after it are removed.
const MIN_REST_SHARE: f32 = 0.9;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let kept: Vec<usize> = (0..signals.len())
        .filter(|&i| decisions.keeps(i) && signals.blocks[i].chars > 0)
        .collect();
    let length =
        |blocks: &[usize]| -> f32 { blocks.iter().map(|&i| signals.blocks[i].length).sum() };
    let all = length(&kept);
    let mut from = kept.len();
    while from > 0 && length(&kept[from - 1..]) <= (MAX_TAIL_SHARE * all).min(MAX_TAIL_CHARS) {
        from -= 1;
    }
    let (body, rest) = kept.split_at(from);
    let Some(around) = around(page, signals, body, MIN_REST_SHARE * all) else {
        return;
    };
    let patterns: Vec<u32> = body
        .iter()
        .filter(|&&i| is_kept_text(signals, decisions, i))
        .map(|&i| signals.patterns[i])
        .collect();
    let mut stays_below = false;
    for &i in rest.iter().rev() {
        let block = &signals.blocks[i];
        // A heading is removed with its section.
        let heads = stays_below && block.heading_level(page).is_some();
        stays_below = heads
            || page.contains(around, block.leaves[0])
            || block.is_formula(page)
            || patterns.contains(&signals.patterns[i]);
        if !stays_below {
            decisions.set(i, Some(Reason::Frame), ID);
        }
    }
}

/// Returns the nearest ancestor of the longest block in `body` that contains at least the given
/// share of `body`, and isn't only one section of the text: a list, or an element followed by a
/// heading.
fn around(page: &Page, signals: &Signals, body: &[usize], least: f32) -> Option<NodeId> {
    let length = |i: usize| signals.blocks[i].length;
    let longest = body
        .iter()
        .max_by(|&&a, &&b| length(a).total_cmp(&length(b)));
    let sums = Sums::new(signals, |i| {
        if body.binary_search(&i).is_ok() {
            length(i)
        } else {
            0.0
        }
    });
    page.inclusive_ancestors(signals.blocks[*longest?].container)
        .find(|&node| sums.of(&signals.blocks_in(page, node)) >= least && !is_section(page, node))
}

/// Returns whether an element is a list, or is directly followed by the heading of another section.
fn is_section(page: &Page, node: NodeId) -> bool {
    let is_heading = |next: NodeId| page.tag(next).heading_level().is_some();
    let mut siblings = page.parent(node).into_iter().flat_map(|n| page.children(n));
    let next = siblings.find(|&next| next > node && page.is_element(next));
    match page.tag(node) {
        Tag::Ul | Tag::Ol | Tag::Dl | Tag::Li | Tag::Blockquote => true,
        Tag::Article | Tag::Main => false,
        _ => next.is_some_and(is_heading),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    #[test]
    fn the_last_line_of_the_site_is_removed() {
        let text = LONG.repeat(4);
        let last = |page: &str| kept_texts(decide, page, &[]).pop();
        let site = format!("<main>{text}</main><div>Printed on Thursdays.</div>");
        assert_eq!(last(&site).as_deref(), Some("The ferry sa"));
        let own = format!("<main>{text}<p>So it goes.</main>");
        assert_eq!(last(&own).as_deref(), Some("So it goes."));
    }

    #[test]
    fn the_last_section_below_a_list_is_kept() {
        let items = format!("<ol>{}</ol>", format!("<li>{LONG}</li>").repeat(6));
        let names = "<h3>Masters</h3><ul><li>Ann Oar<li>Ben Weir</ul>";
        let kept = |page: &str| kept_texts(decide, page, &[]).len();
        assert_eq!(kept(&format!("<main>{items}{names}</main>")), 1 + 6 + 3);
        assert_eq!(kept(&format!("<main>{items}</main><p>Printed</p>")), 1 + 6);
    }

    #[test]
    fn blocks_like_the_text_and_long_ones_are_not_a_tail() {
        let last = |page: &str| kept_texts(decide, page, &[]).pop();
        let part = |text: &str| format!("<div><div class=part>{text}</div></div>");
        let body = part(&LONG.repeat(8));
        let alike = format!("<main>{body}</main>{}", part("<p>So it goes."));
        assert_eq!(last(&alike).as_deref(), Some("So it goes."));
        let text = LONG.repeat(20);
        let tail = |count: usize| {
            let end = "Printed on Thursdays. ".repeat(count);
            last(&format!("<main>{text}</main><div>{end}</div>"))
        };
        assert_eq!(tail(3).as_deref(), Some("The ferry sa"));
        assert_eq!(tail(8).as_deref(), Some("Printed on T"));
    }

    #[test]
    fn a_formula_is_not_a_tail() {
        let text = LONG.repeat(4);
        let math = "<math><mi>s</mi><mo>=</mo><mi>t</mi></math>";
        let kept =
            |last: &str| kept_texts(decide, &format!("<main>{text}</main><p>{last}"), &[]).len();
        assert_eq!(kept(math), 6);
        assert_eq!(kept("Printed"), 5);
    }
}
