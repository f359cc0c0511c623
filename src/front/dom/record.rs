//! What the collector (`collector.js`) writes down, and the answers it asks for.
//!
//! A record is a run of numbers; its first holds the bits of what was asked about it.
//!
//! | record | numbers |
//! | --- | --- |
//! | text | bits, size of the font as the bits of an `f32`, length |
//! | element | bits, number of its name, how many attributes; for each the number of its name, and its length |
//! | end of an element | bits |
//!
//! Lengths are in UTF-16 code units. Strings stand one after the other with a character between
//! them; rectangles, for elements with [`RECT`], as x, y, width and height in their viewport.
//! Whatever a collector reads beyond what counts (below a box that turns out to be out of sight)
//! is passed over here.

use super::binding::Collector;
use crate::front::css;
use crate::geometry::Rect;
use crate::page::{Attr, Display, Tag};
use js_sys::Array;

/// Bits of a record: what it is.
const KIND: u32 = 0b11;
const TEXT: u32 = 0;
const ELEMENT: u32 = 1;
/// `display: none`.
pub(super) const NONE: u32 = 1 << 2;
/// The element has a box of its own.
pub(super) const BOX: u32 = 1 << 3;
pub(super) const BLOCK: u32 = 1 << 4;
pub(super) const TABLE_CELL: u32 = 1 << 5;
/// `visibility` is not `visible`.
pub(super) const OWN_HIDDEN: u32 = 1 << 6;
/// `direction: rtl`.
pub(super) const RTL: u32 = 1 << 7;
pub(super) const FIXED: u32 = 1 << 8;
pub(super) const STICKY: u32 = 1 << 9;
/// `position` is `fixed` or `absolute`.
pub(super) const MOVED: u32 = 1 << 10;
pub(super) const FLOAT: u32 = 1 << 11;
/// `content-visibility: hidden`.
pub(super) const LOCKED: u32 = 1 << 12;
/// The attribute `popover` is there.
pub(super) const POPOVER: u32 = 1 << 13;
/// The attribute `hidden` is `until-found`.
pub(super) const UNTIL_FOUND: u32 = 1 << 14;
/// `overflow-x` is not `visible`.
pub(super) const OVERFLOW: u32 = 1 << 15;
/// `clip` or `clip-path` leave nothing to be seen.
pub(super) const CLIPPED: u32 = 1 << 16;
/// A rectangle was written down.
const RECT: u32 = 1 << 29;
/// The styles were read.
pub(super) const STYLED: u32 = 1 << 30;

/// Bits of the record of a text: that it was asked whether white space is kept, and is.
pub(super) const WHITE_SPACE: u32 = 1 << 2;
pub(super) const PREFORMATTED: u32 = 1 << 3;
/// Direction and font were asked for; the weight, 0 for unknown, stands above [`WEIGHT`].
pub(super) const FONT: u32 = 1 << 4;
pub(super) const MONOSPACE: u32 = 1 << 5;
pub(super) const WEIGHT: u32 = 16;

/// Instead of an attribute's number: the picture that the browser chose to show.
const CURRENT_SRC: u32 = 255;

/// Bits of an element's name, above its number.
mod tag {
    pub(super) const SKIPPED: u32 = 1 << 8;
    /// Skipped unless its `type` says otherwise.
    pub(super) const TYPED: u32 = 1 << 9;
    /// Its children are not walked over.
    pub(super) const LEAF: u32 = 1 << 10;
    pub(super) const HOST: u32 = 1 << 11;
    pub(super) const SLOT: u32 = 1 << 12;
    pub(super) const FORM: u32 = 1 << 13;
    pub(super) const PICTURE: u32 = 1 << 14;
    /// Has a rectangle even without a box of its own.
    pub(super) const MEASURED: u32 = 1 << 15;
    /// Has no rectangle even with one.
    pub(super) const UNMEASURED: u32 = 1 << 16;
    /// Its children are laid out by rules of their own.
    pub(super) const PLAIN: u32 = 1 << 17;
    /// Its children stand for what a browser cannot show.
    pub(super) const FALLBACK: u32 = 1 << 18;
    /// Folds its children away unless an attribute opens it.
    pub(super) const CLOSES: u32 = 1 << 19;
    /// Is not folded away.
    pub(super) const UNFOLDED: u32 = 1 << 20;
    /// Its direction may not be its parent's.
    pub(super) const DIRECTED: u32 = 1 << 21;
    /// `value` is what it shows.
    pub(super) const VALUED: u32 = 1 << 22;
    pub(super) const VIEWPORT: u32 = 1 << 23;
}

/// Bits of an attribute's name, above its number.
mod attr {
    pub(super) const KEPT: u32 = 1 << 8;
    /// What a form may hold.
    pub(super) const VALUE: u32 = 1 << 9;
    pub(super) const DIRECTS: u32 = 1 << 10;
    pub(super) const OPENS: u32 = 1 << 11;
    pub(super) const HIDES: u32 = 1 << 12;
}

/// Answers what the collectors ask, and knows the names that they were given numbers for.
#[derive(Debug)]
pub(super) struct Answers {
    tags: Vec<Tag>,
    attrs: Vec<Attr>,
}

impl Answers {
    pub(super) fn new() -> Self {
        let mut attrs = vec![Attr::Id; 256];
        attrs[CURRENT_SRC as usize] = Attr::CurrentSrc;
        Self {
            tags: vec![Tag::Other; 256],
            attrs,
        }
    }

    /// What a name or a computed value means; 0 where there is nothing to say of it.
    fn answer(&mut self, question: u32, text: &str) -> u32 {
        let bit = |holds: bool, bit: u32| if holds { bit } else { 0 };
        match question {
            0 => self.tag(text),
            1 => self.attr(text),
            2 => u32::from(text == "application/ld+json"),
            3 => bit(text.eq_ignore_ascii_case("until-found"), UNTIL_FOUND),
            4 => {
                let boxed = bit(!matches!(text, "inline" | "contents" | ""), BOX);
                match Display::from_css(text) {
                    Display::None => NONE,
                    Display::Inline => boxed,
                    Display::Block => boxed | BLOCK,
                    Display::TableCell => boxed | TABLE_CELL,
                }
            }
            5 => bit(text != "visible", OWN_HIDDEN),
            6 => bit(text == "rtl", RTL),
            7 => match text {
                "fixed" => MOVED | FIXED,
                "absolute" => MOVED,
                "sticky" => STICKY,
                _ => 0,
            },
            8 => bit(text != "none", FLOAT),
            9 => bit(text == "hidden", LOCKED),
            10 => bit(text != "visible", OVERFLOW),
            11 => bit(css::is_clipped_away(text), CLIPPED),
            12 => bit(css::is_inset_away(text), CLIPPED),
            // `white-space-collapse`, or `white-space` where a browser does not know that.
            13 => {
                let kept = ["preserve", "break-spaces", "pre", "pre-wrap"].contains(&text);
                WHITE_SPACE | bit(kept, PREFORMATTED)
            }
            14 => bit(css::is_monospace(text), MONOSPACE),
            15 => {
                let weight = text.parse::<f32>().map(|w| w.clamp(1.0, 1000.0) as u32);
                FONT | weight.unwrap_or_default() << WEIGHT
            }
            16 => css::px(text).unwrap_or(f32::NAN).to_bits(),
            _ => 0,
        }
    }

    fn tag(&mut self, name: &str) -> u32 {
        let tag = Tag::from_name(name);
        let number = tag as u32;
        self.tags[number as usize] = tag;
        let viewport = matches!(tag, Tag::Html | Tag::Body);
        [
            (matches!(tag, Tag::Style | Tag::Template), tag::SKIPPED),
            (tag == Tag::Script, tag::TYPED),
            (
                matches!(tag, Tag::Svg | Tag::Textarea | Tag::Iframe | Tag::Frame),
                tag::LEAF,
            ),
            (can_host(tag, name), tag::HOST),
            (tag == Tag::Slot, tag::SLOT),
            (tag == Tag::Form, tag::FORM),
            (tag == Tag::Img, tag::PICTURE),
            (tag.is_replaced(), tag::MEASURED),
            (matches!(tag, Tag::Option | Tag::Optgroup), tag::UNMEASURED),
            (tag == Tag::Math, tag::PLAIN),
            (is_fallback(tag), tag::FALLBACK),
            (tag == Tag::Details, tag::CLOSES),
            (tag == Tag::Summary, tag::UNFOLDED),
            (
                viewport || matches!(tag, Tag::Bdo | Tag::Bdi),
                tag::DIRECTED,
            ),
            (shows_value(tag), tag::VALUED),
            (viewport, tag::VIEWPORT),
        ]
        .iter()
        .filter(|(holds, _)| *holds)
        .fold(number, |bits, (_, bit)| bits | bit)
    }

    fn attr(&mut self, name: &str) -> u32 {
        let Some(attr) = Attr::from_name(name) else {
            return if name == "popover" { POPOVER } else { 0 };
        };
        let number = attr as u32;
        self.attrs[number as usize] = attr;
        let bits = match attr {
            Attr::Value => attr::VALUE,
            Attr::Dir => attr::DIRECTS,
            Attr::Open => attr::OPENS,
            Attr::Hidden => attr::HIDES,
            _ => 0,
        };
        number | attr::KEPT | bits
    }
}

/// Elements whose children stand in for what a browser cannot show.
pub(super) fn is_fallback(tag: Tag) -> bool {
    matches!(tag, Tag::Video | Tag::Audio | Tag::Canvas)
}

/// Whether an element may have a shadow tree (DOM, "attach a shadow root"): custom elements and
/// a closed list of others.
fn can_host(tag: Tag, name: &str) -> bool {
    match tag {
        Tag::Other => name.contains('-'),
        _ => {
            tag.heading_level().is_some()
                || matches!(
                    tag,
                    Tag::Article
                        | Tag::Aside
                        | Tag::Blockquote
                        | Tag::Body
                        | Tag::Div
                        | Tag::Footer
                        | Tag::Header
                        | Tag::Main
                        | Tag::Nav
                        | Tag::P
                        | Tag::Section
                        | Tag::Span
                )
        }
    }
}

/// Whether `value` is what an element shows, and not what a form holds.
fn shows_value(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::Li | Tag::Data | Tag::Meter | Tag::Progress | Tag::Param
    )
}

/// An element as it was written down, without its attributes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    pub(super) tag: Tag,
    pub(super) bits: u32,
    /// In the viewport of its document.
    pub(super) rect: Option<Rect>,
    /// How many attributes it has.
    pub(super) attrs: usize,
    /// The place of the live node among those of the page.
    pub(super) node: u32,
}

/// One thing that a collector wrote down.
#[derive(Clone, Copy, Debug)]
pub(super) enum Record {
    /// An element begins; its attributes are to be taken next, as many as it has.
    Element(Written),
    /// A text; its string is to be taken next.
    Text {
        bits: u32,
        font_size: f32,
        length: usize,
        /// The place of the live node among those of the page.
        node: u32,
    },
    /// The element that is open ends.
    End,
}

/// Steps a collector takes at a time: enough that crossing costs nothing, little enough that
/// what it holds stays small beside the page.
const STEPS: u32 = 1 << 15;

/// A collector and what it wrote down last.
#[derive(Debug)]
pub(super) struct Source {
    collector: Collector,
    numbers: Vec<u32>,
    next_number: usize,
    rects: Vec<f32>,
    next_rect: usize,
    text: String,
    next_text: usize,
    /// The place of the next record's live node among those of the page.
    node: u32,
    more: bool,
}

impl Source {
    pub(super) fn new(collector: Collector) -> Self {
        Self {
            collector,
            numbers: Vec::new(),
            next_number: 0,
            rects: Vec::new(),
            next_rect: 0,
            text: String::new(),
            next_text: 0,
            node: 0,
            more: true,
        }
    }

    /// The next record; `None` at the end. `nodes` are the live nodes of the page so far.
    pub(super) fn next(&mut self, answers: &mut Answers, nodes: &Array) -> Option<Record> {
        while self.next_number == self.numbers.len() {
            if !self.more {
                return None;
            }
            self.collect(answers, nodes);
        }
        let bits = self.number();
        match bits & KIND {
            ELEMENT => {
                let tag = answers.tags[self.number() as usize & 255];
                let attrs = self.number() as usize;
                Some(Record::Element(Written {
                    tag,
                    bits,
                    rect: (bits & RECT != 0).then(|| self.rect()),
                    attrs,
                    node: self.node(),
                }))
            }
            TEXT => Some(Record::Text {
                bits,
                font_size: f32::from_bits(self.number()),
                length: self.number() as usize,
                node: self.node(),
            }),
            _ => Some(Record::End),
        }
    }

    fn collect(&mut self, answers: &mut Answers, nodes: &Array) {
        self.node = nodes.length();
        self.more = self.collector.collect(
            &mut |question, text: String| answers.answer(question, &text),
            STEPS,
        );
        self.numbers = self.collector.numbers().to_vec();
        self.next_number = 0;
        self.rects = self.collector.rects().to_vec();
        self.next_rect = 0;
        // An encoder gives UTF-8, so nothing is lost here.
        self.text = String::from_utf8(self.collector.text().to_vec()).unwrap_or_default();
        self.next_text = 0;
    }

    fn number(&mut self) -> u32 {
        let number = self.numbers.get(self.next_number).copied();
        self.next_number += 1;
        number.unwrap_or_default()
    }

    fn node(&mut self) -> u32 {
        self.node += 1;
        self.node - 1
    }

    fn rect(&mut self) -> Rect {
        let at = self.next_rect;
        self.next_rect += 4;
        match self.rects.get(at..self.next_rect) {
            Some(&[x, y, width, height]) => Rect::new(x, y, width, height),
            _ => Rect::default(),
        }
    }

    /// The attributes of the element that was the last record, without their values.
    pub(super) fn attr_names(&self, answers: &Answers, attrs: usize) -> impl Iterator<Item = Attr> {
        let numbers = self.numbers.iter().skip(self.next_number).step_by(2);
        numbers
            .take(attrs)
            .map(|&number| answers.attrs[number as usize & 255])
    }

    /// The next attribute of the element that was the last record.
    pub(super) fn attr(&mut self, answers: &Answers) -> (Attr, &str) {
        let attr = answers.attrs[self.number() as usize & 255];
        let length = self.number() as usize;
        (attr, self.string(length))
    }

    /// The next string, of so many UTF-16 code units.
    pub(super) fn string(&mut self, units: usize) -> &str {
        let rest = self.text.get(self.next_text..).unwrap_or_default();
        let length = utf8_length(rest, units);
        self.next_text += length + 1;
        &rest[..length]
    }
}

/// How many bytes the first `units` UTF-16 code units of a text take in UTF-8.
fn utf8_length(text: &str, units: usize) -> usize {
    let bytes = text.as_bytes();
    // Nearly all text is ASCII, or is once its first characters are.
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
