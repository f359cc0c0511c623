//! The page as lines of text: what qRead and the other line-based methods read.
//!
//! Those methods were written for lines of HTML source, and a live DOM has none. So a line here
//! is a rendered one: text between two block breaks, a `br`, or a line break that is kept
//! (`pre`). The empty lines between are what the source would show if it were written in the
//! plainest way, with every container's tag on a line of its own:
//!
//! - The start and the end tag of a *container* (`div`, `section`, `article`, `ul`, `table`,
//!   `tr`, `nav`, `figure`, `form` … and every other element that is a block) leave one empty
//!   line each.
//! - A container without text (`hr`, a picture in a `figure`, the slot of an advertisement)
//!   stands on one line with all below it and leaves that one empty.
//! - Blocks that *hold a line* of text (`p`, headings, `li`, `dt`, `dd`, cells, captions …)
//!   break the line, but their tags stand on it and leave none. The same goes for inline
//!   elements that are styled as blocks.
//! - An empty line in preformatted text is one.
//!
//! Hidden text and the tags of hidden elements are passed over.
//!
//! Cost: linear in nodes and text.

use std::ops::Range;

use crate::page::{NodeId, NodeSet, Page, Tag};
use crate::text;

/// A line with text on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The first text node with something on the line.
    pub first: NodeId,
    /// The last text node with something on the line. A preformatted text node can be on many
    /// lines; otherwise the node ranges of lines do not overlap.
    pub last: NodeId,
    /// Empty lines between the line before (or the beginning of the page) and this one.
    pub empty_before: u32,
    /// Number of tokens on the line ([`text::tokens`]); 0 where it holds signs only.
    pub words: u32,
    /// Where the line ends in [`Lines::text`], without its line break.
    end: usize,
}

/// The lines of a page in document order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    lines: Vec<Line>,
    /// The text of the lines, each with a line break after it.
    text: String,
}

impl Lines {
    /// The lines of a page's body.
    pub fn new(page: &Page) -> Self {
        Self::without(page, &NodeSet::new(page))
    }

    /// The lines of a page's body as if the subtrees of the nodes in `removed` were not there.
    pub fn without(page: &Page, removed: &NodeSet) -> Self {
        let shown = page.shown();
        let body = page.body();
        let end = page.end(body);
        let has_text = holders_of_text(page, &shown, removed);
        let mut writer = Writer::default();
        let mut next = body;
        while next < end {
            let id = next;
            let mut open = Some(id);
            if removed.contains(id) {
                next = page.end(id);
                open = page.parent(id).filter(|_| id != body);
            } else {
                next = NodeId(id.0 + 1);
                if shown.contains(id) {
                    if page.is_text(id) {
                        writer.text(id, page.text(id), page.style(id).preformatted);
                    } else {
                        writer.tag(Break::of(page, id));
                        if !has_text[id.index()] {
                            next = page.end(id);
                            open = page.parent(id).filter(|_| id != body);
                        }
                    }
                }
            }
            // The elements that end here.
            while let Some(closed) = open.filter(|&o| page.end(o) == next) {
                if shown.contains(closed) {
                    writer.tag(Break::of(page, closed));
                }
                open = page.parent(closed).filter(|_| closed != body);
            }
        }
        writer.finish()
    }

    /// Number of lines with text.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether the page has no text.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// All lines in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Line> + ExactSizeIterator {
        self.lines.iter()
    }

    /// The lines from `range.start` to before `range.end`.
    pub fn get(&self, range: Range<usize>) -> &[Line] {
        &self.lines[range]
    }

    /// The text of these lines, white space collapsed and trimmed, with a line break between
    /// each two.
    pub fn text(&self, range: Range<usize>) -> &str {
        if range.is_empty() {
            return "";
        }
        let start = match range.start {
            0 => 0,
            first => self.lines[first - 1].end + 1,
        };
        &self.text[start..self.lines[range.end - 1].end]
    }

    /// The lines that have text of the node on them; empty for an element and for text that is
    /// blank, hidden or removed. `O(log lines)`.
    pub fn of_text(&self, page: &Page, id: NodeId) -> Range<usize> {
        let start = self.lines.partition_point(|line| line.last < id);
        let end = self.lines.partition_point(|line| line.first <= id);
        let blank = page.text(id).trim().is_empty();
        if blank || end < start {
            start..start
        } else {
            start..end
        }
    }
}

/// Whether a line of text comes from each subtree.
fn holders_of_text(page: &Page, shown: &NodeSet, removed: &NodeSet) -> Vec<bool> {
    let mut has_text = vec![false; page.len()];
    for id in page.subtree(page.body()).rev() {
        let i = id.index();
        has_text[i] |= shown.contains(id) && !page.text(id).trim().is_empty();
        has_text[i] &= !removed.contains(id);
        if let Some(parent) = page.parent(id).filter(|_| has_text[i]) {
            has_text[parent.index()] = true;
        }
    }
    has_text
}

/// What a tag does to the line it meets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Break {
    /// Nothing: it stands within the line.
    None,
    /// It ends the line.
    Line,
    /// It ends the line and stands alone on the next, which is empty without it.
    Empty,
}

impl Break {
    fn of(page: &Page, id: NodeId) -> Self {
        let tag = page.tag(id);
        if tag == Tag::Br {
            Self::Line
        } else if !page.is_block(id) {
            Self::None
        } else if holds_line(tag) {
            Self::Line
        } else {
            Self::Empty
        }
    }
}

/// Elements whose tags stand on the line of the text in them.
fn holds_line(tag: Tag) -> bool {
    let inline = !tag.is_block() && tag != Tag::Other;
    inline
        || tag.heading_level().is_some()
        || tag.is_preformatted()
        || matches!(
            tag,
            Tag::Caption
                | Tag::Dd
                | Tag::Dt
                | Tag::Figcaption
                | Tag::Legend
                | Tag::Li
                | Tag::Option
                | Tag::P
                | Tag::Summary
                | Tag::Td
                | Tag::Th
        )
}

/// Writes lines as tags and text come by.
#[derive(Default)]
struct Writer {
    lines: Lines,
    /// Where the line being written begins in the text.
    start: usize,
    /// The nodes with something on it.
    nodes: Option<(NodeId, NodeId)>,
    /// White space is due before the next character.
    space: bool,
    /// Empty lines since the line before.
    empty: u32,
}

impl Writer {
    fn text(&mut self, id: NodeId, text: &str, preformatted: bool) {
        for c in text.chars() {
            if c == '\n' && preformatted {
                if self.nodes.is_none() {
                    self.empty += 1;
                }
                self.end_line();
            } else if c.is_whitespace() {
                self.space = true;
            } else {
                if std::mem::take(&mut self.space) && self.nodes.is_some() {
                    self.lines.text.push(' ');
                }
                self.lines.text.push(c);
                self.nodes = Some((self.nodes.map_or(id, |(first, _)| first), id));
            }
        }
    }

    fn tag(&mut self, tag: Break) {
        if tag != Break::None {
            self.end_line();
        }
        if tag == Break::Empty {
            self.empty += 1;
        }
    }

    fn end_line(&mut self) {
        self.space = false;
        let Some((first, last)) = self.nodes.take() else {
            return;
        };
        let text = &mut self.lines.text;
        self.lines.lines.push(Line {
            first,
            last,
            empty_before: std::mem::take(&mut self.empty),
            words: text::token_count(&text[self.start..]),
            end: text.len(),
        });
        text.push('\n');
        self.start = text.len();
    }

    fn finish(mut self) -> Lines {
        self.end_line();
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front::html;
    use crate::page::Limits;

    fn page(body: &str) -> Page {
        html::read(body, "", Limits::default()).unwrap()
    }

    /// Empty lines before each line, and its text. The tag of `body` is the first empty line.
    fn check(body: &str, expected: &[(u32, &str)]) {
        let lines = Lines::new(&page(body));
        let found: Vec<_> = lines
            .iter()
            .enumerate()
            .map(|(i, line)| (line.empty_before, lines.text(i..i + 1)))
            .collect();
        assert_eq!(found, expected, "{body}");
    }

    #[test]
    fn blocks_and_br_break_lines_and_inline_elements_do_not() {
        check(
            "<p>one <b>two</b>\n three<br>four<p>five",
            &[(1, "one two three"), (0, "four"), (0, "five")],
        );
        check(
            "<h1>a</h1><p>b</p><ul><li>c<li>d</ul>e",
            &[(1, "a"), (0, "b"), (1, "c"), (0, "d"), (1, "e")],
        );
    }

    #[test]
    fn a_containers_tags_are_empty_lines() {
        check("<div>a</div><div>b</div>", &[(2, "a"), (2, "b")]);
        check("a<div><div>b", &[(1, "a"), (2, "b")]);
        check("a<hr>b", &[(1, "a"), (1, "b")]);
        // Without text it is one line with all it holds, hidden text or not.
        check("a<div></div><section></section>b", &[(1, "a"), (2, "b")]);
        check(
            "a<div><figure><img></figure><p hidden>x</div>b",
            &[(1, "a"), (1, "b")],
        );
        check(
            "<table><tr><td>a<td>b<tr><td>c</table>",
            // table, tbody, tr; the second row ends one and begins one.
            &[(4, "a"), (0, "b"), (2, "c")],
        );
    }

    #[test]
    fn hidden_and_removed_parts_leave_no_trace() {
        check("a<div hidden>x<div>y</div></div>b", &[(1, "ab")]);
        check("<p>a<video>no video</video> b", &[(1, "a b")]);
        let p = page("a<div>x<div>y</div></div><p>b");
        let mut removed = NodeSet::new(&p);
        removed.insert(p.nodes().find(|&id| p.tag(id) == Tag::Div).unwrap());
        let lines = Lines::without(&p, &removed);
        assert_eq!(lines.text(0..2), "a\nb");
        assert_eq!(lines.get(0..2)[1].empty_before, 0);
    }

    #[test]
    fn preformatted_text_keeps_its_lines() {
        check("<pre>a  b\n\n\nc</pre>d", &[(1, "a b"), (2, "c"), (0, "d")]);
    }

    #[test]
    fn a_line_knows_its_nodes_and_its_words() {
        let p = page("<p>one <b>two</b> 世界!<p> <p>—<pre>x\ny</pre>");
        let lines = Lines::new(&p);
        let words: Vec<_> = lines.iter().map(|line| line.words).collect();
        assert_eq!(words, [4, 0, 1, 1]);
        let text = |line: &Line| (p.text(line.first).to_owned(), p.text(line.last).to_owned());
        assert_eq!(text(&lines.get(0..1)[0]), ("one ".into(), " 世界!".into()));
        let of = |wanted: &str| {
            let id = p.nodes().find(|&id| p.text(id) == wanted).unwrap();
            lines.of_text(&p, id)
        };
        assert_eq!(of("two"), 0..1);
        assert_eq!(of("x\ny"), 2..4);
        assert!(of(" ").is_empty());
        assert!(lines.of_text(&p, p.root()).is_empty());
    }

    #[test]
    fn no_text_is_no_line() {
        check("<div> <p></p><img src=a></div>", &[]);
        assert!(Lines::new(&page("")).is_empty());
        assert_eq!(Lines::default().text(0..0), "");
    }
}
