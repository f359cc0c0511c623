//! Sources of the pages: lines of JSON, and WARC files.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, Read};

use pith::corpus::packed;
use pith::corpus::warc::{Broken, Capture, Counts, Reader};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::done::Done;
use super::progress::Progress;
use crate::failure::Failure;
use crate::options::Options;

/// A request in a line of the input.
#[derive(Deserialize)]
pub(super) struct Request {
    #[serde(default)]
    pub(super) id: Value,
    #[serde(flatten)]
    pub(super) page: PageFile,
}

/// Paths of a page's files, and the known facts about the page.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct PageFile {
    pub(super) html_path: Option<String>,
    pub(super) snapshot_path: Option<String>,
    pub(super) sibling_path: Option<String>,
    pub(super) url: Option<String>,
    pub(super) charset: Option<String>,
}

/// A page, or the reason why it can't be read.
pub(super) enum Job {
    Request(Box<Request>),
    Capture(Capture),
    NoRequest(String),
    Broken(Broken),
}

/// An input file with its name, and its length if known.
pub(super) struct Input {
    name: String,
    source: Box<dyn Read + Send>,
    length: Option<u64>,
}

/// Counts of the input besides the pages that have a row.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) counts: Counts,
    /// Pages that an earlier run has processed.
    pub(super) done: u64,
}

/// Opens all files before reading the first, so that a missing one is reported immediately.
pub(super) fn open(options: &Options) -> Result<Vec<Input>, Failure> {
    let standard = [OsString::from("-")];
    let files = match &options.files[..] {
        [] => &standard[..],
        files => files,
    };
    files.iter().map(|file| Input::open(file)).collect()
}

/// Returns the total bytes of the inputs; `None` if one is unknown.
pub(super) fn length(inputs: &[Input]) -> Option<u64> {
    inputs.iter().map(|input| input.length).sum()
}

impl Input {
    fn open(file: &OsStr) -> Result<Self, Failure> {
        if file == "-" {
            return Ok(Self {
                name: "standard input".to_owned(),
                source: Box::new(io::stdin()),
                length: None,
            });
        }
        let name = file.to_string_lossy().into_owned();
        let file = crate::input::open(file)
            .map_err(|error| Failure::input(format_args!("{name} {error}")))?;
        let length = file.metadata().ok().map(|about| about.len());
        Ok(Self {
            name,
            source: Box::new(file),
            length,
        })
    }
}

/// Passes the pages of all inputs to `give`, until that returns false.
pub(super) fn read(
    inputs: Vec<Input>,
    is_warc: bool,
    done: &Done,
    progress: &Progress,
    give: &mut dyn FnMut(Job) -> bool,
) -> Result<Seen, Failure> {
    let mut seen = Seen::default();
    for Input { name, source, .. } in inputs {
        let source = progress.reading(source);
        let unreadable = |error: io::Error| Failure::input(format_args!("{name}: {error}"));
        let goes_on = if is_warc {
            let mut reader = Reader::new(source).map_err(unreadable)?;
            let goes_on = captures(&mut reader, done, &mut seen, give);
            seen.add(reader.counts());
            goes_on
        } else {
            let mut lines = packed::reader(source).map_err(unreadable)?;
            requests(&mut lines, done, &mut seen, give).map_err(unreadable)?
        };
        if !goes_on {
            break;
        }
    }
    Ok(seen)
}

fn captures(
    reader: &mut Reader<impl Read>,
    done: &Done,
    seen: &mut Seen,
    give: &mut dyn FnMut(Job) -> bool,
) -> bool {
    for record in reader {
        let job = match record {
            Ok(page) if done.has(&page.id) => {
                seen.done += 1;
                continue;
            }
            Ok(page) => Job::Capture(page),
            Err(broken) => Job::Broken(broken),
        };
        if !give(job) {
            return false;
        }
    }
    true
}

fn requests(
    lines: &mut dyn BufRead,
    done: &Done,
    seen: &mut Seen,
    give: &mut dyn FnMut(Job) -> bool,
) -> io::Result<bool> {
    for number in 1.. {
        let mut line = Vec::new();
        if lines.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let job = match serde_json::from_slice::<Request>(&line) {
            Ok(request) if done.has_value(&request.id) => {
                seen.done += 1;
                continue;
            }
            Ok(request) => Job::Request(Box::new(request)),
            Err(error) => Job::NoRequest(format!(
                "line {number} of the input is not a valid request: {error}"
            )),
        };
        if !give(job) {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Seen {
    fn add(&mut self, counts: Counts) {
        let all = &mut self.counts;
        all.records += counts.records;
        all.pages += counts.pages;
        all.cut += counts.cut;
        all.no_response += counts.no_response;
        all.other_status += counts.other_status;
        all.no_html += counts.no_html;
        all.broken += counts.broken;
    }
}
