//! URLs of links and images. Most can be resolved without a parser.

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
mod native;

#[cfg(target_arch = "wasm32")]
use browser as parser;
#[cfg(not(target_arch = "wasm32"))]
use native as parser;

use parser::Url;

/// The URL against which others are resolved.
pub(super) struct Base {
    url: Url,
    /// Its scheme and host, if relative URLs that begin with `/` can simply be appended to it.
    origin: Option<String>,
}

impl Base {
    /// Creates it from the URL of a document and its `base` element; `None` if neither is an
    /// absolute URL.
    pub(super) fn of(own: &str, base: Option<&str>) -> Option<Self> {
        let own = Url::parse(own);
        let url = match base {
            Some(href) => match &own {
                Some(own) => own.join(href),
                None => Url::parse(href),
            }
            .or(own),
            None => own,
        };
        url.map(Self::new)
    }

    fn new(url: Url) -> Self {
        let origin = url.origin();
        let path = url.as_str().strip_prefix(&origin);
        let is_simple =
            path.is_some_and(|path| path.starts_with('/')) && is_plain(&format!("{origin}/"));
        Self {
            origin: is_simple.then_some(origin),
            url,
        }
    }

    /// Returns an absolute URL; `None` if the URL is invalid.
    pub(super) fn resolved(&self, url: &str) -> Option<String> {
        if is_plain(url) {
            return Some(url.to_owned());
        }
        match &self.origin {
            Some(origin) if url.starts_with('/') && is_plain_path(url) => {
                Some(format!("{origin}{url}"))
            }
            _ => self.url.join(url).map(|url| url.as_str().to_owned()),
        }
    }
}

/// Returns whether an absolute URL is certainly in a parser's output form.
fn is_plain(url: &str) -> bool {
    let after = url
        .strip_prefix("https://")
        .or_else(|| url.strip_prefix("http://"));
    after.is_some_and(|after| {
        let (host, path) = after.split_at(after.find('/').unwrap_or(after.len()));
        is_plain_host(host) && is_plain_path(path)
    })
}

/// Returns whether a host is a name without encoded parts whose last part isn't a number.
fn is_plain_host(host: &str) -> bool {
    let is_plain = |part: &str| {
        let letters = part.as_bytes();
        letters.first().is_some_and(u8::is_ascii_alphanumeric)
            && letters.get(2..4) != Some(b"--")
            && letters
                .iter()
                .all(|&b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'))
    };
    let last = host.rsplit('.').next().unwrap_or_default();
    host.split('.').all(is_plain) && last.starts_with(|c: char| c.is_ascii_lowercase())
}

/// Returns whether a text is a path from the root, with optional query and fragment, without dot
/// segments and without characters that a parser would encode.
fn is_plain_path(path: &str) -> bool {
    let bytes = path.as_bytes();
    let is_dot = |b: Option<&u8>| matches!(b, Some(b'.' | b'%'));
    let is_kept = |b: &u8| {
        b.is_ascii_alphanumeric()
            || matches!(
                b,
                b'/' | b'-'
                    | b'_'
                    | b'.'
                    | b'~'
                    | b'?'
                    | b'='
                    | b'&'
                    | b'%'
                    | b'#'
                    | b'+'
                    | b','
                    | b':'
                    | b';'
                    | b'@'
                    | b'!'
                    | b'*'
                    | b'('
                    | b')'
                    | b'$'
            )
    };
    bytes.first() == Some(&b'/')
        && bytes.get(1) != Some(&b'/')
        && bytes.iter().all(is_kept)
        && !(0..bytes.len()).any(|at| bytes[at] == b'/' && is_dot(bytes.get(at + 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolved_urls_agree_with_the_parser() {
        const PIECES: [&str; 34] = [
            "http://", "https://", "//", "/", "/", "/", ".", "..", "%2e", "%", "#", "?", "a",
            "b.org", "B", "1", "127", "0x7f", ":", ":80", ":443", "@", "xn--", "-", "--", "_", "'",
            "\"", " ", "\\", "é", "+", "&=", "\t",
        ];
        let bases = [
            "https://example.org/a/b?c#d",
            "http://example.org:8080/",
            "https://xn--bcher-kva.example/",
            "http://127.0.0.1/a",
            "http://u:p@example.org/a",
            "file:///folder/a.html",
            "about:blank",
        ];
        let bases = bases.map(|base| Base::of(base, None).unwrap());
        arbtest::arbtest(|u| {
            let base = u.choose(&bases)?;
            let mut url = String::new();
            for _ in 0..u.int_in_range(0..=8)? {
                url.push_str(u.choose(&PIECES)?);
            }
            let joined = base.url.join(&url).map(|url| url.as_str().to_owned());
            assert_eq!(base.resolved(&url), joined, "{url:?}");
            Ok(())
        })
        .budget_ms(2_000);
    }

    #[test]
    fn a_base_element_is_resolved_against_the_document() {
        let resolved = |own: &str, base: Option<&str>| {
            let base = Base::of(own, base)?;
            base.resolved("b")
        };
        let own = "https://example.org/a/";
        for (own, base, url) in [
            (own, None, Some("https://example.org/a/b")),
            (own, Some("/c/"), Some("https://example.org/c/b")),
            (own, Some("https://["), Some("https://example.org/a/b")),
            (
                "",
                Some("https://example.org/d/"),
                Some("https://example.org/d/b"),
            ),
            ("", Some("/d/"), None),
            ("", None, None),
        ] {
            assert_eq!(resolved(own, base).as_deref(), url, "{own} {base:?}");
        }
    }
}
