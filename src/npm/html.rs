//! Reads HTML text.

use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use super::{Refusal, RefusalCode, answer};
use crate::front::html::{HtmlError, read_bytes};
use crate::page::Limits;

/// Finds the article in HTML text. `url` is the page's own address; empty where it has none.
#[wasm_bindgen(js_name = extractText, unchecked_return_type = "Answer")]
pub fn extract_text(html: &str, url: &str) -> Result<JsValue, JsError> {
    extract_bytes(html.as_bytes(), Some("utf-8".to_owned()), url)
}

/// Finds the article in HTML in any encoding: that which `charset` names, or else the one that a
/// browser would find. `url` as for `extractText`.
#[wasm_bindgen(js_name = extractBytes, unchecked_return_type = "Answer")]
pub fn extract_bytes(
    html: &[u8],
    charset: Option<String>,
    url: &str,
) -> Result<JsValue, JsError> {
    let read = read_bytes(html, charset.as_deref(), url, Limits::default());
    answer(read.map_err(|error| match error {
        HtmlError::Page(error) => Refusal::of_page(error),
        HtmlError::UnknownCharset(_) => Refusal::new(RefusalCode::BadInput, &error),
        error => Refusal::new(RefusalCode::NotHtml, &error),
    }))
}
