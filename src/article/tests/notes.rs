//! Footnotes: references and notes in the markup of many systems.

use super::{article, check_valid, text};

/// The expected Markdown for all systems.
const MARKDOWN: &str =
    "One[^1] and two.[^2]\n\n[^1]: First note.\n[^2]: Second [one](https://example.org/x).\n";

/// Systems with a page in their markup. Each page has two references and two notes.
const SYSTEMS: [(&str, &str); 30] = [
    (
        "old Docutils",
        "<p>One<a class=footnote-reference href='#id3' id=id1>[1]</a> and two.<a class=footnote-reference href='#id4' id=id2>[2]</a></p>\
         <table class='docutils footnote' id=id3><tbody><tr><td class=label><a class=fn-backref href='#id1'>[1]</a></td><td>First note.</td></tr></tbody></table>\
         <table class='docutils footnote' id=id4><tbody><tr><td class=label><a class=fn-backref href='#id2'>[2]</a></td><td>Second \
         <a href='https://example.org/x'>one</a>.</td></tr></tbody></table>",
    ),
    (
        "old Texinfo",
        "<p>One(<a name=DOCF1 href='#FOOT1'>1</a>) and two.(<a name=DOCF2 href='#FOOT2'>2</a>)</p><div class=footnote><hr><h3>Footnotes</h3>\
         <h3><a name=FOOT1 href='#DOCF1'>(1)</a></h3><p>First note.</p><h3><a name=FOOT2 href='#DOCF2'>(2)</a></h3><p>Second \
         <a href='https://example.org/x'>one</a>.</p></div>",
    ),
    (
        "Word's endnotes",
        "<p>One<a href='#_edn1' name='_ednref1'>[i]</a> and two.<a href='#_edn2' name='_ednref2'>[ii]</a></p><hr><p><a href='#_ednref1' name='_edn1'>[i]</a> \
         First note.</p><p><a href='#_ednref2' name='_edn2'>[ii]</a> Second <a href='https://example.org/x'>one</a>.</p>",
    ),
    (
        "raised digits",
        "<p>One¹ and two.²</p><hr><p>¹ First note.</p><p>² Second <a href='https://example.org/x'>one</a>.</p>",
    ),
    (
        "rows of a table without links",
        "<p>One<sup>[1]</sup> and two.<sup>[2]</sup></p><div class=footnotes_reference_container><table class=footnotes_table><tr><th><a>↑1</a></th>\
         <td>First note.</td></tr><tr><th>↑2</th><td>Second <a href='https://example.org/x'>one</a>.</td></tr></table></div>",
    ),
    (
        "popovers",
        "<p>One<button popovertarget=p1><sup>1</sup></button><span popover id=p1>First note.</span> and two.<button popovertarget=p2><sup>2</sup></button>\
         <span popover id=p2>Second <a href='https://example.org/x'>one</a>.</span></p>",
    ),
    (
        "words in an attribute",
        "<p>One<sup data-footnote='First note.'>1</sup> and two.<sup class=inline><span class=sidenote-content>Second \
         <a href='https://example.org/x'>one</a>.</span></sup></p>",
    ),
    (
        "Pandoc",
        "<p>One<a href='#fn1' class='footnote-ref' id='fnref1' role='doc-noteref'><sup>1</sup></a> and two.<a href='#fn2' \
         class='footnote-ref' id='fnref2' role='doc-noteref'><sup>2</sup></a></p><section class='footnotes' role='doc-endnotes'><hr>\
         <ol><li id='fn1' role='doc-endnote'><p>First note.<a href='#fnref1' class='footnote-back' role='doc-backlink'>↩︎</a></p></li>\
         <li id='fn2' role='doc-endnote'><p>Second <a href='https://example.org/x'>one</a>.<a href='#fnref2' class='footnote-back' \
         role='doc-backlink'>↩︎</a></p></li></ol></section>",
    ),
    (
        "kramdown and GitHub",
        "<p>One<sup id='fnref:1' role='doc-noteref'><a href='#fn:1' class='footnote' rel='footnote'>1</a></sup> and two.\
         <sup id='fnref:2'><a href='#fn:2' class='footnote' rel='footnote'>2</a></sup></p><div class='footnotes' role='doc-endnotes'><ol>\
         <li id='fn:1'><p>First note. <a href='#fnref:1' class='reversefootnote'>&#8617;</a></p></li><li id='fn:2'><p>Second \
         <a href='https://example.org/x'>one</a>. <a href='#fnref:2' class='reversefootnote'>&#8617;</a></p></li></ol></div>",
    ),
    (
        "GitHub's section",
        "<p>One<sup><a href='#user-content-fn-1-ab' id='user-content-fnref-1-ab' data-footnote-ref>1</a></sup> and two.<sup>\
         <a href='#user-content-fn-2-ab' id='user-content-fnref-2-ab'>2</a></sup></p><section class='footnotes'><h2 class='sr-only'>Footnotes</h2>\
         <ol><li id='user-content-fn-1-ab'><p>First note. <a href='#user-content-fnref-1-ab' class='data-footnote-backref'>↩</a></p></li>\
         <li id='user-content-fn-2-ab'><p>Second <a href='https://example.org/x'>one</a>. <a href='#user-content-fnref-2-ab'>↩</a></p></li></ol></section>",
    ),
    (
        "MediaWiki",
        "<p>One<sup id='cite_ref-1' class='reference'><a href='#cite_note-1'><span>[</span>1<span>]</span></a></sup> and two.\
         <sup id='cite_ref-2' class='reference'><a href='#cite_note-2'>[2]</a></sup></p><h2>References</h2><ol class='references'>\
         <li id='cite_note-1'><span class='mw-cite-backlink'><b><a href='#cite_ref-1'>^</a></b></span> <span>First note.</span></li>\
         <li id='cite_note-2'><span class='mw-cite-backlink'><b><a href='#cite_ref-2'>^</a></b></span> <span>Second \
         <a href='https://example.org/x'>one</a>.</span></li></ol>",
    ),
    (
        "Word",
        "<p class=MsoNormal>One<a style='mso-footnote-id:ftn1' href='#_ftn1' name='_ftnref1' title=''><span class=MsoFootnoteReference>[1]</span></a> \
         and two.<a href='#_ftn2' name='_ftnref2'><span class=MsoFootnoteReference>[2]</span></a></p><div style='mso-element:footnote-list'>\
         <br clear=all><hr align=left size=1 width='33%'><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText>\
         <a href='#_ftnref1' name='_ftn1'><span class=MsoFootnoteReference>[1]</span></a> First note.</p></div><div id=ftn2>\
         <p class=MsoFootnoteText><a href='#_ftnref2' name='_ftn2'><span>[2]</span></a> Second <a href='https://example.org/x'>one</a>.</p></div></div>",
    ),
    (
        "Wikidot",
        "<p>One<sup class='footnoteref'><a id='footnoteref-1' href='javascript:;' class='footnoteref'>1</a></sup> and two.\
         <sup class='footnoteref'><a id='footnoteref-2' href='javascript:;' class='footnoteref'>2</a></sup></p><div class='footnotes-footer'>\
         <div class='title'>Footnotes</div><div class='footnote-footer' id='footnote-1'><a href='javascript:;'>1</a>. First note.</div>\
         <div class='footnote-footer' id='footnote-2'><a href='javascript:;'>2</a>. Second <a href='https://example.org/x'>one</a>.</div></div>",
    ),
    (
        "Org",
        "<p>One<sup><a id='fnr.1' class='footref' href='#fn.1' role='doc-backlink'>1</a></sup> and two.<sup><a id='fnr.2' class='footref' \
         href='#fn.2'>2</a></sup></p><div id='footnotes'><h2 class='footnotes'>Footnotes: </h2><div id='text-footnotes'><div class='footdef'>\
         <sup><a id='fn.1' class='footnum' href='#fnr.1'>1</a></sup> <div class='footpara'><p class='footpara'>First note.</p></div></div>\
         <div class='footdef'><sup><a id='fn.2' class='footnum' href='#fnr.2'>2</a></sup> <div class='footpara'><p>Second \
         <a href='https://example.org/x'>one</a>.</p></div></div></div></div>",
    ),
    (
        "Texinfo",
        "<p>One<a class='footnote' id='DOCF1' href='#FOOT1'><sup>1</sup></a> and two.<a id='DOCF2' href='#FOOT2'><sup>2</sup></a></p>\
         <div class='footnotes-segment'><hr><h4 class='footnotes-heading'>Footnotes</h4><h5 class='footnote-body-heading'>\
         <a id='FOOT1' href='#DOCF1'>(1)</a></h5><p>First note.</p><h5><a id='FOOT2' href='#DOCF2'>(2)</a></h5><p>Second \
         <a href='https://example.org/x'>one</a>.</p></div>",
    ),
    (
        "Substack",
        "<p>One<a class='footnote-anchor' id='footnote-anchor-1' href='#footnote-1'>1</a> and two.<a class='footnote-anchor' id='footnote-anchor-2' \
         href='#footnote-2'>2</a></p><div class='footnote'><a id='footnote-1' href='#footnote-anchor-1' class='footnote-number'>1</a>\
         <div class='footnote-content'><p>First note.</p></div></div><div class='footnote'><a id='footnote-2' href='#footnote-anchor-2'>2</a>\
         <div class='footnote-content'><p>Second <a href='https://example.org/x'>one</a>.</p></div></div>",
    ),
    (
        "Ghost",
        "<p>One<sup class='footnote-ref'><a href='#fn1' id='fnref1'>[1]</a></sup> and two.<sup class='footnote-ref'><a href='#fn2' id='fnref2'>[2]</a></sup></p>\
         <hr class='footnotes-sep'><section class='footnotes'><ol class='footnotes-list'><li id='fn1' class='footnote-item'><p>First note. \
         <a href='#fnref1' class='footnote-backref'>↩︎</a></p></li><li id='fn2' class='footnote-item'><p>Second <a href='https://example.org/x'>one</a>. \
         <a href='#fnref2' class='footnote-backref'>↩︎</a></p></li></ol></section>",
    ),
    (
        "Hugo",
        "<p>One<sup id='fnref:1'><a href='#fn:1' class='footnote-ref' role='doc-noteref'>1</a></sup> and two.<sup id='fnref:2'><a href='#fn:2' \
         class='footnote-ref'>2</a></sup></p><div class='footnotes' role='doc-endnotes'><hr><ol><li id='fn:1'><p>First note.&#160;<a href='#fnref:1' \
         class='footnote-backref'>&#x21a9;&#xfe0e;</a></p></li><li id='fn:2'><p>Second <a href='https://example.org/x'>one</a>.&#160;<a href='#fnref:2'>↩</a></p></li></ol></div>",
    ),
    (
        "WordPress",
        "<p>One<sup data-fn='a-1' class='fn'><a href='#a-1' id='a-1-link'>1</a></sup> and two.<sup class='fn'><a href='#a-2' id='a-2-link'>2</a></sup></p>\
         <ol class='wp-block-footnotes'><li id='a-1'>First note. <a href='#a-1-link' aria-label='Jump'>↩︎</a></li><li id='a-2'>Second \
         <a href='https://example.org/x'>one</a>. <a href='#a-2-link'>↩︎</a></li></ol>",
    ),
    (
        "docutils",
        "<p>One<a class='footnote-reference brackets' href='#f1' id='id1' role='doc-noteref'><span class='fn-bracket'>[</span>1<span class='fn-bracket'>]</span></a> \
         and two.<a class='footnote-reference brackets' href='#f2' id='id2'><span>[</span>2<span>]</span></a></p><aside class='footnote brackets' id='f1' role='doc-footnote'>\
         <span class='label'><span>[</span><a href='#id1'>1</a><span>]</span></span><p>First note.</p></aside><aside class='footnote brackets' id='f2'>\
         <span class='label'><span>[</span><a href='#id2'>2</a><span>]</span></span><p>Second <a href='https://example.org/x'>one</a>.</p></aside>",
    ),
    (
        "docutils before 0.18",
        "<p>One<a class='footnote-reference' href='#f1' id='id1'>1</a> and two.<a class='footnote-reference' href='#f2' id='id2'>2</a></p>\
         <dl class='footnote brackets'><dt class='label' id='f1'><span class='brackets'><a class='fn-backref' href='#id1'>1</a></span></dt><dd><p>First note.</p></dd>\
         <dt class='label' id='f2'><span><a href='#id2'>2</a></span></dt><dd><p>Second <a href='https://example.org/x'>one</a>.</p></dd></dl>",
    ),
    (
        "Asciidoctor",
        "<p>One<sup class='footnote'>[<a id='_footnoteref_1' class='footnote' href='#_footnotedef_1'>1</a>]</sup> and two.<sup class='footnote'>[<a id='_footnoteref_2' \
         href='#_footnotedef_2'>2</a>]</sup></p><div id='footnotes'><hr><div class='footnote' id='_footnotedef_1'><a href='#_footnoteref_1'>1</a>. First note.</div>\
         <div class='footnote' id='_footnotedef_2'><a href='#_footnoteref_2'>2</a>. Second <a href='https://example.org/x'>one</a>.</div></div>",
    ),
    (
        "LessWrong",
        "<p>One<span class='footnote-reference' id='fnrefa'><sup><a href='#fna'>[1]</a></sup></span> and two.<span id='fnrefb'><sup><a href='#fnb'>[2]</a></sup></span></p>\
         <ol class='footnote-section footnotes'><li class='footnote-item' id='fna'><span class='footnote-back-link'><sup><strong><a href='#fnrefa'>^</a></strong></sup></span>\
         <div class='footnote-content'><p>First note.</p></div></li><li id='fnb'><span><sup><strong><a href='#fnrefb'>^</a></strong></sup></span><div class='footnote-content'>\
         <p>Second <a href='https://example.org/x'>one</a>.</p></div></li></ol>",
    ),
    (
        "tables of notes",
        "<p>One<a href='#n1' id='r1'>[1]</a> and two.<a href='#n2' id='r2'>[2]</a></p><table><tr><th scope=row id=n1><a href='#r1'>1</a></th><td>First note.</td></tr>\
         <tr><th id=n2><a href='#r2'>2</a></th><td>Second <a href='https://example.org/x'>one</a>.</td></tr></table>",
    ),
    (
        "raised numbers",
        "<p>One<sup>1</sup> and two.<sup>2</sup></p><hr><p><sup>1</sup> First note.</p><p><sup>2</sup> Second <a href='https://example.org/x'>one</a>.</p>",
    ),
    (
        "bold numbers",
        "<p>One<strong>1</strong> and two.<strong>2</strong></p><hr><p><strong>1</strong> First note.</p><p><strong>2</strong> Second <a href='https://example.org/x'>one</a>.</p>",
    ),
    (
        "numbers in brackets",
        "<p>One[1] and two.[2]</p><p>[1] First note.</p><p>[2] Second <a href='https://example.org/x'>one</a>.</p>",
    ),
    (
        "a list in a section called notes",
        "<p>One<sup>1</sup> and two.<sup>2</sup></p><h2>Anmerkungen</h2><ol><li>First note.</li><li>Second <a href='https://example.org/x'>one</a>.</li></ol>",
    ),
    (
        "bare numbers in a section called notes",
        "<p>One<sup>1</sup> and two.<sup>2</sup></p><h2>Anmerkungen</h2><p><span>1</span> First note.</p><p><span>2</span> Second <a href='https://example.org/x'>one</a>.</p>",
    ),
    (
        "signs",
        "<p>One<sup>*</sup> and two.<sup>†</sup></p><p><sup>*</sup> First note.</p><p><sup>†</sup> Second <a href='https://example.org/x'>one</a>.</p>",
    ),
];

#[test]
fn footnotes_of_every_system_are_normalized() {
    let mut wrong = Vec::new();
    for (system, page) in SYSTEMS {
        let article = article(page);
        let html = article.styled_html();
        check_valid(&html);
        let parts = [
            "href=\"#pith--note-1\" id=\"pith--mark-1\" role=\"doc-noteref\"",
            "href=\"#pith--note-2\" id=\"pith--mark-2\" role=\"doc-noteref\"",
            "<ol class=\"pith-notes\"><li id=\"pith--note-1\">First note. <a href=\"#pith--mark-1\" role=\"doc-backlink\">↩</a></li>",
            "<li id=\"pith--note-2\">Second <a href=\"https://example.org/x\">one</a>. <a href=\"#pith--mark-2\" role=\"doc-backlink\">↩</a></li>",
        ];
        let flat = html.replace("<p>", "").replace("</p>\n", "");
        let missing: Vec<&str> = parts
            .into_iter()
            .filter(|part| !flat.contains(part))
            .collect();
        if !missing.is_empty() || article.markdown() != MARKDOWN {
            wrong.push(format!(
                "{system}\n{html}\n{}\n{missing:?}\n",
                article.markdown()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn plain_text_keeps_note_numbers() {
    assert_eq!(
        text(
            "<p>One<sup>1</sup> and two.<sup>2</sup></p><hr><p><sup>1</sup> First.</p><p><sup>2</sup> Second.</p>"
        ),
        "One1 and two.2\n\n1 First.\n2 Second."
    );
}

#[test]
fn a_number_without_a_note_stays_a_number() {
    for page in [
        "<p>10 m<sup>2</sup> and H<sub>2</sub>O on the 1<sup>st</sup>.</p><p><sup>2</sup> Sold by the square.</p>",
        "<p>As shown [1] and [2].</p>",
        "<p>Lighter<sup>※</sup> keys.</p><p><sup>※</sup></p>",
        "<p>One<sup>1</sup>.</p><ol><li>Wash.</li><li>Dry.</li></ol>",
        "<p><a href=#a>1</a> <a href=#b>2</a></p><h2 id=a>First</h2><p>x</p><h2 id=b>Second</h2><p>y</p>",
        "<p><a href=#a>A</a> <a href=#b>B</a></p><h2 id=a>A</h2><p>x</p><h2 id=b>B</h2><p>y</p>",
        "<p>See <a href=#steps>the steps</a>.</p><ol><li id=steps>Wash.</li></ol>",
    ] {
        let html = article(page).styled_html();
        assert!(!html.contains("doc-"), "{html}");
    }
}

#[test]
fn several_references_share_one_note() {
    let page = "<p>One<sup id=r1><a href=#n1>[1]</a></sup>, again<sup id=r2><a href=#n1>[1]</a></sup>.</p>\
        <ol><li id=n1>^ <sup><a href=#r1>a</a></sup> <sup><a href=#r2>b</a></sup> The note.</li></ol>";
    assert_eq!(
        article(page).markdown(),
        "One[^1], again[^1].\n\n[^1]: The note.\n"
    );
}

#[test]
fn a_note_can_have_several_blocks() {
    let page = "<p>One<sup><a href=#n1 id=r1>1</a></sup>.</p><ol><li id=n1><p>First.</p><pre>code\n  here</pre>\
        <p>Last. <a href=#r1>↩</a></p></li></ol>";
    assert_eq!(
        article(page).markdown(),
        "One[^1].\n\n[^1]: First.\n\n    ```\n    code\n      here\n    ```\n\n    Last.\n"
    );
}

#[test]
fn a_box_of_notes_is_not_a_quote() {
    let page = "<p>One<sup><a href=#n1 id=r1>1</a></sup>.</p><aside class=note><p id=n1><a href=#r1>1</a> First.</p></aside><p>More.</p>";
    let article = article(page);
    assert_eq!(article.markdown(), "One[^1].\n\nMore.\n\n[^1]: First.\n");
    assert!(!article.styled_html().contains("<aside"));
}

#[test]
fn notes_after_their_paragraphs_move_to_the_end() {
    let page = "<p>One<sup>1</sup>.</p><p class=footnote><sup>1</sup> First.</p><p>Two<sup>2</sup>.</p>\
        <p class=footnote><sup>2</sup> Second.</p><p>End.</p>";
    assert_eq!(
        article(page).markdown(),
        "One[^1].\n\nTwo[^2].\n\nEnd.\n\n[^1]: First.\n[^2]: Second.\n"
    );
}

#[test]
fn notes_keep_their_numbers_if_others_are_missing() {
    let page = "<p>Three<sup><a href=#n3 id=r3>3</a></sup>.</p><ol><li class=out id=n1>1</li><li id=n3 value=3>Third. <a href=#r3>↩</a></li></ol>";
    assert_eq!(article(page).markdown(), "Three[^3].\n\n[^3]: Third.\n");
    assert!(
        article(page)
            .styled_html()
            .contains("value=\"3\" id=\"pith--note-3\"")
    );
}

#[test]
fn hostile_notes_do_not_hang() {
    let many =
        |piece: &dyn Fn(usize) -> String, count: usize| (0..count).map(piece).collect::<String>();
    for page in [
        format!(
            "{}<ol><li id=n>{}note</ol>",
            many(
                &|i| format!("<p>a<sup id=r{i}><a href=#n>1</a></sup>"),
                10_000
            ),
            many(&|i| format!("<a href=#r{i}>^</a>"), 10_000)
        ),
        format!(
            "{}<ol>{}</ol>",
            many(&|i| format!("<p>a<sup><a href=#n{i}>{i}</a></sup>"), 10_000),
            many(&|i| format!("<li id=n{i}>note {i}"), 10_000)
        ),
        many(
            &|i| {
                format!(
                    "<p id=n{i}><sup>1</sup> x<sup><a href=#n{}>1</a></sup>",
                    (i * 7 + 3) % 10_000
                )
            },
            10_000,
        ),
        format!(
            "{}{}",
            "<p>a<sup>1</sup> ".repeat(10_000),
            "<p><sup>1</sup> b".repeat(10_000)
        ),
        format!("<p>{}{}", "[1] ".repeat(50_000), "<p>[1] b".repeat(5_000)),
        "<p id=a>x<sup><a href=#b>1</a></sup><p id=b>y<sup><a href=#a>1</a></sup>".to_owned(),
        "<ol><li id=a><sup><a href=#a>1</a></sup> x</ol>".to_owned(),
        format!(
            "<p>a<sup><a href=#n>1</a></sup>{}<p id=n>note",
            "<blockquote>".repeat(5_000)
        ),
    ] {
        let article = article(&page);
        check_valid(&article.styled_html());
        article.markdown();
        article.text();
    }
}

/// Returns the Markdown of a page.
fn markdown(html: &str) -> String {
    article(html).markdown()
}

#[test]
fn sidenotes_become_footnotes() {
    let expected = "Some text.[^1] More.\n\n[^1]: The *note*.\n";
    for page in [
        "<p>Some text.<label for=sn1 class='margin-toggle sidenote-number'></label><input type=checkbox id=sn1 class=margin-toggle>\
         <span class=sidenote>The <i>note</i>.</span> More.",
        "<p>Some text.<label for=sn1>1</label><input type=checkbox id=sn1><span class=sidenote>The <i>note</i>.</span> More.",
        "<p>Some text.<label for=mn1>⊕</label><input type=checkbox id=mn1><span class=marginnote>The <i>note</i>.</span> More.",
        "<p>Some text.<span class='ltx_note ltx_role_footnote'><sup class=ltx_note_mark>1</sup><span class=ltx_note_outer>\
         <span class=ltx_note_content><sup class=ltx_note_mark>1</sup><span class='ltx_tag ltx_tag_note'>1</span>The <i>note</i>.</span></span></span> More.",
        "<p>Some text.<sup class=footnote_plugin_tooltip_text>[1]</sup><span class=footnote_tooltip>The <i>note</i>.</span> More.",
        "<p>Some text.<sup class=modern-footnotes-footnote><a href='javascript:void(0)' title='The note.'>1</a></sup> More.",
    ] {
        let markdown = markdown(page);
        // A `title` has no emphasis.
        assert_eq!(
            markdown.replace("The note", "The *note*"),
            expected,
            "{page}"
        );
    }
}

#[test]
fn hidden_notes_become_footnotes() {
    let expected = "Some text[^1] here.\n\n[^1]: A note.\n";
    for page in [
        "<p>Some text<span class=note-mark title='A note.'>1<span style='display:none'>A note.</span></span> here.",
        "<p>Some text<sup title='A note.'>1</sup> here.",
        "<p>Some <span data-definition=n1>text</span> here.</p><aside style='display:none' id=n1>A note.</aside>",
        "<p>Some text<sup><span aria-describedby=n1>1</span></sup> here.</p><div hidden id=n1>A note.</div>",
        "<p>Some text<sup><a href=#n1>1</a></sup> here.</p><div hidden><p id=n1>A note.</p></div>",
        "<p>Some text<button popovertarget=n1>1</button> here.</p><div hidden id=n1>A note.</div>",
    ] {
        assert_eq!(markdown(page), expected, "{page}");
    }
    // Tooltips of other elements aren't notes.
    for page in [
        "<p>See <a href=/x aria-describedby=n1>this</a>.</p><div hidden id=n1>Opens in a new tab.</div>",
        "<p>Some <abbr title='A note.'>text</abbr> here.",
        "<p>Some <span title='A note.'>text</span> here.",
        "<p>At 10<sup title='square metres'>th</sup> here.",
    ] {
        assert!(!markdown(page).contains("[^"), "{page}");
    }
}

#[test]
fn numbered_boxes_beside_paragraphs_become_footnotes() {
    let page = "<p>Some text<sup>3</sup> here.</p><aside><ol start=3><li>The note.</li></ol></aside><p>More.</p>";
    assert_eq!(
        markdown(page),
        "Some text[^3] here.\n\nMore.\n\n[^3]: The note.\n"
    );
}

#[test]
fn references_of_a_saved_page_link_to_its_own_notes() {
    let page = "<p>One<sup id=r1><a href='https://elsewhere.example/p#n1'>1</a></sup> and <a href='https://elsewhere.example/q#n1'>more</a>.</p>\
        <ol><li id=n1>The note. <a href='https://elsewhere.example/p#r1'>↩</a></li></ol>";
    assert_eq!(
        markdown(page),
        "One[^1] and [more](https://elsewhere.example/q#n1).\n\n[^1]: The note.\n"
    );
}

#[test]
fn a_link_to_a_removed_part_keeps_its_target() {
    let page = "<p>One<sup><a href='https://elsewhere.example/p#n1'>1</a></sup>.</p><div class=out><p id=n1>The note.</div>";
    assert!(
        article(page)
            .styled_html()
            .contains("<a href=\"https://elsewhere.example/p#n1\">1</a>")
    );
}

#[test]
fn backlinks_are_removed_completely() {
    let page = "<p>One<sup id=r1><a href=#n1>1</a></sup> two<sup id=r2><a href=#n2>2</a></sup>.</p><p id=n1>1. The note.</p>\
        <p>(<a href=#r1>Back</a>)</p><p id=n2>2. Second. [<a href=#r2>return</a>]</p>";
    assert_eq!(
        markdown(page),
        "One[^1] two[^2].\n\n[^1]: The note.\n[^2]: Second.\n"
    );
}

/// Expected output for pages with plain notes.
const PLAIN: &str = "One[^1] and two.[^2]\n\n[^1]: First note.\n[^2]: Second note.\n";

#[test]
fn notes_are_found_by_class_attribute_or_heading() {
    for source in [
        "<p>One<sup data-note=n1>1</sup> and two.<sup data-note=n2>2</sup></p><ol class=footnotes><li id=n1>First note.</li>\
         <li id=n2>Second note.</li></ol>",
        "<p>One<sup>1</sup> and two.<sup>2</sup></p><div class=notes><p>1. First note.</p><p>2. Second note.</p></div>",
        "<p>One<sup>1<span hidden>First note.</span></sup> and two.<sup>2<span hidden>Second note.</span></sup></p>",
        "<p>One<sup>1<span class=fn-tooltip>First note.</span></sup> and two.<sup>2<span class=fn-tooltip>Second note.</span></sup></p>",
        "<p>One<button aria-describedby=a>1</button><span role=tooltip id=a>First note.</span> and two.\
         <button aria-describedby=b>2</button><span role=tooltip id=b>Second note.</span></p>",
        "<p>One<sup><a href=#x1>1</a></sup><span class=sidenote><i class=no>1</i> First note.</span> and two.<sup><a href=#x2>2</a></sup>\
         <span class=sidenote><i class=no>2</i> Second note.</span></p><section class=footnotes><ol><li id=x1>First note.</li>\
         <li id=x2>Second note.</li></ol></section>",
        "<p>One<label for=a><sup><a href=#x1>1</a></sup></label><input type=checkbox id=a><span class=sidenote>First note.</span> and two.\
         <label for=b><sup><a href=#x2>2</a></sup></label><input type=checkbox id=b><span class=sidenote>Second note.</span></p>\
         <ol><li id=x1>First note.</li><li id=x2>Second note.</li></ol>",
        "<p>One<sup>1</sup><span class=sidenote>First note.</span> and two.<sup>2</sup><span class=sidenote>Second note.</span></p>\
         <h2>Notes</h2><ol><li>First note.</li><li>Second note.</li></ol>",
        "<p>One<b><sup>1</sup></b> and two.<b><sup>2</sup></b></p><hr><p><b><sup>1</sup></b> First note.</p><p><b><sup>2</sup></b> Second note.</p>",
        "<p>One<a href=#x1 id=y1>[1]</a> and two.<a href=#x2 id=y2>[2]</a></p><details open><summary>Notes</summary>\
         <p><a id=x1 href=#y1>1.</a> First note.</p><p><a id=x2 href=#y2>2.</a> Second note.</p></details>",
        "<p>One<a href=#x1 id=y1>[1]</a> and two.<a href=#x2 id=y2>[2]</a></p><table class=notes><tr><th colspan=2>Notes</th></tr>\
         <tr><td><a id=x1 href=#y1>1</a></td><td>First note.</td></tr><tr><td><a id=x2 href=#y2>2</a></td><td>Second note.</td></tr></table>",
    ] {
        assert_eq!(article(source).markdown(), PLAIN, "{source}");
        check_valid(&article(source).styled_html());
    }
}

#[test]
fn bold_note_numbers_are_labels() {
    let bold = "<p>One<sup>1</sup> and two.<sup>2</sup></p><p><b><sup>1</sup> May:</b> First note.</p><p><b><sup>2</sup> June:</b> \
        Second note.</p><p><b>Update:</b> More.</p>";
    assert_eq!(
        article(bold).markdown(),
        "One[^1] and two.[^2]\n\n**Update:** More.\n\n[^1]: **May:** First note.\n[^2]: **June:** Second note.\n"
    );
}

#[test]
fn references_to_shared_notes_have_no_text_of_their_own() {
    let mark = |number: u8, role: &str, note: &str| {
        format!(
            "<span class='ltx_note ltx_role_{role}'><sup class=ltx_note_mark>{number}</sup><span class=ltx_note_outer>\
             <span class=ltx_note_content><sup class=ltx_note_mark>{number}</sup>{note}<span class='ltx_tag ltx_tag_note'>{number}</span>\
             </span></span></span>"
        )
    };
    let first = mark(1, "footnote", "First note.");
    let again = mark(
        1,
        "footnotemark",
        "<span class=ltx_note_type>footnotemark: </span>",
    );
    assert_eq!(
        article(&format!("<p>One{first} and two.{again}</p>")).markdown(),
        "One[^1] and two.[^1]\n\n[^1]: First note.\n"
    );
    assert_eq!(text(&format!("<p>Ada{again}, Cora</p>")), "Ada1, Cora");
    let later = mark(1, "footnotetext", "First note.");
    assert_eq!(
        article(&format!(
            "<p>One{again} and{again} two.</p><p>Three.{later}</p>"
        ))
        .markdown(),
        "One[^1] and[^1] two.\n\nThree.\n\n[^1]: First note.\n"
    );
}
