//! The live DOM to [`Page`]: what a person sees, read without changing anything.
//!
//! One walk over the flattened tree in document order, on an explicit stack. Its steps are taken
//! in JavaScript (`collector.js`), thousands at a time, and gone through here: a call from wasm
//! into the browser costs as much as what it asks for, and text has to be encoded anew for each.
//! Per node the walk does as little as decides something, because every read of a live style or
//! rectangle costs the browser work (and, in Firefox, every object that crosses into an isolated
//! world a wrapper):
//!
//! 1. Attributes: the names in one call, values only of those the page keeps; URLs absolute.
//! 2. `display` first. Below `display: none` no style and no rectangle is asked for.
//! 3. Position, float and rectangle only of elements with a box of their own; inline elements
//!    have the rectangle of the block around them, and so do children of `display: contents`.
//! 4. White space, direction and fonts only of elements that hold text themselves.
//!
//! The flattened tree: open shadow trees stand in place of their hosts' children, assigned
//! nodes in place of their slots (a slot's own children where none is assigned), the bodies of
//! same-origin frames below their `iframe`. Frames of other origins stay bare elements.
//!
//! Not painted, and so [`Visibility::Hidden`]: `display: none`, `content-visibility: hidden`,
//! boxes of no more than 1 px or without any extent that clip what overflows, boxes clipped to
//! nothing, boxes moved out to where no scrolling reaches. A descendant that escapes such a box
//! by being positioned against another is not looked for. `visibility: hidden` hides an
//! element's own text only. Not hidden: what fades in (`opacity`), what `aria-hidden` names
//! (an open dialog sets it on the article behind), a closed `details` and
//! `hidden=until-found`, which a reader opens; their contents have no rectangle of their own.
//!
//! Rectangles are in document coordinates: what was scrolled, the page or a box in it, is put
//! back. Frames lie at the place of their `iframe`.
//!
//! Deeper than [`LAID_OUT_LEVELS`], nothing is asked of the layout. Parsers stop at 512 levels;
//! only scripts nest deeper, and what a browser needs for each answer grows with the depth.
//!
//! Never read: what was typed into a form, and the values a form came with. Of scripts only
//! JSON-LD is kept; `template`, `style` and everything inside `svg` are left out. With
//! scripting on, `noscript` holds its markup as one text; it is kept as that, hidden.
//!
//! Cost: `O(nodes)`; styles and rectangles are most of it.

mod binding;
mod computed;
mod document;
mod record;

use std::fmt;

use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Node, Window};

use self::binding::{AnyElement, Collector};
use self::document::{FrameDocument, Point};
use self::record::{
    Answers, FONT, MONOSPACE, PREFORMATTED, RTL, Record, STYLED, Source, UNTIL_FOUND, WEIGHT,
    WHITE_SPACE, Written,
};
use crate::geometry::{Rect, Size};
use crate::page::{
    Attr, Display, Limits, NodeId, Page, PageBuilder, PageError, PageInfo, Style, Tag, Visibility,
};

/// A page and the live node behind each of its nodes.
#[derive(Debug)]
pub struct LivePage {
    /// The page.
    pub page: Page,
    live: Array,
    /// Per node of the page its place in `live`: frames are read while the document around them
    /// has been written down further already.
    places: Vec<u32>,
}

impl LivePage {
    /// The live node.
    pub fn node(&self, id: NodeId) -> Option<Node> {
        let &place = self.places.get(id.index())?;
        Some(self.live.get(place).unchecked_into())
    }

    /// The live element; of a text node the one that holds it.
    pub fn element(&self, id: NodeId) -> Option<Element> {
        self.places.get(id.index())?;
        let holder = if self.page.is_text(id) {
            self.page.parent(id)?
        } else {
            id
        };
        Some(self.node(holder)?.unchecked_into())
    }
}

/// Why no page could be made of a document.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DomError {
    /// There is no window with a document here, or it has no element.
    NoDocument,
    /// The document passes a limit.
    Page(PageError),
}

impl fmt::Display for DomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDocument => write!(f, "there is no document here"),
            Self::Page(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DomError {}

impl From<PageError> for DomError {
    fn from(error: PageError) -> Self {
        Self::Page(error)
    }
}

/// Reads the document of the current window.
///
/// # Errors
/// [`DomError`] where there is none, or a limit is passed.
pub fn read(limits: Limits) -> Result<LivePage, DomError> {
    let window = web_sys::window().ok_or(DomError::NoDocument)?;
    let url = window.location().href().unwrap_or_default();
    read_window(&window, url, limits)
}

/// Reads the document of a window, which was made of the page at `url`: that of a frame has no
/// address of its own where its text was written into it. Empty where there is none.
///
/// # Errors
/// [`DomError`] where there is no document, or a limit is passed.
pub fn read_window(window: &Window, url: String, limits: Limits) -> Result<LivePage, DomError> {
    let document = window.document().ok_or(DomError::NoDocument)?;
    let (document, root) = FrameDocument::top(&document).ok_or(DomError::NoDocument)?;
    let length = |value: Result<JsValue, JsValue>| value.ok()?.as_f64();
    let viewport = length(window.inner_width()).zip(length(window.inner_height()));
    let info = PageInfo {
        url,
        viewport: viewport.map(|(width, height)| Size {
            width: width as f32,
            height: height as f32,
        }),
        content_language: None,
    };
    let walk = Walk {
        builder: PageBuilder::new(info, limits),
        answers: Answers::new(),
        live: Array::new(),
        places: Vec::new(),
        documents: vec![document],
        sources: Vec::new(),
    };
    walk.run(&root)
}

/// Elements nested deeper than this are taken for what their names say, and for painted.
/// For 1,000 nested blocks Chromium 156 needs 0.1 to 0.3 s; at some thousands it stops answering
/// whether or not anybody asks. Firefox 153 lays out 50,000.
pub const LAID_OUT_LEVELS: usize = 1000;

/// Which rules hold for the children of an open element.
#[derive(Clone, Copy, Debug)]
struct Context {
    /// Which of the documents they belong to.
    document: usize,
    /// What to add to a rectangle in their document's viewport for page coordinates.
    offset: Point,
    /// Nothing of them is painted: no styles, no rectangles.
    hidden: bool,
    /// Folded away: no rectangles.
    folded: bool,
    /// Their parent is a closed `details`: all but a `summary` are folded away.
    closed: bool,
    /// They are laid out by rules of their own (MathML): no styles, no rectangles.
    plain: bool,
    /// They stand for a parent that a browser cannot show (`video`, `audio`, `canvas`).
    fallback: bool,
}

/// An open element.
#[derive(Clone, Copy, Debug)]
struct Frame {
    context: Context,
    /// Its styles were read, and so those of its text are to be taken.
    styled: bool,
}

/// What attributes say that the walk itself needs.
#[derive(Clone, Copy, Debug, Default)]
struct Hints {
    dir: bool,
    open: bool,
}

struct Walk {
    builder: PageBuilder,
    answers: Answers,
    live: Array,
    places: Vec<u32>,
    documents: Vec<FrameDocument>,
    /// What is read: the page's own document, and those of the frames that stand open in it.
    sources: Vec<Source>,
}

impl Walk {
    fn run(mut self, root: &AnyElement) -> Result<LivePage, DomError> {
        let context = Context {
            document: 0,
            offset: self.documents[0].offset,
            hidden: false,
            folded: false,
            closed: false,
            plain: false,
            fallback: false,
        };
        self.collect(root, context);
        let mut frames: Vec<Frame> = Vec::new();
        while let Some(source) = self.sources.last_mut() {
            let Some(record) = source.next(&mut self.answers, &self.live) else {
                self.sources.pop();
                continue;
            };
            match record {
                Record::Element(written) => {
                    self.places.push(written.node);
                    let context = frames.last().map_or(context, |frame| frame.context);
                    frames.push(self.enter(written, context)?);
                }
                Record::Text {
                    bits,
                    font_size,
                    length,
                    node,
                } => {
                    self.places.push(node);
                    if frames.last().is_some_and(|frame| frame.styled) {
                        restyle(&mut self.builder, bits, font_size);
                    }
                    self.builder.text(source.string(length))?;
                }
                Record::End => {
                    self.builder.close();
                    frames.pop();
                }
            }
        }
        Ok(LivePage {
            page: self.builder.finish()?,
            live: self.live,
            places: self.places,
        })
    }

    /// Has what stands below `root`, and itself, read next.
    fn collect(&mut self, root: &AnyElement, context: Context) {
        let depth = u32::try_from(self.builder.depth()).unwrap_or(u32::MAX);
        let levels = LAID_OUT_LEVELS as u32;
        self.sources.push(Source::new(Collector::new(
            root,
            depth,
            levels,
            context.folded,
            &self.live,
        )));
    }

    /// Opens an element.
    fn enter(&mut self, written: Written, context: Context) -> Result<Frame, DomError> {
        let Written {
            tag, bits, attrs, ..
        } = written;
        let hints = self.hints(attrs);
        let mut inside = Context {
            closed: tag == Tag::Details && !hints.open,
            folded: context.folded || (context.closed && tag != Tag::Summary),
            plain: context.plain || tag == Tag::Math || self.builder.depth() >= LAID_OUT_LEVELS,
            fallback: record::is_fallback(tag),
            ..context
        };
        let inherited = self.builder.style();
        let mut styled = false;
        let (style, rect) = if context.hidden || context.plain || context.fallback {
            let mut style = Style::of_tag(tag, &inherited);
            if context.fallback {
                style.visibility = Visibility::Hidden;
                inside.hidden = true;
            }
            (style, None)
        } else {
            let document = &self.documents[context.document];
            let live = || self.live.get(written.node).unchecked_into();
            let read = computed::read(written, hints, &inherited, inside, document, live);
            inside.offset = read.offset;
            inside.folded |= bits & UNTIL_FOUND != 0;
            inside.hidden = read.style.visibility == Visibility::Hidden;
            styled = bits & STYLED != 0 && read.style.display != Display::None;
            (read.style, read.rect)
        };
        self.builder.open(tag, style, rect)?;
        if let Some(source) = self.sources.last_mut() {
            let document = &self.documents[context.document];
            for _ in 0..attrs {
                let (attr, value) = source.attr(&self.answers);
                let value = document.resolve(attr, value);
                self.builder.attr(attr, &value)?;
            }
        }
        if matches!(tag, Tag::Iframe | Tag::Frame)
            && let Some(rect) = rect
        {
            let element: AnyElement = self.live.get(written.node).unchecked_into();
            if let Some(body) = self.frame_body(&element, rect, &mut inside) {
                self.collect(&body, inside);
            }
        }
        Ok(Frame {
            context: inside,
            styled,
        })
    }

    /// What the attributes of the element that was the last record say.
    fn hints(&self, attrs: usize) -> Hints {
        let mut hints = Hints::default();
        let names = self.sources.last().into_iter();
        for attr in names.flat_map(|source| source.attr_names(&self.answers, attrs)) {
            hints.dir |= attr == Attr::Dir;
            hints.open |= attr == Attr::Open;
        }
        hints
    }

    /// The body of the document in a frame, where it is of the same origin and to be seen.
    fn frame_body(
        &mut self,
        element: &AnyElement,
        rect: Rect,
        inside: &mut Context,
    ) -> Option<AnyElement> {
        if inside.hidden || rect.width <= 1.0 || rect.height <= 1.0 {
            return None;
        }
        let content = element.content_document().ok()??;
        let (document, body) = FrameDocument::framed(&content, element, rect)?;
        inside.document = self.documents.len();
        inside.offset = document.offset;
        self.documents.push(document);
        Some(body)
    }
}

/// Completes the style of the element that is open with what text in it looks like, as far as
/// that was asked: while it has held nothing but white space only that it is kept or not is.
fn restyle(builder: &mut PageBuilder, bits: u32, font_size: f32) {
    let is = |bit: u32| bits & bit != 0;
    if !is(WHITE_SPACE | FONT) {
        return;
    }
    let mut style = builder.style();
    if is(WHITE_SPACE) {
        style.preformatted = is(PREFORMATTED);
    }
    if is(FONT) {
        style.rtl = is(RTL);
        style.monospace = is(MONOSPACE);
        if !font_size.is_nan() {
            style.font_size = font_size;
        }
        let weight = bits >> WEIGHT;
        if weight != 0 {
            style.font_weight = u16::try_from(weight).unwrap_or(style.font_weight);
        }
    }
    builder.restyle(style);
}
