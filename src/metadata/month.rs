//! Names of the months.

use crate::compact::hash::Hash64;
use crate::compact::interner::Interned;
use crate::vocabulary::month_names;
use std::sync::LazyLock;

/// Month numbers by name.
static MONTHS: LazyLock<Interned<u8>> = LazyLock::new(|| {
    let mut months = Interned::new();
    for (month, name) in month_names() {
        months.get_or(Hash64::of(name), || month);
    }
    months
});

/// Returns the month named by a word in lower case: 1 to 12, or 13 to 24 for those of the Solar
/// Hijri calendar.
pub(super) fn from_name(word: &str) -> Option<u8> {
    MONTHS.get(Hash64::of(word)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_month_names_are_recognized() {
        for (name, month) in [
            ("january", 1),
            ("feb", 2),
            ("märz", 3),
            ("апреля", 4),
            ("toukokuuta", 5),
            ("czerwca", 6),
            ("juillet", 7),
            ("ağustos", 8),
            ("سبتمبر", 9),
            ("ottobre", 10),
            ("listopada", 11),
            ("desember", 12),
            ("اسفند", 24),
        ] {
            assert_eq!(from_name(name), Some(month), "{name}");
        }
        assert_eq!(from_name("monday"), None);
        assert_eq!(from_name("ma"), None);
        assert_eq!(from_name(""), None);
    }

    #[test]
    fn month_names_are_unambiguous() {
        let mut all: Vec<&str> = month_names().map(|(_, name)| name).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
