//! Writes LaTeX between `$`, in a form that every Markdown renderer reads the same way.
//!
//! Renderers without support for formulas treat the source as text, so it must not contain markup:
//! no tag, link, code span, or `$`. Spaces have no meaning in a formula, so they separate the
//! characters of a tag or a link. Commands that create links, load files, or write HTML (MathJax,
//! KaTeX) become plain names.

use super::context::Context;

/// Commands with effects outside the formula.
const COMMANDS: [&str; 16] = [
    "bbox",
    "class",
    "csname",
    "cssId",
    "data",
    "href",
    "htmlClass",
    "htmlData",
    "htmlId",
    "htmlStyle",
    "includegraphics",
    "mmlToken",
    "require",
    "style",
    "unicode",
    "url",
];

/// Returns the source of a formula in a form allowed between `$`; empty if nothing remains.
pub(super) fn source(tex: &str, context: Context) -> String {
    let tex = tex.replace('\0', "");
    let mut out = String::with_capacity(tex.len());
    let mut rest = tex.as_str();
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let next = rest.chars().next();
        match c {
            '\\' => rest = command(rest, context, &mut out),
            // It would end the formula. Inside a formula, it only switches to math in words.
            '$' => {}
            // An opening quotation mark.
            '`' => out.push('\u{2018}'),
            '|' if context == Context::Cell => out.push_str("\\vert "),
            '<' => {
                out.push('<');
                let tag = |n: char| n.is_ascii_alphabetic() || matches!(n, '/' | '!' | '?');
                part(next.is_some_and(tag), &mut out);
            }
            ']' => {
                out.push(']');
                part(matches!(next, Some('(' | '[' | '{' | ':')), &mut out);
            }
            c if c.is_whitespace() || c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    // A backslash at the end would escape the `$` that ends the formula.
    out.trim_start()
        .trim_end_matches(|c: char| c.is_whitespace() || c == '\\')
        .to_owned()
}

fn part(needed: bool, out: &mut String) {
    if needed {
        out.push(' ');
    }
}

/// Writes the command after a backslash, and returns the rest.
fn command<'t>(rest: &'t str, context: Context, out: &mut String) -> &'t str {
    let letters = rest
        .find(|c: char| !c.is_ascii_alphabetic())
        .unwrap_or(rest.len());
    let (name, after) = rest.split_at(letters);
    if !name.is_empty() {
        if !COMMANDS.contains(&name) {
            out.push('\\');
        }
        out.push_str(name);
        return after;
    }
    let Some(c) = rest.chars().next() else {
        return rest;
    };
    match c {
        '|' if context == Context::Cell => out.push_str("\\Vert "),
        '`' | '<' => return rest,
        ']' => out.push_str("\\] "),
        c if c.is_whitespace() => out.push_str("\\ "),
        c => {
            out.push('\\');
            out.push(c);
        }
    }
    &rest[c.len_utf8()..]
}
