//! Cleanup of metadata text for display: double-escaped entities, stray markup, white space.

use crate::compact::lower_case;
use crate::page::Tag;
use crate::steps::Progress;
use crate::text::collapse;

/// Layers of escaping that are decoded: with one, "&amp;amp;" from templates stays; with more, a
/// text about entities loses them.
const LAYERS: usize = 2;

/// Maximum bytes of an entity that is decoded, including the semicolon.
const MAX_ENTITY_BYTES: usize = 10;

/// Decodes entities (up to [`LAYERS`] of escaping), removes tags, soft hyphens and control
/// characters, and collapses white space. `None` if nothing is left.
pub(super) fn clean(text: &str) -> Option<String> {
    let mut text = text.to_owned();
    for _ in 0..LAYERS {
        if !text.contains('&') {
            break;
        }
        text = decode_entities(&text);
    }
    if text.contains('<') {
        text = without_tags(&text);
    }
    let text = collapse(&without_invisible(text));
    (!text.is_empty()).then_some(text)
}

/// Returns the text without soft hyphens and other meaningless characters: with or without soft
/// hyphens, it's the same word.
pub(super) fn without_invisible(mut text: String) -> String {
    if text.contains(invisible) {
        text.retain(|c| !invisible(c));
    }
    text
}

/// Returns only the letters and digits in lower case, to compare texts regardless of punctuation.
#[inline(never)]
pub(crate) fn compact(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(lower_case::each)
        .collect()
}

/// Returns whether a character is meaningless in metadata and is removed. Joiners and direction
/// marks stay: they shape Arabic, Persian and Indic words.
fn invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{feff}' | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{180e}' | '\u{fffc}'
    ) || (c.is_control() && !c.is_whitespace())
}

/// Removes the tags of HTML elements that are end tags, have attributes, or are closed later, and
/// of breaks. Text that only looks like a tag stays: `Vec<T>`, `the <dialog> element`.
fn without_tags(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    // The names of elements already searched for, each with the position of its last end tag.
    let mut ended: Vec<(String, Option<usize>)> = Vec::new();
    let mut progress = Progress::new();
    while let Some(open) = text[at..].find('<').map(|open| at + open) {
        progress.check(text.len() - at);
        let inside = &text[open + 1..];
        let Some(end) = inside.find(['<', '>']) else {
            break;
        };
        let close = open + 1 + end;
        if text[close..].starts_with('<') {
            out.push_str(&text[at..close]);
            at = close;
            continue;
        }
        let inside = &inside[..end];
        let name = inside.trim_start_matches('/');
        let end = name.find(|c: char| !c.is_ascii_alphanumeric());
        let name = lower_case::of(&name[..end.unwrap_or(name.len())]);
        let breaks = ["br", "p", "div", "li"].contains(&name.as_str());
        let mut is_ended = || {
            if !ended.iter().any(|(known, _)| *known == name) {
                ended.push((name.clone(), last_end_tag(text, &name)));
            }
            let last = ended.iter().find(|(known, _)| *known == name);
            last.and_then(|&(_, last)| last) > Some(open)
        };
        let is_tag = Tag::from_name(&name) != Tag::Other
            && (inside.contains(['/', '=']) || breaks || is_ended());
        out.push_str(&text[at..open]);
        if is_tag {
            if breaks {
                out.push(' ');
            }
            at = close + 1;
        } else {
            out.push('<');
            at = open + 1;
        }
    }
    out.push_str(&text[at..]);
    out
}

/// Returns the start of an element's last end tag.
fn last_end_tag(text: &str, name: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_tag = |&at: &usize| {
        let rest = bytes.get(at + 2..at + 2 + name.len());
        bytes[at..].starts_with(b"</")
            && rest.is_some_and(|rest| rest.eq_ignore_ascii_case(name.as_bytes()))
    };
    (0..bytes.len()).rev().find(is_tag)
}

/// The names of the entities for U+00A0 to U+00FF, in order.
const LATIN_1: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy \
    reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 \
    frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml \
    Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
    Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil \
    egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml \
    divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

/// Entities outside Latin-1 that occur in titles.
const OTHERS: [(&str, char); 24] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("hellip", '…'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("sbquo", '‚'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bdquo", '„'),
    ("lsaquo", '‹'),
    ("rsaquo", '›'),
    ("bull", '•'),
    ("euro", '€'),
    ("trade", '™'),
    ("scaron", 'š'),
    ("Scaron", 'Š'),
    ("oelig", 'œ'),
    ("OElig", 'Œ'),
    ("minus", '−'),
];

fn decode_entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let end = after
            .bytes()
            .take(MAX_ENTITY_BYTES)
            .position(|b| !(b.is_ascii_alphanumeric() || b == b'#'));
        let decoded = end
            .filter(|&end| after.as_bytes()[end] == b';')
            .and_then(|end| Some((entity(&after[..end])?, end)));
        match decoded {
            Some((c, end)) => {
                out.push(c);
                rest = &after[end + 1..];
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        // Numbers from 128 to 159 mean windows-1252 characters (HTML, "numeric character reference
        // end state"); only the punctuation among them is in use.
        let code = match code {
            0x85 => 0x2026,
            0x91 => 0x2018,
            0x92 => 0x2019,
            0x93 => 0x201c,
            0x94 => 0x201d,
            0x96 => 0x2013,
            0x97 => 0x2014,
            other => other,
        };
        return char::from_u32(code).filter(|&c| c != '\0');
    }
    if let Some(&(_, c)) = OTHERS.iter().find(|(n, _)| *n == name) {
        return Some(c);
    }
    let at = LATIN_1.split_ascii_whitespace().position(|n| n == name)?;
    char::from_u32(0xa0 + u32::try_from(at).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_decoded_even_if_escaped_twice() {
        let c = |s| clean(s).unwrap_or_default();
        assert_eq!(c("Tom &amp;amp; Jerry"), "Tom & Jerry");
        assert_eq!(
            c("Caf&eacute; &#8211; &#x2019;n&#39; &yuml;"),
            "Café – ’n' ÿ"
        );
        assert_eq!(c("AT&T; R&D &unknown; &"), "AT&T; R&D &unknown; &");
        assert_eq!(c("&#0;&#xffffffff;"), "&#0;&#xffffffff;");
    }

    #[test]
    fn markup_is_removed_and_white_space_collapsed() {
        let c = |s: &str| clean(s).unwrap_or_default();
        assert_eq!(c("  One<br/>two \n <em>three</em>"), "One two three");
        assert_eq!(c("&lt;i&gt;x&lt;/i&gt;"), "x");
        assert_eq!(
            c("<p class=a>One<b>two</B></p> <a href='/'>three"),
            "Onetwo three"
        );
        assert_eq!(c("1 < 2 and <3"), "1 < 2 and <3");
        assert_eq!(c("The &lt;dialog&gt; element"), "The <dialog> element");
        assert_eq!(c("A Vec<T> holds Option<a>"), "A Vec<T> holds Option<a>");
        assert_eq!(c("soft\u{ad}hyphen"), "softhyphen");
        assert_eq!(clean(" \u{a0}\n"), None);
        assert_eq!(c(&"<a".repeat(100_000)).len(), 200_000);
        assert_eq!(c(&("<a".repeat(100_000) + ">")).len(), 200_001);
        assert_eq!(c(&"<a>".repeat(100_000)).len(), 300_000);
        assert_eq!(clean(&("<a>".repeat(100_000) + "</a>")), None);
    }
}
