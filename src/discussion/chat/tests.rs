//! Small chats in the common markup for speakers.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use crate::Discussion;
use crate::page::{Limits, NodeSet};
use crate::source::html;

const PROMPTS: [&str; 2] = ["When does the ferry sail?", "And on Fridays?"];
const REPLIES: [&str; 2] = [
    "<p>At noon, as she did before the winter.</p><pre>12:00</pre>",
    "<p>At eleven too:</p><table><tr><td>Friday</td><td>11:00</td></tr></table>",
];

fn found(html: &str) -> Discussion {
    let page = html::read(html, "https://example.org/chat", Limits::default()).unwrap();
    Discussion::new(&page, None, &NodeSet::new(&page))
}

/// Returns speakers and texts, one line each; none if the page isn't a chat.
fn turns(html: &str) -> Vec<String> {
    let found = found(html);
    if found.thread.is_none() {
        return Vec::new();
    }
    let all = found.comments.into_iter();
    all.map(|turn| {
        assert_eq!((turn.depth, &turn.time, turn.in_article), (0, &None, true));
        let text = turn.text.split_whitespace().collect::<Vec<_>>().join(" ");
        format!("{}: {text}", turn.author.as_deref().unwrap_or("-"))
    })
    .collect()
}

fn chat(prompt: impl Fn(&str) -> String, reply: impl Fn(&str) -> String) -> String {
    let all = PROMPTS.iter().zip(REPLIES);
    all.map(|(question, answer)| prompt(question) + &reply(answer))
        .collect()
}

fn expected_turns(user: &str, model: &str) -> Vec<String> {
    vec![
        format!("{user}: {}", PROMPTS[0]),
        format!("{model}: At noon, as she did before the winter. 12:00"),
        format!("{user}: {}", PROMPTS[1]),
        format!("{model}: At eleven too: Friday 11:00"),
    ]
}

/// Buttons below an answer.
const BUTTONS: &str = "<div><button>Copy</button><div role=button>Good</div></div>";

#[test]
fn labels_identify_the_speakers() {
    for hidden in ["", " hidden"] {
        let turn = |label: &str, text: &str| {
            format!(
                "<article class=turn><h5{hidden}>{label}</h5><div>{text}</div>{BUTTONS}</article>"
            )
        };
        let html = chat(
            |text| turn("You said:", text),
            |text| turn("Ferryman said:", text),
        );
        let html = format!("<p>A copy of a chat.</p>{html}<p>It can make mistakes.</p>");
        assert_eq!(turns(&html), expected_turns("You", "Ferryman"));
        let article = found(&html).thread.unwrap().html();
        assert!(article.contains("<pre>") && article.contains("<table>"));
        assert!(!article.contains("Copy") && !article.contains("mistakes"));
    }
    // The labels of an interview name other speakers.
    let turn =
        |label: &str, text: &str| format!("<div class=turn><b>{label}</b><div>{text}</div></div>");
    let html = chat(|text| turn("The Gazette", text), |text| turn("Ann", text));
    assert_eq!(turns(&html), Vec::<String>::new());
}

#[test]
fn class_names_identify_the_speakers() {
    let prompt = |text: &str| format!("<x-asked><div class=user-query>{text}</div></x-asked>");
    let reply = |text: &str| {
        format!(
            "<x-said><div class=model-response-text><div class=md>{text}</div></div>{BUTTONS}</x-said>"
        )
    };
    assert_eq!(turns(&chat(prompt, reply)), expected_turns("User", "Model"));
    // Each pair may have a container.
    let pair = |text: &str| format!("<div class=pair>{}", prompt(text));
    let end = |text: &str| reply(text) + "</div>";
    assert_eq!(turns(&chat(pair, end)), expected_turns("User", "Model"));
    // Words that name both sides aren't evidence for either.
    let box_of = |name: &str, text: &str| {
        format!("<div><div class=user-card></div><div class={name}>{text}</div></div>")
    };
    let html = chat(|text| box_of("one", text), |text| box_of("other", text));
    assert_eq!(turns(&html), Vec::<String>::new());
}

#[test]
fn buttons_identify_answers_if_one_side_is_named() {
    let prompt = |text: &str| format!("<div><div class=bubble>{text}</div></div>");
    let reply = |text: &str| format!("<div><div class=font-x-response>{text}</div>{BUTTONS}</div>");
    assert_eq!(turns(&chat(prompt, reply)), expected_turns("-", "-"));
    let bare = |text: &str| reply(text).replace(BUTTONS, "");
    assert_eq!(turns(&chat(prompt, bare)), Vec::<String>::new());
    let headed = |text: &str| format!("<div><h2>{text}</h2></div>");
    assert_eq!(turns(&chat(headed, reply)), Vec::<String>::new());
}

#[test]
fn classes_of_every_second_turn_distinguish_the_sides() {
    let prompt = |text: &str| format!("<div class=a1><div class=b2>{text}</div></div>");
    let reply = |text: &str| format!("<div class=c3><div class=d4>{text}</div>{BUTTONS}</div>");
    let html = format!("<div class=e5>The ferry</div>{}", chat(prompt, reply));
    assert_eq!(turns(&html), expected_turns("-", "-"));
    // Cards and ads alternate too.
    let card = |text: &str| format!("<div class=a1><a href=/more>{text}</a> More</div>");
    assert_eq!(turns(&chat(card, reply)), Vec::<String>::new());
    assert_eq!(
        turns(&chat(prompt, |text| reply(text).replace(BUTTONS, ""))),
        Vec::<String>::new()
    );
}

#[test]
fn a_chat_beside_an_article_is_not_a_thread() {
    let turn = |label: &str, text: &str| format!("<div><b>{label}</b><div>{text}</div></div>");
    let html = chat(|text| turn("You", text), |text| turn("Ferryman", text));
    assert_eq!(turns(&html).len(), 4);
    let article = "<p>The ferry sails again from the old harbour, and so on, at noon.".repeat(9);
    assert_eq!(
        turns(&format!("<div>{article}</div><div>{html}</div>")),
        Vec::<String>::new()
    );
    // Nor is a chat with only little of the article.
    let page = html::read(
        &format!("<aside><p id=article>{article}</aside>{html}"),
        "",
        Limits::default(),
    );
    let page = page.unwrap();
    let mut kept = NodeSet::new(&page);
    kept.insert_subtree(&page, page.children(page.body()).next().unwrap());
    assert_eq!(Discussion::new(&page, None, &kept).thread, None);
}

#[test]
fn long_chats_are_read_and_deep_nesting_is_ignored() {
    let turn = |label: &str, text: &str| format!("<div><b>{label}</b><p>{text}</div>");
    let pair = turn("You", "When?") + &turn("Ferryman", "At noon.");
    assert_eq!(turns(&pair.repeat(5_000)).len(), 10_000);
    let boxes = "<div class=user><i>x</i>".repeat(2_000);
    assert_eq!(
        turns(&format!("{boxes}{}", pair.repeat(2_000))),
        Vec::<String>::new()
    );
}
