//! Writes one line of Markdown: text, emphasis, links, code, images.

use super::super::html;
use super::super::tree::{Tree, is_block};
use super::super::{math, notes};
use super::context::Context;
use super::escape::{self, LineMarks};
use super::formula;
use crate::page::{Attr, Tag};

/// Elements without Markdown syntax, which are written as HTML.
const IN_HTML: [Tag; 16] = [
    Tag::Abbr,
    Tag::Bdi,
    Tag::Bdo,
    Tag::Dfn,
    Tag::Ins,
    Tag::Kbd,
    Tag::Mark,
    Tag::Q,
    Tag::Rb,
    Tag::Rp,
    Tag::Rt,
    Tag::Rtc,
    Tag::Ruby,
    Tag::Sub,
    Tag::Sup,
    Tag::U,
];

/// Writes one line. See the [module](self).
pub(super) struct Inline<'t> {
    tree: &'t Tree,
    has_math: bool,
    context: Context,
    /// Index of the first node after the line.
    end: usize,
    /// True if the line contains a formula.
    has_formula: bool,
    marks: LineMarks,
}

impl<'t> Inline<'t> {
    pub(super) fn new(tree: &'t Tree, has_math: bool, context: Context) -> Self {
        Self {
            tree,
            has_math,
            context,
            end: 0,
            has_formula: false,
            marks: LineMarks::default(),
        }
    }

    /// Writes sibling nodes as a line.
    pub(super) fn line(mut self, nodes: &[usize]) -> String {
        self.end = nodes.last().map_or(0, |&n| self.tree.node(n).end);
        let start = nodes.first().copied().unwrap_or(self.end);
        self.has_formula = (start..self.end).any(|n| math::tex_of(self.tree, n).is_some());
        self.marks = self.marks_of(start);
        let mut out = String::new();
        for &node in nodes {
            self.node(node, false, &mut out);
        }
        // A line break at the end separates nothing.
        let out = trimmed(&out);
        match self.context {
            Context::Cell => out.to_owned(),
            Context::Heading => out.replace('\n', " "),
            Context::Paragraph => escape::line_starts(out),
        }
    }

    /// Returns which special characters the texts and attributes contain, from `start` to the end
    /// of the line.
    fn marks_of(&self, start: usize) -> LineMarks {
        let tree = self.tree;
        let mut texts = Vec::new();
        let mut dollars = 0;
        let mut code_ends = start;
        for n in start..self.end {
            let label = [Attr::Alt, Attr::Title].map(|a| tree.attr(n, a).unwrap_or_default());
            for text in [tree.text(n), label[0], label[1]] {
                dollars += text.matches('$').count();
            }
            if matches!(tree.tag(n), Tag::Code | Tag::Samp | Tag::Math) {
                code_ends = tree.node(n).end;
            }
            // Code is protected by its backticks.
            if n >= code_ends {
                texts.push(tree.text(n));
            }
        }
        LineMarks {
            brackets: LineMarks::has_link(texts.into_iter()),
            dollars: self.has_math || dollars > 1,
        }
    }

    fn marks(&self, in_link: bool) -> LineMarks {
        LineMarks {
            brackets: in_link || self.marks.brackets,
            ..self.marks
        }
    }

    fn children(&self, node: usize, in_link: bool, before: Option<char>) -> String {
        // Escapes and emphasis inside also depend on the character before.
        let mut out: String = before.into_iter().collect();
        let start = out.len();
        for child in self.tree.children(node) {
            self.node(child, in_link, &mut out);
        }
        out.split_off(start)
    }

    fn node(&self, node: usize, in_link: bool, out: &mut String) {
        let tree = self.tree;
        let tag = tree.tag(node);
        let before = out.chars().next_back();
        match tag {
            Tag::Text => {
                let line_before = before.filter(|&c| c != '\n');
                let after = self.next_char(node);
                let text = tree.text(node);
                escape::text(text, line_before, after, self.marks(in_link), out);
            }
            Tag::Br => out.push_str(self.line_break()),
            Tag::Wbr => {}
            _ if let Some((mark, name)) = emphasis_kind(tree, node) => {
                self.emphasis(node, mark, name, in_link, out);
            }
            Tag::Code | Tag::Math if let Some((tex, display)) = math::tex_of(tree, node) => {
                self.formula(node, &tex, display, out);
            }
            Tag::Code | Tag::Samp => self.code_with_links(node, in_link, out),
            Tag::A if notes::is_back_link(tree, node) => {}
            Tag::A | Tag::Sup if let Some(number) = self.note(node) => {
                out.push_str(&format!("[^{number}]"));
            }
            Tag::A => {
                let inner = self.children(node, true, None);
                out.push_str(&self.link(node, &inner));
            }
            Tag::Img => out.push_str(&self.image(node, Attr::Src, Attr::Alt)),
            Tag::Video | Tag::Audio => self.medium(node, in_link, out),
            tag if IN_HTML.contains(&tag) => {
                let mut tag_start = String::new();
                html::start_tag(tree, node, &mut tag_start);
                escape::references(&tag_start, in_tag, out);
                let inner = self.children(node, in_link, Some('>'));
                out.push_str(&format!("{inner}</{}>", tag.name()));
            }
            _ => {
                out.push_str(&anchor(tree.attr(node, Attr::Id).unwrap_or_default()));
                let before = out.chars().next_back();
                let inner = self.children(node, in_link, before);
                out.push_str(&inner);
            }
        }
    }

    /// Returns the number of the note for a reference, which is a link or a superscript around one.
    fn note(&self, node: usize) -> Option<&str> {
        let mut children = self.tree.children(node);
        match (self.tree.tag(node), children.next(), children.next()) {
            (Tag::Sup, Some(only), None) => notes::marked(self.tree, only),
            _ => notes::marked(self.tree, node),
        }
    }

    fn formula(&self, node: usize, tex: &str, display: bool, out: &mut String) {
        let tex = formula::source(tex, self.context);
        let mark = if display { "$$" } else { "$" };
        if !tex.is_empty() {
            out.push_str(&format!("{mark}{tex}{mark}"));
            // A formula doesn't end if a digit follows.
            if self.next_char(node).is_some_and(|c| c.is_ascii_digit()) {
                out.push_str("<!-- -->");
            }
        }
    }

    fn line_break(&self) -> &'static str {
        match self.context {
            Context::Paragraph => "\\\n",
            Context::Heading => " ",
            Context::Cell => "<br>",
        }
    }

    /// Returns a link around some output.
    fn link(&self, node: usize, inner: &str) -> String {
        let anchor = anchor(tree_id(self.tree, node));
        let href = self.tree.attr(node, Attr::Href).unwrap_or_default();
        format!("{anchor}[{inner}]({})", escape::target(href))
    }

    /// Writes code. A code span can't contain a link, so a link is put around it, or the code is
    /// written as HTML.
    fn code_with_links(&self, node: usize, in_link: bool, out: &mut String) {
        let tree = self.tree;
        let is_link = |n: usize| tree.tag(n) == Tag::A && tree.attr(n, Attr::Href).is_some();
        let Some(link) = tree.descendants(node).find(|&n| !in_link && is_link(n)) else {
            return self.code_lines(node, out);
        };
        if tree.all_text(link).trim() == tree.all_text(node).trim() {
            let mut inner = String::new();
            self.code_lines(link, &mut inner);
            out.push_str(&self.link(link, &inner));
        } else {
            self.code_in_html(node, "code", out);
        }
    }

    fn code_in_html(&self, node: usize, name: &str, out: &mut String) {
        let tree = self.tree;
        let mut start = String::new();
        html::start_tag(tree, node, &mut start);
        escape::references(&start, in_tag, out);
        for child in tree.children(node) {
            match tree.tag(child) {
                Tag::Text => {
                    escape::references(tree.text(child), |c| c.is_ascii_punctuation(), out);
                }
                Tag::Br => out.push_str("<br>"),
                Tag::A => self.code_in_html(child, "a", out),
                _ => out.push_str(&self.children(child, true, None)),
            }
        }
        out.push_str(&format!("</{name}>"));
    }

    /// Writes code, with a code span per line, because a span can't contain a line break.
    fn code_lines(&self, node: usize, out: &mut String) {
        let mut line = String::new();
        for inner in self.tree.descendants(node) {
            if self.tree.tag(inner) != Tag::Br {
                line.push_str(self.tree.text(inner));
                continue;
            }
            self.code(&line, out);
            out.push_str(self.line_break());
            line.clear();
        }
        self.code(&line, out);
    }

    /// Writes emphasis with delimiters, or with tags if delimiters wouldn't be parsed as emphasis
    /// (CommonMark 6.2: left- and right-flanking runs).
    fn emphasis(&self, node: usize, mark: &str, tag: &str, in_link: bool, out: &mut String) {
        // The delimiter is punctuation, represented by one that can't merge with delimiters inside.
        let inner = self.children(node, in_link, Some('('));
        let text = trimmed(&inner);
        let (Some(first), Some(last)) = (text.chars().next(), text.chars().next_back()) else {
            out.push_str(&inner);
            return;
        };
        if self.is_within(node, tag) {
            out.push_str(&inner);
            return;
        }
        // Delimiters can't be next to white space, so that's moved outside.
        let (lead, rest) = inner.split_at(inner.len() - inner.trim_start().len());
        let (text, trail) = rest.split_at(text.len());
        out.push_str(&anchor(tree_id(self.tree, node)));
        out.push_str(lead);
        let before = out.chars().next_back();
        let after = trail.chars().next().or_else(|| self.next_char(node));
        let mark_char = mark.chars().next();
        let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        let opens = (first.is_alphanumeric() || apart(before)) && before != mark_char;
        let closes = last != '\\' && (last.is_alphanumeric() || apart(after));
        // Adjacent delimiters are parsed as one run, which may end elsewhere.
        let mut children = self.tree.children(node);
        let only = children.next().filter(|_| children.next().is_none());
        let is_double = only.is_some_and(|n| emphasis_kind(self.tree, n).is_some());
        let runs = !is_double
            && (Some(first) == mark_char
                || Some(last) == mark_char && !text[..text.len() - 1].ends_with('\\'));
        if opens && closes && !runs {
            out.push_str(&format!("{mark}{text}{mark}{trail}"));
        } else {
            out.push_str(&format!("<{tag}>{text}</{tag}>{trail}"));
        }
    }

    /// Returns whether emphasis is inside emphasis of the same kind, and so redundant.
    fn is_within(&self, node: usize, kind: &str) -> bool {
        let mut around = self.tree.node(node).parent;
        while around != 0 && !is_block(self.tree.tag(around)) {
            if emphasis_kind(self.tree, around).is_some_and(|(_, name)| name == kind) {
                return true;
            }
            around = self.tree.node(around).parent;
        }
        false
    }

    /// Returns the first character after a node in the line; `None` at the end of the line and
    /// before a line break.
    fn next_char(&self, node: usize) -> Option<char> {
        let tree = self.tree;
        (tree.node(node).end..self.end).find_map(|n| match tree.tag(n) {
            Tag::Text => Some(tree.text(n).chars().next()),
            Tag::Br => Some(None),
            Tag::Img => Some(Some('!')),
            Tag::A | Tag::Video | Tag::Audio => Some(Some('[')),
            _ => None,
        })?
    }

    fn image(&self, node: usize, source: Attr, alt: Attr) -> String {
        let src = self.tree.attr(node, source).unwrap_or_default();
        let mut label = String::new();
        let alt = crate::text::collapse(self.tree.attr(node, alt).unwrap_or_default());
        escape::text(&alt, Some(' '), None, self.marks(true), &mut label);
        format!("![{label}]({})", escape::target(src))
    }

    fn medium(&self, node: usize, in_link: bool, out: &mut String) {
        let tree = self.tree;
        let src = tree.attr(node, Attr::Src).or_else(|| {
            let mut sources = tree.children(node);
            sources.find_map(|c| tree.attr(c, Attr::Src))
        });
        let poster = tree.attr(node, Attr::Poster).is_some();
        let label = if poster {
            self.image(node, Attr::Poster, Attr::Title)
        } else {
            let kind = if tree.tag(node) == Tag::Video {
                "Video"
            } else {
                "Audio"
            };
            let title = crate::text::collapse(tree.attr(node, Attr::Title).unwrap_or(kind));
            let mut label = String::new();
            escape::text(&title, Some(' '), None, self.marks(true), &mut label);
            label
        };
        match src {
            Some(src) if !in_link => {
                out.push_str(&format!("[{label}]({})", escape::target(src)));
            }
            _ => out.push_str(&label),
        }
    }

    /// Writes a code span. Its delimiter is longer than any run of backticks inside. No delimiter
    /// protects the code if `$` begins formulas, `|` separates cells, or another span ends directly
    /// before; then it's written as HTML.
    fn code(&self, text: &str, out: &mut String) {
        let text = text.replace(['\n', '\r'], " ").replace('\0', "");
        if text.is_empty() {
            return;
        }
        let taken = self.has_formula && text.contains('$')
            || self.context == Context::Cell && text.contains('|')
            || out.ends_with('`');
        if taken {
            out.push_str("<code>");
            escape::references(&text, |c| c.is_ascii_punctuation(), out);
            out.push_str("</code>");
            return;
        }
        let fence = "`".repeat(match escape::longest_run(&text, '`') {
            0 => 1,
            run => run + 1,
        });
        let pad = if text.starts_with('`') || text.ends_with('`') {
            " "
        } else {
            ""
        };
        out.push_str(&format!("{fence}{pad}{text}{pad}{fence}"));
    }
}

/// Returns the delimiter and the element of emphasis; `None` for other elements.
fn emphasis_kind(tree: &Tree, node: usize) -> Option<(&'static str, &'static str)> {
    match tree.tag(node) {
        Tag::B | Tag::Strong => Some(("**", "strong")),
        Tag::I | Tag::Em | Tag::Var | Tag::Dfn if tree.attr(node, Attr::Title).is_none() => {
            Some(("*", "em"))
        }
        Tag::S | Tag::Del => Some(("~~", "del")),
        _ => None,
    }
}

/// Returns a line without white space and line breaks at its ends.
fn trimmed(line: &str) -> &str {
    let mut text = line.trim_start();
    while text.ends_with(char::is_whitespace) {
        let rest = text.trim_end();
        // Two spaces or a backslash before the end of a line make a line break, unless the
        // backslash is escaped.
        let slashes = rest.len() - rest.trim_end_matches('\\').len();
        let is_break = text[rest.len()..].starts_with('\n') && slashes % 2 == 1;
        text = if is_break {
            &rest[..rest.len() - 1]
        } else {
            rest
        };
    }
    text
}

fn tree_id(tree: &Tree, node: usize) -> &str {
    tree.attr(node, Attr::Id).unwrap_or_default()
}

/// Returns whether a character isn't allowed in a tag inside a line: it could end the tag, the
/// line, or the cell, or begin other markup before the tag is parsed.
fn in_tag(c: char) -> bool {
    matches!(c, '$' | '`' | '|' | '[' | ']' | '\\' | '\n' | '\r')
}

/// Returns an anchor; empty if there's no id.
pub(super) fn anchor(id: &str) -> String {
    if id.is_empty() {
        return String::new();
    }
    let mut name = String::new();
    html::text(&id.replace('"', ""), &mut name);
    let mut out = String::from("<a id=\"");
    escape::references(&name, in_tag, &mut out);
    out.push_str("\"></a>");
    out
}
