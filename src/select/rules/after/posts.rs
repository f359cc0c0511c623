//! Keeps an embedded post as a whole if most of its words are kept. Its author and date form a line
//! of names and links, which looks like a byline or share buttons.

use crate::page::{Attr, Tag};
use crate::select::case::Case;
use crate::select::decisions::{Decisions, RuleId};
use crate::select::rules::LINKED;
use crate::vocabulary::is_post;

pub(in crate::select) const ID: RuleId = RuleId::new("posts");

/// Maximum blocks of a post. A larger element is a feed.
const MAX_BLOCKS: usize = 12;

pub(in crate::select) fn decide(case: &Case<'_>, decisions: &mut Decisions) {
    let &Case { page, signals, .. } = case;
    for quote in page.subtree(page.body()) {
        if page.tag(quote) != Tag::Blockquote || !page.attr(quote, Attr::Class).is_some_and(is_post)
        {
            continue;
        }
        let range = signals.blocks_in(page, quote);
        let is_text = |i: usize| {
            let block = &signals.blocks[i];
            decisions.keeps(i) && block.tokens > 0 && block.link_density() < LINKED
        };
        let tokens = |i: usize| signals.blocks[i].tokens;
        let all: u32 = range.clone().map(tokens).sum();
        let in_text: u32 = range.clone().filter(|&i| is_text(i)).map(tokens).sum();
        if range.len() > MAX_BLOCKS || 2 * in_text <= all {
            continue;
        }
        for i in range {
            if signals.announced[i].is_none() && !decisions.keeps(i) {
                decisions.set(i, None, ID);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::reason::Reason;
    use crate::select::rules::fixtures::{LONG, kept_texts_without};

    fn kept(class: &str, out: &[&str]) -> usize {
        let post = format!(
            "<blockquote class={class}><p>The ferry is late.</p>A <a href=/a/1>1 May</a></blockquote>"
        );
        kept_texts_without(decide, &format!("{LONG}{post}"), out, Reason::Sharing).len() - 2
    }

    #[test]
    fn an_embedded_post_keeps_its_author_line() {
        assert_eq!(kept("twitter-tweet", &["A 1 May"]), 2);
        assert_eq!(kept("quote", &["A 1 May"]), 1);
        assert_eq!(kept("twitter-tweet", &["The ferry is late.", "A 1 May"]), 0);
    }

    #[test]
    fn an_embedded_post_with_little_kept_text_is_unchanged() {
        let caption = "The ferry is late, and so is the night train from the coast.";
        let post = format!(
            "<blockquote class=instagram-media><p>{caption}</p><p>The ferry.</p></blockquote>"
        );
        let page = format!("{LONG}{post}");
        assert_eq!(
            kept_texts_without(decide, &page, &[caption], Reason::Sharing).len(),
            3
        );
    }
}
