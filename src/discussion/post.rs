//! Converts comments to posts of an article.

use super::comment::Comment;
use crate::article::posts::{Head, Post};

/// Returns a comment as a post at a depth; `None` is for the leading post.
pub(super) fn post(comment: &Comment, depth: Option<u32>) -> Post<'_> {
    comment.body.post(Head {
        depth,
        author: comment.author.as_deref(),
        is_by_author: comment.by_author,
        is_accepted: comment.accepted,
        time: comment.time.as_deref().map(|time| match day(time) {
            Some(shown) => (shown, Some(time)),
            None => (time.to_owned(), None),
        }),
        // If the URL of the page is unknown, the article can't link to an element of it.
        link: comment
            .link
            .as_deref()
            .filter(|link| !link.starts_with('#')),
        votes: comment.votes,
        is_remark: false,
    })
}

/// Returns the day and minute of a machine-readable time (`YYYY-MM-DD`, optionally with more text)
/// for display; `None` for other texts.
fn day(time: &str) -> Option<String> {
    let bytes = time.as_bytes();
    let is_day = bytes.len() >= 10
        && bytes[..10].iter().enumerate().all(|(i, byte)| match i {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    let rest = time.get(10..).unwrap_or_default();
    let minute = rest.strip_prefix(['T', ' ']).and_then(|rest| rest.get(..5));
    let minute = minute.filter(|minute| minute.as_bytes()[2] == b':');
    is_day.then(|| match minute {
        Some(minute) => format!("{} {minute}", &time[..10]),
        None => time[..10].to_owned(),
    })
}
