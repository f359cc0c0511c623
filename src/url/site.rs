//! Comparisons of URLs: the same page, or the same site.

use super::{host, path};

/// Returns whether both URLs are of the same page: they have the same host and path, regardless of
/// scheme, query, fragment and a trailing slash.
pub(crate) fn same_page(a: &str, b: &str) -> bool {
    let (Some(host_a), Some(host_b)) = (host(a), host(b)) else {
        return false;
    };
    host_a.eq_ignore_ascii_case(host_b)
        && path(a).trim_end_matches('/') == path(b).trim_end_matches('/')
}

/// Second-level domains under which a country's registry assigns names. The public suffix list
/// (crate `psl`) has all of them, but would have to be shipped with the core and kept up to date.
/// If one is missing here, two sites under it look like the same site.
const REGISTRY_LABELS: [&str; 12] = [
    "ac", "co", "com", "edu", "go", "gob", "gov", "ne", "net", "or", "org", "gouv",
];

/// Returns whether a country's registry assigns names under a label.
pub(crate) fn is_registry(label: &str) -> bool {
    REGISTRY_LABELS.contains(&label)
}

/// Returns the registered name of a site without the registry's suffix: `example` for
/// `news.example.co.uk`.
pub(crate) fn site_label(host: &str) -> &str {
    let labels: Vec<&str> = host.split('.').collect();
    match labels.as_slice() {
        [.., name, second, last] if last.len() == 2 && is_registry(second) && !name.is_empty() => {
            name
        }
        [.., name, _] => name,
        [one] => one,
        [] => "",
    }
}

/// Returns whether two hosts may belong to the same site: they have the same registered name.
pub(crate) fn same_site(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || site_label(a).eq_ignore_ascii_case(site_label(b))
}

/// Returns whether a link on the page `from` leads to another page of the same site.
pub(crate) fn leads_on(from: &str, link: &str) -> bool {
    host(link).is_some() && !leads_away(from, link) && !same_page(from, link)
}

/// Returns whether a link on the page `from` leads to another site, or isn't a web URL.
pub(crate) fn leads_away(from: &str, link: &str) -> bool {
    match (host(from), host(link)) {
        (Some(own), Some(other)) => !same_site(own, other),
        (_, None) => !link.starts_with('#'),
        (None, Some(_)) => false,
    }
}

/// Returns whether a link on the page `from` leads to a place on that page.
pub(crate) fn leads_inside(from: &str, link: &str) -> bool {
    link.starts_with('#') || (link.contains('#') && same_page(from, link))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_sites_are_distinguished() {
        assert!(same_page(
            "http://example.org/a/",
            "https://www.example.org/a?x=1"
        ));
        assert!(!same_page("https://example.org/a", "https://example.org/b"));
        assert!(same_page("https://Example.ORG/a", "https://example.org/a"));
        assert_eq!(site_label("news.example.co.uk"), "example");
        assert_eq!(site_label(".co.uk"), "co");
        assert!(same_site("m.example.org", "example.com"));
        assert!(!same_site("example.org", "other.org"));
    }

    #[test]
    fn links_are_classified_by_destination() {
        let from = "https://news.example.org/a";
        assert!(leads_on(from, "https://example.org/b"));
        assert!(!leads_on(from, "https://news.example.org/a#top"));
        assert!(!leads_on(from, "https://other.org/b"));
        assert!(leads_away(from, "https://other.org/b") && leads_away(from, "tel:110"));
        assert!(!leads_away(from, "#note"));
        assert!(!leads_away("about:srcdoc", "https://other.org/b"));
        assert!(leads_inside(from, "#note"));
        assert!(leads_inside(from, "https://news.example.org/a#note"));
        assert!(!leads_inside(from, "https://news.example.org/b#note"));
        assert!(!leads_inside(from, "https://news.example.org/a"));
    }
}
