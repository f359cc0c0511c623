//! HTML text to [`Page`], through html5ever; no layout.
//!
//! The tree builder does not add nodes in document order (foster parenting, the adoption
//! agency algorithm), so they go to an arena first and from there to the page. Styles are those
//! of a browser's own style sheet, besides the few that a `style` attribute or `hidden` says
//! plainly.
//!
//! The tree is the one that a browser with scripting on would make before the first script runs:
//!
//! - Declarative shadow trees stand in place of their hosts' children, slotted nodes in place of
//!   their slots.
//! - What a `noscript` holds is parsed and stands below it, hidden: pictures that a script would
//!   load can be found there. Where the body says practically nothing else (see [`NOTICE`]), it
//!   is a page meant to be read without scripts, and it is visible.
//! - The document in a `srcdoc` stands below its `iframe`, as its `body` element.
//! - What a closed `details` folds away is visible: readers can open it.

mod arena;
mod encoding;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{
    ParseOpts, Parser, QualName, expanded_name, local_name, ns, parse_document, parse_fragment,
};
use url::Url;

use self::arena::{Arena, Data, Element, Sink};
use crate::page::{
    Attr, Display, Limits, Page, PageBuilder, PageError, PageInfo, Placement, Style, Tag,
    Visibility,
};

/// Why no page could be made of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HtmlError {
    /// There is nothing but white space.
    Empty,
    /// The bytes are no text, but what is named here.
    Binary(&'static str),
    /// The text holds no tag.
    NoTag,
    /// No encoding has this name.
    UnknownCharset(String),
    /// A limit is passed.
    Page(PageError),
}

impl fmt::Display for HtmlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "there is nothing in it"),
            Self::Binary(what) => write!(f, "it is {what}, not HTML"),
            Self::NoTag => write!(f, "it is plain text without a single tag, not HTML"),
            Self::UnknownCharset(name) => write!(
                f,
                "no encoding is called \"{name}\"; names are those of the web, such as utf-8, \
                 gbk or windows-1252"
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

/// Reads HTML in any encoding; see [`encoding`] for how it is found. `declared` is what the
/// transport says (the `charset` of a `Content-Type`); for `url` see [`read`].
///
/// # Errors
/// [`HtmlError`]: nothing, no text, no tag, an unknown encoding, a limit passed.
pub fn read_bytes(
    bytes: &[u8],
    declared: Option<&str>,
    url: &str,
    limits: Limits,
) -> Result<Page, HtmlError> {
    let declared = match declared {
        Some(label) => Some(
            encoding::for_label(label)
                .ok_or_else(|| HtmlError::UnknownCharset(label.to_owned()))?,
        ),
        None => None,
    };
    if bytes.trim_ascii().is_empty() {
        return Err(HtmlError::Empty);
    }
    if let Some(what) = encoding::binary(bytes) {
        return Err(HtmlError::Binary(what));
    }
    let parsed = Url::parse(url).ok();
    let host = parsed.as_ref().and_then(Url::domain).unwrap_or_default();
    let text = encoding::decode(bytes, declared, host);
    if text.trim().is_empty() {
        return Err(HtmlError::Empty);
    }
    if !has_tag(&text) {
        return Err(HtmlError::NoTag);
    }
    Ok(read(&text, url, limits)?)
}

fn has_tag(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes
        .windows(2)
        .any(|w| w[0] == b'<' && w[1].is_ascii_alphabetic())
}

/// Reads HTML text. `url` is the document's own; relative URLs are resolved against it and
/// `<base href>`, and stay as they are where it is empty.
///
/// # Errors
/// [`PageError`] where a limit is passed or there is no element.
pub fn read(html: &str, url: &str, limits: Limits) -> Result<Page, PageError> {
    let (mut arena, document) = parse(
        parse_document(Sink::new(Arena::new()), ParseOpts::default()),
        html,
        limits,
    )?;
    parse_inner(&mut arena, limits)?;
    let page = flatten(&arena, document, url, limits, false)?;
    if speaks_without_scripts(&page) {
        return flatten(&arena, document, url, limits, true);
    }
    Ok(page)
}

/// How much text is fed to the parser between two checks of the limits, in bytes.
const STEP: usize = 64 << 10;

fn parse(
    mut parser: Parser<Sink>,
    html: &str,
    limits: Limits,
) -> Result<(Arena, usize), PageError> {
    let mut rest = html;
    while !rest.is_empty() {
        let (step, after) = rest.split_at(rest.floor_char_boundary(STEP));
        rest = after;
        parser.process(StrTendril::from(step));
        // Comments and what stays out of the page count here as well, so there is some slack;
        // the page has the last word.
        if parser.tokenizer.sink.sink.len() > limits.nodes.saturating_mul(4) {
            return Err(PageError::TooManyNodes { max: limits.nodes });
        }
    }
    Ok(parser.finish())
}

/// How deep documents may stand in each other's `srcdoc`.
const SRCDOC_LEVELS: usize = 3;

/// Parses what stands as text in `noscript` elements and `srcdoc` attributes.
fn parse_inner(arena: &mut Arena, limits: Limits) -> Result<(), PageError> {
    let mut done = 0;
    for _ in 0..SRCDOC_LEVELS {
        let end = arena.nodes.len();
        for id in done..end {
            let Some(element) = arena.nodes[id].element() else {
                continue;
            };
            let (document, html) = match element.name.expanded() {
                expanded_name!(html "noscript") => (false, raw_text(arena, id)),
                expanded_name!(html "iframe") => match element.attr("srcdoc") {
                    Some(html) => (true, html.to_owned()),
                    None => continue,
                },
                _ => continue,
            };
            if !has_tag(&html) {
                continue;
            }
            let sink = Sink::new(std::mem::replace(arena, Arena::new()));
            let parser = if document {
                parse_document(sink, ParseOpts::default())
            } else {
                let context = QualName::new(None, ns!(html), local_name!("div"));
                parse_fragment(sink, ParseOpts::default(), context, Vec::new(), true)
            };
            let (grown, fragment) = parse(parser, &html, limits)?;
            *arena = grown;
            let root = arena
                .children(fragment)
                .find(|&c| arena.nodes[c].element().is_some());
            let inner = match root {
                Some(root) if document => {
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

/// The text right below a node.
fn raw_text(arena: &Arena, id: usize) -> String {
    let texts = arena
        .children(id)
        .filter_map(|c| match &arena.nodes[c].data {
            Data::Text(text) => Some(text.as_str()),
            _ => None,
        });
    texts.collect()
}

/// From how many characters on a `noscript` is more than a notice that scripts are off.
const NOTICE: u32 = 200;

/// Whether the page shows less than a tenth of what its `noscript` elements would show, and
/// that is more than a notice.
fn speaks_without_scripts(page: &Page) -> bool {
    let (mut shown, mut held) = (0, 0);
    let mut end = page.body();
    for id in page
        .subtree(page.body())
        .filter(|&n| page.is_text(n) || page.tag(n) == Tag::Noscript)
    {
        if page.is_element(id) {
            end = end.max(page.end(id));
        } else if id < end {
            held += crate::text::char_count(page.text(id));
        } else if !page.is_hidden(id) {
            shown += crate::text::char_count(page.text(id));
        }
    }
    held >= NOTICE && shown < held / 10
}

/// Where the next node of a level comes from.
enum Nodes {
    /// A node and its later siblings.
    Siblings(Option<usize>),
    /// Nodes that were given to a slot.
    Slotted(std::vec::IntoIter<usize>),
}

/// A level of the walk.
struct Level {
    nodes: Nodes,
    /// The shadow tree the nodes belong to; `None` for the document.
    shadow: Option<usize>,
    /// Whether the level's end closes an element.
    closes: bool,
}

/// A shadow tree and what its host holds for the slots.
struct Shadow {
    assigned: BTreeMap<String, Vec<usize>>,
    /// The shadow tree the host stands in.
    outer: Option<usize>,
}

fn flatten(
    arena: &Arena,
    document: usize,
    url: &str,
    limits: Limits,
    noscript: bool,
) -> Result<Page, PageError> {
    let base = base_url(arena, document, url);
    let info = PageInfo {
        url: url.to_owned(),
        ..PageInfo::default()
    };
    let mut builder = PageBuilder::new(info, limits);
    let mut shadows: Vec<Shadow> = Vec::new();
    let mut levels = vec![Level {
        nodes: Nodes::Siblings(arena.nodes[document].first),
        shadow: None,
        closes: false,
    }];
    while let Some(level) = levels.last_mut() {
        let next = match &mut level.nodes {
            Nodes::Siblings(next) => {
                let at = *next;
                *next = at.and_then(|at| arena.nodes[at].next);
                at
            }
            Nodes::Slotted(nodes) => nodes.next(),
        };
        let shadow = level.shadow;
        let Some(at) = next else {
            if level.closes {
                builder.close();
            }
            levels.pop();
            continue;
        };
        let element = match &arena.nodes[at].data {
            Data::Element(element) => element,
            Data::Text(text) => {
                builder.text(text)?;
                continue;
            }
            Data::Fragment | Data::Ignored => continue,
        };
        let mut below = Level {
            nodes: Nodes::Siblings(arena.nodes[at].first),
            shadow,
            closes: true,
        };
        let in_shadow = shadow.map(|s| &mut shadows[s]);
        if let (Some(in_shadow), expanded_name!(html "slot")) = (in_shadow, element.name.expanded())
        {
            let name = element.attr("name").unwrap_or_default();
            if let Some(nodes) = in_shadow.assigned.remove(name) {
                below.nodes = Nodes::Slotted(nodes.into_iter());
                below.shadow = in_shadow.outer;
            }
            below.closes = false;
            levels.push(below);
            continue;
        }
        if !open(element, &mut builder, base.as_ref(), noscript)? {
            continue;
        }
        if let Some(inner) = element.inner {
            below.nodes = Nodes::Siblings(arena.nodes[inner].first);
            let tag = Tag::from_name(&element.name.local);
            if !matches!(tag, Tag::Noscript | Tag::Iframe) {
                shadows.push(Shadow {
                    assigned: assigned(arena, at),
                    outer: shadow,
                });
                below.shadow = Some(shadows.len() - 1);
            }
        }
        levels.push(below);
    }
    builder.finish()
}

/// A host's children by the slot they ask for.
fn assigned(arena: &Arena, host: usize) -> BTreeMap<String, Vec<usize>> {
    let mut slots: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for child in arena.children(host) {
        let name = match &arena.nodes[child].data {
            Data::Element(element) => element.attr("slot").unwrap_or_default(),
            Data::Text(_) => "",
            Data::Fragment | Data::Ignored => continue,
        };
        slots.entry(name.to_owned()).or_default().push(child);
    }
    slots
}

/// Opens an element; false where it stays out of the page.
fn open(
    element: &Element,
    builder: &mut PageBuilder,
    base: Option<&Url>,
    noscript: bool,
) -> Result<bool, PageError> {
    let tag = Tag::from_name(&element.name.local);
    let json_ld = || {
        let kind = element.attr("type").unwrap_or_default().trim();
        kind.eq_ignore_ascii_case("application/ld+json")
    };
    if matches!(tag, Tag::Style | Tag::Template) || (tag == Tag::Script && !json_ld()) {
        return Ok(false);
    }
    let mut style = plain_style(
        Style::of_tag(tag, &builder.style()),
        element.attr("style"),
        element.attr("hidden"),
        element.attr("dir"),
    );
    if tag == Tag::Noscript && !noscript {
        style.display = Display::None;
        style.visibility = Visibility::Hidden;
    }
    builder.open(tag, style, None)?;
    for attr in &element.attrs {
        if let Some(kept) = Attr::from_name(&attr.name.local) {
            builder.attr(kept, &resolve(kept, &attr.value, base))?;
        }
    }
    Ok(true)
}

/// What the `style`, `hidden` and `dir` attributes say plainly.
fn plain_style(
    mut style: Style,
    css: Option<&str>,
    hidden: Option<&str>,
    dir: Option<&str>,
) -> Style {
    for declaration in css.unwrap_or_default().split(';') {
        let Some((property, value)) = declaration.split_once(':') else {
            continue;
        };
        let value = value.trim().to_ascii_lowercase();
        let value = value.trim_end_matches("!important").trim_end();
        match (property.trim().to_ascii_lowercase().as_str(), value) {
            ("display", "none")
            | ("visibility", "hidden" | "collapse")
            | ("content-visibility", "hidden") => style.visibility = Visibility::Hidden,
            ("position", "fixed") => style.placement = Placement::Overlay,
            ("position", "sticky") => style.placement = Placement::Sticky,
            ("white-space", "pre" | "pre-wrap" | "break-spaces") => style.preformatted = true,
            ("direction", direction) => style.rtl = direction == "rtl",
            _ => {}
        }
    }
    match hidden {
        // What `hidden=until-found` folds away is found by searching and opened by it.
        Some(value) if !value.eq_ignore_ascii_case("until-found") => {
            style.visibility = Visibility::Hidden;
        }
        _ => {}
    }
    match dir.map(str::trim) {
        Some(d) if d.eq_ignore_ascii_case("rtl") => style.rtl = true,
        Some(d) if d.eq_ignore_ascii_case("ltr") => style.rtl = false,
        _ => {}
    }
    style
}

/// What relative URLs are resolved against: the first `base` with a `href`, else the URL itself.
fn base_url(arena: &Arena, document: usize, url: &str) -> Option<Url> {
    let own = Url::parse(url).ok();
    let href = arena.descendants(document).find_map(|id| {
        let element = arena.nodes[id].element()?;
        let is_base = element.name.expanded() == expanded_name!(html "base");
        element.attr("href").filter(|_| is_base)
    });
    match href {
        Some(href) => Url::options()
            .base_url(own.as_ref())
            .parse(href)
            .ok()
            .or(own),
        None => own,
    }
}

/// The value with its URLs absolute, where the attribute holds any.
fn resolve<'a>(attr: Attr, value: &'a str, base: Option<&Url>) -> Cow<'a, str> {
    let Some(base) = base else {
        return Cow::Borrowed(value);
    };
    let one = |url: &str| match url.trim() {
        "" => None,
        u if u.starts_with('#') => None,
        u => base.join(u).ok().map(String::from),
    };
    if attr.is_url() {
        one(value).map_or(Cow::Borrowed(value), Cow::Owned)
    } else if attr.is_srcset() {
        Cow::Owned(crate::page::map_srcset(value, |url| one(url)))
    } else {
        Cow::Borrowed(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(html: &str) -> Page {
        read(html, "https://example.org/a/b.html", Limits::default()).unwrap()
    }

    #[test]
    fn document_order_and_invisible_parts() {
        let p = page(
            "<title>T</title><p>one<script>x</script><style>y</style><!-- z -->\
             <table><b>foster</b><td>cell</table><p hidden>no<p style='display: none'>no",
        );
        assert_eq!(p.visible_text(p.body()), "onefoster cell");
    }

    #[test]
    fn urls_are_absolute() {
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
    fn a_base_element_counts() {
        let p = page("<base href='/z/'><a href=c>x</a>");
        let link = p.nodes().find(|&n| p.tag(n) == Tag::A).unwrap();
        assert_eq!(p.attr(link, Attr::Href), Some("https://example.org/z/c"));
    }
}
