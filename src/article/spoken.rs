//! Roles of an article's elements for reading aloud.
//!
//! The caller has the elements, in Reader or on the original page, and their visible text, which
//! may have been translated. So the roles don't contain visible text. They are for blocks, which
//! are read one after another, and for inline elements that are read differently than written.
//!
//! Cost: O(nodes + text), for blocks without nested blocks.

mod sentences;

pub use sentences::ends as sentence_ends;

use super::tree::{Tree, is_block, is_heading};
use super::{math, notes};
use crate::page::{Attr, Tag};
use crate::text::collapse;

/// Role of an element for reading aloud.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpokenKind {
    /// A block of running text.
    Text,
    /// A heading.
    Heading,
    /// A code block.
    Code,
    /// A cell of a table.
    Table,
    /// The caption of an image or a table.
    Caption,
    /// A note, or the heading of the notes.
    Note,
    /// A formula.
    Formula,
    /// Visual only: a footnote reference, a link back from a note, a ruby reading.
    Mark,
}

impl SpokenKind {
    /// Returns the role's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Heading => "heading",
            Self::Code => "code",
            Self::Table => "table",
            Self::Caption => "caption",
            Self::Note => "note",
            Self::Formula => "formula",
            Self::Mark => "mark",
        }
    }
}

/// An element that's a block, or that's read differently than written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpokenElement {
    /// Its index among all elements of [`Article::html`](super::Article::html), from 0.
    pub element: u32,
    /// Its role.
    pub kind: SpokenKind,
    /// The language declared by it or an element around it, as a BCP 47 tag.
    pub lang: Option<String>,
    /// For a formula, its words (empty if it has none); for a block, the text in its own lines.
    pub text: String,
}

/// State that the children of an element inherit.
#[derive(Clone, Copy)]
struct Around {
    kind: SpokenKind,
    /// The node that declares the language.
    lang: Option<usize>,
    /// The innermost block, as an index into the result.
    block: Option<usize>,
}

/// Returns the blocks of a tree, and inline elements that are read differently than written, in
/// order.
pub(super) fn spoken_elements(tree: &Tree) -> Vec<SpokenElement> {
    let mut all: Vec<SpokenElement> = Vec::new();
    let root = Around {
        kind: SpokenKind::Text,
        lang: None,
        block: None,
    };
    let mut around = vec![root; tree.len()];
    let mut elements = 0..;
    for node in tree.descendants(0) {
        let outer = around[tree.node(node).parent];
        let tag = tree.tag(node);
        if tag == Tag::Text {
            let is_read = !matches!(outer.kind, SpokenKind::Formula | SpokenKind::Mark);
            if let Some(block) = outer.block.filter(|_| is_read) {
                all[block].text.push_str(tree.text(node));
            }
            continue;
        }
        let Some(element) = elements.next() else {
            break;
        };
        let kind = kind_of(tree, node, outer.kind);
        let lang = tree.attr(node, Attr::Lang).map(|_| node).or(outer.lang);
        let is_apart = matches!(kind, SpokenKind::Formula | SpokenKind::Mark) && kind != outer.kind;
        let mut block = outer.block;
        if is_apart || is_block(tag) {
            if !is_apart {
                block = Some(all.len());
            }
            all.push(SpokenElement {
                element,
                kind,
                lang: lang.and_then(|node| tree.attr(node, Attr::Lang).map(str::to_owned)),
                text: if kind == SpokenKind::Formula {
                    words_of(tree, node)
                } else {
                    String::new()
                },
            });
        }
        around[node] = Around { kind, lang, block };
    }
    all
}

/// Returns the role of an element inside one with role `outer`.
fn kind_of(tree: &Tree, node: usize, outer: SpokenKind) -> SpokenKind {
    use SpokenKind::{Caption, Code, Formula, Heading, Mark, Note, Table};

    let tag = tree.tag(node);
    match tag {
        _ if matches!(outer, Formula | Mark) => outer,
        Tag::Rt | Tag::Rp | Tag::Rtc | Tag::Svg => Mark,
        _ if notes::marked(tree, node).is_some() || notes::is_back_link(tree, node) => Mark,
        _ if math::tex_of(tree, node).is_some() => Formula,
        _ if outer == Note || notes::is_list(tree, node) || notes::is_notes_heading(tree, node) => {
            Note
        }
        Tag::Pre => Code,
        Tag::Caption | Tag::Figcaption => Caption,
        Tag::Table => Table,
        _ if outer == SpokenKind::Text && is_heading(tag) => Heading,
        _ => outer,
    }
}

/// Returns the words for a formula: the page's words for it, or its characters if it's a row of
/// letters, numbers, and symbols.
fn words_of(tree: &Tree, formula: usize) -> String {
    let alttext = collapse(tree.attr(formula, Attr::Alttext).unwrap_or_default());
    if is_in_words(&alttext) {
        return alttext;
    }
    let is_in_a_row = |node: usize| {
        let tag = tree.tag(node);
        matches!(
            tag,
            Tag::Text
                | Tag::Mi
                | Tag::Mn
                | Tag::Mo
                | Tag::Mtext
                | Tag::Mrow
                | Tag::Mspace
                | Tag::Mstyle
        )
    };
    if tree.tag(formula) != Tag::Math || !tree.descendants(formula).all(is_in_a_row) {
        return String::new();
    }
    let texts = tree.descendants(formula).map(|node| tree.text(node));
    // Invisible operators only represent multiplication and application.
    let seen = texts.map(|text| text.replace(['\u{2061}', '\u{2062}', '\u{2063}', '\u{2064}'], ""));
    collapse(
        &seen
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join(" "),
    )
}

/// Returns whether the text for a formula consists of words separated by spaces instead of LaTeX,
/// so that it can be spoken.
fn is_in_words(text: &str) -> bool {
    let is_source = text.contains(['\\', '{', '}', '^', '_', '$', '&']);
    let is_word = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() > 2;
    !is_source && text.contains(' ') && text.split(' ').any(is_word)
}

#[cfg(test)]
mod tests {
    use super::{SpokenElement, SpokenKind};
    use crate::article::Article;

    fn spoken_elements(html: &str) -> Vec<SpokenElement> {
        let article = Article::from_html(html, false);
        article.unwrap_or_else(|| panic!("{html}")).spoken()
    }

    /// Returns the roles with their texts.
    fn kinds_and_texts(html: &str) -> Vec<(&'static str, String)> {
        let all = spoken_elements(html).into_iter();
        let with_text = all.filter(|part| !part.text.trim().is_empty());
        with_text
            .map(|part| (part.kind.name(), part.text))
            .collect()
    }

    #[test]
    fn blocks_have_roles() {
        let html = "<h2>Pier</h2>\n<p>It <b>sails</b>.</p>\n<pre><code>go()</code></pre>\n\
            <figure><img src=\"https://a.example/f.jpg\" alt=\"\"><figcaption>A ferry</figcaption>\n</figure>\n\
            <table><caption>Fares</caption>\n<tbody><tr><th>Price</th>\n</tr>\n</tbody>\n</table>\n\
            <ul><li>One<ul><li>Two</li>\n</ul>\n</li>\n</ul>\n";
        let expected = [
            ("heading", "Pier"),
            ("text", "It sails."),
            ("code", "go()"),
            ("caption", "A ferry"),
            ("caption", "Fares"),
            ("table", "Price"),
            ("text", "One"),
            ("text", "Two"),
        ];
        let expected = expected.map(|(kind, text)| (kind, text.to_owned()));
        assert_eq!(kinds_and_texts(html), expected);
    }

    #[test]
    fn elements_are_numbered_in_document_order() {
        let all = spoken_elements(
            "<p>It <b>sails</b>.</p>\n<blockquote><p>It lands.</p>\n</blockquote>\n",
        );
        let elements: Vec<u32> = all.iter().map(|part| part.element).collect();
        assert_eq!(elements, [0, 2, 3]);
    }

    #[test]
    fn references_are_not_spoken_and_notes_have_their_own_role() {
        let html = "<p>A<sup><a href=\"#pith--note-1\" id=\"pith--mark-1\" role=\"doc-noteref\">1</a></sup> b</p>\n\
            <h2>Notes</h2>\n<ol class=\"pith-notes\"><li id=\"pith--note-1\"><p>One. \
            <a href=\"#pith--mark-1\" role=\"doc-backlink\">↩</a></p>\n</li>\n</ol>\n";
        let expected = [("text", "A b"), ("note", "Notes"), ("note", "One. ")];
        let expected = expected.map(|(kind, text)| (kind, text.to_owned()));
        assert_eq!(kinds_and_texts(html), expected);
        let marks = spoken_elements(html).into_iter();
        let marks = marks.filter(|part| part.kind == SpokenKind::Mark);
        assert_eq!(marks.count(), 2);
    }

    #[test]
    fn a_ruby_reading_is_not_spoken_after_its_character() {
        let html = "<p><ruby>渡<rp>(</rp><rt>wataru</rt><rp>)</rp></ruby></p>\n";
        assert_eq!(kinds_and_texts(html), [("text", "渡".to_owned())]);
    }

    #[test]
    fn a_block_has_the_nearest_declared_language() {
        let html = "<p>A</p>\n<blockquote lang=\"de\"><p>B</p>\n<p lang=\"fr\">C</p>\n</blockquote>\n<p>D</p>\n";
        let langs: Vec<_> = spoken_elements(html)
            .into_iter()
            .map(|part| part.lang)
            .collect();
        let expected = [None, Some("de"), Some("de"), Some("fr"), None];
        assert_eq!(langs, expected.map(|lang| lang.map(str::to_owned)));
    }

    #[test]
    fn formulas_have_spoken_text_if_declared_or_linear() {
        let words = |html: &str| {
            let all = spoken_elements(html).into_iter();
            let mut formulas = all.filter(|part| part.kind == SpokenKind::Formula);
            formulas.next().map(|part| part.text)
        };
        for (html, expected) in [
            ("<p><math><mi>n</mi></math></p>\n", "n"),
            (
                "<p><math><mi>x</mi><mo>=</mo><mn>12</mn></math></p>\n",
                "x = 12",
            ),
            (
                "<p><math><msup><mi>x</mi><mn>2</mn></msup></math></p>\n",
                "",
            ),
            (
                "<p><math alttext=\"x squared\"><msup><mi>x</mi><mn>2</mn></msup></math></p>\n",
                "x squared",
            ),
            (
                "<p><math alttext=\"\\frac{one half}{x}\"><mfrac><mn>1</mn><mi>x</mi></mfrac></math></p>\n",
                "",
            ),
            ("<p><code class=\"pith-tex\">\\unknown{x}</code></p>\n", ""),
        ] {
            assert_eq!(words(html).as_deref(), Some(expected), "{html}");
        }
        let around = kinds_and_texts("<p>For <math><mi>n</mi></math> boats</p>\n");
        assert_eq!(around[0].1, "For  boats", "not in the text of its block");
    }
}
