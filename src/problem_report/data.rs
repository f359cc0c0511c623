//! Anonymizes the page's JSON about itself. Names of members and types are kept, like class names.

use super::address;
use super::words::Words;

/// Maximum bytes of a name.
const NAME: usize = 40;

/// Members whose values are also names.
const NAMED: [&str; 3] = ["@type", "@context", "inLanguage"];

/// Characters that are escaped with a backslash, and the characters after it.
const ESCAPED: [(char, char); 7] = [
    ('"', '"'),
    ('\\', '\\'),
    ('\n', 'n'),
    ('\t', 't'),
    ('\r', 'r'),
    ('\u{8}', 'b'),
    ('\u{c}', 'f'),
];

/// Returns JSON with its values anonymized, including bare words that aren't strings, although
/// valid JSON has none to anonymize. Broken JSON stays broken in the same way.
pub(super) fn replaced(json: &str, words: &mut Words) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    let mut member = String::new();
    while let Some((between, after)) = rest.split_once('"') {
        words.push(between, &mut out);
        let (string, ends, after) = string(after);
        let is_member = after.trim_start().starts_with(':');
        let stays = is_member || NAMED.contains(&&*member);
        out.push('"');
        if stays && is_name(&string) {
            out.push_str(&string);
        } else if string.contains("://") && !string.contains(char::is_whitespace) {
            escape(&address::replaced(&string, words), &mut out);
        } else {
            escape(&words.text(&string), &mut out);
        }
        if ends {
            out.push('"');
        }
        if is_member {
            member = string;
        }
        rest = after;
    }
    words.push(rest, &mut out);
    out
}

fn is_name(string: &str) -> bool {
    let is_of_names = |b: u8| b.is_ascii_alphanumeric() || b"@:/._-#".contains(&b);
    string.len() <= NAME && string.bytes().all(is_of_names)
}

/// Reads a string after its opening quotation mark. Returns it with its escapes resolved, whether
/// it is closed, and the rest.
fn string(text: &str) -> (String, bool, &str) {
    let mut string = String::new();
    let mut chars = text.chars();
    while let Some(mut c) = chars.next() {
        if c == '"' {
            return (string, true, chars.as_str());
        }
        if c == '\\' {
            c = chars.next().unwrap_or('\\');
            if let Some(at) = ESCAPED.iter().position(|&(_, sign)| sign == c) {
                c = ESCAPED[at].0;
            } else if c == 'u' {
                let (read, rest) = code(chars.as_str());
                (c, chars) = (read, rest.chars());
            }
        }
        string.push(c);
    }
    (string, false, "")
}

/// Reads the digits of `\u`, and those of the other half of a surrogate pair.
fn code(text: &str) -> (char, &str) {
    let half = |text: &str| u32::from_str_radix(text.get(..4)?, 16).ok();
    let Some(first) = half(text) else {
        return (char::REPLACEMENT_CHARACTER, text);
    };
    let rest = &text[4..];
    let second = rest.strip_prefix("\\u").and_then(half);
    match (first, second) {
        (0xd800..=0xdbff, Some(second @ 0xdc00..=0xdfff)) => {
            let code = 0x1_0000 + ((first & 0x3ff) << 10 | second & 0x3ff);
            (char::from_u32(code).unwrap_or_default(), &rest[6..])
        }
        _ => (
            char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER),
            rest,
        ),
    }
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        let escaped = ESCAPED.iter().find(|&&(own, _)| own == c);
        if escaped.is_some() {
            out.push('\\');
        }
        out.push(escaped.map_or(c, |&(_, sign)| sign));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_keys_and_types_stay_and_values_are_replaced() {
        let json = r#"{"@context":"https://schema.org","@type":["NewsArticle"],"headline":"The \u0046erry \"sails\"",
            "wordCount": 4711, "isAccessibleForFree": true, "url":"https://secret.example/ferry"}"#;
        let out = replaced(json, &mut Words::new());
        for kept in [
            "\"@context\":\"https://schema.org\"",
            "NewsArticle",
            "\"headline\":",
        ] {
            assert!(out.contains(kept), "{kept} in {out}");
        }
        for removed in ["erry", "sails", "4711", "secret"] {
            assert!(!out.contains(removed), "{removed} in {out}");
        }
        assert_eq!(out.matches('"').count(), json.matches('"').count(), "{out}");
    }

    #[test]
    fn broken_json_is_replaced_completely() {
        for json in [
            r#"{"headline":"The ferry"#,
            r#"{"headline":"The "ferry" sails","a":1"#,
            "{\"headline\":\"ferry\\",
            "{headline: 'ferry'}",
            r#""\ud83d ferry"#,
            "/* ferry */",
        ] {
            let out = replaced(json, &mut Words::new());
            assert!(!out.contains("ferry"), "{out}");
        }
    }
}
