//! Parses computed CSS values: the pure part of the live source.
//!
//! Browsers serialize computed values in a canonical form (CSSOM, "serialize a CSS value"), so
//! plain comparison is enough. Values in an unknown form are ignored.

use crate::compact::decimal;

/// Returns a computed length in CSS px (`12.5px`); `None` for keywords and percentages.
pub(super) fn px(value: &str) -> Option<f32> {
    decimal::number(value.trim().strip_suffix("px")?)
}

/// Returns the URL of an element's background image, from declarations or from an attribute; `None`
/// if there is none, or if it is a data URL.
pub(super) fn background(declared: &str) -> Option<&str> {
    let declared = declared.trim_start();
    let named = declared.find("background").map(|at| &declared[at..]);
    let value = named.or_else(|| Some(declared).filter(|all| all.starts_with("url(")));
    let address = match value {
        Some(value) => value.split_once("url(")?.1.split_once(')')?.0,
        // Only a URL, without a color.
        None => {
            Some(declared).filter(|all| all.contains('/') && !all.contains(':') || is_web(all))?
        }
    };
    let address = address.trim().trim_matches(['"', '\'']).trim();
    let is_held = address
        .get(..5)
        .is_some_and(|s| s.eq_ignore_ascii_case("data:"));
    (!address.is_empty() && !is_held).then_some(address)
}

fn is_web(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("https://") || text.starts_with("http://") || text.starts_with("//")
}

/// Returns whether a computed `font-family` prefers a fixed-width font: the generic name
/// `monospace` is in the list, or the first family's name is that of one.
pub(super) fn is_monospace(font_family: &str) -> bool {
    let mut families = font_family
        .split(',')
        .map(|family| family.trim().trim_matches(['"', '\'']).to_ascii_lowercase())
        .peekable();
    let named = families.peek().is_some_and(|first| {
        first.contains("mono")
            || matches!(
                first.as_str(),
                "courier" | "courier new" | "consolas" | "menlo" | "source code pro" | "fira code"
            )
    });
    named || families.any(|family| family == "monospace" || family == "ui-monospace")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn px_lengths_are_parsed() {
        assert_eq!(px("12.5px"), Some(12.5));
        assert_eq!(px("-1px"), Some(-1.0));
        assert_eq!(px("1e400px"), None);
        for other in ["auto", "50%", "", "px"] {
            assert_eq!(px(other), None, "{other}");
        }
    }

    #[test]
    fn background_urls_are_found() {
        for (declared, address) in [
            ("background-image:url(/a.jpg)", Some("/a.jpg")),
            (
                "color: red; background: #fff url( \"b.png\" ) center",
                Some("b.png"),
            ),
            ("url('c.webp')", Some("c.webp")),
            (
                "https://example.org/d.jpg",
                Some("https://example.org/d.jpg"),
            ),
            ("/e.jpg", Some("/e.jpg")),
            ("dark", None),
            ("background:url(data:image/gif;base64,R0)", None),
            ("background:url()", None),
            ("background:url(a.jpg", None),
            ("cursor:pointer", None),
        ] {
            assert_eq!(background(declared), address, "{declared}");
        }
    }

    #[test]
    fn fixed_width_fonts_are_recognized() {
        for mono in [
            "monospace",
            "\"Courier New\"",
            "ui-monospace, SFMono-Regular, Menlo",
            "\"Iosevka Web\", Hack, monospace",
            "\"JetBrains Mono\", serif",
        ] {
            assert!(is_monospace(mono), "{mono}");
        }
        for other in ["serif", "Georgia, \"Times New Roman\", serif", ""] {
            assert!(!is_monospace(other), "{other}");
        }
    }
}
