//! The digital object identifier of the article, as the page declares it.

use super::json_ld::Work;
use super::meta_tags::MetaTags;
use crate::vocabulary::List;

/// Maximum bytes of a DOI; longer values are lists or hostile.
const MAX_NAME_BYTES: usize = 200;

/// Returns the DOI that the page declares for itself, from `10.` on.
pub(super) fn doi(tags: &MetaTags<'_>, work: &Work) -> Option<String> {
    let value = tags.any(List::NamedDoi.words());
    let mut all = value.chain(work.identifiers.iter().map(String::as_str));
    all.find_map(name).map(str::to_owned)
}

/// Returns the DOI in a value with nothing else: bare, as a resolver's URL, or after `doi:`.
pub(super) fn name(value: &str) -> Option<&str> {
    let value = value.trim();
    let at = value.find("10.")?;
    let (before, name) = value.split_at(at);
    let before = before.trim_end().to_ascii_lowercase();
    let is_doi = matches!(
        before.as_str(),
        "" | "doi:" | "doi" | "info:doi/" | "urn:doi:"
    ) || ["//doi.org/", "//dx.doi.org/", "//www.doi.org/"]
        .iter()
        .any(|resolver| before.ends_with(resolver));
    let (prefix, suffix) = name.split_once('/')?;
    // A prefix is `10.` and four to nine digits, which may be separated by dots.
    let digits = prefix.bytes().filter(u8::is_ascii_digit).count();
    let is_prefix =
        prefix.bytes().all(|b| b.is_ascii_digit() || b == b'.') && (6..=11).contains(&digits);
    let is_whole = is_doi
        && is_prefix
        && !suffix.is_empty()
        && name.len() <= MAX_NAME_BYTES
        && !name.contains(|c: char| {
            c.is_whitespace() || c.is_control() || matches!(c, '"' | '{' | '}')
        });
    is_whole.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doi_is_read_bare_as_url_or_with_a_prefix() {
        let own = Some("10.1000/xyz.123(4)");
        for value in [
            "10.1000/xyz.123(4)",
            " doi:10.1000/xyz.123(4) ",
            "DOI: 10.1000/xyz.123(4)",
            "https://doi.org/10.1000/xyz.123(4)",
            "http://dx.doi.org/10.1000/xyz.123(4)",
            "info:doi/10.1000/xyz.123(4)",
        ] {
            assert_eq!(name(value), own, "{value}");
        }
    }

    #[test]
    fn invalid_dois_are_rejected() {
        for value in [
            "",
            "10.1000",
            "10.1000/",
            "10.12/short",
            "10.abcd/x",
            "10.1000/two words",
            "https://example.org/10.1000/xyz",
            "ISSN 10.1000/xyz",
            "arXiv:2310.10000/x",
        ] {
            assert_eq!(name(value), None, "{value}");
        }
        assert_eq!(name(&format!("10.1000/{}", "x".repeat(300))), None);
    }
}
