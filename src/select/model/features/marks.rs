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

impl Marks {
    /// Returns the marks of a text, in one pass.
    pub(super) fn of(text: &str) -> Self {
        let mut marks = Self::default();
        for c in text.chars() {
            if c.is_ascii_lowercase() || c == ' ' {
                continue;
            }
            marks.digits += u32::from(c.is_numeric());
            marks.capitals += u32::from(c.is_uppercase());
            match c {
                '|' | '·' | '•' | '»' | '›' | '/' => marks.bar = true,
                '©' | '®' => marks.copyright = true,
                '@' => marks.at = true,
                '"' | '“' | '”' | '„' | '«' | '「' => marks.quote = true,
                '$' | '€' | '£' | '¥' | '₹' | '￥' => marks.price = true,
                _ => {}
            }
        }
        marks
    }
}
