//! The collector, and the calls that the live front makes itself, for the few elements that need
//! them.
//!
//! `web-sys` has those too; these differ where it counts. What is declared to be caught or to give
//! text gives nothing where a page has put something else in its place (a form's named controls
//! shadow the form's own properties), so that such a page cannot make the walk throw.

use js_sys::{Array, Float32Array, Uint8Array, Uint32Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{Document, Element, Node, Window};

#[wasm_bindgen]
extern "C" {
    /// `collector.js`, which stands beside the glue.
    #[derive(Clone, Debug)]
    pub(super) type Collector;

    #[wasm_bindgen(constructor)]
    pub(super) fn new(
        root: &AnyElement,
        depth: u32,
        levels: u32,
        folded: bool,
        nodes: &Array,
    ) -> Collector;
    #[wasm_bindgen(method)]
    pub(super) fn collect(
        this: &Collector,
        core: &mut dyn FnMut(u32, String) -> u32,
        most: u32,
    ) -> bool;
    #[wasm_bindgen(method, js_name = writtenNumbers)]
    pub(super) fn numbers(this: &Collector) -> Uint32Array;
    #[wasm_bindgen(method, js_name = writtenRects)]
    pub(super) fn rects(this: &Collector) -> Float32Array;
    #[wasm_bindgen(method, js_name = writtenText)]
    pub(super) fn text(this: &Collector) -> Uint8Array;

    /// An element of any kind.
    #[wasm_bindgen(extends = Element, extends = Node)]
    #[derive(Clone, Debug)]
    pub(super) type AnyElement;

    #[wasm_bindgen(method, catch)]
    pub(super) fn matches(this: &AnyElement, selector: &str) -> Result<bool, JsValue>;
    #[wasm_bindgen(method, getter, js_name = scrollTop)]
    pub(super) fn scroll_top(this: &AnyElement) -> f64;
    #[wasm_bindgen(method, getter, js_name = scrollLeft)]
    pub(super) fn scroll_left(this: &AnyElement) -> f64;
    #[wasm_bindgen(method, getter, js_name = scrollWidth)]
    pub(super) fn scroll_width(this: &AnyElement) -> f64;
    #[wasm_bindgen(method, getter, js_name = scrollHeight)]
    pub(super) fn scroll_height(this: &AnyElement) -> f64;
    #[wasm_bindgen(method, getter, js_name = clientLeft)]
    pub(super) fn client_left(this: &AnyElement) -> f64;
    #[wasm_bindgen(method, getter, js_name = clientWidth)]
    pub(super) fn client_width(this: &AnyElement) -> f64;
    #[wasm_bindgen(method, getter, js_name = clientTop)]
    pub(super) fn client_top(this: &AnyElement) -> f64;
    #[wasm_bindgen(method, catch, getter, js_name = contentDocument)]
    pub(super) fn content_document(this: &AnyElement) -> Result<Option<Document>, JsValue>;

    /// Computed styles; they are live, so a value is read when it is asked for.
    #[derive(Clone, Debug)]
    pub(super) type ComputedStyle;

    #[wasm_bindgen(catch, js_name = getComputedStyle)]
    pub(super) fn computed_style(element: &AnyElement) -> Result<ComputedStyle, JsValue>;
    #[wasm_bindgen(method, getter, js_name = overflowX)]
    pub(super) fn overflow_x(this: &ComputedStyle) -> String;
    #[wasm_bindgen(method, getter, js_name = overflowY)]
    pub(super) fn overflow_y(this: &ComputedStyle) -> String;
    #[wasm_bindgen(method, getter, js_name = paddingLeft)]
    pub(super) fn padding_left(this: &ComputedStyle) -> String;
    #[wasm_bindgen(method, getter, js_name = paddingTop)]
    pub(super) fn padding_top(this: &ComputedStyle) -> String;
    #[wasm_bindgen(method, getter)]
    pub(super) fn direction(this: &ComputedStyle) -> String;

    /// The window of a document, for what does not depend on the global that runs this.
    #[wasm_bindgen(extends = Window)]
    #[derive(Clone, Debug)]
    pub(super) type AnyWindow;

    #[wasm_bindgen(method, getter, js_name = scrollX)]
    pub(super) fn scroll_x(this: &AnyWindow) -> f64;
    #[wasm_bindgen(method, getter, js_name = scrollY)]
    pub(super) fn scroll_y(this: &AnyWindow) -> f64;
}
