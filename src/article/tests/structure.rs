//! Headings, definition lists, and data tables.

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
        // Captions and equations may have such links too.
        (
            "<p id=a>Figure 1<a class=headerlink href=#a>¶</a></p>",
            "<p>Figure 1</p>",
        ),
    ]);
}

#[test]
fn definition_lists_that_only_indent_become_paragraphs() {
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
fn items_keep_their_numbers_if_others_are_removed() {
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
        // An item without visible content is removed too.
        (
            "<ol><li>a<li><canvas></canvas><li>b</ol>",
            "<ol><li>a</li><li value=\"3\">b</li></ol>",
        ),
        // Browsers don't number invisible items.
        (
            "<ol><li>a<li hidden>b<li>c</ol>",
            "<ol><li>a</li><li>c</li></ol>",
        ),
        // Only the numbers of its parent apply to an item.
        (
            "<ol><div><li class=out>a<li>b</div></ol>",
            "<ol><li>b</li></ol>",
        ),
    ]);
}

#[test]
fn a_code_declaration_with_remarks_stays_a_table() {
    let out = html(
        "<table class=dcl><tr><td><pre>void sail(int knots);</pre></td><td>(1)</td><td>(since 1901)</td></tr></table>",
    );
    assert_eq!(
        out,
        "<table><tbody><tr><td><pre><code>void sail(int knots);</code></pre></td><td>(1)</td><td>(since 1901)</td></tr></tbody></table>"
    );
}

#[test]
fn page_breaks_of_a_printed_book_are_kept() {
    let mark = |name: &str| format!("<span role=\"doc-pagebreak\" title=\"{name}\"></span>");
    let (twelve, roman) = (mark("12"), mark("xii"));
    let around = |mark: &str| format!("<p>It {mark}sails.</p>");
    check(&[
        // EPUB 3 and EPUB 2.
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
        // Project Gutenberg, with and without text in the mark.
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
        // Beside the text, with its own text removed.
        (
            "<p>It <span class=pagenum style='display:block'><b class=out>[Pg 12]</b></span> sails.",
            &around(&twelve),
        ),
        // Wikisource.
        (
            "<p>It <span class='pagenum ws-pagenum' id=12 title='Page:Ferry.djvu/20'><span>\u{200b}</span></span>sails.",
            "<p>It <span role=\"doc-pagebreak\" title=\"12\">\u{200b}</span>sails.</p>",
        ),
        // Without a name it isn't a page mark, and a class name isn't enough evidence.
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
fn open_details_without_summary_or_around_everything_are_unwrapped() {
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
        // Collapsed parts stay collapsed.
        (
            "<p>a<details><summary>Tides</summary><p>b</details>",
            "<p>a</p><details><summary>Tides</summary><p>b</p></details>",
        ),
    ]);
}

#[test]
fn task_lists_keep_their_checkboxes() {
    for (source, expected) in [
        (
            "<ul><li><input type=checkbox checked disabled> Roof<li><input type=checkbox> Stairs</ul>",
            "- [x] Roof\n- [ ] Stairs\n",
        ),
        (
            "<ul><li><label><input type=checkbox checked> <span>Roof</span></label></li></ul>",
            "- [x] Roof\n",
        ),
        (
            "<ul><li><span role=checkbox aria-checked=true></span><p>Roof</p></ul>",
            "- [x] Roof\n",
        ),
        ("<ul><li data-checked=false>Roof</ul>", "- [ ] Roof\n"),
        (
            "<ul><li role=checkbox aria-checked=true>Roof</ul>",
            "- [x] Roof\n",
        ),
        (
            "<ul><li><div class='checkbox checkbox-on'></div> <span>Roof</span></ul>",
            "- [x] Roof\n",
        ),
        (
            "<ul><li><label><input type=checkbox checked><span></span></label> Roof</ul>",
            "- [x] Roof\n",
        ),
        (
            "<ul><li data-list=unchecked>Roof</ul><p>a<ul data-checked=true><li>Stairs</ul>",
            "- [ ] Roof\n\na\n\n- [x] Stairs\n",
        ),
        (
            "<ul class=org-ul><li class=on><code>[X]</code> Roof<li class=off><code>[&nbsp;]</code> Stairs</ul>",
            "- [x] Roof\n- [ ] Stairs\n",
        ),
        (
            "<ul class=todo-list><li class=is-done>Roof<li>Stairs</ul>",
            "- [x] Roof\n- [ ] Stairs\n",
        ),
        (
            "<ul><li><i class='fa fa-check-square-o'></i> Roof<li><i class='fa fa-square-o'></i> Stairs</ul>",
            "- [x] Roof\n- [ ] Stairs\n",
        ),
        // All items have the same icon, which isn't a state.
        (
            "<ul><li><i class='fa fa-check'></i> Roof<li><i class='fa fa-check'></i> Stairs</ul>",
            "- Roof\n- Stairs\n",
        ),
        // A check box in the middle of a line is part of a form.
        ("<ul><li>Roof <input type=checkbox></ul>", "- Roof\n"),
    ] {
        assert_eq!(article(source).markdown(), expected, "{source}");
    }
    assert_eq!(
        super::text("<ul><li><input type=checkbox>Roof</ul>"),
        "☐ Roof"
    );
}

#[test]
fn verse_keeps_lines_and_stanzas() {
    for source in [
        "<div class=poem><div class=stanza><div>Low,</div><div>slow,</div></div><div class=stanza><div>ask</div><div>know</div></div></div>",
        "<pre class=wp-block-verse>Low,\n   slow,\n\nask\nknow</pre>",
        "<div class=o-verse><p>Low,<br>slow,</p><p>ask<br>know</p></div>",
        "<div class=verseblock><pre class=content>Low,\n   slow,\n\nask\nknow</pre></div>",
    ] {
        assert_eq!(
            article(source).markdown(),
            "Low,\\\nslow,\n\nask\\\nknow\n",
            "{source}"
        );
    }
    // Man pages set a synopsis as verse.
    for synopsis in ["sail [--fast]\nsail --help [port]", "sail port"] {
        let page = format!("<div class=verseblock><pre>{synopsis}</pre></div>");
        assert!(article(&page).markdown().starts_with("```"), "{synopsis}");
    }
    assert_eq!(
        article("<div><div>Low,</div><div>slow,</div></div>").markdown(),
        "Low,\n\nslow,\n"
    );
}

#[test]
fn words_separated_only_by_layout_get_a_space() {
    for (source, expected) in [
        (
            "<div><span class=no>(1)</span><span class=txt>The mill is kept.</span></div>",
            "(1) The mill is kept.",
        ),
        (
            "<div><span class=label>Built</span><span class=value>1702</span></div>",
            "Built 1702",
        ),
        ("<ul><li><b>Built</b><em>1702</em></ul>", "Built 1702"),
        ("<p><b>Mc</b><em>Lean</em></p>", "McLean"),
        (
            "<p><a href=/x><strong>Tide tables</strong><span class=d>Heights for each harbor.</span></a></p>",
            "Tide tables Heights for each harbor.",
        ),
        (
            "<ul><li><span class=q>250 g</span><span class=f>flour</span><li><span class=q>5 g</span><span class=f>salt</span></ul>",
            "250 g flour\n5 g salt",
        ),
        (
            "<p class=d-flex><span class=q>250 g</span><span class=f>flour</span></p>",
            "250 g flour",
        ),
        (
            "<ul><li><span class=a>re</span><span class=b>load</span><li><span class=a>re</span><span class=b>do</span></ul>",
            "reload\nredo",
        ),
        // Fragments of one word.
        (
            "<p><span class=cap>T</span><span class=rest>he ferry</span></p>",
            "The ferry",
        ),
        ("<p><b>re</b><i class=x>load</i></p>", "reload"),
        (
            "<p><span class=price-whole>49<i class=price-point>,</i></span><span class=price-rest>50</span> a year</p>",
            "49,50 a year",
        ),
        ("<p>un<b>do</b><i class=x>Ing</i></p>", "undoIng"),
    ] {
        assert_eq!(super::text(source), expected, "{source}");
    }
}

#[test]
fn controls_in_headings_are_not_part_of_them() {
    check(&[
        (
            "<h2>Stones <button>Copy link</button></h2>",
            "<h2>Stones</h2>",
        ),
        (
            "<h2>Stones <span><a href=/e>Edit</a> <button>Share</button></span></h2>",
            "<h2>Stones</h2>",
        ),
        ("<h2><button>Stones</button></h2>", "<h2>Stones</h2>"),
    ]);
}

#[test]
fn ruby_readings_are_in_brackets_in_plain_text() {
    assert_eq!(
        super::text("<p><ruby>港<rt>みなと</rt></ruby>で</p>"),
        "港（みなと）で"
    );
    assert_eq!(
        super::text("<p><ruby>A<rp>[</rp><rt>b</rt><rp>]</rp></ruby></p>"),
        "A[b]"
    );
}

#[test]
fn quotations_have_quotation_marks_in_plain_text() {
    assert_eq!(
        super::text("<p>She said: <q>It sails.</q><q></q></p>"),
        "She said: “It sails.”"
    );
}

#[test]
fn elements_styled_as_blocks_become_paragraphs() {
    let spans = "<div><span style='display:block'>One line.</span> <span style='display: block'>Two lines.</span></div>";
    assert_eq!(article(spans).markdown(), "One line.\n\nTwo lines.\n");
    let custom = "<style>my-line{display:block}</style><div><my-line>One line.</my-line><my-line>Two lines.</my-line></div>";
    assert_eq!(article(custom).markdown(), "One line.\n\nTwo lines.\n");
}
