#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use super::*;
use crate::page::Limits;
use crate::source::html;

const SENTENCE: &str =
    "He watched the ferry go by, waved once, and went back to polishing the lens. ";

fn columns_of(body: &str) -> Columns {
    columns(&html::read(body, "https://example.org/", Limits::default()).unwrap())
}

fn is_article(body: &str) -> bool {
    is_readerable(&html::read(body, "https://example.org/", Limits::default()).unwrap())
}

#[test]
fn prose_is_an_article_and_nearly_empty_pages_are_not() {
    let paragraph = format!("<p>{}", SENTENCE.repeat(3));
    assert!(is_article(&format!(
        "<h1>The lens</h1><div>{}</div>",
        paragraph.repeat(4)
    )));
    assert!(!is_article("<p>Closed."));
    assert!(!is_article(""));
}

#[test]
fn link_lists_and_teaser_pages_are_not_articles() {
    let entry = "<li><a href=/story>A story about the ferry that left the harbour at noon</a>";
    assert!(!is_article(&format!("<ul>{}</ul>", entry.repeat(60))));
    let teaser = format!(
        "<article><h3><a href=/story>The ferry that left the harbour</a></h3><p>{SENTENCE}</article>"
    );
    assert!(!is_article(&format!("<main>{}</main>", teaser.repeat(30))));
}

#[test]
fn lines_separated_by_br_are_an_article() {
    let lines = format!("{SENTENCE}<br>").repeat(20);
    assert!(is_article(&format!("<div><div>{lines}</div></div>")));
}

#[test]
fn counting_stops_once_enough_text_is_found() {
    let paragraph = format!("<p>{}", SENTENCE.repeat(10));
    assert_eq!(columns_of(&paragraph.repeat(5)), None);
    assert!(columns_of(&paragraph.repeat(2)).is_some());
    // The same amount of text in links in the same container prevents that.
    let linked = paragraph.replace("<p>", "<p><a href=/a>");
    assert!(columns_of(&linked.repeat(5)).is_some());
}

#[test]
fn text_of_scripts_controls_and_media_does_not_count() {
    let shown = format!("<p>{}</p>", SENTENCE.repeat(8));
    let long = SENTENCE.repeat(60);
    for around in [
        "script", "style", "noscript", "textarea", "svg", "template", "video",
    ] {
        let page = format!("{shown}<{around}>{long}</{around}>");
        assert_eq!(columns_of(&page), columns_of(&shown), "{around}");
    }
}

#[test]
fn noscript_article_is_read_if_nothing_else_is_there() {
    let paragraph = format!("<p>{}", SENTENCE.repeat(3));
    assert!(is_article(&format!(
        "<body><div>Loading</div><noscript>{}</noscript>",
        paragraph.repeat(4)
    )));
}

#[test]
fn lengths_equal_those_in_javascript() {
    assert_eq!(length("\u{feff}\n \u{3000}a😀b\u{a0}\t"), 4);
    assert_eq!(length("a  b"), 4);
    assert_eq!(length("\n  two \n lines  here\n"), 14);
    assert_eq!(
        [
            length("山腳下的修傘人"),
            length("of 山"),
            length("山 of it")
        ],
        [14, 4, 7]
    );
    assert_eq!([0, 1, 2, 255].map(steps), [0, 8, 13, 64]);
}

#[test]
fn deep_and_empty_pages_are_read() {
    let deep = format!("{}{SENTENCE}", "<span>".repeat(400));
    assert!(columns_of(&deep).is_some());
    assert!(columns_of("<frameset><frame></frameset>").is_some());
}
