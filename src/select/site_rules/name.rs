//! Classes and ids without parts that differ between pages.

use crate::compact::hash::Hash32;
use crate::compact::lower_case;

/// Beginnings of names that a style sheet's compiler made up.
const MADE_UP: [&str; 5] = ["sc-", "css-", "jsx-", "svelte-", "emotion-"];

/// Names of a state or a place, which an element of the same signature may have or not.
const STATES: [&str; 13] = [
    "active",
    "closed",
    "current",
    "even",
    "first",
    "hentry",
    "hidden",
    "is-active",
    "last",
    "odd",
    "open",
    "selected",
    "visible",
];

/// Minimum letters and digits of a generated suffix.
const TAIL: usize = 4;

/// Minimum letters before such a suffix.
const BEFORE_TAIL: usize = 3;

/// Minimum digits of a generated name, one of them between letters.
const DIGITS: usize = 3;

/// Returns the hash of a class or id without parts that differ between pages, never 0; `None` if
/// nothing is left of it.
pub(super) fn digest(name: &str) -> Option<u16> {
    let lower = lower_case::of(name);
    if MADE_UP.iter().any(|begin| lower.starts_with(begin)) {
        return None;
    }
    let name = without_tail(&lower);
    if name.is_empty() || STATES.contains(&name) || is_made_up(name) {
        return None;
    }
    Some(short(without_digits(name).value()))
}

/// Returns a hash with 16 bits, never 0.
pub(super) fn short(hash: u32) -> u16 {
    let folded = (hash ^ (hash >> 16)) as u16;
    folded.max(1)
}

/// Returns the hash of a text with every run of digits as one character.
pub(super) fn without_digits(text: &str) -> Hash32 {
    let mut hash = Hash32::EMPTY;
    let mut after_digit = false;
    for byte in text.bytes() {
        let is_digit = byte.is_ascii_digit();
        if !is_digit {
            hash = hash.byte(byte);
        } else if !after_digit {
            hash = hash.byte(b'#');
        }
        after_digit = is_digit;
    }
    hash
}

fn is_made_up(name: &str) -> bool {
    let bytes = name.as_bytes();
    let digits = bytes.iter().filter(|byte| byte.is_ascii_digit()).count();
    let between = |around: &[u8]| {
        around[1].is_ascii_digit()
            && around[0].is_ascii_alphabetic()
            && around[2].is_ascii_alphabetic()
    };
    digits >= DIGITS && bytes.windows(3).any(between)
}

/// Returns a name without a tail of letters and digits after a hyphen or an underscore.
fn without_tail(name: &str) -> &str {
    let Some(at) = name.rfind(['-', '_']) else {
        return name;
    };
    let (head, tail) = (name[..at].trim_end_matches(['-', '_']), &name[at + 1..]);
    let is = |test: fn(&u8) -> bool| tail.as_bytes().iter().any(test);
    let is_mixed = is(u8::is_ascii_digit) && is(u8::is_ascii_alphabetic);
    let is_plain = tail.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let letters = head.bytes().rev().take_while(u8::is_ascii_alphabetic);
    if tail.len() >= TAIL && is_mixed && is_plain && letters.count() >= BEFORE_TAIL {
        head
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_differ_by_a_number_or_a_made_up_tail_are_one() {
        for (a, b) in [
            ("post-1234", "post-7"),
            ("Byline", "byline"),
            ("header__a1b2c", "header__9x8yz"),
            ("card--x1y2", "card"),
            ("elementor-element-3f2a1b", "elementor-element"),
            ("page2of3", "page10of30"),
        ] {
            assert!(digest(a).is_some() && digest(a) == digest(b), "{a} {b}");
        }
        for (a, b) in [
            ("post-meta", "post-body"),
            // A suffix of letters only is a word, and so is one after fewer than three letters.
            ("post-date", "post"),
            ("h2-x1yz", "h2"),
            ("post-1", "post"),
        ] {
            assert!(digest(a).is_some() && digest(a) != digest(b), "{a} {b}");
        }
    }

    #[test]
    fn made_up_names_and_states_are_none() {
        for name in [
            "",
            "sc-bdVaJa",
            "css-1x2y3",
            "jsx-99",
            "svelte-abc",
            "emotion-0",
            "x1y2z3",
            "first",
            "Last",
            "is-active",
            "hentry",
            "visible",
        ] {
            assert_eq!(digest(name), None, "{name}");
        }
        // Two digits, and three at the end.
        assert!(digest("a1b2").is_some() && digest("post123").is_some());
    }
}
