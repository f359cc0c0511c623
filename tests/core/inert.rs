//! Regardless of the page, its Markdown contains only the article's own markup.

use crate::checks;
use pith::page::{Attr, Limits, Page, PageBuilder, PageInfo, Tag};
use pith::source::html;
use pith::source::snapshot;

fn page(html: &str) -> Page {
    html::read(html, "https://example.org/a", Limits::default()).unwrap()
}

/// Texts that are detected if they're read as markup, in HTML or in Markdown.
const PAYLOADS: [&str; 9] = [
    "<img src=x onerror=x(1)>",
    "<script>x(1)</script>",
    "</span></math><img src=x onerror=x(1)>",
    "[go](javascript:x(1))",
    "![see](https://tracker.example/i.png)",
    "[a][b] [b]: javascript:x(1)",
    "<javascript:x(1)>",
    "&lt;img src=x onerror=x(1)&gt;",
    "]($`|\\<b onclick=x(1)>",
];

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('"', "&quot;")
}

#[test]
fn payloads_in_formulas_stay_inert() {
    for payload in PAYLOADS {
        let text = escaped(payload);
        for formula in [
            format!("<math alttext=\"{text}\"><mi>x</mi></math>"),
            format!("<math alttext=\"a$ {text} $b\"><mi>x</mi></math>"),
            format!("<math alttext=\"a$$ {text} $$b\" display=block><mi>x</mi></math>"),
            format!("<math alttext=\"{text}\\\"><mi>x</mi></math>"),
            format!("<math alttext=\"\\\\{text}\\\\\"><mi>x</mi></math>"),
            format!("<math alttext=\"`\"><mi>x</mi></math> <code>{text}</code>"),
            format!("<math><mi>{text}</mi></math>"),
            format!("<math><mtext>{text}</mtext></math>"),
            format!("<math><ms>{text}</ms><mo>$</mo><mn>{text}</mn></math>"),
            format!(
                "<math><semantics><mi>x</mi><annotation encoding=application/x-tex>{text}\
                 </annotation></semantics></math>"
            ),
            format!(
                "<span class=katex><span class=katex-mathml><math><semantics><mrow><mi>x</mi>\
                 </mrow><annotation encoding=application/x-tex>{text}</annotation></semantics>\
                 </math></span><span class=katex-html aria-hidden=true>{text}</span></span>"
            ),
        ] {
            for around in [
                format!("<p>a {formula} b"),
                format!("<p>a$b{formula}5 <code>c$</code> {text} $d"),
                format!("<h2>{formula}</h2>"),
                format!("<ul><li>{formula}<li><a href=/b>{formula}</a></ul>"),
                format!("<table><tr><th>a<th>b<tr><td>{formula}<td>c|{formula}</table>"),
                format!("<table><tr><th colspan=2>a<tr><td>{formula}<td>c</table>"),
            ] {
                checks::article(&checks::whole(&page(&around)));
            }
        }
    }
}

#[test]
fn payloads_split_across_elements_stay_inert() {
    for html in [
        "<p>[go]<span>(javascript:x(1))</span>",
        "<p>[go]<span lang=fr>(javascript:x(1))</span>",
        "<p>[go]<wbr>(javascript:x(1))",
        "<p>[go]<span>: javascript:x(1)</span><p>see [go] and [go]",
        "<p>!<a href=/b>c</a> !<video controls src=v.mp4></video>",
        "<p>&lt;<span>img src=x onerror=x(1)></span> &amp;<span>lt;b> </span>",
        "<p>cost $5 <code>a$&lt;img src=x onerror=x(1)></code>",
        "<p>cost <sup>$</sup>5 <abbr title='$[go](javascript:x(1))'>b</abbr>",
        "<p>a$b <abbr title='c$`&lt;img src=x onerror=x(1)>'>b</abbr> `",
        "<p><abbr title='a\n\n[go](javascript:x(1))'>b</abbr> <abbr title='a&#13;&#13;&lt;i>'>c</abbr>",
        "<p>a <video controls title='a\n\n[go](javascript:x(1))' src=v.mp4></video> b",
        "<h2>a {onclick=x(1)}</h2><h2>{#a onclick=x(1)}</h2>",
        "<p><code>a</code>{=html} <a href=/b>c</a>{onclick=x(1)} [d]{onclick=x(1)}",
    ] {
        checks::article(&checks::whole(&page(html)));
    }
}

#[test]
fn code_cannot_escape_its_container() {
    let code = "&lt;img src=x onerror=x(1)>";
    for html in [
        format!("<blockquote><pre>a&#13;{code}</pre></blockquote>"),
        format!("<ul><li><pre>a&#13;&#13;{code}</pre></ul>"),
        format!("<p>a <code style='white-space: pre'>b&#13;&#13;{code}</code>"),
        format!("<p><a href=#x>a</a><dl><dt id=x><pre>a\n\n{code}</pre><dd>b</dl>"),
        format!("<p><a href=#x>a</a><ul><li id=x><ol><li><pre>a\n\n{code}</pre></ol></ul>"),
        format!("<table><tr><th>a<th>b<tr><td><code>a\\|{code}</code><td>b</table>"),
        format!("<table><tr><th colspan=2>a<tr><td><pre>a\n\n&#13;&#13;{code}</pre></table>"),
        format!("<ol reversed><li><pre>a\n\n\n{code}</pre></ol>"),
        format!("<pre class='language-a` b'>{code}\n```\n{code}</pre>"),
    ] {
        checks::article(&checks::whole(&page(&html)));
    }
}

#[test]
fn links_without_a_base_stay_inert() {
    for href in [
        "javascript&amp;colon;x(1)",
        "&amp;#106;avascript:x(1)",
        "a&amp;rpar;b",
    ] {
        let html = format!("<p><a href='{href}'>a</a> <img src='{href}' alt='b]({href})'>");
        checks::article(&checks::whole(
            &html::read(&html, "", Limits::default()).unwrap(),
        ));
    }
}

#[test]
fn text_with_null_characters_stays_inert() {
    let mut builder = PageBuilder::new(PageInfo::default(), Limits::default());
    builder.open_tag(Tag::Html).unwrap();
    builder.open_tag(Tag::P).unwrap();
    builder
        .text("a <\0img src=x onerror=x(1)> [b]\0(javascript:x(1)) \\\0<i>")
        .unwrap();
    builder.open_tag(Tag::Code).unwrap();
    builder.text("a\0`<img src=x>").unwrap();
    builder.close();
    builder.open_tag(Tag::Math).unwrap();
    builder.attr(Attr::Alttext, "a<\0img src=x>\\\0").unwrap();
    let page = builder.finish().unwrap();
    checks::article(&checks::whole(&page));
    checks::snapshot_gives_back(&snapshot::read(&snapshot::write(&page)).unwrap());
}
