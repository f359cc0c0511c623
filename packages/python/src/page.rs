//! A page from Python.

use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString, PyTuple};

use crate::article::Article;
use crate::errors::Refusal;
use crate::options::{MEMORY, Options, TIMEOUT, seconds};
use crate::worker::{WorkerRequest, Workers};

/// The bytes of a page and the facts about it. They outlive the interpreter's lock.
pub(crate) struct Page {
    html: Html,
    url: Option<String>,
    charset: Option<String>,
}

enum Html {
    Text(String),
    Bytes(PyBackedBytes),
}

impl Page {
    pub(crate) fn new(
        html: &Bound<'_, PyAny>,
        url: Option<String>,
        charset: Option<String>,
    ) -> PyResult<Self> {
        let html = if let Ok(text) = html.cast::<PyString>() {
            // Unpaired surrogates, such as from `surrogateescape`, become replacement characters.
            Html::Text(text.to_string_lossy().into_owned())
        } else if let Ok(bytes) = html.cast::<PyBytes>() {
            Html::Bytes(bytes.clone().into())
        } else if let Ok(bytes) = html.cast::<PyByteArray>() {
            Html::Bytes(bytes.clone().into())
        } else if html.is_instance_of::<PyMemoryView>() {
            let bytes = html.call_method0("tobytes")?;
            Html::Bytes(bytes.cast_into::<PyBytes>()?.into())
        } else {
            let type_name = html.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "HTML must be str or bytes, not {type_name}; for a response, pass its content or text"
            )));
        };
        Ok(Self { html, url, charset })
    }

    /// Reads an item of `extract_many`.
    pub(crate) fn of_item(item: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(pair) = item.cast::<PyTuple>() {
            let (html, url): (Bound<'_, PyAny>, Option<String>) = pair.extract().map_err(|_| {
                PyTypeError::new_err("a tuple must be (html, url), with None for an unknown URL")
            })?;
            return Self::new(&html, url, None);
        }
        // A str or bytes have no such attribute.
        match item.getattr_opt("html")? {
            Some(html) => {
                let url = item.getattr("url")?.extract()?;
                let charset = item.getattr("charset")?.extract()?;
                Self::new(&html, url, charset)
            }
            None => Self::new(item, None, None),
        }
    }

    /// Has a worker find the article.
    pub(crate) fn article(
        &self,
        options: Options,
        workers: &Workers,
        timeout: Option<Duration>,
    ) -> Result<Article, Refusal> {
        let (html, charset) = match &self.html {
            // The page's declared encoding was that of its bytes.
            Html::Text(text) => (text.as_bytes(), Some("utf-8")),
            Html::Bytes(bytes) => (&**bytes, self.charset.as_deref()),
        };
        let url = self.url.as_deref().unwrap_or_default();
        WorkerRequest::new(html, charset, url, options).answer(workers, timeout)
    }
}

/// Finds the article of a page.
#[pyfunction]
#[pyo3(signature = (html, url=None, *, charset=None, timeout=TIMEOUT, memory=MEMORY, method="hybrid", level="found", with_title=false))]
#[allow(clippy::too_many_arguments, reason = "in Python they have names")]
pub(crate) fn extract(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<String>,
    charset: Option<String>,
    timeout: Option<f64>,
    memory: usize,
    method: &str,
    level: &str,
    with_title: bool,
) -> PyResult<Article> {
    let options = Options::new(method, level, with_title)?;
    let timeout = seconds(timeout)?;
    let page = Page::new(html, url, charset)?;
    let workers = Workers::new(py, memory)?;
    Ok(py.detach(|| page.article(options, &workers, timeout))?)
}
