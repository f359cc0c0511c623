//! Tests of the whole method on small pages.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use super::digest::{MAX_ENTRIES, MAX_PAGES};
use super::*;
use crate::page::{Limits, PageBuilder, PageInfo, Tag};
use crate::source::html;
use crate::text::collapse;

fn page(html: &str) -> Page {
    html::read(html, "https://a.example/", Limits::default()).unwrap()
}

fn page_at(html: &str, url: &str) -> Page {
    html::read(html, url, Limits::default()).unwrap()
}

fn text_of(page: &Page, kept: &NodeSet) -> String {
    let texts: Vec<_> = kept.iter().map(|id| page.text(id)).collect();
    collapse(&texts.join(" "))
}

/// Checks the kept text of the first page compared with the second, as a page and as a digest.
fn check(first: &str, second: &str, expected: Result<&str, NoContent>) {
    let first = page_at(first, "https://a.example/1");
    let second = page_at(second, "https://a.example/2");
    let digest = Digest::new(&second);
    for template in [Template::Page(&second), Template::Digest(&digest)] {
        let found = content(&first, template).map(|kept| text_of(&first, &kept));
        assert_eq!(found.as_deref().map_err(|&e| e), expected);
    }
}

const FERRY: [&str; 2] = [
    "The ferry left the harbour at noon with most of the islanders aboard, and nobody had \
     thought to tell the keeper of the light.",
    "He watched it go by from the gallery, waved once and went back to the lens, which had to \
     be clean before the evening came.",
];

const BRIDGE: [&str; 2] = [
    "Nobody has crossed the old bridge since the flood took its two middle arches, but the toll \
     house is still heated every winter.",
    "The council keeps a man there who writes down how high the river stands, twice a day, in a \
     book that nobody reads.",
];

/// Returns a page of a small news site: a menu, an article, links to others, and a footer.
fn news(title: &str, body: &str, related: &[&str]) -> String {
    let items: String = related
        .iter()
        .enumerate()
        .map(|(i, text)| format!("<li><a href=/{i}>{text}</a></li>"))
        .collect();
    format!(
        "<body><div id=top><ul><li><a href=/>Home</a><li><a href=/n>News</a><li><a \
         href=/s>Sport</a></ul></div><div id=main><div id=story><div><h1>{title}</h1></div>{body}\
         </div><div id=side><h2>More</h2><ul>{items}</ul></div></div>\
         <div id=foot><p>All rights belong to those who wrote these pages, and nothing of them \
         may be printed without asking them beforehand.</p><p>Imprint</p></div></body>"
    )
}

fn paragraphs(texts: &[&str]) -> String {
    texts.iter().map(|text| format!("<p>{text}</p>")).collect()
}

#[test]
fn shared_template_of_two_articles_is_removed() {
    // Menu, heading, and footer are common, with long text in the footer. The links differ in text
    // and number, and the title in its frame in text, but not in structure.
    check(
        &news(
            "Ferry forgets keeper",
            &paragraphs(&FERRY),
            &["Gulls return", "Fog again", "New lamp"],
        ),
        &news("The toll house", &paragraphs(&BRIDGE), &["Frost", "A swan"]),
        Ok(&FERRY.join(" ")),
    );
}

#[test]
fn headings_and_lists_between_paragraphs_are_kept() {
    let ferry = format!(
        "<p>{}</p><h2>Noon</h2><ul><li>a boat<li>a lamp</ul><p>Short.</p><p>{}</p>",
        FERRY[0], FERRY[1]
    );
    let bridge = format!(
        "<p>{}</p><h2>Winter</h2><ul><li>an arch<li>a stove</ul><p>Brief.</p><p>{}</p>",
        BRIDGE[0], BRIDGE[1]
    );
    check(
        &news("Ferry", &ferry, &["Fog"]),
        &news("Bridge", &bridge, &["Frost"]),
        Ok(&format!(
            "{} Noon a boat a lamp Short. {}",
            FERRY[0], FERRY[1]
        )),
    );
}

#[test]
fn repeated_paragraphs_of_the_article_are_kept() {
    let body = paragraphs(&[FERRY[0], FERRY[1], FERRY[0]]);
    check(
        &news("Ferry", &body, &["Fog"]),
        &news("Bridge", &paragraphs(&BRIDGE), &["Frost"]),
        Ok(&[FERRY[0], FERRY[1], FERRY[0]].join(" ")),
    );
}

#[test]
fn short_text_in_place_of_long_text_is_not_a_list() {
    check(
        &news("Ferry", "<p>It left at noon.</p>", &["Fog"]),
        &news("Bridge", &paragraphs(&BRIDGE), &["Frost"]),
        Ok("It left at noon."),
    );
}

#[test]
fn list_pattern_does_not_depend_on_length() {
    let pattern = |list: &str| {
        let page = page(&format!("<ul>{list}</ul>"));
        grouping::patterns(&page, &Sequence::new(&page))[0]
    };
    let item = "<li><a href=/a>Fog</a></li>";
    assert_eq!(pattern(item), pattern(&item.repeat(3)));
    assert_ne!(pattern(item), pattern("<li>Fog</li>"));
}

#[test]
fn hidden_text_is_not_compared() {
    let hidden = |text| format!("{}<div hidden><p>{text}</p></div>", paragraphs(&FERRY));
    let expected = FERRY.join(" ");
    for (a, b) in [("one", "two"), (BRIDGE[0], "two")] {
        check(
            &news("Ferry", &hidden(a), &["Fog"]),
            &news("Bridge", &paragraphs(&[BRIDGE[0], b]), &["Frost"]),
            Ok(&expected),
        );
    }
}

#[test]
fn images_are_distinguished_by_their_sources() {
    let body =
        |image: &str, texts| format!("<p>{}</p><figure><img src={image}></figure>", [texts; 1][0]);
    let first = page(&news("Ferry", &body("ferry.png", FERRY[0]), &["Fog"]));
    let images = |second: &str| {
        let second = page(&news("Bridge", &body(second, BRIDGE[0]), &["Frost"]));
        let kept = content(&first, Template::Page(&second)).unwrap();
        kept.iter().filter(|&id| first.tag(id) == Tag::Img).count()
    };
    assert_eq!((images("bridge.png"), images("ferry.png")), (1, 0));
}

#[test]
fn identical_articles_leave_no_content() {
    let ferry = news("Ferry", &paragraphs(&FERRY), &["Fog"]);
    check(&ferry, &ferry, Err(NoContent::SameText));
    // The same article with other links beside it has no result either.
    let again = news("Ferry", &paragraphs(&FERRY), &["Fog", "Frost"]);
    check(&ferry, &again, Err(NoContent::SameText));
}

#[test]
fn different_templates_are_detected() {
    let ferry = news("Ferry", &paragraphs(&FERRY), &["Fog"]);
    let other = format!(
        "<body><table><tr><td><b>The toll house</b><td>{}</table></body>",
        BRIDGE[0]
    );
    check(&ferry, &other, Err(NoContent::OtherTemplate));
}

#[test]
fn empty_pages_are_errors() {
    let ferry = news("Ferry", &paragraphs(&FERRY), &["Fog"]);
    check("<body></body>", &ferry, Err(NoContent::SameText));
    check(&ferry, "<body></body>", Err(NoContent::OtherTemplate));
    let nothing = Digest::default();
    assert_eq!(
        content(&page(&ferry), Template::Digest(&nothing)),
        Err(NoContent::OtherTemplate)
    );
}

#[test]
fn scores_are_the_share_of_kept_characters() {
    let ferry = page(&news("Ferry", &paragraphs(&FERRY), &["Fog"]));
    let bridge = page(&news("Bridge", &paragraphs(&BRIDGE), &["Frost"]));
    let template = Template::Page(&bridge);
    let scores = scores(&ferry, template).unwrap();
    let kept = content(&ferry, template).unwrap();
    let sizes: Vec<_> = ferry
        .nodes()
        .map(|id| crate::text::char_count(ferry.text(id)))
        .collect();
    for id in ferry.subtree(ferry.body()) {
        let sum = |only: &dyn Fn(NodeId) -> bool| -> u32 {
            let nodes = ferry.subtree(id).filter(|&n| only(n));
            nodes.map(|n| sizes[n.index()]).sum()
        };
        let (all, content) = (sum(&|_| true), sum(&|n| kept.contains(n)));
        assert_eq!(scores.get(id), content as f32 / all.max(1) as f32);
    }
    let body = scores.get(ferry.body());
    assert!(0.5 < body && body < 0.8, "{body}");
}

#[test]
fn content_is_found_with_a_digest_of_many_pages() {
    let numbered = |i: u32| {
        let body = format!(
            "<p>{} Number {i} of them.</p><p>{i}. {}</p>",
            BRIDGE[0], BRIDGE[1]
        );
        let html = news(&format!("Bridge {i}"), &body, &[&format!("Frost {i}")]);
        page_at(&html, &format!("https://a.example/{i}"))
    };
    let mut digest = Digest::default();
    assert!(digest.is_empty());
    for i in 0..40 {
        digest.merge(&Digest::new(&numbered(i)));
    }
    assert_eq!(digest.page_count(), 40);
    let mut old = digest.clone();
    for i in 40..200 {
        old.merge(&Digest::new(&numbered(i)));
    }
    assert!(
        (32..=64).contains(&old.page_count()),
        "{}",
        old.page_count()
    );
    let ferry = page(&news("Ferry", &paragraphs(&FERRY), &["Fog", "Gulls"]));
    let found = |digest: &Digest, page: &Page| {
        content(page, Template::Digest(digest)).map(|kept| text_of(page, &kept))
    };
    assert_eq!(found(&digest, &ferry).unwrap(), FERRY.join(" "));
    assert_eq!(found(&old, &ferry).unwrap(), FERRY.join(" "));
    // An included page isn't common with itself, and is counted only once.
    let own = numbered(7);
    let before = digest.clone();
    digest.merge(&Digest::new(&own));
    assert_eq!(digest, before);
    let text = found(&digest, &own).unwrap();
    assert!(
        text.starts_with("Nobody has crossed") && text.ends_with("nobody reads."),
        "{text}"
    );
    // Order only affects which page hashes are stored.
    let (mut a, mut b) = (Digest::new(&ferry), Digest::new(&own));
    a.merge(&Digest::new(&own));
    b.merge(&Digest::new(&ferry));
    assert_eq!(found(&a, &numbered(3)), found(&b, &numbered(3)));
}

#[test]
fn digest_size_is_limited_and_repeated_parts_stay() {
    let many = |from: u32| {
        let texts: String = (from..from + 1000)
            .map(|i| format!("<p>text {i}"))
            .collect();
        let html = news("Ferry", &format!("{texts}<p>{}", FERRY[0]), &["Fog"]);
        page_at(&html, &format!("https://a.example/{from}"))
    };
    let mut digest = Digest::default();
    for i in 0..30 {
        digest.merge(&Digest::new(&many(10_000 * i)));
    }
    assert!(digest.to_bytes().len() <= 5 * MAX_ENTRIES + 4 * MAX_PAGES + 9);
    assert!(digest.to_bytes().len() > 5 * MAX_ENTRIES);
    let bridge = page(&news("Bridge", &paragraphs(&BRIDGE), &["Frost", "Swan"]));
    let kept = content(&bridge, Template::Digest(&digest)).unwrap();
    assert_eq!(text_of(&bridge, &kept), BRIDGE.join(" "));
}

#[test]
fn digests_round_trip_and_damaged_bytes_are_rejected() {
    let mut digest = Digest::new(&page_at(
        &news("Ferry", "", &["Fog"]),
        "https://a.example/1",
    ));
    digest.merge(&Digest::new(&page(&news("Bridge", "", &["Frost"]))));
    for digest in [Digest::default(), digest] {
        let bytes = digest.to_bytes();
        assert_eq!(Digest::from_bytes(&bytes).as_ref(), Ok(&digest));
        for len in 0..bytes.len() {
            let error = Digest::from_bytes(&bytes[..len]);
            assert_eq!(error, Err(DigestError::Truncated), "{len}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert_eq!(Digest::from_bytes(&longer), Err(DigestError::Damaged));
        let mut newer = bytes.clone();
        newer[3] = 9;
        let error = Digest::from_bytes(&newer).unwrap_err();
        assert_eq!(error, DigestError::Version { found: 9 });
        assert!(error.to_string().contains("version 9"));
    }
    assert_eq!(
        Digest::from_bytes(b"<html><body>"),
        Err(DigestError::NoDigest)
    );
    // Zero pages, and entries all the same.
    let mut odd = Digest::default().to_bytes();
    let end = odd.len() - 2;
    odd[end] = 1;
    odd.extend([1, 2, 3, 4, 0]);
    assert_eq!(Digest::from_bytes(&odd), Err(DigestError::Damaged));
}

/// Returns a page of `count` elements, nested or as siblings.
fn page_of(count: usize, deep: bool, text: impl Fn(usize) -> String) -> Page {
    let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
    b.open_tag(Tag::Body).unwrap();
    for i in 0..count {
        b.open_tag([Tag::Div, Tag::Section][i % 2]).unwrap();
        b.text(&text(i)).unwrap();
        if !deep {
            b.close();
        }
    }
    b.finish().unwrap()
}

#[test]
fn deep_and_huge_pages_are_compared() {
    let check = |page: &Page, other: &Page, count: usize| {
        let digest = Digest::new(other);
        for template in [Template::Page(other), Template::Digest(&digest)] {
            let parts = parts(page, template, &Params::default());
            assert_eq!(parts.sequence().elements().len(), count + 1);
        }
    };
    let word = |i| format!("word {i}");
    let deep = page_of(50_000, true, word);
    check(
        &deep,
        &page_of(50_000, true, |i| format!("other {i}")),
        50_000,
    );
    check(&deep, &deep, 50_000);
    // The same elements in another order; all different; hardly any different.
    let flat = page_of(20_000, false, word);
    for other in [
        page_of(20_000, false, |i| word(i * 7919 % 20_000)),
        page_of(20_000, false, |i| format!("other {i}")),
        page_of(20_000, false, |i| word(i % 3)),
    ] {
        check(&flat, &other, 20_000);
    }
    let repeats = page_of(20_000, false, |i| word(i * i / 7 % 5));
    check(
        &repeats,
        &page_of(20_000, false, |i| word(i * i / 11 % 5)),
        20_000,
    );
}
