//! Labels of references and notes: a number, or a symbol such as `*`.

/// Symbols for notes without numbers.
const SIGNS: [char; 7] = ['*', '†', '‡', '§', '¶', '‖', '※'];

/// Superscript digits, from 0 to 9.
pub(super) const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// Maximum characters of a label.
const MAX_LABEL_CHARS: usize = 4;

/// A label with its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Label {
    /// Only the number, letter or symbols.
    pub(super) name: String,
    /// True if it is in brackets.
    pub(super) bracketed: bool,
}

impl Label {
    /// Returns the number; `None` if the label isn't one.
    pub(super) fn number(&self) -> Option<u32> {
        self.name.parse().ok()
    }

    /// Returns whether the label is a letter.
    pub(super) fn is_letter(&self) -> bool {
        self.name.bytes().all(|b| b.is_ascii_alphabetic())
    }
}

/// Returns the label if it's the whole text.
pub(super) fn of(text: &str) -> Option<Label> {
    // A quick check, because nearly every text begins with a word.
    let start = text.as_bytes().get(..2).unwrap_or_default();
    let is_word = start.iter().all(u8::is_ascii_alphabetic);
    if start.len() == 2 && is_word && !text.chars().take(2).all(is_numeral) {
        return None;
    }
    let text = text.trim_matches(is_gap);
    let (label, end) = at_start(text)?;
    text[end..].trim_matches(is_gap).is_empty().then_some(label)
}

/// Returns the label at the beginning of a text, with the byte offset after it and its brackets.
pub(super) fn at_start(text: &str) -> Option<(Label, usize)> {
    let rest = text.trim_start_matches(is_gap);
    let inner = rest.trim_start_matches(['[', '(', '{', '〔', '［', '（']);
    let opened = rest.len() - inner.len();
    let inner = inner.trim_start_matches(is_gap);
    let inner = ["note ", "Note ", "n. ", "fn ", "注"]
        .iter()
        .find_map(|word| inner.strip_prefix(word).filter(|_| opened > 0))
        .unwrap_or(inner);
    let digits = inner
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(inner.len());
    let signs = inner
        .find(|c: char| !SIGNS.contains(&c))
        .unwrap_or(inner.len());
    let numerals = inner.find(|c| !is_numeral(c)).unwrap_or(inner.len());
    let superscript = superscript_length(inner);
    let letter = inner.chars().next().filter(char::is_ascii_alphabetic);
    let length = match (digits, signs, letter) {
        _ if superscript > 0 => superscript,
        (1.., _, _) => digits,
        (_, 1.., _) => signs,
        (_, _, Some(letter)) => numerals.max(letter.len_utf8()),
        _ => return None,
    };
    let (name, after) = inner.split_at(length);
    let goes_on = superscript == 0 && after.starts_with(char::is_alphanumeric);
    if name.chars().count() > MAX_LABEL_CHARS || goes_on {
        return None;
    }
    let closed = after.trim_start_matches(is_gap);
    let closed = closed.trim_start_matches([']', ')', '}', '〕', '］', '）']);
    let bracketed = opened > 0;
    // An unclosed bracket belongs to the text.
    if bracketed && closed.len() == after.trim_start_matches(is_gap).len() {
        return None;
    }
    let rest = if bracketed { closed } else { after };
    let rest = rest.trim_start_matches(['.', ')', ':', '、', '．']);
    let rest = rest.trim_start_matches(is_gap);
    let plain = |c: char| SUPERSCRIPTS.iter().position(|&r| r == c);
    let plain = |c: char| plain(c).map_or(c, |at| char::from(b'0' + at as u8));
    let label = Label {
        name: name.chars().map(plain).collect(),
        bracketed,
    };
    Some((label, text.len() - rest.len()))
}

/// Returns the length of the superscript digits at the beginning of a text, in bytes.
pub(super) fn superscript_length(text: &str) -> usize {
    let end = text.find(|c| !SUPERSCRIPTS.contains(&c));
    end.unwrap_or(text.len())
}

/// Returns whether a character is used in small Roman numerals, which converters use for endnotes.
fn is_numeral(c: char) -> bool {
    matches!(c, 'i' | 'v' | 'x')
}

/// Returns whether a text may begin with a label, as a quick check.
pub(super) fn may_begin(text: &str) -> bool {
    let first = text.chars().find(|&c| !is_gap(c));
    first.is_some_and(|c| !c.is_alphabetic())
}

/// Returns whether a character around labels is insignificant: white space, and the arrows and
/// carets of back links.
pub(super) fn is_gap(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '^' | '↑'
                | '↩'
                | '↵'
                | '⤴'
                | '⏎'
                | '↲'
                | '⇑'
                | '\u{fe0e}'
                | '\u{fe0f}'
                | '\u{200b}'
                | '\u{2060}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn note_labels_are_recognized_in_every_form() {
        for (text, name, bracketed) in [
            ("1", "1", false),
            ("[12]", "12", true),
            (" (3) ", "3", true),
            ("^ 4", "4", false),
            ("*", "*", false),
            ("††", "††", false),
            ("a", "a", false),
            ("[note 2]", "2", true),
            ("5.", "5", false),
            ("[ii]", "ii", true),
            ("xiv", "xiv", false),
            ("¹²", "12", false),
        ] {
            let label = of(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((&*label.name, label.bracketed), (name, bracketed), "{text}");
        }
        for text in ["", "1st", "[1", "word", "12345", "1.5", "↩"] {
            assert_eq!(of(text), None, "{text}");
        }
        assert_eq!(at_start("[1] First").map(|(_, end)| end), Some(4));
        assert_eq!(at_start("1. First").map(|(_, end)| end), Some(3));
        assert_eq!(at_start("¹First").map(|(_, end)| end), Some(2));
    }
}
