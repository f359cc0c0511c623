//! Worker processes, which find the article of one page at a time.

use std::env;
use std::process::Command;
use std::time::Duration;

use pith::corpus::supervisor::{Supervisor, serve};
use pith::corpus::workers::{Failure, caught};

use super::row::Answer;
use super::source::Job;
use super::task::Task;
use super::worker_request::WorkerRequest;
use crate::allocator::ALLOCATOR;
use crate::failure::Failure as Refusal;
use crate::options::WORKER;

/// Returns a supervisor that starts workers with the options of this command line.
pub(super) fn supervisor() -> Supervisor {
    Supervisor::new(|| {
        let mut command = Command::new(env::current_exe()?);
        let mut args = env::args_os().skip(1);
        command
            .args(args.next())
            .arg(format!("--{WORKER}"))
            .args(args);
        Ok(command)
    })
}

/// Runs a job in a worker, or returns why it can't be run.
pub(super) fn answer(job: &Job, supervisor: &Supervisor, timeout: Duration) -> Answer {
    let worker_request = match job {
        Job::Request(request) => WorkerRequest::File(request.page.clone()),
        Job::Capture(page) => WorkerRequest::Capture {
            url: &page.url,
            charset: page.charset.as_deref(),
            body: &page.body,
        },
        Job::NoRequest(error) => return Answer::Error(error.clone()),
        Job::Broken(broken) => return Answer::Error(broken.to_string()),
    };
    let unreadable = |error: postcard::Error| Failure::NoWorker(error.to_string());
    postcard::to_allocvec(&worker_request)
        .map_err(unreadable)
        .and_then(|request| supervisor.answer(request, Some(timeout)))
        .and_then(|answer| postcard::from_bytes(&answer).map_err(unreadable))
        .unwrap_or_else(|failure| failed(&failure))
}

/// Returns the answer for a job whose worker failed.
pub(super) fn failed(failure: &Failure) -> Answer {
    let next = match failure {
        Failure::TooLong(_) => "; increase --timeout",
        Failure::Memory => "; increase --memory",
        _ => "",
    };
    Answer::Error(format!("{failure}{next}"))
}

/// Answers the supervisor's requests, within a memory limit in bytes.
pub(super) fn run(task: Task, memory: usize) -> Result<(), Refusal> {
    ALLOCATOR
        .set_limit(memory)
        .map_err(|()| Refusal::usage("--memory is too low for a worker process"))?;
    serve(move |request| {
        let answer = match postcard::from_bytes(request) {
            Ok(worker_request) => caught(
                |worker_request| of_page(worker_request, &task),
                &worker_request,
            )
            .unwrap_or_else(|failure| failed(&failure)),
            Err(error) => Answer::Error(error.to_string()),
        };
        // If the answer is empty, the supervisor reports that it can't be read.
        postcard::to_allocvec(&answer).unwrap_or_default()
    })?;
    Ok(())
}

fn of_page(worker_request: &WorkerRequest<'_>, task: &Task) -> Answer {
    #[cfg(debug_assertions)]
    super::fault::inject(worker_request);
    Answer::new(worker_request, task)
}
