//! Class names of code boxes in editors, highlighters and themes.
//!
//! If the page's styles are known, they determine whether a box preserves white space. These names
//! replace unknown styles, and identify boxes whose lines are elements.

use super::Tag;
use crate::compact::words;

/// Class names of boxes that contain only code. Compared in lower case.
const BOXES: &str = "\
    code-block codeblock code_block code-box codebox code-snippet code-listing \
    code-sample source-code sourcecode programlisting syntaxhighlighter crayon-pre \
    crayon-table blob-code js-file-line-container codemirror-code cm-content \
    view-lines ace_text-layer enlighter-code prism-code shiki";

/// Class name of Doxygen's boxes. Only the class names of their lines distinguish them from other
/// fragments.
const FRAGMENT: &str = "fragment";

/// Class names of elements that contain one line.
const LINES: &str = "\
    line code-line codeline token-line view-line cm-line ace_line crayon-line \
    codemirror-line";

/// Class names of API signatures: Sphinx, rustdoc, javadoc, TypeDoc, and others.
const SIGNATURES: &str = "\
    sig sig-object code-header member-signature tsd-signature method-signature \
    function-signature api-signature";

/// Returns whether a class is that of an API signature. In forums a `signature` is the end of a
/// post, in ExDoc and YARD a heading.
pub(crate) fn is_signature(tag: Tag, class: &str) -> bool {
    has_name(class, SIGNATURES) || tag.heading_level().is_some() && has_name(class, "signature")
}

/// Returns whether a class is that of a code box.
pub(crate) fn is_code_box(class: &str) -> bool {
    has_name(class, BOXES)
}

/// Returns whether a class is that of a box that is code if it consists of lines of code.
pub(crate) fn is_code_fragment(class: &str) -> bool {
    has_name(class, FRAGMENT)
}

/// Returns whether a class is that of a line of code.
pub(crate) fn is_code_line(class: &str) -> bool {
    has_name(class, LINES)
}

/// Returns whether an element can be in a code box: lines, columns, colored text, and the box's
/// label and buttons. Any other element means that the box contains a part of a page.
pub(crate) fn may_stand_in_code(tag: Tag, class: &str) -> bool {
    let is_part = |word: &&str| class.to_ascii_lowercase().contains(*word);
    match tag {
        Tag::Div => {
            class.is_empty()
                || is_code_line(class)
                || [
                    "code",
                    "line",
                    "gutter",
                    "header",
                    "toolbar",
                    "lang",
                    "copy",
                    "container",
                    "enlighter",
                    "view",
                    "crayon",
                    "cm-",
                    "ace_",
                ]
                .iter()
                .any(is_part)
        }
        Tag::Pre => is_code_line(class),
        Tag::Text
        | Tag::Other
        | Tag::Span
        | Tag::Code
        | Tag::Br
        | Tag::Wbr
        | Tag::B
        | Tag::I
        | Tag::Em
        | Tag::Strong
        | Tag::Mark
        | Tag::Font
        | Tag::A
        | Tag::Button
        | Tag::Svg
        | Tag::Header
        | Tag::Figcaption
        | Tag::Table
        | Tag::Thead
        | Tag::Tbody
        | Tag::Colgroup
        | Tag::Col
        | Tag::Tr
        | Tag::Td
        | Tag::Dt
        | Tag::Dd => true,
        _ => false,
    }
}

/// Returns whether a class contains one of `names`, which are in lower case.
#[inline(never)]
fn has_name(class: &str, names: &str) -> bool {
    class
        .split_ascii_whitespace()
        .any(|token| words::holds(names, &token.to_ascii_lowercase()))
}
