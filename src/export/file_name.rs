//! File names that are valid on every system.

use super::{Facts, Template};

/// Maximum characters including the extension, and maximum bytes; file systems allow 255 bytes.
const MAX_CHARS: usize = 120;
const MAX_BYTES: usize = 240;

/// Names that Windows reserves for devices, with any extension.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// Returns the name of a file: the template's output; if it is empty the title, otherwise the
/// site's name, otherwise `article`.
pub(super) fn of(facts: &Facts, template: &Template, ending: &str) -> String {
    let texts = [
        Some(template.line(facts)),
        facts.title.clone(),
        facts.site.clone(),
    ];
    let mut name = texts
        .into_iter()
        .flatten()
        .map(|text| safe(&text))
        .find(|name| !name.is_empty())
        .unwrap_or_else(|| "article".to_owned());
    while name.chars().count() + ending.len() + 1 > MAX_CHARS
        || name.len() + ending.len() + 1 > MAX_BYTES
    {
        name.pop();
    }
    // A truncated name may end in characters that aren't valid there.
    format!("{}.{ending}", name.trim_end_matches([' ', '.']))
}

/// Returns a text without characters that any system forbids in names.
fn safe(text: &str) -> String {
    let mut name = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ':' => name.push_str(" - "),
            '/' | '\\' | '|' => name.push('-'),
            '<' | '>' | '"' | '*' | '?' => {}
            c if c.is_control() || is_unseen(c) => name.push(' '),
            c => name.push(c),
        }
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    let name = words.join(" ");
    let name = name.trim_start_matches(['.', '-', ' ']);
    let name = name.trim_end_matches(['.', '-', ' ']);
    let stem = name.split('.').next().unwrap_or_default();
    let letters = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_device =
        DEVICES.iter().any(|d| letters.eq_ignore_ascii_case(d)) && stem.len() - letters.len() <= 1;
    if is_device {
        format!("_{name}")
    } else {
        name.to_owned()
    }
}

/// Returns whether a character is invisible in a name, or changes its direction.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
