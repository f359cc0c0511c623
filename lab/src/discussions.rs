//! `lab discussions`: how accurately the comments of pages are found.
//!
//! A page is `NAME.html` beside `NAME.json` with the truth: `url`, `system`, and for every comment
//! `author`, `time`, `otherTimes`, `depth`, `text`, and `isDeleted`. `tests/threads/write.mjs
//! FOLDER` writes such pages.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use pith::discussion::{Comment, Discussion};
use pith::extract::one_click;
use pith::{Limits, source};
use serde::Deserialize;

use crate::score::f1;
use crate::score::metadata::words_f1;
use crate::score::summary::mean;
use crate::tabular::{Table, value};

/// Minimum F1 of words for a found comment to match an expected one.
const MIN_MATCH_F1: f64 = 0.8;

/// `lab discussions`.
#[derive(Args, Debug)]
pub(crate) struct Discussions {
    /// Folder with the pages
    #[arg(long, value_name = "DIR")]
    pages: PathBuf,
    /// Print the differences on every page
    #[arg(long)]
    differences: bool,
}

/// The truth of a page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Truth {
    url: String,
    system: String,
    is_thread: bool,
    comments: Vec<Expected>,
}

/// The truth of a comment.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Expected {
    author: Option<String>,
    time: Option<String>,
    /// Other accepted forms of the time.
    other_times: Vec<String>,
    depth: u32,
    text: String,
    /// Deleted by its author or by others. Whether it's found doesn't count.
    is_deleted: bool,
}

/// Quality of the comments found on a page.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    comments: f64,
    author: f64,
    time: f64,
    /// Share of found comments with the expected depth.
    depth: f64,
    /// 1 if the page was correctly classified as a discussion or not.
    thread: f64,
}

/// Runs the command: prints a table by system, and the mean over all pages.
///
/// # Errors
///
/// If the folder or a page in it can't be read.
pub(crate) fn run(options: &Discussions) -> Result<()> {
    let mut pages: Vec<PathBuf> = fs::read_dir(&options.pages)
        .with_context(|| format!("cannot read {}", options.pages.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    pages.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    pages.sort();
    let mut by_system: BTreeMap<String, Vec<Score>> = BTreeMap::new();
    for path in &pages {
        let truth: Truth = serde_json::from_slice(&fs::read(path)?)
            .with_context(|| format!("{} is not a valid truth file", path.display()))?;
        let (score, differences) = score(&truth, path)?;
        if options.differences && !differences.is_empty() {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            crate::say(&format!("{name}\n{}\n", differences.join("\n")))?;
        }
        by_system.entry(truth.system).or_default().push(score);
    }
    let mut table = Table::new([
        "system", "pages", "comments", "author", "time", "depth", "thread",
    ]);
    let all: Vec<Score> = by_system.values().flatten().copied().collect();
    let systems = by_system
        .iter()
        .map(|(name, scores)| (name.as_str(), scores));
    for (name, scores) in systems.chain([("all", &all)]) {
        let of = |part: fn(&Score) -> f64| value(mean(scores.iter().map(part)));
        table.row([
            name.to_owned(),
            scores.len().to_string(),
            of(|score| score.comments),
            of(|score| score.author),
            of(|score| score.time),
            of(|score| score.depth),
            of(|score| score.thread),
        ]);
    }
    crate::say(&table.plain())
}

/// Scores a page, and lists the differences.
fn score(truth: &Truth, path: &Path) -> Result<(Score, Vec<String>)> {
    let html = fs::read_to_string(path.with_extension("html"))?;
    let page = source::html::read(&html, &truth.url, Limits::default())?;
    let extraction = one_click(&page);
    let byline = extraction.metadata.byline.as_deref();
    let found = Discussion::new(&page, byline, &extraction.selection.kept);
    let is_thread = found.thread.is_some();
    let found = found.comments;
    let pairs = aligned(&truth.comments, &found);
    let mut differences = Vec::new();
    let mut is_paired = (vec![false; truth.comments.len()], vec![false; found.len()]);
    let (mut authors, mut times, mut depths, mut deleted) = (0, 0, 0, 0);
    for &(i, j) in &pairs {
        (is_paired.0[i], is_paired.1[j]) = (true, true);
        let (expected, one) = (&truth.comments[i], &found[j]);
        if expected.is_deleted {
            deleted += 1;
            continue;
        }
        let mut compare = |name: &str, count: &mut usize, is_same: bool, pair: [String; 2]| {
            *count += usize::from(is_same);
            if !is_same {
                let [expected, got] = pair;
                differences.push(format!("  {i} {name}: {expected}, found {got}"));
            }
        };
        let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
        let pair = [or_none(&expected.author), or_none(&one.author)];
        let same_author = expected.author.is_some() && expected.author == one.author;
        compare(
            "author",
            &mut authors,
            same_author || expected.author.is_none(),
            pair,
        );
        let pair = [or_none(&expected.time), or_none(&one.time)];
        let mut times_of = expected.time.iter().chain(&expected.other_times);
        let is_same = expected.time.is_none() || times_of.any(|time| same_time(time, &pair[1]));
        compare("time", &mut times, is_same, pair);
        let pair = [expected.depth.to_string(), one.depth.to_string()];
        compare("depth", &mut depths, expected.depth == one.depth, pair);
    }
    let text = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (i, expected) in truth.comments.iter().enumerate() {
        if !is_paired.0[i] && !expected.is_deleted {
            differences.push(format!("  {i} missing: {}", text(&expected.text)));
        }
    }
    for (j, one) in found.iter().enumerate() {
        if !is_paired.1[j] {
            differences.push(format!("  found {j} alone: {}", text(&one.text)));
        }
    }
    if is_thread != truth.is_thread {
        differences.push(format!("  thread: {}, found {is_thread}", truth.is_thread));
    }
    let expected = truth
        .comments
        .iter()
        .filter(|expected| !expected.is_deleted)
        .count();
    let (found, pairs) = (found.len() - deleted, pairs.len() - deleted);
    let of = |right: usize| {
        let share = |all: usize| right as f64 / all.max(1) as f64;
        match expected + found {
            0 => 1.0,
            _ => f1(share(found), share(expected)),
        }
    };
    let score = Score {
        comments: of(pairs),
        author: of(authors),
        time: of(times),
        depth: if pairs == 0 {
            of(0)
        } else {
            depths as f64 / pairs as f64
        },
        thread: f64::from(u8::from(is_thread == truth.is_thread)),
    };
    Ok((score, differences))
}

/// Returns whether two times are equal: as text, or to the minute if machine-readable.
fn same_time(truth: &str, found: &str) -> bool {
    let plain = |text: &str| {
        let text = text.trim().to_lowercase().replace('t', " ");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (truth, found) = (plain(truth), plain(found));
    let minute = |text: &str| {
        let is_minute = text.len() >= 16 && text.as_bytes()[4] == b'-';
        is_minute
            .then(|| text.get(..16).map(str::to_owned))
            .flatten()
    };
    truth == found || minute(&truth).is_some_and(|truth| minute(&found) == Some(truth))
}

/// Aligns expected and found comments in order, with as many matches as possible.
fn aligned(truth: &[Expected], found: &[Comment]) -> Vec<(usize, usize)> {
    let is_same = |i: usize, j: usize| {
        let (expected, one) = (&truth[i].text, &found[j].text);
        expected.trim() == one.trim() || words_f1(expected, one) >= MIN_MATCH_F1
    };
    // Maximum number of matches among the comments after both.
    let width = found.len() + 1;
    let mut most = vec![0_usize; (truth.len() + 1) * width];
    let same: Vec<bool> = (0..truth.len() * found.len())
        .map(|at| is_same(at / found.len(), at % found.len()))
        .collect();
    for i in (0..truth.len()).rev() {
        for j in (0..found.len()).rev() {
            let paired = usize::from(same[i * found.len() + j]) + most[(i + 1) * width + j + 1];
            let without = most[(i + 1) * width + j].max(most[i * width + j + 1]);
            most[i * width + j] = paired.max(without);
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < truth.len() && j < found.len() {
        let rest = most[(i + 1) * width + j + 1];
        if same[i * found.len() + j] && most[i * width + j] == rest + 1 {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if most[(i + 1) * width + j] == most[i * width + j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_aligned_in_order() {
        let expected = |text: &str| Expected {
            text: text.to_owned(),
            ..Expected::default()
        };
        let one = |text: &str| Comment {
            text: text.to_owned(),
            ..Comment::default()
        };
        let truth = ["a b", "thanks", "c d", "thanks"].map(expected);
        let found = ["a b", "c d", "thanks", "e"].map(one);
        assert_eq!(aligned(&truth, &found), [(0, 0), (2, 1), (3, 2)]);
        assert_eq!(aligned(&truth, &[]), []);
    }

    #[test]
    fn times_are_compared_to_the_minute() {
        assert!(same_time("2026-03-14T09:26:53Z", "2026-03-14 09:26"));
        assert!(!same_time("2026-03-14T09:26:53Z", "2026-03-14T09:27:53Z"));
        assert!(same_time("3  hours ago", "3 hours ago"));
    }
}
