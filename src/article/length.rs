//! Lengths in attributes.

use crate::compact::decimal;

/// Parses a number of px, with or without the unit.
pub(super) fn px(text: &str) -> Option<f32> {
    let text = text.trim();
    decimal::number(text.strip_suffix("px").unwrap_or(text))
}

/// Writes a length as an integer of CSS px, with halves rounded to even. Formatting decimal
/// fractions would add more code to the core than any rule has.
pub(super) fn whole_px(length: f32) -> String {
    (length.round_ties_even() as u64).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_numbers_with_an_optional_px_unit() {
        assert_eq!(px(" 12.5px "), Some(12.5));
        assert_eq!(px("12"), Some(12.0));
        assert_eq!(px("12%"), None);
        assert_eq!(px("12em"), None);
    }
}
