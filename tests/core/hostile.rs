//! Hostile pages: reading them ends within the time limit, with a page or a clear error.

use std::fmt::Write;
use std::time::{Duration, Instant};

use pith::page::{Limits, Page, PageError};
use pith::source::html::{self, HtmlError};
use pith::source::snapshot;

/// Enough for an unoptimized build on a busy machine. Without its guards, the parser would take
/// minutes for most of these pages.
const PATIENCE: Duration = Duration::from_secs(60);

fn read(html: &str) -> Result<Page, HtmlError> {
    let start = Instant::now();
    let page = html::read_bytes(
        html.as_bytes(),
        None,
        "https://example.org/",
        Limits::default(),
    );
    let elapsed = start.elapsed();
    let head: String = html.chars().take(60).collect();
    assert!(elapsed < PATIENCE, "{head} took {elapsed:?}");
    page
}

fn numbered(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, i| {
        let _ = all.write_str(&one(i));
        all
    })
}

#[test]
fn text_in_fifty_thousand_levels_is_kept() {
    for open in [
        "<div>",
        "<b>",
        "<span>",
        "<table>",
        "<table><tr><td>",
        "<ul><li>",
        "<blockquote>",
        "<font size=1>",
        "<section><p><b>",
        "<x-a>",
        "<svg>",
        "<math><mi>",
        "<form><div>",
        "<button>",
        "<ruby><rt>",
        "<a><b><div></a>",
    ] {
        let html = format!("<p>start</p>{}<i>deep</i>", open.repeat(50_000));
        let page = read(&html).unwrap();
        let text = page.visible_text(page.body());
        assert!(
            text.contains("start") && text.contains("deep"),
            "{open}: {text}"
        );
    }
}

#[test]
fn elements_after_deep_nesting_are_placed_correctly() {
    // Everything opened is closed again, so the next element is at the top level.
    let html = format!(
        "{}<p>deep</p>{}<p id=after>after</p>",
        "<div>".repeat(50_000),
        "</div>".repeat(50_000)
    );
    let page = read(&html).unwrap();
    let after = page
        .nodes()
        .find(|&n| page.attr(n, pith::page::Attr::Id) == Some("after"))
        .unwrap();
    assert_eq!(page.parent(after), Some(page.body()));
    // Elements below the limit are kept, as siblings.
    let html = format!(
        "{}<h2>a</h2><p>b</p><p>c <b>d</b></p>",
        "<div>".repeat(2000)
    );
    let page = read(&html).unwrap();
    let names: Vec<_> = page
        .nodes()
        .filter(|&n| page.level(n) > 500 && page.tag(n) != pith::page::Tag::Div)
        .map(|n| page.tag(n).name())
        .collect();
    for name in ["h2", "p", "b"] {
        assert!(names.contains(&name), "{names:?}");
    }
    assert_eq!(page.visible_text(page.body()), "a b c d");
}

#[test]
fn depth_within_the_browser_limit_is_kept() {
    let html = format!("{}x", "<div>".repeat(400));
    let page = read(&html).unwrap();
    assert_eq!(page.nodes().map(|n| page.level(n)).max(), Some(402));
}

#[test]
fn half_a_million_nodes_are_read() {
    let page = read(&"<p>a</p>".repeat(249_000)).unwrap();
    assert!(page.len() > 498_000);
    assert_eq!(snapshot::read(&snapshot::write(&page)), Ok(page));
    assert!(
        read(&format!(
            "{}{}",
            "<div>".repeat(50_000),
            "<p>x</p>".repeat(50_000)
        ))
        .is_ok()
    );
}

#[test]
fn exceeded_limits_are_clear_errors() {
    let too_many = |max| HtmlError::Page(PageError::TooManyNodes { max });
    assert_eq!(
        read(&"<p>a</p>".repeat(600_000)).err(),
        Some(too_many(1_000_000))
    );
    // Every paragraph reopens all earlier formatting elements: 1 + 2 + 3 …
    let html = numbered(50_000, |i| format!("<p><b id={i}>x"));
    assert_eq!(read(&html).err(), Some(too_many(1_000_000)));
    let limits = Limits {
        depth: 100,
        ..Limits::default()
    };
    let deep = "<div>".repeat(400);
    assert_eq!(
        html::read(&deep, "", limits).err(),
        Some(PageError::TooDeep { max: 100 })
    );
    let limits = Limits {
        bytes: 1000,
        ..Limits::default()
    };
    assert_eq!(
        html::read(&format!("<p>{}", "x".repeat(2000)), "", limits).err(),
        Some(PageError::TooMuchText { max: 1000 })
    );
}

#[test]
fn huge_amounts_of_repeated_markup_do_not_hang() {
    for html in [
        numbered(20_000, |i| format!("<b id={i}>")),
        format!("<p>{}", numbered(20_000, |i| format!("<b id={i}>x</b>"))),
        format!("<div {}>x", numbered(10_000, |i| format!(" a{i}=1"))),
        "<html a=1>".repeat(50_000),
        "<!-- x -->".repeat(200_000),
        "<base href=/>".repeat(20_000),
        "<noscript><img src=a></noscript>".repeat(10_000),
        "<iframe srcdoc='<p>x'></iframe>".repeat(5000),
        "<iframe/srcdoc=".repeat(50_000),
        "<div><template shadowrootmode=open><slot></slot></template>".repeat(10_000),
        "<template>".repeat(50_000),
        "<table>x".repeat(20_000),
        format!("<table>{}", "<b>x".repeat(10_000)),
        "<b><div>".repeat(300) + &"</b>".repeat(50_000),
        "<div>".repeat(5000) + &"</x>".repeat(50_000),
        "<select><option>".repeat(50_000),
        "</p>".repeat(100_000),
        "<!--".repeat(100_000),
        "<a href='".repeat(100_000),
        "&#".repeat(100_000),
        "<".repeat(300_000),
        "<p>\0\u{b}\u{fffe}".repeat(1000),
    ] {
        let _ = read(&html);
    }
}

#[test]
fn number_of_attributes_is_limited() {
    let html = format!(
        "<p a=1>x<i {}id=late>y",
        numbered(200_000, |i| format!("a{i}=1 "))
    );
    let page = read(&html).unwrap();
    assert_eq!(page.visible_text(page.body()), "xy");
    assert!(
        page.nodes()
            .all(|n| page.attr(n, pith::page::Attr::Id).is_none())
    );
    // The same with one attribute each on repeated tags of one element.
    let html = numbered(100_000, |i| format!("<body a{i}=1>")) + "x";
    assert_eq!(read(&html).unwrap().len(), 4);
}

#[test]
fn random_tags_give_valid_pages_or_errors() {
    const PIECES: [&str; 40] = [
        "<table>",
        "</table>",
        "<tr>",
        "<td>",
        "<caption>",
        "<div>",
        "</div>",
        "<p>",
        "</p>",
        "<b>",
        "</b>",
        "<a href=x>",
        "</a>",
        "<i id=1>",
        "</i>",
        "<select>",
        "<option>",
        "</select>",
        "<svg>",
        "</svg>",
        "<foreignObject>",
        "<math>",
        "<annotation-xml>",
        "<template>",
        "</template>",
        "<template shadowrootmode=open>",
        "<slot>",
        "<slot name=s>",
        "<span slot=s>",
        "<noscript>",
        "</noscript>",
        "<iframe srcdoc='<b><p>x'>",
        "<form>",
        "</form>",
        "<button>",
        "<frameset>",
        "<body>",
        "<title>",
        "</title>",
        "text ",
    ];
    arbtest::arbtest(|u| {
        let mut html = String::new();
        for _ in 0..u.int_in_range(1..=200)? {
            let piece = *u.choose(&PIECES)?;
            // Sometimes repeated until the depth limit applies.
            let times = if u.ratio(1, 40)? { 700 } else { 1 };
            html.push_str(&piece.repeat(times));
        }
        if let Ok(page) = html::read(&html, "", Limits::default()) {
            assert_eq!(page.root().0, 0);
            assert_eq!(page.end(page.root()).index(), page.len());
            for id in page.nodes().skip(1) {
                let parent = page.parent(id).unwrap();
                assert!(parent < id && page.end(id) <= page.end(parent));
                assert!(page.is_element(parent));
            }
            assert_eq!(snapshot::read(&snapshot::write(&page)), Ok(page));
        }
        Ok(())
    });
}
