//! `lab record`: records pages with the layout of a real browser.
//!
//! `tests/record.mjs` drives the browser and skips existing recordings. This module passes it the
//! pages of each set, each with its URL and the name of its snapshot.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::json;

use crate::note;
use crate::sets::Pages;
use crate::sets::{self, Set};

/// `lab record`.
#[derive(Args, Debug)]
pub(crate) struct Record {
    /// The pages to record.
    #[command(flatten)]
    pub(crate) pages: Pages,
    /// Output folder for the snapshots
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Window size in CSS pixels
    #[arg(long, value_name = "WxH", default_value = "1280x900")]
    pub(crate) viewport: String,
    /// Time limit for loading a page, in seconds
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) timeout: u32,
    /// Also record pages that already have a snapshot
    #[arg(long)]
    pub(crate) again: bool,
    /// Path of the recorder script
    #[arg(long, value_name = "FILE", default_value = "tests/record.mjs")]
    pub(crate) recorder: PathBuf,
}

/// Records the requested pages.
///
/// # Errors
///
/// If the recorder is missing or can't be run. Pages on which it fails are named at the end; the
/// same command retries them.
pub(crate) fn run(options: &Record) -> Result<()> {
    if !options.recorder.exists() {
        bail!(
            "the recorder {} does not exist; run lab from the project's folder, or use --recorder",
            options.recorder.display()
        );
    }
    let mut failed = Vec::new();
    for set in sets::open_limited(&options.pages)? {
        let out = options.out.join(&set.name);
        fs::create_dir_all(&out).with_context(|| format!("cannot create {}", out.display()))?;
        let list = out.join("pages.jsonl");
        let lines = list_of(&set)?;
        fs::write(&list, lines).with_context(|| format!("cannot write {}", list.display()))?;
        note(&format!(
            "{}: recording {} pages to {}",
            set.name,
            set.rows.len(),
            out.display()
        ));
        let status = command(options, &set, &list, &out)
            .status()
            .context("cannot start node; the recorder needs Node.js and Chromium")?;
        if !status.success() {
            failed.push(set.name);
        }
    }
    if !failed.is_empty() {
        bail!(
            "some pages of {} were not recorded; run the same command again to retry them",
            failed.join(", ")
        );
    }
    Ok(())
}

fn command(options: &Record, set: &Set, list: &Path, out: &Path) -> Command {
    let mut command = Command::new("node");
    command
        .arg(&options.recorder)
        .arg(set.folder())
        .arg("--list")
        .arg(list)
        .arg("--out")
        .arg(out)
        .arg("--gzip")
        .args(["--viewport", &options.viewport])
        .args(["--timeout", &options.timeout.to_string()]);
    if let Some(jobs) = options.pages.jobs {
        command.args(["--jobs", &jobs.to_string()]);
    }
    if options.again {
        command.arg("--again");
    }
    command
}

/// Returns the recorder's list: path below the set's folder, name of the snapshot, and the URL if
/// known. Pages of whole sites have none: they are served locally with their styles.
fn list_of(set: &Set) -> Result<String> {
    let mut lines = String::new();
    // A report already contains the page as laid out by a browser.
    for row in set.rows.iter().filter(|row| set.report(row).is_none()) {
        let file = set.file(row);
        let path = file
            .strip_prefix(set.folder())
            .context("a page outside its set")?;
        let line = json!({ "path": path.to_string_lossy(), "id": row.id, "url": row.url });
        lines.push_str(&line.to_string());
        lines.push('\n');
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sets::tests::Folder;

    #[test]
    fn list_has_path_id_and_url_of_each_page() {
        let folder = Folder::new("record");
        let truth = "{\"id\":\"a\",\"url\":\"https://example.org/a\"}\n{\"id\":\"s/b\",\"path\":\"s/b.html\"}\n";
        folder.write("set/truth.jsonl.gz", truth);
        folder.write("set/pages/a.html.gz", "<p>a");
        folder.write("set/s/b.html", "<p>b");
        let set = Set::open(&folder.0, "set").expect("a set").expect("there");
        let lines: Vec<serde_json::Value> = list_of(&set)
            .expect("a list")
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(
            lines[0],
            json!({"path": "pages/a.html.gz", "id": "a", "url": "https://example.org/a"})
        );
        assert_eq!(
            lines[1],
            json!({"path": "s/b.html", "id": "s/b", "url": null})
        );
    }
}
