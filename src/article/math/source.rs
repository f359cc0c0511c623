//! Finds formulas in pages as LaTeX: in scripts and attributes, between delimiters in text, and as
//! the source of images.

use super::{classes, is_tex, latex};
use crate::page::formula::draws_formulas;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::url;

/// Maximum length of a formula between two `$`, in bytes. Longer text is between two prices.
const MAX_FORMULA_BYTES: usize = 500;

/// Class names of elements with LaTeX as text, and of images with LaTeX as alternative text.
const CLASSES: [&str; 16] = [
    "math",
    "math-inline",
    "math-display",
    "math-block",
    "math-tex",
    "math-container",
    "arithmatex",
    "language-math",
    "js-render-math",
    "latex",
    "tex",
    "texrender",
    "quicklatex-auto-format",
    "mwe-math-fallback-image-inline",
    "mwe-math-fallback-image-display",
    "ltx_math",
];

/// Services that render formulas as images: the text before the source in their URLs, and whether
/// more parameters may follow it.
const SERVICES: [(&str, bool); 14] = [
    (".latex?", false),
    (".image?", false),
    ("/cgi-bin/mimetex?", false),
    ("latex.php?latex=", true),
    ("/equation?tex=", true),
    ("/render/math?math=", true),
    ("?cht=tx&chl=", true),
    ("math.now.sh?from=", true),
    ("math.now.sh/?from=", true),
    ("math.vercel.app/?from=", true),
    ("upmath.me/svg/", false),
    ("tex.s2cms.ru/svg/", false),
    ("mathtex.cgi?", false),
    ("mimetex.cgi?", false),
];

/// A formula as LaTeX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Source {
    pub(in super::super) tex: String,
    /// True if it's on a separate line.
    pub(in super::super) display: bool,
}

/// Returns whether the page loads a script that renders the formulas in its text.
pub(in super::super) fn is_rendered(page: &Page) -> bool {
    page.nodes()
        .filter(|&n| page.tag(n) == Tag::Script)
        .filter_map(|n| page.attr(n, Attr::Src))
        .any(draws_formulas)
}

/// Returns the LaTeX source of an element without MathML.
pub(in super::super) fn of_element(page: &Page, node: NodeId) -> Option<Source> {
    let source = page.formula_source(node)?;
    let display = match page.attr(node, Attr::Type) {
        Some(kind) if page.is_formula_script(node) => kind.contains("display"),
        _ => page.is_block(node) || has_display_name(page, node),
    };
    let (tex, delimited) = undelimited(source);
    Some(Source {
        tex: tex.to_owned(),
        display: delimited.unwrap_or(display),
    })
}

fn has_display_name(page: &Page, node: NodeId) -> bool {
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    class.contains("display") || class.contains("block")
}

/// Returns the formula of an element whose class name marks its text as LaTeX.
pub(in super::super) fn of_text(page: &Page, node: NodeId) -> Option<Source> {
    let is_text = |n: NodeId| page.end(n).0 == n.0 + 2 && page.is_text(NodeId(n.0 + 1));
    let code = NodeId(node.0 + 1);
    let holder = match page.tag(node) {
        Tag::Span | Tag::Div | Tag::Other | Tag::Code if is_text(node) => node,
        Tag::Pre if is_text(node) => node,
        Tag::Pre if page.end(node).0 == node.0 + 3 && is_text(code) => code,
        _ => return None,
    };
    let named = [node, holder].into_iter().any(|n| {
        classes(page, n).any(|class| CLASSES.contains(&class.to_ascii_lowercase().as_str()))
    });
    let text = page.raw_text(holder).trim();
    let (tex, delimited) = undelimited(text);
    let is_formula = named && (delimited.is_some() || latex::is_readable(tex)) && is_tex(tex);
    is_formula.then(|| Source {
        tex: tex.to_owned(),
        display: delimited.unwrap_or_else(|| page.is_block(node) || has_display_name(page, node)),
    })
}

/// Returns the formula of an image, if it can be parsed.
pub(in super::super) fn of_image(page: &Page, img: NodeId) -> Option<Source> {
    let display = page.is_block(img) || has_display_name(page, img);
    let alt = page.attr(img, Attr::Alt).unwrap_or_default().trim();
    let named = || classes(page, img).any(|c| CLASSES.contains(&c) || c.starts_with("ql-img-"));
    let by_alt = || {
        let plainly = alt.contains('\\') && alt.len() > 2;
        (!alt.is_empty() && is_tex(alt) && (plainly || named())).then(|| alt.to_owned())
    };
    let by_address = || {
        let src = [Attr::Src, Attr::DataSrc, Attr::DataOriginal];
        let mut src = src.into_iter().filter_map(|a| page.attr(img, a));
        src.find_map(|src| source_in_url(src).or_else(|| part_of(src)))
    };
    let declared = page.formula_source(img).map(str::to_owned);
    let source = declared.or_else(by_address).or_else(by_alt)?;
    let (tex, delimited) = undelimited(&source);
    let source = Source {
        tex: tex.to_owned(),
        display: delimited.unwrap_or(display),
    };
    // If the source can't be parsed, the image shows more.
    latex::is_readable(&super::plain(tex)).then_some(source)
}

/// Returns the source at the end of a URL or in one of its parameters, if it clearly is one.
fn part_of(src: &str) -> Option<String> {
    let (path, query) = src.split_once('?').unwrap_or((src, ""));
    let last = path.rsplit('/').next().unwrap_or_default();
    let values = query
        .split('&')
        .map(|one| one.split_once('=').map_or(one, |(_, value)| value));
    let decoded = |part: &str| url::decoded(&part.replace('+', " "));
    let mut parts = std::iter::once(last).chain(values).map(decoded);
    parts.find(|part| has_command(part) && is_tex(part) && latex::is_readable(part.trim()))
}

/// Returns whether a text contains a LaTeX command.
fn has_command(text: &str) -> bool {
    let mut parts = text.split('\\').skip(1);
    parts.any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Returns the formula of an inline SVG whose title is its source, as in MathJax, or clearly is
/// LaTeX.
pub(in super::super) fn of_svg(page: &Page, svg: NodeId) -> Option<Source> {
    let markup = page.attr(svg, Attr::Markup)?;
    let around = page.parent(svg).unwrap_or(svg);
    let titled = markup
        .split_once("<title")
        .and_then(|(_, rest)| rest.split_once('>')?.1.split_once("</title>"));
    let labels = [Attr::AriaLabel, Attr::Title].map(|attr| page.attr(svg, attr));
    let title = titled.map(|(title, _)| title).or(labels[0]).or(labels[1])?;
    let text = title
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    let (tex, delimited) = undelimited(&text);
    let tex = super::plain(tex);
    let is_own = page.is_rendered_formula(around) || markup.contains("MathJax");
    let is_formula = (is_own || has_command(&tex)) && is_tex(&tex) && latex::is_readable(&tex);
    let display = page.attr(around, Attr::Display) == Some("true") || page.is_block(svg);
    is_formula.then(|| Source {
        tex,
        display: delimited.unwrap_or(display),
    })
}

/// Returns the source from the attribute in which MathJax 4 writes it beside the outlines.
pub(in super::super) fn of_outlines(page: &Page, svg: NodeId) -> Option<Source> {
    let markup = page.attr(svg, Attr::Markup)?;
    let at = markup.find("data-mml-node=\"math\"")?;
    let start = markup[..at].rfind('<')?;
    let tag = &markup[start..start + markup[start..].find('>')?];
    let value = tag.split_once("data-latex=\"")?.1.split_once('"')?.0;
    let tex = value
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
    let around = page.parent(svg).unwrap_or(svg);
    latex::is_readable(tex.trim()).then(|| Source {
        tex: tex.trim().to_owned(),
        display: page.attr(around, Attr::Display) == Some("true"),
    })
}

/// Returns the source in the URL of a service that renders formulas as images.
fn source_in_url(src: &str) -> Option<String> {
    let (at, more) = SERVICES
        .iter()
        .find_map(|&(mark, more)| Some((src.find(mark)? + mark.len(), more)))?;
    let part = &src[at..];
    let part = match more {
        true => part.split('&').next().unwrap_or(part).replace('+', " "),
        false => part.replace("&space;", " ").replace("&plus;", "+"),
    };
    let source = url::decoded(&part).replace("&space;", " ");
    let mut tex = source.trim();
    // Skips commands that only affect the rendering of the image.
    while let Some(rest) = tex.strip_prefix('\\') {
        let end = rest.find(|c: char| c.is_whitespace() || c == '\\' || c == '}');
        let end = end.unwrap_or(rest.len());
        let command = &rest[..end];
        let is_rendering = ["dpi{", "bg_", "fn_"]
            .iter()
            .any(|p| command.starts_with(p))
            || matches!(
                command,
                "inline" | "large" | "Large" | "LARGE" | "huge" | "small" | "tiny"
            );
        if !is_rendering {
            break;
        }
        tex = rest[end..].trim_start_matches(['}', ' ']);
    }
    Some(tex.to_owned())
}

/// Returns a source without its delimiters, and whether these make it a display formula.
fn undelimited(source: &str) -> (&str, Option<bool>) {
    let source = source.trim();
    for (open, close, display) in DELIMITERS {
        let inner = source
            .strip_prefix(open)
            .and_then(|s| s.strip_suffix(close));
        if let Some(inner) = inner.filter(|inner| !inner.is_empty()) {
            return (inner.trim(), Some(display));
        }
    }
    (source, None)
}

/// Delimiters around a formula in text, and whether they make it a display formula.
const DELIMITERS: [(&str, &str, bool); 4] = [
    ("$$", "$$", true),
    ("\\[", "\\]", true),
    ("\\(", "\\)", false),
    ("$", "$", false),
];

/// A formula within a text: its source, and its range including the delimiters.
#[derive(Debug)]
pub(in super::super) struct InText {
    pub(in super::super) start: usize,
    pub(in super::super) end: usize,
    pub(in super::super) source: Source,
}

/// Returns whether a text may contain a formula. All texts are checked and hardly any contains one,
/// so several bytes are compared at a time.
pub(in super::super) fn may_be_in(text: &str) -> bool {
    let begins = |found, &byte: &u8| found | (byte == b'$') | (byte == b'\\');
    let mut chunks = text.as_bytes().chunks(256);
    chunks.any(|chunk| chunk.iter().fold(false, begins))
}

/// Returns the formulas in a text. `rendered` is true if a script renders the page's formulas;
/// otherwise only text that clearly is LaTeX counts, and prices never do. Cost: linear.
pub(in super::super) fn in_text(text: &str, rendered: bool) -> Vec<InText> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find(['$', '\\']) {
        let start = at + next;
        at = start + 1;
        let delimiter = DELIMITERS
            .iter()
            .position(|(open, _, _)| text[start..].starts_with(open));
        let Some(kind) = delimiter else {
            continue;
        };
        let (open, close, display) = DELIMITERS[kind];
        let inner_start = start + open.len();
        let Some(length) = length_up_to(&text[inner_start..], open, close) else {
            continue;
        };
        let inner = &text[inner_start..inner_start + length];
        let end = inner_start + length + close.len();
        let is_formula = match kind {
            3 => is_between_dollars(text, start, end) && is_formula(inner, rendered, true),
            kind => is_formula(inner, rendered, kind == 0),
        };
        if is_formula {
            let source = Source {
                tex: inner.trim().to_owned(),
                display,
            };
            found.push(InText { start, end, source });
            at = end;
        } else if kind == 0 {
            at = inner_start;
        }
    }
    found
}

/// Returns the formula of a text that consists only of a formula with its delimiters.
pub(in super::super) fn of_all(text: &str) -> Option<Source> {
    let text = text.trim();
    let found = in_text(text, true).pop()?;
    (found.start == 0 && found.end == text.len()).then_some(found.source)
}

/// Returns the offset of the closing delimiter, unless another one opens before it.
fn length_up_to(text: &str, open: &str, close: &str) -> Option<usize> {
    if open == close {
        return text.find(close);
    }
    let mut at = 0;
    loop {
        at += text[at..].find('\\')?;
        let rest = &text[at..];
        if rest.starts_with(close) {
            return Some(at);
        }
        if rest.starts_with(open) {
            return None;
        }
        at += 1;
    }
}

/// Returns whether two `$` are the delimiters of a formula instead of two prices.
fn is_between_dollars(text: &str, start: usize, end: usize) -> bool {
    let before = text[..start].chars().next_back();
    let after = text[end..].chars().next();
    let inner = &text[start + 1..end - 1];
    let is_part =
        |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '$' | '\\'));
    inner.len() <= MAX_FORMULA_BYTES
        && !is_part(before)
        && !is_part(after)
        && !inner.starts_with(char::is_whitespace)
        && !inner.ends_with(|c: char| c.is_whitespace() || c == '\\')
}

/// Returns whether the text between delimiters is a formula.
fn is_formula(inner: &str, rendered: bool, dollars: bool) -> bool {
    let inner = inner.trim();
    if !inner.contains(char::is_alphanumeric) || !is_tex(inner) {
        return false;
    }
    let plainly = inner.contains(['\\', '^', '_']);
    let reads = || latex::is_readable(inner);
    // Adjacent letters are a word, unless there's evidence for a product.
    let words = inner.split(|c: char| !c.is_alphabetic());
    let has_word = words
        .into_iter()
        .any(|word| word.len() > 1 && word.is_ascii());
    let starts_as_price = inner.starts_with(|c: char| c.is_ascii_digit()) && !is_sum(inner);
    match (rendered, dollars) {
        (true, false) => true,
        (true, true) => plainly || reads() && !has_word && !starts_as_price,
        (false, true) => plainly && reads(),
        (false, false) => (plainly || !has_word) && reads(),
    }
}

/// Returns whether a text without letters is a number or a sum of numbers.
fn is_sum(inner: &str) -> bool {
    inner
        .chars()
        .all(|c| !c.is_alphabetic() && !c.is_whitespace() || matches!(c, ' '))
        && !inner.contains(',')
}
