//! Lists of image candidates (`srcset`).

/// Returns the candidates of a `srcset` value: URL and descriptor (`2x`, `640w`, or empty), in
/// order.
///
/// Follows the standard's splitting (HTML, "parse a srcset attribute"): a URL extends to the next
/// white space and may contain commas; a comma at its very end closes the candidate.
///
/// ```
/// use pith::page::srcset;
///
/// let candidates: Vec<_> = srcset("a.jpg 1x, b.jpg 2x").collect();
/// assert_eq!(candidates, [("a.jpg", "1x"), ("b.jpg", "2x")]);
/// ```
pub fn srcset(value: &str) -> impl Iterator<Item = (&str, &str)> {
    let separator = |c: char| c.is_ascii_whitespace() || c == ',';
    let mut rest = value.trim_start_matches(separator);
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest
            .find(|c: char| c.is_ascii_whitespace())
            .unwrap_or(rest.len());
        let (url, after) = rest.split_at(end);
        let bare = url.trim_end_matches(',');
        let descriptor = if bare.len() < url.len() {
            rest = after.trim_start_matches(separator);
            ""
        } else {
            let end = after.find(',').unwrap_or(after.len());
            let (descriptor, after) = after.split_at(end);
            rest = after.trim_start_matches(separator);
            descriptor.trim()
        };
        Some((bare, descriptor))
    })
}

/// Returns a `srcset` value with `resolve` applied to each URL; a URL that can't be resolved is
/// unchanged.
pub(crate) fn map_srcset(value: &str, mut resolve: impl FnMut(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(value.len());
    for (url, descriptor) in srcset(value) {
        if !out.is_empty() {
            out.push_str(", ");
        }
        match resolve(url) {
            Some(resolved) => out.push_str(&resolved),
            None => out.push_str(url),
        }
        if !descriptor.is_empty() {
            out.push(' ');
            out.push_str(descriptor);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_split() {
        let all = |v| srcset(v).collect::<Vec<_>>();
        assert_eq!(
            all("a.jpg 1x, b.jpg 2x"),
            [("a.jpg", "1x"), ("b.jpg", "2x")]
        );
        assert_eq!(
            all("a,b.jpg 640w,c.jpg"),
            [("a,b.jpg", "640w"), ("c.jpg", "")]
        );
        assert_eq!(all(" a.jpg,  b.jpg "), [("a.jpg", ""), ("b.jpg", "")]);
        assert_eq!(all(" , "), []);
    }

    #[test]
    fn each_url_is_resolved_if_possible() {
        let resolve = |url: &str| (url != "b.jpg").then(|| format!("https://example.org/{url}"));
        assert_eq!(
            map_srcset("a.jpg 1x, b.jpg 2x, c.jpg", resolve),
            "https://example.org/a.jpg 1x, b.jpg 2x, https://example.org/c.jpg"
        );
    }
}
