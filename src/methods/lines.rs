//! The page as lines of text: the input of qRead and the other line-based methods.
//!
//! Those methods were written for lines of HTML source, which a live DOM doesn't have. So a line
//! here is a rendered one: text between two block breaks, a `br`, or a preserved line break
//! (`pre`). The empty lines in between are those of the simplest source, with every container's tag
//! on a separate line:
//!
//! - The start and the end tag of a *container* (`div`, `section`, `article`, `ul`, `table`,
//!   `tr`, `nav`, `figure`, `form` … and every other element that is a block) leave one empty
//!   line each.
//! - A container without text (`hr`, an image in a `figure`, an ad slot) is on one line with
//!   everything below it and leaves that line empty.
//! - Blocks that *contain a line* of text (`p`, headings, `li`, `dt`, `dd`, cells, captions …)
//!   break the line, but their tags are on it and leave no empty line. The same applies to inline
//!   elements that are styled as blocks.
//! - An empty line in preformatted text is an empty line.
//!
//! Hidden text and the tags of hidden elements are skipped.
//!
//! A page has at most [`MAX_LINES`] lines; the last one contains the rest.
//!
//! A line also counts the tags, links and images on it. Tags count as if written out in full and
//! without attributes, including end tags, so that every source gives the same counts.
//!
//! Cost: linear in nodes and text.

use std::ops::Range;

use crate::page::{Attr, NodeId, NodeSet, Page, Tag};
use crate::text;

/// Maximum lines of a page: ten times those of a long book. Each takes the methods about 150 bytes,
/// whereas a line of the source may have two.
const MAX_LINES: usize = 250_000;

/// A line with text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The first text node with something on the line.
    pub first: NodeId,
    /// The last text node with something on the line. A preformatted text node can be on many
    /// lines; otherwise the node ranges of lines do not overlap.
    pub last: NodeId,
    /// Empty lines between the line before (or the beginning of the page) and this one.
    pub empty_before: u32,
    /// Number of tokens on the line ([`text::tokens`]); 0 if it contains only punctuation.
    pub words: u32,
    /// Characters of the line's text, white space collapsed, as Unicode scalar values.
    pub chars: u32,
    /// Characters of the tags on the line, each in its plainest form (`<p>`, `</p>`, no
    /// attributes): those of inline elements and of the block around the line.
    pub markup: u32,
    /// Links (`a` with a `href`) that have text on the line. One that wraps several lines
    /// counts on each.
    pub links: u32,
    /// Images (`img`) on the line.
    pub images: u32,
    /// Separate images, without text on their line, between the line before and this one.
    pub images_before: u32,
    /// End of the line in [`Lines::text`], without its line break.
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
    /// Returns the lines of a page's body.
    pub fn new(page: &Page) -> Self {
        Self::without(page, &NodeSet::new(page))
    }

    /// Returns the lines of a page's body as if the subtrees of the nodes in `removed` were not
    /// there.
    pub fn without(page: &Page, removed: &NodeSet) -> Self {
        let shown = page.shown();
        let body = page.body();
        let end = page.end(body);
        let has_text = nodes_with_text(page, &shown, removed);
        let links = links(page);
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
                        let text = page.text(id);
                        writer.text(id, text, page.style(id).preformatted, links[id.index()]);
                    } else if has_text[id.index()] {
                        writer.open(Break::of(page, id), page.tag(id));
                    } else {
                        let images = images(page, id, &shown, removed);
                        writer.without_text(Break::of(page, id), page.tag(id), images);
                        next = page.end(id);
                        open = page.parent(id).filter(|_| id != body);
                    }
                }
            }
            // The elements that end here.
            while let Some(closed) = open.filter(|&o| page.end(o) == next) {
                if shown.contains(closed) && page.is_element(closed) {
                    writer.close(Break::of(page, closed), page.tag(closed));
                }
                open = page.parent(closed).filter(|_| closed != body);
            }
        }
        writer.finish()
    }

    /// Returns the number of lines with text.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns whether the page has no text.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns all lines in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Line> + ExactSizeIterator {
        self.lines.iter()
    }

    /// Returns the lines from `range.start` to before `range.end`.
    pub fn get(&self, range: Range<usize>) -> &[Line] {
        &self.lines[range]
    }

    /// Returns the text of these lines, white space collapsed and trimmed, with a line break
    /// between each two.
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

    /// Returns the lines with text of the node; empty for an element and for text that is blank,
    /// hidden or removed. `O(log lines)`.
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

/// Returns for each node whether its subtree has text on a line.
fn nodes_with_text(page: &Page, shown: &NodeSet, removed: &NodeSet) -> Vec<bool> {
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

/// Returns for every node the nearest link at or above it.
fn links(page: &Page) -> Vec<Option<NodeId>> {
    let mut links = vec![None; page.len()];
    for id in page.nodes() {
        links[id.index()] = if page.tag(id) == Tag::A && page.attr(id, Attr::Href).is_some() {
            Some(id)
        } else {
            page.parent(id).and_then(|parent| links[parent.index()])
        };
    }
    links
}

/// Returns the number of images shown in a subtree.
fn images(page: &Page, top: NodeId, shown: &NodeSet, removed: &NodeSet) -> u32 {
    let mut count = 0;
    let mut next = top;
    while next < page.end(top) {
        let id = next;
        if removed.contains(id) {
            next = page.end(id);
        } else {
            next = NodeId(id.0 + 1);
            count += u32::from(page.tag(id) == Tag::Img && shown.contains(id));
        }
    }
    count
}

/// The effect of a tag on the current line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Break {
    /// None: it's within the line.
    None,
    /// It ends the line.
    Line,
    /// It ends the line and is alone on the next, which is then empty.
    Empty,
}

impl Break {
    fn of(page: &Page, id: NodeId) -> Self {
        let tag = page.tag(id);
        if tag == Tag::Br {
            Self::Line
        } else if !page.is_block(id) {
            Self::None
        } else if has_tags_on_line(tag) {
            Self::Line
        } else {
            Self::Empty
        }
    }
}

/// Returns whether an element's tags are on the line of its text.
fn has_tags_on_line(tag: Tag) -> bool {
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

/// Returns the number of characters of a start tag without attributes.
fn start_tag_chars(tag: Tag) -> u32 {
    let name = u32::try_from(tag.name().len()).unwrap_or(u32::MAX);
    name.saturating_add(2)
}

/// Returns the number of characters of an end tag; 0 for elements that have none.
fn end_tag_chars(tag: Tag) -> u32 {
    match tag {
        Tag::Br | Tag::Embed | Tag::Hr | Tag::Img | Tag::Input | Tag::Wbr => 0,
        _ => start_tag_chars(tag).saturating_add(1),
    }
}

/// Writes lines from tags and text in document order.
#[derive(Default)]
struct Writer {
    lines: Lines,
    /// Start in the text of the line being written.
    start: usize,
    /// The nodes with something on it.
    nodes: Option<(NodeId, NodeId)>,
    /// True if white space is due before the next character.
    space: bool,
    /// Empty lines since the line before.
    empty: u32,
    /// Tags, links and images on the current line.
    markup: u32,
    links: u32,
    images: u32,
    /// The link around the preceding text, if that is on the line.
    link: Option<NodeId>,
    /// Separate images since the last line.
    separate_images: u32,
}

impl Writer {
    fn text(&mut self, id: NodeId, text: &str, preformatted: bool, link: Option<NodeId>) {
        if !preformatted {
            return self.words(id, text, link);
        }
        for (i, part) in text.split('\n').enumerate() {
            if i > 0 {
                if self.nodes.is_none() {
                    self.empty += 1;
                }
                self.end_line();
            }
            self.words(id, part, link);
        }
    }

    /// Adds text without a line break.
    fn words(&mut self, id: NodeId, text: &str, link: Option<NodeId>) {
        self.space |= text.starts_with(char::is_whitespace);
        let mut any = false;
        for word in text::words(text) {
            if (self.space || any) && self.nodes.is_some() {
                self.lines.text.push(' ');
            }
            any = true;
            self.space = false;
            self.lines.text.push_str(word);
            self.nodes = Some((self.nodes.map_or(id, |(first, _)| first), id));
        }
        if any {
            self.space = text.ends_with(char::is_whitespace);
            if link.is_some() && link != self.link {
                self.links += 1;
                self.link = link;
            }
        }
    }

    /// Adds a start tag.
    fn open(&mut self, breaks: Break, tag: Tag) {
        self.break_line(breaks);
        if breaks != Break::Empty {
            self.markup += start_tag_chars(tag);
        }
    }

    /// Adds an end tag.
    fn close(&mut self, breaks: Break, tag: Tag) {
        if breaks != Break::Empty {
            self.markup += end_tag_chars(tag);
        }
        self.break_line(breaks);
    }

    /// Adds an element without text, with all below it.
    fn without_text(&mut self, breaks: Break, tag: Tag, images: u32) {
        if tag == Tag::Br {
            self.markup += start_tag_chars(tag);
            self.end_line();
            return;
        }
        self.break_line(breaks);
        self.images += images;
        if breaks == Break::None {
            self.markup += start_tag_chars(tag) + end_tag_chars(tag);
        } else {
            self.end_line();
        }
    }

    fn break_line(&mut self, breaks: Break) {
        if breaks != Break::None {
            self.end_line();
        }
        if breaks == Break::Empty {
            self.empty += 1;
        }
    }

    fn end_line(&mut self) {
        if self.lines.lines.len() + 1 < MAX_LINES {
            self.push_line();
        } else {
            self.space = true;
        }
    }

    fn push_line(&mut self) {
        self.space = false;
        self.link = None;
        let markup = std::mem::take(&mut self.markup);
        let links = std::mem::take(&mut self.links);
        let images = std::mem::take(&mut self.images);
        let Some((first, last)) = self.nodes.take() else {
            self.separate_images += images;
            return;
        };
        let text = &mut self.lines.text;
        let line = &text[self.start..];
        self.lines.lines.push(Line {
            first,
            last,
            empty_before: std::mem::take(&mut self.empty),
            words: text::token_count(line),
            chars: u32::try_from(line.chars().count()).unwrap_or(u32::MAX),
            markup,
            links,
            images,
            images_before: std::mem::take(&mut self.separate_images),
            end: text.len(),
        });
        text.push('\n');
        self.start = text.len();
    }

    fn finish(mut self) -> Lines {
        self.push_line();
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Limits;
    use crate::source::html;

    fn page(body: &str) -> Page {
        html::read(body, "", Limits::default()).unwrap()
    }

    /// Checks the text of each line and the empty lines before it. The tag of `body` is the first
    /// empty line.
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
    fn last_line_contains_the_excess_text() {
        let page = page(&format!("<pre>{}</pre>z", "a\n".repeat(MAX_LINES + 5)));
        let lines = Lines::new(&page);
        assert_eq!(lines.len(), MAX_LINES);
        assert_eq!(lines.text(MAX_LINES - 1..MAX_LINES), "a a a a a a z");
        assert_eq!(
            lines.iter().map(|line| line.words as usize).sum::<usize>(),
            MAX_LINES + 6
        );
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
    fn container_tags_count_as_empty_lines() {
        check("<div>a</div><div>b</div>", &[(2, "a"), (2, "b")]);
        check("a<div><div>b", &[(1, "a"), (2, "b")]);
        check("a<hr>b", &[(1, "a"), (1, "b")]);
        // Without text it is one line with all its content, hidden text or not.
        check("a<div></div><section></section>b", &[(1, "a"), (2, "b")]);
        check(
            "a<div><figure><img></figure><p hidden>x</div>b",
            &[(1, "a"), (1, "b")],
        );
        check(
            "<table><tr><td>a<td>b<tr><td>c</table>",
            // table, tbody, and tr are opened; the second row ends one tr and begins another.
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
    fn lines_have_their_nodes_and_word_counts() {
        let p = page("<p>one <b>two</b> 世界!<p> <p>—<pre>x\ny</pre>");
        let lines = Lines::new(&p);
        let words: Vec<_> = lines.iter().map(|line| line.words).collect();
        assert_eq!(words, [4, 0, 1, 1]);
        let text = |line: &Line| (p.text(line.first).to_owned(), p.text(line.last).to_owned());
        assert_eq!(text(&lines.get(0..1)[0]), ("one ".into(), " 世界!".into()));
        let of = |text: &str| {
            let id = p.nodes().find(|&id| p.text(id) == text).unwrap();
            lines.of_text(&p, id)
        };
        assert_eq!(of("two"), 0..1);
        assert_eq!(of("x\ny"), 2..4);
        assert!(of(" ").is_empty());
        assert!(lines.of_text(&p, p.root()).is_empty());
    }

    #[test]
    fn tags_links_and_images_are_counted_per_line() {
        let check = |body: &str, expected: &[[u32; 5]]| {
            let lines = Lines::new(&page(body));
            let found: Vec<_> = lines
                .iter()
                .map(|l| [l.chars, l.markup, l.links, l.images, l.images_before])
                .collect();
            assert_eq!(found, expected, "{body}");
        };
        // The tags of the block around the line and inline ones; a container's are on separate
        // lines.
        check("<div><p>a <b>b</b></p></div>", &[[3, 14, 0, 0, 0]]);
        check("<p>a<br>b", &[[1, 7, 0, 0, 0], [1, 4, 0, 0, 0]]);
        check("a<i></i>b<wbr>", &[[2, 12, 0, 0, 0]]);
        // Two links, one of them in two parts; a link on two lines.
        check(
            "<p><a href=x>a</a> <a href=y>b<b>c</b></a> d",
            &[[6, 28, 2, 0, 0]],
        );
        check("<a href=x>a<br>b</a>c", &[[1, 7, 1, 0, 0], [2, 4, 1, 0, 0]]);
        // Images on the line, separate before it, in hidden content.
        check("a<img src=i><img src=j>", &[[1, 10, 0, 2, 0]]);
        check("<img src=i>a", &[[1, 5, 0, 1, 0]]);
        check(
            "<div><img src=i><img src=j></div><p><img src=k></p>a<p hidden><img src=l></p>b",
            &[[2, 0, 0, 0, 3]],
        );
        check(
            "<picture><source><img src=i></picture><br>a",
            &[[1, 0, 0, 0, 1]],
        );
        let p = page("<div><noscript><img src=i></noscript><figure><img src=j></figure></div>a");
        let mut removed = NodeSet::new(&p);
        removed.insert(p.nodes().find(|&id| p.tag(id) == Tag::Figure).unwrap());
        let all = Lines::new(&p).get(0..1)[0].images_before;
        let fewer = Lines::without(&p, &removed).get(0..1)[0].images_before;
        assert_eq!(fewer, all - 1);
    }

    #[test]
    fn empty_text_is_not_a_line() {
        check("<div> <p></p><img src=a></div>", &[]);
        assert!(Lines::new(&page("")).is_empty());
        assert_eq!(Lines::default().text(0..0), "");
    }
}
