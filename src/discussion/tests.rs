//! Small pages in the mark-up of systems in which people discuss.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use super::{Contribution, Discussion};
use crate::front::html;
use crate::page::{Limits, NodeId, NodeSet};

fn found(html: &str) -> Discussion {
    let page = html::read(html, "https://example.org/ferry", Limits::default()).unwrap();
    Discussion::new(&page, Some("Eve Keeper"), &NodeSet::new(&page))
}

/// Returns who, when, how deep and what, of every contribution.
fn said(html: &str) -> Vec<(String, String, u32, String)> {
    let all = found(html).contributions.into_iter();
    all.map(|one| {
        let [author, time] = [one.author, one.time].map(Option::unwrap_or_default);
        (author, time, one.depth, one.text)
    })
    .collect()
}

macro_rules! systems {
    ($($name:ident)+) => {
        $(
            #[test]
            fn $name() {
                let html = include_str!(concat!("../../tests/pages/discussions/", stringify!($name), ".html"));
                let truth = include_str!(concat!("../../tests/pages/discussions/", stringify!($name), ".txt"));
                let lines = said(html).into_iter().map(|(author, time, depth, text)| {
                    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    format!("{depth}\t{author}\t{time}\t{text}")
                });
                let lines: Vec<String> = lines.collect();
                assert_eq!(lines, truth.lines().collect::<Vec<_>>());
            }
        )+
    };
}

systems! {
    wordpress discourse phpbb hacker_news reddit_old stack_exchange github mastodon
    xenforo
}

#[test]
fn answers_stand_in_what_they_answer() {
    let said = |depth, in_article| Contribution {
        depth,
        in_article,
        ..Contribution::default()
    };
    let depths = |depths: &[u32]| {
        let contributions = depths.iter().map(|&depth| said(depth, false)).collect();
        let all = Discussion {
            contributions,
            ..Discussion::default()
        };
        let threads = all.threads().threads.into_iter();
        let bare = |html: String| html.replace('\n', "");
        threads.map(bare).collect::<Vec<_>>()
    };
    let list = |items: &str| format!("<ol class=\"pith-thread\">{items}</ol>");
    let deep = format!("<li>{}</li>", list("<li></li>"));
    assert_eq!(depths(&[0, 0]), ["<li></li>", "<li></li>"]);
    assert_eq!(depths(&[0, 1, 0]), [&deep, "<li></li>"]);
    let both = list(&format!("{deep}<li></li>"));
    assert_eq!(depths(&[0, 1, 2, 1]), [format!("<li>{both}</li>")]);
    // Back by two levels at once, and into one that nobody has begun.
    let back = format!("<li>{}</li>", list(&deep));
    assert_eq!(depths(&[0, 1, 2, 0]), [&back, "<li></li>"]);
    assert_eq!(depths(&[3, 7]), [deep]);
    assert!(Discussion::default().beside().is_empty());
    // What the article has is not said twice.
    let contributions = vec![said(0, true), said(1, false), said(2, false)];
    let all = Discussion {
        contributions,
        ..Discussion::default()
    };
    assert_eq!(all.threads().count, 2);
}

#[test]
fn what_the_article_holds_is_told() {
    let source = include_str!("../../tests/pages/discussed.html");
    let page = html::read(source, "https://example.org/ferry", Limits::default()).unwrap();
    let mut kept = NodeSet::new(&page);
    let is_shown = |&n: &NodeId| page.tag(n).is_replaced() || !page.text(n).trim().is_empty();
    for leaf in page.nodes().filter(is_shown) {
        kept.insert(leaf);
    }
    let found = Discussion::new(&page, None, &kept).contributions;
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|said| said.in_article));
    let found = Discussion::new(&page, None, &NodeSet::new(&page)).contributions;
    assert!(found.iter().all(|said| !said.in_article));
}

#[test]
fn who_says_something_and_when_stands_before_it() {
    let head = |said: Contribution| {
        Discussion {
            contributions: vec![said],
            ..Discussion::default()
        }
        .beside()
        .styled_html()
        .replace('\n', "")
    };
    let said = Contribution {
        author: Some("A <b>".to_owned()),
        time: Some("2026-03-14T09:26:53Z".to_owned()),
        link: Some("https://example.org/?a=1&b=2#c".to_owned()),
        votes: Some(-3),
        by_author: true,
        ..Contribution::default()
    };
    assert_eq!(
        head(said.clone()),
        "<ol class=\"pith-thread\"><li><p class=\"pith-says\"><b class=\"pith-by-author\">A &lt;b&gt;</b> \
         <a href=\"https://example.org/?a=1&amp;b=2#c\"><time datetime=\"2026-03-14T09:26:53Z\">2026-03-14 09:26</time></a> \
         <span class=\"pith-votes\">−3</span></p></li></ol>"
    );
    // A time in no known form is shown as the page has it.
    let time = Some("3 hours ago".to_owned());
    let said = Contribution {
        time,
        link: None,
        author: None,
        votes: None,
        ..said
    };
    assert!(head(said).contains("<p class=\"pith-says\"><span>3 hours ago</span></p>"));
}

#[test]
fn cards_and_menus_are_no_discussion() {
    let card = |n: u32| {
        format!(
            "<article class=post id=post-{n}><h2><a href=/story-{n}>Story {n}</a></h2>\
             <a class=author href=/author/ann>Ann</a> <time datetime=2026-03-0{n}>Then</time>\
             <p>The ferry sails again, and so on.</p></article>"
        )
    };
    assert_eq!(said(&(1..6).map(card).collect::<String>()), []);
    assert_eq!(
        said("<ul><li class=item><a href=/a>One</a><li class=item><a href=/b>Two</a></ul>"),
        []
    );
}

#[test]
fn whoever_wrote_the_article_is_told_and_votes_are_counted() {
    let html = "<div class=comment id=c1><b class=author>Eve Keeper</b> <time datetime=2026-03-14>x</time>\
                <span class=votes>\u{2212}3</span><p class=text>Mine.</p></div>\
                <div class=comment id=c2><b class=author>Ann</b> <time>whenever it was</time>\
                <span class=votes>many</span><p class=text>Hers.</p></div>";
    let all = found(html).contributions;
    assert_eq!(
        all.iter().map(|one| one.by_author).collect::<Vec<_>>(),
        [true, false]
    );
    assert_eq!(
        all.iter().map(|one| one.votes).collect::<Vec<_>>(),
        [Some(-3), None]
    );
    assert_eq!(all[1].time.as_deref(), Some("whenever it was"));
    assert_eq!(all[0].article.html(), "<p>Mine.</p>\n");
}

#[test]
fn what_is_in_the_article_is_told() {
    let html = "<div class=comment id=c1><b class=author>Ann</b> <time datetime=2026-03-14>x</time>\
                <p class=text>One.</p></div>\
                <div class=comment id=c2><b class=author>Ben</b> <time datetime=2026-03-14>x</time>\
                <p class=text>Two.</p></div>";
    let page = html::read(html, "", Limits::default()).unwrap();
    let mut kept = NodeSet::new(&page);
    page.nodes()
        .filter(|&id| page.text(id) == "One.")
        .for_each(|id| kept.insert(id));
    let all = Discussion::new(&page, None, &kept).contributions;
    assert_eq!(
        all.iter().map(|one| one.in_article).collect::<Vec<_>>(),
        [true, false]
    );
}

#[test]
fn many_contributions_and_deep_ones_are_read() {
    let one = |n: usize| {
        format!(
            "<div class=comment id=c{n}><b class=author>A{n}</b> <time>14:0{}</time><p>Text {n}.</p>",
            n % 10
        )
    };
    let many: String = (0..20_000).map(|n| one(n) + "</div>").collect();
    let all = found(&many).contributions;
    assert_eq!(all.len(), 20_000);
    assert_eq!(all[19_999].text, "Text 19999.");
    let deep: String = (0..2_000).map(one).collect();
    let all = found(&deep).contributions;
    // HTML is read 512 levels deep; what is deeper stands in the innermost.
    assert!(all.len() > 500);
    assert_eq!((all[5].depth, all[500].depth), (5, 32));
    // Two chains of boxes that are all made in other ways.
    let letters = |n: usize| format!("{n:011b}").replace('0', "o").replace('1', "i");
    let chain: String = (0..2_000)
        .map(|n| format!("<div class={}><b class=author>A</b>", letters(n)))
        .collect();
    let close = "</div>".repeat(2_000);
    found(&format!("{chain}{close}{chain}{close}"));
}

/// Returns what is found on a page of which everything is kept.
fn all_kept(html: &str) -> Discussion {
    let page = html::read(html, "https://example.org/ferry", Limits::default()).unwrap();
    let mut kept = NodeSet::new(&page);
    kept.insert_subtree(&page, page.body());
    Discussion::new(&page, None, &kept)
}

fn post(number: u32, name: &str, text: &str) -> String {
    format!(
        "<div class=post id=post-{number}><b class=author>{name}</b> <time datetime=2026-03-14>x</time>\
         <div class=content>{text}</div><div class=signature>Sent from my boat</div></div>"
    )
}

#[test]
fn a_page_of_posts_is_a_discussion() {
    let posts = post(1, "Ann", "<p>Does the ferry sail at noon?")
        + &post(2, "Ben", "<p>It does, and at nine.")
        + &post(3, "Ann", "<p>Thank you!");
    let thread = all_kept(&posts).thread.unwrap();
    assert_eq!(
        thread.markdown(),
        "**Ann** [2026-03-14](https://example.org/ferry#post-1)\n\nDoes the ferry sail at noon?\n\n\
         1. **Ben** [2026-03-14](https://example.org/ferry#post-2)\n\n   It does, and at nine.\n\
         2. **Ann** [2026-03-14](https://example.org/ferry#post-3)\n\n   Thank you!\n"
    );
    // What is written around posts stays, where it is more than a label.
    let lead = "The harbour master writes that the ferry sails at noon again. ".repeat(3);
    let led = all_kept(&format!("<p>{lead}</p>{posts}{posts}{posts}"))
        .thread
        .unwrap();
    assert!(led.text().starts_with(lead.trim()));
    // An article with comments is none.
    let article = format!("<p>{}</p>{posts}", lead.repeat(9));
    assert_eq!(all_kept(&article).thread, None);
    assert_eq!(
        all_kept(&post(1, "Ann", "<p>Does the ferry sail at noon?")).thread,
        None
    );
}

#[test]
fn what_was_said_earlier_is_folded_and_no_text() {
    let first = "<p>Does the ferry sail at noon, or does it sail at nine?";
    let quoted =
        |head: &str, text: &str| format!("<blockquote>{head}{text}</blockquote><p>At nine.");
    let said = |second: &str| {
        let posts = post(1, "Ann", first) + &post(2, "Ben", second);
        let found = all_kept(&posts).contributions.pop().unwrap();
        (found.text.clone(), found.article.html())
    };
    let (text, html) = said(&quoted("<cite>Ann wrote:</cite>", first));
    assert_eq!(text, "At nine.");
    assert!(html.starts_with(
        "<details class=\"pith-earlier\"><summary>Ann wrote:</summary>\n<blockquote>"
    ));
    assert_eq!(html.matches("Ann wrote").count(), 1);
    // What has no head shows its beginning.
    let (text, html) = said(&quoted("", first));
    assert_eq!(text, "At nine.");
    assert!(html.contains("<summary>Does the ferry sail at noon"));
    // A quotation of another book is part of what is said.
    let (text, html) = said(&quoted("", "<p>Call me Ishmael, and do not ask when."));
    assert!(text.starts_with("Call me Ishmael"));
    assert!(!html.contains("details"));
}

#[test]
fn an_answer_that_was_accepted_is_told() {
    let posts = post(1, "Ann", "<p>When?") + &post(2, "Ben", "<p>At nine.");
    let found = all_kept(&posts.replace("post id=post-2", "'post accepted-answer' id=post-2"));
    let accepted: Vec<bool> = found
        .contributions
        .iter()
        .map(|said| said.accepted)
        .collect();
    assert_eq!(accepted, [false, true]);
    assert!(
        found
            .thread
            .unwrap()
            .html()
            .contains("<b>Ben</b> <span class=\"pith-accepted\">✓</span>")
    );
}
