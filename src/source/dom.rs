//! Converts the live DOM to a [`Page`]: the visible page, read without changing anything.
//!
//! One walk over the flattened tree in document order. JavaScript (`collector.js`) performs the
//! steps, thousands per call, and [`record`](crate::source::record) builds the page from them,
//! because a call from wasm into the browser is as expensive as its answer, and re-encodes its
//! text. Per node, the walk reads only values that matter, because every read of a live style or
//! rectangle is work for the browser (and in Firefox every object that crosses into an isolated
//! world needs a wrapper):
//!
//! 1. Attributes: the names in one call, and the values only of those that are kept; URLs are made
//!    absolute.
//! 2. `display` first. Below `display: none` neither style nor rectangle is read.
//! 3. Position, float and rectangle only for elements with a box; inline elements, and children of
//!    `display: contents`, have the rectangle of the block around them.
//! 4. White space and fonts only for elements that directly contain text; the font family only if
//!    line breaks are preserved, and the direction of text only if an earlier letter, an attribute
//!    or the page indicates right-to-left text.
//! 5. The scroll state of a box only if it contains an element.
//!
//! The flattened tree: open shadow trees replace their hosts' children, assigned nodes replace
//! their slots (a slot keeps its own children if none are assigned), and the bodies of same-origin
//! frames are below their `iframe`. Frames of other origins have no content.
//!
//! Not painted, and therefore [`Visibility::Hidden`](crate::page::Visibility): `display: none`,
//! `content-visibility: hidden`, boxes of at most 1 px or without extent that clip overflow, boxes
//! clipped to nothing, and boxes moved out of the scrollable area. A descendant that escapes such a
//! box because it is positioned relative to another isn't detected. `visibility: hidden` hides only
//! an element's own text. Not hidden: elements that fade in (`opacity`), elements with
//! `aria-hidden` (an open dialog sets it on the article behind), and a closed `details` and
//! `hidden=until-found`, which users can open; their contents have no rectangles.
//!
//! Rectangles are in document coordinates, as if neither the page nor a box in it were scrolled.
//! Frames are at the position of their `iframe`.
//!
//! The walk reads no layout deeper than
//! [`LAID_OUT_LEVELS`](crate::source::record::protocol::LAID_OUT_LEVELS). Parsers stop at 512
//! levels; only scripts nest deeper, and the browser's time for each answer grows with the depth.
//!
//! Never read: user input in a form, and a form's initial values. JSON-LD is the only kind of
//! script that is kept; `template`, `style` and everything inside `svg` are skipped. If scripting
//! is on, `noscript` contains its markup as one text, which is kept as hidden text.
//!
//! Cost: `O(nodes)`; styles and rectangles are most of it.

use std::fmt;

use js_sys::{Array, Float32Array, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, Node, Url, Window};

use super::record::{Chunk, Recording};
use crate::page::geometry::Size;
use crate::page::{Limits, NodeId, Page, PageError, PageInfo};

#[wasm_bindgen]
extern "C" {
    /// `collector.js`, which the glue code reads from `globalThis.pithCollector`.
    #[derive(Debug)]
    pub type Collector;

    #[wasm_bindgen(constructor)]
    fn new(document: &Document, nodes: &Array) -> Collector;
    #[wasm_bindgen(method)]
    fn collect(this: &Collector, most: u32) -> bool;
    #[wasm_bindgen(method, js_name = writtenNumbers)]
    fn numbers(this: &Collector) -> Uint32Array;
    #[wasm_bindgen(method, js_name = writtenRects)]
    fn rects(this: &Collector) -> Float32Array;
    #[wasm_bindgen(method, js_name = writtenText)]
    fn text(this: &Collector) -> Uint8Array;
    #[wasm_bindgen(method, js_name = writtenValues)]
    fn values(this: &Collector) -> String;
}

/// Number of steps of the collector per call: enough to make calls cheap, and few enough to keep
/// its buffer small compared with the page.
const STEPS: u32 = 1 << 15;

/// A page and the live node behind each of its nodes.
#[derive(Debug)]
pub struct LivePage {
    /// The page.
    pub page: Page,
    live: Array,
}

impl LivePage {
    /// Returns the live node of a page's node.
    pub fn node(&self, id: NodeId) -> Option<Node> {
        let live = self.live.get(id.0);
        live.is_truthy().then(|| live.unchecked_into())
    }

    /// Returns the id of a live node; `None` if it wasn't read. Linear in the page, in one call.
    pub fn number_of(&self, live: &JsValue) -> Option<NodeId> {
        u32::try_from(self.live.index_of(live, 0)).ok().map(NodeId)
    }

    /// Returns the live element of a node; for a text node that of its parent.
    pub fn element(&self, id: NodeId) -> Option<Element> {
        if id.index() >= self.page.len() {
            return None;
        }
        let holder = if self.page.is_text(id) {
            self.page.parent(id)?
        } else {
            id
        };
        Some(self.node(holder)?.unchecked_into())
    }
}

/// The reason why a document couldn't be converted.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DomError {
    /// There is no window with a document.
    NoDocument,
    /// The document exceeds a limit or has no element.
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
/// [`DomError`] if there is none, or a limit is exceeded.
pub fn read(limits: Limits) -> Result<LivePage, DomError> {
    let window = web_sys::window().ok_or(DomError::NoDocument)?;
    let url = window.location().href().unwrap_or_default();
    read_window(&window, url, limits)
}

/// Reads the document of a window. `url` is the URL of the original page, because a frame with
/// content written by a script has none; empty if unknown.
///
/// # Errors
/// [`DomError`] if there is no document, or a limit is exceeded.
pub fn read_window(window: &Window, url: String, limits: Limits) -> Result<LivePage, DomError> {
    let document = window.document().ok_or(DomError::NoDocument)?;
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
    let live = Array::new();
    let collector = Collector::new(&document, &live);
    let page = read_collected(&collector, info, limits)?;
    Ok(LivePage { page, live })
}

/// Reads the nodes of a collector.
///
/// # Errors
/// [`PageError`] if a limit is exceeded or there is no element.
pub fn read_collected(
    collector: &Collector,
    info: PageInfo,
    limits: Limits,
) -> Result<Page, PageError> {
    let mut recording = Recording::new(info, limits, join);
    loop {
        let more = collector.collect(STEPS);
        // The encoder's output is UTF-8, so nothing is lost here.
        let text = String::from_utf8(collector.text().to_vec()).unwrap_or_default();
        recording.add(Chunk {
            numbers: &collector.numbers().to_vec(),
            rects: &collector.rects().to_vec(),
            text: &text,
            values: &collector.values(),
        })?;
        if !more {
            break;
        }
    }
    recording.finish()
}

/// Resolves a URL with the browser's parser.
pub fn join(url: &str, base: &str) -> Option<String> {
    Url::new_with_base(url, base).ok().map(|url| url.href())
}
