//! Escapes text for HTML and XML.

use super::html;

/// Returns a text escaped for HTML and XML, for content and attributes.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    html::text(&clean(text), &mut out);
    out.replace('"', "&quot;")
}

/// Returns a text without characters that XML forbids (XML 1.0, 2.2).
pub(super) fn clean(text: &str) -> String {
    let is_allowed = |c: &char| {
        !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}') || matches!(c, '\t' | '\n' | '\r')
    };
    text.chars().filter(is_allowed).collect()
}
