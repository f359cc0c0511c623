//! Decimal numbers in attributes and styles.
//!
//! The standard library parses floats with all digits, with code and tables that would be 2% of
//! `core.wasm`. Numbers in pages have few digits.

/// Parses a decimal number with optional sign and point and without exponent. With more than
/// fifteen digits the result may be the float next to the nearest.
pub(crate) fn number(text: &str) -> Option<f32> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let mut value = 0.0_f64;
    // Divisor for the digits so far, after a point.
    let mut unit = None;
    for byte in digits.bytes() {
        match byte {
            b'0'..=b'9' => {
                value = value * 10.0 + f64::from(byte - b'0');
                unit = unit.map(|unit| unit * 10.0);
            }
            b'.' if unit.is_none() => unit = Some(1.0),
            _ => return None,
        }
    }
    let value = (value / unit.unwrap_or(1.0)) as f32;
    let has_digit = digits.len() > usize::from(unit.is_some());
    (has_digit && value.is_finite()).then_some(if text.starts_with('-') { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parsing_agrees_with_the_standard_library() {
        for text in [
            "0",
            "1",
            "640",
            "-2.5",
            "+3",
            ".5",
            "5.",
            "1.1",
            "0.30000001",
            "1920.0625",
            "-0.0",
            "16777217",
            "33.333333333",
            "",
            "-",
            ".",
            "1.2.3",
            "12a",
            "--1",
            " 1",
            "12px",
        ] {
            let expected = text.parse().ok();
            assert_eq!(
                number(text).map(f32::to_bits),
                expected.map(f32::to_bits),
                "{text}"
            );
        }
    }

    #[test]
    fn infinite_exponential_and_overlong_numbers_are_rejected() {
        let long = "9".repeat(400);
        for text in ["inf", "NaN", "1e3", &long, &format!("0.{long}")] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
