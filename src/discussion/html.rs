//! A discussion as HTML: what answers something stands in the item of what it answers.

use std::fmt::Write as _;
use std::mem;

use serde::Serialize;

use super::{Contribution, Discussion};
use crate::article::escaped;

/// What is said beside the article, thread by thread.
///
/// ```
/// use pith::Discussion;
/// use pith::discussion::{Contribution, Threads};
///
/// let said = |author: &str, depth| Contribution {
///     author: Some(author.to_owned()),
///     html: "<p>At noon?</p>".to_owned(),
///     depth,
///     ..Contribution::default()
/// };
/// let discussion = Discussion { contributions: vec![said("Ann", 0), said("Ben", 1), said("Cleo", 0)] };
/// let Threads { count, threads } = discussion.threads();
/// assert_eq!((count, threads.len()), (3, 2));
/// assert_eq!(
///     threads[0],
///     "<li><p class=\"pith-says\"><b>Ann</b></p><p>At noon?</p>\
///      <ol class=\"pith-thread\"><li><p class=\"pith-says\"><b>Ben</b></p><p>At noon?</p></li></ol></li>"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Threads {
    /// The number of contributions beside the article.
    pub count: u32,
    /// One HTML item (`li`) for each contribution that answers none, with all answers in lists in it. An
    /// item begins with a line (`p.pith-says`): who, when, votes.
    pub threads: Vec<String>,
}

impl Discussion {
    /// Returns what is said beside the article. What stands in it is shown there.
    pub fn threads(&self) -> Threads {
        let mut found = Threads::default();
        let mut thread = String::new();
        // Items that are open, one in another.
        let mut open = 0;
        for said in self.contributions.iter().filter(|said| !said.in_article) {
            found.count += 1;
            let depth = said.depth.min(open);
            if depth == open && depth > 0 {
                thread.push_str("<ol class=\"pith-thread\">");
            }
            close(&mut thread, &mut open, depth);
            if depth == 0 && !thread.is_empty() {
                found.threads.push(mem::take(&mut thread));
            }
            thread.push_str("<li>");
            head(said, &mut thread);
            thread.push_str(&said.html);
            open = depth + 1;
        }
        close(&mut thread, &mut open, 0);
        found
            .threads
            .extend(Some(thread).filter(|thread| !thread.is_empty()));
        found
    }

    /// Returns the same as one list; empty where nothing is said beside the article.
    pub fn html(&self) -> String {
        match self.threads().threads.concat() {
            items if items.is_empty() => items,
            items => format!("<ol class=\"pith-thread\">{items}</ol>"),
        }
    }
}

/// Closes the items that are open, but for `left` of them, and the lists of those that stand in others.
fn close(thread: &mut String, open: &mut u32, left: u32) {
    while *open > left {
        *open -= 1;
        thread.push_str(if *open > left { "</li></ol>" } else { "</li>" });
    }
}

/// The class of a name that is the article's author's.
const BY_AUTHOR: &str = "pith-by-author";

/// Adds the line that says who says something, when, and how many are for it.
fn head(said: &Contribution, out: &mut String) {
    let mut parts = Vec::new();
    if let Some(author) = &said.author {
        let name = escaped(author);
        parts.push(match said.by_author {
            true => format!("<b class=\"{BY_AUTHOR}\">{name}</b>"),
            false => format!("<b>{name}</b>"),
        });
    }
    let time = said.time.as_deref().map(|time| match day(time) {
        Some(shown) => format!(
            "<time datetime=\"{}\">{}</time>",
            escaped(time),
            escaped(&shown)
        ),
        None => format!("<span>{}</span>", escaped(time)),
    });
    match (time, &said.link) {
        (time, Some(link)) => {
            let time = time.unwrap_or_else(|| "#".to_owned());
            parts.push(format!("<a href=\"{}\">{time}</a>", escaped(link)));
        }
        (Some(time), None) => parts.push(time),
        (None, None) => {}
    }
    if let Some(votes) = said.votes {
        let sign = match votes {
            1.. => "+",
            0 => "",
            _ => "−",
        };
        parts.push(format!(
            "<span class=\"pith-votes\">{sign}{}</span>",
            votes.unsigned_abs()
        ));
    }
    if !parts.is_empty() {
        let _ = write!(out, "<p class=\"pith-says\">{}</p>", parts.join(" "));
    }
}

/// Returns day and minute of a time that a page gives to programs (`YYYY-MM-DD`, with more after it or
/// not), as they are read; `None` for any other text.
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
