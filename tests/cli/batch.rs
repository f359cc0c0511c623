//! `pith batch`.

use std::io::{BufRead, BufReader, Write};

use pith::page::Limits;
use pith::source::{html, snapshot};
use serde_json::{Value, json};

use super::{Dir, URL, bridge, command, gzip, harbour, is_harbour, json_lines, request, stdout};

#[test]
fn answers_are_in_request_order() {
    let dir = Dir::new("order");
    let small = dir.file("small.html", harbour());
    let large = dir.file(
        "large.html",
        harbour() + &"<p>filler <b>words</b></p>".repeat(20_000),
    );
    let mut input = String::new();
    for i in 0..60 {
        input += &request(i, if i % 10 == 0 { &large } else { &small });
    }
    for jobs in ["1", "4"] {
        let output = stdout(&["batch", "--jobs", jobs], input.as_bytes());
        let answers = json_lines(&output);
        let ids: Vec<u64> = answers.iter().map(|a| a["id"].as_u64().unwrap()).collect();
        assert_eq!(ids, (0..60).collect::<Vec<_>>());
        assert!(answers.iter().all(|a| a["error"].is_null()));
    }
}

#[test]
fn answers_have_every_field() {
    let dir = Dir::new("fields");
    let html = harbour();
    let file = dir.file("page.html.gz", gzip(html.as_bytes()));
    let page = html::read(&html, URL, Limits::default()).unwrap();
    let recorded = dir.file("page.snap", snapshot::write(&page));
    let gbk = encoding_rs::GBK
        .encode("<title>港口</title><p>港口关闭了十一年。</p>")
        .0;
    let gbk = dir.file("gbk.html", gbk);
    let input = request("first", &file)
        + "\n"
        + &json!({"id": [2, "x"], "snapshot_path": recorded, "extra": true}).to_string()
        + "\n"
        + &json!({"id": null, "html_path": gbk, "charset": "gbk"}).to_string();
    let answers = json_lines(&stdout(&["batch"], input.as_bytes()));
    assert_eq!(answers.len(), 3);
    let fields: Vec<&str> = answers[0]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        fields,
        ["author", "date", "html", "id", "ms", "text", "title"]
    );
    assert_eq!(answers[0]["id"], "first");
    assert_eq!(answers[0]["title"], "The harbour opens again");
    assert!(answers[0]["ms"].as_f64().unwrap() > 0.0);
    assert_eq!(answers[1]["id"], json!([2, "x"]));
    for field in ["text", "html", "title", "author", "date"] {
        assert_eq!(answers[0][field], answers[1][field]);
    }
    assert!(is_harbour(answers[0]["text"].as_str().unwrap()));
    assert_eq!(answers[2]["title"], "港口");
}

#[test]
fn failing_page_does_not_affect_others() {
    let dir = Dir::new("isolation");
    let good = dir.file("good.html", harbour());
    let pdf = dir.file("page.pdf", "%PDF-1.4");
    let missing = dir.0.join("missing.html");
    let both = json!({"id": "both", "html_path": good, "snapshot_path": good});
    let no_snapshot = json!({"id": "charset", "html_path": good, "charset": "utf-99"});
    let input = request("a", &good)
        + &request("missing", missing.to_str().unwrap())
        + &request("pdf", &pdf)
        + "this is no JSON\n"
        + "{\"id\": \"nothing\"}\n"
        + &format!("{both}\n{no_snapshot}\n")
        + &request("z", &good);
    let answers = json_lines(&stdout(&["batch", "--jobs", "3"], input.as_bytes()));
    let statuses: Vec<(&Value, &str)> = answers
        .iter()
        .map(|a| (&a["id"], a["error"].as_str().unwrap_or_default()))
        .collect();
    let expected = [
        (json!("a"), ""),
        (json!("missing"), "does not exist"),
        (json!("pdf"), "a PDF document"),
        (Value::Null, "line 4 of the input is not a valid request"),
        (json!("nothing"), "neither html_path nor snapshot_path"),
        (json!("both"), "both html_path and snapshot_path"),
        (json!("charset"), "utf-99"),
        (json!("z"), ""),
    ];
    assert_eq!(statuses.len(), expected.len());
    for ((id, error), (expected_id, part)) in statuses.into_iter().zip(expected) {
        assert_eq!(*id, expected_id);
        assert!(
            error.contains(part) && error.is_empty() == part.is_empty(),
            "{error}"
        );
    }
    assert!(is_harbour(answers[7]["text"].as_str().unwrap()));
}

#[test]
fn each_page_is_answered_before_the_next_is_read() {
    let dir = Dir::new("dialogue");
    let file = dir.file("page.html", harbour());
    let mut child = command(&["batch"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for id in 0..3 {
        stdin.write_all(request(id, &file).as_bytes()).unwrap();
        let answer: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["id"], id);
    }
    drop(stdin);
    assert!(lines.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn page_timeout_is_an_error_and_others_continue() {
    let dir = Dir::new("timeout");
    let good = dir.file("good.html", harbour());
    let mut child = command(&["batch", "--jobs", "1", "--timeout", "1"])
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // As a page, standard input ends with the requests, which is after the timeout.
    let requests = request(1, &good) + &request(2, "/dev/stdin") + &request(3, &good);
    stdin.write_all(requests.as_bytes()).unwrap();
    let answers: Vec<Value> = (0..3)
        .map(|_| serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap())
        .collect();
    assert!(is_harbour(answers[0]["text"].as_str().unwrap()));
    assert_eq!(answers[1]["id"], 2);
    let error = answers[1]["error"].as_str().unwrap();
    assert!(error.contains("more than 1 s"), "{error}");
    assert!(is_harbour(answers[2]["text"].as_str().unwrap()));
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn tsrec_uses_the_sibling_page_and_other_methods_ignore_it() {
    let dir = Dir::new("siblings");
    let page = dir.file("a.html", harbour());
    let sibling = dir.file("b.html", bridge());
    let with = |sibling: &str| {
        json!({"id": sibling, "html_path": page, "sibling_path": sibling, "url": URL}).to_string()
            + "\n"
    };
    let requests = [
        with(&sibling),
        with(&page),
        with("none"),
        request("alone", &page),
    ]
    .concat();
    let answers = json_lines(&stdout(
        &["batch", "--method", "tsrec"],
        requests.as_bytes(),
    ));
    assert!(is_harbour(answers[0]["text"].as_str().unwrap()));
    assert!(!answers[0]["text"].as_str().unwrap().contains("Imprint"));
    let errors = ["same text", "none does not exist", "no sibling_path"];
    for (answer, part) in answers[1..].iter().zip(errors) {
        let error = answer["error"].as_str().unwrap();
        assert!(error.contains(part), "{error}");
    }
    // The other methods, including hybrid, don't need a sibling.
    for method in ["hybrid", "far-sw"] {
        let args = ["batch", "--method", method];
        let answers = json_lines(&stdout(&args, requests.as_bytes()));
        assert_eq!(answers.len(), 4);
        for answer in answers {
            assert!(is_harbour(answer["text"].as_str().unwrap()), "{method}");
        }
    }
}
