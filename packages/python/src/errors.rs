//! The reasons why there is no article, as exceptions.

use pith::corpus::workers::Failure;
use pith::source::html::HtmlError;
use pith::page::PageError;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(pith_reader, ExtractionError, PyValueError);
create_exception!(pith_reader, NotHtmlError, ExtractionError);
create_exception!(pith_reader, CharsetError, ExtractionError);
create_exception!(pith_reader, LimitError, ExtractionError);
create_exception!(pith_reader, PageTimeoutError, ExtractionError);
create_exception!(pith_reader, FaultError, ExtractionError);

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("ExtractionError", py.get_type::<ExtractionError>())?;
    module.add("NotHtmlError", py.get_type::<NotHtmlError>())?;
    module.add("CharsetError", py.get_type::<CharsetError>())?;
    module.add("LimitError", py.get_type::<LimitError>())?;
    module.add("PageTimeoutError", py.get_type::<PageTimeoutError>())?;
    module.add("FaultError", py.get_type::<FaultError>())
}

/// The reason why a page has no article.
pub(crate) enum Refusal {
    Html(HtmlError),
    Failure(Failure),
    /// Message about the method or the level.
    Other(String),
}

impl From<HtmlError> for Refusal {
    fn from(error: HtmlError) -> Self {
        Self::Html(error)
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Html(error) => {
                let message = format!("the page cannot be read: {error}");
                match error {
                    HtmlError::UnknownCharset(_) => CharsetError::new_err(message),
                    HtmlError::Page(PageError::Empty) => NotHtmlError::new_err(message),
                    HtmlError::Page(_) => LimitError::new_err(message),
                    _ => NotHtmlError::new_err(message),
                }
            }
            Refusal::Failure(failure) => match failure {
                Failure::TooLong(_) => {
                    PageTimeoutError::new_err(format!("{failure}; timeout= gives each page more"))
                }
                Failure::Memory => LimitError::new_err(failure.to_string()),
                Failure::Fault(_) => FaultError::new_err(failure.to_string()),
                Failure::NoWorker(said) => ExtractionError::new_err(said),
            },
            Refusal::Other(message) => ExtractionError::new_err(message),
        }
    }
}
