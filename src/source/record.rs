//! Builds a [`Page`] from the collector's records (`collector.js`) of a live document.
//!
//! A record is a sequence of numbers; the first contains flags for the values that were read.
//!
//! | record | numbers |
//! | --- | --- |
//! | text | bits, length; if line breaks are read and kept, the number of its font's family; if its font was recorded, those of weight and size |
//! | element | bits, number of its name, how many attributes; for each the number of its name, and its length |
//! | end of an element | bits |
//! | document | bits, length of its base URL |
//!
//! Lengths are in UTF-16 code units. Strings are concatenated with a separator character.
//! Rectangles, for elements that have one, are x, y, width and height in CSS px from the top left
//! of the page. Values that only the core understands are written once and numbered in that order.
//! Each element and each text is one node of the page.
//!
//! Missing numbers and rectangles count as 0, missing strings as empty.

pub mod protocol;

use self::protocol::{
    BLOCK, DIRECTED, DOCUMENT, ELEMENT, FLOAT, FONT, HIDDEN, KIND, NONE, NUMBER, OVERLAY,
    OWN_HIDDEN, PREFORMATTED, RECT, RTL, STICKY, STYLED, TABLE_CELL, TEXT, VERTICAL_LR,
    VERTICAL_RL, WHITE_SPACES,
};
use super::css;
use crate::compact::decimal;
use crate::page::geometry::Rect;
use crate::page::{
    Attr, Display, Limits, Page, PageBuilder, PageError, PageInfo, Placement, Style, Tag,
    Visibility, Writing, map_srcset,
};
use crate::steps;
use crate::url::{Base, Joined};

/// Resolves a URL against a base URL, both as strings; `None` if the result isn't a URL.
pub type Join = fn(url: &str, base: &str) -> Option<String>;

/// A part of a collector's recording. Records are never divided.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    /// The records.
    pub numbers: &'a [u32],
    /// The rectangles.
    pub rects: &'a [f32],
    /// The strings.
    pub text: &'a str,
    /// New values, each terminated by `\0`.
    pub values: &'a str,
}

impl Chunk<'_> {
    fn bytes(&self) -> usize {
        size_of_val(self.numbers) + size_of_val(self.rects) + self.text.len() + self.values.len()
    }
}

/// Builds a page from records.
#[derive(Debug)]
pub struct Recording {
    builder: PageBuilder,
    join: Join,
    documents: Vec<Document>,
    values: Vec<Value>,
}

/// An open document.
#[derive(Debug)]
struct Document {
    /// Number of open elements around it.
    depth: usize,
    base: Base,
    base_url: String,
}

/// A value from the collector, parsed for each property in which it may occur.
#[derive(Clone, Copy, Debug)]
struct Value {
    monospace: bool,
    /// `None` if it isn't a number.
    weight: Option<u16>,
    /// In CSS px; `None` if it isn't a length.
    size: Option<f32>,
}

impl Value {
    fn new(text: &str) -> Self {
        Self {
            monospace: css::is_monospace(text),
            weight: decimal::number(text).map(|w| w.clamp(1.0, 1000.0) as u16),
            size: css::px(text),
        }
    }
}

impl Recording {
    /// Returns a recording without records. `join` is called for URLs that need a parser.
    pub fn new(info: PageInfo, limits: Limits, join: Join) -> Self {
        steps::begin();
        Self {
            builder: PageBuilder::new(info, limits),
            join,
            documents: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Adds the records of a chunk.
    ///
    /// # Errors
    /// [`PageError`] if a limit is exceeded.
    pub fn add(&mut self, chunk: Chunk<'_>) -> Result<(), PageError> {
        steps::allow(chunk.bytes());
        let fields = chunk.values.split_terminator('\0');
        self.values.extend(fields.map(Value::new));
        let mut reader = Reader { rest: chunk };
        while !reader.rest.numbers.is_empty() {
            let bits = reader.number();
            match bits & KIND {
                ELEMENT => self.element(bits, &mut reader)?,
                TEXT => self.text(bits, &mut reader)?,
                DOCUMENT => self.document(&mut reader),
                _ => self.end(),
            }
        }
        Ok(())
    }

    /// Returns the page.
    ///
    /// # Errors
    /// [`PageError::Empty`] if there was no element.
    pub fn finish(self) -> Result<Page, PageError> {
        self.builder.finish()
    }

    fn element(&mut self, bits: u32, reader: &mut Reader<'_>) -> Result<(), PageError> {
        let number = reader.number() & NUMBER;
        let tag = Tag::ALL.get(number as usize).copied();
        let tag = tag.filter(|&tag| tag != Tag::Text).unwrap_or(Tag::Other);
        let attrs = reader.number();
        let rect = (bits & RECT != 0).then(|| reader.rect());
        let style = style(tag, bits, &self.builder.style());
        self.builder.open(tag, style, rect)?;
        for _ in 0..attrs {
            let number = reader.number() & NUMBER;
            let length = reader.number();
            let value = reader.string(length);
            let Some(&attr) = Attr::ALL.get(number as usize) else {
                continue;
            };
            let value = match attr {
                Attr::Background => css::background(value).unwrap_or_default(),
                _ => value,
            };
            match self.resolved(attr, value) {
                Some(absolute) => self.builder.attr(attr, &absolute)?,
                None => self.builder.attr(attr, value)?,
            }
            if reader.rest.numbers.is_empty() {
                break;
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn text(&mut self, bits: u32, reader: &mut Reader<'_>) -> Result<(), PageError> {
        let length = reader.number();
        if bits & (WHITE_SPACES | FONT) != 0 {
            let mut style = self.builder.style();
            if bits & WHITE_SPACES != 0 {
                style.preformatted = bits & PREFORMATTED != 0;
                style.monospace =
                    style.preformatted && self.value(reader).is_some_and(|value| value.monospace);
            }
            if bits & FONT != 0 {
                style.rtl = bits & RTL != 0;
                style.writing = if bits & VERTICAL_RL != 0 {
                    Writing::VerticalRl
                } else if bits & VERTICAL_LR != 0 {
                    Writing::VerticalLr
                } else {
                    Writing::HorizontalTb
                };
                let weight = self.value(reader).and_then(|value| value.weight);
                style.font_weight = weight.unwrap_or(style.font_weight);
                let size = self.value(reader).and_then(|value| value.size);
                style.font_size = size.unwrap_or(style.font_size);
            }
            self.builder.restyle(style);
        }
        self.builder.text(reader.string(length))
    }

    fn value(&self, reader: &mut Reader<'_>) -> Option<Value> {
        self.values.get(reader.number() as usize).copied()
    }

    #[inline(never)]
    fn document(&mut self, reader: &mut Reader<'_>) {
        let length = reader.number();
        let base_url = reader.string(length).to_owned();
        self.documents.push(Document {
            depth: self.builder.depth(),
            base: Base::new(&base_url),
            base_url,
        });
    }

    fn end(&mut self) {
        // A page has one root, which ends with the page. Everything that follows is added below it.
        if self.builder.depth() > 1 {
            self.builder.close();
        }
        let depth = self.builder.depth();
        self.documents.retain(|document| document.depth <= depth);
    }

    /// Returns an attribute's value with absolute URLs; `None` if it is unchanged.
    fn resolved(&self, attr: Attr, value: &str) -> Option<String> {
        let document = self.documents.last()?;
        let join = |url: &str| match document.base.join(url) {
            Joined::Unchanged => None,
            Joined::Absolute(url) => Some(url),
            Joined::Unknown => (self.join)(url, &document.base_url),
        };
        if attr.is_url() {
            join(value)
        } else if attr.is_srcset() {
            Some(map_srcset(value, join))
        } else {
            None
        }
    }
}

/// Returns the styles of an element except for its text styles.
fn style(tag: Tag, bits: u32, inherited: &Style) -> Style {
    let is = |bit: u32| bits & bit != 0;
    let mut style = Style::of_tag(tag, inherited);
    if is(STYLED) {
        style = Style {
            display: match bits & (NONE | BLOCK | TABLE_CELL) {
                NONE => Display::None,
                BLOCK => Display::Block,
                TABLE_CELL => Display::TableCell,
                _ => Display::Inline,
            },
            placement: if is(OVERLAY) {
                Placement::Overlay
            } else if is(STICKY) {
                Placement::Sticky
            } else {
                Placement::Flow
            },
            visibility: if is(OWN_HIDDEN) {
                Visibility::OwnHidden
            } else {
                Visibility::Visible
            },
            float: is(FLOAT),
            ..*inherited
        };
    }
    if is(DIRECTED) {
        style.rtl = is(RTL);
    }
    if is(HIDDEN) || style.display == Display::None {
        style.visibility = Visibility::Hidden;
    }
    style
}

/// Reads the values of a chunk in order.
struct Reader<'a> {
    rest: Chunk<'a>,
}

impl<'a> Reader<'a> {
    fn number(&mut self) -> u32 {
        let Some((&first, rest)) = self.rest.numbers.split_first() else {
            return 0;
        };
        self.rest.numbers = rest;
        first
    }

    fn rect(&mut self) -> Rect {
        let Some((&[x, y, width, height], rest)) = self.rest.rects.split_first_chunk() else {
            return Rect::default();
        };
        self.rest.rects = rest;
        Rect::new(x, y, width, height)
    }

    /// Returns the next string, with the given number of UTF-16 code units.
    fn string(&mut self, units: u32) -> &'a str {
        let text = self.rest.text;
        let (string, rest) = text.split_at(utf8_length(text, units as usize));
        self.rest.text = rest.strip_prefix('\0').unwrap_or(rest);
        string
    }
}

/// Returns the length in UTF-8 bytes of the first `units` UTF-16 code units of a text.
fn utf8_length(text: &str, units: usize) -> usize {
    let bytes = text.as_bytes();
    // Nearly all text is ASCII.
    if bytes.get(..units).is_some_and(<[u8]>::is_ascii) {
        return units;
    }
    let mut left = units;
    for (at, c) in text.char_indices() {
        if left == 0 {
            return at;
        }
        left = left.saturating_sub(c.len_utf16());
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::protocol::END;
    use super::*;
    use crate::page::NodeId;

    const BASE: &str = "https://example.org/a/";

    fn page(numbers: &[u32], rects: &[f32], text: &str, values: &str) -> Page {
        let join: Join = |url, base| Some(format!("{base}{url}"));
        let mut recording = Recording::new(PageInfo::default(), Limits::default(), join);
        let chunk = Chunk {
            numbers,
            rects,
            text,
            values,
        };
        recording.add(chunk).unwrap();
        recording.finish().unwrap()
    }

    #[test]
    fn elements_after_the_root_become_its_descendants() {
        let numbers = [
            ELEMENT,
            Tag::Html as u32,
            0,
            END,
            END,
            ELEMENT,
            0,
            0,
            TEXT,
            2,
        ];
        let page = page(&numbers, &[], "Hi", "");
        assert_eq!(page.text(NodeId(2)), "Hi");
        assert_eq!(page.nodes().filter_map(|id| page.parent(id)).count(), 2);
    }

    #[test]
    fn elements_texts_and_documents_are_read() {
        let bits = ELEMENT | STYLED | BLOCK | RECT;
        let numbers = [
            [DOCUMENT, BASE.len() as u32].as_slice(),
            &[bits, Tag::Html as u32, 0],
            &[bits | HIDDEN, Tag::A as u32, 2],
            &[Attr::Href as u32, 1, Attr::Title as u32, 2],
            &[
                TEXT | WHITE_SPACES | PREFORMATTED | FONT | RTL | VERTICAL_RL,
                3,
                0,
                1,
                2,
            ],
            &[END],
            &[DOCUMENT, 5],
            &[ELEMENT, Tag::A as u32, 1, Attr::Href as u32, 2],
            &[END, END],
        ]
        .concat();
        let text = format!("{BASE}\0x\0ü!\0𝄞c\0data:\0/y");
        let values = "serif, monospace\x00700\x0012.5px\0";
        let page = page(
            &numbers,
            &[0.0, 0.0, 9.0, 9.0, 1.0, 2.0, 3.0, 4.0],
            &text,
            values,
        );
        let nodes: Vec<_> = page.nodes().collect();
        assert_eq!(page.len(), 4);
        assert_eq!(
            page.attr(nodes[1], Attr::Href),
            Some("https://example.org/a/x")
        );
        assert_eq!(page.attr(nodes[1], Attr::Title), Some("ü!"));
        assert_eq!(page.raw_text(nodes[2]), "𝄞c");
        assert_eq!(page.attr(nodes[3], Attr::Href), Some("data:/y"));
        let style = page.style(nodes[2]);
        assert!(style.rtl && style.monospace);
        assert_eq!(style.writing, Writing::VerticalRl);
        assert_eq!((style.font_weight, style.font_size), (700, 12.5));
        assert_eq!(page.style(nodes[1]).visibility, Visibility::Hidden);
        assert_eq!(page.rect(nodes[1]), Some(Rect::new(1.0, 2.0, 3.0, 4.0)));
    }

    #[test]
    fn arbitrary_input_gives_a_page_or_an_error() {
        arbtest::arbtest(|u| {
            let numbers: Vec<u32> = u.arbitrary()?;
            let rects: Vec<f32> = u.arbitrary()?;
            let (text, values): (&str, &str) = (u.arbitrary()?, u.arbitrary()?);
            let mut recording = Recording::new(PageInfo::default(), Limits::default(), |_, _| None);
            let chunk = Chunk {
                numbers: &numbers,
                rects: &rects,
                text,
                values,
            };
            if recording.add(chunk).is_ok() {
                let _ = recording.finish();
            }
            Ok(())
        });
    }

    #[test]
    fn styles_are_read_as_recorded() {
        let styled = ELEMENT | STYLED;
        let numbers = [
            [styled | BLOCK, Tag::Div as u32, 0].as_slice(),
            &[styled | BLOCK | STICKY, Tag::Nav as u32, 0, END],
            &[styled | BLOCK | FLOAT, Tag::Aside as u32, 0, END],
            &[styled | BLOCK | DIRECTED | RTL, Tag::P as u32, 0, END],
            &[styled | BLOCK | OWN_HIDDEN, Tag::P as u32, 0],
            &[styled, Tag::B as u32, 0, END, END],
            &[styled | NONE, Tag::P as u32, 0, END],
            // Text with collapsible white space has no recorded font family.
            &[styled | BLOCK, Tag::P as u32, 0],
            &[TEXT | WHITE_SPACES | FONT, 1, 1, 2, END],
            &[END],
        ]
        .concat();
        let page = page(&numbers, &[], "a\0", "monospace\x005000\x0020px\0");
        let of = |tag: Tag| {
            let node = page.nodes().find(|&id| page.tag(id) == tag).unwrap();
            *page.style(node)
        };
        assert_eq!(of(Tag::Nav).placement, Placement::Sticky);
        assert!(of(Tag::Aside).float && !of(Tag::Nav).float);
        assert!(of(Tag::P).rtl && !of(Tag::Nav).rtl);
        // An element with hidden own text may contain visible elements.
        let bold = page.nodes().find(|&id| page.tag(id) == Tag::B).unwrap();
        assert!(!page.is_hidden(bold));
        assert!(page.is_hidden(page.parent(bold).unwrap()));
        let hidden = page
            .nodes()
            .find(|&id| page.style(id).display == Display::None);
        assert!(page.is_hidden(hidden.unwrap()));
        let text = of(Tag::Text);
        assert!(!text.monospace && !text.preformatted);
        assert_eq!((text.font_weight, text.font_size), (1000, 20.0));
    }

    #[test]
    fn urls_are_resolved_against_the_containing_document() {
        let unknown = Attr::ALL.len() as u32;
        let numbers = [
            [DOCUMENT, BASE.len() as u32].as_slice(),
            &[ELEMENT, Tag::Html as u32, 0],
            &[ELEMENT, Tag::Iframe as u32, 0],
            &[DOCUMENT, 21, ELEMENT, Tag::P as u32, 0, END, END],
            &[ELEMENT, Tag::Img as u32, 3],
            &[unknown, 1, Attr::Srcset as u32, 8, Attr::Src as u32, 1, END],
            &[END],
        ]
        .concat();
        let inner = "https://example.net/b";
        let text = format!("{BASE}\0{inner}\0?\0x 1x,y 2\0x\0");
        let page = page(&numbers, &[], &text, "");
        let image = page.nodes().find(|&id| page.tag(id) == Tag::Img).unwrap();
        assert_eq!(page.attr(image, Attr::Src), Some("https://example.org/a/x"));
        assert_eq!(
            page.attr(image, Attr::Srcset),
            Some("https://example.org/a/x 1x, https://example.org/a/y 2")
        );
    }
}
