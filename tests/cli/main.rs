//! The command line, as users run it: the built binary on pages of ours.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod batch;
mod corpus;
mod extract;
mod files;
mod supervision;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;
use pith::methods::Method;
use pith::methods::far_sw::{self, LineTable, Scope, TrainingPage};
use pith::page::Limits;
use pith::source::html;
use serde_json::{Value, json};

const URL: &str = "https://news.example/2024/harbour.html";

/// Returns a page with one article and boilerplate.
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

/// A temporary directory for one test.
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
    // With invalid arguments a command doesn't read its input.
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// Returns the standard output of a run that succeeds without messages.
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

/// Returns the exit code and the one-line message of a run that fails.
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
fn unusable_site_rules_are_reported() {
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

/// Returns rules trained on one page, whose article lines are topical if `topical`; otherwise no
/// line is.
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
fn site_rules_replace_the_generic_rules() {
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
        code == 1 && sentence.contains("cannot read rules for far-sw"),
        "{sentence}"
    );
    let (code, sentence) = refused("no such file");
    assert!(
        code == 1 && sentence.contains("does not exist"),
        "{sentence}"
    );
    // The method decides which rules the file must contain, regardless of the order of options.
    let patterns = dir.file("patterns.txt", "# a site\n1 1 1 2\n5..8/2\n");
    for (method, other) in [("fsp", &own), ("far-sw", &patterns)] {
        let args = ["extract", "--site-rules", other, "--method", method, &file];
        let (code, sentence) = self::refused(&args, b"");
        let expected = format!("cannot read rules for {method} from {other}: ");
        assert!(code == 1 && sentence.contains(&expected), "{sentence}");
    }
    let batch = ["batch", "--site-rules", &patterns, "--method", "fsp"];
    let answers = json_lines(&stdout(&batch, request(1, &file).as_bytes()));
    assert!(is_harbour(answers[0]["text"].as_str().unwrap()));
    // Without a method the file must contain site rules.
    let (code, sentence) = self::refused(&["extract", "--site-rules", &own, &file], b"");
    let expected = format!("cannot read rules for hybrid from {own}: there is data that is not a");
    assert!(code == 1 && sentence.contains(&expected), "{sentence}");
    let qread = ["batch", "--site-rules", &own, "--method", "qread"];
    let (code, sentence) = self::refused(&qread, b"");
    assert!(
        code == 2 && sentence.contains("hybrid, far-sw, or fsp"),
        "{sentence}"
    );
}

#[test]
fn invalid_usage_gives_one_message_and_fails() {
    for (args, part) in [
        (&[][..], "no command"),
        (&["extracts"], "\"extracts\""),
        (&["extract"], "no file"),
        (&["extract", "--method", "magic", "-"], "hybrid, cetd-ds"),
        (&["extract", "--format", "pdf", "-"], "markdown"),
        (&["extract", "--method", "tsrec", "-"], "--sibling FILE"),
        (
            &["extract", "--method", "fsp", "--sibling", "a.html", "-"],
            "--method tsrec",
        ),
        (&["extract", "--sibling", "a.html", "-"], "--method tsrec"),
        (&["extract", "--url", "page.html", "-"], "absolute URL"),
        (&["extract", "--jobs", "2", "-"], "--jobs"),
        (&["extract", "a.html", "b.html"], "--format epub"),
        (&["scores", "a.html", "b.html"], "b.html"),
        (&["batch", "--jobs", "0"], "at least 1"),
        (&["batch", "--timeout", "0"], "at least 1 second"),
        (&["batch", "--memory", "8"], "at least 64 MiB"),
        (&["extract", "--timeout", "2", "-"], "--timeout"),
        (&["batch", "--jobs", "many"], "many"),
        (&["batch", "--rows", "csv"], "json or wet"),
        (&["batch", "--rows", "wet"], "--warc"),
        (&["batch", "--skip-done"], "--out FILE"),
        (&["batch", "--format", "epub"], "text, html, or markdown"),
        (&["batch", "--out", "a.jsonl", "a.jsonl"], "an input file"),
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
fn the_title_precedes_the_article_if_requested() {
    let dir = Dir::new("titled");
    let page = "<title>The ferry &amp; the *mill*</title><h1>The ferry &amp; the *mill*</h1>"
        .to_owned()
        + &harbour();
    let page = dir.file("page.html", page);
    let title = "The ferry & the *mill*";
    let formats = [
        ("text", format!("{title}\n\n")),
        ("html", "<h1>The ferry &amp; the *mill*</h1>\n".to_owned()),
        ("markdown", "# The ferry & the \\*mill\\*\n\n".to_owned()),
    ];
    let tried = formats.iter().map(|&(format, _)| format);
    // Standalone files always have the title, and JSON has it in a field.
    let all: Vec<_> = tried.chain(["html-file", "epub", "json"]).collect();
    assert_eq!(all, format_names());
    for (format, titled) in formats {
        let alone = stdout(&["extract", "--format", format, &page], b"");
        let args = ["extract", "--with-title", "--format", format, &page];
        assert_eq!(stdout(&args, b""), titled + &alone);
    }
    let rows = stdout(&["batch", "--with-title"], request("a", &page).as_bytes());
    let row = &json_lines(&rows)[0];
    assert!(row["text"].as_str().unwrap().starts_with(title));
    assert!(row["html"].as_str().unwrap().starts_with("<h1>"));
}

#[test]
fn comments_are_below_the_article_or_replace_it() {
    let page = |name: &str| format!("{}/tests/pages/{name}", env!("CARGO_MANIFEST_DIR"));
    let of = |page: &str, format: &str| {
        let args = ["extract", "--with-discussion", "--format", format, page];
        stdout(&args, b"")
    };
    let article = page("discussed.html");
    let alone = stdout(&["extract", "--format", "markdown", &article], b"");
    let whole = of(&article, "markdown");
    let comments = whole.strip_prefix(&alone).expect("the article comes first");
    assert!(comments.starts_with("\n1. **Ann Miller** "));
    assert!(comments.contains("\n   1. **Mara Quill** "));
    assert!(of(&article, "html").contains("</li>\n</ol>\n"));
    let thread = of(&page("thread.html"), "text");
    assert!(thread.starts_with("Ann Miller 2026-03-14 10:12\n\nThe winch on the north quay"));
    assert!(thread.contains("Carla Sund ✓ 2026-03-15 09:00"));
    assert!(!thread.contains("Mind the gap"));
}

#[test]
fn files_contain_the_article_metadata() {
    let dir = Dir::new("files");
    let page = "<html lang=en><title>The ferry</title><meta name=author content='Edda Mar'>\
        <p>He watched the ferry go by from the gallery, waved once, and went back to polishing \
        the lens, which he did every day of the year, in summer and in winter.";
    let page = dir.file("page.html", page);
    let with = |args: &[&str]| {
        let all = ["extract", "--url", "https://example.org/ferry"];
        stdout(&[&all[..], args, &[&page]].concat(), b"")
    };
    let markdown = with(&["--format", "markdown"]);
    let known = with(&["--format", "markdown", "--front-matter"]);
    let head = "---\ntitle: \"The ferry\"\nauthor: \"Edda Mar\"\n";
    assert!(
        known.starts_with(head) && known.ends_with(&markdown),
        "{known}"
    );
    let html = with(&["--format", "html-file"]);
    assert!(
        html.starts_with("<!doctype html>\n<html lang=\"en\""),
        "{html}"
    );
    assert!(
        html.contains("<h1>The ferry</h1>") && html.contains("href=\"https://example.org/ferry\"")
    );
    assert_eq!(with(&["--format", "html-file", "--with-title"]), html);
    let (_, message) = refused(&["extract", "--front-matter", &page], b"");
    assert!(
        message.contains("--front-matter requires --format markdown"),
        "{message}"
    );
}

#[test]
fn help_and_version_are_complete() {
    let help = stdout(&["--help"], b"");
    let commands = ["extract", "batch", "scores", "completions", "man"];
    let words: Vec<&str> = help.split_whitespace().collect();
    let words = words.join(" ");
    for word in commands.into_iter().chain(["0 if", "1 if", "2 if"]) {
        assert!(words.contains(word), "{word}");
    }
    let of = |command| stdout(&[command, "--help"], b"");
    let extract = of("extract");
    let unknown = refused(&["extract", "--method", "guess", "-"], b"").1;
    for method in Method::ALL {
        let named = |text: &str| {
            text.split([' ', ',', ';', '\n', ']'])
                .any(|w| w == method.name())
        };
        assert!(named(&extract) && named(&unknown), "{method:?}");
    }
    let formats = format!("values: {}]", format_names().join(", "));
    let words: Vec<&str> = extract.split_whitespace().collect();
    assert!(words.join(" ").contains(&formats), "{formats}");
    for help in commands.map(of).iter().chain([&help]) {
        assert!(help.lines().all(|line| line.chars().count() <= 100));
        // The output isn't a terminal.
        assert!(!help.contains('\x1b'));
    }
    assert_eq!(stdout(&["batch", "-h"], b""), of("batch"));
    let version = format!("pith {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(stdout(&["-V"], b""), version);
}

#[test]
fn completions_and_the_manual_have_every_option() {
    let mut names = Vec::new();
    for command in ["extract", "batch", "scores"] {
        let help = stdout(&[command, "--help"], b"");
        let options = help
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix("--"));
        names.extend(options.map(|line| {
            let name = line.split([' ', ',']).next().unwrap();
            name.to_owned()
        }));
    }
    assert!(names.iter().any(|name| name == "skip-done") && names.len() > 25);
    let man = stdout(&["man"], b"");
    assert!(man.starts_with(".ie") && man.contains(".TH pith 1"));
    for name in &names {
        let escaped = name.replace('-', "\\-");
        assert!(man.contains(&format!("\\-\\-{escaped}")), "{name}");
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(&["completions", shell], b"");
        for name in &names {
            // Fish adds the dashes itself.
            let name = if shell == "fish" {
                format!("-l {name}")
            } else {
                format!("--{name}")
            };
            assert!(script.contains(&name), "{shell} {name}");
        }
        assert!(script.contains("html-file"), "{shell}: values too");
    }
    let (code, sentence) = refused(&["completions", "tcsh"], b"");
    assert!(code == 2 && sentence.contains("bash"), "{sentence}");
}

/// Returns the names of the formats, from the error message for an unknown one.
fn format_names() -> Vec<String> {
    let (_, sentence) = refused(&["extract", "--format", "pdf", "-"], b"");
    let names = sentence.split("; ").nth(1).unwrap();
    let names = names.strip_prefix("use ").unwrap().replace(", or ", ", ");
    names.split(", ").map(str::to_owned).collect()
}

#[test]
fn readme_lists_all_formats_and_methods() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let readme = fs::read_to_string(readme).unwrap();
    let formats = format!("[--format {}]", format_names().join("|"));
    assert!(readme.contains(&formats), "{formats}");
    for method in Method::ALL {
        let name = format!("`{}`", method.name());
        assert!(readme.contains(&name), "{name}");
    }
}

fn request(id: impl Into<Value>, path: &str) -> String {
    json!({"id": id.into(), "html_path": path, "url": URL}).to_string() + "\n"
}

#[test]
fn unread_output_is_not_an_error() {
    let dir = Dir::new("pipe");
    let file = dir.file("page.html", harbour());
    let mut child = command(&["scores", &file]).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success());
}

#[test]
fn scores_prints_one_line_per_node() {
    let dir = Dir::new("scores");
    let html = harbour();
    let file = dir.file("page.html", &html);
    let rows = json_lines(&stdout(&["scores", &file], b""));
    let page = html::read(&html, "", Limits::default()).unwrap();
    assert_eq!(rows.len(), page.len());
    // Only TSReC needs another page.
    let alone = Method::ALL.into_iter().filter(|&m| m != Method::Tsrec);
    let mut alone: Vec<&str> = alone.map(Method::name).collect();
    alone.sort_unstable();
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
        assert_eq!(names, alone);
        assert!(scores.values().all(Value::is_number));
    }
    let article = rows.iter().find(|row| row["tag"] == "article").unwrap();
    let nav = rows.iter().find(|row| row["tag"] == "nav").unwrap();
    assert!(article["kept"].as_u64().unwrap() >= 4);
    assert_eq!(nav["kept"], 0);
}

/// Returns another article with the boilerplate of the first.
fn bridge() -> String {
    harbour()
        .replace("harbour", "bridge")
        .replace("the ", "our ")
        .replace(" was", " is")
}

#[test]
fn tsrec_compares_a_page_with_a_sibling() {
    let dir = Dir::new("sibling");
    let page = dir.file("a.html", harbour());
    let sibling = dir.file("b.html.gz", gzip(bridge().as_bytes()));
    let args = ["extract", "--method", "tsrec", "--sibling", &sibling, &page];
    let text = stdout(&args, b"");
    assert!(is_harbour(&text), "{text}");
    assert!(!text.contains("Imprint") && !text.contains("Weather"));
    // The two pages must differ.
    let same = ["extract", "--method", "tsrec", "--sibling", &page, &page];
    let (code, sentence) = refused(&same, b"");
    assert!(code == 1 && sentence.contains("same text"), "{sentence}");
    let missing = ["extract", "--method", "tsrec", "--sibling", "none", &page];
    let (code, sentence) = refused(&missing, b"");
    assert!(
        code == 1 && sentence.contains("none does not exist"),
        "{sentence}"
    );
    // Scores have one more column.
    let rows = json_lines(&stdout(&["scores", "--sibling", &sibling, &page], b""));
    let score = |tag: &str| {
        let row = rows.iter().find(|row| row["tag"] == tag).unwrap();
        row["scores"]["tsrec"].as_f64().unwrap()
    };
    assert_eq!((score("nav"), score("footer")), (0.0, 0.0));
    assert!(score("main") > 0.9 && score("body") < score("main"));
}
