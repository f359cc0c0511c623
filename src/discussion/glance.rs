//! Whether it is worth looking for a discussion at once.

use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::page::{Attr, NodeId, NodeSet, Page, Tag};

/// Returns whether a page may be a discussion, by what the one click knows of it: its elements with
/// numbered ids of one kind, or its articles, hold at least half of the text that is `kept`. It is right of
/// most, and asks nothing that needs words.
#[doc(hidden)]
pub fn may_be_thread(page: &Page, kept: &NodeSet) -> bool {
    let mut sums: Vec<u32> = vec![0];
    let mut sum = 0;
    for node in page.nodes() {
        if kept.contains(node) {
            sum += page.text(node).trim().len() as u32;
        }
        sums.push(sum);
    }
    let text = |node: NodeId| sums[page.end(node).index()] - sums[node.index()];
    let mut makes = Interner::new();
    // How many elements of each make there are that hold text, and how much.
    let mut held: Vec<(u32, u32)> = Vec::new();
    for node in page.descendants(page.body()) {
        let text = text(node);
        let Some(make) = make(page, node).filter(|_| text > 0) else {
            continue;
        };
        let number = makes.intern(make) as usize;
        if number == held.len() {
            held.push((0, 0));
        }
        held[number].0 += 1;
        held[number].1 += text;
    }
    held.iter()
        .any(|&(count, text)| count > 1 && 2 * text >= sum)
}

fn make(page: &Page, node: NodeId) -> Option<u64> {
    let tag = page.tag(node);
    let id = page.attr(node, Attr::Id).unwrap_or_default();
    let kind = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_one = kind.len() < id.len() || tag == Tag::Article;
    is_one.then(|| Hash64::EMPTY.byte(tag as u8).bytes(kind.as_bytes()).value())
}

#[cfg(all(test, feature = "html"))]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use super::*;
    use crate::front::html;
    use crate::page::Limits;

    fn is_one(html: &str) -> bool {
        let page = html::read(html, "", Limits::default()).unwrap();
        let mut kept = NodeSet::new(&page);
        kept.insert_subtree(&page, page.body());
        may_be_thread(&page, &kept)
    }

    #[test]
    fn numbered_elements_that_hold_most_of_the_text_are_looked_at() {
        let posts = "<div id=post-1>One says this.</div><div id=post-2>Another says that.</div>";
        assert!(is_one(posts));
        assert!(is_one(
            "<article>One says this.</article><article>Another says that.</article>"
        ));
        assert!(!is_one(
            "<div id=post-1>One says this.</div><p>And that is all.</p>"
        ));
        let comments = "They are few beside what was written about the ferry and its gearbox.";
        assert!(!is_one(&format!(
            "<p>{comments}{comments}{comments}</p>{posts}"
        )));
        assert!(!is_one(""));
    }
}
