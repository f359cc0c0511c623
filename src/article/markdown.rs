//! Writes the clean tree as Markdown: CommonMark, with the tables and strikethrough of GFM.
//!
//! HTML is used if Markdown has no syntax, which CommonMark allows: for superscripts and
//! subscripts, keys, ruby, collapsible parts, tables with spans or blocks in their cells, and lists
//! whose numbers descend or aren't valid in a marker. Recursion is bounded, because the depth of
//! the clean tree is (see [`super::tree`]).

mod context;
mod escape;
mod formula;
mod inline;

use std::ops::RangeInclusive;

use super::html;
use super::tree::{Tree, is_block, is_heading};
use super::{count, math, notes, tasks};
use crate::page::{Attr, Tag};
use context::Context;
use inline::Inline;

/// Writes the whole article, with one line feed at its end.
pub(super) fn write(tree: &Tree) -> String {
    let writer = Blocks {
        tree,
        has_math: tree.descendants(0).any(|n| math::tex_of(tree, n).is_some()),
    };
    let mut out = writer.children(0);
    let notes = writer.notes();
    if !out.is_empty() && !notes.is_empty() {
        out.push_str("\n\n");
    }
    out.push_str(&notes);
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// Valid numbers of a list marker: at most nine digits, and not negative.
const NUMBERS: RangeInclusive<i64> = 0..=999_999_999;

struct Blocks<'t> {
    tree: &'t Tree,
    has_math: bool,
}

impl Blocks<'_> {
    /// Writes the content of a node: blocks separated by blank lines, with loose lines between
    /// them.
    fn children(&self, node: usize) -> String {
        let children: Vec<usize> = self.tree.children(node).collect();
        self.siblings(node, &children)
    }

    /// Writes some of a node's children, like [`Self::children`].
    fn siblings(&self, node: usize, children: &[usize]) -> String {
        let tight = self.tree.tag(node) == Tag::Li && !self.is_loose(node);
        let mut out = String::new();
        let mut before: Option<Tag> = None;
        let mut at = 0;
        while let Some(&child) = children.get(at) {
            let tag = self.tree.tag(child);
            if self.is_before_notes(child) {
                at += 1;
                continue;
            }
            let (piece, kind) = if is_block(tag) {
                at += 1;
                (self.block(child), tag)
            } else {
                let from = at;
                while children
                    .get(at)
                    .is_some_and(|&c| !is_block(self.tree.tag(c)))
                {
                    at += 1;
                }
                (self.line(&children[from..at], Context::Paragraph), Tag::P)
            };
            if piece.is_empty() {
                continue;
            }
            let is_list = matches!(kind, Tag::Ul | Tag::Ol);
            match before {
                None => {}
                // Adjacent lists of one kind would merge.
                Some(b) if is_list && b == kind => out.push_str("\n\n<!-- -->\n\n"),
                Some(Tag::P) if is_list && tight && interrupts(&piece) => out.push('\n'),
                Some(_) => out.push_str("\n\n"),
            }
            out.push_str(&piece);
            before = Some(kind);
        }
        out
    }

    /// Returns whether a block is the heading of the notes, or the rule before them. Markdown's
    /// notes have neither.
    fn is_before_notes(&self, node: usize) -> bool {
        let tree = self.tree;
        let next = tree.node(node).end;
        let heads = |n: usize| notes::is_notes_heading(tree, n) || tree.tag(n) == Tag::Hr;
        let is_inside = next < tree.node(tree.node(node).parent).end;
        is_inside
            && heads(node)
            && (self.has_only_notes(next) || heads(next) && self.is_before_notes(next))
    }

    fn has_only_notes(&self, list: usize) -> bool {
        let mut items = self.tree.children(list);
        notes::is_list(self.tree, list)
            && items.all(|item| notes::number(self.tree, item).is_some())
    }

    /// Writes the notes, which are put at the end.
    fn notes(&self) -> String {
        let tree = self.tree;
        let mut out = Vec::new();
        for item in tree.descendants(0) {
            if let Some(number) = notes::number(tree, item) {
                let content = self.children(item);
                let text = prefix_lines(content.trim_end(), "    ", "");
                out.push(format!("[^{number}]: {}", text.trim_start()));
            }
        }
        out.join("\n")
    }

    fn block(&self, node: usize) -> String {
        let tree = self.tree;
        let tag = tree.tag(node);
        let text = match tag {
            Tag::P => return self.whole_line(node, Context::Paragraph),
            Tag::Hr => "---".to_owned(),
            Tag::Pre => self.fence(node),
            Tag::Aside | Tag::Details if tree.attr(node, Attr::DataCallout).is_some() => {
                self.callout(node)
            }
            Tag::Blockquote | Tag::Aside => prefix_lines(&self.children(node), "> ", ">"),
            Tag::Ul | Tag::Ol => self.list(node),
            Tag::Dl => self.definitions(node),
            Tag::Table => self.table(node).unwrap_or_else(|| self.raw(node)),
            Tag::Details => self.details(node),
            tag if is_heading(tag) => {
                let line = self.whole_line(node, Context::Heading);
                let level = usize::from(tag.heading_level().unwrap_or(1));
                return format!("{} {}", "#".repeat(level), escape::heading_end(&line));
            }
            _ => self.children(node),
        };
        match self.anchor(node) {
            anchor if anchor.is_empty() => text,
            anchor => format!("{anchor}\n\n{text}"),
        }
    }

    /// Writes the content of a node as one line, with its anchor.
    fn whole_line(&self, node: usize, context: Context) -> String {
        let children: Vec<usize> = self.tree.children(node).collect();
        let line = self.line(&children, context);
        format!("{}{line}", self.anchor(node))
    }

    fn line(&self, nodes: &[usize], context: Context) -> String {
        Inline::new(self.tree, self.has_math, context).line(nodes)
    }

    /// Returns the anchor for links to the node.
    fn anchor(&self, node: usize) -> String {
        let id = self.tree.attr(node, Attr::Id).unwrap_or_default();
        inline::anchor(id)
    }

    /// Returns the content of a node after its anchor, which is in the same line, or on a separate
    /// line before a block.
    fn anchored(&self, node: usize, content: &str) -> String {
        let anchor = self.anchor(node);
        let first = self.tree.children(node).next();
        let is_line =
            first.is_none_or(|c| !is_block(self.tree.tag(c)) || self.tree.tag(c) == Tag::P);
        let between = if anchor.is_empty() || is_line {
            ""
        } else {
            "\n\n"
        };
        format!("{anchor}{between}{content}")
    }

    fn fence(&self, node: usize) -> String {
        let tree = self.tree;
        // Containers around the code must prefix every line.
        let code = tree
            .all_text(node)
            .replace("\r\n", "\n")
            .replace('\r', "\n");
        let code = code.strip_suffix('\n').unwrap_or(&code);
        let longest = escape::longest_run(code, '`').max(2);
        let fence = "`".repeat(longest + 1);
        let language = tree
            .children(node)
            .find_map(|c| tree.attr(c, Attr::Class)?.strip_prefix("language-"))
            .unwrap_or_default();
        format!("{fence}{language}\n{code}\n{fence}")
    }

    /// Returns whether an item makes its list loose, because it contains paragraphs.
    fn is_loose(&self, item: usize) -> bool {
        self.tree.children(item).any(|c| self.tree.tag(c) == Tag::P)
    }

    fn list(&self, node: usize) -> String {
        let tree = self.tree;
        let ordered = tree.tag(node) == Tag::Ol;
        let items: Vec<(i64, usize)> = count::numbered(tree, node).collect();
        let is_written = |&(number, _): &(i64, usize)| !ordered || NUMBERS.contains(&number);
        let is_reversed = tree.attr(node, Attr::Reversed).is_some();
        if !notes::is_list(tree, node) && (is_reversed || !items.iter().all(is_written)) {
            return self.raw(node);
        }
        let loose = tree.children(node).any(|c| self.is_loose(c));
        let mut out = String::new();
        let mut counted = None;
        for (number, item) in items {
            if notes::number(tree, item).is_some() {
                continue;
            }
            if !out.is_empty() {
                out.push_str(if loose { "\n\n" } else { "\n" });
            }
            // Markdown parsers use only the number of the first item.
            let is_jump = counted.is_some_and(|counted| counted != number);
            if ordered && is_jump && !notes::is_list(tree, node) {
                out.push_str(if loose { "<!-- -->\n\n" } else { "<!-- -->\n" });
            }
            counted = Some(number + 1);
            let marker = if ordered {
                format!("{number}. ")
            } else {
                "- ".to_owned()
            };
            let content = self.children(item);
            let content = tasks::marked(&content)
                .unwrap_or_else(|| escape::item_start(&content).into_owned());
            out.push_str(&list_item(&self.anchored(item, &content), &marker));
        }
        out
    }

    /// Writes a definition list: terms as bold lines, descriptions as list items below them.
    fn definitions(&self, node: usize) -> String {
        let tree = self.tree;
        let mut out = String::new();
        let mut before = Tag::Dl;
        for child in tree.children(node) {
            let content = self.children(child);
            if content.is_empty() {
                continue;
            }
            let tag = tree.tag(child);
            if !out.is_empty() {
                let items = before == Tag::Dd && tag == Tag::Dd;
                out.push_str(if items { "\n" } else { "\n\n" });
            }
            before = tag;
            let is_line = !tree.children(child).any(|c| is_block(tree.tag(c)));
            match tag {
                Tag::Dt if is_line && !content.contains('*') => {
                    out.push_str(&format!("{}**{content}**", self.anchor(child)));
                }
                Tag::Dt => out.push_str(&self.anchored(child, &content)),
                _ => out.push_str(&list_item(&content, "- ")),
            }
        }
        out
    }

    /// Writes a callout as a quotation. Its first line contains the type, whether it's collapsed,
    /// and the title if that differs from the type.
    fn callout(&self, node: usize) -> String {
        let tree = self.tree;
        let kind = tree.attr(node, Attr::DataCallout).unwrap_or_default();
        let children: Vec<usize> = tree.children(node).collect();
        let is_title = |n: usize| {
            tree.tag(n) == Tag::Summary || tree.attr(n, Attr::Class) == Some("pith-title")
        };
        let (title, rest) = match children.split_first() {
            Some((&first, rest)) if is_title(first) => (Some(first), rest),
            _ => (None, &children[..]),
        };
        let fold = match (tree.tag(node), tree.attr(node, Attr::DataCalloutFold)) {
            (Tag::Details, _) if tree.attr(node, Attr::Open).is_some() => "+",
            (Tag::Details, _) => "-",
            (_, fold) => fold.unwrap_or_default(),
        };
        let title = title.map(|title| self.whole_line(title, Context::Heading));
        let says_more = |title: &String| {
            let words = title.trim_matches(|c: char| !c.is_alphanumeric());
            !words.eq_ignore_ascii_case(kind)
        };
        let title = title.filter(says_more).map(|title| format!(" {title}"));
        let head = format!("[!{kind}]{fold}{}", title.unwrap_or_default());
        let text = self.siblings(node, rest);
        let text = if text.is_empty() {
            head
        } else {
            format!("{head}\n{text}")
        };
        prefix_lines(&text, "> ", ">")
    }

    fn details(&self, node: usize) -> String {
        let tree = self.tree;
        let open = tree.attr(node, Attr::Open).map_or("", |_| " open");
        let mut out = format!("<details{open}>\n");
        let children: Vec<usize> = tree.children(node).collect();
        let summary = children.first().filter(|&&c| tree.tag(c) == Tag::Summary);
        if let Some(&summary) = summary {
            let mut line = String::new();
            for child in tree.children(summary) {
                html::write_node(tree, child, &mut line);
            }
            let line = crate::text::collapse(&line);
            out.push_str(&format!("<summary>{line}</summary>\n"));
        }
        // The summary is already written; the other children become blocks.
        let rest: Vec<String> = children
            .iter()
            .filter(|&c| Some(c) != summary)
            .map(|&c| {
                if is_block(tree.tag(c)) {
                    self.block(c)
                } else {
                    self.line(&[c], Context::Paragraph)
                }
            })
            .filter(|s| !s.is_empty())
            .collect();
        out.push('\n');
        out.push_str(&rest.join("\n\n"));
        out.push_str("\n\n</details>");
        out
    }

    /// Writes a GFM table; `None` if a cell spans others or contains blocks.
    fn table(&self, node: usize) -> Option<String> {
        let tree = self.tree;
        let mut rows: Vec<(Vec<String>, bool)> = Vec::new();
        let mut caption = String::new();
        for part in tree.children(node) {
            if tree.tag(part) == Tag::Caption {
                caption = self.children(part);
                continue;
            }
            for row in tree.children(part) {
                let mut cells = Vec::new();
                let mut header = true;
                for cell in tree.children(row) {
                    let spans = [Attr::Colspan, Attr::Rowspan]
                        .iter()
                        .any(|&a| tree.attr(cell, a).is_some());
                    if spans {
                        return None;
                    }
                    header &= tree.tag(cell) == Tag::Th;
                    cells.push(self.cell(cell)?);
                }
                rows.push((cells, header || tree.tag(part) == Tag::Thead));
            }
        }
        let width = rows.iter().map(|(cells, _)| cells.len()).max()?;
        let mut out = String::new();
        if !caption.is_empty() {
            out.push_str(&caption);
            out.push_str("\n\n");
        }
        let has_header = rows.first().is_some_and(|&(_, header)| header);
        if !has_header {
            rows.insert(0, (Vec::new(), true));
        }
        for (i, (cells, _)) in rows.iter().enumerate() {
            if i > 0 {
                out.push('\n');
            }
            for column in 0..width {
                let cell = cells.get(column).map_or("", String::as_str);
                out.push_str("| ");
                out.push_str(cell);
                if !cell.is_empty() {
                    out.push(' ');
                }
            }
            out.push('|');
            if i == 0 {
                out.push('\n');
                out.push_str(&"| --- ".repeat(width));
                out.push('|');
            }
        }
        Some(out)
    }

    /// Writes the content of a cell as one line; `None` if it contains blocks.
    fn cell(&self, cell: usize) -> Option<String> {
        let code = self.only_code(cell);
        let has_blocks = || self.tree.children(cell).any(|c| is_block(self.tree.tag(c)));
        if code.is_none() && has_blocks() {
            return None;
        }
        let line = self.whole_line(code.unwrap_or(cell), Context::Cell);
        Some(line.replace('|', "\\|"))
    }

    /// Returns the one-line code block that is the only content of a cell.
    fn only_code(&self, cell: usize) -> Option<usize> {
        let tree = self.tree;
        let mut children = tree.children(cell);
        let only = children.next().filter(|_| children.next().is_none())?;
        let is_line = || !tree.all_text(only).trim().contains('\n');
        (tree.tag(only) == Tag::Pre && is_line()).then_some(only)
    }

    /// Writes a node as an HTML block, without blank lines, which would end it.
    fn raw(&self, node: usize) -> String {
        let mut markup = String::new();
        html::write_node(self.tree, node, &mut markup);
        let markup = markup.replace('\r', "&#13;");
        let mut out = String::new();
        for line in markup.trim_end().split('\n') {
            if line.trim().is_empty() {
                out.push_str("&#10;");
                out.push_str(line);
                continue;
            }
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(line);
        }
        out
    }
}

/// Returns whether a list may follow a line of text without a blank line: it's HTML, or its first
/// item isn't empty and is numbered 1, if at all (CommonMark 0.31.2, Sect. 5.3).
fn interrupts(list: &str) -> bool {
    let first = list.lines().next().unwrap_or_default();
    let item = ["- ", "1. "]
        .iter()
        .find_map(|marker| first.strip_prefix(marker));
    list.starts_with('<') || item.is_some_and(|item| !item.trim().is_empty())
}

/// Prefixes every line; `blank` is the prefix of empty lines.
fn prefix_lines(text: &str, prefix: &str, blank: &str) -> String {
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| {
            if line.is_empty() {
                blank.to_owned()
            } else {
                format!("{prefix}{line}")
            }
        })
        .collect();
    lines.join("\n")
}

/// Returns a list item: the marker, and the content with later lines indented to align with its
/// text.
fn list_item(content: &str, marker: &str) -> String {
    let indent = " ".repeat(marker.len());
    let text = prefix_lines(content, &indent, "");
    format!("{marker}{}", text.strip_prefix(&indent).unwrap_or(&text))
}
