//! Malicious and broken pages.

use std::fmt::Write;

use super::{article, html, page, visible};
use crate::article::Article;
use crate::article::tree::MAX_INLINES;
use crate::page::{Attr, Limits, PageBuilder, PageInfo, Tag};

#[test]
fn scripts_and_handlers_are_removed() {
    let out = html(
        "<p style='x' onclick='y()' class=z id=w>a<script>b</script><style>c</style>\
         <img src=i.jpg onerror=alert(1) alt='\"><script>d</script>'>\
         <a href='java\nscript:x' target=_blank>e</a><a href='&#1;javascript:x'>f</a>\
         <form action=/x><button formaction='javascript:y'>g</button></form>\
         <svg><a href='javascript:z'>h</a><script>i</script></svg>\
         <math><mtext><img src=x onerror=j></mtext><annotation-xml encoding='text/html'>\
         <b>k</b></annotation-xml><mi href='javascript:l'>m</mi></math>\
         <object data='javascript:n'></object><embed src='data:text/html,o'>\
         <iframe srcdoc='<script>p</script>'></iframe><blockquote cite='javascript:q'>r</blockquote>",
    );
    let lower = out.to_ascii_lowercase();
    for bad in [
        "<script",
        "onclick",
        "onerror=a",
        "onerror=j",
        "javascript",
        "style",
        "srcdoc",
        "<svg",
        "annotation",
        "<form",
        "<iframe",
        "<object",
        "<embed",
        "data:",
        "target",
    ] {
        assert!(!lower.contains(bad), "{bad} in {out}");
    }
    assert!(
        out.contains("alt=\"&quot;&gt;&lt;script&gt;d&lt;/script&gt;\""),
        "{out}"
    );
}

#[test]
fn fifty_thousand_nested_elements_are_flattened() {
    for tag in [
        Tag::Div,
        Tag::Blockquote,
        Tag::Ul,
        Tag::Li,
        Tag::Table,
        Tag::Td,
        Tag::B,
        Tag::A,
        Tag::Pre,
        Tag::H2,
        Tag::Span,
        Tag::Math,
        Tag::Mrow,
        Tag::Details,
        Tag::Figure,
        Tag::Code,
        Tag::Dd,
    ] {
        let mut builder = PageBuilder::new(PageInfo::default(), Limits::default());
        builder.open_tag(Tag::Html).unwrap();
        builder.open_tag(Tag::Body).unwrap();
        for level in 0..50_000 {
            builder.open_tag(tag).unwrap();
            builder.attr(Attr::Href, "https://example.org/").unwrap();
            if level % 10 == 0 {
                builder.text("word ").unwrap();
            }
        }
        builder.text("deep").unwrap();
        let page = builder.finish().unwrap();
        let article = Article::new(&page, &visible(&page));
        let html = article.styled_html();
        let mut depth = 0i32;
        let mut most = 0;
        for (i, _) in html.match_indices('<') {
            depth += match html[i + 1..].split(['>', ' ']).next() {
                Some("br") => 0,
                Some(name) if name.starts_with('/') => -1,
                _ => 1,
            };
            most = most.max(depth);
        }
        assert!(most < 300, "{tag:?}: {most} levels");
        assert!(html.len() < 4 << 20, "{tag:?}: {} bytes", html.len());
        if !tag.is_mathml() {
            assert_eq!(article.word_count(), 5001, "{tag:?}");
        }
        assert!(!article.markdown().is_empty());
    }
}

#[test]
fn two_hundred_thousand_nodes_are_converted() {
    let mut source = String::from("<table>");
    for i in 0..40_000 {
        write!(source, "<tr><td><a href=#r{i} id=r{i}>{i}</a><td>x").unwrap();
    }
    source.push_str("</table><ul>");
    for i in 0..20_000 {
        write!(source, "<li>{i}<ul><span lang=fr>y</span><br>").unwrap();
        if i % 50 == 49 {
            source.push_str(&"</ul></li>".repeat(50));
        }
    }
    let page = page(&source);
    assert!(page.len() > 200_000);
    let article = Article::new(&page, &visible(&page));
    assert_eq!(article.word_count(), 120_000);
    assert!(article.markdown().len() > 1_000_000);
}

#[test]
fn odd_markup_stays_valid() {
    assert!(article("").is_empty());
    assert_eq!(article("").styled_html(), "");
    assert_eq!(article("").markdown(), "");
    assert!(article("<p> <br> &nbsp; </p><ul><li></li></ul><table><tr><td></table>").is_empty());
    html("<table><tr><td>a<tr><li>b<td>c</table><tr>d<dd>e<caption>f<figcaption>g<summary>h");
    html("<ul><table><tr><td>a</td><td>b</td></tr></table><h2>c<ul><li>d</ul>e</h2></ul>");
    html("<details><summary><h3>a</h3><ul><li>b</ul></summary>c</details>");
    html(
        "<figure><pre>a</pre><blockquote>b</blockquote><figcaption><p>c<p>d</figcaption></figure>",
    );
    html("<dl><li>a<dt><h2>b</h2><dd><hr>c<hr>d</dl>");
}

#[test]
fn every_element_is_in_an_allowed_place() {
    for (source, without) in [
        ("<div><summary>a</summary><p>b</div>", "<summary"),
        ("<div><figcaption>a</figcaption></div>", "<figcaption"),
        ("<h2>a<div><h3>b</h3></div></h2>", "<h3"),
        (
            "<details><summary>a<blockquote>b</blockquote></summary><p>c</details>",
            "<blockquote",
        ),
        ("<h2>a<hr>b</h2>", "<hr"),
        (
            "<h2>a <iframe src=https://www.youtube.com/embed/x></iframe></h2>",
            "pith-embed",
        ),
        ("<p><wbr>a", "<wbr"),
        (
            "<p>a<video src=/a.mp4 poster='javascript:x'></video>",
            "poster",
        ),
    ] {
        let out = html(source);
        assert!(!out.contains(without), "{out}");
    }
    let out = html("<h2>a<blockquote>b</blockquote>c</h2>");
    assert!(
        out.contains("<h2>a</h2>") && out.contains("<h2>c</h2>"),
        "{out}"
    );
    let out = html(
        "<table><caption>a</caption><caption>b</caption>\
         <tr><td>1<td>2<tr><td>3<td>4</table>",
    );
    assert_eq!(out.matches("<caption").count(), 1, "{out}");
}

#[test]
fn the_id_of_a_split_or_moved_element_occurs_once() {
    let go = "<p><a href=#x>go</a></p>";
    for element in [
        "<div><b id=x>a<div>b</div>c</b></div>",
        "<div><figcaption id=x>a</figcaption></div>",
    ] {
        let out = html(&format!("{go}{element}"));
        assert_eq!(out.matches("id=\"pith-x\"").count(), 1, "{out}");
    }
}

#[test]
fn leading_whitespace_is_kept_and_controls_are_removed() {
    let out = article("<pre>\n\n a\n b</pre>").styled_html();
    let text = page(&out).raw_text(page(&out).body()).to_owned();
    assert!(text.starts_with("\n a"), "{out:?}");
    let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
    b.open_tag(Tag::Body).unwrap();
    b.text("a\0<b>").unwrap();
    let page = b.finish().unwrap();
    let out = Article::new(&page, &visible(&page)).styled_html();
    assert_eq!(out, "<p>a&lt;b&gt;</p>\n");
}

#[test]
fn an_empty_cell_outside_a_row_is_removed() {
    let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
    b.open_tag(Tag::Body).unwrap();
    b.open_tag(Tag::Table).unwrap();
    for cells in [["a", "b"], ["c", "d"]] {
        b.open_tag(Tag::Tr).unwrap();
        for cell in cells {
            b.open_tag(Tag::Th).unwrap();
            b.text(cell).unwrap();
            b.close();
        }
        b.close();
    }
    b.open_tag(Tag::Td).unwrap();
    let page = b.finish().unwrap();
    let out = Article::new(&page, &visible(&page)).styled_html();
    assert!(out.contains("<table>") && !out.contains("<td>"), "{out}");
}

#[test]
fn inline_elements_nest_up_to_the_limit() {
    let once = [
        Tag::Abbr,
        Tag::B,
        Tag::Bdi,
        Tag::Bdo,
        Tag::Cite,
        Tag::Code,
        Tag::Del,
        Tag::Dfn,
        Tag::Em,
        Tag::I,
        Tag::Ins,
        Tag::Kbd,
        Tag::Mark,
        Tag::S,
        Tag::Samp,
        Tag::Small,
        Tag::Strong,
    ];
    let thrice = [Tag::Q, Tag::Sub, Tag::Sup].map(|tag| [tag; 3]);
    let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
    b.open_tag(Tag::Body).unwrap();
    for tag in once.into_iter().chain(thrice.into_iter().flatten()) {
        b.open_tag(tag).unwrap();
    }
    b.text("deep").unwrap();
    let page = b.finish().unwrap();
    let out = Article::new(&page, &visible(&page)).styled_html();
    assert_eq!(out.matches("</").count(), 1 + MAX_INLINES, "{out}");
}
