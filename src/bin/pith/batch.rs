//! `pith batch`: processes many pages, listed in lines of JSON or contained in WARC files, and
//! writes a row for each in the same order.
//!
//! One thread reads, workers find the articles, and this one writes ([`pith::corpus::workers`]).
//! The workers are processes, so that a failing page affects only its own row
//! ([`pith::corpus::supervisor`]).

mod done;
#[cfg(debug_assertions)]
mod fault;
mod output;
mod progress;
mod row;
mod source;
mod tally;
mod task;
mod worker;
mod worker_request;

use std::thread;
use std::time::{Duration, Instant};

use pith::corpus::workers::workers;

use self::output::Output;
use self::progress::Progress;
use self::row::Row;
use self::source::Job;
use self::tally::Tally;
use self::task::Task;
use crate::failure::Failure;
use crate::options::Options;

/// Default time limit per page.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Default memory limit per page, in MiB; pages within the limits need less than 1 GiB.
const MEMORY: usize = 2048;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    output::check(options)?;
    let task = Task::new(options);
    if options.is_worker {
        let memory = options.memory.unwrap_or(MEMORY) << 20;
        return worker::run(task, memory);
    }
    let jobs = options
        .jobs
        .or_else(|| thread::available_parallelism().ok().map(usize::from))
        .unwrap_or(1);
    let timeout = options.timeout.unwrap_or(TIMEOUT);
    let inputs = source::open(options)?;
    let (mut output, done) = Output::open(options)?;
    let progress = Progress::new(source::length(&inputs));
    let begin = Instant::now();
    // The threads aren't joined: if the output can't be written any more, the program ends at once,
    // even if input is left.
    let supervisor = worker::supervisor();
    let work = move |job: &Job| worker::answer(job, &supervisor, timeout);
    let (mut queue, mut answers) = workers(jobs, None, work)?;
    let (is_warc, seen) = (options.warc, progress.clone());
    let reader = thread::Builder::new().spawn(move || {
        let mut give = |job| queue.give(job).is_ok();
        source::read(inputs, is_warc, &done, &seen, &mut give)
    })?;
    let mut tally = Tally::default();
    while let Some((job, answer)) = answers.wait() {
        let answer = answer.unwrap_or_else(|failure| worker::failed(&failure));
        let row = Row::new(&job, answer);
        tally.count(&row);
        output.write(&row)?;
        progress.page();
    }
    let is_shown = progress.is_shown();
    progress.end();
    let seen = reader
        .join()
        .unwrap_or_else(|_| Err(Failure::input("reading the input failed")))?;
    output.finish()?;
    if is_shown || options.warc || options.out.is_some() {
        tally::sum_up(&tally, &seen, begin.elapsed())?;
    }
    Ok(())
}
