//! The characters that classify a text, regardless of its words.

/// Kinds of characters in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// Number of numeric characters.
    pub(crate) digits: u32,
    /// Number of upper-case characters.
    pub(crate) capitals: u32,
    /// True if there's a separator of a line of links.
    pub(crate) bar: bool,
    /// True if there's a copyright or trademark symbol.
    pub(crate) copyright: bool,
    /// True if there's an at sign.
    pub(crate) at: bool,
    /// True if there's a quotation mark.
    pub(crate) quote: bool,
    /// True if there's a currency symbol.
    pub(crate) price: bool,
}

impl Marks {
    /// Counts a character.
    pub(super) fn note(&mut self, c: char) {
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

    /// Adds the marks of a continued text.
    pub(crate) fn add(&mut self, other: &Self) {
        self.digits += other.digits;
        self.capitals += other.capitals;
        self.bar |= other.bar;
        self.copyright |= other.copyright;
        self.at |= other.at;
        self.quote |= other.quote;
        self.price |= other.price;
    }
}

#[cfg(test)]
mod tests {
    use super::super::TextCounts;
    use super::*;

    #[test]
    fn marks_of_two_texts_add_up() {
        let all = ["1", "A", "|", "©", "@", "“", "$"];
        let marks = |text: &str| TextCounts::of(text).marks;
        for mark in all {
            assert_ne!(marks(mark), Marks::default(), "{mark}");
            for other in all {
                let mut sum = marks(mark);
                sum.add(&marks(other));
                assert_eq!(sum, marks(&format!("{mark}{other}")), "{mark}{other}");
            }
        }
    }
}
