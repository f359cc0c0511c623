//! Article files: images from a folder, and books of several pages.

use std::fs;

use serde_json::json;

use super::{Dir, json_lines, pith, refused, request, stdout};

/// The signature of a GIF, with other bytes after it.
const GIF: &[u8] = b"GIF89a picture of a pier";

fn page(title: &str, image: &str) -> String {
    format!(
        "<html lang=en><title>{title}</title><article><h1>{title}</h1><p>He watched the ferry go by \
         from the gallery, waved once, and went back to polishing the lens, which he did every day \
         of the year.<p><img src='{image}' alt=pier width=400 height=300><h2>The lens</h2><p>In \
         summer and in winter it wants the same cloth, and nobody else may touch it."
    )
}

/// Returns standard output and standard error.
fn printed(args: &[&str]) -> (Vec<u8>, String) {
    let output = pith(args, b"");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    (output.stdout, stderr)
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[test]
fn images_from_a_folder_are_embedded() {
    let dir = Dir::new("pictures");
    let saved = dir.file("page.html", page("The ferry", "a/the%20pier.gif?w=400"));
    let folder = dir.0.join("pictures");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("the pier.gif"), GIF).unwrap();
    let folder = folder.to_str().unwrap();
    let url = ["extract", "--url", "https://example.org/", "--images"];
    let with =
        |folder, format| printed(&[&url[..], &[folder, "--format", format, &saved]].concat());
    let (html, stderr) = with(folder, "html-file");
    assert_eq!(stderr, "");
    assert!(holds(
        &html,
        b"src=\"data:image/gif;base64,R0lGODlhIHBpY3R1cmUgb2YgYSBwaWVy\""
    ));
    let (book, stderr) = with(folder, "epub");
    assert_eq!(stderr, "");
    assert!(holds(&book, b"EPUB/pictures/0.gif") && holds(&book, GIF));

    fs::write(dir.0.join("pictures/the pier.gif"), "<html>").unwrap();
    let (html, stderr) = with(folder, "html-file");
    assert!(
        stderr.starts_with("pith: 1 of 1 images not embedded: missing from "),
        "{stderr}"
    );
    assert!(holds(
        &html,
        b"src=\"https://example.org/a/the%20pier.gif?w=400\""
    ));
    let (_, sentence) = refused(&["extract", "--images", folder, &saved], b"");
    assert!(sentence.contains("html-file or epub"), "{sentence}");
    let missing = [
        "extract", "--images", "/no/such", "--format", "epub", &saved,
    ];
    assert!(refused(&missing, b"").1.contains("is not a directory"));
}

#[test]
fn images_outside_the_folder_are_not_read() {
    let dir = Dir::new("outside");
    fs::create_dir(dir.0.join("pictures")).unwrap();
    dir.file("secret.gif", GIF);
    let folder = dir.0.join("pictures");
    for src in [
        "x/..%2Fsecret.gif",
        "x/..%5Csecret.gif",
        "..",
        "../secret.gif",
    ] {
        let saved = dir.file("page.html", page("The ferry", src));
        let folder = folder.to_str().unwrap();
        let (html, _) = printed(&[
            "extract",
            "--images",
            folder,
            "--format",
            "html-file",
            &saved,
        ]);
        assert!(!holds(&html, b"base64"), "{src}");
    }
}

#[test]
fn several_pages_become_chapters_of_a_book() {
    let dir = Dir::new("book");
    let first = dir.file("first.html", page("The ferry", "pier.gif"));
    let empty = dir.file("empty.html", "<p></p>");
    let second = dir.file("second.html", page("The &lt;mill&gt;", "pier.gif"));
    let (book, stderr) = printed(&["extract", "--format", "epub", &first, &empty, &second]);
    assert!(
        stderr.contains("no article found in") && stderr.contains("empty.html"),
        "{stderr}"
    );
    for part in [
        "<dc:title>The ferry + 1</dc:title>",
        "<itemref idref=\"article\"/><itemref idref=\"article2\"/>",
        "<li><a href=\"article2.xhtml\">The &lt;mill&gt;</a><ol><li><a href=\"article2.xhtml#",
        "<title>The &lt;mill&gt;</title>",
    ] {
        assert!(holds(&book, part.as_bytes()), "{part}");
    }
    let one = [
        "extract", "--format", "epub", "--level", "notes", &first, &second,
    ];
    assert!(
        refused(&one, b"")
            .1
            .contains("--level applies to a single page")
    );
    let none = ["extract", "--format", "epub", &empty, &empty];
    assert!(pith(&none, b"").status.code() == Some(1));
}

#[test]
fn batch_writes_only_the_requested_format() {
    let dir = Dir::new("form");
    let saved = dir.file("page.html", page("The ferry", "pier.gif"));
    let line = request("a", &saved);
    let row = |args: &[&str]| {
        let rows = stdout(&[&["batch"], args].concat(), line.as_bytes());
        json_lines(&rows).remove(0)
    };
    let markdown = row(&["--format", "markdown"]);
    assert_eq!(
        (&markdown["text"], &markdown["html"]),
        (&json!(null), &json!(null))
    );
    assert!(
        markdown["markdown"]
            .as_str()
            .unwrap()
            .contains("## The lens")
    );
    let known = row(&["--format", "markdown", "--front-matter"]);
    assert!(
        known["markdown"]
            .as_str()
            .unwrap()
            .starts_with("---\ntitle: \"The ferry\"")
    );
    let text = row(&["--format", "text"]);
    assert!(text["text"].is_string() && text["html"].is_null());
    let (_, sentence) = refused(&["batch", "--format", "epub"], b"");
    assert!(
        sentence.contains("use text, html, or markdown"),
        "{sentence}"
    );
}
