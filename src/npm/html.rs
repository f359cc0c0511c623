//! Reads HTML text.

use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use super::{Refusal, RefusalCode, answer};
use crate::page::Limits;
use crate::source::html::{HtmlError, encoding_of as named_encoding, read_text};

/// Finds the article in HTML text. `url` is the page's URL; empty if it has none.
///
/// Callers decode bytes, because the tables for that would be a sixth of the wasm, and every
/// platform with WebAssembly has them.
#[wasm_bindgen(unchecked_return_type = "Answer")]
pub fn extract(html: &str, url: &str) -> Result<JsValue, JsError> {
    let read = read_text(html, url, Limits::default());
    answer(read.map_err(|error| match error {
        HtmlError::Page(error) => Refusal::of_page(error),
        error => Refusal::new(RefusalCode::NotHtml, &error),
    }))
}

/// Returns the name of an HTML page's encoding; null if it isn't known. `charset` is the one
/// declared by the transport.
#[wasm_bindgen(js_name = encodingOf)]
pub fn encoding_of(html: &[u8], charset: Option<String>) -> Option<String> {
    let name = named_encoding(html, charset.as_deref());
    name.ok().map(str::to_owned)
}
