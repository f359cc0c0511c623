//! Whether a page says that it is a discussion.

use crate::page::{Attr, Page, Tag};
use crate::url;
use crate::vocabulary::leads_to_discussion;

/// Kinds of schema.org that are discussions. `Question` is none: lists of questions and answers on products are of
/// it.
const KINDS: [&str; 2] = ["DiscussionForumPosting", "QAPage"];

/// Returns whether JSON-LD, microdata or the address say that the page is a discussion.
pub(super) fn is_discussion(page: &Page) -> bool {
    let is_kind = |kind: &str| KINDS.contains(&kind);
    let is_said = |node| match page.tag(node) {
        Tag::Script => page.raw_text(node).split('"').any(is_kind),
        _ => page
            .attr(node, Attr::Itemtype)
            .and_then(|kind| kind.rsplit('/').next())
            .is_some_and(is_kind),
    };
    leads_to_discussion(url::path(page.url())) || page.nodes().any(is_said)
}

/// Kinds of microdata and JSON-LD of what is asked and answered.
const ASKED: [&str; 3] = ["QAPage", "Question", "Answer"];

/// Returns whether data or the address say that the page is one of questions and answers.
pub(super) fn is_of_questions(page: &Page) -> bool {
    let is_said = |node| match page.tag(node) {
        Tag::Script => page.raw_text(node).split('"').any(|kind| kind == ASKED[0]),
        _ => page
            .attr(node, Attr::Itemtype)
            .and_then(|kind| kind.rsplit('/').next())
            .is_some_and(|kind| ASKED.contains(&kind)),
    };
    let mut parts = url::path(page.url()).split('/');
    parts.any(|part| matches!(part, "question" | "questions" | "q" | "answers"))
        || page.nodes().any(is_said)
}

#[cfg(all(test, feature = "html"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::front::html;
    use crate::page::Limits;

    #[test]
    fn data_and_addresses_say_that_a_page_is_a_discussion() {
        let is_one = |html: &str, url: &str| {
            is_discussion(&html::read(html, url, Limits::default()).unwrap())
        };
        let data = |kind: &str| {
            format!("<script type=application/ld+json>{{\"@type\":\"{kind}\"}}</script><p>Ferries.")
        };
        assert!(is_one(&data("DiscussionForumPosting"), ""));
        assert!(is_one(
            "<main itemscope itemtype=https://schema.org/QAPage><p>Ferries.",
            ""
        ));
        assert!(is_one(
            "<p>Ferries.",
            "https://example.org/threads/ferries.12/"
        ));
        assert!(!is_one(
            &data("Question"),
            "https://example.org/ferries?from=/thread/"
        ));
    }
}
