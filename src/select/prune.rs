//! What is left out inside the root. Strict in choosing the column, lenient in it: nothing goes
//! without a reason that can be shown.

use super::Reason;
use super::evidence::Evidence;
use crate::metadata::Metadata;
use crate::page::{NodeId, Page, Tag};
use crate::text;

/// How many times as many tokens as the title a block of it has at most, …
const TITLES: u32 = 2;

/// … with so many more for a kicker, the site's name or a mark beside it: what is longer holds
/// more than the title.
const BESIDE_TITLE: u32 = 12;

/// Tokens of a block that is a title at most, whatever the page calls its title.
const LONGEST_TITLE: u32 = 70;

/// Decides for the blocks that are still kept.
pub(crate) fn prune(page: &Page, metadata: &Metadata, evidence: &mut Evidence) {
    excluded_subtrees(evidence);
    title_and_byline(page, metadata, evidence);
    announced(page, evidence);
    link_lists(page, evidence);
    head_and_tail(page, evidence);
    headings_without_text(page, evidence);
}

fn excluded_subtrees(evidence: &mut Evidence) {
    for i in 0..evidence.blocks.len() {
        if evidence.decisions[i].is_none() {
            evidence.decisions[i] = evidence.excluded[evidence.blocks[i].container.index()];
        }
    }
}

fn title_and_byline(page: &Page, metadata: &Metadata, evidence: &mut Evidence) {
    let title = metadata
        .title
        .as_deref()
        .map(text::collapse)
        .unwrap_or_default();
    let most = (TITLES * text::token_count(&title) + BESIDE_TITLE).min(LONGEST_TITLE);
    for i in 0..evidence.blocks.len() {
        // What else a rule says of it is a guess beside that.
        if evidence.decisions[i] == Some(Reason::Overlay) {
            continue;
        }
        let block = &evidence.blocks[i];
        let container = block.container;
        let is_title = metadata
            .title_node
            .is_some_and(|t| page.contains(t, block.leaves[0]));
        let heading = page.tag(container).heading_level().is_some();
        let says_it = heading && !title.is_empty() && evidence.texts[i] == title;
        if (is_title || says_it) && block.tokens <= most {
            evidence.decisions[i] = Some(Reason::Title);
        } else if is_byline(page, metadata, evidence, i) {
            evidence.decisions[i] = Some(Reason::Byline);
        }
    }
}

/// Whether a block is part of the byline. An element with a paragraph's length holds more than
/// that, however it begins.
pub(crate) fn is_byline(page: &Page, metadata: &Metadata, evidence: &Evidence, i: usize) -> bool {
    let first = evidence.blocks[i].leaves[0];
    metadata.byline_nodes.iter().any(|&node| {
        let blocks = || &evidence.blocks[evidence.blocks_in(page, node)];
        page.contains(node, first) && blocks().iter().map(|b| b.length).sum::<f32>() < 200.0
    })
}

/// Lists, tables and containers that are nearly all links. Those that stand between paragraphs
/// are part of the text if their links read like words of it.
fn link_lists(page: &Page, evidence: &mut Evidence) {
    let last_text = (0..evidence.blocks.len())
        .rev()
        .find(|&i| evidence.decisions[i].is_none() && evidence.gains[i] > 40.0);
    let mut done = page.body();
    for id in page.descendants(evidence.root) {
        if id < done
            || !matches!(
                page.tag(id),
                Tag::Ul
                    | Tag::Ol
                    | Tag::Dl
                    | Tag::Table
                    | Tag::Div
                    | Tag::Section
                    | Tag::P
                    | Tag::Center
            )
        {
            continue;
        }
        let range = evidence.blocks_in(page, id);
        let (mut chars, mut link_chars, mut links, mut media, mut count) = (0, 0, 0, 0, 0);
        for block in &evidence.blocks[range.clone()] {
            chars += block.chars;
            link_chars += block.link_chars;
            links += block.links;
            media += block.media;
            count += 1;
        }
        if count == 0 || chars == 0 {
            continue;
        }
        let density = link_chars as f32 / chars as f32;
        let positive = evidence.positive[id.index()];
        let tail = last_text.is_none_or(|last| range.start > last);
        let list = count >= 2 || links >= 3;
        let long_links = links > 0 && link_chars / links >= 25;
        let out = if positive > 40.0 {
            false
        } else if tail {
            density > 0.5 && (list || density > 0.8)
        } else {
            density > 0.8 && list && (long_links || media > 0) || (density > 0.9 && links >= 8)
        };
        if out {
            for i in range {
                evidence.decisions[i].get_or_insert(Reason::Links);
            }
            done = page.end(id);
        }
    }
}

/// Headings and lead-ins that announce something foreign, with what they announce.
fn announced(page: &Page, evidence: &mut Evidence) {
    for i in 0..evidence.blocks.len() {
        let block = &evidence.blocks[i];
        if evidence.decisions[i].is_some() || block.length > 160.0 {
            continue;
        }
        let Some(reason) = evidence.announced[i] else {
            continue;
        };
        let container = block.container;
        let heading = page.tag(container).heading_level();
        // A paragraph that goes on after such a beginning is text unless it is a link.
        if heading.is_none() && block.length > 60.0 && block.link_density() < 0.3 {
            continue;
        }
        evidence.decisions[i] = Some(reason);
        // The smallest element around it that holds more than it goes with it, if it holds
        // little of the article; else what follows the heading up to running text.
        let total = evidence.positive[evidence.root.index()];
        let around = page
            .ancestors(block.leaves[0])
            .take_while(|&a| a > evidence.root)
            .take_while(|&a| evidence.positive[a.index()] <= 0.1 * total)
            .find(|&a| evidence.blocks_in(page, a).len() > 1);
        if let Some(around) = around {
            let range = evidence.blocks_in(page, around);
            if evidence.blocks[range.start].leaves[0] >= evidence.blocks[i].leaves[0] {
                for j in range {
                    evidence.decisions[j].get_or_insert(reason);
                }
                continue;
            }
        }
        for j in i + 1..evidence.blocks.len() {
            let next = &evidence.blocks[j];
            let stop = page.tag(next.container).heading_level().is_some()
                || (next.link_density() < 0.5 && next.chars > 0)
                || evidence.decisions[j].is_some();
            if stop {
                break;
            }
            evidence.decisions[j] = Some(reason);
        }
    }
}

/// Short scraps before the first and after the last running text: dates, credits, tags.
fn head_and_tail(page: &Page, evidence: &mut Evidence) {
    let runs = |e: &Evidence, i: usize| {
        e.decisions[i].is_none()
            && (e.gains[i] > 30.0 || page.style(e.blocks[i].container).preformatted)
    };
    let len = evidence.blocks.len();
    let Some(first) = (0..len).find(|&i| runs(evidence, i)) else {
        return;
    };
    let last = (0..len).rev().find(|&i| runs(evidence, i)).unwrap_or(first);
    for i in (0..first).chain(last + 1..len) {
        if evidence.decisions[i].is_some() {
            continue;
        }
        let block = &evidence.blocks[i];
        let tag = page.tag(block.container);
        let scrap = block.chars > 0
            && block.length < 80.0
            && !(block.ends_sentence && block.length >= 25.0)
            && !matches!(tag, Tag::Figcaption | Tag::Caption)
            && (i > last || tag.heading_level().is_none())
            && !in_list_or_table(page, block.container, evidence.root);
        if scrap {
            evidence.decisions[i] = Some(if i < first {
                Reason::Byline
            } else {
                Reason::BelowThreshold
            });
        }
    }
}

fn in_list_or_table(page: &Page, id: NodeId, root: NodeId) -> bool {
    page.inclusive_ancestors(id)
        .take_while(|&a| a > root)
        .any(|a| matches!(page.tag(a), Tag::Li | Tag::Td | Tag::Th | Tag::Dd | Tag::Dt))
}

/// Headings below which nothing was kept.
pub(crate) fn headings_without_text(page: &Page, evidence: &mut Evidence) {
    let mut below: Option<u8> = None;
    let mut kept_below = false;
    let mut reason = Reason::BelowThreshold;
    for i in (0..evidence.blocks.len()).rev() {
        let level = page.tag(evidence.blocks[i].container).heading_level();
        match (evidence.decisions[i], level) {
            (None, None) => kept_below = true,
            (None, Some(level)) => {
                if kept_below || below.is_some_and(|b| b > level) {
                    below = Some(level);
                } else {
                    evidence.decisions[i] = Some(reason);
                }
                kept_below = false;
            }
            (Some(r), _) => reason = r,
        }
    }
}

#[cfg(all(test, feature = "cli"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::front::html;

    /// What the rules say of the one heading of a page with this title.
    fn of_heading(title: &str, heading: &str) -> Option<Reason> {
        let text = format!("<body><h1>{heading}</h1><p>It left at noon.");
        let page = html::read(&text, "", Default::default()).unwrap();
        let heading = page
            .descendants(page.body())
            .find(|&id| page.tag(id) == Tag::H1);
        let metadata = Metadata {
            title: Some(title.to_owned()),
            title_node: heading,
            ..Metadata::default()
        };
        Evidence::ruled(&page, &metadata).decisions[0]
    }

    #[test]
    fn what_is_much_longer_than_the_title_is_none() {
        let title = "The ferry sails again";
        let long = "The ferry left the harbour at noon with most of the islanders aboard. ";
        assert_eq!(of_heading(title, title), Some(Reason::Title));
        let beside = format!("Harbour news: {title} | The Harbour Post, 3 May");
        assert_eq!(of_heading(title, &beside), Some(Reason::Title));
        let article = format!("{title} {}", long.repeat(6));
        assert_ne!(of_heading(title, &article), Some(Reason::Title));
        assert_ne!(of_heading(article.trim(), &article), Some(Reason::Title));
    }
}
