//! Rows of the output, and the conversion of pages to them.

use std::ffi::OsStr;
use std::time::Instant;

use pith::Limits;
use pith::export::{Facts, File, Form};
use pith::extract::report::Summary;
use pith::extract::{self, Extraction, extract};
use pith::methods::Method;
use pith::methods::tsrec::Template;
use pith::page::Page;
use pith::select::Overrides;
use pith::source::html;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::source::{Job, PageFile};
use super::task::Task;
use super::worker_request::WorkerRequest;
use crate::input;
use crate::options::{Format, Rows};

/// Output for a page.
pub(super) struct Row {
    pub(super) about: About,
    pub(super) answer: Answer,
}

/// Facts about a page from the input. Only WARC files provide the URL and the time.
#[derive(Serialize)]
pub(super) struct About {
    pub(super) id: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) url: Option<String>,
    /// Time when the page was fetched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fetched: Option<String>,
}

/// A worker's answer for a page.
#[derive(Serialize, Deserialize)]
pub(super) enum Answer {
    Article {
        is_empty: bool,
        lang: Option<String>,
        /// The fields of the row as a JSON object, or only the text for [`Rows::Wet`].
        written: String,
    },
    Error(String),
}

/// The fields of a row. Formats that weren't requested are omitted.
#[derive(Serialize)]
struct Article {
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
    title: Option<String>,
    author: Option<String>,
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lang: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
    ms: f64,
    #[serde(skip)]
    is_empty: bool,
}

impl Row {
    pub(super) fn new(job: &Job, answer: Answer) -> Self {
        let (id, url, fetched) = match job {
            Job::Request(request) => (request.id.clone(), None, None),
            Job::Capture(page) => {
                let id = Value::String(page.id.clone());
                (id, Some(page.url.clone()), Some(page.date.clone()))
            }
            Job::NoRequest(_) => (Value::Null, None, None),
            Job::Broken(broken) => {
                let id = broken.id.clone().map_or(Value::Null, Value::String);
                (id, broken.url.clone(), None)
            }
        };
        let about = About { id, url, fetched };
        Self { about, answer }
    }
}

impl Answer {
    /// Finds the article of a page.
    pub(super) fn new(worker_request: &WorkerRequest<'_>, task: &Task) -> Self {
        let article = match worker_request {
            WorkerRequest::File(page) => of_file(page, task),
            WorkerRequest::Capture { url, charset, body } => of_capture(body, *charset, url, task),
        };
        article
            .and_then(|article| article.into_answer(task))
            .unwrap_or_else(Self::Error)
    }
}

impl Article {
    fn into_answer(self, task: &Task) -> Result<Answer, String> {
        let written = match task.rows {
            Rows::Json => serde_json::to_string(&self).map_err(|error| error.to_string())?,
            Rows::Wet => self.text.unwrap_or_default(),
        };
        Ok(Answer::Article {
            is_empty: self.is_empty,
            lang: self.lang,
            written,
        })
    }
}

fn of_capture(
    body: &[u8],
    charset: Option<&str>,
    url: &str,
    task: &Task,
) -> Result<Article, String> {
    if task.method == Method::Tsrec {
        return Err("tsrec requires a sibling page, which --warc does not provide".to_owned());
    }
    let begin = Instant::now();
    let page = html::read_bytes(body, charset, url, Limits::default())
        .map_err(|error| error.to_string())?;
    article(&page, None, task, begin)
}

fn of_file(request: &PageFile, task: &Task) -> Result<Article, String> {
    let path = match (&request.html_path, &request.snapshot_path) {
        (Some(path), None) | (None, Some(path)) => path,
        (None, None) => return Err("neither html_path nor snapshot_path given".to_owned()),
        (Some(_), Some(_)) => return Err("both html_path and snapshot_path given".to_owned()),
    };
    let bytes = input::bytes(OsStr::new(path)).map_err(|error| format!("{path} {error}"))?;
    let url = request.url.as_deref().unwrap_or_default();
    let sibling = match &request.sibling_path {
        // The same input may be used for all methods, most of which ignore this field.
        Some(path) if task.method == Method::Tsrec => {
            let charset = request.charset.as_deref();
            Some(input::other_page(OsStr::new(path), charset, url)?)
        }
        None if task.method == Method::Tsrec => {
            return Err("no sibling_path given; tsrec requires one".to_owned());
        }
        _ => None,
    };
    let begin = Instant::now();
    let page = input::parse(&bytes, request.charset.as_deref(), url)
        .map_err(|error| format!("{path} cannot be read: {error}"))?;
    article(&page, sibling.as_ref(), task, begin)
}

fn article(
    page: &Page,
    sibling: Option<&Page>,
    task: &Task,
    begin: Instant,
) -> Result<Article, String> {
    let options = extract::Options {
        method: task.method,
        trained: Some(&task.trained),
        template: sibling.map(Template::Page),
        model: None,
    };
    let mut extraction = extract(page, &options).map_err(|error| error.to_string())?;
    if !task.site.is_empty() {
        let decided = extraction.decided(page, &task.site, &Overrides::default());
        (extraction, _) = decided.map_err(|error| error.to_string())?;
    }
    if task.method == Method::Hybrid {
        extraction = extraction.with_thread(page);
    }
    if task.with_title {
        extraction = extraction.with_title();
    }
    let has = |format| task.format.is_none_or(|one| one == format);
    let text = has(Format::Text).then(|| extraction.article.text());
    let html = has(Format::Html).then(|| extraction.article.html());
    let markdown =
        (task.format == Some(Format::Markdown)).then(|| markdown(page, &extraction, task));
    let ms = begin.elapsed().as_secs_f64() * 1000.0;
    let metadata = extraction.metadata;
    Ok(Article {
        text,
        markdown,
        author: metadata.byline.clone(),
        date: metadata.date().map(str::to_owned),
        title: metadata.title,
        lang: metadata.lang.filter(|_| task.is_warc),
        html,
        ms: (ms * 1000.0).round() / 1000.0,
        is_empty: extraction.article.is_empty(),
    })
}

fn markdown(page: &Page, extraction: &Extraction, task: &Task) -> String {
    if !task.front_matter {
        return extraction.article.markdown();
    }
    let facts = Facts::new(&Summary::new(page, extraction), page.url());
    let file = File::new(&extraction.article, &facts, &[], Form::Markdown);
    String::from_utf8_lossy(&file.bytes).into_owned()
}
