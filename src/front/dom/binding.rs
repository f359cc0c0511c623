//! The browser's calls that the live front makes for every node.
//!
//! `web-sys` has them too; these differ where it counts. Names are part of the glue instead of
//! being passed as text on each call. What is declared to give text gives nothing where a page
//! has put something else in its place (a form's named controls shadow the form's own
//! properties), so that such a page cannot make the walk throw.

use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{Document, DomRect, Element, Node, ShadowRoot, Window};

#[wasm_bindgen]
extern "C" {
    /// A node of any kind, asked for what every kind has.
    #[wasm_bindgen(extends = Node)]
    #[derive(Clone, Debug)]
    pub(super) type AnyNode;

    #[wasm_bindgen(method, getter, js_name = nodeType)]
    pub(super) fn node_type(this: &AnyNode) -> u16;
    #[wasm_bindgen(method, getter, js_name = firstChild)]
    pub(super) fn first_child(this: &AnyNode) -> Option<AnyNode>;
    #[wasm_bindgen(method, getter, js_name = nextSibling)]
    pub(super) fn next_sibling(this: &AnyNode) -> Option<AnyNode>;
    #[wasm_bindgen(method, getter, js_name = nodeValue)]
    pub(super) fn node_value(this: &AnyNode) -> Option<String>;

    /// An element of any kind.
    #[wasm_bindgen(extends = AnyNode, extends = Element, extends = Node)]
    #[derive(Clone, Debug)]
    pub(super) type AnyElement;

    #[wasm_bindgen(method, getter, js_name = localName)]
    pub(super) fn local_name(this: &AnyElement) -> JsValue;
    #[wasm_bindgen(method, getter, js_name = shadowRoot)]
    pub(super) fn shadow_root(this: &AnyElement) -> Option<ShadowRoot>;
    #[wasm_bindgen(method, catch, js_name = getAttributeNames)]
    pub(super) fn attribute_names(this: &AnyElement) -> Result<Array, JsValue>;
    #[wasm_bindgen(method, catch, js_name = getAttribute)]
    pub(super) fn attribute(this: &AnyElement, name: &JsValue) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(method, catch, js_name = getBoundingClientRect)]
    pub(super) fn rect(this: &AnyElement) -> Result<DomRect, JsValue>;
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
    #[wasm_bindgen(method, getter, js_name = currentSrc)]
    pub(super) fn current_src(this: &AnyElement) -> Option<String>;
    #[wasm_bindgen(method, catch, getter, js_name = contentDocument)]
    pub(super) fn content_document(this: &AnyElement) -> Result<Option<Document>, JsValue>;
    #[wasm_bindgen(method, catch, js_name = assignedNodes)]
    pub(super) fn assigned_nodes(this: &AnyElement) -> Result<Array, JsValue>;

    /// Computed styles; they are live, so a value is read when it is asked for.
    #[derive(Clone, Debug)]
    pub(super) type ComputedStyle;

    #[wasm_bindgen(catch, js_name = getComputedStyle)]
    pub(super) fn computed_style(element: &AnyElement) -> Result<ComputedStyle, JsValue>;
    #[wasm_bindgen(method, getter)]
    pub(super) fn display(this: &ComputedStyle) -> String;
    #[wasm_bindgen(method, getter)]
    pub(super) fn visibility(this: &ComputedStyle) -> String;
    #[wasm_bindgen(method, getter, js_name = contentVisibility)]
    pub(super) fn content_visibility(this: &ComputedStyle) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    pub(super) fn position(this: &ComputedStyle) -> String;
    #[wasm_bindgen(method, getter, js_name = cssFloat)]
    pub(super) fn float(this: &ComputedStyle) -> String;
    #[wasm_bindgen(method, getter, js_name = overflowX)]
    pub(super) fn overflow_x(this: &ComputedStyle) -> String;
    #[wasm_bindgen(method, getter, js_name = overflowY)]
    pub(super) fn overflow_y(this: &ComputedStyle) -> String;
    #[wasm_bindgen(method, getter)]
    pub(super) fn clip(this: &ComputedStyle) -> Option<String>;
    #[wasm_bindgen(method, getter, js_name = clipPath)]
    pub(super) fn clip_path(this: &ComputedStyle) -> Option<String>;
    #[wasm_bindgen(method, getter, js_name = paddingLeft)]
    pub(super) fn padding_left(this: &ComputedStyle) -> String;
    #[wasm_bindgen(method, getter, js_name = paddingTop)]
    pub(super) fn padding_top(this: &ComputedStyle) -> String;
    #[wasm_bindgen(method, getter)]
    pub(super) fn direction(this: &ComputedStyle) -> String;
    #[wasm_bindgen(method, getter, js_name = whiteSpaceCollapse)]
    pub(super) fn white_space_collapse(this: &ComputedStyle) -> Option<String>;
    #[wasm_bindgen(method, getter, js_name = whiteSpace)]
    pub(super) fn white_space(this: &ComputedStyle) -> String;
    #[wasm_bindgen(method, getter, js_name = fontFamily)]
    pub(super) fn font_family(this: &ComputedStyle) -> String;
    #[wasm_bindgen(method, getter, js_name = fontSize)]
    pub(super) fn font_size(this: &ComputedStyle) -> String;
    #[wasm_bindgen(method, getter, js_name = fontWeight)]
    pub(super) fn font_weight(this: &ComputedStyle) -> String;

    /// The window of a document, for what does not depend on the global that runs this.
    #[wasm_bindgen(extends = Window)]
    #[derive(Clone, Debug)]
    pub(super) type AnyWindow;

    #[wasm_bindgen(method, getter, js_name = scrollX)]
    pub(super) fn scroll_x(this: &AnyWindow) -> f64;
    #[wasm_bindgen(method, getter, js_name = scrollY)]
    pub(super) fn scroll_y(this: &AnyWindow) -> f64;
}
