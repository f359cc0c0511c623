//! Detects code blocks, and content in them that isn't code.

use std::borrow::Cow;

use super::survey::Survey;
use super::verse;
use crate::compact::hash::Hash64;
use crate::compact::interner::Interned;
use crate::compact::words;
use crate::page::{
    Attr, NodeId, NodeSet, Page, Tag, is_code_box, is_code_fragment, is_code_line, is_signature,
    language_named, may_stand_in_code,
};

/// Returns whether an element as a whole is a code block.
///
/// A code block is one of these: a `pre`; a block of fixed-width text with preserved white space; a
/// table of such text (line numbers in one column, lines in the other); a `code` that is a block or
/// has several lines; a box of lines that are blocks; or a box with a code block's name.
pub(super) fn is_code_block(page: &Page, survey: &Survey, node: NodeId) -> bool {
    let style = page.style(node);
    let whole = || {
        survey.code_chars(page, node) == survey.chars(page, node)
            && survey.chars(page, node) > 0
            && survey.prose(page, node) == 0
    };
    match page.tag(node) {
        Tag::Pre | Tag::Listing | Tag::Xmp | Tag::Plaintext => {
            survey.prose(page, node) == 0 && !verse::is_poem(page, node)
        }
        Tag::Table => whole() && is_plain_table(survey, node) || is_named(page, survey, node),
        Tag::Td | Tag::Th | Tag::Tr | Tag::Tbody => false,
        Tag::Code => {
            survey.prose(page, node) == 0
                && (page.is_block(node)
                    || survey.blocks(page, node) > 0
                    || has_lines(page, survey, node)
                    || page.raw_text(node).trim().contains('\n')
                        && whole()
                        && !is_wrapped(page, node))
        }
        _ => {
            page.is_block(node)
                && (whole()
                    && (style.preformatted && style.monospace
                        || has_line_blocks(page, survey, node))
                    || has_code_per_line(page, survey, node)
                    || is_named(page, survey, node))
        }
    }
}

/// Returns whether an element is an API signature according to its name, and contains neither code
/// elements nor blocks.
pub(super) fn is_named_signature(page: &Page, node: NodeId) -> bool {
    let is_code = |n: NodeId| page.tag(n).is_preformatted() || page.tag(n) == Tag::Code;
    page.attr(node, Attr::Class)
        .is_some_and(|class| is_signature(page.tag(node), class))
        && page.subtree(node).len() <= MAX_NODES
        && !page
            .descendants(node)
            .any(|n| is_code(n) || page.is_block(n))
}

/// Returns whether inline code is the only content of its block, and line breaks split it into
/// several lines.
fn has_lines(page: &Page, survey: &Survey, code: NodeId) -> bool {
    let mut around = page.ancestors(code).take(MAX_LEVELS);
    let line = around.find(|&n| page.is_block(n));
    let is_alone = line.is_some_and(|line| {
        survey.chars(page, line) == survey.chars(page, code)
            && !matches!(page.tag(line), Tag::Td | Tag::Th | Tag::Li)
    });
    let mut inside = page.descendants(code);
    let chars_to = |n: NodeId| survey.chars(page, code) - survey.chars_from(page, n, code);
    is_alone
        && inside.any(|n| {
            page.tag(n) == Tag::Br && chars_to(n) > 0 && survey.chars_from(page, n, code) > 0
        })
}

/// Maximum ancestors of inline code that are searched for its line.
const MAX_LEVELS: usize = 4;

/// Returns whether an element marks line break opportunities in its text. Its line feeds are then
/// insignificant.
fn is_wrapped(page: &Page, node: NodeId) -> bool {
    page.descendants(node).any(|n| page.tag(n) == Tag::Wbr)
}

fn is_plain_table(survey: &Survey, node: NodeId) -> bool {
    survey
        .table(node)
        .is_some_and(|t| !t.header && t.most_cells <= 3)
}

/// Returns whether an element is a code box according to its name and its content doesn't
/// contradict that. A box around a `pre` contains more than the code block.
fn is_named(page: &Page, survey: &Survey, node: NodeId) -> bool {
    let is_box = page.attr(node, Attr::Class).is_some_and(|class| {
        is_code_box(class) || is_code_fragment(class) && has_named_lines(page, node)
    });
    let is_other = |n: NodeId| {
        let class = page.attr(n, Attr::Class).unwrap_or_default();
        !may_stand_in_code(page.tag(n), class)
    };
    // A definition list is prose itself.
    let own = u32::from(page.tag(node) == Tag::Dl);
    is_box
        && survey.prose(page, node) == own
        && survey.chars(page, node) > 0
        && page.subtree(node).len() <= MAX_NODES
        && !page.descendants(node).any(is_other)
}

/// Returns whether an element has children, all of which are lines of code according to their
/// names.
fn has_named_lines(page: &Page, node: NodeId) -> bool {
    let is_text = |n: NodeId| !page.is_element(n) && !page.raw_text(n).trim().is_empty();
    let mut children = page
        .children(node)
        .filter(|&n| page.is_element(n) || is_text(n))
        .peekable();
    children.peek().is_some() && children.all(|n| page.is_element(n) && is_line(page, n))
}

/// Maximum nodes of a box that is code only according to its name. Nested boxes are searched
/// repeatedly.
const MAX_NODES: usize = 4000;

/// Returns whether an element is a line of code according to its name.
pub(super) fn is_line(page: &Page, node: NodeId) -> bool {
    page.attr(node, Attr::DataLine).is_some()
        || page.attr(node, Attr::Class).is_some_and(is_code_line)
}

/// Returns whether the lines of a code block are adjacent elements that only a style sheet
/// separates.
pub(super) fn has_joined_lines(page: &Page, block: NodeId) -> bool {
    let mut lines = page
        .descendants(block)
        .filter(|&n| page.is_element(n) && is_line(page, n));
    lines.next().is_some()
        && lines.next().is_some()
        && !page.raw_text(block).trim().contains('\n')
        && !page.descendants(block).any(|n| page.tag(n) == Tag::Br)
}

/// Returns whether an element consists of lines of code, each of which is a block.
fn has_line_blocks(page: &Page, survey: &Survey, node: NodeId) -> bool {
    let mut lines = 0;
    for child in page.children(node).filter(|&c| survey.kept(page, c) > 0) {
        let style = page.style(child);
        let is_line = page.is_block(child)
            && page.tag(child) != Tag::Pre
            && style.preformatted
            && survey.blocks(page, child) == 1
            && !page.raw_text(child).trim_end().contains('\n');
        if !is_line {
            return false;
        }
        lines += 1;
    }
    lines >= 2
}

/// Returns whether an element consists of inline code, one `code` per line, separated by line
/// breaks.
fn has_code_per_line(page: &Page, survey: &Survey, node: NodeId) -> bool {
    let (mut lines, mut is_new) = (0, true);
    for child in page.children(node) {
        match page.tag(child) {
            Tag::Code if is_new && survey.chars(page, child) > 0 => {
                lines += 1;
                is_new = false;
            }
            Tag::Br => is_new = true,
            _ if survey.kept(page, child) == 0 => {}
            _ => return false,
        }
    }
    lines >= 2
}

/// Returns content of a code block that isn't code: line numbers, the name of the language,
/// buttons, tooltips, and white space around the `code` of a `pre`. The order is arbitrary.
pub(super) fn non_code(page: &Page, survey: &Survey, block: NodeId) -> Vec<NodeId> {
    let mut found = gutters(page, survey, block);
    found.extend(page.code_bars(block));
    let code = only_code(page, block);
    let mut line_start = true;
    let mut node = NodeId(block.0 + 1);
    while node < page.end(block) {
        let outside =
            code.is_some_and(|code| !page.contains(code, node) && !page.contains(node, code));
        let is_scrap = if page.is_text(node) {
            outside && page.text(node).trim().is_empty()
        } else {
            page.tag(node) == Tag::Dt
                || is_named_number(page, node, line_start)
                || is_control_or_tooltip(page, node)
                || is_number_cell(page, survey, block, node)
                || outside && is_label(page, node)
        };
        if is_scrap {
            found.push(node);
            node = page.end(node);
            continue;
        }
        line_start = begins_line(page, node, line_start);
        node = NodeId(node.0 + 1);
    }
    found
}

/// Returns text of a code block in a form suitable for copying: no-break spaces become spaces, and
/// zero-width characters that keep an empty line open are removed.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(['\u{a0}', '\u{200b}', '\u{feff}']) {
        return Cow::Borrowed(text);
    }
    let is_filler = text
        .trim_matches(['\u{200b}', '\u{feff}'])
        .trim()
        .is_empty();
    let kept = text
        .chars()
        .filter(|c| !(is_filler && matches!(c, '\u{200b}' | '\u{feff}')));
    Cow::Owned(kept.map(|c| if c == '\u{a0}' { ' ' } else { c }).collect())
}

/// Returns the `code` element with all lines of a `pre`: it's the only one, and there's no loose
/// text beside it.
fn only_code(page: &Page, block: NodeId) -> Option<NodeId> {
    if page.tag(block) != Tag::Pre {
        return None;
    }
    let is_code = |&n: &NodeId| page.tag(n) == Tag::Code;
    let code = page.descendants(block).find(is_code)?;
    let after = (page.end(code).0..page.end(block).0).map(NodeId);
    let is_loose = |n: NodeId| page.is_text(n) && !page.text(n).trim().is_empty();
    (after.filter(is_code).count() == 0 && !page.children(block).any(is_loose)).then_some(code)
}

/// Returns whether an element beside the `code` of a code block is a label: it's on a separate
/// line, or the name of a language.
fn is_label(page: &Page, node: NodeId) -> bool {
    page.is_block(node) || language_named(page.raw_text(node)).is_some()
}

/// Returns whether an element in a code block is a control, or shown only on hover.
fn is_control_or_tooltip(page: &Page, node: NodeId) -> bool {
    let role = page.attr(node, Attr::Role).map(str::trim);
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    matches!(page.tag(node), Tag::Button | Tag::Select)
        || matches!(role, Some("button" | "tooltip" | "toolbar"))
        || class.split_ascii_whitespace().any(|token| {
            words::holds(ASIDES, token)
                || token.starts_with("twoslash-popup")
                || token.starts_with("twoslash-meta")
                || token.starts_with("twoslash-completion")
                || token.ends_with("copy") && page.raw_text(node).len() <= MAX_COPY_BYTES
        })
}

/// Maximum bytes of the label of a control that copies code.
const MAX_COPY_BYTES: usize = 20;

/// Class names of elements in code boxes that aren't code.
const ASIDES: &str = "hover-info hover-content hover-card hovercard tooltiptext tooltip-text tooltip-content \
    tooltip-inner popover-content tippy-content tippy-box toolbar crayon-toolbar enlighter-toolbar code-toolbar-item code-header code-block-header codeblock-header \
    copy copy-btn copy-button copybtn copybutton btn-copy code-copy sr-only";

/// Returns whether an element is a line number, or a column of them, according to its name or
/// style. `line_start` is true if it begins a line.
fn is_named_number(page: &Page, node: NodeId, line_start: bool) -> bool {
    let text = page.raw_text(node).trim();
    let is_number = |c: char| c.is_ascii_digit() || c.is_whitespace() || ".:|)".contains(c);
    if !text.starts_with(|c: char| c.is_ascii_digit()) || !text.chars().all(is_number) {
        return false;
    }
    let class = page.attr(node, Attr::Class).unwrap_or_default();
    let has = |attr| page.attr(node, attr).is_some();
    let unselectable = has(Attr::Unselectable) || page.attr(node, Attr::AriaHidden) == Some("true");
    let begins = line_start || text.contains('\n');
    let joined: String = class.chars().filter(|c| !matches!(c, '-' | '_')).collect();
    let joined = joined.to_ascii_lowercase();
    LINE_NUMBERS.iter().any(|word| joined.contains(word))
        || has(Attr::DataLineNumber) && page.tag(node) != Tag::Td
        || begins && (unselectable || joined.split(' ').any(|name| words::holds(NUMBERS, name)))
}

/// Parts of class names of line numbers, without hyphens and underscores.
const LINE_NUMBERS: &[&str] = &[
    "lineno",
    "linenum",
    "gutter",
    "blobnum",
    "crayonnum",
    "hljslnn",
];

/// Complete class names, which numbers within code may have too.
const NUMBERS: &str = "ln lnt lntd lnum linenr num nums";

/// Returns whether an element is the first cell of a one-row code block, and contains the numbers
/// of its lines.
fn is_number_cell(page: &Page, survey: &Survey, block: NodeId, node: NodeId) -> bool {
    page.tag(node) == Tag::Td
        && survey
            .table(block)
            .is_some_and(|t| t.rows == 1 && t.cells > 1)
        && sequence(page, node).is_some_and(|(first, _)| first == 1)
        && survey.numeric(page, block) < survey.leaves(page, block)
        && page
            .parent(node)
            .is_some_and(|row| page.children(row).find(|&c| page.is_element(c)) == Some(node))
}

/// Returns the elements of a code block that contain only line numbers: a column of them, or one at
/// the start of every line. The order is arbitrary.
fn gutters(page: &Page, survey: &Survey, block: NodeId) -> Vec<NodeId> {
    let numeric = survey.numeric(page, block);
    if numeric == 0 || numeric == survey.leaves(page, block) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut single: Interned<Vec<LineNumber>> = Interned::new();
    let mut line_start = true;
    let mut node = NodeId(block.0 + 1);
    while node < page.end(block) {
        let only_numbers = survey.numeric(page, node) > 0
            && survey.numeric(page, node) == survey.leaves(page, node);
        if page.is_element(node) && only_numbers {
            let numbers = sequence(page, node);
            // For a single number, only the innermost element counts, so that its line is kept even
            // if it contains nothing else.
            let inner = match numbers {
                Some((_, 1)) => around_text(page, node),
                _ => node,
            };
            line_start |= page
                .inclusive_ancestors(inner)
                .take_while(|&n| n >= node)
                .any(|n| page.is_block(n) && page.tag(n) != Tag::Td);
            match numbers {
                Some((_, 2..)) => found.push(node),
                Some((first, _)) => {
                    let class = page.attr(inner, Attr::Class).unwrap_or_default();
                    let kind = Hash64::EMPTY.byte(page.tag(inner) as u8);
                    let kind = kind.bytes(class.as_bytes()).value();
                    single.get_or(kind, Vec::new).push(LineNumber {
                        node: inner,
                        number: first,
                        line_start,
                        alone: ends_line(page, page.end(inner), page.end(block)),
                    });
                }
                None => {}
            }
            line_start = page.raw_text(inner).ends_with('\n');
            node = page.end(inner);
            continue;
        }
        line_start = begins_line(page, node, line_start);
        node = NodeId(node.0 + 1);
    }
    for numbers in single.values() {
        let ascending = numbers.windows(2).all(|w| w[1].number == w[0].number + 1);
        // Numbers that are alone on their lines are output of a program.
        let at_heads = numbers.iter().all(|n| n.line_start) && !numbers.iter().all(|n| n.alone);
        if numbers.len() > 1 && ascending && at_heads {
            found.extend(numbers.iter().map(|n| n.node));
        }
    }
    found
}

/// Returns whether the node after a text, or after the start tag of an element, begins a line of a
/// code block. `before` is true if the node itself begins one.
fn begins_line(page: &Page, node: NodeId, before: bool) -> bool {
    if page.is_text(node) {
        let text = page.text(node);
        return match text.rfind('\n') {
            Some(at) => text[at + 1..].trim().is_empty(),
            None => before && text.trim().is_empty(),
        };
    }
    let tag = page.tag(node);
    before || tag == Tag::Br || (page.is_block(node) && !matches!(tag, Tag::Td | Tag::Th))
}

/// Returns whether a line of a code block ends before the next visible text from a node on.
fn ends_line(page: &Page, from: NodeId, end: NodeId) -> bool {
    let next = (from.0..end.0).map(NodeId).find(|&node| page.is_text(node));
    next.is_none_or(|text| {
        let blank = |c: char| c.is_whitespace() && c != '\n';
        page.text(text).trim_start_matches(blank).starts_with('\n')
    })
}

/// Returns the innermost element around the first text in an element, or the element itself if it
/// contains no text.
fn around_text(page: &Page, node: NodeId) -> NodeId {
    let text = page
        .descendants(node)
        .find(|&n| page.is_text(n) && !page.text(n).trim().is_empty());
    text.and_then(|text| page.parent(text)).unwrap_or(node)
}

/// An element that may be a line number.
struct LineNumber {
    node: NodeId,
    number: u64,
    line_start: bool,
    /// True if nothing else follows on its line.
    alone: bool,
}

/// Returns whether a line of a code block contains only its number, and so is a leftover.
pub(super) fn is_numbered_only(page: &Page, line: NodeId, non_code: &NodeSet) -> bool {
    let kind = |n: NodeId| (page.tag(n), page.attr(n, Attr::Class));
    let is_other = |n: NodeId| n != line && page.is_element(n) && kind(n) == kind(line);
    // A line has siblings of the same kind; a gutter is beside its code.
    if !page
        .parent(line)
        .is_some_and(|p| page.children(p).any(is_other))
    {
        return false;
    }
    let mut has_number = false;
    let mut at = NodeId(line.0 + 1);
    while at < page.end(line) {
        if non_code.contains(at) && page.is_element(at) {
            has_number |= page.raw_text(at).contains(|c: char| c.is_ascii_digit());
            at = page.end(at);
            continue;
        }
        if page.is_text(at) && !page.text(at).trim().is_empty() {
            return false;
        }
        at = NodeId(at.0 + 1);
    }
    has_number
}

/// Returns whether a block beside a code block contains only its line numbers.
pub(super) fn is_gutter(page: &Page, survey: &Survey, node: NodeId) -> bool {
    let leaves = survey.leaves(page, node);
    let mixed = |n: NodeId| survey.numeric(page, n) < survey.leaves(page, n);
    // Only the outermost box of numbers is checked, to keep this linear.
    if leaves == 0 || mixed(node) || !page.parent(node).is_some_and(mixed) {
        return false;
    }
    let named = || is_named_number(page, node, false);
    if !matches!(sequence(page, node), Some((_, 2..))) && !named() {
        return false;
    }
    let is_code = |n: NodeId| {
        survey.code_chars(page, n) > 0 && survey.code_chars(page, n) == survey.chars(page, n)
    };
    // The code is directly before the numbers or directly after them, at most in the next cell.
    let is_beside =
        |other: Option<NodeId>| other.is_some_and(|other| is_code(other) && mixed(other));
    let mut at = node;
    for _ in 0..3 {
        let Some(parent) = page.parent(at) else {
            return false;
        };
        let with_text = || page.children(parent).filter(|&c| survey.chars(page, c) > 0);
        if at == node && is_beside(with_text().take_while(|&c| c < at).last()) {
            return true;
        }
        let next = with_text().find(|&c| c > at);
        if next.is_some() {
            return is_beside(next);
        }
        at = parent;
    }
    false
}

/// Returns the first number in a node and how many there are, if each is one more than the previous
/// one.
fn sequence(page: &Page, node: NodeId) -> Option<(u64, usize)> {
    let mut first = None;
    let mut count = 0;
    let texts = page.subtree(node).filter(|&n| page.is_text(n));
    for token in texts.flat_map(|n| page.text(n).split_whitespace()) {
        let number: u64 = token.parse().ok()?;
        let start = *first.get_or_insert(number);
        if number.checked_sub(start) != Some(count) {
            return None;
        }
        count += 1;
    }
    Some((first?, usize::try_from(count).ok()?))
}
