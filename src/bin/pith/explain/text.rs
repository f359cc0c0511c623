//! Text for a terminal.

/// Returns a text on one line, without control characters, which could move the cursor or change
/// colors.
pub(super) fn on_one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_control() || c.is_whitespace());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
