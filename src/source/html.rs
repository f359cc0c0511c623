//! Converts HTML text to a [`Page`], with html5ever and without layout.
//!
//! The tree builder doesn't add nodes in document order (foster parenting, the adoption agency
//! algorithm), so they are first added to an arena and then to the page. Styles are those of a
//! browser's default style sheet, plus a few that a `style` attribute or `hidden` declares.
//!
//! The tree is the one that a browser with scripting on has before the first script runs:
//!
//! - Declarative shadow trees replace their hosts' children, and slotted nodes replace their slots.
//! - The contents of a `noscript` are parsed and are below it, hidden: images that a script would
//!   load can be found there. They are visible if the body has practically nothing else (less than
//!   a tenth of the text of the `noscript`, and that is more than a notice): such a page is meant
//!   to be read without scripts.
//! - The document in a `srcdoc` is below its `iframe`, as its `body` element.
//! - The fallback text in a `video`, `audio`, `canvas` or `iframe` isn't visible; the text in an
//!   `svg` or a `textarea` isn't in the page.
//! - An element that is marked as modal (`aria-modal`) is an overlay.
//! - The contents of a closed `details` are visible: users can open it.

mod address;
mod arena;
mod attributes;
mod encoding;
mod flatten;
#[cfg(all(any(test, fuzzing), feature = "cli"))]
pub(crate) mod fuzzing;
mod parser;
mod protected;
mod sheet;
mod stream;
mod svg;

use std::fmt;

use html5ever::{expanded_name, local_name, ns};
use url::Url;

use self::arena::{Arena, Data};
use self::flatten::flatten;
use self::parser::{Kind, parse};
use self::stream::place_late_parts;
use crate::page::{Limits, Page, PageError, Tag};
use crate::steps;

/// The reason why bytes couldn't be converted.
///
/// ```
/// use pith::Limits;
/// use pith::source::html::{HtmlError, read_bytes};
///
/// let read = |bytes| read_bytes(bytes, None, "", Limits::default()).map(|_| ());
/// assert_eq!(read(b" "), Err(HtmlError::Empty));
/// assert_eq!(read(b"just words"), Err(HtmlError::NoTag));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HtmlError {
    /// The input is empty or only white space.
    Empty,
    /// The bytes are of a binary file type with this description.
    Binary(&'static str),
    /// The text contains no tag.
    NoTag,
    /// There is no encoding with this name.
    UnknownCharset(String),
    /// A limit is exceeded.
    Page(PageError),
}

impl fmt::Display for HtmlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "it is empty"),
            Self::Binary(what) => write!(f, "it is {what}, not HTML"),
            Self::NoTag => write!(f, "it is plain text without a single tag, not HTML"),
            Self::UnknownCharset(name) => write!(
                f,
                "unknown encoding \"{name}\"; use a name from the Encoding Standard, such as \
                 utf-8, gbk, or windows-1252"
            ),
            Self::Page(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for HtmlError {}

impl From<PageError> for HtmlError {
    fn from(error: PageError) -> Self {
        Self::Page(error)
    }
}

/// Reads HTML in any encoding, detected as in browsers. `declared` is the transport's encoding (the
/// `charset` of a `Content-Type`); for `url` see [`read`].
///
/// ```
/// use pith::{Limits, source};
///
/// let page = source::html::read_bytes(b"<p>caf\xe9", Some("latin1"), "", Limits::default())?;
/// assert_eq!(page.visible_text(page.body()), "café");
/// # Ok::<(), pith::source::html::HtmlError>(())
/// ```
///
/// # Errors
/// [`HtmlError`] if the input is empty, isn't text, has no tag, has an unknown encoding, or exceeds
/// a limit.
pub fn read_bytes(
    bytes: &[u8],
    declared: Option<&str>,
    url: &str,
    limits: Limits,
) -> Result<Page, HtmlError> {
    let declared = find_encoding(declared)?;
    if bytes.trim_ascii().is_empty() {
        return Err(HtmlError::Empty);
    }
    if let Some(what) = encoding::binary(bytes) {
        return Err(HtmlError::Binary(what));
    }
    let parsed = Url::parse(url).ok();
    let host = parsed.as_ref().and_then(Url::domain).unwrap_or_default();
    read_tagged(&encoding::decode(bytes, declared, host), url, limits)
}

/// Returns the name of the encoding of HTML, as detected by [`read_bytes`], for callers with
/// another decoder. If it would have to be guessed, it is `windows-1252`.
///
/// ```
/// use pith::source::html::encoding_of;
///
/// assert_eq!(encoding_of(b"<meta charset=gb2312>", None)?, "GBK");
/// assert_eq!(encoding_of(b"<meta charset=gb2312>", Some("big5"))?, "Big5");
/// assert_eq!(encoding_of("<p>caf\u{e9}".as_bytes(), None)?, "UTF-8");
/// assert_eq!(encoding_of(b"<p>caf\xe9", None)?, "windows-1252");
/// # Ok::<(), pith::source::html::HtmlError>(())
/// ```
///
/// # Errors
/// [`HtmlError::UnknownCharset`].
pub fn encoding_of(bytes: &[u8], declared: Option<&str>) -> Result<&'static str, HtmlError> {
    begin(bytes.len());
    Ok(encoding::unguessed(bytes, find_encoding(declared)?).name())
}

fn find_encoding(label: Option<&str>) -> Result<Option<&'static encoding_rs::Encoding>, HtmlError> {
    let unknown = |label: &str| HtmlError::UnknownCharset(label.to_owned());
    let found = label.map(|label| encoding::for_label(label).ok_or_else(|| unknown(label)));
    found.transpose()
}

/// Reads a text that may not be HTML; for `url` see [`read`].
///
/// ```
/// use pith::Limits;
/// use pith::source::html::{HtmlError, read_text};
///
/// let read = |text| read_text(text, "", Limits::default()).map(|_| ());
/// assert_eq!(read("<p>It sails."), Ok(()));
/// assert_eq!(read("%PDF-1.7"), Err(HtmlError::Binary("a PDF document")));
/// ```
///
/// # Errors
/// [`HtmlError`] if the input is empty, isn't text, has no tag, or exceeds a limit.
pub fn read_text(text: &str, url: &str, limits: Limits) -> Result<Page, HtmlError> {
    begin(text.len());
    match encoding::binary(text.as_bytes()) {
        Some(what) => Err(HtmlError::Binary(what)),
        None => read_tagged(text, url, limits),
    }
}

fn read_tagged(text: &str, url: &str, limits: Limits) -> Result<Page, HtmlError> {
    if text.trim().is_empty() {
        return Err(HtmlError::Empty);
    }
    if !has_tag(text) {
        return Err(HtmlError::NoTag);
    }
    Ok(read(text, url, limits)?)
}

/// Resets the step limit for a page of this many bytes.
fn begin(bytes: usize) {
    steps::begin();
    steps::allow(bytes);
}

fn has_tag(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes
        .windows(2)
        .any(|w| w[0] == b'<' && w[1].is_ascii_alphabetic())
}

/// Reads HTML text. `url` is the document's URL; relative URLs are resolved against it and `<base
/// href>`, and are unchanged if it is empty.
///
/// ```
/// use pith::page::{Attr, Tag};
/// use pith::{Limits, source};
///
/// let page = source::html::read("<a href=/b>B</a>", "https://example.org/a", Limits::default())?;
/// let link = page.nodes().find(|&id| page.tag(id) == Tag::A);
/// let target = link.and_then(|link| page.attr(link, Attr::Href));
/// assert_eq!(target, Some("https://example.org/b"));
/// # Ok::<(), pith::page::PageError>(())
/// ```
///
/// # Errors
/// [`PageError`] if a limit is exceeded or there is no element.
pub fn read(html: &str, url: &str, limits: Limits) -> Result<Page, PageError> {
    begin(html.len());
    let (mut arena, document) = parse(Arena::new(), html, Kind::Document, limits)?;
    place_late_parts(&mut arena, document);
    parse_inner(&mut arena, limits)?;
    let page = flatten(&arena, document, url, limits, false)?;
    if is_meant_without_scripts(&page) {
        return flatten(&arena, document, url, limits, true);
    }
    Ok(page)
}

/// Maximum nesting of `srcdoc` documents.
const SRCDOC_LEVELS: usize = 3;

/// Parses the text of `noscript` elements and `srcdoc` attributes.
fn parse_inner(arena: &mut Arena, limits: Limits) -> Result<(), PageError> {
    let mut done = 0;
    for _ in 0..SRCDOC_LEVELS {
        let end = arena.nodes.len();
        for id in done..end {
            let Some(element) = arena.nodes[id].element() else {
                continue;
            };
            let (kind, html) = match element.name.expanded() {
                expanded_name!(html "noscript") => (Kind::Fragment, raw_text(arena, id)),
                expanded_name!(html "iframe") => match element.attr(local_name!("srcdoc")) {
                    Some(html) => (Kind::Document, html.to_owned()),
                    None => continue,
                },
                _ => continue,
            };
            if !has_tag(&html) {
                continue;
            }
            let taken = std::mem::replace(arena, Arena::new());
            let (grown, fragment) = parse(taken, &html, kind, limits)?;
            *arena = grown;
            let root = arena
                .children(fragment)
                .find(|&c| arena.nodes[c].element().is_some());
            let inner = match root {
                Some(root) if kind == Kind::Document => {
                    let body = expanded_name!(html "body");
                    let is_body = |&c: &usize| {
                        arena.nodes[c]
                            .element()
                            .is_some_and(|e| e.name.expanded() == body)
                    };
                    let body = arena.children(root).find(is_body);
                    body.map(|body| arena.only(body))
                }
                root => root,
            };
            if let Data::Element(element) = &mut arena.nodes[id].data {
                element.inner = inner;
            }
        }
        done = end;
    }
    Ok(())
}

/// Returns the text directly below a node.
fn raw_text(arena: &Arena, id: usize) -> String {
    let texts = arena
        .children(id)
        .filter_map(|c| match &arena.nodes[c].data {
            Data::Text(text) => Some(&**text),
            _ => None,
        });
    texts.collect()
}

/// Minimum characters of a `noscript` that is more than a notice that scripts are off.
const NOTICE: u32 = 200;

/// Returns whether the page shows less than a tenth of the text of its `noscript` elements, and
/// that text is more than a notice.
fn is_meant_without_scripts(page: &Page) -> bool {
    let (mut shown, mut held) = (0, 0);
    let mut end = page.body();
    for id in page
        .subtree(page.body())
        .filter(|&n| page.is_text(n) || page.tag(n) == Tag::Noscript)
    {
        if page.is_element(id) {
            end = end.max(page.end(id));
        } else if id < end {
            held += page.counts(id).chars;
        } else if !page.is_hidden(id) {
            shown += page.counts(id).chars;
        }
    }
    held >= NOTICE && shown < held / 10
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Attr;

    fn page(html: &str) -> Page {
        read(html, "https://example.org/a/b.html", Limits::default()).unwrap()
    }

    #[test]
    fn text_is_in_document_order_without_invisible_parts() {
        let p = page(
            "<title>T</title><p>one<script>x</script><style>y</style><!-- z -->\
             <table><b>foster</b><td>cell</table><p hidden>no<p style='display: none'>no",
        );
        assert_eq!(p.visible_text(p.body()), "onefoster cell");
    }

    #[test]
    fn boxes_in_a_line_and_drop_caps_do_not_divide_words() {
        let word = "<div style='position: relative; display: inline-block'>On</div>ly";
        assert_eq!(shown(&format!("<h2><div>{word}</div>")), "Only");
        assert_eq!(shown(word), "On ly");
        let letter = "<p><span style='display: block; float: left'>O</span>nly";
        assert_eq!(shown(letter), "Only");
        let note = "<p><span style='display: block; float: left'>Note</span>Only";
        assert_eq!(shown(note), "Note Only");
    }

    #[test]
    fn urls_are_made_absolute() {
        let p = page("<a href=c>x</a><a href=#f>y</a><img srcset='s.jpg 1x, /t,a.jpg 2x'>");
        let values: Vec<_> = p
            .nodes()
            .flat_map(|n| p.attrs(n).map(|(_, v)| v.to_owned()).collect::<Vec<_>>())
            .collect();
        assert_eq!(
            values,
            [
                "https://example.org/a/c",
                "#f",
                "https://example.org/a/s.jpg 1x, https://example.org/t,a.jpg 2x"
            ]
        );
    }

    #[test]
    fn base_element_is_used_if_valid() {
        let p = page("<base href='/z/'><a href=c>x</a>");
        let link = p.nodes().find(|&n| p.tag(n) == Tag::A).unwrap();
        assert_eq!(p.attr(link, Attr::Href), Some("https://example.org/z/c"));
        // One that isn't a URL is ignored.
        let p = page("<base href='https://['><a href=c>x</a>");
        let link = p.nodes().find(|&n| p.tag(n) == Tag::A).unwrap();
        assert_eq!(p.attr(link, Attr::Href), Some("https://example.org/a/c"));
    }

    #[test]
    fn hidden_until_found_is_shown() {
        assert_eq!(shown("<p hidden=Until-Found>a<p hidden>b"), "a");
    }

    fn shown(html: &str) -> String {
        let p = page(html);
        p.visible_text(p.body())
    }

    #[test]
    fn shadow_trees_replace_their_hosts_children() {
        assert_eq!(
            shown(
                "<x-card><template shadowrootmode=open><p>before <slot name=head>no title</slot>\
                 <p><slot></slot><slot name=foot>no foot</slot></template>\
                 <b slot=head>Title</b>body<i slot=nowhere>unseen</i> text</x-card>after"
            ),
            "before Title body textno foot after"
        );
        // A slot's content belongs to the outer tree, as do the slots in it.
        assert_eq!(
            shown(
                "<x-out><template shadowrootmode=open><x-in><template shadowrootmode=closed>\
                 [<slot></slot>]</template><slot></slot></x-in></template>light</x-out>"
            ),
            "[light]"
        );
        // An invalid host, or a second root: plain templates, which show nothing.
        assert_eq!(
            shown("<ul><template shadowrootmode=open>no</template><li>yes</ul>"),
            "yes"
        );
        assert_eq!(
            shown(
                "<div><template shadowrootmode=open>one</template>\
                 <template shadowrootmode=open>two</template></div>"
            ),
            "one"
        );
    }

    #[test]
    fn noscript_is_parsed_but_hidden() {
        let p = page("<p>Text</p><noscript><img src=lazy.jpg>Turn on scripts</noscript>");
        assert_eq!(p.visible_text(p.body()), "Text");
        let img = p.nodes().find(|&n| p.tag(n) == Tag::Img).unwrap();
        assert_eq!(
            p.attr(img, Attr::Src),
            Some("https://example.org/a/lazy.jpg")
        );
        assert!(p.is_hidden(img));
        // The contents of a `noscript` in the head don't end the head.
        let p = page("<noscript><img src=x></noscript><meta name=author content=Ada><p>x");
        let meta = p.nodes().find(|&n| p.tag(n) == Tag::Meta).unwrap();
        let parent = p.parent(meta).map(|n| p.tag(n));
        assert_eq!(parent, Some(Tag::Head));
    }

    #[test]
    fn noscript_is_shown_if_the_page_has_no_other_text() {
        let article = "Words that only readers without scripts see. ".repeat(10);
        let html = format!("<body><div id=app>Loading</div><noscript><p>{article}</noscript>");
        assert!(shown(&html).contains("only readers without scripts"));
        // A notice isn't an article.
        let html = "<body><noscript>You need to enable JavaScript to run this app.</noscript>";
        assert_eq!(shown(html), "");
    }

    #[test]
    fn srcdoc_content_is_below_its_iframe() {
        let p = page(
            "<iframe srcdoc=\"<title>T</title><base href=/no/><p>inner <a href=c>x</a>\"></iframe>\
             <p>outer",
        );
        assert_eq!(p.visible_text(p.body()), "inner x outer");
        let frame = p.nodes().find(|&n| p.tag(n) == Tag::Iframe).unwrap();
        assert_eq!(
            p.children(frame).map(|c| p.tag(c)).collect::<Vec<_>>(),
            [Tag::Body]
        );
        // The page's own body and base are those of the outer document.
        assert_eq!(p.parent(p.body()), Some(p.root()));
        let link = p.nodes().find(|&n| p.tag(n) == Tag::A).unwrap();
        assert_eq!(p.attr(link, Attr::Href), Some("https://example.org/a/c"));
    }

    #[test]
    fn scripts_and_style_sheets_end_at_their_end_tags() {
        let long = "x < y; // é\n".repeat(5_000);
        for script in ["", "'</scripts></script-x>'", "'</', '<p>no'", &long] {
            let html = format!("<p>a<script>{script}</SCRIPT\n>b<style>{script}</style/>c");
            assert_eq!(shown(&html), "abc");
        }
        let escaped = "<p>a<script><!-- <script> '</script>no' --></script>b";
        assert_eq!(shown(escaped), "ab");
        assert_eq!(shown("<p>a<script>never closed <p>no"), "a");
        let page = page("<script type=' Application/LD+JSON'>{\"a\": 1}</script><p>b");
        assert!(page.raw_text(page.root()).starts_with("{\"a\": 1}"));
    }

    #[test]
    fn modal_dialogs_are_overlays() {
        let p = page("<div role=dialog aria-modal=true><p>a</div><p>b<p aria-modal=false>c");
        let overlays: Vec<_> = p
            .nodes()
            .filter(|&n| p.is_text(n) && p.is_overlay(n))
            .map(|n| p.text(n))
            .collect();
        assert_eq!(overlays, ["a"]);
    }

    #[test]
    fn closed_details_are_text_but_templates_are_not() {
        assert_eq!(
            shown("<details><summary>More</summary><p>folded</details><template>no</template>"),
            "More folded"
        );
    }

    #[test]
    fn fallback_content_and_svg_text_are_hidden() {
        let p = page(
            "<video src=v.mp4><source src=w.mp4>No <p>video</p></video><canvas>no <b>drawing</b>\
             </canvas><iframe src=f>no frame</iframe><svg><text>no words</text></svg>\
             <textarea>typed</textarea><object>shown</object>",
        );
        assert_eq!(p.visible_text(p.body()), "shown");
        // The other sources of a video are needed.
        let source = p.nodes().find(|&n| p.tag(n) == Tag::Source).unwrap();
        assert_eq!(
            p.attr(source, Attr::Src),
            Some("https://example.org/a/w.mp4")
        );
    }

    #[test]
    fn non_html_input_is_reported() {
        let read = |bytes: &[u8]| read_bytes(bytes, None, "", Limits::default()).err();
        assert_eq!(read(b""), Some(HtmlError::Empty));
        assert_eq!(read(b" \n\t"), Some(HtmlError::Empty));
        assert_eq!(read("\u{feff} ".as_bytes()), Some(HtmlError::Empty));
        assert_eq!(read(b"2 < 3, plain text"), Some(HtmlError::NoTag));
        assert_eq!(
            read(b"%PDF-1.7\n<p>"),
            Some(HtmlError::Binary("a PDF document"))
        );
        assert_eq!(
            read(&[0, 1, 2, 3, b'<', b'p', 7]),
            Some(HtmlError::Binary("binary data"))
        );
        assert_eq!(read(b"<p>a stray\0control character is no reason"), None);
        let error = read_bytes(b"<p>x", Some("utf-99"), "", Limits::default()).err();
        assert_eq!(error, Some(HtmlError::UnknownCharset("utf-99".to_owned())));
        let few = Limits {
            nodes: 3,
            ..Limits::default()
        };
        let error = read_bytes(b"<p>x", None, "", few).err();
        assert_eq!(
            error,
            Some(HtmlError::Page(PageError::TooManyNodes { max: 3 }))
        );
    }
}
