use super::*;
use crate::extract::one_click;
use crate::page::Limits;
use crate::pagination::MAX_PAGES;
use crate::source::html;

const OWN: &str = "https://example.org/2026/ferry";

/// Returns the pages after an article's page with the URL `own`, which ends with `pager`.
fn found_at(own: &str, head: &str, pager: &str) -> Option<(u32, Vec<String>, bool)> {
    let text = "He watched the ferry go by from the gallery, waved once, and went back to polishing \
        the lens, which he did every day of the year, in summer and in winter. ";
    let source = format!(
        "{head}<meta property=article:published_time content=2026-03-14><h1>The ferry</h1>
        <p>{0}<p>{0}{pager}",
        text.repeat(3)
    );
    let page =
        html::read(&source, own, Limits::default()).unwrap_or_else(|error| panic!("{error}"));
    let pager = Pager::new(&page, &one_click(&page))?;
    Some((pager.number, pager.next, pager.listed))
}

const ARTICLE: &str = "<meta property=og:type content=article>";

fn found(pager: &str) -> Option<(u32, Vec<String>, bool)> {
    found_at(OWN, ARTICLE, pager)
}

fn next(own: &str, pager: &str) -> Option<String> {
    let (_, next, _) = found_at(own, ARTICLE, pager)?;
    next.into_iter().next()
}

#[test]
fn a_list_of_numbers_yields_all_pages_including_gaps() {
    let pager = "<div>1 <a href=?page=2>2</a> <a href=?page=3>3</a> … <a href=?page=6>6</a></div>";
    let (number, next, listed) = found(pager).unwrap_or_default();
    let address = |n: u32| format!("{OWN}?page={n}");
    assert_eq!((number, listed), (1, true));
    assert_eq!(next, (2..=6).map(address).collect::<Vec<_>>());
}

#[test]
fn pages_are_found_in_every_url_format() {
    for (own, address) in [
        ("/a", "/a/2"),
        ("/a/", "/a/2/"),
        ("/a.html", "/a-2.html"),
        ("/a.html", "/a_2.html"),
        ("/a.htm", "/a_page_2.htm"),
        ("/a.html", "/a,page-2.html"),
        ("/a.html", "/a.html?seite=2"),
        ("/a?id=7", "/a?id=7&p=2"),
        ("/a?id=7", "/a?page=2&id=7"),
        ("/a?utm_source=x&id=7", "/a?id=7&page=2"),
        ("/a", "/a/page/2/"),
        ("/a", "/a/p2"),
        ("/a/3#top", "/a/4"),
        ("/a?page=3", "/a?page=4"),
    ] {
        let pager = format!(
            "<div><a href=/a>1</a> 3 <a href={address}>{0}</a> <a href={address}>Next page</a></div>",
            if own.contains('3') { 4 } else { 2 }
        );
        let own = format!("https://example.org{own}");
        let expected = format!("https://example.org{address}");
        assert_eq!(next(&own, &pager), Some(expected), "{own}");
    }
}

#[test]
fn page_numbers_in_urls_can_start_at_zero() {
    let pager = "<div>1 <a href=?page=1>2</a> <a href=?page=2>3</a></div>";
    let (number, next, _) = found(pager).unwrap_or_default();
    assert_eq!(number, 1);
    assert_eq!(next, [1, 2].map(|n| format!("{OWN}?page={n}")));
    let pager = "<div><a href=?>1</a> 2 <a href=?page=2>3</a></div>";
    let (number, next, _) = found_at(&format!("{OWN}?page=1"), ARTICLE, pager).unwrap_or_default();
    assert_eq!((number, next), (2, vec![format!("{OWN}?page=2")]));
}

#[test]
fn a_link_named_next_is_sufficient() {
    for link in [
        "<a href=/2026/ferry/2>Next page</a>",
        "<a href=/2026/ferry/2>次のページへ</a>",
        "<a href=/2026/ferry/2 rel=next>And on we go</a>",
        "<a href=?page=2>Weiter »</a>",
        "<a href=?page=2>›</a>",
    ] {
        let found = found(&format!("<p>{link}</p>"));
        let (_, next, listed) = found.unwrap_or_else(|| panic!("{link}"));
        assert_eq!((next.len(), listed), (1, false), "{link}");
    }
}

#[test]
fn other_articles_are_not_pages() {
    for pager in [
        // Neither number nor label refers to a page.
        "<p><a href=/2026/ferry/2>Next</a>",
        "<p><a href=/2026/ferry/2>The crossing</a>",
        "<p><a href=/2026/lens rel=next>Next page</a>",
        "<p><a href=/2026/lens/2>2</a> <a href=/2026/lens/3>3</a>",
        "<p><a href=https://other.org/2026/ferry/2>2</a> <a href=https://other.org/2026/ferry/3>3</a>",
        "<p><a href=https://example.org.evil.test/2026/ferry/2>2</a> 1",
        "<p><a href=https://example.org:81/2026/ferry/2>2</a> 1",
        "<p><a href=/2026/ferry/comment-page-2>2</a> 1",
        "<p><a href='?page=2#comments'>2</a> 1",
        "<p><a href='?slide=2'>Next</a>",
        // A number with another meaning.
        "<p><a href=/2026/ferry/2>2</a> people were there",
        "<p><a href=?page=0>0</a><a href=?page=-1>-1</a>",
        "",
    ] {
        assert_eq!(found(pager), None, "{pager}");
    }
    // Numbers of articles.
    let pager = "<p><a href=/post-3 rel=next>3</a>";
    assert_eq!(found_at("https://example.org/post-2", ARTICLE, pager), None);
    // A page without a web URL.
    for own in ["", "about:srcdoc", "file:///ferry"] {
        assert_eq!(found_at(own, ARTICLE, "1 <a href=?page=2>2</a>"), None);
    }
}

#[test]
fn lists_and_discussions_have_no_pages() {
    let pager = "<div>1 <a href=?page=2>2</a> <a href=?page=3>3</a></div>";
    assert!(found(pager).is_some());
    // Without evidence that it's an article.
    assert_eq!(found_at(OWN, "", pager), None);
    for own in [
        "https://example.org/category/ferries",
        "https://example.org/threads/ferries.17",
        "https://example.org/thread-17.html",
        "https://forum.example.org/ferries",
    ] {
        assert_eq!(found_at(own, ARTICLE, pager), None, "{own}");
    }
    let discussion =
        r#"<script type=application/ld+json>{"@type":"DiscussionForumPosting"}</script>"#;
    assert_eq!(found_at(OWN, discussion, pager), None);
    // Other articles between the text and the numbers.
    let teaser = "<li><h3><a href=/other>Another story of the same island and its people</a></h3>";
    let far = format!("<ul class=related>{}</ul>{pager}", teaser.repeat(6));
    assert_eq!(found(&far), None);
}

#[test]
fn page_links_are_limited_and_odd_urls_do_not_panic() {
    let link = |n: u32| format!("<a href=?page={n}>{n}</a> ");
    let many: String = (2..3000).map(link).collect();
    let (_, next, listed) = found(&format!("<div>1 {many}</div>")).unwrap_or_default();
    assert_eq!((next.len() as u32, listed), (MAX_PAGES, true));
    // URLs of any kind cause no panic.
    for address in [
        "?page=é2",
        "/é2",
        "//",
        "?",
        "?=",
        "?page=",
        "&page=2",
        "/page2?&&",
        "http://[",
        "?a=1&page=2&",
    ] {
        let _ = found(&format!(
            "<div>1 <a href='{address}'>2</a> <a href='{address}' rel=next>»</a></div>"
        ));
    }
}
