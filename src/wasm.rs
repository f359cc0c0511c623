//! What the shell sees of the core: every exported item, and no logic.
//!
//! An error is thrown as an `Error` whose message is a sentence. A panic aborts: JavaScript gets
//! a `RuntimeError` (from wasm2js an `Error`), and what the instance's memory holds is no longer
//! to be trusted. It takes itself out of `globalThis.pithCore`, so that the next use begins with
//! a fresh instance; whoever holds a [`Detection`] of the old one drops it without a call.

#[cfg(feature = "inspect")]
pub mod inspection;

use std::rc::Rc;
use std::sync::Once;

use js_sys::Reflect;

use serde::Serialize;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::extract::{Extraction, one_click};
use crate::front::dom::{self, DomError, LivePage};
use crate::front::snapshot;
use crate::page::{Limits, NodeId};
use crate::select::{Confidence, Grounds, Reason};
use crate::views;

#[cfg(feature = "wee_alloc")]
#[global_allocator]
static ALLOCATOR: wee_alloc::WeeAlloc = wee_alloc::WeeAlloc::INIT;

/// Has panics reported on the console before they abort: all of them in debug builds, in
/// release builds the first, which is the only one that says something about the cause.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| {
        static FIRST: Once = Once::new();
        let report = || console_error_panic_hook::hook(info);
        if cfg!(debug_assertions) {
            report();
        } else {
            FIRST.call_once(report);
        }
        // Where this fails there is nothing left to try.
        let _ = Reflect::delete_property(&js_sys::global(), &JsValue::from_str("pithCore"));
    }));
}

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** How sure the core is that the page holds an article and that this is it. */
export type Confidence = "none" | "weak" | "strong";

/** Why a block is not part of the article. */
export type Reason =
  | "title" | "byline" | "navigation" | "links" | "overlay" | "advert" | "related"
  | "comments" | "sharing" | "form" | "frame" | "other-column" | "duplicate" | "below-threshold";

/** Kinds of evidence about a block. */
export type Grounds =
  | "text" | "links" | "words" | "structure" | "names" | "place" | "density" | "repetition"
  | "surroundings" | "layout" | "methods" | "stated";

/** A block that is not part of the article. */
export interface RemovedBlock {
  reason: Reason;
  /** The evidence that weighed most against it; null where none was weighed. */
  grounds: Grounds | null;
  /** Its visible text on one line. */
  text: string;
  /** For `Detection.element`. */
  node: number;
}

/** What was found on a page. Null where the page does not say. */
export interface Article {
  title: string | null;
  byline: string | null;
  published: string | null;
  modified: string | null;
  site: string | null;
  lang: string | null;
  dir: "ltr" | "rtl";
  excerpt: string | null;
  image: string | null;
  canonical: string | null;
  /** The body as clean HTML, the title apart; empty where nothing was found. */
  html: string;
  wordCount: number;
  readingMinutes: number;
  confidence: Confidence;
  removed: RemovedBlock[];
}
"#;

/// Finds the article in the document that is shown; changes nothing in it.
#[wasm_bindgen]
pub fn detect() -> Result<Detection, JsError> {
    detected(dom::read(Limits::default()))
}

fn detected(read: Result<LivePage, DomError>) -> Result<Detection, JsError> {
    let live =
        read.map_err(|error| JsError::new(&format!("Pith cannot read this page: {error}.")))?;
    Ok(Detection {
        extraction: one_click(&live.page),
        live: Rc::new(live),
    })
}

/// What was found in a document, and the live nodes it was found in.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Detection {
    /// Shared with what other methods find in the same page.
    live: Rc<LivePage>,
    extraction: Extraction,
}

#[wasm_bindgen]
impl Detection {
    /// The article and what is known of it, as a plain object.
    #[wasm_bindgen(unchecked_return_type = "Article")]
    pub fn article(&self) -> Result<JsValue, JsError> {
        object(&Article::new(self))
    }

    /// The article as plain text.
    pub fn text(&self) -> String {
        self.extraction.article.text()
    }

    /// The article as Markdown.
    pub fn markdown(&self) -> String {
        self.extraction.article.markdown()
    }

    /// The live element of a node; of a text node the element that holds it.
    #[wasm_bindgen(unchecked_return_type = "Element | null")]
    pub fn element(&self, node: u32) -> JsValue {
        self.live
            .element(NodeId(node))
            .map_or(JsValue::NULL, JsValue::from)
    }

    /// The live node, text nodes included.
    #[wasm_bindgen(unchecked_return_type = "Node | null")]
    pub fn node(&self, node: u32) -> JsValue {
        self.live
            .node(NodeId(node))
            .map_or(JsValue::NULL, JsValue::from)
    }

    /// The page as it was read, layout included, for the command line to replay.
    pub fn snapshot(&self) -> Vec<u8> {
        snapshot::write(&self.live.page)
    }
}

/// A plain object; what is not there is null.
fn object(value: &impl Serialize) -> Result<JsValue, JsError> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    Ok(value.serialize(&serializer)?)
}

#[wasm_bindgen(typescript_custom_section)]
const VIEW_TYPES: &str = r#"
/** A run of text and pictures that no block break divides, and what became of it. */
export interface Block {
  /** The element whose line content this is; for `Detection.element`. */
  container: number;
  /** Text nodes and replaced elements in document order, at least one; for `Detection.node`. */
  leaves: number[];
  /** Whether it is content: what is kept, with title and byline. */
  content: boolean;
  /** Why it is not part of the article's body; null where it is. */
  reason: Reason | null;
  /** Which of `Article.removed` it belongs to; null for what is part of the body. */
  removed: number | null;
  /** Characters, white space not counted. */
  chars: number;
  density: number;
  /** The density in steps from 0 to 5. */
  shade: number;
}

/** Which elements stay when everything but the content is folded away; for `Detection.element`. */
export interface Fold {
  /** Stay with those of their children that are in `parts` or `wholes`. */
  parts: number[];
  /** Stay with everything below them. */
  wholes: number[];
  /** Of `parts`: what only lays out the page. */
  wrappers: number[];
  /** Boxes whose edges are those of the column. */
  columns: number[];
  /** Of `parts`: whose own text is not content. */
  loose: number[];
}
"#;

/// What views ask beside the article; see [`views`].
#[wasm_bindgen]
impl Detection {
    /// Every painted block in document order.
    #[wasm_bindgen(unchecked_return_type = "Block[]")]
    pub fn blocks(&self) -> Result<JsValue, JsError> {
        object(&views::blocks(&self.live.page, &self.extraction))
    }

    /// What stays when everything but the content is folded away.
    #[wasm_bindgen(unchecked_return_type = "Fold")]
    pub fn fold(&self) -> Result<JsValue, JsError> {
        object(&views::fold(&self.live.page, &self.extraction))
    }

    /// For every element of the article's HTML, in order, the leaf that it begins with.
    pub fn origins(&self) -> Vec<u32> {
        let origins = self.extraction.article.origins();
        origins.into_iter().map(|node| node.0).collect()
    }
}

/// [`TYPES`]' `Article`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Article<'a> {
    title: Option<&'a str>,
    byline: Option<&'a str>,
    published: Option<&'a str>,
    modified: Option<&'a str>,
    site: Option<&'a str>,
    lang: Option<&'a str>,
    dir: &'static str,
    excerpt: Option<&'a str>,
    image: Option<&'a str>,
    canonical: Option<&'a str>,
    html: String,
    word_count: u32,
    reading_minutes: u32,
    confidence: Confidence,
    removed: Vec<RemovedBlock>,
}

#[derive(Serialize)]
struct RemovedBlock {
    reason: Reason,
    grounds: Option<Grounds>,
    text: String,
    node: u32,
}

impl<'a> Article<'a> {
    fn new(detection: &'a Detection) -> Self {
        let Extraction {
            metadata,
            selection,
            article,
        } = &detection.extraction;
        let page = &detection.live.page;
        // Blocks name their direction only where it is not that of the article.
        let rtl = if article.is_empty() {
            metadata.rtl
        } else {
            article.is_rtl()
        };
        let texts = selection.removed_texts(page);
        let removed = selection.removed.iter().zip(texts);
        let removed = removed.map(|(removed, text)| RemovedBlock {
            reason: removed.reason,
            grounds: removed.grounds,
            text,
            node: removed.node.0,
        });
        let length = article.length();
        Self {
            title: metadata.title.as_deref(),
            byline: metadata.byline.as_deref(),
            published: metadata.published.as_deref(),
            modified: metadata.modified.as_deref(),
            site: metadata.site.as_deref(),
            lang: metadata.lang.as_deref(),
            dir: if rtl { "rtl" } else { "ltr" },
            excerpt: metadata.excerpt.as_deref(),
            image: metadata.image.as_deref(),
            canonical: metadata.canonical.as_deref(),
            html: article.html(),
            word_count: length.tokens(),
            reading_minutes: length.minutes(),
            confidence: selection.confidence,
            removed: removed.collect(),
        }
    }
}
