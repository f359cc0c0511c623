//! Threads that work on jobs concurrently and return answers in the order of the jobs.
//!
//! Workers take jobs from one queue. Each job has its own channel for the answer, queued in the
//! order of the jobs. So receivers wait for the oldest job, and neither queue grows beyond a few
//! jobs per worker.
//!
//! A job that takes too long is left to its thread, which can't be ended, and its worker continues
//! with a new thread. A job that panics is a [`Failure`] like any other.

use std::any::Any;
use std::cell::RefCell;
use std::fmt;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::thread;
use std::time::Duration;

/// Maximum number of pending jobs per worker.
const AHEAD: usize = 4;

/// The reason why a job has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It exceeded its timeout.
    TooLong(Duration),
    /// It exceeded its memory limit.
    Memory,
    /// It panicked, which is a bug in the program. With location and message.
    Fault(String),
    /// Its process ended before the answer.
    Ended(String),
    /// No thread or process could be started for it, or the thread ended before the answer.
    NoWorker(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(time) => write!(f, "it took more than {} s", time.as_secs_f64()),
            Self::Memory => f.write_str("it exceeded the memory limit"),
            Self::Fault(fault) => write!(f, "bug in pith at {fault}; report it with the page"),
            Self::Ended(error) | Self::NoWorker(error) => f.write_str(error),
        }
    }
}

impl std::error::Error for Failure {}

struct Job<J, A> {
    input: Arc<J>,
    answer: SyncSender<Result<A, Failure>>,
}

/// A job in the order of jobs with the channel for its answer. Includes the job, so that receivers
/// can name a failed one.
struct Place<J, A> {
    input: Arc<J>,
    answer: Receiver<Result<A, Failure>>,
}

/// Accepts jobs from one thread.
pub struct Jobs<J, A> {
    work: SyncSender<Job<J, A>>,
    places: SyncSender<Place<J, A>>,
}

/// Returns answers in the order of the jobs, each with its job.
pub struct Answers<J, A> {
    places: Receiver<Place<J, A>>,
    /// The oldest job, if it was requested and isn't done.
    oldest: Option<Place<J, A>>,
}

/// Error of adding a job if its answer can't be received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswersDropped;

/// State of the oldest job.
#[derive(Debug)]
pub enum Next<J, A> {
    /// The job and its answer.
    Answer(Arc<J>, Result<A, Failure>),
    /// The oldest job isn't done, or there is no job.
    NotYet,
    /// There will be no more answers.
    End,
}

/// Returns the maximum number of pending jobs of `threads` workers.
pub fn ahead(threads: usize) -> usize {
    threads * AHEAD
}

/// Starts threads that run `work`, each job within `timeout` if given. The threads aren't joined:
/// they end when [`Jobs`] is dropped and all jobs are done.
///
/// ```
/// use pith::corpus::workers::workers;
///
/// let (mut jobs, mut answers) = workers(2, None, |&number: &u32| number * number)?;
/// for number in 1..=3 {
///     jobs.give(number).map_err(|_| "nobody waits")?;
/// }
/// drop(jobs);
/// let squares: Vec<_> = std::iter::from_fn(|| answers.wait().map(|(_, done)| done)).collect();
/// assert_eq!(squares, [Ok(1), Ok(4), Ok(9)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Errors of the system if it can't create a thread.
pub fn workers<J, A>(
    threads: usize,
    timeout: Option<Duration>,
    work: impl Fn(&J) -> A + Send + Sync + 'static,
) -> io::Result<(Jobs<J, A>, Answers<J, A>)>
where
    J: Send + Sync + 'static,
    A: Send + 'static,
{
    name_panics();
    let (sender, queue) = sync_channel::<Job<J, A>>(ahead(threads));
    let (places, answers) = sync_channel(ahead(threads));
    let queue = Arc::new(Mutex::new(queue));
    let work = Arc::new(work);
    for _ in 0..threads {
        let (queue, work) = (Arc::clone(&queue), Arc::clone(&work));
        thread::Builder::new().spawn(move || run_jobs(&queue, &work, timeout))?;
    }
    let jobs = Jobs {
        work: sender,
        places,
    };
    let answers = Answers {
        places: answers,
        oldest: None,
    };
    Ok((jobs, answers))
}

impl<J, A> Jobs<J, A> {
    /// Adds a job; waits if the queue is full.
    ///
    /// # Errors
    /// [`AnswersDropped`] if [`Answers`] was dropped.
    pub fn give(&mut self, job: J) -> Result<(), AnswersDropped> {
        let (done, answer) = sync_channel(1);
        let input = Arc::new(job);
        let place = Place {
            input: Arc::clone(&input),
            answer,
        };
        let job = Job {
            input,
            answer: done,
        };
        self.places.send(place).map_err(|_| AnswersDropped)?;
        self.work.send(job).map_err(|_| AnswersDropped)
    }
}

impl<J, A> Answers<J, A> {
    /// Waits for the answer to the oldest job; `None` after the last.
    pub fn wait(&mut self) -> Option<(Arc<J>, Result<A, Failure>)> {
        let Place { input, answer } = self.oldest.take().or_else(|| self.places.recv().ok())?;
        Some((input, answer.recv().unwrap_or_else(|_| Err(ended()))))
    }

    /// Waits at most `time` for the oldest job's answer; doesn't wait if there is no job.
    pub fn wait_for(&mut self, time: Duration) -> Next<J, A> {
        let oldest = match self.oldest.take() {
            Some(oldest) => Ok(oldest),
            None => self.places.try_recv(),
        };
        let place = match oldest {
            Ok(place) => place,
            Err(TryRecvError::Empty) => return Next::NotYet,
            Err(TryRecvError::Disconnected) => return Next::End,
        };
        match place.answer.recv_timeout(time) {
            Ok(answer) => Next::Answer(place.input, answer),
            Err(RecvTimeoutError::Timeout) => {
                self.oldest = Some(place);
                Next::NotYet
            }
            Err(RecvTimeoutError::Disconnected) => Next::Answer(place.input, Err(ended())),
        }
    }
}

fn ended() -> Failure {
    Failure::NoWorker("its thread ended before the page was finished".to_owned())
}

/// Runs one job after another, each within the timeout, and sends the answers.
fn run_jobs<J, A>(
    queue: &Mutex<Receiver<Job<J, A>>>,
    work: &Arc<impl Fn(&J) -> A + Send + Sync + 'static>,
    timeout: Option<Duration>,
) where
    J: Send + Sync + 'static,
    A: Send + 'static,
{
    let mut runner = None;
    while let Some(Job { input, answer }) = next(queue) {
        let done = match timeout {
            None => caught(work.as_ref(), &input),
            Some(timeout) => in_time(&mut runner, work, input, timeout),
        };
        // If the answer has no receiver, the sender of the job is gone.
        let _ = answer.send(done);
    }
}

fn next<T>(queue: &Mutex<Receiver<T>>) -> Option<T> {
    let queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    queue.recv().ok()
}

/// A thread that runs one job after another for a worker.
struct Runner<J, A> {
    jobs: SyncSender<Arc<J>>,
    answers: Receiver<Result<A, Failure>>,
}

impl<J: Send + Sync + 'static, A: Send + 'static> Runner<J, A> {
    fn new(work: &Arc<impl Fn(&J) -> A + Send + Sync + 'static>) -> io::Result<Self> {
        let work = Arc::clone(work);
        let (jobs, queue) = sync_channel::<Arc<J>>(1);
        let (done, answers) = sync_channel(1);
        thread::Builder::new().spawn(move || {
            // The thread ends if its worker has continued without it.
            while let Ok(job) = queue.recv() {
                if done.send(caught(work.as_ref(), &job)).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self { jobs, answers })
    }
}

/// Runs a job on the runner's thread. If the job exceeds its timeout, the runner is lost.
fn in_time<J: Send + Sync + 'static, A: Send + 'static>(
    runner: &mut Option<Runner<J, A>>,
    work: &Arc<impl Fn(&J) -> A + Send + Sync + 'static>,
    job: Arc<J>,
    timeout: Duration,
) -> Result<A, Failure> {
    let free = match runner.take() {
        Some(free) => free,
        None => Runner::new(work).map_err(|error| Failure::NoWorker(error.to_string()))?,
    };
    free.jobs.send(job).map_err(|_| ended())?;
    match free.answers.recv_timeout(timeout) {
        Ok(answer) => {
            *runner = Some(free);
            answer
        }
        Err(RecvTimeoutError::Timeout) => Err(Failure::TooLong(timeout)),
        Err(RecvTimeoutError::Disconnected) => Err(ended()),
    }
}

thread_local! {
    /// Location of this thread's last panic, while it runs a job.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
    static IS_CAUGHT: RefCell<bool> = const { RefCell::new(false) };
}

/// Runs a job; a panic becomes a [`Failure::Fault`].
///
/// ```
/// use pith::corpus::workers::{Failure, caught};
///
/// assert_eq!(caught(|text: &&str| text.len(), &"ferry"), Ok(5));
/// let fault = caught(|_| -> u8 { panic!("no ferry") }, &());
/// assert!(matches!(fault, Err(Failure::Fault(message)) if message.ends_with("no ferry")));
/// ```
///
/// # Errors
/// [`Failure::Fault`].
pub fn caught<J, A>(work: impl Fn(&J) -> A, job: &J) -> Result<A, Failure> {
    name_panics();
    IS_CAUGHT.with(|cell| cell.replace(true));
    let done = panic::catch_unwind(AssertUnwindSafe(|| work(job)));
    IS_CAUGHT.with(|cell| cell.replace(false));
    done.map_err(|payload| Failure::Fault(panic_message(payload.as_ref())))
}

/// Keeps caught panics off standard error and saves their locations.
fn name_panics() {
    static NAMED: Once = Once::new();
    NAMED.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if IS_CAUGHT.with(|cell| *cell.borrow()) {
                let place = info.location().map(ToString::to_string);
                PLACE.with(|cell| cell.replace(place));
            } else {
                others(info);
            }
        }));
    });
}

fn panic_message(payload: &(dyn Any + Send)) -> String {
    let message = payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("unknown");
    let place = PLACE
        .with(RefCell::take)
        .unwrap_or_else(|| "an unknown location".to_owned());
    format!("{place}: {message}")
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn answers_and_failures_are_in_job_order() {
        let (mut jobs, mut answers) = workers(3, Some(Duration::from_secs(60)), |&job: &u64| {
            assert!(job != 7, "seven");
            thread::sleep(Duration::from_millis((job * 7) % 5));
            job
        })
        .unwrap();
        let sender = thread::spawn(move || (0..40).for_each(|job| jobs.give(job).unwrap()));
        for job in 0..40 {
            let (input, answer) = answers.wait().unwrap();
            assert_eq!(*input, job);
            match answer {
                Ok(answer) => assert_eq!(answer, job),
                Err(Failure::Fault(panic_message)) => assert!(
                    job == 7 && panic_message.ends_with("seven"),
                    "{panic_message}"
                ),
                Err(other) => panic!("{other}"),
            }
        }
        assert!(answers.wait().is_none());
        sender.join().unwrap();
    }

    #[test]
    fn an_endless_job_does_not_block_others() {
        let (release, gate) = mpsc::channel::<()>();
        let gate = Mutex::new(gate);
        let timeout = Duration::from_millis(50);
        let (mut jobs, mut answers) = workers(1, Some(timeout), move |&is_blocked: &bool| {
            if is_blocked {
                let _ = gate.lock().unwrap().recv();
            }
            is_blocked
        })
        .unwrap();
        for is_blocked in [false, true, false] {
            jobs.give(is_blocked).unwrap();
        }
        drop(jobs);
        let all: Vec<_> = std::iter::from_fn(|| answers.wait().map(|(_, done)| done)).collect();
        assert_eq!(all, [Ok(false), Err(Failure::TooLong(timeout)), Ok(false)]);
        drop(release);
    }

    #[test]
    fn a_timeout_returns_not_yet() {
        let (release, gate) = mpsc::channel::<()>();
        let gate = Mutex::new(gate);
        let (mut jobs, mut answers) =
            workers(1, None, move |_: &()| gate.lock().unwrap().recv().is_ok()).unwrap();
        let short = Duration::from_millis(5);
        assert!(matches!(answers.wait_for(short), Next::NotYet), "no job");
        jobs.give(()).unwrap();
        assert!(matches!(answers.wait_for(short), Next::NotYet), "not done");
        release.send(()).unwrap();
        let long = Duration::from_secs(60);
        assert!(matches!(answers.wait_for(long), Next::Answer(_, Ok(true))));
        drop(jobs);
        assert!(matches!(answers.wait_for(long), Next::End));
    }

    #[test]
    fn jobs_are_rejected_without_a_receiver() {
        let (mut jobs, answers) = workers(1, None, |&job: &u8| job).unwrap();
        drop(answers);
        assert_eq!(jobs.give(1), Err(AnswersDropped));
    }
}
