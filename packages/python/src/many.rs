//! Many pages on several threads, each with a worker.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pith::corpus::workers::{Answers, Jobs, Next, ahead, workers};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyIterator;

use crate::article::Article;
use crate::errors::Refusal;
use crate::options::{MEMORY, Options, TIMEOUT, seconds};
use crate::page::Page;
use crate::worker::Workers;

/// Time between checks for an interrupt of the interpreter.
const PATIENCE: Duration = Duration::from_millis(50);

/// Results in the order of the pages.
#[pyclass(frozen, module = "pith_reader")]
pub(crate) struct Articles(Mutex<State>);

struct State {
    /// `None` after the last page.
    pages: Option<Py<PyIterator>>,
    /// Exception raised while reading the input: it is raised in place of the next answer.
    raised: Option<PyErr>,
    jobs: Jobs<Page, Result<Article, Refusal>>,
    answers: Answers<Page, Result<Article, Refusal>>,
    /// Number of pages without an answer yet.
    open: usize,
    most: usize,
    raises: bool,
}

/// Finds the articles of many pages on several threads, without the interpreter's lock.
#[pyfunction]
#[pyo3(signature = (pages, *, threads=None, timeout=TIMEOUT, memory=MEMORY, errors="return", method="hybrid", level="found", with_title=false))]
#[allow(clippy::too_many_arguments, reason = "in Python they have names")]
pub(crate) fn extract_many(
    pages: &Bound<'_, PyAny>,
    threads: Option<usize>,
    timeout: Option<f64>,
    memory: usize,
    errors: &str,
    method: &str,
    level: &str,
    with_title: bool,
) -> PyResult<Articles> {
    let options = Options::new(method, level, with_title)?;
    let raises = match errors {
        "return" => false,
        "raise" => true,
        _ => {
            return Err(PyValueError::new_err(
                "errors must be \"return\" or \"raise\"",
            ));
        }
    };
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    if threads == 0 {
        return Err(PyValueError::new_err("threads must be at least 1"));
    }
    let timeout = seconds(timeout)?;
    let processes = Workers::new(pages.py(), memory)?;
    let pages = pages.try_iter()?.unbind();
    let (jobs, answers) = workers(threads, None, move |page: &Page| {
        page.article(options, &processes, timeout)
    })?;
    Ok(Articles(Mutex::new(State {
        pages: Some(pages),
        raised: None,
        jobs,
        answers,
        open: 0,
        most: ahead(threads),
        raises,
    })))
}

#[pymethods]
impl Articles {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        // A waiting thread locks the state, and not the interpreter: a second thread gets an error.
        let mut state = match self.0.try_lock() {
            Ok(state) => state,
            Err(std::sync::TryLockError::Poisoned(state)) => PoisonError::into_inner(state),
            Err(std::sync::TryLockError::WouldBlock) => {
                return Err(PyRuntimeError::new_err(
                    "another thread is waiting for the next article; use a separate iterator for each thread",
                ));
            }
        };
        state.next(py)
    }
}

impl State {
    fn next<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.give(py);
        if self.open == 0 {
            return self.raised.take().map_or(Ok(None), Err);
        }
        let answer = loop {
            let answers = &mut self.answers;
            match py.detach(|| answers.wait_for(PATIENCE)) {
                Next::Answer(_, answer) => break answer,
                Next::NotYet => py.check_signals()?,
                Next::End => return Err(PyRuntimeError::new_err("the worker threads have ended")),
            }
        };
        self.open -= 1;
        match answer.map_err(Refusal::from).flatten() {
            Ok(article) => Ok(Some(Bound::new(py, article)?.into_any())),
            Err(refusal) if self.raises => Err(refusal.into()),
            Err(refusal) => Ok(Some(
                PyErr::from(refusal)
                    .into_value(py)
                    .into_bound(py)
                    .into_any(),
            )),
        }
    }

    /// Reads pages until enough are ahead.
    fn give(&mut self, py: Python<'_>) {
        while self.open < self.most
            && let Some(pages) = &self.pages
        {
            let page = match pages.bind(py).clone().next() {
                None => {
                    self.pages = None;
                    return;
                }
                Some(item) => item.and_then(|item| Page::of_item(&item)),
            };
            match page {
                Ok(page) => {
                    if self.jobs.give(page).is_err() {
                        return;
                    }
                    self.open += 1;
                }
                Err(error) => {
                    self.raised = Some(error);
                    self.pages = None;
                }
            }
        }
    }
}
