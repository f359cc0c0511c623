//! JSON lines: the truth about pages, and extraction results.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use flate2::read::MultiGzDecoder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

use crate::score::summary::{Expected, Output, PageScore};

/// The truth about one page. Fields that nothing reads are ignored.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Truth {
    /// Name of the page within its set, and of its file.
    pub(crate) id: String,
    /// Its URL.
    pub(crate) url: Option<String>,
    /// Path of the file below the folder of the set, unless the name determines it.
    pub(crate) path: Option<String>,
    /// The site of the page.
    pub(crate) site: Option<String>,
    /// The article's text.
    pub(crate) text: Option<String>,
    /// The article's HTML.
    pub(crate) html: Option<String>,
    /// Selector of the article in the page, in place of its HTML.
    pub(crate) selector: Option<String>,
    /// Selector of elements within it that don't belong to the article.
    pub(crate) exclude: Option<String>,
    /// The article's title.
    pub(crate) title: Option<String>,
    /// The author or authors.
    pub(crate) author: Option<String>,
    /// Date of publication.
    pub(crate) date: Option<String>,
    /// Language tag.
    pub(crate) lang: Option<String>,
    /// Snippets that must be in the text.
    #[serde(default, deserialize_with = "list")]
    pub(crate) with: Vec<String>,
    /// Snippets that must not be in the text.
    #[serde(default, deserialize_with = "list")]
    pub(crate) without: Vec<String>,
    /// Titles of recommended articles on the page; `None` if they aren't labeled.
    pub(crate) recommendations: Option<Vec<String>>,
    /// Kind of site, in sets of whole sites.
    pub(crate) kind: Option<String>,
    /// Blocks by kind.
    pub(crate) labels: Option<Labels>,
    /// Kind of page.
    pub(crate) page_type: Option<String>,
}

/// Blocks by kind, in sets that label them.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Labels {
    /// The title shown on the page.
    pub(crate) headline: Option<String>,
}

impl Truth {
    /// Returns the titles of recommended articles; empty for kinds of sites without such lists,
    /// `None` if they weren't labeled.
    pub(crate) fn recommended(&self) -> Option<Vec<String>> {
        let plain = ["docs", "wiki", "api"];
        let none = || {
            self.kind
                .as_deref()
                .is_some_and(|kind| plain.contains(&kind))
        };
        self.recommendations
            .clone()
            .or_else(|| none().then(Vec::new))
    }

    /// Returns the title shown on the page.
    pub(crate) fn headline(&self) -> Option<&str> {
        let headline = || self.labels.as_ref()?.headline.as_deref();
        self.title.as_deref().or_else(headline)
    }

    /// Returns the reference values for the scorer.
    pub(crate) fn expected(&self) -> Expected<'_> {
        Expected {
            text: self.text.as_deref(),
            title: self.title.as_deref(),
            author: self.author.as_deref(),
            date: self.date.as_deref(),
            with: &self.with,
            without: &self.without,
        }
    }
}

/// Deserializes a list that may be `null`.
fn list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// A row of `pith batch`.
#[derive(Deserialize)]
struct BatchRow {
    id: String,
    text: Option<String>,
    title: Option<String>,
    author: Option<String>,
    date: Option<String>,
}

/// Reads the rows of a file, optionally gzipped.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let rows = if path.extension().is_some_and(|ending| ending == "gz") {
        parse(MultiGzDecoder::new(file))
    } else {
        parse(file)
    };
    rows.with_context(|| format!("cannot read {}", path.display()))
}

fn parse<T: DeserializeOwned>(source: impl Read) -> Result<Vec<T>> {
    let mut rows = Vec::new();
    for (number, line) in (1..).zip(BufReader::new(source).lines()) {
        let line = line?;
        if !line.trim().is_empty() {
            let row = serde_json::from_str(&line).with_context(|| format!("line {number}"))?;
            rows.push(row);
        }
    }
    Ok(rows)
}

fn score_rows(truth: &[Truth], output: Vec<BatchRow>) -> Result<Vec<(String, PageScore)>> {
    let mut outputs = BTreeMap::new();
    for row in output {
        let output = Output {
            text: row.text.unwrap_or_default(),
            title: row.title,
            author: row.author,
            date: row.date,
        };
        if outputs.insert(row.id.clone(), output).is_some() {
            bail!("the output has two rows of the page {}", row.id);
        }
    }
    let nothing = Output::default();
    Ok(truth
        .iter()
        .map(|row| {
            let output = outputs.get(&row.id).unwrap_or(&nothing);
            (row.id.clone(), PageScore::new(&row.expected(), output))
        })
        .collect())
}

/// Scores the rows of a file, optionally gzipped, against rows of truth. Returns every page of the
/// truth in its order; a page without output scores as empty.
///
/// # Errors
///
/// If a file can't be read.
pub(crate) fn score_files(truth: &Path, output: &Path) -> Result<Vec<(String, PageScore)>> {
    score_rows(&read::<Truth>(truth)?, read(output)?)
}
