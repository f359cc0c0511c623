//! Hostile pages of any size, each shape with its difficulty.

use std::fmt::Write;

/// A shape: its name, the pieces of its smallest page, and the function that writes a page with a
/// given number of pieces.
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    pub(crate) pieces: usize,
    pub(crate) write: fn(usize) -> String,
}

/// Makes the rows of [`SHAPES`].
const fn shape(name: &'static str, pieces: usize, write: fn(usize) -> String) -> Shape {
    Shape {
        name,
        pieces,
        write,
    }
}

pub(crate) const SHAPES: [Shape; 26] = [
    shape("deep-nesting", 1000, |n| {
        around("<div>", n, "Words at the bottom. ", "</div>")
    }),
    shape("deep-inline", 1000, |n| {
        format!("<p>{}", around("<b>", n, "Words at the bottom. ", "</b>"))
    }),
    shape("wide-siblings", 1000, |n| {
        each(n, |i| format!("<div>Sibling {i} has a few words.</div>"))
    }),
    shape("paragraphs", 400, |n| {
        each(n, |i| {
            format!(
                "<p>Paragraph {i} says, at some length, that the ferry left the harbor at noon, and that the mill has closed."
            )
        })
    }),
    shape("headings", 500, |n| {
        each(n, |i| {
            format!("<h2>Section {i}</h2><p>It has a sentence of its own.")
        })
    }),
    shape("links", 1000, |n| {
        each(n, |i| format!("<a href=/a/{i}>Link {i}</a> "))
    }),
    shape("attributes", 4000, |n| {
        format!("<p{}>Text", each(n, |i| format!(" a{i}=b{i}")))
    }),
    shape("one-text", 4000, |n| {
        format!("<p>{}", "Words without an end, ".repeat(n))
    }),
    shape("one-word", 20_000, |n| format!("<p>{}", "word".repeat(n))),
    shape("entities", 4000, |n| {
        format!("<p>{}", "&amp;&lt;&eacute; ".repeat(n))
    }),
    shape("unclosed-tags", 400, |n| {
        "<p><b><i><a href=x>Words".repeat(n)
    }),
    shape("table-columns", 1250, |n| {
        let cells = each(n, |i| format!("<td>{i}"));
        format!("<table><tr>{cells}<tr>{cells}</table>")
    }),
    shape("table-rows", 500, |n| {
        format!(
            "<table>{}</table>",
            each(n, |i| format!("<tr><td>Row {i}<td>A<td>B"))
        )
    }),
    shape("inline-svg", 500, |n| {
        around(
            "<svg width=80 height=80><g>",
            n,
            "<path d='M0 0h9v9z'/>",
            "</g></svg>",
        )
    }),
    shape("svg-paths", 1000, |n| {
        format!(
            "<p>Text<figure><svg width=80 height=80>{}</svg><figcaption>A</figcaption></figure>",
            "<path d='M0 0h9v9z'/>".repeat(n)
        )
    }),
    shape("formulas", 200, |n| {
        each(n, |i| {
            format!("<p>Then <math><msup><mi>x</mi><mn>{i}</mn></msup></math> follows.")
        })
    }),
    shape("nested-formula", 300, |n| {
        format!(
            "<p>Then <math>{}</math>",
            around("<mrow><msqrt>", n, "<mi>x</mi>", "</msqrt></mrow>")
        )
    }),
    shape("tex", 300, |n| {
        each(n, |i| {
            format!("<p>So $x^{{{i}}} + \\frac{{a}}{{b}}$ and \\(y_{i}\\) follow.")
        })
    }),
    shape("notes", 250, |n| {
        let references = each(n, |i| {
            format!("<p>A sentence.<sup><a href=#n{i} id=r{i}>[{i}]</a></sup>")
        });
        let notes = each(n, |i| {
            format!("<li id=n{i}><a href=#r{i}>^</a> Note {i} has words.")
        });
        format!("<article>{references}<ol>{notes}</ol></article>")
    }),
    shape("class-lists", 150, |n| {
        let classes = each(n, |i| format!("class-{i} "));
        format!("<div class='{classes}'><p class='{classes}'>Words of an article.</div>").repeat(20)
    }),
    // Deeper than the 512 elements that the parser keeps open, whose scopes it searches.
    shape("nested-lists", 240, |n| {
        around("<ul><li>An item", n, "The last", "</ul>")
    }),
    shape("json-ld", 2500, |n| {
        let items = each(n, |i| {
            format!(
                "{{\"@type\": \"Article\", \"@id\": \"#{i}\", \"headline\": \"A \"bare\" quote\", \"author\": [{{\"name\": \"Ann {i}\"}}]}},"
            )
        });
        format!("<script type=application/ld+json>{{\"@graph\": [{items}]}}</script><p>Text")
    }),
    shape("json-ld-members", 5000, |n| {
        let members = each(n, |i| format!("\"m{i}\": {i},"));
        format!(
            "<script type=application/ld+json>{{\"@type\": \"Article\",{members}}}</script><p>Text"
        )
    }),
    // Deeper than that as well.
    shape("threads", 500, |n| {
        around(
            "<div class=comment><b class=author>Ann</b> <time datetime=2026-03-14>Saturday</time><p>A comment of a few words.",
            n,
            "",
            "</div>",
        )
    }),
    shape("comments", 150, |n| {
        each(n, |i| {
            format!(
                "<div class=comment id=c{i}><a class=author href=/u/{i}>Ann {i}</a> <time datetime=2026-03-14>Saturday</time><p class=body>Comment {i} was heard again in the harbor.</div>"
            )
        })
    }),
    shape("images", 500, |n| {
        each(n, |i| {
            format!(
                "<figure><img src=/i/{i}.jpg srcset='/i/{i}.jpg 1x, /i/{i}-2.jpg 2x' width=600 height=400><figcaption>Image {i}</figcaption></figure><iframe src=https://www.youtube.com/embed/{i}></iframe>"
            )
        })
    }),
];

fn each(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, i| {
        let _ = all.write_str(&one(i));
        all
    })
}

fn around(open: &str, levels: usize, inner: &str, close: &str) -> String {
    open.repeat(levels) + inner + &close.repeat(levels)
}
