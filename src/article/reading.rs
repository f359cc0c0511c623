//! Reading time, independent of the window width.
//!
//! Pages show some paragraphs only in wide windows. They count in narrow windows too, so that the
//! time is the same.

use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::page::{NodeId, NodeSet, Page, Tag};
use crate::text::{self, Length, TextCounts};

/// Minimum characters of a hidden block that counts as text, half as many in CJK; set by hand.
/// Shorter blocks are labels and menus, which pages hide for other reasons. If it were very high,
/// only painted text would count.
const MIN_TEXT_CHARS: f32 = 60.0;

/// Maximum leaves of a paragraph that are checked.
const MAX_LEAVES: usize = 64;

/// Returns the length of kept text, `length`, plus that of hidden text among it.
pub(crate) fn length(page: &Page, kept: &NodeSet, mut length: Length) -> Length {
    let hidden = hidden_text(page, kept);
    if hidden.is_empty() {
        return length;
    }
    // Some pages contain the same text twice, for wide and for narrow windows.
    let mut seen = Interner::new();
    for line in kept.iter().filter_map(|leaf| page.parent(leaf)) {
        seen.insert(Hash64::of(&text::collapse(page.raw_text(line))));
    }
    for node in hidden {
        let text = text::collapse(page.raw_text(node));
        let Length { words, cjk } = Length::of(&text);
        if seen.insert(Hash64::of(&text)) {
            length.words += words;
            length.cjk += cjk;
        }
    }
    length
}

/// Returns the hidden paragraphs between or beside kept ones, in document order of their parents.
fn hidden_text(page: &Page, kept: &NodeSet) -> Vec<NodeId> {
    let mut found = Vec::new();
    for parent in page
        .nodes()
        .filter(|&n| page.is_element(n) && !page.is_hidden(n))
    {
        let mut beside = false;
        let mut waiting = Vec::new();
        for child in page.children(parent).filter(|&n| page.is_element(n)) {
            if !page.is_hidden(child) {
                if !page.raw_text(child).trim().is_empty() {
                    beside = is_paragraph(page, child) && is_kept(page, kept, child);
                    if beside {
                        found.append(&mut waiting);
                    }
                    waiting.clear();
                }
            } else if is_paragraph(page, child) && reads_like_text(page, child) {
                if beside {
                    found.push(child);
                } else {
                    waiting.push(child);
                }
            }
        }
    }
    found
}

fn is_paragraph(page: &Page, node: NodeId) -> bool {
    matches!(page.tag(node), Tag::P | Tag::Li | Tag::Blockquote)
}

fn reads_like_text(page: &Page, node: NodeId) -> bool {
    !page.descendants(node).any(|n| page.tag(n).is_link())
        && length_of(page.raw_text(node)) >= MIN_TEXT_CHARS
}

fn is_kept(page: &Page, kept: &NodeSet, node: NodeId) -> bool {
    let mut leaves = page.descendants(node).filter(|&n| page.is_text(n));
    leaves.by_ref().take(MAX_LEAVES).any(|n| kept.contains(n))
}

/// Returns the number of characters in a text, with those of CJK scripts counted twice.
fn length_of(text: &str) -> f32 {
    let counts = TextCounts::of(text);
    (counts.chars + counts.cjk) as f32
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test a panic is the report")]
mod tests {
    use crate::extract::one_click;
    use crate::extract::report::Report;
    use crate::source::html;

    fn minutes(middle: &str) -> u32 {
        let text = "<p>The ferry left the harbour at noon with most of the islanders aboard, and \
            nobody had thought to tell the keeper of the lighthouse.</p>";
        let page = format!(
            "<title>T</title><main>{}{middle}{text}</main>",
            text.repeat(7)
        );
        let page = html::read(&page, "", Default::default()).unwrap();
        Report::new(&page, &one_click(&page))
            .summary
            .reading_minutes
    }

    #[test]
    fn reading_time_includes_text_hidden_in_narrow_windows() {
        let long = "The keeper watched from the gallery and waved his handkerchief once. ";
        let paragraph = |style: &str, n: usize| {
            let words: String = (0..n).map(|i| format!("{long}{i} ")).collect();
            format!("<p{style}>{words}</p>")
        };
        let hidden = " style=display:none";
        assert_eq!(minutes(""), 1);
        assert_eq!(minutes(&paragraph("", 5)), minutes(&paragraph(hidden, 5)));
        assert!(minutes(&paragraph(hidden, 5)) > 1);
        // One version for wide windows and one for narrow ones: counted once.
        let both = paragraph("", 5) + &paragraph(hidden, 5);
        assert_eq!(minutes(&both), minutes(&paragraph("", 5)));
        // A hidden menu doesn't count.
        let menu = paragraph(hidden, 5).replace("</p>", "<a href=/>Home</a></p>");
        assert_eq!(minutes(&menu), 1);
    }
}
