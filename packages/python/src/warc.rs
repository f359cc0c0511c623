//! Pages from WARC files.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pith::corpus::warc::{Broken, Capture, Fault, Reader};
use pyo3::exceptions::{PyIsADirectoryError, PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// An HTML response from a WARC file.
#[pyclass(frozen, module = "pith_reader")]
pub(crate) struct WarcPage {
    html: Py<PyBytes>,
    #[pyo3(get)]
    url: String,
    #[pyo3(get)]
    charset: Option<String>,
    #[pyo3(get)]
    id: String,
    #[pyo3(get)]
    date: String,
    #[pyo3(get)]
    status: u16,
    #[pyo3(get)]
    is_cut: bool,
    #[pyo3(get)]
    place: u64,
}

#[pymethods]
impl WarcPage {
    #[getter]
    fn html(&self, py: Python<'_>) -> Py<PyBytes> {
        self.html.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        format!("<WarcPage {} at byte {}>", self.url, self.place)
    }
}

/// An unusable record of a WARC file.
#[pyclass(frozen, get_all, module = "pith_reader")]
pub(crate) struct BrokenRecord {
    number: u64,
    place: u64,
    id: Option<String>,
    url: Option<String>,
    reason: String,
}

#[pymethods]
impl BrokenRecord {
    fn __str__(&self) -> String {
        let url = self.url.as_ref().map(|url| format!(" ({url})"));
        let (number, place, reason) = (self.number, self.place, &self.reason);
        format!(
            "record {number} at byte {place}{}: {reason}",
            url.unwrap_or_default()
        )
    }

    fn __repr__(&self) -> String {
        format!("<BrokenRecord {}>", self.__str__())
    }
}

/// The pages of a WARC file.
#[pyclass(frozen, module = "pith_reader")]
pub(crate) struct WarcReader(Mutex<Reader<Source>>);

enum Source {
    File(File),
    /// An object with `read`.
    Object(Py<PyAny>),
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let object = match self {
            Self::File(file) => return file.read(buffer),
            Self::Object(object) => object,
        };
        Python::attach(|py| {
            let read = object.bind(py).call_method1("read", (buffer.len(),))?;
            let bytes = read.cast::<PyBytes>().map_err(|_| {
                PyTypeError::new_err("read() must return bytes; open the file in binary mode")
            })?;
            let bytes = bytes.as_bytes();
            if bytes.len() > buffer.len() {
                return Err(PyTypeError::new_err(
                    "read() returned more bytes than requested",
                ));
            }
            buffer[..bytes.len()].copy_from_slice(bytes);
            Ok(bytes.len())
        })
        .map_err(io::Error::from)
    }
}

/// Reads the HTML responses of a WARC file.
#[pyfunction]
pub(crate) fn read_warc(py: Python<'_>, file: &Bound<'_, PyAny>) -> PyResult<WarcReader> {
    let source = if file.hasattr("read")? {
        Source::Object(file.clone().unbind())
    } else {
        let path: PathBuf = file.extract()?;
        let file = File::open(&path)?;
        if file.metadata()?.is_dir() {
            let message = format!("{} is a directory; pass a file in it", path.display());
            return Err(PyIsADirectoryError::new_err(message));
        }
        Source::File(file)
    };
    let reader = py.detach(|| Reader::new(source))?;
    Ok(WarcReader(Mutex::new(reader)))
}

#[pymethods]
impl WarcReader {
    /// Returns the counts so far.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = py.detach(|| {
            self.0
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .counts()
        });
        let all = PyDict::new(py);
        all.set_item("records", counts.records)?;
        all.set_item("pages", counts.pages)?;
        all.set_item("cut", counts.cut)?;
        all.set_item("no_response", counts.no_response)?;
        all.set_item("other_status", counts.other_status)?;
        all.set_item("no_html", counts.no_html)?;
        all.set_item("broken", counts.broken)?;
        Ok(all)
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let next = || self.0.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some(record) = py.detach(next) else {
            return Ok(None);
        };
        Ok(Some(match record {
            Ok(page) => Bound::new(py, WarcPage::new(py, page))?.into_any(),
            // The file may be intact, so the caller can retry.
            Err(broken) if matches!(broken.fault, Fault::Unreadable(_)) => {
                return Err(PyOSError::new_err(broken.to_string()));
            }
            Err(broken) => Bound::new(py, BrokenRecord::from(broken))?.into_any(),
        }))
    }
}

impl WarcPage {
    fn new(py: Python<'_>, page: Capture) -> Self {
        Self {
            html: PyBytes::new(py, &page.body).unbind(),
            url: page.url,
            charset: page.charset,
            id: page.id,
            date: page.date,
            status: page.status,
            is_cut: page.is_cut,
            place: page.place,
        }
    }
}

impl From<Broken> for BrokenRecord {
    fn from(broken: Broken) -> Self {
        Self {
            number: broken.number,
            place: broken.place,
            id: broken.id,
            url: broken.url,
            reason: broken.fault.to_string(),
        }
    }
}
