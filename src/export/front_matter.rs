//! Front matter: what is known of an article, as YAML before its Markdown.

use std::fmt::Write;

use super::Facts;

/// Writes what is known between two lines of `---`; nothing where nothing is known.
pub(super) fn write(facts: &Facts) -> String {
    let texts = [
        ("title", &facts.title),
        ("author", &facts.byline),
        ("published", &facts.published),
        ("updated", &facts.modified),
        ("site", &facts.site),
        ("url", &facts.url),
        ("language", &facts.lang),
        ("description", &facts.excerpt),
    ];
    let mut out = String::new();
    for (key, text) in texts {
        if let Some(text) = text.as_deref().filter(|text| !text.is_empty()) {
            let _ = writeln!(out, "{key}: {}", quoted(text));
        }
    }
    if facts.word_count > 0 {
        let _ = writeln!(out, "words: {}", facts.word_count);
    }
    match out.as_str() {
        "" => out,
        _ => format!("---\n{out}---\n\n"),
    }
}

/// Returns a text as a scalar between quotes (YAML 1.2.2, 7.3.1), on one line whatever it holds.
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
