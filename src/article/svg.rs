//! Turns inline SVG figures into images with data URLs.
//!
//! Sources pass the markup of an inline SVG as one string ([`Attr::Markup`]). Its visible part is
//! rewritten using an allow-list of elements, attributes, and values, and becomes an `img` with a
//! data URL in the article. Browsers don't run scripts in such an image and make no requests for
//! it, its styles and ids can't affect the article, and it's treated like other images.
//!
//! Cost: linear in the markup, whose length sources limit.

use super::escaped;
use super::tree::Attrs;
use crate::compact::{decimal, words};
use crate::page::{Attr, NodeId, Page, Tag};
use crate::steps::Progress;

/// Maximum elements of an inline SVG. Larger ones, such as maps and plots with all their points,
/// are slow to paint.
const MAX_ELEMENTS: usize = 6000;

/// Maximum nesting of elements; editors don't exceed it.
const MAX_LEVELS: usize = 60;

/// Maximum bytes of an inline SVG as a data URL.
const MAX_BYTES: usize = 400_000;

/// Minimum width and height of an inline SVG figure without a label, and minimum side of one with a
/// label, in px.
const MIN_UNLABELED_SIZE: (f32, f32) = (240.0, 120.0);
const MIN_LABELED_SIDE: f32 = 64.0;

/// Minimum elements of a large inline SVG without a label. With fewer, it's an ornament.
const MIN_ELEMENTS: usize = 8;

/// Elements that are kept.
const ELEMENTS: &str = "\
    svg g path rect circle ellipse line polyline polygon text tspan textPath defs symbol \
    use marker linearGradient radialGradient stop clipPath mask pattern title desc";

/// Elements that are replaced by their children.
const UNWRAPPED: &str = "\
    a switch";

/// Attributes of [`ELEMENTS`], besides style properties.
const ATTRIBUTES: &str = "\
    id class viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy \
    d points transform dx dy rotate textLength lengthAdjust startOffset pathLength offset \
    gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits \
    patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth \
    markerHeight refX refY orient version direction role aria-label space overflow";

/// Style properties, as attributes and in `style`.
const PROPERTIES: &str = "\
    fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap \
    stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color \
    stop-color stop-opacity font-family font-size font-style font-weight font-variant \
    font-stretch letter-spacing word-spacing text-anchor text-decoration dominant-baseline \
    alignment-baseline baseline-shift writing-mode display visibility clip-path clip-rule \
    mask marker marker-start marker-mid marker-end paint-order vector-effect \
    shape-rendering";

/// Returns the attributes of the `img` for an inline SVG; `None` if it isn't a figure, or the
/// source passed no markup.
pub(super) fn image(page: &Page, svg: NodeId) -> Option<Attrs> {
    let markup = page.attr(svg, Attr::Markup)?;
    if !may_be_figure(page, svg) {
        return None;
    }
    let figure = Figure::read(markup)?;
    let (width, height) = match page.rect(svg).filter(|_| page.has_layout()) {
        Some(rect) if rect.area() > 0.0 => (rect.width, rect.height),
        _ => figure.size?,
    };
    let label = page.attr(svg, Attr::AriaLabel).map(str::trim);
    let label = label.filter(|l| !l.is_empty());
    let label = label
        .or_else(|| label_around(page, svg))
        .unwrap_or(&figure.title);
    let shown = page.has_layout() || figure.is_sized;
    // Icons may have labels too, and coordinates of any size.
    let is_meaningful = figure.has_text
        || in_figure(page, svg)
        || (!label.is_empty() || has_role(page, svg)) && (shown || width != height);
    let is_decoration = page.attr(svg, Attr::AriaHidden) == Some("true");
    let is_content = is_meaningful && (figure.has_text || !is_decoration);
    let large = shown
        && !is_decoration
        && figure.elements >= MIN_ELEMENTS
        && width >= MIN_UNLABELED_SIZE.0
        && height >= MIN_UNLABELED_SIZE.1;
    let small = width < MIN_LABELED_SIDE || height < MIN_LABELED_SIDE;
    if small || !(large || is_content) {
        return None;
    }
    let mut attrs = vec![
        (Attr::Src, figure.address()?),
        (Attr::Alt, label.to_owned()),
    ];
    for (attr, side) in [(Attr::Width, width), (Attr::Height, height)] {
        attrs.push((attr, super::length::whole_px(side)));
    }
    Some(attrs)
}

/// Returns whether an inline SVG is where a figure may be: not in a control, and not within a line
/// of text.
fn may_be_figure(page: &Page, svg: NodeId) -> bool {
    let is_control = |n: NodeId| {
        let tag = page.tag(n);
        matches!(tag, Tag::Button | Tag::Label | Tag::Summary | Tag::Nav)
            || tag.heading_level().is_some()
            || tag == Tag::A && !in_figure(page, svg)
    };
    !page.ancestors(svg).take(4).any(is_control)
}

/// Returns the label of an element around an inline SVG that has the role of an image.
fn label_around(page: &Page, svg: NodeId) -> Option<&str> {
    let around = page.ancestors(svg).take(2).find(|&n| has_role(page, n))?;
    let label = page.attr(around, Attr::AriaLabel).map(str::trim);
    label.filter(|label| !label.is_empty())
}

fn in_figure(page: &Page, svg: NodeId) -> bool {
    page.ancestors(svg)
        .take(4)
        .any(|n| page.tag(n) == Tag::Figure)
}

fn has_role(page: &Page, svg: NodeId) -> bool {
    let role = page.attr(svg, Attr::Role).map(str::trim);
    matches!(role, Some("img" | "figure" | "graphics-document"))
}

/// The rewritten inline SVG.
struct Figure {
    markup: String,
    /// Its width and height in px.
    size: Option<(f32, f32)>,
    /// True if its size is given in px, not only by its coordinates.
    is_sized: bool,
    title: String,
    has_text: bool,
    elements: usize,
}

/// A start tag.
pub(super) struct StartTag<'m> {
    name: &'m str,
    pub(super) attrs: Vec<(&'m str, &'m str)>,
    pub(super) closed: bool,
}

impl Figure {
    /// Rewrites the markup of an inline SVG as serialized by browsers; `None` if it's too large or
    /// paints nothing.
    fn read(markup: &str) -> Option<Self> {
        let mut figure = Self {
            markup: String::new(),
            size: None,
            is_sized: false,
            title: String::new(),
            has_text: false,
            elements: 0,
        };
        // Names of the open elements, and whether they were written.
        let mut open: Vec<(&str, bool)> = Vec::new();
        let mut rest = markup;
        let mut progress = Progress::new();
        while let Some(at) = rest.find('<') {
            progress.check(rest.len());
            figure.text(&rest[..at], &open);
            rest = &rest[at..];
            if let Some(after) = rest.strip_prefix("<!--") {
                rest = after.find("-->").map_or("", |end| &after[end + 3..]);
            } else if let Some(after) = rest.strip_prefix("</") {
                let (name, after) = after.split_once('>')?;
                rest = after;
                figure.close(name.trim(), &mut open);
            } else if rest[1..].starts_with(|c: char| c.is_ascii_alphabetic()) {
                let (tag, after) = start_tag(&rest[1..])?;
                rest = after;
                figure.elements += 1;
                if figure.elements > MAX_ELEMENTS || open.len() > MAX_LEVELS {
                    return None;
                }
                rest = figure.open(&tag, &mut open, rest);
            } else {
                rest = rest.find('>').map_or("", |end| &rest[end + 1..]);
            }
            if open.is_empty() {
                break;
            }
        }
        while let Some((name, written)) = open.pop() {
            figure.end(name, written);
        }
        (!figure.markup.is_empty()).then_some(figure)
    }

    /// Opens an element, or skips it with its content. Returns the unread rest.
    fn open<'m>(
        &mut self,
        tag: &StartTag<'m>,
        open: &mut Vec<(&'m str, bool)>,
        rest: &'m str,
    ) -> &'m str {
        let is_root = open.is_empty();
        if is_root && tag.name != "svg" {
            return "";
        }
        let written = words::holds(ELEMENTS, tag.name);
        if tag.name == "style" && !tag.closed {
            let (css, after) = element_content(rest, tag.name);
            if is_safe_sheet(css) {
                self.markup.push_str("<style>");
                self.markup.push_str(&escaped(&decoded(css)));
                self.markup.push_str("</style>");
            }
            return after;
        }
        if !written && !words::holds(UNWRAPPED, tag.name) {
            return if tag.closed {
                rest
            } else {
                element_content(rest, tag.name).1
            };
        }
        if written {
            self.start(tag, is_root);
            self.has_text |= tag.name == "text";
        }
        if tag.closed {
            self.end(tag.name, written);
        } else {
            open.push((tag.name, written));
        }
        rest
    }

    fn close(&mut self, name: &str, open: &mut Vec<(&str, bool)>) {
        if let Some((name, written)) = open.pop_if(|(top, _)| *top == name) {
            self.end(name, written);
        }
    }

    fn end(&mut self, name: &str, written: bool) {
        if written {
            push_all(&mut self.markup, &["</", name, ">"]);
        }
    }

    fn text(&mut self, text: &str, open: &[(&str, bool)]) {
        let Some(&(around, _)) = open.last() else {
            return;
        };
        let text = decoded(text);
        if around == "title" && open.len() == 2 && self.title.is_empty() {
            self.title = crate::text::collapse(&text);
        }
        self.markup.push_str(&escaped(&text));
    }

    /// Writes a start tag. The outermost one gets the namespace and the size.
    fn start(&mut self, tag: &StartTag<'_>, is_root: bool) {
        self.markup.push('<');
        self.markup.push_str(tag.name);
        if is_root {
            self.markup
                .push_str(" xmlns=\"http://www.w3.org/2000/svg\"");
            self.size = size(tag);
            self.is_sized = tag.attrs.iter().any(|(name, _)| *name == "width");
            if let Some((width, height)) = self.size {
                let sides = [("width", width), ("height", height)];
                for (name, side) in sides {
                    self.attr(name, &super::length::whole_px(side));
                }
            }
        }
        let sized = is_root && self.size.is_some();
        let has_outline = tag.attrs.iter().any(|(name, _)| *name == "stroke");
        for &(name, value) in &tag.attrs {
            let value = known_colors(&decoded(value), name, tag.name, has_outline);
            let (name, value) = match name {
                "width" | "height" if sized => continue,
                "href" | "xlink:href" if value.starts_with('#') => ("href", value),
                "xml:space" => ("xml:space", value),
                "style" => ("style", safe_style(&value, tag.name)),
                name if words::holds(ATTRIBUTES, name) => (name, value),
                name if words::holds(PROPERTIES, name) && is_safe(&value) => (name, value),
                _ => continue,
            };
            self.attr(name, &value);
        }
        self.markup.push('>');
    }

    #[inline(never)]
    fn attr(&mut self, name: &str, value: &str) {
        push_all(&mut self.markup, &[" ", name, "=\""]);
        self.markup.push_str(&escaped(value));
        self.markup.push('"');
    }

    /// Returns the inline SVG as a data URL.
    fn address(&self) -> Option<String> {
        let mut out = String::from("data:image/svg+xml,");
        for byte in self.markup.bytes() {
            let plain = byte.is_ascii_alphanumeric() || b"-_.~!*;:@$,/=?&+".contains(&byte);
            if plain {
                out.push(char::from(byte));
            } else {
                out.push('%');
                for digit in [byte >> 4, byte & 15] {
                    out.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
                }
            }
        }
        (out.len() <= MAX_BYTES).then_some(out)
    }
}

/// Returns the width and height of an inline SVG in px: from its attributes, otherwise from its
/// view box.
#[inline(never)]
fn size(tag: &StartTag<'_>) -> Option<(f32, f32)> {
    let mut sides = [0.0; 2];
    let mut plane = [0.0; 4];
    for &(name, value) in &tag.attrs {
        let value = value.trim();
        let side = |value: &str| decimal::number(value.strip_suffix("px").unwrap_or(value));
        match name {
            "width" => sides[0] = side(value).unwrap_or(0.0),
            "height" => sides[1] = side(value).unwrap_or(0.0),
            "viewBox" => {
                let parts = value.split([' ', ',']).filter(|part| !part.is_empty());
                for (to, part) in plane.iter_mut().zip(parts) {
                    *to = decimal::number(part).unwrap_or(0.0);
                }
            }
            _ => {}
        }
    }
    let [width, height] = sides;
    let [_, _, w, h] = plane;
    let has_plane = w > 0.0 && h > 0.0;
    match (width > 0.0, height > 0.0) {
        (true, true) => Some((width, height)),
        (true, false) if has_plane => Some((width, width * h / w)),
        (false, true) if has_plane => Some((height * w / h, height)),
        (false, false) if has_plane => Some((w, h)),
        _ => None,
    }
}

/// Parses a start tag, given the text after its `<`. Returns it and the rest.
#[inline(never)]
pub(super) fn start_tag(markup: &str) -> Option<(StartTag<'_>, &str)> {
    let is_end = |c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>');
    let (name, mut rest) = markup.split_at(markup.find(is_end)?);
    let mut attrs = Vec::new();
    let mut progress = Progress::new();
    loop {
        progress.check(rest.len());
        rest = rest.trim_start();
        let closed = rest.starts_with("/>");
        let end = if closed { "/>" } else { ">" };
        if let Some(after) = rest.strip_prefix(end) {
            let tag = StartTag {
                name,
                attrs,
                closed,
            };
            return Some((tag, after));
        }
        if let Some(after) = rest.strip_prefix('/') {
            rest = after;
            continue;
        }
        let ends = |c: char| is_end(c) || c == '=';
        let (attr, after) = rest.split_at(rest.char_indices().skip(1).find(|&(_, c)| ends(c))?.0);
        rest = after.trim_start();
        let mut value = "";
        if let Some(after) = rest.strip_prefix('=') {
            let after = after.trim_start();
            let quote = after.chars().next()?;
            let (found, after) = if matches!(quote, '"' | '\'') {
                after[1..].split_once(quote)?
            } else {
                after.split_at(after.find(|c: char| c.is_ascii_whitespace() || c == '>')?)
            };
            (value, rest) = (found, after);
        }
        attrs.push((attr, value));
    }
}

/// Returns the content of an element up to its end tag, and the rest after that.
#[inline(never)]
fn element_content<'m>(rest: &'m str, name: &str) -> (&'m str, &'m str) {
    let mut depth = 1;
    let mut at = 0;
    let mut progress = Progress::new();
    while let Some(found) = rest[at..].find(name) {
        progress.check(rest.len() - at);
        let begin = at + found;
        at = begin + name.len();
        let ends =
            rest[at..].starts_with(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'));
        if !ends {
            continue;
        }
        if rest[..begin].ends_with("</") {
            depth -= 1;
            if depth == 0 {
                let after = rest[at..].find('>').map_or("", |end| &rest[at + end + 1..]);
                return (&rest[..begin - 2], after);
            }
        } else if rest[..begin].ends_with('<') {
            // The whole tag is skipped, so that it isn't searched again for every name in it.
            let Some(end) = rest[at..].find('>') else {
                break;
            };
            depth += usize::from(!rest[at..at + end].ends_with('/'));
            at += end;
        }
    }
    (rest, "")
}

#[inline(never)]
fn push_all(out: &mut String, parts: &[&str]) {
    for part in parts {
        out.push_str(part);
    }
}

/// Decodes the character references that browsers serialize.
#[inline(never)]
fn decoded(text: &str) -> String {
    text.replace("&nbsp;", "\u{a0}")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
}

/// Returns whether the value of a property causes no request: a URL may only refer to a part of the
/// inline SVG.
#[inline(never)]
fn is_safe(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let plain = |c: char| !c.is_control() && !matches!(c, '\\' | '@' | '<' | '{' | '}' | ';');
    let mut urls = lower.split("url(").skip(1);
    let is_here = |url: &str| {
        let url = url.trim_start().trim_start_matches(['"', '\'']);
        url.starts_with('#')
    };
    value.chars().all(plain)
        && urls.all(is_here)
        && !["image(", "image-set(", "expression(", "src("]
            .iter()
            .any(|name| lower.contains(name))
}

/// Replacements for colors that are defined only in the page's style sheets: for a shape without an
/// outline, and for an outline. Black text is readable on both.
const SHAPE: &str = "#ccc";
const OUTLINE: &str = "#666";

/// Replaces custom properties, which images don't have, by their fallback, otherwise by a visible
/// color. `element` is the painted element, and `has_outline` is true if it has an outline.
fn known_colors(value: &str, property: &str, element: &str, has_outline: bool) -> String {
    let Some((before, rest)) = value.split_once("var(") else {
        return value.to_owned();
    };
    if property == "style" {
        return value.to_owned();
    }
    let inner = rest.rsplit_once(')').map_or(rest, |(inner, _)| inner);
    let fallback = inner.split_once(',').map(|(_, fallback)| fallback.trim());
    let is_text = matches!(element, "text" | "tspan");
    let color = match (fallback, property) {
        (Some(fallback), _) if !fallback.contains("var(") => fallback,
        (_, "fill") if is_text => "#000",
        (_, "fill") if has_outline => "none",
        (_, "fill") => SHAPE,
        _ => OUTLINE,
    };
    [before, color].concat()
}

/// Returns the declarations of a `style` that paint an element and are safe.
fn safe_style(style: &str, element: &str) -> String {
    let mut out = String::new();
    let has_outline = style.contains("stroke:");
    for declaration in style.split(';') {
        let Some((name, value)) = declaration.split_once(':') else {
            continue;
        };
        let name = name.trim().to_ascii_lowercase();
        let value = &known_colors(value, &name, element, has_outline);
        if words::holds(PROPERTIES, &name) && is_safe(value) {
            let between = if out.is_empty() { "" } else { ";" };
            push_all(&mut out, &[between, &name, ":", value.trim()]);
        }
    }
    out
}

/// Returns whether a style sheet causes no request.
fn is_safe_sheet(css: &str) -> bool {
    let lower = css.to_ascii_lowercase();
    let bad = [
        "url(",
        "@import",
        "@font-face",
        "@namespace",
        "image",
        "src(",
        "\\",
        "<",
    ];
    !bad.iter().any(|name| lower.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(markup: &str) -> String {
        Figure::read(markup).map(|d| d.markup).unwrap_or_default()
    }

    const HEAD: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\"";

    #[test]
    fn visible_svg_content_is_kept() {
        let source = "<svg viewBox=\"0 0 300 200\" class=\"a\"><title>Tides</title><g transform=\"scale(2)\">\
            <path d=\"M0 0L9 9\" style=\"stroke:#06c;-x:y\" fill=\"url(#g)\"></path><use xlink:href=\"#p\"></use>\
            <text x=\"1\">low &amp; high&nbsp;</text></g></svg>";
        assert_eq!(
            cleaned(source),
            format!(
                "{HEAD} width=\"300\" height=\"200\" viewBox=\"0 0 300 200\" class=\"a\"><title>Tides</title>\
                 <g transform=\"scale(2)\"><path d=\"M0 0L9 9\" style=\"stroke:#06c\" fill=\"url(#g)\"></path>\
                 <use href=\"#p\"></use><text x=\"1\">low &amp; high\u{a0}</text></g></svg>"
            )
        );
        let figure = Figure::read(source).unwrap();
        assert_eq!((figure.title.as_str(), figure.has_text), ("Tides", true));
    }

    #[test]
    fn scripts_and_external_requests_are_removed_from_svg() {
        for bad in [
            "<script>x()</script>",
            "<script href=\"//a.example/x.js\"/>",
            "<foreignObject><body><img src=x onerror=y><br></body></foreignObject>",
            "<image href=\"https://a.example/a.png\"></image>",
            "<use href=\"https://a.example/a.svg#x\"></use>",
            "<use xlink:href=\"data:image/svg+xml,x\"></use>",
            "<a href=\"javascript:x()\"><path onclick=\"x()\"></path></a>",
            "<animate attributeName=\"href\" to=\"javascript:x()\"></animate>",
            "<set attributeName=\"onload\" to=\"x()\"/>",
            "<style>@import '//a.example/a.css'; a{}</style>",
            "<style>a{background:\\75rl(//a.example)}</style>",
            "<path fill=\"url(https://a.example/a.svg#x)\"></path>",
            "<path style=\"fill:url('//a.example/a')\"></path>",
            "<path style=\"background-image:url(//a.example/a)\"></path>",
            "<path filter=\"url(#x)\" mask=\"url(//a.example)\"></path>",
            "<iframe src=\"//a.example\"></iframe>",
            "<handler>x()</handler>",
            "<path id=\"&quot; onload=&quot;x()\"></path>",
        ] {
            let out = cleaned(&format!(
                "<svg onload=\"x()\"><g>{bad}<path d=\"M1\"/></g></svg>"
            ));
            assert!(
                out.ends_with("<path d=\"M1\"></path></g></svg>"),
                "{bad}: {out}"
            );
            for word in [
                "example", "script", "<img", " on", "import", "<style", "data:",
            ] {
                let found = out.replace("&quot; onload=&quot;x()", "");
                assert!(!found.contains(word), "{bad}: {out}");
            }
        }
    }

    #[test]
    fn broken_markup_is_rejected_or_completed() {
        for (source, expected) in [
            ("", String::new()),
            ("<div><svg></svg></div>", String::new()),
            ("<svg", String::new()),
            ("<svg><g", String::new()),
            ("<svg><g></svg>", format!("{HEAD}><g></g></svg>")),
            ("<svg></g></svg><script>", format!("{HEAD}></svg>")),
            ("<svg><script>", format!("{HEAD}></svg>")),
            ("<svg a='<' b><!-- <g> --></svg>", format!("{HEAD}></svg>")),
        ] {
            assert_eq!(cleaned(source), expected, "{source}");
        }
        let many = format!("<svg>{}</svg>", "<g>".repeat(100_000));
        assert_eq!(cleaned(&many), "");
    }
}
