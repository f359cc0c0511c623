//! Moves parts of a page that were streamed late to their positions.
//!
//! Streaming frameworks (React since 18) send a page with gaps, `<template id="B:0">`, and the
//! gaps' contents at the end of the document as `<div hidden id="S:0">`, each with a call that
//! moves it: `$RC("B:0","S:0")`. A browser runs these calls before it shows the page; here no
//! script runs.

use std::collections::BTreeMap;

use html5ever::{expanded_name, local_name, ns};

use super::arena::{Arena, Data};

/// Maximum ancestors of a gap that are searched for its part; deeper gaps stay empty.
const MAX_LEVELS: usize = 512;

/// Maximum parts that are moved.
const MAX_PARTS: usize = 1024;

/// Moves late parts into their gaps. Cost: linear in nodes and text, plus at most [`MAX_PARTS`]
/// times [`MAX_LEVELS`].
pub(super) fn place_late_parts(arena: &mut Arena, document: usize) {
    let mut gaps: BTreeMap<String, usize> = BTreeMap::new();
    let mut parts: BTreeMap<String, usize> = BTreeMap::new();
    let mut scripts = Vec::new();
    for id in arena.descendants(document) {
        let Some(element) = arena.nodes[id].element() else {
            continue;
        };
        if element.name.expanded() == expanded_name!(html "script") {
            scripts.push(id);
            continue;
        }
        let Some(name) = element.attr(local_name!("id")) else {
            continue;
        };
        let is_gap = element.name.expanded() == expanded_name!(html "template");
        match name.as_bytes() {
            [b'B' | b'P', b':', ..] if is_gap => gaps.entry(name.to_owned()).or_insert(id),
            [b'S', b':', ..] if !is_gap => parts.entry(name.to_owned()).or_insert(id),
            _ => continue,
        };
    }
    if gaps.is_empty() || parts.is_empty() {
        return;
    }
    let mut moves: Vec<(String, String)> = Vec::new();
    for text in scripts.into_iter().flat_map(|id| arena.children(id)) {
        if let Data::Text(text) = &arena.nodes[text].data {
            calls(text, &mut moves);
        }
    }
    if moves.is_empty() {
        // A page saved without its scripts has no calls. Then a gap and its part usually have the
        // same number.
        let filling = |gap: &String| Some((gap.clone(), format!("S:{}", gap.strip_prefix("B:")?)));
        moves.extend(gaps.keys().filter_map(filling));
    }
    for (gap, part) in moves.into_iter().take(MAX_PARTS) {
        let (Some(&gap), Some(&part)) = (gaps.get(&gap), parts.get(&part)) else {
            continue;
        };
        if is_outside(arena, gap, part) {
            arena.replace(gap, part);
        }
    }
}

/// Returns whether a node is in the tree but not in `part`.
fn is_outside(arena: &Arena, node: usize, part: usize) -> bool {
    let mut at = node;
    for _ in 0..MAX_LEVELS {
        match arena.nodes[at].parent {
            Some(parent) if parent == part => return false,
            Some(parent) => at = parent,
            None => return at != node,
        }
    }
    false
}

/// Returns whether a script may contain calls that move parts.
pub(super) fn may_call(script: &str) -> bool {
    script.contains("$R")
}

/// Collects the gaps and parts in a script's calls of `$RC`, `$RR` and `$RS`. The gap comes first,
/// except for `$RS`.
fn calls(script: &str, moves: &mut Vec<(String, String)>) {
    for (at, _) in script.match_indices('$') {
        let mut rest = script[at + 1..].chars();
        let (first, kind, open) = (rest.next(), rest.next(), rest.next());
        if !matches!(
            (first, kind, open),
            (Some('R'), Some('C' | 'R' | 'S'), Some('('))
        ) {
            continue;
        }
        let mut names = rest.as_str().split('"');
        let (Some(""), Some(first), Some(","), Some(second)) =
            (names.next(), names.next(), names.next(), names.next())
        else {
            continue;
        };
        let (gap, part) = match kind {
            Some('S') => (second, first),
            _ => (first, second),
        };
        moves.push((gap.to_owned(), part.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use crate::page::Limits;
    use crate::source::html;

    fn visible(html: &str) -> String {
        let page = html::read(html, "", Limits::default()).unwrap();
        page.visible_text(page.body())
    }

    #[test]
    fn streamed_parts_are_moved_into_their_placeholders() {
        assert_eq!(
            visible(
                "<main><p>One.</p><template id=B:0></template><p>Four.</p></main>\
                 <div hidden id=S:0><p>Two.</p><template id=P:1></template></div>\
                 <script>$RC=function(b,c){};$RC(\"B:0\",\"S:0\")</script>\
                 <div hidden id=S:1><p>Three.</p></div><script>$RS(\"S:1\",\"P:1\")</script>"
            ),
            "One. Two. Three. Four."
        );
    }

    #[test]
    fn parts_without_a_call_stay_hidden_if_others_have_one() {
        let gap = |n: u32| format!("<template id=B:{n}></template>");
        let part = |n: u32| format!("<div hidden id=S:{n}><p>Late {n}.</p></div>");
        let page = ["<p>One.</p>", &gap(0), &gap(1), &part(0), &part(1)].concat();
        assert_eq!(visible(&page), "One. Late 0. Late 1.");
        let call = "<script>$RC('B:0');$RC(\"B:1\",\"S:1\")</script>";
        assert_eq!(visible(&format!("{page}{call}")), "One. Late 1.");
    }

    #[test]
    fn template_does_not_fill_a_placeholder() {
        let gaps = "<template id=B:0></template><template id=S:0></template>";
        let part = "<div hidden id=S:0><p>Late.</p></div>";
        assert_eq!(visible(&format!("<p>One.</p>{gaps}{part}")), "One. Late.");
    }

    #[test]
    fn part_containing_its_own_placeholder_stays_in_place() {
        let part = "<div id=S:0><p>One.</p><template id=B:0></template></div>";
        let call = "<script>$RC(\"B:0\",\"S:0\");$RC(\"B:0\",\"S:0\")</script>";
        assert_eq!(visible(&format!("{part}{call}")), "One.");
        let deep = "<b>".repeat(20_000);
        let page = format!("<p>One.</p>{deep}<template id=B:0></template>{part}{call}");
        assert_eq!(visible(&page), "One. One.");
    }
}
