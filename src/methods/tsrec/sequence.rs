//! The tag sequence with region code (Sect. 4, Fig. 3): a page's preorder without inline content.

use std::fmt::Write;
use std::ops::Range;

use crate::compact::hash::Hash32;
use crate::page::{Attr, NodeId, Page, Tag};
use crate::text::is_cjk;

/// One element of the sequence: a tag that breaks the flow of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// The element in the page; the root of the sequence is the page's `body`.
    pub node: NodeId,
    /// `RC_b`: number of opening and closing tags before its opening tag, except for the root's.
    pub begin: u32,
    /// `RC_e`: number of opening and closing tags before its closing tag. The root's is one more
    /// than all others.
    pub end: u32,
    /// `RC_p`: the begin code of its parent; the root has its own, 0.
    pub parent: u32,
    /// `RC_l`: number of elements around it; 0 for the root.
    pub level: u32,
    /// Index of its parent; the root has its own, 0.
    pub(super) above: usize,
    /// One past the last element below it.
    pub(super) below: usize,
    /// Range of its content in `Sequence::contents`.
    content: Range<usize>,
    /// Characters of its content outside hyperlinks; those of CJK scripts count twice.
    pub(super) running: u32,
    /// Kinds of its content, as bits.
    pub(super) kinds: u8,
    /// Hash of the names from the root to it.
    pub(super) path: u32,
}

/// Kinds of content: text outside hyperlinks, hyperlinks, images and the like, input fields.
const TEXT: u8 = 1;
const LINK: u8 = 2;
const REPLACED: u8 = 4;
const CONTROL: u8 = 8;

/// A page as a sequence of elements in document order.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequence {
    elements: Vec<Element>,
    /// All contents in order.
    contents: String,
    /// For each node of the page, the element that it is or whose content it is in.
    elements_of: Vec<usize>,
}

impl Sequence {
    /// Returns the sequence of a page's visible content; invisible text is never included.
    pub fn new(page: &Page) -> Self {
        let shown = page.shown();
        let mut elements = vec![Element::new(page.body(), 0, 0, Hash32::EMPTY)];
        let mut elements_of = vec![0; page.len()];
        let mut linked = vec![false; page.len()];
        // Inline nodes, each with the element whose content it is in.
        let mut pieces = Vec::new();
        for id in page.descendants(page.body()) {
            let i = id.index();
            let above = page.parent(id).map_or(0, NodeId::index);
            elements_of[i] = elements_of[above];
            linked[i] = linked[above] || page.tag(id).is_link();
            if !shown.contains(id) {
                continue;
            }
            if page.is_block(id) {
                let above = elements_of[i];
                let path = Hash32::EMPTY
                    .number(elements[above].path)
                    .bytes(page.tag(id).name().as_bytes());
                elements_of[i] = elements.len();
                elements.push(Element::new(id, above, elements[above].level + 1, path));
            } else {
                pieces.push((elements_of[i], id));
            }
        }
        pieces.sort_by_key(|&(element, _)| element);
        let mut contents = String::new();
        for of_one in pieces.chunk_by(|a, b| a.0 == b.0) {
            let start = contents.len();
            let element = &mut elements[of_one[0].0];
            element.content.start = start;
            for &(_, id) in of_one {
                element.add(page, id, linked[id.index()], &mut contents);
            }
            contents.truncate(start + contents[start..].trim_end().len());
            element.content = start..contents.len();
        }
        close(&mut elements);
        Self {
            elements,
            contents,
            elements_of,
        }
    }

    /// Returns the elements in document order; the first is the root.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// Returns an element's content: the tags inside its lines and their text, as in Fig. 6.
    pub fn content(&self, element: &Element) -> &str {
        &self.contents[element.content.clone()]
    }

    /// Returns the indices of an element's children.
    pub(super) fn children(&self, k: usize) -> impl Iterator<Item = usize> {
        let end = self.elements[k].below;
        let mut next = k + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = next;
                next = self.elements[child].below;
                child
            })
        })
    }

    /// Returns the index of the element that a node is or whose content it is in.
    pub(super) fn element_of(&self, id: NodeId) -> usize {
        self.elements_of[id.index()]
    }
}

impl Element {
    fn new(node: NodeId, above: usize, level: u32, path: Hash32) -> Self {
        Self {
            node,
            begin: 0,
            end: 0,
            parent: 0,
            level,
            above,
            below: 0,
            content: 0..0,
            running: 0,
            kinds: 0,
            path: path.value(),
        }
    }

    /// Appends a tag or a text to the content.
    fn add(&mut self, page: &Page, id: NodeId, linked: bool, contents: &mut String) {
        let tag = page.tag(id);
        if tag == Tag::Text {
            for c in page.text(id).chars() {
                if c.is_whitespace() {
                    if contents.len() > self.content.start && !contents.ends_with(' ') {
                        contents.push(' ');
                    }
                    continue;
                }
                contents.push(c);
                if !linked {
                    self.running += if is_cjk(c) { 2 } else { 1 };
                    self.kinds |= TEXT;
                }
            }
            return;
        }
        // Writing to a string can't fail.
        let _ = write!(contents, "<{}", tag.name());
        if tag.is_replaced() {
            self.kinds |= REPLACED;
            let shows = [Attr::DataSrc, Attr::Src, Attr::Data]
                .into_iter()
                .find_map(|attr| page.attr(id, attr));
            if let Some(url) = shows {
                let _ = write!(
                    contents,
                    " {:x}",
                    Hash32::EMPTY.bytes(url.as_bytes()).value()
                );
            }
        }
        contents.push('>');
        match tag {
            Tag::Input | Tag::Select | Tag::Textarea => self.kinds |= CONTROL,
            tag if tag.is_link() => self.kinds |= LINK,
            _ => {}
        }
    }
}

/// Sets the region codes from the indices: before element `k` at level `l` opens, `k` elements have
/// opened and all but the `l` around it have closed.
fn close(elements: &mut [Element]) {
    let len = elements.len();
    let mut ends: Vec<usize> = (1..=len).collect();
    for k in (1..len).rev() {
        let above = elements[k].above;
        ends[above] = ends[above].max(ends[k]);
    }
    let code = |k: usize, level: u32| u32::try_from(2 * k).unwrap_or(u32::MAX) - level;
    for k in 0..len {
        let begin = code(k, elements[k].level);
        let size = ends[k] - k;
        elements[k].below = ends[k];
        elements[k].begin = begin;
        elements[k].end = begin + u32::try_from(2 * size - 1).unwrap_or(u32::MAX);
        elements[k].parent = elements[elements[k].above].begin;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Display, Limits, PageBuilder, PageInfo, Style, Visibility};

    fn codes(sequence: &Sequence) -> Vec<(u32, u32, u32, u32)> {
        let codes = |e: &Element| (e.begin, e.end, e.parent, e.level);
        sequence.elements().iter().map(codes).collect()
    }

    /// Opens an element that flows inside a line, regardless of its tag.
    fn inline(b: &mut PageBuilder, tag: Tag) {
        let style = Style {
            display: Display::Inline,
            ..Style::default()
        };
        b.open(tag, style, None).unwrap();
    }

    #[test]
    fn region_codes_match_the_paper() {
        // Fig. 6, lines 1 to 10, and three more elements so that the form ends as in the figure.
        // Tables and rows don't break the flow in the figure.
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.open_tag(Tag::Body).unwrap();
        b.open_tag(Tag::Div).unwrap();
        b.open_tag(Tag::Form).unwrap();
        b.open_tag(Tag::Input).unwrap();
        b.close();
        inline(&mut b, Tag::Table);
        inline(&mut b, Tag::Tr);
        b.open_tag(Tag::Td).unwrap();
        b.open_tag(Tag::A).unwrap();
        b.text("Yahoo!").unwrap();
        b.close();
        b.open_tag(Tag::Div).unwrap();
        b.close();
        b.close();
        for _ in 0..4 {
            b.open_tag(Tag::Td).unwrap();
            b.close();
        }
        b.open_tag(Tag::Td).unwrap();
        b.open_tag(Tag::A).unwrap();
        b.text("Sign In").unwrap();
        b.close();
        b.open_tag(Tag::Li).unwrap();
        b.text("New User?").unwrap();
        b.open_tag(Tag::A).unwrap();
        b.text("Sign Up").unwrap();
        b.close();
        b.close();
        b.close();
        for _ in 0..3 {
            b.open_tag(Tag::Td).unwrap();
            b.close();
        }
        let page = b.finish().unwrap();
        let sequence = Sequence::new(&page);
        assert_eq!(
            codes(&sequence)[..11],
            [
                (0, 27, 0, 0),
                (1, 26, 0, 1),
                (2, 25, 1, 2),
                (3, 6, 2, 3),
                (4, 5, 3, 4),
                (7, 8, 2, 3),
                (9, 10, 2, 3),
                (11, 12, 2, 3),
                (13, 14, 2, 3),
                (15, 18, 2, 3),
                (16, 17, 15, 4),
            ]
        );
        let contents: Vec<_> = sequence
            .elements()
            .iter()
            .map(|e| sequence.content(e))
            .collect();
        assert_eq!(
            contents[..5],
            ["", "", "<input><table><tr>", "<a>Yahoo!", ""]
        );
        assert_eq!(contents[9..11], ["<a>Sign In", "New User?<a>Sign Up"]);
        // "line 108 and line 110 are under the same sub tree" if the codes are nested.
        let elements = sequence.elements();
        for (i, a) in elements.iter().enumerate() {
            for (j, b) in elements.iter().enumerate() {
                let inside = a.begin < b.begin && b.end < a.end;
                assert_eq!(inside, i < j && j < a.below);
            }
        }
    }

    #[test]
    fn content_includes_text_around_breaking_elements() {
        let mut b = PageBuilder::new(PageInfo::default(), Limits::default());
        b.open_tag(Tag::Body).unwrap();
        b.text(" one \n").unwrap();
        b.open_tag(Tag::B).unwrap();
        b.text("two").unwrap();
        b.close();
        b.open_tag(Tag::P).unwrap();
        b.open_tag(Tag::A).unwrap();
        b.text("水水").unwrap();
        b.close();
        b.text("水 3").unwrap();
        b.close();
        b.text("four").unwrap();
        b.open_tag(Tag::Img).unwrap();
        b.attr(Attr::Src, "https://a.example/1").unwrap();
        b.close();
        let hidden = Style {
            display: Display::Block,
            visibility: Visibility::Hidden,
            ..Style::default()
        };
        b.open(Tag::Div, hidden, None).unwrap();
        b.text("unseen").unwrap();
        b.close();
        let page = b.finish().unwrap();
        let sequence = Sequence::new(&page);
        let [body, p] = sequence.elements() else {
            panic!("{:?}", sequence.elements());
        };
        let content = sequence.content(body);
        assert!(content.starts_with("one <b>two") && content.ends_with('>'));
        assert!(content.contains("four<img ") && !content.contains("unseen"));
        assert_eq!(sequence.content(p), "<a>水水水 3");
        // The link does not count, and a Chinese character counts twice.
        assert_eq!((body.running, p.running), (10, 3));
        assert_eq!((body.kinds, p.kinds), (TEXT | REPLACED, TEXT | LINK));
    }
}
