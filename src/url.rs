//! URLs: their parts, comparisons of pages and sites, and resolution of relative URLs.
//!
//! The input adapters pass absolute URLs as normalized by browsers, so the parts are found by their
//! delimiters and the core needs no parser. The tests compare with the `url` crate.

mod base;
mod sharing;
mod site;

use std::borrow::Cow;

pub(crate) use base::{Base, Joined};
pub(crate) use sharing::{is_button, shares_page};
pub(crate) use site::{
    is_registry, leads_away, leads_inside, leads_on, same_page, same_site, site_label,
};

/// Returns the scheme in lower case; `None` if the URL is relative. Like browsers, ignores control
/// characters at the ends and tabs and line breaks anywhere.
pub(crate) fn scheme(url: &str) -> Option<Cow<'_, str>> {
    let (name, _) = url.split_once(':')?;
    let name = name.trim_start_matches(|c: char| c <= ' ');
    let name = match name.bytes().all(is_lower_scheme_byte) {
        true => Cow::Borrowed(name),
        false => Cow::Owned(name.replace(['\t', '\n', '\r'], "").to_ascii_lowercase()),
    };
    let is_scheme = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(is_lower_scheme_byte);
    is_scheme.then_some(name)
}

fn is_lower_scheme_byte(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.')
}

/// Returns the host of an `http` or `https` URL, without `www.` and port; `None` for other URLs and
/// if the host is empty or contains white space.
pub(crate) fn host(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
        return None;
    }
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let host = authority.rsplit_once('@').map_or(authority, |(_, h)| h);
    // The colons of an IPv6 address are in brackets.
    let port = host.rfind(']').unwrap_or_default();
    let host = host[port..].find(':').map_or(host, |at| &host[..port + at]);
    let host = host.strip_prefix("www.").unwrap_or(host);
    (!host.is_empty() && !host.contains(char::is_whitespace)).then_some(host)
}

/// Returns the path of an absolute URL with an authority, without query and fragment; at least `/`.
pub(crate) fn path(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = &rest[..rest.find(['?', '#']).unwrap_or(rest.len())];
    rest.find('/').map_or("/", |slash| &rest[slash..])
}

/// Returns whether the URL is an absolute web URL.
pub(crate) fn is_web(url: &str) -> bool {
    host(url).is_some_and(|h| h.contains('.') || h == "localhost")
}

/// Returns the URL without its fragment.
pub(crate) fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or(url)
}

/// Resolves a relative URL against an absolute one (RFC 3986, 5.2); returns it unchanged if `base`
/// has no authority. Characters are copied unchanged: nothing is percent-encoded.
pub(crate) fn join(base: &str, relative: &str) -> String {
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
    let path = without_dot_segments(&full);
    format!("{scheme}://{authority}/{path}{tail}")
}

/// Returns a path that begins with a slash, without this slash and without `.` and `..` segments
/// (RFC 3986, 5.2.4).
fn without_dot_segments(path: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    let mut parts = path.split('/').skip(1).peekable();
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
    segments.join("/")
}

/// Replaces percent escapes by their bytes; returns the text unchanged if the result isn't UTF-8.
pub(crate) fn decoded(text: &str) -> String {
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
mod tests;
