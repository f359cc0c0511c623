//! Parses formulas of which the page has only MathJax 3's outlines (`svg`).
//!
//! Each group has the name of its MathML element in `data-mml-node`, and each outline its character
//! in `data-c`. Sources pass the markup as one string ([`Attr::Markup`]).

use super::element::Element;
use super::mathjax_html::plain_letters;
use super::{LABEL, MAX_DEPTH, MAX_NODES, is_token};
use crate::article::svg::{StartTag, start_tag};
use crate::page::{Attr, Tag};

/// Symbols assembled from pieces: the first rendered piece, and the symbol.
const PIECES: [(char, char); 8] = [
    ('⎛', '('),
    ('⎞', ')'),
    ('⎡', '['),
    ('⎤', ']'),
    ('⎧', '{'),
    ('⎫', '}'),
    ('\u{e150}', '⏞'),
    ('\u{e152}', '⏟'),
];

const NUMBERED_ROW: &str = "mlabeledtr";

/// An open group.
struct Group {
    /// Its MathML element; `None` for a layout group, whose parts belong to its parent.
    tag: Option<Tag>,
    /// True for a numbered row, which is rendered after all rows.
    is_numbered: bool,
    text: String,
    /// True if the text is a symbol assembled from pieces.
    is_pieced: bool,
    children: Vec<Element>,
}

/// Parses the markup of an inline SVG as serialized by browsers; `None` if it's too large or isn't
/// a formula. Cost: linear.
pub(super) fn read(markup: &str) -> Option<Vec<Element>> {
    let mut open: Vec<Group> = Vec::new();
    let mut count = 0;
    let mut rest = markup;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('/') {
            rest = after;
            let group = open.pop()?;
            if let Some(read) = close(group, &mut open)? {
                return Some(read);
            }
            continue;
        }
        let (tag, after) = start_tag(rest)?;
        rest = after;
        count += 1;
        if count > 4 * MAX_NODES || open.len() > 4 * MAX_DEPTH {
            return None;
        }
        if let Some(code) = value(&tag, "data-c") {
            add_character(code, &mut open);
        }
        let name = value(&tag, "data-mml-node");
        let group = Group {
            tag: name.and_then(element_of),
            is_numbered: name == Some(NUMBERED_ROW),
            text: String::new(),
            is_pieced: false,
            children: Vec::new(),
        };
        if tag.closed {
            close(group, &mut open)?;
        } else {
            open.push(group);
        }
    }
    None
}

fn value<'m>(tag: &StartTag<'m>, name: &str) -> Option<&'m str> {
    tag.attrs.iter().find(|(n, _)| *n == name).map(|&(_, v)| v)
}

fn element_of(name: &str) -> Option<Tag> {
    match name {
        "TeXAtom" => Some(Tag::Mrow),
        NUMBERED_ROW => Some(Tag::Mtr),
        name => Some(Tag::from_name(name)).filter(|tag| tag.is_mathml()),
    }
}

/// Adds the character of an outline to the token that contains it.
fn add_character(code: &str, open: &mut [Group]) {
    let Ok(code) = u32::from_str_radix(code, 16) else {
        return;
    };
    let tokens = open.iter_mut().rev();
    let mut tokens = tokens.skip_while(|group| !group.tag.is_some_and(is_token));
    let Some(token) = tokens.next() else { return };
    if token.is_pieced {
        return;
    }
    let first = char::from_u32(code);
    let sign = whole_sign(first);
    token.is_pieced = sign.is_some();
    token.text.extend(sign.or(first));
}

/// Returns the symbol that begins with this piece.
pub(super) fn whole_sign(first: Option<char>) -> Option<char> {
    let known = PIECES.iter().find(|&&(piece, _)| Some(piece) == first);
    known.map(|&(_, sign)| sign)
}

/// Adds the content of a group to the one around it. If the group is the whole formula, returns its
/// content; the outer `None` if a part of it is missing.
fn close(group: Group, open: &mut [Group]) -> Option<Option<Vec<Element>>> {
    let Group {
        tag,
        is_numbered,
        text,
        mut children,
        ..
    } = group;
    if is_numbered {
        children.push(number(Vec::new()));
    }
    if tag == Some(Tag::Math) {
        return Some(Some(children));
    }
    let parts = match tag {
        None => children,
        Some(tag) if is_token(tag) => vec![Element::token(tag, plain_letters(&text))],
        Some(tag) => {
            arrange(tag, &mut children)?;
            vec![Element::of(tag, children)]
        }
    };
    if let Some(around) = open.last_mut() {
        around.children.extend(parts);
    }
    Some(None)
}

/// Puts the parts of an element into MathML's order; `None` if one is missing.
fn arrange(tag: Tag, parts: &mut Vec<Element>) -> Option<()> {
    let count = match tag {
        Tag::Msubsup => {
            parts.get_mut(1..)?.reverse();
            3
        }
        Tag::Munderover => 3,
        Tag::Msqrt => {
            parts.pop()?;
            return Some(());
        }
        Tag::Mroot => {
            parts.pop()?;
            let index = parts.pop()?;
            let base = Element::row(std::mem::take(parts));
            parts.extend([base, index]);
            2
        }
        Tag::Mtable => {
            number_rows(parts);
            return Some(());
        }
        Tag::Mfrac | Tag::Msup | Tag::Msub | Tag::Mover | Tag::Munder => 2,
        _ => return Some(()),
    };
    (parts.len() == count).then_some(())
}

/// Returns the cell with the number of a row.
fn number(children: Vec<Element>) -> Element {
    let mut cell = Element::of(Tag::Mtd, children);
    cell.attrs.push((Attr::Class, LABEL.to_owned()));
    cell
}

/// Moves the numbers, which are rendered after the rows of a table, into their rows.
fn number_rows(parts: &mut Vec<Element>) {
    let rows = parts.iter().take_while(|part| part.tag == Tag::Mtr).count();
    let mut numbers = parts.split_off(rows).into_iter();
    for row in parts {
        if let Some(cell) = row.children.pop_if(|cell| !cell.attrs.is_empty()) {
            let children = numbers.next().map_or(cell.children, |n| n.children);
            row.children.push(number(children));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    fn tags(markup: &str) -> Option<String> {
        fn write(element: &super::Element, out: &mut String) {
            out.push_str(&format!("{}({}", element.tag.name(), element.text));
            for child in &element.children {
                write(child, out);
            }
            out.push(')');
        }
        let mut out = String::new();
        for element in read(markup)? {
            write(&element, &mut out);
        }
        Some(out)
    }

    fn formula(inner: &str) -> Option<String> {
        tags(&format!(
            "<svg><defs></defs><g><g data-mml-node=\"math\">{inner}</g></g></svg>"
        ))
    }

    const I: &str = "<g data-mml-node=\"mi\"><path data-c=\"1D465\"></path></g>";
    const N: &str = "<g data-mml-node=\"mn\"><use data-c=\"32\"/></g>";
    const M: &str = "<g data-mml-node=\"mo\"><path data-c=\"221A\"/></g><rect/>";

    #[test]
    fn children_are_in_mathml_order() {
        for (inner, expected) in [
            (format!("{I}{N}"), "mi(x)mn(2)"),
            (
                format!("<g data-mml-node=\"mfrac\">{I}{N}<rect></rect></g>"),
                "mfrac(mi(x)mn(2))",
            ),
            (
                format!("<g data-mml-node=\"msubsup\">{I}{N}{I}</g>"),
                "msubsup(mi(x)mi(x)mn(2))",
            ),
            (
                format!("<g data-mml-node=\"munderover\">{I}{N}{I}</g>"),
                "munderover(mi(x)mn(2)mi(x))",
            ),
            (
                format!("<g data-mml-node=\"msqrt\"><g>{I}{N}</g>{M}</g>"),
                "msqrt(mi(x)mn(2))",
            ),
            (
                format!("<g data-mml-node=\"mroot\"><g>{I}{I}</g>{N}{M}</g>"),
                "mroot(mrow(mi(x)mi(x))mn(2))",
            ),
            (
                format!("<g data-mml-node=\"TeXAtom\">{N}</g>"),
                "mrow(mn(2))",
            ),
        ] {
            assert_eq!(formula(&inner).as_deref(), Some(expected), "{inner}");
        }
    }

    #[test]
    fn symbols_drawn_in_pieces_are_one_symbol() {
        let bracket = "<g data-mml-node=\"mo\"><path data-c=\"239B\"/><path data-c=\"239D\"/>\
            <svg><path data-c=\"239C\"/></svg></g>";
        assert_eq!(formula(bracket).as_deref(), Some("mo(()"));
        assert_eq!(formula(&bracket.repeat(2)).as_deref(), Some("mo(()mo(()"));
    }

    #[test]
    fn numbered_rows_keep_their_labels() {
        let cell = format!("<g data-mml-node=\"mtd\">{I}</g>");
        let rows = format!(
            "<g data-mml-node=\"mtr\">{cell}</g><g data-mml-node=\"mlabeledtr\">{cell}</g>"
        );
        let label = format!("<svg data-labels=\"true\"><g data-mml-node=\"mtd\">{N}</g></svg>");
        assert_eq!(
            formula(&format!(
                "<g data-mml-node=\"mtable\"><svg>{rows}</svg>{label}</g>"
            ))
            .as_deref(),
            Some("mtable(mtr(mtd(mi(x)))mtr(mtd(mi(x))mtd(mn(2))))")
        );
    }

    #[test]
    fn broken_sources_are_not_formulas() {
        for markup in [
            "",
            "<svg></svg>",
            "</g>",
            "<svg><g data-mml-node=\"math\">",
            "<svg><g data-mml-node=\"math\"",
            "<svg><g data-mml-node=\"math\"><g data-mml-node=\"mfrac\"></g></g></svg>",
        ] {
            assert_eq!(tags(markup), None, "{markup}");
        }
        let deep = "<g data-mml-node=\"mrow\">".repeat(100_000);
        assert_eq!(formula(&deep), None);
        assert_eq!(
            formula("<g data-mml-node=\"mi\"><path data-c=\"zz\"/></g>").as_deref(),
            Some("mi()")
        );
    }
}
