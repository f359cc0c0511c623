//! URLs with the crate `url`.

/// An absolute URL.
pub(super) struct Url(url::Url);

impl Url {
    /// Parses an absolute URL.
    pub(super) fn parse(text: &str) -> Option<Self> {
        url::Url::parse(text).ok().map(Self)
    }

    /// Resolves a URL against this one.
    pub(super) fn join(&self, url: &str) -> Option<Self> {
        self.0.join(url).ok().map(Self)
    }

    /// Returns its scheme and host; `null` if it has none.
    pub(super) fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// Returns the URL as a string.
    pub(super) fn as_str(&self) -> &str {
        self.0.as_str()
    }
}
