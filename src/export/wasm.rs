//! Exports the writing of files to the extension's background.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};

use super::pictures::ending;
use super::{Facts, File, Form, Picture};
use crate::article::Article;

/// Returns the addresses of the pictures of an article, given by its HTML as the core gave it.
#[wasm_bindgen(js_name = picturesOf)]
pub fn pictures_of(html: &str) -> Result<Vec<String>, JsError> {
    let article = read(html, false)?;
    Ok(article.pictures().into_iter().map(str::to_owned).collect())
}

/// Returns the HTML of a further page of an article without what its pages before have already
/// ([`Article::next_page`]); empty where nothing of it is new. All are given as the core gave them.
#[wasm_bindgen(js_name = nextPage)]
pub fn next_page(
    html: &str,
    earlier: Vec<String>,
    title: &str,
    number: u32,
) -> Result<String, JsError> {
    let earlier = earlier.iter().map(|html| read(html, false));
    let earlier = earlier.collect::<Result<Vec<_>, _>>()?;
    Ok(read(html, false)?.next_page(&earlier, title, number).html())
}

/// Returns HTML of an article, as the core of the one click gave it, with what that leaves out of
/// formulas.
#[wasm_bindgen(js_name = withFormulas)]
pub fn with_formulas(html: &str) -> Result<String, JsError> {
    Ok(read(html, false)?.html())
}

/// Writes a file of an article: its HTML as the core gave it, what is known of it, whether it runs
/// from right to left, pictures that the file is to hold, each as its address, its type and its bytes,
/// and `markdown`, `html` or `epub`. Returns an array: the file's name, and its bytes.
#[wasm_bindgen(js_name = writeFile, unchecked_return_type = "[name: string, bytes: Uint8Array]")]
pub fn write_file(
    html: &str,
    #[wasm_bindgen(unchecked_param_type = "object")] facts: JsValue,
    rtl: bool,
    #[wasm_bindgen(unchecked_param_type = "[src: string, type: string, bytes: Uint8Array][]")]
    pictures: Vec<Array>,
    form: &str,
) -> Result<JsValue, JsError> {
    let form = match form {
        "markdown" => Form::Markdown,
        "html" => Form::Html,
        "epub" => Form::Epub,
        _ => return Err(JsError::new("Pith knows no such form of a file.")),
    };
    let article = read(html, rtl)?;
    let pictures: Vec<Picture> = pictures.iter().filter_map(picture).collect();
    let facts: Facts = serde_wasm_bindgen::from_value(facts)?;
    let File { name, bytes } = File::new(&article, &facts, &pictures, form);
    let file = Array::of2(&name.into(), &Uint8Array::from(&bytes[..]).into());
    Ok(file.into())
}

fn read(html: &str, rtl: bool) -> Result<Article, JsError> {
    let article = Article::from_html(html, rtl);
    article.ok_or_else(|| JsError::new("Pith cannot read its own article."))
}

/// Returns a picture of a type that files may hold.
fn picture(given: &Array) -> Option<Picture> {
    let media_type = given.get(1).as_string()?;
    ending(&media_type)?;
    Some(Picture {
        src: given.get(0).as_string()?,
        media_type,
        bytes: Uint8Array::new(&given.get(2)).to_vec(),
    })
}

/// Has panics reported on the console before they abort.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(console_error_panic_hook::hook));
}
