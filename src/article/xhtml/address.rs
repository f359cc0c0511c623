//! Corrects URLs for books. Browsers accept invalid URIs (RFC 3986), but a single one makes a book
//! invalid.

use std::fmt::Write;

use crate::url::{host, scheme};

/// Characters that are escaped in a URL.
const ESCAPED: &str = "<>\"{}|\\^`[] ";

/// Returns a URL with disallowed characters escaped; `None` if it has no target.
pub(crate) fn escape(address: &str) -> Option<String> {
    let scheme = scheme(address)?;
    let rest = address.get(address.find(':')? + 1..)?;
    let is_web = matches!(&*scheme, "http" | "https");
    // The brackets of an IPv6 address are part of it.
    let authority = match is_web {
        true => address.len() - after_authority(rest).len(),
        false => address.len() - rest.len(),
    };
    let (kept, rest) = address.split_at(authority);
    let has_target = match is_web {
        true => {
            let authority = kept
                .split_once("://")
                .map_or("", |(_, authority)| authority);
            host(address).is_some_and(is_host) && is_valid_beside_host(authority)
        }
        false => !rest.trim_start_matches('/').is_empty(),
    };
    if !has_target {
        return None;
    }
    let mut out = kept.to_owned();
    let mut has_fragment = false;
    for (at, c) in rest.char_indices() {
        let escapes = match c {
            '%' => !is_escape(&rest[at..]),
            '#' => std::mem::replace(&mut has_fragment, true),
            c => c.is_control() || c.is_whitespace() || ESCAPED.contains(c),
        };
        match escapes {
            true => push_escaped(c, &mut out),
            false => out.push(c),
        }
    }
    Some(out)
}

/// Returns whether a host has only valid characters.
fn is_host(host: &str) -> bool {
    let is_ip6 = |inner: &str| {
        inner
            .chars()
            .all(|c| c.is_ascii_hexdigit() || ":.".contains(c))
    };
    match host.strip_prefix('[').and_then(|h| h.strip_suffix(']')) {
        Some(inner) => !inner.is_empty() && is_ip6(inner),
        None => host
            .chars()
            .all(|c| c.is_alphanumeric() || "-._~".contains(c)),
    }
}

/// Returns whether the rest of an authority is valid: the user's name, and the port, which is a
/// number.
fn is_valid_beside_host(authority: &str) -> bool {
    let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    let after_ip6 = host.rsplit_once(']').map_or(host, |(_, after)| after);
    let port = after_ip6.rsplit_once(':').map_or("", |(_, port)| port);
    let is_plain = |c: char| !c.is_control() && !c.is_whitespace() && !ESCAPED.contains(c);
    let is_number = port.bytes().all(|b| b.is_ascii_digit()) && port.parse::<u16>().is_ok();
    user.chars().all(is_plain) && (port.is_empty() || is_number)
}

/// Returns the part of a URL after the authority, given the part after the scheme.
fn after_authority(rest: &str) -> &str {
    let inner = rest.trim_start_matches('/');
    &inner[inner.find(['/', '?', '#']).unwrap_or(inner.len())..]
}

/// Returns whether a text begins with a percent-encoded byte.
fn is_escape(text: &str) -> bool {
    let digits = text.as_bytes().get(1..3);
    digits.is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit))
}

fn push_escaped(c: char, out: &mut String) {
    let mut bytes = [0; 4];
    for byte in c.encode_utf8(&mut bytes).bytes() {
        // Writing to a string can't fail.
        let _ = write!(out, "%{byte:02X}");
    }
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn invalid_uris_are_escaped() {
        for (address, expected) in [
            ("https://example.org/a?b=1#c", "https://example.org/a?b=1#c"),
            ("https://example.org/50%", "https://example.org/50%25"),
            ("https://example.org/%4g%41", "https://example.org/%254g%41"),
            (
                "https://example.org/a b[c]#d#e",
                "https://example.org/a%20b%5Bc%5D#d%23e",
            ),
            ("https://[::1]:8080/x", "https://[::1]:8080/x"),
            ("https://me@a.example:8080/", "https://me@a.example:8080/"),
            ("https://münster.example/ö", "https://münster.example/ö"),
            (
                "mailto:a@b.example?subject=5%",
                "mailto:a@b.example?subject=5%25",
            ),
            ("tel:+1 2", "tel:+1%202"),
        ] {
            assert_eq!(escape(address).as_deref(), Some(expected));
        }
    }

    #[test]
    fn incomplete_or_unsupported_urls_are_rejected() {
        for address in [
            "http://",
            "https:",
            "https://?a",
            "mailto:",
            "ftp://",
            "a/b",
            "",
            "http://[x]/",
            "http://localhost:{port}/",
            "http://localhost:99999/",
            "http://{user}@a.example/",
        ] {
            assert_eq!(escape(address), None, "{address}");
        }
        assert_eq!(escape("https://a b.example/"), None);
        assert_eq!(escape("https://a%20b.example/"), None);
    }
}
