//! `lab add-report` and `lab anonymize`: pages from problem reports.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use pith::extract::{Extraction, one_click};
use pith::page::Page;
use pith::problem_report::{ProblemReport, Report};
use pith::select::{Overrides, SiteRules};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::corpus::Corpus;
use crate::rows::Truth;
use crate::score::summary::{Expected, Output, PageScore};
use crate::sets::{self, Pages};

/// `lab add-report`.
#[derive(Args, Debug)]
pub(crate) struct AddReport {
    /// Report saved by "Report a problem", optionally gzipped
    pub(crate) file: PathBuf,
    /// Folder with a subfolder per set
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// Set to add the page to; created if missing
    #[arg(long, value_name = "NAME")]
    pub(crate) set: String,
    /// Name of the page in the set (default: derived from the file)
    #[arg(long, value_name = "ID")]
    pub(crate) id: Option<String>,
}

/// Bytes of the file's hash in a page's name.
const NAME: usize = 6;

/// Turns a report into a labeled page; the label is the article after the user's corrections.
///
/// # Errors
///
/// If the report can't be read, it has no article, the set has a page of that name, or a file can't
/// be written.
pub(crate) fn add(options: &AddReport) -> Result<()> {
    let bytes = sets::bytes(&options.file)?;
    let report =
        Report::read(&bytes).with_context(|| format!("cannot add {}", options.file.display()))?;
    let text = report.article().text();
    if text.is_empty() {
        bail!(
            "{} has no article text; the missing parts must be restored before the report is saved",
            options.file.display()
        );
    }
    let id = options.id.clone().unwrap_or_else(|| name(&bytes));
    if id.is_empty() || id.contains(['/', '\\']) || id.starts_with('.') {
        bail!("\"{id}\" is not a valid file name; use letters, digits, and hyphens");
    }
    let folder = options.data.join(&options.set);
    let truth = folder.join("truth.jsonl.gz");
    let mut lines = if truth.exists() {
        String::from_utf8(sets::bytes(&truth)?).context("the truth is not text")?
    } else {
        String::new()
    };
    let rows: Vec<Truth> = if truth.exists() {
        crate::rows::read(&truth)?
    } else {
        Vec::new()
    };
    if rows.iter().any(|row| row.id == id) {
        bail!(
            "the set {} already has a page {id}; choose another name with --id",
            options.set
        );
    }
    if !lines.is_empty() && !lines.ends_with('\n') {
        lines.push('\n');
    }
    lines.push_str(&row(&id, &report, &text).to_string());
    lines.push('\n');
    let page = folder.join(format!("pages/{id}.report.gz"));
    write(&page, &bytes)?;
    write(&truth, lines.as_bytes())?;
    crate::say(&format!("{}/{id}\n", options.set))
}

fn name(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    let digits = hash[..NAME].iter().map(|byte| format!("{byte:02x}"));
    format!("report-{}", digits.collect::<String>())
}

fn row(id: &str, report: &Report, text: &str) -> Value {
    let decided = &report.decided;
    let url = Some(report.page.url()).filter(|url| !url.is_empty());
    json!({
        "id": id,
        "url": url,
        "text": text,
        "title": decided.title,
        "author": decided.byline,
        "date": decided.published,
        "wrong": report.statement.wrong,
        "note": report.statement.note,
        "anonymized": decided.is_anonymized,
    })
}

/// Writes a gzipped file atomically.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let write = || -> std::io::Result<()> {
        fs::create_dir_all(path.parent().unwrap_or(path))?;
        let unfinished = path.with_extension("unfinished");
        let mut file = GzEncoder::new(File::create(&unfinished)?, Compression::default());
        file.write_all(bytes)?;
        file.finish()?;
        fs::rename(unfinished, path)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// `lab anonymize`.
#[derive(Args, Debug)]
pub(crate) struct Anonymize {
    /// The pages.
    #[command(flatten)]
    pub(crate) pages: Pages,
}

/// The effect of anonymizing the texts of a page.
struct Change {
    /// Characters of all blocks, and of those whose outcome changed.
    chars: (u64, u64),
    /// F1 of the text kept on the anonymized page, compared with that of the original; both
    /// anonymized.
    f1: Option<f64>,
    title: bool,
    byline: bool,
    date: bool,
}

/// Prints, for each set, how many decisions change if texts are anonymized.
///
/// # Errors
///
/// If no set can be read.
pub(crate) fn anonymize(options: &Anonymize) -> Result<()> {
    let corpus = Corpus::new(&options.pages)?;
    let changes = corpus.map("pages", |_, _, page| change(page).ok());
    let mut out = String::from(
        "set                       pages   same   chars      f1   title  byline    date\n",
    );
    for (set, changes) in corpus.sets.iter().zip(&changes) {
        let share = |count: usize| count as f64 / changes.len().max(1) as f64;
        let of = |is: fn(&Change) -> bool| share(changes.iter().filter(|c| is(c)).count());
        let chars: (u64, u64) = changes
            .iter()
            .fold((0, 0), |sum, c| (sum.0 + c.chars.0, sum.1 + c.chars.1));
        let scores: Vec<f64> = changes.iter().filter_map(|change| change.f1).collect();
        let f1 = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
        out += &format!(
            "{:24}{:7}{:7.3}{:8.3}{f1:8.3}{:8.3}{:8.3}{:8.3}\n",
            set.name,
            changes.len(),
            of(|change| change.chars.1 == 0),
            1.0 - chars.1 as f64 / chars.0.max(1) as f64,
            of(|change| change.title),
            of(|change| change.byline),
            of(|change| change.date),
        );
    }
    crate::say(&out)
}

fn change(page: &Page) -> Result<Change> {
    let found = one_click(page);
    let (site, overrides) = (SiteRules::default(), Overrides::default());
    let written = ProblemReport::new(page, [&found, &found], (&site, &overrides)).anonymized()?;
    let report = Report::read(&serde_json::to_vec(&written)?)?;
    let again = one_click(&report.page);
    let own = kept_chars(page, &found);
    let other = kept_chars(page, &again);
    let expected = report.article().text();
    let expected = Expected {
        text: Some(&expected)
            .filter(|text| !text.is_empty())
            .map(String::as_str),
        ..Expected::default()
    };
    let output = Output {
        text: again.article.text(),
        ..Output::default()
    };
    let same = |before: &Option<String>, after: &Option<String>| before == after;
    let decided = &report.decided;
    Ok(Change {
        chars: (
            page.nodes()
                .map(|node| u64::from(page.counts(node).chars))
                .sum(),
            own.iter().zip(&other).map(|(a, b)| a.abs_diff(*b)).sum(),
        ),
        f1: PageScore::new(&expected, &output)
            .text
            .map(|score| score.f1),
        title: same(&decided.title, &again.metadata.title),
        byline: same(&decided.byline, &again.metadata.byline),
        date: same(&decided.published, &again.metadata.published),
    })
}

/// Returns the number of kept characters of each node.
fn kept_chars(page: &Page, extraction: &Extraction) -> Vec<u64> {
    let kept = &extraction.selection.kept;
    let chars = |node| {
        if kept.contains(node) {
            page.counts(node).chars
        } else {
            0
        }
    };
    page.nodes().map(|node| chars(node).into()).collect()
}

#[cfg(test)]
mod tests {
    use pith::page::Limits;
    use pith::select::Override;
    use pith::source::html;

    use super::*;
    use crate::sets::Set;
    use crate::sets::tests::Folder;

    fn report(anonymized: bool) -> (Vec<u8>, String) {
        let html = "<title>The ferry</title><p>The ferry left the harbour at noon with most of the \
            islanders aboard, and nobody had thought to tell the keeper of the lighthouse.</p>\
            <p>He watched it go by from the gallery, waved once, and went back to polishing the lens, \
            which he did every day of the year, in summer and in winter.</p>";
        let page = html::read(html, "https://a.example/1", Limits::default()).expect("a page");
        let found = one_click(&page);
        let paragraph = page
            .nodes()
            .find(|&id| page.text(id).starts_with("He watched"));
        let overrides = Overrides {
            nodes: vec![(paragraph.expect("a paragraph"), Override::Drop)],
            ..Overrides::default()
        };
        let site = SiteRules::default();
        let (shown, _) = found.decided(&page, &site, &overrides).expect("decided");
        let mut report = ProblemReport::new(&page, [&found, &shown], (&site, &overrides));
        if anonymized {
            report = report.anonymized().expect("a report");
        }
        let bytes = serde_json::to_vec(&report).expect("JSON");
        (bytes, shown.article.text())
    }

    fn added(folder: &Folder, id: Option<&str>) -> Result<()> {
        add(&AddReport {
            file: folder.0.join("report.json"),
            data: folder.0.join("data"),
            set: "reported".to_owned(),
            id: id.map(str::to_owned),
        })
    }

    #[test]
    fn report_becomes_a_page_labeled_with_the_corrected_text() {
        for anonymized in [false, true] {
            let folder = Folder::new(&format!("reported-{anonymized}"));
            let (bytes, shown) = report(anonymized);
            fs::write(folder.0.join("report.json"), &bytes).expect("written");
            added(&folder, Some("ferry")).expect("added");
            assert!(added(&folder, Some("ferry")).is_err(), "it already exists");
            added(&folder, None).expect("added under another name");
            let set = Set::open(&folder.0.join("data"), "reported")
                .expect("a set")
                .expect("there");
            assert_eq!(set.rows.len(), 2);
            let row = &set.rows[0];
            let text = row.text.as_deref().expect("a label");
            assert_eq!(text.len(), shown.len());
            assert_eq!(text == shown, !anonymized);
            let page = set.page(row, None).expect("a page");
            assert!(page.visible_text(page.body()).contains(text));
            assert_eq!(
                page.len(),
                Report::read(&bytes).expect("a report").page.len()
            );
        }
    }

    #[test]
    fn newer_reports_and_invalid_ids_are_rejected() {
        let folder = Folder::new("no-report");
        folder.write(
            "report.json",
            "{\"format\": \"pith-problem-report\", \"version\": 7}",
        );
        let error = format!("{:#}", added(&folder, None).expect_err("newer"));
        assert!(
            error.contains("report.json: ") && error.contains("version 7"),
            "{error}"
        );
        for id in ["", "../ferry", ".ferry"] {
            fs::write(folder.0.join("report.json"), report(false).0).expect("written");
            assert!(added(&folder, Some(id)).is_err(), "{id}");
        }
        assert!(!folder.0.join("data").exists());
    }
}
