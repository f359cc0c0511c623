//! Worker processes: a page that crashes, hangs, or exhausts the memory loses only its own result, and
//! doesn't affect the interpreter.

use std::alloc::System;
use std::collections::BTreeMap;
use std::io;
use std::mem;
use std::path::PathBuf;
use std::process::{self, Command};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cap::Cap;
use pith::Limits;
use pith::corpus::supervisor::{Supervisor, serve};
use pith::corpus::workers::caught;
use pith::source::html;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize, Serializer};

use crate::article::Article;
use crate::errors::Refusal;
use crate::options::Options;

/// Counts allocations, so that a worker has a memory limit.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// The program of a worker, whose arguments are the folder of the package and the memory limit in MiB.
const PROGRAM: &str = "import sys; sys.path.append(sys.argv[1]); \
    from pith_reader import _pith; _pith._serve(int(sys.argv[2]))";

/// The id of a process, and its workers by what starts them.
type Pools = (u32, BTreeMap<Start, Arc<Supervisor>>);

/// The workers of this process, or of the one that it was forked from.
static POOLS: Mutex<Option<Pools>> = Mutex::new(None);

/// How workers are started.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Start {
    /// The interpreter.
    program: PathBuf,
    /// The folder that has the package.
    folder: PathBuf,
    /// Limit in MiB.
    memory: usize,
}

impl Start {
    fn command(&self) -> io::Result<Command> {
        let mut command = Command::new(&self.program);
        // Without user settings and other packages.
        command.args(["-I", "-S", "-c", PROGRAM]);
        command.arg(&self.folder).arg(self.memory.to_string());
        Ok(command)
    }
}

/// Workers with the same memory limit.
pub(crate) struct Workers(Arc<Supervisor>);

impl Workers {
    /// Returns workers that may take `memory` MiB each.
    pub(crate) fn new(py: Python<'_>, memory: usize) -> PyResult<Self> {
        if memory == 0 {
            return Err(PyValueError::new_err(
                "memory must be a number of MiB above 0",
            ));
        }
        let program: Option<PathBuf> = py.import("sys")?.getattr("executable")?.extract()?;
        let module: PathBuf = py.import("pith_reader")?.getattr("__file__")?.extract()?;
        let start = Start {
            program: program.unwrap_or_default(),
            folder: module
                .ancestors()
                .nth(2)
                .map(Into::into)
                .unwrap_or_default(),
            memory,
        };
        let own = process::id();
        let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
        if pools.as_ref().is_some_and(|(of, _)| *of != own) {
            // After a fork, the workers belong to the parent.
            mem::forget(pools.take());
        }
        let (_, pools) = pools.get_or_insert_with(|| (own, BTreeMap::new()));
        let supervisor = pools
            .entry(start.clone())
            .or_insert_with(|| Arc::new(Supervisor::new(move || start.command())));
        Ok(Self(Arc::clone(supervisor)))
    }
}

/// Request to a worker.
#[derive(Serialize, Deserialize)]
pub(crate) struct WorkerRequest<'a> {
    #[serde(serialize_with = "as_bytes")]
    html: &'a [u8],
    #[serde(borrow)]
    charset: Option<&'a str>,
    url: &'a str,
    /// See [`Options::names`].
    #[serde(borrow)]
    options: (&'a str, &'a str, bool),
}

/// Serializes bytes as a block; by default, each is a separate value.
fn as_bytes<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

impl<'a> WorkerRequest<'a> {
    pub(crate) fn new(
        html: &'a [u8],
        charset: Option<&'a str>,
        url: &'a str,
        options: Options,
    ) -> Self {
        Self {
            html,
            charset,
            url,
            options: options.names(),
        }
    }

    /// Has a worker find the article.
    pub(crate) fn answer(
        &self,
        workers: &Workers,
        timeout: Option<Duration>,
    ) -> Result<Article, Refusal> {
        let request = postcard::to_allocvec(self).map_err(Refusal::other)?;
        let answer = workers.0.answer(request, timeout)?;
        postcard::from_bytes::<Result<Article, Refusal>>(&answer).map_err(Refusal::other)?
    }

    /// Finds the article.
    fn article(&self) -> Result<Article, Refusal> {
        let (method, level, with_title) = self.options;
        let options = Options::new(method, level, with_title).map_err(Refusal::other)?;
        let page = html::read_bytes(self.html, self.charset, self.url, Limits::default())?;
        let extraction = options.extraction(&page)?;
        Ok(Article::new(&page, &extraction))
    }
}

/// Answers the requests on standard input, with at most `memory` MiB.
#[pyfunction]
pub(crate) fn _serve(py: Python<'_>, memory: usize) -> PyResult<()> {
    let limit = memory.saturating_mul(1 << 20);
    let set = ALLOCATOR.set_limit(limit);
    set.map_err(|()| PyValueError::new_err("memory is too low for a worker process"))?;
    Ok(py.detach(|| serve(answered))?)
}

fn answered(request: &[u8]) -> Vec<u8> {
    let answer = match postcard::from_bytes::<WorkerRequest<'_>>(request) {
        Ok(worker_request) => caught(WorkerRequest::article, &worker_request)
            .unwrap_or_else(|failure| Err(failure.into())),
        Err(error) => Err(Refusal::other(error)),
    };
    // If there is no answer, the supervisor reports that it can't be read.
    postcard::to_allocvec(&answer).unwrap_or_default()
}
