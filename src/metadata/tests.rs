use super::*;
use crate::front::html;
use crate::page::{Attr, Limits, PageBuilder, PageInfo, Tag};

const URL: &str = "https://www.example.org/news/ferry";

fn page(html: &str) -> Page {
    html::read(html, URL, Limits::default()).unwrap()
}

fn of(html: &str) -> Metadata {
    metadata(&page(html))
}

fn title(html: &str) -> String {
    of(html).title.unwrap_or_default()
}

fn byline(html: &str) -> String {
    of(html).byline.unwrap_or_default()
}

fn published(html: &str) -> String {
    of(html).published.unwrap_or_default()
}

#[test]
fn the_heading_wins_over_titles_with_the_sites_name() {
    for head in [
        "<title>Ferry returns to harbour | Example</title>",
        "<title>Example - Ferry returns to harbour</title>",
        "<title>Ferry returns to harbour — News — Example</title>",
        "<meta property=og:title content='Ferry returns to harbour – example.org'>",
        "<script type=application/ld+json>{\"@type\":\"NewsArticle\",\"headline\":\"Ferry returns to harbour\"}</script>",
    ] {
        let html = format!(
            "{head}<h1><a href=/>Example</a></h1><h2>Ferry returns to harbour</h2><p>Text."
        );
        assert_eq!(title(&html), "Ferry returns to harbour", "{head}");
    }
}

#[test]
fn site_names_go_without_a_heading() {
    for given in [
        "Ferry returns | Example",
        "Ferry returns - example.org",
        "Example: Ferry returns | The Example",
        "Ferry returns · Harbour Post",
    ] {
        let html = format!(
            "<title>{given}</title><meta property=og:site_name content='Harbour Post'><p>Text."
        );
        let found = title(&html);
        assert!(found.ends_with("Ferry returns"), "{given}: {found}");
    }
    assert_eq!(
        title("<title>渡轮回来了_海港网</title><meta property=og:site_name content=海港网><p>字"),
        "渡轮回来了"
    );
    // A dash inside the title stays.
    assert_eq!(
        title("<title>Ferry - a love story - Example</title><p>x"),
        "Ferry - a love story"
    );
}

#[test]
fn a_lone_heading_wins_over_a_title_for_search_engines() {
    let html = "<title>Ferry timetable 2024 and tickets | Example</title>\
        <h1>The ferry is back</h1><p>Text.";
    assert_eq!(title(html), "The ferry is back");
}

#[test]
fn what_is_no_title() {
    // The drawing's title is not the page's; hidden headings and buttons in them say nothing.
    assert_eq!(title("<svg><title>Logo</title></svg><p>x"), "");
    let html = "<title>Real title here</title><h1 hidden>Menu</h1>\
        <h1>Real title here <button>Copy link</button></h1>";
    assert_eq!(title(html), "Real title here");
    assert_eq!(
        title("<title>Sorting ¶</title><h1>Sorting<a href=#s>¶</a></h1>"),
        "Sorting"
    );
    assert_eq!(title(""), "");
}

#[test]
fn entities_escaped_twice_are_decoded() {
    assert_eq!(
        title("<meta property=og:title content='Tom &amp;amp;amp; Jerry'><p>x"),
        "Tom & Jerry"
    );
}

#[test]
fn the_node_of_the_title() {
    let p = page("<title>Ferry returns | Example</title><div><b>Ferry returns</b></div><p>Text.");
    let node = metadata(&p).title_node.unwrap();
    assert_eq!(p.visible_text(node), "Ferry returns");
}

#[test]
fn authors_from_every_source() {
    for source in [
        "<script type=application/ld+json>{\"@type\":\"Article\",\"author\":{\"name\":\"Ada Park\"}}</script><h1>T</h1>",
        "<meta name=author content='Ada Park'><h1>T</h1>",
        "<meta property=article:author content='Ada Park'><h1>T</h1>",
        "<h1>T</h1><a rel=author href=/ada>Ada Park</a>",
        "<h1>T</h1><div itemprop=author><span itemprop=name>Ada Park</span> (Berlin)</div>",
        "<h1>T</h1><div class=byline>By <b>Ada Park</b>, Staff Writer</div>",
        "<h1>T</h1><div class=post-author><span>By</span><span>Ada Park</span><span>Follow</span></div>",
        "<h1>T</h1><p>By Ada Park</p><p>Text.",
        "<h1>T</h1><p>Von Ada Park</p><p>Text.",
        "<h1>T</h1><p>Written by</p><p>Ada Park</p><p>Text.",
        "<h1>T</h1><p>Par Ada Park, 3 mai 2024</p><p>Text.",
    ] {
        assert_eq!(byline(source), "Ada Park", "{source}");
    }
    assert_eq!(
        byline("<h1>题</h1><p>2024年5月3日 来源：晚报 作者：王芳</p><p>字"),
        "王芳"
    );
}

#[test]
fn several_authors() {
    assert_eq!(
        byline("<h1>T</h1><p class=byline>By Ada Park, Bo Lind and Cy Ray"),
        "Ada Park, Bo Lind, Cy Ray"
    );
    assert_eq!(
        byline(
            "<meta name=citation_author content='Park, Ada'><meta name=citation_author content='Lind, Bo'>"
        ),
        "Park, Ada, Lind, Bo"
    );
    assert_eq!(
        byline("<meta name=author content='Ada Park, ADA PARK'>"),
        "Ada Park"
    );
    assert_eq!(
        byline("<meta name=author content='Office of Food and Drugs'>"),
        "Office of Food and Drugs"
    );
}

#[test]
fn what_is_no_author() {
    for source in [
        "<meta name=author content=admin>",
        "<meta property=article:author content=https://social.example/ada>",
        "<meta name=author content=ada@example.org>",
        "<meta name=author content=@ada>",
        "<h1>T</h1><p>By then the ferry had left the harbour.",
        "<h1>T</h1><p>Text.</p><div class=comments><a rel=author>Cy Ray</a></div>",
    ] {
        assert_eq!(byline(source), "", "{source}");
    }
    // The site's own name only where nobody else is named.
    let head = "<meta property=og:site_name content='Harbour Post'><meta name=author content='Harbour Post'>";
    assert_eq!(byline(head), "Harbour Post");
    assert_eq!(
        byline(&format!("{head}<h1>T</h1><p>By Ada Park")),
        "Ada Park"
    );
}

#[test]
fn dates_from_every_source() {
    for source in [
        "<script type=application/ld+json>{\"@type\":\"Article\",\"datePublished\":\"2024-05-03\"}</script>",
        "<meta property=article:published_time content=2024-05-03>",
        "<meta name=citation_publication_date content=2024/05/03>",
        "<h1>T</h1><time datetime=2024-05-03>Friday</time>",
        "<h1>T</h1><span itemprop=datePublished content=2024-05-03></span>",
        "<h1>T</h1><p>Published on May 3, 2024, updated May 9, 2024",
        "<h1>T</h1><p>May 3, 2024 – The ferry is back.",
        "<p>3 May 2024<h1>T</h1><p>Text.",
    ] {
        assert_eq!(published(source), "2024-05-03", "{source}");
    }
}

#[test]
fn dates_that_are_anothers() {
    let html = "<h1>T</h1><p>Text.</p><aside><time datetime=2020-01-02></time></aside>\
        <div class=related-posts>3 May 2021</div><footer>© 1 May 2022</footer>";
    assert_eq!(published(html), "");
}

#[test]
fn changed_is_apart_from_published() {
    let html = "<meta property=article:published_time content=2024-05-03T10:00:00+02:00>\
        <meta property=article:modified_time content=2024-05-04T08:00:00Z>";
    let m = of(html);
    assert_eq!(m.published.as_deref(), Some("2024-05-03T10:00:00+02:00"));
    assert_eq!(m.modified.as_deref(), Some("2024-05-04T08:00:00Z"));
    let m = of("<h1>T</h1><p>Last updated: 4 May 2024");
    assert_eq!(
        (m.published.as_deref(), m.date()),
        (None, Some("2024-05-04"))
    );
    // Changed before it was published: not said.
    let m = of("<meta name=date content=2024-05-03><meta name=last-modified content=2020-01-01>");
    assert_eq!(m.modified, None);
}

#[test]
fn the_urls_date_and_numeric_order_by_language() {
    let p = html::read(
        "<h1>T</h1>",
        "https://example.org/2024/05/03/t",
        Limits::default(),
    )
    .unwrap();
    assert_eq!(metadata(&p).published.as_deref(), Some("2024-05-03"));
    assert_eq!(
        published("<html lang=en-US><h1>T</h1><p>5/3/2024"),
        "2024-05-03"
    );
    assert_eq!(
        published("<html lang=fr><h1>T</h1><p>3/5/2024"),
        "2024-05-03"
    );
}

#[test]
fn site_language_direction() {
    let m = of("<html lang=ar><meta property=og:site_name content=Harbour><p>x");
    assert_eq!(
        (m.site.as_deref(), m.lang.as_deref(), m.rtl),
        (Some("Harbour"), Some("ar"), true)
    );
    let m = of("<html dir=rtl><p>x");
    assert_eq!((m.site.as_deref(), m.rtl), (Some("example.org"), true));
    let m = of(
        "<html lang=en><p>渡轮回到了港口城里的人们都很高兴因为它又每天开行了人们可以去对岸上班上学",
    );
    assert_eq!((m.lang.as_deref(), m.rtl), (Some("zh"), false));
}

#[test]
fn excerpt_picture_and_address() {
    let m = of("<link rel=canonical href=/news/ferry#top>\
        <meta name=description content='The ferry is back after a long winter.'>\
        <meta property=og:image content=data:image/png;base64,x>\
        <meta name=twitter:image content=https://cdn.example.net/f.jpg>");
    assert_eq!(m.canonical.as_deref(), Some(URL));
    assert_eq!(
        m.excerpt.as_deref(),
        Some("The ferry is back after a long winter.")
    );
    assert_eq!(m.image.as_deref(), Some("https://cdn.example.net/f.jpg"));
    // Another site's address, and the front page for every page, are slips.
    let canonical = |u: &str| of(&format!("<link rel=canonical href='{u}'>")).canonical;
    assert_eq!(canonical("https://other.net/news/ferry"), None);
    assert_eq!(canonical("https://www.example.org/"), None);
    // A summary that repeats the title says nothing.
    assert_eq!(of("<title>The ferry is back in harbour</title><meta name=description content='The ferry is back in harbour'>").excerpt, None);
}

#[test]
fn nodes_that_state_author_and_date() {
    let p = page(
        "<title>Ferry returns</title><h1>Ferry returns</h1><div class=byline>By Ada Park</div>\
         <p>Published 3 May 2024 · 4 min read</p>\
         <p>Ada Park saw on 3 May 2024 how the ferry came back into the harbour.</p>",
    );
    let m = metadata(&p);
    let texts: Vec<String> = m.byline_nodes.iter().map(|&n| p.visible_text(n)).collect();
    assert_eq!(texts, ["By Ada Park", "Published 3 May 2024 · 4 min read"]);
}

#[test]
fn hostile_pages_end() {
    let json = |body: &str| format!("<script type=application/ld+json>{body}</script><h1>T</h1>");
    for html in [
        json(&"[".repeat(100_000)),
        json(&"{\"author\":".repeat(50_000)),
        json(&"{\"@type\":\"Article\"},".repeat(50_000)),
        "<h1>x".repeat(20_000),
        "<time>1 May 2024</time>".repeat(20_000),
        format!("<title>{}</title>", "a - ".repeat(50_000)),
        format!("<meta name=author content='{}'>", "A B, ".repeat(50_000)),
        format!("<h1>T</h1><p>{}", "By A ".repeat(100_000)),
    ] {
        of(&html);
    }
}

#[test]
fn deep_pages_end() {
    // Built directly: the time for this many open elements is the HTML parser's otherwise.
    let mut builder = PageBuilder::new(PageInfo::default(), Limits::default());
    builder.open_tag(Tag::Html).unwrap();
    builder.open_tag(Tag::Body).unwrap();
    for _ in 0..50_000 {
        builder.open_tag(Tag::Div).unwrap();
        builder
            .attr(Attr::Class, "author entry-title date")
            .unwrap();
    }
    builder.text("Ada Park").unwrap();
    metadata(&builder.finish().unwrap());
}
