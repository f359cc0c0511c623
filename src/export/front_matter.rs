//! Front matter: facts about an article, as YAML before its Markdown.

use std::fmt::Write;

use super::{Facts, Template};

/// The default lines.
pub(super) const DEFAULT: &str = "title: {title}\nauthor: {author}\npublished: {published}\n\
    updated: {updated}\nsite: {site}\nurl: {url}\ndoi: {doi}\nlanguage: {language}\n\
    description: {description}\nwords: {words}";

/// Writes the lines of a template between two lines of `---`; nothing if all are empty.
pub(super) fn write(facts: &Facts, template: &Template) -> String {
    match template.yaml(facts, quoted) {
        empty if empty.trim().is_empty() => String::new(),
        lines => format!("---\n{lines}---\n\n"),
    }
}

/// Returns a text as a double-quoted scalar (YAML 1.2.2, 7.3.1), always on one line.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' | '\r' | '\t' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push(' '),
            c if c.is_control() || c == '\u{feff}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
