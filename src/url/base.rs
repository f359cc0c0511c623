//! Resolves URLs against a document's base URL if concatenation is enough.
//!
//! Nearly every URL in a page is absolute or begins with a single slash. For these no parser is
//! needed, which in the live adapter would be a call into the browser for each URL.

use super::scheme;

/// The result of resolving a URL without a parser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Joined {
    /// The URL is unchanged: empty, a fragment, or already absolute.
    Unchanged,
    /// The absolute URL.
    Absolute(String),
    /// A parser is needed.
    Unknown,
}

/// The base URL of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Base {
    /// Scheme and authority without a trailing slash; empty if the base isn't `http(s)`.
    origin: String,
}

impl Base {
    /// Reads an absolute URL as serialized by browsers (`document.baseURI`).
    pub(crate) fn new(url: &str) -> Self {
        let origin = ["https://", "http://"]
            .iter()
            .find_map(|scheme| {
                let authority = url.strip_prefix(scheme)?;
                let end = authority.find(['/', '?', '#']).unwrap_or(authority.len());
                // A user name or password would have to be preserved; that needs a parser.
                (!authority[..end].contains('@')).then(|| url[..scheme.len() + end].to_owned())
            })
            .unwrap_or_default();
        Self { origin }
    }

    /// Resolves a URL against the base.
    pub(crate) fn join(&self, url: &str) -> Joined {
        let url = url.trim_matches(|c: char| c.is_ascii_whitespace());
        if url.is_empty() || url.starts_with('#') || is_absolute(url) {
            return Joined::Unchanged;
        }
        let path = url.split(['?', '#']).next().unwrap_or_default();
        let plain = url.starts_with('/')
            && !url.starts_with("//")
            && !path.contains("/.")
            && !path.contains("%2")
            && url.bytes().all(is_plain);
        if plain && !self.origin.is_empty() {
            return Joined::Absolute(format!("{}{url}", self.origin));
        }
        Joined::Unknown
    }
}

/// Schemes for which a URL with at most one slash after the colon is relative to a base of the same
/// scheme (URL Standard, "special scheme").
const SPECIAL: [&str; 6] = ["http", "https", "ftp", "file", "ws", "wss"];

/// Returns whether the URL doesn't depend on a base.
fn is_absolute(url: &str) -> bool {
    let rest = url.split_once(':').map_or("", |(_, rest)| rest);
    scheme(url).is_some_and(|name| !SPECIAL.contains(&&*name) || rest.starts_with("//"))
}

/// Returns whether a URL parser leaves the byte unchanged in path, query and fragment.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"/-._~!$&()*+,;=:@%?#".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str = "https://example.org:8080/a/b.html?q#f";

    #[test]
    fn simple_urls_are_joined_without_a_parser() {
        let base = Base::new(BASE);
        for same in [
            "",
            "#top",
            "https://other.example/x",
            "mailto:a@b.example",
            "data:,x",
        ] {
            assert_eq!(base.join(same), Joined::Unchanged, "{same}");
        }
        assert_eq!(
            base.join(" /x/y?z=1#f\n"),
            Joined::Absolute("https://example.org:8080/x/y?z=1#f".to_owned())
        );
        for unknown in [
            "c.html",
            "//cdn.example/x",
            "/a/../b",
            "/./a",
            "/ü",
            "/a b",
            "/a\\b",
            "https:c.html",
            "/%2e%2e/x",
            "?page=2",
        ] {
            assert_eq!(base.join(unknown), Joined::Unknown, "{unknown}");
        }
        assert_eq!(Base::new("file:///a/x.html").join("/y"), Joined::Unknown);
        assert_eq!(Base::new("https://u:p@h/").join("/y"), Joined::Unknown);
    }

    #[cfg(feature = "html")]
    #[test]
    fn joined_urls_agree_with_the_parser() {
        let base = Base::new(BASE);
        let parsed = url::Url::parse(BASE).unwrap();
        arbtest::arbtest(|u| {
            const PIECES: [&str; 14] = [
                "/", "a", ".", "..", "?", "#", "%41", "%2e", ":", "@", "\\", " ", "é", "=&",
            ];
            let mut url = String::new();
            for _ in 0..u.int_in_range(0..=8)? {
                url.push_str(u.choose(&PIECES)?);
            }
            if let Joined::Absolute(written) = base.join(&url) {
                assert_eq!(written, parsed.join(&url).unwrap().as_str(), "{url}");
            }
            Ok(())
        });
    }
}
