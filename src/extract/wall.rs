//! Detection of pages that show only the beginning of their text.
//!
//! Sites indicate this with an offer, in their structured data, or with an ellipsis at the end, and
//! each of these also occurs on complete pages: there are offers below whole articles, and data for
//! content that is free for some visitors. So two of them have to agree. A text that ends without a
//! full stop isn't evidence, because a signature or a URL does too.

use super::Extraction;
use crate::compact::lower_case;
use crate::page::{Attr, NodeId, Page};
use crate::select::{Confidence, SelectedBlock};
use crate::vocabulary::List;

/// Maximum characters between the end of the text and an offer for the rest: further down, teasers
/// of other articles would be taken for an offer.
const NEAR: u32 = 400;

/// Maximum characters of a kept block that may itself be an offer: longer ones are paragraphs about
/// reading.
const MAX_OFFER_CHARS: u32 = 300;

/// Number of kept blocks at the end that may be offers.
const LAST: usize = 3;

/// Minimum characters of a paragraph; shorter blocks need no full stop.
const PARAGRAPH: u32 = 60;

/// Minimum characters of a part declared as not free for it to count as shown.
const SHOWN: usize = 40;

/// Returns whether the page shows only the beginning of its text, by all the evidence. Cost: linear
/// in the blocks.
pub(super) fn ends_early(page: &Page, extraction: &Extraction) -> bool {
    let Extraction {
        metadata,
        selection,
        ..
    } = extraction;
    let is_kept = |block: &&SelectedBlock| block.outcome.is_none() && !block.is_caption;
    let is_paragraph = |block: &&SelectedBlock| block.chars >= PARAGRAPH;
    if selection.confidence == Confidence::None {
        return false;
    }
    let kept: Vec<&SelectedBlock> = selection.blocks.iter().filter(is_kept).collect();
    let is_offer = |block: &SelectedBlock| offers(&text_of(page, block));
    // The offer may have been kept as text.
    let tail = kept.len().saturating_sub(LAST);
    let own = kept[tail..]
        .iter()
        .position(|block| block.chars <= MAX_OFFER_CHARS && is_offer(block))
        .map(|at| tail + at);
    let text = &kept[..own.unwrap_or(kept.len())];
    let Some(&last) = text.iter().rev().find(|block| is_paragraph(block)) else {
        return false;
    };
    // Only evaluated if there is other evidence, because most pages have none.
    let is_offered = || {
        let end = last.leaves.last().map_or(0, |leaf| leaf.index());
        let mut left = NEAR;
        let mut after = selection
            .blocks
            .iter()
            .filter(|block| block.leaves[0].index() > end && block.outcome.is_some())
            .take_while(|block| {
                let is_near = left > 0;
                left = left.saturating_sub(block.chars);
                is_near
            });
        own.is_some() || after.any(is_offer)
    };
    let is_elided = is_elided(&text_of(page, last));
    if metadata.about.paid {
        (is_elided || is_offered()) && !shows_paid(page, extraction)
    } else {
        is_elided && is_offered()
    }
}

/// Returns the text of a block.
fn text_of(page: &Page, block: &SelectedBlock) -> String {
    let texts = block.leaves.iter().map(|&leaf| page.text(leaf));
    texts.collect::<Vec<_>>().join(" ")
}

fn offers(text: &str) -> bool {
    List::Wall.any_in(&lower_case::of(text))
}

/// Returns a text without the characters that may follow its last full stop.
fn bare(text: &str) -> &str {
    text.trim_end_matches(|c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '"' | '\'' | '”' | '’' | '»' | '«' | '“' | '」' | '』' | ')' | ']' | '）'
            )
    })
}

fn is_elided(text: &str) -> bool {
    let text = bare(text);
    text.ends_with('…') || text.ends_with("...")
}

/// Returns whether a part declared as not free exists and is kept.
fn shows_paid(page: &Page, extraction: &Extraction) -> bool {
    let parts = &extraction.metadata.paid_parts;
    let is_named = |node: NodeId, selector: &str| match selector.split_at_checked(1) {
        Some((".", class)) => page
            .attr(node, Attr::Class)
            .is_some_and(|names| names.split_ascii_whitespace().any(|name| name == class)),
        Some(("#", id)) => page.attr(node, Attr::Id) == Some(id),
        _ => false,
    };
    !parts.is_empty()
        && page.nodes().any(|node| {
            parts.iter().any(|selector| is_named(node, selector))
                && extraction.selection.kept.intersects_subtree(page, node)
                && page.visible_text(node).chars().count() >= SHOWN
        })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::extract::one_click;
    use crate::page::Limits;
    use crate::source::html;

    const TEXT: &str = "<p>He watched the ferry go by from the gallery, waved once, and went back to \
        polishing the lens, which he did every day of the year, in summer and in winter.</p>";
    const CUT: &str = "<p>The second winter was harder than the first one, because the boat that brought \
        oil and letters came once only, and</p>";
    const OFFER: &str =
        "<div class=offer><h3>Subscribe to continue reading</h3><button>Subscribe</button></div>";

    fn is_wall(data: &str, body: &str) -> bool {
        let html = format!(
            "<title>The lens</title><script type=application/ld+json>{{\"@type\":\"NewsArticle\",\
             \"headline\":\"The lens\"{data}}}</script><article><h1>The lens</h1>{}{body}</article>",
            TEXT.repeat(4)
        );
        let page = html::read(&html, "https://example.org/lens", Limits::default()).unwrap();
        ends_early(&page, &one_click(&page))
    }

    const PAID: &str = ",\"isAccessibleForFree\":\"False\"";

    #[test]
    fn a_paid_page_with_a_subscription_offer_ends_early() {
        assert!(is_wall(PAID, OFFER));
        assert!(is_wall(",\"isAccessibleForFree\":false", OFFER));
        let parts = format!(
            "{PAID},\"hasPart\":{{\"isAccessibleForFree\":false,\"cssSelector\":\".paid\"}}"
        );
        assert!(is_wall(&parts, OFFER));
        assert!(is_wall(&parts, &format!("<div class=paid></div>{OFFER}")));
    }

    #[test]
    fn elided_text_with_an_offer_or_paywall_data_ends_early() {
        let elided = CUT.replace(", and</p>", " …</p>");
        assert!(is_wall("", &format!("{elided}{OFFER}")));
        assert!(is_wall(PAID, &elided));
    }

    #[test]
    fn a_single_sign_of_a_paywall_is_not_enough() {
        assert!(!is_wall("", OFFER), "an offer below a complete text");
        assert!(
            !is_wall("", &format!("{CUT}{OFFER}")),
            "a text without a final period"
        );
        assert!(!is_wall(PAID, ""), "only structured data");
        assert!(!is_wall(",\"isAccessibleForFree\":true", OFFER));
        let shown = format!("<div class=paid>{TEXT}{TEXT}</div>{OFFER}");
        let parts = format!(
            "{PAID},\"hasPart\":{{\"isAccessibleForFree\":false,\"cssSelector\":\".paid\"}}"
        );
        assert!(!is_wall(&parts, &shown), "the paid part is shown");
        assert!(!is_wall("", "<p>Subscribe to our letters.</p>"));
    }

    #[test]
    fn an_offer_far_below_the_text_is_ignored() {
        let far = "<ul class=related><li><a href=/a>A teaser of another article that says this and that</a></ul>"
            .repeat(12);
        let elided = CUT.replace(", and</p>", " …</p>");
        assert!(!is_wall("", &format!("{elided}{far}{OFFER}")));
    }
}
