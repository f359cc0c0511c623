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
fn a_declaration_beside_its_remarks_stays_a_table() {
    let out = html(
        "<table class=dcl><tr><td><pre>void sail(int knots);</pre></td><td>(1)</td><td>(since 1901)</td></tr></table>",
    );
    assert_eq!(
        out,
        "<table><tbody><tr><td><pre><code>void sail(int knots);</code></pre></td><td>(1)</td><td>(since 1901)</td></tr></tbody></table>"
    );
}
