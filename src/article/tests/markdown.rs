//! Markdown from whole pages.

use super::article;

fn check(cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        assert_eq!(
            article(source).markdown(),
            format!("{expected}\n"),
            "from {source}"
        );
    }
}

#[test]
fn blocks_become_markdown() {
    check(&[
        (
            "<h2>A</h2><p>b<br>c</p><hr><p># d",
            "## A\n\nb\\\nc\n\n---\n\n\\# d",
        ),
        ("<blockquote><p>a<p>b<blockquote>c", "> a\n>\n> b\n>\n> > c"),
        (
            "<ul><li>a<ol><li>b<li>c</ol><li>d</ul>",
            "- a\n  1. b\n  2. c\n- d",
        ),
        // Without a blank line, the first item would continue the text before it.
        (
            "<ul><li>a<ol start=9><li>b<li>c</ol><li>d</ul>",
            "- a\n\n  9. b\n  10. c\n- d",
        ),
        ("<ol><li><p>a<p>b<li>c</ol>", "1. a\n\n   b\n\n2. c"),
        ("<ul><li>a</ul><ul><li>b</ul>", "- a\n\n<!-- -->\n\n- b"),
        (
            "<pre class=language-md>```\na</pre>",
            "````markdown\n```\na\n````",
        ),
        (
            "<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>",
            "**a**\n\n- b\n- c\n\n**d**\n\n- e",
        ),
        (
            "<figure><img src=i.jpg alt='x]y'><figcaption>c</figcaption></figure>",
            "![x\\]y](https://example.org/i.jpg)\n\nc",
        ),
        (
            "<details><summary>s &lt; t</summary><p>a</p></details>",
            "<details>\n<summary>s &lt; t</summary>\n\na\n\n</details>",
        ),
        ("<ol reversed><li>a</ol>", "<ol reversed><li>a</li>\n</ol>"),
        (
            "<ol start=-1><li>a</ol>",
            "<ol start=\"-1\"><li>a</li>\n</ol>",
        ),
    ]);
}

#[test]
fn items_keep_their_numbers_if_others_are_removed() {
    check(&[
        // Items that are notes are moved below, without leaving a gap.
        (
            "<p>a<sup><a href=#n id=r>2</a></sup></p><ol><li>b<li id=n>c <a href=#r>↩</a><li>d</ol>",
            "a[^2]\n\n1. b\n3. d\n\n[^2]: c",
        ),
        ("<ol><li class=out>a<li>b<li>c</ol>", "2. b\n3. c"),
        (
            "<ol><li>a<li class=out>b<li>c<li>d</ol>",
            "1. a\n<!-- -->\n3. c\n4. d",
        ),
        (
            "<ol><li><p>a<p>b<li class=out>c<li><p>d<p>e</ol>",
            "1. a\n\n   b\n\n<!-- -->\n\n3. d\n\n   e",
        ),
        (
            "<ul><li>a<ol><li>b<li class=out>c<li>d</ol><li>e</ul>",
            "- a\n  1. b\n  <!-- -->\n  3. d\n- e",
        ),
        (
            "<ol><li>a<ol><li class=out>b<li>c</ol></ol>",
            "1. a\n\n   2. c",
        ),
        ("<ul><li value=4>a<li>b</ul>", "- a\n- b"),
    ]);
}

#[test]
fn tables_become_markdown_or_html() {
    check(&[
        (
            "<p><code>a<br>b `c`</code><table><tr><th>a<th><code>b<br>c</code></table>",
            "`a`\\\n`` b `c` ``\n\n| a | `b`<br>`c` |\n| --- | --- |",
        ),
        (
            "<table><tr><th>a<th>b<tr><td>c|d<td>e<br>f<tr><td>g</table>",
            "| a | b |\n| --- | --- |\n| c\\|d | e<br>f |\n| g | |",
        ),
        (
            "<table><tr><td>a<td>b<tr><td>c<td>d</table>",
            "| | |\n| --- | --- |\n| a | b |\n| c | d |",
        ),
        (
            "<table><tr><th colspan=2>a<tr><td>b<td>c</table>",
            "<table><tbody><tr><th colspan=\"2\">a</th>\n</tr>\n<tr><td>b</td>\n<td>c</td>\n</tr>\n</tbody>\n</table>",
        ),
    ]);
}

#[test]
fn inline_elements_become_markdown() {
    check(&[
        (
            "<p>a <b>b</b> <i>c</i> <s>d</s> <code>e`f</code> <a href='/x(1)'>g[h]</a>",
            "a **b** *c* ~~d~~ ``e`f`` [g\\[h\\]](https://example.org/x%281%29)",
        ),
        (
            "<p>H<sub>2</sub>O 2*3*4 snake_case",
            "H<sub>2</sub>O 2\\*3\\*4 snake_case",
        ),
        // Delimiters between letters and punctuation wouldn't be parsed as emphasis.
        ("<p>の<b>「水」</b>は", "の<strong>「水」</strong>は"),
        (
            "<p><b>a</b><i>b</i> <b><i>c</i></b>",
            "**a**<em>b</em> ***c***",
        ),
        (
            "<p>cost $5 <math display=block alttext='x^2'><mi>x</mi></math>",
            "cost \\$5 $$x^2$$",
        ),
        (
            "<p>a<sup><a href=#n>see</a></sup><p id=n>b",
            "a<sup>[see](#pith-n)</sup>\n\n<a id=\"pith-n\"></a>b",
        ),
        ("<p>1. a<p>- b<p>+c", "1\\. a\n\n\\- b\n\n+c"),
        // Whitespace is moved out of emphasis, and nested emphasis of one kind is redundant.
        (
            "<p>a <b>b </b>c <b><strong>d</strong> e</b>",
            "a **b** c **d e**",
        ),
        ("<p><i>*a</i>", "*\\*a*"),
        ("<p><b>a *</b> b", "<strong>a *</strong> b"),
        // Adjacent delimiters could end in other places.
        (
            "<p><b><i>a</i> b, <i>c</i>.</b>",
            "<strong>*a* b, *c*.</strong>",
        ),
        ("<p><b>a<br></b>b", "**a**\\\nb"),
        // A line break at the end separates nothing.
        ("<p>a<br>b<p>c<br>&nbsp;", "a\\\nb\n\nc"),
        (
            "<ul><li><a href=/x>X</a><li>[x]y<li>[x] z",
            "- [X](https://example.org/x)\n- [x]y\n- \\[x] z",
        ),
    ]);
}

#[test]
fn inline_code_with_links_or_adjacent_code_stays_readable() {
    check(&[
        (
            "<p>Call <code><a href=/x>tide()</a></code> first",
            "Call [`tide()`](https://example.org/x) first",
        ),
        (
            "<p>Take <code>a&lt;<a href=/x>Tide</a>&gt;</code>.",
            "Take <code>a&#60;<a href=\"https://example.org/x\">Tide</a>&#62;</code>.",
        ),
        (
            "<p><code>a</code><code>b</code> is both",
            "`a`<code>b</code> is both",
        ),
    ]);
}
