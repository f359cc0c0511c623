//! URLs: which may stand in the article, and how a relative one is made absolute.
//!
//! Fronts make the URLs in attributes absolute; what is left is the mark-up inside `noscript`,
//! which is mere text to a browser that runs scripts.

/// The scheme of a URL in lower case; `None` where it is relative. Reads the URL as a browser
/// does: controls at its ends and tabs and line breaks anywhere count for nothing.
fn scheme(url: &str) -> Option<String> {
    let mut scheme = String::new();
    for c in url.trim_start_matches(|c: char| c <= ' ').chars() {
        match c {
            '\t' | '\n' | '\r' => {}
            ':' if !scheme.is_empty() => return Some(scheme),
            c if c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.') => {
                scheme.push(c.to_ascii_lowercase());
            }
            _ => return None,
        }
    }
    None
}

fn cleaned(url: &str) -> String {
    url.trim_matches(|c: char| c <= ' ')
        .chars()
        .filter(|c| !c.is_control())
        .collect()
}

/// A link's target as it may stand in the article: web, mail, telephone and the like.
pub(super) fn link(url: &str, base: &str) -> Option<String> {
    let target = cleaned(url);
    match scheme(url).as_deref() {
        Some("http" | "https" | "ftp" | "mailto" | "tel" | "sms" | "geo" | "xmpp") => Some(target),
        Some(_) => None,
        None if target.is_empty() => None,
        None => Some(join(base, &target)),
    }
}

/// A picture's or medium's address as it may stand in the article.
pub(super) fn resource(url: &str, base: &str) -> Option<String> {
    let target = cleaned(url);
    match scheme(url).as_deref() {
        Some("http" | "https") => Some(target),
        Some(_) => None,
        None if target.is_empty() || target.starts_with('#') => None,
        None => Some(join(base, &target)),
    }
}

/// Like [`resource`], with pictures that the page holds itself. SVG may hold scripts.
pub(super) fn picture(url: &str, base: &str) -> Option<String> {
    if scheme(url).as_deref() != Some("data") {
        return resource(url, base);
    }
    let target = cleaned(url);
    let kind = target.get(5..)?.to_ascii_lowercase();
    ["png", "jpeg", "jpg", "gif", "webp", "avif", "bmp"]
        .iter()
        .any(|k| {
            kind.strip_prefix("image/")
                .and_then(|rest| rest.strip_prefix(k))
                .is_some_and(|rest| rest.starts_with([';', ',']))
        })
        .then_some(target)
}

/// The host of an absolute web URL, without `www.` and port.
pub(super) fn host(url: &str) -> Option<&str> {
    let after = url.split_once("://")?.1;
    let authority = after.split(['/', '?', '#']).next()?;
    let host = authority.rsplit('@').next()?;
    let host = host.split(':').next()?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    (!host.is_empty()).then_some(host)
}

/// The URL without its fragment.
pub(super) fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or(url)
}

/// A relative URL against an absolute one (RFC 3986, 5.2); as it is where there is no base.
pub(super) fn join(base: &str, relative: &str) -> String {
    let base = without_fragment(base);
    let Some((scheme, after)) = base.split_once("://") else {
        return relative.to_owned();
    };
    let (authority, path) = after.split_at(after.find(['/', '?']).unwrap_or(after.len()));
    let (path, query) = path.split_at(path.find('?').unwrap_or(path.len()));
    if relative.starts_with("//") {
        return format!("{scheme}:{relative}");
    }
    if relative.starts_with('#') {
        return format!("{base}{relative}");
    }
    if relative.starts_with('?') || relative.is_empty() {
        let query = if relative.is_empty() { query } else { relative };
        return format!("{scheme}://{authority}{path}{query}");
    }
    let (rest, tail) = relative.split_at(relative.find(['?', '#']).unwrap_or(relative.len()));
    let full = if rest.starts_with('/') {
        rest.to_owned()
    } else {
        let folder = path.rfind('/').map_or("/", |i| &path[..=i]);
        format!("{folder}{rest}")
    };
    let mut segments: Vec<&str> = Vec::new();
    let mut parts = full.split('/').skip(1).peekable();
    while let Some(part) = parts.next() {
        let last = parts.peek().is_none();
        match part {
            "." | ".." => {
                if part == ".." {
                    segments.pop();
                }
                if last {
                    segments.push("");
                }
            }
            part => segments.push(part),
        }
    }
    format!("{scheme}://{authority}/{}{tail}", segments.join("/"))
}

/// Percent escapes as the bytes they stand for, where those are UTF-8.
pub(super) fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let hex = |at: usize| {
            bytes
                .get(at)
                .and_then(|&b| char::from(b).to_digit(16))
                .and_then(|d| u8::try_from(d).ok())
        };
        match (bytes[i], hex(i + 1), hex(i + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push(high * 16 + low);
                i += 3;
            }
            (b, _, _) => {
                out.push(b);
                i += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_that_run_code_are_refused_however_written() {
        let base = "https://example.org/a/b?c#d";
        for bad in [
            "javascript:alert(1)",
            " java\nscript:alert(1)",
            "\u{1}JavaScript:x",
            "vbscript:x",
            "data:text/html,x",
            "blob:https://example.org/1",
            "file:///etc/passwd",
        ] {
            assert_eq!(link(bad, base), None, "{bad:?}");
            assert_eq!(picture(bad, base), None, "{bad:?}");
        }
        assert_eq!(picture("data:image/svg+xml,<svg onload=x>", base), None);
        assert!(picture("data:image/png;base64,AAAA", base).is_some());
        assert_eq!(
            link("mailto:a@b.example", base).as_deref(),
            Some("mailto:a@b.example")
        );
    }

    #[test]
    fn relative_urls_are_joined() {
        let base = "https://example.org/a/b/c?q#f";
        for (relative, whole) in [
            ("d.png", "https://example.org/a/b/d.png"),
            ("../d?x=/../y", "https://example.org/a/d?x=/../y"),
            ("../../../d/./", "https://example.org/d/"),
            ("/d", "https://example.org/d"),
            ("//cdn.example/d", "https://cdn.example/d"),
            ("?r", "https://example.org/a/b/c?r"),
            ("#g", "https://example.org/a/b/c?q#g"),
        ] {
            assert_eq!(join(base, relative), whole);
        }
        assert_eq!(join("https://example.org", "d"), "https://example.org/d");
        assert_eq!(join("", "d"), "d");
    }

    #[test]
    fn hosts_and_escapes() {
        assert_eq!(host("https://u@www.example.org:8/x"), Some("example.org"));
        assert_eq!(host("about:blank"), None);
        assert_eq!(decoded("caf%C3%A9%zz"), "café%zz");
    }
}
