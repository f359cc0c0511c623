//! Removes comments: a heading that names or counts them and, in the element that begins with it,
//! at least three parts of one pattern, each with a short line followed by more text. If they are
//! much longer than the text before them, the decision isn't certain, because the page may be the
//! discussion.

use crate::compact::hash::Hash64;
use crate::page::{Attr, NodeId, Page};
use crate::select::blocks::{Block, LINKED};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::reason::Reason;
use crate::select::rules::{BEFORE_THEM, decide_certain, is_answer_control, text_before};
use crate::select::signals::Signals;
use crate::vocabulary::{Remark, counts_comments};

pub(in crate::select) const ID: RuleId = RuleId::new("comments");

/// Maximum length of the heading, and of the line above a comment, in characters. With more,
/// paragraphs are mistaken for them.
const MAX_LINE_CHARS: f32 = 80.0;

/// Minimum number of similar parts. With fewer, two chapters of the text are mistaken for comments.
const MIN_PARTS: usize = 3;

/// Length of comments, as a multiple of the text before them, from which they are the content of
/// the page, like answers to a question. If lower, more discussions below short news are kept; if
/// higher, answers are removed.
const MAX_LENGTH_FACTOR: f32 = 4.0;

/// Minimum blocks of a comment: a line and its text.
const MIN_COMMENT_BLOCKS: usize = 2;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case {
        page,
        metadata,
        signals,
    } = case;
    // On discussion pages, the comments are the article.
    if metadata.about.discussion {
        return;
    }
    for i in 0..signals.len() {
        let block = &signals.blocks[i];
        if decisions.is_certain(i) || block.length > MAX_LINE_CHARS {
            continue;
        }
        let announced = signals.announced[i] == Some(Reason::Comments);
        let is_certain = announced || counts_comments(&signals.texts[i]);
        if !is_certain && !signals.remarks(i).has(Remark::Talk) {
            continue;
        }
        let begins = |&node: &NodeId| signals.blocks_in(page, node).start == i;
        let Some(around) = page
            .inclusive_ancestors(block.container)
            .take_while(|&node| node > page.body())
            .take_while(begins)
            .find(|&node| signals.blocks_in(page, node).len() >= MIN_COMMENT_BLOCKS)
        else {
            continue;
        };
        let before = text_before(case, decisions, i);
        let in_comments =
            signals.positive[around.index()].max(length_by_name(signals, page, around));
        let is_one = |node: NodeId| {
            is_comment(page, signals, node) && (is_certain || is_dated(page, signals, node))
        };
        if max_siblings(page, around, is_one) >= MIN_PARTS
            && before >= BEFORE_THEM
            && in_comments <= MAX_LENGTH_FACTOR * before
        {
            let range = signals.blocks_in(page, around);
            decide_certain(decisions, range, Reason::Comments, ID);
        }
    }
}

/// Returns the maximum number of comments of one pattern that are siblings, as children of an
/// element or of one of its children.
fn max_siblings(page: &Page, around: NodeId, is_one: impl Fn(NodeId) -> bool) -> usize {
    let pattern = |node: NodeId| {
        let class = first_class(page, node);
        let hash = Hash64::EMPTY.byte(page.tag(node) as u8);
        hash.bytes(class.as_bytes()).value()
    };
    let most = |parent: NodeId| {
        let parts = page.children(parent);
        let parts = parts.filter(|&part| is_one(part));
        let mut patterns: Vec<u64> = parts.map(pattern).collect();
        patterns.sort_unstable();
        let alike = patterns.chunk_by(|a, b| a == b);
        alike.map(<[u64]>::len).max().unwrap_or(0)
    };
    let inside = page.children(around).map(most).max();
    inside.unwrap_or(0).max(most(around))
}

fn is_comment(page: &Page, signals: &Signals, node: NodeId) -> bool {
    let range = signals.blocks_in(page, node);
    range.len() >= MIN_COMMENT_BLOCKS
        && signals.blocks[range.start].length <= MAX_LINE_CHARS
        && (signals.positive[node.index()] > 0.0 || length_by_name(signals, page, node) > 0.0)
}

/// Returns whether the line above a comment contains a date or a link to its author, or the comment
/// can be answered. A heading that may announce comments isn't enough, because chapters may be
/// about opinions too.
fn is_dated(page: &Page, signals: &Signals, node: NodeId) -> bool {
    let mut range = signals.blocks_in(page, node);
    let first = range.start;
    signals.texts[first].contains(char::is_numeric)
        || signals.blocks[first].names_person(page)
        || range.any(|i| is_answer_control(signals, i))
}

/// Returns the length of sentences in an element that are excluded as comments by name, and so have
/// no gain.
fn length_by_name(signals: &Signals, page: &Page, node: NodeId) -> f32 {
    let blocks = &signals.blocks[signals.blocks_in(page, node)];
    let is_named = |block: &&Block| {
        signals.excluded[block.container.index()] == Some(Reason::Comments)
            && block.ends_sentence
            && block.link_density() < LINKED
    };
    blocks.iter().filter(is_named).map(|b| b.length).sum()
}

fn first_class(page: &Page, node: NodeId) -> &str {
    page.attr(node, Attr::Class)
        .and_then(|class| class.split_ascii_whitespace().next())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::rules::fixtures::{LONG, certain};

    #[test]
    fn repeated_line_and_text_below_a_comments_heading_are_comments() {
        let comment = format!("<div class=x><div>Ann, today</div>{LONG}</div>");
        let page = |heading: &str| {
            let text = LONG.repeat(4);
            let comments = comment.repeat(3);
            certain(&format!(
                "<main>{text}</main><div><h2>{heading}</h2>{comments}</div>"
            ))
        };
        let reasons = page("Kommentare (3)");
        assert_eq!(reasons.len(), 7);
        assert!(
            reasons
                .iter()
                .all(|(_, reason)| *reason == Reason::Comments)
        );
        assert_eq!(page("Three harbours"), []);
        // Chapters with such a heading have no dates.
        assert_eq!(page("Was Leserstimmen sagen"), []);
        let answered =
            format!("<div class=x><div>Ann, today</div>{LONG}<p><a href=#>Antworten</a></div>");
        let (text, comments) = (LONG.repeat(4), answered.repeat(3));
        let body = format!("<main>{text}</main><div><h2>Leserstimmen</h2>{comments}</div>");
        assert_eq!(certain(&body).len(), 10);
        let dated = comment.replace("today", "3.5.2026");
        let (text, comments) = (LONG.repeat(4), dated.repeat(3));
        let body = format!("<main>{text}</main><div><h2>What readers say</h2>{comments}</div>");
        assert_eq!(certain(&body).len(), 7);
    }

    #[test]
    fn a_discussion_much_longer_than_the_text_is_kept() {
        let comment = format!("<div class=x><div>Ann, today</div>{LONG}</div>");
        let page = |count: usize| {
            let (text, comments) = (LONG.repeat(3), comment.repeat(count));
            certain(&format!(
                "<main>{text}</main><div><h2>{count} comments</h2>{comments}</div>"
            ))
        };
        assert_eq!(page(11).len(), 23);
        assert_eq!(page(14), []);
    }

    #[test]
    fn comments_are_at_least_three_similar_boxes() {
        let comment = |class: &str| format!("<div class={class}><div>Ann, today</div>{LONG}</div>");
        let page = |comments: &str| {
            let text = LONG.repeat(4);
            certain(&format!(
                "<main>{text}</main><div><h2>Kommentare (3)</h2>{comments}</div>"
            ))
        };
        assert_eq!(page(&comment("x").repeat(3)).len(), 7);
        assert_eq!(page(&comment("x").repeat(2)), []);
        assert_eq!(page(&["x", "y", "z"].map(comment).concat()), []);
        let json_ld = "<script type=application/ld+json>\
            {\"@context\": \"https://schema.org\", \"@type\": \"DiscussionForumPosting\"}</script>";
        assert_eq!(page(&format!("{}{json_ld}", comment("x").repeat(3))), []);
    }
}
