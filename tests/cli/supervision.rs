//! `pith batch` with pages that crash, hang, or use too much memory: only their own rows fail.
//!
//! Debug builds inject the fault in the URL if `PITH_TEST_FAULTS` is set.

use std::io::Write;
use std::process::Command;
use std::{fs, thread};

use serde_json::{Value, json};

use super::{Dir, command, harbour, is_harbour, json_lines, request, stdout};

/// Faults, each with the error in its row.
const FAULTS: [(&str, &str); 6] = [
    ("hang", "it took more than 5 s; increase --timeout"),
    ("grow", "memory limit; increase --memory"),
    (
        "overflow",
        "bug in pith at an unknown location: the stack overflowed",
    ),
    ("abort", "its process ended: signal: 6"),
    ("exit", "its process ended: exit status: 0"),
    ("panic", "a panic for the tests; report it with the page"),
];

fn faulty(args: &[&str]) -> Command {
    let mut command = command(args);
    command.env("PITH_TEST_FAULTS", "1");
    command
}

fn run(mut command: Command, input: &str) -> Vec<Value> {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    json_lines(&String::from_utf8(output.stdout).unwrap())
}

#[test]
fn faulty_page_fails_only_its_own_row() {
    let dir = Dir::new("faults");
    let good = dir.file("good.html", harbour());
    let mut input = String::new();
    for (number, (fault, _)) in FAULTS.iter().enumerate() {
        input += &request(2 * number, &good);
        let url = format!("https://fault.test/{fault}");
        input += &json!({"id": 2 * number + 1, "html_path": good, "url": url}).to_string();
        input += "\n";
    }
    input += &request(2 * FAULTS.len(), &good);
    for jobs in ["1", "3"] {
        let args = ["batch", "--jobs", jobs, "--timeout", "5", "--memory", "128"];
        let rows = run(faulty(&args), &input);
        assert_eq!(rows.len(), 2 * FAULTS.len() + 1);
        for (number, row) in rows.iter().enumerate() {
            assert_eq!(row["id"], number);
            if number % 2 == 0 {
                assert!(is_harbour(row["text"].as_str().unwrap()), "{row}");
            } else {
                let (fault, expected) = FAULTS[number / 2];
                let error = row["error"].as_str().unwrap();
                assert!(error.contains(expected), "{fault}: {error}");
            }
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn workers_end_if_the_run_is_killed() {
    let dir = Dir::new("orphans");
    let good = dir.file("good.html", harbour());
    let mut child = faulty(&["batch", "--jobs", "1"]).spawn().unwrap();
    let input = json!({"id": 1, "html_path": good, "url": "https://fault.test/hang"});
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{input}").unwrap();
    let worker = loop {
        if let Some(worker) = children(child.id()).pop() {
            break worker;
        }
        thread::yield_now();
    };
    child.kill().unwrap();
    child.wait().unwrap();
    let lives = || {
        let status = fs::read_to_string(format!("/proc/{worker}/stat")).unwrap_or_default();
        // A worker that exited but wasn't waited for is a zombie.
        !status.is_empty() && !status.contains(") Z ")
    };
    while lives() {
        thread::yield_now();
    }
}

/// Returns the processes that the threads of a process started.
#[cfg(target_os = "linux")]
fn children(process: u32) -> Vec<String> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let listed = threads.filter_map(|thread| {
        // A thread may have ended in the meantime.
        fs::read_to_string(thread.ok()?.path().join("children")).ok()
    });
    let words = |line: String| {
        line.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    listed.flat_map(words).collect()
}

#[test]
fn test_hook_requires_its_environment_variable() {
    let dir = Dir::new("hook");
    let good = dir.file("good.html", harbour());
    let input = json!({"id": 1, "html_path": good, "url": "https://fault.test/abort"});
    let rows = json_lines(&stdout(&["batch"], format!("{input}\n").as_bytes()));
    assert!(is_harbour(rows[0]["text"].as_str().unwrap()));
}
