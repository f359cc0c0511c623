//! Labeled sets in their original format.
//!
//! ```text
//! DATA/<set>/truth.jsonl.gz          a row per page
//! DATA/<set>/pages/<id>.html.gz      the bytes as served
//! DATA/<set>/pages/<id>.report.gz    … or a problem report of the page (`lab add-report`)
//! DATA/<set>/<path of the row>       … if a set has no such folder (whole sites with their styles)
//! DATA/<set>/pairs.jsonl             two pages of one site with one template
//! SNAPSHOTS/<set>/<id>.snap[.gz]     the page as a browser laid it out, where recorded
//! ```

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use flate2::read::MultiGzDecoder;
use pith::page::{Limits, Page};
use pith::problem_report::{self, Report};
use pith::source::{html, snapshot};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::frame;
use crate::rows::{self, Truth};

/// The requested pages.
#[derive(Args, Clone, Debug)]
pub(crate) struct Pages {
    /// Folder with a subfolder per set, with truth.jsonl.gz and pages/
    #[arg(long, value_name = "DIR")]
    pub(crate) data: PathBuf,
    /// Sets to use, each optionally with a limit N; missing sets are skipped with a message
    /// (default: all)
    #[arg(long = "set", value_name = "SET[:N],…", value_delimiter = ',')]
    pub(crate) sets: Vec<String>,
    /// Use at most N pages per set, evenly spread (default: all)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: Option<u32>,
    /// Folder with recorded snapshots, DIR/SET/ID.snap[.gz]; pages without one are read from HTML
    #[arg(long, value_name = "DIR")]
    pub(crate) snapshots: Option<PathBuf>,
    /// Remove the boilerplate of every page: menus, header, footer, and sidebars
    #[arg(long)]
    pub(crate) frameless: bool,
    /// Number of pages to process in parallel (default: one per CPU)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) jobs: Option<u32>,
    /// Hide the progress bar
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// A set of labeled pages.
#[derive(Clone, Debug)]
pub(crate) struct Set {
    /// The name of its folder.
    pub(crate) name: String,
    folder: PathBuf,
    /// The truth about each page, in the order of the file.
    pub(crate) rows: Vec<Truth>,
    /// True if pages are read without their boilerplate.
    frameless: bool,
}

/// Two pages of one site with one template.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Pair {
    /// Name of one page.
    pub(crate) a: String,
    /// Name of the other.
    pub(crate) b: String,
    /// Similarity of the templates, 0 to 1.
    pub(crate) template_sim: f64,
}

/// Opens the sets of a folder: those with the given names, or all, in the order of their names.
/// Missing sets are named on standard error and skipped.
///
/// # Errors
///
/// If the folder or a set's truth can't be read, or no set is left.
pub(crate) fn open(data: &Path, names: &[String]) -> Result<Vec<Set>> {
    let mut names = names.to_vec();
    if names.is_empty() {
        let entries = fs::read_dir(data)
            .with_context(|| format!("cannot read the data folder {}", data.display()))?;
        for entry in entries {
            let entry = entry?;
            if entry.path().join("truth.jsonl.gz").exists() {
                names.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        names.sort_unstable();
    }
    let mut sets = Vec::new();
    for name in names {
        match Set::open(data, &name)? {
            Some(set) => sets.push(set),
            None => crate::note(&format!(
                "skipping the set {name}: not found in {}",
                data.display()
            )),
        }
    }
    if sets.is_empty() {
        bail!(
            "{} has none of the requested sets; a set is a folder with truth.jsonl.gz and pages/",
            data.display()
        );
    }
    Ok(sets)
}

/// Opens the requested sets in the order of their names, reduced to `--limit` or to the limit in a
/// name (`SET:N`).
///
/// # Errors
///
/// As [`open`], and if a limit isn't a number.
pub(crate) fn open_limited(pages: &Pages) -> Result<Vec<Set>> {
    let mut limits = BTreeMap::new();
    for argument in &pages.sets {
        let (name, limit) = match argument.split_once(':') {
            Some((name, limit)) => {
                let limit: u32 = limit.parse().with_context(|| {
                    format!(
                        "invalid set {argument}: the limit after the colon must be a number of pages"
                    )
                })?;
                (name, Some(limit))
            }
            None => (argument.as_str(), pages.limit),
        };
        limits.insert(name.to_owned(), limit);
    }
    let names: Vec<String> = limits.keys().cloned().collect();
    let mut sets = open(&pages.data, &names)?;
    for set in &mut sets {
        set.frameless = pages.frameless;
        if let Some(most) = limits.get(&set.name).copied().unwrap_or(pages.limit) {
            set.thin(most as usize);
        }
    }
    Ok(sets)
}

/// Returns the sets in the syntax of `--set`, with their limits.
pub(crate) fn names(pages: &Pages, sets: &[Set]) -> String {
    let limited = |set: &Set| {
        let own = pages.sets.iter().find(|argument| {
            argument
                .split_once(':')
                .is_some_and(|(name, _)| name == set.name)
        });
        own.cloned().unwrap_or_else(|| set.name.clone())
    };
    let names: Vec<String> = sets.iter().map(limited).collect();
    names.join(",")
}

impl Set {
    /// Opens the set with that name; `None` if it doesn't exist.
    ///
    /// # Errors
    ///
    /// If its truth can't be read.
    pub(crate) fn open(data: &Path, name: &str) -> Result<Option<Self>> {
        let folder = data.join(name);
        let truth = folder.join("truth.jsonl.gz");
        if !truth.exists() {
            return Ok(None);
        }
        Ok(Some(Self {
            name: name.to_owned(),
            rows: rows::read(&truth)?,
            folder,
            frameless: false,
        }))
    }

    /// Reduces the set to at most a given number of pages, evenly spread.
    fn thin(&mut self, most: usize) {
        let count = self.rows.len();
        if most < count {
            let rows = (0..most).map(|place| self.rows[place * count / most].clone());
            self.rows = rows.collect();
        }
    }

    /// Returns the set's folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path of a page's HTML or report.
    pub(crate) fn file(&self, row: &Truth) -> PathBuf {
        let packed = self.folder.join(format!("pages/{}.html.gz", row.id));
        if packed.exists() {
            return packed;
        }
        let report = self.report(row);
        report.unwrap_or_else(|| {
            row.path
                .as_ref()
                .map_or(packed, |path| self.folder.join(path))
        })
    }

    /// Returns the path of a page's problem report; `None` if the page isn't from one.
    pub(crate) fn report(&self, row: &Truth) -> Option<PathBuf> {
        let report = self.folder.join(format!("pages/{}.report.gz", row.id));
        report.exists().then_some(report)
    }

    /// Returns whether the set consists of whole sites with their styles.
    fn is_whole_sites(&self) -> bool {
        !self.folder.join("pages").exists()
    }

    /// Returns the path of a page's snapshot, if it exists.
    pub(crate) fn snapshot(&self, row: &Truth, snapshots: Option<&Path>) -> Option<PathBuf> {
        let folder = snapshots?.join(&self.name);
        ["snap.gz", "snap"]
            .into_iter()
            .map(|ending| folder.join(format!("{}.{ending}", row.id)))
            .find(|path| path.exists())
    }

    /// Reads a page from its snapshot if there's one, otherwise from its HTML or report; without
    /// its boilerplate if requested.
    ///
    /// # Errors
    ///
    /// If the file can't be read or isn't a page.
    pub(crate) fn page(&self, row: &Truth, snapshots: Option<&Path>) -> Result<Page> {
        let page = self.whole_page(row, snapshots)?;
        if self.frameless {
            return frame::without(&page);
        }
        Ok(page)
    }

    fn whole_page(&self, row: &Truth, snapshots: Option<&Path>) -> Result<Page> {
        if let Some(path) = self.snapshot(row, snapshots) {
            return snapshot::read(&bytes(&path)?)
                .with_context(|| format!("{} is not a valid snapshot", path.display()));
        }
        let path = self.file(row);
        let bytes = bytes(&path)?;
        let no_page = || format!("{} is not a valid page", path.display());
        if problem_report::is_report(&bytes) {
            let report = Report::read(&bytes).with_context(no_page)?;
            return Ok(report.page);
        }
        html::read_bytes(&bytes, None, &self.url(row), Limits::default()).with_context(no_page)
    }

    /// Returns the URL of a page; empty if it isn't known.
    pub(crate) fn url(&self, row: &Truth) -> String {
        // Links of a whole site need different URLs.
        let stand_in = || {
            format!(
                "https://pages.example/{}",
                row.path.as_deref().unwrap_or_default()
            )
        };
        match &row.url {
            Some(url) => url.clone(),
            None if self.is_whole_sites() => stand_in(),
            None => String::new(),
        }
    }

    /// Returns a page's site. A page of an unknown site counts as a site.
    pub(crate) fn site(&self, row: &Truth) -> String {
        match &row.site {
            Some(site) if !site.is_empty() => site.clone(),
            _ => format!("{}/{}", self.name, row.id),
        }
    }

    /// Returns the pairs of pages that share a template; empty if the set has no list of pairs.
    ///
    /// # Errors
    ///
    /// If the list exists and can't be read.
    pub(crate) fn pairs(&self) -> Result<Vec<Pair>> {
        let path = self.folder.join("pairs.jsonl");
        if path.exists() {
            rows::read(&path)
        } else {
            Ok(Vec::new())
        }
    }
}

/// Reads the bytes of a file, decompressed if it's gzipped.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>> {
    let read = || -> io::Result<Vec<u8>> {
        let mut raw = Vec::new();
        File::open(path)?.read_to_end(&mut raw)?;
        if !raw.starts_with(&[0x1f, 0x8b]) {
            return Ok(raw);
        }
        let mut unpacked = Vec::new();
        MultiGzDecoder::new(raw.as_slice()).read_to_end(&mut unpacked)?;
        Ok(unpacked)
    };
    read().with_context(|| format!("cannot read {}", path.display()))
}

/// Returns a hash of the truth and the decompressed pages of sets. It changes with everything that
/// may affect a result, but not with the time or the program of the compression.
///
/// # Errors
///
/// If a file can't be read.
pub(crate) fn corpus_hash(sets: &[Set]) -> Result<String> {
    let mut names: Vec<&Set> = sets.iter().collect();
    names.sort_by(|a, b| a.name.cmp(&b.name));
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    for set in names {
        add(set.name.as_bytes());
        add(&bytes(&set.folder.join("truth.jsonl.gz"))?);
        for row in &set.rows {
            add(row.id.as_bytes());
            let page = bytes(&set.file(row))?;
            add(&Sha256::digest(&page));
        }
    }
    Ok(hex(&hash.finalize()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    /// A temporary folder that is removed on drop.
    pub(crate) struct Folder(pub(crate) PathBuf);

    impl Folder {
        pub(crate) fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("pith-lab-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).expect("a folder");
            Self(path)
        }

        pub(crate) fn write(&self, path: &str, text: &str) {
            let path = self.0.join(path);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            if path.extension().is_some_and(|ending| ending == "gz") {
                let mut file =
                    GzEncoder::new(File::create(path).expect("a file"), Compression::fast());
                file.write_all(text.as_bytes()).expect("written");
                file.finish().expect("written");
            } else {
                fs::write(path, text).expect("written");
            }
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn pages_are_found_by_name_and_by_path() {
        let folder = Folder::new("sets");
        folder.write(
            "packed/truth.jsonl.gz",
            "{\"id\":\"a\",\"path\":\"elsewhere/a.html\",\"with\":null}\n",
        );
        folder.write("packed/pages/a.html.gz", "<p>packed page");
        folder.write(
            "sites/truth.jsonl.gz",
            "{\"id\":\"s/b\",\"path\":\"s/b.html\",\"site\":\"s\"}\n",
        );
        folder.write("sites/s/b.html", "<p>page of a site");
        folder.write("no-set/readme", "");
        let sets = open(&folder.0, &[]).expect("two sets");
        let names: Vec<&str> = sets.iter().map(|set| set.name.as_str()).collect();
        assert_eq!(names, ["packed", "sites"]);
        let text = |set: &Set| {
            let page = set.page(&set.rows[0], None).expect("a page");
            page.visible_text(page.body())
        };
        assert_eq!(text(&sets[0]), "packed page");
        assert_eq!(text(&sets[1]), "page of a site");
        assert_eq!(sets[0].site(&sets[0].rows[0]), "packed/a");
        assert_eq!(sets[1].site(&sets[1].rows[0]), "s");
    }

    #[test]
    fn sets_are_sampled_evenly_and_sorted_by_name() {
        let folder = Folder::new("thin");
        let truth: String = (0..10).map(|n| format!("{{\"id\":\"{n}\"}}\n")).collect();
        folder.write("a/truth.jsonl.gz", &truth);
        folder.write("b/truth.jsonl.gz", &truth);
        let pages = |sets: &[&str]| Pages {
            data: folder.0.clone(),
            sets: sets.iter().map(|&set| set.to_owned()).collect(),
            limit: Some(2),
            snapshots: None,
            frameless: false,
            jobs: None,
            quiet: true,
        };
        let requested = pages(&["b", "a:4"]);
        let sets = open_limited(&requested).expect("two sets");
        let ids = |set: &Set| {
            set.rows
                .iter()
                .map(|row| row.id.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(ids(&sets[0]), ["0", "2", "5", "7"]);
        assert_eq!(ids(&sets[1]), ["0", "5"]);
        assert_eq!(names(&requested, &sets), "a:4,b");
        assert!(open_limited(&pages(&["a:many"])).is_err());
    }

    #[test]
    fn missing_sets_are_skipped_unless_all_are_missing() {
        let folder = Folder::new("absent");
        folder.write("here/truth.jsonl.gz", "{\"id\":\"a\"}\n");
        let names = ["here".to_owned(), "gone".to_owned()];
        assert_eq!(open(&folder.0, &names).expect("one set").len(), 1);
        assert!(open(&folder.0, &names[1..]).is_err());
    }

    #[test]
    fn hash_depends_on_truth_and_pages_but_not_compression() {
        let folder = Folder::new("hash");
        folder.write("s/truth.jsonl.gz", "{\"id\":\"a\"}\n");
        folder.write("s/pages/a.html.gz", "<p>one");
        let hash = || corpus_hash(&open(&folder.0, &[]).expect("a set")).expect("a hash");
        let before = hash();
        assert_eq!(before.len(), 64);
        fs::write(folder.0.join("s/pages/a.html.gz"), "<p>one").expect("written");
        assert_eq!(hash(), before);
        folder.write("s/pages/a.html.gz", "<p>two");
        let changed = hash();
        assert_ne!(changed, before);
        folder.write("s/truth.jsonl.gz", "{\"id\":\"a\",\"text\":\"one\"}\n");
        assert_ne!(hash(), changed);
    }
}
