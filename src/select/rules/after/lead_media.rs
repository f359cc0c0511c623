//! Keeps the video directly above the title. Also keeps the image there if it has a caption, is
//! declared as the page's image, or is large and in the same `article` as the title.

mod image;

use std::ops::Range;

use crate::metadata::Metadata;
use crate::page::{NodeId, Page, Tag};
use crate::select::blocks::Block;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::rules::is_kept_text;
use crate::select::signals::Signals;
use image::{is_large_beside, is_named};

pub(in crate::select) const ID: RuleId = RuleId::new("lead-media");

/// Maximum characters and links of a block between image and title, such as a caption, the name of
/// a section, or a byline. With more, an image of the page's header is kept.
const MAX_BETWEEN_CHARS: f32 = 200.0;
const MAX_BETWEEN_LINKS: u32 = 2;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let Some(title) = metadata.title_node else {
        return;
    };
    if !(0..signals.len()).any(|i| is_kept_text(signals, decisions, i)) {
        return;
    }
    let head = signals.blocks.partition_point(|b| b.leaves[0] < title);
    for i in (0..head).rev() {
        let block = &signals.blocks[i];
        if block.media > 0 && block.tokens == 0 {
            for j in lead(page, metadata, title, signals, i)
                .into_iter()
                .flatten()
            {
                if !decisions.keeps(j) {
                    decisions.set(j, None, ID);
                }
            }
            return;
        }
        if block.length > MAX_BETWEEN_CHARS || block.links > MAX_BETWEEN_LINKS {
            return;
        }
    }
}

/// Returns the blocks of an image with its caption, of an image that belongs to the article, or of
/// a video, outside boilerplate.
fn lead(
    page: &Page,
    metadata: &Metadata,
    title: NodeId,
    signals: &Signals,
    i: usize,
) -> Option<Range<usize>> {
    let block = &signals.blocks[i];
    let figure = page
        .ancestors(block.leaves[0])
        .find(|&a| page.tag(a) == Tag::Figure)
        .map(|figure| signals.blocks_in(page, figure))
        .filter(|range| range.clone().any(|j| signals.blocks[j].tokens > 0));
    let mut leaves = block.leaves.iter();
    let own = leaves.any(|&leaf| {
        page.tag(leaf) == Tag::Video
            || is_named(page, metadata, leaf)
            || is_large_beside(page, leaf, title)
    });
    if is_framed(page, block) || (figure.is_none() && !own) {
        return None;
    }
    Some(figure.unwrap_or(i..i + 1))
}

fn is_framed(page: &Page, block: &Block) -> bool {
    page.inclusive_ancestors(block.container).any(|a| {
        matches!(
            page.tag(a),
            Tag::Nav | Tag::Aside | Tag::Footer | Tag::Form | Tag::A
        ) || page.is_overlay(a)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::reason::Reason;
    use crate::select::rules::fixtures::{LONG, ruled};

    #[test]
    fn a_lead_image_or_video_above_the_title_is_restored() {
        let kept = |before: &str| {
            let of = ruled(&format!(
                "{before}<h1>The ferry sails again</h1>{LONG}{LONG}"
            ));
            let mut decisions = of.decisions.clone();
            decisions.set(0, Some(Reason::BelowThreshold), RuleId::new("test"));
            of.run(decide, &mut decisions);
            decisions.keeps(0)
        };
        assert!(kept(
            "<figure><img src=a.jpg><figcaption>The harbour</figcaption></figure>"
        ));
        assert!(kept("<video src=a.mp4></video>"));
        assert!(!kept("<img src=logo.png>"));
        let named = "<meta property=og:image content=https://example.org/harbour.jpg?w=1200>";
        assert!(kept(&format!("{named}<img src=/small/harbour.jpg>")));
        assert!(!kept(&format!("{named}<img src=/small/lighthouse.jpg>")));
        assert!(!kept(
            "<nav><figure><img src=a.jpg><figcaption>Us</figcaption></figure></nav>"
        ));
    }

    #[test]
    fn a_video_far_above_the_title_is_not_restored() {
        let kept = |between: &str| {
            let video = "<video src=a.mp4></video>";
            let of = ruled(&format!(
                "{video}{between}<h1>The ferry sails again</h1>{LONG}{LONG}"
            ));
            let mut decisions = of.decisions.clone();
            decisions.set(0, Some(Reason::BelowThreshold), RuleId::new("test"));
            of.run(decide, &mut decisions);
            decisions.keeps(0)
        };
        assert!(kept("<p>Harbour news</p>"));
        assert!(!kept(&format!("{LONG} {}", LONG.replace("<p>", ""))));
        let link = "<a href=/a>Boats</a> ";
        assert!(kept(&format!("<p>{}</p>", link.repeat(2))));
        assert!(!kept(&format!("<p>{}</p>", link.repeat(3))));
    }
}
