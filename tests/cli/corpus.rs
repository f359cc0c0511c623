//! `pith batch` on files: WARC input, compressed input and output, and resumed runs.

use std::fs;
use std::io::Read;

use pith::corpus::packed;
use serde_json::{Value, json};

use super::{Dir, URL, gzip, harbour, is_harbour, json_lines, pith, refused, request, stdout};

fn record(kind: &str, url: &str, block: &str) -> Vec<u8> {
    let length = block.len();
    let id = url.rsplit('/').next().unwrap();
    format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:test:{id}>\r\n\
         WARC-Target-URI: {url}\r\nWARC-Date: 2026-03-14T09:26:53Z\r\n\
         Content-Type: application/http; msgtype={kind}\r\nContent-Length: {length}\r\n\r\n\
         {block}\r\n\r\n"
    )
    .into_bytes()
}

fn page(name: &str, html: &str) -> Vec<u8> {
    let url = format!("https://news.example/{name}");
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{html}");
    record("response", &url, &block)
}

/// Returns the members of an archive: two valid pages, and a response that isn't HTML between them.
fn members() -> Vec<Vec<u8>> {
    let words = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nWords.";
    let records = [
        page("a", &harbour()),
        record(
            "request",
            "https://news.example/q",
            "GET / HTTP/1.1\r\n\r\n",
        ),
        record("response", "https://news.example/words", words),
        page("b", &harbour()),
    ];
    records.iter().map(|record| gzip(record)).collect()
}

/// Runs `pith`, and returns its rows and its standard error.
fn rows(args: &[&str]) -> (Vec<Value>, String) {
    let output = pith(args, b"");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    (
        json_lines(&String::from_utf8(output.stdout).unwrap()),
        stderr,
    )
}

fn unpacked(path: &str) -> String {
    let mut text = String::new();
    let file = fs::File::open(path).unwrap();
    packed::reader(file)
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    text
}

#[test]
fn warc_pages_become_rows() {
    let dir = Dir::new("warc");
    let file = dir.file("crawl.warc.gz", members().concat());
    let (rows, stderr) = rows(&["batch", "--warc", &file]);
    let fields: Vec<&str> = rows[0]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let expected = [
        "author", "date", "fetched", "html", "id", "lang", "ms", "text", "title", "url",
    ];
    assert_eq!(fields, expected);
    let ids: Vec<&str> = rows.iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["urn:test:a", "urn:test:b"]);
    assert_eq!(rows[1]["url"], "https://news.example/b");
    assert_eq!(rows[1]["fetched"], "2026-03-14T09:26:53Z");
    assert_eq!(rows[1]["lang"], "en");
    assert!(
        rows.iter()
            .all(|row| is_harbour(row["text"].as_str().unwrap()))
    );
    for part in [
        "2 pages in",
        "pages/s): 2 articles, 0 without an article, 0 errors",
        "1 non-HTML responses",
        "1 other records",
    ] {
        assert!(stderr.contains(part), "{stderr}");
    }
}

#[test]
fn damaged_and_truncated_records_become_error_rows() {
    let dir = Dir::new("broken");
    let mut members = members();
    members[0][40] ^= 0x55;
    let mut whole = members.concat();
    whole.truncate(whole.len() - 30);
    whole.splice(0..0, gzip(&page("first", &harbour())));
    let file = dir.file("crawl.warc.gz", whole);
    let (rows, stderr) = rows(&["batch", "--warc", &file]);
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert_eq!(rows[0]["id"], "urn:test:first");
    assert!(rows[1]["error"].as_str().unwrap().contains("damaged"));
    let cut = rows[2]["error"].as_str().unwrap();
    assert!(
        cut.contains("record 5") && cut.contains("ends before"),
        "{cut}"
    );
    assert_eq!(rows[2]["url"], "https://news.example/b");
    assert!(stderr.contains("2 errors from broken records"), "{stderr}");
}

#[test]
fn output_is_compressed_by_file_extension() {
    let dir = Dir::new("packed-rows");
    let requests = request(1, &dir.file("page.html", harbour()));
    let requests = dir.file("requests.jsonl.gz", gzip(requests.as_bytes()));
    let mut sizes = Vec::new();
    for end in ["", ".gz", ".zst"] {
        let out = dir.0.join(format!("rows.jsonl{end}")).into_os_string();
        let out = out.into_string().unwrap();
        let output = pith(&["batch", "--out", &out, &requests], b"");
        assert!(output.status.success() && output.stdout.is_empty());
        let rows = json_lines(&unpacked(&out));
        assert!(is_harbour(rows[0]["text"].as_str().unwrap()), "{end}");
        sizes.push(fs::metadata(&out).unwrap().len());
        assert!(!fs::exists(format!("{out}.part")).unwrap());
        // Existing files aren't overwritten.
        let (code, sentence) = refused(&["batch", "--out", &out, &requests], b"");
        assert!(
            code == 1 && sentence.contains("already exists"),
            "{sentence}"
        );
    }
    assert!(sizes[1] < sizes[0] && sizes[2] < sizes[0], "{sizes:?}");
}

#[test]
fn interrupted_run_is_resumed() {
    let dir = Dir::new("skip-done");
    let page = dir.file("page.html", harbour());
    let all: String = (0..6).map(|id| request(id, &page)).collect();
    let requests = dir.file("requests.jsonl", &all);
    for end in ["", ".gz", ".zst"] {
        let out = dir.0.join(format!("rows.jsonl{end}")).into_os_string();
        let out = out.into_string().unwrap();
        // Rows of a run that was interrupted within its third row, and of an earlier run.
        let row = |id: u32| json!({"id": id, "text": "earlier"}).to_string() + "\n";
        let left = row(0) + &row(4) + "{\"id\": 5, \"te";
        let left = match end {
            "" => left.into_bytes(),
            ".gz" => gzip(left.as_bytes()),
            _ => zstd(left.as_bytes()),
        };
        fs::write(format!("{out}.part"), &left).unwrap();
        fs::write(format!("{out}.rest"), row(2) + &row(0)).unwrap();
        let (code, sentence) = refused(&["batch", "--out", &out, &requests], b"");
        assert!(
            code == 1 && sentence.contains("use --skip-done to resume"),
            "{sentence}"
        );
        let (_, stderr) = rows(&["batch", "--skip-done", "--out", &out, &requests]);
        assert!(
            stderr.contains("3 pages in") && stderr.contains("3 already done"),
            "{stderr}"
        );
        let answers = json_lines(&unpacked(&out));
        let mut ids: Vec<u64> = answers.iter().map(|a| a["id"].as_u64().unwrap()).collect();
        ids.sort_unstable();
        assert_eq!(ids, [0, 1, 2, 3, 4, 5], "each page once");
        let earlier = answers.iter().filter(|a| a["text"] == "earlier");
        assert_eq!(earlier.count(), 3, "earlier rows are kept");
        // A second run has nothing to do, and a longer list only its new request.
        let longer = dir.file("longer.jsonl", all.clone() + &request(6, &page));
        for (requests, new) in [(&requests, 0), (&longer, 1)] {
            let (_, stderr) = rows(&["batch", "--skip-done", "--out", &out, requests]);
            assert!(stderr.contains(&format!("{new} pages in")), "{stderr}");
        }
        assert_eq!(json_lines(&unpacked(&out)).len(), 7);
        for end in [".part", ".rest", ".older"] {
            assert!(!fs::exists(format!("{out}{end}")).unwrap(), "{end}");
        }
    }
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut writer = packed::Writer::new(Vec::new(), packed::Packing::Zstd).unwrap();
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

#[test]
fn failed_run_leaves_no_output_file() {
    let dir = Dir::new("no-file");
    let out = dir
        .0
        .join("rows.jsonl")
        .into_os_string()
        .into_string()
        .unwrap();
    let (code, sentence) = refused(&["batch", "--out", &out, "none.jsonl"], b"");
    assert!(
        code == 1 && sentence.contains("does not exist"),
        "{sentence}"
    );
    let nowhere = format!("{out}/rows.jsonl");
    let (code, sentence) = refused(&["batch", "--out", &nowhere], b"");
    assert!(
        code == 1 && sentence.contains("cannot be written"),
        "{sentence}"
    );
    assert_eq!(fs::read_dir(&dir.0).unwrap().count(), 0);
    // If the input is truncated, the rows so far stay in the `.part` file.
    let page = dir.file("page.html", harbour());
    let mut requests = gzip(request(1, &page).repeat(50).as_bytes());
    requests.truncate(requests.len() - 6);
    let requests = dir.file("requests.jsonl.gz", requests);
    let (code, sentence) = refused(&["batch", "--out", &out, &requests], b"");
    assert!(
        code == 1 && sentence.contains("requests.jsonl.gz"),
        "{sentence}"
    );
    assert!(!fs::exists(&out).unwrap() && fs::exists(format!("{out}.part")).unwrap());
}

#[test]
fn article_text_is_written_as_wet_records() {
    let dir = Dir::new("wet");
    let mut members = members();
    members.push(gzip(&page("empty", "<p>")));
    let file = dir.file("crawl.warc.gz", members.concat());
    let out = dir
        .0
        .join("crawl.wet.gz")
        .into_os_string()
        .into_string()
        .unwrap();
    rows(&["batch", "--warc", "--rows", "wet", "--out", &out, &file]);
    let wet = unpacked(&out);
    let records: Vec<&str> = wet.split("WARC/1.0\r\n").skip(1).collect();
    assert_eq!(records.len(), 2, "a page without an article has none");
    let (head, text) = records[1].split_once("\r\n\r\n").unwrap();
    for field in [
        "WARC-Type: conversion",
        "WARC-Target-URI: https://news.example/b",
        "WARC-Refers-To: <urn:test:b>",
        "WARC-Record-ID: <urn:test:b#text>",
        "WARC-Identified-Content-Language: en",
        "Content-Type: text/plain",
    ] {
        assert!(head.lines().any(|line| line == field), "{head}");
    }
    let text = text.strip_suffix("\r\n\r\n").unwrap();
    assert!(head.contains(&format!("Content-Length: {}", text.len())));
    let html = stdout(
        &["extract", "--url", URL, &dir.file("b.html", harbour())],
        b"",
    );
    assert_eq!(text.trim_end(), html.trim_end());
    // Each record is a separate member, so that readers can seek to it.
    let packed = fs::read(&out).unwrap();
    let begins = packed.windows(3).filter(|w| *w == [0x1f, 0x8b, 0x08]);
    assert_eq!(begins.count(), 2);
}
