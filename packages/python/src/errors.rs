//! Exceptions for pages without a result.

use pith::corpus::workers::Failure;
use pith::page::PageError;
use pith::source::html::HtmlError;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

create_exception!(pith_reader, ExtractionError, PyValueError);
create_exception!(pith_reader, NotHtmlError, ExtractionError);
create_exception!(pith_reader, CharsetError, ExtractionError);
create_exception!(pith_reader, LimitError, ExtractionError);
create_exception!(pith_reader, PageLimitError, ExtractionError);
create_exception!(pith_reader, PageTimeoutError, PageLimitError);
create_exception!(pith_reader, FaultError, PageLimitError);

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("ExtractionError", py.get_type::<ExtractionError>())?;
    module.add("NotHtmlError", py.get_type::<NotHtmlError>())?;
    module.add("CharsetError", py.get_type::<CharsetError>())?;
    module.add("LimitError", py.get_type::<LimitError>())?;
    module.add("PageLimitError", py.get_type::<PageLimitError>())?;
    module.add("PageTimeoutError", py.get_type::<PageTimeoutError>())?;
    module.add("FaultError", py.get_type::<FaultError>())
}

/// Reason why a page has no result, as reported by a worker.
#[derive(Serialize, Deserialize)]
pub(crate) struct Refusal {
    kind: Kind,
    message: String,
}

#[derive(Serialize, Deserialize)]
enum Kind {
    NotHtml,
    Charset,
    Limit,
    PageLimit,
    Timeout,
    Fault,
    Other,
}

impl Refusal {
    fn new(kind: Kind, message: String) -> Self {
        Self { kind, message }
    }

    /// Message about the method, the level or the worker.
    pub(crate) fn other(message: impl ToString) -> Self {
        Self::new(Kind::Other, message.to_string())
    }
}

impl From<HtmlError> for Refusal {
    fn from(error: HtmlError) -> Self {
        let kind = match error {
            HtmlError::UnknownCharset(_) => Kind::Charset,
            HtmlError::Page(PageError::Empty) => Kind::NotHtml,
            HtmlError::Page(_) => Kind::Limit,
            _ => Kind::NotHtml,
        };
        Self::new(kind, format!("the page cannot be read: {error}"))
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        let (kind, next) = match failure {
            Failure::TooLong(_) => (Kind::Timeout, "; increase timeout="),
            Failure::Memory => (Kind::PageLimit, "; increase memory="),
            Failure::Ended(_) => (Kind::PageLimit, ""),
            Failure::Fault(_) => (Kind::Fault, ""),
            Failure::NoWorker(_) => (Kind::Other, ""),
        };
        Self::new(kind, format!("{failure}{next}"))
    }
}

impl From<Refusal> for PyErr {
    fn from(Refusal { kind, message }: Refusal) -> Self {
        match kind {
            Kind::NotHtml => NotHtmlError::new_err(message),
            Kind::Charset => CharsetError::new_err(message),
            Kind::Limit => LimitError::new_err(message),
            Kind::PageLimit => PageLimitError::new_err(message),
            Kind::Timeout => PageTimeoutError::new_err(message),
            Kind::Fault => FaultError::new_err(message),
            Kind::Other => ExtractionError::new_err(message),
        }
    }
}
