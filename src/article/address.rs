//! URLs that are allowed in the article.
//!
//! Sources make the URLs in attributes absolute, except for markup inside `noscript`, which
//! browsers with scripts treat as plain text.

use crate::url::{join, scheme};

/// Removes control characters, of which browsers ignore some in a URL, and blanks at its ends. A
/// scheme is one of the result: without the characters, it may be another.
fn clean(url: &str) -> String {
    url.trim_matches(|c: char| c <= ' ')
        .chars()
        .filter(|c| !c.is_control())
        .collect()
}

/// Returns the target of a link if its scheme is allowed: web, mail, telephone, and so on.
pub(crate) fn link(url: &str, base: &str) -> Option<String> {
    let target = clean(url);
    match scheme(&target).as_deref() {
        Some("http" | "https" | "ftp" | "mailto" | "tel" | "sms" | "geo" | "xmpp") => Some(target),
        Some(_) => None,
        None if target.is_empty() => None,
        None => Some(join(base, &target)),
    }
}

/// Returns the URL of an image or medium if its scheme is allowed: only HTTP and HTTPS.
pub(super) fn resource(url: &str, base: &str) -> Option<String> {
    let target = clean(url);
    match scheme(&target).as_deref() {
        Some("http" | "https") => Some(target),
        Some(_) => None,
        None if target.is_empty() || target.starts_with('#') => None,
        None => Some(join(base, &target)),
    }
}

/// Does the same as [`resource`], and also allows `data:` images, except SVG, which may contain
/// scripts.
pub(super) fn image(url: &str, base: &str) -> Option<String> {
    let target = clean(url);
    if scheme(&target).as_deref() != Some("data") {
        return resource(url, base);
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_that_run_code_are_refused_in_any_notation() {
        let base = "https://example.org/a/b?c#d";
        for bad in [
            "javascript:alert(1)",
            " java\nscript:alert(1)",
            "java\u{7f}script:alert(1)",
            "\u{85}javascript:alert(1)",
            "java\u{80}script\u{9f}:alert(1)",
            "da\u{7f}ta:text/html,x",
            "\u{1}JavaScript:x",
            "vbscript:x",
            "data:text/html,x",
            "blob:https://example.org/1",
            "file:///etc/passwd",
        ] {
            for base in [base, ""] {
                assert_eq!(link(bad, base), None, "{bad:?}");
                assert_eq!(image(bad, base), None, "{bad:?}");
            }
        }
        assert_eq!(image("data:image/svg+xml,<svg onload=x>", base), None);
        assert!(image("data:image/png;base64,AAAA", base).is_some());
        assert_eq!(
            link("mailto:a@b.example", base).as_deref(),
            Some("mailto:a@b.example")
        );
    }

    #[test]
    fn urls_are_normalized_as_in_browsers() {
        let base = "https://example.org/a/b";
        assert_eq!(image("data:image/png+xml,<svg onload=x>", base), None);
        assert_eq!(image("data:image/pngs;base64,AAAA", base), None);
        assert_eq!(
            link("https://example.org/c\n\td", base).as_deref(),
            Some("https://example.org/cd")
        );
        assert_eq!(resource("#top", base), None);
        assert_eq!(resource(" ", base), None);
        assert_eq!(
            resource("c.jpg", base).as_deref(),
            Some("https://example.org/a/c.jpg")
        );
    }
}
