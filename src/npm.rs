//! Exports the core to JavaScript for the npm package: all exported items, and no logic.
//!
//! A call returns one record and keeps no state. It throws only if the core panics. The instance's
//! memory can no longer be trusted then, and the caller drops the instance.

#[cfg(not(feature = "html"))]
pub mod dom;
#[cfg(feature = "html")]
pub mod html;

use std::fmt;

use serde::Serialize;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use crate::extract::one_click;
use crate::extract::report::{self, RemovedBlock, Summary};
use crate::page::{Page, PageError};
use crate::steps;

#[wasm_bindgen]
extern "C" {
    /// Receives the message of a panic before the core aborts. `is_limit` is true if the page used
    /// up its steps.
    fn panicked(message: &str, is_limit: bool);
}

/// Sets a hook that reports the message of a panic before it aborts.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| {
        let is_limit = info.payload_as_str().is_some_and(steps::is_exceeded);
        panicked(&info.to_string(), is_limit);
    }));
}

/// Returns the size of the instance's memory in bytes. It never shrinks.
#[wasm_bindgen(js_name = memorySize)]
pub fn memory_size() -> usize {
    core::arch::wasm32::memory_size(0) << 16
}

/// Result for a page: an article, or the reason why it wasn't searched for one.
#[derive(Serialize)]
struct Answer<'a> {
    article: Option<Rendered<'a>>,
    refusal: Option<Refusal>,
}

/// The article of a page in every format.
#[derive(Serialize)]
struct Rendered<'a> {
    summary: Summary<'a>,
    html: String,
    text: String,
    markdown: String,
    removed: Vec<RemovedBlock>,
}

/// The reason why a page wasn't searched for an article.
#[derive(Serialize)]
struct Refusal {
    code: RefusalCode,
    /// An error message for people.
    message: String,
}

/// The kinds of refusals.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum RefusalCode {
    /// The input is empty, or isn't HTML.
    NotHtml,
    /// A limit is exceeded.
    TooLarge,
}

impl Refusal {
    fn new(code: RefusalCode, error: &dyn fmt::Display) -> Self {
        let message = format!("Pith cannot read this page: {error}.");
        Self { code, message }
    }

    fn of_page(error: PageError) -> Self {
        let code = match error {
            PageError::Empty => RefusalCode::NotHtml,
            _ => RefusalCode::TooLarge,
        };
        Self::new(code, &error)
    }
}

/// Extracts the article of a page.
fn answer(read: Result<Page, Refusal>) -> Result<JsValue, JsError> {
    let page = match read {
        Ok(page) => page,
        Err(refusal) => {
            return object(&Answer {
                article: None,
                refusal: Some(refusal),
            });
        }
    };
    let extraction = one_click(&page);
    let article = &extraction.article;
    object(&Answer {
        article: Some(Rendered {
            summary: Summary::new(&page, &extraction),
            html: article.html(),
            text: article.text(),
            markdown: article.markdown(),
            removed: report::removed(&page, &extraction),
        }),
        refusal: None,
    })
}

/// Converts a record to a plain object; missing values are null.
fn object(value: &impl Serialize) -> Result<JsValue, JsError> {
    let serializer = serde_wasm_bindgen::Serializer::new().serialize_missing_as_null(true);
    Ok(value.serialize(&serializer)?)
}
