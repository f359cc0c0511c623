//! Files that are opened elsewhere: names for every system, front matter that holds any text, HTML without live markup.

use super::{Facts, File, Form};
use crate::article::Article;

fn facts(title: &str) -> Facts {
    Facts {
        title: Some(title.to_owned()),
        ..Facts::default()
    }
}

fn article(html: &str) -> Article {
    Article::from_html(html, false).unwrap_or_else(|| panic!("not ours: {html}"))
}

fn name_of(title: &str) -> String {
    File::new(
        &article("<p>It sails.</p>\n"),
        &facts(title),
        Form::Markdown,
    )
    .name
}

#[test]
fn names_are_taken_by_every_system() {
    for (title, name) in [
        ("The ferry: a day", "The ferry - a day.md"),
        ("a/b\\c|d", "a-b-c-d.md"),
        ("What? \"Why\" <now> *", "What Why now.md"),
        ("../../etc/passwd", "etc-passwd.md"),
        ("tabs\tand\nlines\u{0}", "tabs and lines.md"),
        ("ends in dots...", "ends in dots.md"),
        ("CON", "_CON.md"),
        ("lpt1.txt", "_lpt1.txt.md"),
        ("Contents", "Contents.md"),
        ("turned \u{202e}fdp.exe", "turned fdp.exe.md"),
        ("...", "article.md"),
        ("", "article.md"),
        ("渡船", "渡船.md"),
    ] {
        assert_eq!(name_of(title), name, "{title:?}");
    }
    for title in ["x".repeat(500), "渡".repeat(500), "y .".repeat(200)] {
        let name = name_of(&title);
        assert!(name.chars().count() <= 120 && name.len() <= 240, "{name}");
        assert!(!name.contains(" .md") && !name.contains("..md"), "{name}");
    }
    let known = Facts {
        title: Some("?".to_owned()),
        site: Some("The Strand".to_owned()),
        ..Facts::default()
    };
    let file = File::new(&article(""), &known, Form::Html);
    assert_eq!(file.name, "The Strand.html");
}

#[test]
fn front_matter_holds_any_text_on_one_line() {
    let known = Facts {
        title: Some("A \"title\": with \\ and\nlines --- # \u{1}".to_owned()),
        byline: Some("Edda Mar, Jon Ott".to_owned()),
        published: Some("2026-03-14".to_owned()),
        modified: Some("2026-03-15".to_owned()),
        site: Some("The Strand".to_owned()),
        lang: Some("en".to_owned()),
        excerpt: Some(String::new()),
        url: Some("https://strand.example/ferry".to_owned()),
        word_count: 2,
    };
    let file = File::new(&article("<p>It sails.</p>\n"), &known, Form::Markdown);
    assert_eq!(
        file.text,
        "---\n\
         title: \"A \\\"title\\\": with \\\\ and lines --- # \\u0001\"\n\
         author: \"Edda Mar, Jon Ott\"\n\
         published: \"2026-03-14\"\n\
         updated: \"2026-03-15\"\n\
         site: \"The Strand\"\n\
         url: \"https://strand.example/ferry\"\n\
         language: \"en\"\n\
         words: 2\n\
         ---\n\nIt sails.\n"
    );
    let bare = File::new(
        &article("<p>It sails.</p>\n"),
        &Facts::default(),
        Form::Markdown,
    );
    assert_eq!(bare.text, "It sails.\n");
}

#[test]
fn html_that_stands_alone_holds_no_live_markup() {
    let known = Facts {
        title: Some("</title><script>go()</script>".to_owned()),
        byline: Some("<img src=x onerror=go()>".to_owned()),
        published: Some("\"><svg onload=go()>".to_owned()),
        site: Some("</p><script>".to_owned()),
        lang: Some("\" onload=\"go()".to_owned()),
        url: Some("javascript:go()".to_owned()),
        ..Facts::default()
    };
    let file = File::new(&article("<p>1 &lt; 2</p>\n"), &known, Form::Html);
    for live in ["<script", "<svg", "<img", "javascript:", "\" onload"] {
        assert!(!file.text.contains(live), "{live}: {}", file.text);
    }
    assert!(file.text.contains("<p>1 &lt; 2</p>"), "{}", file.text);
    assert!(
        !file.text.contains("<footer"),
        "an address of no web page is no link"
    );
}

#[test]
fn what_another_would_have_written_is_not_read() {
    for html in [
        "<p>It sails.",
        "<p>It sails.</p>",
        "<P>It sails.</P>\n",
        "<p>a & b</p>\n",
        "<p>&nbsp;</p>\n",
        "<p onclick=\"go()\">x</p>\n",
        "<x-y>x</x-y>",
        "<script>x</script>",
        "</p>\n",
        "<p></b></p>\n",
        "<p><b></p>\n</b>",
        "<p",
        "<p class>x</p>\n",
        "<!-- x -->",
    ] {
        assert_eq!(Article::from_html(html, false), None, "{html}");
    }
    let deep = "<b>".repeat(100_000);
    assert_eq!(Article::from_html(&deep, false), None);
}
