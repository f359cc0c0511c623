//! The characters that classify a text, regardless of its words.

/// Marks in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// Characters that are numbers.
    pub(crate) digits: u32,
    /// Characters in upper case.
    pub(crate) capitals: u32,
    /// A sign that divides a line of links.
    pub(crate) bar: bool,
    /// A sign of copyright or a trade mark.
    pub(crate) copyright: bool,
    /// An at sign.
    pub(crate) at: bool,
    /// A quotation mark.
    pub(crate) quote: bool,
    /// A sign of a currency.
    pub(crate) price: bool,
}

impl Marks {
    /// Notes a character.
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
