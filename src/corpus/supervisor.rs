//! Work in separate processes: a page that crashes, hangs or uses too much memory loses only its
//! own answer.
//!
//! A request is written to a worker's standard input, and the answer is read from its standard
//! output. Both are messages: the length in four bytes, little-endian, and the bytes. The worker's
//! first message is empty and signals that it is ready. A worker that takes too long or dies is
//! replaced at the next request.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::workers::Failure;

/// Maximum bytes that are read from a dead worker's standard error.
const MAX_LAST_WORDS: u64 = 64 << 10;

/// Timeout for starting a worker, far more than a busy machine needs.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// Rust's message if memory can't be allocated, because of the system or the memory limit.
const NO_MEMORY: &str = "memory allocation of";

/// Rust's message if a thread's stack overflows.
const NO_STACK: &str = "has overflowed its stack";

/// Starts workers, one for each concurrent request, and sends them requests.
pub struct Supervisor {
    command: Box<dyn Fn() -> io::Result<Command> + Send + Sync>,
    idle: Mutex<Vec<Worker>>,
}

impl Supervisor {
    /// Creates a supervisor of workers that `command` starts. The workers call [`serve`].
    pub fn new(command: impl Fn() -> io::Result<Command> + Send + Sync + 'static) -> Self {
        Self {
            command: Box::new(command),
            idle: Mutex::default(),
        }
    }

    /// Sends a request to a worker and returns its answer, within `timeout` if given.
    ///
    /// # Errors
    /// [`Failure`] describes how the worker failed, or why none could be started.
    pub fn answer(&self, request: Vec<u8>, timeout: Option<Duration>) -> Result<Vec<u8>, Failure> {
        let idle = self.idle().pop();
        let worker = match idle.and_then(Worker::if_alive) {
            Some(worker) => worker,
            None => self.start()?,
        };
        // If the worker's thread has ended, there is no answer either.
        let _ = worker.requests.send(request);
        let answer = match timeout {
            Some(timeout) => worker.answers.recv_timeout(timeout),
            None => worker.answers.recv().map_err(RecvTimeoutError::from),
        };
        match answer {
            Ok(answer) => {
                self.idle().push(worker);
                Ok(answer)
            }
            Err(RecvTimeoutError::Timeout) => Err(Failure::TooLong(timeout.unwrap_or_default())),
            Err(RecvTimeoutError::Disconnected) => Err(worker.cause_of_death()),
        }
    }

    fn start(&self) -> Result<Worker, Failure> {
        let command = (self.command)();
        let worker = command.and_then(|mut command| Worker::start(&mut command));
        let worker = worker.map_err(|error| Failure::NoWorker(error.to_string()))?;
        // This doesn't count as the page's time.
        match worker.answers.recv_timeout(START_TIMEOUT) {
            Ok(_) => Ok(worker),
            Err(_) => Err(worker.cause_of_death()),
        }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Worker>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A process, and the thread that communicates with it.
struct Worker {
    child: Child,
    requests: SyncSender<Vec<u8>>,
    answers: Receiver<Vec<u8>>,
    stderr: Option<ChildStderr>,
}

impl Worker {
    fn start(command: &mut Command) -> io::Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (requests, queue) = sync_channel::<Vec<u8>>(1);
        let (done, answers) = sync_channel(1);
        let pipes = child.stdin.take().zip(child.stdout.take());
        let stderr = child.stderr.take();
        let worker = Self {
            child,
            requests,
            answers,
            stderr,
        };
        let (mut input, mut output) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
        // The thread ends with the process, which is killed when the worker is dropped.
        thread::Builder::new().spawn(move || {
            while let Ok(Some(answer)) = read_message(&mut output)
                && done.send(answer).is_ok()
                && let Ok(request) = queue.recv()
                && write_message(&mut input, &request).is_ok()
            {}
        })?;
        Ok(worker)
    }

    /// Returns it unless its process has ended: an idle one may have been killed from outside.
    fn if_alive(mut self) -> Option<Self> {
        matches!(self.child.try_wait(), Ok(None)).then_some(self)
    }

    fn cause_of_death(mut self) -> Failure {
        // A process that only closed its output is still running.
        let _ = self.child.kill();
        let status = self.child.wait();
        let mut output = Vec::new();
        if let Some(stderr) = self.stderr.take() {
            let _ = stderr.take(MAX_LAST_WORDS).read_to_end(&mut output);
        }
        let output = String::from_utf8_lossy(&output);
        if output.contains(NO_MEMORY) {
            return Failure::Memory;
        }
        if output.contains(NO_STACK) {
            return Failure::Fault("an unknown location: the stack overflowed".to_owned());
        }
        Failure::Ended(match status {
            Ok(status) => format!("its process ended: {status}"),
            Err(error) => error.to_string(),
        })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Both fail only if the process has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Answers the requests on standard input until it is closed, which is noticed even during `work`.
/// Then ends the process.
///
/// # Errors
/// Those of reading, writing and of starting a thread.
pub fn serve(work: impl FnMut(&[u8]) -> Vec<u8> + Send + 'static) -> io::Result<()> {
    let (sender, requests) = sync_channel::<Vec<u8>>(1);
    let mut work = work;
    thread::Builder::new().spawn(move || {
        let mut output = io::stdout();
        let mut is_open = write_message(&mut output, &[]).is_ok();
        while is_open && let Ok(request) = requests.recv() {
            is_open = write_message(&mut output, &work(&request)).is_ok();
        }
    })?;
    let mut input = io::stdin().lock();
    while let Some(request) = read_message(&mut input)? {
        if sender.send(request).is_err() {
            break;
        }
    }
    Ok(())
}

fn write_message(output: &mut impl Write, message: &[u8]) -> io::Result<()> {
    let length = u32::try_from(message.len()).map_err(io::Error::other)?;
    output.write_all(&length.to_le_bytes())?;
    output.write_all(message)?;
    output.flush()
}

/// Returns the next message; `None` at the end of the input.
fn read_message(input: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match input.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u32::from_le_bytes(length);
    let mut message = Vec::new();
    input.take(length.into()).read_to_end(&mut message)?;
    if message.len() as u64 != u64::from(length) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(message))
}
