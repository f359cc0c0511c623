//! Validation of custom CSS for articles, which must not load other files.

/// Maximum length of a style sheet, in characters.
const MAX_CHARS: usize = 20_000;

/// The at-rules that are allowed in a style sheet.
const AT_RULES: [&str; 3] = ["@media", "@supports", "@container"];

/// Functions that load a file.
const LOADING: [&str; 7] = [
    "url",
    "src",
    "image",
    "image-set",
    "-webkit-image-set",
    "cross-fade",
    "-webkit-cross-fade",
];

/// The article, with higher specificity than all rules of Reader.
const ARTICLE: &str = "[data-pith=\"reader\"]:not(#own)>article";

/// Converts the user's style sheet to that of a page: its rules apply only to the article in
/// Reader, declarations outside rules to the article itself, and every declaration is important.
///
/// # Errors
/// The first piece that isn't allowed: an at-rule other than `@media`, `@supports` and
/// `@container`, a function that loads a file, `&` or an escape outside a string, a bracket,
/// comment or string without an end, or text beyond 20,000 characters.
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
    let mut reader = Reader {
        text,
        sheet: format!("{ARTICLE}{{"),
        pending: String::new(),
        begin: 0,
        open: Vec::new(),
    };
    let mut chars = text.char_indices().peekable();
    while let Some((at, char)) = chars.next() {
        if let Some(end) = reader.skipped(at, char)? {
            while chars.next_if(|&(next, _)| next < end).is_some() {}
            continue;
        }
        match char {
            // `&` could make rules apply outside the article, even after it is closed.
            '\\' | '&' => return Err(piece(text, at)),
            '(' => reader.open_function(at)?,
            '[' => reader.open.push((']', at)),
            '{' => reader.open_rule(at)?,
            ')' | ']' | '}' => reader.close(at, char)?,
            _ => {}
        }
        reader.add(at, char)?;
    }
    reader.finished()
}

/// The state of [`read`].
struct Reader<'a> {
    text: &'a str,
    /// The output so far.
    sheet: String,
    /// The selector or declaration being read, without strings and comments.
    pending: String,
    /// The position at which it begins.
    begin: usize,
    /// The closing brackets of the open ones, each with the position of the opening bracket.
    open: Vec<(char, usize)>,
}

impl Reader<'_> {
    fn error<T>(&self, at: usize) -> Result<T, String> {
        Err(piece(self.text, at))
    }

    /// Writes the comment or string that begins at a position and returns its end; `None` if there
    /// is neither.
    fn skipped(&mut self, at: usize, char: char) -> Result<Option<usize>, String> {
        let rest = self.text.get(at..).unwrap_or_default();
        if rest.starts_with("/*") {
            let length = rest.get(2..).and_then(|after| after.find("*/"));
            let Some(length) = length else {
                return self.error(at);
            };
            // A comment separates words.
            self.sheet.push(' ');
            self.pending.push(' ');
            return Ok(Some(at + 4 + length));
        }
        if !matches!(char, '"' | '\'') {
            return Ok(None);
        }
        let Some(end) = end_of_string(rest) else {
            return self.error(at);
        };
        self.sheet.push_str(rest.get(..end).unwrap_or_default());
        self.pending.push(char);
        Ok(Some(at + end))
    }

    fn open_function(&mut self, at: usize) -> Result<(), String> {
        let is_end = |before: char| !(before.is_alphanumeric() || "-_".contains(before));
        let name = self.pending.rsplit(is_end).next().unwrap_or_default();
        if LOADING.iter().any(|loads| name.eq_ignore_ascii_case(loads)) {
            return self.error(at - name.len());
        }
        self.open.push((')', at));
        Ok(())
    }

    fn open_rule(&mut self, at: usize) -> Result<(), String> {
        let head = self.pending.trim_start();
        let is_end = |c: char| !(c.is_alphanumeric() || "@-_".contains(c));
        let word = head.split(is_end).next();
        let is_known = |word: &str| AT_RULES.iter().any(|at| at.eq_ignore_ascii_case(word));
        if head.is_empty() || head.starts_with('@') && !word.is_some_and(is_known) {
            return self.error(self.begin);
        }
        if !self.is_in_block() {
            return self.error(at);
        }
        self.open.push(('}', at));
        Ok(())
    }

    fn close(&mut self, at: usize, char: char) -> Result<(), String> {
        let closed = self.open.pop().map(|(end, _)| end);
        if closed == Some(char) {
            Ok(())
        } else {
            self.error(at)
        }
    }

    /// Returns whether no bracket or parenthesis is open.
    fn is_in_block(&self) -> bool {
        self.open.last().is_none_or(|&(end, _)| end == '}')
    }

    /// Writes a character. The end of a declaration adds `!important`.
    fn add(&mut self, at: usize, char: char) -> Result<(), String> {
        let ends = match char {
            '{' => true,
            ';' | '}' => self.is_in_block(),
            _ => false,
        };
        if !ends {
            if self.pending.trim().is_empty() && !char.is_whitespace() {
                self.begin = at;
            }
            self.pending.push(char);
            self.sheet.push(char);
            return Ok(());
        }
        let pending = self.pending.trim();
        if char != '{' && !pending.is_empty() {
            if pending.starts_with('@') || !pending.contains(':') {
                return self.error(self.begin);
            }
            if !pending.to_ascii_lowercase().ends_with("important") {
                self.sheet.truncate(self.sheet.trim_end().len());
                self.sheet.push_str(" !important");
            }
        }
        self.pending.clear();
        self.sheet.push(char);
        Ok(())
    }

    fn finished(mut self) -> Result<String, String> {
        if let Some(&(_, at)) = self.open.first() {
            return self.error(at);
        }
        if !self.pending.trim().is_empty() {
            return self.error(self.begin);
        }
        self.sheet.push('}');
        Ok(self.sheet)
    }
}

/// Returns the length in bytes of the string at the start of a text, including quotes; `None` if it
/// doesn't end on its line.
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

/// Returns the text at a position, at most 40 characters of its line.
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
    fn every_declaration_becomes_important_exactly_once() {
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
    fn rules_that_load_files_are_rejected() {
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
                // With a space before the parenthesis it isn't a function.
                Ok(_) => assert_eq!(fault, "", "{text}"),
            }
        }
    }

    #[test]
    fn css_outside_the_article_and_invalid_css_are_rejected() {
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
