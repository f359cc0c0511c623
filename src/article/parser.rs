//! Parses the output of [`super::html`], for callers that pass the article as text.
//!
//! This isn't a general HTML parser: text that the writer wouldn't have produced is rejected.

use super::html;
use super::tree::{Attrs, Tree, is_block, is_void};
use crate::page::{Attr, Tag};
use crate::steps::Progress;

/// Parses the HTML of an article; `None` for any other text.
pub(super) fn read(html: &str) -> Option<Tree> {
    let mut tree = Tree::new();
    let mut open: Vec<usize> = vec![0];
    let mut rest = html;
    let mut progress = Progress::new();
    while !rest.is_empty() {
        progress.check(rest.len());
        let parent = *open.last()?;
        let Some(tag) = rest.strip_prefix('<') else {
            let end = rest.find('<').unwrap_or(rest.len());
            tree.push_text(&unescaped(&rest[..end])?, parent);
            rest = &rest[end..];
            continue;
        };
        if let Some(name) = tag.strip_prefix('/') {
            let (name, after) = name.split_once('>')?;
            let closed = open.pop().filter(|_| !open.is_empty())?;
            if tree.tag(closed).name() != name {
                return None;
            }
            tree.close(closed);
            rest = if is_block(tree.tag(closed)) {
                after.strip_prefix('\n')?
            } else {
                after
            };
            continue;
        }
        let (tag, attrs, after) = start_tag(tag)?;
        let node = tree.push(tag, attrs, parent, false);
        rest = after;
        if tag == Tag::Hr {
            rest = rest.strip_prefix('\n')?;
        }
        if !is_void(tag) {
            open.push(node);
        }
    }
    tree.close(open.pop().filter(|_| open.is_empty())?);
    // Detects all other differences.
    (html::write(&tree, html::Styling::Classes) == html).then_some(tree)
}

/// Parses a start tag, given the text after its `<`. Also returns the rest.
fn start_tag(text: &str) -> Option<(Tag, Attrs, &str)> {
    let end = text.find([' ', '>'])?;
    let tag = Tag::from_name(&text[..end]);
    let is_part = matches!(tag, Tag::Source | Tag::Track | Tag::Rp);
    if matches!(tag, Tag::Text | Tag::Other) || (tag.is_never_rendered() && !is_part) {
        return None;
    }
    let mut attrs = Attrs::new();
    let mut rest = &text[end..];
    while let Some(attr) = rest.strip_prefix(' ') {
        let end = attr.find(['=', ' ', '>'])?;
        let name = Attr::from_name(&attr[..end])?;
        rest = &attr[end..];
        let mut value = String::new();
        if let Some(quoted) = rest.strip_prefix("=\"") {
            let (written, after) = quoted.split_once('"')?;
            value = unescaped(written)?;
            rest = after;
        }
        attrs.push((name, value));
    }
    Some((tag, attrs, rest.strip_prefix('>')?))
}

/// Decodes the writer's escapes; `None` if the text contains others.
fn unescaped(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, escape)) = rest.split_once('&') {
        out.push_str(before);
        let (name, after) = escape.split_once(';')?;
        out.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            _ => return None,
        });
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

#[cfg(test)]
mod tests {
    use crate::article::Article;
    use crate::page::{Limits, NodeSet};

    #[test]
    fn every_format_is_unchanged_after_a_round_trip_through_html() {
        let html = "<h2 id=a>One &amp; <i>two</i></h2><p>A <a href='/b?c=1&amp;d=\"'>link</a><br>and<hr>
            <ul><li>x<li>y<ol reversed start=3><li>z</ol></ul><pre><code class=language-rs>\n  a &lt; b\n</code></pre>
            <table><tr><th colspan=2>h<tr><td>1<td>2</table><details open><summary>s</summary>t</details>
            <figure><img src=/f.png alt='a \"b\"'><figcaption>c</figcaption></figure>
            <p><ruby>渡<rp>(</rp><rt>wataru</rt><rp>)</rp></ruby><audio controls><source src=/a.ogg><source src=/a.mp3></audio>x<sup>2</sup> <math><mi>x</mi><mo>=</mo><mn>1</mn></math><video controls src=/v.mp4></video>
            <blockquote><p dir=rtl>غادرت العبارة</blockquote><dl><dt>t<dd>d</dl>";
        let page = crate::source::html::read(html, "https://example.org/", Limits::default());
        let page = page.unwrap_or_else(|error| panic!("{error}"));
        let mut kept = NodeSet::new(&page);
        kept.insert_subtree(&page, page.body());
        let article = Article::new(&page, &kept);
        let back = Article::from_html(&article.styled_html(), article.is_rtl());
        let back = back.unwrap_or_else(|| panic!("{}", article.styled_html()));
        assert_eq!(back.styled_html(), article.styled_html());
        assert_eq!(back.markdown(), article.markdown());
        assert_eq!(back.text(), article.text());
    }

    #[test]
    fn latex_stubs_of_the_small_core_become_formulas() {
        let read =
            |html: &str| Article::from_html(html, false).map(|article| article.styled_html());
        let math = "<p><math alttext=\"{x}^{2}\"><msup><mi>x</mi><mn>2</mn></msup></math></p>\n";
        let bare = "<p><math><msup><mi>x</mi><mn>2</mn></msup></math></p>\n";
        let math_html = read(bare).unwrap_or_default();
        assert!(math_html.contains("alttext=\"x^"), "{math_html}");
        assert_eq!(
            read(math).as_deref(),
            Some(math),
            "an existing alttext is kept"
        );
        let inline = read("<p>a <code class=\"pith-tex\">x^2</code> b</p>\n");
        let expected =
            "<p>a <math alttext=\"x^2\"><msup><mi>x</mi><mn>2</mn></msup></math> b</p>\n";
        assert_eq!(inline.as_deref(), Some(expected));
        let display = read("<p><code class=\"pith-display\">x</code></p>\n");
        let expected = "<p><math display=\"block\" alttext=\"x\"><mi>x</mi></math></p>\n";
        assert_eq!(display.as_deref(), Some(expected));
        let unknown = "<p><code class=\"pith-tex\">\\unknown{x}</code> <code>x^2</code></p>\n";
        assert_eq!(
            read(unknown).as_deref(),
            Some(unknown),
            "other code is unchanged"
        );
        let hostile = "<p><code class=\"pith-tex\">\\text{&lt;img src=x&gt;}</code></p>\n";
        let safe = read(hostile).unwrap_or_default();
        assert!(!safe.contains("<img"), "{safe}");
    }
}
