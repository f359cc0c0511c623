//! The command line, as users run it: the built binary on pages of ours.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;
use pith::front::{html, snapshot};
use pith::methods::far_sw::{self, LineTable, Scope, TrainingPage};
use pith::page::Limits;
use serde_json::{Value, json};

const URL: &str = "https://news.example/2024/harbour.html";

/// A page with one article and things around it.
fn harbour() -> String {
    let paragraphs: String = [
        "The harbour of the old town was closed for eleven years before the first boats \
         returned, and hardly anyone had expected to see them again, least of all the people \
         who had sold their moorings when the ferry company left for the mainland.",
        "Work on the quay took longer than the council had planned, because the divers found \
         timber from the seventeenth century below the silt, and every piece of it had to be \
         drawn, numbered and brought to the museum before a single stone could be laid.",
        "On Saturday the mayor cut a ribbon in the rain. There was a band, there were speeches, \
         and there was a queue for coffee that reached as far as the customs house, where an \
         exhibition shows what the divers brought up.",
    ]
    .map(|p| format!("<p>{p}</p>\n"))
    .concat();
    format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8>\
         <title>The harbour opens again</title>\
         <meta name=author content='Ada Quay'>\
         <meta property='article:published_time' content='2024-05-04T10:00:00Z'></head><body>\
         <nav><ul><li><a href=/a>Home</a><li><a href=/b>Politics</a><li><a href=/c>Sport</a>\
         <li><a href=/d>Weather forecast</a></ul></nav>\
         <main><article><h1>The harbour opens again</h1>{paragraphs}\
         <p>More in <a href='report.html'>the report</a> of the council, which names every \
         piece of timber and says where it was found, how deep it lay and how old it is.</p>\
         </article></main>\
         <footer><p>Contact</p><a href=/imprint>Imprint</a></footer></body></html>"
    )
}

/// A directory of its own for one test.
struct Dir(PathBuf);

impl Dir {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("pith-cli-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path.into_os_string().into_string().unwrap()
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pith"));
    command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn pith(args: &[&str], input: &[u8]) -> Output {
    let mut child = command(args).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A command that refuses its arguments does not read what it is given.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Standard output of a run that goes well and says nothing else.
fn stdout(args: &[&str], input: &[u8]) -> String {
    let output = pith(args, input);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (output.status.code(), error.as_str()),
        (Some(0), ""),
        "{args:?}"
    );
    String::from_utf8(output.stdout).unwrap()
}

/// The one sentence a run that goes wrong says.
fn refused(args: &[&str], input: &[u8]) -> (i32, String) {
    let output = pith(args, input);
    assert!(!output.status.success(), "{args:?}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{args:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    let sentence = error
        .strip_prefix("pith: ")
        .unwrap()
        .strip_suffix('\n')
        .unwrap();
    assert!(!sentence.contains('\n'), "{sentence}");
    (output.status.code().unwrap(), sentence.to_owned())
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn is_harbour(text: &str) -> bool {
    text.contains("closed for eleven years") && text.contains("what the divers brought up")
}

#[test]
fn every_format_has_the_article() {
    let dir = Dir::new("formats");
    let file = dir.file("page.html", harbour());
    let text = stdout(&["extract", &file], b"");
    assert!(is_harbour(&text) && !text.contains('<'), "{text}");
    assert!(text.ends_with('\n'));
    assert_eq!(
        text,
        stdout(
            &["extract", "--format=text", "--method", "hybrid", &file],
            b""
        )
    );

    let html = stdout(&["extract", "--format", "html", "--url", URL, &file], b"");
    assert!(is_harbour(&html) && html.contains("<p>"), "{html}");
    let markdown = stdout(
        &["extract", "--format", "markdown", "--url", URL, &file],
        b"",
    );
    assert!(is_harbour(&markdown), "{markdown}");
}

#[test]
fn json_has_every_field() {
    let dir = Dir::new("json");
    let file = dir.file("page.html", harbour());
    let json = stdout(&["extract", "--format", "json", "--url", URL, &file], b"");
    let json: Value = serde_json::from_str(&json).unwrap();
    let fields: Vec<&str> = json
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let mut wanted = [
        "title",
        "byline",
        "date",
        "modified",
        "site",
        "lang",
        "dir",
        "excerpt",
        "image",
        "canonical",
        "url",
        "text",
        "html",
        "word_count",
        "reading_minutes",
        "confidence",
        "removed",
        "fsp_title",
        "recommendations",
    ];
    wanted.sort_unstable();
    assert_eq!(fields, wanted);
    assert_eq!(json["title"], "The harbour opens again");
    assert_eq!(json["dir"], "ltr");
    assert_eq!(json["url"], URL);
    assert!(is_harbour(json["text"].as_str().unwrap()));
    assert!(json["word_count"].as_u64().unwrap() > 100);
    assert_eq!(json["reading_minutes"], 1);
    let confidence = json["confidence"].as_str().unwrap();
    assert!(["strong", "weak", "none"].contains(&confidence));
    let removed = json["removed"].as_array().unwrap();
    let texts: String = removed
        .iter()
        .map(|r| r["text"].as_str().unwrap())
        .collect();
    assert!(texts.contains("Weather forecast"), "{texts}");
    assert!(!texts.contains("eleven years"));
    assert!(removed.iter().all(|r| r["reason"].is_string()));
    assert_eq!(json["fsp_title"], "The harbour opens again");
    assert_eq!(json["recommendations"], json!([]));
}

#[test]
fn recommendations_are_given_with_their_addresses() {
    let dir = Dir::new("recommendations");
    let related = "</main><aside class=related><h3>Read more</h3><ul>\
        <li><a href=ferry.html>The night ferry is to sail all through the winter again</a>\
        <li><a href=market.html>Why the weekly market moved to the other bank of the river</a>\
        <li><a href=bridge.html>A bridge that nobody wanted is now the pride of the town</a>\
        </ul></aside>";
    let file = dir.file("page.html", harbour().replace("</main>", related));
    let rules = dir.file("rules.txt", "# a site\n1 1 1 2\n5..8/2\n");
    let site: &[&str] = &["--method", "fsp", "--site-rules", &rules];
    for args in [&[][..], &["--method", "fsp"], site] {
        let mut all = vec!["extract", "--format", "json", "--url", URL, &file];
        all.extend(args);
        let json: Value = serde_json::from_str(&stdout(&all, b"")).unwrap();
        let found = json["recommendations"].as_array().unwrap();
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(
            found[0],
            json!({
                "text": "The night ferry is to sail all through the winter again",
                "url": "https://news.example/2024/ferry.html",
            })
        );
        assert_eq!(json["fsp_title"], "The harbour opens again");
        assert!(is_harbour(json["text"].as_str().unwrap()));
    }
}

#[test]
fn site_rules_that_cannot_be_used_are_named() {
    let dir = Dir::new("site-rules");
    let page = dir.file("page.html", harbour());
    let bad = dir.file("bad.txt", "1 2\nthree\n");
    let missing = dir.0.join("none.txt").into_os_string().into_string();
    let missing = missing.unwrap();
    for (file, part) in [
        (bad.as_str(), "line 2 cannot be read: \"three\""),
        (missing.as_str(), "does not exist"),
    ] {
        let args = ["extract", "--method", "fsp", "--site-rules", file, &page];
        let (code, sentence) = refused(&args, b"");
        assert_eq!(code, 1, "{sentence}");
        assert!(
            sentence.contains(file) && sentence.contains(part),
            "{sentence}"
        );
    }
}

#[test]
fn standard_input_gzip_and_snapshots_give_the_same() {
    let dir = Dir::new("sources");
    let html = harbour();
    let wanted = stdout(&["extract", "--url", URL, "-"], html.as_bytes());
    assert!(is_harbour(&wanted));
    let packed = gzip(html.as_bytes());
    assert_eq!(stdout(&["extract", "--url", URL, "-"], &packed), wanted);
    let page = html::read(&html, URL, Limits::default()).unwrap();
    let recorded = snapshot::write(&page);
    for (name, bytes) in [
        ("page.html.gz", packed),
        ("page.snap", recorded.clone()),
        ("page.snap.gz", gzip(&recorded)),
    ] {
        let file = dir.file(name, bytes);
        assert_eq!(
            stdout(&["extract", "--url", URL, &file], b""),
            wanted,
            "{name}"
        );
    }
}

#[test]
fn encodings() {
    let dir = Dir::new("encodings");
    let text = "港口关闭了十一年之后，第一批船只终于回来了。几乎没有人想到还能再见到它们，\
                尤其是那些在轮渡公司离开时卖掉泊位的人。潜水员在淤泥下面发现了十七世纪的木材。";
    let html = format!("<title>港口</title><article><p>{text}</p><p>{text}</p></article>");
    for (label, name) in [("gbk", "gbk"), ("gb2312", "gbk"), ("gb18030", "gb18030")] {
        let encoding = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
        let marked = format!("<meta charset={label}>{html}");
        let file = dir.file("marked.html", encoding.encode(&marked).0);
        assert!(
            stdout(&["extract", &file], b"").contains("十七世纪的木材"),
            "{label}"
        );
        let file = dir.file("bare.html", encoding.encode(&html).0);
        let out = stdout(&["extract", "--charset", label, &file], b"");
        assert!(out.contains("十七世纪的木材"), "{label}");
    }
    let mut utf_16 = vec![0xff, 0xfe];
    utf_16.extend(html.encode_utf16().flat_map(u16::to_le_bytes));
    assert!(stdout(&["extract", "-"], &utf_16).contains("十七世纪的木材"));
}

#[test]
fn bad_input_is_one_sentence_and_a_failure() {
    let dir = Dir::new("bad");
    let missing = dir
        .0
        .join("missing.html")
        .into_os_string()
        .into_string()
        .unwrap();
    let folder = dir.0.to_str().unwrap().to_owned();
    let cut = gzip(harbour().as_bytes());
    let recorded = snapshot::write(&html::read("<p>x", "", Limits::default()).unwrap());
    let deep = "<x-a><template shadowrootmode=open>".repeat(10);
    for (file, part) in [
        (missing, "does not exist"),
        (folder, "is a directory"),
        (dir.file("empty.html", ""), "nothing in it"),
        (dir.file("blank.html", " \n"), "nothing in it"),
        (
            dir.file("notes.txt", "Only words, no markup."),
            "without a single tag",
        ),
        (
            dir.file("page.pdf", "%PDF-1.4\n1 0 obj <<>>"),
            "a PDF document",
        ),
        (
            dir.file("noise.bin", [1, 2, 3, 0, 5, 0xff, 6, 7]),
            "binary data",
        ),
        (
            dir.file("cut.html.gz", &cut[..cut.len() / 2]),
            "damaged gzip",
        ),
        (
            dir.file("cut.snap", &recorded[..recorded.len() - 3]),
            "damaged",
        ),
        (dir.file("new.snap", b"PITHSNAP\xff"), "version 255"),
    ] {
        let (code, sentence) = refused(&["extract", &file], b"");
        assert_eq!(code, 1, "{sentence}");
        assert!(
            sentence.starts_with(&file) && sentence.contains(part),
            "{sentence}"
        );
        assert_eq!(refused(&["scores", &file], b"").1, sentence);
    }
    let (code, sentence) = refused(&["extract", "-"], b"");
    assert!(
        code == 1 && sentence.starts_with("standard input"),
        "{sentence}"
    );
    let (code, sentence) = refused(&["extract", "--charset", "utf-99", "-"], deep.as_bytes());
    assert!(code == 1 && sentence.contains("utf-99"), "{sentence}");
}

/// Rules that were learnt from one page, where the lines of the article are topical or none is.
fn rules(html: &str, topical: bool) -> String {
    let page = html::read(html, URL, Limits::default()).unwrap();
    let table = LineTable::new(&page);
    let labels: Vec<_> = (0..table.lines.len())
        .map(|i| topical && table.lines.text(i..i + 1).len() > 100)
        .collect();
    let samples = [TrainingPage::new(&table, &labels)];
    far_sw::train(&samples, &far_sw::Params::new(Scope::IntraSite)).to_string()
}

#[test]
fn rules_of_a_site_take_the_place_of_those_for_any() {
    let dir = Dir::new("rules");
    let file = dir.file("page.html", harbour());
    let own = dir.file("own.txt", rules(&harbour(), true));
    let none = dir.file("none.txt", rules(&harbour(), false));
    let extract = |extra: &[&str]| {
        let args = [&["extract", "--method", "far-sw"], extra, &[&file]].concat();
        stdout(&args, b"")
    };
    assert!(is_harbour(&extract(&[])));
    let text = extract(&["--site-rules", &own]);
    assert!(is_harbour(&text) && !text.contains("Imprint"), "{text}");
    let args = [
        "extract",
        "--method",
        "far-sw",
        "--site-rules",
        &none,
        &file,
    ];
    let output = pith(&args, b"");
    assert!(output.stdout.trim_ascii().is_empty());
    let batch = ["batch", "--method", "far-sw", "--site-rules", &own];
    let answers = json_lines(&stdout(&batch, request(1, &file).as_bytes()));
    assert!(is_harbour(answers[0]["text"].as_str().unwrap()));

    let refused = |path: &str| {
        let args = ["extract", "--method", "far-sw", "--site-rules", path, &file];
        refused(&args, b"")
    };
    let (code, sentence) = refused(&file);
    assert!(
        code == 1 && sentence.contains("holds no rules"),
        "{sentence}"
    );
    let (code, sentence) = refused("no such file");
    assert!(
        code == 1 && sentence.contains("does not exist"),
        "{sentence}"
    );
    // The method says what a file must hold, wherever it is named.
    let patterns = dir.file("patterns.txt", "# a site\n1 1 1 2\n5..8/2\n");
    for (method, other) in [("fsp", &own), ("far-sw", &patterns)] {
        let args = ["extract", "--site-rules", other, "--method", method, &file];
        let (code, sentence) = self::refused(&args, b"");
        let wanted = format!("{other} holds no rules for {method}: ");
        assert!(code == 1 && sentence.contains(&wanted), "{sentence}");
    }
    let batch = ["batch", "--site-rules", &patterns, "--method", "fsp"];
    let answers = json_lines(&stdout(&batch, request(1, &file).as_bytes()));
    assert!(is_harbour(answers[0]["text"].as_str().unwrap()));
    let (code, sentence) = self::refused(&["batch", "--site-rules", &own], b"");
    assert!(
        code == 2 && sentence.contains("--method far-sw"),
        "{sentence}"
    );
}

#[test]
fn bad_usage_is_one_sentence_and_a_failure() {
    for (args, part) in [
        (&[][..], "no command"),
        (&["extracts"], "\"extracts\""),
        (&["extract"], "no file"),
        (&["extract", "--method", "magic", "-"], "hybrid, cectd-ds"),
        (&["extract", "--format", "pdf", "-"], "markdown"),
        (&["extract", "--method", "tsrec", "-"], "--sibling FILE"),
        (
            &["extract", "--method", "fsp", "--sibling", "a.html", "-"],
            "--method tsrec",
        ),
        (&["extract", "--url", "page.html", "-"], "absolute URL"),
        (&["extract", "--jobs", "2", "-"], "--jobs"),
        (&["extract", "--site-rules", "a.txt", "-"], "--method fsp"),
        (&["extract", "a.html", "b.html"], "b.html"),
        (&["batch", "--jobs", "0"], "at least 1"),
        (&["batch", "--jobs", "many"], "many"),
        (&["batch", "file.jsonl"], "file.jsonl"),
        (&["scores", "--method", "qread", "-"], "--method"),
        (&["scores", "--site-rules", "a.txt", "-"], "--site-rules"),
        (&["--verbose"], "--verbose"),
    ] {
        let (code, sentence) = refused(args, b"");
        assert_eq!(code, 2, "{sentence}");
        assert!(
            sentence.contains(part) && sentence.ends_with("see pith --help"),
            "{sentence}"
        );
    }
}

#[test]
fn help_and_version() {
    let help = stdout(&["--help"], b"");
    for word in [
        "extract",
        "batch",
        "scores",
        "--method",
        "--sibling",
        "--format",
        "--jobs",
    ] {
        assert!(help.contains(word), "{word}");
    }
    assert!(help.lines().all(|line| line.chars().count() <= 100));
    assert_eq!(stdout(&["batch", "-h"], b""), help);
    let version = format!("pith {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(stdout(&["-V"], b""), version);
}

fn request(id: impl Into<Value>, path: &str) -> String {
    json!({"id": id.into(), "html_path": path, "url": URL}).to_string() + "\n"
}

#[test]
fn batch_answers_in_the_order_of_the_requests() {
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
fn batch_answers_have_every_field() {
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
fn a_page_that_fails_leaves_the_others_alone() {
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
    let said: Vec<(&Value, &str)> = answers
        .iter()
        .map(|a| (&a["id"], a["error"].as_str().unwrap_or_default()))
        .collect();
    let wanted = [
        (json!("a"), ""),
        (json!("missing"), "does not exist"),
        (json!("pdf"), "a PDF document"),
        (Value::Null, "line 4 of the input is no request"),
        (json!("nothing"), "neither html_path nor snapshot_path"),
        (json!("both"), "both html_path and snapshot_path"),
        (json!("charset"), "utf-99"),
        (json!("z"), ""),
    ];
    assert_eq!(said.len(), wanted.len());
    for ((id, error), (wanted_id, part)) in said.into_iter().zip(wanted) {
        assert_eq!(*id, wanted_id);
        assert!(
            error.contains(part) && error.is_empty() == part.is_empty(),
            "{error}"
        );
    }
    assert!(is_harbour(answers[7]["text"].as_str().unwrap()));
}

#[test]
fn batch_answers_one_page_before_it_is_given_the_next() {
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
fn output_that_nobody_reads_is_no_error() {
    let dir = Dir::new("pipe");
    let file = dir.file("page.html", harbour());
    let mut child = command(&["scores", &file]).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
}

#[test]
fn scores_has_a_line_per_node() {
    let dir = Dir::new("scores");
    let html = harbour();
    let file = dir.file("page.html", &html);
    let rows = json_lines(&stdout(&["scores", &file], b""));
    let page = html::read(&html, "", Limits::default()).unwrap();
    assert_eq!(rows.len(), page.len());
    for (id, row) in page.nodes().zip(&rows) {
        assert_eq!(row["node"], id.0);
        assert_eq!(row["tag"], page.tag(id).name());
        assert_eq!(row["level"], page.level(id));
        assert_eq!(
            row["parent"].as_u64(),
            page.parent(id).map(|p| u64::from(p.0))
        );
        assert!(row["text"].as_str().unwrap().chars().count() <= 80);
        let scores = row["scores"].as_object().unwrap();
        let names: Vec<&str> = scores.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            [
                "cectd-ds", "cectd-s", "cehtd-ds", "cetd-ds", "far-sw", "fsp", "hybrid", "qread"
            ]
        );
        assert!(scores.values().all(Value::is_number));
    }
    let article = rows.iter().find(|row| row["tag"] == "article").unwrap();
    let nav = rows.iter().find(|row| row["tag"] == "nav").unwrap();
    assert!(article["kept"].as_u64().unwrap() >= 4);
    assert_eq!(nav["kept"], 0);
}

/// Another article in the frame of the first.
fn bridge() -> String {
    harbour()
        .replace("harbour", "bridge")
        .replace("the ", "our ")
        .replace(" was", " is")
}

#[test]
fn tsrec_compares_a_page_with_another_of_its_site() {
    let dir = Dir::new("sibling");
    let page = dir.file("a.html", harbour());
    let sibling = dir.file("b.html.gz", gzip(bridge().as_bytes()));
    let args = ["extract", "--method", "tsrec", "--sibling", &sibling, &page];
    let text = stdout(&args, b"");
    assert!(is_harbour(&text), "{text}");
    assert!(!text.contains("Imprint") && !text.contains("Weather"));
    // Both pages have to tell something.
    let same = ["extract", "--method", "tsrec", "--sibling", &page, &page];
    let (code, sentence) = refused(&same, b"");
    assert!(code == 1 && sentence.contains("same text"), "{sentence}");
    let missing = ["extract", "--method", "tsrec", "--sibling", "none", &page];
    let (code, sentence) = refused(&missing, b"");
    assert!(
        code == 1 && sentence.contains("none does not exist"),
        "{sentence}"
    );
    // To the one-click path it is evidence, and one that tells nothing changes nothing.
    let alone = stdout(&["extract", &page], b"");
    let beside = stdout(&["extract", "--sibling", &sibling, &page], b"");
    assert!(is_harbour(&beside) && !beside.contains("Imprint"));
    assert_eq!(stdout(&["extract", "--sibling", &page, &page], b""), alone);
    // Scores have a column more.
    let rows = json_lines(&stdout(&["scores", "--sibling", &sibling, &page], b""));
    let score = |tag: &str| {
        let row = rows.iter().find(|row| row["tag"] == tag).unwrap();
        row["scores"]["tsrec"].as_f64().unwrap()
    };
    assert_eq!((score("nav"), score("footer")), (0.0, 0.0));
    assert!(score("main") > 0.9 && score("body") < score("main"));
}

#[test]
fn batch_with_siblings() {
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
    // The one-click path weighs them where they are given, the other methods do without.
    for (method, unread) in [("hybrid", Some(2)), ("far-sw", None)] {
        let args = ["batch", "--method", method];
        let answers = json_lines(&stdout(&args, requests.as_bytes()));
        assert_eq!(answers.len(), 4);
        for (place, answer) in answers.iter().enumerate() {
            if Some(place) == unread {
                let error = answer["error"].as_str().unwrap();
                assert!(error.contains("none does not exist"), "{error}");
            } else {
                assert!(is_harbour(answer["text"].as_str().unwrap()), "{method}");
            }
        }
    }
}

#[test]
fn paths_need_no_utf_8_name() {
    let dir = Dir::new("names");
    let file = dir.file("page with spaces & ü.html", harbour());
    assert!(is_harbour(&stdout(&["extract", "--", &file], b"")));
    assert!(Path::new(&file).exists());
}
