//! `lab outputs`: a digest of all outputs for each page.
//!
//! For a change that must not affect results: write the digests before and after it, and compare
//! them. The file has one line per page, tab-separated: set, id, and for each of [`PARTS`] a hash
//! of 16 hexadecimal digits, or the reason for its absence. Runs with snapshots or other methods
//! need files of their own.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use pith::Article;
use pith::extract::views::{self, Content};
use pith::extract::{self, Extraction, extract};
use pith::methods::Method;
use pith::page::{NodeId, Page};
use sha2::{Digest, Sha256};

use crate::evaluate::method;
use crate::rows::Truth;
use crate::runner;
use crate::sets::Pages;
use crate::sets::{self, Set};

/// Parts that are hashed separately, to locate a difference.
const PARTS: [&str; 4] = ["metadata", "article", "removed", "views"];

/// Maximum number of differing pages that are named.
const MAX_NAMED_PAGES: usize = 20;

/// `lab outputs`.
#[derive(Args, Debug)]
pub(crate) struct Outputs {
    /// The pages to hash.
    #[command(flatten)]
    pages: Pages,
    /// Use only every Nth page of each set
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Method to run
    #[arg(long, value_name = "METHOD", default_value = "hybrid", value_parser = method)]
    method: Method,
    /// Output file (default: standard output)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Compare with FILE; fail if a page differs
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
}

/// Runs `lab outputs`.
///
/// # Errors
///
/// If no set can be read, a file can't be read or written, or a page differs from the one in
/// `--against`.
pub(crate) fn run(options: &Outputs) -> Result<()> {
    crate::workers(options.pages.jobs)?;
    let sets = sets::open_limited(&options.pages)?;
    let lines = lines(options, &sets)?;
    let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    match &options.out {
        Some(path) => {
            fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        None if options.against.is_none() => crate::say(&text)?,
        None => {}
    }
    match &options.against {
        Some(path) => crate::say(&compare(&lines, path)?),
        None => Ok(()),
    }
}

/// Returns the lines of all pages, in the order of sets and rows.
fn lines(options: &Outputs, sets: &[Set]) -> Result<Vec<String>> {
    let mut work: Vec<(&Set, &Truth)> = Vec::new();
    for set in sets {
        let rows = set.rows.iter().step_by(options.every as usize);
        work.extend(rows.map(|row| (set, row)));
    }
    let shown = !options.pages.quiet;
    let lines = runner::each(&work, "pages", shown, |(set, row)| {
        let digest = runner::guarded(|| {
            let snapshots = options.pages.snapshots.as_deref();
            let page = set.page(row, snapshots)?;
            let extract_options = extract::Options {
                method: options.method,
                ..extract::Options::default()
            };
            let found = extract(&page, &extract_options)?;
            Ok(digest(&page, &found))
        });
        let digest = digest.unwrap_or_else(|error| format!("error: {}", error.replace('\n', " ")));
        format!("{}\t{}\t{digest}", set.name, row.id)
    });
    Ok(lines)
}

/// Returns the hashes of all [`PARTS`], tab-separated.
fn digest(page: &Page, found: &Extraction) -> String {
    let Extraction {
        metadata,
        selection,
        article,
    } = found;
    let removed: Vec<_> = selection
        .removed
        .iter()
        .zip(selection.removed_texts(page))
        .collect();
    let kept: Vec<NodeId> = selection.kept.iter().collect();
    let content = Content::new(page, found);
    let blocks: Vec<_> = views::blocks(page, found, &content)
        .into_iter()
        .map(|b| {
            let fate = (b.content, b.reason, b.removed);
            (
                b.container,
                b.leaves,
                fate,
                b.chars,
                b.density.to_bits(),
                b.shade,
            )
        })
        .collect();
    let removed: Vec<_> = removed
        .into_iter()
        .map(|(part, text)| (part.node, part.end, part.reason, part.grounds, text))
        .collect();
    let (html, markdown) = (article.styled_html(), article.markdown());
    // Exports are converted from the HTML.
    let back = Article::from_html(&html, article.is_rtl()).map(|article| article.markdown());
    let article = if back.as_ref() == Some(&markdown) {
        format!("{:?}", (html, article.text(), markdown, article.origins()))
    } else {
        "its HTML is read back as another article".to_owned()
    };
    let parts = [
        format!("{metadata:?}"),
        article,
        format!("{:?}", (removed, kept, selection.confidence)),
        format!("{:?}", (blocks, views::fold(page, found, &content))),
    ];
    parts.map(|part| hash(&part)).join("\t")
}

fn hash(text: &str) -> String {
    let mut hex = String::new();
    for byte in Sha256::digest(text.as_bytes()).iter().take(8) {
        // Writing to a string can't fail.
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

/// Compares lines with those of a file; returns a message if all are equal.
///
/// # Errors
///
/// If the file can't be read, has none of the pages, or a page differs.
fn compare(lines: &[String], path: &Path) -> Result<String> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let before: BTreeMap<_, _> = text.lines().map(split_line).collect();
    let mut compared = 0;
    let mut differing = Vec::new();
    for (page, now) in lines.iter().map(|line| split_line(line)) {
        let Some(before) = before.get(&page) else {
            continue;
        };
        compared += 1;
        if *before != now {
            let parts: Vec<&str> = PARTS
                .into_iter()
                .zip(before.split('\t').zip(now.split('\t')))
                .filter(|(_, (before, now))| before != now)
                .map(|(part, _)| part)
                .collect();
            differing.push(format!("{}/{}: {}", page.0, page.1, parts.join(", ")));
        }
    }
    if compared == 0 {
        bail!("{} contains none of these pages", path.display());
    }
    if differing.is_empty() {
        return Ok(format!("{compared} pages compared, no differences\n"));
    }
    let count = differing.len();
    differing.truncate(MAX_NAMED_PAGES);
    if count > MAX_NAMED_PAGES {
        differing.push("…".to_owned());
    }
    bail!(
        "{count} of {compared} pages differ:\n  {}",
        differing.join("\n  ")
    )
}

/// Splits a line into its page (set and id) and its hashes.
fn split_line(line: &str) -> ((&str, &str), &str) {
    let mut fields = line.splitn(3, '\t');
    let mut next = || fields.next().unwrap_or_default();
    ((next(), next()), next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::tests::Folder;

    fn outputs(folder: &Folder) -> Outputs {
        Outputs {
            pages: Pages {
                data: folder.0.clone(),
                sets: Vec::new(),
                limit: None,
                snapshots: None,
                frameless: false,
                jobs: None,
                quiet: true,
            },
            every: 1,
            method: Method::Hybrid,
            out: None,
            against: None,
        }
    }

    fn written(folder: &Folder, text: &str) -> Vec<String> {
        folder.write("s/truth.jsonl.gz", "{\"id\":\"a\"}\n{\"id\":\"b\"}\n");
        let story =
            "The ferry left the harbour at noon, and nobody had told the keeper. ".repeat(9);
        folder.write(
            "s/pages/a.html.gz",
            &format!("<h1>Ferry</h1><p>{text} {story}"),
        );
        folder.write("s/pages/b.html.gz", &format!("<h1>Harbour</h1><p>{story}"));
        let sets = sets::open(&folder.0, &[]).expect("a set");
        lines(&outputs(folder), &sets).expect("lines")
    }

    #[test]
    fn differing_pages_are_listed_with_their_differing_parts() {
        let folder = Folder::new("outputs");
        let file = folder.0.join("before.txt");
        let before = written(&folder, "He waved once.");
        assert_eq!(before.len(), 2);
        fs::write(&file, before.join("\n")).expect("written");
        let same = compare(&written(&folder, "He waved once."), &file);
        assert_eq!(
            same.expect("the same"),
            "2 pages compared, no differences\n"
        );
        let error = compare(&written(&folder, "He waved twice."), &file).expect_err("differs");
        let error = error.to_string();
        assert!(
            error.starts_with("1 of 2 pages differ:\n  s/a: "),
            "{error}"
        );
        assert!(
            error.contains("article") && !error.contains("metadata"),
            "{error}"
        );
    }

    #[test]
    fn comparison_with_a_file_of_other_pages_fails() {
        let folder = Folder::new("outputs-none");
        let file = folder.0.join("before.txt");
        fs::write(&file, "t\tz\t0\t0\t0\t0\n").expect("written");
        let lines = written(&folder, "He waved once.");
        assert!(compare(&lines, &file).is_err());
    }
}
