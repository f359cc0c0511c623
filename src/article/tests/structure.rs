//! Headings, lists of definitions and tables that are what they are.

use super::{article, check, html};

#[test]
fn headings_do_not_link_to_themselves() {
    check(&[
        ("<h2 id=a><a href=#a>One</a></h2>", "<h2>One</h2>"),
        (
            "<h2><a href=https://example.org/a#x>One</a></h2>",
            "<h2>One</h2>",
        ),
        (
            "<h2><a href=https://example.org/a>One</a></h2>",
            "<h2>One</h2>",
        ),
        (
            "<h2 id=a>One <a class=headerlink href=#a>Link to this heading</a></h2>",
            "<h2>One</h2>",
        ),
        (
            "<h2 id=a>One<a class='hash-link' href=#a aria-label='Direct link'>\u{200b}</a></h2>",
            "<h2>One</h2>",
        ),
        (
            "<h2><a class=anchor href=#a>One</a> and <a href=/two>two</a></h2>",
            "<h2>and <a href=\"https://example.org/two\">two</a></h2>",
        ),
    ]);
}

#[test]
fn what_only_indents_is_no_list() {
    check(&[
        ("<p>a</p><dl><dd>b</dd></dl>", "<p>a</p><p>b</p>"),
        (
            "<dl><dd>a<dl><dd><p>b</p></dd></dl></dd></dl>",
            "<p>a</p><p>b</p>",
        ),
        (
            "<dl><dt>a</dt><dd>b</dd></dl>",
            "<dl><dt>a</dt><dd>b</dd></dl>",
        ),
    ]);
    assert_eq!(article("<p>a<dl><dd>b</dl>").markdown(), "a\n\nb\n");
}

#[test]
fn items_keep_their_numbers_where_others_are_left_out() {
    check(&[
        (
            "<ol><li class=out>a<li>b<li>c</ol>",
            "<ol start=\"2\"><li>b</li><li>c</li></ol>",
        ),
        (
            "<ol><li>a<li class=out>b<li class=out>c<li>d<li>e</ol>",
            "<ol><li>a</li><li value=\"4\">d</li><li>e</li></ol>",
        ),
        (
            "<ol reversed><li>a<li class=out>b<li>c<li>d</ol>",
            "<ol start=\"4\" reversed><li>a</li><li value=\"2\">c</li><li>d</li></ol>",
        ),
        (
            "<ol reversed><li class=out>a<li>b</ol>",
            "<ol reversed><li>b</li></ol>",
        ),
        (
            "<ol start=5><li class=out>a<li>b<li value=9>c<li class=out>d<li>e</ol>",
            "<ol start=\"6\"><li>b</li><li value=\"9\">c</li><li value=\"11\">e</li></ol>",
        ),
        (
            "<ol type=a><li>a<li class=out value=7>b<li>c</ol>",
            "<ol type=\"a\"><li>a</li><li value=\"8\">c</li></ol>",
        ),
        (
            "<ol><li>a<ol><li class=out>x<li>y</ol><li class=out>b<li>c<ul><li class=out>x<li>y</ul></ol>",
            "<ol><li>a<ol start=\"2\"><li>y</li></ol></li><li value=\"3\">c<ul><li>y</li></ul></li></ol>",
        ),
        // An item of which nothing can be shown is left out as well.
        (
            "<ol><li>a<li><canvas></canvas><li>b</ol>",
            "<ol><li>a</li><li value=\"3\">b</li></ol>",
        ),
        // Browsers do not count what they do not show.
        (
            "<ol><li>a<li hidden>b<li>c</ol>",
            "<ol><li>a</li><li>c</li></ol>",
        ),
        // Only its parent's numbers are an item's.
        (
            "<ol><div><li class=out>a<li>b</div></ol>",
            "<ol><li>b</li></ol>",
        ),
    ]);
}

#[test]
fn a_declaration_beside_its_remarks_stays_a_table() {
    let out = html(
        "<table class=dcl><tr><td><pre>void sail(int knots);</pre></td><td>(1)</td><td>(since 1901)</td></tr></table>",
    );
    assert_eq!(
        out,
        "<table><tbody><tr><td><pre><code>void sail(int knots);</code></pre></td><td>(1)</td><td>(since 1901)</td></tr></tbody></table>"
    );
}

#[test]
fn pages_of_a_printed_book_are_marked_where_they_begin() {
    let mark = |name: &str| format!("<span role=\"doc-pagebreak\" title=\"{name}\"></span>");
    let (twelve, roman) = (mark("12"), mark("xii"));
    let around = |mark: &str| format!("<p>It {mark}sails.</p>");
    check(&[
        // EPUB 3 and its forerunner.
        (
            "<p>It <span role='x doc-pagebreak' aria-label='Page 12'></span>sails.",
            &around(&twelve),
        ),
        (
            "<p>It <span epub:type=pagebreak id=p12 title=12></span>sails.",
            &around(&twelve),
        ),
        // DAISY: between blocks.
        (
            "<p>It waits.</p><hr role=doc-pagebreak title=12><p>It sails.",
            &format!("<p>It waits.</p><p>{twelve}It sails.</p>"),
        ),
        // Project Gutenberg, with and without a text of its own.
        (
            "<p>It <span class=pagenum><a id=Page_xii></a></span>sails.",
            &around(&roman),
        ),
        (
            "<p>It <span class=pagenum><a name=Page_12></a>[Pg 12]</span> sails.",
            "<p>It <span role=\"doc-pagebreak\" title=\"12\">[Pg 12]</span> sails.</p>",
        ),
        (
            "<p>It <span class=pagenum style='position:absolute'>[Pg 12]</span> sails.",
            "<p>It <span role=\"doc-pagebreak\" title=\"12\">[Pg 12]</span> sails.</p>",
        ),
        // Beside the text, and left out of it.
        (
            "<p>It <span class=pagenum style='display:block'><b class=out>[Pg 12]</b></span> sails.",
            &around(&twelve),
        ),
        // Wikisource.
        (
            "<p>It <span class='pagenum ws-pagenum' id=12 title='Page:Ferry.djvu/20'><span>\u{200b}</span></span>sails.",
            "<p>It <span role=\"doc-pagebreak\" title=\"12\">\u{200b}</span>sails.</p>",
        ),
        // Without a name it is none, and a class alone says little.
        (
            "<p>It <span role=doc-pagebreak></span><span class=pagenum id=top></span>sails.",
            "<p>It sails.</p>",
        ),
    ]);
    let linked = html(
        "<p><a href=#p12>Index</a><p><span role=doc-pagebreak id=p12 title=12></span>It sails.",
    );
    assert!(linked.contains("role=\"doc-pagebreak\""), "{linked}");
    assert!(linked.contains("href=\"#pith-p12\""), "{linked}");
}

#[test]
fn an_open_box_without_a_summary_or_around_all_is_no_box() {
    let text = "The ferry sails at noon. ".repeat(8);
    let text = text.trim();
    check(&[
        (
            "<p>a<details open><summary hidden>More</summary><p>b</details>",
            "<p>a</p><p>b</p>",
        ),
        (
            &format!("<p>a<details open><summary>Tides</summary><p>{text}</details>"),
            &format!("<p>a</p><p>Tides</p><p>{text}</p>"),
        ),
        (
            &format!("<p>{text}<details open><summary>Tides</summary><p>b</details>"),
            &format!("<p>{text}</p><details open><summary>Tides</summary><p>b</p></details>"),
        ),
        // What is folded on the page stays folded.
        (
            "<p>a<details><summary>Tides</summary><p>b</details>",
            "<p>a</p><details><summary>Tides</summary><p>b</p></details>",
        ),
    ]);
}
