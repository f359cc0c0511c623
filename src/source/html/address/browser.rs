//! URLs with the browser's parser, which exists wherever WebAssembly runs: the crate `url` would be
//! a tenth of the wasm, mostly tables for host names.

/// An absolute URL.
pub(super) struct Url {
    href: String,
    origin: String,
}

impl Url {
    /// Parses an absolute URL.
    pub(super) fn parse(text: &str) -> Option<Self> {
        web_sys::Url::new(text).ok().map(|url| Self::from(&url))
    }

    /// Resolves a URL against this one.
    pub(super) fn join(&self, url: &str) -> Option<Self> {
        let joined = web_sys::Url::new_with_base(url, &self.href);
        joined.ok().map(|url| Self::from(&url))
    }

    /// Returns its scheme and host; `null` if it has none.
    pub(super) fn origin(&self) -> String {
        self.origin.clone()
    }

    /// Returns the URL as a string.
    pub(super) fn as_str(&self) -> &str {
        &self.href
    }
}

impl From<&web_sys::Url> for Url {
    fn from(url: &web_sys::Url) -> Self {
        Self {
            href: url.href(),
            origin: url.origin(),
        }
    }
}
