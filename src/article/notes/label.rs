//! Labels of references and notes: a number, or a symbol such as `*`.

/// Symbols for notes without numbers.
const SIGNS: [char; 7] = ['*', '†', '‡', '§', '¶', '‖', '※'];

/// The longest label, in characters.
const MAX_LABEL_CHARS: usize = 4;

/// A label, and its form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Label {
    /// Only the number, letter or symbols.
    pub(super) name: String,
    /// True if it is in brackets.
    pub(super) bracketed: bool,
}

impl Label {
    /// Returns the number, if it is one.
    pub(super) fn number(&self) -> Option<u32> {
        self.name.parse().ok()
    }

    /// Returns whether the label is a letter.
    pub(super) fn is_letter(&self) -> bool {
        self.name.bytes().all(|b| b.is_ascii_alphabetic())
    }
}

/// Returns the label that is all of a text.
pub(super) fn of(text: &str) -> Option<Label> {
    // Nearly every text is a word, which is found quickly.
    let start = text.as_bytes().get(..2).unwrap_or_default();
    if start.len() == 2 && start.iter().all(u8::is_ascii_alphabetic) {
        return None;
    }
    let text = text.trim_matches(is_gap);
    let (label, end) = at_start(text)?;
    text[end..].trim_matches(is_gap).is_empty().then_some(label)
}

/// Returns the label at the beginning of a text, with the place after it and its brackets.
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
    let letter = inner.chars().next().filter(char::is_ascii_alphabetic);
    let length = match (digits, signs, letter) {
        (1.., _, _) => digits,
        (_, 1.., _) => signs,
        (_, _, Some(letter)) => letter.len_utf8(),
        _ => return None,
    };
    let (name, after) = inner.split_at(length);
    if name.chars().count() > MAX_LABEL_CHARS || after.starts_with(char::is_alphanumeric) {
        return None;
    }
    let closed = after.trim_start_matches(is_gap);
    let closed = closed.trim_start_matches([']', ')', '}', '〕', '］', '）']);
    let bracketed = opened > 0;
    // A bracket that nothing closes belongs to the text.
    if bracketed && closed.len() == after.trim_start_matches(is_gap).len() {
        return None;
    }
    let rest = if bracketed { closed } else { after };
    let rest = rest.trim_start_matches(['.', ')', ':', '、', '．']);
    let rest = rest.trim_start_matches(is_gap);
    let label = Label {
        name: name.to_owned(),
        bracketed,
    };
    Some((label, text.len() - rest.len()))
}

/// Returns whether a text may begin with a label; a quick check.
pub(super) fn may_begin(text: &str) -> bool {
    let first = text.chars().find(|&c| !is_gap(c));
    first.is_some_and(|c| !c.is_alphabetic())
}

/// Returns whether a character around labels has no meaning: white space, and the arrows and carets
/// that lead back.
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
    fn labels_in_all_their_forms() {
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
        ] {
            let label = of(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((&*label.name, label.bracketed), (name, bracketed), "{text}");
        }
        for text in ["", "1st", "[1", "word", "12345", "1.5", "↩"] {
            assert_eq!(of(text), None, "{text}");
        }
        assert_eq!(at_start("[1] First").map(|(_, end)| end), Some(4));
        assert_eq!(at_start("1. First").map(|(_, end)| end), Some(3));
    }
}
