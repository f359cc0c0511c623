//! Checks values of attributes against the schemas of books.

use std::fmt::Write;

use super::address;
use crate::compact::words;
use crate::page::{Attr, Tag};

/// Returns the value of an attribute; `None` if it isn't allowed in books.
pub(super) fn of(name: &str, attr: Attr, value: &str) -> Option<String> {
    match attr {
        // The page's form of a note number is only for the text.
        Attr::Label => None,
        Attr::Open if name != Tag::Details.name() => None,
        Attr::Controls | Attr::Open | Attr::Reversed => Some(attr.name().to_owned()),
        Attr::Href | Attr::Cite => address(value),
        Attr::Datetime => is_moment(value).then(|| value.to_owned()),
        Attr::Lang => language(value),
        Attr::Id => Some(id(value)),
        _ => Some(value.to_owned()),
    }
}

/// Returns an id in which no character needs escaping in a URL. Distinct ids stay distinct.
pub(crate) fn id(id: &str) -> String {
    let mut out = String::with_capacity(id.len());
    for byte in id.bytes() {
        match byte {
            b'_' | b'-' | b'.' => out.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            // Writing to a string can't fail.
            byte => drop(write!(out, "~{byte:02X}")),
        }
    }
    out
}

/// Returns a well-formed language tag (RFC 3066), with hyphens instead of underscores.
fn language(value: &str) -> Option<String> {
    let tag = value.trim().replace('_', "-");
    let mut parts = tag.split('-');
    let is_part = |part: &str| (1..=8).contains(&part.len());
    let is_first = |part: &str| is_part(part) && part.bytes().all(|b| b.is_ascii_alphabetic());
    let is_other = |part: &str| is_part(part) && part.bytes().all(|b| b.is_ascii_alphanumeric());
    (tag.is_empty() || parts.next().is_some_and(is_first) && parts.all(is_other)).then_some(tag)
}

/// Returns whether a text is a date, optionally with a time (HTML, "valid date string with optional
/// time").
pub(crate) fn is_moment(text: &str) -> bool {
    let (day, rest) = match text.split_once(['T', ' ']) {
        Some((day, rest)) => (day, Some(rest)),
        None => (text, None),
    };
    is_like(day, "dddd-dd-dd") && rest.is_none_or(is_time)
}

fn is_time(text: &str) -> bool {
    let zone_at = text.find(['Z', '+', '-']).unwrap_or(text.len());
    let (time, zone) = text.split_at(zone_at);
    let zones = ["", "Z", "+dd:dd", "-dd:dd", "+dddd", "-dddd"];
    let times = [
        "dd:dd",
        "dd:dd:dd",
        "dd:dd:dd.d",
        "dd:dd:dd.dd",
        "dd:dd:dd.ddd",
    ];
    times.iter().any(|form| is_like(time, form)) && zones.iter().any(|form| is_like(zone, form))
}

/// Returns whether a text matches a pattern in which `d` is a digit.
fn is_like(text: &str, form: &str) -> bool {
    let is_one = |(byte, like): (u8, u8)| match like {
        b'd' => byte.is_ascii_digit(),
        like => byte == like,
    };
    text.len() == form.len() && text.bytes().zip(form.bytes()).all(is_one)
}

/// Values of `mathvariant`.
const VARIANTS: &str = "normal bold italic bold-italic double-struck bold-fraktur script bold-script fraktur \
    sans-serif bold-sans-serif sans-serif-italic sans-serif-bold-italic monospace";

/// Returns the value of an attribute in a formula (MathML 3, 3). `tag` is the element and `name`
/// its output name.
pub(super) fn in_formula(tag: Tag, name: &str, attr: Attr, value: &str) -> Option<String> {
    let value = value.trim();
    let is_token = matches!(tag, Tag::Mi | Tag::Mn | Tag::Mo | Tag::Ms | Tag::Mtext);
    let is_table = matches!(tag, Tag::Mtable | Tag::Mtr | Tag::Mtd);
    let is_flag = matches!(value, "true" | "false");
    let all = |of: fn(&str) -> bool| value.split_ascii_whitespace().all(of);
    let is_valid = name == tag.name()
        && match attr {
            Attr::Alttext => tag == Tag::Math,
            Attr::Display => tag == Tag::Math && matches!(value, "block" | "inline"),
            Attr::Class => true,
            Attr::Dir => is_token && matches!(value, "ltr" | "rtl"),
            Attr::Mathvariant => is_token && words::holds(VARIANTS, value),
            Attr::Fence | Attr::Separator | Attr::Stretchy | Attr::Symmetric => {
                tag == Tag::Mo && is_flag
            }
            Attr::Largeop | Attr::Movablelimits => tag == Tag::Mo && is_flag,
            Attr::Accent => matches!(tag, Tag::Mo | Tag::Mover | Tag::Munderover) && is_flag,
            Attr::Accentunder => matches!(tag, Tag::Munder | Tag::Munderover) && is_flag,
            Attr::Displaystyle => matches!(tag, Tag::Mstyle | Tag::Mtable) && is_flag,
            Attr::Scriptlevel => tag == Tag::Mstyle && value.parse::<i32>().is_ok(),
            Attr::Lspace | Attr::Rspace | Attr::Minsize | Attr::Maxsize => {
                tag == Tag::Mo && is_length(value)
            }
            Attr::Linethickness => tag == Tag::Mfrac && is_length(value),
            Attr::Width => matches!(tag, Tag::Mspace | Tag::Mtable) && is_length(value),
            Attr::Height => tag == Tag::Mspace && is_length(value),
            Attr::Columnalign => {
                is_table && all(|side| matches!(side, "left" | "center" | "right"))
            }
            Attr::Rowspacing | Attr::Columnspacing => tag == Tag::Mtable && all(is_length),
            _ => false,
        };
    (is_valid && !value.is_empty()).then(|| value.to_owned())
}

/// Returns whether a text is a number with a unit.
fn is_length(text: &str) -> bool {
    let units = ["em", "ex", "px", "in", "cm", "mm", "pt", "pc", "%"];
    let number = units.iter().find_map(|unit| text.strip_suffix(unit));
    number.is_some_and(|number| {
        let digits = number.strip_prefix('-').unwrap_or(number);
        let is_digit = |c: char| c.is_ascii_digit() || c == '.';
        digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.chars().all(is_digit)
            && digits.matches('.').count() <= 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_ids_are_valid_in_urls_and_unique() {
        assert_eq!(id("pith-a_b.c-1"), "pith-a_b.c-1");
        assert_eq!(id("why?"), "why~3F");
        assert_eq!(id("why~3F"), "why~7E3F");
        assert_eq!(id("ä/b"), "~C3~A4~2Fb");
    }

    #[test]
    fn only_valid_date_times_are_kept() {
        for moment in [
            "2024-05-01",
            "2024-05-01T10:30",
            "2024-05-01 10:30:11.123+02:00",
            "2024-05-01T10:30:11+0200",
            "2024-05-01T10:30Z",
        ] {
            assert!(is_moment(moment), "{moment}");
        }
        for other in [
            "Monday",
            "05/01/2024",
            "2024-05-01 10:30 AM",
            "2024-5-1",
            "2024-05-01T",
            "",
        ] {
            assert!(!is_moment(other), "{other}");
        }
    }

    #[test]
    fn languages_are_corrected_or_removed() {
        assert_eq!(language("pt_BR").as_deref(), Some("pt-BR"));
        assert_eq!(language("zh-Hant").as_deref(), Some("zh-Hant"));
        for other in ["en-", "e1", "abcdefghi", "de DE"] {
            assert_eq!(language(other), None, "{other}");
        }
    }
}
