//! Escapes only the characters that would be parsed as markup.

use std::borrow::Cow;

/// Special characters in all nodes of a line, because markup may begin in one text and end in
/// another.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineMarks {
    /// True if the line contains a possible link, or the text is inside one.
    pub(super) brackets: bool,
    /// True if two `$` could form a formula.
    pub(super) dollars: bool,
}

impl LineMarks {
    /// Returns whether consecutive texts contain what may be the end of a link's text and the
    /// beginning of its target.
    pub(super) fn has_link<'t>(texts: impl Iterator<Item = &'t str>) -> bool {
        let mut closed = false;
        let mut chars = texts.flat_map(str::chars).filter(|&c| c != '\0');
        chars.any(|c| {
            let found = closed && matches!(c, '(' | '[' | '{' | ':');
            closed = c == ']';
            found
        })
    }
}

/// Writes text inside a line. `before` and `after` are the adjacent characters, `None` at the ends
/// of the line.
pub(super) fn text(
    text: &str,
    before: Option<char>,
    after: Option<char>,
    line: LineMarks,
    out: &mut String,
) {
    let mut previous = before;
    // Renderers remove or replace NUL, which would join the texts around it.
    let mut chars = text.char_indices().filter(|&(_, c)| c != '\0').peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|&(_, n)| n).or(after);
        let space = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let ends = chars.peek().is_none();
        let escaped = match c {
            '`' | '~' => true,
            '*' => !(space(previous) && space(next)) || previous.is_none() || next.is_none(),
            '_' => !(word(previous) && word(next) || space(previous) && space(next)),
            '[' => line.brackets || next == Some('^'),
            ']' => line.brackets,
            '\\' => ends || next.is_some_and(|n| n.is_ascii_punctuation()),
            '<' => {
                ends || next
                    .is_some_and(|n| n.is_ascii_alphabetic() || matches!(n, '/' | '!' | '?'))
            }
            '&' => is_entity(&text[at + 1..], after),
            '!' => ends && after == Some('['),
            '$' => line.dollars,
            // Some dialects parse this as attributes.
            '{' => matches!(previous, Some('`' | ')')) && at == 0,
            _ => false,
        };
        if escaped {
            out.push('\\');
        }
        // A line break would end the block around the line.
        out.push(if matches!(c, '\n' | '\r') { ' ' } else { c });
        previous = Some(c);
    }
}

/// Writes a text, with a character reference for every character that a Markdown parser could read
/// as markup. Browsers show the same text, both in and between tags.
pub(super) fn references(text: &str, is_markup: fn(char) -> bool, out: &mut String) {
    for c in text.chars() {
        if is_markup(c) {
            out.push_str(&format!("&#{};", u32::from(c)));
        } else {
            out.push(c);
        }
    }
}

/// Returns whether the text after an ampersand makes it a character reference. `after` is the
/// character after `rest`, which may continue it.
fn is_entity(rest: &str, after: Option<char>) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '#';
    match rest.find(|c| !part(c)) {
        Some(end) => (1..=MAX_ENTITY_LETTERS).contains(&end) && rest[end..].starts_with(';'),
        None => rest.len() <= MAX_ENTITY_LETTERS && after.is_some_and(|c| part(c) || c == ';'),
    }
}

/// Maximum letters in the name of a character reference (HTML: 31, with `;` 32).
const MAX_ENTITY_LETTERS: usize = 32;

/// Escapes the beginning of each line that would make it a heading, quotation, list item, or rule.
pub(super) fn line_starts(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(line_start).collect();
    lines.join("\n")
}

fn line_start(line: &str) -> String {
    let line = line.trim_start_matches([' ', '\t']);
    // A backslash at the end is a line break.
    let space = |rest: &str| matches!(rest, "" | "\\") || rest.starts_with([' ', '\t']);
    let hashes = line.len() - line.trim_start_matches('#').len();
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rule = |c: char| {
        let marks = line.chars().filter(|&m| m == c).count();
        marks > 0 && line.chars().all(|m| m == c || m == ' ')
    };
    if (1..=6).contains(&hashes) && space(&line[hashes..])
        || line.starts_with('>')
        || line.starts_with(['-', '+', '*']) && space(&line[1..])
        || rule('=')
        || rule('-')
        || rule('_') && line.contains(' ')
    {
        return format!("\\{line}");
    }
    if (1..=9).contains(&digits)
        && line[digits..].starts_with(['.', ')'])
        && space(&line[digits + 1..])
    {
        return format!("{}\\{}", &line[..digits], &line[digits..]);
    }
    line.to_owned()
}

/// Escapes trailing `#`s, which would end a heading, and braces, which some dialects parse as its
/// attributes.
pub(super) fn heading_end(line: &str) -> Cow<'_, str> {
    if let (Some(open), Some(rest)) = (line.rfind('{'), line.strip_suffix('}')) {
        return format!("{}\\{}\\}}", &line[..open], &rest[open..]).into();
    }
    let bare = line.trim_end_matches('#');
    if bare.len() < line.len() && (bare.is_empty() || bare.ends_with(' ')) {
        return format!("{bare}\\{}", &line[bare.len()..]).into();
    }
    line.into()
}

/// Escapes brackets at the beginning of an item that would make it a task.
pub(super) fn item_start(content: &str) -> Cow<'_, str> {
    let boxes = ["[ ]", "[x]", "[X]"];
    let after = boxes.iter().find_map(|b| content.strip_prefix(b));
    if after.is_some_and(|rest| rest.chars().next().is_none_or(char::is_whitespace)) {
        return format!("\\{content}").into();
    }
    content.into()
}

/// Escapes the target of a link.
pub(super) fn target(url: &str) -> String {
    let mut out = String::with_capacity(url.len());
    for (at, c) in url.char_indices() {
        match c {
            '&' if is_entity(&url[at + 1..], None) => out.push_str("&amp;"),
            '$' => out.push_str("%24"),
            '`' => out.push_str("%60"),
            ' ' => out.push_str("%20"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '(' => out.push_str("%28"),
            ')' => out.push_str("%29"),
            '\\' => out.push_str("%5C"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// Returns the length of the longest run of a character.
pub(super) fn longest_run(text: &str, target: char) -> usize {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == target { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(t: &str) -> String {
        let mut out = String::new();
        let line = LineMarks {
            brackets: LineMarks::has_link([t].into_iter()),
            dollars: false,
        };
        text(t, None, None, line, &mut out);
        line_starts(&out)
    }

    #[test]
    fn only_markdown_syntax_is_escaped() {
        for plain in [
            "snake_case and 2 * 3 * 4",
            "a < b && c > d; AT&T",
            "see [1], and a note [sic]!",
            "1.5 is a number, -5 too, #tag",
            "C:\\dir costs $5",
        ] {
            assert_eq!(escaped(plain), plain);
        }
        for (plain, markdown) in [
            ("*x* _y_ `z`", "\\*x\\* \\_y\\_ \\`z\\`"),
            ("<b> &amp; \\*", "\\<b> \\&amp; \\\\\\*"),
            ("[a](b)", "\\[a\\](b)"),
            ("# a", "\\# a"),
            ("- a", "\\- a"),
            ("12. a", "12\\. a"),
            ("> a", "\\> a"),
            ("---", "\\---"),
            ("===", "\\==="),
        ] {
            assert_eq!(escaped(plain), markdown);
        }
        assert_eq!(heading_end("C #"), "C \\#");
        assert_eq!(heading_end("C#"), "C#");
        assert_eq!(heading_end("a {b} c"), "a {b} c");
        assert_eq!(heading_end("a {#b}"), "a \\{#b\\}");
    }
}
