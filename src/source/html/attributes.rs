//! Limits the attributes of a tag.
//!
//! html5ever compares every attribute of a tag with the previous ones, so a tag with 200,000
//! attributes takes minutes. Attributes beyond [`MAX_ATTRIBUTES`] are removed from the text before
//! parsing. Raw text and comments are skipped, because they contain no tags.
//!
//! Cost: linear; text without surplus attributes isn't copied.

use std::borrow::Cow;

use crate::steps::Progress;

/// Maximum attributes of an element; far more than pages use.
pub(super) const MAX_ATTRIBUTES: usize = 1000;

/// Elements whose text contains no tag except their own end tag.
const RAW: [&str; 8] = [
    "iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp",
];

/// Returns the text without the attributes of tags beyond [`MAX_ATTRIBUTES`].
pub(super) fn bounded(html: &str) -> Cow<'_, str> {
    let bytes = html.as_bytes();
    let mut cut = String::new();
    let mut copied = 0;
    let mut at = 0;
    let mut progress = Progress::new();
    while let Some(open) = find(html, at, '<') {
        progress.check(html.len() - at);
        at = open + 1;
        if bytes[at..].starts_with(b"!--") {
            at = end_of_comment(html, at + 3);
            continue;
        }
        let end_tag = bytes.get(at) == Some(&b'/');
        let name = at + usize::from(end_tag);
        if !bytes.get(name).is_some_and(u8::is_ascii_alphabetic) {
            continue;
        }
        let tag = TagParts::read(bytes, name);
        at = tag.end;
        if let Some(surplus) = tag.surplus {
            cut.push_str(&html[copied..surplus]);
            copied = tag.end;
        }
        let name = &bytes[name..tag.name_end];
        if !end_tag
            && RAW
                .iter()
                .any(|raw| name.eq_ignore_ascii_case(raw.as_bytes()))
        {
            at = end_of_raw(html, tag.end, name);
        }
    }
    if copied == 0 {
        return Cow::Borrowed(html);
    }
    cut.push_str(&html[copied..]);
    Cow::Owned(cut)
}

/// Returns the offset of the first occurrence of an ASCII character from a byte on. The standard
/// library searches many bytes at a time.
fn find(html: &str, from: usize, target: char) -> Option<usize> {
    html.get(from..)?.find(target).map(|at| from + at)
}

/// Returns the end of a comment: after `-->` or `--!>`, or after a `>` or `->` directly at its
/// start (HTML standard, 13.2.5.43 and on).
fn end_of_comment(html: &str, start: usize) -> usize {
    let bytes = html.as_bytes();
    for early in [b">".as_slice(), b"->"] {
        if bytes[start..].starts_with(early) {
            return start + early.len();
        }
    }
    let mut at = start;
    while let Some(dash) = find(html, at, '-') {
        at = dash + 1;
        for end in [b"-->".as_slice(), b"--!>"] {
            if bytes[dash..].starts_with(end) {
                return dash + end.len();
            }
        }
    }
    bytes.len()
}

/// Returns the start of the end tag of raw text.
fn end_of_raw(html: &str, from: usize, name: &[u8]) -> usize {
    let bytes = html.as_bytes();
    let mut at = from;
    while let Some(open) = find(html, at, '<') {
        at = open + 1;
        let is_end = bytes[at..]
            .strip_prefix(b"/")
            .and_then(|rest| rest.split_at_checked(name.len()))
            .is_some_and(|(found, after)| {
                found.eq_ignore_ascii_case(name)
                    && after.first().is_none_or(|b| !b.is_ascii_alphanumeric())
            });
        if is_end {
            return open;
        }
    }
    bytes.len()
}

/// Returns the offset of the first byte from `from` on for which `stop` is true; the end if there
/// is none.
fn skip(bytes: &[u8], from: usize, stop: impl Fn(u8) -> bool) -> usize {
    let rest = &bytes[from..];
    from + rest.iter().position(|&b| stop(b)).unwrap_or(rest.len())
}

/// Offsets of a tag's parts.
struct TagParts {
    name_end: usize,
    /// The `>` that ends it, or the end of the text.
    end: usize,
    /// Offset of the first surplus attribute.
    surplus: Option<usize>,
}

impl TagParts {
    /// Reads a tag from its name on (HTML standard, 13.2.5.8 and 13.2.5.32 to 13.2.5.39).
    fn read(bytes: &[u8], start: usize) -> Self {
        let blank = |b: u8| b.is_ascii_whitespace() || b == b'/';
        let name_end = skip(bytes, start, |b| blank(b) || b == b'>');
        let mut at = name_end;
        let mut attributes = 0;
        let mut surplus = None;
        let mut progress = Progress::new();
        loop {
            progress.check(bytes.len() - at);
            at = skip(bytes, at, |b| !blank(b));
            if bytes.get(at).is_none_or(|&b| b == b'>') {
                break;
            }
            attributes += 1;
            if attributes == MAX_ATTRIBUTES + 1 {
                surplus = Some(at);
            }
            // A `=` at the start is part of the name.
            at = skip(bytes, at + 1, |b| blank(b) || matches!(b, b'=' | b'>'));
            let equals = skip(bytes, at, |b| !b.is_ascii_whitespace());
            if bytes.get(equals) != Some(&b'=') {
                continue;
            }
            at = skip(bytes, equals + 1, |b| !b.is_ascii_whitespace());
            at = match bytes.get(at) {
                // Most values are short.
                Some(&quote @ (b'"' | b'\'')) => {
                    bytes.len().min(skip(bytes, at + 1, |b| b == quote) + 1)
                }
                _ => skip(bytes, at, |b| b.is_ascii_whitespace() || b == b'>'),
            };
        }
        Self {
            name_end,
            end: at,
            surplus,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attributes(count: usize) -> String {
        (0..count).map(|i| format!(" a{i}")).collect()
    }

    #[test]
    fn excess_attributes_are_removed() {
        let many = attributes(MAX_ATTRIBUTES);
        let html = format!("<p{many} b=1 c='>' d>e</p><i{many}/>f");
        let cut = format!("<p{many} >e</p><i{many}/>f");
        assert_eq!(bounded(&html), cut);
        let html = format!("<p{many} b=\"never closed><i>e");
        assert_eq!(bounded(&html), format!("<p{many} "));
        let html = format!("</p{many} b>e");
        assert_eq!(bounded(&html), format!("</p{many} >e"));
        // Comments that end early.
        for comment in ["<!-->", "<!->", "<!--->", "<!-- a --!>"] {
            let html = format!("{comment}<p{many} b>e");
            assert_eq!(bounded(&html), format!("{comment}<p{many} >e"));
        }
    }

    #[test]
    fn text_scripts_and_comments_are_unchanged() {
        let many = attributes(2 * MAX_ATTRIBUTES);
        for html in [
            format!("<script>a <b{many} </script><p>c"),
            format!("<!-- <b{many} --><p>c"),
            format!("<!--><p>a<textarea><b{many} ></TEXTAREA>"),
            format!("a < b{many}"),
            format!("<p title='<b{many}'>a<title> <b{many}</title>"),
            format!("<p title=a\"{}b>c", "d e".repeat(10)),
            format!("<script>a</scripty><b{many} ></script>"),
        ] {
            assert!(matches!(bounded(&html), Cow::Borrowed(_)), "{html}");
        }
    }
}
