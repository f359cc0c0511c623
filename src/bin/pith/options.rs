//! Options of all commands.

use std::ffi::OsString;
use std::time::Duration;

use pith::methods::{Method, Trained};
use pith::page::NodeId;
use pith::select::{Level, Override, SiteRules};

/// The flag of worker processes, hidden from the help.
pub(crate) const WORKER: &str = "worker";

/// Options of the command line; each command sets those it knows and leaves the rest empty.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) url: Option<String>,
    pub(crate) method: Option<Method>,
    pub(crate) format: Option<Format>,
    pub(crate) explain: bool,
    pub(crate) level: Option<Level>,
    pub(crate) overrides: Vec<(NodeId, Override)>,
    pub(crate) as_found: bool,
    pub(crate) site: SiteRules,
    pub(crate) bylines: bool,
    pub(crate) save_site_rules: Option<OsString>,
    pub(crate) charset: Option<String>,
    pub(crate) sibling: Option<OsString>,
    pub(crate) jobs: Option<usize>,
    pub(crate) timeout: Option<Duration>,
    /// MiB
    pub(crate) memory: Option<usize>,
    pub(crate) is_worker: bool,
    pub(crate) warc: bool,
    pub(crate) out: Option<OsString>,
    pub(crate) skip_done: bool,
    pub(crate) rows: Rows,
    pub(crate) with_title: bool,
    pub(crate) with_discussion: bool,
    pub(crate) front_matter: bool,
    pub(crate) trained: Trained,
    pub(crate) files: Vec<OsString>,
    pub(crate) images: Option<OsString>,
}

/// The output format of the article.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Format {
    #[default]
    Text,
    Html,
    Markdown,
    HtmlFile,
    Epub,
    Json,
}

impl Format {
    /// Every format with its name, the default first.
    const NAMED: [(&str, Self); 6] = [
        ("text", Self::Text),
        ("html", Self::Html),
        ("markdown", Self::Markdown),
        ("html-file", Self::HtmlFile),
        ("epub", Self::Epub),
        ("json", Self::Json),
    ];

    /// Returns every name, the default first.
    pub(crate) fn names() -> Vec<&'static str> {
        Self::NAMED.map(|(name, _)| name).to_vec()
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let found = Self::NAMED.into_iter().find(|&(known, _)| known == name);
        found.map(|(_, format)| format)
    }
}

/// The format of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Rows {
    /// One JSON object per line.
    #[default]
    Json,
    /// A record of type `conversion` per article, as in Common Crawl's WET files.
    Wet,
}

impl Rows {
    const NAMED: [(&str, Self); 2] = [("json", Self::Json), ("wet", Self::Wet)];

    /// Returns every name, the default first.
    pub(crate) fn names() -> Vec<&'static str> {
        Self::NAMED.map(|(name, _)| name).to_vec()
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let found = Self::NAMED.into_iter().find(|&(known, _)| known == name);
        found.map(|(_, rows)| rows)
    }
}
