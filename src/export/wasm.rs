//! Exports the writing of files to the extension's background.

use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use super::{Facts, File, Form};
use crate::article::Article;

/// Writes a file of an article: its HTML as the core gave it, what is known of it, whether it runs
/// from right to left, and `markdown` or `html`. Returns an array: the file's name, and its text.
#[wasm_bindgen(js_name = writeFile, unchecked_return_type = "[name: string, text: string]")]
pub fn write_file(
    html: &str,
    #[wasm_bindgen(unchecked_param_type = "object")] facts: JsValue,
    rtl: bool,
    form: &str,
) -> Result<JsValue, JsError> {
    let form = match form {
        "markdown" => Form::Markdown,
        "html" => Form::Html,
        _ => return Err(JsError::new("Pith knows no such form of a file.")),
    };
    let article = Article::from_html(html, rtl);
    let article = article.ok_or_else(|| JsError::new("Pith cannot read its own article."))?;
    let facts: Facts = serde_wasm_bindgen::from_value(facts)?;
    let File { name, text } = File::new(&article, &facts, form);
    let file = js_sys::Array::of2(&name.into(), &text.into());
    Ok(file.into())
}

/// Has panics reported on the console before they abort.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(console_error_panic_hook::hook));
}
