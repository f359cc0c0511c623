//! Contrast of colors (WCAG 2.2).

/// Minimum contrast of text with its background (WCAG 2.2, success criterion 1.4.3).
pub const MIN_CONTRAST: f64 = 4.5;

/// Relative luminance below which white has more contrast than black: here both have a contrast of
/// 4.58, the square root of 21.
const MIDDLE: f64 = 0.179_128_784_747_792;

/// The relative luminance of an sRGB color, 0 (black) to 1 (white).
///
/// ```
/// use pith::look::colors::Color;
///
/// let [black, white] = ["#000000", "#ffffff"].map(|hex| Color::read(hex).unwrap());
/// assert_eq!(black.contrast(white), 21.0);
/// assert!(black.is_dark() && !white.is_dark());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Color {
    luminance: f64,
}

impl Color {
    /// Reads `#rrggbb`. Returns `None` for anything else.
    pub fn read(hex: &str) -> Option<Self> {
        let digits = hex.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let all = u32::from_str_radix(digits, 16).ok()?;
        let [_, red, green, blue] = all.to_be_bytes().map(linear);
        Some(Self {
            luminance: 0.2126 * red + 0.7152 * green + 0.0722 * blue,
        })
    }

    /// Returns the contrast ratio of two colors, 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let [low, high] = if self.luminance < other.luminance {
            [self, other]
        } else {
            [other, self]
        };
        (high.luminance + 0.05) / (low.luminance + 0.05)
    }

    /// Returns whether white has more contrast with the color than black.
    pub fn is_dark(self) -> bool {
        self.luminance < MIDDLE
    }
}

/// Converts a channel of 0 to 255 to linear light, 0 to 1. The threshold is sRGB's own.
fn linear(channel: u8) -> f64 {
    let share = f64::from(channel) / 255.0;
    if share <= 0.040_45 {
        share / 12.92
    } else {
        libm::pow((share + 0.055) / 1.055, 2.4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(one: &str, other: &str) -> f64 {
        Color::read(one)
            .unwrap()
            .contrast(Color::read(other).unwrap())
    }

    #[test]
    fn gray_767676_on_white_has_sufficient_contrast() {
        // The two grays on either side of the boundary in WCAG's understanding documents.
        assert!(contrast("#767676", "#ffffff") >= MIN_CONTRAST);
        assert!(contrast("#777777", "#ffffff") < MIN_CONTRAST);
    }

    #[test]
    fn known_pairs_have_their_published_contrast() {
        for (one, other, expected) in [
            ("#ff0000", "#ffffff", 3.998),
            ("#0000ff", "#ffffff", 8.592),
            ("#00ff00", "#000000", 15.304),
        ] {
            assert!((contrast(one, other) - expected).abs() < 0.001);
            assert_eq!(contrast(one, other), contrast(other, one));
        }
    }

    #[test]
    fn a_background_is_dark_if_white_has_more_contrast() {
        for value in 0..=255 {
            let hex = format!("#{value:02x}{value:02x}{value:02x}");
            let dark = contrast(&hex, "#ffffff") > contrast(&hex, "#000000");
            assert_eq!(Color::read(&hex).unwrap().is_dark(), dark, "{hex}");
        }
    }

    #[test]
    fn invalid_colors_are_rejected() {
        for text in [
            "", "#fff", "ffffff", "#ffffff ", "#+fffff", "#ggffff", "#ÿffff", "red",
        ] {
            assert_eq!(Color::read(text), None, "{text}");
        }
    }
}
