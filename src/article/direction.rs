//! The direction of a line of text.

/// Minimum letters of a line with its own direction. Shorter ones, such as product names and index
/// entries, have the direction of the surrounding lines.
const MIN_SENTENCE_LETTERS: usize = 24;

/// Maximum share of letters in the surrounding direction in a line with another direction.
const MAX_FOREIGN_SHARE: f32 = 0.1;

/// Returns the direction of a line (true for right to left) if it differs from that of the
/// surrounding text, which is `rtl`.
///
/// The majority of letters decides instead of the first one, because a sentence in Arabic may begin
/// with a Latin name.
pub(crate) fn deviating(line: &str, rtl: bool) -> Option<bool> {
    // Without branches, so that the compiler can process many bytes at a time.
    let may_contain_rtl = || {
        line.bytes()
            .fold(false, |found, byte| found | begins_right_to_left(byte))
    };
    if !rtl && !may_contain_rtl() {
        return None;
    }
    let (mut right_to_left, mut letters) = (0usize, 0usize);
    for c in line.chars().filter(|c| c.is_alphabetic()) {
        letters += 1;
        right_to_left += usize::from(is_right_to_left(c));
    }
    let same = if rtl {
        right_to_left
    } else {
        letters - right_to_left
    };
    let foreign =
        letters >= MIN_SENTENCE_LETTERS && same as f32 <= MAX_FOREIGN_SHARE * letters as f32;
    foreign.then_some(!rtl)
}

/// Returns whether a letter has bidirectional class R or AL (Unicode 17, `DerivedBidiClass`):
/// Hebrew, Arabic, Syriac, Thaana, NKo and adjacent blocks, presentation forms, and blocks reserved
/// for such scripts.
fn is_right_to_left(c: char) -> bool {
    matches!(c,
        '\u{0590}'..='\u{08ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Returns whether a UTF-8 byte can begin such a letter. Checking bytes is many times faster than
/// checking characters, and most text contains none of these.
fn begins_right_to_left(byte: u8) -> bool {
    matches!(byte, 0xd6..=0xe0 | 0xef..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lead_bytes_of_all_right_to_left_letters_are_recognized() {
        let mut bytes = [0; 4];
        for c in ('\0'..=char::MAX).filter(|&c| is_right_to_left(c)) {
            c.encode_utf8(&mut bytes);
            assert!(begins_right_to_left(bytes[0]), "{c:?}");
        }
        assert!(!"plain, “quoted”, 水".bytes().any(begins_right_to_left));
    }

    #[test]
    fn sentences_in_the_other_direction_deviate_but_names_do_not() {
        let arabic = "صاروا يأتون بعد العشاء إلى المكتبة التي تفوح منها رائحة السمسم";
        let english = "They came after supper, to the library that smelt of sesame.";
        assert_eq!(deviating(english, true), Some(false));
        assert_eq!(deviating(english, false), None);
        assert_eq!(deviating(arabic, false), Some(true));
        assert_eq!(deviating(arabic, true), None);
        assert_eq!(deviating("Adobe Photoshop", true), None);
        assert_eq!(deviating(&format!("USB {arabic}"), true), None);
    }
}
