//! The bar within a code block above or below the code: language, file name, buttons.

use super::code_language::{declared_language, named};
use super::{Attr, NodeId, Page, Tag};
use crate::compact::words;

/// Maximum characters of a bar's text outside its buttons.
const MAX_BAR_CHARS: usize = 40;

/// Maximum ancestors of a button that are searched for the bar.
const LEVELS: usize = 6;

/// Maximum nodes of a code block that are searched for a bar.
const MAX_NODES: usize = 20_000;

/// Parts of class names of labels.
const LABELS: &str = "lang language label title header head filename badge caption bar";

impl Page {
    /// Returns the bars of a code block, and the labels that aren't code.
    pub(crate) fn code_bars(&self, code_block: NodeId) -> Vec<NodeId> {
        if self.subtree(code_block).len() > MAX_NODES {
            return Vec::new();
        }
        let mut bars = Vec::new();
        let buttons = self.descendants(code_block).filter(|&n| self.is_button(n));
        let mut end = code_block;
        for button in buttons {
            if button < end {
                continue;
            }
            let bar = self.bar_around(code_block, button);
            end = self.end(bar);
            bars.push(bar);
        }
        bars.extend(self.label_at_head(code_block, &bars));
        bars
    }

    fn is_button(&self, id: NodeId) -> bool {
        self.tag(id) == Tag::Button || self.attr(id, Attr::Role).map(str::trim) == Some("button")
    }

    /// Returns the largest element around a button that has little text and no line of code; the
    /// button itself if code surrounds it.
    fn bar_around(&self, code_block: NodeId, button: NodeId) -> NodeId {
        let around = self
            .ancestors(button)
            .take(LEVELS)
            .take_while(|&n| n > code_block);
        let is_bar = |&n: &NodeId| {
            let label = self.text_beside_buttons(n);
            let is_short = label.chars().count() <= MAX_BAR_CHARS && !label.contains('\n');
            let code = self.attr(n, Attr::Class).unwrap_or_default();
            // Its text has to look like the name of a language or a file.
            let is_name = label.is_empty()
                || named(&label).is_some()
                || !label.contains(['(', ';', '{', '=', '$']);
            is_short && is_name && self.tag(n) != Tag::Code && !code.contains("line")
        };
        let mut bar = button;
        for n in around {
            if !is_bar(&n) || !self.is_at_edge(code_block, n) {
                break;
            }
            bar = n;
        }
        // If there's text next to the button outside a bar, it's a line of code.
        match self.tag(bar) == Tag::Pre {
            true => button,
            false => bar,
        }
    }

    /// Returns whether a code block has text outside the element `part`.
    fn has_more(&self, code_block: NodeId, part: NodeId) -> bool {
        self.descendants(code_block)
            .any(|n| self.is_text(n) && !self.contains(part, n) && !self.text(n).trim().is_empty())
    }

    /// Returns whether an element contains the first or the last text of a code block, but not
    /// both.
    fn is_at_edge(&self, code_block: NodeId, part: NodeId) -> bool {
        let has_text = |&n: &NodeId| self.is_text(n) && !self.text(n).trim().is_empty();
        let first = self.descendants(code_block).find(has_text);
        let last = (code_block.0 + 1..self.end(code_block).0)
            .rev()
            .map(NodeId)
            .find(has_text);
        let holds = |n: Option<NodeId>| n.is_none_or(|n| self.contains(part, n));
        holds(first) != holds(last)
            || self.text_beside_buttons(part).is_empty() && self.has_more(code_block, part)
    }

    /// Returns an element's text outside its buttons.
    fn text_beside_buttons(&self, id: NodeId) -> String {
        let mut label = String::new();
        let mut at = NodeId(id.0 + 1);
        while at < self.end(id) {
            if self.is_button(at) {
                at = self.end(at);
                continue;
            }
            if self.is_text(at) {
                label.push_str(self.text(at));
                if label.len() > 8 * MAX_BAR_CHARS {
                    break;
                }
            }
            at = NodeId(at.0 + 1);
        }
        label.trim().to_owned()
    }

    /// Returns the element at the start of a code block, before or after its bars, that names its
    /// language or file: it has a label's class, or names the declared language with a capital.
    fn label_at_head(&self, code_block: NodeId, bars: &[NodeId]) -> Option<NodeId> {
        let is_in_bar = |n: NodeId| bars.iter().any(|&bar| self.contains(bar, n));
        let mut inside = self.descendants(code_block);
        let text = inside
            .find(|&n| self.is_text(n) && !self.text(n).trim().is_empty() && !is_in_bar(n))?;
        let label = self.text(text).trim();
        if named(label).is_none() && !is_file_name(label) {
            return None;
        }
        let is_all = |&n: &NodeId| n > code_block && self.raw_text(n).trim() == label;
        let around = || self.ancestors(text).take(LEVELS);
        let is_declared = label.starts_with(char::is_uppercase)
            && around().any(|n| {
                let declared = declared_language(self, n);
                declared.is_some() && declared.as_deref() == named(label)
            });
        around().take_while(is_all).find(|&n| {
            let class = self.attr(n, Attr::Class).unwrap_or_default();
            let mut parts = class.split(|c: char| !c.is_ascii_alphabetic());
            let is_label = parts.any(|part| words::holds(LABELS, &part.to_ascii_lowercase()));
            (is_label || is_declared) && self.has_more(code_block, n)
        })
    }

    /// Returns the language named by a bar of a code block.
    pub(super) fn language_in_bar(&self, code_block: NodeId) -> Option<&'static str> {
        let bars = self.code_bars(code_block);
        bars.into_iter()
            .find_map(|bar| named(&self.text_beside_buttons(bar)))
    }
}

/// Returns whether a text is the name of a file.
fn is_file_name(text: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "._-/".contains(c);
    let is_ending =
        |end: &str| (1..=5).contains(&end.len()) && end.chars().all(char::is_alphanumeric);
    let ending = text.rsplit_once('.').map(|(_, end)| end);
    text.len() <= MAX_BAR_CHARS && text.chars().all(plain) && ending.is_some_and(is_ending)
}
