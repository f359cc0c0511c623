//! Decodes bytes to text as browsers do.
//!
//! Steps (HTML standard, "encoding sniffing algorithm", and Encoding standard, "decode"):
//!
//! 1. A byte order mark takes precedence over everything else.
//! 2. Otherwise the encoding declared by the transport or the user.
//! 3. Otherwise the document's declaration: `<meta charset>` or `<meta http-equiv>`, found by the
//!    standard's prescan, or the encoding in an XML declaration.
//! 4. Otherwise UTF-8 if the bytes are valid UTF-8, or else the result of Firefox's detector, which
//!    also uses the top-level domain.
//!
//! Invalid sequences become U+FFFD. Cost: linear.
//!
//! Deviations from the standard:
//!
//! - The prescan continues after 1024 bytes, until the `body` or up to 64 KiB, because browsers'
//!   parsers also find such a late `meta` and restart with its encoding.
//! - Bytes that are valid UTF-8 with several non-ASCII characters are UTF-8, regardless of the
//!   declaration: pages saved by a tool are often UTF-8 with a `meta` that still declares the
//!   server's encoding, whereas valid UTF-8 by chance is practically impossible.

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

use crate::steps::Progress;

/// Maximum bytes that the prescan searches for a `meta` with the encoding.
const PRESCAN: usize = 64 << 10;

/// Minimum non-ASCII characters for valid UTF-8 to be proof of that encoding.
const PROOF: usize = 3;

/// Returns the encoding for a label as used on the web (`gb2312`, `latin1` …).
pub(super) fn for_label(label: &str) -> Option<&'static Encoding> {
    Encoding::for_label(label.as_bytes())
}

/// Decodes `bytes`. `declared` is the transport's encoding; `host` is the domain of the page, empty
/// if unknown.
pub(super) fn decode(bytes: &[u8], declared: Option<&'static Encoding>, host: &str) -> String {
    if let Some((encoding, length)) = Encoding::for_bom(bytes) {
        return decode_as(&bytes[length..], encoding);
    }
    let encoding = declared.unwrap_or_else(|| undeclared(bytes, host));
    decode_as(bytes, encoding)
}

/// Returns a description of the file type if the bytes aren't text.
pub(super) fn binary(bytes: &[u8]) -> Option<&'static str> {
    const MAGIC: [(&[u8], &str); 17] = [
        (b"%PDF-", "a PDF document"),
        (
            b"PK\x03\x04",
            "a ZIP archive (or an office document or e-book)",
        ),
        (b"\x1f\x8b", "a gzip file inside a gzip file"),
        (b"\x28\xb5\x2f\xfd", "a Zstandard file"),
        (b"BZh", "a bzip2 file"),
        (b"\xfd7zXZ", "an xz file"),
        (b"7z\xbc\xaf", "a 7z archive"),
        (b"\x89PNG", "a PNG image"),
        (b"\xff\xd8\xff", "a JPEG image"),
        (b"GIF8", "a GIF image"),
        (b"RIFF", "a WebP image or other RIFF file"),
        (b"OggS", "an Ogg file"),
        (b"ID3", "an MP3 file"),
        (b"\x7fELF", "a program"),
        (b"\0asm", "a WebAssembly module"),
        (b"{\\rtf", "an RTF document"),
        (b"SQLite format", "a database"),
    ];
    if let Some(&(_, what)) = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Some(what);
    }
    if Encoding::for_bom(bytes).is_some() || utf_16_without_mark(bytes).is_some() {
        return None;
    }
    // Text has tabs, line breaks, form feeds and, in ISO-2022-JP, escapes. A few stray control
    // characters occur on real pages.
    let start = &bytes[..bytes.len().min(4096)];
    let control = |b: &&u8| matches!(b, 0..=8 | 11 | 14..=26 | 28..=31 | 127);
    let controls = start.iter().filter(control).count();
    (controls > 3 && controls * 50 > start.len()).then_some("binary data")
}

fn decode_as(bytes: &[u8], encoding: &'static Encoding) -> String {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    text.into_owned()
}

fn undeclared(bytes: &[u8], host: &str) -> &'static Encoding {
    declared_encoding(bytes).unwrap_or_else(|| guess(bytes, host))
}

/// Returns the encoding of bytes without guessing: windows-1252 if there is no evidence.
pub(super) fn unguessed(bytes: &[u8], declared: Option<&'static Encoding>) -> &'static Encoding {
    match Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding,
        None => declared
            .or_else(|| declared_encoding(bytes))
            .unwrap_or(WINDOWS_1252),
    }
}

/// Returns the encoding determined by the bytes without guessing.
fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    if let Some(encoding) = utf_16_without_mark(bytes) {
        return Some(encoding);
    }
    let found = prescan(bytes).or_else(|| xml_declaration(bytes));
    let utf_8 = std::str::from_utf8(bytes).ok();
    let proven = utf_8.is_some_and(|text| {
        let beyond = text.chars().filter(|c| !c.is_ascii());
        beyond.take(PROOF).count() == PROOF
    });
    match found {
        _ if proven => Some(UTF_8),
        Some(encoding) => Some(encoding),
        None => from_escapes(bytes).or(utf_8.map(|_| UTF_8)),
    }
}

/// Returns ISO-2022-JP if the bytes contain its escape sequences. These are ASCII, so the text is
/// also valid UTF-8.
fn from_escapes(bytes: &[u8]) -> Option<&'static Encoding> {
    let shifts = |w: &[u8]| matches!(w, b"\x1b$B" | b"\x1b$@" | b"\x1b(J");
    bytes.windows(3).any(shifts).then_some(ISO_2022_JP)
}

fn guess(bytes: &[u8], host: &str) -> &'static Encoding {
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    // The detector expects a top-level domain in lower-case ASCII, without dots.
    let domain = host.rsplit('.').next().unwrap_or_default();
    let is_domain = !domain.is_empty() && domain.bytes().all(|b| b.is_ascii_lowercase());
    let domain = is_domain.then_some(domain.as_bytes());
    detector.guess(domain, chardetng::Utf8Detection::Deny)
}

/// Returns UTF-16 if a text begins with `<?x`, `<!d` or `<h` in two bytes per character.
fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [b'<', 0, second, 0, ..] if b"?!hH".contains(second) => Some(UTF_16LE),
        [0, b'<', 0, second, ..] if b"?!hH".contains(second) => Some(UTF_16BE),
        _ => None,
    }
}

/// Returns the encoding in an XML declaration at the very start.
fn xml_declaration(bytes: &[u8]) -> Option<&'static Encoding> {
    let rest = bytes.strip_prefix(b"<?xml")?;
    let end = rest.iter().position(|&b| b == b'>')?;
    let declaration = &rest[..end];
    let at = find(declaration, b"encoding")?;
    let value = declaration[at + b"encoding".len()..].trim_ascii_start();
    let value = value.strip_prefix(b"=")?.trim_ascii_start();
    let (&quote, value) = value.split_first()?;
    if quote != b'"' && quote != b'\'' {
        return None;
    }
    let end = value.iter().position(|&b| b == quote)?;
    named_in_document(&value[..end])
}

/// Returns the encoding for a label declared in a document. It can't be UTF-16, because the markup
/// was read byte by byte; and `x-user-defined` isn't text.
fn named_in_document(label: &[u8]) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label(label)?;
    Some(if encoding == UTF_16LE || encoding == UTF_16BE {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    })
}

/// Runs the standard's "prescan a byte stream to determine its encoding".
fn prescan(bytes: &[u8]) -> Option<&'static Encoding> {
    let bytes = &bytes[..bytes.len().min(PRESCAN)];
    let mut at = 0;
    let mut progress = Progress::new();
    while let Some(start) = bytes[at..].iter().position(|&b| b == b'<') {
        progress.check(bytes.len() - at);
        at += start;
        let rest = &bytes[at..];
        if rest.starts_with(b"<!--") {
            // `<!-->` is a whole comment.
            at += 2 + find(&rest[2..], b"-->")? + 3;
            continue;
        }
        let name = rest.get(1..).unwrap_or_default();
        let (closes, name) = match name.split_first() {
            Some((b'/', name)) => (true, name),
            _ => (false, name),
        };
        if name.first().is_some_and(u8::is_ascii_alphabetic) {
            let end = name.iter().position(|&b| ends_name(b))?;
            let (name, attributes) = name.split_at(end);
            if name.eq_ignore_ascii_case(b"body") {
                return None;
            }
            let mut attributes = Attributes(attributes);
            if !closes && name.eq_ignore_ascii_case(b"meta") {
                if let Some(encoding) = of_meta(&mut attributes) {
                    return Some(encoding);
                }
            } else {
                while attributes.next().is_some() {}
            }
            at = bytes.len() - attributes.0.len();
        } else if closes || matches!(name.first(), Some(b'!' | b'?')) {
            at += rest.iter().position(|&b| b == b'>')?;
        } else {
            at += 1;
        }
    }
    None
}

fn ends_name(b: u8) -> bool {
    b.is_ascii_whitespace() || matches!(b, b'/' | b'>')
}

fn of_meta(attributes: &mut Attributes) -> Option<&'static Encoding> {
    let mut content_type = false;
    let mut needs_content_type = None;
    let mut charset: Option<Vec<u8>> = None;
    let mut seen: Vec<Vec<u8>> = Vec::new();
    for (name, value) in attributes.by_ref() {
        if seen.contains(&name) {
            continue;
        }
        match name.as_slice() {
            b"http-equiv" => content_type = value.eq_ignore_ascii_case(b"content-type"),
            b"content" if charset.is_none() => {
                if let Some(label) = charset_in_content(&value) {
                    charset = Some(label.to_vec());
                    needs_content_type = Some(true);
                }
            }
            b"charset" => {
                charset = Some(value);
                needs_content_type = Some(false);
            }
            _ => {}
        }
        // Only these three are compared; the others aren't kept.
        if matches!(name.as_slice(), b"http-equiv" | b"content" | b"charset") {
            seen.push(name);
        }
    }
    match needs_content_type? {
        true if !content_type => None,
        _ => named_in_document(&charset?),
    }
}

/// Runs the standard's "extracting a character encoding from a meta element", up to the label.
fn charset_in_content(content: &[u8]) -> Option<&[u8]> {
    let lower = content.to_ascii_lowercase();
    let mut at = 0;
    loop {
        at += find(&lower[at..], b"charset")? + b"charset".len();
        let rest = content[at..].trim_ascii_start();
        let Some(value) = rest.strip_prefix(b"=") else {
            continue;
        };
        let value = value.trim_ascii_start();
        return match value.first()? {
            quote @ (b'"' | b'\'') => {
                let end = value[1..].iter().position(|b| b == quote)?;
                Some(&value[1..=end])
            }
            _ => {
                let ends = |&b: &u8| b.is_ascii_whitespace() || b == b';';
                Some(&value[..value.iter().position(ends).unwrap_or(value.len())])
            }
        };
    }
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|w| w == needle)
}

/// The attributes of a tag: the standard's "get an attribute", with names in lower case. Contains
/// the unread rest, which begins at the `>` after the last attribute.
struct Attributes<'a>(&'a [u8]);

impl Iterator for Attributes<'_> {
    type Item = (Vec<u8>, Vec<u8>);

    fn next(&mut self) -> Option<Self::Item> {
        let skip = |&b: &u8| b.is_ascii_whitespace() || b == b'/';
        let start = self.0.iter().position(|b| !skip(b));
        self.0 = &self.0[start.unwrap_or(self.0.len())..];
        if matches!(self.0.first(), None | Some(b'>')) {
            return None;
        }
        // An equals sign at the beginning of a name is part of it.
        let ends = |&b: &u8| ends_name(b) || b == b'=';
        let end = 1 + self.0[1..]
            .iter()
            .position(ends)
            .unwrap_or(self.0.len() - 1);
        let (name, rest) = self.0.split_at(end);
        let name = name.to_ascii_lowercase();
        self.0 = rest;
        let Some(value) = rest.trim_ascii_start().strip_prefix(b"=") else {
            return Some((name, Vec::new()));
        };
        let value = value.trim_ascii_start();
        let (value, rest) = match value.first() {
            Some(quote @ (b'"' | b'\'')) => {
                let value = &value[1..];
                match value.iter().position(|b| b == quote) {
                    Some(end) => (&value[..end], &value[end + 1..]),
                    None => (value, &value[value.len()..]),
                }
            }
            _ => {
                let ends = |b: &u8| b.is_ascii_whitespace() || *b == b'>';
                value.split_at(value.iter().position(ends).unwrap_or(value.len()))
            }
        };
        self.0 = rest;
        Some((name, value.to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, GBK, SHIFT_JIS, WINDOWS_1251};

    use super::*;

    const CHINESE: &str = "中文网页的正文内容，用于测试编码的识别。";
    const JAPANESE: &str = "日本語のページです。文字コードの判定を確かめるための文章。";
    const KOREAN: &str = "한국어 문서입니다. 문자 인코딩을 확인하기 위한 글입니다.";
    const RUSSIAN: &str = "Это русский текст, чтобы проверить определение кодировки.";
    const FRENCH: &str = "Un café très élégant, où l’été s’achève — déjà.";

    fn encoded(encoding: &'static Encoding, head: &str, text: &str) -> Vec<u8> {
        let html = format!("<!doctype html>{head}<p>{text}</p>");
        let (bytes, _, lossy) = encoding.encode(&html);
        assert!(!lossy);
        bytes.into_owned()
    }

    fn decoded(bytes: &[u8]) -> String {
        decode(bytes, None, "")
    }

    #[test]
    fn encoding_is_read_from_meta() {
        for (label, encoding, text) in [
            ("gb2312", GBK, CHINESE),
            ("gbk", GBK, CHINESE),
            ("gb18030", GB18030, CHINESE),
            ("big5", BIG5, "中文網頁"),
            ("shift_jis", SHIFT_JIS, JAPANESE),
            ("x-sjis", SHIFT_JIS, JAPANESE),
            ("euc-jp", EUC_JP, JAPANESE),
            ("iso-2022-jp", ISO_2022_JP, JAPANESE),
            ("euc-kr", EUC_KR, KOREAN),
            ("ks_c_5601-1987", EUC_KR, KOREAN),
            ("windows-1251", WINDOWS_1251, RUSSIAN),
            ("iso-8859-1", WINDOWS_1252, FRENCH),
        ] {
            for head in [
                format!("<meta charset={label}>"),
                format!("<META CharSet = '{}' />", label.to_uppercase()),
                format!("<meta http-equiv=Content-Type content='text/html; charset={label}'>"),
                format!("<meta content=\"text/html;charset={label}\" http-equiv=\"content-type\">"),
                format!(
                    "<!-- <meta charset=utf-8> --><title a='>'>x</title><meta charset={label}>"
                ),
            ] {
                let bytes = encoded(encoding, &head, text);
                assert!(decoded(&bytes).contains(text), "{label}: {head}");
            }
        }
    }

    #[test]
    fn encoding_outside_valid_meta_tags_is_ignored() {
        for head in [
            "<!-- <meta charset=gbk> -->",
            "<div data-x='<meta charset=gbk>'>",
            "<meta content='text/html; charset=gbk'>",
            "<meta name=x content='charset=gbk'>",
            "<meta charset=no-such-encoding>",
            "<body><meta charset=gbk>",
            "<meta charset",
            "<meta charset=",
            "<!--",
        ] {
            assert_eq!(prescan(head.as_bytes()), None, "{head}");
        }
    }

    #[test]
    fn meta_after_a_long_script_is_found() {
        let head = format!("<script>{}</script><meta charset=gbk>", "x();".repeat(1000));
        let bytes = encoded(GBK, &head, CHINESE);
        assert!(decoded(&bytes).contains(CHINESE));
    }

    #[test]
    fn bom_and_http_charset_override_the_document() {
        let mut utf_16 = vec![0xff, 0xfe];
        let html = format!("<meta charset=gbk><p>{CHINESE}");
        utf_16.extend(html.encode_utf16().flat_map(u16::to_le_bytes));
        assert_eq!(decode(&utf_16, Some(WINDOWS_1252), ""), html);
        let mut utf_16 = vec![0xfe, 0xff];
        utf_16.extend(html.encode_utf16().flat_map(u16::to_be_bytes));
        assert_eq!(decoded(&utf_16), html);
        // Without a BOM only the markup indicates it.
        let html = format!("<html><p>{CHINESE}");
        let utf_16: Vec<u8> = html.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decoded(&utf_16), html);

        let bytes = encoded(WINDOWS_1251, "<meta charset=iso-8859-1>", RUSSIAN);
        assert!(decode(&bytes, Some(WINDOWS_1251), "").contains(RUSSIAN));
        assert!(!decoded(&bytes).contains(RUSSIAN));
    }

    #[test]
    fn encoding_is_read_from_the_xml_declaration() {
        let html = format!("<?xml version='1.0' encoding=\"Shift_JIS\"?><p>{JAPANESE}");
        let (bytes, ..) = SHIFT_JIS.encode(&html);
        assert_eq!(decoded(&bytes), html);
    }

    #[test]
    fn wrong_meta_is_ignored_only_if_bytes_are_utf_8() {
        // The bytes aren't UTF-8: shown broken, as in every browser.
        let bytes = encoded(WINDOWS_1252, "<meta charset=utf-8>", FRENCH);
        let text = decoded(&bytes);
        assert!(text.contains("Un caf\u{fffd} tr"), "{text}");
        // The bytes are UTF-8, but the previous encoding is still declared.
        let bytes = encoded(UTF_8, "<meta charset=gb2312>", CHINESE);
        assert!(decoded(&bytes).contains(CHINESE));
        // UTF-16 is impossible, because the label was read byte by byte.
        let bytes = encoded(UTF_8, "<meta charset=utf-16>", "é");
        assert!(decoded(&bytes).contains('é'));
    }

    #[test]
    fn undeclared_encoding_is_guessed_from_bytes_and_host() {
        for (encoding, text, host) in [
            (UTF_8, FRENCH, ""),
            (GBK, CHINESE, ""),
            (SHIFT_JIS, JAPANESE, ""),
            (EUC_JP, JAPANESE, ""),
            (ISO_2022_JP, JAPANESE, ""),
            (EUC_KR, KOREAN, ""),
            (WINDOWS_1251, RUSSIAN, "www.example.ru"),
            (WINDOWS_1252, FRENCH, "example.fr"),
        ] {
            let bytes = encoded(encoding, "", &text.repeat(3));
            assert!(
                decode(&bytes, None, host).contains(text),
                "{}",
                encoding.name()
            );
        }
    }

    #[test]
    fn unknown_encoding_labels_are_rejected() {
        assert_eq!(for_label("utf-99"), None);
        assert_eq!(for_label(" Latin1 "), Some(WINDOWS_1252));
    }
}
