//! The parts of absolute URLs that metadata needs; the fronts have resolved them already.

use super::month;

/// Whether the URL is absolute and of the web.
pub(super) fn is_web(url: &str) -> bool {
    host(url).is_some_and(|h| h.contains('.') || h == "localhost")
}

/// The host of a http or https URL, without `www.` and port.
pub(super) fn host(url: &str) -> Option<&str> {
    let lower = url.get(..8).unwrap_or(url).to_ascii_lowercase();
    let rest = if lower.starts_with("https://") {
        &url[8..]
    } else if lower.starts_with("http://") {
        &url[7..]
    } else {
        return None;
    };
    let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let authority = authority.rsplit_once('@').map_or(authority, |(_, h)| h);
    let host = authority.split_once(':').map_or(authority, |(h, _)| h);
    let host = host.strip_prefix("www.").unwrap_or(host);
    (!host.is_empty() && !host.contains(char::is_whitespace)).then_some(host)
}

/// The path of a http or https URL, without query and fragment; `/` at least.
pub(super) fn path(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let rest = rest.find('/').map_or("/", |slash| &rest[slash..]);
    &rest[..rest.find(['?', '#']).unwrap_or(rest.len())]
}

/// Whether both URLs name the same page: host and path, whatever the scheme, query, fragment
/// and a slash at the end.
pub(super) fn same_page(a: &str, b: &str) -> bool {
    let (Some(host_a), Some(host_b)) = (host(a), host(b)) else {
        return false;
    };
    host_a.eq_ignore_ascii_case(host_b)
        && path(a).trim_end_matches('/') == path(b).trim_end_matches('/')
}

/// Second-level names under which a country's registry hands out names.
const REGISTRY_LABELS: [&str; 12] = [
    "ac", "co", "com", "edu", "go", "gob", "gov", "ne", "net", "or", "org", "gouv",
];

/// The name that a site was registered under, without what the registry adds:
/// `news.example.co.uk` gives `example`.
pub(super) fn site_label(host: &str) -> &str {
    let labels: Vec<&str> = host.split('.').collect();
    match labels.as_slice() {
        [.., name, second, last]
            if last.len() == 2 && REGISTRY_LABELS.contains(second) && !name.is_empty() =>
        {
            name
        }
        [.., name, _] => name,
        [one] => one,
        [] => "",
    }
}

/// Whether two hosts may belong to one site: the same registered name.
pub(super) fn same_site(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || site_label(a).eq_ignore_ascii_case(site_label(b))
}

/// Whether a link on the page `from` leads to another page of the same site.
pub(crate) fn leads_on(from: &str, link: &str) -> bool {
    host(link).is_some() && !leads_away(from, link) && !same_page(from, link)
}

/// Whether a link on the page `from` leads to another site, or out of the web.
pub(crate) fn leads_away(from: &str, link: &str) -> bool {
    match (host(from), host(link)) {
        (Some(own), Some(other)) => !same_site(own, other),
        (_, None) => !link.starts_with('#'),
        (None, Some(_)) => false,
    }
}

/// Whether a link on the page `from` leads to a place on that page.
pub(crate) fn leads_inside(from: &str, link: &str) -> bool {
    link.starts_with('#') || (link.contains('#') && same_page(from, link))
}

/// The date that a path states: `/2024/05/03/`, `/2024/may/3/`, `/2024-05-03-…`, `/20240503/`,
/// each between things that are not digits. Gives year, month, day.
pub(super) fn path_date(url: &str) -> Option<(u16, u8, u8)> {
    let path = path(url);
    let bytes = path.as_bytes();
    let number = |from: usize, len: usize| -> Option<u16> {
        let digits = path.get(from..from + len)?;
        digits.bytes().all(|b| b.is_ascii_digit()).then_some(())?;
        digits.parse().ok()
    };
    let digit_at = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    for at in 0..bytes.len() {
        if !digit_at(at) || (at > 0 && digit_at(at - 1)) {
            continue;
        }
        let Some(year @ 1990..=2100) = number(at, 4) else {
            continue;
        };
        let separator = bytes.get(at + 4).copied();
        let named = path
            .get(at + 5..)
            .filter(|_| separator == Some(b'/'))
            .and_then(|rest| rest.split_once('/'))
            .and_then(|(name, rest)| Some((month::from_name(&name.to_lowercase())?, rest)));
        if let Some((month, rest)) = named {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if let Some(day @ 1..=31) = rest[..digits].parse().ok().filter(|_| digits <= 2) {
                return Some((year, month, day));
            }
            continue;
        }
        let (month, day, end) = match separator {
            Some(s @ (b'/' | b'-' | b'_' | b'.')) => {
                // Month and day may be written with one digit where slashes divide them.
                let month_len = if digit_at(at + 6) { 2 } else { 1 };
                let day_at = at + 5 + month_len + 1;
                if bytes.get(day_at - 1) != Some(&s) || (month_len == 1 && s != b'/') {
                    continue;
                }
                let day_len = if digit_at(day_at + 1) { 2 } else { 1 };
                (
                    number(at + 5, month_len),
                    number(day_at, day_len),
                    day_at + day_len,
                )
            }
            Some(b'0' | b'1') => (number(at + 4, 2), number(at + 6, 2), at + 8),
            _ => continue,
        };
        if digit_at(end) {
            continue;
        }
        if let (Some(month @ 1..=12), Some(day @ 1..=31)) = (month, day) {
            return Some((year, u8::try_from(month).ok()?, u8::try_from(day).ok()?));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_and_paths() {
        assert_eq!(
            host("https://www.example.org:8080/a?b#c"),
            Some("example.org")
        );
        assert_eq!(host("HTTP://user@example.org"), Some("example.org"));
        assert_eq!(host("data:image/png;base64,x"), None);
        assert_eq!(host("/relative"), None);
        assert_eq!(path("https://example.org"), "/");
        assert_eq!(path("https://example.org/a/b?c=/d"), "/a/b");
        assert!(same_page(
            "http://example.org/a/",
            "https://www.example.org/a?x=1"
        ));
        assert!(!same_page("https://example.org/a", "https://example.org/b"));
        assert_eq!(site_label("news.example.co.uk"), "example");
        assert!(same_site("m.example.org", "example.com"));
        assert!(!same_site("example.org", "other.org"));
        let from = "https://news.example.org/a";
        assert!(leads_on(from, "https://example.org/b"));
        assert!(!leads_on(from, "https://news.example.org/a#top"));
        assert!(!leads_on(from, "https://other.org/b"));
        assert!(leads_away(from, "https://other.org/b") && leads_away(from, "tel:110"));
        assert!(!leads_away(from, "#note"));
        assert!(leads_inside(from, "#note"));
        assert!(leads_inside(from, "https://news.example.org/a#note"));
        assert!(!leads_inside(from, "https://news.example.org/b#note"));
        assert!(!leads_inside(from, "https://news.example.org/a"));
        assert!(is_web("https://example.org/x.png") && !is_web("//example.org/x.png"));
    }

    #[test]
    fn dates_in_paths() {
        let d = |path: &str| path_date(&format!("https://example.org{path}"));
        assert_eq!(d("/2024/05/03/title"), Some((2024, 5, 3)));
        assert_eq!(d("/2024/5/3/title"), Some((2024, 5, 3)));
        assert_eq!(d("/news/2024/may/03/title"), Some((2024, 5, 3)));
        assert_eq!(d("/news/2024/May/3"), Some((2024, 5, 3)));
        assert_eq!(d("/news/2024/may/title"), None);
        assert_eq!(d("/news/2024/may/345"), None);
        assert_eq!(d("/blog/2024-05-03-title"), Some((2024, 5, 3)));
        assert_eq!(d("/a/20240503/x"), Some((2024, 5, 3)));
        assert_eq!(d("/a/t20240503_12345.html"), Some((2024, 5, 3)));
        assert_eq!(d("/2024/05/title"), None);
        assert_eq!(d("/2024/13/03/x"), None);
        assert_eq!(d("/id/202405031234"), None);
        assert_eq!(d("/2024"), None);
        assert_eq!(d("/"), None);
    }
}
