//! `pith batch`: many pages, a JSON object per line in and out, in the same order.
//!
//! Workers take lines from one queue. Each line's place in the output is a channel of its own,
//! queued in the order of the lines, so that the writer waits for the oldest page and neither
//! queue grows beyond a few pages per worker.
//!
//! A page that takes too long is left to its thread, which nobody can end, and the worker goes on
//! with a thread of its own.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufWriter, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pith::export::{Facts, File, Form};
use pith::extract::report::Summary;
use pith::extract::{self, Extraction, extract};
use pith::methods::tsrec::Template;
use pith::methods::{Learnt, Method};
use pith::page::Page;
use pith::select::{SiteRules, Wishes};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::extract::Format;
use crate::{Failure, Options, input};

/// Pages per worker that may wait to be worked on or written.
const AHEAD: usize = 4;

#[derive(Deserialize)]
struct Request {
    #[serde(default)]
    id: Value,
    html_path: Option<String>,
    snapshot_path: Option<String>,
    sibling_path: Option<String>,
    url: Option<String>,
    charset: Option<String>,
}

#[derive(Serialize)]
struct Answer<'a> {
    id: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
    title: Option<&'a str>,
    author: Option<&'a str>,
    date: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
    ms: f64,
}

#[derive(Serialize)]
struct Refusal<'a> {
    id: &'a Value,
    error: &'a str,
}

/// Time for a page where none is given.
const TIMEOUT: Duration = Duration::from_secs(30);

struct Job {
    line: Vec<u8>,
    number: usize,
    answer: SyncSender<String>,
}

/// Settings that are the same for every page.
struct Task {
    method: Method,
    learnt: Learnt,
    site: SiteRules,
    /// The one form of the article in a line; without it text and HTML.
    format: Option<Format>,
    front_matter: bool,
    with_title: bool,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let in_lines = [Format::Text, Format::Html, Format::Markdown];
    if options
        .format
        .is_some_and(|format| !in_lines.contains(&format))
    {
        return Err(Failure::usage(
            "batch writes lines of JSON; take --format text, html or markdown",
        ));
    }
    if options.front_matter && options.format != Some(Format::Markdown) {
        return Err(Failure::usage("--front-matter is for --format markdown"));
    }
    let task = Arc::new(Task {
        method: options.method.unwrap_or(Method::Hybrid),
        learnt: options.learnt.clone(),
        site: options.site.clone(),
        format: options.format,
        front_matter: options.front_matter,
        with_title: options.with_title,
    });
    let jobs = options
        .jobs
        .or_else(|| thread::available_parallelism().ok().map(usize::from))
        .unwrap_or(1);
    let timeout = options.timeout.unwrap_or(TIMEOUT);
    name_panics();
    let (work, queue) = sync_channel::<Job>(jobs * AHEAD);
    let (places, answers) = sync_channel::<Receiver<String>>(jobs * AHEAD);
    let queue = Arc::new(Mutex::new(queue));
    // Nothing waits for these threads: where the output cannot be written any more, the program
    // ends at once, whatever standard input still has to say.
    for _ in 0..jobs {
        let queue = Arc::clone(&queue);
        let task = Arc::clone(&task);
        thread::Builder::new().spawn(move || work_off(&queue, &task, timeout))?;
    }
    let reader = thread::Builder::new().spawn(move || read(&work, &places))?;
    let mut out = BufWriter::new(io::stdout().lock());
    for place in answers {
        let line = place
            .recv()
            .map_err(|_| Failure::input("a worker ended before its page was done"))?;
        writeln!(out, "{line}")?;
        // Whoever feeds pages one by one waits for each answer.
        out.flush()?;
    }
    match reader.join() {
        Ok(result) => result,
        Err(_) => Err(Failure::input("reading standard input failed")),
    }
}

/// Takes job after job and answers each, within the time there is for it.
fn work_off(queue: &Mutex<Receiver<Job>>, task: &Arc<Task>, timeout: Duration) {
    let mut hand = None;
    while let Some(Job {
        line,
        number,
        answer,
    }) = next(queue)
    {
        let request = match request(&line, number) {
            Ok(request) => Arc::new(request),
            Err(refusal) => {
                let _ = answer.send(refusal);
                continue;
            }
        };
        let free = match hand.take() {
            Some(free) => Ok(free),
            None => Hand::new(task),
        };
        let done = free.map_err(|error| refusal(&request.id, &error.to_string()));
        let done = done.and_then(|free| match free.article(&request, timeout) {
            Ok(line) => {
                hand = Some(free);
                Ok(line)
            }
            Err(error) => Err(refusal(&request.id, &error)),
        });
        let (Ok(line) | Err(line)) = done;
        // The writer is gone where nobody takes the answer.
        let _ = answer.send(line);
    }
}

/// A thread that makes articles, one after the other.
struct Hand {
    requests: SyncSender<Arc<Request>>,
    answers: Receiver<String>,
}

impl Hand {
    fn new(task: &Arc<Task>) -> io::Result<Self> {
        let task = Arc::clone(task);
        let (requests, given) = sync_channel::<Arc<Request>>(1);
        let (done, answers) = sync_channel(1);
        thread::Builder::new().spawn(move || {
            // It ends where its worker has gone on without it.
            while let Ok(request) = given.recv() {
                if done.send(answer(&request, &task)).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self { requests, answers })
    }

    /// Returns the answer to a request, or why there is none yet.
    fn article(&self, request: &Arc<Request>, timeout: Duration) -> Result<String, String> {
        let ended = || "its thread ended before the page was done".to_owned();
        self.requests
            .send(Arc::clone(request))
            .map_err(|_| ended())?;
        self.answers
            .recv_timeout(timeout)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => format!(
                    "it took more than {} s; --timeout SECONDS gives each page more",
                    timeout.as_secs()
                ),
                RecvTimeoutError::Disconnected => ended(),
            })
    }
}

fn next(queue: &Mutex<Receiver<Job>>) -> Option<Job> {
    let queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    queue.recv().ok()
}

fn read(work: &SyncSender<Job>, places: &SyncSender<Receiver<String>>) -> Result<(), Failure> {
    let mut input = io::stdin().lock();
    for number in 1.. {
        let mut line = Vec::new();
        let length = input
            .read_until(b'\n', &mut line)
            .map_err(|error| Failure::input(format_args!("standard input: {error}")))?;
        if length == 0 {
            break;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let (answer, place) = sync_channel(1);
        let job = Job {
            line,
            number,
            answer,
        };
        if places.send(place).is_err() || work.send(job).is_err() {
            break;
        }
    }
    Ok(())
}

/// Returns what a line of the input asks for; the error is the line to write.
fn request(line: &[u8], number: usize) -> Result<Request, String> {
    serde_json::from_slice(line).map_err(|error| {
        let error = format!("line {number} of the input is no request: {error}");
        refusal(&Value::Null, &error)
    })
}

/// Returns the line to write for a request: the article, or why there is none.
fn answer(request: &Request, task: &Task) -> String {
    let done = panic::catch_unwind(AssertUnwindSafe(|| article(request, task)));
    match done {
        Ok(Ok(line)) => line,
        Ok(Err(error)) => refusal(&request.id, &error),
        Err(payload) => refusal(&request.id, &panic_message(payload.as_ref())),
    }
}

fn article(request: &Request, task: &Task) -> Result<String, String> {
    let path = match (&request.html_path, &request.snapshot_path) {
        (Some(path), None) | (None, Some(path)) => path,
        (None, None) => return Err("neither html_path nor snapshot_path is given".to_owned()),
        (Some(_), Some(_)) => return Err("both html_path and snapshot_path are given".to_owned()),
    };
    let bytes = input::bytes(OsStr::new(path)).map_err(|error| format!("{path} {error}"))?;
    let url = request.url.as_deref().unwrap_or_default();
    let sibling = match &request.sibling_path {
        // It is there for runs with every method; most have no use for it.
        Some(path) if task.method == Method::Tsrec => {
            let charset = request.charset.as_deref();
            Some(input::other_page(OsStr::new(path), charset, url)?)
        }
        None if task.method == Method::Tsrec => {
            return Err("no sibling_path is given, and tsrec needs a second page".to_owned());
        }
        _ => None,
    };
    let start = Instant::now();
    let page = input::parse(&bytes, request.charset.as_deref(), url)
        .map_err(|error| format!("{path} cannot be read: {error}"))?;
    let asked = extract::Options {
        method: task.method,
        learnt: Some(&task.learnt),
        template: sibling.as_ref().map(Template::Page),
        model: None,
    };
    let mut extraction = extract(&page, &asked).map_err(|error| error.to_string())?;
    if !task.site.is_empty() {
        let decided = extraction.decided(&page, &task.site, &Wishes::default());
        (extraction, _) = decided.map_err(|error| error.to_string())?;
    }
    if task.with_title {
        extraction = extraction.with_title();
    }
    let article = &extraction.article;
    let has = |format| task.format.is_none_or(|asked| asked == format);
    let text = has(Format::Text).then(|| article.text());
    let html = has(Format::Html).then(|| article.html());
    let markdown =
        (task.format == Some(Format::Markdown)).then(|| markdown(&page, &extraction, task));
    let ms = start.elapsed().as_secs_f64() * 1000.0;
    let metadata = &extraction.metadata;
    let answer = Answer {
        id: &request.id,
        text,
        markdown,
        title: metadata.title.as_deref(),
        author: metadata.byline.as_deref(),
        date: metadata.date(),
        html,
        ms: (ms * 1000.0).round() / 1000.0,
    };
    serde_json::to_string(&answer).map_err(|error| error.to_string())
}

fn markdown(page: &Page, extraction: &Extraction, task: &Task) -> String {
    if !task.front_matter {
        return extraction.article.markdown();
    }
    let facts = Facts::new(&Summary::new(page, extraction), page.url());
    let file = File::new(&extraction.article, &facts, &[], Form::Markdown);
    String::from_utf8_lossy(&file.bytes).into_owned()
}

fn refusal(id: &Value, error: &str) -> String {
    let refusal = Refusal { id, error };
    // Strings and values that were read as JSON can be written as JSON.
    serde_json::to_string(&refusal).unwrap_or_default()
}

thread_local! {
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps panics off standard error and remembers where they happened: they go into the answer
/// of the page that made them.
fn name_panics() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string);
        PLACE.with(|cell| cell.replace(place));
    }));
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let message = payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("unknown");
    let place = PLACE
        .with(RefCell::take)
        .unwrap_or_else(|| "an unknown place".to_owned());
    format!("a fault in pith at {place}: {message}; please report it with the page")
}
