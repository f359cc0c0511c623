//! A lenient JSON reader for pages.
//!
//! Structured data on the web is often slightly broken: raw line breaks and bare quotes inside
//! strings, trailing or missing commas, comment and CDATA wrappers, a missing end; or an object in
//! the syntax of another language, with single quotes or `=>`. A strict reader would lose the whole
//! block. This one keeps the readable values, and reads all of valid JSON. It never fails, takes
//! O(length), and reads at most [`MAX_DEPTH`] levels: deeper values are skipped.
//!
//! Every loop runs over [`Tokens`], and each token consumes at least one character of the text. So
//! every loop makes progress.

/// Maximum levels of nesting; structured data needs less than ten.
const MAX_DEPTH: usize = 48;

/// A JSON value. Objects keep the order of their members.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    /// `null`, and unreadable values.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as written.
    Number(String),
    /// A string with its escapes resolved.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object's members.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Returns the member of an object; the first one if a name is repeated.
    pub(super) fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Self::Object(members) => members.iter().find(|(n, _)| n == name).map(|(_, v)| v),
            _ => None,
        }
    }

    /// Returns the text of a string or number.
    pub(super) fn as_text(&self) -> Option<&str> {
        match self {
            Self::String(s) | Self::Number(s) => Some(s),
            _ => None,
        }
    }

    /// Returns the elements of an array, or the value itself.
    pub(super) fn items(&self) -> &[Json] {
        match self {
            Self::Array(items) => items,
            Self::Null => &[],
            one => std::slice::from_ref(one),
        }
    }
}

/// Reads every value at the top level of `text`.
pub(super) fn read(text: &str) -> Vec<Json> {
    let mut tokens = Tokens { rest: text };
    let mut values = Vec::new();
    while let Some(first) = tokens.next_container() {
        values.push(tokens.value(first, 0));
    }
    values
}

/// A part of the text, at least one character long.
#[derive(Debug)]
enum Token<'a> {
    /// `{`
    Object,
    /// `[`
    Array,
    /// `}` or `]`
    End,
    /// `:`, `=>` or `,`
    Separator,
    /// A string with its escapes resolved.
    String(String),
    /// A number, `true`, `false`, `null`, or anything else.
    Word(&'a str),
}

/// The unread text, token by token. White space between tokens is skipped.
struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let text = self.skip_space();
        let mut chars = text.chars();
        let first = chars.next()?;
        self.rest = chars.as_str();
        let token = match first {
            '{' => Token::Object,
            '[' => Token::Array,
            '}' | ']' => Token::End,
            '=' => {
                self.rest = self.rest.trim_start_matches('>');
                Token::Separator
            }
            ':' | ',' => Token::Separator,
            '"' | '\'' => Token::String(self.string(first)),
            _ => {
                let ends = |c: char| c.is_whitespace() || ",:={}[]\"".contains(c);
                self.rest = self.rest.find(ends).map_or("", |end| &self.rest[end..]);
                Token::Word(&text[..text.len() - self.rest.len()])
            }
        };
        debug_assert!(self.rest.len() < text.len());
        Some(token)
    }
}

impl<'a> Tokens<'a> {
    fn skip_space(&mut self) -> &'a str {
        let is_space = |c: char| c.is_whitespace() || c == '\0';
        self.rest = self.rest.trim_start_matches(is_space);
        self.rest
    }

    /// Skips to the next container, and returns its first token. Wrappers (`<!--`, `//<![CDATA[`,
    /// `]]>`) and separators are between containers.
    fn next_container(&mut self) -> Option<Token<'a>> {
        while let Some(start) = self.rest.find(['{', '[']) {
            self.rest = &self.rest[start..];
            match self.rest.strip_prefix("[CDATA[") {
                Some(after) => self.rest = after,
                None => return self.next(),
            }
        }
        None
    }

    /// Returns the next token, unless the text ends or continues with `end`: then a container
    /// around this one ends, and this one's end is missing.
    fn next_before(&mut self, end: char) -> Option<Token<'a>> {
        if self.skip_space().starts_with(end) {
            return None;
        }
        self.next()
    }

    /// Returns the value that begins with `first`.
    fn value(&mut self, first: Token<'a>, depth: usize) -> Json {
        match first {
            Token::Object | Token::Array if depth >= MAX_DEPTH => {
                self.skip_container();
                Json::Null
            }
            Token::Object => self.object(depth),
            Token::Array => self.array(depth),
            Token::String(text) => Json::String(text),
            Token::Word("true") => Json::Bool(true),
            Token::Word("false") => Json::Bool(false),
            Token::Word(word) if word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                Json::Number(word.to_owned())
            }
            _ => Json::Null,
        }
    }

    fn object(&mut self, depth: usize) -> Json {
        let mut members = Vec::new();
        while let Some(token) = self.next_before(']') {
            match token {
                Token::End => break,
                Token::String(name) if self.skip_space().starts_with([':', '=']) => {
                    self.next();
                    members.push((name, self.member(depth + 1)));
                }
                _ => {}
            }
        }
        Json::Object(members)
    }

    /// Returns the value after a colon, which may be missing.
    fn member(&mut self, depth: usize) -> Json {
        if self.skip_space().starts_with([',', '}', ']']) {
            return Json::Null;
        }
        match self.next() {
            Some(first) => self.value(first, depth),
            None => Json::Null,
        }
    }

    fn array(&mut self, depth: usize) -> Json {
        let mut items = Vec::new();
        while let Some(token) = self.next_before('}') {
            match token {
                Token::End => break,
                Token::Separator => {}
                first => items.push(self.value(first, depth + 1)),
            }
        }
        Json::Array(items)
    }

    /// Skips a container whose first token has been read.
    fn skip_container(&mut self) {
        let mut open = 1usize;
        while open > 0
            && let Some(token) = self.next()
        {
            match token {
                Token::Object | Token::Array => open += 1,
                Token::End => open -= 1,
                _ => {}
            }
        }
    }

    /// Returns the rest of a string whose opening quote has been read.
    fn string(&mut self, quote: char) -> String {
        let mut out = String::new();
        while let Some(stop) = self.rest.find([quote, '\\']) {
            let (before, found) = self.rest.split_at(stop);
            out.push_str(before);
            self.rest = &found[1..];
            if found.starts_with('\\') {
                self.escape(&mut out);
            } else if self.closes() {
                return out;
            } else {
                out.push(quote);
            }
        }
        out.push_str(self.rest);
        self.rest = "";
        out
    }

    /// Returns whether the quote just read ends its string: if so, the text after it can follow a
    /// string. After a bare quote in a sentence, other text follows.
    fn closes(&self) -> bool {
        let rest = self.rest.trim_start();
        rest.is_empty() || rest.starts_with([',', ':', '}', ']', '"', '\'', '='])
    }

    fn escape(&mut self, out: &mut String) {
        let mut chars = self.rest.chars();
        let Some(c) = chars.next() else { return };
        self.rest = chars.as_str();
        match c {
            'n' | 'r' | 't' | 'b' | 'f' => out.push(' '),
            'u' => {
                let Some(unit) = self.hex() else { return };
                if (0xd800..0xdc00).contains(&unit)
                    && let Some(after) = self.rest.strip_prefix("\\u")
                {
                    self.rest = after;
                    if let Some(low @ 0xdc00..0xe000) = self.hex() {
                        let code = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                        out.extend(char::from_u32(code));
                    }
                } else {
                    out.extend(char::from_u32(unit));
                }
            }
            c => out.push(c),
        }
    }

    fn hex(&mut self) -> Option<u32> {
        let (digits, after) = self.rest.split_at_checked(4)?;
        let unit = u32::from_str_radix(digits, 16).ok()?;
        self.rest = after;
        Some(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Json {
        let mut values = read(text);
        assert_eq!(values.len(), 1, "{text}");
        values.remove(0)
    }

    fn member(text: &str, name: &str) -> String {
        one(text)
            .get(name)
            .and_then(Json::as_text)
            .unwrap_or_default()
            .to_owned()
    }

    #[test]
    fn plain_json_is_read() {
        let v =
            one(r#"{"a": [1, -2.5e3, true, null, "x\u00e9\ud83d\ude00\/\"q\""], "b": {"c": "d"}}"#);
        let a = v.get("a").unwrap().items();
        assert_eq!(a[1], Json::Number("-2.5e3".into()));
        assert_eq!(a[2], Json::Bool(true));
        assert_eq!(a[4], Json::String("xé😀/\"q\"".into()));
        assert_eq!(
            v.get("b").and_then(|b| b.get("c")).unwrap().as_text(),
            Some("d")
        );
    }

    #[test]
    fn common_syntax_errors_are_tolerated() {
        assert_eq!(member("{\"a\": \"one\ntwo\"}", "a"), "one\ntwo");
        assert_eq!(
            member(r#"{"a": "he said "no" twice", "b": "c",}"#, "a"),
            "he said \"no\" twice"
        );
        assert_eq!(member(r#"{"a": "x" "b": "c"}"#, "b"), "c");
        assert_eq!(member("<!-- {\"a\": \"x\"} -->", "a"), "x");
        assert_eq!(member("//<![CDATA[\n{\"a\": \"x\"}\n//]]>", "a"), "x");
        assert_eq!(member(r#"{"a": "x", "b": {"c": "#, "a"), "x");
        assert_eq!(member(r#"{"a": , "b": "c"}"#, "b"), "c");
        assert_eq!(member(r#"{"a": "x"]"#, "a"), "x");
        assert_eq!(read(r#"{"a":1};{"b":2}"#).len(), 2);
        assert_eq!(
            member("{'b': None, 'a': 'l\u{2019}x d'y', 'c': True}", "a"),
            "l\u{2019}x d'y"
        );
        assert_eq!(member(r#"{"b"=>1, "a"=>"x = y"}"#, "a"), "x = y");
        assert_eq!(read("no json at all"), []);
    }

    #[test]
    fn nonstandard_white_space_is_skipped() {
        assert_eq!(read("[\u{a0}").len(), 1);
        assert_eq!(read("[\u{a0}]").len(), 1);
        assert_eq!(
            member("{\u{a0}\"a\"\u{2003}:\u{a0}\"x\"\u{3000}}", "a"),
            "x"
        );
        assert_eq!(
            member("{\"a\":\u{a0}[\"x\"]\u{a0},\u{85}\"b\":\"y\"}", "b"),
            "y"
        );
        let list = one("[\u{a0}1\u{a0},\u{feff}2,\u{b}\"x\"]");
        assert_eq!(list.items().len(), 3);
        assert_eq!(list.items()[0], Json::Number("1".into()));
    }

    #[test]
    fn valid_json_is_read_in_full() {
        fn ours(value: &serde_json::Value) -> Json {
            match value {
                serde_json::Value::Null => Json::Null,
                serde_json::Value::Bool(b) => Json::Bool(*b),
                serde_json::Value::Number(n) => Json::Number(n.to_string()),
                serde_json::Value::String(s) => Json::String(s.replace('\n', " ")),
                serde_json::Value::Array(items) => Json::Array(items.iter().map(ours).collect()),
                serde_json::Value::Object(members) => {
                    Json::Object(members.iter().map(|(k, v)| (k.clone(), ours(v))).collect())
                }
            }
        }
        const STRINGS: [&str; 8] = ["", "a", "a, b", "\"", "\\", "{\"}:[", "é😀", "one\ntwo"];
        /// Returns a value with strings that are hard to read, chosen by `seed`.
        fn value(seed: &mut u64, depth: usize) -> serde_json::Value {
            let mut roll = |below: u64| {
                *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (*seed >> 33) % below
            };
            match roll(if depth < 5 { 8 } else { 5 }) {
                0 => serde_json::Value::Null,
                1 => true.into(),
                2 => roll(1000).into(),
                3 | 4 => STRINGS[roll(8) as usize].into(),
                5 => (0..roll(5)).map(|_| value(seed, depth + 1)).collect(),
                _ => (0..roll(5))
                    .map(|i| (STRINGS[i as usize].to_owned(), value(seed, depth + 1)))
                    .collect::<serde_json::Map<_, _>>()
                    .into(),
            }
        }
        for seed in 0..1000 {
            let value = serde_json::Value::from(vec![value(&mut (seed << 20), 0)]);
            assert_eq!(one(&value.to_string()), ours(&value));
            assert_eq!(
                one(&serde_json::to_string_pretty(&value).unwrap()),
                ours(&value)
            );
        }
    }

    #[test]
    fn hostile_input_is_read_without_overflow() {
        for text in [
            "[\u{a0}".repeat(100_000),
            "[".repeat(100_000),
            "{\"a\":".repeat(100_000),
            "[{\"a\":[".repeat(50_000),
            format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)),
            "\"".repeat(100_000),
            format!("{{\"a\":\"{}", "\\".repeat(100_001)),
            format!("[{}", "\" ".repeat(100_000)),
            format!("[\"{}", "\" x".repeat(100_000)),
            format!("[\"{}", "\\ud83d\\u".repeat(100_000)),
            "{]".repeat(50_000),
            "[}".repeat(50_000),
            "{:".repeat(50_000),
            "[CDATA[".repeat(50_000),
            "\0[\0".repeat(50_000),
            format!("{{\"a\": \"{}\"}}", "x".repeat(5_000_000)),
        ] {
            read(&text);
        }
        // Text after a container that is nested too deeply is still read.
        let deep = format!(
            "{{\"d\": {}\"é]\"{}, \"e\": \"x\"}}",
            "[".repeat(500),
            "]".repeat(500)
        );
        assert_eq!(member(&deep, "e"), "x");
    }
}
