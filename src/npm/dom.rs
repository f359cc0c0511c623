//! Reads live documents.

use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use super::{Refusal, answer};
use crate::page::geometry::Size;
use crate::page::{Limits, PageInfo};
use crate::source::dom::{self, Collector};

/// Finds the article in the nodes of `collector`: a document at `url`, in a window of `width` by
/// `height` CSS px. Doesn't change the document. Nodes in the result are indexes into the
/// collector's nodes.
#[wasm_bindgen(unchecked_return_type = "Answer")]
pub fn extract(
    #[wasm_bindgen(unchecked_param_type = "object")] collector: &Collector,
    url: String,
    width: Option<f32>,
    height: Option<f32>,
) -> Result<JsValue, JsError> {
    let viewport = width.zip(height);
    let info = PageInfo {
        url,
        viewport: viewport.map(|(width, height)| Size { width, height }),
        content_language: None,
    };
    let read = dom::read_collected(collector, info, Limits::default());
    answer(read.map_err(Refusal::of_page))
}
