//! Small pages with the markup of discussion systems.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use super::{Branch, Comment, Corrections, Discussion};
use crate::article::Article;
use crate::page::{Limits, NodeId, NodeSet, Tag};
use crate::source::html;

fn found(html: &str) -> Discussion {
    let page = html::read(html, "https://example.org/ferry", Limits::default()).unwrap();
    Discussion::new(&page, Some("Eve Keeper"), &NodeSet::new(&page))
}

/// Returns author, time, depth and text of every comment.
fn rows(html: &str) -> Vec<(String, String, u32, String)> {
    let all = found(html).comments.into_iter();
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
                let lines = rows(html).into_iter().map(|(author, time, depth, text)| {
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
fn replies_are_nested_in_the_items_of_their_comments() {
    let comment = |depth, in_article| Comment {
        depth,
        in_article,
        ..Comment::default()
    };
    let depths = |depths: &[u32]| {
        let comments = depths.iter().map(|&depth| comment(depth, false)).collect();
        let all = Discussion {
            comments,
            ..Discussion::default()
        };
        let branches = all.threads().threads;
        for branch in &branches {
            assert_eq!(
                branch.replies as usize + 1,
                branch.html.matches("<li>").count()
            );
        }
        let bare = |branch: Branch| branch.html.replace('\n', "");
        branches.into_iter().map(bare).collect::<Vec<_>>()
    };
    let list = |items: &str| format!("<ol class=\"pith-thread\">{items}</ol>");
    let deep = format!("<li>{}</li>", list("<li></li>"));
    assert_eq!(depths(&[0, 0]), ["<li></li>", "<li></li>"]);
    assert_eq!(depths(&[0, 1, 0]), [&deep, "<li></li>"]);
    let both = list(&format!("{deep}<li></li>"));
    assert_eq!(depths(&[0, 1, 2, 1]), [format!("<li>{both}</li>")]);
    // Back by two levels at once, and to a level that doesn't exist yet.
    let back = format!("<li>{}</li>", list(&deep));
    assert_eq!(depths(&[0, 1, 2, 0]), [&back, "<li></li>"]);
    assert_eq!(depths(&[3, 7]), [deep]);
    assert!(Discussion::default().beside().is_empty());
    // Comments that are in the article aren't repeated.
    let comments = vec![comment(0, true), comment(1, false), comment(2, false)];
    let all = Discussion {
        comments,
        ..Discussion::default()
    };
    assert_eq!(all.threads().count, 2);
}

#[test]
fn comments_in_the_article_are_marked() {
    let source = include_str!("../../tests/pages/discussed.html");
    let page = html::read(source, "https://example.org/ferry", Limits::default()).unwrap();
    let mut kept = NodeSet::new(&page);
    let is_shown = |&n: &NodeId| page.tag(n).is_replaced() || !page.text(n).trim().is_empty();
    for leaf in page.nodes().filter(is_shown) {
        kept.insert(leaf);
    }
    let found = Discussion::new(&page, None, &kept).comments;
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|comment| comment.in_article));
    let found = Discussion::new(&page, None, &NodeSet::new(&page)).comments;
    assert!(found.iter().all(|comment| !comment.in_article));
}

#[test]
fn a_comment_begins_with_author_and_time() {
    let head = |comment: Comment| {
        Discussion {
            comments: vec![comment],
            ..Discussion::default()
        }
        .beside()
        .styled_html()
        .replace('\n', "")
    };
    let comment = Comment {
        author: Some("A <b>".to_owned()),
        time: Some("2026-03-14T09:26:53Z".to_owned()),
        link: Some("https://example.org/?a=1&b=2#c".to_owned()),
        votes: Some(-3),
        by_author: true,
        ..Comment::default()
    };
    assert_eq!(
        head(comment.clone()),
        "<ol class=\"pith-thread\"><li><p class=\"pith-says\"><b class=\"pith-by-author\">A &lt;b&gt;</b> \
         <a href=\"https://example.org/?a=1&amp;b=2#c\"><time datetime=\"2026-03-14T09:26:53Z\">2026-03-14 09:26</time></a> \
         <span class=\"pith-votes\">−3</span></p></li></ol>"
    );
    // A time in an unknown format is shown as it is.
    let time = Some("3 hours ago".to_owned());
    let comment = Comment {
        time,
        link: None,
        author: None,
        votes: None,
        ..comment
    };
    assert!(head(comment).contains("<p class=\"pith-says\"><span>3 hours ago</span></p>"));
}

#[test]
fn cards_and_menus_are_not_comments() {
    let card = |n: u32| {
        format!(
            "<article class=post id=post-{n}><h2><a href=/story-{n}>Story {n}</a></h2>\
             <a class=author href=/author/ann>Ann</a> <time datetime=2026-03-0{n}>Then</time>\
             <p>The ferry sails again, and so on.</p></article>"
        )
    };
    assert_eq!(rows(&(1..6).map(card).collect::<String>()), []);
    let teaser = |n: u32| {
        format!(
            "<x-teaser><div><a href=/story-{n}>Story {n}</a></div><div class=meta><a href=/author/ann>Ann</a> \
             <time datetime=2026-03-0{n}>Then</time></div><div class=md>The ferry sails again, and so on, as \
             it did last year.</div></x-teaser>"
        )
    };
    assert_eq!(rows(&(1..6).map(teaser).collect::<String>()), []);
    let event = |n: u32| {
        format!(
            "<dt><b>Concert {n}</b>, 2026/03/0{n} 19:00</dt><dd>On the old pier, if the weather holds, and \
             else in the hall.</dd>"
        )
    };
    let events: String = (1..6).map(event).collect();
    assert_eq!(rows(&format!("<dl>{events}</dl>")), []);
    assert_eq!(
        rows("<ul><li class=item><a href=/a>One</a><li class=item><a href=/b>Two</a></ul>"),
        []
    );
}

#[test]
fn the_author_of_the_article_and_votes_are_found() {
    let html = "<div class=comment id=c1><b class=author>Eve Keeper</b> <time datetime=2026-03-14>x</time>\
                <span class=votes>\u{2212}3</span><p class=text>Mine.</p></div>\
                <div class=comment id=c2><b class=author>Ann</b> <time>whenever it was</time>\
                <span class=votes>many</span><p class=text>Hers.</p></div>";
    let all = found(html).comments;
    assert_eq!(
        all.iter().map(|one| one.by_author).collect::<Vec<_>>(),
        [true, false]
    );
    assert_eq!(
        all.iter().map(|one| one.votes).collect::<Vec<_>>(),
        [Some(-3), None]
    );
    assert_eq!(all[1].time.as_deref(), Some("whenever it was"));
    assert_eq!(all[0].body.html(), "<p>Mine.</p>\n");
}

#[test]
fn only_posts_kept_in_the_article_are_marked() {
    let html = "<div class=comment id=c1><b class=author>Ann</b> <time datetime=2026-03-14>x</time>\
                <p class=text>One.</p></div>\
                <div class=comment id=c2><b class=author>Ben</b> <time datetime=2026-03-14>x</time>\
                <p class=text>Two.</p></div>";
    let page = html::read(html, "", Limits::default()).unwrap();
    let mut kept = NodeSet::new(&page);
    page.nodes()
        .filter(|&id| page.text(id) == "One.")
        .for_each(|id| kept.insert(id));
    let all = Discussion::new(&page, None, &kept).comments;
    assert_eq!(
        all.iter().map(|one| one.in_article).collect::<Vec<_>>(),
        [true, false]
    );
}

#[test]
fn comment_links_never_run_code() {
    let one = |n: u32, href: &str| {
        format!(
            "<div class=comment id=c{n}><b class=author>Ann</b> <a href='{href}'><time datetime=2026-03-14>x</time>\
             </a><p class=text>Text {n}.</p></div>"
        )
    };
    let html = one(1, "javascript:alert(1)//#c1")
        + &one(2, " java\nscript:alert(1)")
        + &one(3, "data:text/html,x#c3")
        + &one(4, "/ferry/4");
    let all = found(&html).comments;
    let links: Vec<_> = all.iter().map(|one| one.link.as_deref()).collect();
    let own = ["1", "2", "3"].map(|n| format!("https://example.org/ferry#c{n}"));
    let mut expected: Vec<_> = own.iter().map(|own| Some(&**own)).collect();
    expected.push(Some("https://example.org/ferry/4"));
    assert_eq!(links, expected);
}

#[test]
fn a_thread_on_a_page_without_url_has_no_links() {
    let posts = [1, 2, 3].map(|n| post(n, "Ann", "<p>The ferry sails at noon, as she did."));
    let thread = thread_of(&posts.concat(), "").unwrap();
    assert!(!thread.html().contains("href"), "{}", thread.html());
}

#[test]
fn many_and_deeply_nested_comments_are_found() {
    let one = |n: usize| {
        format!(
            "<div class=comment id=c{n}><b class=author>A{n}</b> <time>14:0{}</time><p>Text {n}.</p>",
            n % 10
        )
    };
    let many: String = (0..20_000).map(|n| one(n) + "</div>").collect();
    let all = found(&many).comments;
    assert_eq!(all.len(), 20_000);
    assert_eq!(all[19_999].text, "Text 19999.");
    let deep: String = (0..2_000).map(one).collect();
    let all = found(&deep).comments;
    // HTML is parsed up to 512 levels deep; deeper content is in the innermost element.
    assert!(all.len() > 500);
    assert_eq!((all[5].depth, all[500].depth), (5, 32));
    // Two chains of nested boxes with different signatures.
    let letters = |n: usize| format!("{n:011b}").replace('0', "o").replace('1', "i");
    let chain: String = (0..2_000)
        .map(|n| format!("<div class={}><b class=author>A</b>", letters(n)))
        .collect();
    let close = "</div>".repeat(2_000);
    found(&format!("{chain}{close}{chain}{close}"));
    // Nested lists, and terms with different signatures.
    let term = |n: usize| {
        format!("<dl><dt class=comment id=c{n}><b class=author>A</b> 14:00</dt><dd>Text.")
    };
    found(&(0..2_000).map(term).collect::<String>());
    let term = |n: usize| {
        format!(
            "<dt class=\"{} comment\"><b class=author>A</b></dt><dd>x</dd>",
            letters(n)
        )
    };
    found(&format!(
        "<dl>{}</dl>",
        (0..20_000).map(term).collect::<String>()
    ));
}

/// Returns author, time, depth and text of every comment, in one line each.
fn lines(html: &str) -> Vec<String> {
    let all = rows(html).into_iter();
    all.map(|(author, time, depth, text)| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{depth} {author}, {time}: {text}")
    })
    .collect()
}

#[test]
fn comments_in_definition_lists_extend_to_the_next_term() {
    let bare = "<dl><dt>1 : <b>Ann</b> : 2026/03/14 10:12:00 ID:abc/1</dt><dd>The ferry sails again from the old harbour.</dd>\
                <dt>2 : <a href=mailto:x><b>Ben</b></a> : 2026/03/14 10:13:00 ID:def</dt>\
                <dd>At noon, as it did in the summer of last year?</dd>\
                <dt>3 : <b>Cleo</b> : 2026/03/14 10:14:00 ID:ghi</dt>\
                <dd>From the old harbour, and not before one.</dd></dl>";
    assert_eq!(
        lines(bare),
        [
            "0 Ann, 2026/03/14 10:12:00: The ferry sails again from the old harbour.",
            "0 Ben, 2026/03/14 10:13:00: At noon, as it did in the summer of last year?",
            "0 Cleo, 2026/03/14 10:14:00: From the old harbour, and not before one.",
        ]
    );
    // The time follows the text, and a reply is in a separate list.
    let named = "<dl><dt class=comment-author id=c1><a href=/profile/1>Ann</a> said</dt>\
                 <dd class=comment-body>The ferry sails again.</dd>\
                 <dd class=comment-footer><span class=timestamp>March 14, 2026</span>\
                 <dl><dt class=comment-author id=c2><a href=/profile/2>Ben</a> said</dt>\
                 <dd class=comment-body>At noon?</dd>\
                 <dd><span class=timestamp>March 15, 2026</span></dd></dl></dd></dl>";
    assert_eq!(
        lines(named),
        [
            "0 Ann, March 14, 2026: The ferry sails again.",
            "1 Ben, March 15, 2026: At noon?"
        ]
    );
    let words = "<dl><dt><b>Ferry</b></dt><dd>A ship that goes to and fro.</dd><dt><b>Pier</b></dt>\
                 <dd>Where it lands since 2024, at 10:00 on 3 days.</dd></dl>";
    assert_eq!(rows(words), []);
}

#[test]
fn unnamed_elements_are_distinguished_by_their_first_children() {
    let one = |name: &str, inner: &str| {
        format!(
            "<x-said><div><x-tip><a href=/u/{name}>{name}</a></x-tip></div>\
             <div class=meta><x-ago><time datetime=2026-03-14>Then</time></x-ago></div>\
             <div class=md><p>{name} says that the ferry sails again at noon.</p></div>{inner}</x-said>"
        )
    };
    let html = one("ann", &one("ben", "")) + &one("cleo", "");
    let depths: Vec<_> = rows(&html).into_iter().map(|one| (one.0, one.2)).collect();
    let expected =
        [("ann", 0), ("ben", 1), ("cleo", 0)].map(|(name, depth)| (name.to_owned(), depth));
    assert_eq!(depths, expected);
}

#[test]
fn author_names_have_no_ranks() {
    let one = |author: &str| {
        format!(
            "<div class=comment id=c1>{author}<time datetime=2026-03-14>x</time><p class=text>So.</p></div>"
        )
    };
    let all = one("<p class=author><span>Ann</span> (not verified)</p>")
        + &one("<div class=author_box><a href=/u/ann>Ann</a> Member 2,193</div>");
    assert_eq!(lines(&all), ["0 Ann, 2026-03-14: So."; 2]);
}

#[test]
fn names_keep_their_brackets_and_times_are_not_names() {
    let one = |author: &str| {
        format!(
            "<div class=comment id=c1>{author} <time datetime=2026-03-14>x</time><p class=text>So.</p></div>"
        )
    };
    let all = one("<b class=author>Ann (Kiel)</b>")
        + &one("<b class=author>Ann (author)</b>")
        + &one("<p class=author>14 March 2026, 9:26</p><a class=user href=/u/ben>Ben</a>");
    let heads = ["Ann (Kiel)", "Ann", "Ben"].map(|name| format!("0 {name}, 2026-03-14: So."));
    assert_eq!(lines(&all), heads);
}

#[test]
fn the_creation_time_is_preferred_to_the_edit_time() {
    let one = |times: &str| {
        format!(
            "<div class=comment id=c1><b class=author>Ann</b> {times}<p class=text>So.</p></div>"
        )
    };
    let all = one(
        "<div class=action-time>edited <span class=time title='2026-03-15 10:00:00Z'>x</span></div>\
                   <div class=action-time>asked <span class=time title='2026-03-14 09:26:53Z, License: CC BY-SA 4.0'>x</span></div>",
    ) + &one(
        "<i>Last edited: <time datetime=2026-03-15>x</time></i> <time datetime=2026-03-14>x</time>",
    ) + &one(
        "<time datetime=2026-03-14>x</time> <i class=time>Edited March 15, 2026</i>",
    ) + &one("<i class=time>Edited March 15, 2026</i>");
    let times = [
        "2026-03-14 09:26:53Z",
        "2026-03-14",
        "2026-03-14",
        "Edited March 15, 2026",
    ];
    assert_eq!(lines(&all), times.map(|time| format!("0 Ann, {time}: So.")));
}

#[test]
fn comment_titles_are_not_in_the_body() {
    let one = |n: u32, name: &str| {
        format!(
            "<li class=comment id=c{n}><h4><a href=/comments?c={n}>Re: When does the ferry sail?</a></h4>\
             <a class=author href=/u/{name}>{name}</a> <time datetime=2026-03-14>x</time>\
             <div class=commentbody><h5>Re: When does the ferry sail?</h5>\
             <div class=content>It sails every day of the week at noon.</div></div></li>"
        )
    };
    assert_eq!(
        lines(&format!("<ul>{}{}</ul>", one(1, "ann"), one(2, "ben"))),
        ["ann", "ben"]
            .map(|name| format!("0 {name}, 2026-03-14: It sails every day of the week at noon."))
    );
}

#[test]
fn quotations_are_removed_with_their_attribution_lines() {
    let one = |name: &str, body: &str| {
        format!(
            "<div class=comment id=c1><b class=author>{name}</b> <time datetime=2026-03-14>x</time>\
             <blockquote class=postcontent>{body}</blockquote></div>"
        )
    };
    let first = one("Ann B.", "The ferry sails again from the old harbour.");
    let quote = "The ferry sails again from the old harbour.";
    for answer in [
        format!(
            "<p>On Saturday Ann B. wrote:</p><div>...</div><blockquote>{quote}</blockquote><p>At noon?</p>"
        ),
        format!("Ann B. wrote:<blockquote>{quote}</blockquote>At noon?"),
        format!("<div class=quotecontent>{quote}</div>At noon?"),
        format!("&gt; {quote}<p>At noon?</p>"),
    ] {
        let all = lines(&(first.clone() + &one("Ben", &answer)));
        assert_eq!(all[1], "0 Ben, 2026-03-14: At noon?", "{answer}");
    }
    let kept = "<p>Ann B. is right:</p><p>At noon?</p>";
    assert!(lines(&(first + &one("Ben", kept)))[1].contains("is right"));
}

#[test]
fn comments_inside_a_question_or_answer_reply_to_it() {
    let comment = |n: u32| {
        format!(
            "<li class=comment id=c{n}><span class=text>Says who, and when?</span>\
             <a class=author href=/u/ann>Ann</a> <time datetime=2026-03-14>x</time></li>"
        )
    };
    let body = |name: &str| {
        format!(
            "<a itemprop=author href=/u/{name}>{name}</a> <time datetime=2026-03-14>x</time>\
             <div itemprop=text>The ferry sails again, and so on.</div>"
        )
    };
    let answer = |n: u32| {
        format!(
            "<div id=answer-{n} itemtype=https://schema.org/Answer>{}<ul>{}</ul></div>",
            body("ben"),
            comment(n)
        )
    };
    let html = format!(
        "<div itemtype=https://schema.org/Question>{}<ul>{}</ul>{}{}</div>",
        body("eve"),
        comment(1),
        answer(2),
        answer(3)
    );
    let depths: Vec<_> = rows(&html).into_iter().map(|one| one.2).collect();
    assert_eq!(depths, [0, 1, 0, 1, 0, 1]);
}

/// Returns the discussion of a page, all of which is kept.
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
    let posts = post(
        1,
        "Ann",
        "<p>Does the ferry sail at noon, as she did before the winter?",
    ) + &post(
        2,
        "Ben",
        "<p>It does, and at nine, and on Fridays at eleven too.",
    ) + &post(
        3,
        "Ann",
        "<p>Thank you! We shall be there with all our baggage.",
    );
    let thread = all_kept(&posts).thread.unwrap();
    assert_eq!(
        thread.markdown(),
        "**Ann** [2026-03-14](https://example.org/ferry#post-1)\n\nDoes the ferry sail at noon, as she did before the winter?\n\n\
         1. **Ben** [2026-03-14](https://example.org/ferry#post-2)\n\n   It does, and at nine, and on Fridays at eleven too.\n\n\
         2. **Ann** [2026-03-14](https://example.org/ferry#post-3)\n\n   Thank you! We shall be there with all our baggage.\n"
    );
    // Text around posts is kept if it's longer than a label.
    let lead = "The harbour master writes that the ferry sails at noon again. ".repeat(3);
    let thread = all_kept(&format!("<p>{lead}</p>{posts}{posts}{posts}"))
        .thread
        .unwrap();
    assert!(thread.text().starts_with(lead.trim()));
    // An article with comments isn't a thread.
    let article = format!("<p>{}</p>{posts}", lead.repeat(9));
    assert_eq!(all_kept(&article).thread, None);
    assert_eq!(
        all_kept(&post(1, "Ann", "<p>Does the ferry sail at noon?")).thread,
        None
    );
}

/// Returns the thread of a page whose article is the content before `<hr>`.
fn thread_of(html: &str, address: &str) -> Option<Article> {
    let page = html::read(html, address, Limits::default()).unwrap();
    let end = page.nodes().find(|&node| page.tag(node) == Tag::Hr);
    let mut kept = NodeSet::new(&page);
    let all = page.descendants(page.body());
    let is_kept = |node: &NodeId| page.is_text(*node) && end.is_none_or(|end| *node < end);
    all.filter(is_kept).for_each(|leaf| kept.insert(leaf));
    Discussion::new(&page, None, &kept).thread
}

#[test]
fn comments_on_questions_and_answers_are_collapsed_and_not_text() {
    let remark = |name: &str| {
        format!(
            "<li class=comment><span class=text>That of the north quay does, {name} says.</span> \
             <a class=author href=/users/9/{name}>{name}</a> <time datetime=2026-03-15>x</time></li>"
        )
    };
    let post = |class: &str, name: &str, text: &str| {
        format!(
            "<div class={class} id={class}-7><div class=body><p>{text}</div><div class=user>\
             <a href=/users/7/{name}>{name}</a> <time datetime=2026-03-14>x</time></div>\
             <ul>{}{}</ul></div>",
            remark("Eve"),
            remark("Finn")
        )
    };
    let question = "When does the ferry sail in winter, and does she sail at all when it is so cold that \
        the piers are white and nobody can see the lamp?";
    let answer = "She sails at noon, and at six as long as there is no ice between the piers.";
    let page = |url: &str| {
        let all = [
            post("question", "Ann", question),
            post("answer", "Ben", answer),
            post("answer", "Cleo", &answer.replace("noon", "nine")),
        ];
        thread_of(&all.concat(), url).unwrap()
    };
    let questions = page("https://example.org/questions/7/ferry");
    let text = questions.clone().without_remarks().text();
    assert!(text.contains("at noon") && text.contains("at nine") && !text.contains("north quay"));
    let html = questions.html();
    assert_eq!(
        html.matches("<details class=\"pith-remarks\"").count(),
        3,
        "{html}"
    );
    assert!(questions.text().contains("Finn says"));
    // On pages of other threads, a comment inside a post is a reply to it.
    let thread = page("https://example.org/threads/ferry.7/");
    assert!(thread.without_remarks().text().contains("north quay"));
}

#[test]
fn one_kept_post_adds_posts_with_the_same_signature() {
    let posts = ["Ann", "Ben", "Cleo"].map(|name| {
        let text = format!("<p>The ferry of {name} sails at noon, as she did before the winter.");
        post(1, name, &text)
    });
    let [first, second, third] = &posts;
    let address = "https://example.org/threads/ferry.7/";
    let thread = thread_of(&format!("{first}<hr>{second}{third}"), address).unwrap();
    assert!(thread.text().contains("The ferry of Cleo"));
    // If the page doesn't declare a discussion, the first is the article and the others are
    // teasers.
    assert_eq!(thread_of(&format!("{first}<hr>{second}{third}"), ""), None);
    // Content inside a post belongs to it, regardless of its signature; content beside it doesn't.
    let note = "<div class=comment><b class=author>Eve</b> <time datetime=2026-03-15>x</time>\
                <p class=text>That of the north quay does.</div>";
    let within = first.replace("</div></div>", &format!("</div>{note}{note}</div>"));
    let all = format!("{within}<hr>{second}{third}");
    assert_eq!(
        thread_of(&all, address)
            .unwrap()
            .text()
            .matches("north quay")
            .count(),
        2
    );
    let all = format!("{first}<hr>{second}{third}{note}{note}");
    assert!(
        !thread_of(&all, address)
            .unwrap()
            .text()
            .contains("north quay")
    );
}

#[test]
fn a_page_that_declares_a_discussion_is_one() {
    let lead = "<p>The harbour master writes that the ferry sails at noon again. ".repeat(9);
    let answers = [1, 2, 3].map(|number| post(number, "Ann", "<p>At last! We shall be there."));
    let page = format!("{lead}<hr>{}", answers.concat());
    let address = "https://example.org/threads/ferry.7/";
    let thread = thread_of(&page, address).unwrap();
    assert!(thread.text().starts_with("The harbour master"));
    assert_eq!(thread.text().matches("At last!").count(), 3);
    assert_eq!(thread_of(&page, "https://example.org/ferry"), None);
    // Two answers are too few to be recognized.
    let [first, second, _] = &answers;
    assert_eq!(
        thread_of(&format!("{lead}<hr>{first}{second}"), address),
        None
    );
}

#[test]
fn content_above_the_title_and_below_the_thread_is_excluded() {
    let text =
        "The harbour office asks all who sail from the north quay to say what they think of it. ";
    let run = format!("<p>{}</p>", text.repeat(2));
    let text = "<p>Does the ferry sail at noon, or at nine?".repeat(9);
    let posts = [1, 2, 3].map(|number| post(number, "Ann", &text));
    let page = format!("{run}<h1>The ferry</h1>{run}{}{run}", posts.concat());
    let count = |address: &str| {
        let text = thread_of(&page, address).unwrap().text();
        text.matches("The harbour office").count()
    };
    // If the last post has another signature, it follows the others, unless the page declares their
    // number.
    assert_eq!(count("https://example.org/ferry"), 4);
    assert_eq!(count("https://example.org/threads/ferry.7/"), 2);
}

#[test]
fn the_text_of_a_thread_omits_quoted_posts() {
    let first = "<p>Does the ferry sail at noon, or does it sail at nine?";
    let second = format!("<blockquote><cite>Ann wrote:</cite>{first}</blockquote><p>At nine.");
    let thread = all_kept(&(post(1, "Ann", first) + &post(2, "Ben", &second)))
        .thread
        .unwrap();
    assert_eq!(
        thread.text(),
        "Ann 2026-03-14\n\nDoes the ferry sail at noon, or does it sail at nine?\n\nBen 2026-03-14\nAt nine."
    );
    assert_eq!(thread.html().matches("sail at noon").count(), 2);
    assert!(
        thread
            .with_title("Ferries")
            .text()
            .starts_with("Ferries\n\nAnn")
    );
}

#[test]
fn a_page_with_most_text_in_comments_is_a_discussion() {
    let one = |n: u32, name: &str| post(n, name, "<p>Does the ferry sail at noon?");
    let three = one(1, "Ann") + &one(2, "Ben") + &one(3, "Cleo");
    let thread = found(&three).thread.unwrap();
    assert_eq!(thread.text().matches("Does the ferry").count(), 3);
    assert!(
        found(&three)
            .comments
            .iter()
            .all(|comment| comment.in_article)
    );
    // Two may be a coincidence, and comments are usually below something else.
    assert_eq!(found(&(one(1, "Ann") + &one(2, "Ben"))).thread, None);
    let article = "<p>The harbour master writes that the ferry sails at noon again.".repeat(3);
    let commented = found(&format!("<main>{article}</main>{three}"));
    assert_eq!((commented.comments.len(), commented.thread), (3, None));
    let menu =
        "<nav>Timetable, prices, ships, harbours, crews and everything else.</nav>".repeat(3);
    assert!(found(&format!("{menu}{three}")).thread.is_some());
}

#[test]
fn quotations_of_earlier_comments_are_collapsed_and_not_text() {
    let first = "<p>Does the ferry sail at noon, or does it sail at nine?";
    let quoted =
        |head: &str, text: &str| format!("<blockquote>{head}{text}</blockquote><p>At nine.");
    let body = |second: &str| {
        let posts = post(1, "Ann", first) + &post(2, "Ben", second);
        let found = all_kept(&posts).comments.pop().unwrap();
        (found.text.clone(), found.body.html())
    };
    let (text, html) = body(&quoted("<cite>Ann wrote:</cite>", first));
    assert_eq!(text, "At nine.");
    assert!(html.starts_with(
        "<details class=\"pith-earlier\"><summary>Ann wrote:</summary>\n<blockquote>"
    ));
    assert_eq!(html.matches("Ann wrote").count(), 1);
    // A quotation without an attribution is summarized by its beginning.
    let (text, html) = body(&quoted("", first));
    assert_eq!(text, "At nine.");
    assert!(html.contains("<summary>Does the ferry sail at noon"));
    // A quotation from a book is part of the body.
    let (text, html) = body(&quoted("", "<p>Call me Ishmael, and do not ask when."));
    assert!(text.starts_with("Call me Ishmael"));
    assert!(!html.contains("details"));
}

#[test]
fn an_accepted_answer_is_marked() {
    let posts = post(
        1,
        "Ann",
        "<p>Does the ferry sail at noon, or does it sail at nine?",
    ) + &post(
        2,
        "Ben",
        "<p>At nine, and on Fridays at eleven too, if there is light.",
    );
    let found = all_kept(&posts.replace("post id=post-2", "'post accepted-answer' id=post-2"));
    let accepted: Vec<bool> = found
        .comments
        .iter()
        .map(|comment| comment.accepted)
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

#[test]
fn user_corrections_apply_to_threads() {
    let posts: String = [("Ann", "noon"), ("Ben", "night"), ("Cleo", "dawn")]
        .iter()
        .zip(1..)
        .map(|((name, time), number)| {
            post(
                number,
                name,
                &format!("<p>The ferry sails at {time}, as she did before the winter.<p>So they say at {time}."),
            )
        })
        .collect();
    let html = format!("{posts}<p>See the timetable.");
    let page = html::read(&html, "https://example.org/ferry", Limits::default()).unwrap();
    let mut kept = NodeSet::new(&page);
    kept.insert_subtree(&page, page.body());
    let leaf = |text: &str| {
        let mut nodes = page.nodes();
        nodes.find(|&node| page.text(node).contains(text)).unwrap()
    };
    let mut corrected = Corrections::none(&page);
    let shown = |corrected: &Corrections| {
        let mut kept = kept.clone();
        corrected.dropped.iter().for_each(|leaf| kept.remove(leaf));
        let found = Discussion::corrected(&page, None, &kept, corrected);
        found.thread.unwrap().markdown()
    };
    let before = shown(&corrected);
    assert!(before.contains("they say at night") && !before.contains("timetable"));
    corrected.kept.insert(leaf("See the timetable"));
    corrected.dropped.insert(leaf("So they say at night"));
    let after = shown(&corrected);
    assert!(!after.contains("they say at night") && after.contains("timetable"));
    corrected.dropped.insert(leaf("sails at night"));
    assert!(!shown(&corrected).contains("**Ben**"));
}
