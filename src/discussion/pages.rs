//! Pagination of discussions.
//!
//! 1. The URL of another page differs in a page number (`crate::pagination`), or in an item offset
//!    (`?start=20`), whose step is determined from the links.
//! 2. The text of its link is the page number, and the link isn't in a comment. A number that is
//!    recognized only by its position in the URL identifies the discussion, not a page.

use super::candidate::Candidate;
use crate::page::{NodeId, Page, Tag};
use crate::pagination::slot::{Kind, Slot, offset, slot, stem};
use crate::pagination::{self, Label, Link, Pager, after, is_first_linked, links};
use crate::url;

/// The pages of a discussion.
#[derive(Default)]
pub(super) struct Pages {
    /// True if this isn't the first page.
    pub(super) is_later: bool,
    /// The pages after this one; `None` if there are none.
    pub(super) pager: Option<Pager>,
}

impl Pages {
    /// Finds the pages of a discussion with these comments.
    ///
    /// Cost: linear in the page, and in the comments for each link to a next page.
    pub(super) fn new(page: &Page, comments: &[Candidate]) -> Self {
        let own_url = url::without_fragment(page.url());
        if comments.is_empty() || url::host(own_url).is_none() {
            return Self::default();
        }
        let find = |url| offset(url).or_else(|| slot(url));
        let mut links = links(page, own_url, find);
        let mut own = find(own_url).filter(|slot| slot.kind != Kind::Bare);
        let first = own.as_ref().map_or_else(
            || stem(own_url, own_url.len()..own_url.len()),
            |slot| slot.stem.clone(),
        );
        links.retain(|link| link.slot.stem == first);
        let step = step(&links);
        links.retain_mut(|link| offset_to_page(&mut link.slot, step));
        let own_number = own
            .as_mut()
            .and_then(|slot| offset_to_page(slot, step).then_some(slot.number));
        let is_listed = |link: &Link<'_>| link.label == Label::Number(link.slot.number);
        let is_linked = || links.iter().any(is_listed) || is_first_linked(page, &first);
        let in_comment = |node: NodeId| comments.iter().any(|comment| comment.contains(node));
        let place = pagination::Position {
            number: own_number.filter(|&number| number > 1),
            stem: first.clone(),
        };
        let is_trusted = |link: &Link<'_>| {
            let is_seen = page.tag(link.node) == Tag::A && !page.is_hidden(link.node);
            link.slot.kind != Kind::Bare && is_seen && !in_comment(link.node)
        };
        let numbered = |slot: &Slot<'_>, number: u32| match step {
            Some(step) if slot.kind == Kind::Offset => slot.with((number - 1) * step),
            _ => slot.with(number),
        };
        Self {
            is_later: place.number.is_some() && is_linked(),
            pager: after(page, &links, &place, is_trusted, numbered),
        }
    }

    /// Returns whether the discussion has other pages.
    pub(super) fn are_several(&self) -> bool {
        self.is_later || self.pager.is_some()
    }
}

/// Converts an item offset to a page number, at `step` items per page. Returns false if it isn't a
/// multiple of `step`.
fn offset_to_page(slot: &mut Slot<'_>, step: Option<u32>) -> bool {
    if slot.kind != Kind::Offset {
        return true;
    }
    let Some(step) = step.filter(|step| slot.number.is_multiple_of(*step)) else {
        return false;
    };
    slot.number = slot.number / step + 1;
    true
}

/// Returns the step of item offsets between pages; `None` if no link has one, or if they differ.
fn step(links: &[Link<'_>]) -> Option<u32> {
    let mut steps = links
        .iter()
        .filter_map(|link| match (link.slot.kind, link.label) {
            (Kind::Offset, Label::Number(page @ 2..)) => Some((link.slot.number, page - 1)),
            _ => None,
        });
    let (offset, pages) = steps.next()?;
    let step = offset / pages;
    let agree = |(offset, pages)| offset == step * pages;
    (step > 0 && agree((offset, pages)) && steps.all(agree)).then_some(step)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use crate::discussion::Discussion;
    use crate::page::{Limits, NodeSet};
    use crate::source::html;

    const SITE: &str = "https://board.example";

    /// Returns the discussion of a thread at a URL, with three comments and a line below them.
    fn thread_at(own: &str, line: &str, inside: &str) -> Discussion {
        let one = |name: &str| {
            format!(
                "<div class=post><b class=author>{name}</b> <time datetime=2026-03-14>x</time>\
                 <div class=content>It sails every day of the week at noon, and in the evening too, says {name}.{inside}</div></div>"
            )
        };
        let posts: String = ["Ann", "Ben", "Cleo"].map(one).concat();
        let source = format!(
            "<title>The ferry</title><h1>The ferry</h1><main itemscope \
             itemtype=https://schema.org/DiscussionForumPosting>{posts}</main>{line}"
        );
        let page = html::read(&source, &format!("{SITE}{own}"), Limits::default()).unwrap();
        let found = Discussion::new(&page, None, &NodeSet::new(&page));
        assert_eq!(found.comments.len(), 3);
        assert!(found.thread.is_some());
        found
    }

    /// Returns the number of the current page and the paths of the next ones.
    fn pages_at(own: &str, line: &str) -> Option<(u32, Vec<String>)> {
        let pager = thread_at(own, line, "").pager?;
        let paths = pager.next.iter().map(|next| next[SITE.len()..].to_owned());
        Some((pager.number, paths.collect()))
    }

    #[test]
    fn pages_are_found_in_every_url_format() {
        for (own, second, third) in [
            (
                "/showthread.php?t=7",
                "/showthread.php?t=7&page=2",
                "/showthread.php?t=7&page=3",
            ),
            (
                "/threads/ferry.7/",
                "/threads/ferry.7/page-2",
                "/threads/ferry.7/page-3",
            ),
            (
                "/threads/7-ferry",
                "/threads/7-ferry/page2",
                "/threads/7-ferry/page3",
            ),
            (
                "/topic/7-ferry/",
                "/topic/7-ferry/?page=2",
                "/topic/7-ferry/?page=3",
            ),
            (
                "/viewtopic.php?t=7",
                "/viewtopic.php?t=7&start=15",
                "/viewtopic.php?t=7&start=30",
            ),
            (
                "/index.php?topic=7.0",
                "/index.php?topic=7.20",
                "/index.php?topic=7.40",
            ),
            (
                "/topic/7-ferry/",
                "/topic/7-ferry/?st=20",
                "/topic/7-ferry/?st=40",
            ),
        ] {
            let line = format!("<p>1 <a href='{second}'>2</a> <a href='{third}'>3</a>");
            let all = Some((1, vec![second.to_owned(), third.to_owned()]));
            assert_eq!(pages_at(own, &line), all, "{own}");
        }
    }

    #[test]
    fn pages_between_linked_pages_are_found() {
        let line = "<p>1 <a href='?t=7&start=15'>2</a> … <a href='?t=7&start=45'>4</a>";
        let next = ["?t=7&start=15", "?t=7&start=30", "?t=7&start=45"];
        let next = next.map(|query| format!("/v.php{query}")).to_vec();
        assert_eq!(pages_at("/v.php?t=7", line), Some((1, next)));
    }

    #[test]
    fn later_pages_have_no_lead_and_only_following_pages() {
        let line = "<p><a href='?t=7'>1</a> 2 <a href='?t=7&start=30'>3</a>";
        let later = thread_at("/v.php?t=7&start=15", line, "");
        let next = format!("{SITE}/v.php?t=7&start=30");
        assert_eq!(
            later.pager.map(|pager| (pager.number, pager.next)),
            Some((2, vec![next]))
        );
        let html = later.thread.unwrap().html();
        assert!(html.starts_with("<ol"), "{html}");
        assert_eq!(html.matches("<li>").count(), 3, "{html}");
        assert!(later.comments.iter().all(|comment| !comment.by_author));
        let first = thread_at("/v.php?t=7", line, "").thread.unwrap().html();
        assert_eq!(first.matches("<li>").count(), 2, "{first}");
        // The last page has no next page.
        let line = "<meta itemprop=commentCount content=33><p><a href='?t=7'>1</a> <a href='?t=7&start=15'>2</a> 3";
        let last = thread_at("/v.php?t=7&start=30", line, "");
        assert_eq!(last.pager, None);
        assert!(!last.is_partial);
        assert!(last.thread.unwrap().html().starts_with("<ol"));
    }

    #[test]
    fn paginated_discussions_are_not_partial() {
        let counted = "<meta itemprop=commentCount content=33>";
        assert!(thread_at("/v.php?t=7", counted, "").is_partial);
        let line =
            format!("{counted}<p>1 <a href='?t=7&start=15'>2</a> <a href='?t=7&start=30'>3</a>");
        assert!(!thread_at("/v.php?t=7", &line, "").is_partial);
    }

    #[test]
    fn pages_of_an_article_are_not_pages_of_its_comments() {
        let one = |name: &str| {
            format!(
                "<li class=comment id=c1><b class=author>{name}</b> <time datetime=2026-03-14>x</time>\
                 <p>It sails every day of the week at noon, says {name}.</li>"
            )
        };
        let source = format!(
            "<h1>The ferry</h1><p>{}<p>1 <a href='?page=2'>2</a> <a href='?page=3'>3</a>\
             <meta itemprop=commentCount content=33><ol>{}{}</ol>",
            "He watched the ferry go by from the gallery, and waved once. ".repeat(20),
            one("Ann"),
            one("Ben")
        );
        let page = html::read(&source, &format!("{SITE}/ferry"), Limits::default()).unwrap();
        let text = page
            .nodes()
            .find(|&node| page.text(node).starts_with("He watched"));
        let mut kept = NodeSet::new(&page);
        kept.insert(text.unwrap());
        let found = Discussion::new(&page, None, &kept);
        assert!(found.thread.is_none() && found.pager.is_none());
        assert!(found.is_partial);
    }

    #[test]
    fn other_links_are_not_pages() {
        for line in [
            // Another discussion, another site, comments, the same page.
            "<p>1 <a href='?t=8&page=2'>2</a> <a href='?t=8&page=3'>3</a>",
            "<p>1 <a href='https://other.example/v.php?t=7&page=2'>2</a> <a href='https://other.example/v.php?t=7&page=3'>3</a>",
            "<p>1 <a href='/v.php/2?t=7'>2</a> <a href='/v.php/3?t=7'>3</a>",
            "<p>1 <a href='?t=7&page=2#comment-9'>2</a> <a href='?t=7&page=3#comment-99'>3</a>",
            "<p><a href='?t=7&start=0'>1</a>",
            // Offsets with different steps.
            "<p>1 <a href='?t=7&start=15'>2</a> <a href='?t=7&start=40'>3</a>",
            "<p>1 <a href='?t=7&start=1'>3</a> <a href='?t=7&start=3'>2</a>",
            "<p>1 <a href='?t=7&start=999999'>2</a> <a href='?t=7&start=1999998'>3</a>",
            "<p hidden>1 <a href='?t=7&page=2'>2</a> <a href='?t=7&page=3'>3</a>",
        ] {
            assert_eq!(pages_at("/v.php?t=7", line), None, "{line}");
        }
        let inside = "<p><a href='?t=7&page=2'>2</a> <a href='?t=7&page=3'>3</a>";
        assert_eq!(thread_at("/v.php?t=7", "", inside).pager, None);
    }
}
