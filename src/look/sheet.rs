//! A person's own style sheet for articles. It is checked so that it asks nothing of anybody: what
//! could name a file is no part of it.

/// The most characters of a sheet.
const MAX_CHARS: usize = 20_000;

/// At-rules with rules in them that a sheet may have; no other at-rule.
const AT_RULES: [&str; 3] = ["@media", "@supports", "@container"];

/// Functions that name a file, in whatever place they stand.
const ASKING: [&str; 7] = [
    "url",
    "src",
    "image",
    "image-set",
    "-webkit-image-set",
    "cross-fade",
    "-webkit-cross-fade",
];

/// The article. What follows it counts for more than anything that the reader itself says.
const ARTICLE: &str = "[data-pith=\"reader\"]:not(#own)>article";

/// Reads the text of a sheet. Returns the sheet as it goes into a page: its rules are those of the
/// reader's article alone, declarations outside of rules are of the article itself, and each declaration
/// is important.
///
/// # Errors
/// The first piece that a sheet may not have: an at-rule but `@media`, `@supports` and `@container`,
/// a function that names a file, `&` or an escape outside a string, a bracket, comment or string without its
/// end, or what is beyond 20,000 characters.
///
/// ```
/// use pith::look::sheet;
///
/// let read = sheet::read("p { color: red }").unwrap();
/// assert!(read.ends_with("article{p { color: red !important}}"));
/// assert_eq!(sheet::read("p { background: url(a.png) }"), Err("url(a.png) }".to_owned()));
/// ```
pub fn read(text: &str) -> Result<String, String> {
    if let Some((at, _)) = text.char_indices().nth(MAX_CHARS) {
        return Err(piece(text, at));
    }
    let mut sheet = format!("{ARTICLE}{{");
    // What has been read of a rule's head or of a declaration, without strings and comments.
    let mut said = String::new();
    let mut begins = 0;
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        let rest = text.get(at..).unwrap_or_default();
        if rest.starts_with("/*") {
            let length = rest.get(2..).and_then(|after| after.find("*/"));
            let end = at + 4 + length.ok_or_else(|| piece(text, at))?;
            while chars.next_if(|&(next, _)| next < end).is_some() {}
            // A comment ends a word.
            sheet.push(' ');
            said.push(' ');
            continue;
        }
        match char {
            '"' | '\'' => {
                let end = end_of_string(rest).ok_or_else(|| piece(text, at))?;
                sheet.push_str(rest.get(..end).unwrap_or_default());
                said.push(char);
                while chars.next_if(|&(next, _)| next < at + end).is_some() {}
                continue;
            }
            // With `&` rules would reach beyond the article, and stay when it is gone.
            '\\' | '&' => return Err(piece(text, at)),
            '(' => {
                let name = said
                    .rsplit(|before: char| !(before.is_alphanumeric() || "-_".contains(before)))
                    .next()
                    .unwrap_or_default();
                if ASKING.iter().any(|asks| name.eq_ignore_ascii_case(asks)) {
                    return Err(piece(text, at - name.len()));
                }
                open.push((')', at));
            }
            '[' => open.push((']', at)),
            '{' => {
                let head = said.trim_start();
                let word = head
                    .split(|c: char| !(c.is_alphanumeric() || "@-_".contains(c)))
                    .next();
                let is_known = |word: &str| AT_RULES.iter().any(|at| at.eq_ignore_ascii_case(word));
                if head.is_empty() || head.starts_with('@') && !word.is_some_and(is_known) {
                    return Err(piece(text, begins));
                }
                if open.last().is_some_and(|&(end, _)| end != '}') {
                    return Err(piece(text, at));
                }
                open.push(('}', at));
            }
            ')' | ']' | '}' => {
                let closed = open.pop().map(|(end, _)| end);
                if closed != Some(char) {
                    return Err(piece(text, at));
                }
            }
            _ => {}
        }
        let ends = match char {
            '{' => true,
            ';' | '}' => open.last().is_none_or(|&(end, _)| end == '}'),
            _ => false,
        };
        if !ends {
            if said.trim().is_empty() && !char.is_whitespace() {
                begins = at;
            }
            said.push(char);
            sheet.push(char);
            continue;
        }
        if char != '{' && !said.trim().is_empty() {
            if said.trim_start().starts_with('@') || !said.contains(':') {
                return Err(piece(text, begins));
            }
            let is_important = said.trim_end().to_ascii_lowercase().ends_with("important");
            if !is_important {
                sheet.truncate(sheet.trim_end().len());
                sheet.push_str(" !important");
            }
        }
        said.clear();
        sheet.push(char);
    }
    if let Some(&(_, at)) = open.first() {
        return Err(piece(text, at));
    }
    if !said.trim().is_empty() {
        return Err(piece(text, begins));
    }
    sheet.push('}');
    Ok(sheet)
}

/// Returns the length of the string at the start of a text in bytes, quotes included; `None` where it
/// does not end on its line.
fn end_of_string(text: &str) -> Option<usize> {
    let mut chars = text.char_indices();
    let (_, quote) = chars.next()?;
    let mut is_escaped = false;
    for (at, char) in chars {
        match char {
            '\n' | '\r' | '\u{c}' => return None,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if char == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// Returns the beginning of what stands at a place of a text.
fn piece(text: &str, at: usize) -> String {
    let line = text.get(at..).unwrap_or_default().lines().next();
    line.unwrap_or_default().chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inner(text: &str) -> String {
        let read = read(text).unwrap();
        let rules = read.strip_prefix(ARTICLE).unwrap();
        rules[1..rules.len() - 1].to_owned()
    }

    #[test]
    fn every_declaration_is_important_once() {
        for (text, expected) in [
            ("p{color:red}", "p{color:red !important}"),
            ("p{color:red;}", "p{color:red !important;}"),
            ("p{color:red ! important}", "p{color:red ! important}"),
            ("p { a: b; c: d }", "p { a: b !important; c: d !important}"),
            (
                "@media (width < 40em) { a:hover { --x: f(1; 2) } }",
                "@media (width < 40em) { a:hover { --x: f(1; 2) !important} }",
            ),
            (
                "q::before{content:\"}\"}",
                "q::before{content:\"}\" !important}",
            ),
            ("p{/* url( */color:red}", "p{ color:red !important}"),
            ("p{content:\"\\201c\"}", "p{content:\"\\201c\" !important}"),
            (
                "a[href='x;']{color:red}",
                "a[href='x;']{color:red !important}",
            ),
            (
                "p { a { color: red } font: x }",
                "p { a { color: red !important} font: x !important}",
            ),
            (
                "color: red; p { color: blue }",
                "color: red !important; p { color: blue !important}",
            ),
            ("", ""),
        ] {
            assert_eq!(inner(text), expected);
        }
    }

    #[test]
    fn nothing_that_names_a_file_is_kept() {
        for (text, fault) in [
            ("@import 'a.css';", "@import 'a.css';"),
            ("@IMPORT url(a);", "url(a);"),
            (
                "@font-face { src: local(x) }",
                "@font-face { src: local(x) }",
            ),
            ("p { background: URL (a) }", ""),
            ("p { background: URL(a) }", "URL(a) }"),
            ("p { background: u\\72l(a) }", "\\72l(a) }"),
            ("p { background: image-set('a' 1x) }", "image-set('a' 1x) }"),
            (
                "p { background: -webkit-image-set('a' 1x) }",
                "-webkit-image-set('a' 1x) }",
            ),
            ("p { --x: src('a') }", "src('a') }"),
            ("p{} @layer a;", "@layer a;"),
        ] {
            match read(text) {
                Err(found) => assert_eq!(found, fault, "{text}"),
                // A space before the bracket makes it no function.
                Ok(_) => assert_eq!(fault, "", "{text}"),
            }
        }
    }

    #[test]
    fn what_would_reach_beyond_the_article_is_refused() {
        for text in [
            "} body { display: none",
            "p { color: red",
            "p { color: red } }",
            "p { (} body{display:none} p{) }",
            "p { content: \"a\n} body { display: none } p { content: \"b\" }",
            "/* no end",
            "p",
            "p { color }",
            "color: red",
            "{ color: red }",
            ":not(&) { display: none }",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(read(&" ".repeat(MAX_CHARS)).is_ok());
        assert!(read(&" ".repeat(MAX_CHARS + 1)).is_err());
    }
}
