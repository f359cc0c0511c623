//! Removes requests of the site beside and between the paragraphs: to subscribe, to follow, to pay,
//! to log in, to install its app. Also removes notes about affiliate links, and those of a
//! newsletter about itself.
//!
//! Words alone aren't enough evidence, because articles discuss these topics too. Additional
//! evidence is a link or button for the request, a separate box, a distinct style, or a position
//! before the first paragraph or after the last.

use std::ops::Range;

use crate::page::{NodeId, Page, Tag};
use crate::select::blocks::Block;
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{ANCESTORS, LINKED, LITTLE, is_kept_text};
use crate::select::signals::Signals;
use crate::vocabulary::{Purpose, Remark, Remarks, remarks};

pub(in crate::select) const ID: RuleId = RuleId::new("appeals");

/// Maximum length of a request, in characters; set by hand. With less, requests that give reasons
/// are kept; with more, paragraphs are removed.
const MAX_REQUEST_CHARS: f32 = 300.0;

/// Maximum length of a request below the text for which the position is the only evidence. A longer
/// one describes something.
const MAX_SENTENCE_CHARS: f32 = 200.0;

/// Minimum length of a text that is content although it ends in a request, in characters; set by
/// hand. With less, requests with a preceding reason are kept; with more, notes about authors are
/// removed.
const MIN_CONTENT_CHARS: f32 = 80.0;

/// Maximum blocks and characters of a box with a request. With more, a short text that ends in a
/// request is removed.
const MAX_BOX_BLOCKS: usize = 8;
const MAX_BOX_CHARS: f32 = 500.0;

/// Number of blocks at each end of the kept text that are searched for notes of the site.
const END_BLOCKS: usize = 3;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    let read = |i: usize| {
        let block = &signals.blocks[i];
        let is_read = decisions.keeps(i)
            && block.tokens > 0
            && block.length <= MAX_REQUEST_CHARS
            && !page.style(block.container).preformatted;
        if is_read {
            signals.remarks(i)
        } else {
            Default::default()
        }
    };
    let block_remarks: Vec<Remarks> = (0..signals.len()).map(read).collect();
    let ends = Ends::new(signals, decisions, &block_remarks);
    let Some(ends) = ends else { return };
    for i in 0..signals.len() {
        if !decisions.keeps(i) || block_remarks[i] == Remarks::default() {
            continue;
        }
        let is_mail =
            block_remarks[i].has(Remark::Mail) && signals.blocks[i].links > 0 && ends.is_near(i);
        let is_note = block_remarks[i].has(Remark::Disclosure)
            && (ends.is_near(i) || is_set_apart(page, &signals.blocks[i]));
        let reason = if is_mail {
            Reason::Frame
        } else if is_note || is_request(case, &block_remarks, &ends, i) {
            Reason::Advert
        } else {
            continue;
        };
        for j in around(case, i) {
            decisions.remove_kept(j, reason, ID);
        }
        remove_links_after(case, decisions, &block_remarks, i);
    }
}

/// Returns whether a block is a request, according to its words and additional evidence.
fn is_request(case: &Case<'_>, block_remarks: &[Remarks], ends: &Ends, i: usize) -> bool {
    let &Case { page, signals, .. } = case;
    let block = &signals.blocks[i];
    let is_wall = block_remarks[i].has(Remark::Wall) && block_remarks[i].has(Remark::Ask);
    let asks = block_remarks[i].asks() || is_wall;
    if ends.is_outside(i)
        && block_remarks[i].has(Remark::Ask)
        && block_remarks[i].has(Remark::Reply)
    {
        return true;
    }
    if !asks {
        return false;
    }
    let is_appeal = block_remarks[i].has(Remark::Appeal) || is_wall;
    let is_quoted = |n: NodeId| page.tag(n) == Tag::Blockquote;
    if page
        .inclusive_ancestors(block.container)
        .take(ANCESTORS)
        .any(is_quoted)
    {
        return false;
    }
    let is_line = page
        .inclusive_ancestors(block.container)
        .take(2)
        .any(|n| matches!(page.tag(n), Tag::Li | Tag::Td | Tag::Th | Tag::Dd | Tag::Dt));
    if is_line && !ends.is_outside(i) {
        return false;
    }
    let has_content = block_remarks[i].asks_late() && block.length > MIN_CONTENT_CHARS;
    let begins = || {
        block_remarks[i].begins(Remark::Appeal)
            && block.links > 0
            && block.length <= MAX_SENTENCE_CHARS
    };
    !has_content && (asks_by_link(page, block) || begins())
        || !has_content && is_appeal && ends.is_outside(i) && block.length <= MAX_SENTENCE_CHARS
        || is_set_apart(page, block) && block.links > 0
        || is_in_box_of_requests(case, i)
}

/// Returns whether the text of a link in a block is a request, or its target is specific to
/// requests.
fn asks_by_link(page: &Page, block: &Block) -> bool {
    let mut last = None;
    block.leaves.iter().any(|&leaf| {
        let link = page
            .inclusive_ancestors(leaf)
            .take(ANCESTORS)
            .find(|&n| page.tag(n).is_link());
        let Some(link) = link.filter(|&link| last != Some(link)) else {
            return false;
        };
        last = Some(link);
        let of_link = remarks(page.raw_text(link));
        of_link.has(Remark::Appeal) || of_link.has(Remark::Ask)
    })
}

/// Returns whether the whole block is in elements for emphasis or small print.
fn is_set_apart(page: &Page, block: &Block) -> bool {
    let has_words = |leaf: &&NodeId| page.text(**leaf).contains(char::is_alphanumeric);
    block.leaves.iter().filter(has_words).all(|&leaf| {
        let mut around = page.ancestors(leaf).take_while(|&n| n != block.container);
        around.any(|n| {
            matches!(
                page.tag(n),
                Tag::Em | Tag::I | Tag::Strong | Tag::B | Tag::Small
            )
        })
    })
}

/// Returns whether a block is in a small box whose names exclude it from the article, or which
/// contains a button with a request, or a request below the block as its heading.
fn is_in_box_of_requests(case: &Case<'_>, i: usize) -> bool {
    let &Case { page, signals, .. } = case;
    // The button itself may already be removed.
    let remarks_of = |j| signals.remarks(j);
    let Some(node) = small_box(case, i) else {
        return false;
    };
    // A description of the author may include a request to follow them.
    let purpose = signals.hints[node.index()].purpose;
    let names = purpose.is_some_and(|purpose| purpose != Purpose::Byline);
    let is_item = page.tag(signals.blocks[i].container) == Tag::Li;
    let presses = |j: usize| {
        let block = &signals.blocks[j];
        let is_button = || {
            let mut around = page.ancestors(block.leaves[0]).take(3);
            around.any(|n| page.tag(n) == Tag::Button)
        };
        let is_link = block.link_density() >= LINKED
            && (remarks_of(j).has(Remark::Ask)
                || !is_item && remarks_of(j).has(Remark::Thing)
                || block.targets(page).any(leads_to_store));
        j != i && (is_link || is_button())
    };
    let is_heading = signals.blocks[i].heading_level(page).is_some();
    let is_headed = |j: usize| {
        is_heading && j != i && remarks_of(i).has(Remark::Appeal) && remarks_of(j).asks()
    };
    names
        || signals
            .blocks_in(page, node)
            .any(|j| presses(j) || is_headed(j))
}

/// Returns whether a link leads to an app store.
fn leads_to_store(link: &str) -> bool {
    link.contains("://apps.apple.com/") || link.contains("://play.google.com/store")
}

/// Returns the largest element around a block that contains little else, and no part of the
/// article's title.
fn small_box(case: &Case<'_>, i: usize) -> Option<NodeId> {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    let all = signals.positive[signals.root.index()];
    let is_small = |&node: &NodeId| {
        let range = signals.blocks_in(page, node);
        let length: f32 = signals.blocks[range.clone()].iter().map(|b| b.length).sum();
        let title = metadata.title_node;
        range.len() <= MAX_BOX_BLOCKS
            && length <= MAX_BOX_CHARS
            && signals.positive[node.index()] <= (LITTLE * all).max(MAX_REQUEST_CHARS)
            && 2.0 * signals.positive[node.index()] <= all
            && !matches!(
                page.tag(node),
                Tag::Article | Tag::Main | Tag::Body | Tag::Table | Tag::Tbody | Tag::Tr
            )
            && !title.is_some_and(|title| page.contains(node, title))
    };
    let boxes = page.inclusive_ancestors(signals.blocks[i].container);
    boxes.take(4).take_while(is_small).last()
}

/// Returns the blocks that are removed together with a request: those in its box.
fn around(case: &Case<'_>, i: usize) -> Range<usize> {
    match small_box(case, i) {
        Some(node) if page_box(case.page, node) => case.signals.blocks_in(case.page, node),
        _ => i..i + 1,
    }
}

fn page_box(page: &Page, node: NodeId) -> bool {
    matches!(
        page.tag(node),
        Tag::Div | Tag::Section | Tag::Aside | Tag::Form | Tag::Other | Tag::Center
    )
}

/// Removes the links for the requested action after a request, such as `Log in | Register`.
fn remove_links_after(
    case: &Case<'_>,
    decisions: &mut Decisions,
    block_remarks: &[Remarks],
    i: usize,
) {
    let signals = case.signals;
    for (j, remarks) in block_remarks.iter().enumerate().skip(i + 1) {
        let is_one = signals.blocks[j].link_density() >= LINKED && remarks.has(Remark::Ask);
        if !is_one || !decisions.keeps(j) {
            break;
        }
        decisions.remove_kept(j, Reason::Advert, ID);
    }
}

/// First and last block of an article's text, not counting requests.
struct Ends {
    first: usize,
    last: usize,
    near_first: usize,
    near_last: usize,
}

impl Ends {
    fn new(signals: &Signals, decisions: &Decisions, block_remarks: &[Remarks]) -> Option<Self> {
        let asks = |i: usize| {
            block_remarks[i].asks()
                || block_remarks[i].has(Remark::Disclosure)
                || block_remarks[i].has(Remark::Mail)
                || block_remarks[i].has(Remark::Ask) && block_remarks[i].has(Remark::Reply)
        };
        let is_text = |i: &usize| is_kept_text(signals, decisions, *i) && !asks(*i);
        let mut text = (0..signals.len()).filter(is_text);
        let first = text.next()?;
        let last = text.next_back().unwrap_or(first);
        let kept = |i: &usize| decisions.keeps(*i) && signals.blocks[*i].tokens > 0;
        let near_first = (0..signals.len()).filter(kept).nth(END_BLOCKS - 1);
        let near_last = (0..signals.len()).rev().filter(kept).nth(END_BLOCKS - 1);
        Some(Self {
            first,
            last,
            near_first: near_first.unwrap_or(first),
            near_last: near_last.unwrap_or(last),
        })
    }

    /// Returns whether a block is before the first text or after the last.
    fn is_outside(&self, i: usize) -> bool {
        i < self.first || i > self.last
    }

    /// Returns whether a block is near the first or the last text.
    fn is_near(&self, i: usize) -> bool {
        self.is_outside(i) || i <= self.near_first || i >= self.near_last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, kept_texts};

    fn left(among: &str) -> usize {
        kept_texts(decide, &format!("{LONG}{LONG}{among}{LONG}{LONG}"), &[]).len() - 5
    }

    fn left_below(below: &str) -> usize {
        kept_texts(decide, &format!("{LONG}{LONG}{LONG}{below}"), &[]).len() - 4
    }

    #[test]
    fn requests_to_subscribe_or_follow_are_removed() {
        assert_eq!(
            left("<p>Jeden Freitag: <a href=/nl>Rundbrief abonnieren</a></p>"),
            0
        );
        assert_eq!(
            left("<p><em>Síguenos en <a href=/w>WhatsApp</a></em></p>"),
            0
        );
        let counted =
            "<div class=meter><p>You have 3 free articles left.</p><a href=/s>Subscribe</a></div>";
        assert_eq!(left(counted), 0);
        assert_eq!(
            left("<p>Síguenos en <a href=/w>X</a> y otras redes.</p>"),
            0
        );
        let headed = "<div class=note><h4>Sostieni il nostro lavoro</h4><p>Non abbiamo un editore e \
            viviamo di chi ci legge: per ogni articolo bastano due euro al mese. \
            <a href=/d>Sostienici con una donazione</a></p></div>";
        assert_eq!(left(headed), 0);
        let app = "<div><p>Read this in our app</p>\
            <a href=https://apps.apple.com/x>App</a></div>";
        assert_eq!(left(app), 0);
        let channel =
            "<div><p>Recibe las noticias en nuestro canal</p><a href=/c>Al canal</a></div>";
        assert_eq!(left(channel), 0);
        let app = "<p><b>Haberler için uygulamamızı indirin: <a href=/a>Android</a></b></p>";
        assert_eq!(left(app), 0);
        let story =
            "<p>In 1911 the paper asked its readers to subscribe to a newsletter for pilots.</p>";
        assert_eq!(left(story), 1);
        let linked =
            "<p>The pilots could get a <a href=/n>newsletter</a> then, which came by ferry.</p>";
        assert_eq!(left(linked), 1);
    }

    #[test]
    fn site_notices_below_the_text_are_removed() {
        assert_eq!(left_below("<p>Pour commenter, connectez-vous.</p>"), 0);
        assert_eq!(
            left_below("<p>Suivez-nous partout.</p><p><a href=/i>Inscription</a></p>"),
            0
        );
        assert_eq!(left_below("<p>Some links are affiliate links.</p>"), 0);
        assert_eq!(
            left_below("<p>You receive this mail. <a href=/u>Unsubscribe</a></p>"),
            0
        );
        assert_eq!(left_below("<p>The ferry sails at noon.</p>"), 1);
    }
}
