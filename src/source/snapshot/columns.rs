//! Writes a page's columns in postcard's encoding: lengths and numbers in groups of seven bits, the
//! lowest first; texts and lists after their length; all other values unchanged.
//!
//! Written by hand, because the core for browsers writes nothing else in this format, and
//! postcard's writer would be three times as large there. postcard can read the output
//! ([`Twin`](super::Twin)).

use crate::compact::hash::Hash64;
use crate::compact::interner::Interner;
use crate::page::geometry::{Rect, Size};
use crate::page::{Page, Style};

/// Returns the bytes after the version in a snapshot of a page.
pub(super) fn of(page: &Page) -> Vec<u8> {
    let info = page.info();
    let mut out = Bytes::default();
    out.text(&info.url);
    match info.viewport {
        Some(Size { width, height }) => {
            out.flag(true);
            out.reals([width, height]);
        }
        None => out.flag(false),
    }
    out.flag(info.content_language.is_some());
    if let Some(language) = &info.content_language {
        out.text(language);
    }
    let mut nodes = Nodes::default();
    for id in page.nodes() {
        let tag = nodes.tag_names.number(page.tag(id).name());
        nodes.tags.number(tag);
        nodes.levels.number(page.level(id));
        if page.is_text(id) {
            nodes.texts.piece(page.text(id));
            continue;
        }
        nodes.style(page.style(id));
        let mut count = 0;
        for (attr, value) in page.attrs(id) {
            let name = nodes.attr_names.number(attr.name());
            nodes.attrs.number(name);
            nodes.attrs.bytes.number(value.len() as u32);
            nodes.values.push_str(value);
            count += 1;
        }
        nodes.attr_counts.number(count);
        if let Some(rect) = page.rect(id) {
            let above = page.parent(id).and_then(|parent| page.rect(parent));
            nodes.rect(rect, above);
        }
    }
    nodes.write(&mut out);
    out.0
}

/// Columns of nodes, in document order.
#[derive(Default)]
struct Nodes {
    tag_names: Names,
    attr_names: Names,
    style_table: Column,
    known_styles: Interner,
    tags: Column,
    levels: Column,
    texts: Texts,
    styles: Column,
    attr_counts: Column,
    attrs: Column,
    values: String,
    rects: Column,
}

impl Nodes {
    fn style(&mut self, style: &Style) {
        let mut bytes = Bytes::default();
        bytes.number(style.display as u32);
        bytes.number(style.placement as u32);
        bytes.number(style.visibility as u32);
        for flag in [style.float, style.preformatted, style.rtl, style.monospace] {
            bytes.flag(flag);
        }
        bytes.reals([style.font_size]);
        bytes.number(style.font_weight.into());
        let hash = Hash64::EMPTY.bytes(&bytes.0).value();
        let number = self.known_styles.intern(hash);
        if number == self.style_table.count {
            self.style_table.count += 1;
            self.style_table.bytes.0.extend(bytes.0);
        }
        self.styles.number(number);
    }

    /// Adds a rectangle; it isn't written if it equals that of the parent.
    fn rect(&mut self, rect: Rect, above: Option<Rect>) {
        let bits = |rect: Rect| [rect.x, rect.y, rect.width, rect.height].map(f32::to_bits);
        let is_own = above.is_none_or(|above| bits(above) != bits(rect));
        self.rects.count += 1;
        self.rects.bytes.flag(is_own);
        if is_own {
            let numbers = [rect.x, rect.y, rect.width, rect.height];
            self.rects.bytes.reals(numbers);
        }
    }

    fn write(self, out: &mut Bytes) {
        for column in [
            self.tag_names.names,
            self.attr_names.names,
            self.style_table,
            self.tags,
            self.levels,
            self.texts.lengths,
        ] {
            out.column(column);
        }
        out.text(&self.texts.all);
        for column in [self.styles, self.attr_counts, self.attrs] {
            out.column(column);
        }
        out.text(&self.values);
        out.column(self.rects);
    }
}

/// Names in the order of their first use.
#[derive(Default)]
struct Names {
    names: Column,
    known: Interner,
}

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        let number = self.known.intern(Hash64::of(name));
        if number == self.names.count {
            self.names.count += 1;
            self.names.bytes.text(name);
        }
        number
    }
}

/// Concatenated texts, and their lengths.
#[derive(Default)]
struct Texts {
    lengths: Column,
    all: String,
}

impl Texts {
    fn piece(&mut self, text: &str) {
        self.lengths.number(text.len() as u32);
        self.all.push_str(text);
    }
}

/// Values, and their number.
#[derive(Default)]
struct Column {
    count: u32,
    bytes: Bytes,
}

impl Column {
    fn number(&mut self, number: u32) {
        self.count += 1;
        self.bytes.number(number);
    }
}

/// Output buffer.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    #[inline(never)]
    fn number(&mut self, mut number: u32) {
        while number > 0x7f {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    fn flag(&mut self, flag: bool) {
        self.number(flag.into());
    }

    fn reals<const N: usize>(&mut self, numbers: [f32; N]) {
        for number in numbers {
            self.0.extend(number.to_le_bytes());
        }
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u32);
        self.0.extend(text.as_bytes());
    }

    fn column(&mut self, column: Column) {
        self.number(column.count);
        self.0.extend(column.bytes.0);
    }
}
