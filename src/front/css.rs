//! What computed CSS values, written as text, say: the pure half of the live front.
//!
//! Browsers give computed values in a canonical form (CSSOM, "serialize a CSS value"), so plain
//! comparison is enough; a value in no known form says nothing.

/// A computed length in CSS px (`12.5px`); `None` for keywords and percentages.
pub fn px(value: &str) -> Option<f32> {
    let number = value.trim().strip_suffix("px")?;
    number.parse().ok().filter(|v: &f32| v.is_finite())
}

/// Whether a computed `font-family` asks for a fixed-width font first: by the generic name
/// `monospace` anywhere in the list, or by the first family's own name.
pub fn is_monospace(font_family: &str) -> bool {
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

/// Whether a computed `clip` leaves at most 1 px to be seen in one direction, as the classes for
/// screen readers do (`rect(0px, 0px, 0px, 0px)`, `rect(1px, 1px, 1px, 1px)`).
pub fn is_clipped_away(clip: &str) -> bool {
    let Some(edges) = function(clip, "rect") else {
        return false;
    };
    let mut edges = edges
        .split([',', ' '])
        .filter(|edge| !edge.is_empty())
        .map(px);
    let (Some(Some(top)), Some(Some(right)), Some(Some(bottom)), Some(Some(left))) =
        (edges.next(), edges.next(), edges.next(), edges.next())
    else {
        return false;
    };
    right - left <= 1.0 || bottom - top <= 1.0
}

/// Whether a computed `clip-path` is an inset that meets in the middle (`inset(50%)`,
/// `inset(100%)`).
pub fn is_inset_away(clip_path: &str) -> bool {
    let percent = function(clip_path, "inset").and_then(|inset| {
        let inset = inset.strip_suffix('%')?;
        inset.parse::<f32>().ok()
    });
    percent.is_some_and(|p| p >= 50.0)
}

/// The arguments of `name(…)`.
fn function<'a>(value: &'a str, name: &str) -> Option<&'a str> {
    value
        .strip_prefix(name)?
        .strip_prefix('(')?
        .strip_suffix(')')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths() {
        assert_eq!(px("12.5px"), Some(12.5));
        assert_eq!(px("-1px"), Some(-1.0));
        assert_eq!(px("1e400px"), None);
        for other in ["auto", "50%", "", "px"] {
            assert_eq!(px(other), None, "{other}");
        }
    }

    #[test]
    fn fixed_width_fonts() {
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

    #[test]
    fn clips_that_leave_nothing() {
        for nothing in [
            "rect(0px, 0px, 0px, 0px)",
            "rect(1px, 1px, 1px, 1px)",
            "rect(0px 0px 0px 0px)",
        ] {
            assert!(is_clipped_away(nothing), "{nothing}");
        }
        for something in [
            "auto",
            "rect(0px, 200px, 100px, 0px)",
            "rect(auto, auto, auto, auto)",
        ] {
            assert!(!is_clipped_away(something), "{something}");
        }
        assert!(is_inset_away("inset(50%)") && is_inset_away("inset(100%)"));
        assert!(!is_inset_away("inset(10%)") && !is_inset_away("none"));
        assert!(!is_inset_away("circle(50%)"));
    }
}
