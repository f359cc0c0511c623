//! A small JSON reader for what pages really carry.
//!
//! Structured data on the web is often slightly broken: raw line breaks and bare quotes inside
//! strings, trailing or missing commas, comment and CDATA wrappers, a missing end. A strict
//! reader would lose the whole block; this one keeps what can be read. It never fails, takes
//! O(length), and holds at most [`MAX_DEPTH`] levels: what is nested deeper is skipped without
//! recursion.

/// Levels of nesting that are read; structured data needs less than ten.
const MAX_DEPTH: usize = 48;

/// A JSON value. Objects keep the order of their members.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    /// `null`, and what could not be read.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as it was written.
    Number(String),
    /// A string, its escapes resolved.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object's members.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Returns the member of an object; the first one where a name stands twice.
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
    let mut reader = Reader { text, at: 0 };
    let mut values = Vec::new();
    // Wrappers (`<!--`, `//<![CDATA[`, `]]>`) and separators stand between values.
    while let Some(skip) = text[reader.at..].find(['{', '[']) {
        reader.at += skip;
        if text[reader.at..].starts_with("[CDATA[") {
            reader.at += "[CDATA[".len();
            continue;
        }
        values.push(reader.value(0));
    }
    values
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self
            .peek()
            .is_some_and(|b| b.is_ascii_whitespace() || b == 0)
        {
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Json {
        self.skip_space();
        match self.peek() {
            Some(b'{' | b'[') if depth >= MAX_DEPTH => {
                self.skip_container();
                Json::Null
            }
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => {
                self.at += 1;
                Json::String(self.string())
            }
            Some(_) => self.word(),
            None => Json::Null,
        }
    }

    fn object(&mut self, depth: usize) -> Json {
        self.at += 1;
        let mut members = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                None => break,
                Some(b'}') => {
                    self.at += 1;
                    break;
                }
                // An array's end inside an object: the object's own end is missing.
                Some(b']') => break,
                Some(b'"') => {
                    self.at += 1;
                    let name = self.string();
                    self.skip_space();
                    if self.peek() == Some(b':') {
                        self.at += 1;
                        members.push((name, self.value(depth + 1)));
                    }
                }
                Some(_) => self.skip_char(),
            }
        }
        Json::Object(members)
    }

    fn array(&mut self, depth: usize) -> Json {
        self.at += 1;
        let mut items = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                None => break,
                Some(b']') => {
                    self.at += 1;
                    break;
                }
                Some(b'}') => break,
                Some(b',' | b':') => self.at += 1,
                Some(_) => items.push(self.value(depth + 1)),
            }
        }
        Json::Array(items)
    }

    /// Returns a number, `true`, `false`, `null` or a bare word; always moves on.
    fn word(&mut self) -> Json {
        let rest = &self.text[self.at..];
        let end = rest
            .find(|c: char| c.is_whitespace() || ",:{}[]\"".contains(c))
            .unwrap_or(rest.len());
        if end == 0 {
            // A separator where a value belongs; the caller deals with it, except for one that
            // nobody else would pass.
            if self.peek() == Some(b':') {
                self.at += 1;
            }
            return Json::Null;
        }
        self.at += end;
        match &rest[..end] {
            "true" => Json::Bool(true),
            "false" => Json::Bool(false),
            word if word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                Json::Number(word.to_owned())
            }
            _ => Json::Null,
        }
    }

    /// Returns the rest of a string whose opening quote was read.
    fn string(&mut self) -> String {
        let mut out = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(stop) = rest.find(['"', '\\']) else {
                out.push_str(rest);
                self.at = self.text.len();
                return out;
            };
            out.push_str(&rest[..stop]);
            self.at += stop + 1;
            if rest.as_bytes()[stop] == b'\\' {
                self.escape(&mut out);
            } else if self.closes() {
                return out;
            } else {
                out.push('"');
            }
        }
    }

    /// Returns whether the quote just passed ends its string: what follows could follow a string. A
    /// bare quote inside a sentence is followed by something else.
    fn closes(&self) -> bool {
        let rest = self.text[self.at..].trim_start();
        matches!(
            rest.bytes().next(),
            None | Some(b',' | b':' | b'}' | b']' | b'"')
        )
    }

    fn escape(&mut self, out: &mut String) {
        let Some(c) = self.text[self.at..].chars().next() else {
            return;
        };
        self.at += c.len_utf8();
        match c {
            'n' | 'r' | 't' | 'b' | 'f' => out.push(' '),
            'u' => {
                let Some(unit) = self.hex() else { return };
                if (0xd800..0xdc00).contains(&unit) && self.text[self.at..].starts_with("\\u") {
                    self.at += 2;
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
        let digits = self.text.get(self.at..self.at + 4)?;
        let unit = u32::from_str_radix(digits, 16).ok()?;
        self.at += 4;
        Some(unit)
    }

    fn skip_char(&mut self) {
        if let Some(c) = self.text[self.at..].chars().next() {
            self.at += c.len_utf8();
        }
    }

    /// Passes a container without reading it; strings may hold brackets.
    fn skip_container(&mut self) {
        let bytes = self.text.as_bytes();
        let mut open = 0usize;
        let mut quoted = false;
        while let Some(&b) = bytes.get(self.at) {
            self.at += 1;
            match b {
                b'\\' if quoted => self.at = (self.at + 1).min(bytes.len()),
                b'"' => quoted = !quoted,
                b'{' | b'[' if !quoted => open += 1,
                b'}' | b']' if !quoted => {
                    open = open.saturating_sub(1);
                    if open == 0 {
                        break;
                    }
                }
                _ => {}
            }
        }
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
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
    fn plain_json() {
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
    fn broken_in_the_usual_ways() {
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
        assert_eq!(read("no json at all"), []);
    }

    #[test]
    fn hostile_input_ends() {
        for text in [
            "[".repeat(100_000),
            "{\"a\":".repeat(100_000),
            "[{\"a\":[".repeat(50_000),
            format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)),
            "\"".repeat(100_000),
            format!("{{\"a\":\"{}", "\\".repeat(100_001)),
            "{]".repeat(50_000),
            "[}".repeat(50_000),
            "{:".repeat(50_000),
            format!("{{\"a\": \"{}\"}}", "x".repeat(5_000_000)),
        ] {
            read(&text);
        }
        // What stands after a container that is too deep is still read.
        let deep = format!(
            "{{\"d\": {}\"é]\"{}, \"e\": \"x\"}}",
            "[".repeat(500),
            "]".repeat(500)
        );
        assert_eq!(member(&deep, "e"), "x");
    }
}
