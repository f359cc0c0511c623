//! Link targets and files named in documents exist, the code map of ARCHITECTURE has every folder
//! of the core, and introductory documents stay short.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the repository with source files. Others contain build output.
const FOLDERS: [&str; 12] = [
    ".cargo",
    "docs",
    "examples",
    "extension",
    "fuzz",
    "lab",
    "packages",
    "site",
    "src",
    "tests",
    "www",
    "xtask",
];

/// Introductory documents with their maximum number of words, as counted by `wc -w`.
const LIMITS: [(&str, usize); 4] = [
    ("README.md", 1_200),
    ("CONTRIBUTING.md", 1_800),
    ("ARCHITECTURE.md", 2_200),
    ("docs/performance.md", 2_500),
];

#[test]
fn every_link_target_exists() {
    let mut links = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        links += targets(&text).len();
        assert_eq!(dead(&document, &text), [""; 0], "{}", document.display());
    }
    assert!(links > 0, "no links found");
}

#[test]
fn dead_links_are_detected() {
    let document = root().join("docs/made-up.md");
    for (text, target) in [
        ("[a](missing.md)", "missing.md"),
        (
            "[a](../README.md#no-such-heading)",
            "../README.md#no-such-heading",
        ),
        ("[a](#below)\n```\n# Below\n```\n", "#below"),
        ("<img src=\"pictures/none.webp\">", "pictures/none.webp"),
    ] {
        assert_eq!(dead(&document, text), [target]);
    }
    for text in [
        "[a](https://example.org/missing.md)",
        "[a](../README.md#try-it)",
        "[a](#one-two-three)\n## One, *two*: `three`\n",
        "```\n[a](missing.md)\n```\n",
    ] {
        assert_eq!(dead(&document, text), [""; 0], "{text}");
    }
}

#[test]
fn files_named_in_documents_exist() {
    let all = files();
    let (mut named, mut missing) = (0, Vec::new());
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for name in code(&text).filter(|name| is_file_name(name)) {
            named += 1;
            if !is_there(name, &all) {
                missing.push(format!("{}: {name}", document.display()));
            }
        }
    }
    assert!(named > 100, "too few names found");
    assert_eq!(missing, [""; 0]);
    assert!(!is_there("src/no_such_module/", &all));
    assert!(!is_there("no-such-script.ts", &all));
}

#[test]
fn the_code_map_has_every_folder_of_the_core() {
    let architecture = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mapped: Vec<&str> = code(&architecture).collect();
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let row = match name {
            "bin" => "src/bin/pith/".to_owned(),
            _ => format!("src/{name}/"),
        };
        if path.is_dir() {
            assert!(mapped.contains(&row.as_str()), "{row} has no row");
        }
    }
}

#[test]
fn introductory_documents_are_short() {
    for (document, most) in LIMITS {
        let text = fs::read_to_string(root().join(document)).unwrap();
        let words = text.split_whitespace().count();
        assert!(words <= most, "{document} has {words} words");
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the documents at the root and in `docs`.
fn documents() -> Vec<PathBuf> {
    let folders = ["", "docs", "docs/store"].map(|folder| root().join(folder));
    let entries = folders.iter().flat_map(|f| fs::read_dir(f).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .collect()
}

/// Returns the paths of all files in [`FOLDERS`], from the root, without those of packages.
fn files() -> Vec<String> {
    let mut found = Vec::new();
    let mut queue: Vec<PathBuf> = FOLDERS.iter().map(|f| root().join(f)).collect();
    while let Some(folder) = queue.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                queue.extend(Some(path).filter(|path| !path.ends_with("node_modules")));
            } else if let Some(path) = path.strip_prefix(root()).unwrap().to_str() {
                found.push(path.replace('\\', "/"));
            }
        }
    }
    found
}

/// Returns the lines of a document outside fenced blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    text.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        fenced ^= is_fence;
        !fenced && !is_fence
    })
}

/// Returns the inline code of a document.
fn code(text: &str) -> impl Iterator<Item = &str> {
    prose(text).flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Returns the targets of a document's links and images that are in the repository.
fn targets(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in prose(text) {
        for (before, after) in [("](", ')'), ("src=\"", '"'), ("srcset=\"", '"')] {
            let rests = line.split(before).skip(1);
            found.extend(rests.filter_map(|rest| rest.split(after).next()));
        }
    }
    found.retain(|target| !target.contains("://"));
    found
}

/// Returns the link targets of a document whose file or heading doesn't exist.
fn dead<'a>(document: &Path, text: &'a str) -> Vec<&'a str> {
    let exists = |target: &&str| {
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        let path = document.parent().unwrap().join(file);
        if file.is_empty() {
            has_heading(text, anchor)
        } else if anchor.is_empty() {
            path.exists()
        } else {
            fs::read_to_string(path).is_ok_and(|text| has_heading(&text, anchor))
        }
    };
    let targets = targets(text).into_iter();
    targets.filter(|target| !exists(target)).collect()
}

/// Returns whether a document has a heading with that anchor, as generated by GitHub.
fn has_heading(text: &str, anchor: &str) -> bool {
    prose(text).any(|line| {
        let heading = line.trim_start_matches('#');
        let letters = heading.trim().chars().filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            _ => c.is_alphanumeric().then(|| c.to_ascii_lowercase()),
        });
        heading.len() < line.len() && letters.eq(anchor.chars())
    })
}

/// Returns whether inline code is a file or folder of the repository: a path from the root, or only
/// the name of a source file.
fn is_file_name(code: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    let is_source = [".rs", ".ts", ".mjs"].iter().any(|end| code.ends_with(end));
    let is_path = FOLDERS.iter().any(|folder| {
        let below = code.strip_prefix(folder);
        below.is_some_and(|below| below.starts_with('/'))
    });
    code.chars().all(plain) && (is_path || (is_source && !code.contains('/')))
}

/// Returns whether a file or folder of that name is among all files.
fn is_there(name: &str, all: &[String]) -> bool {
    let folder = format!("{}/", name.trim_end_matches('/'));
    all.iter().any(|path| match name.contains('/') {
        true => path == name || path.starts_with(&folder),
        false => path.rsplit('/').next() == Some(name),
    })
}
