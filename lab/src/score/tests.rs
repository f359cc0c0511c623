//! Compares the scorer with values of the common scorer, written in Python, for synthetic pages.
//!
//! `tests/scorer/expected.json` is its output. If the environment variable `PITH_SCORER` contains
//! the path of the script and Python is available, the test runs it as well.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use super::summary::{PageScore, SetSummary};
use crate::rows;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scorer");

fn scored() -> Vec<(String, PageScore)> {
    let path = |name: &str| PathBuf::from(format!("{FOLDER}/{name}.jsonl"));
    rows::score_files(&path("truth"), &path("output")).expect("rows that can be read")
}

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .or_else(|| value.as_bool().map(f64::from))
        .expect("a number")
}

/// Compares to six decimal places; four are required.
fn check(what: &str, ours: Option<f64>, theirs: &Value) {
    if theirs.is_null() {
        assert_eq!(ours, None, "{what}");
    } else {
        let (ours, theirs) = (ours.unwrap_or(f64::NAN), number(theirs));
        assert!(
            (ours - theirs).abs() < 1e-6,
            "{what}: {ours} is not {theirs}"
        );
    }
}

fn check_summary(theirs: &Value) {
    let pages = scored();
    let ours = SetSummary::new(pages.iter().map(|(_, page)| page));
    for (key, value) in [
        ("lcsP", ours.precision),
        ("lcsR", ours.recall),
        ("lcsF", ours.f1),
        ("lcsF_med", ours.median),
        ("Score", ours.score),
        ("bowF", ours.bag_f1),
        ("lo", ours.low),
        ("hi", ours.high),
        ("emp", ours.empty),
        ("titleX", ours.title),
        ("titleF", ours.title_f1),
        ("authX", ours.author),
        ("dateX", ours.date),
        ("snF", ours.snippets),
    ] {
        check(key, value, &theirs[key]);
    }
}

fn expected() -> Value {
    let text =
        std::fs::read_to_string(format!("{FOLDER}/expected.json")).expect("the expected values");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn page_scores_equal_those_of_the_common_scorer() {
    let expected = expected();
    let pages = expected["pages"].as_array().expect("a list");
    let scored = scored();
    assert_eq!(scored.len(), pages.len());
    let bit = |value: bool| f64::from(u8::from(value));
    for ((id, ours), theirs) in scored.iter().zip(pages) {
        assert_eq!(theirs["id"], id.as_str());
        let text = ours.text;
        for (key, value) in [
            ("lcsP", text.map(|text| text.precision)),
            ("lcsR", text.map(|text| text.recall)),
            ("lcsF", text.map(|text| text.f1)),
            ("Score", text.map(|text| text.score)),
            ("bowF", text.map(|text| text.bag_f1)),
            ("titleX", ours.title.map(bit)),
            ("titleF", ours.title_f1),
            ("authX", ours.author.map(bit)),
            ("dateX", ours.date.map(bit)),
        ] {
            check(&format!("{id} {key}"), value, &theirs[key]);
        }
        let found = ours.snippets;
        let counts = [found.kept, found.wrong, found.lost, found.removed];
        let theirs = theirs["snip"].as_array();
        let theirs = theirs.map_or(vec![0.0; 4], |counts| counts.iter().map(number).collect());
        assert_eq!(counts.map(|count| count as f64).to_vec(), theirs, "{id}");
    }
}

#[test]
fn means_equal_those_of_the_common_scorer() {
    check_summary(&expected()["summary"]);
}

#[test]
fn common_scorer_returns_equal_means_if_available() {
    let Ok(script) = std::env::var("PITH_SCORER") else {
        return;
    };
    let json = std::env::temp_dir().join(format!("pith-scorer-{}.json", std::process::id()));
    let ran = Command::new("python3")
        .arg(script)
        .args([
            format!("{FOLDER}/truth.jsonl"),
            format!("{FOLDER}/output.jsonl"),
        ])
        .arg("--json")
        .arg(&json)
        .output()
        .expect("python3");
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    let text = std::fs::read_to_string(&json).expect("the scorer's output");
    std::fs::remove_file(&json).expect("our own file");
    check_summary(&serde_json::from_str::<Value>(&text).expect("JSON")["output"]);
}
