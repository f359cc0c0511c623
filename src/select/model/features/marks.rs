//! The characters of a text that say something of it, whatever its words are.

/// Marks in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    /// Characters that are numbers.
    pub(super) digits: u32,
    /// Characters in upper case.
    pub(super) capitals: u32,
    /// A sign that divides a line of links.
    pub(super) bar: bool,
    /// A sign of copyright or a trade mark.
    pub(super) copyright: bool,
    /// An at sign.
    pub(super) at: bool,
    /// A quotation mark.
    pub(super) quote: bool,
    /// A sign of a currency.
    pub(super) price: bool,
}

/// Bytes of ASCII that are a mark; the others need no second look.
const ASCII: [bool; 256] = {
    let mut marks = [true; 256];
    let mut byte = 0;
    while byte < 128 {
        let c = byte as u8;
        marks[byte] = c.is_ascii_digit()
            || c.is_ascii_uppercase()
            || matches!(c, b'|' | b'/' | b'@' | b'"' | b'$');
        byte += 1;
    }
    marks
};

impl Marks {
    /// Returns the marks of a text, in one pass.
    pub(super) fn of(text: &str) -> Self {
        let mut marks = Self::default();
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|byte| ASCII[usize::from(byte)]) {
            let mut chars = rest[at..].chars();
            marks.count(chars.next().unwrap_or_default());
            rest = chars.as_str();
        }
        marks
    }

    fn count(&mut self, c: char) {
        self.digits += u32::from(c.is_numeric());
        self.capitals += u32::from(c.is_uppercase());
        match c {
            '|' | '·' | '•' | '»' | '›' | '/' => self.bar = true,
            '©' | '®' => self.copyright = true,
            '@' => self.at = true,
            '"' | '“' | '”' | '„' | '«' | '「' => self.quote = true,
            '$' | '€' | '£' | '¥' | '₹' | '￥' => self.price = true,
            _ => {}
        }
    }
}
