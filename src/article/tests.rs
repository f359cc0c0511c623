//! Tests of the whole article, each with a minimal page.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use super::Article;
use crate::page::{Limits, NodeSet, Page, Tag};
use crate::source::html::read;

mod callouts;
mod code;
mod formulas;
mod hostile;
mod images;
mod layout;
mod markdown;
mod marks;
mod notes;
mod structure;

const URL: &str = "https://example.org/a";

fn page(html: &str) -> Page {
    let limits = Limits::default();
    read(html, URL, limits).unwrap()
}

/// Returns the article of all visible leaves, except those in an element with class `out`.
fn article(html: &str) -> Article {
    let page = page(html);
    Article::new(&page, &visible(&page))
}

fn visible(page: &Page) -> NodeSet {
    use crate::page::Attr;
    let mut kept = NodeSet::new(page);
    for node in page.nodes() {
        let leaf = page.is_text(node) && !page.text(node).trim().is_empty()
            || page.tag(node).is_replaced();
        if leaf && !page.is_hidden(node) {
            kept.insert(node);
        }
    }
    for node in page.nodes() {
        if page.attr(node, Attr::Class) == Some("out") || page.tag(node) == Tag::Head {
            kept.remove_subtree(page, node);
        }
    }
    kept
}

/// Returns the HTML without the line feeds between blocks.
fn html(source: &str) -> String {
    let article = article(source);
    let html = article.styled_html();
    check_valid(&html);
    // Skipped for formulas, which are LaTeX in the text; for brackets around ruby, which browsers
    // don't show; and for back links, which the text doesn't have.
    let differs = ["<math", "<rp", "<rt", "doc-backlink"]
        .iter()
        .any(|part| html.contains(part));
    if !differs {
        let page = page(&html);
        let squeeze = |s: &str| s.replace(char::is_whitespace, "");
        let shown = page.visible_text(page.body());
        assert_eq!(squeeze(&shown), squeeze(&article.text()), "{html}");
    }
    html.replace(">\n", ">")
}

fn text(source: &str) -> String {
    article(source).text()
}

/// Checks that a parser reads the HTML as it was written, without closing or moving elements.
fn check_valid(html: &str) {
    let page = page(&format!("<body>{html}"));
    let mut tags = Vec::new();
    for node in page.descendants(page.body()) {
        if page.is_element(node) {
            tags.push(page.tag(node).name());
        }
    }
    let written: Vec<&str> = html
        .split('<')
        .skip(1)
        .filter(|t| !t.starts_with('/'))
        .map(|t| t.split([' ', '>']).next().unwrap())
        .collect();
    assert_eq!(tags, written, "parsed otherwise than written: {html}");
}

fn check(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        assert_eq!(html(source), *expected, "from {source}");
    }
}

#[test]
fn loose_text_becomes_paragraphs() {
    check(&[
        (
            "<div>one<div>two</div>three</div>",
            "<p>one</p><p>two</p><p>three</p>",
        ),
        ("<div>a<br>b<br> <br>c<br></div>", "<p>a<br>b</p><p>c</p>"),
        // Editors put line breaks into separate elements.
        (
            "<p>a<b><br></b>b<i><b><br></b><br></i>c</p>",
            "<p>a<br>b</p><p>c</p>",
        ),
        (
            "<p>a <b>b</b> <i> c</i>d</p>",
            "<p>a <b>b</b> <i>c</i>d</p>",
        ),
        ("<p>&nbsp;</p><p>a</p><p><b></b></p>", "<p>a</p>"),
        ("<my-box>a <my-word>b</my-word></my-box>", "<p>a b</p>"),
        (
            "<p>a<span style='white-space: pre-wrap'> b\nc\n\nd</span>",
            "<p>a b<br>c</p><p>d</p>",
        ),
        (
            "<div style='white-space: pre-line'>a\n  b\n\n  c</div>",
            "<p>a<br>b</p><p>c</p>",
        ),
        ("<p>a <span class=out>x</span>b</p>", "<p>a b</p>"),
        (
            "<p>a</p><div class=out>x</div>b<div class=out>y</div>c",
            "<p>a</p><p>b</p><p>c</p>",
        ),
    ]);
}

#[test]
fn inline_elements_around_blocks_move_into_the_blocks() {
    check(&[
        (
            "<a href=/b><div>one</div><div>two</div></a>",
            "<p><a href=\"https://example.org/b\">one</a></p>\
             <p><a href=\"https://example.org/b\">two</a></p>",
        ),
        (
            "<b>a<ul><li>b</ul>c</b>",
            "<p><b>a</b></p><ul><li><b>b</b></li></ul><p><b>c</b></p>",
        ),
        (
            "<b><b>a</b></b> x<sup>2<sup>3</sup></sup>",
            "<p><b>a</b> x<sup>2<sup>3</sup></sup></p>",
        ),
    ]);
}

#[test]
fn headings_keep_their_level() {
    check(&[
        (
            "<h2>A <small>b</small></h2><p><b>Short</b></p><h4>C</h4>",
            "<h2>A <small>b</small></h2><p><b>Short</b></p><h4>C</h4>",
        ),
        ("<h2><div>A</div><div>B</div></h2>", "<h2>A<br>B</h2>"),
        ("<h3>A<a href=#h id=h>¶</a></h3>", "<h3>A</h3>"),
        ("<h3>A<div><button>🔗</button></div></h3>", "<h3>A</h3>"),
        ("<h3><button>A</button></h3>", "<h3>A</h3>"),
        (
            "<h3>A</h3><button><img src=a.jpg></button>",
            "<h3>A</h3><p><img src=\"https://example.org/a.jpg\" alt=\"\"></p>",
        ),
        (
            "<h3><a href=/x>A</a></h3>",
            "<h3><a href=\"https://example.org/x\">A</a></h3>",
        ),
    ]);
}

#[test]
fn lists_stay_lists() {
    check(&[
        (
            "<ol start=3 reversed><li value=7>a<ul><li>b</ul><li><p>c</p></ol>",
            "<ol start=\"3\" reversed><li value=\"7\">a<ul><li>b</li></ul></li><li>c</li></ol>",
        ),
        (
            "<div><li>a</li><li>b</li></div>",
            "<ul><li>a</li><li>b</li></ul>",
        ),
        (
            "<ul><li>a</li><ul><li>b</li></ul></ul>",
            "<ul><li>a<ul><li>b</li></ul></li></ul>",
        ),
        ("<ul>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
        (
            "<ul><li><p>a</p><p>b</p></ul>",
            "<ul><li><p>a</p><p>b</p></li></ul>",
        ),
        (
            "<dl><div><dt>a</dt><dd>b</dd></div><dt>c<dd><p>d</p><ul><li>e</ul></dl>",
            "<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd>d<ul><li>e</li></ul></dd></dl>",
        ),
        (
            "<ul><li class=out>x</li><li>a</li></ul>",
            "<ul><li>a</li></ul>",
        ),
    ]);
    assert_eq!(
        text("<p>o<ul><li>a<ul><li>b</ul><li>c</ul><p>p"),
        "o\n\na\nb\nc\n\np"
    );
}

#[test]
fn quotes_figures_details_and_rules_are_kept() {
    check(&[
        (
            "<blockquote cite=/c>a<p>b</p></blockquote>",
            "<blockquote cite=\"https://example.org/c\"><p>a</p><p>b</p></blockquote>",
        ),
        (
            "<figure><div><img src=i.jpg alt=A></div><figcaption>c <b>d</b></figcaption></figure>",
            "<figure><img src=\"https://example.org/i.jpg\" alt=\"A\">\
             <figcaption>c <b>d</b></figcaption></figure>",
        ),
        ("<figure><figcaption>c</figcaption></figure>", "<p>c</p>"),
        (
            "<details><summary>s</summary>t</details>",
            "<details><summary>s</summary><p>t</p></details>",
        ),
        ("<hr><p>a</p><hr><hr><p>b</p><hr>", "<p>a</p><hr><p>b</p>"),
    ]);
}

#[test]
fn data_tables_are_kept_and_layout_tables_unwrapped() {
    check(&[
        (
            "<table><caption>C</caption><tr><td></td><th scope=col>h</th></tr>\
             <tr><td colspan=2 onclick=x>a</td></tr></table>",
            "<table><caption>C</caption><tbody><tr><td></td><th scope=\"col\">h</th></tr>\
             <tr><td colspan=\"2\">a</td></tr></tbody></table>",
        ),
        (
            "<table><tr><td class=out>menu</td><td><p>a</p><p>b</p></td></tr></table>",
            "<p>a</p><p>b</p>",
        ),
        (
            "<table><tr><td>a</td><td><table><tr><td>1</td><td>2</td></tr>\
             <tr><td>3</td><td>4</td></tr></table></td></tr></table>",
            "<p>a</p><table><tbody><tr><td>1</td><td>2</td></tr>\
             <tr><td>3</td><td>4</td></tr></tbody></table>",
        ),
        (
            "<table role=presentation><tr><th>a</th><td>b</td></tr></table>",
            "<p>a</p><p>b</p>",
        ),
    ]);
    assert_eq!(
        text("<table><caption>C</caption><tr><th>a<th>b<tr><td><p>1<p>2<td><tr><td>3<td>4</table>"),
        "C\na\tb\n1 2\n3\t4"
    );
}

#[test]
fn images_use_their_best_file() {
    let src = |source: &str| {
        let html = html(source);
        let start = html.find("src=\"").map(|i| i + 5);
        start.map(|s| html[s..].split('"').next().unwrap().to_owned())
    };
    let at = |name: &str| Some(format!("https://example.org/{name}"));
    for (source, name) in [
        ("<img src=a.jpg>", "a.jpg"),
        ("<img src=blank.gif data-src=a.jpg>", "a.jpg"),
        (
            "<img src='data:image/gif;base64,R0lGOD' data-srcset='s.jpg 300w, a.jpg 900w'>",
            "a.jpg",
        ),
        ("<img src=a.jpg data-src=small.jpg>", "a.jpg"),
        (
            "<img src=full.jpg srcset='s.jpg 300w, t.jpg 600w'>",
            "full.jpg",
        ),
        (
            "<img src=s.jpg srcset='s.jpg 300w, a.jpg 1200w, b.jpg 4000w'>",
            "a.jpg",
        ),
        ("<img src='/p/a.jpg?w=20&blur=5' data-src=a.jpg>", "a.jpg"),
        (
            "<picture><source srcset='a.webp 800w'><img src=spacer.gif></picture>",
            "a.webp",
        ),
        (
            "<img src=placeholder.png><noscript><img src=\"a.jpg?x=1&amp;y=2\"></noscript>",
            "a.jpg?x=1&amp;y=2",
        ),
        (
            "<div><span><img class=lazy src=placeholder.png alt=b></span><noscript><img src=a.jpg></noscript></div>",
            "a.jpg",
        ),
        ("<img pith-current-src=shown.jpg src=a.jpg>", "shown.jpg"),
    ] {
        assert_eq!(src(source), at(name), "{source}");
    }
    for removed in [
        "<img src=a.gif width=1 height=1>",
        "<img src=blank.gif>",
        "<img src='javascript:alert(1)'>",
        "<img src='data:image/svg+xml,<svg/>'>",
        "<img>",
        "<svg><path d=M0></svg>",
        "<canvas></canvas>",
    ] {
        assert!(article(removed).is_empty(), "{removed}");
    }
    check(&[
        (
            "<p><img src=a.jpg width=10px height=20 title=T onerror=x><img src=a.jpg></p>",
            "<p><img src=\"https://example.org/a.jpg\" alt=\"\" title=\"T\" width=\"10\" \
             height=\"20\" class=\"pith-icon\"></p>",
        ),
        (
            "<a href=full.jpg><img src=a.jpg></a>",
            "<p><a href=\"https://example.org/full.jpg\">\
             <img src=\"https://example.org/a.jpg\" alt=\"\"></a></p>",
        ),
        (
            "<a href=a.jpg><img src=a.jpg></a>",
            "<p><img src=\"https://example.org/a.jpg\" alt=\"\"></p>",
        ),
        (
            "<a href=/story><img src=a.jpg></a>",
            "<p><a href=\"https://example.org/story\">\
             <img src=\"https://example.org/a.jpg\" alt=\"\"></a></p>",
        ),
    ]);
}

#[test]
fn media_have_controls_and_embedded_players_become_links() {
    check(&[
        (
            "<video autoplay loop poster=p.jpg><source src=a.mp4 type=video/mp4><track src=t></video>",
            "<p><video poster=\"https://example.org/p.jpg\" controls>\
             <source src=\"https://example.org/a.mp4\" type=\"video/mp4\"></video></p>",
        ),
        (
            "<audio src=a.mp3></audio>",
            "<p><audio src=\"https://example.org/a.mp3\" controls></audio></p>",
        ),
        (
            "<video src='blob:https://example.org/1' poster=p.jpg title='A film'></video>",
            "<p><img src=\"https://example.org/p.jpg\" alt=\"A film\"></p>",
        ),
        (
            "<p>a<iframe src='//www.youtube.com/embed/xyz?rel=0' title='A film'></iframe>b",
            "<p>a</p><p class=\"pith-embed\" data-src=\"https://www.youtube.com/embed/xyz?rel=0\">\
             <a href=\"https://www.youtube.com/watch?v=xyz\">A film</a></p><p>b</p>",
        ),
        (
            "<iframe src=https://w.soundcloud.com/p></iframe><iframe src=https://ads.example/></iframe>",
            "<p class=\"pith-embed\" data-src=\"https://w.soundcloud.com/p\"><a href=\"https://w.soundcloud.com/p\">w.soundcloud.com</a></p>",
        ),
    ]);
}

#[test]
fn code_blocks_keep_whitespace_and_lose_line_numbers() {
    check(&[
        (
            "<pre class='brush: js; x'>a  {\n\n  b</pre>",
            "<pre><code class=\"language-javascript\">a  {\n\n  b</code></pre>",
        ),
        (
            "<div class='highlight-source-rust code-toolbar'><pre><span>fn</span> x()\n</pre></div>",
            "<pre><code class=\"language-rust\">fn x()\n</code></pre>",
        ),
        (
            "<pre><code class=language-c><div>a;</div><div>  b;</div></code></pre>",
            "<pre><code class=\"language-c\">a;\n  b;</code></pre>",
        ),
        (
            "<code><div>a</div><div>b</div></code>",
            "<pre><code>a\nb</code></pre>",
        ),
        (
            "<pre><span class=n>1</span>a\n<span class=n>2</span>b [<i class=m>1</i>,<i class=m>2</i>]</pre>",
            "<pre><code>a\nb [1,2]</code></pre>",
        ),
        // A line with only its number.
        (
            "<pre><b><i class=n>1</i><s>a\n</s></b><b><i class=n>2</i><s>\n</s></b><b><i class=n>3</i><s>b</s></b></pre>",
            "<pre><code>a\n\nb</code></pre>",
        ),
        (
            "<table><tr><td><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>",
            "<pre><code>a\nb</code></pre>",
        ),
        // Line numbers beside the code may precede or follow it.
        (
            "<div><pre>a\nb</pre><div>1<br>2<br></div></div><p>c",
            "<pre><code>a\nb</code></pre><p>c</p>",
        ),
        (
            "<div><p>1 2</p><p>a</p><pre>b\nc</pre></div>",
            "<p>1 2</p><p>a</p><pre><code>b\nc</code></pre>",
        ),
        ("<pre>a<i>\n  </i>b</pre>", "<pre><code>a\n  b</code></pre>"),
        (
            "<pre><b>a<br></b><b><i></i><br></b><b>b</b></pre>",
            "<pre><code>a\n\nb</code></pre>",
        ),
        (
            "<pre><div>a</div><div><i>\n</i></div><div><br></div><div></div><div>b</div></pre>",
            "<pre><code>a\n\n\nb</code></pre>",
        ),
        (
            "<table><tr><td><pre><code>1\n2</code></pre></td><td><pre><code class=language-c>a\nb</code></pre></td></tr></table>",
            "<pre><code class=\"language-c\">a\nb</code></pre>",
        ),
        (
            "<pre><code class=lang-auto>a</code></pre>",
            "<pre><code>a</code></pre>",
        ),
        (
            "<pre><table>\n<tr>\n <td>a</td>\n</tr>\n<tr><td>  b</td></tr>\n</table></pre>",
            "<pre><code>a\n  b</code></pre>",
        ),
        (
            "<code>\n<div>a<b> </b><i>b</i> <i>c</i></div>\n<div>d</div>\n</code>",
            "<pre><code>a b c\nd</code></pre>",
        ),
        (
            "<div><pre>1\n2\n</pre><pre>a\nb</pre></div>",
            "<pre><code>a\nb</code></pre>",
        ),
        (
            "<p>a <code> b</code> <kbd>c</kbd> <tt>d</tt>",
            "<p>a <code>b</code> <kbd>c</kbd> <code>d</code></p>",
        ),
    ]);
    assert_eq!(
        article("<pre>\n\na</pre>").styled_html(),
        "<pre><code>\na</code></pre>\n"
    );
    assert_eq!(text("<p>x<pre>a\n\n  b\n</pre><p>y"), "x\n\na\n\n  b\n\ny");
}

const KATEX: &str = "<p>Let <span class=katex><span class=katex-mathml><math><semantics><mrow><msup>\
    <mi>x</mi><mn>2</mn></msup></mrow><annotation encoding='application/x-tex'>x^2</annotation>\
    </semantics></math></span><span class=katex-html aria-hidden=true>x2</span></span> be.</p>";

#[test]
fn formulas_appear_only_once() {
    let clean = "<p>Let <math alttext=\"x^2\"><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow></math> be.</p>";
    check(&[(KATEX, clean)]);
    // The MathML is clipped away, so that only the rendering is kept.
    let hidden = KATEX.replace(
        "<span class=katex-mathml>",
        "<span class=katex-mathml hidden>",
    );
    check(&[(&hidden, clean)]);
    let wiki = "<p>Let <span class=mwe-math-element><span hidden><math alttext='{\\displaystyle x^2}'>\
        <msup><mi>x</mi><mn>2</mn></msup></math></span><img src=f.png alt=f></span>.</p>";
    assert_eq!(text(wiki), "Let x^2.");
    assert_eq!(text(KATEX), "Let x^2 be.");
    assert_eq!(
        text(
            "<math><mfrac><mn>1</mn><msqrt><mi>x</mi></msqrt></mfrac><mo>+</mo><mi>sin</mi><mi>y</mi></math>"
        ),
        "\\frac{1}{\\sqrt{x}}+\\sin y"
    );
}

// If reparsed, an `mrow` in a token would be an HTML element.
#[test]
fn mathml_token_elements_contain_only_text() {
    check(&[(
        "<p>Let <math alttext=x><mi><mrow>a</mrow><b>b</b></mi><mtext><mglyph></mglyph>c</mtext></math> be.</p>",
        "<p>Let <math alttext=\"x\"><mi>ab</mi><mtext>c</mtext></math> be.</p>",
    )]);
}

#[test]
fn links_within_the_article_use_its_own_ids() {
    check(&[
        (
            "<p id=unused>a<a id=r1></a>then <a href=#f1>this</a> <a href=#menu>m</a>\
             <ol><li id=f1>item <a href='https://example.org/a#r1'>back</a></ol>",
            "<p>a<span id=\"pith-r1\"></span>then <a href=\"#pith-f1\">this</a> \
             <a href=\"https://example.org/a#menu\">m</a></p>\
             <ol><li id=\"pith-f1\">item <a href=\"#pith-r1\">back</a></li></ol>",
        ),
        (
            "<p><a href=#s>go</a></p><a name=s></a><section><p>x</p></section>",
            "<p><a href=\"#pith-s\">go</a></p><p id=\"pith-s\">x</p>",
        ),
        (
            "<p><a href=#>a</a> <a href='java\nscript:x'>b</a> <a>c</a>",
            "<p>a b c</p>",
        ),
    ]);
}

#[test]
fn direction_language_and_ruby_are_kept() {
    check(&[
        (
            "<html lang=ar dir=rtl><p>مرحبا بالعالم<p dir=ltr lang=en>a <i lang=fr>b</i>",
            "<p>مرحبا بالعالم</p><p dir=\"ltr\" lang=\"en\">a <i lang=\"fr\">b</i></p>",
        ),
        (
            "<html lang=en><p>long enough text<div style='direction: rtl'>שלום</div>\
             <p>x <span lang=de>y</span>",
            "<p>long enough text</p><p dir=\"rtl\">שלום</p><p>x <span lang=\"de\">y</span></p>",
        ),
        (
            "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>",
            "<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>",
        ),
        (
            "<p><bdo dir=rtl>a</bdo> <abbr title=T>b</abbr> <time datetime=2020>c</time> a<wbr>b",
            "<p><bdo dir=\"rtl\">a</bdo> <abbr title=\"T\">b</abbr> \
             <time datetime=\"2020\">c</time> a<wbr>b</p>",
        ),
    ]);
    assert!(article("<p dir=rtl>שלום").is_rtl());
}

#[test]
fn the_translate_attribute_is_kept() {
    check(&[
        (
            "<p>a <span translate=no>b <i>c</i></span> d<p translate=NO>e <b translate=yes>f</b>",
            "<p>a <span translate=\"no\">b <i>c</i></span> d</p>\
             <p translate=\"no\">e <b translate=\"yes\">f</b></p>",
        ),
        (
            "<div translate=no><p>a<div translate>b</div></div><p translate=maybe>c",
            "<p translate=\"no\">a</p><p>b</p><p>c</p>",
        ),
        (
            "<html translate=no><p>a<p translate=yes>b",
            "<p>a</p><p translate=\"yes\">b</p>",
        ),
    ]);
}

#[test]
fn the_word_count_covers_only_the_text() {
    let article = article("<h2>Two words</h2><p>and three more <img src=a.jpg alt=no>");
    assert_eq!(article.word_count(), 5);
    assert_eq!(article.text(), "Two words\n\nand three more");
}

#[test]
fn every_element_has_its_first_leaf_as_origin() {
    let page = page("<h1>a</h1>b<p>c <em>d</em><p class=out>e<ul><li>f<li><p>g</ul>");
    let article = Article::new(&page, &visible(&page));
    let texts: Vec<&str> = article
        .origins()
        .iter()
        .map(|&n| page.text(n).trim())
        .collect();
    assert_eq!(article.styled_html().matches('<').count(), 2 * texts.len());
    assert_eq!(texts, ["a", "b", "c", "d", "f", "f", "g"]);
}

#[test]
fn details_keep_their_open_state() {
    check(&[
        (
            "<p>a longer one<details open><summary>s</summary>t</details>",
            "<p>a longer one</p><details open><summary>s</summary><p>t</p></details>",
        ),
        (
            "<details><summary>s</summary>t</details>",
            "<details><summary>s</summary><p>t</p></details>",
        ),
    ]);
}

#[test]
fn semantic_boxes_become_asides() {
    let long = format!(
        "<p>{}</p>",
        "The ferry sails at noon. ".repeat(8).trim_end()
    );
    let cases = [
        (
            "<div class='admonition warning'><p>Mind the step.</p></div>",
            "pith-warning\" data-callout=\"warning",
        ),
        (
            "<div class=theme-admonition-tip>Mind the step.</div>",
            "pith-tip\" data-callout=\"tip",
        ),
        (
            "<div role=note><p>Mind the step.</p></div>",
            "pith-note\" data-callout=\"note",
        ),
        ("<aside><p>Mind the step.</p></aside>", "pith-note"),
        (
            "<p class='pullquote right'>Mind the step.</p>",
            "pith-quote",
        ),
    ];
    for (source, kind) in cases {
        let expected = format!("{long}<aside class=\"{kind}\"><p>Mind the step.</p></aside>");
        assert_eq!(html(&format!("{long}{source}")), expected, "from {source}");
    }
    // Parts of names don't count, a plain line stays a line, and the article itself isn't a box.
    for source in [
        "<div class=footnotes><p>Mind the step.</p></div>",
        "<p>Mind the step.</p>",
    ] {
        assert_eq!(
            html(&format!("{long}{source}")),
            format!("{long}<p>Mind the step.</p>")
        );
    }
    assert_eq!(html(&format!("<aside>{long}</aside>")), long);
    assert_eq!(
        html(&format!(
            "{long}<aside><p>Mind the step.</p><aside><p>Duck.</p></aside></aside>"
        )),
        format!("{long}<aside class=\"pith-note\"><p>Mind the step.</p><p>Duck.</p></aside>")
    );
    assert_eq!(
        article(&format!("{long}<aside><p>Mind the step.</p></aside>"))
            .markdown()
            .lines()
            .last(),
        Some("> Mind the step.")
    );
}

#[test]
fn aria_tables_become_tables() {
    check(&[(
        "<div role=table><div role=row><b role=columnheader>a</b><b role=columnheader>b</b></div>\
         <div role=row><span role=cell>1</span><span role=cell></span></div></div>",
        "<table><tbody><tr><th>a</th><th>b</th></tr>\
         <tr><td>1</td><td></td></tr></tbody></table>",
    )]);
}

#[test]
fn request_attributes_are_kept_if_valid() {
    check(&[
        (
            "<p><a href=/b rel='author noreferrer NoOpener' target=_BLANK referrerpolicy=origin>b</a>",
            "<p><a href=\"https://example.org/b\" rel=\"noreferrer noopener\" \
             referrerpolicy=\"origin\" target=\"_blank\">b</a></p>",
        ),
        // The page's own frame doesn't exist in the article, and an invalid policy is ignored.
        (
            "<p><a href=/b target=side referrerpolicy=all rel=author>b</a>",
            "<p><a href=\"https://example.org/b\">b</a></p>",
        ),
        (
            "<p>a</p><img src=/a.jpg crossorigin>",
            "<p>a</p><p><img src=\"https://example.org/a.jpg\" alt=\"\" crossorigin=\"anonymous\"></p>",
        ),
        (
            "<p>a</p><img src=/a.jpg referrerpolicy=no-referrer>",
            "<p>a</p><p><img src=\"https://example.org/a.jpg\" alt=\"\" referrerpolicy=\"no-referrer\"></p>",
        ),
        (
            "<p>a</p><video src=/a.mp4 preload=none></video>",
            "<p>a</p><p><video src=\"https://example.org/a.mp4\" controls preload=\"none\"></video></p>",
        ),
    ]);
}

#[test]
fn short_numbers_are_upright_in_vertical_text() {
    let written = |style: &str| {
        article(&format!(
            "<main style='{style}'><p>船は沖へ出て、港は静かになった。</p><p>灯は毎晩ともった。</p><p>昭和9年12月の船 A4 は<code>12</code>\
             <math><mn>3</mn></math><ruby>二<rt>2</rt></ruby>2026年&amp;!?</p></main>"
        ))
    };
    let across = written("");
    let down = written("writing-mode: vertical-rl");
    assert!(!across.styled_html().contains("pith-upright"));
    assert_eq!(down.text(), across.text());
    let html = down.styled_html();
    let upright: Vec<&str> = html
        .split("<span class=\"pith-upright\">")
        .skip(1)
        .filter_map(|rest| rest.split("</span>").next())
        .collect();
    assert_eq!(upright, ["9", "12"]);
    let read = Article::from_html(&html, false).unwrap();
    assert_eq!(read.styled_html(), html);
    assert_eq!(read.markdown(), down.markdown());
}
