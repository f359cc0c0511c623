use super::*;

#[test]
fn schemes_are_read_like_in_browsers() {
    for (url, name) in [
        ("https://example.org", Some("https")),
        (" java\nscript:alert(1)", Some("javascript")),
        ("\u{1}JavaScript:x", Some("javascript")),
        ("view-source:x", Some("view-source")),
        ("1:x", None),
        (":x", None),
        ("a/b:c", None),
        ("a b:c", None),
        ("/a", None),
    ] {
        assert_eq!(scheme(url).as_deref(), name, "{url:?}");
    }
}

#[test]
fn hosts_and_paths_are_read() {
    for (url, name) in [
        ("https://www.example.org:8080/a?b#c", Some("example.org")),
        ("HTTP://user@example.org", Some("example.org")),
        ("https://[::1]:8080/a", Some("[::1]")),
        ("https://a b/", None),
        ("data:image/png;base64,x", None),
        ("about:blank", None),
        ("/relative", None),
    ] {
        assert_eq!(host(url), name, "{url}");
    }
    assert_eq!(path("https://example.org"), "/");
    assert_eq!(path("https://example.org/a/b?c=/d"), "/a/b");
    assert!(is_web("https://example.org/x.png") && !is_web("//example.org/x.png"));
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
fn escapes_are_decoded_if_valid_utf_8() {
    assert_eq!(decoded("caf%C3%A9%zz"), "café%zz");
    assert_eq!(decoded("%ff"), "%ff");
}

/// Compares with the `url` crate, which follows browsers.
mod beside_a_parser {
    use arbtest::arbitrary::{Result, Unstructured};
    use url::Url;

    use super::super::*;

    const STARTS: [&str; 10] = [
        "https://",
        "http://",
        "HTTP://",
        "ftp://",
        "mailto:",
        "data:",
        "java\tscript:",
        " https:",
        "x+y-1.z:",
        "",
    ];
    const HOSTS: [&str; 8] = [
        "example.org",
        "www.example.org",
        "EXAMPLE.org",
        "u:p@example.org",
        "example.org:8080",
        "[::1]:81",
        "127.0.0.1",
        "localhost",
    ];
    const PIECES: [&str; 14] = [
        "/", "a", ".", "..", "?", "#", "%41", "b.c", ":", "@", "=&", "é", " ", "//",
    ];

    fn text(u: &mut Unstructured<'_>, pieces: &[&'static str], most: usize) -> Result<String> {
        (0..u.int_in_range(0..=most)?)
            .map(|_| u.choose(pieces).copied())
            .collect()
    }

    /// Returns a URL as a browser would serialize it, parsed.
    fn absolute(u: &mut Unstructured<'_>) -> Result<Option<Url>> {
        let (start, host) = (u.choose(&STARTS)?, u.choose(&HOSTS)?);
        let url = format!("{start}{host}/{}", text(u, &PIECES, 8)?);
        Ok(Url::parse(&url).ok())
    }

    #[test]
    fn url_parts_agree_with_the_parser() {
        arbtest::arbtest(|u| {
            let Some(parsed) = absolute(u)? else {
                return Ok(());
            };
            let url = parsed.as_str();
            assert_eq!(scheme(url).as_deref(), Some(parsed.scheme()), "{url}");
            let web = matches!(parsed.scheme(), "http" | "https");
            let named = parsed.host_str().filter(|_| web);
            let named = named.map(|h| h.strip_prefix("www.").unwrap_or(h));
            assert_eq!(host(url), named, "{url}");
            // For other URLs the parser strips blanks before the removed fragment.
            if parsed.has_authority() {
                assert_eq!(path(url), parsed.path(), "{url}");
                let mut bare = parsed.clone();
                bare.set_fragment(None);
                assert_eq!(without_fragment(url), bare.as_str());
            }
            Ok(())
        });
    }

    #[test]
    fn schemes_agree_with_the_parser() {
        arbtest::arbtest(|u| {
            let url = format!("{}{}", u.choose(&STARTS)?, text(u, &PIECES, 4)?);
            // Without a base a parser rejects relative and malformed URLs.
            if let Ok(parsed) = Url::parse(&url) {
                assert_eq!(scheme(&url).as_deref(), Some(parsed.scheme()), "{url:?}");
            } else if let Err(url::ParseError::RelativeUrlWithoutBase) = Url::parse(&url) {
                assert_eq!(scheme(&url), None, "{url:?}");
            }
            Ok(())
        });
    }

    #[test]
    fn joining_agrees_with_the_parser() {
        arbtest::arbtest(|u| {
            let Some(base) = absolute(u)?.filter(|base| matches!(base.scheme(), "http" | "https"))
            else {
                return Ok(());
            };
            let relative = text(u, &PIECES, 8)?;
            // A parser also encodes, trims and removes an empty host, which `join` doesn't do.
            let plain = relative.is_ascii() && !relative.contains(' ');
            if !plain || scheme(&relative).is_some() || relative.starts_with("//") {
                return Ok(());
            }
            let joined = base.join(&relative).unwrap();
            assert_eq!(
                join(base.as_str(), &relative),
                joined.as_str(),
                "{base} {relative}"
            );
            Ok(())
        });
    }
}
