//! Teasers for other pages of the site: a heading with a link, and a few sentences.

use std::ops::Range;

use super::blocks::{Block, NEARLY_ALL_LINKS};
use crate::metadata::leads_on;
use crate::page::{NodeId, Page};

/// Maximum length of a teaser, not counting the heading, in characters.
const MAX_TEASER_CHARS: f32 = 600.0;

/// Returns the teasers of a page as ranges of blocks, in document order, without overlap.
///
/// A teaser is the largest element that contains exactly one heading with a link to another page of
/// the site. If these headings are siblings, it's a heading and the content after it in the same
/// container.
pub(super) fn teasers(page: &Page, blocks: &[Block]) -> Vec<Range<usize>> {
    let heads: Vec<usize> = (0..blocks.len())
        .filter(|&i| leads_elsewhere(page, &blocks[i]))
        .collect();
    let first = |node: NodeId| blocks.partition_point(|b| b.leaves[0] < node);
    let mut teasers: Vec<Range<usize>> = Vec::new();
    for (k, &head) in heads.iter().enumerate() {
        let before = k.checked_sub(1).map(|k| blocks[heads[k]].leaves[0]);
        let after = heads.get(k + 1).map(|&j| blocks[j].leaves[0]);
        let alone = |node: NodeId| {
            before.is_none_or(|b| b < node) && after.is_none_or(|a| a >= page.end(node))
        };
        let container = blocks[head].container;
        let around = page
            .inclusive_ancestors(container)
            .take_while(|&node| node > page.body() && alone(node))
            .last();
        let Some(around) = around else { continue };
        let mut range = first(around)..first(page.end(around));
        if range.len() == 1
            && let Some(parent) = page.parent(around)
        {
            let end = after.unwrap_or(page.end(parent)).min(page.end(parent));
            range.end = first(end);
        }
        range.start = range
            .start
            .max(teasers.last().map_or(0, |last: &Range<usize>| last.end));
        let rest: f32 = range
            .clone()
            .filter(|&i| i != head)
            .map(|i| blocks[i].length)
            .sum();
        if rest <= MAX_TEASER_CHARS {
            teasers.push(range);
        }
    }
    teasers
}

/// Returns whether a block is a heading with a link to another page of the site.
fn leads_elsewhere(page: &Page, block: &Block) -> bool {
    let heading = || {
        page.inclusive_ancestors(block.container)
            .take(2)
            .any(|id| page.tag(id).heading_level().is_some())
    };
    block.link_density() > NEARLY_ALL_LINKS
        && heading()
        && block
            .targets(page)
            .next()
            .is_some_and(|link| leads_on(page.url(), link))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::super::blocks::blocks;
    use super::*;
    use crate::page::Limits;
    use crate::source::html;

    fn teasers_of(html: &str) -> Vec<Range<usize>> {
        let page = html::read(html, "https://example.org/own", Limits::default()).unwrap();
        teasers(&page, &blocks(&page))
    }

    #[test]
    fn teasers_are_linked_headings_with_the_blocks_around_them() {
        let item = "<li><img src=a.png><h3><a href=/a>One</a></h3><p>Two sentences.";
        assert_eq!(
            teasers_of(&format!("<p>Text.<ul>{item}{item}</ul>")),
            [1..4, 4..7]
        );
        assert_eq!(
            teasers_of(
                "<div><h3><a href=/a>One</a></h3><p>a<p>b<h3><a href=/b>Two</a></h3><p>c</div><p>d"
            ),
            [0..3, 3..5]
        );
    }

    #[test]
    fn own_external_and_long_sections_are_not_teasers() {
        let long = "A sentence of a longer piece. ".repeat(30);
        for page in [
            "<div><h2><a href=#a>One</a></h2><p>a</div>".to_owned(),
            "<div><h1><a href=/own>One</a></h1><p>a</div>".to_owned(),
            "<div><h2><a href=https://shop.test/a>One</a></h2><p>a</div>".to_owned(),
            format!("<div><h2><a href=/a>One</a></h2><p>{long}</div>"),
        ] {
            assert_eq!(teasers_of(&page), [], "{page}");
        }
    }
}
